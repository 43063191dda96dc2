"""Host: a match at one keyboard. It narrates what has happened and asks who is next; it decides nothing."""

import time
from functools import cached_property

from ..core.hints import TYPE_CHECKING, Any
from ..core.position import Position, canonical_moves, split
from ..match import computers
from ..match.events import Command, NextGame, Play
from ..match.player import PlayerError
from ..match.setup import COMPUTER_TURN_LIMIT, MOST_MOVES
from ..store.errors import StoreError
from .console import Console, EndOfInput, InputFailed, NoAnswers, OutputFailed, complain
from .interrupts import INTERRUPTED, heard, interrupted, uninterrupted
from .keyboard import Keyboard, Left
from .leaving import Leaving
from .narrator import Narrator
from .score import announce_round, where_it_stands

if TYPE_CHECKING:
    from ..solver.answers import Answers
    from ..store.journal import Journal
    from .coach import Coach

PAUSE = 0.6  # seconds that a person is given to see a computer's move coming


class Host:
    """Submits commands to the journal, and narrates the events that come of them in the rulebook's words."""

    def __init__(
        self,
        console: Console,
        journal: "Journal",
        players: computers.Players,
        db: str | None = None,
        *,
        auto: bool = False,
        coach: bool = False,
    ) -> None:
        self.console = console
        self.journal = journal
        self.session = journal.session
        self.players = players
        self.db = db
        self.auto = auto  # whether a person's only move is made without asking
        self._forced = 0  # how many such moves were made since someone was asked
        self._reached = (0, False, 0)  # how far it has ever come: the game, whether that is over, its moves
        self.voice = self.session.setup.game.voice()
        self.narrator = Narrator(self)
        self.leaving = Leaving(self)
        self.keyboard = Keyboard(self)
        self.coach = self._new_coach() if coach else None

    def _new_coach(self) -> "Coach":
        from .coach import Coach  # where nobody wants one, it need not be loaded

        return Coach(self)

    def run(self) -> int:
        """Play the match, from wherever it stands; the exit code."""
        self.console.holding = True
        try:
            return self._play_or_leave()
        except KeyboardInterrupt:
            return self._leave_interrupted()
        except Exception:
            if not interrupted():  # else the signal was taken for something else
                raise
            return self._leave_interrupted()
        finally:
            self.console.holding = False

    def _play_or_leave(self) -> int:
        """Play until the match is over, or somebody leaves it or has to; the exit code."""
        try:
            if self.session.under_way:
                announce_round(self.console, self.session)
                self.console.say(*where_it_stands(self.session))
            self.keyboard.answer_offers()  # which were open when the game was left
            while not self.session.finished:
                self.go_on()
            return 0
        except Left:
            return self.leaving.leave("The game is left unfinished", 0)
        except (InputFailed, NoAnswers) as error:
            complain(str(error))
            return self.leaving.leave("The game is left unfinished", 3 if isinstance(error, NoAnswers) else 1)
        except EndOfInput:
            return self.leaving.leave("The input has ended: the game is unfinished", 1)
        except PlayerError as error:
            complain(str(error))
            return self.leaving.leave("The game is left unfinished", 1)
        except StoreError as error:
            return self.leaving.give_up(error)
        except OutputFailed:
            self.leaving.advise("To go on", "resume")
            raise

    def _leave_interrupted(self) -> int:
        """Say how to go on after a signal; the exit code."""
        heard()
        self.console.say("")
        if not self.session.under_way:
            return self.leaving.leave_between_games("Interrupted", INTERRUPTED)
        return self.leaving.leave("Interrupted: the game is unfinished", INTERRUPTED)

    def go_on(self) -> None:
        """Begin the next game, or let whoever is to move do something."""
        if not self.session.under_way:
            self.do(NextGame(1))
            return
        position = self.session.round.position
        self.narrator.say(*self.voice.turn(position.state, position.player))
        person = self.session.is_person(position.player)
        if person and not self.is_forced(position):
            self._ask(position)
            return
        self.show()
        with self.console.unheard():
            if person:
                self._forced += 1
                only = position.game.write(position.moves[0])
                self.speak(Play(position.player, only, position.ply), "  (the only move)")
            else:
                from .progress import thinking  # only where a computer plays

                with thinking(plain=not self.console.interactive):
                    play = computers.move(self.session, self.players)
                self.speak(play)

    def _ask(self, position: Position[Any, Any]) -> None:
        """Ask a person; NoAnswers where nobody types, and no longer game could be read again."""
        self._forced = 0
        if position.ply >= MOST_MOVES and not self.console.typed:
            raise NoAnswers(f"a game out of a pipe has at most {MOST_MOVES:,} moves; no more are read")
        self.narrator.tell_what_else()
        self.keyboard.ask()

    def is_forced(self, position: Position[Any, Any]) -> bool:
        """Whether a person's move is made without asking; now and then one is asked in a game without end."""
        return self.auto and self._forced < COMPUTER_TURN_LIMIT and len(position.moves) == 1

    def do(self, command: Command, announced: tuple[str, ...] = ()) -> None:
        """Submit a command, and tell what has happened; these words of a move were said before."""
        before = self.session.round.position
        if not self.console.typed:
            self.leaving.remember()
        with uninterrupted():
            events = self.journal.submit(command, hold=not self.console.typed)
        self._heed_progress()
        for event in events:
            self.narrator.narrate(event, before, announced)

    def _heed_progress(self) -> None:
        """Let the last answer count where it led further than ever: all else may come for ever."""
        current = self.session.round
        reached = (self.session.game, current.result is not None, len(current.moves))
        if reached > self._reached:
            self._reached = reached
            self.console.heed()

    def prompt(self, position: Position[Any, Any], words: tuple[str, ...]) -> str:
        """The question after these words of a move; at a terminal it names only what can be played."""
        ask = self.voice.legal_prompt if self.console.interactive else self.voice.prompt
        return ask(position.state, position.player, words)

    @cached_property
    def answers(self) -> "Answers":
        """What is known of the game; worked out when it is first asked for."""
        from .questions import answers_to

        self.show()  # this may take a while
        return answers_to(self.session.setup.game, plain=not self.console.interactive)

    def make_durable(self) -> None:
        """See that everything that has been said is on the disk; only then may it be seen."""
        with uninterrupted():
            self.journal.commit()
            self.leaving.see()

    def show(self) -> None:
        """Let everything be seen that has been said."""
        self.make_durable()
        self.console.flush()

    def speak(self, play: Play, note: str = "") -> None:
        """Make a move for somebody, shown as if it had been typed, at a terminal with a note behind it."""
        position, game = self.session.round.position, self.session.setup.game
        words = split(game.spellings(canonical_moves(game)[play.move])[0])
        for count, word in enumerate(words):
            self.narrator.say(*(self.voice.aside(position.state, words[:count]) if count else ()))
            self.console.say_part(self.narrator.with_names(self.prompt(position, words[:count])))
            if self.console.interactive:
                time.sleep(PAUSE / len(words))
            self.console.say(word + note * (self.console.interactive and count == len(words) - 1))
        self.do(play, announced=words[:-1])

"""Host: runs a match at the keyboard, in the words of the game's rulebook."""

import time
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.position import split
from ..match.match import Match, Terms
from ..match.player import Player
from ..match.round import Ending, Round
from ..players.human import Human
from ..store import StoreError
from .asking import Attempt, Command, Move, ask_move
from .console import Console, EndOfInput, OutputFailed, advise, complain, visible
from .keeper import Keeper
from .score import announce_round, announce_score, score
from .words import moves_in_words, paragraph, rules_in_words

if TYPE_CHECKING:
    from ..solver.answers import Answers

PAUSE = 0.6  # seconds that a person is given to see a computer's move coming
HELP = """\
Type a move as you are asked for it, or all at once. You may also type:
  moves    the moves you can make now
  rules    the rules of this game
  hint     a good move, and why it is good
  why      what the last move did (it counts as a hint)
  undo     take the last move back, if the other player agrees
  draw     offer a draw
  resign   give the game up
  quit     leave the game unfinished
  help, ?  this list"""


class Left(NumduelError):
    """A person has left in the middle of a game."""


class Host:
    """Asks, shows and keeps the score; what is legal, and who has won, it never decides itself."""

    def __init__(
        self,
        console: Console,
        game: Game[Any, Any],
        match: Match,
        players: tuple[Human | Player, Human | Player] = (Human(), Human()),
        terms: Terms | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self.console = console
        self.game = game
        self.voice = game.voice()
        self.match = match
        self.players = players
        self.terms = terms or Terms()
        self.keeper = keeper or Keeper()
        self.console.before_showing = self.keeper.sync
        self.round = Round(game, self.terms.max_turns)
        self._begun_with = match.played  # games of the match that were played before this sitting
        self._said: tuple[str, ...] = ()  # the first words of a move whose rest is still to come

    def run(self, kept: Round | None = None) -> int:
        """Play the match, beginning with a game that was left if there is one; the exit code."""
        try:
            if kept is not None:
                self.resume(kept)
            while not self.match.over:
                self.play_round()
            return 0
        except Left:
            self.leave("The game is left unfinished")
            return 0
        except EndOfInput:
            self.leave("The input has ended: the game is unfinished")
            return 1
        except KeyboardInterrupt:
            self.console.say("")
            self.leave("Interrupted: the game is unfinished")
            return 130
        except StoreError as error:
            self.console.forget()
            self.keeper.give_up()
            complain(str(error))
            self.leave("The game is unfinished; it is kept as far as it was shown", counted=False)
            return 1
        except OutputFailed:
            self.advise_resume()
            raise

    def resume(self, kept: Round) -> None:
        """Take up a game where it was left, and say where that is."""
        self.round = kept
        first, second = (self.match.names[contestant] for contestant in self.match.seats)
        announce_round(self.console, self.match)
        if self.match.single:
            self.console.say(f"{first} is Player 1, {second} is Player 2.")
        else:
            self.console.say(score(self.match))
        self.console.say(*paragraph(f"This is {self.game.spec}."))
        count = len(kept.moves)
        so_far = " ".join(map(self.game.write, kept.moves[-20:]))
        more = "... " if count > 20 else ""
        self.console.say(*paragraph(f"{count} move{'s' * (count != 1)} so far: {more}{so_far}"))
        self.console.say(self.game.show(kept.position.state))
        self.finish_round()

    @cached_property
    def answers(self) -> "Answers":
        """What is known of the game; worked out when it is first asked for."""
        from .asked import answers_to

        self.console.flush()  # this may take a while: let everything be seen, and hold nothing
        return answers_to(self.game, plain=not self.console.frills)

    def wait_for(self, player: Player) -> None:
        """Get ready for a computer to think: show what there is to see, hold nothing, and give it its luck.

        Its luck depends on the moment alone, so that a game that is resumed goes on as it would have.
        """
        self.console.flush()
        position = self.round.position
        player.chance.seed(f"{self.terms.seed}:{self.match.played}:{position.ply}:{player.name}")

    def player(self, number: int) -> Human | Player:
        """Who is Player `number` in this game."""
        return self.players[self.match.seats[number - 1]]

    def play_round(self) -> None:
        """Play one game to its end, and count it."""
        self.round = Round(self.game, self.terms.max_turns)
        seats = self.match.seats
        names = (self.match.names[seats[0]], self.match.names[seats[1]])
        self.keeper.next_game(self.match.played + 1, names)
        if self.match.played > self._begun_with:
            self.console.say("")
        announce_round(self.console, self.match)
        self.console.say(*self.voice.opening())
        self.finish_round()

    def finish_round(self) -> None:
        """Play the game at hand to its end, and count it."""
        while self.round.result is None:
            self.take_turn()
        self.keeper.finish(self.round.result)
        self.close()
        self.match.add(self.round.result.winner)
        announce_score(self.console, self.match)
        self.console.flush()
        review = self.keeper.command("review")
        if self.console.frills and review is not None:
            advise(f"To see where it was decided: {review}")

    def take_turn(self) -> None:
        """Let the player to move say something, and do it."""
        position = self.round.position
        self.console.say(*self.voice.turn(position.state, position.player))
        player = self.player(position.player)
        if not isinstance(player, Human):
            self.wait_for(player)
            self.speak(player.choose(position))
            return
        said, self._said = self._said, ()
        match ask_move(self.console, position, said):
            case Move(move, announced):
                self.make(move, announced)
            case Attempt(words):
                self.round.forfeit(visible(" ".join(words)))
            case Command(name, words):
                self._said = words  # asked again for the rest, once the command is done
                getattr(self, f"do_{name}")()

    def speak(self, move: Any) -> None:
        """Make a computer's move, shown as if it had been typed."""
        position = self.round.position
        words = split(self.game.spellings(move)[0])
        for count, word in enumerate(words):
            if count:
                self.console.say(*self.voice.aside(position.state, words[:count]))
            self.console.say_part(self.voice.prompt(position.state, position.player, words[:count]))
            if self.console.frills:
                time.sleep(PAUSE / len(words))
            self.console.say(word)
        self.make(move, len(words) - 1)

    def make(self, move: Any, announced: int) -> None:
        """Make a move and report it, with the asides its first words call for if they are still due."""
        before = self.round.position
        words = split(self.game.spellings(move)[0])
        for count in range(announced + 1, len(words)):
            self.console.say(*self.voice.aside(before.state, words[:count]))
        self.round.play(move)
        self.keeper.add(self.game.write(move))
        after = self.round.position
        self.console.say(*self.voice.report(before.state, move, after.state, before.player))

    def close(self) -> None:
        """Say how the game ended."""
        result, position = self.round.result, self.round.position
        assert result is not None
        match result.ending:
            case Ending.RULE:
                loser = None if result.winner is None else 3 - result.winner
                why = self.voice.ending(position.state, loser)
            case Ending.FORFEIT:
                why = self.voice.forfeit(position.state, position.player, tuple(result.reason.split()))
            case Ending.RESIGNATION:
                why = [f"Player {position.player} resigns."]
            case Ending.AGREEMENT:
                why = ["The players agree a draw."]
            case Ending.TURN_LIMIT:
                why = [f"The limit of {self.terms.max_turns} turns is reached."]
        self.console.say(*why, *self.voice.final(result.winner))
        for player, count in self.round.hints.items():
            if count:
                self.console.say(f"Player {player} asked for {count} hint{'s' * (count != 1)}.")

    def do_help(self) -> None:
        """Show what may be typed."""
        self.console.say(HELP)

    def do_rules(self) -> None:
        """Show the rules."""
        self.console.say(*rules_in_words(self.game))

    def do_moves(self) -> None:
        """Show the legal moves."""
        self.console.say(*paragraph(moves_in_words(self.round.position)))

    def do_hint(self) -> None:
        """Name a good move, and say why; counted."""
        from ..analysis.explanation import hint

        if self.hints_left():
            said = hint(self.round.position, self.answers)
            self.count_hint()
            self.console.say(*paragraph(said))

    def hints_left(self) -> bool:
        """Whether the player to move may have another hint; if not, that is said."""
        limit = self.terms.hint_limit
        if limit is None or self.round.hints[self.round.position.player] < limit:
            return True
        agreed = {0: "none were", 1: "one was"}.get(limit, f"{limit} were")
        self.console.say(f"No more hints: {agreed} agreed for each player.")
        return False

    def count_hint(self) -> None:
        """Count a hint for the player to move."""
        player = self.round.position.player
        self.keeper.count_hint(player)
        self.round.hints[player] += 1

    def do_why(self) -> None:
        """Say what the last move did to the value of the game; counted with the hints."""
        from ..analysis.explanation import why_last_move

        if not self.round.moves:
            self.console.say("No move has been made yet.")
            return
        if self.hints_left():
            before = self.round.at(len(self.round.moves) - 1)
            said = why_last_move(before, self.round.moves[-1], self.answers)
            self.count_hint()
            self.console.say(*paragraph(said))

    def do_undo(self) -> None:
        """Take the last move back, if the other player agrees."""
        if not self.round.moves:
            self.console.say("There is no move to take back yet.")
            return
        other = 3 - self.round.position.player
        text = self.game.write(self.round.moves[-1])
        if self.terms.undo == "none":
            self.console.say("No move can be taken back in this game: that was agreed.")
        elif not isinstance(self.player(other), Human):
            self._undo_both(other)
        elif self.terms.undo == "free" or self.console.agree(
            f"Player {3 - other} asks to take back the last move, {text}. Player {other}, do you agree?"
        ):
            self.keeper.take_back(1)
            self.round.undo()
            self.console.say(f"The last move ({text}) is taken back.")
        else:
            self.console.say(f"Player {other} does not agree. The game goes on.")

    def _undo_both(self, computer: int) -> None:
        """Take back a computer's move and the person's before it; a computer always agrees."""
        self._said = ()
        self.keeper.take_back(len(self.round.moves[-2:]))
        moves = [self.game.write(move) for move in self.round.undo(2)]
        took = " and ".join(moves)
        self.console.say(f"Player {computer} agrees: {took} {'are' if len(moves) > 1 else 'is'} taken back.")

    def do_draw(self) -> None:
        """Offer a draw to the other player."""
        player = self.round.position.player
        other = self.player(3 - player)
        if isinstance(other, Human):
            question = f"Player {3 - player}, Player {player} offers a draw. Do you accept?"
            accepted = self.console.agree(question)
        else:
            self.wait_for(other)
            accepted = other.accepts_draw(self.round.position)
        if accepted:
            self.round.agree_draw()
        else:
            self.console.say(f"Player {3 - player} declines. The game goes on.")

    def do_resign(self) -> None:
        """Give the game up."""
        self.round.resign()

    def do_quit(self) -> None:
        """Leave, after asking once."""
        if self.console.agree("Leave the game unfinished?"):
            raise Left

    def leave(self, sentence: str, counted: bool = True) -> None:
        """Say that the game, and the match it belongs to, is not finished, and how to go on with it."""
        turns = len(self.round.moves)
        self.console.say(sentence + (f", after {turns} turn{'s' * (turns != 1)}." if counted else "."))
        if not self.match.single:
            self.console.say(f"The match is unfinished. {score(self.match)}")
        self.console.flush()
        self.advise_resume()

    def advise_resume(self) -> None:
        """Say how to go on, where the game is kept.

        Not on standard output: what a game prints there does not depend on what was kept before.
        """
        command = self.keeper.command("resume")
        if command is not None:
            advise(f"To go on: {command}")

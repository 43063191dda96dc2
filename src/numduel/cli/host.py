"""Host: runs a match at the keyboard, in the words of the game's rulebook."""

import textwrap
from typing import Any

from ..core.game import Game
from ..core.position import split
from ..match.match import Match
from ..match.round import Ending, Round
from .asking import Attempt, Command, Move, ask_move
from .console import Console, EndOfInput
from .words import WIDTH, moves_in_words, rules_in_words

HELP = """\
Type a move as you are asked for it, or all at once (see "moves"). You may also type:
  moves    the moves you can make now
  rules    the rules of this game
  undo     take the last move back, if the other player agrees
  draw     offer a draw
  resign   give the game up
  quit     leave the game unfinished
  help     this list; so does ?"""


class Left(Exception):
    """A person has left in the middle of a game."""


class Host:
    """Asks, shows and keeps the score; what is legal, and who has won, it never decides itself."""

    def __init__(
        self, console: Console, game: Game[Any, Any], match: Match, max_turns: int | None = None
    ) -> None:
        self.console = console
        self.game = game
        self.voice = game.voice()
        self.match = match
        self.max_turns = max_turns
        self.round = Round(game, max_turns)

    def run(self) -> int:
        """Play the match, and return the exit code."""
        try:
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

    def play_round(self) -> None:
        """Play one game to its end, and count it."""
        self.round = Round(self.game, self.max_turns)
        self.announce_round()
        self.console.say(*self.voice.opening())
        while self.round.result is None:
            self.take_turn()
        self.close()
        self.match.add(self.round.result.winner)
        self.announce_score()

    def take_turn(self) -> None:
        """Let the player to move say something, and do it."""
        position = self.round.position
        self.console.say(*self.voice.turn(position.state, position.player))
        match ask_move(self.console, position):
            case Move(move, announced):
                self.make(move, announced)
            case Attempt(words):
                self.round.forfeit(" ".join(words))
            case Command(name):
                getattr(self, f"do_{name}")()

    def make(self, move: Any, announced: int) -> None:
        """Make a move and report it, with the asides its first words call for if they are still due."""
        before = self.round.position
        words = split(self.game.spellings(move)[0])
        for count in range(announced + 1, len(words)):
            self.console.say(*self.voice.aside(before.state, words[:count]))
        self.round.play(move)
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
                why = [f"The limit of {self.max_turns} turns is reached."]
        self.console.say(*why, *self.voice.final(result.winner))

    def do_help(self) -> None:
        """Show what may be typed."""
        self.console.say(HELP)

    def do_rules(self) -> None:
        """Show the rules."""
        self.console.say(*rules_in_words(self.game))

    def do_moves(self) -> None:
        """Show the legal moves."""
        self.console.say(*textwrap.wrap(moves_in_words(self.round.position), WIDTH))

    def do_undo(self) -> None:
        """Take the last move back, if the other player agrees."""
        if not self.round.moves:
            self.console.say("There is no move to take back yet.")
            return
        player = self.round.position.player
        text = self.game.write(self.round.moves[-1])
        if self.console.agree(f"Player {3 - player}, may the last move ({text}) be taken back?"):
            self.round.undo()
            self.console.say(f"The last move ({text}) is taken back.")
        else:
            self.console.say(f"Player {3 - player} does not agree. The game goes on.")

    def do_draw(self) -> None:
        """Offer a draw to the other player."""
        player = self.round.position.player
        if self.console.agree(f"Player {3 - player}, Player {player} offers a draw. Do you accept?"):
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

    def leave(self, sentence: str) -> None:
        """Say that the game, and the match it belongs to, is not finished."""
        turns = len(self.round.moves)
        self.console.say(f"{sentence}, after {turns} turn{'s' * (turns != 1)}.")
        if not self.match.single:
            self.console.say(f"The match is unfinished. {self.score()}")

    def announce_round(self) -> None:
        """In a match, say which game this is and who sits where."""
        if self.match.single:
            return
        match, number = self.match, self.match.played + 1
        which = f"Game {number} of {match.rounds}" if match.rounds else f"Game {number}, first to {match.to}"
        first, second = (match.names[contestant] for contestant in match.seats)
        self.console.say(*([""] if number > 1 else []))
        self.console.say(f"{which}: {first} is Player 1 and begins, {second} is Player 2.")

    def score(self) -> str:
        """The score in a sentence."""
        pairs = zip(self.match.names, self.match.points, strict=True)
        draws = f", drawn {self.match.draws}" if self.match.draws else ""
        return f"Score: {', '.join(f'{name} {points}' for name, points in pairs)}{draws}."

    def announce_score(self) -> None:
        """In a match, say the score, and after its last game the final table."""
        if self.match.single:
            return
        self.console.say("", self.score())
        if not self.match.over:
            return
        from .table import table

        names, points, leader = self.match.names, self.match.points, self.match.leader
        drawn, played = self.match.draws, self.match.played
        rows = [
            [names[i], str(points[i]), str(played - drawn - points[i]), str(drawn), str(points[i])]
            for i in (0, 1)
        ]
        self.console.say("", *table(["player", "won", "lost", "drawn", "points"], rows))
        self.console.say("The match is a tie." if leader is None else f"{names[leader]} wins the match.")

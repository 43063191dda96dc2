"""Digit Stack: append digits to one number, and do not be the one who takes it past the target."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.game import Erratum, Game, Outcome, Side
from ..core.integers import show_integer
from ..core.settings import Choice, Numbers, Whole, setting
from ..core.voice import Lines, Voice


@dataclass(frozen=True)
class DigitStack(Game[int, int]):
    """A state is the current number; 0 stands for no digits yet, since no digit is 0."""

    target: int = setting(1000, Whole(low=1), "the number that must not be exceeded")
    digits: tuple[int, ...] = setting(tuple(range(1, 10)), Numbers(1, 9), "the digits that may be appended")
    repeats: str = setting("yes", Choice("yes", "no"), "whether a digit may occur twice in the number")

    name = "digit-stack"
    title = "Digit Stack"
    summary = "Append digits to one number; whoever takes it past 1,000 loses."

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> Sequence[int]:
        if state >= self.target:
            return ()
        if self.repeats == "yes":
            return self.digits
        return tuple(digit for digit in self.digits if str(digit) not in str(state))

    def play(self, state: int, move: int) -> int:
        return 10 * state + move

    def outcome(self, state: int) -> Outcome | None:
        if state > self.target:
            return Outcome(Side.NEXT, "the target was exceeded")
        if state == self.target:
            return Outcome(Side.PREVIOUS, "the target was reached exactly")
        if not self.moves(state):
            return Outcome(Side.PREVIOUS, "no digit is left to append", stuck=True)
        return None

    def vocabulary(self) -> Sequence[int]:
        return self.digits

    def show(self, state: int) -> str:
        return f"Current number: {show_integer(state) if state else 'empty'}"

    def voice(self) -> "DigitStackVoice":
        return DigitStackVoice(self)

    errata = (
        Erratum(
            "Rules and Mechanics, rule 6",
            "Exactly 1,000 wins for the player who makes it.",
            "The rule holds, but 1,000 cannot be made: there is no digit 0. It matters for other targets.",
            "target=999",
        ),
        Erratum(
            "Game Components, Allowed Digits",
            'Digits "cannot be skipped or repeated".',
            "Read as: one digit a turn, and no passing. A digit may occur again in the number.",
            "repeats=no",
        ),
        Erratum(
            "Strategic Depth",
            "Lower digits prolong the game, and planning ahead decides it.",
            "Nobody has a real choice: four digits always pass 1,000 and three never do, so player 2 always "
            "appends the fourth and loses.",
            "target=5432",
        ),
        Erratum(
            "Objective",
            "Victory is achieved by cornering the opponent into exceeding the limit.",
            "Rule 6 adds a second way to win, making the target exactly; both hold.",
        ),
    )


class DigitStackVoice(Voice[int, int]):
    """The words of the rulebook's sample."""

    game: DigitStack

    def _target(self) -> str:
        return show_integer(self.game.target, ",")

    def _range(self, state: int) -> str:
        return Numbers(1, 9).write(tuple(self.game.moves(state)))

    def rules(self) -> Lines:
        target = self._target()
        repeats = {
            "yes": "A digit may be used any number of times.",
            "no": "A digit that already stands in the number may not be appended again; a player who has no "
            "digit left loses.",
        }
        return [
            f"Two players build one number. Whoever takes it past {target} loses.",
            "The number starts with no digits. On your turn you append one digit "
            f"({self._range(0)}) to its right end; you may not pass. {repeats[self.game.repeats]}",
            f"Above {target} you lose at once. Exactly {target} wins at once. Otherwise play goes on.",
        ]

    def opening(self) -> Lines:
        return ["Game Start! The current number is empty."]

    def turn(self, state: int, player: int) -> Lines:
        return [""]

    def prompt(self, state: int, player: int, words: tuple[str, ...]) -> str:
        return f"Player {player}, please choose a digit ({self._range(state)}): "

    def rejection(self, state: int, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        return [f"Invalid digit. Please choose a digit ({self._range(state)})."]

    def report(self, before: int, move: int, after: int, player: int) -> Lines:
        return [f"Current number is now: {show_integer(after)}"]

    def ending(self, state: int, loser: int | None) -> Lines:
        if loser is None:
            return []
        if state > self.game.target:
            what = f"Player {loser} has exceeded {self._target()}!"
        elif state == self.game.target:
            what = f"Player {3 - loser} has reached {self._target()} exactly!"
        else:
            what = f"Player {loser} has no digit left!"
        return ["", what, f"Player {loser} loses the game."]

    def final(self, winner: int | None) -> Lines:
        return ["The game is a draw."] if winner is None else [f"Player {winner} wins!"]

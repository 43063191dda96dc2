"""Digit Stack: append digits to one number, and do not be the one who takes it past the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..core.game import Erratum, Game, Outcome, Side
from ..core.integers import count_digits, show_integer, write_integer
from ..core.settings import Choice, Numbers, Whole, setting
from ..core.verdict import Value, Verdict
from ..core.voice import Lines, Voice

EXCEEDED = Outcome(Side.NEXT, "the target was exceeded")
REACHED = Outcome(Side.PREVIOUS, "the target was reached exactly")
STUCK = Outcome(Side.PREVIOUS, "no digit is left to append", stuck=True)


@dataclass(frozen=True)
class DigitStack(Game[int, int]):
    """A state is the current number; 0 stands for no digits yet, since no digit is 0."""

    target: int = setting(1000, Whole(low=1), "the number that must not be exceeded")
    digits: tuple[int, ...] = setting(tuple(range(1, 10)), Numbers(1, 9), "the digits that may be appended")
    repeats: str = setting("yes", Choice("yes", "no"), "whether a digit may occur twice in the number")

    worth_trying = "target=19191"
    name = "digit-stack"
    title = "Digit Stack"
    summary = "Append digits; whoever passes 1,000 loses."

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
            return EXCEEDED
        if state == self.target:
            return REACHED
        if not self.moves(state):
            return STUCK
        return None

    def vocabulary(self) -> Sequence[int]:
        return self.digits

    def show(self, state: int) -> str:
        return f"Current number: {show_integer(state) if state else 'empty'}"

    def features(self, state: int) -> Sequence[int]:
        return (state,)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((0, self.target),)

    def size(self) -> float:
        return self.target

    def theory(self, state: int) -> Verdict | None:
        if self.repeats == "no":
            return None
        length, size = count_digits(self.target), count_digits(state) if state else 0
        if size < length and state == self.target // 10 ** (length - size):
            value, plies = _level_with_target(self.target, self.digits)[size]
            # The last digit is the loser's if it passes the target, and the winner's if it makes it.
            passes = (value is Value.LOSS) == (plies % 2 == 1)
            why = f"it goes along with {show_integer(self.target, ',')} so far, and with best play whoever "
            end = "passes it and loses" if passes else "makes it and wins"
            why += f"appends digit number {size + plies} {end}"
            return Verdict(value, plies, why)
        return _past_or_short(state, size, self.target, length)

    def invariant(self) -> str:
        return (
            "A number whose first digits are below the target's stays below it at full length, so the digit "
            "after that loses; one whose first digits are above passes it at full length. Only numbers level "
            "with the target's first digits leave a choice. Numbers of one length that compare alike with "
            "those digits have one future, so one of each kind stands for all."
        )

    def cases(self) -> Sequence[int]:
        """For each length, numbers level with the target's first digits, below them and above them.

        Numbers of one length that compare alike with the target's first digits have one future.
        """
        states, level, length = {0}, 0, count_digits(self.target)
        for size in range(1, length + 1):
            first = self.target // 10 ** (length - size)
            grown = {10 * state + digit for state in {level, *states} for digit in self.digits}
            by_side = {(number > first) - (number < first): number for number in sorted(grown)}
            whole = size == length  # then only a number below the target is still in play
            sides = [number for side, number in by_side.items() if side < 0 or not whole]
            states |= {number for number in sides if count_digits(number) == size}
            level = by_side.get(0, level)
        return sorted(states)

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
            "target=19191",
        ),
        Erratum(
            "Objective",
            "Victory is achieved by cornering the opponent into exceeding the limit.",
            "Rule 6 adds a second way to win, making the target exactly; both hold.",
        ),
    )


def _past_or_short(number: int, size: int, target: int, length: int) -> Verdict:
    """The verdict on a number whose first digits already differ from the target's: parity decides."""
    short = size == length or number < target // 10 ** (length - size)
    last = length + 1 if short else length  # the digit that passes the target
    how = "stay below" if short else "pass"
    why = f"{length} digits that begin with {show_integer(number)} {how} {show_integer(target, ',')}, "
    why += f"so whoever appends digit number {last} loses"
    plies = last - size
    return Verdict(Value.LOSS if plies % 2 else Value.WIN, plies, why)


@lru_cache(maxsize=64)
def _level_with_target(target: int, digits: tuple[int, ...]) -> tuple[tuple[Value, int], ...]:
    """Value and plies for each number of first digits of the target, with those digits on the table."""
    shown = [int(digit) for digit in write_integer(target)]
    length = len(shown)
    known: list[tuple[Value, int]] = []
    for size in range(length - 1, -1, -1):
        follow = Verdict(*known[-1]).before() if known else Verdict(Value.WIN, 1)
        # A digit below the target's leaves length - size more plies, one above it one ply less.
        below, above = length + 1 - size, length - size
        options = [Verdict(Value.WIN if below % 2 == 0 else Value.LOSS, below)] * (digits[0] < shown[size])
        options += [follow] * (shown[size] in digits)
        options += [Verdict(Value.WIN if above % 2 == 0 else Value.LOSS, above)] * (digits[-1] > shown[size])
        best = max(options, key=lambda option: option.rank)
        known.append((best.value, best.plies or 0))
    return tuple(reversed(known))


class DigitStackVoice(Voice[int, int]):
    """The words of the rulebook's sample."""

    game: DigitStack

    def _target(self) -> str:
        return show_integer(self.game.target, ",")

    def _range(self, state: int) -> str:
        return Numbers(1, 9).write(tuple(self.game.moves(state)))

    def brief(self, state: int) -> str:
        return show_integer(state) if state else "no digits"

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

"""The kernel of Digit Stack: numbers in the order of their size, counted by their digits' ranks in the set.

With b digits to choose from, appending the digit of rank a takes code c to b * c + 1 + a: that numbers all
numbers without a gap, shorter ones first, and of one length by size. So the target is a border among codes.
"""

from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..core.integers import count_digits
from .kernel import ILLEGAL, LARGEST, MOVER_LOSES, MOVER_WINS, Kernel, NoKernel

if TYPE_CHECKING:
    from .kernel import Numbers

BASE, LAST, EXACT, REPEATS, DIGITS = range(
    5
)  # indices of the settings; LAST: the last code not above the target


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The number with one digit more."""
    base = numbers[BASE]
    if not numbers[REPEATS]:
        rest = code
        while rest > 0:
            if (rest - 1) % base == action:
                return ILLEGAL
            rest = (rest - 1) // base
    longer = base * code + 1 + action
    if longer > numbers[LAST]:
        return MOVER_LOSES
    if longer == numbers[LAST] and numbers[EXACT]:
        return MOVER_WINS
    return int(longer)


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write the number."""
    base, rest, power = numbers[BASE], code, 1
    features[0] = 0
    while rest > 0:
        features[0] += power * numbers[DIGITS + (rest - 1) % base]
        rest = (rest - 1) // base
        power *= 10


class DigitStackKernel(Kernel[int]):
    """Codes of numbers that can be made of the digits, up to the target."""

    step = staticmethod(step)
    observe = staticmethod(observe)

    def __init__(self, game: Game[int, Any]) -> None:
        self.digits: tuple[int, ...] = game.settings["digits"]
        target = game.settings["target"]
        # Found by the number of digits alone, before anything is done with thousands of them.
        if len(self.digits) > 1 and count_digits(target) > 64:
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        last = self._last_up_to(target)
        if (last + 1) * (len(self.digits) + 1) > LARGEST:
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        exact = self.decode(last) == target
        repeats = game.settings["repeats"] == "yes"
        self.set_up(
            game, last + (not exact), [len(self.digits), last, int(exact), int(repeats), *self.digits]
        )

    def _last_up_to(self, target: int) -> int:
        """The code of the largest number up to the target: codes stand in the order of their numbers."""
        low, high = 0, 1
        while self.decode(high) <= target:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.decode(middle) <= target else (low, middle)
        return low

    def encode(self, state: int) -> int:
        code, base = 0, len(self.digits)
        ranks = {str(digit): rank for rank, digit in enumerate(self.digits, 1)}
        for digit in str(state) if state else "":
            code = base * code + ranks[digit]
        return code

    def decode(self, code: int) -> int:
        state, power, base = 0, 1, len(self.digits)
        while code:
            code, digit = divmod(code - 1, base)
            state += power * self.digits[digit]
            power *= 10
        return state

"""The kernel of Digit Stack: a number, or with `multiple` or `reach` what its future depends on.

A number is counted by its digits' ranks in the set. With b digits to choose from, appending the digit of rank
a takes code c to b * c + 1 + a: that numbers all numbers without a gap, shorter ones first, and of one length
by size. So the target is a border among codes.

A kind of number counts in mixed radix: how many digits there are, the side of the target's first digits on
which they lie, the remainder, the last digit's rank in the set and the digits used, as far as each matters.
"""

from collections.abc import Iterator
from itertools import product
from math import gcd
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..core.integers import count_digits, write_integer
from .kernel import ILLEGAL, LARGEST, MOVER_LOSES, MOVER_WINS, Kernel, NoKernel, divide

if TYPE_CHECKING:
    from .kernel import Numbers

# Indices of the settings. BY_KIND: whether codes are kinds. LAST: the last code not above the target.
BY_KIND, BASE, REPEATS, LAST, EXACT, LENGTH, MULTIPLE, REACH, DIGITS = range(9)
ON, BELOW, ABOVE = range(
    3
)  # where a number lies, seen from the target's first digits; no number lies on them
SIDES = 3


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The number with one digit more."""
    if numbers[BY_KIND]:
        return step_by_kind(numbers, code, action)
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


def step_by_kind(numbers: "Numbers", code: int, action: int) -> int:
    """The kind of number that one digit more makes of a kind."""
    base, multiple, reach = numbers[BASE], numbers[MULTIPLE], numbers[REACH]
    digit, used, last, rest = numbers[DIGITS + action], 0, 0, code
    if not numbers[REPEATS]:
        used, rest = rest % (1 << base), rest >> base
        if used >> action & 1:
            return ILLEGAL
        used |= 1 << action
    if reach:
        rest, last = divide(rest, base + 1)
        if last and abs(digit - numbers[DIGITS + last - 1]) > reach:
            return ILLEGAL
    rest, remainder = divide(rest, multiple)
    size, side = divide(rest, SIDES)
    if size == numbers[LENGTH]:
        return MOVER_LOSES
    if side == ON:
        first = numbers[DIGITS + base + size]  # the target's digit in this place
        side = ABOVE if digit > first else BELOW if digit < first else ON
    size, remainder = size + 1, (10 * remainder + digit) % multiple
    if size == numbers[LENGTH] and side != BELOW:
        return MOVER_WINS if side == ON else MOVER_LOSES
    if multiple > 1 and remainder == 0:
        return MOVER_WINS
    rest = (size * SIDES + side) * multiple + remainder
    if reach:
        rest = rest * (base + 1) + action + 1
    return int(rest if numbers[REPEATS] else (rest << base) + used)


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write the number, or its kind."""
    if numbers[BY_KIND]:
        observe_kind(numbers, code, features)
        return
    base, rest, power = numbers[BASE], code, 1
    features[0] = 0
    while rest > 0:
        features[0] += power * numbers[DIGITS + (rest - 1) % base]
        rest = (rest - 1) // base
        power *= 10


def observe_kind(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write how many digits, their side, and the remainder, last digit and digits used where they matter."""
    base, multiple, rest, column = numbers[BASE], numbers[MULTIPLE], code, len(features)
    if not numbers[REPEATS]:
        column -= base
        for i in range(base):
            features[column + i] = rest >> i & 1
        rest >>= base
    if numbers[REACH]:
        column -= 1
        rest, last = divide(rest, base + 1)
        features[column] = numbers[DIGITS + last - 1] if last else 0
    if multiple > 1:
        column -= 1
        features[column] = rest % multiple
    rest //= multiple
    side = rest % SIDES
    features[0], features[1] = rest // SIDES, 1 if side == ABOVE else -1 if side == BELOW else 0


class DigitStackKernel(Kernel[int]):
    """Codes of numbers that can be made of the digits, up to the target, or of their kinds."""

    step = staticmethod(step)
    observe = staticmethod(observe)

    def __init__(self, game: Game[int, Any]) -> None:
        chosen = game.settings
        self.digits: tuple[int, ...] = chosen["digits"]
        self.target: int = chosen["target"]
        self.length = count_digits(self.target)
        self.repeats = chosen["repeats"] == "yes"
        # Without `multiple` every remainder is 0.
        self.multiple: int = chosen["multiple"] or 1
        self.reach: int = min(chosen["reach"] or 0, 9)  # no two digits lie further apart
        self.by_kind = bool(chosen["multiple"] or chosen["reach"])
        self._made: dict[int, int | None] = {
            0: 0
        }  # a number of each kind that was asked for, if there is one
        if self.by_kind:
            self._set_up_kinds(game)
        else:
            self._set_up_numbers(game)

    def _set_up_numbers(self, game: Game[int, Any]) -> None:
        # Found by the number of digits alone, before anything is done with thousands of them.
        if len(self.digits) > 1 and self.length > 64:
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        last = self._last_up_to(self.target)
        if (last + 1) * (len(self.digits) + 1) > LARGEST:
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        exact = self._number(last) == self.target
        numbers = [0, len(self.digits), int(self.repeats), last, int(exact), self.length, 1, 0, *self.digits]
        self.set_up(game, last + (not exact), numbers)

    def _set_up_kinds(self, game: Game[int, Any]) -> None:
        base = len(self.digits)
        self.lasts, self.uses = base + 1 if self.reach else 1, 1 if self.repeats else 1 << base
        kinds = SIDES * self.multiple * self.lasts * self.uses
        # This leaves a remainder room for one digit more: where the target has more than 18 digits, the
        # multiple has fewer.
        if (self.length + 1) * kinds > LARGEST:
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        self.shown = [int(digit) for digit in write_integer(self.target)]
        numbers = [1, base, int(self.repeats), 0, 0, self.length, self.multiple, self.reach]
        self.set_up(game, (self.length + 1) * kinds, [*numbers, *self.digits, *self.shown])

    def _last_up_to(self, target: int) -> int:
        """The code of the largest number up to the target: codes stand in the order of their numbers."""
        low, high = 0, 1
        while self._number(high) <= target:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._number(middle) <= target else (low, middle)
        return low

    def _number(self, code: int) -> int:
        """The number that a code counts."""
        state, power, base = 0, 1, len(self.digits)
        while code:
            code, digit = divmod(code - 1, base)
            state += power * self.digits[digit]
            power *= 10
        return state

    def encode(self, state: int) -> int:
        ranks = [self.digits.index(int(digit)) for digit in write_integer(state)] if state else []
        if self.by_kind:
            return self._encode_kind(state, ranks)
        code, base = 0, len(self.digits)
        for rank in ranks:
            code = base * code + rank + 1
        return code

    def _encode_kind(self, state: int, ranks: list[int]) -> int:
        first = self.target // 10 ** max(self.length - len(ranks), 0) if ranks else 0
        side = _side(state, first)
        last = ranks[-1] + 1 if ranks and self.reach else 0
        used = 0 if self.repeats else sum(1 << rank for rank in ranks)
        return self._code(len(ranks), side, state % self.multiple, last, used)

    def _code(self, size: int, side: int, remainder: int, last: int, used: int) -> int:
        rest = (size * SIDES + side) * self.multiple + remainder
        return (rest * self.lasts + last) * self.uses + used

    def decode(self, code: int) -> int:
        if not self.by_kind:
            return self._number(code)
        waiting = [(code, list(self._before(code)))]
        while waiting:  # no recursion: a number may have a thousand digits
            here, options = waiting[-1]
            while options and self._made.get(options[-1][0], 0) is None:
                options.pop()
            earlier, digit = options[-1] if options else (0, 0)
            shorter = self._made.get(earlier)
            if shorter is None:
                waiting.append((earlier, list(self._before(earlier))))
                continue
            self._made[here] = 10 * shorter + digit if options or here == 0 else None
            waiting.pop()
        found = self._made[code]
        if found is None:
            raise KeyError(code)
        return found

    def _before(self, code: int) -> Iterator[tuple[int, int]]:
        """The kinds from which a digit leads to this one, each with the digit."""
        rest, used = divmod(code, self.uses)
        rest, last = divmod(rest, self.lasts)
        rest, remainder = divmod(rest, self.multiple)
        size, side = divmod(rest, SIDES)
        for rank, digit in enumerate(self.digits) if size else ():
            if (self.reach and last != rank + 1) or not (self.repeats or used >> rank & 1):
                continue
            turns = _side(digit, self.shown[size - 1])  # where this digit leads from the target's first ones
            sides = [*[side] * (side != ON), *[ON] * (turns == side)]
            unused = used & ~(1 << rank)
            if size > 1:
                around = product(sides, self._remainders_before(remainder, digit), self._lasts_before(digit))
                yield from ((self._code(size - 1, *kind, unused), digit) for kind in around)
            elif turns == side and digit % self.multiple == remainder and not unused:
                yield 0, digit

    def _remainders_before(self, remainder: int, digit: int) -> list[int]:
        """The remainders that the digit takes to this one; after a multiple nobody goes on."""
        common = gcd(10, self.multiple)
        if (remainder - digit) % common:
            return []
        apart = self.multiple // common
        least = (remainder - digit) // common * pow(10 // common, -1, apart) % apart
        every = range(least, self.multiple, apart)
        return [one for one in every if one or self.multiple == 1]

    def _lasts_before(self, digit: int) -> list[int]:
        """The last digits, by rank, that this one may follow."""
        if not self.reach:
            return [0]
        return [rank for rank, one in enumerate(self.digits, 1) if abs(digit - one) <= self.reach]


def _side(number: int, first: int) -> int:
    """Where a number lies."""
    return ABOVE if number > first else BELOW if number < first else ON

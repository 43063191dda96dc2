"""The kernel of Operation Stack with bounds: stacks by height, and within a height as numbers in one base.

A stack of h numbers is a number of h digits, the bottom one first, each counted from the least value there
can be; lower stacks have lower codes.
"""

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from .kernel import ILLEGAL, LARGEST, MOVER_WINS, Kernel, NoKernel, divide

if TYPE_CHECKING:
    from .kernel import Numbers

# Indices of the settings; then follow what is pushed, the operations, and the first code of each height. A
# number's digit is the number plus the offset.
OFFSET, BASE, MAX_STACK, MAX_VALUE, TARGET, PUSHES, HEIGHTS, REST = range(8)
PLUS, MINUS, TIMES, SWAP, NEGATE, DOUBLE = range(6)
OPERATIONS = ("plus", "minus", "times", "swap", "negate", "double")
MAX_HEIGHT = 1_000
Unpacked = tuple[int, int, int, int, int, int]


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The stack with one number more, with its top two combined or exchanged, or its top one changed."""
    return play(numbers, unpack(numbers, code), action)


def unpack(numbers: "Numbers", code: int) -> Unpacked:
    """The height and the digits of a stack, those under its top one and two, and these two."""
    height, first = numbers[MAX_STACK], numbers[HEIGHTS]
    while code < numbers[first + height]:
        height -= 1
    digits = code - numbers[first + height]
    rest, top = divide(digits, numbers[BASE])
    below, second = divide(rest, numbers[BASE])
    return height, digits, rest, below, second, top


def play(numbers: "Numbers", unpacked: Unpacked, action: int) -> int:
    """What `step` returns."""
    height, digits, rest, below, second, top = unpacked
    base, first = numbers[BASE], numbers[HEIGHTS]
    if action < numbers[PUSHES]:
        if height == numbers[MAX_STACK]:
            return ILLEGAL
        pushed = numbers[REST + action]
        if height == 0 and pushed == numbers[TARGET]:
            return MOVER_WINS
        return int(numbers[first + height + 1] + digits * base + pushed + numbers[OFFSET])
    operation = numbers[REST + action]
    operands = 1 if operation >= NEGATE else 2
    if height < operands:
        return ILLEGAL
    if operation == SWAP:
        return int(numbers[first + height] + (below * base + top) * base + second)
    result = calculate(second - numbers[OFFSET], operation, top - numbers[OFFSET])
    if result > numbers[MAX_VALUE] or result < -numbers[MAX_VALUE]:
        return ILLEGAL
    if height == operands and result == numbers[TARGET]:
        return MOVER_WINS
    left = rest if operands == 1 else below  # what lies under the result
    return int(numbers[first + height + 1 - operands] + left * base + result + numbers[OFFSET])


def calculate(first: int, operation: int, second: int) -> int:
    """What the operation makes of the two numbers, or of the second alone."""
    if operation == PLUS:
        return first + second
    if operation == NEGATE:
        return -second
    if operation == DOUBLE:
        return 2 * second
    return first - second if operation == MINUS else first * second


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write the height and the numbers, top first."""
    height, first = numbers[MAX_STACK], numbers[HEIGHTS]
    while code < numbers[first + height]:
        height -= 1
    digits = code - numbers[first + height]
    features[0] = height
    for i in range(1, len(features)):
        features[i] = digits % numbers[BASE] - numbers[OFFSET] if i <= height else 0
        digits //= numbers[BASE]


class OperationStackKernel(Kernel[Any]):
    """Codes of every stack within `max_stack` and `max_value`."""

    step, unpack, play = staticmethod(step), staticmethod(unpack), staticmethod(play)
    observe = staticmethod(observe)

    def __init__(self, game: Game[Any, Any]) -> None:
        chosen = game.settings
        tallest, most = chosen["max_stack"], chosen["max_value"]
        if tallest is None or most is None:
            raise NoKernel(f"{game.title} is finite only with max_stack and max_value")
        self.offset = max(most, *chosen["numbers"])
        self.base = 2 * self.offset + 1
        if tallest > MAX_HEIGHT:
            raise NoKernel(f"{game.title} has kernels only up to max_stack={MAX_HEIGHT:,}")
        if self.base > LARGEST or self.base**tallest > LARGEST:
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        of_each_height = [self.base**height for height in range(tallest + 1)]
        self.firsts = list(accumulate(of_each_height, initial=0))
        # A target that no stack can hold is as good as any other such.
        target = chosen["target"] if abs(chosen["target"]) <= self.offset else self.offset + 1
        operations = [OPERATIONS.index(word) for word in chosen["operations"]]
        rest = [*chosen["numbers"], *operations]
        numbers = [self.offset, self.base, tallest, most, target, len(chosen["numbers"]), REST + len(rest)]
        size = self.firsts.pop()
        self.set_up(game, size, [*numbers, *rest, *self.firsts])

    def encode(self, state: Any) -> int:
        digits = 0
        for number in state:
            digits = digits * self.base + number + self.offset
        return int(self.firsts[len(state)] + digits)

    def decode(self, code: int) -> Any:
        height = sum(first <= code for first in self.firsts) - 1
        stack: list[int] = []
        digits = code - self.firsts[height]
        for _ in range(height):
            digits, digit = divmod(digits, self.base)
            stack.insert(0, digit - self.offset)
        return tuple(stack)

"""The kernel of Operation Obliteration: the number, and the last operations as far as they matter."""

from typing import TYPE_CHECKING, Any

from ..core.game import Game
from .kernel import ILLEGAL, Kernel, divide

if TYPE_CHECKING:
    from .kernel import Numbers

# Indices of the settings: the bounds; how many cases of each last operation a code tells apart; which
# of the two is barred; whether any number may be multiplied.
LOW, HIGH, MINE, THEIRS, BARS_MINE, BARS_THEIRS, ANY = range(7)
ADD, SUBTRACT, DIVIDE, MULTIPLY = range(4)


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The number after an operation, and the last operations as the other player sees them."""
    rest, theirs = divide(code, numbers[THEIRS])
    above, mine = divide(rest, numbers[MINE])
    number = numbers[LOW] + above
    if (numbers[BARS_MINE] and mine == action + 1) or (numbers[BARS_THEIRS] and theirs == action + 1):
        return ILLEGAL
    if action <= SUBTRACT:
        if not is_prime(number):
            return ILLEGAL
        number += 1 if action == ADD else -1
    elif action == DIVIDE:
        if number % 2 == 1:
            return ILLEGAL
        number //= 2
    else:
        if number % 2 == 0 and not numbers[ANY]:
            return ILLEGAL
        number = 3 * number + 1
    if number < numbers[LOW] or number > numbers[HIGH]:
        return ILLEGAL
    mine = theirs if numbers[MINE] > 1 else 0
    theirs = action + 1 if numbers[THEIRS] > 1 else 0
    return int(((number - numbers[LOW]) * numbers[MINE] + mine) * numbers[THEIRS] + theirs)


def is_prime(number: int) -> bool:
    """Whether a number up to 10^18 is prime, by Miller and Rabin's test."""
    if number < 2:
        return False
    for small in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if number % small == 0:
            return number == small
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if number < 3_215_031_751 and base > 7:
            return True  # below this, four bases suffice
        if not passes(number, base, odd, twos):
            return False
    return True


def passes(number: int, base: int, odd: int, twos: int) -> bool:
    """Whether `number`, which is 1 + odd * 2^twos, looks prime to this base."""
    power, square, left = 1, base, odd
    while left > 0:
        if left % 2:
            power = times(power, square, number)
        square = times(square, square, number)
        left //= 2
    if power == 1:
        return True
    for _ in range(twos):
        if power == number - 1:
            return True
        power = times(power, power, number)
    return False


def times(first: int, second: int, modulus: int) -> int:
    """The product modulo a number up to 10^18, three bits at a time where 64 bits would not hold it."""
    if modulus < 3_000_000_000:
        return first * second % modulus
    product = 0
    for shift in range(57, -1, -3):
        product = (8 * product + (second >> shift) % 8 * first % modulus) % modulus
    return product


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write the number and the last operations."""
    rest = code // numbers[THEIRS]
    features[0] = numbers[LOW] + rest // numbers[MINE]
    features[1] = rest % numbers[MINE]
    features[2] = code % numbers[THEIRS]


class OperationObliterationKernel(Kernel[Any]):
    """Codes of the numbers from `low` to `high` with both players' last operations."""

    step = staticmethod(step)
    observe = staticmethod(observe)

    def __init__(self, game: Game[Any, Any]) -> None:
        rule = game.settings["no_repeat"]
        self.low: int = game.settings["low"]
        self.last = (None, *game.vocabulary())
        # What is mine now was theirs a turn ago: one is not known without the other.
        self.mine = len(self.last) if rule in ("own", "both") else 1
        self.theirs = len(self.last) if rule != "none" else 1
        high = game.settings["high"]
        size = (high - self.low + 1) * self.mine * self.theirs
        bars = [int(rule in ("own", "both")), int(rule in ("opponent", "both"))]
        multiplies_any = int(game.settings["multiply"] == "any")
        self.set_up(game, size, [self.low, high, self.mine, self.theirs, *bars, multiplies_any])

    def encode(self, state: Any) -> int:
        mine = self.last.index(state.mine) if self.mine > 1 else 0
        theirs = self.last.index(state.theirs) if self.theirs > 1 else 0
        return int(((state.number - self.low) * self.mine + mine) * self.theirs + theirs)

    def decode(self, code: int) -> Any:
        rest, theirs = divmod(code, self.theirs)
        number, mine = divmod(rest, self.mine)
        return self.game.initial()._replace(
            number=self.low + number, mine=self.last[mine], theirs=self.last[theirs]
        )

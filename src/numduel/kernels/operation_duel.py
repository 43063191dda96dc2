"""The kernel of Operation Duel: a code is how far the number lies above the start."""

from typing import TYPE_CHECKING, Any

from ..core.game import Game
from .kernel import ILLEGAL, MOVER_LOSES, MOVER_WINS, Kernel

if TYPE_CHECKING:
    from .kernel import Numbers

START, TARGET, FORBIDDEN, ADDS, OPERATIONS = range(5)  # indices of the settings


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The number after an operation."""
    number, by = numbers[START] + code, numbers[OPERATIONS + 2 * action]
    # Past this number the operation oversteps; so nothing is computed that 64 bits do not hold.
    if number > numbers[OPERATIONS + 2 * action + 1]:
        return ILLEGAL if numbers[FORBIDDEN] else MOVER_LOSES
    number = number + by if action < numbers[ADDS] else number * by
    return MOVER_WINS if number == numbers[TARGET] else number - numbers[START]


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write the number."""
    features[0] = numbers[START] + code


class OperationDuelKernel(Kernel[int]):
    """Codes from the start up to the target."""

    step = staticmethod(step)
    observe = staticmethod(observe)

    def __init__(self, game: Game[int, Any]) -> None:
        chosen = game.settings
        self.base: int = chosen["start"]
        target, forbidden = chosen["target"], int(chosen["overshoot"] == "forbidden")
        adding = [(by, target - by) for by in chosen["add"]]
        multiplying = [(by, target // by) for by in chosen["multiply"]]
        operations = [number for pair in (*adding, *multiplying) for number in pair]
        numbers = [self.base, target, forbidden, len(adding), *operations]
        self.set_up(game, target - self.base, numbers)

    def encode(self, state: int) -> int:
        return state - self.base

    def decode(self, code: int) -> int:
        return self.base + code

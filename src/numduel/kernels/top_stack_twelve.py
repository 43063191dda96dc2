"""The kernel of Top Stack Twelve: the numbers that the next sum still counts, and the tokens left.

A code counts in mixed radix: the numbers on top, deepest first, each as its token's rank in the set (0 for
none), then how many of each token are left.
"""

from typing import TYPE_CHECKING, Any

from ..core.game import Game
from .kernel import ILLEGAL, LARGEST, MOVER_LOSES, Kernel, NoKernel, divide

if TYPE_CHECKING:
    from .kernel import Numbers

# Indices of the settings; after the tokens follows what one of each weighs in the supply.
LIMIT, DEPTH, TOPS, KINDS, COPIES, LEFTS, TOKENS = range(7)


def step(numbers: "Numbers", code: int, action: int) -> int:
    """The top of the stack with one number more, and the supply with one less."""
    return play(numbers, unpack(numbers, code), action)


def unpack(numbers: "Numbers", code: int) -> tuple[int, int, int]:
    """The supply, the sum of the numbers that count, and the code of those that still do then."""
    top, left, total, kinds = code, 0, 0, numbers[KINDS]
    if numbers[COPIES]:
        top, left = divide(code, numbers[LEFTS])
    rest = top
    for _ in range(numbers[DEPTH]):
        rest, token = divide(rest, kinds + 1)
        if token:
            total += numbers[TOKENS + token - 1]
    # The deepest number leaves the window as the next one enters it.
    return left, total, top % numbers[TOPS] * (kinds + 1)


def play(numbers: "Numbers", unpacked: tuple[int, int, int], action: int) -> int:
    """What `step` returns."""
    left, total, kept = unpacked
    if numbers[COPIES]:
        weight = numbers[TOKENS + numbers[KINDS] + action]
        if left // weight % (numbers[COPIES] + 1) == 0:
            return ILLEGAL
        left -= weight
    if total + numbers[TOKENS + action] >= numbers[LIMIT]:
        return MOVER_LOSES
    top = kept + action + 1 if numbers[DEPTH] else 0
    return int(top * numbers[LEFTS] + left)


def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
    """Write the numbers that count, top first, and the supply."""
    kinds, copies, depth = numbers[KINDS], numbers[COPIES], numbers[DEPTH]
    shown = len(features) - (kinds if copies else 0)
    if copies:
        for kind in range(kinds - 1, -1, -1):
            features[shown + kind] = code % (copies + 1)
            code //= copies + 1
    for i in range(shown):
        token = code % (kinds + 1) if i < depth else 0
        features[i] = numbers[TOKENS + token - 1] if token else 0
        code //= kinds + 1


class TopStackTwelveKernel(Kernel[Any]):
    """Codes of the top of the stack and of the supply."""

    step, unpack, play = staticmethod(step), staticmethod(unpack), staticmethod(play)
    observe = staticmethod(observe)

    def __init__(self, game: Game[Any, Any]) -> None:
        chosen = game.settings
        self.tokens: tuple[int, ...] = chosen["tokens"]
        self.copies: int = chosen["supply"] or 0
        # Numbers are at least 1: no more of them than the limit are ever on a stack in play.
        self.depth = min(chosen["window"] - 1, chosen["limit"] // self.tokens[0])
        radix = len(self.tokens) + 1
        # Found without making numbers of millions of digits.
        if self.depth > 64 or self.copies > LARGEST or (self.copies and radix > 64):
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        lefts = (self.copies + 1) ** len(self.tokens)
        limit = min(chosen["limit"], 10**9)  # at most 65 tokens of at most 999 are ever summed
        tops = radix ** max(self.depth - 1, 0)
        weights = [(self.copies + 1) ** power for power in reversed(range(len(self.tokens)))]
        numbers = [limit, self.depth, tops, len(self.tokens), self.copies, lefts, *self.tokens, *weights]
        self.set_up(game, radix**self.depth * lefts, numbers)

    def encode(self, state: Any) -> int:
        code, base = 0, len(self.tokens) + 1
        for number in state.stack[-self.depth :] if self.depth else ():
            code = base * code + self.tokens.index(number) + 1
        for left in state.left or ():
            code = (self.copies + 1) * code + left
        return code

    def decode(self, code: int) -> Any:
        left: list[int] = []
        for _ in self.tokens if self.copies else ():
            code, count = divmod(code, self.copies + 1)
            left.insert(0, count)
        stack: list[int] = []
        while code:
            code, rank = divmod(code, len(self.tokens) + 1)
            stack.insert(0, self.tokens[rank - 1])
        return self.game.initial()._replace(stack=tuple(stack), left=tuple(left) if self.copies else None)

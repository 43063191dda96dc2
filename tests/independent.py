"""The five games once more: naive, written from the rulebooks, sharing nothing with the package.

Each game is a start and a function from a state to what every legal move leads to: the next state, or
`WINS` or `LOSES` for the player who makes the move. A state with nothing to play is a player who is stuck.
Moves are texts.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

ENDS = WINS, LOSES = ("wins", "loses")


class Rules(NamedTuple):
    start: Any
    options: Callable[[Any], dict[str, Any]]


def operation_stack(
    target: int = 24,
    numbers: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9),
    operations: tuple[str, ...] = ("plus", "minus", "times"),
    max_stack: int | None = None,
    max_value: int | None = None,
    invalid: str = "loses",
) -> Rules:
    def options(stack: list[int]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if max_stack is None or len(stack) < max_stack:
            for number in numbers:
                left = [*stack, number]
                found[str(number)] = WINS if left == [target] else left
        if len(stack) >= 2:
            *rest, first, second = stack
            results = {"plus": first + second, "minus": first - second, "times": first * second}
            for word, sign in (("plus", "+"), ("minus", "-"), ("times", "*")):
                if word in operations and (max_value is None or -max_value <= results[word] <= max_value):
                    left = [*rest, results[word]]
                    found[sign] = WINS if left == [target] else left
            if "swap" in operations:
                found["swap"] = [*rest, second, first]
        return found

    return Rules([], options)


def top_stack_twelve(
    limit: int = 12,
    window: int = 3,
    tokens: tuple[int, ...] = (1, 2, 3, 4, 5, 6),
    supply: int | None = None,
) -> Rules:
    # A state is what a player need remember: the numbers still to be summed, and the tokens gone.
    def options(state: tuple[list[int], list[int]]) -> dict[str, Any]:
        top, gone = state
        found: dict[str, Any] = {}
        for token in tokens:
            if supply is not None and gone.count(token) >= supply:
                continue
            now = [*top, token]
            keep = now[max(len(now) - (window - 1), 0) :]
            used = [] if supply is None else sorted([*gone, token])
            found[str(token)] = LOSES if sum(now) >= limit else (keep, used)
        return found

    return Rules(([], []), options)


def operation_obliteration(start: int = 12, low: int = 1, high: int = 100, no_repeat: str = "own") -> Rules:
    def options(state: tuple[int, str, str]) -> dict[str, Any]:
        number, mine, theirs = state
        results: dict[str, int] = {}
        if number >= 2 and all(number % divisor for divisor in range(2, number)):
            results.update(add=number + 1, subtract=number - 1)
        if number % 2 == 0:
            results["divide"] = number // 2
        if number % 2 == 1:
            results["multiply"] = 3 * number + 1
        found: dict[str, Any] = {}
        for word, result in results.items():
            own = word == mine and no_repeat in ("own", "both")
            other = word == theirs and no_repeat in ("opponent", "both")
            if low <= result <= high and not own and not other:
                # Only what the reading of the rule asks for is remembered.
                found[word] = (
                    result,
                    theirs if no_repeat in ("own", "both") else "",
                    word if no_repeat != "none" else "",
                )
        return found

    return Rules((start, "", ""), options)


def digit_stack(
    target: int = 1000, digits: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9), repeats: str = "yes"
) -> Rules:
    # A state is the number as it is written, empty at first.
    def options(number: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for digit in map(str, digits):
            if repeats == "yes" or digit not in number:
                made = int(number + digit)
                found[digit] = WINS if made == target else LOSES if made > target else number + digit
        return found

    return Rules("", options)


def operation_duel(
    target: int = 20,
    start: int = 1,
    add: tuple[int, ...] = (1,),
    multiply: tuple[int, ...] = (2,),
    overshoot: str = "loses",
) -> Rules:
    def options(number: int) -> dict[str, Any]:
        results = {f"+{by}": number + by for by in add} | {f"*{by}": number * by for by in multiply}
        return {
            move: WINS if made == target else LOSES if made > target else made
            for move, made in results.items()
            if made <= target or overshoot == "loses"
        }

    return Rules(start, options)


GAMES: dict[str, Callable[..., Rules]] = {
    "operation-stack": operation_stack,
    "top-stack-twelve": top_stack_twelve,
    "operation-obliteration": operation_obliteration,
    "digit-stack": digit_stack,
    "operation-duel": operation_duel,
}


def count_lines(rules: Rules, depth: int) -> int:
    """How many ways there are to make exactly `depth` moves."""

    def below(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        if state in ENDS:
            return 0
        return sum(below(after, depth - 1) for after in rules.options(state).values())

    return below(rules.start, depth)


def count_positions(rules: Rules, depth: int | None = None) -> int:
    """How many positions a player can face, before the end, after at most `depth` moves."""
    seen = {repr(rules.start)}
    level = [rules.start]
    while level and depth != 0:
        reached = [after for state in level for after in rules.options(state).values()]
        level = []
        for state in reached:
            if state not in ENDS and repr(state) not in seen:
                seen.add(repr(state))
                level.append(state)
        depth = None if depth is None else depth - 1
    return len(seen)

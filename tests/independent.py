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
            found.update({str(number): [*stack, number] for number in numbers})
        results: list[tuple[str, str, list[int], int]] = []
        if len(stack) >= 2:
            *rest, first, second = stack
            results.append(("plus", "+", rest, first + second))
            results.append(("minus", "-", rest, first - second))
            results.append(("times", "*", rest, first * second))
            if "swap" in operations:
                found["swap"] = [*rest, second, first]
        if stack:
            results.append(("negate", "negate", stack[:-1], -stack[-1]))
            results.append(("double", "double", stack[:-1], stack[-1] + stack[-1]))
        for word, move, rest, result in results:
            if word in operations and (max_value is None or -max_value <= result <= max_value):
                found[move] = [*rest, result]
        return {move: WINS if left == [target] else left for move, left in found.items()}

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


def operation_obliteration(
    start: int = 12, low: int = 1, high: int = 100, no_repeat: str = "own", multiply: str = "odd"
) -> Rules:
    def options(state: tuple[int, str, str]) -> dict[str, Any]:
        number, mine, theirs = state
        results: dict[str, int] = {}
        if number >= 2 and all(number % divisor for divisor in range(2, number)):
            results.update(add=number + 1, subtract=number - 1)
        if number % 2 == 0:
            results["divide"] = number // 2
        if number % 2 == 1 or multiply == "any":
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
    target: int = 1000,
    digits: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9),
    repeats: str = "yes",
    reach: int | None = None,
    multiple: int | None = None,
) -> Rules:
    # A state is the number as it is written, empty at first.
    def options(number: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for digit in map(str, digits):
            if repeats == "no" and digit in number:
                continue
            if reach is not None and number and not -reach <= int(digit) - int(number[-1]) <= reach:
                continue
            made = int(number + digit)
            if made > target:
                found[digit] = LOSES
            elif made == target or (multiple is not None and made % multiple == 0):
                found[digit] = WINS
            else:
                found[digit] = number + digit
        return found

    return Rules("", options)


def kind_of_number(
    number: str, target: int, repeats: str, reach: int | None, multiple: int | None, **_: Any
) -> str:
    """What a number of Digit Stack is told apart by, where there is `multiple` or `reach`."""
    first = str(target)[: len(number)]
    parts = [str(len(number)), "below" if number < first else "above" if number > first else "on"]
    if multiple is not None:
        parts.append(f"leaves {int(number or '0') % multiple}")
    if reach is not None:
        parts.append(f"ends in {number[-1:]}")
    if repeats == "no":
        parts.append("has " + "".join(sorted(number)))
    return ", ".join(parts)


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


def names_of(name: str, settings: dict[str, Any]) -> Callable[[Any], str]:
    """What tells the positions of a game apart: the states themselves, or the kinds of them."""
    if name == "digit-stack" and (settings["multiple"] is not None or settings["reach"] is not None):
        return lambda number: kind_of_number(number, **settings)
    return repr


def count_positions(rules: Rules, depth: int | None = None, name: Callable[[Any], str] = repr) -> int:
    """How many positions a player can face, before the end, after at most `depth` moves."""
    seen = {name(rules.start)}
    level = [rules.start]
    while level and depth != 0:
        reached = [after for state in level for after in rules.options(state).values()]
        level = []
        for state in reached:
            if state not in ENDS and name(state) not in seen:
                seen.add(name(state))
                level.append(state)
        depth = None if depth is None else depth - 1
    return len(seen)

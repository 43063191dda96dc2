"""Strategy: a win in exactly so many plies, proved from both sides."""

from collections.abc import Iterator
from typing import Any

from ...core.game import Side
from ...core.integers import count
from .choices import Choices, number
from .common import AnyGame, Entry, Report, after_each, in_positions, require, same


def check_strategy(game: AnyGame, claim: Entry, certificate: Entry) -> Report:
    """What was checked of a win; DoesNotHold if anything fails."""
    winner, plies = claim["winner"], claim["plies"]
    require(winner is not None and type(plies) is int, "a strategy proves a win in so many moves")
    win, delay = Choices(game, certificate["win"]), Choices(game, certificate["delay"])
    won = _check_win(game, win, winner, plies)
    lasted = _check_delay(game, delay, 3 - winner, plies)
    length = count(plies, "move")
    proved = (
        f"Player {winner} wins within {length}: {in_positions(won)}.",
        f"Player {3 - winner} lasts {length}: {in_positions(lasted)}.",
    )
    return Report(proved, win.told() or delay.told())


def _first_states(game: AnyGame, side: int, losing: str) -> list[Any]:
    """The states in which `side` has its first choice: the start, or after each move of the other."""
    if side == 1:
        return [game.initial()]
    states = list(after_each(game, game.initial()))
    require(all(outcome is None or outcome.winner is Side.NEXT for _, outcome in states), losing)
    return [state for state, outcome in states if outcome is None]


def _check_win(game: AnyGame, choices: Choices, winner: int, plies: int) -> int:
    """The winner's moves lead, whatever the other does, to a win in exactly the plies they say."""
    first = _first_states(game, winner, "the first move may already lose for the claimed winner")
    taken = [choices.take(state) for state in first]
    checked: set[str] = set()
    check_wins_from(game, choices, taken, checked)
    choices.require_all_used()
    most = max((number(entry, "within") for entry, _ in taken), default=0)
    require(plies == most + (winner == 2), "the number of moves is not what the strategy needs")
    return len(checked)


def check_wins_from(
    game: AnyGame, choices: Choices, taken: list[tuple[Entry, Any]], checked: set[str]
) -> None:
    """Whoever is to move in the states whose entries are taken wins by the moves listed, in their plies.

    Every entry whose plies count is looked at itself: a game may name a position otherwise the next time.
    """
    waiting = list(taken)
    while waiting:
        entry, after = waiting.pop()
        if entry["at"] in checked:
            continue
        checked.add(entry["at"])
        outcome, longest = game.outcome(after), 0
        require(outcome is None or outcome.winner is Side.PREVIOUS, f"the move in {entry['at']:.200} loses")
        for reply, end in after_each(game, after):
            require(end is None or end.winner is Side.NEXT, f"a reply to {entry['at']:.200} escapes")
            if end is None:
                waiting.append(choices.take(reply))
            longest = max(longest, 1 if end else 1 + number(waiting[-1][0], "within"))
        # The numbers fall along every line, so no line can go on for ever.
        require(same(entry["within"], 1 + longest), f"the distance in {entry['at']:.200} is wrong")


def _check_delay(game: AnyGame, choices: Choices, loser: int, plies: int) -> int:
    """The loser's moves last, whatever the other does, at least the plies they say."""
    if loser == 1:
        waiting = [(game.initial(), plies)]
    else:
        ends = [outcome for _, outcome in after_each(game, game.initial()) if outcome is not None]
        quickly = any(end.winner is Side.PREVIOUS for end in ends)
        require(plies == 1 or not quickly, "the winner is quicker than claimed")
        waiting = [(state, plies - 1) for state, end in after_each(game, game.initial()) if end is None]
    checked = set()
    while waiting:
        state, due = waiting.pop()
        if due <= 0:
            continue
        entry, after = choices.take(state)
        require(
            number(entry, "lasts") >= due,
            f"the position {entry['at']:.200} does not last long enough",
        )
        if entry["at"] in checked:
            continue
        checked.add(entry["at"])
        waiting += list(_replies_due(game, entry, after))
    choices.require_all_used()
    return len(checked)


def _replies_due(game: AnyGame, entry: Entry, after: Any) -> Iterator[tuple[Any, int]]:
    """What the loser must still survive after the move of an entry, for each reply."""
    lasts, outcome = entry["lasts"], game.outcome(after)
    too_soon = f"the loser is lost sooner than {entry['at']:.200} says"
    if outcome is not None:
        require(lasts <= 1 or outcome.winner is not Side.NEXT, too_soon)
        return
    for reply, end in after_each(game, after):
        if end is None:
            yield reply, lasts - 2
        else:
            require(lasts <= 2 or end.winner is not Side.PREVIOUS, too_soon)

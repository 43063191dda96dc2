"""Holding: nobody can force a win, since each side has moves by which it never loses."""

from typing import Any

from ...core.game import Outcome, Side
from ...core.integers import count
from .choices import Choices
from .common import AnyGame, Entry, Report, after_each, in_positions, name_of, require
from .strategy import check_wins_from


def check_holding(game: AnyGame, claim: Entry, certificate: Entry) -> Report:
    """What was checked of a game that nobody can force; DoesNotHold if anything fails."""
    require(claim["value"] in ("endless", "draw"), "what both sides can hold is endless or a draw")
    require(set(certificate["hold"]) == {"1", "2"}, "it must list what each side holds")
    sides = {side: Choices(game, certificate["hold"][str(side)]) for side in (1, 2)}
    lines = []
    for side, choices in sides.items():
        held = _check_hold(game, choices, side)
        lines.append(f"Player {side} can always avoid losing: {in_positions(held)}.")
    length = _check_line(game, claim, certificate["line"], sides)
    refuted = Choices(game, certificate["refuted"])
    if claim["value"] == "endless":
        _check_never_drawn(game, refuted)
    refuted.require_all_used()
    end = "it ends in a draw" if claim["value"] == "draw" else "it comes back to where it was"
    lines.append(f"When neither errs, {end}: a line of {count(length, 'move')}.")
    return Report(tuple(lines), sides[1].told() or sides[2].told() or refuted.told())


def _check_hold(game: AnyGame, choices: Choices, side: int) -> int:
    """Following its moves, a side stays where it is not lost, whatever the other does."""
    waiting = [game.initial()] if side == 1 else _still_to_face(game, game.initial())
    checked = set()
    while waiting:
        state = waiting.pop()
        going_on = game.outcome(state) is None and bool(game.moves(state))
        require(going_on, f"player {side} can be beaten")
        entry, after = choices.take(state)
        if entry["at"] in checked:
            continue
        checked.add(entry["at"])
        outcome = game.outcome(after)
        require(outcome is None or not _lost(outcome, Side.PREVIOUS), f"the move in {entry['at']:.200} loses")
        waiting += _still_to_face(game, after)
    choices.require_all_used()
    return len(checked)


def _still_to_face(game: AnyGame, state: Any) -> list[Any]:
    """The states after each move that the next player has to answer, those already lost among them."""
    return [after for after, end in after_each(game, state) if end is None or _lost(end, Side.NEXT)]


def _lost(outcome: Outcome, side: Side) -> bool:
    return outcome.winner is not None and outcome.winner is not side


def _check_line(game: AnyGame, claim: Entry, line: list[str], sides: dict[int, Choices]) -> int:
    """Both follow the moves they hold by: the game ends in a draw, or repeats itself, as claimed."""
    state, seen, player, played = game.initial(), set(), 1, []
    while game.outcome(state) is None and (name_of(game.key(state)), player) not in seen:
        seen.add((name_of(game.key(state)), player))
        entry, state = sides[player].take(state)
        played.append(entry["play"])
        player = 3 - player
    require(line == played[: len(line)] and bool(line), "its line is not what the two sides play")
    outcome = game.outcome(state)
    require(claim["plies"] is None, "what both sides can hold has no number of moves")
    if claim["value"] == "draw":
        require(outcome is not None and outcome.winner is None, "its line does not end in a draw")
    else:
        require(outcome is None, "its line comes to an end")
    return len(played)


def _check_never_drawn(game: AnyGame, refuted: Choices) -> None:
    """No drawn end can be reached by moves that do not lose; each that does is listed with its refutation."""
    start = game.initial()
    waiting, seen = [start], {refuted.positions.told_apart(game.key(start), start)[0]}
    checked: set[str] = set()
    while waiting:
        for after, end in after_each(game, waiting.pop()):
            require(
                end is None or end.winner is not None, "a drawn end can be reached: it need not be endless"
            )
            if end is not None:
                continue
            key = game.key(after)
            position, _ = refuted.positions.told_apart(key, after)
            if name_of(key) in refuted.entries:  # whoever is to move there wins
                check_wins_from(game, refuted, [refuted.take(after)], checked)
            elif position not in seen:
                seen.add(position)
                waiting.append(after)

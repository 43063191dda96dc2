"""Verify: check a certificate by the rules of its game alone.

This module shares no code with the solver and trusts nothing in the file: it plays every move that the
certificate does not choose. It is short so that it can be read in full by someone who doubts it.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game, Outcome, Side
from ..core.integers import count
from ..core.registry import load, short_spec
from ..core.settings import SettingError
from ..core.verdict import Value, Verdict

AnyGame = Game[Any, Any]
Entry = dict[str, Any]  # of a certificate, or a part of it


class DoesNotHold(NumduelError):
    """The certificate proves nothing; the message says why in one sentence."""


def verify(text: str) -> list[str]:
    """What was checked, line by line; DoesNotHold if anything in the certificate fails."""
    certificate = _read(text)
    try:
        digest = certificate.pop("sha256")
        content = json.dumps(certificate, sort_keys=True).encode()
        _require(hashlib.sha256(content).hexdigest() == digest, "its contents do not match its checksum")
        _require(certificate["certificate"] == "numduel", "it is no certificate of numduel's")
        _require(
            _same(certificate["version"], 1), f"its version {certificate['version']!a} is not known here"
        )
        game, claim = load(certificate["spec"]), certificate["claim"]
        _require(game.spec == certificate["spec"], "its spec is not written in the canonical way")
        checks = {"strategy": _check_strategy, "holding": _check_holding, "theory": _check_theory}
        _require(certificate["proof"] in checks, "its kind of proof is not known here")
        _require(set(claim) == {"value", "winner", "plies"}, "its claim is not complete")
        _require(_same(claim["winner"], Value(claim["value"]).winner(1)), "its claim names the wrong winner")
        return [
            f"{short_spec(game)}: the claim is that {_in_words(claim)}.",
            *checks[certificate["proof"]](game, claim, certificate),
        ]
    except KeyError as error:
        raise DoesNotHold(f"it is no whole certificate: there is no {error!s:.80} in it") from None
    except SettingError as error:
        raise DoesNotHold(f"its game cannot be loaded: {error!s:.200}") from None
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise DoesNotHold("it cannot be read as a certificate: a part of it is of the wrong kind") from None


def _read(text: str) -> Entry:
    """The certificate as data; DoesNotHold if it is none."""
    _require(bool(text.strip()), "it cannot be read, because it is empty")
    try:
        certificate = json.loads(text, object_pairs_hook=_unique_keys)
    except (ValueError, RecursionError):
        raise DoesNotHold("it cannot be read, because it is not JSON") from None
    _require(type(certificate) is dict, "it is JSON, but no certificate")
    return dict(certificate)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _require(len(dict(pairs)) == len(pairs), "it has a key twice")
    return dict(pairs)


def _same(one: object, other: object) -> bool:
    """Whether two values are equal and of one type: 1 is not True, and not 1.0."""
    return type(one) is type(other) and one == other


def _choices(positions: int) -> str:
    """In how many positions a side's moves were checked."""
    if not positions:
        return "nothing is left for them to choose"
    each = "" if positions == 1 else "each "
    return f"{count(positions, 'position')}, {each}with its move and every reply"


def _in_words(claim: Entry) -> str:
    winner, plies = claim["winner"], claim["plies"]
    if winner is not None:
        return f"Player {winner} wins" + (f" in {count(plies, 'move')}" if type(plies) is int else "")
    return "with best play " + ("it is a draw" if claim["value"] == "draw" else "the game never ends")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise DoesNotHold(otherwise)


class _Choices:
    """One side's moves as the certificate lists them; each must be used."""

    def __init__(self, game: AnyGame, entries: list[dict[str, Any]]) -> None:
        self.game = game
        self.entries = {entry["at"]: entry for entry in entries}
        self.moves = {game.write(move): move for move in game.vocabulary()}
        self.used: set[str] = set()
        _require(len(self.entries) == len(entries), "it lists a position twice")

    def take(self, state: Any) -> tuple[dict[str, Any], Any]:
        """The entry for `state`, and the state after the move it chooses."""
        at = repr(self.game.key(state))
        _require(at in self.entries, f"it has no move for the position {at:.200}")
        entry = self.entries[at]
        move = self.moves.get(entry["play"])
        _require(move in self.game.moves(state), f"{entry['play']!a} is not legal in the position {at:.200}")
        self.used.add(at)
        return entry, self.game.play(state, move)

    def number(self, state: Any, name: str) -> int:
        """A number from the entry for `state`."""
        value = self.take(state)[0][name]
        _require(type(value) is int, f"{name} must be a whole number, not {value!a:.50}")
        return int(value)

    def require_all_used(self) -> None:
        unused = sorted(set(self.entries) - self.used)
        _require(not unused, f"it lists a position that cannot arise: {unused[:1]}")


def _after(game: AnyGame, state: Any) -> Iterator[tuple[Any, Any]]:
    """The state after each legal move, and its outcome if that ends the game."""
    for move in game.moves(state):
        after = game.play(state, move)
        yield after, game.outcome(after)


def _first_states(game: AnyGame, side: int, losing: str) -> list[Any]:
    """The states in which `side` has its first choice: the start, or after each move of the other."""
    if side == 1:
        return [game.initial()]
    states = list(_after(game, game.initial()))
    _require(all(outcome is None or outcome.winner is Side.NEXT for _, outcome in states), losing)
    return [state for state, outcome in states if outcome is None]


def _check_strategy(game: AnyGame, claim: Entry, certificate: Entry) -> list[str]:
    winner, plies = claim["winner"], claim["plies"]
    _require(winner is not None and type(plies) is int, "a strategy proves a win in so many moves")
    won = _check_win(game, _Choices(game, certificate["win"]), winner, plies)
    lasted = _check_delay(game, _Choices(game, certificate["delay"]), 3 - winner, plies)
    length = count(plies, "move")
    return [
        f"Player {winner} wins within {length}: {_choices(won)}.",
        f"Player {3 - winner} lasts {length}: {_choices(lasted)}.",
    ]


def _check_win(game: AnyGame, choices: _Choices, winner: int, plies: int) -> int:
    """The winner's moves lead, whatever the other does, to a win in exactly the plies they say."""
    first = _first_states(game, winner, "the first move may already lose for the claimed winner")
    checked: set[str] = set()
    _check_wins_from(game, choices, first, checked)
    choices.require_all_used()
    most = max((choices.number(state, "within") for state in first), default=0)
    _require(plies == most + (winner == 2), "the number of moves is not what the strategy needs")
    return len(checked)


def _check_wins_from(game: AnyGame, choices: _Choices, first: list[Any], checked: set[str]) -> None:
    """Whoever is to move in the first states wins by the moves listed, in the plies they say."""
    waiting = list(first)
    while waiting:
        state = waiting.pop()
        entry, after = choices.take(state)
        if entry["at"] in checked:
            continue
        checked.add(entry["at"])
        outcome, longest = game.outcome(after), 0
        _require(outcome is None or outcome.winner is Side.PREVIOUS, f"the move in {entry['at']:.200} loses")
        for reply, end in _after(game, after):
            _require(end is None or end.winner is Side.NEXT, f"a reply to {entry['at']:.200} escapes")
            longest = max(longest, 1 if end else 1 + choices.number(reply, "within"))
            waiting += [reply] * (end is None)
        # The numbers fall along every line, so no line can go on for ever.
        _require(_same(entry["within"], 1 + longest), f"the distance in {entry['at']:.200} is wrong")


def _check_delay(game: AnyGame, choices: _Choices, loser: int, plies: int) -> int:
    """The loser's moves last, whatever the other does, at least the plies they say."""
    if loser == 1:
        waiting = [(game.initial(), plies)]
    else:
        ends = [outcome for _, outcome in _after(game, game.initial()) if outcome is not None]
        quickly = any(end.winner is Side.PREVIOUS for end in ends)
        _require(plies == 1 or not quickly, "the winner is quicker than claimed")
        waiting = [(state, plies - 1) for state, end in _after(game, game.initial()) if end is None]
    checked = set()
    while waiting:
        state, due = waiting.pop()
        if due <= 0:
            continue
        entry, after = choices.take(state)
        _require(
            choices.number(state, "lasts") >= due,
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
        _require(lasts <= 1 or outcome.winner is not Side.NEXT, too_soon)
        return
    for reply, end in _after(game, after):
        if end is None:
            yield reply, lasts - 2
        else:
            _require(lasts <= 2 or end.winner is not Side.PREVIOUS, too_soon)


def _check_holding(game: AnyGame, claim: Entry, certificate: Entry) -> list[str]:
    _require(claim["value"] in ("endless", "draw"), "what both sides can hold is endless or a draw")
    _require(set(certificate["hold"]) == {"1", "2"}, "it must list what each side holds")
    sides = {side: _Choices(game, certificate["hold"][str(side)]) for side in (1, 2)}
    lines = []
    for side, choices in sides.items():
        held = _check_hold(game, choices, side)
        lines.append(f"Player {side} can always avoid losing: {_choices(held)}.")
    length = _check_line(game, claim, certificate["line"], sides)
    refuted = _Choices(game, certificate["refuted"])
    if claim["value"] == "endless":
        _check_never_drawn(game, refuted)
    refuted.require_all_used()
    end = "it ends in a draw" if claim["value"] == "draw" else "it comes back to where it was"
    return [*lines, f"When neither errs, {end}: a line of {count(length, 'move')}."]


def _check_hold(game: AnyGame, choices: _Choices, side: int) -> int:
    """Following its moves, a side stays where it is not lost, whatever the other does."""
    waiting = [game.initial()] if side == 1 else _still_to_face(game, game.initial())
    checked = set()
    while waiting:
        state = waiting.pop()
        _require(bool(game.moves(state)), f"player {side} can be beaten")
        entry, after = choices.take(state)
        if entry["at"] in checked:
            continue
        checked.add(entry["at"])
        outcome = game.outcome(after)
        _require(
            outcome is None or not _lost(outcome, Side.PREVIOUS), f"the move in {entry['at']:.200} loses"
        )
        waiting += _still_to_face(game, after)
    choices.require_all_used()
    return len(checked)


def _still_to_face(game: AnyGame, state: Any) -> list[Any]:
    """The states after each move that the next player has to answer, those already lost among them."""
    return [after for after, end in _after(game, state) if end is None or _lost(end, Side.NEXT)]


def _lost(outcome: Outcome, side: Side) -> bool:
    return outcome.winner is not None and outcome.winner is not side


def _check_line(game: AnyGame, claim: Entry, line: list[str], sides: dict[int, _Choices]) -> int:
    """Both follow the moves they hold by: the game ends in a draw, or repeats itself, as claimed."""
    state, seen, player, played = game.initial(), set(), 1, []
    while game.outcome(state) is None and (repr(game.key(state)), player) not in seen:
        seen.add((repr(game.key(state)), player))
        entry, state = sides[player].take(state)
        played.append(entry["play"])
        player = 3 - player
    _require(line == played[: len(line)] and bool(line), "its line is not what the two sides play")
    outcome = game.outcome(state)
    _require(claim["plies"] is None, "what both sides can hold has no number of moves")
    if claim["value"] == "draw":
        _require(outcome is not None and outcome.winner is None, "its line does not end in a draw")
    else:
        _require(outcome is None, "its line comes to an end")
    return len(played)


def _check_never_drawn(game: AnyGame, refuted: _Choices) -> None:
    """No drawn end can be reached by moves that do not lose; each that does is listed with its refutation."""
    waiting, seen = [game.initial()], {game.key(game.initial())}
    checked: set[str] = set()
    while waiting:
        for after, end in _after(game, waiting.pop()):
            _require(
                end is None or end.winner is not None, "a drawn end can be reached: it need not be endless"
            )
            if end is not None or game.key(after) in seen:
                continue
            if repr(game.key(after)) in refuted.entries:  # whoever is to move there wins
                _check_wins_from(game, refuted, [after], checked)
            else:
                seen.add(game.key(after))
                waiting.append(after)


def _check_theory(game: AnyGame, claim: Entry, certificate: Entry) -> list[str]:
    start = _theory(game, game.initial(), "the game has no theory under these settings")
    holds = start.value.value == claim["value"] and _same(start.plies, claim["plies"])
    _require(holds, "its theory says otherwise")
    _require(certificate["invariant"] == game.invariant(), "its invariant is not the game's")
    states = list(game.cases())
    _require(len(states) == len(certificate["cases"]) > 0, "it does not list every case")
    for state, case in zip(states, certificate["cases"], strict=True):
        verdict = _theory(game, state, "the theory does not cover one of its cases")
        expected = {"at": game.show(state), "value": verdict.value.value, "plies": verdict.plies}
        same = json.dumps(case, sort_keys=True) == json.dumps(
            {**expected, "why": verdict.why}, sort_keys=True
        )
        _require(same, f"the case {case.get('at')!a:.200} is not as listed")
        _check_case(game, state, verdict)
    each = "" if len(states) == 1 else "each "
    checked = f"{count(len(states), 'case')}, {each}with every move: the invariant holds."
    return [certificate["invariant"], checked]


def _check_case(game: AnyGame, state: Any, verdict: Verdict) -> None:
    """The value of a case follows from the values of the positions its moves lead to."""
    made = [_value_of_move(game, game.play(state, move)) for move in game.moves(state)]
    best = max(made, key=lambda one: one.rank)
    _require(best.value is verdict.value, f"the theory contradicts itself at {game.show(state)}")
    if verdict.plies is not None:
        # A move of unknown length might be quicker, or last longer, than the best of the others.
        known = all(one.plies is not None for one in made if one.value is best.value)
        _require(known and best.plies == verdict.plies, f"the theory miscounts at {game.show(state)}")


def _value_of_move(game: AnyGame, after: Any) -> Verdict:
    outcome = game.outcome(after)
    if outcome is not None:
        return Verdict(outcome.value, 0).before()
    return _theory(game, after, "the theory does not cover what follows one of its cases").before()


def _theory(game: AnyGame, state: Any, otherwise: str) -> Verdict:
    """What the game's theory says of a state; DoesNotHold if it says nothing."""
    verdict = game.theory(state)
    _require(verdict is not None, otherwise)
    assert verdict is not None
    return verdict

"""Verify: check a certificate by the rules of its game alone.

This module and those in `checks` share no code with the solver and trust nothing in the file: they play every
move that the certificate does not choose. They are short so that they can be read in full by someone who
doubts them.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..core.blame import failed_guest
from ..core.integers import count
from ..core.registry import LONGEST_VALUE, load, short_spec
from ..core.settings import SettingError
from ..core.verdict import Value
from .checks.common import DoesNotHold, Entry, Report, require, same
from .checks.holding import check_holding
from .checks.induction import check_induction
from .checks.meter import Steps, metered, moves_for, refuse_more
from .checks.strategy import check_strategy
from .checks.theory import check_theory

CHECKS = {
    "strategy": check_strategy,
    "holding": check_holding,
    "induction": check_induction,
    "theory": check_theory,
}
LONGEST_NUMBER = 2 * LONGEST_VALUE  # digits: reading longer ones takes the square of their length


def verify(text: str, whole: bool = False, progress: Callable[[int], None] | None = None) -> Report:
    """What was checked, and what is only told; DoesNotHold if anything in the certificate fails.

    TooLong where that takes more moves than the size of the certificate allows; with `whole` it takes what it
    takes. `progress` is called now and then with how many steps were taken: moves played, groups looked at.
    What the rules of another package raise is no word about the certificate, and raised here as well.
    """
    certificate = _read(text)
    try:
        digest = certificate.pop("sha256")
        content = json.dumps(certificate, sort_keys=True).encode()
        require(hashlib.sha256(content).hexdigest() == digest, "its contents do not match its checksum")
        require(certificate["certificate"] == "numduel", "it is no certificate of numduel's")
        require(same(certificate["version"], 1), f"its version {certificate['version']!a} is not known here")
        game, claim = load(certificate["spec"]), certificate["claim"]
        most = None if whole else moves_for(text)
        if most is not None and type(certificate.get("moves")) is int:
            refuse_more(certificate["moves"], most)  # as it says itself: then nothing need be tried
        steps = Steps(progress)
        game = metered(game, most, steps)
        require(game.spec == certificate["spec"], "its spec is not written in the canonical way")
        require(certificate["proof"] in CHECKS, "its kind of proof is not known here")
        require(set(claim) == {"value", "winner", "plies"}, "its claim is not complete")
        require(same(claim["winner"], Value(claim["value"]).winner(1)), "its claim names the wrong winner")
        require(game.outcome(game.initial()) is None, "its game is over before it begins")
        check = CHECKS[certificate["proof"]]
        # Groups have steps of their own to count: rules run on all states of one at once.
        more = {"whole": whole, "steps": steps} if check is check_induction else {}
        report = check(game, claim, certificate, **more)
        return replace(report, claim=f"{short_spec(game)}: the claim is that {_in_words(claim)}.")
    except SettingError as error:
        raise DoesNotHold(f"its game cannot be loaded: {error!s:.200}") from None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        if failed_guest(error):
            raise
        if isinstance(error, KeyError):
            raise DoesNotHold(f"it is no whole certificate: there is no {error!s:.80} in it") from None
        raise DoesNotHold("it cannot be read as a certificate: a part of it is of the wrong kind") from None


def _read(text: str) -> Entry:
    """The certificate as data; DoesNotHold if it is none."""
    require(bool(text.strip()), "it cannot be read, because it is empty")
    try:
        certificate = json.loads(text, object_pairs_hook=_unique_keys, parse_int=_whole_number)
    except (ValueError, RecursionError):
        raise DoesNotHold("it cannot be read, because it is not JSON") from None
    require(type(certificate) is dict, "it is JSON, but no certificate")
    return dict(certificate)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    require(len(dict(pairs)) == len(pairs), "it has a key twice")
    return dict(pairs)


def _whole_number(digits: str) -> int:
    require(len(digits) <= LONGEST_NUMBER, f"it has a number of more than {LONGEST_NUMBER:,} digits")
    return int(digits)


def _in_words(claim: Entry) -> str:
    winner, plies = claim["winner"], claim["plies"]
    if winner is not None:
        return f"Player {winner} wins" + (f" in {count(plies, 'move')}" if type(plies) is int else "")
    return "with best play " + ("it is a draw" if claim["value"] == "draw" else "the game never ends")

"""Certificates: every true value can be proved, every proof verified, and nothing false is accepted.

Each corruption is tried twice: as an accident, which the checksum tells, and as a forgery, whose checksum
fits. Of a forgery the checker must never accept a false claim.
"""

import copy
import json
import math
import os
import random
import stat
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import naive
import pytest
from certificates import Certificate, Dreamer, accepted, accepted_for, as_groups, is_true, seal
from commandline import Run, in_shell, numduel
from diagrams import DRAWS, LOSES, WINS, Diagram, diagram, diagrams
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive import small_games, small_nodes
from strategies import GAMES, AnyGame

from numduel import load
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.solver import verify as checker
from numduel.solver.answers import Answers
from numduel.solver.proof import Unproved, prove
from numduel.solver.verify import verify

MOST_CHANGED = 15  # of what one corruption makes of a certificate; benchmarks/forge_certificates.py has more
ENDLESS = {"value": "endless", "winner": None, "plies": None}

STRATEGIES = [
    "operation-obliteration",
    "digit-stack:target=77,digits=1/4/7",
    "digit-stack:target=44,digits=1-4,repeats=no",
    "operation-duel",
    "operation-duel:target=3,start=0",
    "operation-duel:target=14,add=1-3,multiply=2/3",
    "operation-duel:target=9,add=2/3,overshoot=forbidden",
    "top-stack-twelve:tokens=1-4,supply=1",
    "top-stack-twelve:limit=3,tokens=1",
    "operation-stack:target=4,numbers=2,operations=times,max_stack=2",
]
HOLDINGS = [
    "operation-duel:target=5,start=0,add=2,overshoot=forbidden",
    "operation-stack:target=4,numbers=1/2,max_stack=2,max_value=5",
    "operation-stack:target=9,numbers=1/2,operations=plus/minus,max_stack=2,max_value=3",
    "operation-obliteration:start=7,no_repeat=none",
    "operation-obliteration:start=7,low=2,high=50,no_repeat=opponent",
]
INDUCTIONS = [
    "top-stack-twelve",
    "operation-duel:target=1000002",
    "operation-duel:target=3000000,start=0",
    "digit-stack:target=123456789,digits=1-6",
    "operation-stack:target=7,numbers=2/5",
]
EVERY_KIND = [*STRATEGIES, *HOLDINGS, *INDUCTIONS]


def certify(game: AnyGame) -> Certificate:
    """The certificate of a game, as it comes out of a file."""
    certificate: Certificate = json.loads(json.dumps(prove(game, Answers(game))))
    return certificate


@cache
def _certified(spec: str) -> str:
    return json.dumps(certify(load(spec)))


def certified(spec: str) -> Certificate:
    certificate: Certificate = json.loads(_certified(spec))
    return certificate


def verify_for(game: AnyGame, certificate: Certificate) -> None:
    """Verify a certificate of a game that is not registered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "load", lambda spec: game)
        verify(json.dumps(certificate))


def assert_no_falsehood_passes(certificate: Certificate) -> bool:
    """A forgery is refused, or it proves something true after all; whether it was accepted."""
    text = seal(certificate)
    if not accepted(text):
        return False
    spec = certificate["spec"]
    assert load(spec).spec == spec
    assert is_true(certificate["claim"], load(spec)), f"accepted: {text:.600}"
    return True


# True claims


@pytest.mark.parametrize("spec", [*GAMES, *EVERY_KIND])
def test_a_proof_is_verified_and_claims_what_is_so(spec: str) -> None:
    certificate = certified(spec)
    assert certificate["spec"] == spec
    assert is_true(certificate["claim"], load(spec))
    report = verify(json.dumps(certificate))
    assert spec in report.claim
    said = {"win": "Player 1 wins", "loss": "Player 2 wins", "draw": "a draw", "endless": "never ends"}
    assert said[certificate["claim"]["value"]] in report.claim
    assert len(report.proved) >= 2
    assert all(line.endswith(".") for line in (report.claim, *report.proved, *report.told))


@pytest.mark.parametrize(
    ("specs", "proof"), [(STRATEGIES, "strategy"), (HOLDINGS, "holding"), (INDUCTIONS, "induction")]
)
def test_each_kind_of_proof_is_among_those_tried(specs: list[str], proof: str) -> None:
    assert {certified(spec)["proof"] for spec in specs} == {proof}
    values = {certified(spec)["claim"]["value"] for spec in specs}
    expected = {"strategy": {"win", "loss"}, "holding": {"endless"}, "induction": {"win", "loss", "endless"}}
    assert values == expected[proof]


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_whatever_the_settings_what_is_proved_is_verified(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    nodes = small_nodes(game, 600)
    certificate = certify(game)
    assert accepted(json.dumps(certificate))
    value, plies = naive.solve(nodes)[game.key(game.initial())]
    winner = {"win": 1, "loss": 2}.get(value)
    assert certificate["claim"] == {"value": value, "winner": winner, "plies": plies}


@pytest.mark.parametrize("stuck", ["", LOSES, WINS, DRAWS], ids=["nobody stuck", "loses", "wins", "draws"])
@settings(max_examples=60)
@given(data=st.data())
def test_whatever_the_diagram_what_is_proved_is_verified(stuck: str, data: st.DataObject) -> None:
    # Another package's game may let a player who is stuck win, or draw.
    game = data.draw(diagrams(stuck=stuck))
    certificate = certify(game)
    assert is_true(certificate["claim"], game)
    verify_for(game, certificate)


def test_a_player_who_wins_by_being_stuck_can_be_left_out_of_a_proof() -> None:
    # Player 1 wins in two plies by e; the other move, which only a fool would make, leaves d: whoever is
    # stuck there has won.
    game = diagram({"a": "de", "e": "-"}, {"d": WINS})
    verify_for(game, certify(game))


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (diagram({"a": "="}), "draw"),
        (diagram({"a": "bc", "b": "a=", "c": "+"}), "draw"),
        (diagram({"a": "b", "b": "c", "c": "="}), "draw"),
        (diagram({"a": "b"}, {"b": DRAWS}), "draw"),
        (diagram({"a": "b-", "b": "a-"}), "endless"),
        (diagram({"a": "a"}), "endless"),
        # a drawn end is there, but whoever goes for it loses
        (diagram({"a": "ab", "b": "=+"}), "endless"),
        (diagram({"a": "b+"}, {"b": LOSES}), "win"),
        (diagram({"a": "=b", "b": "-"}), "win"),
        (diagram({"a": "-"}), "loss"),
        (diagram({"a": "b", "b": "+a="}), "loss"),
    ],
)
def test_each_value_a_diagram_can_have_is_proved_and_verified(game: Diagram, value: str) -> None:
    certificate = certify(game)
    assert certificate["claim"]["value"] == value
    assert is_true(certificate["claim"], game)
    verify_for(game, certificate)
    drawn = DRAWS in "".join((*game.arrows.values(), *game.stuck.values()))
    by_groups = value in ("win", "loss") or not drawn  # draws, and how to avoid them, have no groups
    assert accepted_for(game, as_groups(json.dumps(certificate), game)) == by_groups


@pytest.mark.parametrize(
    "spec",
    [
        f"operation-duel:target={10**300 + 8}",
        f"operation-duel:target={4**150}",
        f"digit-stack:target={10**100 + 7}",
        f"operation-stack:target=-{10**999}",
        pytest.param(f"operation-duel:target={10**999 + 8}", marks=pytest.mark.slow),
        pytest.param(f"digit-stack:target={10**300 + 7}", marks=pytest.mark.slow),
    ],
    ids=lambda spec: spec[:30],
)
def test_theory_is_proved_and_verified_where_no_table_reaches(spec: str) -> None:
    certificate = certified(spec)
    assert certificate["proof"] == "induction"
    assert accepted(json.dumps(certificate))


@pytest.mark.parametrize("limit", [1, 5, 40])
def test_what_is_not_solved_is_not_proved(limit: int) -> None:
    game = load("top-stack-twelve:supply=2")
    with pytest.raises(Unproved, match="unsolved"):
        prove(game, Answers(game, limits=Limits(positions=limit)))


def test_a_long_setting_does_not_hide_why_there_is_no_proof() -> None:
    game = load(f"operation-duel:target={'7' * 500},add=1-3")
    with pytest.raises(
        Unproved, match=r"^operation-duel:target=7{10}\.\.\.7{10} \(500 digits\),add=1-3 is uns"
    ):
        prove(game, Answers(game, limits=Limits(positions=1)))


# Accidents and forgeries


def paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a document, the parts before their parents."""
    parts: Iterator[Any] = (
        iter(list(node))
        if isinstance(node, dict)
        else iter(range(len(node) if isinstance(node, list) else 0))
    )
    for part in parts:
        yield from paths(node[part], (*path, part))
        yield (*path, part)


def at(document: Any, path: Sequence[Any]) -> Any:
    for part in path:
        document = document[part]
    return document


def changed(certificate: Certificate, path: Sequence[Any], value: Any) -> Certificate:
    """A copy with one part replaced; what does not lead there is shared, as copying all takes far longer."""
    document = copy.copy(certificate)
    first, *rest = path
    document[first] = changed(document[first], rest, value) if rest else value
    return document


def other_leaves(value: Any) -> Iterator[Any]:
    """What might stand in the place of a leaf."""
    yield from (None, True, False, 0, 1, "", [], {})
    if isinstance(value, str):
        yield from (value + " ", " " + value, value[:-1], value.upper(), value + "0", value * 2, [value])
    if isinstance(value, int):
        yield from (value + 1, value - 1, value + 2, value - 2, -value, float(value), str(value), 10**30)


def changed_leaves(certificate: Certificate) -> Iterator[Certificate]:
    """Every leaf, changed in many ways."""
    for path in paths(certificate):
        leaf = at(certificate, path)
        if not isinstance(leaf, (dict, list)):
            for value in other_leaves(leaf):
                yield changed(certificate, path, value)


def other_moves(certificate: Certificate) -> Iterator[Certificate]:
    """Every move that is chosen, replaced by every other move there is."""
    game = load(certificate["spec"])
    for path in paths(certificate):
        if path[-1] == "play" or "line" in path[:-1]:
            for move in game.vocabulary():
                yield changed(certificate, path, game.write(move))


def removed_parts(certificate: Certificate) -> Iterator[Certificate]:
    """Every entry of a list and every key of an object, taken out."""
    for path in paths(certificate):
        *whole, part = path
        rest = copy.copy(at(certificate, whole))
        del rest[part]
        yield changed(certificate, whole, rest) if whole else rest


def emptied_parts(certificate: Certificate) -> Iterator[Certificate]:
    for path in paths(certificate):
        part = at(certificate, path)
        if isinstance(part, (dict, list)) and part:
            yield changed(certificate, path, type(part)())


def more_entries(certificate: Certificate) -> Iterator[Certificate]:
    """Every entry of a list twice, and entries that belong nowhere."""
    for path in paths(certificate):
        part = at(certificate, path)
        if isinstance(part, list) and part:
            for number, entry in enumerate(part):
                yield changed(certificate, path, [*part[:number], entry, *part[number:]])
            foreign = {**part[0], "at": "nowhere"} if isinstance(part[0], dict) else "nowhere"
            yield changed(certificate, path, [*part, foreign])
            yield changed(certificate, path, [foreign, *part])


def swapped_entries(certificate: Certificate) -> Iterator[Certificate]:
    """Two entries, or the contents of two entries, in each other's place."""
    for path in paths(certificate):
        part = at(certificate, path)
        if not isinstance(part, list):
            continue
        for one, two in zip(range(len(part)), range(1, len(part)), strict=False):
            swapped = copy.deepcopy(part)
            swapped[one], swapped[two] = swapped[two], swapped[one]
            yield changed(certificate, path, swapped)
            if isinstance(part[one], dict) and isinstance(part[two], dict):
                for key in sorted(part[one].keys() & part[two].keys()):
                    crossed = copy.deepcopy(part)
                    crossed[one][key], crossed[two][key] = part[two][key], part[one][key]
                    yield changed(certificate, path, crossed)


def shifted_numbers(certificate: Certificate) -> Iterator[Certificate]:
    """All distances at once, and the claim with them: a story that is at least consistent."""
    for shift in (-4, -3, -2, -1, 1, 2, 3, 4):
        for names in ({"within", "lasts", "plies"}, {"within", "plies"}, {"lasts", "plies"}, {"plies"}):
            document = copy.deepcopy(certificate)
            for path in paths(document):
                if path[-1] in names and isinstance(at(document, path), int):
                    at(document, path[:-1])[path[-1]] += shift
            yield document


def other_claims(certificate: Certificate) -> Iterator[Certificate]:
    for value in ("win", "loss", "draw", "endless", "unsolved", "Win", "won"):
        for winner in (None, 1, 2, 3):
            for plies in (None, 0, 1, 2, 3, 4, 14, 15):
                yield {**certificate, "claim": {"value": value, "winner": winner, "plies": plies}}
    yield {**certificate, "claim": {**certificate["claim"], "score": 100}}


def other_specs(certificate: Certificate) -> Iterator[Certificate]:
    """The same proof for another game, or for this one under other settings or another spelling."""
    spec = certificate["spec"]
    name = spec.partition(":")[0]
    settings = load(spec).settings
    specs = [*EVERY_KIND, *GAMES, name, spec.upper(), f" {spec}", f"{spec},", f"{name}:", "chess"]
    for key, value in settings.items():
        if type(value) is int:
            specs += [f"{name}:{key}={value + step}" for step in (-2, -1, 0, 1, 2)]
            specs += [f"{spec}{',' if ':' in spec else ':'}{key}={value + 1}"]
    for other in specs:
        yield {**certificate, "spec": other}


def other_proofs(certificate: Certificate) -> Iterator[Certificate]:
    """The parts of other certificates under this one's claim."""
    for spec in EVERY_KIND:
        other = certified(spec)
        for key in ("proof", "win", "delay", "hold", "line", "everywhere", "invariant"):
            if key in other:
                yield {**certificate, key: other[key]}
        yield {**other, "claim": certificate["claim"]}
        yield {**other, "spec": certificate["spec"]}
    if "win" in certificate:
        yield {**certificate, "win": certificate["delay"], "delay": certificate["win"]}
    if "hold" in certificate:
        yield {**certificate, "hold": {**certificate["hold"], "3": []}}
        yield {**certificate, "hold": {"1": certificate["hold"]["2"], "2": certificate["hold"]["1"]}}


CORRUPTIONS: list[Callable[[Certificate], Iterator[Certificate]]] = [
    changed_leaves,
    other_moves,
    removed_parts,
    emptied_parts,
    more_entries,
    swapped_entries,
    shifted_numbers,
    other_claims,
    other_specs,
    other_proofs,
]
# Whatever these do, nothing that they leave behind is a proof, unless it is the one they were given.
ALWAYS_CAUGHT = {emptied_parts, shifted_numbers}


@cache
def genuine() -> frozenset[str]:
    """The certificates that are right, as texts."""
    return frozenset(json.dumps(certified(spec), sort_keys=True) for spec in EVERY_KIND)


def really_changed(
    original: Certificate, corruption: Callable[..., Iterator[Certificate]]
) -> list[Certificate]:
    """What a corruption makes of a certificate, without what it leaves as it was; never too many."""
    before = json.dumps(original, sort_keys=True)
    others = [(one, json.dumps(one, sort_keys=True)) for one in corruption(original)]
    all_of_them = [one for one, text in others if text != before and text not in genuine()]
    rng = random.Random(before)
    return all_of_them if len(all_of_them) <= MOST_CHANGED else rng.sample(all_of_them, MOST_CHANGED)


@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda corruption: corruption.__name__)
@pytest.mark.parametrize("spec", EVERY_KIND)
def test_an_accident_is_told_by_the_checksum_and_a_forgery_never_proves_what_is_not_so(
    spec: str, corruption: Callable[[Certificate], Iterator[Certificate]]
) -> None:
    corrupted = really_changed(certified(spec), corruption)
    assert corrupted or corruption in (other_moves, swapped_entries, shifted_numbers)
    for certificate in corrupted:
        assert not accepted(json.dumps(certificate)), f"accepted: {certificate!s:.600}"
    taken = [
        assert_no_falsehood_passes({key: value for key, value in certificate.items() if key != "sha256"})
        for certificate in corrupted
        if json.dumps({**certificate, "sha256": 0}) != json.dumps({**certified(spec), "sha256": 0})
    ]
    assert not (corruption in ALWAYS_CAUGHT and any(taken))


@pytest.mark.parametrize("spec", EVERY_KIND)
def test_every_entry_is_needed_and_none_may_stand_there_twice(spec: str) -> None:
    certificate = certified(spec)
    for path in paths(certificate):
        listed = at(certificate, path[:-1])
        entry = at(certificate, path)
        if isinstance(listed, list) and isinstance(entry, dict) and "play" in entry:
            fewer = listed[: path[-1]] + listed[path[-1] + 1 :]
            # A group of positions that cannot arise is checked like the others, and does no harm.
            assert certificate["proof"] == "induction" or not accepted(
                seal(changed(certificate, path[:-1], fewer))
            )
            assert not accepted(seal(changed(certificate, path[:-1], [*listed, entry])))
            # Nor may anything stand there that has nothing to do with it.
            assert not accepted(seal(changed(certificate, path[:-1], [*listed, {**entry, "at": "nowhere"}])))


@pytest.mark.parametrize("spec", EVERY_KIND)
@pytest.mark.parametrize("key", ["certificate", "version", "spec", "claim", "proof", "sha256"])
def test_every_key_is_needed(spec: str, key: str) -> None:
    certificate = certified(spec)
    del certificate[key]
    assert not accepted(json.dumps(certificate))
    if key != "sha256":
        assert not accepted(seal(certificate))


@pytest.mark.parametrize("spec", EVERY_KIND)
def test_a_certificate_that_is_cut_off_proves_nothing(spec: str) -> None:
    text = json.dumps(certified(spec), indent=1)
    for end in {*range(0, len(text), max(1, len(text) // 150)), *range(len(text) - 90, len(text))}:
        assert not accepted(text[:end])
        assert not accepted(text[end:]) or end == 0


@pytest.mark.parametrize("spec", EVERY_KIND)
def test_a_byte_that_has_flipped_proves_nothing_new(spec: str) -> None:
    original = certified(spec)
    text = json.dumps(original, indent=1).encode()
    rng = random.Random(spec)
    for _ in range(150):
        flipped = bytearray(text)
        for _ in range(rng.choice([1, 1, 1, 2])):
            flipped[rng.randrange(len(text))] = rng.choice(
                [rng.randrange(256), rng.choice(b'0123456789"{}[],:')]
            )
        read = flipped.decode(errors="replace")
        try:
            document = json.loads(read)
        except ValueError:
            assert not accepted(read)
            continue
        if json.dumps(document) == json.dumps(original):
            continue  # only white space has changed
        assert not accepted(read), f"accepted: {read:.600}"
        assert_no_falsehood_passes({key: value for key, value in document.items() if key != "sha256"})


@pytest.mark.parametrize("spec", ["operation-duel", "top-stack-twelve", *INDUCTIONS[1:2]])
def test_a_file_that_says_two_things_at_once_proves_neither(spec: str) -> None:
    # JSON readers differ in which of two equal keys they take: a person may read the one, the checker the
    # other.
    text = json.dumps(certified(spec))
    false = '{"value": "win", "winner": 1, "plies": 2}'
    assert not accepted(text.replace('"claim": ', f'"claim": {false}, "claim": ', 1))
    assert not accepted(text.replace('"spec": ', '"spec": "digit-stack", "spec": ', 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "true",
        "42",
        "NaN",
        '"certificate"',
        "[]",
        "{}",
        '{"sha256": ""}',
        '{"sha256": null, "certificate": "numduel"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "{" + '"a": 1, ' * 1000 + '"a": 1}',
        "\ufeff{}",
        "\0" * 100,
        '{"sha256": ' + "9" * 5_000 + "}",
    ],
    ids=lambda text: f"{text[:12]!a} {len(text)}",
)
def test_what_is_no_certificate_at_all_is_refused_like_a_wrong_one(text: str) -> None:
    assert not accepted(text)


EMPTY: list[Certificate] = [
    {},
    {"win": [], "delay": []},
    {"hold": {"1": [], "2": []}, "line": []},
    {"invariant": "", "cases": []},
    {"invariant": load("digit-stack").invariant(), "win": [], "delay": []},
    {"invariant": load("digit-stack").invariant(), "hold": {"1": [], "2": []}, "everywhere": []},
]


@pytest.mark.parametrize("proof", ["strategy", "holding", "induction", "theory", "faith", None, ["strategy"]])
@pytest.mark.parametrize("value", ["win", "loss", "draw", "endless"])
def test_an_empty_proof_proves_nothing(proof: object, value: str) -> None:
    plies = None if value == "endless" else 4
    claim = {"value": value, "winner": {"win": 1, "loss": 2}.get(value), "plies": plies}
    head = {"certificate": "numduel", "version": 1, "spec": "digit-stack", "claim": claim, "proof": proof}
    for rest in EMPTY:
        assert not accepted(seal({**head, **rest}))


@pytest.mark.parametrize("spec", ["operation-duel", "operation-obliteration", "digit-stack:target=1234567"])
@pytest.mark.parametrize("path", [("version",), ("claim", "winner"), ("claim", "plies")])
def test_a_number_is_not_replaced_by_something_that_python_calls_equal(
    spec: str, path: tuple[str, ...]
) -> None:
    certificate = certified(spec)
    number = at(certificate, path)
    assert type(number) is int
    assert not accepted(seal(changed(certificate, path, float(number))))
    if number == 1:
        assert not accepted(seal(changed(certificate, path, True)))


@pytest.mark.parametrize("path", [("win", 0, "within"), ("win", -1, "within"), ("delay", 0, "lasts")])
@pytest.mark.parametrize("value", [1.0, 2.0, True, "1", None, [1], float("inf"), float("nan")], ids=str)
def test_a_distance_is_a_whole_number(path: tuple[Any, ...], value: object) -> None:
    for spec in STRATEGIES:
        if certified(spec)["delay"]:
            assert not accepted(seal(changed(certified(spec), path, value)))


@pytest.mark.parametrize("spec", HOLDINGS)
def test_there_are_two_sides_to_hold_and_no_third(spec: str) -> None:
    certificate = certified(spec)
    assert not accepted(seal(changed(certificate, ("hold", "3"), [])))


@pytest.mark.parametrize("spec", INDUCTIONS)
def test_no_word_of_an_invariant_may_be_changed(spec: str) -> None:
    # A reason that is not the game's own would be a wrong reason, even for something true.
    certificate = certified(spec)
    assert not accepted(seal({**certificate, "invariant": certificate["invariant"] + " Not."}))
    assert not accepted(seal({**certificate, "invariant": ""}))


class Known(Diagram):
    """A diagram whose values are known beforehand, or claimed to be."""

    known: ClassVar[dict[str, Verdict]]

    def theory(self, state: str) -> Verdict | None:
        return self.known.get(state)

    def cases(self) -> list[str]:
        return list(self.arrows)

    def invariant(self) -> str:
        return "What is written beside the diagram is so."

    def size(self) -> float:
        return math.inf


def known_diagram(**known: tuple[Value, int | None]) -> Known:
    """Four positions, a to d, and e, which only theory speaks of; at d and at e a move wins at once."""
    arrows = {"a": "bc", "b": "c", "c": "d", "d": "+", "e": "+"}
    verdicts = {letter: Verdict(value, plies, "so it is") for letter, (value, plies) in known.items()}
    game = type("Drawn", (Known,), {"arrows": arrows, "stuck": {}, "known": verdicts})()
    assert isinstance(game, Known)
    return game


RIGHT: dict[str, tuple[Value, int | None]] = {
    "a": (Value.WIN, 3),
    "b": (Value.WIN, 3),
    "c": (Value.LOSS, 2),
    "d": (Value.WIN, 1),
    "e": (Value.WIN, 1),
}


def test_another_games_theory_is_proved_and_verified_if_it_is_right() -> None:
    game = known_diagram(**RIGHT)
    certificate = certify(game)
    assert certificate["proof"] == "theory"
    verify_for(game, certificate)


@pytest.mark.parametrize(
    "wrong",
    [
        {"a": (Value.WIN, 1)},
        {"a": (Value.WIN, 5)},
        {"a": (Value.LOSS, 3)},
        {"a": (Value.ENDLESS, None)},
        {"b": (Value.LOSS, 2)},
        {"c": (Value.WIN, 2)},
        {"c": (Value.DRAW, 2)},
        {"d": (Value.LOSS, 1)},
        {"d": (Value.WIN, 3)},
    ],
    ids=str,
)
def test_another_games_theory_is_not_believed_if_it_is_wrong(
    wrong: dict[str, tuple[Value, int | None]],
) -> None:
    game = known_diagram(**{**RIGHT, **wrong})
    assert not accepted_for(game, json.dumps(certify(game)))


@pytest.mark.parametrize(
    "corruption",
    [one for one in CORRUPTIONS if one not in (other_moves, other_specs, other_proofs)],
    ids=lambda corruption: corruption.__name__,
)
def test_a_forged_theory_of_another_game_proves_nothing_else(
    corruption: Callable[[Certificate], Iterator[Certificate]],
) -> None:
    game = known_diagram(**RIGHT)
    certificate = certify(game)
    forged = [one for one in corruption(certificate) if seal(one) != seal(certificate)]
    assert forged
    assert not any(accepted_for(game, seal(one)) for one in forged)


@pytest.mark.parametrize("letter", "abcde")
def test_a_theory_that_is_silent_where_it_matters_proves_nothing(letter: str) -> None:
    certificate = certify(known_diagram(**RIGHT))
    silent = {name: verdict for name, verdict in RIGHT.items() if name != letter}
    assert not accepted_for(known_diagram(**silent), json.dumps(certificate))


# Provers who lie


class Liar(Answers):
    """Answers for one game with the verdicts of another: wrong, and wrong everywhere in the same way."""

    def __init__(self, game: AnyGame, other: AnyGame) -> None:
        super().__init__(game)
        self._other = Answers(other)

    def verdict(self, state: Any) -> Verdict:
        return super().verdict(state) if self.game.outcome(state) else self._other.verdict(state)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_the_proof_of_another_games_value_is_not_sold_as_this_ones(name: str, data: st.DataObject) -> None:
    game, other = data.draw(small_games(name)), data.draw(small_games(name))
    small_nodes(game, 300)
    small_nodes(other, 300)
    assume(type(game.initial()) is type(other.initial()))
    liar = Liar(game, other)
    try:
        certificate = prove(game, liar)
    except (Unproved, ValueError, KeyError, TypeError, AssertionError):
        return  # nothing to sell
    assert_no_falsehood_passes(certificate)


@pytest.mark.parametrize("draws", [False, True], ids=["games without drawn ends", "games with drawn ends"])
def test_a_made_up_proof_never_proves_what_is_not_so(draws: bool) -> None:
    ends = WINS + LOSES + DRAWS * draws
    taken = 0

    @given(game=diagrams(most=5, ends=ends, stuck=LOSES), seed=st.integers(0, 10**6))
    def forge(game: Diagram, seed: int) -> None:
        nonlocal taken
        for attempt in range(10):
            text = json.dumps(prove(game, Dreamer(game, seed + attempt)))
            for one in (text, as_groups(text, game)):
                if accepted_for(game, one):
                    taken += 1
                    assert is_true(json.loads(one)["claim"], game), f"{game.arrows} {game.stuck}: {one}"

    forge()
    assert taken > 50  # or the forgeries were too clumsy to try anything


Refuted = list[tuple[str, str, object]]


def holding(
    claim: Any, first: dict[str, str], second: dict[str, str], line: str, refuted: Refuted | None = None
) -> str:
    """A certificate of what each side holds by, letter by letter of a diagram."""
    hold = {
        str(side): [{"at": repr(letter), "play": move} for letter, move in moves.items()]
        for side, moves in ((1, first), (2, second))
    }
    lost = [{"at": repr(letter), "play": move, "within": plies} for letter, move, plies in refuted or []]
    head = {"certificate": "numduel", "version": 1, "spec": "diagram", "claim": claim}
    return seal({**head, "proof": "holding", "hold": hold, "line": list(line), "refuted": lost})


def test_what_is_written_here_by_hand_is_written_as_the_prover_writes_it() -> None:
    # Or the forgeries below would be refused for their form alone.
    endless = diagram({"a": "ab", "b": "=+"})
    assert accepted_for(endless, holding(ENDLESS, {"a": "0"}, {"a": "0"}, "0", [("b", "1", 1)])) is False
    sides = {"a": "0", "b": "1"}
    assert accepted_for(endless, holding(ENDLESS, sides, sides, "0", [("b", "1", 1)]))
    drawn = {"value": "draw", "winner": None, "plies": None}
    assert accepted_for(diagram({"a": "b", "b": "a="}), holding(drawn, {"a": "0"}, {"b": "1"}, "01"))
    won = {"value": "win", "winner": 1, "plies": 2}
    assert accepted_for(SLOW, strategy(won, [("a", "0", 2)], [("b", "0", 1), ("c", "0", 1)]))


@pytest.mark.parametrize(
    "refuted",
    [
        [],
        [("b", "0", 1)],
        [("b", "1", 2)],
        [("b", "1", 1.0)],
        [("b", "1", 1), ("a", "0", 1)],
        [("b", "1", 1), ("c", "0", 1)],
        [("a", "1", 1)],
        [("b", "1", 1), ("b", "1", 1)],
    ],
    ids=str,
)
def test_that_a_move_loses_is_not_believed_without_a_refutation_that_holds(refuted: Refuted) -> None:
    game, sides = diagram({"a": "ab", "b": "=+"}), {"a": "0", "b": "1"}
    assert not accepted_for(game, holding(ENDLESS, sides, sides, "0", refuted))


@pytest.mark.parametrize("refuted", [[], [("b", "1", 1)], [("b", "0", 3)], [("b", "0", 1)]], ids=str)
def test_going_round_for_ever_is_not_accepted_where_a_draw_can_be_had(refuted: Refuted) -> None:
    # Both prefer a drawn end to none, so a, b and the draw is what best play comes to.
    game = diagram({"a": "b", "b": "a="})
    assert is_true({"value": "draw", "winner": None, "plies": 2}, game)
    assert not accepted_for(game, holding(ENDLESS, {"a": "0"}, {"b": "0"}, "00", refuted))


def test_a_draw_that_comes_late_is_not_accepted_where_it_can_be_had_sooner() -> None:
    game = diagram({"a": "bc", "b": "=", "c": "d", "d": "e", "e": "="})
    assert is_true({"value": "draw", "winner": None, "plies": 2}, game)
    late = {"value": "draw", "winner": None, "plies": 4}
    assert not accepted_for(game, holding(late, {"a": "1", "d": "0"}, {"b": "0", "c": "0", "e": "0"}, "1000"))


def strategy(claim: Any, win: list[tuple[str, str, int]], delay: list[tuple[str, str, int]]) -> str:
    """A certificate of a strategy, letter by letter of a diagram."""
    head = {"certificate": "numduel", "version": 1, "spec": "diagram", "claim": claim, "proof": "strategy"}
    wins = [{"at": repr(letter), "play": move, "within": plies} for letter, move, plies in win]
    lasts = [{"at": repr(letter), "play": move, "lasts": plies} for letter, move, plies in delay]
    return seal({**head, "win": wins, "delay": lasts})


SLOW = diagram({"a": "bc", "b": "-", "c": "d", "d": "e", "e": "-"})  # won in two plies by b, in four by c


@pytest.mark.parametrize(
    ("game", "text"),
    [
        # a win that takes longer than it need, with a loser who is claimed to last that long
        (SLOW, strategy({"value": "win", "winner": 1, "plies": 4},
                        [("a", "1", 4), ("d", "0", 2)], [("b", "0", 3), ("c", "0", 3), ("e", "0", 1)])),
        (SLOW, strategy({"value": "win", "winner": 1, "plies": 4},
                        [("a", "1", 4), ("d", "0", 2)], [("c", "0", 3), ("e", "0", 1)])),
        (SLOW, strategy({"value": "win", "winner": 1, "plies": 4},
                        [("a", "1", 4), ("d", "0", 2)], [("b", "0", 1), ("c", "0", 3), ("e", "0", 1)])),
        (diagram({"a": "+b", "b": "c", "c": "+"}),
         strategy({"value": "win", "winner": 1, "plies": 3},
                  [("a", "1", 3), ("c", "0", 1)], [("b", "0", 2)])),
        (diagram({"a": "sb", "b": "c", "c": "+"}, {"s": LOSES}),
         strategy({"value": "win", "winner": 1, "plies": 3},
                  [("a", "1", 3), ("c", "0", 1)], [("b", "0", 2)])),
        (diagram({"a": "b", "b": "c", "c": "+d", "d": "e", "e": "+"}),
         strategy({"value": "win", "winner": 1, "plies": 5},
                  [("a", "0", 5), ("c", "1", 3), ("e", "0", 1)], [("b", "0", 4), ("d", "0", 2)])),
        # a win that is quicker than it can be
        (SLOW, strategy({"value": "win", "winner": 1, "plies": 1}, [("a", "0", 1)], [])),
        # a win that goes in circles, with numbers as they would have to be
        (diagram({"a": "b", "b": "a"}),
         strategy({"value": "win", "winner": 1, "plies": 3}, [("a", "0", 3)], [("b", "0", 2)])),
        # a win against one of the other's replies
        (diagram({"a": "b", "b": "-+"}),
         strategy({"value": "win", "winner": 1, "plies": 2}, [("a", "0", 2)], [("b", "0", 1)])),
        # a draw that is called a win
        (diagram({"a": "="}), strategy({"value": "win", "winner": 1, "plies": 1}, [("a", "0", 1)], [])),
        (diagram({"a": "b", "b": "="}),
         strategy({"value": "loss", "winner": 2, "plies": 2}, [("b", "0", 1)], [("a", "0", 2)])),
        (diagram({"a": "b"}, {"b": DRAWS}),
         strategy({"value": "win", "winner": 1, "plies": 1}, [("a", "0", 1)], [])),
        # a player who is stuck, and has won by it, called lost
        (diagram({"a": "b"}, {"b": WINS}),
         strategy({"value": "win", "winner": 1, "plies": 1}, [("a", "0", 1)], [])),
        # a loss that the first move can avert
        (diagram({"a": "+b", "b": "+"}),
         strategy({"value": "loss", "winner": 2, "plies": 2}, [("b", "0", 1)], [("a", "1", 2)])),
        (diagram({"a": "=b", "b": "+"}),
         strategy({"value": "loss", "winner": 2, "plies": 2}, [("b", "0", 1)], [("a", "1", 2)])),
        # a hold that only one side has
        (diagram({"a": "a+"}), holding(ENDLESS, {"a": "0"}, {"a": "0"}, "0")),
        (diagram({"a": "b+", "b": "b"}), holding(ENDLESS, {"a": "0", "b": "0"}, {"b": "0"}, "00")),
        (diagram({"a": "b", "b": "a+"}), holding(ENDLESS, {"a": "0"}, {"b": "0"}, "00")),
        (diagram({"a": "ab", "b": "-"}), holding(ENDLESS, {"a": "0", "b": "0"}, {"a": "0", "b": "0"}, "0")),
        (diagram({"a": "ab"}, {"b": LOSES}), holding(ENDLESS, {"a": "0"}, {"a": "0"}, "0")),
        (diagram({"a": "b", "b": "a"}), holding({**ENDLESS, "plies": 2}, {"a": "0"}, {"b": "0"}, "00")),
        (diagram({"a": "b", "b": "a"}),
         holding({"value": "draw", "winner": None, "plies": 2}, {"a": "0"}, {"b": "0"}, "00")),
    ],
)  # fmt: skip
def test_a_plausible_proof_of_something_false_is_seen_through(game: Diagram, text: str) -> None:
    assert not is_true(json.loads(text)["claim"], game)
    assert not accepted_for(game, text)
    assert not accepted_for(game, as_groups(text, game))


# On the command line


@pytest.mark.parametrize("spec", [*GAMES, "operation-duel:target=1" + "0" * 4_998 + "1", *HOLDINGS[1:2]])
def test_what_prove_writes_verify_verifies(spec: str, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    proved = numduel("prove", spec, "-o", str(file))
    assert (proved.err, proved.code) == ("", 0)
    assert f"numduel verify {file}" in proved.out
    assert json.loads(file.read_text())["spec"] == spec
    verified = numduel("verify", str(file))
    assert (verified.err, verified.code) == ("", 0)
    assert verified.lines[-1] == "Everything holds."
    assert spec in verified.out.replace("\n  ", "")
    assert os.listdir(tmp_path) == ["proof.json"]


def test_a_certificate_can_go_to_standard_output_and_is_alone_there(tmp_path: Path) -> None:
    proved = numduel("prove", "operation-obliteration", "-o", "-")
    assert proved.code == 0
    assert accepted(proved.out)
    assert in_shell(f"cd '{tmp_path}' && numduel prove digit-stack -o x && numduel verify x").code == 0


def test_the_file_has_the_rights_that_any_new_file_has(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    assert in_shell(f"umask 027; numduel prove operation-duel -o '{file}'").code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def refused(run: Run, code: int) -> str:
    assert (run.out, run.code) == ("", code)
    return run.complaint


@pytest.mark.parametrize(
    ("change", "complained"),
    [
        (lambda text: text.replace("14", "12"), "checksum"),
        (lambda text: text[:-20], "it cannot be read, because it is not JSON\n"),
        (lambda text: "", "the certificate does not hold: it cannot be read, because it is empty\n"),
        (lambda text: "[]", "it is JSON, but no certificate\n"),
        (lambda text: "{}", "it is no whole certificate: there is no 'sha256' in it\n"),
        (lambda text: "[" * 100_000, "cannot be read"),
        (lambda text: "\x1b[31m\0", "cannot be read"),
        (lambda text: seal({**json.loads(text), "spec": "chess"}), "no game 'chess'"),
        (lambda text: seal({**json.loads(text), "spec": "operation-duel:target=21"}), "does not hold"),
        (lambda text: seal({**json.loads(text), "version": 2}), "version 2"),
        (lambda text: seal({**json.loads(text), "spec": "x\x1b[31m\u202e" * 99}), "does not hold"),
    ],
)
def test_a_certificate_that_fails_is_told_in_a_sentence_and_exit_4(
    change: Callable[[str], str], complained: str, tmp_path: Path
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(change(_certified("operation-duel")))
    complaint = refused(numduel("verify", str(file)), 4)
    assert "the certificate does not hold" in complaint
    assert complained in complaint


def test_bytes_that_are_no_text_are_no_certificate(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_bytes(bytes(range(256)) * 50)
    assert "does not hold" in refused(numduel("verify", str(file)), 4)


def test_a_file_that_cannot_be_read_is_a_failure_and_no_refutation(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    for name in (tmp_path / "none.json", tmp_path, plain / "below", Path("x" * 300)):
        assert "cannot read" in refused(numduel("verify", str(name)), 1)


def test_an_unwritable_file_is_told_in_a_sentence_and_nothing_is_left_behind(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("kept")
    for name in (tmp_path / "no" / "folder" / "x", plain / "x", tmp_path, tmp_path / ("x" * 300)):
        complaint = refused(numduel("prove", "operation-duel", "-o", str(name)), 1)
        assert "cannot write" in complaint or "is a folder" in complaint
    assert "folder" in refused(numduel("prove", "operation-duel", "-o", ""), 1)
    assert [path.name for path in tmp_path.rglob("*")] == ["plain"]
    assert plain.read_text() == "kept"


@pytest.mark.parametrize("before", ["", "an older proof"])
def test_a_disk_that_fills_up_leaves_what_was_there(before: str, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    if before:
        file.write_text(before)
    failed = in_shell(f"ulimit -f 1; numduel prove digit-stack --force -o '{file}'")
    assert "cannot write" in refused(failed, 1)
    assert [path.read_text() for path in tmp_path.iterdir()] == [before] * bool(before)


def test_an_older_proof_is_replaced_only_by_a_whole_new_one(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text("an older proof")
    unsolved = numduel("prove", "top-stack-twelve:supply=2", "--limit", "10", "--force", "-o", str(file))
    assert "unsolved" in refused(unsolved, 1)
    assert refused(numduel("prove", "top-stack-twelve:supply=0", "--force", "-o", str(file)), 2)
    assert file.read_text() == "an older proof"
    assert numduel("prove", "top-stack-twelve:tokens=1-3,supply=1", "--force", "-o", str(file)).code == 0
    assert accepted(file.read_text())
    assert os.listdir(tmp_path) == ["proof.json"]


def test_what_is_no_plain_file_is_never_replaced_by_one(tmp_path: Path) -> None:
    # Whoever runs this as root with -o /dev/null would otherwise be left without /dev/null.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # so that writing into it would not hang either
    try:
        numduel("prove", "operation-obliteration", "-o", str(pipe))
        assert stat.S_ISFIFO(pipe.stat().st_mode)
    finally:
        os.close(reader)


@pytest.mark.parametrize(
    "arguments",
    [
        ("prove", "digit-stack"),
        ("prove", "-o", "x"),
        ("prove", "digit-stack", "-o"),
        ("prove", "digit-stack", "-o", "x", "--limit", "0"),
        ("prove", "chess", "-o", "x"),
        ("verify",),
        ("verify", "a", "b"),
    ],
)
def test_a_proof_asked_for_wrongly_is_exit_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert refused(numduel(*arguments), 2)


def test_verify_says_what_was_checked(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    for spec, texts in {
        "operation-duel": (
            "operation-duel: the claim is that Player 2 wins in 14 moves.",
            "Player 2 wins within 14 moves: 8 positions",
            "Player 1 lasts 14 moves: 16 positions",
        ),
        "top-stack-twelve": (
            "the claim is that with best play the game never ends.",
            "Player 1 can always avoid losing",
            "Player 2 can always avoid losing",
        ),
        "operation-stack": ("never ends", "5 groups of positions", "height changes by one each turn"),
    }.items():
        file.write_text(_certified(spec))
        shown = " ".join(numduel("verify", str(file)).out.split())
        assert all(words in shown for words in texts)

"""What games say at the table under settings that their rulebooks do not have: true there, and useful."""

import pytest
from commandline import play
from strategies import OURS

import numduel
from numduel.analysis.explanation import hint
from numduel.core.registry import full_title, short_spec, variant_of


def test_the_remainder_is_told_where_a_multiple_wins() -> None:
    played = play("digit-stack:sevens", "5", "4", "board", "1")
    told = [line for line in played.lines if "divided by" in line]
    assert told == [
        "It leaves 5 when divided by 7.",
        "It leaves 5 when divided by 7.",
        "Current number: 54, which leaves 5 when divided by 7",
        "It leaves 2 when divided by 7.",
    ]


@pytest.mark.parametrize("answers", [("3", "5"), tuple("999")])
def test_no_remainder_is_told_of_a_game_that_is_over(answers: tuple[str, ...]) -> None:
    played = play("digit-stack:target=99,multiple=7", *answers)
    ended = next(at for at, line in enumerate(played.lines) if line.endswith("wins!"))
    last = max(at for at, line in enumerate(played.lines) if line.startswith("Current number is now"))
    assert not any("divided by" in line for line in played.lines[last:ended])


def test_no_remainder_is_told_where_none_matters() -> None:
    assert "divided by" not in play("digit-stack", "5", "board").out


def test_the_digits_that_may_follow_are_those_within_reach() -> None:
    played = play("digit-stack:near-eights", "1", "5")
    assert "Player 2, please choose a digit (1-3): 5" in played.lines
    assert (
        "Invalid digit. 5 lies further than 2 from the digit before, 1. Please choose a digit (1-3)."
        in played.out
    )


def test_a_pattern_by_remainders_explains_what_is_lost() -> None:
    game = numduel.load("digit-stack:sevens")
    said = hint(numduel.Position.start(game).say("5"), numduel.solve(game))
    assert said.endswith(
        "every position where the number of digits is even and the remainder by 7 is 5 is lost."
    )


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("", "Numbers may become negative and as large as they like. "),
        ("operations=plus/negate,max_value=9", "Numbers may become negative. "),
        ("operations=plus/times", "Numbers may become as large as they like. "),
        ("operations=plus/double,max_value=9", ""),
    ],
)
def test_numbers_are_said_to_become_only_what_they_can(settings: str, told: str) -> None:
    game = numduel.load(f"operation-stack:{settings}" if settings else "operation-stack")
    assert game.voice().rules()[-1].startswith(f"{told}Trying to operate")


def test_two_numbers_are_named_and_not_called_a_range() -> None:
    voice = numduel.load("operation-stack:ten").voice()
    assert "push 1 or 2;" in voice.rules()[1]
    assert voice.prompt((), 1, ("push",)) == "Enter 1 or 2: "


@pytest.mark.parametrize("kind", numduel.games().values(), ids=lambda kind: kind.name)
def test_a_variant_is_known_by_its_settings_however_they_are_given(
    kind: type[numduel.Game[object, str]],
) -> None:
    for variant in kind.variants:
        game = numduel.load(f"{kind.name}:{variant.settings}")
        assert variant_of(game) == variant
        assert (short_spec(game), full_title(game)) == (
            f"{kind.name}:{variant.name}",
            f"{kind.title}: {variant.name.replace('-', ' ')}",
        )
        assert numduel.load(short_spec(game)) == game
    rulebook = numduel.load(kind.name)
    assert (variant_of(rulebook), short_spec(rulebook), full_title(rulebook)) == (None, kind.name, kind.title)


@pytest.mark.parametrize(
    "settings",
    [
        "target=999,digits=1-5,multiple=7",
        "target=999,multiple=5",
        "target=345,digits=3-5,reach=1,multiple=8",
        "target=355,digits=3-5,repeats=no,multiple=8",
        "target=531,digits=1-5,reach=1,multiple=8",
        "target=9999,digits=1-3,repeats=no,multiple=7",
        "target=1000,multiple=13",
    ],
)
def test_the_rules_of_digit_stack_lead_with_the_multiple_and_say_what_the_digits_can_make(
    settings: str,
) -> None:
    game = numduel.load(f"digit-stack:{settings}")
    target, multiple = game.settings["target"], game.settings["multiple"]
    told = game.voice().rules()
    assert told[0].endswith(f"Whoever makes it a multiple of {multiple} wins at once.")
    ends, open_now = set(), [game.initial()]
    for state in open_now:
        children = [game.play(state, move) for move in game.moves(state)]
        ends |= {child for child in children if game.outcome(child)}
        open_now += [child for child in children if not game.outcome(child)]
    assert ("Exactly" in told[-1]) == (target in ends)
    assert ("passes" in told[-1]) == any(end > target for end in ends)
    longer = {len(str(end)) for end in ends if end > target} == {len(str(target)) + 1}
    assert (f"digit number {len(str(target)) + 1} passes" in told[-1]) == longer
    assert all(sentence in " ".join(told) for sentence in game.voice().aim().split(". ")[:-1])


def test_one_variant_is_meant_for_who_has_played_nothing() -> None:
    every = [(name, variant) for name in OURS for variant in numduel.games()[name].variants]
    assert [name for name, variant in every if variant.beginners] == ["operation-duel"]


@pytest.mark.parametrize(
    ("settings", "sizes"),
    [
        ("max_stack=2", "Numbers may become negative and as large as they like. "),
        ("max_stack=1,operations=minus/double", "Numbers may become as large as they like. "),
        ("max_stack=1,operations=minus/negate", "Numbers may become negative. "),
        ("max_stack=1", ""),
        ("max_value=30,operations=plus", ""),
        ("operations=swap", ""),
    ],
)
def test_rules_say_what_numbers_may_become_by_operations_that_are_possible(settings: str, sizes: str) -> None:
    last = numduel.load(f"operation-stack:{settings}").voice().rules()[-1]
    assert last.startswith(f"{sizes}Trying")

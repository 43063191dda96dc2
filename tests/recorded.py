"""Records of any game, with anything in them that a record can hold, for property tests."""

import dataclasses
import re
from itertools import pairwise

from commandline import REPOSITORY
from hypothesis import strategies as st
from strategies import GAMES, AnyPosition, some_games, steps, walk

from numduel.core.game import Fault
from numduel.core.position import split
from numduel.match.record import Record
from numduel.match.round import Ending, result_at

KNOWN_TAGS = set(re.findall(r"`(\w+)`", (REPOSITORY / "docs" / "records.md").read_text(encoding="utf-8")))
AWKWARD = "\"\\{}[]'.*; \t\n\r\v\f\x00\x1b\x7f\x85\xa0\u2028\u200b\ufeff\U0001f3b2é1nrtxuU"

# What somebody may call themselves, or note beside a move: anything at all.
anything = st.text(st.characters(codec="utf-8") | st.sampled_from(AWKWARD), max_size=12)
small = st.integers(0, 3)
numbers = small | st.integers(0, 10**18 - 1)
attempts = st.sampled_from(["operate", "/", "operate /", "+", "operate *", "*"]) | anything.map(
    "operate {}".format
)
tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,9}", fullmatch=True).filter(
    lambda name: name not in KNOWN_TAGS
)
# How people end a game; the rules and a turn limit do so by themselves.
DECLARED = (Ending.RESIGNATION, Ending.TIMEOUT, Ending.ABANDONED, Ending.AGREEMENT, Ending.FORFEIT)


@st.composite
def played(draw: st.DrawFn, name: str) -> Record:
    """A game of that name, played for a while and ended in any way there is, or not at all."""
    game, max_turns = draw(some_games(name)), draw(st.none() | st.integers(1, 12))
    positions = walk(game, draw(steps(16 if max_turns is None else max_turns)))
    made = tuple(move_between(before, after) for before, after in pairwise(positions))
    record = Record(game.spec, made, max_turns=max_turns)
    ending = draw(st.none() | st.sampled_from(DECLARED))
    if ending is None or result_at(positions[-1], max_turns) is not None:
        return record.with_result("")
    if ending is Ending.FORFEIT:
        attempt = draw(attempts)
        return record.with_result(ending.value, None, attempt) if loses(positions[-1], attempt) else record
    who = None if ending is Ending.AGREEMENT else draw(st.sampled_from((1, 2)))
    return record.with_result(ending.value, who)


def move_between(before: AnyPosition, after: AnyPosition) -> str:
    """A move that leads from one position to the next, as records write it."""
    return next(before.game.write(move) for move in before.moves if before.play(move) == after)


def loses(position: AnyPosition, attempt: str) -> bool:
    """Whether trying this loses the game."""
    words = split(attempt)
    return bool(words) and position.game.fault(position.state, words) is Fault.LOSS


@st.composite
def records(draw: st.DrawFn, text: st.SearchStrategy[str] = anything) -> Record:
    """A record of any game, with anything in it that a record can hold; names and notes are `text`."""
    record = draw(st.sampled_from(GAMES).flatmap(played))
    comments = draw(st.lists(st.tuples(st.integers(0, len(record.moves)), text), max_size=4))
    return dataclasses.replace(
        record,
        players=(draw(text), draw(text)),
        date=draw(text),
        seed=draw(st.none() | numbers),
        round=draw(st.none() | numbers.map(lambda number: max(number, 1))),
        hints=(draw(numbers), draw(numbers)),
        undos=draw(numbers),
        undo_policy=draw(st.sampled_from(["", "none", "agree", "free"])),
        hint_limit=draw(st.none() | numbers),
        uid=draw(text),
        comments=tuple(sorted(comments, key=lambda comment: comment[0])),
        tags=tuple(draw(st.dictionaries(tag_names, text, max_size=3)).items()),
    )

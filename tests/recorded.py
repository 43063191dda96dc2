"""Records of any game, with anything in them that a record can hold, for property tests."""

import re

from commandline import REPOSITORY
from hypothesis import strategies as st
from strategies import GAMES, some_games, steps

from numduel.core.game import Fault
from numduel.core.position import split
from numduel.match.record import Record
from numduel.match.round import Round

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


@st.composite
def rounds(draw: st.DrawFn, name: str) -> Round:
    """A game of that name, played for a while and ended in any way there is, or not at all."""
    bout = Round(draw(some_games(name)), draw(st.none() | st.integers(1, 12)))
    for pick in draw(steps(16)):
        if bout.result is None:
            bout.play(bout.position.moves[pick % len(bout.position.moves)])
    match draw(st.sampled_from(["goes on", "resignation", "agreed draw", "forfeit"])):
        case "resignation" if bout.result is None:
            bout.resign()
        case "agreed draw" if bout.result is None:
            bout.agree_draw()
        case "forfeit" if bout.result is None:
            attempt = draw(attempts)
            words = split(attempt)
            if words and bout.game.fault(bout.position.state, words) is Fault.LOSS:
                bout.forfeit(attempt)
    return bout


@st.composite
def records(draw: st.DrawFn, text: st.SearchStrategy[str] = anything) -> Record:
    """A record of any game, with anything in it that a record can hold; names and notes are `text`."""
    bout = draw(st.sampled_from(GAMES).flatmap(rounds))
    moves = tuple(map(bout.game.write, bout.moves))
    return Record(
        bout.game.spec,
        moves,
        bout.result,
        (draw(text), draw(text)),
        draw(text),
        draw(st.none() | numbers),
        draw(st.none() | numbers.map(lambda number: max(number, 1))),
        bout.max_turns,
        (draw(numbers), draw(numbers)),
        draw(numbers),
        draw(st.sampled_from(["", "none", "agree", "free"])),
        draw(st.none() | numbers),
        draw(text),
        tuple(
            sorted(
                draw(st.lists(st.tuples(st.integers(0, len(moves)), text), max_size=4)), key=lambda c: c[0]
            )
        ),
        tuple(draw(st.dictionaries(tag_names, text, max_size=3)).items()),
    )

"""All that a game tells: its words, boards, features and theory, at chosen positions, as plain data.

PYTHONPATH=src:tests python tests/told.py       # writes tests/games/told.json anew; look at what has changed
"""

import dataclasses
import json
from pathlib import Path
from typing import Any

import numduel
from numduel import Position

KEPT = Path(__file__).parent / "games" / "told.json"
WORDS = (("0",), ("3",), ("/",), ("divide",), ("push", "99"))
LINES: dict[str, tuple[str, ...]] = {
    "digit-stack": ("", "1 2", "1 2 3 4", "1 1 1"),
    "digit-stack:target=1111,digits=1/9": ("1 1 1", "1 1 1 1", "9"),
    "digit-stack:target=5432,digits=1-6,reach=1": ("", "3 4", "5 4 3", "6 6 6 6"),
    "digit-stack:target=6543,digits=2-7,repeats=no,multiple=9": ("", "2 3", "6 5", "2 7"),
    "digit-stack:target=99,digits=1-2,repeats=no": ("", "1", "1 2"),
    "digit-stack:target=999,digits=1-3,repeats=no,multiple=50": ("", "1 2 3"),
    "digit-stack:target=999,digits=1-4,repeats=no,multiple=50": ("", "1"),
    "digit-stack:target=555,digits=1-5,multiple=7": ("", "5 5"),
    "digit-stack:target=1234": ("1", "1 2", "1 2 3"),
    "digit-stack:target=12345678901234567890": ("1",),
    "digit-stack:target=123456789012345678901": ("", "1 2"),
    "operation-duel": ("", "*2 +1", "*2 *2 *2 *2 +1 +1 +1 +1", "*2 *2 *2 *2 *2"),
    "operation-duel:target=11": ("", "+1"),
    "operation-duel:target=40,start=0": ("", "+1", "+1 *2 *2"),
    "operation-duel:target=30,add=2/5,multiply=3,overshoot=forbidden": ("", "+5 *3", "*3 *3 *3 +2"),
    "operation-duel:target=9,add=none,multiply=2": ("", "*2 *2"),
    "operation-obliteration": ("", "divide", "divide divide", "divide divide add"),
    "operation-obliteration:no_repeat=opponent,start=13": ("", "multiply"),
    "operation-obliteration:no_repeat=both,start=13,low=5": ("", "multiply divide"),
    "operation-obliteration:no_repeat=none,start=7,multiply=any": ("", "multiply"),
    "operation-stack": ("", "5", "5 8", "5 8 *", "4 6 *", "1 2 3"),
    "operation-stack:target=3,numbers=1-2,max_stack=2,max_value=4": ("", "1 2", "2 2"),
    "operation-stack:target=5,numbers=2/4,operations=plus/times": ("", "2 4"),
    "operation-stack:target=-4,operations=swap/negate/double,max_stack=2,invalid=retry": ("", "1 2"),
    "operation-stack:max_value=10": ("", "5 8"),
    "operation-stack:target=-3,operations=plus": ("",),
    "operation-stack:target=7,numbers=3/5,operations=times": ("", "3"),
    "operation-stack:target=45,numbers=3/5,operations=times": ("", "3", "3 5"),
    "operation-stack:target=0,numbers=3,operations=plus": ("",),
    "operation-stack:target=1,numbers=1,operations=times": ("", "1"),
    "operation-stack:target=12,numbers=2/6/7,operations=plus/times": ("", "2", "2 6"),
    "operation-stack:target=7,numbers=7": ("", "7"),
    "operation-stack:target=2,numbers=2,operations=none,max_stack=2": ("",),
    "top-stack-twelve": ("", "1 2 3 4", "5 6", "6 6", "1 2 3 4 5"),
    "top-stack-twelve:tokens=2-4,supply=2": ("", "2 3", "2 2 3 3 4"),
    "top-stack-twelve:limit=4,window=1": ("", "1", "4"),
    "top-stack-twelve:tokens=1,supply=1,limit=9": ("", "1"),
}


def told_of(spec: str) -> dict[str, Any]:
    """What a game tells of itself, and at each position that its lines lead to."""
    game = numduel.load(spec)
    voice = game.voice()
    own = {
        "rules": voice.rules(),
        "aim": voice.aim(),
        "opening": voice.opening(),
        "final": [voice.final(winner) for winner in (1, None)],
        "spellings": [list(game.spellings(move)) for move in game.vocabulary()],
        "size": repr(game.size()),
        "bounds": repr(game.feature_bounds()),
    }
    return {"itself": own} | {f"after {line or 'nothing'}": told_at(spec, line) for line in LINES[spec]}


def told_at(spec: str, line: str) -> dict[str, Any]:
    """What a game tells of a position, and of the move that led there."""
    before = position = Position.start(numduel.load(spec))
    for text in line.split():
        before, position = position, position.say(text)
    game, state, voice = position.game, position.state, position.game.voice()
    over = position.outcome is not None
    theory = None if over else game.theory(state)
    told: dict[str, Any] = {
        "show": game.show(state),
        "brief": voice.brief(state),
        "caption": voice.caption(state),
        "measures": dict(voice.measures(state)),
        "features": repr(tuple(game.features(state))),
        "key": repr(game.key(state)),
        "moves": [game.write(move) for move in position.moves],
        "board": [part.say() for part in game.board().parts(state)],
        "choices": [list(dataclasses.astuple(choice)[1:]) for choice in game.board().choices(state)],
        "theory": None if theory is None else [theory.value.value, theory.plies, theory.why],
    }
    if line:
        last = next(move for move in before.moves if game.play(before.state, move) == state)
        told["report"] = voice.report(before.state, last, state, before.player)
    if over:
        return told | {"outcome": repr(position.outcome), "ending": voice.ending(state, position.player)}
    return told | {
        "turn": voice.turn(state, 2),
        "prompts": [voice.prompt(state, 1, ()), voice.legal_prompt(state, 1, ())],
        "asked on": [*voice.aside(state, ("push",)), voice.prompt(state, 1, ("push",))],
        "said": [[game.fault(state, words).value, *voice.rejection(state, (), words)] for words in WORDS],
        "forfeit": voice.forfeit(state, 2, ("/",)),
    }


def everything() -> dict[str, Any]:
    """What every game tells, in the form in which it is kept."""
    told = {f"{spec} {name}": value for spec in LINES for name, value in told_of(spec).items()}
    kept: dict[str, Any] = json.loads(json.dumps(told))
    return kept


if __name__ == "__main__":
    told = everything().items()
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in told]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

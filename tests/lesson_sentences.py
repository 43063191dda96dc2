"""Sentences about positions, checked against a naive table: who wins, why, by which moves, and patterns."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from naive import ENDLESS, LOSES, TURNED, WINS, Answer, AnyGame, nodes_of, rank, solve

from numduel import Position
from numduel.learn.lesson import NOBODY

DEEP = 2  # plies that are looked ahead where a game has no end of positions
NUMBER = r"([\d,]+)"


class Table:
    """What positions are worth, by definition."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.nodes = nodes_of(game, most=10_000)
        self.known = None if self.nodes is None else solve(self.nodes)

    def worth(self, state: Any, deep: int = DEEP) -> Answer:
        """The value for the player to move, and the plies to the end."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome.value.value, 0
        if self.known is not None:
            return self.known[self.game.key(state)]
        if deep == 0:
            return ENDLESS, None
        return max(self.made(state, deep).values(), key=rank)

    def made(self, state: Any, deep: int = DEEP) -> dict[str, Answer]:
        """What each move comes to, for the player who makes it."""
        found = {}
        for move in self.game.moves(state):
            value, plies = self.worth(self.game.play(state, move), deep - 1)
            found[self.game.write(move)] = TURNED.get(value, value), None if plies is None else plies + 1
        return found

    def keeping(self, state: Any) -> set[str]:
        """The moves that keep the value."""
        value = self.worth(state)[0]
        return {move for move, made in self.made(state).items() if made[0] == value}


@lru_cache(maxsize=64)
def table_of(game: AnyGame) -> Table:
    return Table(game)


def winner_of(position: Position[Any, Any]) -> str:
    value = table_of(position.game).worth(position.state)[0]
    return {WINS: str(position.player), LOSES: str(3 - position.player)}.get(value, NOBODY)


def check_worth(said: str, position: Position[Any, Any]) -> None:
    """Check who is said to win, and the reason."""
    value, plies = table_of(position.game).worth(position.state)
    decided = re.match(r"Player ([12]) wins(?: in ([\d,]+) moves?)?\. ?", said)
    if decided:
        assert decided[1] == winner_of(position), said
        assert decided[2] is None or whole(decided[2]) == plies, said
        check_reason(said[decided.end() :], position)
    elif said.startswith("Nobody can force a win: with best play the game never ends."):
        assert value == ENDLESS, said
        check_reason(said.partition("never ends.")[2].strip(), position)
    else:
        drawn = re.match(r"With best play it is a draw in ([\d,]+) moves?\. ?", said)
        assert drawn, said
        assert (value, plies) == ("draw", whole(drawn[1])), said
        check_reason(said[drawn.end() :], position)


def check_reason(said: str, position: Position[Any, Any]) -> None:
    game, state = position.game, position.state
    here = game.voice().brief(state)
    if said.startswith(f"At {here}, "):
        check_why(said.removeprefix(f"At {here}, ").removesuffix("."), game, state)
        return
    assert said.startswith(f"From {here}, "), said
    check_told_move(said.removeprefix(f"From {here}, "), position, best=True)


def check_told_move(said: str, position: Position[Any, Any], best: bool) -> None:
    """Check what a move is said to leave: `+1 leaves 3, and wins in 4 moves: every answer loses.`"""
    table, game = table_of(position.game), position.game
    text, leaves, rest = said.partition(" leaves ")
    assert leaves, said
    made = table.made(position.state)
    if best:
        assert rank(made[text]) == rank(table.worth(position.state)), said
    after = game.play(position.state, position.read(text))
    left = game.voice().brief(after)
    assert rest.startswith(left), said
    rest = rest.removeprefix(left)
    worth = re.match(r", and (wins|loses|draws|keeps the game going)(?: in ([\d,]+) moves?)?", rest)
    if worth:
        assert made[text][0] == {"wins": WINS, "loses": LOSES, "draws": "draw"}.get(worth[1], ENDLESS), said
        assert worth[2] is None or whole(worth[2]) == made[text][1], said
        rest = rest[worth.end() :]
    if rest.startswith(": "):
        check_why(rest[2:].removesuffix("."), game, after)
    else:
        assert rest == ".", said


def check_why(why: str, game: AnyGame, state: Any) -> None:
    """Check the reason why a position is worth what it is."""
    outcome = game.outcome(state)
    theory = None if outcome is not None else game.theory(state)
    if outcome is not None:
        assert why == outcome.reason
    elif theory is not None:
        value, plies = table_of(game).worth(state)
        assert (theory.value.value, why) == (value, theory.why)
        assert table_of(game).known is None or theory.plies in (None, plies)
    elif re.match("(exactly the|every) position|of the positions", why):
        assert table_of(game).worth(state)[0] == LOSES
        check_pattern(why, table_of(game))
    else:
        _check_moves_of(why, game, state)


def _check_moves_of(why: str, game: AnyGame, state: Any) -> None:
    """Check what is said of the moves of a position."""
    made = table_of(game).made(state)
    found = re.fullmatch(
        r"(?P<all>every (?:move|answer) (?P<does>loses|wins)(?P<once> at once)?)?"
        r"(?:(?P<only>the only (?:move|answer), )(?P<one>\S+),)?"
        r"(?:; (?P<some>\S+), for one,|; none lasts longer than the (?:move|answer) (?P<long>\S+), which)?"
        r"(?: (?:loses|wins)(?P<once2> at once)?(?: in [\d,]+ moves?)?| is met by (?P<met>\S+))?"
        r"|(?P<alone>only )?(?P<wins>\S+) wins then(?:,(?: at once| in (?P<plies>[\d,]+) moves?))?",
        why,
    )
    assert found, why
    parts = found.groupdict()
    if parts["all"]:
        assert {value for value, _ in made.values()} == {LOSES if parts["does"] == "loses" else WINS}, why
    if parts["once"]:
        assert {plies for _, plies in made.values()} == {1}, why
    if parts["only"]:
        assert set(made) == {parts["one"]}, why
    if parts["long"]:
        assert made[parts["long"]][1] == max(plies or 0 for _, plies in made.values()), why
    if parts["met"]:
        after = game.play(state, Position(game, state).read(parts["one"] or parts["some"] or parts["long"]))
        assert table_of(game).made(after)[parts["met"]][0] == WINS, why
    if parts["wins"]:
        assert made[parts["wins"]][0] == WINS, why
        assert not parts["alone"] or sum(value == WINS for value, _ in made.values()) == 1, why
        assert not parts["plies"] or made[parts["wins"]][1] == whole(parts["plies"]), why


def check_pattern(said: str, table: Table) -> None:
    """Check over the whole table which positions are said to be lost."""
    bounded = re.fullmatch(r"of the positions where (.+), exactly those where it (.+) are lost", said)
    plain = re.fullmatch(r"(exactly the positions|every position) where (.+) (?:are|is) lost", said)
    assert bounded or plain, said
    voice = table.game.voice()
    assert table.nodes is not None
    assert table.known is not None
    for key, node in table.nodes.items():
        measures = voice.measures(node.state)
        lost = table.known[key][0] == LOSES
        if bounded:
            name = max((each for each in measures if bounded[1].startswith(each)), key=len)
            inside = _holds(bounded[1], measures)
            assert not inside or _holds(f"{name} {bounded[2]}", measures) is lost, said
        elif plain is not None:
            there = all(_holds(part, measures) for part in _conditions(plain[2], measures))
            assert there is lost if plain[1].startswith("exactly") else lost or not there, said


def _conditions(said: str, measures: Any) -> list[str]:
    """Conditions that are joined by `and`, each of which begins with the name of a number."""
    names = "|".join(sorted(map(re.escape, measures), key=len, reverse=True))
    return re.split(rf" and (?={names})", said)


def _holds(condition: str, measures: Any) -> bool:
    name = max((each for each in measures if condition.startswith(each)), key=len)
    number, said = measures[name], condition.removeprefix(name).strip()
    tests: dict[str, Callable[..., bool]] = {
        r"is (odd|even)": lambda kind: number % 2 == (kind == "odd"),
        r"is (-?\d+)": lambda bound: number == int(bound),
        r"is (-?\d+) or more": lambda bound: number >= int(bound),
        r"is (-?\d+) or less": lambda bound: number <= int(bound),
        r"is a multiple of (\d+)": lambda by: number % int(by) == 0,
        r"leaves ([\d, or]+) when divided by (\d+)": lambda rests, by: (
            str(number % int(by)) in re.findall(r"\d+", rests)
        ),
    }
    for pattern, holds in tests.items():
        found = re.fullmatch(pattern, said)
        if found:
            return holds(*found.groups())
    raise AssertionError(f"nobody knows the condition {condition!r}")


def check_line(said: str, position: Position[Any, Any]) -> None:
    """Check a line of best play that is told move by move."""
    table, rest = table_of(position.game), said
    while found := re.match(r"Player ([12]) (plays|can only play) (\S+), which leaves ", rest):
        assert int(found[1]) == position.player
        assert (found[2] == "can only play") is (len(position.moves) == 1)
        made = table.made(position.state)
        assert rank(made[found[3]]) == max(map(rank, made.values())), said
        position = position.say(found[3])
        left = f"{position.game.voice().brief(position.state)}. "
        assert rest[found.end() :].startswith(left), said
        rest = rest[found.end() + len(left) :]
    assert position.outcome is not None
    won = "nobody wins" if position.winner is None else f"Player {position.winner} wins"
    assert rest == f"Then {position.outcome.reason}, and {won}."


def whole(text: str) -> int:
    return int(text.replace(",", ""))

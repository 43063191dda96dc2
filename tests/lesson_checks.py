"""What a lesson says, checked sentence by sentence against a naive table; no sentence may be unknown."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from naive import ENDLESS, LOSES, TURNED, WINS, Answer, AnyGame, nodes_of, rank, solve

from numduel import Position
from numduel.core.registry import full_title
from numduel.learn.attempt import Reply
from numduel.learn.judging import judge
from numduel.learn.lesson import NOBODY, Lesson, Step

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


def check_lesson(lesson: Lesson) -> None:
    """Check every statement of a lesson."""
    for number, step in enumerate(lesson.steps):
        try:
            check_step(step, lesson)
        except AssertionError as error:
            raise AssertionError(f"{lesson.game.spec}, step {number + 1}, {step}: {error}") from error


def check_step(step: Step, lesson: Lesson) -> None:
    words = list(step.words)
    if words and words[0].startswith("At other settings, "):
        assert step.game != lesson.game
        assert words.pop(0) == f"At other settings, {full_title(step.game)}: {step.game.voice().aim()}"
    _CHECKS[step.kind](step, words, lesson)


# What is only told


def _told(step: Step, words: list[str], lesson: Lesson) -> None:
    voice = step.game.voice()
    if words == [line for line in voice.rules() if line]:
        return
    for said in words:
        found = re.fullmatch(rf"It rests on a table of all {NUMBER} positions, worked out .*", said)
        if found:
            nodes = table_of(step.game).nodes
            assert nodes is not None
            assert _int(found[1]) == len(nodes)
        elif said.startswith("The exam is at other settings: "):
            assert said.startswith(f"The exam is at other settings: {full_title(step.game)}.")
            assert step.game not in {each.game for each in lesson.steps if not _in_exam(lesson, each)}
        else:
            check = f"prove {step.game.spec} -o proof.json, and check it with the command verify proof.json"
            same = said == "The exam asks what you have not been asked yet."
            assert same or said in (voice.aim(), step.game.invariant()) or said.endswith(check), said


def _in_exam(lesson: Lesson, step: Step) -> bool:
    return any(section.exam and step in section.steps for section in lesson.sections)


# Positions that are worked out


def _worked(step: Step, words: list[str], lesson: Lesson) -> None:
    check_rule(words.pop(0), step)
    check_worth(words.pop(0), step.position)
    if words:
        check_line(words.pop(0), step.position)
    assert not words


def check_rule(rule: str, step: Step) -> None:
    """Check the sentence of a topic, about the position at hand or about the whole table."""
    idea, table = step.game.idea(step.position.state), table_of(step.game)
    if idea is not None:
        assert (idea.name, idea.rule) == (step.topic, rule)
        return
    every = list((table.known or {}).values())
    rung = re.match(
        rf"{NUMBER} of the {NUMBER} positions are decided in (\d+) (?:(?:or|to) (\d+) moves|moves or more): "
        rf"in {NUMBER} of them the player to move wins, and in {NUMBER} the other one\. To win, leave",
        rule,
    )
    held = re.match(rf"In {NUMBER} of the {NUMBER} positions nobody can force a win", rule)
    if rung:
        low, high = int(rung[3]), int(rung[4] or 10**9)
        there = [value for value, plies in every if value in (WINS, LOSES) and low <= (plies or 0) <= high]
        expected = [len(there), len(every), there.count(WINS), there.count(LOSES)]
        assert [_int(rung[at]) for at in (1, 2, 5, 6)] == expected, rule
    elif held:
        expected = [sum(value not in (WINS, LOSES) for value, _ in every), len(every)]
        assert [_int(held[1]), _int(held[2])] == expected, rule
    else:
        check_pattern(rule[0].lower() + rule[1:-1], table)


def check_worth(said: str, position: Position[Any, Any]) -> None:
    """Check who is said to win, and the reason."""
    value, plies = table_of(position.game).worth(position.state)
    decided = re.match(r"Player ([12]) wins(?: in ([\d,]+) moves?)?\. ?", said)
    if decided:
        assert decided[1] == winner_of(position), said
        assert decided[2] is None or _int(decided[2]) == plies, said
        check_reason(said[decided.end() :], position)
    elif said.startswith("Nobody can force a win: with best play the game never ends."):
        assert value == ENDLESS, said
        check_reason(said.partition("never ends.")[2].strip(), position)
    else:
        drawn = re.match(r"With best play it is a draw in ([\d,]+) moves?\. ?", said)
        assert drawn, said
        assert (value, plies) == ("draw", _int(drawn[1])), said
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
        assert worth[2] is None or _int(worth[2]) == made[text][1], said
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
        assert not parts["plies"] or made[parts["wins"]][1] == _int(parts["plies"]), why


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


# Questions


def _who(step: Step, words: list[str], lesson: Lesson) -> None:
    position = step.position
    found = re.fullmatch(
        r"Player ([12]) is to move\. Who wins with best play: 1(?:, 2 or nobody| or 2)\?", words.pop()
    )
    assert found
    assert int(found[1]) == position.player
    assert step.right == (winner_of(position),)
    check_hint(step)
    for said in ("1", "2", NOBODY):
        reply = judge(step, said)
        assert reply.right is (said in step.right)
        assert reply.solved
        check_worth(reply.words[0].partition(" ")[2], position)
        if not reply.right:
            check_refutation(reply, position)


def _find(step: Step, words: list[str], lesson: Lesson) -> None:
    position, table = step.position, table_of(step.game)
    made, question = table.made(position.state), words.pop()
    assert question.startswith(f"You are Player {position.player}")
    if step.goal == "at-once":
        assert "can win with one move" in question
        assert set(step.right) == {move for move, worth in made.items() if worth == (WINS, 1)}
    else:
        assert set(step.right) == table.keeping(position.state)
        value = table.worth(position.state)[0]
        assert (value == WINS) is (step.goal == "win")
        assert value != LOSES
        assert ("nobody can force a win" in question) is (value != WINS and "Some moves" not in question)
    if "Some moves lose at once" in question:
        quick = {move for move, (value, plies) in made.items() if value == LOSES and (plies or 9) <= 2}
        assert quick
        assert set(step.right) == set(made) - quick
    assert 0 < len(step.right) < len(made)
    check_hint(step)
    for move in made:
        reply = judge(step, move)
        assert reply.right is (move in step.right)
        check_reply(reply, move, step)


def check_reply(reply: Reply, move: str, step: Step) -> None:
    """Check what is said to a move that was found, right or wrong."""
    position, table = step.position, table_of(step.game)
    (said,) = reply.words
    after = position.say(move)
    if reply.right:
        ended = after.outcome and f"Right. {move} ends the game: {after.outcome.reason}."
        if ended:
            assert said == ended
        else:
            check_told_move(said.removeprefix("Right. "), position, best=False)
        return
    found = re.match(
        rf"{re.escape(move)} (wins|loses|draws|keeps the game going)(?: in ([\d,]+) moves?)?", said
    )
    assert found, said
    value, plies = table.made(position.state)[move]
    assert value == {"wins": WINS, "loses": LOSES, "draws": "draw"}.get(found[1], ENDLESS), said
    assert found[2] is None or _int(found[2]) == plies, said
    rest = said[found.end() :]
    if rest != ", but there is a quicker way.":
        assert rest.startswith(": it "), said
        check_told_move(f"{move} {rest.removeprefix(': it ')}", position, best=False)
    assert reply.refutation[0] == move
    check_refutation(reply, position, given=1)


def check_refutation(reply: Reply, position: Position[Any, Any], given: int = 0) -> None:
    """Check that after the moves that were given both sides play one of their best moves."""
    table = table_of(position.game)
    for number, move in enumerate(reply.refutation):
        made = table.made(position.state)
        assert number < given or rank(made[move]) == max(map(rank, made.values()))
        position = position.say(move)


def check_hint(step: Step) -> None:
    position, table = step.position, table_of(step.game)
    value, plies = table.worth(position.state)
    some = re.fullmatch(
        r"(\d+) of the (\d+) moves (wins?|wins? at once|does not lose|do not lose)\.", step.hint
    )
    if some:
        assert (int(some[1]), int(some[2])) == (len(step.right), len(position.moves)), step.hint
    elif step.hint.startswith("With best play the game ends in "):
        assert _int(re.findall(NUMBER, step.hint)[0]) == plies
    elif step.hint.startswith("Look whether"):
        assert value not in (WINS, LOSES)
    else:
        ideas = {idea.rule for state in _near(position) if (idea := step.game.idea(state)) is not None}
        if ideas:
            assert step.hint in ideas
        else:
            check_rule(step.hint, step)


def _near(position: Position[Any, Any]) -> list[Any]:
    """The position and what moves lead to: where an idea is to be found."""
    game, state = position.game, position.state
    return [
        state,
        *(after for move in position.moves if game.outcome(after := game.play(state, move)) is None),
    ]


# What is done


def _move(step: Step, words: list[str], lesson: Lesson) -> None:
    position = step.position
    assert words == [f"You are Player {position.player}. Make this move: {step.right[0]}"]
    reply = judge(step, step.right[0])
    assert reply.solved
    after = position.say(step.right[0])
    assert any(
        step.game.voice().brief(after.state) in line or step.game.show(after.state) in line
        for line in reply.words
    )


def _attempt(step: Step, words: list[str], lesson: Lesson) -> None:
    position = step.position
    assert words == [
        f"You are Player {position.player}. Now try what the rules do not allow: {step.right[0]}"
    ]
    loses = step.game.fault(position.state, tuple(step.right[0].split())).value == "loss"
    reply = judge(step, step.right[0])
    assert step.right[0] not in map(step.game.write, position.moves)
    assert ("loses at once" in reply.words[-1]) is loses
    assert ("Nothing has changed" in reply.words[-1]) is not loses


def _play(step: Step, words: list[str], lesson: Lesson) -> None:
    position, table = step.position, table_of(step.game)
    value, plies = table.worth(position.state)
    said = re.match(
        r"You are Player ([12]), and (?:can win(?: in ([\d,]+) moves?)?|nobody can force a win)\.", words[0]
    )
    assert said, words
    assert int(said[1]) == position.player
    assert (value == WINS) is ("can win" in words[0]) is (step.goal == "win")
    assert value != LOSES
    assert said[2] is None or _int(said[2]) == plies
    moves, done = step.moves, False
    while not done:
        here = _after(step.game, moves)
        kept = sorted(table.keeping(here.state))
        best = max(kept, key=lambda move: rank(table.made(here.state)[move]))
        reply = judge(step, best, moves)
        assert reply.right
        moves, done = reply.moves, reply.solved
        for move in set(map(step.game.write, here.moves)) - set(kept):
            assert not judge(step, move, here_moves := moves[: here.ply]).right, here_moves
    end = _after(step.game, moves)
    if step.turns == 0:
        assert end.outcome is not None
        assert (end.winner == position.player) is (value == WINS)
        assert ("You have won" in reply.words[-1]) is (value == WINS)
    else:
        assert f"You have made {step.turns} moves" in reply.words[-1]


def _after(game: AnyGame, moves: tuple[str, ...]) -> Position[Any, Any]:
    position = Position.start(game)
    for move in moves:
        position = position.say(move)
    return position


def _int(text: str) -> int:
    return int(text.replace(",", ""))


_CHECKS: dict[str, Callable[[Step, list[str], Lesson], None]] = {
    "told": _told,
    "worked": _worked,
    "who": _who,
    "find": _find,
    "move": _move,
    "attempt": _attempt,
    "play": _play,
}

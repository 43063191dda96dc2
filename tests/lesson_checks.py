"""What a lesson says, checked sentence by sentence against a naive table; no sentence may be unknown."""

import re
from collections.abc import Callable
from typing import Any

from lesson_sentences import (
    NUMBER,
    check_line,
    check_pattern,
    check_told_move,
    check_worth,
    table_of,
    whole,
    winner_of,
)
from naive import ENDLESS, LOSES, WINS, AnyGame, rank

from numduel import Position
from numduel.core.registry import full_title
from numduel.learn.attempt import Reply
from numduel.learn.judging import judge
from numduel.learn.lesson import NOBODY, Lesson, Step


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
            assert whole(found[1]) == len(nodes)
        elif said.startswith("The exam is at other settings: "):
            assert said.startswith(f"The exam is at other settings: {full_title(step.game)}.")
            assert step.game not in {each.game for each in lesson.steps if not _in_exam(lesson, each)}
            assert ("holds there too" in said) is (step.game.theory(step.game.initial()) is not None)
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
        assert [whole(rung[at]) for at in (1, 2, 5, 6)] == expected, rule
    elif held:
        expected = [sum(value not in (WINS, LOSES) for value, _ in every), len(every)]
        assert [whole(held[1]), whole(held[2])] == expected, rule
    else:
        check_pattern(rule[0].lower() + rule[1:-1], table)


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
    assert found[2] is None or whole(found[2]) == plies, said
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
    assert reply.cut is (position.outcome is None)


def check_hint(step: Step) -> None:
    position, table = step.position, table_of(step.game)
    value, plies = table.worth(position.state)
    some = re.fullmatch(
        r"(\d+) of the (\d+) moves (wins?|wins? at once|does not lose|do not lose)\.", step.hint
    )
    if some:
        assert (int(some[1]), int(some[2])) == (len(step.right), len(position.moves)), step.hint
    elif step.hint.startswith("With best play the game ends in "):
        assert whole(re.findall(NUMBER, step.hint)[0]) == plies
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
    assert said[2] is None or whole(said[2]) == plies
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


_CHECKS: dict[str, Callable[[Step, list[str], Lesson], None]] = {
    "told": _told,
    "worked": _worked,
    "who": _who,
    "find": _find,
    "move": _move,
    "attempt": _attempt,
    "play": _play,
}

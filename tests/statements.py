"""Checks what is said about puzzles, sentence by sentence, against the naive solver.

A sentence that is not understood is a failure: whatever is said must be held against something.
"""

import re
from typing import Any

import naive
from naive import DRAWS, ENDLESS, LOSES, WINS, Answer
from truth import Truth, gave_away, possible_answers, true_answers, truth_of

from numduel import Position
from numduel.analysis.patterns import pattern_at
from numduel.learn.attempt import Reply, answer, hint, solution
from numduel.learn.puzzle import Puzzle, answers_for

VERBS = {"wins": WINS, "loses": LOSES, "draws": DRAWS, "keeps the game going": ENDLESS}
OUTLOOK = r"(wins|loses|draws|keeps the game going)(?: in (\d+) moves?)?"


def check_puzzle(puzzle: Puzzle) -> int:
    """Check everything that is ever said about a puzzle in its first position; how many sentences it was."""
    position, truth = puzzle.standing().position, truth_of(puzzle.spec)
    check_question(puzzle, position, truth)
    check_hint(puzzle, hint(puzzle), truth)
    check_themes(puzzle)
    said = solution(puzzle)
    assert said[0] == f"Right: {' or '.join(true_answers(puzzle))}."
    replies = {given: answer(puzzle, given) for given in possible_answers(puzzle, position)}
    for given, reply in replies.items():
        assert reply.right is (given in true_answers(puzzle)), (puzzle.id, given)
        check_reply(puzzle, given, reply, truth)
    if puzzle.task == "finish":
        check_soonest(said[1], position, truth)
    else:
        told = {words.removeprefix("Right. ") for each in replies.values() for words in each.words}
        assert set(said[1:]) <= told
    return 2 + len(said) + sum(len(reply.words) for reply in replies.values())


def check_themes(puzzle: Puzzle) -> None:
    """Check the themes of a puzzle, but for those that say what a reason is made of."""
    truth, by_move = truth_of(puzzle.spec), puzzle.kind.by_move
    right = true_answers(puzzle)
    at = puzzle.moves[: int(right[0]) - 1] if puzzle.task == "slip" else puzzle.moves
    state = puzzle.standing(at).position.state
    value, _ = truth.of(state)
    wrong = [each for each in truth.moves(state).values() if each[0] != value]
    lengths = {"at-once": range(2), "short": range(2, 4), "long": range(4, 8), "very-long": range(8, 999)}
    assert [name for name in lengths if name in puzzle.themes] == [
        name for name, depths in lengths.items() if puzzle.depth in depths
    ]
    assert ("only-move" in puzzle.themes) is (by_move and len(right) == 1)
    assert ("trap" in puzzle.themes) is any(
        each not in ((LOSES, 1), (LOSES, 2), (LOSES, 3)) for each in wrong
    )


def check_question(puzzle: Puzzle, position: Position[Any, Any], truth: Truth) -> None:
    """Check what the question takes for granted."""
    asked = puzzle.kind.question(puzzle.standing())
    value, plies = truth.of(position.state)
    right, moves = true_answers(puzzle), truth.moves(position.state)
    if puzzle.task == "slip":
        assert (
            asked
            == f"In this game of {len(puzzle.moves)} moves, just one move gave something away. Which one?"
        )
        assert len(right) == 1
        return
    assert f"Player {position.player}" in asked
    if puzzle.task == "who":
        assert value in (WINS, LOSES)
        assert plies is not None
        return
    assert 0 < len(right) < len(moves)
    assert value in ((DRAWS, ENDLESS) if "nobody can force a win" in asked else (WINS,))
    if "More than one move wins" in asked:
        assert len({each for each in moves.values() if each[0] == WINS}) > 1


def check_hint(puzzle: Puzzle, said: str, truth: Truth) -> None:
    """Check a hint."""
    position, right = puzzle.standing().position, true_answers(puzzle)
    _, plies = truth.of(position.state)
    if puzzle.task == "who":
        assert said == f"Player {right[0][0]} wins."
        return
    if puzzle.task == "slip":
        assert said == f"It was a move of Player {2 - int(right[0]) % 2}."
        return
    does = "do" if len(right) > 1 else "does"
    told = f"{len(right)} of the {len(position.moves)} moves {does}"
    win = f"There is a win in {plies} move{'s' if plies != 1 else ''}; {told} what is asked."
    assert said == (f"{told} not lose." if puzzle.task == "hold" else win)


def check_reply(puzzle: Puzzle, given: str, reply: Reply, truth: Truth) -> None:
    """Check what is said to an answer, and the moves that refute it."""
    (said,) = reply.words
    position = puzzle.standing().position
    if puzzle.task == "who":
        check_who(given, said, true_answers(puzzle)[0])
    elif puzzle.task == "slip":
        check_slip(puzzle, int(given), said, truth)
    elif puzzle.task == "finish" and reply.right:
        check_defence(puzzle, given, reply, truth)
    elif reply.right:
        check_told(said.removeprefix("Right. ").removesuffix("."), position, given, truth)
    else:
        check_refuted(puzzle, given, reply, truth)


def check_who(given: str, said: str, right: str) -> None:
    winner, plies = right.split()
    moves = f"{plies} move{'s' if plies != '1' else ''}"
    if given == right:
        assert said == f"Right. Player {winner} wins in {moves}."
    elif given[0] == winner:
        assert re.fullmatch(rf"Player {winner} does win, but not in {given.split()[1]} moves?\.", said)
    else:
        assert said == f"Player {given[0]} cannot force a win here."


def check_slip(puzzle: Puzzle, number: int, said: str, truth: Truth) -> None:
    before = puzzle.standing(puzzle.moves[: number - 1]).position
    move = puzzle.moves[number - 1]
    if said.startswith("Right. "):
        assert gave_away(puzzle, number, truth)
        done, better = re.fullmatch(r"Right\. (.*)\. (\S.* leaves .*)\.", said, re.DOTALL).groups()  # type: ignore[union-attr]
        check_told(done, before, move, truth)
        best = better.partition(" leaves ")[0]
        check_told(better, before, best, truth)
        made = truth.moves(before.state)
        assert made[best] == max(made.values(), key=naive.rank)
        return
    assert not gave_away(puzzle, number, truth)
    value, _ = truth.of(before.state)
    winner = {WINS: before.player, LOSES: 3 - before.player}.get(value)
    kept = f"Player {winner} wins with best play before it and after it"
    if winner is None:
        kept = "nobody could force a win before it or after it"
    assert said == f"Move {number}, {move}, gave nothing away: {kept}."


def check_defence(puzzle: Puzzle, given: str, reply: Reply, truth: Truth) -> None:
    """Check that a win goes on with the best defence."""
    position = puzzle.standing().position.say(given)
    if reply.solved:
        assert reply.words == ("Right, and won.",)
        return
    defence = reply.moves[-1]
    assert reply.words == (f"Right. Player {position.player} answers {defence}.",)
    made = truth.moves(position.state)
    assert made[defence] == max(made.values(), key=naive.rank)


def check_refuted(puzzle: Puzzle, given: str, reply: Reply, truth: Truth) -> None:
    """Check why a move is wrong, and that what follows is best play."""
    position, (said,) = puzzle.standing().position, reply.words
    head = re.match(rf"{re.escape(given)} {OUTLOOK}", said)
    assert head, said
    assert outlook_of(head) == truth.moves(position.state)[given], said
    rest = said[head.end() :]
    if rest != ", but there is a quicker way.":
        assert rest.startswith(": it leaves "), said
        assert head[0].removeprefix(given) not in rest, said
        check_told(rest.removeprefix(": ").removesuffix("."), position, given, truth)
    assert reply.refutation[0] == given
    after = position.say(given)
    for move in reply.refutation[1:]:
        made = truth.moves(after.state)
        assert made[move] == max(made.values(), key=naive.rank), said
        after = after.say(move)
    assert reply.cut is (after.outcome is None), said


def check_soonest(said: str, position: Position[Any, Any], truth: Truth) -> None:
    """Check that a win is told to its end, or as far as its length is, by the best moves of both."""
    line = said.removeprefix("The soonest win goes like this: ")
    shown, cut, length = line.partition(" … and so on, ")
    _, plies = truth.of(position.state)
    for move in shown.split():
        made = truth.moves(position.state)
        assert made[move] == max(made.values(), key=naive.rank), said
        position = position.say(move)
    assert length == f"{plies} moves in all" if cut else position.outcome is not None, said


def outlook_of(found: "re.Match[str]") -> Answer:
    verb, plies = found.groups()
    return VERBS[verb], None if plies is None else int(plies)


def check_told(said: str, position: Position[Any, Any], text: str, truth: Truth) -> None:
    """Check what a move leaves, what that comes to, and why."""
    move = position.read(text)
    game, after = position.game, position.game.play(position.state, move)
    head = re.match(rf"(?:it|{re.escape(text)}) leaves {re.escape(game.voice().brief(after))}", said)
    assert head, (said, text)
    rest = said[head.end() :]
    worth = re.match(rf", and {OUTLOOK}", rest)
    if worth:
        assert outlook_of(worth) == truth.of_move(position.state, move), said
        rest = rest[worth.end() :]
    if rest:
        assert rest.startswith(": "), said
        check_why(rest.removeprefix(": "), after, truth)


def check_why(why: str, state: Any, truth: Truth) -> None:
    """Check a reason: what moves come to, what has ended the game, theory or a pattern."""
    game, (value, _) = truth.game, truth.of(state)
    outcome = game.outcome(state)
    if outcome is not None:
        assert why == outcome.reason
        return
    made = truth.moves(state)
    for form, check in FORMS:
        found = re.fullmatch(form, why)
        if found:
            assert check(found, made, truth, state), (why, made)
            return
    theory = game.theory(state)
    if theory is not None and theory.why == why:
        assert theory.value.value == value
        return
    assert why == pattern_at(answers_for(game.spec), state)  # which tests of its own check over whole tables
    assert value == LOSES


def _is_met(found: "re.Match[str]", made: dict[str, Answer], truth: Truth, state: Any) -> bool:
    """Whether every move loses, and a certain one to a certain answer, which is one of the quickest."""
    move, reply = found["move"], found["reply"]
    after = next(
        truth.game.play(state, each) for each in truth.game.moves(state) if truth.game.write(each) == move
    )
    answers = truth.moves(after)
    return all(value == LOSES for value, _ in made.values()) and answers[reply] == max(
        answers.values(), key=naive.rank
    )


def _lasts(found: "re.Match[str]", made: dict[str, Answer], truth: Truth, state: Any) -> bool:
    longest = made[found["move"]] == max(made.values(), key=naive.rank)
    return longest and _is_met(found, made, truth, state)


def _wins_then(found: "re.Match[str]", made: dict[str, Answer], truth: Truth, state: Any) -> bool:
    winning = [move for move, (value, _) in made.items() if value == WINS]
    soon = 1 if found["soon"] == "at once" else int(found["plies"]) if found["plies"] else None
    told = made[found["move"]] == (WINS, soon) if soon else found["move"] in winning
    return told and (len(winning) == 1 if found["only"] else len(winning) > 1)


FORMS: list[tuple[str, Any]] = [
    (r"every answer loses at once", lambda _, made, *__: set(made.values()) == {(LOSES, 1)}),
    (r"every answer loses", lambda _, made, *__: all(value == LOSES for value, _ in made.values())),
    (r"every answer wins", lambda _, made, *__: all(value == WINS for value, _ in made.values())),
    (r"the only answer, (\S+), loses at once", lambda found, made, *__: made == {found[1]: (LOSES, 1)}),
    (r"the only answer, (\S+), wins at once", lambda found, made, *__: made == {found[1]: (WINS, 1)}),
    (
        r"the only answer, (\S+), wins in (\d+) moves",
        lambda found, made, *__: made == {found[1]: (WINS, int(found[2]))},
    ),
    (
        r"the only answer, (?P<move>\S+), is met by (?P<reply>\S+)",
        lambda found, made, *more: len(made) == 1 and _is_met(found, made, *more),
    ),
    (r"every answer loses; (?P<move>\S+), for one, is met by (?P<reply>\S+)", _is_met),
    (
        r"every answer loses; none lasts longer than the answer (?P<move>\S+), "
        r"which is met by (?P<reply>\S+)",
        _lasts,
    ),
    (r"(?P<only>only )?(?P<move>\S+) wins then(?:, (?P<soon>at once|in (?P<plies>\d+) moves))?", _wins_then),
]

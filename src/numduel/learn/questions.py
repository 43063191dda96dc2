"""Questions: draws the steps of a topic, two positions that are worked out and some to be answered."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ..analysis.explanation import tell_line
from ..analysis.reasons import reason
from ..analysis.words import verdict_in_words
from ..core.integers import count
from ..core.registry import full_title
from ..core.verdict import Value
from .lesson import NOBODY, Step
from .pool import Pool, keeping, matters, name_of
from .tasks import Asked
from .topics import Topic

LONGEST_LINE = 5  # plies of best play that are told beside a position


class Questions:
    """Draws positions, and asks nothing twice; what was shown comes again only where there is no other."""

    def __init__(self, pool: Pool, rng: Random) -> None:
        self._home = pool.game
        self._rng = rng
        self._asked: dict[str, set[Any]] = defaultdict(set)
        self._undecided = any(asked.verdict.value in (Value.DRAW, Value.ENDLESS) for asked in pool.asked)

    def worked(self, topic: Topic, most: int = 2) -> list[Step]:
        """Positions with what they are worth and why; where the topic has both, one won and one lost."""
        chosen = self._pick("worked", topic.members, most)
        return [self._placed(worked_step(asked, topic.name, topic.rule)) for asked in chosen]

    def who(self, asked: Iterable[Asked], topic: str, hint: str, most: int = 3) -> list[Step]:
        """Questions who wins."""
        chosen = self._pick("who", asked, most)
        return [self._placed(who_step(each, topic, hint, self._undecided)) for each in chosen]

    def find(self, asked: Iterable[Asked], topic: str, hint: str, most: int = 3) -> list[Step]:
        """Questions for a move that keeps what the position is worth."""
        chosen = self._pick("find", asked, most, matters)
        return [self._placed(find_step(each, topic, hint)) for each in chosen]

    def at_once(self, asked: Iterable[Asked], most: int = 3) -> list[Step]:
        """Questions for a move that wins at once."""
        return [at_once_step(each) for each in self._pick("find", asked, most, wins_at_once)]

    def careful(self, asked: Iterable[Asked], most: int = 3) -> list[Step]:
        """Questions for a move that does not lose at once."""
        return [careful_step(each) for each in self._pick("find", asked, most, must_be_careful)]

    def _placed(self, step: Step) -> Step:
        """The step, which says so where it is at other settings than those of the lesson."""
        if step.game == self._home:
            return step
        elsewhere = f"At other settings, {full_title(step.game)}: {step.game.voice().aim()}"
        return replace(step, words=(elsewhere, *step.words))

    def _pick(
        self, kind: str, asked: Iterable[Asked], most: int, fits: Callable[[Asked], bool] = bool
    ) -> list[Asked]:
        """So many positions that fit, of each value in turn, those that nobody has seen yet first."""
        groups: dict[Value, list[Asked]] = defaultdict(list)
        open_now = {name: each for each in asked if (name := name_of(each)) not in self._asked[kind]}
        shuffled = list(open_now.values())
        self._rng.shuffle(shuffled)
        for each in sorted(shuffled, key=self._familiar):
            groups[each.verdict.value].append(each)
        turns = self._rng.sample(sorted(groups, key=str), len(groups))
        chosen: list[Asked] = []
        while len(chosen) < most and any(groups.values()):
            for value in turns:
                while groups[value] and not fits(groups[value][0]):
                    del groups[value][0]
                chosen += [groups[value].pop(0)] if groups[value] else []
        self._asked[kind].update(map(name_of, chosen[:most]))
        return chosen[:most]

    def _familiar(self, asked: Asked) -> tuple[int, bool]:
        """What is known of a position: nothing, the question or the solution; other settings come last."""
        name = name_of(asked)
        seen = 2 * (name in self._asked["worked"]) or any(name in names for names in self._asked.values())
        return int(seen), asked.position.game != self._home


def entries(pool: Pool, topic: Topic) -> Iterator[Asked]:
    """The won positions from which just the right moves lead into a topic's lost positions."""
    game = pool.game
    lost = {
        game.key(asked.position.state)
        for asked in topic.members
        if asked.position.game == game and asked.verdict.value is Value.LOSS
    }
    for asked in pool.asked if lost else ():
        state = asked.position.state
        won = asked.verdict.value is Value.WIN and matters(asked)
        if won and all(game.key(game.play(state, move)) in lost for move in keeping(asked)):
            yield asked


def both_ways(topic: Topic, leading: Sequence[Asked]) -> tuple[Asked, ...]:
    """The positions of a topic; where all of them are lost, also those that lead there."""
    values = {asked.verdict.value for asked in topic.members}
    return (*topic.members, *leading) if values == {Value.LOSS} else topic.members


# One step each


def worked_step(asked: Asked, topic: str, rule: str) -> Step:
    """A position that is worked out."""
    position, verdict = asked.position, asked.verdict
    words = [rule, f"{verdict_in_words(verdict, position.player)} {reason(position, asked.answers)}".strip()]
    if verdict.plies is not None and 1 < verdict.plies <= LONGEST_LINE:
        words.append(tell_line(position, asked.answers))
    return Step(kind="worked", words=tuple(words), game=position.game, moves=asked.moves, topic=topic)


def who_step(asked: Asked, topic: str, hint: str, undecided: bool) -> Step:
    """A question who wins."""
    player = asked.position.player
    ways = f"1, 2 or {NOBODY}" if undecided else "1 or 2"
    return Step(
        kind="who",
        words=(f"Player {player} is to move. Who wins with best play: {ways}?",),
        game=asked.position.game,
        moves=asked.moves,
        right=(winner_in_words(asked),),
        hint=hint or how_far(asked),
        topic=topic,
    )


def winner_in_words(asked: Asked) -> str:
    """Who wins with best play: `1`, `2` or `nobody`."""
    winner = asked.verdict.value.winner(asked.position.player)
    return NOBODY if winner is None else str(winner)


def how_far(asked: Asked) -> str:
    """How far the end is, and nothing more."""
    plies = asked.verdict.plies
    if plies is None:
        return "Look whether either player can be forced to anything."
    return f"With best play the game ends in {count(plies, 'move')}."


def find_step(asked: Asked, topic: str, hint: str) -> Step:
    """A question for a move that keeps a win, or what else the position is worth."""
    player, wins = asked.position.player, asked.verdict.value is Value.WIN
    question = f"You are Player {player}. Find a move that wins."
    if not wins:
        question = f"You are Player {player}, and nobody can force a win. Find a move that does not lose."
    return _find(asked, question, "win" if wins else "hold", keeping(asked), hint or how_many(asked), topic)


def at_once_step(asked: Asked) -> Step:
    """A question for a move that wins at once."""
    right = tuple(move for move, verdict in asked.judged() if _ends(verdict, Value.WIN, 1))
    question = f"You are Player {asked.position.player}, and can win with one move. Find it."
    hint = f"{_so_many(len(right), asked)} at once."
    return _find(asked, question, "at-once", right, hint, "Win in one")


def careful_step(asked: Asked) -> Step:
    """A question for a move that does not lose at once."""
    question = (
        f"You are Player {asked.position.player}. Some moves lose at once, or let the other player win at "
        "once. Find one that does not."
    )
    goal = "win" if asked.verdict.value is Value.WIN else "hold"
    return _find(asked, question, goal, keeping(asked), how_many(asked), "Avoid losing in one")


def _find(asked: Asked, question: str, goal: str, right: Sequence[Any], hint: str, topic: str) -> Step:
    game = asked.position.game
    return Step(
        kind="find",
        words=(question,),
        game=game,
        moves=asked.moves,
        goal=goal,
        right=tuple(map(game.write, right)),
        hint=hint,
        topic=topic,
    )


def how_many(asked: Asked) -> str:
    """How many moves are right, and nothing more."""
    right = len(keeping(asked))
    if asked.verdict.value is Value.WIN:
        return f"{_so_many(right, asked)}."
    return f"{right} of the {len(asked.position.moves)} moves {'do' if right > 1 else 'does'} not lose."


def _so_many(right: int, asked: Asked) -> str:
    return f"{right} of the {len(asked.position.moves)} moves {'win' if right > 1 else 'wins'}"


def wins_at_once(asked: Asked) -> bool:
    """Whether a move wins at once and another does not."""
    if not _ends(asked.verdict, Value.WIN, 1):
        return False
    return not all(_ends(verdict, Value.WIN, 1) for _, verdict in asked.judged())


def must_be_careful(asked: Asked) -> bool:
    """Whether some move loses within two moves, and each that does not keeps what the position is worth."""
    if not matters(asked) or _ends(asked.verdict, Value.WIN, 1):
        return False
    value = asked.verdict.value
    return all(verdict.value is value or _ends(verdict, Value.LOSS, 2) for _, verdict in asked.judged())


def _ends(verdict: Any, value: Value, plies: int) -> bool:
    return verdict.value is value and verdict.plies is not None and verdict.plies <= plies

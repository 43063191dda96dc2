"""Lines: best play from a position, as far as it is worked out, and whether that is to the end."""

from ..core.frozen import Frozen
from ..core.hints import Any
from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Value
from ..solver.answers import Answers


class Line(Frozen):
    """The moves of best play, as texts: all of them, or only the first where it is long or has no end."""

    moves: tuple[str, ...]
    complete: bool  # whether they lead to the end of the game
    endless: bool  # whether best play never ends
    plies: int | None  # how many moves there are in all, where that is known

    def in_words(self, most: int | None = None) -> str:
        """The moves one after another, at most so many; what is left out is told."""
        shown = self.moves if most is None else self.moves[:most]
        said = " ".join(shown)
        if self.complete and len(shown) == len(self.moves):
            return said
        if self.endless:
            return f"{said} … and so on, for ever"
        length = "" if self.plies is None else f", {count(self.plies, 'move')} in all"
        return f"{said} … and so on{length}"


def best_line(position: Position[Any, Any], answers: Answers) -> Line:
    """Best play from a position: to the end, until a position comes again, or until it gets long."""
    game, state = position.game, position.state
    verdict, moves = answers.verdict(state), answers.line(state)
    for move in moves:
        state = game.play(state, move)
    ended = game.outcome(state) is not None
    return Line(tuple(map(game.write, moves)), ended, verdict.value is Value.ENDLESS, verdict.plies)

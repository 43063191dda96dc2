"""Coach at the table: a question before a move that gives something away, values, and a lesson afterwards."""

from typing import TYPE_CHECKING, Any

from ..core.position import Position
from ..match.words import ForbiddenAttempt, LegalMove, Understood
from .keyboard import LOSES_AT_ONCE
from .table import table
from .words import paragraph

if TYPE_CHECKING:
    from .host import Host

FORBIDDEN = "The rules do not allow it, and who tries it loses."


class Coach:
    """Says what is known to whoever plays; what it knows is worked out when it is first needed."""

    def __init__(self, host: "Host") -> None:
        self.host = host

    def warning(self, position: Position[Any, Any], understood: Understood) -> str | None:
        """What to ask a person before what they said is done; None if nothing speaks against it."""
        if isinstance(understood, ForbiddenAttempt):
            return LOSES_AT_ONCE
        if not isinstance(understood, LegalMove):
            return None
        from ..analysis.coach import warning

        return warning(position, understood.move, self.host.answers)

    def why(self, position: Position[Any, Any], understood: Understood) -> str:
        """Why something speaks against what a person said: what it leaves."""
        if not isinstance(understood, LegalMove):
            return FORBIDDEN
        from ..analysis.reasons import told_move

        return f"{told_move(position, self.host.answers, understood.move, worth=True)}."

    def draw_warning(self, position: Position[Any, Any], seat: int) -> str | None:
        """What to ask a person who is about to agree on a draw; None if no win is given away."""
        from ..analysis.coach import draw_warning

        return draw_warning(position, seat, self.host.answers)

    def outlook(self, position: Position[Any, Any]) -> str:
        """Who wins with best play."""
        from ..analysis.words import verdict_in_words

        return verdict_in_words(self.host.answers.verdict(position.state), position.player)

    def values(self, position: Position[Any, Any]) -> list[str]:
        """The legal moves with what each is worth, as lines."""
        from ..analysis.coach import move_values

        rows = [list(row) for row in move_values(position, self.host.answers)]
        return table(["move", "comes to"], rows, plain=not self.host.console.interactive)

    def lesson(self) -> list[str]:
        """A paragraph on the game that has just ended: where it turned, why, and what to try."""
        from ..analysis.coach import lesson
        from ..analysis.review import TooManyChoices, review
        from ..match.record import Record

        session, write = self.host.session, self.host.session.setup.game.write
        record = Record(
            session.setup.game.spec,
            tuple(map(write, session.round.moves)),
            result=session.round.result,
            max_turns=session.setup.max_turns,
        )
        try:
            said = lesson(review(record, self.host.answers), self.host.answers)
        except TooManyChoices as error:
            said = f"There is no lesson: {error}."
        return paragraph(self.host.narrator.with_names(said))

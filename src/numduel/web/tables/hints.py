"""The words of a hint, which go to whoever asked, with the names that the players have at the table."""

from ...core.errors import NumduelError
from ..rendering.names import called, name_players
from .lobby import Lobby
from .rooms import Question, Room


async def words_of(lobby: Lobby, room: Room, question: Question) -> str:
    """The answer to a question in words; why there is none, where that is so."""
    one, other = map(called, lobby.view(room).seats)  # as they sit when it is asked
    try:
        return name_players(await lobby.solver.words(*question), (one, other))
    except NumduelError as error:
        return str(error)

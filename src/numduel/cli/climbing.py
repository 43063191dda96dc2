"""The ladder at the table: who fits as the next opponent, and what a game that was won has brought."""

from typing import TYPE_CHECKING, Any

from ..core.errors import NumduelError
from ..core.frozen import replace
from ..core.game import Game
from ..learn.ladder import (
    LEVELS,
    Standing,
    easier_seat,
    first_game,
    has_ladder,
    ladders_from,
    progress,
    standing,
)
from ..match.round import Ending
from ..match.setup import Setup, display_name, is_person, new_setup

if TYPE_CHECKING:
    from ..store.base import Store
    from .host import Host

LOOK_BACK = 20  # games, for someone who has played against a computer
NOT_COUNTED = "With hints, or moves taken back, a win does not count for the ladder."


def person_against_computer(setup: Setup) -> str | None:
    """The name of the only person at a table, which may be empty; None where two play, or none."""
    people = [display_name(who) for who in setup.players if is_person(who)]
    return people[0] if len(people) == 1 else None


def standing_at(store: "Store", person: str, game: Game[Any, Any], before: int | None = None) -> Standing:
    """How far a person has come at the settings of a game; with `before`, before that game."""
    return standing(store.unaided_wins(LEVELS, game.spec, before), person, game.spec)


def players_to_climb(store: "Store", person: str, game: Game[Any, Any]) -> tuple[str, str] | None:
    """Who plays the next game of a person's ladder, by seat; None at the top."""
    return standing_at(store, person, game).next_players(easier_seat(game))


def next_step(store: "Store | None", setup: Setup) -> Setup | None:
    """The game by which the person at a table climbs on; None where there is no ladder to climb."""
    person = person_against_computer(setup)
    if store is None or person is None or not has_ladder(setup.game):
        return None
    players = players_to_climb(store, person, setup.game)
    return None if players is None else replace(setup, players=players, first=0)


def fitting_game(store: "Store", game: Game[Any, Any] | None = None, person: str = "") -> Setup | None:
    """A game against a fitting opponent, at these settings if they have a ladder that is not climbed yet.

    Else it is one of the game's variants; None if there is none left. Without a game, it begins with the one
    that someone has last played against a computer, or one for beginners, and every other game may follow.
    """
    everywhere = game is None
    if game is None:
        person, game = _last_played(store)
    for each in () if game is None else ladders_from(game, everywhere):
        players = players_to_climb(store, person, each)
        if players is not None:
            return new_setup(each, players=players)
    return None


def _last_played(store: "Store") -> tuple[str, Game[Any, Any] | None]:
    """Who has last played what against a computer; nobody, and a game to begin with, where nobody has."""
    for _, row in store.page(LOOK_BACK):
        if isinstance(row, Exception) or row.match is None:
            continue
        try:
            setup = store.setup(row.match)
        except NumduelError:  # damaged, or of a game that is not installed any more
            continue
        person = person_against_computer(setup)
        if person is not None and next(ladders_from(setup.game), None) is not None:
            return person, setup.game
    return "", first_game()


def step_in_words(setup: Setup) -> str:
    """Who is played next, by whom and from which seat: `level:3 with Ann as Player 2`."""
    seat = 1 if is_person(setup.players[0]) else 2
    return f"{setup.players[2 - seat]} with {display_name(setup.players[seat - 1]) or 'you'} as Player {seat}"


def news(host: "Host") -> str:
    """What the game that has just ended has brought, in a sentence; empty where it is nothing."""
    session, store, number = host.session, host.journal.store, host.journal.last_saved
    person, result = person_against_computer(session.setup), session.round.result
    if store is None or number is None or person is None or result is None:
        return ""
    won = result.winner is not None and result.ending is Ending.RULE and session.is_person(result.winner)
    if not won or not {*session.setup.players} & {*LEVELS} or not has_ladder(session.setup.game):
        return ""
    row = store.row(number)
    if row.undos or (row.hints1, row.hints2)[(result.winner or 1) - 1]:
        return NOT_COUNTED
    before, now = (standing_at(store, person, session.setup.game, limit) for limit in (number, None))
    return progress(before, now)

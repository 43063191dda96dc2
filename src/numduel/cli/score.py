"""The score of a match, before, between and after its games."""

from ..core.integers import count
from ..core.registry import short_spec
from ..match.match import Match
from ..match.session import Session
from ..match.setup import display_name
from .console import Console
from .words import paragraph

MAX_MOVES_SHOWN = 20


def announce_round(console: Console, session: Session) -> None:
    """In a match, say which game this is and who sits where."""
    setup = session.match.setup
    if setup.single:
        return
    number = session.match.played + 1
    which = f"Game {number} of {setup.rounds}" if setup.rounds else f"Game {number}, first to {setup.points}"
    console.say(f"{which}: {session.name(1)} is Player 1 and begins, {session.name(2)} is Player 2.")


def where_it_stands(session: Session) -> list[str]:
    """Where a game that was left stands, for whoever takes it up again."""
    setup, current = session.setup, session.round
    made = len(current.moves)
    more = "... " if made > MAX_MOVES_SHOWN else ""
    so_far = " ".join(map(setup.game.write, current.moves[-MAX_MOVES_SHOWN:]))
    named = [display_name(setup.players[contestant]) or "a person" for contestant in session.seats]
    who = f"Player 1 is {named[0]}, Player 2 is {named[1]}."
    return [
        who if setup.single else score(session.match),
        *paragraph(f"This is {setup.game.title} ({short_spec(setup.game)})."),
        *paragraph(f"{count(made, 'move')} so far: {more}{so_far}"),
        setup.game.show(current.position.state),
    ]


def score(match: Match) -> str:
    """The score in a sentence."""
    pairs = zip(match.setup.names, match.points, strict=True)
    draws = f", drawn {match.draws}" if match.draws else ""
    return f"Score: {', '.join(f'{name} {points}' for name, points in pairs)}{draws}."


def announce_score(console: Console, session: Session) -> None:
    """In a match, say the score, and after its last game the final table."""
    match = session.match
    if match.setup.single:
        return
    console.say("", score(match))
    if not match.over:
        return
    names, points, drawn, leader = match.setup.names, match.points, match.draws, match.leader
    rows = [[names[i], *map(str, (points[i], match.losses[i], drawn, points[i]))] for i in (0, 1)]
    from .table import table  # most games are no match

    console.say("", *table(["player", "won", "lost", "drawn", "points"], rows, plain=not console.interactive))
    if match.broken_off:
        console.say(f"The match is broken off after {match.draws_running} draws running.")
    console.say("The match is a tie." if leader is None else f"{names[leader]} wins the match.")

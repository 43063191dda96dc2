"""A session in tests: commands go in, and what has happened is done."""

from typing import Any

import pytest

import numduel
from numduel.match.events import Command, Event, NextGame, Play
from numduel.match.session import Refused, Session
from numduel.match.setup import Setup


def session_of(spec: str = "digit-stack", *moves: str, **agreed: Any) -> Session:
    """A session in which the first game is under way, after these moves."""
    session = Session(Setup(game=numduel.load(spec), **agreed))
    do(session, NextGame(1))
    play(session, *moves)
    return session


def do(session: Session, command: Command) -> tuple[Event, ...]:
    """What has happened by a command."""
    events = session.decide(command)
    for event in events:
        session.apply(event)
    return events


def play(session: Session, *moves: str) -> None:
    """Make moves, each by whoever's turn it is."""
    for move in moves:
        assert session.to_move is not None
        do(session, Play(session.to_move, move))


def refusal(session: Session, command: Command) -> str:
    """The code with which a command is refused; it changes nothing."""
    before = looks(session)
    with pytest.raises(Refused) as refused:
        session.decide(command)
    assert looks(session) == before
    sentence = refused.value.sentence
    assert sentence.endswith(".")
    assert sentence.isprintable()
    return refused.value.code


def looks(session: Session) -> dict[str, Any]:
    """Everything that can be seen of a session."""
    return {
        "number": session.number,
        "game": session.game,
        "seats": session.seats,
        "players": session.setup.players,
        "moves": list(session.round.moves),
        "position": session.round.position,
        "hints": list(session.round.hints),
        "result": session.round.result,
        "offers": dict(session.offers),
        "points": list(session.match.points),
        "draws": session.match.draws,
        "over": session.match.over,
        "to_move": session.to_move,
    }

"""View: everything that the page of a table shows, the same for everyone who looks at it."""

import dataclasses
from typing import Any

from ..core.position import Position
from ..core.verdict import Verdict
from ..match.round import Result


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An open offer: a draw, a rematch, or to take moves back to `to_ply`; it is answered by its number."""

    number: int
    seat: int
    what: str
    to_ply: int | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat of the game under way, and who sits there."""

    seat: int  # 1 or 2
    contestant: int  # 0 or 1: seats change hands between the games of a match, contestants do not
    name: str  # as people read it: "Ann", "level:3", "A"
    person: bool
    taken: bool  # whether the seat has an owner; a computer's always has
    away: bool  # a person who has no page open
    points: int  # games won in this match
    hints: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A table as it stands after event `number`. Which contestant a reader is, only their own page knows."""

    room: str
    number: int  # of the last event
    game: int  # which game of the session this is, from 1
    position: Position[Any, Any]
    moves: tuple[str, ...]  # canonical texts, from the first
    seats: tuple[SeatView, SeatView]
    to_move: int | None
    result: Result | None
    offers: tuple[Offer, ...] = ()
    rounds: int | None = None
    points: int | None = None
    draws: int = 0
    match_over: bool = False
    undo: str = "agree"
    hint_limit: int | None = None
    max_turns: int | None = None
    answers: str = "after"  # "always": both agreed that values are shown during the game
    auto: bool = False  # forced moves are played at once
    values: tuple[tuple[str, Verdict], ...] | None = None  # of the legal moves, where they may be shown
    one_owner: bool = False  # somebody plays both seats, and agrees with themselves
    thinking: bool = False  # a computer is choosing its move
    claim_seconds: int | None = None  # until the game of somebody who is away may be claimed; 0: now

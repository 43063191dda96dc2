"""The session against a naive model: every command, at every moment, by both seats.

The model knows the rules of the table in the most simple-minded way: lists of moves and plain flags, worked
out anew from the start each time. It shares nothing with the session but the rules of the games.
"""

import copy
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from strategies import GAMES, some_games
from table import looks

from numduel import Position
from numduel.core.position import canonical_moves
from numduel.match.events import (
    Answer,
    AskHint,
    AskUndo,
    AskValues,
    AskWarning,
    AskWhy,
    Command,
    Event,
    Leave,
    NextGame,
    OfferDraw,
    Play,
    Resign,
    RunOutOfTime,
    read_event,
)
from numduel.match.session import Refused, Session
from numduel.match.setup import Setup

seats = st.sampled_from([1, 2])
HINTS = (AskHint, AskWhy, AskValues, AskWarning)


class Model:
    """What a match comes to, told by someone who forgets nothing and is clever at nothing."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.first = setup.first
        self.finished: list[int | None] = []  # winners by contestant, in this match
        self.moves: list[str] | None = None  # None: no game is under way
        self.hints = [0, 0]
        self.offers: dict[tuple[int, str], int | None] = {}  # who offers what, and to_ply

    def copy(self) -> "Model":
        other = copy.copy(self)
        other.finished, other.hints, other.offers = list(self.finished), list(self.hints), dict(self.offers)
        other.moves = None if self.moves is None else list(self.moves)
        return other

    def position(self) -> Position[Any, Any]:
        position = Position.start(self.setup.game)
        for move in self.moves or ():
            position = position.play(canonical_moves(self.setup.game)[move])
        return position

    def match_is_over(self) -> bool:
        wins = [self.finished.count(contestant) for contestant in (0, 1)]
        if self.setup.points is not None:
            return max(wins) >= self.setup.points
        return len(self.finished) >= (self.setup.rounds or 1)

    def contestant(self, seat: int) -> int:
        return (self.first + len(self.finished) + seat - 1) % 2

    def end(self, winner: int | None) -> None:
        self.finished.append(None if winner is None else self.contestant(winner))
        self.moves = None
        self.offers = {}

    def begin(self) -> None:
        self.moves, self.hints, self.offers = [], [0, 0], {}

    def allows(self, command: Command) -> bool:
        """Carry a command out, and say whether it was allowed."""
        seat = command.seat
        if isinstance(command, NextGame):
            return self.next_game(seat)
        if self.moves is None:
            return False
        match command:
            case Play():
                return self.play(seat, command.move)
            case Resign() | Leave() | RunOutOfTime():
                self.end(3 - seat)
                return True
            case OfferDraw():
                if (3 - seat, "draw") in self.offers:
                    self.end(None)
                    return True
                return self.offer(seat, "draw", None)
            case AskUndo():
                return self.undo(seat, command.to_ply)
            case AskHint() | AskWhy() | AskValues() | AskWarning():
                return self.hint(seat, isinstance(command, AskWhy))
        return False

    def next_game(self, seat: int) -> bool:
        if self.moves is not None:
            return False
        if not self.match_is_over():
            self.begin()
            return True
        if (3 - seat, "rematch") in self.offers:
            self.rematch()
            return True
        return self.offer(seat, "rematch", None)

    def rematch(self) -> None:
        self.first, self.finished = 1 - self.first, []
        self.begin()

    def play(self, seat: int, move: str) -> bool:
        assert self.moves is not None
        position = self.position()
        legal = [self.setup.game.write(each) for each in position.moves]
        if seat != position.player or move not in legal:
            return False
        self.moves.append(move)
        self.offers = {}
        after = self.position()
        if after.outcome is not None:
            self.end(after.winner)
        elif len(self.moves) == self.setup.max_turns:
            self.end(None)
        return True

    def offer(self, seat: int, what: str, to_ply: int | None) -> bool:
        if (seat, what) in self.offers and self.offers[seat, what] == to_ply:
            return False
        self.offers[seat, what] = to_ply
        return True

    def undo(self, seat: int, to_ply: int | None) -> bool:
        assert self.moves is not None
        if not self.moves or self.setup.undo == "none":
            return False
        left = len(self.moves) - 1 if to_ply is None else to_ply
        if not 0 <= left < len(self.moves):
            return False
        if self.setup.undo == "free":
            del self.moves[left:]
            self.offers = {}
            return True
        return self.offer(seat, "undo", left)

    def hint(self, seat: int, why: bool) -> bool:
        assert self.moves is not None
        limit = self.setup.hint_limit
        if (why and not self.moves) or (limit is not None and self.hints[seat - 1] >= limit):
            return False
        self.hints[seat - 1] += 1
        return True

    def answer(self, seat: int, offer: tuple[int, str], yes: bool) -> bool:
        if offer not in self.offers or offer[0] == seat:
            return False
        to_ply = self.offers.pop(offer)
        if not yes:
            return True
        if offer[1] == "draw":
            self.end(None)
        elif offer[1] == "rematch":
            self.rematch()
        else:
            assert self.moves is not None
            del self.moves[to_ply:]
            self.offers = {}
        return True


class Table(RuleBasedStateMachine):
    """Gives the session and the model the same commands, and compares what becomes of them."""

    name = ""

    @initialize(data=st.data())
    def set_up(self, data: st.DataObject) -> None:
        self.setup = Setup(
            game=data.draw(some_games(self.name)),
            first=data.draw(st.integers(0, 1)),
            rounds=(rounds := data.draw(st.none() | st.integers(1, 3))),
            points=data.draw(st.none() | st.integers(1, 2)) if rounds is None else None,
            max_turns=data.draw(st.none() | st.integers(1, 8)),
            undo=data.draw(st.sampled_from(["none", "agree", "agree", "free"])),
            hint_limit=data.draw(st.none() | st.integers(0, 2)),
        )
        self.session, self.model = Session(self.setup), Model(self.setup)
        self.events: list[Event] = []

    def submit(self, command: Command, allowed: bool) -> None:
        """The session does as the model did, and a refusal changes nothing."""
        before = looks(self.session)
        try:
            events = self.session.decide(command)
        except Refused:
            events = ()
        assert looks(self.session) == before, "deciding changes nothing"
        assert bool(events) == allowed, command
        assert [event.number for event in events] == [before["number"] + 1 + i for i in range(len(events))]
        for event in events:
            self.session.apply(event)
        self.events += events

    @rule(seat=seats)
    def next_game(self, seat: int) -> None:
        self.submit(NextGame(seat), self.model.allows(NextGame(seat)))

    @rule(seat=seats, pick=st.integers(0, 99))
    def play(self, seat: int, pick: int) -> None:
        vocabulary = [self.setup.game.write(move) for move in self.setup.game.vocabulary()]
        command = Play(seat, vocabulary[pick % len(vocabulary)])
        self.submit(command, self.model.allows(command))

    @rule(pick=st.integers(0, 99))
    def play_a_legal_move(self, pick: int) -> None:
        if self.model.moves is not None:
            position = self.model.position()
            move = self.setup.game.write(position.moves[pick % len(position.moves)])
            self.submit(Play(position.player, move), self.model.allows(Play(position.player, move)))

    @rule(made=st.sampled_from([Resign, Leave, RunOutOfTime, OfferDraw, *HINTS]), seat=seats)
    def say_something(self, made: Any, seat: int) -> None:
        self.submit(made(seat), self.model.allows(made(seat)))

    @rule(seat=seats, to_ply=st.none() | st.integers(-1, 4))
    def ask_undo(self, seat: int, to_ply: int | None) -> None:
        self.submit(AskUndo(seat, to_ply), self.model.allows(AskUndo(seat, to_ply)))

    @rule(seat=seats, pick=st.integers(0, 9), yes=st.booleans())
    def answer(self, seat: int, pick: int, yes: bool) -> None:
        offers = sorted(self.session.offers.values(), key=lambda offer: offer.number)
        if not offers:
            self.submit(Answer(seat, pick, yes), False)
            return
        offer = offers[pick % len(offers)]
        self.submit(Answer(seat, offer.number, yes), self.model.answer(seat, (offer.seat, offer.what), yes))

    @invariant()
    def both_say_the_same(self) -> None:
        session, model = self.session, self.model
        assert session.under_way == (model.moves is not None)
        assert session.match.over == model.match_is_over()
        assert session.match.points == [model.finished.count(contestant) for contestant in (0, 1)]
        assert session.match.draws == model.finished.count(None)
        offered = {(offer.seat, offer.what): offer.to_ply for offer in session.offers.values()}
        assert offered == model.offers
        if model.moves is not None:
            assert [self.setup.game.write(move) for move in session.round.moves] == model.moves
            assert session.round.position == model.position()
            assert session.round.hints == model.hints
            assert session.to_move == model.position().player
            assert session.seats == (model.contestant(1), model.contestant(2))

    @invariant()
    def every_command_is_allowed_or_refused_alike_now_by_both_seats(self) -> None:
        vocabulary = [self.setup.game.write(move) for move in self.setup.game.vocabulary()]
        for seat in (1, 2):
            commands: list[Command] = [
                *(Play(seat, move) for move in vocabulary[:5]),
                *(AskUndo(seat, to_ply) for to_ply in (None, 0, 1)),
                *(made(seat) for made in (NextGame, Resign, Leave, RunOutOfTime, OfferDraw, *HINTS)),
            ]
            for command in commands:
                assert self.decides(command) == self.model.copy().allows(command), command
            for offer in self.session.offers.values():
                allowed = self.model.copy().answer(seat, (offer.seat, offer.what), True)
                assert self.decides(Answer(seat, offer.number, True)) == allowed

    def decides(self, command: Command) -> bool:
        """Whether the session would carry a command out."""
        try:
            return bool(self.session.decide(command))
        except Refused:
            return False

    @invariant()
    def a_session_is_its_events(self) -> None:
        told = [read_event(event.as_json()) for event in self.events]
        assert looks(Session.replay(self.setup, told)) == looks(self.session)


@pytest.mark.parametrize("name", GAMES)
def test_the_session_does_as_a_naive_model_does(name: str) -> None:
    table: Any = type(f"Table_{name}", (Table,), {"name": name})
    case = table.TestCase
    case.settings = settings(max_examples=15, stateful_step_count=40)
    case().runTest()

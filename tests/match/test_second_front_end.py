"""A second front end, with two seats and no terminal: all that a match needs beside a session and a store."""

import random
from pathlib import Path

import pytest
from strategies import GAMES

import numduel
from numduel.match import computers
from numduel.match.events import Answer, AskUndo, Command, Ended, Event, NextGame, OfferDraw, Play, Resign
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.players import find
from numduel.store.base import Store
from numduel.store.journal import Journal, resume
from numduel.store.sqlite import SqliteStore


class FrontEnd:
    """Plays a match by a script of chances, and remembers what it was told."""

    def __init__(self, journal: Journal, chances: random.Random) -> None:
        self.journal, self.session, self.chances = journal, journal.session, chances
        one, other = (find(who, self.session.setup.game) for who in self.session.setup.players)
        self.players = one, other
        self.told: list[Event] = []

    def play(self, commands: int) -> bool:
        """Give so many commands; whether the match is over."""
        for _ in range(commands):
            if self.session.match.over and not self.session.under_way:
                return True
            self.told += self.journal.submit(self.next_command())
        return False

    def next_command(self) -> Command:
        session, one = self.session, self.chances.random()
        for offer in session.offers.values():
            if not session.is_person(3 - offer.seat):
                return computers.answer(session, self.players, offer)
            return Answer(3 - offer.seat, offer.number, one < 0.5)
        if session.to_move is None:
            return NextGame(self.chances.choice([1, 2]))
        if not session.is_person(session.to_move):
            return computers.move(session, self.players)
        asker = next(seat for seat in self.chances.sample([1, 2], 2) if session.is_person(seat))
        if one < 0.1:
            return OfferDraw(asker)
        if one < 0.2 and session.round.moves:
            return AskUndo(asker)
        if one < 0.23:
            return Resign(asker)
        position = session.round.position
        return Play(session.to_move, session.setup.game.write(self.chances.choice(position.moves)))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return SqliteStore(tmp_path / "games.db")


@pytest.mark.parametrize("other", ["human:Ben", "random"])
@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_are_played_left_and_taken_up_again(name: str, other: str, store: Store) -> None:
    chances = random.Random(f"{name} {other}")
    setup = Setup(game=numduel.load(name), players=("human:Ann", other), rounds=3, max_turns=30, seed=7)
    front_end, told, over = FrontEnd(Journal(Session(setup), store), chances), [], False
    for _ in range(1000):
        over = front_end.play(chances.randrange(1, 12))
        told += front_end.told
        if over:
            break
        if (kept := front_end.journal.last_saved) is not None:  # as if the machine had been switched off
            front_end = FrontEnd(resume(store, kept), chances)
        front_end.told = []
    assert over
    results = [event.result for event in told if isinstance(event, Ended)]
    assert [store.record(number).result for number in (1, 2, 3)] == results
    assert sum(front_end.session.match.points) + front_end.session.match.draws == 3
    assert store.problems() == []

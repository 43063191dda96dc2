"""Room: one table on the web, as it stands in memory: its session, whose seats are whose, and who looks."""

import asyncio
import dataclasses
import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ...core.errors import NumduelError
from ...core.message import Message
from ...core.verdict import Verdict
from ...match.events import Command
from ...match.session import Session
from ...store.errors import StoreError
from ...store.journal import Journal
from ...store.rooms import RoomKey, RoomRow
from .audience import Audience
from .presence import Presence

if TYPE_CHECKING:
    from ..view import View

REMEMBERED = 256  # answers to one player, in memory, so that a command that comes twice does nothing twice
ANSWERS = ("after", "always")  # when everyone sees what each move is worth
GONE = (1012, '{"type":"bye","code":"gone","sentence":"This table is no longer there."}')
AGAIN = (
    1013,
    '{"type":"bye","code":"again","sentence":"This table cannot be used just now; come back in a moment."}',
)  # where the store is locked, for example: pages come back until it is not


class OptionsError(NumduelError, ValueError):
    """Options that make no table, explained in one sentence."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is agreed on at a table besides the setup of its match.

    With `answers` "always" everyone sees during the game what each move is worth, else only afterwards. With
    `auto` a person's only move is made at once.
    """

    answers: str = "after"
    auto: bool = False

    def __post_init__(self) -> None:
        if self.answers not in ANSWERS or type(self.auto) is not bool:
            raise OptionsError("answers must be one of after, always, and auto true or false")

    def as_json(self) -> str:
        """The options as they are kept."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def read(cls, text: str) -> "Options":
        """The options that were kept."""
        return cls(**json.loads(text))


class Question(NamedTuple):
    """What is asked after these moves: for a hint, why, or what the moves are worth."""

    about: str
    spec: str
    moves: tuple[str, ...]


class Done(NamedTuple):
    """A command was carried out, and is durable; the last event then was `number`."""

    id: str
    number: int
    question: Question | None = None  # to be answered in words to whoever asked


class Refused(NamedTuple):
    """A command was not carried out: why, as a code and as a sentence."""

    id: str | None
    code: str
    sentence: str


Answer = Done | Refused


class Claim(Message):
    """Claim the game of somebody who has been away for long."""


class Here(Message):
    """Ask whether the server is there."""


class Look(Here):
    """Ask to be shown the whole table."""


Wish = Command | Claim | Here


class Request:
    """Commands that one visitor, or the server itself, wants carried out one after the other."""

    __slots__ = ("answer", "answers", "by", "commands", "new", "trusted")

    def __init__(
        self,
        commands: Sequence[tuple[str, Wish]],
        by: str | None,
        answer: Callable[[list[Answer]], None],
        *,
        trusted: bool = False,
    ) -> None:
        self.commands = commands
        self.by = by  # the hash of a key
        self.answer = answer  # called once, when everything that was carried out is durable
        self.trusted = trusted  # the server's own, which no key is needed for
        self.answers: list[Answer] = []
        self.new: list[int] = []  # which of the answers were found now, and not remembered


class Room:
    """A table. Everything that others may see of it is durable, but for the time when it is `busy`."""

    def __init__(self, row: RoomRow, keys: Iterable[RoomKey], journal: Journal, now: float) -> None:
        self.id = row.id
        self.row = row
        self.options = Options.read(row.options)
        self.journal = journal
        # By whom and by id; of what was done, the number alone.
        self.answered: dict[str, dict[str, Answer | int]] = {}
        self.set_keys(keys)
        self.audience = Audience()
        self.presence = Presence(now)
        self.door = asyncio.Lock()  # held by whoever changes the keys
        self.busy = False  # what it holds is on its way to the disk
        self.waiting: deque[Request] = deque()  # until it no longer is
        self.gone = False  # deleted, or no longer in memory
        self.version: int | None = None  # of the store, when this was last compared with it
        self.failure: NumduelError | None = None  # why it could not be taken up from the store again
        self.used = now
        self.task: asyncio.Task[None] | None = None  # of its computers
        self.values: tuple[tuple[str, Verdict], ...] | None = None  # of the moves at `values_at`
        self.values_at = -1  # the number of the event
        self.shown: View | None = None  # what was told last, where pages look
        self.presence_told: tuple[object, ...] = ()
        self.timer: asyncio.TimerHandle | None = None  # until somebody who is not here counts as away
        self._moves: tuple[str, ...] = ()
        self._moves_at = -1  # the number of the event
        self._settled: list[asyncio.Future[None]] = []

    def start_anew(self, fresh: "Room") -> None:
        """Stand as the store has it."""
        self.journal = fresh.journal
        self.set_keys(fresh.keys)
        self.shown, self.values_at, self._moves_at = None, -1, -1

    @property
    def session(self) -> Session:
        """The match that is played here."""
        return self.journal.session

    def set_keys(self, keys: Iterable[RoomKey]) -> None:
        """Know who has which keys."""
        self.keys = list(keys)
        self._owners = {(key.hash, key.contestant) for key in self.keys if key.until is None}
        self._owned = {contestant for _, contestant in self._owners}
        owners = {by for by, _ in self._owners}
        self.answered = {by: answered for by, answered in self.answered.items() if by in owners}

    def contestants(self, by: str | None) -> tuple[int, ...]:
        """Whom somebody plays for."""
        return tuple(who for who in (0, 1) if by is not None and self.owns(by, who))

    def owns(self, by: str, contestant: int) -> bool:
        """Whether a key opens the seat of a contestant."""
        return (by, contestant) in self._owners

    def taken(self, contestant: int) -> bool:
        """Whether a contestant is a computer, or somebody has the key to the seat."""
        if not self.session.setup.is_person(contestant):
            return True
        return contestant in self._owned

    @property
    def same_owner(self) -> bool:
        """Whether one key opens both seats."""
        return any((by, 1 - who) in self._owners for by, who in self._owners)

    def seat_of(self, contestant: int) -> int:
        """The seat in which a contestant sits now."""
        return 1 + self.session.seats.index(contestant)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game under way as canonical texts."""
        number, session = self.session.number, self.session
        if self._moves_at != number:
            self._moves = tuple(map(session.setup.game.write, session.round.moves))
            self._moves_at = number
        return self._moves

    @property
    def keeps_answers(self) -> bool:
        """Whether two people are at a game, and have not agreed that it is shown what moves are worth."""
        people = self.session.setup.is_person(0) and self.session.setup.is_person(1)
        return self.session.under_way and people and self.options.answers != "always"

    @property
    def idle(self) -> bool:
        """Whether nothing happens here and nobody looks."""
        return not (self.busy or self.waiting or len(self.audience) or self.task)

    def remember(self, by: str, answer: Answer) -> None:
        """Know the answer to a player's command when it comes again.

        Each player's answers are counted alone, or others could make a table forget them. Whoever only looks
        is refused everything, however often it comes.
        """
        if answer.id is None or not self.contestants(by):
            return
        answered = self.answered.setdefault(by, {})
        if isinstance(answer, Done) and answer.question is None:
            answered[answer.id] = answer.number
        else:
            answered[answer.id] = answer
        if len(answered) > REMEMBERED:
            del answered[next(iter(answered))]

    def forget_answer(self, by: str, name: str) -> None:
        """Carry out a command when it comes again: it was not kept."""
        self.answered.get(by, {}).pop(name, None)

    def answer_again(self, by: str, name: str) -> Answer | None:
        """The answer to a command that has come before; None if it has not, or long ago."""
        known = self.answered.get(by, {}).get(name)
        return Done(name, known) if isinstance(known, int) else known

    @property
    def farewell(self) -> tuple[int, str]:
        """The code and the message with which sockets are closed when the table is not to be used."""
        return AGAIN if isinstance(self.failure, StoreError) else GONE

    async def settled(self) -> None:
        """Wait until everything that can be seen here is durable; raise what kept it from being so."""
        while self.busy:
            settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._settled.append(settled)
            await settled
        if self.failure is not None:  # it still holds what was refused, since the store has it not
            raise self.failure

    async def can_be_shown(self) -> bool:
        """Wait likewise; whether everything that can be seen here is durable then."""
        with suppress(NumduelError):
            await self.settled()
        return self.failure is None

    def settle(self) -> None:
        """Let those see it who wait for that."""
        self.busy = False
        settled, self._settled = self._settled, []
        for each in settled:
            if not each.done():
                each.set_result(None)

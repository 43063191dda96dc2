"""Config: where the server listens, what it keeps, and every limit that it holds people and programs to."""

import dataclasses
from pathlib import Path


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many things in so many seconds."""

    most: int
    seconds: float


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class WebLimits:
    """What one visitor, one table or one message may take; docs/web.md states the same."""

    frame_bytes: int = 4_096
    player_messages: Limit = Limit(most=100, seconds=20)
    spectator_messages: Limit = Limit(most=50, seconds=20)
    program_messages: Limit = Limit(most=20_000, seconds=20)  # with a bearer key
    new_rooms: Limit = Limit(most=30, seconds=3_600)  # an address; on loopback there is no limit
    answers: Limit = Limit(most=300, seconds=60)  # to puzzles, from an address; on loopback no limit
    connections: int = 20_000  # at once, pages and sockets together; fewer where the system allows fewer
    half_open: int = 2_000  # connections that have not said yet what they want; the oldest make room
    head_bytes: int = 16_384  # of a request, before its body
    request_seconds: float = 10.0  # to say what one wants, and then again to send the body
    answer_seconds: float = 60.0  # to take the answer
    idle_seconds: int = 20  # that a connection is kept after an answer
    sockets: int = 20_000
    sockets_a_room: int = 500
    rooms_in_memory: int = 20_000
    puzzles_in_memory: int = 20_000  # that people are at
    queue: int = 64  # messages that wait for one reader
    plies: int = 500  # of one game
    setting_digits: int = 4_000
    choices: int = 250  # different moves of one game
    linked_characters: int = 4_000_000  # of all the addresses on a page of exact answers
    body_bytes: int = 65_536  # of a posted form or record
    progress_bytes: int = 1_000_000  # of a file with somebody's attempts at puzzles
    solve_positions: int = 300_000
    solve_seconds: float = 10.0
    solve_bytes: int = 1_000_000_000  # of memory, for each worker process
    cached_positions: int = 500_000  # solved, in each worker process: up to 250 MB
    cached_documents: int = 2_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a server is started."""

    host: str = "127.0.0.1"
    port: int = 8_000
    db: Path | None = None  # None: nothing is kept beyond the server's life
    key: bytes | None = dataclasses.field(default=None, repr=False)  # with which the file is sealed, if any
    public_url: str | None = None  # as people type it, where a proxy or another name stands before us
    workers: int = 2  # processes that solve
    metrics_port: int | None = None  # on loopback; None: no metrics
    claim_seconds: int = 60  # after which a game that the other player has left may be claimed
    away_seconds: int = 10  # without a socket, after which somebody counts as away
    drain_seconds: int = 10  # that the server takes at most to stop
    seat_link_seconds: int = 24 * 3_600
    unplayed_days: int = 7  # after which a table that nobody has played at is forgotten
    open_browser: bool = False  # where there is a desktop
    log: bool = True  # a line a request on standard error
    limits: WebLimits = WebLimits()

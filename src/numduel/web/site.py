"""Site: what every page and every socket of one server shares."""

import dataclasses
from typing import TYPE_CHECKING

from .config import Config
from .serving.rates import Rates

if TYPE_CHECKING:
    from ..store.base import Store
    from .puzzles.sittings import Sittings
    from .rendering.pages import Pages
    from .solving.solver import Solver
    from .tables.lobby import Lobby


@dataclasses.dataclass(slots=True, kw_only=True)
class Site:
    """The parts of a running server; `request.app.state.site`."""

    config: Config
    store: "Store"
    lobby: "Lobby"  # the tables
    solver: "Solver"  # exact answers, from worker processes
    sittings: "Sittings"  # who is at which puzzle
    pages: "Pages"  # templates made into responses
    new_rooms: Rates  # how many tables an address has opened
    commands: Rates = dataclasses.field(init=False)  # how many somebody has sent over HTTP
    answers: Rates = dataclasses.field(init=False)  # to puzzles, that an address has sent
    stopping: bool = False  # whether the server is about to end, and takes nobody new

    def __post_init__(self) -> None:
        self.commands = Rates(self.config.limits.program_messages)
        self.answers = Rates(self.config.limits.answers)

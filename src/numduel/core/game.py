"""Game: a small, pure, frozen object from which everything else follows."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from enum import Enum

from .declaration import check_words, declared_settings, is_abstract
from .errors import GameError
from .frozen import Frozen
from .hints import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar
from .idea import Idea
from .settings import Setting, SettingError, SettingSchema
from .verdict import Value, Verdict

if TYPE_CHECKING:
    from .board import Board
    from .induction import Endless, Win
    from .voice import Voice

S = TypeVar("S")  # a state
M = TypeVar("M", bound=Hashable)  # a move


MOST_MOVES = 100_000  # of a game: whoever reads a move, or tells which there are, looks at all of them
# How far features of unbounded games go: learners compute in floats, which are exact up to here.
MAX_FEATURE = 2**53


class Side(Enum):
    """The two players as combinatorial game theory sees them, from the player to move."""

    NEXT = "next"  # is to move
    PREVIOUS = "previous"  # has just moved


class Fault(Enum):
    """What becomes of a player whose words are no legal move."""

    RETRY = "retry"  # say so and ask again
    LOSS = "loss"  # the rulebook makes the attempt itself a loss


class Outcome(Frozen):
    """How a game ended by its rules: who won (None for a draw), and why.

    With `stuck` the last move did not end the game: the player to move still faces a position, but has no
    move in it.
    """

    winner: Side | None
    reason: str
    stuck: bool = False

    @property
    def value(self) -> Value:
        """What the end is worth to the player to move.

        >>> Outcome(Side.PREVIOUS, "the target was reached").value
        <Value.LOSS: 'loss'>
        """
        if self.winner is None:
            return _DRAW
        return _WIN if self.winner is _NEXT else _LOSS


# Looking up a member of an enumeration takes longer than all the rest, and every end of a game comes by here.
_NEXT, _WIN, _LOSS, _DRAW = Side.NEXT, Value.WIN, Value.LOSS, Value.DRAW


class Erratum(Frozen):
    """A place where a rulebook contradicts itself or says what is not so, and what we do about it."""

    place: str
    says: str
    ruling: str
    setting: str | None = None  # the setting, as in a spec, that gives the other reading


class Variant(Frozen):
    """Settings of a game that have a name: `two-of-each` for `limit=11,supply=2`."""

    name: str
    settings: str  # as in a spec
    about: str  # one line for a menu
    beginners: bool = False  # whether it is a good first game, and offered to who has played none

    @property
    def title(self) -> str:
        """The name as people read it: `two of each`."""
        return self.name.replace("-", " ")


class Game(Frozen, ABC, Generic[S, M]):
    """The rules of a game for two players. A subclass's fields are its settings.

    States are seen by the player to move, and no state says whose turn it is. The rules trust their
    input; `Position` checks it.

    A subclass must say its `name`, as in a spec, its `title`, and a one-line `summary`. It may have
    `variants` (settings that have a name, the one most worth playing first), `errata`, and a number for its
    `reading` of the rulebook, one higher each time that the rulebook is read otherwise.
    """

    name: ClassVar[str]  # the id, as in a spec
    title: ClassVar[str]
    summary: ClassVar[str]  # one line for a menu
    reading: ClassVar[int] = 1  # of the rulebook; higher by one each time that it is read otherwise
    variants: ClassVar[tuple[Variant, ...]] = ()  # the first is what to try where the rulebook's is dull
    errata: ClassVar[tuple[Erratum, ...]] = ()

    declared: ClassVar[Mapping[str, Setting]] = {}  # every setting by its name, as the class has it

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "features" in vars(cls) and "trimmed_features" not in vars(cls):
            cls.trimmed_features = Game.trimmed_features  # type: ignore[method-assign]  # not those of a base
        own = declared_settings(cls, {*dir(Game), *Game.__annotations__}, cls.declared)
        cls.declared = {**cls.declared, **own}
        for name, setting in own.items():
            setattr(cls, name, setting.default)
        if not is_abstract(cls):
            check_words(cls)

    @abstractmethod
    def initial(self) -> S:
        """The state at the start."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[M]:
        """The legal moves; none once the game is over."""

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """The state after `move`, as the next player sees it."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended by its rules, or None while it goes on."""

    @abstractmethod
    def vocabulary(self) -> Sequence[M]:
        """Every move there is under these settings; a move's index is its action id."""

    def write(self, move: M) -> str:
        """The canonical text of a move, as in records."""
        return str(move)

    def spellings(self, move: M) -> Sequence[str]:
        """How people may type a move; first the way the rulebook's sample does, word by word."""
        return (self.write(move),)

    def show(self, state: S) -> str:
        """The state in one line."""
        return str(state)

    def key(self, state: S) -> Hashable:
        """What the future depends on: states with equal keys have equal futures."""
        return state

    def fault(self, state: S, words: tuple[str, ...]) -> Fault:
        """What becomes of a player who says `words`, which are no legal move."""
        return Fault.RETRY

    def theory(self, state: S) -> Verdict | None:
        """The exact value of a position that is not over, known without search, and why; None if unknown.

        The reason is a clause that can follow "leaves it at …:" and says why the player to move there
        stands as they do.
        """
        return None

    def idea(self, state: S) -> Idea | None:
        """What there is to learn from the reason that theory gives; None where theory is silent."""
        return None

    def size(self) -> float | None:
        """At most how many positions there are: a whole number, infinity, or None where nobody knows."""
        return None

    def invariant(self) -> str:
        """What theory rests on, in words; nothing where theory is silent."""
        return ""

    def cases(self) -> Sequence[S]:
        """States by which theory can be checked where there is no `induction`.

        A win is proved by them only if every move from each of them leads to another or ends the game.
        """
        return ()

    def induction(self) -> "Win | Endless | None":
        """A proof of the value at the start by groups of states, or None (docs/proofs.md)."""
        return None

    def features(self, state: S) -> Sequence[int]:
        """The state in whole numbers, always as many, for learners; equal ones have equal futures.

        A state whose features leave `feature_bounds` cannot be shown; environments stop there and say so.
        """
        return tuple(_whole_numbers(state, self.title))

    def trimmed_features(self, state: S) -> Sequence[int]:
        """The features, or fewer where all that follow are 0: environments fill those up themselves."""
        return self.features(state)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        """The least and the greatest value of each feature while a game goes on."""
        return ((-MAX_FEATURE, MAX_FEATURE),) * len(self.features(self.initial()))

    def voice(self) -> "Voice[S, M]":
        """How the command line talks about this game."""
        from .voice import Voice

        return Voice(self)

    def board(self) -> "Board[S, M]":
        """What a screen shows of this game."""
        from .board import Board

        return Board(self)

    def check(self) -> None:
        """Raise SettingError where settings do not fit together; each by itself is checked already."""

    def __post_init__(self) -> None:
        for name, setting in self.declared.items():
            value = getattr(self, name)
            if value is setting.default:  # checked when the class was made
                continue
            try:
                normal = setting.kind.check(value)
            except (ValueError, TypeError):
                raise SettingError(f"{name} must be {setting.kind.allowed}") from None
            object.__setattr__(self, name, normal)
        self.check()
        if _is_longer(self.vocabulary(), MOST_MOVES):
            raise SettingError(f"with these settings {self.title} has more than {MOST_MOVES:,} moves")
        start = self.initial()
        if self.outcome(start) is not None or not self.moves(start):
            raise SettingError(f"with these settings nobody could move at the start of {self.title}")

    @classmethod
    def schema(cls) -> tuple[SettingSchema, ...]:
        """Each setting as data: its kind, bounds, choices, default and meaning.

        >>> import numduel
        >>> [(one.name, one.kind, one.default) for one in numduel.games()["digit-stack"].schema()][0]
        ('target', 'whole', 1000)
        """
        return tuple(
            setting.kind.schema(setting.name, setting.default, setting.about)
            for setting in cls.declared.values()
        )

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting by name, with its value."""
        return {name: getattr(self, name) for name in self.declared}

    @property
    def shown_settings(self) -> dict[str, str]:
        """Every setting by name, with its value for a screen."""
        return {name: one.kind.show(getattr(self, name)) for name, one in self.declared.items()}

    @property
    def spec(self) -> str:
        """The shortest spec that names this game with its settings.

        >>> import numduel
        >>> numduel.load("operation-duel:start=1,target=31").spec
        'operation-duel:target=31'
        """
        changed = [
            f"{name}={one.kind.write(getattr(self, name))}"
            for name, one in self.declared.items()
            if getattr(self, name) != one.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name


def _is_longer(sequence: Sequence[Any], most: int) -> bool:
    try:
        return len(sequence) > most
    except OverflowError:  # a range that is longer than Python counts
        return True


def _whole_numbers(part: Any, title: str) -> Iterator[int]:
    """The whole numbers that a state is made of, in order."""
    if isinstance(part, int):
        yield int(part)
    elif isinstance(part, tuple):
        for each in part:
            yield from _whole_numbers(each, title)
    else:
        raise GameError(f"{title} has states that are not whole numbers: it needs features() of its own")

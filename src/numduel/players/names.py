"""The names of players, as one asks for them: `perfect`, `level:3`, `human:Ann`."""

from collections.abc import Callable
from functools import cache

from ..core.errors import NumduelError
from ..core.frozen import Frozen
from ..core.hints import TYPE_CHECKING
from ..core.integers import read_integer
from ..core.packages import NameClash, announced
from ..core.settings import listed
from ..core.text import nearest
from ..match.setup import MAX_NAME_LENGTH, PERSON, is_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "numduel.players"
# Those that menus offer, by the words for them; what is kept is who they stand for.
OPPONENTS = {"easy": "level:2", "medium": "level:5", "hard": "level:8", "perfect": "perfect"}
PLAYOUTS = 1_000  # of mcts, unless its name says otherwise
MAX_PLAYOUTS = 1_000_000
MAX_DETAIL = 200  # of what follows the name of an installed player: the path of a file, say


class UnknownPlayer(NumduelError, ValueError):
    """Nobody plays under this name, explained in one sentence."""


def _no_detail(detail: str | None) -> str | None:
    return "" if detail is None else None


def _level(detail: str | None) -> str | None:
    return detail if detail in tuple("123456789") else None


def _playouts(detail: str | None) -> str | None:
    if detail is None:
        return ""
    playouts = read_integer(detail) if detail and len(detail) < 9 else None
    if playouts is None or not 1 <= playouts <= MAX_PLAYOUTS:
        raise UnknownPlayer(f"the number of playouts must lie from 1 to {MAX_PLAYOUTS:,}")
    return "" if playouts == PLAYOUTS else str(playouts)


class BuiltIn(Frozen):
    """A player of ours: where it is made, how it is asked for, and what may follow its name."""

    factory: str  # as an entry point has it, module:function
    forms: tuple[str, ...]
    read_detail: Callable[[str | None], str | None]  # the detail as it is passed on; None if it is none


BUILT_IN = {
    "random": BuiltIn("numduel.players.random:make", ("random",), _no_detail),
    "perfect": BuiltIn("numduel.players.perfect:make", ("perfect",), _no_detail),
    "level": BuiltIn("numduel.players.level:make", ("level:1 to level:9",), _level),
    "mcts": BuiltIn("numduel.players.mcts:make", ("mcts", "mcts:PLAYOUTS"), _playouts),
}
WORDS = tuple(word for word in OPPONENTS if word not in BUILT_IN)  # that stand for one of these
_FORMS = (PERSON, f"{PERSON}:NAME", *WORDS, *(form for one in BUILT_IN.values() for form in one.forms))
KINDS = listed(_FORMS, "and")  # the built-in players, in words


@cache
def installed() -> "dict[str, EntryPoint]":
    """The players of other packages, by name; NameClash if two have one name."""
    own = dict.fromkeys((PERSON, *WORDS), "numduel") | {name: one.factory for name, one in BUILT_IN.items()}
    return {name.lower(): point for name, point in announced(GROUP, "player", own).items()}


def kinds() -> str:
    """All players in words, those of other packages among them (but for names that clash).

    >>> kinds()  # doctest: +ELLIPSIS
    'human, human:NAME, easy, medium, hard, random, perfect, level:1 to level:9, mcts...mcts:PLAYOUTS...'
    """
    try:
        return listed((*_FORMS, *installed()), "and")
    except NameClash:  # told to whoever asks for one of them; ours can be had all the same
        return KINDS


def check_name(who: str) -> tuple[str, str]:
    """The kind of player that `who` names, and the detail after the colon; UnknownPlayer if it names none.

    Nothing is loaded for it, and who else is installed is looked up only for a name that is not ours.

    >>> check_name("level:3"), check_name("easy"), check_name("human: Ann"), check_name("perfect")
    (('level', '3'), ('level', '2'), ('human', 'Ann'), ('perfect', ''))
    >>> check_name("perfct")
    Traceback (most recent call last):
    ...
    numduel.players.names.UnknownPlayer: there is no player 'perfct'; did you mean perfect?
    """
    kind, detail = _split(who)
    if kind == PERSON:
        if not is_name(detail or ""):
            allowed = f"printable and have at most {MAX_NAME_LENGTH} characters"
            raise UnknownPlayer(f"a player's name must be {allowed}")
        return kind, detail or ""
    if kind in BUILT_IN:
        known = BUILT_IN[kind].read_detail(detail)
        if known is None:
            raise UnknownPlayer(f"there is no player {who[:40]!a}; players are {kinds()}")
        return kind, known
    if kind not in installed():
        raise UnknownPlayer(f"there is no player {who[:40]!a}; {_suggest(who)}")
    if len(detail or "") > MAX_DETAIL or not (detail or "").isprintable():
        raise UnknownPlayer(f"what follows {kind}: must be printable and at most {MAX_DETAIL} characters")
    return kind, detail or ""


def full_name(who: str) -> str:
    """The one name of a player, however it is asked for; UnknownPlayer if nobody has it.

    >>> full_name(" Level:3 "), full_name("mcts:1000"), full_name("human: Ann"), full_name("human:")
    ('level:3', 'mcts', 'human:Ann', 'human')
    """
    kind, detail = check_name(who)
    return f"{kind}:{detail}" if detail else kind


def _split(who: str) -> tuple[str, str | None]:
    """The kind in lower case, and the detail; None where there is no colon."""
    meant = OPPONENTS.get(who.strip().lower(), who)
    kind, colon, detail = (part.strip() for part in meant.partition(":"))
    return kind.lower(), detail if colon else None


def known_names() -> list[str]:
    """The names under which someone plays, without what a person or a package may add after a colon.

    >>> {"human", "random", "level:3", "mcts"} < set(known_names())
    True
    """
    levels = [f"level:{number}" for number in range(1, 10)]
    return [PERSON, *WORDS, *(name for name in BUILT_IN if name != "level"), *levels, *installed()]


def _suggest(who: str) -> str:
    """`did you mean …?` where one name is near, else all of them."""
    near = nearest(who.strip().lower(), known_names())
    return f"did you mean {near}?" if near else f"players are {kinds()}"

"""Operation Obliteration: change one number by operations that depend on it, until one player is stuck."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from math import gcd, prod

from ..core import board
from ..core.game import Erratum, Game, Outcome, Side, Variant
from ..core.hints import NamedTuple
from ..core.settings import Choice, SettingError, Whole, setting
from ..core.voice import Lines, Voice

LARGEST = 10**18
OPERATIONS = ("add", "subtract", "divide", "multiply")
SIGNS = {"add": "+1", "subtract": "-1", "divide": "/2", "multiply": "*3+1"}  # as the rulebook writes them
LAST_OPERATIONS = (None, *OPERATIONS)
# Strong pseudoprimes to all of these bases lie beyond 3 * 10^24, far above LARGEST.
WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PRODUCT = prod(WITNESSES)
# Below this number there are none to the first four of them (OEIS A014233).
FIRST, FEW_SUFFICE = WITNESSES[:4], 3_215_031_751
STUCK = Outcome(Side.PREVIOUS, "no valid operation is left", stuck=True)


class State(NamedTuple):
    """The shared number, the last operation of the player to move, and that of the other player."""

    number: int
    mine: str | None = None
    theirs: str | None = None


class OperationObliteration(Game[State, str]):
    """A player with no valid operation loses."""

    start: int = setting(12, Whole(1, LARGEST), "the number the game starts from")
    low: int = setting(1, Whole(0, LARGEST), "the smallest number allowed")
    high: int = setting(100, Whole(1, LARGEST), "the largest number allowed")
    no_repeat: str = setting(
        "own", Choice("own", "opponent", "both", "none"), "whose previous operation may not be repeated"
    )
    multiply: str = setting("odd", Choice("odd", "any"), "which numbers may be multiplied")

    variants = (
        Variant(
            "any-multiply",
            "start=94,low=6,high=200,no_repeat=none,multiply=any",
            "any number may be multiplied, from 6 to 200",
        ),
        Variant(
            "narrow",
            "start=94,low=7,high=150,no_repeat=none,multiply=any",
            "any number may be multiplied, from 7 to 150",
        ),
        Variant(
            "even-chances",
            "start=137,low=13,high=200,no_repeat=none,multiply=any",
            "any number may be multiplied, from 13 to 200",
        ),
        Variant(
            "wide",
            "start=157,low=5,high=300,no_repeat=none",
            "the rulebook's operations, free to repeat, from 5 to 300",
        ),
    )
    name = "operation-obliteration"
    title = "Operation Obliteration"
    summary = "Change a number; a player who cannot move loses."

    def check(self) -> None:
        if not self.low <= self.start <= self.high:
            raise SettingError(f"start must lie between low ({self.low}) and high ({self.high})")

    def initial(self) -> State:
        return State(self.start)

    def moves(self, state: State) -> Sequence[str]:
        return valid_operations(state.number, self.low, self.high, self.barred(state), self.multiply)

    def barred(self, state: State) -> tuple[str | None, ...]:
        """The operations that the no-repeat rule takes from the player to move."""
        match self.no_repeat:
            case "own":
                return (state.mine,)
            case "opponent":
                return (state.theirs,)
            case "both":
                return (state.mine, state.theirs)
            case _:
                return ()

    def play(self, state: State, move: str) -> State:
        number, _, theirs = state
        return State(apply(move, number), theirs, move)

    def outcome(self, state: State) -> Outcome | None:
        return None if self.moves(state) else STUCK

    def vocabulary(self) -> Sequence[str]:
        return OPERATIONS

    def spellings(self, move: str) -> Sequence[str]:
        return (move, SIGNS[move], move[0])

    def size(self) -> float:
        remembered = {"none": 0, "opponent": 1}.get(self.no_repeat, 2)  # how many last operations matter
        return int((self.high - self.low + 1) * len(LAST_OPERATIONS) ** remembered)

    def key(self, state: State) -> Hashable:
        if self.no_repeat == "none":
            return state.number
        return (state.number, state.theirs) if self.no_repeat == "opponent" else state

    def features(self, state: State) -> Sequence[int]:
        """The number, and both players' last operations as far as they matter: 0 for none, or by number."""
        mine = LAST_OPERATIONS.index(state.mine) if self.no_repeat in ("own", "both") else 0
        theirs = LAST_OPERATIONS.index(state.theirs) if self.no_repeat != "none" else 0
        return state.number, mine, theirs

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((self.low, self.high), (0, len(OPERATIONS)), (0, len(OPERATIONS)))

    def show(self, state: State) -> str:
        return f"The current number is {state.number} ({describe(state.number)})."

    def voice(self) -> "OperationObliterationVoice":
        return OperationObliterationVoice(self)

    def board(self) -> "OperationObliterationBoard":
        return OperationObliterationBoard(self)

    errata = (
        Erratum(
            "Sample Game Play, turn 4",
            "Player 2 divides, having divided on turn 2.",
            "Rule 3 forbids it: a player may not repeat their own previous operation.",
            "no_repeat=none",
        ),
        Erratum(
            "Sample Game Play, turn 4",
            "Player 2 may not subtract, because player 1 has just done so.",
            "Rule 3 binds players to their own previous operation alone, so player 2 may subtract.",
            "no_repeat=opponent",
        ),
        Erratum(
            "Sample Game Play",
            "The game is presented as played by one set of rules.",
            "No reading allows all of it: own forbids turn 4, opponent and both forbid turn 2, and none "
            "leaves player 2 a move on turn 6.",
        ),
        Erratum(
            "Additional Strategic Considerations",
            "Planning ahead and diverse operations decide the game.",
            "From 12, player 1 wins by force in three moves.",
            "any-multiply",
        ),
    )


@lru_cache(maxsize=1 << 16)
def valid_operations(
    number: int, low: int, high: int, barred: tuple[str | None, ...], multiply: str
) -> tuple[str, ...]:
    """The operations that what `number` is opens up, without those barred or leading out of range."""
    opened = open_operations(number, multiply)
    return tuple(move for move in opened if move not in barred and low <= apply(move, number) <= high)


def open_operations(number: int, multiply: str) -> tuple[str, ...]:
    """The operations that what `number` is opens up, wherever they lead."""
    by_kind = ("add", "subtract") if is_prime(number) else ()
    return (*by_kind, "multiply") if number % 2 else (*by_kind, "divide", *["multiply"] * (multiply == "any"))


def apply(operation: str, number: int) -> int:
    """What `operation` makes of `number`."""
    match operation:
        case "add":
            return number + 1
        case "subtract":
            return number - 1
        case "divide":
            return number // 2
        case _:
            return 3 * number + 1


def is_prime(number: int) -> bool:
    """Whether `number`, from 0 to about 3 * LARGEST, is prime.

    >>> [n for n in range(20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    if number == 1 or gcd(number, PRODUCT) > 1:
        return number in WITNESSES
    twos = bin(number - 1)[::-1].index("1")
    return all(_passes(number, base, twos) for base in (FIRST if number < FEW_SUFFICE else WITNESSES))


def _passes(number: int, base: int, twos: int) -> bool:
    """Miller and Rabin's test of `number`, where 2^twos is the largest power of two that divides n - 1."""
    power = pow(base, number >> twos, number)  # n is odd, so that n - 1 without its twos is this as well
    return power == 1 or any(pow(power, 1 << i, number) == number - 1 for i in range(twos))


def describe(number: int) -> str:
    """What `number` is, in the rulebook's words.

    >>> describe(2), describe(9)
    ('Prime and Even', 'Odd')
    """
    return ("Prime and " if is_prime(number) else "") + ("Odd" if number % 2 else "Even")


class OperationObliterationVoice(Voice[State, str]):
    """The words of the rulebook's sample."""

    game: OperationObliteration

    def _available(self, state: State) -> str:
        return ", ".join(f'"{move}"' for move in self.game.moves(state)) or "none"

    def brief(self, state: State) -> str:
        return str(state.number)

    def caption(self, state: State) -> Lines:
        own, other = self.game.no_repeat in ("own", "both"), self.game.no_repeat != "none"
        lines = [str(state.number), *[f"own: {state.mine}"] * (own and state.mine is not None)]
        return lines + [f"other: {state.theirs}"] * (other and state.theirs is not None)

    def measures(self, state: State) -> Mapping[str, int]:
        return {"the number": state.number}

    def rules(self) -> Lines:
        game = self.game
        repeat = {
            "own": "You may not repeat your own previous operation.",
            "opponent": "You may not repeat the operation that your opponent has just used.",
            "both": "You may repeat neither your own previous operation nor your opponent's.",
            "none": "Operations may be repeated.",
        }
        multiply = {"odd": "if it is odd", "any": "always"}[game.multiply]
        return [
            "Two players change one number. Whoever has no valid operation on their turn loses.",
            f"The number starts at {game.start:,}. On your turn you choose one operation that the number "
            "allows: add (1) or subtract (1) if it is prime, divide (by 2) if it is even, multiply (by 3, "
            f"and add 1) {multiply}. 1 is odd and not prime; 2 is prime and even. You may not pass.",
            f"{repeat[game.no_repeat]} The result must lie from {game.low:,} to {game.high:,}.",
        ]

    def aim(self) -> str:
        return f"{self.rules()[0]} The number must stay from {self.game.low} to {self.game.high}."

    def opening(self) -> Lines:
        return []

    def turn(self, state: State, player: int) -> Lines:
        return []

    def _situation(self, state: State, player: int) -> str:
        return (
            f"Player {player}, the current number is {state.number} ({describe(state.number)}). "
            f"Available operations: {self._available(state)}."
        )

    def prompt(self, state: State, player: int, words: tuple[str, ...]) -> str:
        return f"{self._situation(state, player)} Enter your move: "

    def rejection(self, state: State, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        return [f"Invalid operation. Please choose one of: {self._available(state)}."]

    def report(self, before: State, move: str, after: State, player: int) -> Lines:
        does = {
            "add": "adds 1",
            "subtract": "subtracts 1",
            "divide": "divides by 2",
            "multiply": "multiplies by 3 and adds 1",
        }
        return [f"Player {player} {does[move]}. New number is {after.number}."]

    def ending(self, state: State, loser: int | None) -> Lines:
        assert loser is not None
        return [self._situation(state, loser), f"Player {loser} cannot make a valid move."]


class OperationObliterationBoard(board.Board[State, str]):
    """The number among those allowed, and the last operations where they bind anyone."""

    game: OperationObliteration

    def parts(self, state: State) -> "board.Parts":
        game, (number, mine, theirs) = self.game, state
        lands = tuple(apply(move, number) for move in game.moves(state))
        parts: board.Parts = (
            board.Number(str(number), "number", describe(number)),
            board.Track(game.low, game.high, number, "allowed numbers", lands=lands),
        )
        last = board.Cell(mine or board.EMPTY, "mine"), board.Cell(theirs or board.EMPTY, "theirs")
        return parts if game.no_repeat == "none" else (*parts, board.Row(last, "last operations"))

    def offered(self, state: State) -> Sequence[str]:
        return OPERATIONS

    def choice(self, state: State, move: str) -> "board.Choice":
        blocked = self._why_blocked(state, move)
        leads = "" if blocked else str(apply(move, state.number))
        return board.Choice(move, move, leads=leads, blocked=blocked)

    def _why_blocked(self, state: State, move: str) -> str:
        game, number = self.game, state.number
        if move in game.moves(state):
            return ""
        if move not in open_operations(number, game.multiply):
            return {"divide": "not even", "multiply": "not odd"}.get(move, "not prime")
        if move in game.barred(state):
            return "used last"
        return f"above {game.high}" if move in ("add", "multiply") else f"below {game.low}"

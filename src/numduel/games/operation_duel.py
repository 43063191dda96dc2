"""Operation Duel: add or multiply, and be the one who reaches the target exactly."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ..core import board
from ..core.computed import computed
from ..core.game import Erratum, Game, Outcome, Side, Variant
from ..core.hints import NamedTuple
from ..core.idea import Idea
from ..core.induction import Endless, Group, Plies, Range, Win
from ..core.integers import show_integer, write_integer
from ..core.settings import Choice, Numbers, SettingError, Whole, listed, setting
from ..core.verdict import Value, Verdict
from ..core.voice import Lines, Voice

REACHED = Outcome(Side.PREVIOUS, "the target was reached exactly")
EXCEEDED = Outcome(Side.NEXT, "the target was exceeded")
STUCK = Outcome(Side.PREVIOUS, "every operation would exceed the target", stuck=True)
# Bits of a target towards which theory counts moves: Python neither reads nor writes much longer numbers.
MOST_COUNTED = 14_000
MOST_WRITTEN = 20_000_000  # bits of all goals up to which a proof lists them


class Operation(NamedTuple):
    """`+1` or `*2`: what is done to the current number, and by how much."""

    sign: str
    by: int


class OperationDuel(Game[int, Operation]):
    """A state is the current number."""

    target: int = setting(20, Whole(low=1), "the number to reach exactly")
    start: int = setting(1, Whole(low=0), "the number the game starts from")
    add: tuple[int, ...] = setting((1,), Numbers(1, 999, optional=True), "what may be added")
    multiply: tuple[int, ...] = setting((2,), Numbers(2, 999, optional=True), "what may be multiplied by")
    overshoot: str = setting("loses", Choice("loses", "forbidden"), "what passing the target does")

    variants = (
        Variant("fifty", "target=50,add=1-3,multiply=3/4", "make exactly 50, by small steps or large ones"),
        Variant(
            "short",
            "target=30,add=1-3,multiply=2/3",
            "make exactly 30: soon over, but never simple",
            beginners=True,
        ),
        Variant(
            "no-overshoot",
            "target=43,add=1/2/6,overshoot=forbidden",
            "make exactly 43, which nobody may pass",
        ),
        Variant(
            "hundred", "target=100,add=2/4/6,multiply=4", "make exactly 100 by even steps and one large one"
        ),
    )
    name = "operation-duel"
    title = "Operation Duel"
    summary = "Add 1 or double; make exactly 20 to win."

    def check(self) -> None:
        if self.target <= self.start:
            raise SettingError(f"target must be greater than start ({show_integer(self.start)})")

    def initial(self) -> int:
        return self.start

    def moves(self, state: int) -> Sequence[Operation]:
        if state >= self.target:
            return ()
        if self.overshoot == "loses":
            return self.operations
        return tuple(move for move in self.operations if self.play(state, move) <= self.target)

    def play(self, state: int, move: Operation) -> int:
        sign, by = move
        return state + by if sign == "+" else state * by

    def outcome(self, state: int) -> Outcome | None:
        if state >= self.target:
            return REACHED if state == self.target else EXCEEDED
        if self.overshoot == "forbidden" and not self._goes_on(state):
            return STUCK
        return None

    def _goes_on(self, state: int) -> bool:
        """Whether any operation stays within the target: then one by the least number does."""
        return any(self.play(state, move) <= self.target for move in self._least)

    @computed
    def _least(self) -> tuple[Operation, ...]:
        """The operation of each kind by the least number."""
        return tuple(move for move in self.operations if move.by == min(self._numbers_of(move.sign)))

    def _numbers_of(self, sign: str) -> tuple[int, ...]:
        return self.add if sign == "+" else self.multiply

    @computed
    def operations(self) -> tuple[Operation, ...]:
        """Every operation there is; additions first."""
        return (*(Operation("+", by) for by in self.add), *(Operation("*", by) for by in self.multiply))

    def vocabulary(self) -> Sequence[Operation]:
        return self.operations

    def write(self, move: Operation) -> str:
        return f"{move.sign}{move.by}"

    def spellings(self, move: Operation) -> Sequence[str]:
        menu_number, (sign, by) = self.vocabulary().index(move) + 1, move
        described = describe(move).lower()
        spelled = [
            str(menu_number),
            self.write(move),
            described,
            described.replace(" by ", " "),
            f"{sign} {by}",
        ]
        if sign == "+":
            spelled.append(f"add{by}")
        else:
            spelled += [f"x{by}", f"x {by}", f"times {by}", *({2: ["double"], 3: ["triple"]}.get(by, []))]
        return spelled + [sign] * (len(self.add if sign == "+" else self.multiply) == 1)

    def show(self, state: int) -> str:
        return f"Current Number is {show_integer(state)}."

    def features(self, state: int) -> Sequence[int]:
        return (state,)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((self.start, self.target),)

    def size(self) -> float:
        return self.target - self.start

    def theory(self, state: int) -> Verdict | None:
        if not self.has_theory:
            return None
        if state == 0:
            return self._theory_at_zero()
        goal, rest = self._goal_for(state)
        shown = show_integer(goal, ",")
        if goal % 2:
            lost, plies = state % 2 == 1, goal - state
            why = f"{shown} is odd, so that doubling never helps whoever does it: whoever faces an odd "
            why += "number loses"
        elif 2 * state > goal:
            lost, plies = state % 2 == 0, goal - state
            why = f"above half of {shown} only +1 is safe, and an even number is lost there"
        elif state == goal // 4:
            lost, plies = True, goal - 2 * state
            why = f"+1 and *2 both leave more than a quarter of {shown}, and not more than half: doubling "
            why += "wins from there"
        else:
            lost, plies = False, goal - 2 * state + 1
            why = f"doubling {show_integer(state, ',')} makes {show_integer(2 * state, ',')}"
            why += f", an even number above half of {shown}" if 2 * state < goal else ""
        counted = plies + rest if self.target.bit_length() <= MOST_COUNTED else None
        return Verdict(Value.LOSS if lost else Value.WIN, counted, self._why_goal(goal) + why)

    @property
    def has_theory(self) -> bool:
        """Whether the winner is known without search."""
        return self.vocabulary() == RULEBOOK_OPERATIONS

    def idea(self, state: int) -> Idea | None:
        if not self.has_theory or state == 0:
            return None
        goal, _ = self._goal_for(state)
        if goal % 2:
            return ODD_GOAL
        if goal != self.target:
            return SMALLER_GOAL
        if 2 * state > goal:
            return ABOVE_HALF
        return THE_QUARTER if state == goal // 4 else UP_TO_HALF

    def _goal_for(self, number: int) -> tuple[int, int]:
        """The number that play from `number` is really about, and how many plies follow once it is made.

        While the goal is even, whoever faces more than a quarter of it, up to half, wins by doubling. So
        whoever makes its quarter (rounded down) wins, and below that the quarter is the goal. From the
        quarter the loser lasts longest by +1; the winner doubles, and after that everybody adds 1.
        """
        quarters = min(self._quarters_above(number), self._quarters_until_odd)
        goal = self.target >> 2 * quarters
        if self.target.bit_length() > MOST_COUNTED:
            return goal, 0  # nobody counts plies there
        return goal, sum((self.target >> 2 * i) - 2 * (self.target >> 2 * i + 2) for i in range(quarters))

    def _quarters_above(self, number: int) -> int:
        """How many times the target can be divided by four and still be above a number."""
        times = (self.target.bit_length() - number.bit_length()) // 2 + 1
        while times > 0 and number >= self.target >> 2 * times:
            times -= 1
        return max(times, 0)

    @computed
    def _quarters_until_odd(self) -> int:
        """How many times the target can be divided by four, each time from an even number."""
        ones = (4 ** (self.target.bit_length() // 2 + 1) - 1) // 3  # at every second place
        odd = self.target & ones
        return (odd & -odd).bit_length() // 2 if odd else self.target.bit_length()

    def _why_goal(self, goal: int) -> str:
        if goal == self.target:
            return ""
        quarter, double = show_integer(goal, ","), show_integer(2 * goal, ",")
        return (
            f"whoever makes {quarter} wins, because from above {quarter} up to {double} doubling wins; and "
        )

    def _theory_at_zero(self) -> Verdict:
        if self.target == 1:
            return Verdict(Value.WIN, 1, "+1 makes 1, the target")
        one = self.theory(1)
        if one is not None and one.value is Value.LOSS:
            return Verdict(Value.WIN, one.before().plies, "+1 leaves 1, which is lost")
        why = "+1 would leave 1, from which whoever is next wins, and doubling 0 changes nothing"
        return Verdict(Value.ENDLESS, why=why)

    def invariant(self) -> str:
        if not self.has_theory:
            return ""
        return (
            "Towards an odd goal whoever faces an odd number loses. Towards an even goal, above its half "
            "whoever faces an even number loses; above its quarter, up to its half, doubling wins; so "
            "whoever makes its quarter, rounded down, wins, and below that the quarter is the goal. The "
            "winner doubles where that wins and else adds 1, and the loser lasts longest by adding 1, so the "
            "moves still to be made can be counted."
        )

    def induction(self) -> Win | Endless | None:
        most = MOST_WRITTEN // self.target.bit_length()
        every = self._goals(self.start or 1)
        goals = list(islice(every, most))
        start = None if any(every) else self.theory(self.start)  # silent where there are more
        if start is None:
            return None
        add, double = RULEBOOK_OPERATIONS
        won, lost = _won(goals, add, double), _lost(goals, add)
        if start.value is Value.ENDLESS:
            hold = (Group(0, double), *(Group(group.states, group.play) for group in won))
            return Endless(hold, hold, (Range(0),))
        if start.plies is None:
            return Win(won, ())
        # Where the winner errs, the loser wins: then the game is not lost within any number of plies.
        saved = (Group(group.states, group.play, Plies(self.target)) for group in won)
        return Win(won, (*lost, *saved))

    def _goals(self, number: int) -> Iterator[tuple[int, int]]:
        """Each number that play from `number` on is about, the target first, and the plies that follow it."""
        goal, rest = self.target, 0
        yield goal, rest
        while not goal & 1 and number < goal >> 2:
            quarter = goal >> 2  # rounded down: quicker than dividing where there are thousands of digits
            goal, rest = quarter, rest + goal - 2 * quarter
            yield goal, rest

    def voice(self) -> "OperationDuelVoice":
        return OperationDuelVoice(self)

    def board(self) -> "OperationDuelBoard":
        return OperationDuelBoard(self)

    errata = (
        Erratum(
            "Rules and Mechanics, rule 1",
            "Players must choose an operation that keeps the number within the target.",
            "Rule 3 and both sample games let a player overstep, and lose by it; so do we.",
            "overshoot=forbidden",
        ),
        Erratum(
            "Strategic Tips, Forced Moves",
            "The opponent can be forced into a position where any move exceeds the target.",
            "Below the target, adding 1 never exceeds it: nobody can be forced to. Other operations can.",
            "add=2/3",
        ),
        Erratum(
            "Game Components, Operations",
            "The sign before the 2 of the multiplication is garbled.",
            "It is read as a multiplication sign, and typed as *2.",
        ),
        Erratum(
            "Example Game",
            'Moves are announced as "I multiplied by 2. Current number is now 2."',
            "The command-line sample says the same otherwise; the program speaks as that sample does.",
        ),
    )


RULEBOOK_OPERATIONS = (Operation("+", 1), Operation("*", 2))
ABOVE_HALF = Idea(
    "Above half",
    "Above half of an even goal doubling goes past it, so that both add 1: whoever faces an even number "
    "loses.",
)
UP_TO_HALF = Idea(
    "Up to half",
    "Above a quarter of an even goal, up to half of it, doubling wins: it makes an even number above half, "
    "or the goal itself.",
)
THE_QUARTER = Idea(
    "The quarter",
    "At a quarter of an even goal, rounded down, either move leaves more than the quarter and at most half: "
    "whoever faces it loses. So below it the quarter is the goal.",
)
SMALLER_GOAL = Idea(
    "A smaller goal",
    "Whoever makes the quarter of an even goal, rounded down, wins; so below the quarter it is the goal, and "
    "has a half and a quarter of its own.",
)
ODD_GOAL = Idea(
    "An odd goal",
    "Towards an odd goal doubling never helps whoever does it: whoever faces an odd number loses, and from "
    "an even number adding 1 wins.",
)


def _won(goals: list[tuple[int, int]], add: Operation, double: Operation) -> tuple[Group, ...]:
    """Where whoever is to move wins, goal by goal."""
    groups: list[Group] = []
    for goal, rest in goals:
        half, quarter = goal // 2, goal // 4
        low = 0 if goal % 2 else half + 1 + half % 2
        groups += _group_of(range(low, goal, 2), add, Plies(goal + rest, -1))
        if goal % 2 == 0:
            groups += _group_of(range(quarter + 1, half + 1), double, Plies(goal + rest + 1, -2))
            if quarter == 1:  # from 0 it can be left
                groups.append(Group(0, add, Plies(goal + rest - 1)))
    return tuple(groups)


def _lost(goals: list[tuple[int, int]], add: Operation) -> tuple[Group, ...]:
    """Where whoever is to move loses, goal by goal; adding 1 lasts longest."""
    groups: list[Group] = []
    for goal, rest in goals:
        half, quarter = goal // 2, goal // 4
        low = 1 if goal % 2 else half + 2 - half % 2
        groups += _group_of(range(low, goal, 2), add, Plies(goal + rest, -1))
        if goal % 2 == 0 and quarter:
            groups.append(Group(quarter, add, Plies(goal - 2 * quarter + rest)))
    return tuple(groups)


def _group_of(numbers: range, play: Operation, plies: Plies) -> list[Group]:
    """The group of these numbers; none if there are no such numbers."""
    return [Group(Range(numbers[0], numbers[-1], numbers.step), play, plies)] if numbers else []


def describe(move: Operation) -> str:
    """An operation in the rulebook's words.

    >>> describe(Operation("*", 2))
    'Multiply by 2'
    """
    return f"Add {move.by}" if move.sign == "+" else f"Multiply by {move.by}"


class OperationDuelVoice(Voice[int, Operation]):
    """The words of the rulebook's sample."""

    game: OperationDuel

    def _menu(self, state: int) -> dict[int, Operation]:
        """The operations open now under the numbers they always have."""
        open_now = self.game.moves(state)
        return {n: move for n, move in enumerate(self.game.vocabulary(), 1) if move in open_now}

    def brief(self, state: int) -> str:
        return show_integer(state, ",")

    def rules(self) -> Lines:
        target, start = show_integer(self.game.target, ","), show_integer(self.game.start, ",")
        operations = [describe(move).lower() for move in self.game.vocabulary()]
        choices = ("choose one operation: " if len(operations) > 1 else "") + listed(operations)
        overshoot = {
            "loses": "Going past the target is allowed, and loses at once.",
            "forbidden": "An operation that would go past the target may not be chosen; a player who has "
            "none left loses.",
        }
        return [
            f"Two players change one number. Whoever makes it exactly {target} wins.",
            f"The number starts at {start}. On your turn you {choices}. You may not pass.",
            overshoot[self.game.overshoot],
        ]

    def aim(self) -> str:
        wins, _, past = self.rules()
        return f"{wins} {past}"

    def opening(self) -> Lines:
        return [
            "Welcome to Operation Duel!",
            f"Target Number (T): {show_integer(self.game.target)}",
            f"Starting Number (C): {show_integer(self.game.start)}",
        ]

    def turn(self, state: int, player: int) -> Lines:
        menu = [f"{n}. {describe(move)}" for n, move in self._menu(state).items()]
        return ["", f"Player {player}, it's your turn.", self.game.show(state), "Choose an operation:", *menu]

    def prompt(self, state: int, player: int, words: tuple[str, ...]) -> str:
        return f"Enter your choice ({listed([str(n) for n in self._menu(state)])}): "

    def rejection(self, state: int, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        return [f"Invalid choice. Please enter {listed([str(n) for n in self._menu(state)])}."]

    def report(self, before: int, move: Operation, after: int, player: int) -> Lines:
        return [f"You chose to {describe(move).lower()}.", f"New Current Number is {show_integer(after)}."]

    def ending(self, state: int, loser: int | None) -> Lines:
        if state > self.game.target:
            return ["You have exceeded the target number!"]
        if state == self.game.target:
            return ["You have reached the target number!"]
        return ["", f"Player {loser}, every operation would exceed the target number!"]


class OperationDuelBoard(board.Board[int, Operation]):
    """The number, and the way to the target."""

    game: OperationDuel

    def parts(self, state: int) -> "board.Parts":
        game, far = self.game, show_integer(abs(self.game.target - state))
        note = f"{far} to go" if state < game.target else f"{far} too far" if state > game.target else ""
        lands = tuple(game.play(state, move) for move in game.moves(state))
        track = board.Track(game.start, game.target, state, "to the target", goal=game.target, lands=lands)
        return board.Number(write_integer(state), "number", note), track

    def offered(self, state: int) -> Sequence[Operation]:
        return self.game.operations if state < self.game.target else ()

    def choice(self, state: int, move: Operation) -> "board.Choice":
        label, leads = self.game.write(move).replace("*", "×"), write_integer(self.game.play(state, move))
        blocked = "" if move in self.game.moves(state) else "passes the target"
        return board.Choice(move, label, leads=leads, blocked=blocked)

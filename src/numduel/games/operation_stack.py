"""Operation Stack: push numbers or combine the top two, and leave the target alone on the stack."""

import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from ..core import board
from ..core.computed import computed
from ..core.game import MAX_FEATURE, Erratum, Fault, Game, Outcome, Side, Variant
from ..core.idea import Idea
from ..core.induction import Endless, Group, More, Plies, Range, Win
from ..core.integers import count, read_integer, show_integer, show_integers, write_integer
from ..core.settings import Choice, Numbers, Whole, Words, listed, setting
from ..core.tall import LOW, Stack, stack_of
from ..core.verdict import Value, Verdict
from ..core.voice import Lines, Voice

Move = int | str  # a number to push, or the sign of an operation

SIGNS = {"plus": "+", "minus": "-", "times": "*", "swap": "swap", "negate": "negate", "double": "double"}
IN_PLACE = ("negate", "double")  # these change the top number, and need no other
CALCULATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul}
LABELS = {"-": "−", "*": "×"}  # on a screen
NOT_ARITHMETIC = ("swap", *IN_PLACE)  # actions of their own, beside `operate`
# What a person may mean as arithmetic; those that are not allowed lose when they are tried.
ARITHMETIC = ("+", "-", "*", "/", "//", "%", "^", "**")
MOST_COMBINED = 200  # up to here all that the numbers come to is found, before saying that the target is not
MOST_SHOWN = 1_000  # numbers of the stack among the features; where it may grow for ever, fewer
SHOWN_OF_UNBOUNDED = 16
MADE = Outcome(Side.PREVIOUS, "the stack has one number equal to the target")
STUCK = Outcome(Side.PREVIOUS, "no valid action is left", stuck=True)


class OperationStack(Game[Stack, Move]):
    """A state is the stack. Integers are exact, and unbounded unless `max_value` bounds them."""

    target: int = setting(24, Whole(), "the number to leave alone on the stack")
    numbers: tuple[int, ...] = setting(tuple(range(1, 10)), Numbers(0, 999), "the numbers that may be pushed")
    operations: tuple[str, ...] = setting(
        ("plus", "minus", "times"), Words(*SIGNS), "what may be done with the numbers on top"
    )
    max_stack: int | None = setting(None, Whole(low=1, optional=True), "how tall the stack may become")
    max_value: int | None = setting(
        None, Whole(low=0, optional=True), "how far from zero a result may lie, either way"
    )
    invalid: str = setting("loses", Choice("loses", "retry"), "what a forbidden attempt does")

    variants = (
        Variant(
            "ten",
            "target=10,numbers=1-2,operations=plus/times/double,max_stack=3,max_value=12",
            "make 10 by adding, multiplying and doubling, three numbers at most",
        ),
        Variant(
            "low-stack",
            "target=10,numbers=1-4,operations=minus/double,max_stack=2,max_value=10",
            "make 10 by taking away and doubling, two numbers at most",
        ),
        Variant(
            "long",
            "target=10,numbers=1-2,operations=plus/double,max_stack=2,max_value=22",
            "make 10 by adding and doubling, two numbers at most",
        ),
    )
    reading = 2  # in the first, only an operation could win
    name = "operation-stack"
    title = "Operation Stack"
    summary = "Push or combine numbers; leave just 24 to win."

    def initial(self) -> Stack:
        return ()

    def moves(self, state: Stack) -> Sequence[Move]:
        won, unbounded = self._won_and_unbounded
        if state == won:
            return ()
        if unbounded:
            return unbounded[len(state[-2:])]
        pushes = self.numbers if self.has_room(state) else ()
        return pushes + self.open_signs(state)

    def play(self, state: Stack, move: Move) -> Stack:
        # Rules look at a stack by its top alone, so that a proof can speak of stacks of any height.
        top: tuple[int, ...]
        if isinstance(move, int):
            kept, top = state, (move,)
        elif move in CALCULATIONS:
            kept, top = state[:-2], (CALCULATIONS[move](state[-2], state[-1]),)
        elif move == "swap":
            kept, top = state[:-2], (state[-1], state[-2])
        else:
            kept, top = state[:-1], (change(move, state[-1]),)
        stack = kept + top
        return stack_of(stack) if isinstance(stack, tuple) and len(stack) > LOW else stack

    def outcome(self, state: Stack) -> Outcome | None:
        if self.is_won(state):
            return MADE
        if not self.has_room(state) and not self.moves(state):
            return STUCK
        return None

    def vocabulary(self) -> Sequence[Move]:
        return self.everything

    @computed
    def everything(self) -> tuple[Move, ...]:
        """Every move there is: the numbers to push, then the operations."""
        return (*self.numbers, *self.signs)

    @computed
    def signs(self) -> tuple[str, ...]:
        """The operations that the settings allow, as they are typed."""
        return tuple(SIGNS[word] for word in self.operations)

    @computed
    def _unbounded(self) -> tuple[tuple[Move, ...], ...] | None:
        """The moves on an empty stack, on one number and on more; None where they are bounded."""
        if self.max_stack is not None or self.max_value is not None:
            return None
        in_place = tuple(sign for sign in self.signs if sign in IN_PLACE)
        return self.numbers, (*self.numbers, *in_place), self.everything

    @computed
    def _won_and_unbounded(self) -> tuple[Stack, tuple[tuple[Move, ...], ...] | None]:
        """The stack that wins, and `_unbounded`: looked up at once, since every position needs both."""
        return (self.target,), self._unbounded

    def is_won(self, state: Stack) -> bool:
        """Whether the target stands alone on the stack, however it came there."""
        return state == self._won_and_unbounded[0]

    def has_room(self, state: Stack) -> bool:
        """Whether a number may be pushed."""
        return self.max_stack is None or len(state) < self.max_stack

    def open_signs(self, state: Stack) -> tuple[str, ...]:
        """The operations that the stack allows, of those that the settings allow."""
        signs, farthest = self.signs, self.max_value
        if len(state[-2:]) < 2:
            signs = tuple(sign for sign in signs if sign in IN_PLACE) if state else ()
        if farthest is None:
            return signs
        return tuple(sign for sign in signs if sign == "swap" or abs(self._result(state, sign)) <= farthest)

    def _result(self, state: Stack, sign: str) -> int:
        """What an operation makes of the number or numbers on top."""
        return change(sign, state[-1]) if sign in IN_PLACE else calculate(state[-2], sign, state[-1])

    def fault(self, state: Stack, words: tuple[str, ...]) -> Fault:
        sign = words[-1] if words[:-1] in ((), ("operate",)) else ""
        needed = 1 if sign in IN_PLACE and words[0] != "operate" else 2
        too_few = len(state) < needed and (words[0] == "operate" or sign in self.signs)
        foreign = sign in ARITHMETIC and sign not in self.signs
        return Fault.LOSS if self.invalid == "loses" and (too_few or foreign) else Fault.RETRY

    def size(self) -> float:
        # Without these no number gets larger.
        growing = {"plus", "minus", "times", "double"} & set(self.operations)
        if self.max_stack is None or (growing and self.max_value is None):
            return math.inf
        if not growing and len({*self.numbers, *self._negated()}) == 1:
            return self.max_stack + 1  # stacks differ in their height alone
        largest = max(self.numbers) if self.max_value is None else max(self.max_value, *self.numbers)
        if self.max_stack > 50 or largest.bit_length() > 1_000:
            return math.inf  # or as good as
        return int((2 * largest + 2) ** self.max_stack)

    def _negated(self) -> Sequence[int]:
        """What numbers that are pushed may be turned into without getting larger."""
        return [-number for number in self.numbers] if "negate" in self.operations else ()

    def features(self, state: Stack) -> Sequence[int]:
        """How many numbers the stack has, and those on top, the topmost first, 0 for none."""
        there = self.trimmed_features(state)
        return there + (0,) * (1 + self._shown - len(there))

    def trimmed_features(self, state: Stack) -> tuple[int, ...]:
        return (len(state),) + state[self._topmost]  # type: ignore[operator]  # backwards, a tuple

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        farthest = MAX_FEATURE if self.max_value is None else max(self.max_value, *self.numbers)
        shown = self._shown
        return ((0, shown), *((-farthest, farthest),) * shown)

    @computed
    def _shown(self) -> int:
        """How many numbers features show."""
        return SHOWN_OF_UNBOUNDED if self.max_stack is None else min(self.max_stack, MOST_SHOWN)

    @computed
    def _topmost(self) -> slice:
        """The numbers that features show, the topmost first."""
        return slice(None, -self._shown - 1, -1)

    def theory(self, state: Stack) -> Verdict | None:
        if not self.has_theory:
            return None
        if not state and self.target in self.numbers:
            return Verdict(
                Value.WIN, 1, f"{show_integer(self.target, ',')} can be pushed, and stands alone there"
            )
        if len(state) == 2 and self.makes_target(state):
            return Verdict(Value.WIN, 1, f"its two numbers make {show_integer(self.target, ',')}")
        return self._endless[len(state) % 2]

    @computed
    def _endless(self) -> tuple[Verdict, Verdict]:
        """The verdicts where the next move does not win, at even heights and at odd ones."""
        target, out_of_reach = show_integer(self.target, ","), self.why_out_of_reach()
        even = f"nobody can make {target} except from exactly two numbers, and whoever never faces two need "
        even += "never leave two that make it"
        odd = f"from an odd height nobody can make {target}, and there is always a number to push that "
        odd += "gives nothing away"
        if out_of_reach:
            even = odd = f"nobody can ever make {target}: {out_of_reach}"
        return Verdict(Value.ENDLESS, why=even), Verdict(Value.ENDLESS, why=odd)

    @computed
    def _has_traps(self) -> bool:
        """Whether some number, alone on the stack, makes every push lose.

        The stack's height changes by one each turn. So the player who faces odd heights never leaves a
        single number, and loses only by pushing, onto a single number, one that makes the target with it; on
        a taller stack pushing is safe. Without such a trap that player is never forced to lose.
        """
        return any(
            all(self.makes_target((alone, number)) for number in self.numbers) for alone in self.suspects()
        )

    @computed
    def has_theory(self) -> bool:
        """Whether what is known of the stack's height decides everything."""
        keeps_height = any(sign in NOT_ARITHMETIC for sign in self.signs)
        return self.max_stack is None and not keeps_height and not self._has_traps

    def idea(self, state: Stack) -> Idea | None:
        if not self.has_theory:
            return None
        if not state and self.target in self.numbers:
            return AT_ONCE
        if len(state) == 2 and self.makes_target(state):
            return TWO_THAT_MAKE_IT
        if self.why_out_of_reach():
            return OUT_OF_REACH
        return ODD_HEIGHT if len(state) % 2 else EVEN_HEIGHT

    def why_out_of_reach(self) -> str:
        """Why no operation can ever make the target; empty where none of the simple reasons holds."""
        if not self.signs:
            return "there is no operation"
        if self.max_value is not None and abs(self.target) > self.max_value:
            return f"no result may lie further than {show_integer(self.max_value, ',')} from zero"
        if self.target < 0 and "-" not in self.signs:
            return "no result is ever negative"
        common = math.gcd(*self.numbers)
        if common and self.target % common:
            return f"every number here is a multiple of {common}, and {show_integer(self.target, ',')} is not"
        return "" if _can_be_made(self) else "nothing that can be done with the numbers here comes to it"

    def suspects(self) -> list[int]:
        """Numbers on which some push could lose: those from which an operation leads to the target."""
        above = {self.target + number for number in self.numbers}
        below = {self.target - number for number in self.numbers}
        divided = {self.target // number for number in self.numbers if number and not self.target % number}
        # 1 stands for all the others: where the target and all that can be pushed is 0, any product is 0.
        # The target itself is never found alone on the stack while a game goes on.
        return sorted((above | below | divided | {1}) - {self.target})

    def makes_target(self, state: Stack) -> bool:
        """Whether an operation on these two numbers makes the target."""
        return any(self.is_won(self.play(state, sign)) for sign in self.open_signs(state))

    def invariant(self) -> str:
        if not self.has_theory:
            return ""
        return (
            "The stack's height changes by one each turn, so one player always faces an even height and the "
            "other an odd one. Only an operation on exactly two numbers can win, or a push of the target "
            "onto the empty stack, which is there at the start alone: only the player at even heights ever "
            "can. The other is never forced to allow it: on a taller stack any push is safe, and on a single "
            "number some push is."
        )

    def induction(self) -> Win | Endless | None:
        start, low, target = self.theory(()), self.numbers[0], self.target
        if start is None:
            return None
        if start.value is Value.WIN:
            return Win((Group((), target, Plies(1)),), ())
        even = Group((), low), Group((More(2, 2),), low)
        odd = *self._alone(), Group((More(3, 2),), low)
        return Endless(even, odd, ((), (Range(),), (More(2),)))

    def _alone(self) -> Iterator[Group]:
        """What to push onto a single number: the lowest, but something else where that gives the target."""
        low, edges = self.numbers[0], {self.target}
        for alone in self.suspects():
            if self.makes_target((alone, low)):
                safe = [number for number in self.numbers if not self.makes_target((alone, number))]
                yield Group((alone,), safe[0])
                edges.add(alone)
        around = [None, *sorted(edges), None]
        for below, above in pairwise(around):
            first, last = None if below is None else below + 1, None if above is None else above - 1
            if first is None or last is None or first <= last:
                yield Group((Range(first, last),), low)

    def spellings(self, move: Move) -> Sequence[str]:
        if isinstance(move, int):
            return (f"push {move}", str(move))
        return (move,) if move in NOT_ARITHMETIC else (f"operate {move}", move)

    def show(self, state: Stack) -> str:
        return f"Stack: {show_integers(state)}"

    def voice(self) -> "OperationStackVoice":
        return OperationStackVoice(self)

    def board(self) -> "OperationStackBoard":
        return OperationStackBoard(self)

    errata = (
        Erratum(
            "Command-Line Interaction Example, turns 3, 5, 7 and 9",
            "With two numbers on the stack only 'operate' is offered.",
            "The section Turns lets a player push or operate on every turn: the prompt offers both.",
            "max_stack=2",
        ),
        Erratum(
            "Command-Line Interaction Example, turn 5",
            "The operations are offered in the order '-', '+', '*'.",
            "They are always offered as on the other turns: '+', '-', '*'.",
        ),
        Erratum(
            "Rules and Mechanics 4, and the command-line example, turn 6",
            "An invalid move loses; but a push of 12 is only asked again.",
            "A number outside the set, or text that is no action, is asked again. Operating on fewer than "
            "two numbers, or with an operation that is not allowed, loses at once.",
            "invalid=retry",
        ),
        Erratum(
            "Rules and Mechanics 4, No Valid Actions",
            "A player may be prohibited from pushing.",
            "Nothing in the rulebook prohibits it: pushing is always allowed, so nobody is ever stuck.",
            "max_stack=4",
        ),
        Erratum(
            "Objective",
            "Either player can be the first to make 24.",
            "Only player 1 can: the stack's height changes by one each turn, so player 2 never operates on "
            "exactly two numbers. And player 1 cannot force it.",
            "operations=plus/minus/times/swap",
        ),
        Erratum(
            "Additional Rules, No Undoing Moves",
            "Moves cannot be undone.",
            "Undoing is offered at the table, and happens only if the other player agrees; --undo none "
            "plays without it.",
        ),
    )


AT_ONCE = Idea("At once", "A target that can be pushed wins on the empty stack, in one move.")
TWO_THAT_MAKE_IT = Idea(
    "Two that make it",
    "Whoever faces two numbers that an operation turns into the target wins by it: so never leave two such "
    "numbers.",
)
ODD_HEIGHT = Idea(
    "An odd height",
    "From an odd height nobody can make the target, since only an operation on exactly two numbers can: push "
    "a number that leaves no two that make it.",
)
EVEN_HEIGHT = Idea(
    "An even height",
    "Each turn changes the height by one, so that whoever faces even heights never leaves two numbers, and "
    "cannot be beaten.",
)
OUT_OF_REACH = Idea("Out of reach", "A target that no operation can ever make is won by nobody.")


@lru_cache(maxsize=64)
def _can_be_made(game: OperationStack) -> bool:
    """Whether an operation can ever make the target; True as well where that takes long to find out."""
    farthest = game.max_value
    if farthest is None and "-" not in game.signs:
        if game.signs == ("*",) and abs(_without_factors(game.target, game.numbers)) > 1:
            return False
        farthest = game.target  # what is larger never becomes smaller again
    if farthest is None or farthest > MOST_COMBINED:
        return True
    known, new, made = set[int](), set(game.numbers), set[int]()
    while new:
        known |= new
        pairs = {pair for one in new for other in known for pair in ((one, other), (other, one))}
        results = {calculate(first, sign, second) for first, second in pairs for sign in game.signs}
        made |= {number for number in results if abs(number) <= farthest}
        new = made - known
    return game.target in made


def _without_factors(target: int, numbers: tuple[int, ...]) -> int:
    """What is left of the target once every factor that it shares with one of the numbers is taken out."""
    for number in numbers:
        while target and number and (common := math.gcd(target, number)) > 1:
            target //= common
    return target


def calculate(first: int, sign: str, second: int) -> int:
    """What the operation makes of its first and second operand."""
    made: int = CALCULATIONS[sign](first, second)
    return made


def change(sign: str, number: int) -> int:
    """What an operation in place makes of the top number."""
    return -number if sign == "negate" else 2 * number


class OperationStackVoice(Voice[Stack, Move]):
    """The words of the rulebook's sample."""

    game: OperationStack

    def _numbers(self) -> str:
        numbers = self.game.numbers
        if len(numbers) == 2:
            return listed(list(map(str, numbers)))
        if len(numbers) != 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
            return f"a number between {numbers[0]} and {numbers[-1]}"
        return f"a number ({Numbers.write(numbers)})"

    def _arithmetic(self, state: Stack) -> list[str]:
        """The arithmetic to offer; before there are two numbers, as the sample does, all of it."""
        signs = self.game.signs if len(state) < 2 else self.game.open_signs(state)
        return [sign for sign in signs if sign not in NOT_ARITHMETIC]

    def _actions(self, state: Stack) -> list[str]:
        offered = {"push": self.game.has_room(state), "operate": bool(self._arithmetic(state))}
        for sign in self.game.signs:
            if sign in NOT_ARITHMETIC:
                offered[sign] = sign == "swap" or not state or sign in self.game.open_signs(state)
        return [f"'{action}'" for action, on in offered.items() if on]

    def _legal_actions(self, state: Stack) -> list[str]:
        """The actions that can be taken, without those that would lose as forbidden attempts."""
        signs = self.game.open_signs(state)
        offered = {"push": self.game.has_room(state), "operate": any(sign in ARITHMETIC for sign in signs)}
        offered |= {sign: True for sign in signs if sign in NOT_ARITHMETIC}
        return [f"'{action}'" for action, on in offered.items() if on]

    def brief(self, state: Stack) -> str:
        return show_integers(state, 6)

    def measures(self, state: Stack) -> Mapping[str, int]:
        return {
            "the height of the stack": len(state),
            "the top number": (0, *state)[-1],
            "the sum of the stack": sum(state),
        }

    def rules(self) -> Lines:
        game, target, actions = self.game, show_integer(self.game.target, ","), [f"push {self._numbers()}"]
        signs = [sign for sign in game.signs if sign in ARITHMETIC]
        if signs:
            results = listed([f"lower {sign} upper" for sign in signs])
            actions.append(f"operate: replace the top two numbers by {results}")
        if "swap" in game.signs:
            actions.append("swap the top two numbers")
        in_place = [sign for sign in game.signs if sign in IN_PLACE]
        if in_place:
            actions.append(f"{listed(in_place)} the top number, in its place")
        turn = f"you do one of these: {'; '.join(actions)}" if len(actions) > 1 else f"you {actions[0]}"
        return [
            f"Two players work on one stack. Whoever leaves exactly {target} on it, alone, wins.",
            f"The stack starts empty. On your turn {turn}. You may not pass.{self._bounds()}",
            self._sizes() + self._attempts(bool(signs), in_place),
        ]

    def _bounds(self) -> str:
        """How tall the stack and how large a result may become, where that is bounded."""
        game, bounds = self.game, ""
        if game.max_stack is not None:
            most = count(game.max_stack, "number")
            bounds += f" The stack holds at most {most}. A player who can do nothing loses."
        if game.max_value is None or {*game.signs} <= {"swap"}:
            return bounds
        farthest = show_integer(game.max_value, ",")
        result = f"No result may lie further than {farthest} from zero." if game.max_value else ""
        return f"{bounds} {result or 'Every result must be 0.'}"

    def _sizes(self) -> str:
        """What numbers may become that cannot be pushed."""
        signs = {*self.game.signs} - ({*ARITHMETIC} if self.game.max_stack == 1 else set())
        sizes = ["negative"] if signs & {"-", "negate"} else []
        if self.game.max_value is None and signs & {*ARITHMETIC, "double"}:
            sizes.append("as large as they like")
        return f"Numbers may become {listed(sizes, 'and')}. " if sizes else ""

    def _attempts(self, arithmetic: bool, in_place: list[str]) -> str:
        """What becomes of a player who attempts what the rules forbid."""
        if self.game.invalid == "retry":
            return "An attempt that the rules forbid is asked again."
        loses = "Trying any arithmetic loses."
        if arithmetic:
            loses = "Trying to operate on fewer than two numbers, or with any other arithmetic, loses."
        loses += " So does trying to swap fewer than two numbers." if "swap" in self.game.signs else ""
        return loses + (f" So does trying to {listed(in_place)} on an empty stack." if in_place else "")

    def opening(self) -> Lines:
        return []

    def turn(self, state: Stack, player: int) -> Lines:
        return [self.game.show(state)]

    def prompt(self, state: Stack, player: int, words: tuple[str, ...]) -> str:
        return self._question(state, player, words, self._actions(state))

    def legal_prompt(self, state: Stack, player: int, words: tuple[str, ...]) -> str:
        return self._question(state, player, words, self._legal_actions(state))

    def _question(self, state: Stack, player: int, words: tuple[str, ...], actions: list[str]) -> str:
        if words == ("push",):
            return f"Enter {self._numbers()}: "
        if words == ("operate",):
            return f"Choose an operation ({', '.join(map(repr, self._arithmetic(state)))}): "
        return f"Player {player}, choose an action ({listed(actions)}): "

    def aside(self, state: Stack, words: tuple[str, ...]) -> Lines:
        if words != ("operate",):
            return []
        first, second = map(show_integer, state[-2:])
        return [f"Operands Popped: First Operand = {first}, Second Operand = {second}"]

    def rejection(self, state: Stack, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        action, few = (*words, *said)[0], len(state) < 2
        (sign,) = said if len(said) == 1 else ("",)
        actions = f"Please choose {listed(self._actions(state))}."
        number = action == "push" or (not words and read_integer(sign) is not None)
        if not self.game.has_room(state) and number:
            return [f"The stack is full. {actions}"]
        if number:
            return [f"Invalid number. Please enter {self._numbers()}."]
        if not state and action != "operate" and sign in IN_PLACE and sign in self.game.signs:
            return ["Invalid action. There must be a number on the stack to do that."]
        few = few and (action == "operate" or sign not in IN_PLACE)
        if few and (action == "operate" or sign in ARITHMETIC or sign in self.game.signs):
            return ["Invalid action. There must be at least two numbers on the stack to do that."]
        unavailable = sign in self.game.signs and sign not in self.game.open_signs(state)
        if unavailable and self.game.max_value is not None:
            farthest = show_integer(self.game.max_value)
            return [f"Invalid operation. The result would lie further than {farthest} from zero."]
        if (action == "operate" or sign in ARITHMETIC) and self._arithmetic(state):
            return [f"Invalid operation. Please choose {listed(list(map(repr, self._arithmetic(state))))}."]
        return [f"Invalid action. {actions}"]

    def forfeit(self, state: Stack, player: int, words: tuple[str, ...]) -> Lines:
        if not state and words[0] in IN_PLACE:
            why = f"to {words[0]} on an empty stack"
        elif len(state) < 2:
            action = "swap" if words[-1] == "swap" else "operate"
            why = f"to {action} with fewer than two numbers on the stack"
        else:
            why = f"the operation '{words[-1]}', which is not allowed"
        return [f"Player {player} attempted {why}.", f"Player {player} loses the game."]

    def report(self, before: Stack, move: Move, after: Stack, player: int) -> Lines:
        done = ""
        if move in IN_PLACE:
            done = f"{show_integer(before[-1])} {'negated' if move == 'negate' else 'doubled'}"
        elif isinstance(move, str) and move != "swap":
            first, second = map(show_integer, before[-2:])
            done = f"{first} {move} {second}"
        result = [f"Result: {done} = {show_integer(after[-1])}"] if done else []
        return [*result, f"Stack after turn: {show_integers(after)}"]

    def ending(self, state: Stack, loser: int | None) -> Lines:
        if self.game.is_won(state):
            return [f"Stack has one number equal to {show_integer(self.game.target)}."]
        return [self.game.show(state), f"Player {loser} has no valid action and loses the game."]


class OperationStackBoard(board.Board[Stack, Move]):
    """The stack, and the number to be left alone on it."""

    game: OperationStack

    def parts(self, state: Stack) -> "board.Parts":
        game = self.game
        bounds = [] if game.max_stack is None else [f"at most {show_integer(game.max_stack)} high"]
        bounds += [] if game.max_value is None else [f"results within ±{show_integer(game.max_value)}"]
        cells = tuple(board.Cell(write_integer(number)) for number in state)
        pairs = len(state) > 1 and any(sign not in IN_PLACE for sign in game.signs)
        return (
            board.Row(cells, "stack", up=True, window=2 if pairs else 0, note=", ".join(bounds)),
            board.Number(write_integer(game.target), "target, alone on the stack"),
        )

    def offered(self, state: Stack) -> Sequence[Move]:
        return () if self.game.is_won(state) else self.game.everything

    def choice(self, state: Stack, move: Move) -> "board.Choice":
        if isinstance(move, int):
            blocked = "" if self.game.has_room(state) else "the stack is full"
            return board.Choice(move, str(move), "push", blocked=blocked)
        label, needed = LABELS.get(move, move), 1 if move in IN_PLACE else 2
        if len(state) < needed:
            blocked = "needs a number" if needed == 1 else "needs two numbers"
            return board.Choice(move, label, "operate", blocked=blocked)
        blocked = "" if move in self.game.open_signs(state) else "too far from zero"
        leads = write_integer(self.game.play(state, move)[-1]) + " on top" * (move == "swap")
        return board.Choice(move, label, "operate", leads=leads, blocked=blocked)

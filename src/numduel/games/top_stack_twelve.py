"""Top Stack Twelve: place numbers on a stack, and keep its top three below twelve."""

import math
from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence

from ..core import board
from ..core.computed import computed
from ..core.game import Erratum, Game, Outcome, Side, Variant
from ..core.hints import NamedTuple
from ..core.idea import Idea
from ..core.induction import Endless, Group, More, Range
from ..core.integers import count, show_integer, show_integers
from ..core.settings import Numbers, SettingError, Whole, setting
from ..core.tall import LOW, Stack, stack_of, sum_of_top
from ..core.verdict import Value, Verdict
from ..core.voice import Lines, Voice

MOST_TERMS = 20  # a longer sum is shown by its result alone
MOST_LISTED = 8  # tokens in a caption
MOST_SHOWN = 1_000  # numbers of the stack among the features
LONG = 10**18  # numbers from here on take time to look up
REACHED = Outcome(Side.NEXT, "the sum reached the limit")
STUCK = Outcome(Side.PREVIOUS, "no token is left to place", stuck=True)


class State(NamedTuple):
    """The stack from bottom to top, and how many of each token are left (None: no end of them)."""

    stack: Stack
    left: tuple[int, ...] | None


class TopStackTwelve(Game[State, int]):
    """Every token in supply may be placed; reaching the limit loses."""

    limit: int = setting(12, Whole(low=1), "the sum that loses")
    window: int = setting(3, Whole(low=1), "how many numbers from the top are summed")
    tokens: tuple[int, ...] = setting(tuple(range(1, 7)), Numbers(1, 999), "the numbers that may be placed")
    supply: int | None = setting(
        None, Whole(low=1, optional=True), "how many copies of each token there are for both together"
    )

    variants = (
        Variant("two-of-each", "limit=11,supply=2", "two of each number for both, and 11 loses"),
        Variant("top-two", "limit=8,window=2,supply=2", "only the top two count, and 8 loses"),
        Variant(
            "one-to-four",
            "limit=6,window=2,tokens=1-4,supply=4",
            "four each of 1 to 4, the top two count, and 6 loses",
        ),
    )
    name = "top-stack-twelve"
    title = "Top Stack Twelve"
    summary = "Keep the top three numbers of a stack below 12."

    def initial(self) -> State:
        return State((), None if self.supply is None else (self.supply,) * len(self.tokens))

    def moves(self, state: State) -> Sequence[int]:
        if self.sum(state) >= self.limit:
            return ()
        if state.left is None:
            return self.tokens
        return tuple(token for token, left in zip(self.tokens, state.left, strict=True) if left)

    def play(self, state: State, move: int) -> State:
        (stack, left), placed = state, (move,)
        if left is not None:
            at = bisect_left(self.tokens, move)
            left = (*left[:at], left[at] - 1, *left[at + 1 :])
        stack += placed
        return State(stack_of(stack) if isinstance(stack, tuple) and len(stack) > LOW else stack, left)

    def outcome(self, state: State) -> Outcome | None:
        if self.sum(state) >= self.limit:
            return REACHED
        if state.left is not None and not any(state.left):
            return STUCK
        return None

    def vocabulary(self) -> Sequence[int]:
        return self.tokens

    def top(self, state: State) -> Stack:
        """The numbers that are summed, from bottom to top."""
        return state.stack[-self.window :]

    def sum(self, state: State) -> int:
        """The sum of the top numbers."""
        stack = state.stack
        return sum(stack[-self.window :]) if isinstance(stack, tuple) else sum_of_top(stack, self.window)

    @property
    def top_words(self) -> str:
        """What is compared with the limit, in words."""
        return "top number" if self.window == 1 else f"sum of the top {count(self.window, 'number')}"

    def key(self, state: State) -> Hashable:
        # The deepest number of the window is about to leave it: it matters only for who has just lost.
        if self.sum(state) >= self.limit:
            return "lost"
        return state.stack[-(self.window - 1) :] if self.window > 1 else (), self._supply_in_key(state.left)

    def _supply_in_key(self, left: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """What is left of each token; where that is a long number, what was placed: it is soon looked up."""
        supply = self.supply
        if left is None or supply is None or supply < LONG:
            return left
        return tuple([0 if number is supply else supply - number for number in left])

    def size(self) -> float:
        # A stack below the limit has fewer numbers than the limit, since each is at least 1.
        deep = min(self.window - 1, self.limit)
        if len(self.tokens) == 1 and self.supply is None:
            return deep + 1
        if deep > 50 or (self.supply and len(self.tokens) * self.supply.bit_length() > 1_000):
            return math.inf  # or as good as
        left = 1 if self.supply is None else (self.supply + 1) ** len(self.tokens)
        return int((len(self.tokens) + 1) ** deep * left)

    def features(self, state: State) -> Sequence[int]:
        """The numbers that the next sum may still count, top first, 0 for none; then the tokens left."""
        top = state.stack[-(self.window - 1) :][::-1] if self.window > 1 else ()
        return (*top, *(0,) * (self._shown() - len(top)), *(state.left or ()))

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        left = () if self.supply is None else ((0, self.supply),) * len(self.tokens)
        return ((0, self.tokens[-1]),) * self._shown() + left

    def _shown(self) -> int:
        # A stack below the limit has fewer numbers than the limit, since each is at least 1.
        shown = max(1, min(self.window - 1, self.limit))
        if shown > MOST_SHOWN:
            raise SettingError(f"features of {self.title} show a window of at most {MOST_SHOWN:,} numbers")
        return shown

    def show(self, state: State) -> str:
        return f"Current Stack (top to bottom): {show_integers(state.stack[::-1])}"

    def theory(self, state: State) -> Verdict | None:
        if not self._is_rulebooks:
            return None
        top = state.stack[-2:]
        if sum(top) == 11:
            return Verdict(Value.LOSS, 1, "its top two make 11, so that any number reaches 12")
        if top in ((5,), (6,)):
            return Verdict(Value.WIN, 2, "the other one of 5 and 6 makes 11 with it")
        return Verdict(Value.ENDLESS, why="a 1 can be placed on it and on whatever follows, for ever")

    def idea(self, state: State) -> Idea | None:
        known = self.theory(state)
        return None if known is None else _IDEAS[known.value]

    @computed
    def _is_rulebooks(self) -> bool:
        """Whether all settings are those of the rulebook."""
        return self == TopStackTwelve()

    def invariant(self) -> str:
        if not self._is_rulebooks:
            return ""
        return (
            "Whoever always places a 1 never loses: of the top three that they leave two are 1 and the third "
            "is at most 6."
        )

    def induction(self) -> Endless | None:
        if not self._is_rulebooks:
            return None
        # The last but one is my own 1, and below it lies what the other placed before.
        later = [Group(((More(0), Range(1, min(6, 10 - top)), 1, top), None), 1) for top in self.tokens]
        first = Group(((), None), 1), Group(((1, Range(1, 6)), None), 1), *later
        second = Group(((Range(1, 6),), None), 1), *later
        stacks = (), (Range(),), (Range(), Range()), (More(3),)
        return Endless(first, second, tuple((stack, None) for stack in stacks))

    def voice(self) -> "TopStackTwelveVoice":
        return TopStackTwelveVoice(self)

    def board(self) -> "TopStackTwelveBoard":
        return TopStackTwelveBoard(self)

    errata = (
        Erratum(
            "Rules and Mechanics, rule 7",
            "The game cannot end in a draw; play continues until one player loses.",
            "With careful play it never ends. A player may resign, both may agree on a draw, and --max-turns "
            "N ends a game as a draw.",
            "supply=2",
        ),
        Erratum(
            "Strategic Considerations, Forcing Moves",
            "The opponent can be forced into a position where any number reaches 12.",
            "That works once only, against an opening 5 or 6; any later move can be answered with a 1.",
            "supply=2",
        ),
        Erratum(
            "Objective",
            "The cumulative total edges closer to the threshold with each move.",
            "Only the top three numbers count, so the sum can fall as well as rise.",
        ),
    )


# By what they are worth at the rulebook's settings, where alone there is a theory.
_IDEAS = {
    Value.LOSS: Idea(
        "Two that make 11", "Whoever faces a top two that make 11 loses: any number reaches 12."
    ),
    Value.WIN: Idea(
        "A 5 or a 6 alone",
        "Whoever opens with 5 or 6 loses: the other one of 5 and 6 makes 11 with it.",
    ),
    Value.ENDLESS: Idea(
        "A 1 is safe",
        "Where the top two make less than 11, a 1 can be placed, and whoever always places a 1 never loses.",
    ),
}


class TopStackTwelveVoice(Voice[State, int]):
    """The words of the rulebook's sample."""

    game: TopStackTwelve

    def _range(self, state: State) -> str:
        return Numbers.write(tuple(self.game.moves(state)))

    def brief(self, state: State) -> str:
        return show_integers(state.stack[::-1], 6)

    def caption(self, state: State) -> Lines:
        matters = [*map(str, state.stack[::-1][: min(self.game.window - 1, 6)])]
        top = f"[{', '.join(matters + ['...'] * (len(state.stack) > len(matters)))}]"
        return [top] if state.left is None else [top, self._supply(state.left)]

    def _supply(self, left: tuple[int, ...]) -> str:
        """Which tokens are gone or left, whichever are fewer; how many of each, where they are many."""
        before = self.game.initial().left or ()
        gone = [all_of_it - copies for all_of_it, copies in zip(before, left, strict=True)]
        word, counts = ("gone", gone) if sum(gone) <= sum(left) else ("left", list(left))
        if sum(counts) > MOST_LISTED:
            return f"left of each: {' '.join(map(show_integer, left))}"
        tokens = [token for token, n in zip(self.game.tokens, counts, strict=True) for _ in range(n)]
        return f"{word}: {' '.join(map(str, tokens)) or 'none'}"

    def measures(self, state: State) -> Mapping[str, int]:
        deep = self.game.window - 1  # the numbers that the next sum counts as well
        measures = {"the top number": (0, *state.stack)[-1]} if deep else {}
        if deep > 1:
            measures[f"the sum of the top {count(deep, 'number')}"] = sum(state.stack[-deep:])
        return measures if state.left is None else measures | {"the number of tokens left": sum(state.left)}

    def rules(self) -> Lines:
        game = self.game
        limit = show_integer(game.limit, ",")
        fewer = "" if game.window == 1 else " (of all of them, while there are fewer)"
        tokens = Numbers.write(game.tokens)
        supply = "The supply is unlimited."
        if game.supply is not None:
            of_each = "of each" if len(game.tokens) > 1 else "of them" if game.supply > 1 else "of it"
            are = "is" if game.supply == 1 else "are"
            supply = f"There {are} {show_integer(game.supply, ',')} {of_each} for both players together; a "
            supply += "player who has none left to place loses."
        return [
            f"Two players pile numbers on one stack. Whoever brings the {game.top_words} to {limit} "
            "or more loses.",
            f"The stack starts empty. On your turn you place one number ({tokens}) on top; you may not "
            f"pass. {supply}",
            f"Then the {game.top_words} is taken{fewer}: below {limit} play goes on, otherwise you lose "
            "at once.",
        ]

    def opening(self) -> Lines:
        return ["--- Game Start ---", "", "Stack is empty."]

    def turn(self, state: State, player: int) -> Lines:
        lines = ["", f"Player {player}'s Turn:"]
        if state.left is not None:
            pairs = zip(self.game.tokens, state.left, strict=True)
            lines.append(
                f"Tokens left: {', '.join(f'{token} (x{show_integer(n)})' for token, n in pairs if n)}"
            )
        return lines

    def prompt(self, state: State, player: int, words: tuple[str, ...]) -> str:
        return f"Choose a number to place on the stack ({self._range(state)}): "

    def rejection(self, state: State, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        return [f"Invalid number. Please choose a number ({self._range(state)})."]

    def report(self, before: State, move: int, after: State, player: int) -> Lines:
        top, total = self.game.top(after)[::-1], self.game.sum(after)
        limit = show_integer(self.game.limit)
        terms = f"{' + '.join(map(str, top))} = " if 1 < len(top) <= MOST_TERMS else ""
        verdict = f"less than {limit}. Game continues." if total < self.game.limit else f"{limit} or more."
        return [
            f"You placed {move} on the stack.",
            self.game.show(after),
            f"Sum of top numbers: {terms}{total}",
            f"Sum is {verdict}",
        ]

    def ending(self, state: State, loser: int | None) -> Lines:
        stuck = [] if self.game.sum(state) >= self.game.limit else ["", "No token is left to place."]
        return [*stuck, f"Player {loser} loses the game."]

    def final(self, winner: int | None) -> Lines:
        who = "The game is a draw." if winner is None else f"Winner: Player {winner}"
        return ["", "--- Game Over ---", "", who]


class TopStackTwelveBoard(board.Board[State, int]):
    """The stack, and how near its top is to the limit."""

    game: TopStackTwelve

    def _sum_after(self, state: State, token: int) -> int:
        return sum((*state.stack, token)[-self.game.window :])

    def parts(self, state: State) -> "board.Parts":
        game, counted = self.game, len(self.game.top(state))
        marks = ["faded"] * (len(state.stack) - counted) + [""] * counted
        cells = tuple(board.Cell(str(token), mark) for token, mark in zip(state.stack, marks, strict=True))
        lands = tuple(self._sum_after(state, token) for token in game.moves(state))
        return (
            board.Row(cells, "stack", up=True, window=counted),
            board.Track(0, game.limit, game.sum(state), game.top_words, edge=game.limit, lands=lands),
        )

    def offered(self, state: State) -> Sequence[int]:
        return self.game.tokens if self.game.sum(state) < self.game.limit else ()

    def choice(self, state: State, move: int) -> "board.Choice":
        copies = None if state.left is None else state.left[self.game.tokens.index(move)]
        left = "" if copies is None else f"×{show_integer(copies)}"
        leads, blocked = f"sum {self._sum_after(state, move)}", "none left" if copies == 0 else ""
        return board.Choice(move, str(move), leads=leads, left=left, blocked=blocked)

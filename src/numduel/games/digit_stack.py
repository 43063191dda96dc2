"""Digit Stack: append digits to one number, and do not be the one who takes it past the target."""

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from ..core import board
from ..core.computed import computed
from ..core.frozen import Frozen
from ..core.game import Erratum, Game, Outcome, Side, Variant
from ..core.idea import Idea
from ..core.induction import Group, Plies, Range, Win
from ..core.integers import count, count_digits, read_integer, show_integer, write_integer
from ..core.settings import Choice, Numbers, Whole, setting
from ..core.verdict import Value, Verdict
from ..core.voice import Lines, Voice

EXCEEDED = Outcome(Side.NEXT, "the target was exceeded")
REACHED = Outcome(Side.PREVIOUS, "the target was reached exactly")
STUCK = Outcome(Side.PREVIOUS, "no digit is left to append", stuck=True)
DIGITS = "0123456789"
MOST_TILES = 20  # digits of a target up to which each is a tile
MOST_WRITTEN = 3_000  # digits of a target up to which a proof lists every length
MOST_COUNTED = 100  # digits of a target up to which the numbers below it are counted


class DigitStack(Game[int, int]):
    """A state is the current number; 0 stands for no digits yet, since no digit is 0.

    With `multiple` or `reach`, positions are kinds of numbers: all of one length that compare alike with the
    target's first digits, with one remainder, one last digit and the same digits used, have one future.
    """

    target: int = setting(1000, Whole(low=1), "the number that must not be exceeded")
    digits: tuple[int, ...] = setting(tuple(range(1, 10)), Numbers(1, 9), "the digits that may be appended")
    repeats: str = setting("yes", Choice("yes", "no"), "whether a digit may occur twice in the number")
    reach: int | None = setting(
        None, Whole(low=1, optional=True), "how far a digit may lie from the one before"
    )
    multiple: int | None = setting(
        None, Whole(low=2, optional=True), "whoever makes the number a multiple of this wins"
    )

    variants = (
        Variant(
            "sevens",
            "target=999999999999,digits=1-5,multiple=7",
            "twelve digits, and a multiple of 7 wins at once",
        ),
        Variant(
            "dozens",
            "target=999999999999999,multiple=12",
            "fifteen digits, and a multiple of 12 wins at once",
        ),
        Variant(
            "near-eights",
            "target=9999999999999,digits=1-6,reach=2,multiple=8",
            "a multiple of 8 wins, by digits that lie near each other",
        ),
    )
    name = "digit-stack"
    title = "Digit Stack"
    summary = "Append digits; whoever passes 1,000 loses."

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> Sequence[int]:
        if state >= self.target or self.is_multiple(state):
            return ()
        digits = self.digits if self.reach is None else self._near[state % 10]
        if self.repeats == "no":
            shown = str(state)
            digits = tuple([digit for digit in digits if DIGITS[digit] not in shown])
        return digits

    def is_stuck(self, state: int) -> bool:
        """Whether no digit may be appended; as long as more are within reach than are used, one may."""
        return self.repeats == "no" and state >= self._crowded[state % 10] and not self.moves(state)

    @computed
    def _crowded(self) -> tuple[int, ...]:
        """By the last digit, the least number that has as many digits as are within its reach."""
        near = self._near if self.reach is not None else (self.digits,) * 10
        return tuple(10 ** len(digits) // 10 for digits in near)

    def play(self, state: int, move: int) -> int:
        return 10 * state + move

    def outcome(self, state: int) -> Outcome | None:
        if state > self.target:
            return EXCEEDED
        if state == self.target:
            return REACHED
        if self.is_multiple(state):
            return self.made
        return STUCK if self.is_stuck(state) else None

    def is_multiple(self, state: int) -> bool:
        """Whether the number is a multiple that wins; the empty number is none."""
        return self.multiple is not None and state != 0 and state % self.multiple == 0

    def is_near(self, state: int, digit: int) -> bool:
        """Whether the digit is within reach of the last one; the first is free."""
        return self.reach is None or not state or abs(digit - state % 10) <= self.reach

    @computed
    def _near(self) -> tuple[tuple[int, ...], ...]:
        """The digits within reach of each last one; any of them, where there is none yet."""
        return tuple(tuple(digit for digit in self.digits if self.is_near(last, digit)) for last in range(10))

    @computed
    def made(self) -> Outcome:
        """The end of a game by a multiple."""
        return Outcome(Side.PREVIOUS, f"a multiple of {show_integer(self.multiple or 0)} was made")

    @computed
    def length(self) -> int:
        """How many digits the target has."""
        return count_digits(self.target)

    @property
    def can_make_target(self) -> bool:
        """Whether the target is made of digits that may follow each other so."""
        shown = [int(digit) for digit in write_integer(self.target)]
        near = self.reach is None or all(abs(two - one) <= self.reach for one, two in pairwise(shown))
        return near and {*shown} <= {*self.digits} and (self.repeats == "yes" or len({*shown}) == self.length)

    @property
    def by_kind(self) -> bool:
        """Whether positions are kinds of numbers; else each number is one."""
        return self.multiple is not None or self.reach is not None

    def standing(self, state: int) -> tuple[int, int]:
        """How many digits the number has; 0 where it is level with the target's first, 1 above, -1 below."""
        size = count_digits(state) if state else 0
        first = _first_digits(self.target, self.length, min(size, self.length))
        return size, (state > first) - (state < first)

    def key(self, state: int) -> Hashable:
        return self._kind(state) if self.by_kind else state

    def _kind(self, state: int) -> tuple[int, ...]:
        """How many digits, on which side of the target's first ones, and what else the future depends on."""
        kind: tuple[int, ...] = self.standing(state)
        if self.multiple is not None:
            kind += (state % self.multiple,)
        if self.reach is not None:
            kind += (state % 10,)
        if self.repeats == "no":
            kind += tuple(map(str(state).count, self._written))  # which finds none twice
        return kind

    @computed
    def _written(self) -> tuple[str, ...]:
        return tuple(DIGITS[digit] for digit in self.digits)

    def vocabulary(self) -> Sequence[int]:
        return self.digits

    def show(self, state: int) -> str:
        told = self.remainder_in_words(state)
        number = show_integer(state) if state else "empty"
        return f"Current number: {number}, which {told}" if told else f"Current number: {number}"

    def remainder_in_words(self, state: int) -> str:
        """What is left of the number by division, where that matters; a multiple has won."""
        if self.multiple is None or not state or state >= self.target or state % self.multiple == 0:
            return ""
        return f"leaves {show_integer(state % self.multiple)} when divided by {show_integer(self.multiple)}"

    def features(self, state: int) -> Sequence[int]:
        """The number; with `multiple` or `reach`, its kind."""
        return self._kind(state) if self.by_kind else (state,)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        if not self.by_kind:
            return ((0, self.target),)
        bounds = [(0, self.length), (-1, 1)]
        if self.multiple is not None:
            bounds.append((0, min(self.multiple - 1, self.target)))
        if self.reach is not None:
            bounds.append((0, self.digits[-1]))
        return (*bounds, *((0, 1) for _ in self.digits if self.repeats == "no"))

    def size(self) -> float:
        if self.length > MOST_COUNTED and len(self.digits) > 1 and self.repeats == "yes" and not self.by_kind:
            return math.inf  # or as good as
        return _count(self.target, self.digits, self.repeats == "yes", self._kinds())

    def _kinds(self) -> int | None:
        """At most how many kinds there are of one length, on one side and with the same digits used."""
        if not self.by_kind:
            return None
        remainders = 1 if self.multiple is None else min(self.multiple - 1, self.target)
        return remainders * (1 if self.reach is None else len(self.digits))

    @property
    def has_theory(self) -> bool:
        """Whether the winner is known without search."""
        return self.repeats == "yes" and not self.by_kind

    def theory(self, state: int) -> Verdict | None:
        if not self.has_theory:
            return None
        size, side = self.standing(state)
        if side:
            return self._past_or_short(state, size, side == -1)
        known = _level_with_target(self.target, self.digits)[size]
        why = known.why(size, show_integer(self.target, ","), self.target % 10)
        return Verdict(known.value, known.plies, why)

    def _past_or_short(self, number: int, size: int, short: bool) -> Verdict:
        """The verdict on a number whose first digits already differ from the target's: parity decides."""
        length, begun, shown = self.length, show_integer(number), show_integer(self.target, ",")
        if size == length:
            return Verdict(Value.LOSS, 1, f"{begun} is below {shown}, and any further digit passes it")
        last = length + 1 if short else length  # the digit that passes the target
        passing = "stay below" if short else "pass"
        why = f"{count(length, 'digit')} that begin with {begun} {passing} {shown}, so "
        why += f"whoever appends digit number {last:,} loses"
        plies = last - size
        return Verdict(Value.LOSS if plies % 2 else Value.WIN, plies, why)

    def idea(self, state: int) -> Idea | None:
        if not self.has_theory:
            return None
        size, side = self.standing(state)
        return FULL_LENGTH if size == self.length else (LEVEL, BEGUN_ABOVE, BEGUN_BELOW)[side]

    def invariant(self) -> str:
        if not self.has_theory:
            return ""
        return (
            "A number whose first digits are below the target's stays below it at full length, so the digit "
            "after that loses; one whose first digits are above passes it at full length. Only numbers level "
            "with the target's first digits leave a choice."
        )

    def induction(self) -> Win | None:
        start = self.theory(0) if self.length <= MOST_WRITTEN else None
        if start is None or start.plies is None:
            return None
        first = 0 if start.value is Value.WIN else 1  # how many digits the winner faces, up to even numbers
        win, delay = [], []
        for size in range(self.length + 1):
            for group, won in self._groups(size):
                if size % 2 == first:
                    win += [group] if won else []
                else:  # where the winner errs, the loser wins: then the game is lost at no time
                    delay.append(Group(group.states, group.play, Plies(start.plies)) if won else group)
        return Win(tuple(win), tuple(delay))

    def _groups(self, size: int) -> Iterator[tuple[Group, bool]]:
        """For a number of digits, numbers level with the target's first, below and above, and who wins."""
        length, low, any_digit = self.length, 10 ** (size - 1) if size else 0, self.digits[0]
        first = _first_digits(self.target, length, size)
        if size < length:
            known = _level_with_target(self.target, self.digits)[size]
            yield Group(first, known.digit, Plies(known.plies)), known.value is Value.WIN
        for least, most, last in ((low, first - 1, length + 1), (first + 1, 10 * low - 1, length)):
            plies = last - size
            if plies and least <= most:
                yield Group(Range(least, most), any_digit, Plies(plies)), plies % 2 == 0

    def voice(self) -> "DigitStackVoice":
        return DigitStackVoice(self)

    def board(self) -> "DigitStackBoard":
        return DigitStackBoard(self)

    errata = (
        Erratum(
            "Rules and Mechanics, rule 6",
            "Exactly 1,000 wins for the player who makes it.",
            "The rule holds, but 1,000 cannot be made: there is no digit 0. It matters for other targets.",
            "target=999",
        ),
        Erratum(
            "Game Components, Allowed Digits",
            'Digits "cannot be skipped or repeated".',
            "Read as: one digit a turn, and no passing. A digit may occur again in the number.",
            "repeats=no",
        ),
        Erratum(
            "Strategic Depth",
            "Lower digits prolong the game, and planning ahead decides it.",
            "Nobody has a real choice: four digits always pass 1,000 and three never do, so player 2 always "
            "appends the fourth and loses.",
            "sevens",
        ),
        Erratum(
            "Objective",
            "Victory is achieved by cornering the opponent into exceeding the limit.",
            "Rule 6 adds a second way to win, making the target exactly; both hold.",
        ),
    )


FULL_LENGTH = Idea(
    "Full length",
    "A number below the target that has as many digits passes it by any further one: whoever must append "
    "that loses.",
)
BEGUN_BELOW = Idea(
    "Begun below",
    "A number whose first digits are below the target's stays below at full length, so that whoever appends "
    "the digit after full length loses, whatever is played.",
)
BEGUN_ABOVE = Idea(
    "Begun above",
    "A number whose first digits are above the target's passes it at full length, so that whoever appends "
    "the last digit of full length loses, whatever is played.",
)
LEVEL = Idea(
    "Level with the target",
    "Only a number that is level with the target's first digits leaves a choice: a smaller digit than the "
    "target's next keeps it below for good, a larger one takes it above. Count who then appends the digit "
    "that passes.",
)


@lru_cache(maxsize=8)  # of thousands of digits it takes a tenth of a second, and a search asks often
def _count(target: int, digits: tuple[int, ...], repeats: bool, kinds: int | None) -> int:
    """How many numbers below the target the digits make, no number included.

    Of those with one length, on one side of the target's first digits and with the same digits used, no more
    than `kinds` count.
    """
    positions, on, below, above = 1, 1, 0, 0  # numbers on the target's first digits, below and above them
    shown, used = write_integer(target), set[int]()
    for size, digit in enumerate(map(int, shown), 1):
        left = len(digits) if repeats else len(digits) - size + 1
        fits = [one for one in digits if repeats or one not in used]
        smaller, larger = sum(one < digit for one in fits), sum(one > digit for one in fits)
        below, above = below * left + on * smaller, above * left + on * larger
        on = on if digit in fits else 0
        used.add(digit)
        if kinds is not None:
            most = kinds * (1 if repeats else math.comb(len(digits), size))
            below, above = min(below, most), min(above, most)
        positions += below if size == len(shown) else below + on + above
    return positions


@lru_cache(maxsize=64)  # dividing what has thousands of digits takes a millisecond, and searches ask often
def _first_digits(target: int, length: int, size: int) -> int:
    """The number that the first `size` digits of a target of `length` digits make."""
    return int(target // 10 ** (length - size))


class _Level(Frozen):
    """What a number that is level with the target's first digits comes to."""

    value: Value
    plies: int
    digit: int | None  # the best one to append; none once the target is made
    ends: frozenset[tuple[int, bool]]  # every end there may be: after how many digits, and whether exactly

    def why(self, size: int, target: str, last_digit: int) -> str:
        """The reason, where the number has `size` digits and the target ends with `last_digit`."""
        if self.plies == 1:
            lost = self.value is Value.LOSS
            return (
                f"every digit there is passes {target}" if lost else f"appending {last_digit} makes {target}"
            )
        # The last digit is the loser's if it passes the target, and the winner's if it makes it.
        passes = (self.value is Value.LOSS) == (self.plies % 2 == 1)
        decided, level = len(self.ends) == 1, f"its digits so far match those of {target}, and "
        how = "whatever anyone plays, " if decided else f"{level if size else ''}with best play "
        it = "it" if size and not decided else target
        end = f"passes {it} and loses" if passes else f"makes {it} and wins"
        return f"{how}whoever appends digit number {size + self.plies:,} {end}"


@lru_cache(maxsize=64)
def _level_with_target(target: int, digits: tuple[int, ...]) -> tuple[_Level, ...]:
    """What each number of first digits of the target comes to, with those digits on the table."""
    shown = [int(digit) for digit in write_integer(target)]
    length = len(shown)
    known: list[_Level] = []
    for size in range(length - 1, -1, -1):
        options: list[tuple[Verdict, int]] = []
        ends: set[tuple[int, bool]] = set()
        if shown[size] in digits:
            follow = known[-1] if known else _Level(Value.LOSS, 0, None, frozenset({(length, True)}))
            options.append((Verdict(follow.value, follow.plies).before(), shown[size]))
            ends |= follow.ends
        # After a digit below the target's, the digit after full length passes it; else the one before that.
        least, most = digits[0], digits[-1]
        for last, digit, open_now in (
            (length + 1, least, least < shown[size]),
            (length, most, most > shown[size]),
        ):
            if open_now:
                plies = last - size
                options.append((Verdict(Value.LOSS if plies % 2 else Value.WIN, plies), digit))
                ends.add((last, False))
        best, digit = max(options, key=lambda option: option[0].rank)
        assert best.plies is not None, "every game ends"
        known.append(_Level(best.value, best.plies, digit, frozenset(ends)))
    return tuple(reversed(known))


class DigitStackVoice(Voice[int, int]):
    """The words of the rulebook's sample."""

    game: DigitStack

    def _target(self) -> str:
        return show_integer(self.game.target, ",")

    def _range(self, state: int) -> str:
        return Numbers.write(tuple(self.game.moves(state)))

    def brief(self, state: int) -> str:
        return show_integer(state) if state else "no digits"

    def measures(self, state: int) -> Mapping[str, int]:
        game, digits = self.game, write_integer(state) if state else ""
        if game.by_kind:
            kind = {"the number of digits": len(digits)}
            if game.multiple is not None:
                kind[f"the remainder by {show_integer(game.multiple)}"] = state % game.multiple
            return kind if game.reach is None else {**kind, "the last digit": state % 10}
        return {
            "the number": state,
            "the number of digits": len(digits),
            "the last digit": state % 10,
            "the sum of the digits": sum(map(int, digits)),
        }

    def caption(self, state: int) -> Lines:
        game = self.game
        if not (game.by_kind and state):
            return [self.brief(state)]
        size, side = game.standing(state)
        lines = [f"{count(size, 'digit')}, {('on', 'above', 'below')[side]}"]
        lines += [f"remainder {show_integer(state % game.multiple)}"] if game.multiple is not None else []
        lines += [f"last {state % 10}"] if game.reach is not None else []
        used = [str(digit) for digit in game.digits if str(digit) in str(state)]
        return [*lines, *([f"used {' '.join(used)}"] if game.repeats == "no" else [])]

    def rules(self) -> Lines:
        game, target = self.game, self._target()
        repeats = {
            "yes": "A digit may be used any number of times.",
            "no": "A digit that already stands in the number may not be appended again; a player who has no "
            "digit left loses.",
        }
        reach, wins = "", f"Whoever takes it past {target} loses."
        ends = [f"Above {target} you lose at once.", f"Exactly {target} wins at once."]
        if game.reach is not None:
            reach = f" It may differ from the digit before by at most {show_integer(game.reach)}; the first "
            reach += "is free."
        if game.multiple is not None:
            wins = f"Whoever makes it a multiple of {show_integer(game.multiple)} wins at once."
            exactly = f"Exactly {target} wins at once too." if game.can_make_target else ""
            ends = [self._passing(), exactly]
        return [
            f"Two players build one number. {wins}",
            "The number starts with no digits. On your turn you append one digit "
            f"({self._range(0)}) to its right end; you may not pass.{reach} {repeats[game.repeats]}",
            " ".join(filter(None, (*ends, "Otherwise play goes on."))),
        ]

    def aim(self) -> str:
        wins = self.rules()[0]
        return wins if self.game.multiple is None else f"{wins} {self._passing()}".strip()

    def _passing(self) -> str:
        """Who loses by passing the target beside a multiple; nothing where the digits cannot pass it."""
        game, target = self.game, self._target()
        if str(game.digits[-1]) * game.length > write_integer(game.target):
            return f"Whoever passes {target} loses at once, by a multiple or not."
        if game.repeats == "no" and len(game.digits) <= game.length:
            return ""  # they are used up before
        return f"Whoever appends digit number {game.length + 1:,} passes {target} and loses."

    def opening(self) -> Lines:
        return ["Game Start! The current number is empty."]

    def turn(self, state: int, player: int) -> Lines:
        return [""]

    def prompt(self, state: int, player: int, words: tuple[str, ...]) -> str:
        return f"Player {player}, please choose a digit ({self._range(state)}): "

    def rejection(self, state: int, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        why, digit = "", read_integer(" ".join(said))
        if digit in self.game.digits and not self.game.is_near(state, digit):
            why = f" {digit} lies further than {show_integer(self.game.reach or 0)} from the digit before, "
            why += f"{state % 10}."
        elif digit in self.game.digits:
            why = f" {digit} already stands in the number."
        return [f"Invalid digit.{why} Please choose a digit ({self._range(state)})."]

    def report(self, before: int, move: int, after: int, player: int) -> Lines:
        told = self.game.remainder_in_words(after)
        return [f"Current number is now: {show_integer(after)}", *([f"It {told}."] if told else [])]

    def ending(self, state: int, loser: int | None) -> Lines:
        if loser is None:
            return []
        if state > self.game.target:
            what = f"Player {loser} has exceeded {self._target()}!"
        elif state == self.game.target:
            what = f"Player {3 - loser} has reached {self._target()} exactly!"
        elif self.game.is_multiple(state):
            what = f"Player {3 - loser} has made a multiple of {show_integer(self.game.multiple or 0)}!"
        elif self.game.reach is not None:
            what = f"Player {loser} has no digit within reach!"
        else:
            what = f"Player {loser} has no digit left!"
        return ["", what, f"Player {loser} loses the game."]

    def final(self, winner: int | None) -> Lines:
        return ["The game is a draw."] if winner is None else [f"Player {winner} wins!"]


class DigitStackBoard(board.Board[int, int]):
    """The number above the target, digit by digit where there are few."""

    game: DigitStack

    def parts(self, state: int) -> "board.Parts":
        game, note, target = self.game, self._note(state), write_integer(self.game.target)
        digits = write_integer(state) if state else ""
        if game.length > MOST_TILES:
            number = board.Number(digits, "number", note) if digits else board.Text("number: no digits yet")
            return number, board.Number(target, "not to be passed")
        tiles = [board.Cell(digit, "strong" * (at == len(digits))) for at, digit in enumerate(digits, 1)]
        tiles += [board.Cell(board.EMPTY, "faded")] * (game.length - len(digits))
        limit = board.Row(tuple(map(board.Cell, target)), "not to be passed", note=f"{game.target:,}")
        return board.Row(tuple(tiles), "number", note=", ".join(filter(None, (digits, note)))), limit

    def _note(self, state: int) -> str:
        """Where the number lies beside the target, and how far it is from a multiple."""
        game, (size, side) = self.game, self.game.standing(state)
        by = "" if game.multiple is None else show_integer(game.multiple)
        if not state:
            return f"a multiple of {by} wins" if by else ""
        note = f"{('level with', 'above', 'below')[side]} the target{' so far' * (size < game.length)}"
        rest = "" if game.multiple is None else show_integer(state % game.multiple)
        return f"{note}, leaves {rest} divided by {by}" if rest else note

    def offered(self, state: int) -> Sequence[int]:
        return () if state >= self.game.target or self.game.is_multiple(state) else self.game.digits

    def choice(self, state: int, move: int) -> "board.Choice":
        game, after, blocked = self.game, self.game.play(state, move), ""
        if not game.is_near(state, move):
            blocked = f"further than {show_integer(game.reach or 0)} from {state % 10}"
        elif move not in game.moves(state):
            blocked = "already used"
        rest = "" if game.multiple is None else f"remainder {show_integer(after % game.multiple)}"
        return board.Choice(move, str(move), leads=rest or write_integer(after), blocked=blocked)

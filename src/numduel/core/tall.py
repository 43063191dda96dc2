"""Tall stacks: tuples of numbers of which others share the lower part.

A tuple is copied as a whole whenever something is put on top of it, so that a game in which a stack grows
takes time with the square of its length. Here only the numbers on top are copied.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from .hints import Any, overload

LOW = 128  # numbers up to which a stack is a plain tuple, and that are copied at most


class TallStack(Sequence[int]):
    """More than `LOW` numbers: a stack below, whose length `LOW` divides, and up to `LOW` numbers on top.

    It is used like the tuple of its numbers, and equal to a stack of the same numbers; but to no tuple, which
    would have to have the same hash.

    >>> stack = stack_of((5,) * 200)
    >>> len(stack), stack[-1], stack[-2:], len(stack[:-2] + (9,)), stack == stack_of((5,) * 200)
    (200, 5, (5, 5), 199, True)
    """

    __slots__ = ("_below", "_hash", "_length", "_top", "_total")

    def __init__(self, below: "Stack", top: tuple[int, ...]) -> None:
        self._below = below
        self._top = top
        self._length = len(below) + len(top)
        self._hash: int | None = None
        self._total: int | None = None

    @property
    def top(self) -> tuple[int, ...]:
        """The numbers on top, which it shares with no other."""
        return self._top

    @property
    def total(self) -> int:
        """The sum of all numbers; what is below is summed once for all that share it."""
        if self._total is not None:
            return self._total
        unknown: list[TallStack] = []
        stack: Stack = self
        while isinstance(stack, TallStack) and stack._total is None:
            unknown.append(stack)
            stack = stack._below
        total = (stack._total or 0) if isinstance(stack, TallStack) else sum(stack)
        for each in reversed(unknown):
            each._total = total = total + sum(each._top)
        return total

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> "Stack": ...
    def __getitem__(self, at: int | slice) -> "int | Stack":
        if not isinstance(at, slice):
            return self._top[at] if -len(self._top) <= at < 0 else self._above(range(self._length)[at])[0]
        start, stop, step = at.indices(self._length)
        if step != 1:
            return self._above(0)[at]
        if stop == self._length:
            return stack_of(self._above(start)) if start else self
        lowest = self._lowest(stop)
        return lowest[start:] if start else lowest

    def _lowest(self, count: int) -> "Stack":
        """So many numbers from the bottom."""
        stack: Stack = self
        while isinstance(stack, TallStack):
            if count > len(stack._below):
                return TallStack(stack._below, stack._top[: count - len(stack._below)])
            stack = stack._below
        return stack[:count]

    def _above(self, count: int) -> tuple[int, ...]:
        """The numbers above so many from the bottom."""
        if count >= len(self._below):
            return self._top[count - len(self._below) :]
        pieces, stack = [self._top], self._below
        while isinstance(stack, TallStack) and count < len(stack._below):
            pieces.append(stack._top)
            stack = stack._below
        numbers = list(stack._above(count) if isinstance(stack, TallStack) else stack[count:])
        for piece in reversed(pieces):
            numbers += piece
        return tuple(numbers)

    def __add__(self, more: tuple[int, ...]) -> "TallStack":
        room = LOW - len(self._top)
        grown = TallStack(self._below, self._top + more[:room])
        for start in range(room, len(more), LOW):
            grown = TallStack(grown, more[start : start + LOW])
        return grown

    def __iter__(self) -> Iterator[int]:
        pieces, stack = list[tuple[int, ...]](), self._below
        while isinstance(stack, TallStack):
            pieces.append(stack._top)
            stack = stack._below
        return chain(stack, chain.from_iterable(reversed(pieces)), self._top)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TallStack):
            return NotImplemented
        one: Stack = self
        two: Stack = other
        while isinstance(one, TallStack) and isinstance(two, TallStack) and one is not two:
            if one._length != two._length or one._top != two._top:
                return False
            one, two = one._below, two._below
        return one is two or one == two

    def __hash__(self) -> int:
        unknown: list[TallStack] = []
        stack: Stack = self
        while isinstance(stack, TallStack) and stack._hash is None:
            unknown.append(stack)
            stack = stack._below
        for each in reversed(unknown):
            each._hash = hash((each._below, each._top))
        assert self._hash is not None
        return self._hash

    def __repr__(self) -> str:
        return repr(self._above(0))

    @property
    def as_made(self) -> bool:
        """Whether it is put together, and knows of itself, just what `stack_of` its numbers does."""
        one: Stack = self
        two = stack_of(tuple(self))
        while type(one) is type(two) is TallStack:
            same = one._top == two._top and one._length == two._length
            if not (same and one._hash in (None, hash(two)) and one._total in (None, two.total)):
                return False
            one, two = one._below, two._below
        return type(one) is type(two) is tuple and one == two

    def __reduce__(self) -> tuple[Any, ...]:
        return stack_of, (self._above(0),)  # stacks within stacks would be too deep to be written


Stack = tuple[int, ...] | TallStack  # from bottom to top


def stack_of(numbers: tuple[int, ...]) -> Stack:
    """A stack of these numbers: a plain tuple, unless there are many."""
    if len(numbers) <= LOW:
        return numbers
    return TallStack(numbers[:LOW], ()) + numbers[LOW:]


def sum_of_top(stack: Stack, count: int) -> int:
    """The sum of so many numbers from the top, at least one; of all, where there are fewer.

    >>> sum_of_top((1, 2, 3), 2), sum_of_top(stack_of((5,) * 200), 150), sum_of_top(stack_of((5,) * 200), 999)
    (5, 750, 1000)
    """
    if not isinstance(stack, TallStack):
        return sum(stack[-count:])
    if count >= len(stack):
        return stack.total
    if count <= len(stack.top):
        return sum(stack.top[-count:])
    lower = stack[:-count]
    return stack.total - (lower.total if isinstance(lower, TallStack) else sum(lower))


def plain(state: Any) -> Any:
    """A state with tuples in the place of tall stacks, but not of what a game derives from them."""
    if type(state) is TallStack:
        return tuple(state)
    if isinstance(state, tuple) and any(type(part) is TallStack for part in state):
        return tuple.__new__(type(state), map(plain, state))
    return state

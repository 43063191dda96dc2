"""Computed: a property that is worked out once, of objects whose attributes are read in loops.

`functools.cached_property` keeps what it has worked out in the `__dict__` of the object, which CPython makes
only then: from there on every attribute of the object takes four times as long to be read, up to Python 3.12.
A game is asked for its settings at every move.
"""

from collections.abc import Callable

from .frozen import set_field
from .hints import Any, Generic, TypeVar, overload

T = TypeVar("T")


class computed(Generic[T]):  # noqa: N801 - it is used like `property`
    """A property that is worked out when it is first asked for, and kept.

    >>> from numduel.core.frozen import Frozen
    >>> class Line(Frozen):
    ...     text: str
    ...     @computed
    ...     def words(self) -> tuple[str, ...]:
    ...         return tuple(self.text.split())
    >>> line = Line("to be")
    >>> line.words, line.words is line.words
    (('to', 'be'), True)
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, kind: type) -> "computed[T]": ...
    @overload
    def __get__(self, of: object, kind: type) -> T: ...
    def __get__(self, of: object | None, kind: type) -> "computed[T] | T":
        if of is None:
            return self
        value = self._work_out(of)
        set_field(of, self._name, value)  # and is found there from now on
        return value

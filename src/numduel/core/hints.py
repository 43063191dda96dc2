"""Hints: what annotations, generic classes and protocols are made of, for all that a command starts with.

They are those of `typing`, which takes a third as long to load as Python takes to start. Where this process
is the command, nobody asks what is annotated, and simple things stand for them.
"""

from . import deferred

TYPE_CHECKING = False  # and True for whoever checks types

__all__ = [
    "TYPE_CHECKING",
    "Any",
    "ClassVar",
    "Generic",
    "Literal",
    "NamedTuple",
    "NoReturn",
    "Protocol",
    "TextIO",
    "TypeVar",
    "cast",
    "dataclass_transform",
    "overload",
]

if TYPE_CHECKING or not deferred.lightly:
    from typing import (
        Any,
        ClassVar,
        Generic,
        Literal,
        NamedTuple,
        NoReturn,
        Protocol,
        TextIO,
        TypeVar,
        cast,
        dataclass_transform,
        overload,
    )
else:
    from collections import namedtuple
    from types import GenericAlias

    Any = NoReturn = TextIO = object

    class Generic:
        """The base of a class that says of which types its parts are."""

        __class_getitem__ = classmethod(GenericAlias)

    class ClassVar(Generic):
        """Marks what is no field."""

    class Literal(Generic):
        """Stands for one of a few values."""

    class Protocol:
        """The base of a class that others need not have as a base."""

    class TypeVar:
        """Makes what stands for some type: the one that it must be at least."""

        def __new__(cls, name, bound=object):
            return bound

    class _MakesNamedTuples(type):
        """Makes a class with a body like any other into a named tuple."""

        def __new__(cls, name, bases, body):
            # Asked of a class: since Python 3.14 a body has them no more.
            fields = [*type(name, (), dict(body)).__annotations__]
            defaults = [body.pop(field) for field in fields if field in body]
            return type(name, (namedtuple(name, fields, defaults=defaults),), {"__slots__": (), **body})

    NamedTuple = type.__new__(_MakesNamedTuples, "NamedTuple", (), {})

    def cast(_kind, value):
        """The value as it is."""
        return value

    def dataclass_transform(**_options):
        """What leaves a class as it is."""
        return lambda kind: kind

    def overload(function):
        """The function as it is."""
        return function

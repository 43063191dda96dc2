"""Message: a plain, frozen value with named fields, as commands, events and parts of a proof are.

It is what a frozen dataclass is. But there are more than twenty kinds of messages, making as many dataclasses
takes 10 to 20 milliseconds, and a game should start at once.
"""

from types import UnionType
from typing import Any, ClassVar, dataclass_transform, get_args, get_origin


@dataclass_transform(frozen_default=True)
class Message:
    """Equal to another of its kind with the same values; a field's default is given in the class.

    >>> class Greeting(Message):
    ...     name: str
    ...     loud: bool = False
    >>> Greeting("Ann"), Greeting("Ann") == Greeting(name="Ann", loud=False)
    (Greeting(name='Ann', loud=False), True)
    >>> Greeting("Ann").name = "Ben"
    Traceback (most recent call last):
    ...
    AttributeError: a Greeting cannot be changed
    """

    fields: ClassVar[tuple[str, ...]] = ()
    types: ClassVar[tuple[Any, ...]] = ()  # of the fields, as they are annotated
    positional: ClassVar[int] = 0  # how many of them may be given without their names

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        for name, kind in cls.__annotations__.items():
            origin: object = get_origin(kind)
            if origin is not ClassVar:
                cls.fields += (name,)
                cls.types += (kind,)
                cls.positional += not kw_only

    def __init__(self, *values: Any, **named: Any) -> None:
        fields, own = self.fields, self.__dict__
        own.update(zip(fields, values, strict=False))
        if len(values) == len(fields) == self.positional and not named:
            return
        kind = type(self)
        if len(values) > self.positional or not named.keys() <= set(fields[len(values) :]):
            raise TypeError(f"{kind.__name__} has the fields {', '.join(fields)}")
        for name in fields[len(values) :]:
            if name not in named and not hasattr(kind, name):
                raise TypeError(f"{kind.__name__} needs {name}")
            own[name] = named[name] if name in named else getattr(kind, name)

    @property
    def well_formed(self) -> bool:
        """Whether every value is of the type that its field is annotated with."""
        own = self.__dict__
        for name, kind in zip(self.fields, self.types, strict=True):
            value = own[name]
            if type(value) is not kind and not _fits(value, kind):  # most are of a plain type
                return False
        return True

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type to the letter: True is no whole number."""
    if type(value) is kind:
        return True
    if isinstance(kind, UnionType):
        parts = kind.__args__
        return type(value) in parts or any(_fits(value, part) for part in parts)
    if get_origin(kind) is not tuple or not isinstance(value, tuple):
        return False
    parts = get_args(kind)
    if parts[-1] is ...:
        return all(_fits(each, parts[0]) for each in value)
    return len(value) == len(parts) and all(map(_fits, value, parts))

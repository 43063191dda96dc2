"""Message: a frozen value that checks its types, as commands, events and parts of a proof are."""

from types import UnionType

from .frozen import Frozen, fields_of, own_fields
from .hints import Any, ClassVar, TypeVar

_IN_WORDS = {int: "a whole number, such as 1", str: "a text", bool: "true or false", tuple: "a list"}


class Message(Frozen):
    """A frozen value that may come from outside, and can say whether each field has a value of its type.

    >>> class Greeting(Message):
    ...     name: str
    ...     loud: bool = False
    >>> Greeting("Ann").well_formed, Greeting("Ann", 1).well_formed
    (True, False)
    """

    types: ClassVar[tuple[Any, ...]] = ()  # of the fields, as they are annotated

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.types += tuple(cls.__annotations__[name] for name in own_fields(cls))

    @property
    def well_formed(self) -> bool:
        """Whether every value is of the type that its field is annotated with."""
        for name, kind in zip(fields_of(self), self.types, strict=True):
            value = getattr(self, name)
            if type(value) is not kind and not _fits(value, kind):  # most are of a plain type
                return False
        return True


M = TypeVar("M", bound=Message)


def read_message(kind: type[M], values: dict[str, Any]) -> M:
    """A message of a kind with values from JSON, where lists stand for tuples; TypeError says what is wrong.

    >>> class Greeting(Message):
    ...     name: str
    ...     loud: bool = False
    >>> read_message(Greeting, {"name": 3})
    Traceback (most recent call last):
    ...
    TypeError: name must be a text
    """
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    try:
        message = kind(**values)
        if message.well_formed:
            return message
    except TypeError:  # it says so in Python's words
        pass
    raise TypeError(_why_unfit(kind, values))


def _why_unfit(kind: type[Message], values: dict[str, Any]) -> str:
    """What is wrong with the values for a message, as the end of a sentence."""
    for name in values:
        if name not in fields_of(kind):
            return f"there is no field {name[:40]!a}"
    for name, type_ in zip(fields_of(kind), kind.types, strict=True):
        if name not in values and not hasattr(kind, name):
            return f"{name} is missing"
        if name in values and not _fits(values[name], type_):
            return f"{name} must be {_in_words(type_)}"
    return "its fields do not fit"


def _in_words(type_: Any) -> str:
    if isinstance(type_, UnionType):  # what may be left out
        type_ = type_.__args__[0]
    return _IN_WORDS.get(getattr(type_, "__origin__", type_), "of another kind")


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type to the letter: True is no whole number."""
    if type(value) is kind:
        return True
    if isinstance(kind, UnionType):
        parts = kind.__args__
        return type(value) in parts or any(_fits(value, part) for part in parts)
    if getattr(kind, "__origin__", None) is not tuple or not isinstance(value, tuple):
        return False
    parts = kind.__args__
    if parts[-1] is ...:
        return all(_fits(each, parts[0]) for each in value)
    return len(value) == len(parts) and all(map(_fits, value, parts))

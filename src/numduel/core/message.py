"""Message: a frozen value that checks its types, as commands, events and parts of a proof are."""

from types import UnionType

from .frozen import Frozen, fields_of, own_fields
from .hints import Any, ClassVar


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

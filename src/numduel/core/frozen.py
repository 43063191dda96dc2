"""Frozen: what `dataclasses.dataclass(frozen=True)` makes of a class, at hardly any cost.

A dataclass compiles six methods as soon as it is defined, which takes as long as a tenth of Python's own
start; there are dozens of them, and a command should start at once. Here a method that must be quick is
written when it is first called, `__init__` when it is called often, and the others are shared.
`dataclasses.fields`, `replace` and `asdict` work as on any dataclass.
"""

from functools import cache

from .hints import Any, ClassVar, TypeVar, dataclass_transform

SELDOM = 16  # calls of `__init__`: about as many take as long as to write it
set_field = object.__setattr__  # of a value that is being made


class _AsDataclass:
    """What `dataclasses` wants to know of a class, worked out when it asks."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, _instance: object, kind: Any) -> Any:
        return getattr(_as_dataclass(kind), self.name)


class _Signature:
    """What `inspect` wants to know of a class, worked out when it asks; None where `__init__` says it."""

    def __get__(self, _instance: object, kind: Any) -> Any:
        if kind.__init__.__module__ != __name__:
            return None
        from inspect import signature

        return signature(_as_dataclass(kind))


_FIELDS, _PARAMS = _AsDataclass("__dataclass_fields__"), _AsDataclass("__dataclass_params__")


@dataclass_transform(frozen_default=True)
class Frozen:
    """A value that cannot be changed, equal to another of its class whose fields are equal.

    The fields are what the class annotates, with their defaults. With `kw_only`, or after a field `_` of the
    type `KW_ONLY`, they are given by name. `__post_init__` is called, where there is one, when they are set.

    >>> class Greeting(Frozen):
    ...     name: str
    ...     loud: bool = False
    >>> Greeting("Ann"), Greeting("Ann") == Greeting(name="Ann", loud=False)
    (Greeting(name='Ann', loud=False), True)
    >>> Greeting("Ann").name = "Ben"
    Traceback (most recent call last):
    ...
    dataclasses.FrozenInstanceError: a Greeting cannot be changed
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()  # the fields that may be given without their names
    __dataclass_fields__: ClassVar[Any] = _FIELDS
    __dataclass_params__: ClassVar[Any] = _PARAMS
    __signature__: ClassVar[Any] = _Signature()
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, kw_only: bool = False, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = own_fields(cls)
        positional = [] if kw_only else own[: own.index("_")] if "_" in own else own
        # As a key of a dictionary, a field that a base has already keeps its place.
        cls._fields = tuple(dict.fromkeys([*cls._fields, *(name for name in own if name != "_")]))
        cls.__match_args__ = tuple(dict.fromkeys([*cls.__match_args__, *positional]))  # type: ignore[misc]
        if own:  # a base may be a dataclass, which has no more than its own
            cls.__dataclass_fields__, cls.__dataclass_params__ = _FIELDS, _PARAMS
        for name, stand_in in _STAND_INS.items():
            if name not in vars(cls) and (own or getattr(cls, name) is getattr(object, name)):
                setattr(cls, name, stand_in(cls))

    def __setattr__(self, name: str, value: object) -> None:
        raise _refusal(self)

    def __delattr__(self, name: str) -> None:
        raise _refusal(self)

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__qualname__}({', '.join(shown)})"


T = TypeVar("T", bound=Frozen)


def fields_of(kind: Frozen | type[Frozen]) -> tuple[str, ...]:
    """The names of the fields, in order."""
    return kind._fields


def replace(value: T, **changes: Any) -> T:
    """The same value but for the fields that are given.

    >>> from numduel import Value, Verdict
    >>> replace(Verdict(Value.WIN, 3), plies=5)
    Verdict(value=<Value.WIN: 'win'>, plies=5, why='')
    """
    kept = {name: getattr(value, name) for name in value._fields if name not in changes}
    return type(value)(**kept, **changes)


def own_fields(kind: type) -> list[str]:
    """The names that a class body, without its bases, annotates as fields."""
    return [name for name, hint in kind.__annotations__.items() if not _is_class_variable(hint)]


def _is_class_variable(hint: object) -> bool:
    if isinstance(hint, str):  # where annotations are not evaluated
        return hint.partition("[")[0].rpartition(".")[2] == "ClassVar"
    return getattr(getattr(hint, "__origin__", hint), "__name__", "") == "ClassVar"  # whoever defines it


def _init_written_later(kind: type[Frozen]) -> Any:
    """What stands in for `__init__` until it has been called a few times."""
    calls = 0

    def method(self: Any, *given: Any, **named: Any) -> None:
        nonlocal calls
        calls += 1
        if calls <= SELDOM and _set_fields(kind, self, given, named):
            if hasattr(kind, "__post_init__"):
                self.__post_init__()
        else:  # which also says what does not fit, as Python does
            _write(kind, "__init__", _init(kind))(self, *given, **named)

    return method


def _set_fields(kind: Any, value: Frozen, given: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Set the fields of a new value; False, and none is set, where what is given does not fit."""
    values, names = _expected(kind)
    if given or named:
        told = dict(zip(kind.__match_args__, given, strict=False)) | named
        if len(told) < len(given) + len(named):
            return False
        values = values | told
    if values.keys() != names:
        return False
    for name in kind._fields:
        set_field(value, name, values[name])
    return True


@cache
def _expected(kind: Any) -> tuple[dict[str, Any], set[str]]:
    """The defaults of a class by the names of their fields, and the names of all fields."""
    return {name: getattr(kind, name) for name in kind._fields if hasattr(kind, name)}, {*kind._fields}


def _eq_written_later(kind: type[Frozen]) -> Any:
    return lambda self, other: _write(kind, "__eq__", _eq(kind))(self, other)


def _hash_written_later(kind: type[Frozen]) -> Any:
    return lambda self: _write(kind, "__hash__", _hash(kind))(self)


_STAND_INS = {
    "__init__": _init_written_later,
    "__eq__": _eq_written_later,
    "__hash__": _hash_written_later,
}


def _write(kind: type[Frozen], name: str, code: str) -> Any:
    """Have a class do with this code what something has stood in for until now; the method."""
    written: dict[str, Any] = {}
    exec(code, {"__name__": __name__, "_kind": kind, "_set": set_field}, written)
    setattr(kind, name, written[name])
    return written[name]


def _init(kind: type[Frozen]) -> str:
    takes = {name: f"{name}=_kind.{name}" if hasattr(kind, name) else name for name in kind._fields}
    positional = [takes.pop(name) for name in kind.__match_args__]
    parameters = ", ".join(["_self", *positional, *(["*"] if takes else []), *takes.values()])
    lines = [f"_set(_self, {name!r}, {name})" for name in kind._fields]
    lines += ["_self.__post_init__()"] * hasattr(kind, "__post_init__")
    return f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"])


def _eq(kind: type[Frozen]) -> str:
    same = f"{_values(kind, '_self')} == {_values(kind, '_other')}"
    return f"def __eq__(_self, _other):\n return {same} if type(_self) is type(_other) else NotImplemented"


def _hash(kind: type[Frozen]) -> str:
    return f"def __hash__(_self):\n return hash({_values(kind, '_self')})"


def _values(kind: type[Frozen], of: str) -> str:
    """The code of a tuple of all values."""
    return f"({''.join(f'{of}.{name}, ' for name in kind._fields)})"


def _refusal(value: Frozen) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(f"a {type(value).__name__} cannot be changed")


@cache
def _as_dataclass(kind: Any) -> type:
    """A dataclass with the fields of a class."""
    from dataclasses import MISSING, field, make_dataclass

    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        hints |= getattr(base, "__annotations__", {})
    fields = []
    for name in kind._fields:
        default, kw_only = getattr(kind, name, MISSING), name not in kind.__match_args__
        fields.append((name, hints[name], field(default=default, kw_only=kw_only)))
    return make_dataclass(kind.__name__, fields, frozen=True, namespace={"__doc__": kind.__doc__})

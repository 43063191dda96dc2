"""Expressions over the columns of a row: `positions < 100000 and decisions > 0.4`.

Numbers, texts in quotes, names of columns, + - * / and brackets, comparisons, `and`, `or` and `not`. A cell
without a value is compared with nothing: every comparison with it is false, and so is what is computed of it.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import NumduelError
from ..core.text import nearest, quoted

Row = Mapping[str, Any]
Evaluate = Callable[[Row], Any]
Step = tuple[Callable[[Any, Any], Any], Evaluate]  # what is done, and with what
NUMBER, TEXT, TRUTH = "a number", "a text", "a condition"
MAX_LENGTH = 2_000  # characters; and brackets within brackets are at most as deep as Python goes
MAX_DEPTH = 50
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<text>'[^']*'|\"[^\"]*\")"
    r"|(?P<name>[^\W\d]\w*)|(?P<sign><=|>=|==|!=|[<>=+\-*/()]))"
)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
}
_COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


class ExpressionError(NumduelError, ValueError):
    """An expression that cannot be read, explained in one sentence that says where."""


@dataclass(frozen=True)
class Term:
    """A part of an expression: what it gives, and how."""

    kind: str
    evaluate: Evaluate


@dataclass(frozen=True)
class Token:
    """A word of an expression, and at which character it begins, from 1."""

    kind: str
    text: str
    at: int


def read_condition(text: str, columns: Mapping[str, str]) -> Callable[[Row], bool]:
    """Whether a row is meant; `columns` says of each name whether it is a number or a text.

    >>> holds = read_condition("plies >= 8 and value = 'win'", {"plies": NUMBER, "value": TEXT})
    >>> holds({"plies": 9, "value": "win"}), holds({"plies": None, "value": "win"})
    (True, False)
    """
    reader = _Reader(text, columns)
    term = reader.read()
    return lambda row: bool(term.evaluate(row))


class _Reader:
    """Reads an expression from the left, one function for each strength of binding."""

    def __init__(self, text: str, columns: Mapping[str, str]) -> None:
        self.columns, self.depth, self.next = columns, 0, 0
        if len(text) > MAX_LENGTH:
            raise ExpressionError(f"an expression has at most {MAX_LENGTH:,} characters, not {len(text):,}")
        self.tokens = _tokens(text)

    def read(self) -> Term:
        term, token = self._any_of(), self._token
        if token.kind != "end":
            raise self._error(f"{quoted(token.text)} was not expected")
        if term.kind != TRUTH:
            raise ExpressionError(f"the expression is {term.kind}, and must be a condition such as plies > 8")
        return term

    @property
    def _token(self) -> Token:
        return self.tokens[self.next]

    def _error(self, what: str, token: Token | None = None) -> ExpressionError:
        return ExpressionError(f"in the expression, at character {(token or self._token).at}: {what}")

    def _take(self, *texts: str) -> Token | None:
        token = self._token
        if token.kind in ("name", "sign") and token.text in texts:
            self.next += 1
            return token
        return None

    def _any_of(self) -> Term:
        term = self._all_of()
        while token := self._take("or"):
            other = self._all_of()
            self._check(token, TRUTH, term, other)
            term = Term(TRUTH, _either(term.evaluate, other.evaluate))
        return term

    def _all_of(self) -> Term:
        term = self._not()
        while token := self._take("and"):
            other = self._not()
            self._check(token, TRUTH, term, other)
            term = Term(TRUTH, _both(term.evaluate, other.evaluate))
        return term

    def _not(self) -> Term:
        token = self._take("not")
        if token is None:
            return self._comparison()
        self._go_deeper()
        term = self._not()
        self.depth -= 1
        self._check(token, TRUTH, term)
        return Term(TRUTH, lambda row: not term.evaluate(row))

    def _comparison(self) -> Term:
        term = self._sum()
        token = self._take(*_COMPARE)
        if token is None:
            return term
        other = self._sum()
        if term.kind != other.kind or term.kind == TRUTH:
            raise self._error(f"{term.kind} cannot be compared with {other.kind}", token)
        if self._token.text in _COMPARE:
            raise self._error("a comparison has two sides; join two comparisons by and")
        return Term(TRUTH, _compared(_COMPARE[token.text], term.evaluate, other.evaluate))

    def _sum(self) -> Term:
        return self._computed(self._product, "+", "-")

    def _product(self) -> Term:
        return self._computed(self._single, "*", "/")

    def _computed(self, part: Callable[[], Term], *signs: str) -> Term:
        first, steps = part(), list[Step]()
        while token := self._take(*signs):
            other = part()
            self._check(token, NUMBER, first, other)
            steps.append((_COMPUTE[token.text], other.evaluate))
        return Term(NUMBER, _computed(first.evaluate, steps)) if steps else first

    def _single(self) -> Term:
        token = self._token
        if self._take("-"):
            self._go_deeper()
            term = self._single()
            self.depth -= 1
            self._check(token, NUMBER, term)
            return Term(NUMBER, _computed(lambda row: 0, [(operator.sub, term.evaluate)]))
        if self._take("("):
            self._go_deeper()
            term = self._any_of()
            self.depth -= 1
            if not self._take(")"):
                raise self._error(f"the bracket of character {token.at} is not closed")
            return term
        self.next += token.kind in ("number", "text", "name")
        return self._word(token)

    def _word(self, token: Token) -> Term:
        if token.kind == "number":
            number = float(token.text) if set(token.text) & set(".eE") else int(token.text)
            return Term(NUMBER, lambda row: number)
        if token.kind == "text":
            return Term(TEXT, lambda row: token.text[1:-1])
        if token.kind == "name" and token.text in self.columns:
            return Term(self.columns[token.text], lambda row: row[token.text])
        if token.kind == "name" and token.text not in ("and", "or", "not"):
            near = nearest(token.text, self.columns)
            known = f"; did you mean {near}?" if near else ""
            raise self._error(f"there is no column {quoted(token.text)}{known}", token)
        raise self._error(
            "a number or a column is missing" if token.kind == "end" else _unexpected(token), token
        )

    def _go_deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"brackets may be {MAX_DEPTH} deep at most")

    def _check(self, token: Token, kind: str, *terms: Term) -> None:
        for term in terms:
            if term.kind != kind:
                raise self._error(f"{quoted(token.text)} goes with {kind}, not with {term.kind}", token)


def _unexpected(token: Token) -> str:
    return f"{quoted(token.text)} was not expected"


def _tokens(text: str) -> list[Token]:
    tokens, at = [], 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise ExpressionError(
                f"in the expression, at character {at + 1}: {quoted(text[at])} has no meaning"
            )
        kind = str(found.lastgroup)
        tokens.append(Token(kind, found[kind], found.start(kind) + 1))
        at = found.end()
    return [*tokens, Token("end", "", len(text) + 1)]


def _either(one: Evaluate, other: Evaluate) -> Evaluate:
    return lambda row: one(row) or other(row)


def _both(one: Evaluate, other: Evaluate) -> Evaluate:
    return lambda row: one(row) and other(row)


def _compared(compare: Callable[[Any, Any], bool], one: Evaluate, other: Evaluate) -> Evaluate:
    def evaluate(row: Row) -> bool:
        first, second = one(row), other(row)
        return first is not None and second is not None and compare(first, second)

    return evaluate


def _computed(first: Evaluate, steps: Sequence[Step]) -> Evaluate:
    """One step after another: a long sum is not as deep as it is long, and Python's stack is bounded."""

    def evaluate(row: Row) -> Any:
        value = first(row)
        for compute, other in steps:
            second = other(row)
            if value is None or second is None:
                return None
            try:
                value = compute(value, second)
            except (ZeroDivisionError, OverflowError):
                return None
        return value

    return evaluate

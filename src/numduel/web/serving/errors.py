"""What is answered when something cannot be done: a page for people, a document for programs, a status."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Receive, Scope, Send

from ...core.blame import guest_at_fault
from ...core.errors import NumduelError, WrongClock
from ...core.registry import UnknownGame
from ...learn.catalogue import NoSuchPuzzle
from ...learn.daily import NoSuchDay
from ...store.errors import Damaged, EarlierReading, NoSuchGame, NoSuchRoom, NotInstalled, StoreError
from ..rendering.pages import Pages
from .suggestions import Suggestion, suggest

UNEXPECTED = "Something went wrong inside numduel; nothing that was confirmed is lost."
NOTHING_LOST = "Nothing that was confirmed is lost."


class Problem(NamedTuple):
    """A status, and what to tell whoever asked."""

    status: int
    sentence: str
    headers: Mapping[str, str] = {}
    title: str = ""  # of the page; else what is usual for the status
    suggestion: Suggestion | None = None  # where whoever asked probably wanted to go


# What each kind of complaint is on the web; anything else that numduel says is the asker's mistake.
_STATUSES: dict[type[Exception], int] = {
    UnknownGame: 404,
    NoSuchGame: 404,
    NoSuchRoom: 404,
    NoSuchPuzzle: 404,
    NoSuchDay: 404,
    EarlierReading: 410,
    NotInstalled: 503,
    Damaged: 500,
    StoreError: 503,
    WrongClock: 503,
    NumduelError: 400,
}


_TITLES: dict[type[Exception], str] = {
    UnknownGame: "There is no such game",
    NoSuchGame: "There is no such game",
    NoSuchRoom: "There is no such table",
    NoSuchPuzzle: "There is no such puzzle",
    NoSuchDay: "There are no puzzles of this day",
}
_USUAL_TITLES = {
    400: "This cannot be done",
    403: "This is not allowed",
    404: "There is nothing here",
    405: "This cannot be done",
    409: "This cannot be done any more",
    410: "This is gone",
    413: "This is too long",
    422: "There is no answer to this",
    429: "This is too much at once",
    500: "Something went wrong",
    503: "This cannot be done just now",
}


def problem_of(error: Exception) -> Problem:
    """What an error is to whoever asked; nothing of its inside is told unless it is a sentence of ours."""
    if isinstance(error, HTTPException):
        return Problem(error.status_code, _sentence(error), error.headers or {})
    if isinstance(error, ClientDisconnect):  # nobody reads it, but it is no failure of ours
        return Problem(400, "The request ended before all of it had come.")
    status = next((_STATUSES[kind] for kind in type(error).__mro__ if kind in _STATUSES), None)
    if status is None:
        fault = guest_at_fault(error)
        return Problem(500, UNEXPECTED if fault is None else f"{as_sentence(fault)} {NOTHING_LOST}")
    title = next((_TITLES[kind] for kind in type(error).__mro__ if kind in _TITLES), "")
    return Problem(getattr(error, "status", status), as_sentence(error), title=title)


def as_sentence(error: Exception | str) -> str:
    """What an error says, as a page says it.

    >>> as_sentence(ValueError("there is no game 'dual'; did you mean duel?"))
    "There is no game 'dual'; did you mean duel?"
    >>> as_sentence(ValueError("a number is missing"))
    'A number is missing.'
    """
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"


def _sentence(error: HTTPException) -> str:
    """What an HTTPException says, or what is usual for its status."""
    if error.detail != HTTPStatus(error.status_code).phrase:
        return error.detail
    return {
        404: "There is nothing at this address.",
        405: "This address is not used in this way.",
    }.get(error.status_code, f"{error.detail}.")


def wants_json(scope: Scope) -> bool:
    """Whether a program asks, rather than a person who looks at pages."""
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        return True
    accept = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    return b"application/json" in accept and b"text/html" not in accept


def error_response(request: Request, problem: Problem) -> Response:
    """The answer to a request that cannot be served."""
    if wants_json(request.scope):
        document = {"error": problem.sentence, "status": problem.status}
        return JSONResponse(document, problem.status, dict(problem.headers))
    return _error_page(request, problem)


def _error_page(request: Request, problem: Problem) -> Response:
    title = problem.title or _USUAL_TITLES.get(problem.status) or HTTPStatus(problem.status).phrase
    try:
        pages: Pages = request.app.state.site.pages
        page = pages.page(
            request,
            "error.html",
            status=problem.status,
            title=title,
            sentence=problem.sentence,
            suggestion=problem.suggestion,
        )
    except Exception:  # an error page must not fail
        page = HTMLResponse(bare_page(title, problem.sentence), problem.status)
    page.headers.update(dict(problem.headers))
    return page


def bare_page(title: str, sentence: str) -> str:
    """A page that needs nothing else."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title></head>'
        f'<body><main><h1>{escape(title)}</h1><p>{escape(sentence)}</p><p><a href="/">numduel</a></p></main>'
        "</body></html>"
    )


async def refuse(scope: Scope, receive: Receive, send: Send, error: Exception) -> None:
    """Answer a request with what went wrong."""
    response = error_response(Request(scope, receive), problem_of(error))
    await response(scope, receive, send)


async def _handle(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    if problem.status in (400, 404) and not wants_json(request.scope):
        wanted = suggest(request.scope["path"], request.query_params.get("moves", ""))
        problem = problem._replace(suggestion=wanted)
    return error_response(request, problem)


HANDLERS: dict[Any, Any] = {HTTPException: _handle, NumduelError: _handle, ClientDisconnect: _handle}

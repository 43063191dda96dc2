"""Home: the games to choose from, the form that starts one, and the games that a browser has played."""

import logging
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...core.game import Game
from ...core.position import Position
from ...core.registry import games, make, variant_of
from ...players.names import OPPONENTS, check_name
from ...players.strength import strength_of
from ..rendering.boards import draw_board
from ..serving.errors import wants_json
from ..serving.rates import count_new_room
from ..serving.security import is_local, visitor, visitor_or_new
from ..site import Site
from ..solving.solver import Unanswerable
from .places import load_game
from .setup_form import AGAINST, OWN, RULEBOOK, SETTING, FormError, SetupForm
from .stored_tables import listed_rooms, unkept_games

log = logging.getLogger("numduel.web.pages.home")

PICTURED = 4  # moves made in the picture of a game
MOST_CONTINUED = 3
COMPUTERS = (*OPPONENTS, "random", "mcts")  # that are offered by name


class Card(NamedTuple):
    """A game with its settings, to choose."""

    spec: str
    title: str
    about: str
    picture: Markup


class Shelf(NamedTuple):
    """A game and everything that can be chosen of it, the best first."""

    name: str
    title: str
    summary: str
    cards: tuple[Card, ...]


@lru_cache(maxsize=1)
def shelves() -> tuple[Shelf, ...]:
    """Every game with its variants, drawn once; but for those of other packages that cannot be drawn."""
    found = []
    for kind in games().values():
        try:
            found.append(_shelf(kind))
        except Exception:  # one game's mishap keeps nobody from the others
            log.exception("a game cannot be drawn")
    return tuple(found)


def _shelf(kind: type[Game[Any, Any]]) -> Shelf:
    cards = [
        Card(
            f"{kind.name}:{variant.name}",
            variant.title.capitalize(),
            variant.about,
            _picture(variant.name, kind),
        )
        for variant in kind.variants
    ]
    cards.append(Card(kind.name, "As in the rulebook", kind.summary.rstrip("."), _picture("", kind)))
    return Shelf(kind.name, kind.title, kind.summary, tuple(cards))


def _picture(variant: str, kind: type[Game[Any, Any]]) -> Markup:
    """The board of a game a few moves after its start, the same every time."""
    return picture_of(make(kind, variant or None))


@lru_cache(maxsize=64)
def picture_of(game: Game[Any, Any]) -> Markup:
    """A small picture of a game's board, a few moves after the start."""
    rng, position = Random(7), Position.start(game)
    for _ in range(PICTURED):
        going_on = [move for move in position.moves if position.play(move).outcome is None]
        if not going_on:
            break
        position = position.play(rng.choice(going_on))
    return draw_board(position)


async def home(request: Request) -> Response:
    """The games to choose from, and those to go on with."""
    site: Site = request.app.state.site
    known = visitor(request)
    rooms = await listed_rooms(site, known.hash, MOST_CONTINUED * 4) if known else []
    unfinished = [room for room in rooms if not room.over][:MOST_CONTINUED]
    return site.pages.page(request, "home.html", shelves=shelves(), unfinished=unfinished)


async def play(request: Request) -> Response:
    """The form that starts a game, empty or with settings that are to be checked."""
    game = load_game(request.path_params["spec"], request.app.state.site.config.limits)
    if "rules" not in request.query_params:
        return _form_page(request, SetupForm.of(game), game)
    form = SetupForm.read(type(game), dict(request.query_params))
    return _followed(request, form) if wants_json(request.scope) else await _checked(request, form)


async def start(request: Request) -> Response:
    """Start the game that a form describes, and go to its table; or show what is wrong with the form."""
    site: Site = request.app.state.site
    async with request.form(max_fields=60, max_files=0) as given:
        fields = {name: value for name, value in given.items() if isinstance(value, str)}
    form = SetupForm.read(type(load_game(request.path_params["spec"], site.config.limits)), fields)
    try:
        setup = form.setup(site.config.limits)
        count_new_room(request)
        owner = visitor_or_new(request)
        room = await site.lobby.create(setup, form.options(), form.owners(owner.hash))
    except Unanswerable as error:  # a computer cannot play this game
        return _form_page(request, form, None, error=FormError("against", str(error)), status=400)
    except FormError as error:
        return _form_page(request, form, None, error=error, status=400)
    return RedirectResponse(f"/g/{room.id}", status_code=303)


def _followed(request: Request, form: SetupForm) -> Response:
    """What follows from the rules chosen, for the page's script: regions to swap, or what is wrong."""
    site: Site = request.app.state.site
    headers = {"cache-control": "no-store"}  # the same address is also a page
    try:
        game = form.game(site.config.limits)
    except FormError as error:
        return JSONResponse({"error": str(error), "status": 400, "field": error.field}, 400, headers)
    parts: Any = site.pages.environment.get_template("setup_parts.html").module
    regions = {
        "about": escape(about(game)),
        "strengths": parts.strengths(_levels(game)),
        "course": parts.course(picture_of(game), game.voice().rules()),
    }
    return JSONResponse({"spec": game.spec, "regions": regions}, headers=headers)


def about(game: Game[Any, Any]) -> str:
    """What a game is about in a sentence that is true of its settings.

    >>> about(make(games()["top-stack-twelve"], "two-of-each"))
    'Two of each number for both, and 11 loses.'
    """
    variant = variant_of(game)
    if variant is not None:
        return f"{variant.about[0].upper()}{variant.about[1:]}."
    return game.summary if game == type(game)() else " ".join(game.voice().rules()[:1])


async def _checked(request: Request, form: SetupForm) -> Response:
    """The form with a verdict on its settings, for browsers that run no scripts."""
    site: Site = request.app.state.site
    try:
        game = form.game(site.config.limits)
    except FormError as error:
        return _form_page(request, form, None, error=error, status=400)
    try:
        verdict = str((await site.solver.verdict(game.spec))["sentence"])
    except Unanswerable as error:
        verdict = str(error)
    return _form_page(request, form, game, verdict=verdict)


def _form_page(
    request: Request,
    form: SetupForm,
    game: Game[Any, Any] | None,
    *,
    verdict: str = "",
    error: FormError | None = None,
    status: int = 200,
) -> Response:
    site: Site = request.app.state.site
    shelf = next((each for each in shelves() if each.name == form.kind.name), None) or _shelf(form.kind)
    return site.pages.page(
        request,
        "play.html",
        status=status,
        form=form.fields,
        kind=form.kind,
        about=about(game or form.kind()),
        shelf=shelf,
        rules={card.spec.partition(":")[2] or RULEBOOK: card for card in shelf.cards},
        own=OWN,
        against=AGAINST,
        levels=_levels(game or form.kind()),
        computers=COMPUTERS,
        watched={field: dict.fromkeys((*COMPUTERS, form.fields[field])) for field in ("one", "two")},
        setting=SETTING,
        told=(game or form.kind()).voice().rules(),
        picture=picture_of(game or form.kind()),
        verdict=verdict,
        error=error,
        most_plies=site.config.limits.plies,
        most_characters=site.config.limits.setting_digits,
    )


def _levels(game: Game[Any, Any]) -> dict[str, str]:
    """The computers that are offered by a word, and how each plays a game."""
    told = {}
    for word, who in OPPONENTS.items():
        _, level = check_name(who)
        told[word] = f"{word.capitalize()} never errs."
        if level:
            plies, noise = strength_of(int(level), game)
            ahead = "one move" if plies == 1 else f"{plies} moves"
            told[word] = (
                f"{word.capitalize()} looks {ahead} ahead, and plays {noise} % of the rest at random."
            )
    return told


async def played(request: Request) -> Response:
    """What this browser has played, unfinished first; at this very machine, the terminal's games too."""
    site: Site = request.app.state.site
    known = visitor(request)
    rooms = await listed_rooms(site, known.hash, 100) if known else []
    terminal = await unkept_games(site, 20) if is_local(request) else []
    return site.pages.page(
        request,
        "games.html",
        unfinished=[room for room in rooms if not room.over],
        finished=[room for room in rooms if room.over],
        terminal=terminal,
    )


routes: list[BaseRoute] = [
    Route("/", home),
    Route("/play/{spec:path}", play),
    Route("/play/{spec:path}", start, methods=["POST"]),
    Route("/games", played),
]

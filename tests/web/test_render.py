"""What the page of a table says, region by region, and the same as JSON."""

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from markup import Page
from views import played, seat, view_of

import numduel
from numduel.core.position import Position
from numduel.core.verdict import Value, Verdict
from numduel.match import events
from numduel.match.round import Ending, agreed_draw, lost_by
from numduel.web.rendering.documents import view_document
from numduel.web.rendering.render import REGIONS, regions
from numduel.web.rendering.wording import news, standing
from numduel.web.tables.views import html_message
from numduel.web.view import Offer, View

TWELVE = numduel.load("top-stack-twelve:two-of-each")
NASTY = '<b onclick="x">"&\'</b>'


def said(view: View, region: str) -> str:
    """What a region says to everybody who looks on, with all that is hidden for some."""
    return Page(regions(view)[region]).text


def commands(view: View, region: str = "actions") -> list[dict[str, Any]]:
    return Page(regions(view)[region]).commands()


@pytest.mark.parametrize("spec", numduel.games())
def test_every_region_is_well_formed_at_every_stage(spec: str) -> None:
    game = numduel.load(spec)
    moves = played(game, 30)
    for plies in range(len(moves) + 1):
        view = view_of(game, moves[:plies], offers=(Offer(number=3, seat=1, what="draw"),), claim_seconds=42)
        shown = regions(replace(view, seats=(seat(1, hints=1), seat(2, away=True))))
        assert tuple(shown) == REGIONS
        assert Page("".join(shown.values())).problems == []


@pytest.mark.parametrize("spec", numduel.games())
def test_what_was_shown_before_makes_no_difference_to_what_is_shown(spec: str) -> None:
    game = numduel.load(spec)
    moves = played(game, 12)
    views = [view_of(game, moves[:plies]) for plies in range(len(moves) + 1)]
    for view in views:
        assert all(regions(view, before) == regions(view) for before in views)
        assert regions(view, replace(view, game=view.game + 1)) == regions(view)


def test_names_are_text_wherever_they_stand() -> None:
    offers = (Offer(number=3, seat=1, what="undo", to_ply=0), Offer(number=4, seat=2, what="draw"))
    view = view_of(
        TWELVE, ["1"], seats=(seat(1, NASTY), seat(2, NASTY, away=True)), offers=offers, claim_seconds=9
    )
    for changed in (view, replace(view, to_move=None, result=lost_by(1, Ending.FORFEIT, NASTY))):
        page = Page("".join(regions(changed).values()))
        assert page.problems == []
        assert "b" not in [tag for tag, each in page.elements if each.get("onclick")]
        assert NASTY in page.text


def test_status_says_whose_turn_it_is_and_what_the_last_move_was() -> None:
    assert said(view_of(TWELVE), "status").startswith("Ann to move")
    assert "Ann played 5 ." in said(view_of(TWELVE, ["5"]), "status")
    thinking = view_of(TWELVE, ["5"], seats=(seat(1), seat(2, "level:5", person=False)), thinking=True)
    assert "Computer (medium) is thinking" in said(thinking, "status")


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (lost_by(1, Ending.RESIGNATION), "Ben wins You win Ann resigned."),
        (lost_by(2, Ending.ABANDONED), "Ann wins You win Ben left."),
        (lost_by(1, Ending.FORFEIT, "operate /"), "Ann tried “operate /”, which the rules forbid."),
        (agreed_draw(), "A draw The players agreed on a draw."),
    ],
)
def test_status_says_how_a_game_ended(result: Any, words: str) -> None:
    assert words in said(view_of(TWELVE, ["1"], to_move=None, result=result), "status")


def test_a_game_that_the_rules_end_says_why() -> None:
    view = view_of(TWELVE, ["6", "5"])
    assert said(view, "status") == "Ann wins You win The sum reached the limit."
    assert said(view, "choices") == ""


def test_an_offer_is_answered_by_its_number_and_names_the_move() -> None:
    view = view_of(TWELVE, ["5", "1"], offers=(Offer(number=17, seat=2, what="undo", to_ply=1),))
    assert "Ben asks to take back the last move: 1." in said(view, "offers")
    assert [(each["offer"], each["yes"], each["seat"]) for each in commands(view, "offers")] == [
        (17, True, 1),
        (17, False, 1),
    ]


def test_taking_back_names_the_moves_and_against_a_computer_takes_its_answer_too() -> None:
    computer = seat(2, "perfect", person=False)
    view = view_of(TWELVE, ["5", "1"], seats=(seat(1), computer))
    assert "Take back 5, 1" in said(view, "actions")
    assert {"command": "ask_undo", "seat": 1, "to_ply": 0} in commands(view)
    assert "Ask to take back 1" in said(view_of(TWELVE, ["5", "1"]), "actions")
    assert "ask_undo" not in [each["command"] for each in commands(view_of(TWELVE, ["5"], undo="none"))]


def test_resigning_is_asked_about_first() -> None:
    page = Page(regions(view_of(TWELVE))["actions"])
    asked = [each["data-ask"] for _, each in page.elements if "resign" in each.get("id", "")]
    assert asked == [
        "Resign this game? Ben wins it then.",
        "Resign this game? Ann wins it then.",
    ]


def test_hints_are_offered_while_there_are_any() -> None:
    view = view_of(TWELVE, ["1"], hint_limit=2, seats=(seat(1, hints=1), seat(2, hints=2)))
    assert [each["seat"] for each in commands(view) if each["command"] == "ask_hint"] == [1]
    assert "Hint (1 left)" in said(view, "actions")


def test_an_open_seat_is_taken_by_a_form_and_never_by_a_link() -> None:
    view = view_of(TWELVE, seats=(seat(1), seat(2, taken=False)))
    page = Page(regions(view)["offers"])
    forms = [each for tag, each in page.elements if tag == "form"]
    assert [(each["method"], each["action"]) for each in forms] == [("post", "/g/abcdefghij/sit")]
    assert "Take this seat" in page.text
    assert "Open seat" in said(view, "score")


def test_who_is_away_can_be_claimed_after_a_while() -> None:
    view = view_of(TWELVE, ["1"], seats=(seat(1), seat(2, away=True)), claim_seconds=42)
    assert "Ben is away. You can claim the game in 42 s" in said(view, "offers")
    assert commands(view, "offers") == [{"command": "claim"}]
    assert "in 0 s" not in said(replace(view, claim_seconds=0), "offers")


def test_a_match_shows_its_score() -> None:
    view = view_of(TWELVE, rounds=5, game=3, seats=(seat(1, points=1), seat(2, points=0)), draws=1)
    assert "Game 3 of 5, 1 drawn" in said(view, "score")
    assert "has won 1" in said(view, "score")


def test_after_a_game_there_is_a_next_one_and_a_way_to_understand_it() -> None:
    view = view_of(TWELVE, ["6", "5"], match_over=True)
    assert "Rematch" in said(view, "actions")
    addresses = [each["href"] for tag, each in Page(regions(view)["actions"]).elements if tag == "a"]
    spec = "top-stack-twelve:limit=11,supply=2"
    assert addresses == ["/g/abcdefghij/review", f"/analysis/{spec}?moves=6+5", f"/play/{spec}"]
    assert "Next game" in said(replace(view, match_over=False), "actions")


def test_moves_are_listed_by_player_and_the_last_is_marked() -> None:
    page = Page(regions(view_of(TWELVE, ["1", "2", "3"]))["moves"])
    assert [each["class"] for tag, each in page.elements if tag == "li"] == ["p1", "p2", "p1 last"]


def test_of_a_long_game_the_last_moves_are_listed() -> None:
    game = numduel.load("operation-stack")
    page = Page(regions(view_of(game, ["1"] * 100))["moves"])
    assert "40 earlier moves" in page.text
    assert next(each["value"] for tag, each in page.elements if tag == "li") == "41"


NEWS = [
    (events.Moved(2, 1, 0, "5"), "Ann played 5: stack 5. Ben to move."),
    (events.TakenBack(3, 1, 0, ("5",)), "5 was taken back. Ben to move."),
    (events.Offered(4, 2, "draw"), "Ben offers a draw. Ben to move."),
    (events.Declined(5, 1, 4, "draw"), "Ann says no to the draw. Ben to move."),
    (events.Hinted(6, 2, "hint"), "Ben asked for a hint. Ben to move."),
    (events.Seated(7, 2, "Ben"), "Ben is Player 2. Ben to move."),
]


@pytest.mark.parametrize(("event", "words"), NEWS)
def test_news_tells_what_has_happened(event: events.Event, words: str) -> None:
    assert news(None, view_of(TWELVE, ["5"]), [event]) == words


def test_news_tells_how_a_game_ended_and_who_comes_and_goes() -> None:
    over = view_of(TWELVE, ["6", "5"])
    assert over.result is not None
    ended = [events.Moved(3, 2, 1, "5"), events.Ended(4, over.result)]
    assert (
        news(None, over, ended)
        == "Ben played 5: stack 5, 6 from the top. The sum reached the limit. Ann wins."
    )
    here, away = view_of(TWELVE, ["1"]), view_of(TWELVE, ["1"], seats=(seat(1), seat(2, away=True)))
    assert news(here, away, []).startswith("Ben is away.")
    assert news(away, here, []).startswith("Ben is back.")
    assert news(here, here, []) == ""


@pytest.mark.parametrize(
    ("spec", "moves", "words"),
    [
        ("operation-duel", ["+1", "*2"], "Ben played *2: 4. Ann to move."),
        ("operation-stack", ["1", "3", "2"], "Ann played push 2: stack 2, 3, 1 from the top. Ben to move."),
        ("operation-stack", ["2", "3", "*"], "Ann played operate *: stack 6. Ben to move."),
        ("operation-obliteration", ["divide"], "Ann played divide: 6. Ben to move."),
        ("digit-stack", ["1", "2"], "Ben played 2: 12. Ann to move."),
        (
            "operation-stack",
            ["1"] * 9,
            "Ann played push 1: stack of 9: 1, 1, 1, 1, 1, 1, 1, 1 from the top.",
        ),
    ],
)
def test_news_of_a_move_says_what_it_led_to(spec: str, moves: list[str], words: str) -> None:
    last = len(moves) - 1
    moved = events.Moved(last + 2, 1 + last % 2, last, moves[-1])
    assert news(None, view_of(numduel.load(spec), moves), [moved]).startswith(words)


def test_a_wish_that_was_granted_at_once_is_told_by_what_came_of_it() -> None:
    back = [events.Offered(3, 1, "undo", 0), events.TakenBack(4, 2, 0, ("3",))]
    assert news(None, view_of(TWELVE), back) == "3 was taken back. Ann to move."
    again = [events.Offered(3, 1, "rematch"), events.Rematched(4), events.Begun(5, 2, (1, 0))]
    assert news(None, view_of(TWELVE, game=2), again) == "A rematch. The game begins. Ann to move."


def test_two_people_see_what_is_agreed_on_before_they_sit_down_too() -> None:
    waiting = view_of(TWELVE, seats=(seat(1), seat(2, taken=False)), hint_limit=0)
    assert "Taking back by consent · no hints · values after the game" in said(waiting, "score")
    given = replace(waiting, undo="none", hint_limit=1, answers="always")
    assert "No taking back · 1 hint each · values during the game" in said(given, "score")
    assert "hints without limit" in said(replace(waiting, hint_limit=None), "score")
    alone = replace(waiting, seats=(seat(1), seat(2, "level:5", person=False)))
    assert "Taking back" not in said(alone, "score")
    assert "Taking back" not in said(replace(waiting, one_owner=True), "score")


def test_only_one_s_own_last_move_is_taken_back_with_the_answer_to_it() -> None:
    def offered(view: View, who: int) -> list[int]:
        return [
            each["to_ply"] for each in commands(view) if each["command"] == "ask_undo" and each["seat"] == who
        ]

    first, second = view_of(TWELVE, ["5"]), view_of(TWELVE, ["5", "2"])
    assert (offered(first, 1), offered(first, 2)) == ([0], [])
    assert (offered(second, 1), offered(second, 2)) == ([0], [1])
    assert offered(replace(second, one_owner=True), 1) == [1]


def test_how_a_table_stands_is_said_to_who_has_missed_it() -> None:
    assert standing(view_of(TWELVE)) == ""
    offer = Offer(number=9, seat=2, what="draw")
    view = view_of(TWELVE, ["5", "2"], offers=(offer,))
    assert standing(view) == "Ben played 2: stack 2, 5 from the top. Ben offers a draw."
    assert standing(view_of(TWELVE, ["6", "5"])).endswith("The sum reached the limit.")
    assert json.loads(html_message(None, view))["state"] == standing(view)
    assert "state" not in json.loads(html_message(view, view, [events.Moved(3, 2, 1, "2")]))


def test_the_end_of_a_match_is_said_and_a_rematch_counts_its_games_anew() -> None:
    seats = (seat(1, points=2), seat(2, points=0))
    over = view_of(TWELVE, ["6", "5"], seats=seats, points=2, match_over=True, game=2)
    assert over.result is not None
    assert news(None, over, [events.Ended(4, over.result)]).endswith("Ann wins. Ann wins the match 2 to 0.")
    assert "Ann wins the match 2 to 0." in said(over, "status")
    assert "wins the match" not in said(replace(over, match_over=False), "status")
    even = replace(over, seats=(seat(1, points=1), seat(2, points=1)), points=None, rounds=2)
    assert "The match is drawn 1 to 1." in said(even, "status")
    again = view_of(TWELVE, points=2, game=3)
    assert "Game 1, first to 2" in said(again, "score")
    assert news(None, again, [events.Begun(9, 3, (1, 0))]).startswith("Game 1 begins.")


def test_the_view_as_json_says_everything_a_program_needs() -> None:
    values = (("1", Verdict(Value.WIN, 3)), ("2", Verdict(Value.ENDLESS)))
    offers = (Offer(number=3, seat=1, what="draw"),)
    document = view_document(view_of(TWELVE, ["5", "2"], values=values, offers=offers))
    assert json.loads(json.dumps(document)) == document
    assert document["spec"] == "top-stack-twelve:limit=11,supply=2"
    assert (document["moves"], document["to_move"]) == (["5", "2"], 1)
    assert document["legal"] == ["1", "2", "3", "4", "5", "6"]
    assert document["values"]["1"] == {"value": "win", "plies": 3}
    assert document["offers"] == [{"number": 3, "seat": 1, "what": "draw", "to_ply": None}]
    assert [each["name"] for each in document["seats"]] == ["Ann", "Ben"]


def test_the_view_of_a_game_that_is_over_has_a_result_and_no_legal_moves() -> None:
    document = view_document(view_of(TWELVE, ["6", "5"]))
    assert document["legal"] == []
    assert document["result"]["winner"] == 1
    assert document["to_move"] is None


@pytest.mark.parametrize("spec", numduel.games())
def test_a_view_is_rendered_in_a_fraction_of_a_millisecond(spec: str) -> None:
    # Some 100 µs here; the margin is for machines that are slow or have other things to do.
    view = view_of(numduel.load(spec), played(numduel.load(spec), 3))
    best = min(_seconds(view) for _ in range(20))
    assert best < 0.0008


def _seconds(view: View) -> float:
    start = time.process_time()
    for _ in range(20):
        regions(view)
    return (time.process_time() - start) / 20


def test_a_frame_stays_small() -> None:
    for spec in numduel.games():
        view = view_of(numduel.load(spec), played(numduel.load(spec), 4))
        assert sum(map(len, regions(view).values())) < 9_000


def test_a_position_of_the_game_itself_is_never_changed() -> None:
    view = view_of(TWELVE, ["1"])
    regions(view)
    assert view.position == Position.start(TWELVE).say("1")

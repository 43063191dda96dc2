"""Puzzles as any browser gets them, without scripts: asked, answered, refuted, and kept for it alone."""

import re
from collections.abc import Iterator

import pytest
from markup import Page
from puzzle_visits import ONE_OF_EACH, attempts, page_of, right, send, wrong
from web_pages import SiteClient

from numduel.learn.attempt import solution
from numduel.learn.catalogue import find
from numduel.learn.puzzle import Puzzle
from numduel.learn.themes import THEMES
from numduel.store.errors import StoreError
from numduel.web.config import Config, Limit, WebLimits
from numduel.web.puzzles.sittings import Sittings

WIN, WHO, SLIP, FINISH = (ONE_OF_EACH[task] for task in ("win", "who", "slip", "finish"))


@pytest.fixture(scope="module")
def running() -> Iterator[SiteClient]:
    with SiteClient() as client:
        yield client


@pytest.fixture
def client(running: SiteClient) -> SiteClient:
    """A browser that was never here before."""
    running.become_a_stranger()
    return running


@pytest.mark.parametrize("puzzle", ONE_OF_EACH.values(), ids=ONE_OF_EACH)
def test_a_puzzle_is_asked_and_nothing_is_told_before_it_is_answered(
    client: SiteClient, puzzle: Puzzle
) -> None:
    for address in (f"/puzzle/{puzzle.id}", f"/embed/puzzle/{puzzle.id}"):
        page = page_of(client.get(address))
        assert puzzle.kind.question(puzzle.standing()) in page.text
        assert not [words for words in solution(puzzle) if words in page.text]
        assert not [words for words in THEMES.values() if words in page.text]
        assert not page.with_class("worth")
        assert "/analysis/" not in str(page.elements)


def test_a_wrong_move_is_refuted_and_then_tried_again(client: SiteClient) -> None:
    page = send(client, WIN, answer=wrong(WIN))
    assert attempts(client) == [(WIN.id, False, 0)]
    assert "It goes on like this:" in page.text
    assert "Try again." in page.text
    assert re.search(r"Your rating at puzzles: [\d,]+ \(-\d+\)", page.text)
    page = send(client, WIN, answer=right(WIN))
    assert "Right. " in page.text
    assert "only move one move alone is right" in page.text
    assert attempts(client) == [(WIN.id, False, 0)]  # only the first answer counts
    assert f"{WIN.game.title}: find the win ✗ failed" in page_of(client.get("/puzzles?tab=tried")).text


def test_a_right_answer_raises_the_rating_and_the_next_puzzle_is_another(client: SiteClient) -> None:
    page = send(client, WIN, "?game=digit-stack&theme=trap", answer=right(WIN))
    assert re.search(r"Your rating at puzzles: [\d,]+ \(\+\d+\)", page.text)
    (link,) = (each["href"] for _, each in page.elements if each.get("id") == "next")
    following = client.get(link).headers["location"]
    drawn = find(following.partition("?")[0].rpartition("/")[2])
    assert following.endswith("?game=digit-stack&theme=trap")
    assert (drawn.name, "trap" in drawn.themes, drawn == WIN) == ("digit-stack", True, False)


def test_what_answers_nothing_is_refused_in_a_sentence_and_counts_for_nothing(client: SiteClient) -> None:
    for puzzle, answer, sentence in [
        (WIN, "nonsense", "There is no move 'nonsense' in Digit Stack; its moves are 1, "),
        (WIN, "x" * 5_000, "An answer has at most 200 characters."),
        (WHO, "me", "Answer with the player who wins and the number of moves, such as: 1 4."),
        (SLIP, "99", f"Answer with the number of a move, from 1 to {len(SLIP.moves)}."),
    ]:
        sent = client.post(f"/puzzle/{puzzle.id}", data={"ply": str(len(puzzle.moves)), "answer": answer})
        said = page_of(sent, 400).text
        assert sentence in said
        assert puzzle.kind.question(puzzle.standing()) in said  # and it can be answered at once
    assert client.post(f"/puzzle/{WIN.id}", data={"do": "dance"}).status_code == 400
    assert attempts(client) == []


def test_an_answer_from_an_older_page_is_not_judged(client: SiteClient) -> None:
    first = {"ply": str(len(FINISH.moves)), "answer": right(FINISH)}
    assert client.post(f"/puzzle/{FINISH.id}", data=first).status_code == 200  # it gives the browser its key
    late = page_of(client.post(f"/puzzle/{FINISH.id}", data=first), 409)
    assert "This was sent from an older page of the puzzle; here is how it stands now." in late.text
    assert attempts(client) == []


def test_a_hint_helps_is_said_to_cost_and_costs(client: SiteClient) -> None:
    assert "Hint costs your rating" in page_of(client.get(f"/puzzle/{WIN.id}")).text
    assert "There is a win in" in send(client, WIN, do="hint").text
    page = send(client, WIN, answer=right(WIN))
    assert attempts(client) == [(WIN.id, True, 1)]
    assert re.search(r"Your rating at puzzles: [\d,]+ \(-\d+\)", page.text)


def test_whoever_asks_for_the_solution_is_told_and_may_begin_anew(client: SiteClient) -> None:
    page = send(client, SLIP, do="solution")
    assert all(words in page.text for words in solution(SLIP))
    assert "Not solved" in page.text
    assert attempts(client) == [(SLIP.id, False, 0)]
    again = send(client, SLIP, do="again")
    assert "Not solved" not in again.text
    send(client, SLIP, answer=right(SLIP))
    assert attempts(client) == [(SLIP.id, False, 0), (SLIP.id, True, 0)]


def test_who_wins_is_answered_by_a_player_and_a_number(client: SiteClient) -> None:
    winner, plies = right(WHO).split()
    assert "does win, but not in" in send(client, WHO, winner=winner, plies="99").text
    assert (
        f"Right. Player {winner} wins in {plies} move" in send(client, WHO, winner=winner, plies=plies).text
    )


def test_a_win_is_played_to_its_end_against_the_best_defence(client: SiteClient) -> None:
    moves, page = FINISH.moves, Page("")
    while "Solved" not in page.text:
        asked = FINISH.asked(moves)
        best = asked.position.game.write(asked.answers.best(asked.position.state)[0])
        page = send(client, FINISH, ply=str(len(moves)), answer=best)
        moves = tuple(
            re.findall(r"<li value=\"\d+\"[^>]*>([^<]+)</li>", client.get(f"/puzzle/{FINISH.id}").text)
        )
    assert FINISH.standing(moves).position.winner == FINISH.to_move
    assert attempts(client) == [(FINISH.id, True, 0)]


def test_scripts_get_the_regions_that_change(client: SiteClient) -> None:
    fields = {"ply": str(len(WIN.moves)), "answer": wrong(WIN)}
    told = client.post(f"/puzzle/{WIN.id}", data=fields, headers={"accept": "application/json"})
    regions = told.json()["regions"]
    assert "Try again." in regions["said"]
    assert all(Page(html).problems == [] for html in regions.values())
    refused = client.post(
        f"/puzzle/{WIN.id}", data=fields | {"answer": "?"}, headers={"accept": "application/json"}
    )
    assert (refused.status_code, refused.json()["status"]) == (400, 400)


def test_what_one_browser_has_done_no_other_sees(client: SiteClient) -> None:
    send(client, WIN, answer=wrong(WIN))
    client.become_a_stranger()
    assert attempts(client) == []
    page = page_of(client.get(f"/puzzle/{WIN.id}"))
    assert "Try again" not in page.text
    assert "Your rating 1,200" in page_of(client.get("/puzzles")).text
    assert attempts(client) == []


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/puzzle/zzz", 404, "There is no puzzle 'zzz'."),
        ("/embed/puzzle/zzz", 404, "There is no puzzle 'zzz'."),
        ("/puzzles?game=chess", 400, "There is no game 'chess'; the games are digit-stack,"),
        ("/puzzles/next?theme=luck", 400, "There is no theme 'luck'; the themes are at-once,"),
        ("/puzzles?task=lose", 400, "There is no task 'lose'; the tasks are win,"),
        ("/puzzles/next?rating=high", 400, "A rating is a whole number such as 1200, not 'high'."),
        ("/puzzles?tab=x", 400, "There is no tab 'x'; the tabs are failed and tried."),
        ("/puzzles/next?theme=theory&game=operation-obliteration", 404, "There is no puzzle like this"),
        ("/daily/2999-01-01", 404, "There are daily puzzles from 2026-01-01 to "),
        ("/daily/2026-02-29", 404, "is no date; one is written like "),
        ("/daily/tomorrow", 404, "is no date; one is written like "),
        (f"/puzzle/{WIN.id}?day=tomorrow", 404, "is no date; one is written like "),
        (f"/puzzle/{FINISH.id}?day=2026-01-01", 404, "This is no daily puzzle of 2026-01-01."),
        (f"/embed/puzzle/{WIN.id}?moves=1", 400, "Only a game that is to be finished goes on."),
        (f"/embed/puzzle/{WIN.id}?answer=x", 400, ""),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(
    client: SiteClient, address: str, status: int, sentence: str
) -> None:
    assert sentence in page_of(client.get(address), status).text


# Elsewhere


def test_a_puzzle_in_a_frame_is_answered_by_addresses_and_nothing_is_kept(client: SiteClient) -> None:
    for puzzle in ONE_OF_EACH.values():
        given = {"answer": right(puzzle)}
        if puzzle is WHO:
            given = dict(zip(("winner", "plies"), right(WHO).split(), strict=True))
        answer = client.get(f"/embed/puzzle/{puzzle.id}", params=given)
        assert answer.headers["content-security-policy"].endswith("frame-ancestors *")
        assert "Right. " in page_of(answer).text
    page = page_of(client.get(f"/embed/puzzle/{FINISH.id}", params={"answer": right(FINISH)}))
    on = next(each["href"] for each in page.with_class("choice") if "href" in each)
    assert page_of(client.get(on)).with_class("said")
    page = page_of(client.get(f"/embed/puzzle/{WIN.id}", params={"answer": wrong(WIN)}))
    assert "It goes on like this:" in page.text
    assert attempts(client) == []


def test_progress_is_downloaded_and_added_to_another_browser(client: SiteClient) -> None:
    send(client, WIN, answer=wrong(WIN))
    send(client, WHO, answer=right(WHO))
    kept = client.get("/puzzles/progress.json")
    assert "attachment" in kept.headers["content-disposition"]
    client.become_a_stranger()
    brought = {"file": ("numduel-puzzles.json", kept.content, "application/json")}
    assert "2 attempts added." in page_of(client.post("/puzzles/import", files=brought)).text
    assert client.get("/puzzles/progress.json").json() == kept.json()
    assert "0 attempts added." in page_of(client.post("/puzzles/import", files=brought)).text
    client.post("/puzzles/forget")
    assert attempts(client) == []


@pytest.mark.parametrize(
    ("content", "status", "sentence"),
    [
        (b"", 400, "Choose a file first"),
        (b"nonsense", 400, "This is no progress: it is not JSON."),
        (b"\xff\xfe\x00", 400, "In the file, line 1: this is UTF-16; save it as UTF-8."),
        (b'{\n"day": "\xf6"}', 400, "In the file, line 2: the byte F6 is no UTF-8; save it as UTF-8."),
        (b'{"attempts": [{}]}', 400, "Attempt 1 is none: its 'puzzle' must be the name of a puzzle."),
        (b" " * 1_000_001, 413, "at most 1000000 bytes are taken."),
    ],
)
def test_a_file_that_is_no_progress_is_refused(
    client: SiteClient, content: bytes, status: int, sentence: str
) -> None:
    sent = client.post("/puzzles/import", files={"file": ("progress.json", content)})
    assert sentence in page_of(sent, status).text
    assert attempts(client) == []


# Limits


def test_what_cannot_be_kept_is_not_told(client: SiteClient, monkeypatch: pytest.MonkeyPatch) -> None:
    send(client, WHO, do="again")  # which gives the browser its key

    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(client.site.store.attempts, "add", fail)
    fields = {"ply": str(len(WIN.moves)), "answer": right(WIN)}
    refused = page_of(client.post(f"/puzzle/{WIN.id}", data=fields), 503)
    assert "The disk is full." in refused.text
    monkeypatch.undo()
    assert "Solved" not in page_of(client.get(f"/puzzle/{WIN.id}")).text
    assert "Solved" in send(client, WIN, answer=right(WIN)).text
    assert attempts(client) == [(WIN.id, True, 0)]


def test_of_the_puzzles_that_somebody_is_at_only_so_many_are_remembered(client: SiteClient) -> None:
    site = client.site
    before, site.sittings = site.sittings, Sittings(site.lobby.commits, site.solver, 1)
    send(client, WIN, answer=wrong(WIN))
    send(client, WHO, do="hint")
    assert "Try again" not in page_of(client.get(f"/puzzle/{WIN.id}")).text
    assert attempts(client) == [(WIN.id, False, 0)]  # what counts is kept
    site.sittings = before


def test_too_many_answers_from_one_address_have_to_wait() -> None:
    limits = WebLimits(answers=Limit(most=2, seconds=60))
    config = Config(workers=1, public_url="http://duel.example", limits=limits)
    with SiteClient(config, origin="http://duel.example", address=("192.0.2.7", 5_000)) as client:
        codes = [client.post(f"/puzzle/{WIN.id}", data={"answer": "?"}).status_code for _ in range(3)]
        assert codes == [409, 409, 429]
        assert client.get(f"/embed/puzzle/{WIN.id}?answer=1").status_code == 429
        assert client.get(f"/puzzle/{WIN.id}").status_code == 200

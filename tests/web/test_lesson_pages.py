"""`/learn`: lessons in a browser without scripts, the same as at the terminal."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from web_pages import Page, SiteClient

from numduel import games, load
from numduel.learn.judging import asked_in, judge
from numduel.learn.teaching import lesson_of
from numduel.store.lessons import Place

SPEC = "operation-duel:target=9"
LESSON = lesson_of(load(SPEC))
ADDRESS = f"/learn/{SPEC}"
TOTAL = len(LESSON.steps)


@pytest.fixture(scope="module")
def client() -> Iterator[SiteClient]:
    with SiteClient() as one:
        yield one


def place(client: SiteClient, spec: str = SPEC) -> Place:
    """How far the only browser that has come is."""
    (rows,) = {by for by, _, _ in client.site.store.lessons._places}  # type: ignore[attr-defined]
    found = client.site.store.lessons.of(rows)
    (here,) = (each for each in found if isinstance(each, Place) and each.lesson == spec)
    return here


def send(client: SiteClient, number: int, **fields: str) -> httpx.Response:
    return client.post(ADDRESS, data={"step": str(number + 1), **fields})


def text_of(answer: httpx.Response) -> str:
    (main,) = Page(answer.text).find("main")
    return main[1]


def answer_to(number: int, moves: tuple[str, ...] | None = None) -> str:
    step = LESSON.steps[number]
    if step.kind != "play":
        return step.right[0]
    asked = asked_in(step, moves)
    return step.game.write(asked.answers.best(asked.position.state)[0])


def first(kind: str) -> int:
    return next(number for number, step in enumerate(LESSON.steps) if step.kind == kind)


def test_what_several_pages_send_at_once_is_all_kept(client: SiteClient) -> None:
    client.post(ADDRESS, data={"do": "restart"})
    asking = [number for number, step in enumerate(LESSON.steps) if step.asks][:4]
    client.post_at_once(ADDRESS, *({"step": str(number + 1), "do": "hint"} for number in asking))
    assert place(client).missed == tuple(asking)
    client.post(ADDRESS, data={"do": "restart"})


def test_every_game_and_variant_is_listed_and_linked_from_home(client: SiteClient) -> None:
    links = Page(client.get("/learn").text).links()
    for name, kind in games().items():
        assert f"/learn/{name}" in links
        for variant in kind.variants:
            assert f"/learn/{load(f'{name}:{variant.name}').spec}" in links
        assert f"/learn/{name}" in Page(client.get("/").text).links()


def test_a_lesson_is_taken_from_its_first_step_to_its_last(client: SiteClient) -> None:
    assert f"Step 1 of {TOTAL} · The rules" in text_of(client.get(ADDRESS))
    for number, step in enumerate(LESSON.steps):
        shown = client.get(ADDRESS)
        assert f"Step {number + 1} of {TOTAL}" in text_of(shown)
        assert all(words in text_of(shown) for words in step.words)
        if step.kind in ("told", "worked"):
            assert send(client, number, do="go").headers["location"] == f"{ADDRESS}?step={number + 2}"
            continue
        moves, solved = step.moves, False
        while not solved:
            given = answer_to(number, moves)
            answer = send(client, number, answer=given, moves=" ".join(moves))
            assert 'class="said is-right"' in answer.text
            reply = judge(step, given, moves)
            moves, solved = reply.moves, reply.solved
        assert "Go on" in text_of(answer)
    asked = len(LESSON.exam())
    end = text_of(client.get(ADDRESS))
    assert f"This is the end of the lesson. Exam: {asked} of {asked} right at the first try, passed." in end
    listed = text_of(client.get("/learn"))
    assert "Operation Duel: target=9 done" in listed
    assert client.post(ADDRESS, data={"do": "restart"}).status_code == 303
    assert (place(client).done, place(client).missed) == (0, ())


def test_wrong_answers_are_refuted_and_hints_solutions_and_skips_count_as_missed(client: SiteClient) -> None:
    client.post(ADDRESS, data={"do": "restart"})
    number = first("find")
    step = LESSON.steps[number]
    wrong = next(move for move in map(step.game.write, step.position.moves) if move not in step.right)
    refuted = send(client, number, answer=wrong)
    assert 'class="said is-wrong"' in refuted.text
    assert "Try again." in text_of(refuted)
    assert (place(client).done, place(client).missed) == (0, (number,))
    assert step.hint in text_of(send(client, number, do="hint"))
    assert "Right: " in text_of(send(client, number, do="solution"))
    assert place(client).done == number + 1
    first_of_exam, second, *_ = LESSON.exam()
    send(client, second, answer=answer_to(second))
    assert first_of_exam in place(client).missed
    assert second not in place(client).missed


def test_what_is_no_answer_changes_nothing(client: SiteClient) -> None:
    client.post(ADDRESS, data={"do": "restart"})
    number = first("find")
    refused = send(client, number, answer="fly <b>")
    assert refused.status_code == 400
    assert "That is no move here; the moves are +1 and *2." in text_of(refused)
    assert "<b>" not in refused.text.partition("<main")[2].partition("</main")[0].replace("<b class", "")
    assert (place(client).done, place(client).missed) == (0, ())


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"step": "999", "answer": "+1"}, 400),
        ({"step": "two", "answer": "+1"}, 400),
        ({"step": "5", "do": "fly"}, 400),
        ({"step": "5", "answer": "9" * 300}, 400),
        ({"step": str(first("play") + 1), "answer": "+1", "moves": "*2 *2 *2"}, 400),
        ({"step": str(first("play") + 1), "answer": "+1", "moves": "nonsense"}, 400),
    ],
)
def test_strange_forms_are_refused_in_a_sentence(
    client: SiteClient, fields: dict[str, Any], status: int
) -> None:
    assert client.post(ADDRESS, data=fields).status_code == status


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/learn/chess", 404),
        (f"{ADDRESS}?step=0", 400),
        (f"{ADDRESS}?step={TOTAL + 2}", 400),
        ("/learn/operation-stack:operations=plus/swap", 422),
        ("/learn/operation-duel:target=0", 400),
    ],
)
def test_addresses_that_lead_nowhere_say_so(client: SiteClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_what_is_kept_of_lessons_is_forgotten_on_request(client: SiteClient) -> None:
    send(client, 0, do="go")
    assert place(client).done == 1
    assert "Forget my lessons" in text_of(client.get("/learn"))
    assert client.post("/learn/forget").status_code == 303
    assert not client.site.store.lessons._places  # type: ignore[attr-defined]


def test_looking_at_a_lesson_keeps_nothing_of_a_stranger() -> None:
    with SiteClient() as stranger:
        stranger.get("/learn")
        stranger.get("/learn/operation-obliteration?step=2")
        assert not stranger.site.store.lessons._places  # type: ignore[attr-defined]

"""Who has gone away, who comes back, and games that are claimed; on a server that does not wait for long."""

import re
from collections.abc import Iterator

import pytest
from browsing import Come, Visitor
from live_tables import quick
from playwright.sync_api import expect
from threaded import ThreadedServer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")  # so that whoever has come leaves before it ends
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    """A server on which people are away after a second, and lose their game after seven."""
    path = tmp_path_factory.mktemp("hasty") / "games.db"
    with ThreadedServer(quick(away_seconds=1, claim_seconds=7), path) as server:
        yield server


def seated(ann: Visitor, ben: Visitor) -> str:
    address = ann.start("operation-duel", against="friend", name="Ann")
    ben.sit_at(address)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take this seat").click()
    ben.table.wait_until_current()
    ann.table.play("+1")
    ben.table.play("+1")
    return address


def test_who_leaves_is_away_and_who_stays_can_claim_the_game(come: Come, hasty: ThreadedServer) -> None:
    ann, ben = come(hasty.url), come(hasty.url)
    address = seated(ann, ben)
    ben.page.goto("about:blank")
    expect(ann.table.offers).to_contain_text(re.compile(r"Ben is away\. You can claim the game in \d s\."))
    expect(ann.table.news).to_contain_text("Ben is away.")
    claim = ann.page.get_by_role("button", name="Claim the game")
    expect(claim).to_be_hidden()
    expect(claim).to_be_visible()
    claim.click()
    ann.table.expect_turn("You win")
    expect(ann.table.reason).to_have_text("Ben left.")
    ben.sit_at(address)
    ben.table.expect_turn("Ann wins")


def test_who_comes_back_in_time_plays_on(come: Come, hasty: ThreadedServer) -> None:
    ann, ben = come(hasty.url), come(hasty.url)
    address = seated(ann, ben)
    ben.page.goto("about:blank")
    expect(ann.table.offers).to_contain_text("Ben is away.")
    ben.sit_at(address)
    expect(ann.table.news).to_contain_text("Ben is back.")
    expect(ann.table.offers).not_to_contain_text("away")
    ann.table.play("+1")
    ben.table.expect_moves("+1", "+1", "+1")

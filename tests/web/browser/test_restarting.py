"""A server that stops in the middle of a game, and starts again."""

import signal
from pathlib import Path

import pytest
from browsing import CUT, Come
from playwright.sync_api import expect
from webserver import WebServer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_page_comes_back_by_itself_with_the_same_game(how: signal.Signals, come: Come, path: Path) -> None:
    with WebServer(path) as first:
        somebody = come(first.url)
        somebody.allow(CUT)
        table = somebody.table
        somebody.start("top-stack-twelve", name="Ann", name2="Ben")
        table.play("2", "3")
        first.stop(how)
        said = "The server is starting again" if how == signal.SIGTERM else "The connection is lost"
        expect(table.connection).to_contain_text(said)
        expect(table.connection).to_contain_text("What you see may be old.")
        table.expect_ours(False)
        port = first.port
    with WebServer(path, "--port", str(port)) as second:
        assert second.port == port
        expect(table.connection).to_be_hidden()
        table.expect_moves("2", "3")
        table.play("4")
        table.expect_moves("2", "3", "4")
        somebody.page.goto("about:blank")

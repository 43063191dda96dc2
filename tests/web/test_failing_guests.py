"""Games of other packages whose rules end a program: pages say so, and the server goes on."""

from collections.abc import Iterator

import httpx
import pytest
from packages import EXAMPLE, Packages
from webserver import WebServer

MOVES = "return range(1, min(self.most, state) + 1)"
FAILS_LATER = "if state < self.start:\n            raise {}\n        " + MOVES


@pytest.fixture(scope="module", params=["SystemExit(0)", "KeyboardInterrupt", "BaseException('no')"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    guests = Packages(tmp_path_factory.mktemp("guests"))
    assert MOVES in EXAMPLE
    guests.install("countdown", EXAMPLE.replace(MOVES, FAILS_LATER.format(request.param)))
    with WebServer(tmp_path_factory.mktemp("web") / "games.db", PYTHONPATH=guests.path) as one:
        yield one


def test_a_page_names_the_package_and_the_server_goes_on(server: WebServer) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as client:
        for page in ("analysis", "embed", "learn", "play"):
            assert "he package countdown has failed." in client.get(f"/{page}/countdown").text, page
        refused = client.get("/api/analysis", params={"spec": "countdown"})
        assert refused.json() == {"error": "The package countdown has failed.", "status": 422}
        assert client.get("/analysis/operation-duel").status_code == 200
    assert server.process.poll() is None

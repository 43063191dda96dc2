"""How often somebody may do something, and whom visitors may ask for."""

from pathlib import Path

import httpx
import pytest
from packages import PLAYER, Packages
from webserver import WebServer

from numduel.web.config import Limit
from numduel.web.serving.rates import MOST_REMEMBERED, Rates


def test_a_burst_is_allowed_and_then_an_even_pace() -> None:
    rates = Rates(Limit(most=30, seconds=3_600))
    assert [rates.wait("a", now=1_000.0) for _ in range(30)] == [0] * 30
    assert rates.wait("a", now=1_000.0) == pytest.approx(120)
    assert rates.wait("b", now=1_000.0) == 0
    assert rates.wait("a", now=1_119.0) == pytest.approx(1)
    assert rates.wait("a", now=1_120.0) == 0
    assert rates.wait("a", now=1_121.0) > 0


def test_several_things_at_once_are_counted_each() -> None:
    rates = Rates(Limit(most=10, seconds=10))
    assert rates.wait("a", 8, now=50.0) == 0
    assert rates.wait("a", 3, now=50.0) == pytest.approx(1)
    assert rates.wait("a", 2, now=50.0) == 0


def test_only_so_many_are_remembered() -> None:
    rates = Rates(Limit(most=1, seconds=1e9))
    for number in range(MOST_REMEMBERED + 10):
        assert rates.wait(str(number), now=1.0) == 0
    assert len(rates._due) == MOST_REMEMBERED
    assert rates.wait(str(MOST_REMEMBERED + 9), now=1.0) > 0


def test_from_one_address_only_so_many_tables_are_opened(path: Path) -> None:
    with WebServer(path, "--public-url", "http://duel.example") as server:

        def opened(address: str) -> httpx.Response:
            return httpx.post(
                f"{server.url}/api/rooms", json={"spec": "digit-stack"}, headers={"X-Forwarded-For": address}
            )

        assert {opened("198.51.100.7").status_code for _ in range(30)} == {201}
        refused = opened("198.51.100.7")
        assert refused.status_code == 429
        assert "30 tables" in refused.json()["error"]
        assert 1 <= int(refused.headers["retry-after"]) <= 120
        assert opened("198.51.100.8").status_code == 201
        # Half of an IPv6 address is one household's.
        assert {opened(f"2001:db8::{number:x}").status_code for number in range(30)} == {201}
        assert opened("2001:db8::ffff:1").status_code == 429
        assert opened("2001:db8:0:1::1").status_code == 201


def test_without_a_public_url_nobody_is_believed_to_come_from_elsewhere(path: Path) -> None:
    with WebServer(path) as server:
        codes = [
            httpx.post(
                f"{server.url}/api/rooms",
                json={"spec": "digit-stack"},
                headers={"X-Forwarded-For": f"198.51.100.{number}"},
            ).status_code
            for number in range(32)
        ]
        assert codes == [201] * 30 + [429] * 2
        # Somebody at the machine itself has no limit.
        assert httpx.post(f"{server.url}/api/rooms", json={"spec": "digit-stack"}).status_code == 201


def test_visitors_give_players_of_other_packages_no_details(tmp_path: Path, path: Path) -> None:
    packages = Packages(tmp_path)
    packages.install_player("greedy", PLAYER)
    with WebServer(path, PYTHONPATH=packages.path) as server:
        asked = {"spec": "operation-duel", "players": ["human", "greedy:/etc/passwd"]}
        refused = httpx.post(f"{server.url}/api/rooms", json=asked)
        assert refused.status_code == 400
        assert "details" in refused.json()["error"]
        asked["players"] = ["human", "greedy"]
        assert httpx.post(f"{server.url}/api/rooms", json=asked).status_code == 201

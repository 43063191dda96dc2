"""docs/web.md says what the server does."""

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

from commandline import PATIENCE, environment
from pages import files, read
from webserver import WebServer

from numduel.cli.parser import command_parser
from numduel.match.events import COMMANDS
from numduel.web.app import routes
from numduel.web.config import Config, Limit, WebLimits
from numduel.web.serving.server import PING_SECONDS

PAGE = read("docs/web.md")


def said(value: object) -> str:
    """A limit as the page says it."""
    if isinstance(value, Limit):
        return f"{value.most:,} in {value.seconds:,.0f} seconds"
    assert isinstance(value, int | float)
    return f"{value:,.0f}"


def test_every_limit_is_stated() -> None:
    table = PAGE.partition("## Limits")[2].partition("## ")[0]
    for field in dataclasses.fields(WebLimits):
        value = said(getattr(WebLimits(), field.name))
        assert re.search(rf"\b{re.escape(value)}\b", table), (field.name, value)
    stated = set(re.findall(r"[\d,]*\d", table))
    known = {
        number
        for field in dataclasses.fields(WebLimits)
        for number in re.findall(r"[\d,]*\d", said(getattr(WebLimits(), field.name)))
    }
    assert stated - known == {str(Config().workers)}


def test_the_times_that_are_stated_are_those_of_the_server() -> None:
    config = Config()
    text = " ".join(PAGE.split())
    assert f"open for {config.away_seconds} seconds is shown as away" in text
    silent = f"{PING_SECONDS + config.away_seconds:g} to {2 * PING_SECONDS + config.away_seconds:g} seconds"
    assert f"it takes {silent}" in text
    assert f"After {config.claim_seconds} seconds the other may claim" in text
    assert f"expires after {config.seat_link_seconds // 3600} hours" in text
    assert f"within {config.drain_seconds} seconds it is gone" in text
    assert (config.host, config.port) == ("127.0.0.1", 8000)


def test_every_option_is_told() -> None:
    options = {name for action in command_parser("web")._actions for name in action.option_strings}
    told = set(re.findall(r"`(--[\w-]+)", PAGE))
    assert options - {"-h", "--help", "--plain"} == told


def test_every_command_and_every_page_is_named() -> None:
    for name in set(COMMANDS) - {"leave", "run_out_of_time", "ask_warning"}:
        assert re.search(rf'[`"]{name}[`"]', PAGE), name
    addresses = re.findall(r"`(/[\w/{}?=+.-]*)", PAGE)
    there = {re.sub(r"\{\w+(:\w+)?\}", "X", str(getattr(route, "path", ""))) for route in routes()}
    for address in addresses:
        plain = re.sub(r"\{\w+\}|\b(ID|SPEC|GAME|DATE)\b", "X", address.partition("?")[0])
        assert plain in there, address


def test_the_bot_plays_a_game_to_its_end(path: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(files("docs/web.md")["bot.py"])
    with WebServer(path) as server:
        done = subprocess.run(
            [sys.executable, "bot.py", server.url],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert done.stderr == ""
    *moves, last = done.stdout.splitlines()
    assert all(line.endswith(" done") for line in moves)
    assert re.fullmatch(r"player [12] wins: http://127.0.0.1:\d+/g/\w{10}", last)


def test_the_bot_is_as_short_as_is_said() -> None:
    bot = files("docs/web.md")["bot.py"]
    lines = [line for line in bot.splitlines() if line.strip() and not line.startswith("import ")]
    assert len(lines) <= 20

"""People in front of browsers, each with cookies of their own; what goes wrong is noted."""

import contextlib
import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from commandline import REPOSITORY
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

ARGUMENTS = (
    "--no-sandbox",  # it may be started by root
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
CUT = r"WebSocket connection to .* failed|net::ERR_"  # what browsers say of a connection that is cut
PATIENCE = 20_000  # milliseconds, far beyond what anything here takes
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""
_LATE = """const {{ set }} = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {{
    set(hear) {{ set.call(this, (event) => setTimeout(() => hear(event), {milliseconds})); }} }});"""

expect.set_options(timeout=PATIENCE)


@contextlib.contextmanager
def a_browser() -> Iterator[Browser]:
    """The Chrome or Chromium that ./test would use, running."""
    script = '. ./tools/browser.sh; known_browser; printf %s "$NUMDUEL_BROWSER"'
    found = subprocess.run(("/bin/sh", "-c", script), cwd=REPOSITORY, capture_output=True, text=True).stdout
    assert found, "no Chrome or Chromium was found"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own and one page. What must not happen is kept in `complaints`."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.responses: list[Response] = []
        self._allowed: list[str] = []
        self._pending: set[Request] = set()
        settings: dict[str, Any] = {"base_url": url, "viewport": {"width": 1280, "height": 800}}
        self.context = browser.new_context(**settings | options)
        self.context.set_default_timeout(PATIENCE)
        if options.get("java_script_enabled", True):
            self.context.add_init_script(_VIOLATIONS)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("request", self._see)
        self.context.on("requestfinished", lambda request: self._pending.discard(request))
        self.context.on("requestfailed", lambda request: self._pending.discard(request))
        self.context.on("response", lambda response: self.responses.append(response))
        self.page: Page = self.context.new_page()
        self.table = Table(self.page)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _see(self, request: Request) -> None:
        self._pending.add(request)
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.url).netloc:
            self.complaints.append(f"a request to another host: {request.url}")

    def allow(self, *patterns: str) -> None:
        """Expect complaints of these kinds."""
        self._allowed += patterns

    def delay_answers(self, milliseconds: int) -> None:
        """Let whatever the server says at a table reach the page late, as over a slow network."""
        self.context.add_init_script(_LATE.format(milliseconds=milliseconds))

    def visit(self, address: str, status: int = 200) -> Response:
        """Go to an address, which is answered with this status."""
        if status >= 400:
            self.allow(f"status of {status}")
        response = self.page.goto(address)
        assert response is not None, address
        assert response.status == status, (address, response.status, self.page.inner_text("body"))
        return response

    def post(self, address: str, fields: dict[str, str]) -> str:
        """Send a form as a page of the site would; where the answer leads."""
        headers = {"Origin": self.url}
        answer = self.context.request.post(address, form={**fields}, headers=headers, max_redirects=0)
        assert answer.status == 303, (address, answer.status, answer.text())
        return answer.headers["location"]

    def start(self, spec: str, **fields: str) -> str:
        """Start a game as the form would, and go to its table; the table's address."""
        kind, _, rules = spec.partition(":")
        if "=" in rules:
            given = {f"set-{name}": value for name, value in (one.split("=") for one in rules.split(","))}
            fields = given | fields
        chosen = "own" if "=" in rules else rules or "rulebook"
        address = self.post(f"/play/{kind}", {"against": "here", "rules": chosen, **fields})
        self.sit_at(address)
        return address

    def sit_at(self, address: str) -> None:
        """Go to a table, and wait until it is live."""
        self.visit(address)
        self.table.wait_until_current()

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Locator, most: int = 80) -> None:
        """Move the focus by the Tab key until it is on an element."""
        element = wanted.element_handle()
        for _ in range(most):
            self.press("Tab")
            if element.evaluate("element => element === document.activeElement"):
                return
        raise AssertionError(f"{wanted} cannot be reached by {most} steps of Tab")

    def weight(self) -> int:
        """How many bytes the answers so far were over the wire; those under way are waited for."""
        while self._pending:
            self.page.wait_for_timeout(10)
        sizes = [response.request.sizes() for response in self.responses]
        return sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)

    def leave(self) -> list[str]:
        """Close the browser; what went wrong and was not expected."""
        self.context.close()
        return [each for each in self.complaints if not any(re.search(one, each) for one in self._allowed)]


Come = Callable[..., Visitor]  # with the address of a site


class Table:
    """What somebody sees at a table, and does there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.reason = page.locator("#status .reason")
        self.choices = page.locator("#choices button, #board button")
        self.offers = page.locator("#offers")
        self.actions = page.locator("#actions")
        self.connection = page.locator("#connection")
        self.words = page.locator("#words")
        self.news = page.locator("#news")
        self.moves = page.locator("#moves li")
        self.line = page.locator("#line")

    def wait_until_current(self) -> None:
        """Wait until what is shown is how things stand."""
        expect(self.page.locator("main")).to_have_attribute("data-current", "")

    def choice(self, move: str) -> Locator:
        """The button of a move."""
        return self.page.locator(f'[data-command*=\'"move":"{move}"\']')

    def play(self, *moves: str) -> None:
        """Make moves by clicking; each is waited for."""
        for move in moves:
            before = self.moves.count()
            self.choice(move).click()
            expect(self.moves).not_to_have_count(before)

    def say(self, words: str) -> None:
        """Type words and send them."""
        self.line.fill(words)
        self.line.press("Enter")

    def act(self, words: str | re.Pattern[str]) -> None:
        """Press one of the buttons below the choices, or that answer an offer."""
        self.page.locator("#actions, #offers").get_by_role("button", name=words).click()

    def expect_turn(self, words: str | re.Pattern[str]) -> None:
        """Check what is said of whose turn it is, or who has won."""
        expect(self.page.locator("#status .turn")).to_have_text(words, use_inner_text=True)

    def expect_moves(self, *moves: str) -> None:
        """Check which moves are listed."""
        expect(self.moves).to_have_text(list(moves))

    def expect_ours(self, ours: bool = True) -> None:
        """Check whether we may move."""
        attribute = expect(self.choices.first)
        if ours:
            attribute.not_to_have_attribute("aria-disabled", "true")
        else:
            attribute.to_have_attribute("aria-disabled", "true")


def too_wide(page: Page) -> list[str]:
    """What is wider than the window."""
    found: list[str] = page.evaluate(
        """() => {
            const most = document.documentElement.clientWidth;
            if (document.scrollingElement.scrollWidth <= most) return [];
            return [...document.querySelectorAll("body *")]
                .filter((each) => each.getBoundingClientRect().right > most + 0.5)
                .map((each) => each.outerHTML.slice(0, 120));
        }"""
    )
    return found


def too_small(page: Page) -> list[str]:
    """Buttons and fields that are too small to be pressed with a thumb."""
    found: list[str] = page.evaluate(
        """() => {
            const fields = "input:not([type=radio], [type=checkbox], [type=hidden])";
            const wanted = `button, summary, select, ${fields}, a.main, a.choice, a.game, .option, .check`;
            return [...document.querySelectorAll(wanted)].filter((each) => {
                const { width, height } = each.getBoundingClientRect();
                return each.getClientRects().length && (width < 43.5 || height < 43.5);
            }).map((each) => each.outerHTML.slice(0, 120));
        }"""
    )
    return found


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong with a page as it stands, by all of WCAG's rules or by these."""
    # What has just come is faded in, and has less contrast until then.
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": WCAG}
    there = page.evaluate("typeof axe === 'object'")  # it is large, and stays until another page comes
    axe = Axe("") if there else Axe()
    found = axe.run(page, options={"resultTypes": ["violations"], "runOnly": only}).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]

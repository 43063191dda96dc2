"""A real browser for tests: Chrome or Chromium, as ./test finds it, with every complaint of a page kept."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PHONE, TABLET, SCREEN = (360, 740), (768, 1024), (1280, 900)
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A browser that looks for no network of its own."""
    names = (os.environ.get("NUMDUEL_BROWSER") or "", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, filter(None, names))))
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        try:
            yield opened
        finally:
            opened.close()


@contextlib.contextmanager
def visiting(opened: Browser, url: str, *, size: tuple[int, int] = SCREEN, **options: Any) -> Iterator[Page]:
    """A page of somebody who has never been there before; fails where the page complains of anything."""
    wide, high = size
    options = {"reduced_motion": "reduce", **options}
    context = opened.new_context(base_url=url, viewport={"width": wide, "height": high}, **options)
    complaints: list[str] = []
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        yield page
        # That something was refused or not found is said in the page; a browser notes it too.
        assert [each for each in complaints if not each.startswith("Failed to load resource")] == []
    finally:
        context.close()


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page as it stands."""
    found = Axe().run(page, options={"runOnly": WCAG}).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({'; '.join(node['html'][:120] for node in each['nodes'][:3])})"
        for each in found
    ]


def too_wide(page: Page) -> int:
    """By how many pixels a page is wider than the window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


_SMALL_TARGETS = """() => {
  const fields = "input:not([type=radio], [type=checkbox], [type=hidden])";
  const wanted = `button, summary, select, ${fields}, a.main, a.choice, a.game, .option, .check`;
  return [...document.querySelectorAll(wanted)].filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return each.getClientRects().length && (width < 43.5 || height < 43.5);
  }).map((each) => each.outerHTML.slice(0, 80));
}"""


def small_targets(page: Page) -> list[str]:
    """Buttons and fields that are too small to be pressed with a thumb."""
    small: list[str] = page.evaluate(_SMALL_TARGETS)
    return small

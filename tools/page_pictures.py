"""Take pictures of all pages of the judge, at the sizes and in the lights in which they are looked
at: ``python tools/page_pictures.py FOLDER``. With ``--docs`` those in docs/images are taken anew,
and with ``--gallery`` docs/reference/pages-gallery.md with one of every page.

A judge with the game of ``make serve``, games that are over and tournaments is opened for it. It
takes Debian's Chromium.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

import uvicorn
from page_scene import Scene
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.running.demonstration import MASTER, Demonstration, demonstrate
from dragoman.judge.service import Judge
from dragoman.web.app import make_app
from dragoman.web.pages import all_pages

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
PASSWORD: Final = "a picture of it all"
ADMIN: Final = "Adele"
SIZES: Final = {390: 844, 820: 1180, 1440: 900}
LIGHTS: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LANGUAGES: Final = {"en": "en-GB", "de": "de-DE"}
COLOURS: Final = 256
"""How many colours a picture in the docs has: enough for maps, in a third of the room."""
GIVEN: Final = {
    "game": "1", "phase": "F1901M", "variant": "standard", "number": "2", "pool": "standard",
    "sandbox": "1", "name": "spring-open",
}  # fmt: skip
"""What stands in addresses; pages that ask for something else are told of, and left out."""
OTHERS: Final = (
    "/games/1?thread=ALL", "/games/1/turns/F1901M?why=true", "/games/2", "/games/2/record",
    "/games/2/replay", "/games/7", "/games/8", "/games/8/turns/S1454M?why=true", "/games/8/rules",
    "/games?kind=over", "/games?kind=mine", "/archive?title=nothing", "/statistics?by=player",
    "/variants/machiavelli", "/tournaments/autumn-open", "/tutorial/7", "/nowhere",
)  # fmt: skip
"""Pages that look otherwise than by ``GIVEN``: games in other states, nothing found."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where all pictures go")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of those pictures")
    parser.add_argument("--docs", action="store_true", help="take those in docs/images anew")
    parser.add_argument(
        "--gallery", action="store_true", help="make docs/reference/pages-gallery.md anew"
    )
    asked = parser.parse_args()
    if asked.folder is None and not asked.docs and not asked.gallery:
        parser.error("name a folder, or say --docs or --gallery")
    with judge_with_a_scene() as (address, shown), sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if asked.folder is not None:
            asked.folder.mkdir(parents=True, exist_ok=True)
            _all_pages(browser, address, shown, asked.folder, asked.language)
        if asked.docs:
            _docs(browser, address, shown)
        if asked.gallery:
            _gallery(browser, address, shown)
        browser.close()


@contextmanager
def judge_with_a_scene() -> Iterator[tuple[str, Demonstration]]:
    """A judge with its door open, and the game that can be looked at there."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, begin = Path(scratch), (sys.executable, "-m", "dragoman", "judge", "init")
        subprocess.run(begin, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        judge = Judge(f"sqlite:///{folder}/judge.db")
        now = datetime.now(UTC)
        shown = demonstrate(judge, PASSWORD, now)
        assert shown is not None
        people, root = judge.accounts.people, Actor(is_admin=True)
        admin = people.create(root, ADMIN, "admin@example.org", PASSWORD, now)
        people.set_admin(root, admin, True)
        Scene(judge, folder, now).fill()
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(make_app(judge), log_level="error", timeout_graceful_shutdown=2)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", shown
        server.should_exit = True
        thread.join()
        judge.close()


@dataclass(frozen=True)
class Visit:
    """An address that is looked at, by whom, and what its pictures are called."""

    route: str
    path: str
    name: str
    context: BrowserContext
    is_second: bool = False
    """Whether it was looked at already, by somebody who is signed in."""


_VISITORS: Final = ("/register", "/sign-in", "/reset", "/confirm", "/new-password")


def visits(
    browser: Browser, address: str, shown: Demonstration, language: str = "en"
) -> Iterator[Visit]:
    """All pages, each by somebody who may see it; some besides by those who are not signed in."""
    player = next(one.name for one in shown.people if one.power == "TURKEY")
    people = {one: _come(browser, address, one, language) for one in (player, MASTER, ADMIN)}
    visitor = browser.new_context(base_url=address, locale=LANGUAGES[language], timezone_id="UTC")
    given = {**GIVEN, "link": _shared_board(people[player])}
    for route in _routes():
        if any(not given.get(one) for one in re.findall(r"{(\w+)", route)):
            print(f"left out: {route}")
            continue
        path = re.sub(r"{(\w+)(?::\w+)?}", lambda found: given[found[1]], route)
        context = people[player]
        if path.startswith("/admin") or path == "/tournaments/new":
            context = people[ADMIN]
        elif path == "/desk":
            context = people[MASTER]
        elif path in _VISITORS:
            context = visitor
        name = "page" + path.replace(given["link"], "link").replace("/", "-").rstrip("-")
        yield Visit(route, path, name if path != "/" else "page-home", context)
    yield Visit("/", "/", "page-home-visitor", visitor, is_second=True)
    yield Visit("/games/{game}", "/games/1", "page-games-1-visitor", visitor, is_second=True)
    for context in (*people.values(), visitor):
        context.close()


def _shared_board(player: BrowserContext) -> str:
    """The link to a private board, which somebody took aside of his game."""
    guard, boards = {"X-Dragoman": "1"}, player.request
    boards.post("/api/games/1/sandboxes", data={"title": "Aside"}, headers=guard)
    boards.post("/api/sandboxes/1/commands/share", data={}, headers=guard)
    return boards.get("/api/sandboxes/1").json()["link"]


def _all_pages(
    browser: Browser, address: str, shown: Demonstration, folder: Path, language: str
) -> None:
    others: tuple[Visit, ...] = ()
    for visit in visits(browser, address, shown, language):
        if visit.path == "/games/1" and not others:
            others = tuple(
                Visit("", path, "other" + re.sub(r"\W", "-", path), visit.context)
                for path in OTHERS
            )
            for other in others:
                _looks(other, folder)
        _looks(visit, folder)


def _looks(visit: Visit, folder: Path) -> None:
    """A page at all sizes and in both lights."""
    page = visit.context.new_page()
    for width, height in SIZES.items():
        for light in LIGHTS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=light, reduced_motion="reduce")
            page.goto(visit.path)
            _wait(page)
            page.screenshot(path=folder / f"{visit.name}-{width}-{light}.png", full_page=True)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                print(f"wider than its window: {visit.path} at {width}")
    page.close()


_PARTS: Final = (
    ("Games", ("/games", "/desk")),
    ("Private boards, lessons, help", ("/sandboxes", "/tutorial", "/help")),
    ("Variants", ("/variants",)),
    ("Results and tournaments", ("/archive", "/ratings", "/statistics", "/tournaments", "/people")),
    ("What is one's own", ("/settings", "/account")),
    ("For admins", ("/admin",)),
)
"""The parts of the gallery, and what the addresses of their pages begin with; all others come
first."""


def _gallery(browser: Browser, address: str, shown: Demonstration) -> None:
    """One picture of every page, and the page of the docs that shows them."""
    taken: dict[str, list[str]] = {name: [] for name, _ in (("First", ()), *_PARTS)}
    folder = IMAGES / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for visit in visits(browser, address, shown):
        page = visit.context.new_page()
        page.set_viewport_size({"width": 1200, "height": 800})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        answer = page.goto(visit.path)
        kind = answer.headers.get("content-type", "") if answer else ""
        if answer is None or answer.status != 200 or not kind.startswith("text/html"):
            print(f"left out: {visit.route}")
            page.close()
            continue
        _wait(page)
        page.wait_for_timeout(300)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize((840, 560))
        picture.save(folder / f"{visit.name}.webp", quality=60, method=6)
        title = page.title().removesuffix(" · Dragoman").replace("<", "")
        page.close()
        part = next((one for one, starts in _PARTS if visit.path.startswith(starts)), "First")
        who = ", as those see it who are not signed in" if visit.is_second else ""
        shown = f"![{title}{who}](../images/pages/{visit.name}.webp)"
        taken[part].append(f"**{title}** `{visit.route}`{who}\n\n{shown}")
    parts = [f"## {name}\n\n" + "\n\n".join(found) for name, found in taken.items() if found]
    GALLERY.write_text(_GALLERY.format(parts="\n\n".join(parts)), "utf-8")


GALLERY: Final = IMAGES.parent / "reference" / "pages-gallery.md"
_GALLERY: Final = """# The pages in pictures

Every page of the judge, on a desk and by day, with the game of `make serve`, some that are over
and two tournaments; `tools/page_pictures.py --gallery` takes the pictures.
[What is on each](../how-to/players/pages.md#what-there-is).

{parts}
"""


def _routes() -> Iterator[str]:
    """The addresses of all pages, as the program has them."""
    for router in all_pages._ROUTERS:
        for route in router.routes:
            path: str = getattr(route, "path", "")
            files = (".js", ".svg", ".webmanifest", "/export")
            is_page = not path.startswith("/static") and not path.endswith(files)
            if is_page and "GET" in (getattr(route, "methods", None) or ()):
                yield path


def _docs(browser: Browser, address: str, shown: Demonstration) -> None:
    """The pictures in the docs: what happened, the game on a desk and on a phone, a turn that was
    judged, games that are over, and a lesson."""
    player = next(one for one in shown.people if one.power == "TURKEY")
    context = _come(browser, address, player.name)
    sheet, guard = {"text": "F Bla-Sev\nA Arm S F Bla-Sev"}, {"X-Dragoman": "1"}
    saved = context.request.post("/api/games/1/commands/save-orders", data=sheet, headers=guard)
    assert saved.ok, saved.text()
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 860})
    page.emulate_media(reduced_motion="reduce")
    page.goto("/games/1")
    _wait(page)
    _keep(page, "page-results")
    page.locator("#results .to-now").click()
    page.locator("dip-board .view").focus()
    for key in (".", "c", "o", "n", "Enter"):
        page.keyboard.press(key)
    _keep(page, "page-game")
    page.goto("/games/1/turns/F1901M?why=true")
    _wait(page)
    _keep(page, "page-turn")
    context.close()
    context = _come(browser, address, player.name, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto("/games/1")
    _wait(page)
    _keep(page, "page-phone")
    context.close()
    visitor = browser.new_context(base_url=address, locale=LANGUAGES["en"], timezone_id="UTC")
    page = visitor.new_page()
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto("/games?kind=over")
    _keep(page, "page-games")
    page.goto("/tutorial/6")
    _wait(page)
    page.get_by_label("Order of A Paris", exact=True).select_option(label="move to")
    page.get_by_label("Order of A Paris: move to").select_option(label="→ Burgundy")
    _keep(page, "page-tutorial")
    visitor.close()


def _come(
    browser: Browser, address: str, name: str, language: str = "en", **options: bool
) -> BrowserContext:
    context = browser.new_context(
        base_url=address, locale=LANGUAGES[language], timezone_id="UTC", **options
    )
    answer = context.request.post("/api/session", data={"who": name, "password": PASSWORD})
    assert answer.ok, answer.text()
    return context


def _wait(page: Page) -> None:
    """Until the board, if there is one, is drawn."""
    page.wait_for_function(
        """() => [...document.querySelectorAll('dip-board')].every(
          one => one.shadowRoot?.querySelector('.unit, [role=alert]'))"""
    )


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(900)  # for what moves to come to rest
    taken = Image.open(io.BytesIO(page.screenshot()))
    palette = taken.convert("RGB").quantize(
        COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    palette.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()

"""Every page of the judge, found from the program's own routes: none runs what somebody wrote, and
none keeps anybody out who sees badly, has no mouse, or reads by ear."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final, Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.patience import SECONDS
from tests.web.browser.axe import ALL, LOOKS, violations
from tests.web.browser.conftest import SIZES, coming
from tests.web.browser.outline import Outline
from tests.web.browser.town import FIELDS, Town, addresses, settle
from tests.web.trial_page import Trial

_IS_FULL: Final = bool(os.environ.get("DRAGOMAN_TEST_LOOKS"))
PARTS: Final = (
    *("player", "keeper", "master", "guest", "visitor"),
    *(("other", "observer") if _IS_FULL else ()),
)
LIGHTS: Final[tuple[tuple[str, Literal["light", "dark"]], ...]] = (
    ("desk", "light"),
    ("phone", "dark"),
    *((("desk", "dark"), ("phone", "light")) if _IS_FULL else ()),
)
"""Sizes and lights in which each page is looked at: all four take twice as long, and colours and
sizes hardly depend on each other."""
NOT_SHOWN: Final = {
    "remark": "what stood beside orders that were judged is told to nobody, nor what could not be",
    "odd order": "read among them",
    "order aside": "a private board shows the orders of the position at hand alone",
}
"""Texts that no page shows, and why."""


_OF_TEXT: Final = ("text", "search", "email", "url", "password", "file")


class Answered(HTMLParser):
    """A page as it was answered: its words, and how it is made whatever the words."""

    def __init__(self, source: str, policy: str) -> None:
        super().__init__()
        # A page that holds scripts of its own is cut off from all else; what it may run is looked
        # at in the browser.
        self.is_apart = policy.startswith("sandbox allow-scripts;")
        self.words: list[str] = []
        self.shape: set[str] = set()
        self.faults: list[str] = []
        self.fields: set[str] = set()
        """Forms and their fields that take a text."""
        self._form = ""
        self.feed(source)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = re.sub(r"^/j/[A-Z0-9-]+", "/j/{}", given.get("action", ""))
            self._form = re.sub(r"\d+", "{}", action)
        name, kind = given.get("name", "").partition(":")[0], given.get("type", "text")
        if name and (tag == "textarea" or (tag == "input" and kind in _OF_TEXT)):
            self.fields.add(f"{self._form} {name}")
        named = [*sorted(given), given.get("class", ""), given.get("type", "")]
        self.shape.add(" ".join([tag, *named]))
        self.faults += [f"{tag} {name}" for name in given if name.startswith("on")]
        is_ours = given.get("src", "").startswith("/static/") or self.is_apart
        if tag == "script" and not is_ours:
            self.faults.append("a script that is no file of ours")
        links = [given.get(name, "") for name in ("href", "src", "action", "formaction")]
        self.faults += [one for one in links if one.lower().strip().startswith("javascript:")]
        # What stands in attributes is written, too: names in titles, texts in fields.
        self.words += [
            given[one]
            for one in ("value", "title", "alt", "placeholder", "aria-label")
            if one in given
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@dataclass
class Looked:
    """What was found on all pages."""

    town: Town
    faults: list[str] = field(default_factory=list[str])
    """Markup that no page of ours has, and what ran or tried to."""
    shown: set[str] = field(default_factory=set[str])
    """Texts that were shown as they were written, by what they are."""
    violations: list[str] = field(default_factory=list[str])
    astray: list[str] = field(default_factory=list[str])
    """Headings, landmarks and tables by which nobody finds the way."""
    fields: set[str] = field(default_factory=set[str])
    """Forms and their fields that take a text."""
    pages: int = 0


@pytest.fixture(scope="module")
def looked(hall: Trial, chromium: Browser) -> Looked:
    """Every page as each of the people sees it, and in a browser those that have all the markup
    there is."""
    found = Looked(settle(hall))
    town = found.town
    made: dict[tuple[str, str], set[str]] = {}
    for part in PARTS:
        asks = asking(hall, town.people.get(part, 0))
        for address in addresses(town):
            answer = asks.get(address)
            assert answer.status_code < 500, (address, part)
            # A link that leads to no game has a page, too.
            is_page = "text/html" in answer.headers.get("content-type", "")
            if answer.status_code not in (200, 404) or not is_page:
                continue
            answered = Answered(answer.text, answer.headers["content-security-policy"])
            found.faults += [f"{address} as {part}: {one}" for one in answered.faults]
            found.fields |= answered.fields
            outlined = Outline(answer.text).faults()
            found.astray += [f"{address} as {part}: {one}" for one in outlined]
            found.shown |= {one for one, text in town.written.items() if text in answered.text}
            made[part, address] = answered.shape
            if part == "player" and any("dip-board" in one for one in answered.shape):
                # Maps are drawn of what people wrote, too: each game's board is looked at.
                made[part, address].add(address.partition("?")[0])
        asks.close()
    chosen = fewest(made)
    found.pages = len(chosen)
    for part in PARTS:
        context = coming(chromium, hall, account=town.people.get(part, 0))
        window = Window(context)
        for address in (address for whose, address in chosen if whose == part):
            ran = window.opened(address)
            found.faults += [f"{address} as {part}: {one}" for one in ran]
            found.violations += [f"{address} as {part}, {one}" for one in kept_out(window.page)]
        context.close()
    return found


def fewest(made: dict[tuple[str, str], set[str]]) -> list[tuple[str, str]]:
    """The pages that are worth a browser's time: few that have all the markup there is between
    them, the richest first."""
    missing = {page: set(shape) for page, shape in made.items()}
    chosen: list[tuple[str, str]] = []
    while missing:
        page = max(missing, key=lambda one: len(missing[one]))
        seen = missing.pop(page)
        chosen.append(page)
        left = {one: shape - seen for one, shape in missing.items()}
        missing = {one: shape for one, shape in left.items() if shape}
    return chosen


def asking(hall: Trial, account: int) -> httpx.Client:
    """Somebody who asks without a browser, which takes a fifth of the time."""
    cookies = [hall.session(account)] if account else []
    signed_in = {one["name"]: one["value"] for one in cookies}
    return httpx.Client(base_url=hall.address, cookies=signed_in, timeout=SECONDS)


def test_what_people_write_never_runs(looked: Looked) -> None:
    assert looked.pages > 20
    assert not looked.faults, "\n".join(looked.faults)


def test_there_is_nowhere_else_to_write(looked: Looked) -> None:
    assert sorted(looked.fields ^ FIELDS.keys()) == []
    assert {one for one in FIELDS.values() if " " not in one} <= looked.town.written.keys()


def test_what_people_write_is_shown_as_written(looked: Looked) -> None:
    lost = looked.town.written.keys() - looked.shown - NOT_SHOWN.keys()
    assert not lost, {one: looked.town.written[one] for one in lost}
    assert not NOT_SHOWN.keys() & looked.shown, "these are shown by now"


def test_nobody_is_kept_out(looked: Looked) -> None:
    """axe: WCAG 2.2 AA and its own good practice, on a desk and a phone, in light and dark; in each
    of the four with `DRAGOMAN_TEST_LOOKS=1`."""
    assert not looked.violations, "\n".join(looked.violations)


def test_everybody_finds_the_way_by_ear(looked: Looked) -> None:
    """Every list of links, region, dialog and table has a name of its own, and headings go down by
    one level at a time."""
    assert not looked.astray, "\n".join(looked.astray)


_WATCH: Final = """
window.ran = () => { window.hasRun = ['it ran']; };
document.addEventListener('securitypolicyviolation', event => {
  (window.hasRun ??= []).push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""
_LOOK: Final = """() => {
  const found = window.hasRun ?? [];
  const shadows = [...document.querySelectorAll('*')].map(one => one.shadowRoot);
  const roots = [document, ...shadows.filter(Boolean)];
  for (const root of roots)
    for (const one of root.querySelectorAll('*'))
      for (const { name, value } of one.attributes)
        if (name.startsWith('on') || /^javascript:/i.test(value.trim()) && name !== 'value')
          found.push(`<${one.localName} ${name}="${value}">`);
  return found;
}"""


class Window:
    """A window of a browser, in which one page is opened after the other: to open a new one each
    time takes three times as long."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.page.add_init_script(_WATCH)
        self._asked: list[str] = []
        self.page.on("request", lambda request: self._asked.append(request.url))

    def opened(self, address: str) -> list[str]:
        """Open a page on a desk; what ran once all of it is there, or tried to."""
        self._asked.clear()
        width, height = SIZES["desk"]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme="null", reduced_motion="null")
        self.page.goto(address)
        self.page.wait_for_function(
            """() => [...document.querySelectorAll('dip-board')].every(
              one => one.shadowRoot?.querySelector('.unit, .cursor, [role=alert]'))"""
        )
        ran: list[str] = self.page.evaluate(_LOOK)
        return ran + [one for one in self._asked if one.endswith("/ran")]


def kept_out(page: Page) -> Iterator[str]:
    """What keeps people out of a page, at each size and in each light."""
    for number, (device, scheme) in enumerate(LIGHTS):
        width, height = SIZES[device]
        page.set_viewport_size({"width": width, "height": height})
        # Without motion: a colour on its way to another is none that stays.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for fault in violations(page, LOOKS if number else ALL):
            yield f"{device}, {scheme}: {fault}"

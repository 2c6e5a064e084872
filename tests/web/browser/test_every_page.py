"""Every page of the judge, found from the program's own routes: none runs what somebody wrote, and
none keeps anybody out who sees badly, has no mouse, or reads by ear."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.web.browser.axe import ALL, LOOKS, violations
from tests.web.browser.conftest import SIZES, Come
from tests.web.browser.town import Town, addresses, settle
from tests.web.trial_page import Trial

PARTS: Final = ("visitor", "player", "other", "observer", "master", "keeper")
NOT_SHOWN: Final[dict[str, str]] = {}
"""Texts that no page shows, and why."""


@pytest.fixture(scope="module")
def town(hall: Trial) -> Town:
    return settle(hall)


_WRITTEN: Final = ("value", "title", "alt", "placeholder", "aria-label")


class Answered(HTMLParser):
    """A page as it was answered: its words, and how it is made whatever the words."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.shape: list[str] = []
        self.faults: list[str] = []
        self.feed(source)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        named = [*sorted(given), given.get("class", ""), given.get("type", "")]
        if (made := " ".join([tag, *named])) not in self.shape[-3:]:  # rows of lists are alike
            self.shape.append(made)
        self.faults += [f"{tag} {name}" for name in given if name.startswith("on")]
        if tag == "script" and not given.get("src", "").startswith("/static/"):
            self.faults.append("a script that is no file of ours")
        links = [given.get(name, "") for name in ("href", "src", "action", "formaction")]
        self.faults += [one for one in links if one.lower().strip().startswith("javascript:")]
        # What stands in attributes is written, too: names in titles, texts in fields.
        self.words += [
            given[one]
            for one in ("value", "title", "alt", "placeholder", "aria-label")
            if one in given
        ]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def visits(town: Town, come: Come) -> Iterator[tuple[str, str, BrowserContext, Answered]]:
    """Each page as each of the people sees it."""
    for part in PARTS:
        context = come(account=town.people.get(part, 0))
        for address in addresses(town):
            answer = context.request.get(address, max_redirects=0)
            assert answer.status < 500, (address, part)
            if answer.status == 200 and "text/html" in answer.headers["content-type"]:
                yield part, address, context, Answered(answer.text())


def test_what_people_write_is_shown_as_written_and_never_runs(town: Town, come: Come) -> None:
    shown: dict[str, set[str]] = {}
    seen: set[tuple[str, ...]] = set()
    for part, address, context, answered in visits(town, come):
        assert not answered.faults, (address, part, answered.faults)
        words = answered.text
        for what, text in town.written.items():
            if text in words:
                shown.setdefault(what, set()).add(part)
        if (shape := tuple(answered.shape)) in seen:
            continue
        seen.add(shape)
        assert not ran_on(context, address), (address, part)
    missing = {one for one in town.written if one not in shown}
    assert missing == set(NOT_SHOWN), {one: town.written[one] for one in missing ^ set(NOT_SHOWN)}


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


def ran_on(context: BrowserContext, address: str) -> list[str]:
    """What ran, or tried to, on a page in a browser."""
    page = opened(context, address, _WATCH)
    found = page.evaluate(_LOOK)
    page.close()
    return found


def opened(context: BrowserContext, address: str, script: str = "") -> Page:
    """A page in a browser, once all of it is there."""
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    if script:
        page.add_init_script(script)
    page.goto(address)
    page.wait_for_function(
        """() => [...document.querySelectorAll('dip-board')].every(
          one => one.shadowRoot?.querySelector('.unit, .cursor, [role=alert]'))"""
    )
    assert not any(one.endswith("/ran") for one in asked), address
    return page


def test_nobody_is_kept_out(town: Town, come: Come) -> None:
    """axe: WCAG 2.2 AA and its own good practice, in light and dark, on a desk and a phone."""
    seen: set[tuple[str, ...]] = set()
    found: list[str] = []
    for part, address, context, answered in visits(town, come):
        if (shape := tuple(answered.shape)) in seen:
            continue
        seen.add(shape)
        page = opened(context, address)
        for number, (device, scheme) in enumerate(
            (one, other) for one in SIZES for other in ("light", "dark")
        ):
            width, height = SIZES[device]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            for fault in violations(page, ALL if number == 0 else LOOKS):
                found.append(f"{address} as {part}, {device}, {scheme}: {fault}")
        page.close()
    assert not found, "\n".join(found)

"""Browsers, and a judge with its door open for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.web.people import Clock
from tests.web.trial_page import Trial, trial

pytest.importorskip("playwright")
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.chromium import IS_HERE, launched
from tests.web.patience import MILLISECONDS

SIZES = {"desk": (1280, 900), "tablet": (820, 1180), "phone": (390, 844)}

Come = Callable[..., BrowserContext]
Look = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here takes a browser, and is slow."""
    for one in items:
        if "chromium" in getattr(one, "fixturenames", ()):
            one.add_marker(pytest.mark.slow)
            one.add_marker(IS_HERE)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all files here that a worker has: they come one after the other."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The judge's clock. It begins now, as those of browsers do, and stands still unless it is
    turned."""
    found = Clock()
    found.now = datetime.now(UTC)
    return found


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Trial]:
    with trial(tmp_path_factory.mktemp("hall"), clock) as found:
        yield found


class Browsers:
    """Browsers of people's own. Whoever comes gets one that is like new: tabs, cookies, what pages
    stored, their workers and what they were permitted are gone. What stays are files of the network
    and a process that runs pages, for to have these anew takes a processor a second."""

    def __init__(self, chromium: Browser, hall: Trial) -> None:
        self._chromium, self._hall = chromium, hall
        self._kept: dict[str, list[tuple[BrowserContext, Page]]] = {}
        self._lent: list[tuple[str, BrowserContext, Page]] = []

    def lend(self, device: str, **options: Any) -> BrowserContext:
        likeness = repr((device, sorted(options.items())))
        kept = self._kept.setdefault(likeness, [])
        if not kept:
            context = coming(self._chromium, self._hall, device, **options)
            tab = context.new_page()  # while it is open, the process stays
            tab.goto("/try.css")
            kept.append((context, tab))
        context, tab = kept.pop()
        self._lent.append((likeness, context, tab))
        return context

    def take_back(self) -> None:
        """Have all that was lent, like new."""
        for likeness, context, tab in self._lent:
            for page in context.pages:
                if page is not tab:
                    page.close()
            context.set_offline(False)
            context.clear_permissions()
            context.clear_cookies()
            devtools = context.new_cdp_session(tab)
            stored = {"origin": self._hall.address, "storageTypes": "all"}
            devtools.send("Storage.clearDataForOrigin", stored)
            devtools.detach()
            self._kept[likeness].append((context, tab))
        self._lent.clear()

    def close(self) -> None:
        for context, _ in (one for kept in self._kept.values() for one in kept):
            context.close()


def coming(
    chromium: Browser, hall: Trial, device: str = "desk", account: int = 0, **options: Any
) -> BrowserContext:
    """A browser that nobody had before, of somebody who is signed in, or with no account a
    visitor."""
    width, height = SIZES[device]
    wanted = {
        "viewport": {"width": width, "height": height},
        "has_touch": device != "desk",
        "is_mobile": device != "desk",
        "base_url": hall.address,
        "timezone_id": "UTC",
        "locale": "en-GB",
        **options,
    }
    context = chromium.new_context(**wanted)
    context.set_default_timeout(MILLISECONDS)
    if account:
        context.add_cookies([hall.session(account)])
    return context


@pytest.fixture(scope="module")
def browsers(hall: Trial, chromium: Browser) -> Iterator[Browsers]:
    found = Browsers(chromium, hall)
    yield found
    found.close()


@pytest.fixture
def come(hall: Trial, browsers: Browsers) -> Iterator[Come]:
    """Somebody comes with a browser: ``come("phone", account)``."""

    def with_browser(device: str = "desk", account: int = 0, **options: Any) -> BrowserContext:
        context = browsers.lend(device, **options)
        if account:
            context.add_cookies([hall.session(account)])
        return context

    yield with_browser
    browsers.take_back()


@pytest.fixture(scope="module")
def look(hall: Trial, chromium: Browser) -> Iterator[Look]:
    """Somebody looks at a page, and does nothing that lasts: ``look(address, "phone", account)``.
    One window of each device serves all tests of a file, for a page in a new one takes three times
    as long."""
    windows: dict[tuple[str, str], Page] = {}

    def at(
        address: str,
        device: str = "desk",
        account: int = 0,
        size: tuple[int, int] | None = None,
        locale: str = "en-GB",
        **media: Any,
    ) -> Page:
        page = windows.get((device, locale))
        if page is None:
            page = coming(chromium, hall, device, locale=locale).new_page()
            windows[device, locale] = page
        else:
            if page.evaluate("origin") != hall.address:
                page.goto("/help")  # a page that is apart, as a replay is, cannot see what is kept
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            page.context.clear_cookies()
        if account:
            page.context.add_cookies([hall.session(account)])
        width, height = size or SIZES[device]
        page.set_viewport_size({"width": width, "height": height})
        usual = dict.fromkeys(("media", "color_scheme", "reduced_motion"), "null")
        page.emulate_media(**{**usual, **media})
        page.goto(address)
        return page

    yield at
    for page in windows.values():
        page.context.close()

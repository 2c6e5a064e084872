"""Browsers, and a judge with its door open for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.web.people import Clock
from tests.web.trial_page import Trial, trial

pytest.importorskip("playwright")
from playwright.sync_api import Browser, BrowserContext

from tests.web.chromium import IS_HERE, launched
from tests.web.patience import MILLISECONDS

SIZES = {"desk": (1280, 900), "tablet": (820, 1180), "phone": (390, 844)}

Come = Callable[..., BrowserContext]


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


def coming(
    chromium: Browser, hall: Trial, device: str = "desk", account: int = 0, **options: Any
) -> BrowserContext:
    """A browser of somebody's own, who is signed in, or with no account a visitor."""
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


@pytest.fixture
def come(hall: Trial, chromium: Browser) -> Iterator[Come]:
    """Somebody comes with a browser: ``come("phone", account)``."""
    contexts: list[BrowserContext] = []

    def with_browser(device: str = "desk", account: int = 0, **options: Any) -> BrowserContext:
        contexts.append(coming(chromium, hall, device, account, **options))
        return contexts[-1]

    yield with_browser
    for context in contexts:
        context.close()

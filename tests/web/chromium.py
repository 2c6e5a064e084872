"""Chromium, as every test in a browser starts it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, sync_playwright

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
IS_HERE: Final = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    # Every page is from this machine: no process is kept ready for the next site, and none keeps
    # sites apart. Such processes take a third of a browser's time.
    "--in-process-gpu",
    "--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, until the context ends."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*OPTIONS])
        yield browser
        browser.close()

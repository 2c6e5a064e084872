"""The panes of a game's window in a browser: opened by their tabs, as people do."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def open_pane(page: Page, name: str) -> None:
    """Open a pane, ``orders``, ``press``, ``powers`` or ``more``; ``map`` puts a sheet away. One
    that is beside the map at this size has no tab, and is there already."""
    pane = page.locator(f"#pane-{name}") if name != "map" else page.locator("#map")
    tab = page.locator(f".pane-tabs [data-pane={name}]")
    if tab.is_visible() and page.locator("main > .desk").get_attribute("data-pane") != name:
        tab.click()
    if name != "map":
        expect(pane).to_be_visible()

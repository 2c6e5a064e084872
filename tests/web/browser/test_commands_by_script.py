"""Forms of a game with script: prices where one taps the map, moments by the device's clock."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Come
from tests.web.browser.players import ByMouse
from tests.web.trial_page import Trial

pytestmark = pytest.mark.slow


def test_a_tap_on_the_map_shows_the_prices(hall: Trial, come: Come) -> None:
    game, who = hall.game(variant="machiavelli")
    one = ByMouse(hall, come("desk", who["FLORENCE"]), game, "FLORENCE")
    page = one.page
    page.goto(f"/games/{game}")
    page.locator("dip-board .view").wait_for()
    page.locator(".pane-tabs [data-pane=money]").click()
    prices = page.locator("#prices")
    expect(prices).to_contain_text("Tap a unit or a city")
    one.pick("BOL")
    expect(prices).to_contain_text("Disband A Bol 12 ducats")
    # What is typed stays, whatever is tapped next.
    prices.locator("input[type=number]").first.fill("21")
    one.pick("PER")
    expect(prices).to_contain_text("Disband A Bol")
    page.locator("#money .places a[data-at=PER]").evaluate("one => one.click()")
    expect(prices).to_contain_text("Disband A Per")


def test_moments_are_by_the_clock_of_the_device(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = come("desk", who["FRANCE"], timezone_id="America/New_York").new_page()
    page.goto(f"/games/{game}")
    zones = page.locator("#act-announce-absence [name=zone]")
    assert {zones.nth(at).input_value() for at in range(2)} == {"America/New_York"}
    expect(page.locator("#act-announce-absence [data-zone]").first).to_have_text("America/New_York")

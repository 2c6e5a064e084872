"""The front page in browsers: a game plays on it, and a stranger has ordered in three actions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from dragoman.judge.commands import forming
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByMouse, ByTouch
from tests.web.trial_page import Trial

FIRST_VIEW = 150_000
A_LOT = 4
"""With this lot a game's first player is dealt Russia."""


def lot_is(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(forming.secrets, "randbits", lambda bits: number)


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_from_the_front_page_to_the_first_order_in_three_actions(
    hall: Trial, come: Come, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lot_is(monkeypatch, A_LOT)
    kind = ByMouse if device == "desk" else ByTouch
    stranger = kind(hall, come(device), 0, "")
    page = stranger.page
    page.goto("/")
    play = page.get_by_role("button", name="Play now against six bots")
    box, size = play.bounding_box(), page.viewport_size
    assert box is not None and size is not None
    assert box["y"] + box["height"] <= size["height"], "above the fold"
    stranger.push(play)
    page.wait_for_url(re.compile(r"/games/\d+$"))
    stranger.game = int(page.url.rpartition("/")[2])
    [(user, stranger.power)] = hall.judge.games.load(stranger.game).players.items()
    assert hall.judge.accounts.people.person(user).is_guest
    assert stranger.power == "RUSSIA"
    page.locator("dip-board svg .province").first.wait_for(state="attached")
    for place in ("MOS", "UKR"):
        spot = stranger.spot(place)
        page.mouse.click(*spot) if device == "desk" else page.touchscreen.tap(*spot)
    stranger.wait_for(lambda: "A MOS-UKR" in stranger.on_file)


def turn_shown(page: Page) -> str:
    return page.locator("#showcase [data-turn]").inner_text()


def test_a_game_plays_on_the_front_page_until_it_is_paused(come: Come) -> None:
    page = come().new_page()
    page.clock.install()
    page.goto("/")
    expect(page.locator("#showcase")).to_have_class(re.compile("plays"))
    first = turn_shown(page)
    expect(page.locator("#showcase [data-turn]")).not_to_have_text(first)
    page.get_by_role("button", name="Pause").click()
    shown = turn_shown(page)
    page.clock.run_for(20_000)
    assert turn_shown(page) == shown
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_who_wants_less_motion_is_shown_one_turn(come: Come) -> None:
    page = come(reduced_motion="reduce").new_page()
    page.clock.install()
    page.goto("/")
    expect(page.locator("#showcase")).to_have_class(re.compile("shown"))
    shown = turn_shown(page)
    page.clock.run_for(20_000)
    assert turn_shown(page) == shown
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#showcase [data-turn]")).not_to_have_text(shown)


def test_the_first_view_is_light(come: Come) -> None:
    context = come("phone", reduced_motion="reduce")
    page = context.new_page()
    weights: list[float] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda told: weights.append(told["encodedDataLength"]))
    page.goto("/")
    expect(page.locator("#showcase")).to_have_class(re.compile("shown"))
    assert 20_000 < sum(weights) <= FIRST_VIEW


def test_without_script_there_is_a_picture_and_the_button_works(hall: Trial, come: Come) -> None:
    page = come(java_script_enabled=False).new_page()
    page.goto("/")
    assert page.locator("#showcase img").evaluate("one => one.naturalWidth") == 1200
    page.get_by_role("button", name="Play now against six bots").click()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    game = int(page.url.rpartition("/")[2])
    assert len(hall.judge.games.load(game).players) == 1

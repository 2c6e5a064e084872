"""The map on a screen, measured: in every window, at every zoom, names can be read, units can be
told or are not drawn, and no name lies on another or on a unit."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import board_states
from tests.web.browser.conftest import Look
from tests.web.patience import MILLISECONDS
from tests.web.trial_page import Trial

DATA = Path(__file__).parents[2] / "data" / "real-game.json.gz"
WINDOWS = ((390, 844), (820, 1180), (1280, 720), (1440, 900), (1920, 1080))
MEASURED = """() => {
  const board = document.querySelector('dip-board');
  const { view, picture: { svg } } = board;
  const all = selector => [...svg.querySelectorAll(selector)];
  // A line of type is as high as its capitals, however much room it is given.
  const ink = (box, size) => {
    const middle = (box.top + box.bottom) / 2;
    const half = box.height / 2 - size * 0.24;
    return [box.left, middle - half, box.right, middle + half];
  };
  // Of one that is turned, the box about its middle.
  const turned = ({ left, top, right, bottom }) => {
    const [x, y, wide, high] = [left + right, top + bottom, right - left, bottom - top];
    return [x / 2 - wide / 8, y / 2 - high / 8, x / 2 + wide / 8, y / 2 + high / 8];
  };
  const names = all('.names text').map(one => {
    const size = parseFloat(one.getAttribute('font-size')) * view.scale;
    const box = one.getBoundingClientRect();
    const isTurned = one.hasAttribute('transform');
    return { text: one.textContent, size, box: isTurned ? turned(box) : ink(box, size) };
  });
  const units = all('.units > .unit').map(one => {
    const { left, top, right, bottom } = one.querySelector('.body').getBoundingClientRect();
    const size = Math.max(right - left, bottom - top);
    return { text: one.dataset.unit, size, box: [left, top, right, bottom] };
  });
  const meet = (one, other) => one[0] + 1 < other[2] && other[0] + 1 < one[2]
    && one[1] + 1 < other[3] && other[1] + 1 < one[3];
  const met = names.flatMap((one, at) => [...names.slice(0, at), ...units]
    .filter(other => meet(one.box, other.box)).map(other => `${one.text} ${other.text}`));
  const sizes = some => some.map(one => one.size);
  return { scale: view.scale, met, names: sizes(names), units: sizes(units) };
}"""


def measured(page: Page) -> dict[str, Any]:
    page.wait_for_timeout(200)
    page.wait_for_function(board_states.DRAWN_FOR_ITS_SCALE, timeout=MILLISECONDS)
    return page.evaluate(MEASURED)


def check(found: dict[str, Any], provinces: int) -> None:
    assert found["met"] == []
    assert min(found["names"]) >= 8.95
    if found["units"]:
        assert len(found["names"]) == provinces
        assert min(found["units"]) >= 21.9 and max(found["units"]) <= 33, found["units"]


def late(hall: Trial, game: int, from_the_end: int) -> int:
    """A late position of a game that people played."""
    phases = json.loads(gzip.decompress(DATA.read_bytes()))["phases"]
    phase = [one for one in phases if one["phase"].endswith("M")][from_the_end]
    units = {power: some for power, some in phase["units"].items() if some}
    hall.place(game, "S1901M", units, centers=phase["centers"])
    return game


@pytest.fixture(scope="module")
def begun(hall: Trial) -> tuple[int, dict[str, int]]:
    return hall.game()


@pytest.mark.parametrize("window", WINDOWS)
def test_at_every_zoom_names_and_units_are_of_a_size_to_be_told(
    look: Look, begun: tuple[int, dict[str, int]], window: tuple[int, int]
) -> None:
    game, who = begun
    page = look(f"/games/{game}", account=who["GERMANY"], size=window)
    page.locator("dip-board .unit").first.wait_for()
    check(measured(page), 76)
    page.evaluate("document.querySelector('dip-board').view.whole()")
    for _ in range(9):
        check(measured(page), 76)
        page.evaluate("document.querySelector('dip-board').view.zoom(1.31)")


@pytest.mark.parametrize("from_the_end", [-20, -10, -1])
@pytest.mark.parametrize("window", [(390, 844), (1440, 900)])
def test_late_in_a_game_no_name_lies_on_a_unit(
    look: Look, hall: Trial, window: tuple[int, int], from_the_end: int
) -> None:
    game, who = hall.game()
    late(hall, game, from_the_end)
    page = look(f"/games/{game}", account=who["FRANCE"], size=window)
    page.locator("dip-board .unit").first.wait_for()
    check(measured(page), 76)


@pytest.mark.parametrize("variant", ["machiavelli", "abstraction_2"])
def test_other_maps_are_read_as_well(look: Look, hall: Trial, variant: str) -> None:
    game, who = hall.game(variant=variant)
    provinces = {"machiavelli": 81, "abstraction_2": 118}[variant]
    for size in ((390, 844), (1440, 900)):
        page = look(f"/games/{game}", account=who[min(who)], size=size)
        page.locator("dip-board .unit").first.wait_for()
        check(measured(page), provinces)


def test_a_phone_opens_on_ones_own_theatre(look: Look, begun: tuple[int, dict[str, int]]) -> None:
    game, who = begun
    phone = look(f"/games/{game}", "phone", who["GERMANY"])
    phone.locator("dip-board .unit").first.wait_for()
    assert measured(phone)["scale"] == pytest.approx(0.42, abs=0.015)
    inside = """() => {
      const board = document.querySelector('dip-board');
      const window_ = board.parts.view.getBoundingClientRect();
      return ['BER', 'KIE', 'MUN'].every(key => {
        const at = new DOMPoint(...board.ground.places[key].at.slice(0, 2))
          .matrixTransform(board.picture.svg.getScreenCTM());
        return at.x > window_.left + 20 && at.x < window_.right - 20
          && at.y > window_.top + 20 && at.y < window_.bottom - 20;
      });
    }"""
    assert phone.evaluate(inside)
    swap = phone.locator("dip-board").get_by_role("button", name="My units or the whole map")
    swap.click()
    whole = measured(phone)
    assert whole["units"] == [] and whole["scale"] < 0.3
    assert phone.locator("dip-board .units text").filter(has_text="Germany 3").count() or (
        phone.locator("dip-board .names text").filter(has_text="Germany 3").count()
    )
    swap.click()
    assert measured(phone)["scale"] == pytest.approx(0.42, abs=0.015)
    # A sheet upon the map leaves the theatre where it can be seen.
    phone.evaluate("document.querySelector('dip-board').setAttribute('covered', '0 0 240 0')")
    low = """() => {
      const board = document.querySelector('dip-board');
      const bottom = board.parts.view.getBoundingClientRect().bottom - 240;
      const at = new DOMPoint(...board.ground.places.MUN.at.slice(0, 2));
      return at.matrixTransform(board.picture.svg.getScreenCTM()).y < bottom;
    }"""
    phone.wait_for_function(low)
    looker = look(f"/games/{game}", "phone")
    looker.locator("dip-board .names text").first.wait_for(state="attached")
    assert measured(looker)["scale"] == pytest.approx(whole["scale"], abs=0.02)


def test_a_desk_opens_on_the_whole_map_at_its_right(
    look: Look, begun: tuple[int, dict[str, int]]
) -> None:
    game, who = begun
    page = look(f"/games/{game}", account=who["GERMANY"], size=(1440, 900))
    page.locator("dip-board .unit").first.wait_for()
    edges = """() => {
      const { view, parts, ground, picture } = document.querySelector('dip-board');
      const window_ = parts.view.getBoundingClientRect();
      const screen = picture.svg.getScreenCTM();
      const end = new DOMPoint(...ground.size).matrixTransform(screen);
      const above = window_.height - ground.size[1] * view.scale;
      return [window_.right - end.x, above, screen.e - window_.x];
    }"""
    right, height, left = page.evaluate(edges)
    assert abs(right) < 1 and abs(height) < 1 and left > 20
    # Where the map ends the sea goes on.
    colour = """([x, y]) => {
      const board = document.querySelector('dip-board');
      return getComputedStyle(board.shadowRoot.elementFromPoint(x, y)).fill;
    }"""
    box = page.locator("dip-board .view").bounding_box()
    assert box is not None
    beyond = page.evaluate(colour, [box["x"] + left / 2, box["y"] + box["height"] - 40])
    sea = page.evaluate(
        "getComputedStyle(document.querySelector('dip-board').picture.svg"
        ".querySelector('.seas .province')).fill"
    )
    assert beyond == sea


def test_the_map_changes_with_the_scheme(look: Look, begun: tuple[int, dict[str, int]]) -> None:
    game, who = begun
    page = look(f"/games/{game}", account=who["GERMANY"], color_scheme="light")
    page.locator("dip-board .unit").first.wait_for()
    sea = (
        "getComputedStyle(document.querySelector('dip-board').picture.svg"
        ".querySelector('.seas .province')).fill"
    )
    by_day = page.evaluate(sea)
    page.emulate_media(color_scheme="dark")
    by_night = page.evaluate(sea)
    assert by_day != by_night
    filters = "getComputedStyle(document.querySelector('dip-board').picture.svg).filter"
    assert page.evaluate(filters) == "none"
    page.evaluate("document.documentElement.dataset.scheme = 'light'")
    assert page.evaluate(sea) == by_day

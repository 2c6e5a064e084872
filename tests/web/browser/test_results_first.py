"""What happened, seen in a browser: the turn as it went, what is heard of it, and the way on."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from dragoman.judge.accounts.preferences import AS_EVERYBODY
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from tests.web.browser import board_states
from tests.web.browser.axe import ALL, violations
from tests.web.browser.conftest import Come
from tests.web.trial_page import Trial

ORDERS: Final = {
    "FRANCE": "A PAR-BUR\nA MAR S A PAR-BUR\nF BRE-MAO",
    "GERMANY": "A MUN-BUR\nF KIE-DEN",
    "ENGLAND": "F LON-NTH",
}
HEADLINE: Final = "All your 3 orders succeeded"
_MOTION: Final = """
window.animated = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const { unit } = this.dataset;
  window.animated.push([unit, this.classList.contains('order'), how.delay, how.duration]);
  return animate.call(this, frames, how);
};
"""
"""Puts down whatever begins to move."""
_HOLD: Final = """() => {
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (!window.release && asked[0].includes('/board?')) {
      await new Promise(then => { window.release = then; });
    }
    return answer;
  };
  window.phases = [];
  addEventListener('dip-phase', event => phases.push(event.detail.phase));
}"""
"""Holds back the next answer of how things stand until it is released, and puts down new phases."""


def something_moves(page: Page) -> None:
    page.wait_for_function("() => animated.length > 0")


def as_before(hall: Trial, account: int) -> None:
    hall.judge.accounts.looks.choose(Actor(account), account, AS_EVERYBODY)


def judged(hall: Trial, game: int, who: dict[str, int]) -> None:
    for power, text in ORDERS.items():
        hall.act(game, c.SaveOrders(text), who[power])
    hall.act(game, c.ProcessNow())


def opened(come: Come, game: int, account: int, device: str = "desk", **options: object) -> Page:
    page = come(device, account, **options).new_page()
    page.add_init_script(_MOTION)
    page.goto(f"/games/{game}")
    return page


def shows(page: Page, phase: str) -> None:
    page.wait_for_function(
        "phase => document.querySelector('dip-board').board?.phase === phase", arg=phase
    )


def at(page: Page, unit: str) -> tuple[float, float]:
    """The middle of a unit's drawing, in the window."""
    box = page.locator(f'dip-board .unit[data-unit="{unit}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stands_at(page: Page, unit: str, place: str) -> bool:
    x, y = at(page, unit)
    px, py = page.evaluate(
        """place => {
          const board = document.querySelector('dip-board');
          const [x, y] = board.ground.places[place].at;
          const spot = new DOMPoint(x, y).matrixTransform(board.picture.svg.getScreenCTM());
          return [spot.x, spot.y];
        }""",
        place,
    )
    return abs(x - px) + abs(y - py) < 12


def test_the_turn_is_shown_as_it_went_ones_own_orders_first(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    judged(hall, game, who)
    page = opened(come, game, who["FRANCE"])
    shows(page, "S1901M")
    expect(page.locator("#results-title")).to_be_focused()
    something_moves(page)
    moves = page.evaluate("animated")
    grown = {unit: (delay, length) for unit, is_order, delay, length in moves if is_order}
    assert grown["A PAR"] == grown["A MAR"] == (0, 550)
    assert grown["A MUN"] == grown["F LON"] == (550, 550)
    slides = {unit: delay for unit, is_order, delay, _ in moves if not is_order}
    assert slides["A PAR"] == slides["F LON"] == 1100
    assert "A MUN" not in slides, "it stayed"
    page.wait_for_function(
        """() => {
          const { svg } = document.querySelector('dip-board').picture;
          return !svg.getAnimations({ subtree: true }).length;
        }"""
    )
    assert stands_at(page, "A PAR", "BUR")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(board_states.DRAWN_FOR_ITS_SCALE)
    assert stands_at(page, "A PAR", "BUR"), "also where it is drawn for another scale"
    before = len(page.evaluate("animated"))
    page.get_by_role("button", name="Play the turn again").click()
    page.wait_for_function("before => animated.length >= 2 * before", arg=before)


@pytest.mark.parametrize("wish", ["system", "settings"])
def test_who_wants_no_motion_sees_the_final_picture(
    hall: Trial, come: Come, wish: str, request: pytest.FixtureRequest
) -> None:
    game, who = hall.game()
    judged(hall, game, who)
    context = come(
        "desk", who["FRANCE"], **({"reduced_motion": "reduce"} if wish == "system" else {})
    )
    page = context.new_page()
    page.add_init_script(_MOTION)
    if wish == "settings":
        # Other games here have the same people, each time in other seats.
        request.addfinalizer(lambda: as_before(hall, who["FRANCE"]))
        page.goto("/settings")
        page.locator('[name="motion"][value="less"]').check()
        page.locator('form:has([name="motion"]) button.strong').first.click()
        expect(page.locator("html")).to_have_attribute("data-motion", "less")
    page.goto(f"/games/{game}")
    shows(page, "S1901M")
    page.wait_for_function("() => document.querySelector('dip-board').playback.moved.length > 0")
    assert page.evaluate("animated") == []
    assert stands_at(page, "A PAR", "BUR")
    expect(page.locator("#heard")).to_have_text(HEADLINE)
    expect(page.locator("#results-title")).to_have_text(HEADLINE)


def test_a_row_shows_its_order_on_the_map_and_the_whole_reason(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    judged(hall, game, who)
    page = opened(come, game, who["GERMANY"])
    shows(page, "S1901M")
    row = page.locator('.fate[data-unit="A MUN"]')
    row.locator("summary").click()
    expect(row.locator(".why")).to_contain_text("strength 1 against 2")
    told = page.locator("dip-board .told")
    page.wait_for_function(
        "() => document.querySelector('dip-board').shadowRoot.querySelectorAll('.told').length > 0"
    )
    assert {one.get_attribute("data-unit") for one in told.all()} == {"A MUN"}
    row.locator("summary").click()
    expect(told).to_have_count(0)
    assert violations(page, ALL) == []


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_the_strong_button_leads_to_the_present(hall: Trial, come: Come, device: str) -> None:
    game, who = hall.game()
    judged(hall, game, who)
    page = opened(come, game, who["FRANCE"], device)
    shows(page, "S1901M")
    onward = page.get_by_role("link", name="Fall 1901: you order 3 units")
    expect(onward).to_be_in_viewport(ratio=1)
    onward.click()
    shows(page, "F1901M")
    assert stands_at(page, "A BUR", "BUR"), "nothing stays where the turn put it"
    expect(page.locator("#results-title")).to_be_hidden()
    page.reload()
    shows(page, "F1901M")
    assert page.locator("#results.results").count() == 0


def test_a_turn_judged_meanwhile_is_told_at_once(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = opened(come, game, who["FRANCE"])
    shows(page, "S1901M")
    page.evaluate("window.stays = true")
    judged(hall, game, who)
    expect(page.locator("#results-title")).to_have_text(HEADLINE)
    expect(page.locator("#heard")).to_have_text(HEADLINE)
    shows(page, "S1901M")
    something_moves(page)
    page.get_by_role("link", name="Fall 1901: you order 3 units").click()
    shows(page, "F1901M")
    assert page.evaluate("window.stays")


def test_a_turn_judged_before_the_board_opens_is_told(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = come("desk", who["FRANCE"]).new_page()
    page.add_init_script(_MOTION)

    def meanwhile(route: Route) -> None:
        judged(hall, game, who)
        route.continue_()

    page.route("**/board?*", meanwhile, times=1)
    page.goto(f"/games/{game}")
    expect(page.locator("#heard")).to_have_text(HEADLINE)
    shows(page, "S1901M")
    something_moves(page)


def test_who_is_not_answered_asks_again(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = opened(come, game, who["FRANCE"])
    shows(page, "S1901M")
    page.wait_for_function("() => document.querySelector('dip-board').draft")
    refused = {"status": 503, "json": {"detail": "the database does not answer"}}
    page.route("**/board?*", lambda route: route.fulfill(**refused))
    judged(hall, game, who)
    expect(page.locator("#game .now")).to_contain_text("Fall 1901")
    page.unroute("**/board?*")
    expect(page.locator("#heard")).to_have_text(HEADLINE)
    something_moves(page)


def test_an_answer_that_is_overtaken_takes_nothing_back(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = opened(come, game, who["FRANCE"])
    shows(page, "S1901M")
    page.wait_for_function("() => document.querySelector('dip-board').draft")
    page.evaluate(_HOLD)
    hall.act(game, c.SaveOrders("A PAR-PIC"), who["FRANCE"])
    page.wait_for_function("() => window.release")
    judged(hall, game, who)
    something_moves(page)
    page.evaluate("() => { release(); return document.querySelector('dip-board').refresh(); }")
    assert page.evaluate("phases") == ["F1901M"]
    shows(page, "S1901M")
    page.get_by_role("link", name="Fall 1901: you order 3 units").click()
    shows(page, "F1901M")


def test_who_writes_goes_on_writing(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = opened(come, game, who["FRANCE"])
    shows(page, "S1901M")
    area = page.locator("#press textarea").first
    area.click()
    page.keyboard.type("Dear ")
    judged(hall, game, who)
    expect(page.locator("#results-title")).to_have_text(HEADLINE)
    page.keyboard.type("Tsar")
    expect(area).to_have_value("Dear Tsar")

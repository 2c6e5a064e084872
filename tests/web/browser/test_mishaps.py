"""What goes wrong around a game's page: hands that let go elsewhere, a judge that does not answer,
a session that ends, a device with another time."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByKeys, ByMouse, ByTouch
from tests.web.trial_page import Trial

DRAGGED: Final = "dip-board .orders.ghosts.drag > *"


@pytest.fixture(scope="module")
def game(hall: Trial) -> tuple[int, dict[str, int]]:
    return hall.game()


def at_desk(hall: Trial, come: Come, game: tuple[int, dict[str, int]], **more: Any) -> ByMouse:
    number, who = game
    hall.act(number, c.SaveOrders(""), who["FRANCE"])
    found = ByMouse(hall, come(account=who["FRANCE"], **more), number, "FRANCE")
    found.page.goto(f"/games/{number}")
    found.sees(str(hall.judge.games.load(number).phase), "")
    return found


@pytest.mark.parametrize("button", ["left", "right"])
def test_a_hand_that_lets_go_outside_the_map_holds_nothing(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]], button: Any
) -> None:
    """However fast it left: then no move of it was heard on the map."""
    desk = at_desk(hall, come, game)
    mouse, (x, y) = desk.page.mouse, desk.spot("PAR")
    right = desk.page.locator(".ready").bounding_box()
    assert right is not None
    for ways in (1, 4):
        mouse.move(x, y)
        mouse.down(button=button)
        mouse.move(right["x"] + 50, y, steps=ways)
        mouse.up(button=button)
        mouse.move(x + 60, y - 60, steps=3)
        expect(desk.page.locator(DRAGGED)).to_have_count(0)
    desk.page.keyboard.press("Escape")
    desk.pick("PAR")
    desk.pick("BUR")
    desk.given(("A PAR-BUR",))


def test_both_buttons_at_once_hold_nothing(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    desk = at_desk(hall, come, game)
    mouse, (x, y) = desk.page.mouse, desk.spot("PAR")
    mouse.move(x, y)
    mouse.down(button="right")
    mouse.down(button="left")
    mouse.up(button="right")
    mouse.up(button="left")
    mouse.move(x + 60, y - 60, steps=3)
    expect(desk.page.locator(DRAGGED)).to_have_count(0)


def test_no_menu_opens_under_a_button_that_sketches(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """Some systems open it as the button is pressed; it would have the mouse from then on."""
    desk = at_desk(hall, come, game)
    desk.page.evaluate(
        "addEventListener('contextmenu', event => (window.opened = !event.defaultPrevented))"
    )
    desk.page.mouse.move(*desk.spot("PAR"))
    desk.page.mouse.down(button="right")
    assert desk.page.evaluate("window.opened") is False
    desk.page.mouse.up(button="right")


def test_a_finger_takes_a_unit_along_up_and_down(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """On a map that is seen whole, over which fingers scroll the page otherwise."""
    number, who = game
    hall.act(number, c.SaveOrders(""), who["RUSSIA"])
    phone = ByTouch(hall, come("phone", who["RUSSIA"]), number, "RUSSIA")
    page = phone.page
    page.goto(f"/games/{number}")
    phone.sees("S1901M", "")
    page.touchscreen.tap(*phone.spot("WAR"))
    expect(page.locator("dip-board .said")).to_contain_text("Warsaw")
    (x, y), (to_x, to_y) = phone.spot("WAR"), phone.spot("LVN")
    assert to_y < y - 2 * abs(to_x - x)
    fingers = phone.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [*points]})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        touch("touchMove", {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8})
        page.wait_for_timeout(16)
    touch("touchEnd")
    phone.given(("A WAR-LVN",))
    assert page.evaluate("scrollY") == 0


def test_a_session_that_ends_loses_no_order(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    desk = at_desk(hall, come, game)
    status = desk.page.locator("dip-board .status")
    desk.context.clear_cookies()
    desk.pick("PAR")
    desk.pick("BUR")
    expect(status).to_contain_text("Not saved: this is for those who are signed in; sign in")
    hall.act(desk.game, c.Send("news"), game[1]["ITALY"])
    desk.pick("MAR")
    desk.pick("SPA")
    # He signs in again, in another window.
    desk.context.add_cookies([hall.session(game[1]["FRANCE"])])
    desk.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(status).to_contain_text("Saved")
    desk.wait_for(lambda: desk.on_file == ["A PAR-BUR", "A MAR-SPA"])


def test_an_answer_that_is_lost_is_not_somebody_else(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    desk = at_desk(hall, come, game)
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort("connectionreset")

    desk.page.route("**/commands/save-orders*", lose)
    desk.pick("PAR")
    desk.pick("BUR")
    expect(desk.page.locator("dip-board .status")).to_contain_text("Offline")
    expect(desk.page.locator("dip-board .status")).to_contain_text("Saved")
    expect(desk.page.locator("dip-board .said")).to_contain_text("Paris → Burgundy")
    assert desk.on_file == ["A PAR-BUR"]


def test_what_is_refused_stays_to_be_put_right(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """Also when another device writes meanwhile, and that is not overwritten either."""
    desk = at_desk(hall, come, game)
    page, wrong = desk.page, "A PAR-BUR\nELSE\nA BRE-MAO"
    page.locator("summary", has_text="As text").first.click()
    text, status = page.locator("#sheet"), page.locator("dip-board .status")
    text.fill(wrong)
    text.blur()
    expect(status).to_contain_text("ELSE")
    expect(text).to_have_value(wrong)
    hall.act(desk.game, c.SaveOrders("A MAR-SPA"), game[1]["FRANCE"])
    heard = "() => document.querySelector('dip-board').board.own.text === 'A MAR-SPA'"
    page.wait_for_function(heard)
    expect(text).to_have_value(wrong)
    text.fill("A PAR-BUR")
    text.blur()
    desk.given(("A MAR-SPA", "A PAR-BUR"))
    expect(text).to_have_value("A MAR-SPA\nA PAR-BUR")


def test_who_is_ready_is_so_with_the_orders_on_their_way(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """The network is slower than his hand."""
    desk = at_desk(hall, come, game)
    held: list[Route] = []
    desk.page.route("**/commands/save-orders*", lambda route, _: held.append(route), times=1)
    desk.pick("PAR")
    desk.pick("BUR")
    desk.push(desk.form("set-ready").get_by_role("button", name="Ready", exact=True))
    expect(desk.page.locator("dip-board")).to_have_attribute("saving", "")
    held[0].continue_()
    expect(desk.page.get_by_role("button", name="Ready all the same")).to_be_visible()
    assert hall.text(desk.game, "FRANCE") == "A PAR-BUR"


def test_readiness_is_taken_back_before_it_is_said(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    desk = at_desk(hall, come, game)
    hall.act(desk.game, c.SetReady(True), game[1]["FRANCE"])
    desk.page.reload()
    desk.sees("S1901M", "")
    faults = [503]

    def fail(route: Route) -> None:
        if faults:
            route.fulfill(status=faults.pop(), body="")
        else:
            route.continue_()

    desk.page.route("**/commands/set-ready", fail)
    desk.pick("PAR")
    desk.pick("BUR")
    expect(desk.page.locator("dip-board .status")).to_contain_text("Saved")
    expect(desk.page.locator("dip-board .said")).to_contain_text("You were ready")
    assert not faults
    assert not hall.judge.games.load(desk.game).is_ready("FRANCE")


def test_news_go_on_after_something_else_answered(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """What stands before a judge that is being updated, say: a browser gives a stream up then."""
    number, who = game
    context = come(account=who["GERMANY"], service_workers="block")
    page, faults = context.new_page(), [502, 403]

    def fail(route: Route) -> None:
        if faults:
            route.fulfill(status=faults.pop(), body="")
        else:
            route.continue_()

    page.route(re.compile("/stream"), fail)
    page.goto(f"/games/{number}?thread=ENGLAND%2BGERMANY")
    page.wait_for_timeout(100)
    hall.act(number, c.Send("Are you there?", ("GERMANY",)), who["ENGLAND"])
    expect(page.locator("#press")).to_contain_text("Are you there?")
    assert not faults


@pytest.mark.parametrize("days", [-2, 2])
def test_what_is_left_goes_by_the_judges_clock(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]], days: int
) -> None:
    number, who = game
    page = come(account=who["FRANCE"]).new_page()
    page.add_init_script(_clock_is_wrong(days))
    page.goto(f"/games/{number}")
    due = page.locator(".due")
    told = due.inner_text()
    assert re.fullmatch(r"23 h 5\d min|1 d 0 h", told)
    page.evaluate("count()")
    expect(due).to_have_text(re.compile(r"23 h 5\d min|1 d 0 h"))


def test_in_a_game_of_minutes_seconds_are_counted(hall: Trial, come: Come) -> None:
    number, who = hall.game(movement="5 min")
    page = come(account=who["FRANCE"]).new_page()
    page.goto(f"/games/{number}")
    expect(page.locator(".due")).to_have_text(re.compile(r"[34]:\d\d"))


def _clock_is_wrong(days: int) -> str:
    off = int(timedelta(days=days).total_seconds() * 1000)
    return f"""{{
      const [now, origin] = [Date.now, performance.timeOrigin];
      Date.now = () => now() + {off};
      Object.defineProperty(performance, 'timeOrigin', {{ get: () => origin + {off} }});
    }}"""


def test_a_game_that_ends_takes_nothing_from_who_writes(hall: Trial, come: Come) -> None:
    number, who = hall.game()
    page = come(account=who["FRANCE"]).new_page()
    page.goto(f"/games/{number}")
    page.locator("#press textarea").fill("Dear all, before it ends")
    hall.act(number, c.Terminate("an end"))
    expect(page.locator("#news")).to_be_visible()
    expect(page.locator("#press textarea")).to_have_value("Dear all, before it ends")
    page.get_by_role("link", name="Show it").click()
    expect(page.locator(".phase")).to_contain_text("ended by the game master")


def test_who_signs_out_leaves_no_orders_on_the_device(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """But for those that the judge has not got."""
    desk = at_desk(hall, come, game)
    desk.pick("PAR")
    desk.pick("BUR")
    desk.given(("A PAR-BUR",))
    unsent = f'{{"phase":"S1901M","sent":false,"lines":[{game[0]}]}}'
    desk.page.evaluate("text => localStorage.setItem('dip-board 99  7', text)", unsent)
    desk.page.wait_for_function("JSON.stringify({...localStorage}).includes('PAR-BUR')")
    desk.page.get_by_role("button", name="Player").click()
    desk.page.get_by_role("button", name="Sign out").click()
    expect(desk.page.get_by_role("link", name="Sign in").first).to_be_visible()
    kept = desk.page.evaluate("JSON.stringify({...localStorage})")
    assert "PAR-BUR" not in kept
    assert "dip-board 99  7" in kept


def test_nothing_on_the_board_is_read_twice(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """By a screen reader, which says name and description."""
    desk = at_desk(hall, come, game)
    reader = desk.context.new_cdp_session(desk.page)
    reader.send("Accessibility.enable")
    nodes = reader.send("Accessibility.getFullAXTree")["nodes"]
    told = [
        (one["role"]["value"], one["name"]["value"], one.get("description", {}).get("value", ""))
        for one in nodes
        if not one["ignored"] and one.get("name", {}).get("value")
    ]
    assert ("button", "Zoom in", "") in told
    assert [one for one in told if one[1] == one[2]] == []


def test_two_tabs_without_a_network_lose_nothing(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    """Not even where both are closed before there is one again."""
    desk = at_desk(hall, come, game)
    number, _ = game
    context = desk.page.context
    other = ByMouse(hall, context, number, "FRANCE")
    other.page.goto(f"/games/{number}")
    other.sees(str(hall.judge.games.load(number).phase), "")
    context.set_offline(True)
    for one, unit, to in ((desk, "PAR", "BUR"), (other, "MAR", "SPA")):
        one.pick(unit)
        one.pick(to)
        expect(one.page.locator("dip-board .status")).to_contain_text("Offline")
    expect(desk.page.locator(".dip-rows li.ordered")).to_have_count(2)
    again = ByMouse(hall, context, number, "FRANCE")
    desk.page.close()
    other.page.close()
    context.set_offline(False)
    again.page.goto(f"/games/{number}")
    again.wait_for(lambda: sorted(again.on_file) == ["A MAR-SPA", "A PAR-BUR"])


def test_who_presses_a_button_that_is_no_more_goes_on_at_the_map(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    desk = at_desk(hall, come, game)
    keys = ByKeys(hall, desk.context, desk.game, "FRANCE")
    keys.page.close()
    keys.page = desk.page
    keys.come_to(desk.page.locator("dip-board .view"))
    keys.go("PAR")
    keys.go("BUR")
    keys.given(("A PAR-BUR",))
    view, undo = desk.page.locator("dip-board .view"), desk.page.get_by_role("button", name="Undo")
    keys.push(desk.page.locator("dip-board .chips button", has_text="No order"))
    keys.given(())
    expect(view).to_be_focused()
    keys.push(undo)
    expect(undo).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(view).to_be_focused()


def test_what_is_written_before_the_board_comes_is_kept(
    hall: Trial, come: Come, game: tuple[int, dict[str, int]]
) -> None:
    number, who = game
    hall.act(number, c.SaveOrders("A MAR H"), who["FRANCE"])
    desk = ByMouse(hall, come(account=who["FRANCE"], service_workers="block"), number, "FRANCE")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.page.route(re.compile(r"dip-board\.js"), hold)
    desk.page.goto(f"/games/{number}", wait_until="commit")
    desk.page.locator("summary", has_text="As text").first.click()
    desk.page.locator("#sheet").fill("A PAR-BUR")
    desk.page.locator("#sheet").blur()
    desk.wait_for(lambda: bool(held))
    held[0].continue_()
    desk.given(("A PAR-BUR",))
    expect(desk.page.locator("#sheet")).to_have_value("A PAR-BUR")

"""Orders that are tried on a page of the judge are judged in the tab, as the judge judges them."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.trial_page import Trial

UNITS = {
    "FRANCE": ["A PAR", "A MAR", "F MAO", "F WES"],
    "GERMANY": ["A MUN", "A BUR", "A GAS", "F HOL"],
    "ENGLAND": ["F NTH", "A YOR", "F NWG"],
    "ITALY": ["A ROM", "F TYS"],
}
CENTERS = {"FRANCE": ["PAR", "MAR", "BRE"], "GERMANY": ["MUN", "KIE"], "ENGLAND": ["LON"]}
ELSEWHERE = """async ([game, power, text]) => {
  const headers = {"Content-Type": "application/json", "X-Dragoman": "1"};
  const body = JSON.stringify({orders: {[power]: text}});
  const asked = await fetch(`/api/games/${game}/what-if/board`, {method: "POST", headers, body});
  return (await asked.json()).fates;
}"""
HERE = "() => document.querySelector('dip-board').board.fates"


def tried(page: Page) -> list[Any]:
    page.get_by_role("button", name="What if?").click()
    expect(page.locator("dip-board .desk.tried")).to_be_visible()
    return page.evaluate(HERE)


def sat(hall: Trial, come: Come, phase: str, power: str, text: str) -> tuple[Page, int]:
    """Somebody at a game in some phase, with orders on file."""
    game, who = hall.game()
    hall.place(game, "S1901M", UNITS, centers=CENTERS)
    if phase[-1] == "R":
        hall.act(game, c.SaveOrders("A BUR-MAR\nA GAS S A BUR-MAR"), who["GERMANY"])
    while str(hall.judge.games.load(game).phase) != phase:
        hall.act(game, c.ProcessNow())
    hall.act(game, c.SaveOrders(text), who[power])
    page = come(account=who[power], service_workers="block").new_page()
    page.goto(f"/games/{game}")
    page.locator("dip-board .unit").first.wait_for()
    if phase != "S1901M":  # the page tells first what became of the last turn
        page.get_by_role("button", name="Now").click()
    return page, game


@pytest.mark.parametrize(
    ("phase", "power", "text"),
    [
        (
            "S1901M",
            "FRANCE",
            "A PAR-BUR\nA MAR S A PAR-BUR\nF MAO-SPA/NC\nF WES C A MAR-TUN",
        ),
        ("F1901M", "ENGLAND", "A YOR-NWY\nF NTH C A YOR-NWY\nF NWG S A YOR-NWY"),
        ("S1901M", "GERMANY", "A BUR-PAR\nA MUN-SPA\nF HOL S A RUH-BEL"),
        ("S1901R", "FRANCE", "A MAR R SPA"),
        ("S1901R", "GERMANY", ""),
        ("W1901A", "FRANCE", "A PAR D"),
        ("W1901A", "ENGLAND", ""),
    ],
)
def test_the_tab_says_what_the_judge_says(
    hall: Trial, come: Come, phase: str, power: str, text: str
) -> None:
    page, game = sat(hall, come, phase, power, text)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    here = tried(page)
    assert [one for one in asked if "what-if" in one] == []
    assert here == page.evaluate(ELSEWHERE, [game, power, text])
    for fate in here:
        piece = page.locator(f"dip-board .order[data-unit='{fate['unit']}']").first
        if phase[-1] == "M":
            expect(piece).to_be_attached()


def test_without_a_network_and_why(hall: Trial, come: Come) -> None:
    page, _ = sat(hall, come, "S1901M", "FRANCE", "A PAR-BUR")
    tried(page)
    why = page.locator("dip-board .why")
    page.evaluate("document.querySelector('dip-board').whyOf('A PAR')")
    expect(why).to_contain_text("A Par–Bur bounced: strength 1 against 1 of A Bur")
    page.get_by_role("button", name="Now").click()
    expect(page.locator("dip-board .desk.tried")).to_have_count(0)
    page.context.set_offline(True)
    tried(page)
    page.evaluate("document.querySelector('dip-board').whyOf('A PAR')")
    expect(why).to_contain_text("A Par–Bur (bounced): Germany stood there, 1 against 1.")


def test_what_is_written_otherwise_the_judge_reads(hall: Trial, come: Come) -> None:
    page, _ = sat(hall, come, "S1901M", "FRANCE", "paris to burgundy")
    with page.expect_request(lambda one: "what-if" in one.url):
        here = tried(page)
    assert any(one["text"] == "A Par–Bur (bounced)" for one in here)


def test_where_the_tables_are_not_to_be_had_the_judge_is_asked(hall: Trial, come: Come) -> None:
    page, _ = sat(hall, come, "S1901M", "FRANCE", "A PAR-BUR")
    page.route("**/judge-tables*", lambda route: route.abort())
    with page.expect_request(lambda one: "what-if" in one.url):
        assert tried(page)


def test_a_private_board_is_tried_in_the_tab(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    page = come(account=who["FRANCE"], service_workers="block").new_page()
    page.goto(f"/games/{game}")
    made = page.evaluate(
        """async game => {
          const headers = {"Content-Type": "application/json", "X-Dragoman": "1"};
          const send = async (path, data) =>
            (await fetch(path, {method: "POST", headers, body: JSON.stringify(data)})).json();
          const {sandbox} = await send(`/api/games/${game}/sandboxes`, {});
          for (const [power, text] of [["FRANCE", "par to bur"], ["GERMANY", "A MUN-BUR"]])
            await send(`/api/sandboxes/${sandbox}/commands/order`, {power, text});
          return sandbox;
        }""",
        game,
    )
    page.goto(f"/sandboxes/{made}")
    page.locator("dip-board .unit").first.wait_for()
    texts = {one["unit"]: one["text"] for one in tried(page)}
    assert texts["A PAR"] == "A Par–Bur (bounced)"
    assert texts["A MUN"] == "A Mun–Bur (bounced)"


def test_what_is_kept_on_the_device_judges_without_a_network(hall: Trial, come: Come) -> None:
    """The judge was never needed before the network went."""
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A PAR-BUR"), who["FRANCE"])
    page = come(account=who["FRANCE"]).new_page()
    page.goto(f"/games/{game}")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.locator("dip-board .unit").first.wait_for()
    page.evaluate(
        """async () => {
          const [, , tables] = document.querySelector("dip-board").getAttribute("judge").split(" ");
          await (await fetch(tables)).text();  // as the page does by itself after a while
        }"""
    )
    page.context.set_offline(True)
    assert any(one["text"] == "A Par–Bur" for one in tried(page))

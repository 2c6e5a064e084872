"""A private board in one file, opened from the disk, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dragoman.cli.app import app
from tests.web.patience import MILLISECONDS

pytest.importorskip("playwright")
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.axe import ALL, violations

AT = """place => {
  const board = document.querySelector("dip-board");
  const [x, y] = board.ground.places[place].at;
  const svg = board.shadowRoot.querySelector("svg.dragoman-map");
  const there = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [there.x, there.y];
}"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("alone") / "standard.html"
    done = CliRunner().invoke(app, ["variant", "sandbox", "standard", str(found)])
    assert done.exit_code == 0, done.output
    return found


@pytest.fixture
def page(chromium: Browser, file: Path) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    context.set_default_timeout(MILLISECONDS)
    faults: list[str] = []
    found = context.new_page()
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("request", lambda asked: faults.append(asked.url) if "http" in asked.url else None)
    found.goto(file.as_uri())
    found.locator("dip-board .unit").first.wait_for()
    yield found
    context.close()
    assert faults == []


def order(page: Page, *places: str) -> None:
    """Order a unit to go somewhere."""
    for place in places:
        page.mouse.click(*page.evaluate(AT, place))
    arrows = page.locator("dip-board .orders .order.move.done")
    expect(arrows.and_(page.locator(f"[data-unit$=' {places[0]}']"))).to_be_attached()


def test_a_year_is_played_and_kept(page: Page) -> None:
    order(page, "PAR", "BUR")
    order(page, "MUN", "BUR")
    page.get_by_role("button", name="Judge").click()
    expect(page.locator("#turn")).to_have_text("Fall 1901, movement")
    expect(page.locator("#told li")).to_have_text(
        [
            "A Par–Bur (bounced) bounced with Mun, 1 against 1",
            "A Mun–Bur (bounced) bounced with Par, 1 against 1",
        ]
    )
    page.locator("#told button").first.click()
    expect(page.locator("dip-board .order.failed[data-unit='A PAR'].told")).to_be_attached()
    page.locator("dip-board .back").click()
    expect(page.locator("dip-board .back")).to_be_hidden()
    order(page, "MAR", "SPA")
    page.get_by_role("button", name="Judge").click()
    expect(page.locator("#turn")).to_have_text("Winter 1901, adjustments")
    page.reload()
    page.locator("dip-board .unit").first.wait_for()
    expect(page.locator("#turn")).to_have_text("Winter 1901, adjustments")
    page.mouse.click(*page.evaluate(AT, "MAR"))
    page.locator("dip-board .chips button").first.click()
    expect(page.locator("dip-board .order.build[data-unit='A MAR']")).to_be_attached()
    page.get_by_role("button", name="Step back").click()
    expect(page.locator("#turn")).to_have_text("Fall 1901, movement")
    expect(page.locator("dip-board .order.move[data-unit='A MAR']")).to_be_attached()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#turn")).to_have_text("Spring 1901, movement")
    expect(page.locator("#results")).to_be_hidden()


def test_what_is_typed_is_read_and_what_is_no_order_is_told(page: Page) -> None:
    page.locator("dip-board").evaluate("board => board.shadowRoot")
    page.locator("#order-rows .text summary").click()
    page.locator("#order-rows textarea").fill("A BUD-SER\nhello\nA VIE-ROM")
    told = page.locator("#order-rows .told")
    expect(told).to_contain_text("This line is no order")
    expect(told).to_contain_text("not possible: A Vie cannot go to Rom")
    page.locator("dip-board .what-if").click()
    expect(page.locator("dip-board .order.move.done[data-unit='A BUD']")).to_be_attached()
    assert violations(page, ALL) == []


def test_a_file_that_is_there_is_not_replaced_unasked(file: Path) -> None:
    command = ["variant", "sandbox", "standard", str(file)]
    refused = CliRunner().invoke(app, command)
    assert refused.exit_code == 2
    assert "is there already" in refused.output
    assert CliRunner().invoke(app, [*command, "--replace", "--language", "de"]).exit_code == 0
    assert "Auswerten" in file.read_text("utf-8")


def test_machiavelli_is_not_judged_in_a_browser(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["variant", "sandbox", "machiavelli", str(tmp_path / "m.html")])
    assert done.exit_code == 2
    assert "is not judged in a browser: it is no Diplomacy" in done.output

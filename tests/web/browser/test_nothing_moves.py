"""Pages on which nothing moves under somebody's hand: while a board opens, and while he orders."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.sandbox.forking import fork_game
from dragoman.judge.views.viewer import Viewer
from tests.web.browser.conftest import Come
from tests.web.browser.test_interaction import WHERE
from tests.web.trial_page import Trial

_WATCH = """
const BESIDE = [
  '.strip', '.ready', '.pane-tabs', '#orders', '#orders details', '#press', '#positions',
];
window.watchPlaces = () => {
  const frames = window.frames_ = [];
  const top = one => one && Math.round(one.getBoundingClientRect().top + scrollY);
  const desk = getComputedStyle(document.querySelector('main .desk'));
  const tracks = text => text.split(' ').map(one => Math.round(parseFloat(one))).join(' ');
  const places = () => {
    const of = (name, part) => [name, top(part)];
    const found = [
      ['the rows of the window', tracks(desk.gridTemplateRows)],
      ['its columns', tracks(desk.gridTemplateColumns)],
      ...BESIDE.map(one => of(one, document.querySelector(one))),
    ];
    const root = document.querySelector('dip-board').shadowRoot;
    const board = root.querySelector('.board');
    if (board) {
      const { a, e, f } = root.querySelector('.view svg').getScreenCTM();
      const units = [...root.querySelectorAll('.unit')].map(one => one.id);
      found.push(of('board', board));
      const { bottom } = board.getBoundingClientRect();
      found.push(['the end of the board', Math.round(bottom + scrollY)]);
      found.push(['map', `${a.toFixed(2)} ${Math.round(e)} ${Math.round(f + scrollY)}`]);
      found.push(['units', units.join()]);
      found.push(...['.tools', '.bottom', '.choice'].map(one => of(one, root.querySelector(one))));
      found.push(of('.dip-turns', document.querySelector('.dip-turns')));
      const rows = [...document.querySelectorAll('.dip-rows li')];
      found.push(...rows.map((one, at) => of(`row ${at}`, one)));
    }
    return found.filter(([, at]) => at !== null);
  };
  const look = () => {
    frames.push(places());
    requestAnimationFrame(look);
  };
  look();
};
"""
_FRAMES = """() => {
  const found = {};
  for (const [name, at] of window.frames_.flat()) (found[name] ??= new Set()).add(at);
  return Object.fromEntries(Object.entries(found).map(([name, all]) => [name, [...all]]));
}"""


@pytest.fixture(scope="module")
def middle(hall: Trial) -> tuple[int, dict[str, int]]:
    """A game with a turn that was judged."""
    game, who = hall.game()
    hall.act(game, c.ProcessNow())
    hall.place(game, "F1901M", WHERE)
    return game, who


@pytest.fixture(scope="module")
def aside(hall: Trial, middle: tuple[int, dict[str, int]]) -> int:
    """A private board of that game."""
    game, who = middle
    viewer = Viewer(hall.judge.games.load(game), Actor(who["FRANCE"]))
    made = fork_game(viewer, game, "", "Aside")
    return hall.judge.sandboxes.create(who["FRANCE"], made, hall.now())


@pytest.mark.parametrize("device", ["desk", "tablet", "phone"])
def test_a_board_opens_where_it_stays(
    come: Come, middle: tuple[int, dict[str, int]], aside: int, device: str
) -> None:
    """However late the judge answers: its place is kept for it, and the map is in its own place
    in the first frame in which it is seen."""
    game, who = middle
    page = come(device, who["FRANCE"]).new_page()
    page.add_init_script(_WATCH)
    for path in (f"/games/{game}", f"/games/{game}/turns/S1901M", f"/sandboxes/{aside}"):
        _opens_where_it_stays(page, path)


def _opens_where_it_stays(page: Page, path: str) -> None:
    late: list[Route] = []
    is_late = True
    page.route("**/board?*", lambda one: late.append(one) if is_late else one.continue_())
    page.goto(path)
    while not late:
        page.wait_for_timeout(20)
    assert not page.locator("dip-board .view").count()
    page.evaluate("watchPlaces()")
    _rest(page)
    is_late = False
    for route in late:
        route.continue_()
    # On a phone a map that is seen whole has numbers in place of units.
    page.locator("dip-board .view > svg").wait_for()
    _rest(page)
    _stayed(page, path)
    page.unroute_all()


@pytest.mark.parametrize("device", ["desk", "tablet", "phone"])
def test_nothing_moves_while_somebody_orders(
    hall: Trial, come: Come, middle: tuple[int, dict[str, int]], device: str
) -> None:
    """Neither what is said and offered, nor that something is saved, nor what comes into the list
    takes anything else from its place."""
    game, who = middle
    hall.act(game, c.SaveOrders(""), who["FRANCE"])
    page = come(device, who["FRANCE"]).new_page()
    page.add_init_script(_WATCH)
    page.goto(f"/games/{game}?seen=S1901M")
    page.locator("dip-board .unit").first.wait_for()
    page.evaluate("watchPlaces()")
    board = page.locator("dip-board")
    chips, said = board.locator(".chips button"), board.locator(".said")
    for first, second in (("PAR", "BUR"), ("MAR", "PAR")):
        _pick(page, first)
        _pick(page, second)
        expect(chips).not_to_have_count(0)
    expect(board.locator(".status")).to_contain_text("Saved")
    # Three lists in one row.
    expect(
        page.locator(".dip-rows li").filter(has_text="Marseilles").locator("select")
    ).to_have_count(3)
    _pick(page, "MAO")
    _pick(page, "BUR")
    expect(said).to_contain_text("out of reach")
    page.locator("dip-board .view").press("Escape")
    page.locator("dip-board .view").press("Escape")
    expect(chips).to_have_count(0)
    _rest(page)
    _stayed(page)


def _pick(page: Page, place: str) -> None:
    page.evaluate("place => document.querySelector('dip-board').does({do: 'pick', place})", place)


def _rest(page: Page) -> None:
    """Until whatever was to come has been drawn."""
    page.evaluate("""() => new Promise(then => {
      let left = 20;
      const frame = () => left-- ? requestAnimationFrame(frame) : then();
      frame();
    })""")


def _stayed(page: Page, path: str = "") -> None:
    """Nothing was at two places."""
    found: dict[str, list[Any]] = page.evaluate(_FRAMES)
    assert {"the rows of the window", "board", "map", ".bottom", ".dip-turns"} <= found.keys()
    moved = {name: at for name, at in found.items() if len(at) > 1}
    assert not {name: at for name, at in moved.items() if not _is_almost_one(at)}, path


def _is_almost_one(places: list[Any]) -> bool:
    """Apart by what is lost in rounding."""
    return all(isinstance(one, int) for one in places) and max(places) - min(places) <= 1

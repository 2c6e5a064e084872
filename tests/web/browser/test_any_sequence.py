"""Orders that are given on a board while another device gives some, too, answers come late or not
at all, and news come when they come: in whatever sequence, nothing is lost, and all agree in the
end."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from playwright.sync_api import APIResponse, Route

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused
from tests.web.browser.conftest import Come
from tests.web.browser.players import ByMouse
from tests.web.people import Clock
from tests.web.trial_page import Trial

GOALS: Final = {
    "A PAR": ("BUR", "PIC", "GAS"),
    "A MAR": ("SPA", "PIE", "GAS"),
    "F BRE": ("ENG", "MAO"),
}
STEPS: Final = 40
FATES: Final = ("at once", "late", "lost before", "lost after", "503")
"""What becomes of a save."""
_BOARD: Final = "document.querySelector('dip-board')"
_ORDER: Final = f"""([unit, to]) => {_BOARD}.does(
  {{ do: 'order', unit, order: to ? ['m', to] : ['h'] }})"""
_RESTS: Final = f"""() => {{
  const {{ draft, board }} = {_BOARD};
  return !draft.isPending && board.own.text === draft.state.sheet.map(one => one.text).join('\\n');
}}"""
_SEEN: Final = f"""() => {{
  const root = {_BOARD}.shadowRoot;
  return {{
    drawn: [...root.querySelectorAll('svg > g.orders:not(.ghosts, .sketches) > .order[data-unit]')]
      .filter(one => !one.classList.contains('stale')).map(one => one.dataset.unit).sort(),
    ghosts: root.querySelectorAll('[data-ghost]').length,
    listed: [...document.querySelectorAll('.dip-rows li.ordered button')].length,
    text: document.getElementById('sheet').value,
  }};
}}"""


class Moments(Clock):
    """A clock by which no two things happen at one moment, as with any other: a board knows news
    of what it did itself by when that was."""

    def __call__(self) -> datetime:
        self.wait(microseconds=1)
        return self.now


@pytest.fixture(scope="module")
def clock() -> Clock:
    found = Moments()
    found.now = datetime.now(UTC)
    return found


class Between:
    """What stands between a board and its judge."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._held: list[tuple[Route, APIResponse]] = []
        self.is_through = False

    def __call__(self, route: Route) -> None:
        fate = "at once" if self.is_through else self._dice.choice(FATES)
        if fate == "at once":
            route.continue_()
        elif fate == "late":
            self._held.append((route, route.fetch()))
        elif fate == "503":
            route.fulfill(status=503, body="{}")
        else:
            if fate == "lost after":
                route.fetch()
            route.abort("connectionreset")

    def let_through(self) -> None:
        for route, answer in self._held:
            route.fulfill(response=answer)
        self._held.clear()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost(hall: Trial, come: Come, seed: int) -> None:
    dice, (game, who) = random.Random(seed), hall.game()
    desk = ByMouse(hall, come(account=who["FRANCE"]), game, "FRANCE")
    page = desk.page
    page.goto(f"/games/{game}")
    desk.sees("S1901M", "")
    between = Between(dice)
    page.route("**/commands/save-orders*", between)
    here: dict[str, str] = {}
    there: dict[str, str] = {}
    asked: set[tuple[str, str]] = set()

    def order_here() -> None:
        unit = dice.choice([*GOALS])
        to = dice.choice(("", *GOALS[unit]))
        here[unit] = written(unit, to)
        page.evaluate(_ORDER, [unit, to])

    def order_there() -> None:
        unit = dice.choice([*GOALS])
        there[unit] = written(unit, dice.choice(("", *GOALS[unit])))
        while not _is_written_there(hall, game, who["FRANCE"], unit, there[unit]):
            pass

    def answer() -> None:
        between.let_through()

    def try_again() -> None:
        page.evaluate("dispatchEvent(new Event('online'))")

    def settle() -> None:
        conflicts = page.evaluate(f"{_BOARD}.draft.conflicts")
        for one in conflicts:
            # Where an answer was lost one's own order may be what stands there.
            offered = (one["here"] or [""], one["there"] or [""])
            asked.update((one["unit"], written(one["unit"], *order[1:])) for order in offered)
        if conflicts:
            page.evaluate(f"number => {_BOARD}.choose(number)", dice.randrange(2))

    for _ in range(STEPS):
        dice.choice((order_here, order_here, order_there, answer, try_again, settle))()
        page.wait_for_timeout(dice.choice((0, 0, 30, 120)))
    between.is_through = True

    def rests() -> bool:
        answer()
        try_again()
        settle()
        return bool(page.evaluate(_RESTS)) and not page.evaluate(f"{_BOARD}.draft.conflicts.length")

    desk.wait_for(rests)
    on_file = hall.text(game, "FRANCE")
    desk.wait_for(lambda: agrees(page.evaluate(_SEEN), on_file))
    assert hall.text(game, "FRANCE") == on_file
    given = {" ".join(line.split("-")[0].split()[:2]): line for line in on_file.splitlines()}
    for unit in GOALS:
        may_be = {one[unit] for one in (here, there) if unit in one} or {None}
        may_be |= {order for one, order in asked if one == unit}
        assert given.get(unit) in may_be, (unit, here, there, on_file)
    assert not desk.faults


def _is_written_there(hall: Trial, game: int, account: int, unit: str, order: str) -> bool:
    """Have another device order one unit alone: not if what stands there changes meanwhile."""
    on_file = hall.text(game, "FRANCE")

    def check(g: JudgedGame) -> None:
        sheet = g.sheets.get(("FRANCE", str(g.phase)))
        if (sheet.text if sheet else "") != on_file:
            raise ActionRefused("changed", "another order came between")

    others = [line for line in on_file.splitlines() if not line.startswith(unit)]
    orders = c.SaveOrders("\n".join((*others, order)))
    try:
        return not hall.judge.act(game, orders, Actor(account), hall.now(), check).refused
    except ActionRefused:
        return False


def written(unit: str, to: str = "") -> str:
    return f"{unit}-{to}" if to else f"{unit} H"


def agrees(seen: dict[str, Any], on_file: str) -> bool:
    """Whether map, list and text show what is on file."""
    lines = on_file.splitlines()
    units = sorted(line[:5] for line in lines)
    return seen == {"drawn": units, "ghosts": 0, "listed": len(lines), "text": on_file}

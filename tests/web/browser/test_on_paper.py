"""Pages on paper: all of what they tell, in the colours of the day, and nothing to press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Look
from tests.web.trial_page import Trial

_PRESSED = """() => {
  const seen = [...document.querySelectorAll('button, input, select, textarea')];
  const roots = [...document.querySelectorAll('*')].flatMap(one => one.shadowRoot ?? []);
  for (const root of roots) seen.push(...root.querySelectorAll('button, select, textarea'));
  return seen.filter(one => one.checkVisibility()).map(one => one.outerHTML);
}"""
_CUT = """() => [...document.querySelectorAll('html, body, main, main *, aside')]
  .filter(one => one.checkVisibility() && getComputedStyle(one).overflowY !== 'visible')
  .filter(one => one.scrollHeight > one.clientHeight + 1)
  .map(one => one.outerHTML.slice(0, 80))"""
_COLOURS = """() => {
  const shown = getComputedStyle(document.body);
  return [shown.color, getComputedStyle(document.documentElement).backgroundColor];
}"""


@pytest.fixture(scope="module")
def played(hall: Trial) -> tuple[int, int]:
    """A game with a turn that was judged, and who plays in it."""
    game, who = hall.game()
    hall.act(game, c.ProcessNow())
    return game, who["FRANCE"]


@pytest.mark.parametrize(
    "path",
    [
        "/games/{}",
        "/games/{}/turns/S1901M?why=true",
        "/games/{}/record",
        "/games/{}/replay",
        "/archive",
    ],
)
def test_a_page_on_paper(look: Look, played: tuple[int, int], path: str) -> None:
    game, user = played
    page = look(path.format(game), account=user, color_scheme="dark")
    _opened(page)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(_PRESSED) == []
    assert page.evaluate(_CUT) == []
    ink, ground = page.evaluate(_COLOURS)
    assert max(map(int, ink.removeprefix("rgb(").removesuffix(")").split(","))) < 100
    assert ground == "rgba(0, 0, 0, 0)"


def _opened(page: Page) -> None:
    page.wait_for_function(
        """() => [...document.querySelectorAll('dip-board')].every(
          one => one.shadowRoot?.querySelector('.unit'))"""
    )

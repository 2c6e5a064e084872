"""What a page of a game weighs on its way to a browser: bytes, which know no clock."""

from __future__ import annotations

from typing import Final

import pytest

pytest.importorskip("playwright")
from bench.pages import weighed, weighing
from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.trial_page import Trial

FIRST: Final = 150_000
"""Bytes of a game's page with its map, in a browser that has nothing of it yet."""
AGAIN: Final = 17_000
"""Bytes of it when it is opened again, after another phase."""
AGAIN_OF_MAP: Final = 10_000
"""Those of them that are not the page itself."""
NEXT: Final = 10_000
"""Bytes that come when a phase is judged while it is open."""


def test_a_game_page_weighs_little(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A par-bur\nA mar-spa\nF bre-mao"), who["FRANCE"])
    hall.act(game, c.ProcessNow())
    # What a service worker fetches for a page is not counted as the page's.
    page = come(account=who["FRANCE"], service_workers="block").new_page()
    first = weighed(page, f"/games/{game}")
    assert sum(first.values()) <= FIRST, first
    page.goto("about:blank")  # what the page itself hears of the next phase is none of its weight
    hall.act(game, c.ProcessNow())
    again = weighed(page, f"/games/{game}")
    assert sum(again.values()) <= AGAIN, again
    of_page = again[page.url]
    assert of_page > 0
    assert sum(again.values()) - of_page <= AGAIN_OF_MAP, again
    with weighing(page) as judged, page.expect_response("**/turns/W1901A/board?*") as told:
        hall.act(game, c.ProcessNow())
        told.value.finished()
        page.locator("#results[data-turn=W1901A]").wait_for()
    assert any("parts=true" in address for address in judged), judged
    assert sum(judged.values()) <= NEXT, judged

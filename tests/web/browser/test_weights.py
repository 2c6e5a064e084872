"""What a page of a game weighs on its way to a browser: bytes, which know no clock."""

from __future__ import annotations

from typing import Final

import pytest

pytest.importorskip("playwright")
from bench.pages import weighed
from dragoman.judge.commands import command as c
from tests.web.browser.conftest import Come
from tests.web.trial_page import Trial

FIRST: Final = 150_000
"""Bytes of a game's page with its map, in a browser that has nothing of it yet."""
NEXT: Final = 17_000
"""Bytes of it when it is opened again, after another phase."""
NEXT_OF_MAP: Final = 10_000
"""Those of them that are not the page itself."""


def test_a_game_page_weighs_little(hall: Trial, come: Come) -> None:
    game, who = hall.game()
    hall.act(game, c.SaveOrders("A par-bur\nA mar-spa\nF bre-mao"), who["FRANCE"])
    hall.act(game, c.ProcessNow())
    # What a service worker fetches for a page is not counted as the page's.
    page = come(account=who["FRANCE"], service_workers="block").new_page()
    first = weighed(page, f"/games/{game}")
    assert sum(first.values()) <= FIRST, first
    hall.act(game, c.ProcessNow())
    following = weighed(page, f"/games/{game}")
    assert sum(following.values()) <= NEXT, following
    of_page = following[page.url]
    assert of_page > 0
    assert sum(following.values()) - of_page <= NEXT_OF_MAP, following

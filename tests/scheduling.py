"""How the tests are shared out among the workers of pytest-xdist.

A file goes to one worker as a whole, or with the others of its ``xdist_group``: what its tests
share (a browser, a judge with its door open, games that were played) is made once. What takes long
begins first, and the quick files fill up what is left at the end.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from xdist.scheduler import LoadGroupScheduling

LONG: Final = (
    "compiled",
    "tests/web/browser/test_every_page.py",
    "compiled_bots",
    "tests/web/browser/test_whole_games.py",
    "tests/web/browser/test_window.py",
    "tests/web/browser",
    "tests/judge/setup/test_a_machine.py",
    "card_compiled",
    "tests/judge/running/test_upgrading.py",
    "tests/judge/running/test_kills.py",
    "tests/rules/test_web_judge.py",
    "tests/web/test_fog.py",
    "tests/install/test_wheel.py",
    "tests/arena/test_table_game.py",
    "tests/cli/judge/test_serving.py",
    "tests/docs/test_hosting_drill.py",
    "tests/tournament/test_desk_over_http.py",
    "tests/cli/test_dipwork_menu.py",
    "tests/rules/test_laws.py",
    "tests/mail/test_commands.py",
)
"""Groups, files and folders that take a processor a quarter of a minute or more, or wait for other
programs for as long: they begin first, in this sequence. The files of a folder come one after the
other, for they share a browser."""


class ByFile(LoadGroupScheduling):
    """As ``--dist loadgroup``, but a test without a group belongs to that of its file, and groups
    begin in the order in which their tests were collected."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)  # pyright: ignore[reportArgumentType]
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group


def group_of(test: pytest.Item) -> str:
    """The group of a test, as the scheduler reads it off the test's name."""
    names = {str(one.args[0]) for one in test.iter_markers("xdist_group")}
    return "_".join(sorted(names)) or test.nodeid.partition("::")[0]


def longest_first(items: list[pytest.Item]) -> None:
    """Sort tests by their groups: long ones first, then by how many of its tests are slow, and of
    the quick ones those with many tests."""
    group = {one: group_of(one) for one in items}
    slow = Counter(group[one] for one in items if one.get_closest_marker("slow"))
    size = Counter(group.values())

    def begins(one: pytest.Item) -> tuple[int, int, int, str]:
        name = group[one]
        place = next((at for at in (name, name.rpartition("/")[0]) if at in LONG), None)
        return LONG.index(place) if place else len(LONG), -slow[name], -size[name], name

    items.sort(key=begins)

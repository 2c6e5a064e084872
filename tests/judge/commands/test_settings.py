"""Settings: what can be, what cannot, and what may change when."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.forming import create
from dragoman.judge.log import events as ev
from dragoman.judge.log.fold import rebuild
from tests.judge.table import Table, seven

DUEL = "S1905M | FRANCE: A PAR; ITALY: A ROM | FRANCE: PAR, MAR; ITALY: ROM"


@pytest.mark.parametrize(
    ("settings", "place", "code"),
    [
        ({"title": ""}, "title", "no-title"),
        ({"title": "x" * 81}, "title", "no-title"),
        ({"title": "\u200d\u200b"}, "title", "no-title"),
        ({"title": "One\nTwo"}, "title", "no-title"),
        ({"title": "\u202eEnO"}, "title", "no-title"),
        ({"variant": "narnia"}, "variant", "unknown-variant"),
        ({"rules": "1850"}, "rules", "unknown-rule"),
        ({"switches": {"no_such": "yes"}}, "rules", "unknown-rule"),
        ({"press": ["loud"]}, "press", "unknown-press"),
        ({"press": ["all-grey", "fake"]}, "press", "contradicting-press"),
        ({"press_in": ["winter"]}, "press_in", "unknown-phase-kind"),
        ({"entry": "code", "code": "abc"}, "code", "no-code"),
        ({"entry": "nobody"}, "entry", "unknown-answer"),
        ({"misses": 0}, "misses", "misses-out-of-range"),
        ({"misses": True}, "misses", "wrong-kind-of-value"),
        ({"misses": "2"}, "misses", "wrong-kind-of-value"),
        ({"reliability": 101}, "reliability", "reliability-out-of-range"),
        ({"rated": True, "start": DUEL}, "rated", "not-rated"),
        ({"rated": True, "programs": ["ITALY"]}, "rated", "not-rated"),
        ({"scoring": "luck"}, "scoring", "unknown-scoring"),
        ({"scoring_settings": {"bonus": 3}}, "scoring_settings", "no-scoring"),
        ({"programs": ["NARNIA"]}, "programs", "unknown-power"),
        ({"programs": ["Italy"]}, "programs", "another-name"),
        ({"last_year": 1850}, "last_year", "over-before-it-begins"),
        ({"variant": "machiavelli", "blind": True}, "blind", "not-blind"),
        ({"variant": "machiavelli", "scoring": "cdiplo"}, "scoring", "no-scoring"),
        ({"start": "{"}, "start", "cut-short"),
        ({"start": "S1901M | FRANCE: A ATLANTIS"}, "start", "unknown-place"),
        ({"start": "S1901M | FRANCE: F PAR"}, "start", "impossible-position"),
        ({"start": "S1901M | FRANCE: A PAR, F PAR"}, "start", "two-units"),
        ({"start": "nonsense"}, "start", "unreadable-position"),
        ({"start": "S1901M"}, "start", "empty-board"),
        ({"start": "x" * 100_001}, "start", "start-too-long"),
        ({"start": 7}, "start", "wrong-kind-of-value"),
        ({"movement": "soon"}, "movement", "no-length"),
        ({"grace": "3 moons"}, "grace", "unknown-unit-of-time"),
        ({"zone": "Europe/Bonn"}, "zone", "unknown-zone"),
        ({"dates_off": ["christmas"]}, "dates_off", "no-date"),
        ({"dates_off": ["2026-12-24"] * 201}, "dates_off", "too-many-dates"),
        ({"days_off": "Mon-Sun"}, "days_off", "no-day-left"),
        ({"abandoned": ""}, "abandoned", "no-length"),
        ({"no_such": 1}, "no_such", "unknown-setting"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], place: str, code: str) -> None:
    answer = create({"title": "Friends", **settings})
    assert answer.refused and not answer.events
    assert (place, code) in [(one.source, one.code) for one in answer.told]


def test_what_is_wrong_once_is_told_once() -> None:
    """Retreats and adjustments are due as movements are, where nothing is said of them."""
    told = create({"title": "Friends", "movement": "soon"}).told
    assert [(one.source, one.code) for one in told] == [("movement", "no-length")]
    told = create({"title": "Friends", "movement": "soon", "retreat": "late"}).told
    assert [one.source for one in told] == ["movement", "retreat"]
    (wrong,) = create({"title": "Friends", "variant": "standrd"}).told
    assert (wrong.code, wrong.source) == ("unknown-variant", "variant")
    assert wrong.candidates == ("standard",) and "variants" not in wrong.what


def test_any_position_to_begin_with() -> None:
    table = Table(start=DUEL)
    assert (table.phase, table.g.game.survivors) == ("S1905M", ("FRANCE", "ITALY"))
    data = table.g.game.position.to_dict()
    for start in (data, json.dumps(data)):
        assert Table(start=start).g.game.position == table.g.game.position


def test_a_board_is_changed_while_the_game_forms() -> None:
    table = Table()
    table.done(c.ChangeSettings({"start": DUEL}))
    assert table.phase == "S1905M"
    table.done(c.ChangeSettings({"start": "", "variant": "fleet_rome"}))
    assert table.phase == "S1901M" and "F ROM" in {str(u) for u in table.g.game.units("Italy")}
    assert not table.do(c.ChangeSettings({"variant": "fleet_rome"})).events


@pytest.mark.parametrize(
    "settings",
    [{"variant": "milan"}, {"start": DUEL}, {"rated": True}, {"blind": True}, {"entry": "code",
     "code": "sesame"}, {"scoring": "cdiplo"}, {"draws": "listed"}, {"last_year": 1910}],
)  # fmt: skip
def test_not_under_the_hands_of_those_who_play(settings: dict[str, Any]) -> None:
    assert seven().refused(c.ChangeSettings(settings)) == "game-has-begun"


def test_what_may_change_at_any_time() -> None:
    table = seven()
    table.done(c.ChangeSettings({"press": [], "movement": "3 d", "title": "Old friends"}))
    assert table.refused(c.Send("x"), "FRANCE") == "no-such-press"
    table.wait(days=1)
    assert table.g.deadline is not None and (table.g.deadline - table.now).days == 3


def test_rules_are_those_that_were_chosen() -> None:
    table = seven(rules="1971", switches={"standing_orders": "yes"})
    assert table.g.game.rule_set.standing_orders == "yes"


def test_a_game_of_before_whose_switches_say_nothing_can_be_set_all_the_same() -> None:
    table = seven()
    first, *later = table.log
    assert isinstance(first.event, ev.Created)
    settings = {**first.event.settings, "switches": {"two_orders": "neither"}}
    table.log = [replace(first, event=replace(first.event, settings=settings)), *later]
    table.g = rebuild(table.log)
    assert table.g.settings.switches == {"two_orders": "neither"}
    table.done(c.ChangeSettings({"movement": "48 h"}))
    assert table.g.settings.movement == "48 h"

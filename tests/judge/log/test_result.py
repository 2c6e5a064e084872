"""How games end, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.forming import create
from dragoman.judge.log.result import game_result, result_of
from dragoman.judge.log.state import Stage
from dragoman.tournament.scoring import SYSTEMS, ResultEnding
from tests.judge.table import POWERS, Table, seven

CENTERS = "PAR, MAR, BRE, SPA, POR, BEL, HOL, MUN, KIE, BER, DEN, NWY, SWE, LON, EDI, LVP, VEN"
NEARLY_WON = f"F1901M | FRANCE: A PIE; ITALY: A NAP | FRANCE: {CENTERS}; ITALY: ROM, NAP, TUN"


def drawn(table: Table) -> None:
    table.done(c.Propose("draw"), "AUSTRIA")
    for power in POWERS[1:]:
        table.done(c.Vote(len(table.g.proposals), True), power)


def by_each_system(table: Table) -> Iterator[tuple[str, Mapping[str, Fraction]]]:
    """What the powers score by every system of tournaments."""
    for scoring, system in SYSTEMS.items():
        given = {one.name: 500 for one in system.settings if one.name in ("solo", "first")}
        settings = replace(table.g.settings, scoring=scoring, scoring_settings=given)
        result = result_of(replace(table.g, settings=settings))
        assert result is not None
        yield scoring, result.points


def test_a_draw_is_counted_by_any_system() -> None:
    table = seven()
    while table.phase != "S1902M":
        table.done(c.ProcessNow())
    drawn(table)
    result = result_of(table.g)
    assert result is not None and (result.how, result.powers) == ("draw", POWERS)
    assert result.players["FRANCE"] == 13 and not result.points
    record = game_result(table.g)
    assert record.ending is ResultEnding.VOTED_DRAW and record.last_year == 1901
    assert sum(record.centers) == 22
    for scoring, points in by_each_system(table):
        assert set(points) == set(POWERS), scoring


def test_a_victory() -> None:
    table = seven(start=NEARLY_WON)
    assert result_of(table.g) is None
    table.done(c.SaveOrders("A pie-tus"), "FRANCE")
    table.done(c.ProcessNow())
    table.done(c.SaveOrders("build A par"), "FRANCE")
    while table.phase != "F1902M":
        table.done(c.ProcessNow())
    table.done(c.SaveOrders("A tus-rom"), "FRANCE")
    while table.g.stage is Stage.RUNNING:
        table.done(c.ProcessNow())
    assert table.g.ending == ("victory", ("FRANCE",))
    record = game_result(table.g)
    assert (record.soloist, record.center_count("FRANCE")) == ("FRANCE", 18)
    for scoring, points in by_each_system(table):
        assert max(points, key=lambda power: points[power]) == "FRANCE", scoring


def test_a_system_that_does_not_know_what_a_solo_is_worth_is_told_first() -> None:
    answer = create({"title": "Friends", "scoring": "whipping-2008"})
    assert [(one.source, one.code) for one in answer.told] == [("scoring", "solo-not-stated")]
    assert create(
        {"title": "Friends", "scoring": "whipping-2008", "scoring_settings": {"solo": 500}}
    ).events


@pytest.mark.parametrize(
    ("end", "rated"), [("draw", True), ("terminated", False), ("abandoned", False)]
)
def test_only_games_that_were_played_to_their_end_are_rated(end: str, rated: bool) -> None:
    table = seven(rated=True, scoring=next(iter(SYSTEMS)))
    if end == "draw":
        drawn(table)
    elif end == "terminated":
        table.done(c.Terminate())
    else:
        table.wait(days=40)
    result = result_of(table.g)
    assert result is not None and result.how == end and result.is_rated is rated
    if not rated:
        assert set(result.points.values()) <= {Fraction(0)}
    unrated = seven()
    drawn(unrated)
    result = result_of(unrated.g)
    assert result is not None and not result.is_rated and not result.points

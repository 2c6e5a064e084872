"""The record of a game: orders of all turns as a table, and centres over time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dragoman.game import Game, find_variant
from dragoman.web.pages.html.charts import CENTERS_HEIGHT, CENTERS_WIDTH, chart_of_centers
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.tables import begun, seats


def test_orders_stand_in_a_table_with_what_failed(house: House) -> None:
    game = begun(house)
    who = seats(house, game)
    one = reader(house)
    assert "Nothing has been judged yet" in one.get(f"/games/{game}/record").text
    who["FRANCE"].do(game, "save-orders", text="A mar-spa, A par-bur")
    who["GERMANY"].do(game, "save-orders", text="A mun-bur")
    house.person(1).do(game, "process-now")
    house.person(1).do(game, "process-now")
    page = one.get(f"/games/{game}/record")
    assert (
        "A Mar–Spa" in page.text and '<div class="failed">A Mun–Bur (bounced)</div>' in page.source
    )
    assert f"/games/{game}/turns/S1901M" in page.links
    assert 'aria-label="Centres over time: ' in page.source and "France 4" in page.source
    assert f"/games/{game}/record" in one.get(f"/games/{game}").links
    assert one.get("/games/77/record").status == 404


def test_of_a_blind_game_there_is_none_until_it_is_over(house: House) -> None:
    game = begun(house, blind=True)
    house.person(1).do(game, "process-now")
    assert reader(house).get(f"/games/{game}/record").status in (401, 403, 404, 409)


def test_a_chart_has_a_line_for_each_power() -> None:
    variant = Game("standard").variant
    start = {power: 3 for power in variant.board.powers}
    rows = [{"after": "S1901M", "centers": start}]
    assert chart_of_centers(variant, rows) is None
    grown = {**start, "FRANCE": 6}
    chart = chart_of_centers(variant, [*rows, {"after": "F1901M", "centers": grown}])
    assert chart is not None
    assert [(one.power, one.count) for one in chart.lines if one.count != 3] == [("FRANCE", 6)]
    (france,) = (one for one in chart.lines if one.power == "FRANCE")
    first, last = (tuple(map(float, at.split(","))) for at in france.points.split())
    assert first[1] > last[1] and 0 < first[0] < last[0] < CENTERS_WIDTH
    assert all(0 < y < CENTERS_HEIGHT for y, _ in chart.counts)
    # The lines are named at their ends, none upon another: France, which has most, on top.
    assert [(power, count) for _, power, count in chart.ends[:2]] == [("FRANCE", 6), ("AUSTRIA", 3)]
    places = [at for at, _, _ in chart.ends]
    assert all(later - sooner >= 12 for sooner, later in pairwise(places))
    assert len(chart.ends) == 7 and places[-1] < CENTERS_HEIGHT


def test_a_chart_names_who_has_most_where_there_is_no_room_for_all() -> None:
    variant = find_variant("chaos")
    start = {power: 1 for power in variant.board.powers}
    last = {**start, **{power: 0 for power in list(start)[:3]}}
    last[list(start)[5]] = 4
    rows = [{"after": "S1901M", "centers": start}, {"after": "F1901M", "centers": last}]
    chart = chart_of_centers(variant, rows)
    assert chart is not None
    assert chart.ends[0][1:] == (list(start)[5], 4)
    assert len(chart.ends) < len(start) and all(count for _, _, count in chart.ends)


def test_a_chart_goes_by_years() -> None:
    """A row comes where something changed: years in which nothing did are as wide as
    others."""
    variant = Game("standard").variant
    counts = ({power: number for power in variant.board.powers} for number in (3, 4, 5, 6))
    when = ("S1901M", "W1901A", "W1902A", "W1905A")
    rows = [{"after": after, "centers": one} for after, one in zip(when, counts, strict=True)]
    chart = chart_of_centers(variant, rows)
    assert chart is not None
    places = [float(at.partition(",")[0]) for at in chart.lines[0].points.split()]
    # Until 1904 all stayed as it was.
    steps = [later - sooner for sooner, later in pairwise(places)]
    assert steps == pytest.approx([one * steps[-1] for one in (0.5, 0.5, 2, 1)], abs=0.2)
    assert [year for _, year in chart.turns] == [1901, 1902, 1903, 1904, 1905]
    marks = dict((year, at) for at, year in chart.turns)
    assert marks[1901] == places[0] and marks[1905] == places[-1]

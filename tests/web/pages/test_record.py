"""The record of a game: orders of all turns as a table, and centres over time."""

from __future__ import annotations

from dragoman.game import Game
from dragoman.web.pages.center_chart import HEIGHT, WIDTH, chart_of_centers
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
    board = Game("standard").variant.board
    start = {power: 3 for power in board.powers}
    rows = [{"after": "S1901M", "centers": start}]
    assert chart_of_centers(board, rows) is None
    grown = {**start, "FRANCE": 6}
    chart = chart_of_centers(board, [*rows, {"after": "F1901M", "centers": grown}])
    assert chart is not None
    assert [(one.power, one.count) for one in chart.lines if one.count != 3] == [("FRANCE", 6)]
    (france,) = (one for one in chart.lines if one.power == "FRANCE")
    first, last = (tuple(map(float, at.split(","))) for at in france.points.split())
    assert first[1] > last[1] and 0 < first[0] < last[0] < WIDTH
    assert all(0 < y < HEIGHT for y, _ in chart.counts)
    ends = [one.end for one in chart.lines]
    assert len(set(ends)) == len(ends), "no letter stands on another"

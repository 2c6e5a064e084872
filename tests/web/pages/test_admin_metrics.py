"""The page of admins with metrics: several processes together, over an hour or a day."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.metrics_history import MetricsHistory, MetricsNote, read_history
from dragoman.web.pages.html.metric_charts import Span, metric_charts, processes
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.tables import begun

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def noted(
    process: str, minutes: float, counts: dict[str, float], levels: dict[str, float]
) -> MetricsNote:
    return MetricsNote(process, NOW - timedelta(minutes=minutes), 60.0, counts, levels)


def table_rows(source: str) -> list[list[str]]:
    """The cells of every row of the tables of a page."""
    rows = re.findall(r"<tr>(.*?)</tr>", source, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]*>", "", one).strip() for one in row] for row in cells]


def test_only_admins_see_it_and_an_empty_one_says_why(house: House) -> None:
    house.account(1)
    assert reader(house).get("/admin/metrics").status == 401
    assert reader(house, 1).get("/admin/metrics").status == 403
    root = reader(house, 99)
    assert "Nothing has been noted yet" in root.get("/admin/metrics").text
    assert "/admin/metrics" in root.get("/admin").links
    assert root.get("/admin/metrics?span=century").status in (400, 404, 422)


def test_several_processes_are_shown_together_and_outlive_a_restart(house: House) -> None:
    game = begun(house)
    assert game
    database = house.judge.database
    servers = [Metrics(), Metrics()]
    histories = [
        MetricsHistory(database, one, f"server here:{8080 + number}")
        for number, one in enumerate(servers)
    ]
    for number, metrics in enumerate(servers):
        metrics.watch(lambda: 5, lambda: 3)
        for status in ("200", "404", *["500"] * number):
            metrics.requests.labels("GET", "/games", status).inc()
            metrics.request_seconds.labels("GET", "/games").observe(0.07)
    house.clock.wait(minutes=2)
    for one in histories:
        one.note(house.clock())
    # Another process of the same name goes on where this one ended.
    again = Metrics()
    history = MetricsHistory(database, again, "server here:8080")
    again.requests.labels("GET", "/games", "200").inc(10)
    house.clock.wait(minutes=2)
    history.note(house.clock())
    page = reader(house, 99).get("/admin/metrics")
    assert page.status == 200
    rows = {row[0]: row for row in table_rows(page.source)}
    assert rows["server here:8080"][2] == "12"
    assert rows["server here:8081"][2] == "3"
    assert rows["server here:8081"][5] == "1"
    assert rows["running"][1:] == ["1", "1", "1"]
    assert rows["failed requests"][3] == "1"
    day = reader(house, 99).get("/admin/metrics?span=day")
    assert "−24 h" in day.text


def test_what_the_database_tells_is_noted_once_a_minute(house: House) -> None:
    database, clock = house.judge.database, house.clock
    histories = [MetricsHistory(database, Metrics(), name) for name in ("one", "two")]
    for _ in range(2):
        for one in histories:
            one.note(clock())
        clock.wait(minutes=1)
    found = read_history(database, clock() - timedelta(hours=1))
    assert len([one for one in found if not one.process]) == 2
    assert len([one for one in found if one.process]) == 4
    house.account(7)
    clock.wait(minutes=1)
    histories[0].note(clock())
    latest = [
        one for one in read_history(database, clock() - timedelta(hours=1)) if not one.process
    ]
    assert [one.counts.get("registered") for one in latest] == [0, 0, 1]


def test_no_more_than_a_day_is_kept(house: House) -> None:
    database, clock = house.judge.database, house.clock
    history = MetricsHistory(database, Metrics(), "one")
    history.note(clock())
    clock.wait(hours=25)
    history.note(clock())
    assert len(read_history(database, clock() - timedelta(days=9))) == 2


def test_rates_are_of_the_time_that_a_note_covers_and_gaps_are_gaps() -> None:
    notes = [
        noted("a", 45, {"status 2": 600}, {"streams": 4}),
        noted("b", 45, {"status 2": 60, "status 5": 60}, {"streams": 2}),
        noted("a", 1, {"status 2": 120}, {"streams": 1}),
    ]
    charts = {one.key: one for one in metric_charts(notes, NOW, Span.HOUR)}
    (requests,) = charts["requests"].lines
    assert (requests.most, requests.last) == (12.0, 2.0)
    assert len(requests.pieces) == 2
    assert requests.rows[0] is None
    assert charts["streams"].lines[0].most == 6
    assert charts["errors"].lines[0].most == 60


@pytest.mark.parametrize(
    ("counts", "half", "most"),
    [
        ({"took 0.1": 50, "took 0.25": 50}, 100, 247),
        ({"took inf": 1}, 10_000, 10_000),
        ({}, None, None),
    ],
)
def test_percentiles_are_those_of_prometheus(
    counts: dict[str, float], half: float | None, most: float | None
) -> None:
    charts = metric_charts([noted("a", 1, counts, {})], NOW, Span.HOUR)
    p50, _, p99 = next(one.lines for one in charts if one.key == "times")
    assert p50.last == (half if half is None else pytest.approx(half))
    assert p99.last == (most if most is None else pytest.approx(most))


def test_scales_end_with_round_numbers() -> None:
    for value, top in (
        (0, 1),
        (0.03, 0.05),
        (0.7, 1),
        (7, 10),
        (99, 100),
        (101, 200),
        (2300, 2500),
    ):
        charts = metric_charts([noted("", 1, {}, {"late": value})], NOW, Span.HOUR)
        marks = next(one.marks for one in charts if one.key == "late")
        assert marks[-1][1] == pytest.approx(top), value
    assert processes([noted("", 1, {}, {})]) == []

"""The orders box: what late orders cost, and who reads."""

from datetime import datetime, timedelta

import pytest
from directing import Hall

from dragoman.tournament.actions import at_tables
from dragoman.tournament.commands.tables import BeginReading, NoteLate, PutInOrders
from dragoman.tournament.rules.round_clock import Ruling, Season, next_reader, ruling

BORDER = ("AUSTRIA", "ITALY", "FRANCE", "ENGLAND", "GERMANY", "RUSSIA", "TURKEY")
S1901 = Season.parse("S1901")


@pytest.mark.parametrize(
    ("earlier", "missing", "warnings", "expected"),
    [
        (0, False, 1, Ruling.WARNING),
        (1, False, 1, Ruling.DISORDER),
        (2, False, 1, Ruling.DISORDER),
        (0, True, 1, Ruling.DISORDER),
        (1, False, 2, Ruling.WARNING),
        (0, False, 0, Ruling.DISORDER),
    ],
)
def test_what_lateness_costs(earlier: int, missing: bool, warnings: int, expected: Ruling) -> None:
    assert ruling(earlier, missing, warnings) is expected


def test_the_first_warning_holds_for_the_whole_tournament(hall: Hall, after: datetime) -> None:
    """Late in round 1 as Turkey, late in round 2 as another power: civil disorder (rule 9)."""
    hall.boards(number=1)
    hall.do(at_tables.put_in_late, NoteLate("1A", ("T",), season="S1901"), after)
    assert hall.t.lateness[-1].ruling is Ruling.WARNING
    assert "TURKEY" not in hall.t.disordered(hall.table("1A"), S1901)
    hall.boards(number=2)
    hall.do(at_tables.put_in_late, NoteLate("2A", ("T",), season="S1901"), after)
    assert hall.t.lateness[-1].ruling is Ruling.DISORDER
    assert hall.t.disordered(hall.table("2A"), S1901) == {"TURKEY"}
    assert hall.t.late_count(7) == 2


def test_the_clock_says_what_is_late(playing: Hall, start: datetime) -> None:
    time = start + timedelta(minutes=20)
    playing.do(at_tables.put_in, PutInOrders("A", ("AE",)), time - timedelta(seconds=1))
    assert not playing.t.lateness
    playing.do(at_tables.put_in, PutInOrders("A", ("F",)), time + timedelta(seconds=1))
    assert [(one.power, one.season) for one in playing.t.lateness] == [("FRANCE", S1901)]
    assert playing.refused(at_tables.put_in, PutInOrders("A", ("F",)), time) == "orders-there"


def test_nothing_is_taken_once_reading_has_begun(playing: Hall, start: datetime) -> None:
    time = start + timedelta(minutes=20)
    playing.do(at_tables.begin_reading, BeginReading("A", missing=("T",)), time)
    assert playing.t.lateness[0].missing
    assert playing.t.disordered(playing.table(), S1901) == {"TURKEY"}
    assert playing.refused(at_tables.put_in_late, NoteLate("A", ("T",)), time) == "reading-begun"
    assert playing.refused(at_tables.begin_reading, BeginReading("A"), time) == "read-already"


def test_reading_does_not_begin_before_a_deadline(playing: Hall, start: datetime) -> None:
    early = start + timedelta(minutes=5)
    assert playing.refused(at_tables.begin_reading, BeginReading("A"), early) == "no-deadline-yet"


def test_the_eliminated_are_not_late(playing: Hall, after: datetime) -> None:
    playing.count(1901, "5 5 5 5 5 5 4")
    playing.count(1902, "6 6 6 6 5 5 0")
    assert (
        playing.refused(at_tables.put_in_late, NoteLate("A", ("T",), season="S1903"), after)
        == "eliminated"
    )


def test_the_duty_to_read_goes_clockwise(playing: Hall, after: datetime) -> None:
    """Austria begins; the absent and the dead are passed over; nobody reads twice running."""
    readers: list[str] = []
    for season, absent in (("S1901", ""), ("F1901", "I"), ("S1902", ""), ("F1902", "")):
        playing.do(
            at_tables.begin_reading,
            BeginReading("A", absent=tuple(absent), season=season),
            after,
        )
        reader = playing.t.reader(playing.table(), Season.parse(season))
        readers.append(reader or "nobody")
    assert readers == ["AUSTRIA", "FRANCE", "ENGLAND", "GERMANY"]


def test_the_duty_can_also_move_one_place_a_season() -> None:
    read = [
        next_reader(BORDER, "AUSTRIA", Season.number(index), "FRANCE", {"ITALY"}, pointer=True)
        for index in range(3)
    ]
    assert read == ["AUSTRIA", "FRANCE", "FRANCE"]
    assert next_reader(BORDER, "AUSTRIA", S1901, None, BORDER, pointer=False) is None

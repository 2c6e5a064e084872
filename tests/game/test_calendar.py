import pytest

from dragoman.board import UnknownName
from dragoman.game import spoken
from dragoman.rules import DIPLOMACY, Calendar, CalendarPhase, Phase, PhaseKind


def test_a_year_of_diplomacy() -> None:
    phase, seen = Phase.parse("S1901M"), []
    for _ in range(6):
        seen.append(str(phase))
        phase = DIPLOMACY.after(phase)
    assert seen == ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]


def test_a_calendar_is_data() -> None:
    year = ("SA", "SM", "SR", "UM", "UR", "FM", "FR")
    campaigns = Calendar(tuple(CalendarPhase(s, PhaseKind(kind)) for s, kind in year))
    assert campaigns.after(Phase(1454, "S", "R")) == Phase(1454, "U", "M")
    assert campaigns.after(Phase(1454, "F", "R")) == Phase(1455, "S", "A")


@pytest.mark.parametrize(
    "text", ["", "S", "XM", "SX", "SM snow", "S M", "SM +", "SM +5 +5", "SM +-5"]
)
def test_no_phase_of_a_year(text: str) -> None:
    with pytest.raises(ValueError, match="no phase of a year"):
        CalendarPhase.parse(text)


@pytest.mark.parametrize(
    "text", ["SM", "FM ice", "WA centres", "FR ice centres", "SM +5", "FM ice +10"]
)
def test_a_phase_of_a_year_is_read_as_it_is_written(text: str) -> None:
    assert str(CalendarPhase.parse(text)) == text


@pytest.mark.parametrize("year", [(), ("SR", "WA"), ("SM", "FM", "SM")])
def test_no_calendar(year: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="calendar"):
        Calendar(tuple(map(CalendarPhase.parse, year)))


def test_when_centres_are_counted() -> None:
    spring, fall, winter = map(Phase.parse, ("S1901M", "F1901M", "W1901A"))
    assert not DIPLOMACY.counts_centers(spring, fall)
    assert DIPLOMACY.counts_centers(fall, winter)
    assert DIPLOMACY.counts_centers(fall, Phase.parse("S1902M"))
    assert not DIPLOMACY.counts_centers(winter, Phase.parse("S1902M"))


def test_a_phase_that_is_not_in_the_calendar() -> None:
    assert Phase.parse("U1901M") not in DIPLOMACY
    with pytest.raises(UnknownName, match="U1901M"):
        DIPLOMACY.after(Phase.parse("U1901M"))


HUNDRED = Calendar(tuple(map(CalendarPhase.parse, ("SM +5", "SR", "FM +5", "FR", "WA centres"))))
"""Hundred: five years go by between two movements, and builds come every ten."""


def test_years_that_are_not_counted_in_ones() -> None:
    phase, seen = Phase.parse("S1425M"), []
    for _ in range(6):
        seen.append(str(phase))
        phase = HUNDRED.after(phase)
    assert seen == ["S1425M", "S1425R", "F1430M", "F1430R", "W1430A", "S1435M"]
    assert HUNDRED.years == (5, 0, 5, 0, 0)
    assert DIPLOMACY.years == (1, 0, 0, 0, 0)
    assert HUNDRED.counts_centers(Phase.parse("F1430M"), Phase.parse("S1435M"))


def test_years_bc_run_down() -> None:
    phase = Phase.parse("W0480BCA")
    assert phase.year == -480
    assert str(phase) == "W0480BCA"
    assert DIPLOMACY.after(phase) == Phase.parse("S0479BCM")
    assert phase < DIPLOMACY.after(phase) < Phase.parse("S0001M")
    assert DIPLOMACY.after(Phase.parse("F1BCB")) == Phase.parse("S0001M")  # there is no year 0
    assert DIPLOMACY.after(Phase.parse("W0000A")) == Phase.parse("S0001M")  # North Sea Wars has one


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("S0260BCM", "spring 260 B.C., movement"),
        ("S1901M", "spring 1901, movement"),
        ("F1902R", "fall 1902, retreats"),
        ("F1903B", "winter 1903, adjustments"),
    ],
)
def test_phases_are_spoken(phase: str, words: str) -> None:
    assert spoken(Phase.parse(phase)) == words

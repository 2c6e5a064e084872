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


@pytest.mark.parametrize("text", ["", "S", "XM", "SX", "SM snow", "S M"])
def test_no_phase_of_a_year(text: str) -> None:
    with pytest.raises(ValueError, match="no phase of a year"):
        CalendarPhase.parse(text)


@pytest.mark.parametrize("text", ["SM", "FM ice", "WA centres", "FR ice centres"])
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


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("S1901M", "spring 1901, movement"),
        ("F1902R", "fall 1902, retreats"),
        ("F1903B", "winter 1903, adjustments"),
    ],
)
def test_phases_are_spoken(phase: str, words: str) -> None:
    assert spoken(Phase.parse(phase)) == words

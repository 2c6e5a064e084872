"""Seats that were drawn elsewhere, as dipvis writes its board calls and as ours are written."""

import pytest
from directing import POWERS, Hall

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import given_seats, seating
from dragoman.tournament.actions.rows import RowsRefused
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing import csv_files, exports
from dragoman.tournament.rules.preset import preset_text

HEADING = "Round,Board,Power,Player Name,Player Id,Backstabbr Username"


@pytest.fixture
def fourteen() -> Hall:
    hall = Hall()
    hall.people(14)
    return hall


def call(boards: tuple[str, ...] = ("A", "B"), number: int = 1) -> list[str]:
    """Lines of a board call, the players in their order."""
    return [
        f"{number},{board},{power.title()},Player Nr{7 * nth + seat},{900 + seat},"
        for nth, board in enumerate(boards)
        for seat, power in enumerate(POWERS, 1)
    ]


def taken(hall: Hall, lines: list[str], number: int = 1, again: bool = False) -> Tournament:
    seats = csv_files.read_seats("\n".join((HEADING, *lines)), number)
    return hall.do(given_seats.take_seats, number, seats, again)


def test_a_board_call_of_dipvis_is_taken_and_written(fourteen: Hall) -> None:
    lines = call()
    t = taken(fourteen, [*lines, *call(number=2)])
    assert t.table("1B").seats == {power: 8 + nth for nth, power in enumerate(POWERS)}
    assert t.rounds[1].present == set(range(1, 15)) and 2 not in t.rounds
    assert not t.rounds[1].published and not any("drawn with" in o for o in seating.report(t, 1))
    fourteen.add(ev.Published(1))
    written = exports.export(fourteen.t, "dipvis-calls", 1)[""].splitlines()
    assert written[0] == HEADING
    assert [one.split(",")[:4] for one in written[1:]] == [one.split(",")[:4] for one in lines]
    ours = exports.export(fourteen.t, "calls", 1)[""]
    again = Hall()
    again.people(14)
    seats = csv_files.read_seats(ours, 1)
    assert again.do(given_seats.take_seats, 1, seats).table("1A").seats == t.table("1A").seats


def test_boards_of_other_names_become_letters(fourteen: Hall) -> None:
    t = taken(fourteen, call(("Leipzig", "1B")))
    assert [*t.rounds[1].tables] == ["1A", "1B"]
    assert t.table("1A").seats["AUSTRIA"] == 1


def test_all_that_is_wrong_is_told_by_its_line_and_nothing_is_taken(fourteen: Hall) -> None:
    lines = call()
    lines[1] = "1,A,England,Nobody Known,1,"
    lines[2] = "1,A,Atlantis,Player Nr3,1,"
    lines[8] = "1,B,England,Player Nr1,1,"
    lines[9] = "1,B,England,Player Nr9,1,"
    before = fourteen.log[:]
    with pytest.raises(RowsRefused) as why:
        taken(fourteen, lines)
    told = [one.what.partition(":")[0] for one in why.value.diagnostics]
    assert told == ["line 3", "line 4", "line 10"] and fourteen.log == before
    assert "has a seat in round 1 already" in why.value.diagnostics[2].what


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (call()[:-1], "missing-seat"),
        ([], "nobody"),
        (call(number=2), "nobody"),
        ([*call(), "1,A,Turkey,Player Nr14,1,"], "taken"),
    ],
)
def test_what_is_no_round_is_refused(fourteen: Hall, lines: list[str], code: str) -> None:
    with pytest.raises(ActionRefused) as why:
        taken(fourteen, lines)
    assert why.value.diagnostic.code == code


def test_who_may_not_play_gets_no_seat_and_a_round_that_plays_none(fourteen: Hall) -> None:
    fourteen.add(ev.Withdrawn(3))
    with pytest.raises(ActionRefused, match="has withdrawn"):
        taken(fourteen, call())
    hall = Hall(preset_text("nz1999"))
    hall.boards(2)
    for again in (False, True):
        if again:
            hall.count(1901, "6 5 5 5 4 5 4")
        with pytest.raises(ActionRefused) as why:
            taken(hall, call(), again=again)
        assert why.value.diagnostic.code == "started-already"

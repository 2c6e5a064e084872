"""Players on two boards of one round: roll call, draw, seats changed by hand, results."""

from collections import Counter
from fractions import Fraction

import pytest
from directing import POWERS, Hall

from dragoman.tournament.actions import people, seating
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.people import CheckIn, CheckOut, DoubleBoard
from dragoman.tournament.commands.rounds import (
    ChoosePowers,
    DrawRound,
    SubstitutePlayer,
    SwapPlayers,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing.exports import export
from dragoman.tournament.rules.preset import preset_text

QUICK = preset_text("nz1999").replace("[seeding]", "[seeding]\ntable_tries = 2000", 1)
DOUBLE = QUICK.replace("double_boarding = false", "double_boarding = true")


@pytest.fixture
def hall() -> Hall:
    """Eighteen are here; three have to play two boards for three to be full."""
    hall = Hall(DOUBLE)
    hall.people(18)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    return hall


def seats(hall: Hall, number: int = 1) -> Counter[int]:
    return Counter(
        player for t in hall.t.rounds[number].tables.values() for player in t.seats.values()
    )


def test_only_where_the_preset_has_it() -> None:
    hall = Hall(QUICK)
    hall.people(13)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert hall.refused(people.double_board, DoubleBoard(("1",), 1)) == "not-in-preset"
    assert hall.refused(people.seated, 1) == "not-full-boards"


def test_who_may_be_named(hall: Hall) -> None:
    hall.people(1)
    assert hall.refused(people.double_board, DoubleBoard(("19",), 1)) == "not-there"
    assert hall.refused(people.double_board, DoubleBoard((), 1)) == "nobody"
    assert (
        hall.refused(people.double_board, DoubleBoard(("4",), 1, lift=True)) == "nothing-to-change"
    )
    hall.do(people.double_board, DoubleBoard(("4",), 1))
    assert hall.refused(people.double_board, DoubleBoard(("4",), 1)) == "nothing-to-change"
    hall.do(people.double_board, DoubleBoard(("4",), 1, lift=True))
    assert hall.t.rounds[1].doubled == set()
    hall.do(people.double_board, DoubleBoard(("4",), 1))
    hall.do(people.check_out, CheckOut(("4",), 1))
    assert hall.t.rounds[1].doubled == set()
    hall.people(1, gm=True)
    hall.do(people.check_in, CheckIn(("20",), 1))
    assert hall.refused(people.double_board, DoubleBoard(("20",), 1)) == "gm-seat"


def test_each_has_two_seats_on_two_boards(hall: Hall) -> None:
    hall.do(people.double_board, DoubleBoard(("4", "9", "17"), 1))
    hall.do(seating.draw, DrawRound(1, seed=3))
    assert seats(hall) == Counter(range(1, 19)) + Counter((4, 9, 17))
    tables = hall.t.rounds[1].tables.values()
    assert all(len(set(table.seats.values())) == 7 for table in tables)
    for player in (4, 9, 17):
        powers = {table.power_of(player) for table in tables} - {None}
        assert len(powers) == 2, "not the same power twice"
    assert seating.stale(hall.t, 1) == []
    assert hall.refused(people.double_board, DoubleBoard(("5",), 1)) == "drawn-already"


def test_too_few_boards_and_odd_numbers(hall: Hall) -> None:
    hall.do(people.double_board, DoubleBoard(("1", "2"), 1))
    with pytest.raises(Exception, match="18 players, 2 of them twice, are to be seated") as why:
        people.seated(hall.t, 1)
    assert "or have 1 play two boards" in why.value.diagnostic.remedy
    small = Hall(DOUBLE)
    small.people(6)
    small.do(people.check_in, CheckIn(round=1, everybody=True))
    small.do(people.double_board, DoubleBoard(("1",), 1))
    assert small.refused(people.seated, 1) == "one-board"


def test_the_draw_is_stale_when_the_second_seat_is_not_wanted_any_more(hall: Hall) -> None:
    hall.do(people.double_board, DoubleBoard(("4", "9", "17"), 1))
    hall.do(seating.draw, DrawRound(1, seed=3))
    hall.add(ev.DoubleBoarded(1, (4,), False), ev.DoubleBoarded(1, (5,)))
    assert seating.stale(hall.t, 1) == [
        "to play two boards, and with one seat: Player Nr5",
        "to play one board, and with two seats: Player Nr4",
    ]


@pytest.fixture
def drawn(hall: Hall) -> Hall:
    """Number 4 sits on A and B, 9 on A and C, 17 on B and C."""
    rest = iter(sorted(set(range(1, 19)) - {4, 9, 17}))
    doubles = {"A": (4, 9), "B": (4, 17), "C": (17, 9)}
    boards = {
        letter: dict(zip(POWERS, (*two, *(next(rest) for _ in range(5))), strict=True))
        for letter, two in doubles.items()
    }
    hall.do(people.double_board, DoubleBoard(("4", "9", "17"), 1))
    hall.add(ev.Drawn(1, boards, 1, "test"))
    return hall


def test_which_seat_is_to_be_said(drawn: Hall) -> None:
    assert drawn.table("1A").seats["FRANCE"] == 1
    assert drawn.refused(seating.swap, SwapPlayers("4", "1", 1)) == "which-seat"
    assert drawn.refused(seating.swap, SwapPlayers("1", "9", 1)) == "which-seat"
    assert drawn.refused(seating.swap, SwapPlayers("4", "1", 1, board="C")) == "no-seat"
    assert drawn.refused(seating.swap, SwapPlayers("1", "4", 1, other_board="B")) == "two-seats"
    drawn.do(seating.swap, SwapPlayers("1", "4", 1, other_board="A"))
    assert drawn.table("1A").seats["AUSTRIA"] == 1
    assert drawn.table("1A").seats["FRANCE"] == 4
    assert drawn.table("1B").seats["AUSTRIA"] == 4
    drawn.do(seating.choose, ChoosePowers("1A", ("9=Austria",)))
    assert drawn.table("1A").power_of(9) == "AUSTRIA"
    assert drawn.table("1C").power_of(9) == "ENGLAND"


def test_a_second_seat_is_given_away_and_taken(drawn: Hall) -> None:
    drawn.people(1)
    drawn.do(seating.substitute, SubstitutePlayer("4", "19", 1, board="1B"))
    assert drawn.table("1B").seats["AUSTRIA"] == 19
    assert drawn.table("1A").seats["AUSTRIA"] == 4
    assert drawn.t.rounds[1].doubled == {9, 17}
    assert drawn.refused(seating.substitute, SubstitutePlayer("1", "9", 1)) == "two-seats"
    assert drawn.refused(seating.substitute, SubstitutePlayer("1", "4", 1)) == "two-seats"
    drawn.do(seating.substitute, SubstitutePlayer("1", "19", 1))
    assert drawn.t.rounds[1].doubled == {9, 17, 19}
    assert 1 not in drawn.t.rounds[1].present
    assert seating.stale(drawn.t, 1) == []


@pytest.mark.parametrize(("which", "total"), [("both", "5 + 2"), ("better", "5")])
def test_both_games_count_or_the_better_one(drawn: Hall, which: str, total: str) -> None:
    preset = DOUBLE.replace('two_boards = "both"', f'two_boards = "{which}"')
    preset = preset.replace('system = "detour98f"', 'system = "bearcon"')
    for key in ("early_end", "place_ties", "decimals", "gm_seats"):
        preset = "\n".join(line for line in preset.splitlines() if not line.startswith(key))
    drawn.add(ev.PresetChanged(preset))
    drawn.add(ev.Published(1), ev.RoundStarted(1, "1999-08-28T09:00:00"))
    drawn.count(1901, "5 4 5 5 4 6 5", "1A")
    drawn.count(1901, "2 4 5 5 6 7 5", "1B")
    drawn.count(1901, "5 4 5 5 4 6 5", "1C")
    drawn.add(ev.RoundEnded(1, "F1901"))
    results = compute(drawn.t)
    assert results.faults == ()
    [four] = [one for one in results.standings if one.record.name == "Player Nr4"]
    points = {game.board: game.points for game in results.games if game.player == "Player Nr4"}
    assert set(points) == {"A", "B"}
    wanted = sum(points.values()) if which == "both" else max(points.values())
    assert four.record.total == wanted > Fraction(0)
    [row] = [line for line in export(drawn.t, "standings", 1)[""].splitlines() if "Nr4," in line]
    assert (" + " in row) == (which == "both")


def test_top_boards_have_everybody_once() -> None:
    hall = Hall(DOUBLE)
    hall.boards(2)
    hall.count(1901, "3 3 3 3 12 3 7", "1A")
    hall.count(1901, "3 3 3 3 13 3 6", "1B")
    hall.add(ev.RoundEnded(1, "F1901"))
    hall.people(5)
    hall.do(people.check_in, CheckIn(round=2, everybody=True))
    hall.do(people.double_board, DoubleBoard(("5", "12"), 2))
    hall.do(seating.draw, DrawRound(2, seed=1, top=1))
    top = set(hall.table("2A").seats.values())
    assert {5, 12} <= top
    assert len(top) == 7
    assert all({5, 12} & set(hall.table(key).seats.values()) for key in ("2B", "2C"))
    assert seating.stale(hall.t, 2) == []


def test_top_boards_that_leave_no_second_board() -> None:
    """Who stands last would have both seats on the one board that is left."""
    hall = Hall(DOUBLE)
    hall.boards(2)
    hall.count(1901, "3 3 3 3 12 3 7", "1A")
    hall.count(1901, "3 3 3 3 13 3 6", "1B")
    hall.add(ev.RoundEnded(1, "F1901"))
    hall.people(1)
    hall.do(people.check_in, CheckIn(("13", "14"), 2, everybody=True))
    hall.do(people.double_board, DoubleBoard(("15",), 2))
    assert hall.refused(seating.draw, DrawRound(2, seed=1, top=1)) == "two-seats"

"""Top boards and pools by the standings, and the choice of powers."""

import pytest
from directing import POWERS, Hall

from dragoman.tournament.actions import people, seating
from dragoman.tournament.commands.people import CheckIn
from dragoman.tournament.commands.rounds import ChoosePowers, DrawRound, PublishRound
from dragoman.tournament.log import correcting, events as ev
from dragoman.tournament.rules.preset import preset_text

QUICK = preset_text("nz1999").replace("[seeding]", "[seeding]\ntable_tries = 2000", 1)


@pytest.fixture
def hall() -> Hall:
    """Three boards have played round 1: on each, Italy did best, then Turkey, and the others had
    as many as each other."""
    hall = Hall(QUICK)
    hall.boards(3)
    for letter, counts in (
        ("A", "3 3 3 3 12 3 7"),
        ("B", "3 3 3 3 13 3 6"),
        ("C", "3 3 3 3 14 3 5"),
    ):
        hall.count(1901, counts, f"1{letter}")
    hall.add(ev.RoundEnded(1, "F1901"))
    hall.do(people.check_in, CheckIn(round=2, everybody=True))
    return hall


LEADERS = {5, 12, 19, 7, 14, 21}
"""Italy and Turkey of three boards; fifteen equals follow, of whom the lot seats one."""


def seats(hall: Hall, key: str) -> set[int]:
    return set(hall.table(key).seats.values())


def test_those_who_stand_best_sit_on_the_top_board(hall: Hall) -> None:
    hall.do(seating.draw, DrawRound(2, seed=5, top=1))
    assert seats(hall, "2A") > LEADERS
    everybody = [player for key in ("2A", "2B", "2C") for player in hall.table(key).seats.values()]
    assert sorted(everybody) == list(range(1, 22))
    assert tuple(hall.table("2C").seats) == POWERS
    assert seating.stale(hall.t, 2) == []
    again = seating.draw(hall.t, DrawRound(2, seed=5, top=1))
    assert again == [hall.t.rounds[2].drawn]
    others = {
        frozenset(drawn.boards["A"].values())
        for seed in range(12)
        for drawn in seating.draw(hall.t, DrawRound(2, seed=seed, top=1))
        if isinstance(drawn, ev.Drawn)
    }
    assert len(others) > 1, "equals are told apart by lot"


def test_all_boards_by_the_standings_are_pools(hall: Hall) -> None:
    """Who has not played yet comes last, and GM seats behind these."""
    hall.people(6)
    hall.people(1, gm=True)
    hall.do(people.check_in, CheckIn(round=2, everybody=True))
    hall.do(seating.draw, DrawRound(2, seed=1, top=4))
    assert seats(hall, "2A") > LEADERS
    assert seats(hall, "2D") == {22, 23, 24, 25, 26, 27, 28}


@pytest.mark.parametrize(
    ("number", "ahead", "top", "why"),
    [(2, False, 4, "bad-top"), (2, False, -1, "bad-top"), (2, True, 1, "top-ahead")],
)
def test_top_boards_that_cannot_be(
    hall: Hall, number: int, ahead: bool, top: int, why: str
) -> None:
    assert hall.refused(seating.draw, DrawRound(number, ahead=ahead, seed=1, top=top)) == why


def test_without_results_there_are_no_top_boards() -> None:
    hall = Hall(QUICK)
    hall.people(14)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert hall.refused(seating.draw, DrawRound(1, seed=1, top=1)) == "no-standings"
    playing = Hall(QUICK)
    playing.boards()
    playing.do(people.check_in, CheckIn(round=2, everybody=True))
    assert playing.refused(seating.draw, DrawRound(2, seed=1, top=1)) == "not-over"


def test_a_result_corrected_later_makes_the_draw_stale(hall: Hall) -> None:
    counted = hall.action - 2  # the count of board 1C
    hall.do(seating.draw, DrawRound(2, seed=5, top=1))
    wrong = dict(zip(POWERS, (3, 14, 3, 3, 3, 3, 5), strict=True))
    hall.amend(correcting.corrected(counted, lambda t: [ev.Counted("1C", 1901, wrong)]))
    [why] = seating.stale(hall.t, 2)
    assert why.startswith("Player Nr16 stands better by now than Player Nr")
    assert why.endswith("who was seated on board A")
    assert hall.refused(seating.publish, PublishRound(2)) == "stale-draw"
    hall.amend(correcting.cancelled(counted))
    assert "no result yet: 1C" in seating.stale(hall.t, 2)[0]
    hall.amend(correcting.restored(counted))
    assert seating.stale(hall.t, 2) == []
    hall.do(seating.publish, PublishRound(2))


def test_powers_are_chosen(hall: Hall) -> None:
    hall.do(seating.draw, DrawRound(2, seed=5, top=1))
    before = hall.table("2A").seats
    hall.do(seating.choose, ChoosePowers("2A", ("5=France", "19=T", "12=au")))
    after = hall.table("2A").seats
    assert (after["FRANCE"], after["TURKEY"], after["AUSTRIA"]) == (5, 19, 12)
    assert set(after.values()) == set(before.values())
    assert hall.t.rounds[2].by_hand
    same = ["5=F", "19=T"]
    assert hall.refused(seating.choose, ChoosePowers("2A", tuple(same))) == "nothing-to-change"
    chosen = hall.action
    hall.amend(correcting.cancelled(chosen))
    assert hall.table("2A").seats == before


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        (["5"], "bad-choice"),
        (["=F"], "unknown-player"),
        (["5="], "unknown-power"),
        (["5=X"], "unknown-power"),
        (["5=F", "12=F"], "taken"),
        (["5=F", "5=T"], "named-twice"),
        (["99=F"], "unknown-player"),
        ([], "nothing-to-change"),
    ],
)
def test_choices_that_cannot_be(hall: Hall, choices: list[str], why: str) -> None:
    hall.do(seating.draw, DrawRound(2, seed=5, top=1))
    assert hall.refused(seating.choose, ChoosePowers("2A", tuple(choices))) == why


def test_who_sits_elsewhere_chooses_nothing(hall: Hall) -> None:
    hall.do(seating.draw, DrawRound(2, seed=5, top=1))
    other = min(hall.table("2B").seats.values())
    assert hall.refused(seating.choose, ChoosePowers("2A", (f"{other}=F",))) == "no-seat"
    assert hall.refused(seating.choose, ChoosePowers("1A", ("5=F",))) == "started-already"


@pytest.mark.parametrize("top", [1, 2])
def test_team_mates_are_kept_apart_on_top_boards_too(top: int) -> None:
    """Rule 26: in round three no two of a team are on one board; who stands next comes up."""
    hall = Hall()
    hall.people(14, rounds=(1, 2, 3))
    hall.boards(2)
    for key, counts in (("1A", "10 9 8 4 2 1 0"), ("1B", "7 7 6 5 4 3 2")):
        hall.count(1901, counts, key)
        hall.add(ev.GameEnded(key, "time-draw", "F1901"))
    hall.add(ev.TeamEntered("Red", (1, 2), (1, 2)))
    hall.add(ev.CheckedIn(3, tuple(range(1, 15))))
    t = hall.do(seating.draw, DrawRound(3, seed=1, top=top))
    first, second = (set(t.table(key).seats.values()) for key in ("3A", "3B"))
    assert 1 in first and 2 in second
    assert seating.stale(t, 3) == []
    hall.add(ev.TeamEntered("Blue", (3, 4), (3, 4)))
    assert "not to be" in seating.stale(hall.t, 3)[0] or {3, 4} & second


def test_where_teams_leave_no_seats_it_is_said(hall: Hall) -> None:
    hall.people(7)
    hall.boards(1)
    hall.count(1901, "10 9 8 4 2 1 0")
    hall.add(ev.GameEnded("1A", "time-draw", "F1901"), ev.TeamEntered("Red", (1, 2), (1, 2)))
    hall.add(ev.CheckedIn(3, tuple(range(1, 8))))
    assert hall.refused(seating.draw, DrawRound(3, seed=1, top=1)) == "not-apart"

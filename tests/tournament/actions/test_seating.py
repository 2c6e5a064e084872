"""Draws and rosters: seats, repeats, changes by hand, secrets."""

import pytest
from directing import POWERS, START, Hall

from dragoman.tournament.actions import (
    known_players,
    online,
    people,
    played_elsewhere,
    seating,
    timing,
)
from dragoman.tournament.commands.people import (
    CheckIn,
    CheckOut,
    EnterTeam,
    KeepApart,
    SpreadPlayers,
    StandDown,
    WithdrawPlayer,
)
from dragoman.tournament.commands.rounds import (
    DrawRound,
    PublishRound,
    StartRound,
    SubstitutePlayer,
    SwapPlayers,
)
from dragoman.tournament.commands.tables import SendElsewhere
from dragoman.tournament.log import events as ev
from dragoman.tournament.rules.preset import preset_text

QUICK = preset_text("nz1999").replace("[seeding]", "[seeding]\ntable_tries = 20000", 1)


@pytest.fixture
def hall() -> Hall:
    return Hall(QUICK)


def seats(hall: Hall, number: int) -> list[int]:
    return [p for table in hall.t.rounds[number].tables.values() for p in table.seats.values()]


def test_everybody_present_has_one_seat(hall: Hall) -> None:
    hall.people(22)
    hall.do(people.check_in, CheckIn(("5",), 1, everybody=True))
    hall.do(seating.draw, DrawRound(1, seed=7))
    assert sorted(seats(hall, 1)) == [n for n in range(1, 23) if n != 5]
    assert list(hall.t.rounds[1].tables) == ["1A", "1B", "1C"]
    assert all(tuple(t.seats) == POWERS for t in hall.t.rounds[1].tables.values())


def test_a_draw_can_be_repeated_by_its_seed(hall: Hall) -> None:
    hall.people(14)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert seating.draw(hall.t, DrawRound(1, seed=3)) == seating.draw(hall.t, DrawRound(1, seed=3))
    assert seating.draw(hall.t, DrawRound(1, seed=3)) != seating.draw(hall.t, DrawRound(1, seed=4))


def report(hall: Hall) -> str:
    return "\n".join(seating.report(hall.t, 1))


def test_all_rounds_can_be_drawn_ahead(hall: Hall) -> None:
    hall.people(21)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    hall.do(seating.draw, DrawRound(1, ahead=True, seed=1))
    assert [sorted(seats(hall, n)) for n in (1, 2, 3)] == [list(range(1, 22))] * 3
    told = report(hall)
    assert "second meetings of a pair: 45; fewer is impossible" in told
    assert "drawn with the number 1 by" in told


def test_those_kept_apart_and_team_mates_do_not_meet(hall: Hall) -> None:
    hall.people(21)
    hall.do(people.keep_apart, KeepApart("1", "2", because="a family"))
    hall.do(people.enter_team, EnterTeam("Red", ("3", "4", "5")))
    for number in (1, 2, 3):
        hall.do(people.check_in, CheckIn(round=number, everybody=True))
        hall.do(seating.draw, DrawRound(number, seed=number))
    for number in (1, 2, 3):
        together = [set(t.seats.values()) for t in hall.t.rounds[number].tables.values()]
        assert not any({1, 2} <= board for board in together)
        if number == 3:
            assert all(len({3, 4, 5} & board) == 1 for board in together)


def test_a_swap_that_breaks_a_wish_is_told_at_once(hall: Hall) -> None:
    hall.boards(2, start=None)
    hall.do(people.keep_apart, KeepApart("1", "14"))
    assert "must not meet:" not in report(hall)
    hall.do(seating.swap, SwapPlayers("7", "14", 1))
    assert hall.table("1A").seats["TURKEY"] == 14
    assert hall.table("1B").seats["TURKEY"] == 7
    told = report(hall)
    assert "must not meet:\n  Player Nr1, Player Nr14 (1A)" in told
    assert "changed by hand" in told


def test_nobody_gets_a_second_seat(hall: Hall) -> None:
    hall.boards(2, start=None)
    hall.people(1)
    assert hall.refused(seating.substitute, SubstitutePlayer("1", "9", 1)) == "two-seats"
    hall.do(seating.substitute, SubstitutePlayer("1", "15", 1))
    assert hall.table("1A").seats["AUSTRIA"] == 15
    assert hall.refused(seating.substitute, SubstitutePlayer("1", "15", 1)) == "no-seat"
    assert hall.refused(seating.swap, SwapPlayers("1", "2", 1)) == "no-seat"


def test_a_player_can_be_replaced_in_the_middle_of_a_game(playing: Hall) -> None:
    playing.people(1)
    playing.do(seating.substitute, SubstitutePlayer("Nr3", "8", 1))
    assert playing.table().seats["FRANCE"] == 8
    assert playing.refused(seating.swap, SwapPlayers("1", "2", 1)) == "started-already"


def test_what_cannot_be_drawn(hall: Hall) -> None:
    assert hall.refused(seating.draw, DrawRound(1, seed=1)) == "nobody"
    hall.people(8)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert hall.refused(seating.draw, DrawRound(1, seed=1)) == "not-full-boards"
    hall.do(people.stand_down, StandDown(("8",), 1))
    hall.do(seating.draw, DrawRound(1, seed=1))
    assert hall.refused(people.stand_down, StandDown(("7",), 1)) == "drawn-already"

    hall.do(seating.draw, DrawRound(1, seed=2))
    assert hall.refused(timing.start, StartRound(1), START) == "not-published"
    hall.do(seating.publish, PublishRound(1))
    assert hall.refused(seating.publish, PublishRound(1)) == "published-already"
    assert hall.refused(seating.draw, DrawRound(1, seed=3)) == "published-already"
    hall.do(timing.start, StartRound(1), START)
    assert hall.refused(timing.start, StartRound(1), START) == "started-already"
    assert hall.refused(seating.draw, DrawRound(1, seed=3)) == "started-already"
    assert hall.refused(seating.draw, DrawRound(4, seed=3)) == "unknown-round"


def test_the_disqualified_get_no_seat(hall: Hall) -> None:
    hall.people(8)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    hall.add(ev.Penalised(1, 3, "round-disqualification", "late", round=1))
    assert hall.refused(seating.draw, DrawRound(1, seed=1)) == "not-allowed"
    hall.do(people.check_out, CheckOut(("3",), 1))
    hall.do(seating.draw, DrawRound(1, seed=1))
    assert hall.refused(seating.substitute, SubstitutePlayer("1", "3", 1)) == "not-allowed"
    hall.add(ev.Penalised(2, 4, "disqualification", "bribery"))
    assert hall.refused(seating.publish, PublishRound(1)) == "not-allowed"
    hall.do(people.check_in, CheckIn(round=2, everybody=True))
    assert 3 in hall.t.rounds[2].present


def test_a_draw_goes_stale_when_people_come_and_go(hall: Hall) -> None:
    hall.people(15)
    hall.add(ev.CheckedIn(1, tuple(range(1, 8))))
    hall.do(seating.draw, DrawRound(1, seed=1))
    assert seating.stale(hall.t, 1) == []
    hall.do(people.check_in, CheckIn(("8",), 1))
    assert seating.stale(hall.t, 1) == ["checked in and without a seat: Player Nr8"]
    assert hall.refused(seating.publish, PublishRound(1)) == "stale-draw"
    hall.do(seating.substitute, SubstitutePlayer("1", "8", 1))
    assert seating.stale(hall.t, 1) == []
    hall.do(people.check_in, CheckIn(("1",), 1))
    assert hall.refused(seating.publish, PublishRound(1)) == "stale-draw"
    hall.do(seating.publish, PublishRound(1, anyway=True))


def test_a_draw_goes_stale_with_what_it_was_made_to_fit(hall: Hall) -> None:
    """An earlier round drawn again; two to be kept apart, and a team, since."""
    hall.people(14)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    hall.do(seating.draw, DrawRound(1, ahead=True, seed=1))
    assert [seating.stale(hall.t, number) for number in (1, 2, 3)] == [[], [], []]
    hall.do(seating.draw, DrawRound(1, seed=2))
    assert seating.stale(hall.t, 1) == []
    assert seating.stale(hall.t, 2) == ["round 1 was drawn again since"]
    one, other = list(hall.t.table("1A").seats.values())[:2]
    hall.do(people.keep_apart, KeepApart(str(one), str(other)))
    [why] = seating.stale(hall.t, 1)
    assert "both on board 1A" in why
    assert hall.refused(seating.publish, PublishRound(1)) == "stale-draw"


def test_only_what_was_asked_for_since_makes_a_draw_stale(hall: Hall) -> None:
    """On one board nobody can be kept apart: that was told with the draw."""
    hall.people(7)
    hall.do(people.keep_apart, KeepApart("1", "2"))
    hall.do(people.enter_team, EnterTeam("Red", ("3", "4")))
    hall.boards(number=3, start=None)
    assert seating.stale(hall.t, 3) == []
    hall.do(people.keep_apart, KeepApart("1", "5"))
    [why] = seating.stale(hall.t, 3)
    assert why.startswith("Player Nr1, Player Nr5 are both on board 3A")


def test_a_public_roster_is_drawn_again_while_nobody_has_played(hall: Hall) -> None:
    hall.people(14)
    hall.add(ev.CheckedIn(1, tuple(range(1, 8))))
    hall.do(seating.draw, DrawRound(1, seed=1))
    hall.do(seating.publish, PublishRound(1))
    hall.do(timing.start, StartRound(1), START)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert hall.refused(seating.draw, DrawRound(1, seed=2)) == "started-already"
    hall.do(seating.draw, DrawRound(1, seed=2, again=True))
    assert list(hall.t.rounds[1].tables) == ["1A", "1B"]
    assert not hall.t.rounds[1].published
    assert hall.t.rounds[1].started
    hall.count(1901, "5 5 5 5 5 5 4")
    assert hall.refused(seating.draw, DrawRound(1, seed=3, again=True)) == "started-already"


def test_two_exchange_their_seats_in_the_middle_of_a_game(playing: Hall) -> None:
    t = playing.do(seating.swap, SwapPlayers("1", "2", 1, started=True))
    assert (t.table("1A").seats["AUSTRIA"], t.table("1A").seats["ENGLAND"]) == (2, 1)
    playing.add(ev.GameEnded("1A", "abandoned", "S1901"))
    assert playing.refused(seating.swap, SwapPlayers("1", "2", 1, started=True)) == "game-over"


def test_a_no_show_leaves_a_secret_draw_by_one_command(hall: Hall) -> None:
    hall.people(8)
    hall.add(ev.CheckedIn(1, tuple(range(1, 8))))
    hall.do(seating.draw, DrawRound(1, seed=1))
    t = hall.do(people.check_out, CheckOut(("3",), 1))
    assert seating.stale(t, 1) == ["with a seat and not checked in: Player Nr3"]
    assert hall.refused(seating.publish, PublishRound(1)) == "stale-draw"
    hall.do(people.withdraw, WithdrawPlayer("3"))
    hall.do(people.check_in, CheckIn(("8",), 1))
    t = hall.do(seating.draw, DrawRound(1, seed=1))
    assert 3 not in t.table("1A").seats.values()
    hall.do(seating.publish, PublishRound(1))
    hall.do(people.check_out, CheckOut(("8",), 1))
    hall.people(1)
    hall.do(people.check_in, CheckIn(("9",), 1))
    hall.do(seating.draw, DrawRound(1, seed=1, again=True))
    assert 9 in hall.table().seats.values()


def test_those_who_play_online_sit_on_boards_of_their_own(hall: Hall) -> None:
    hall.people(14)
    hall.people(7, online=True)
    hall.add(ev.CheckedIn(1, tuple(range(1, 22))))
    t = hall.do(seating.draw, DrawRound(1, seed=1))
    seats = {key: set(table.seats.values()) for key, table in t.rounds[1].tables.items()}
    assert seats["1C"] == set(range(15, 22)) and list(seats) == ["1A", "1B", "1C"]
    hall.do(seating.publish, PublishRound(1))
    assert [one.key for one in online.to_be_opened(hall.t, 1)] == ["1C"]
    game = SendElsewhere("1C", "https://dip.example/games/17")
    hall.do(played_elsewhere.send_elsewhere, game)
    assert hall.table("1C").game == ("https://dip.example", 17)
    assert hall.refused(seating.draw, DrawRound(1, seed=1, again=True)) == "opened-already"
    pair = map(str, sorted(seats["1C"])[:2])
    assert hall.refused(seating.swap, SwapPlayers(*pair, 1)) == "opened-already"
    hall.people(1, online=True)
    hall.add(ev.CheckedIn(2, (*range(1, 14), *range(15, 23))))
    assert hall.refused(seating.draw, DrawRound(2, seed=1)) == "not-full-boards"


def test_clubs_are_kept_apart_by_the_column_of_the_forms(hall: Hall) -> None:
    hall.people(7, more={"club": "Hansa"})
    hall.people(6, more={"club": "hansa "})
    hall.people(1, more={"club": "Alone"})
    t = hall.do(known_players.spread, SpreadPlayers("club", by_column=True))
    assert t.spread == {"club hansa": tuple(range(1, 14))}
    hall.add(ev.Amended(1, {"more": {}}))
    t = hall.do(known_players.spread, SpreadPlayers("club", by_column=True))
    assert t.spread == {"club hansa": tuple(range(2, 14))}
    assert hall.refused(known_players.spread, SpreadPlayers("diet", by_column=True)) == "nobody"
    both = SpreadPlayers("club", ("1",), by_column=True)
    assert hall.refused(known_players.spread, both) == "both"

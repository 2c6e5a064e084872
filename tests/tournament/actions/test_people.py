"""Registration, roll calls, stand-downs, teams; and what is refused."""

from pathlib import Path

import pytest
from directing import Hall

from dragoman.declared import FileText
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import people
from dragoman.tournament.commands.people import (
    AmendRegistration,
    CheckIn,
    CheckOut,
    EnterTeam,
    ImportPlayers,
    KeepApart,
    RegisterPlayer,
    StandDown,
)
from dragoman.tournament.desk.session import TournamentSession, carry_out
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from dragoman.tournament.publishing import csv_files
from dragoman.tournament.rules.preset import preset_text


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("Ann Lee", "Ann", "Lee"),
        ("van der Berg,  Ann", "Ann", "van der Berg"),
        ("Ann Mary  Lee", "Ann Mary", "Lee"),
        ("Plato", "", "Plato"),
    ],
)
def test_names(hall: Hall, typed: str, first: str, last: str) -> None:
    one = hall.do(people.register, RegisterPlayer(typed)).players[1]
    assert (one.first, one.last) == (first, last)


@pytest.mark.parametrize(("name", "code"), [("", "no-name"), (" , ", "no-name"), ("12", "no-name")])
def test_a_player_needs_a_name(hall: Hall, name: str, code: str) -> None:
    assert hall.refused(people.register, RegisterPlayer(name)) == code


def test_a_name_is_there_once(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("Ann Lee"))
    for again in ("ann lee", "Lee, Ann", " Ann   Lee "):
        assert hall.refused(people.register, RegisterPlayer(again)) == "duplicate-name"
    hall.do(people.register, RegisterPlayer("Ben Fox"))
    assert hall.refused(people.amend, AmendRegistration("2", name="Ann Lee")) == "duplicate-name"


def test_a_registration_is_complete_before_a_seat(hall: Hall) -> None:
    """Contact, home, rounds and signature (rule 4); the seat waits, the form does not."""
    hall.people(6)
    hall.do(people.register, RegisterPlayer("Ann Lee", contact="021", rounds="1"))
    assert hall.t.players[7].lacks(hall.t.rules.required) == ("home", "signed")
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert hall.refused(people.seated, 1) == "not-complete"
    hall.do(people.amend, AmendRegistration("Lee", home="Porirua", signed=True))
    assert len(people.seated(hall.t, 1)) == 7


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ((people.check_in, CheckIn(("1",), 4)), "unknown-round"),
        ((people.check_in, CheckIn(("1", "Nr1"), 1)), "named-twice"),
        ((people.check_in, CheckIn(("9",), 1)), "unknown-player"),
        ((people.check_in, CheckIn(("Nobody",), 1)), "unknown-player"),
        ((people.check_in, CheckIn(("Player",), 1)), "which-player"),
        ((people.check_in, CheckIn(round=1)), "nobody"),
        ((people.check_out, CheckOut(("2",), 1)), "not-there"),
        ((people.stand_down, StandDown(("2",), 1)), "not-there"),
        ((people.stand_down, StandDown(round=1)), "nobody"),
        ((people.stand_down, StandDown(round=1, choose=3)), "too-few"),
        ((people.register, RegisterPlayer("New One")), None),
        ((people.keep_apart, KeepApart("1", "1")), "named-twice"),
        ((people.keep_apart, KeepApart("1", "2", lift=True)), "nothing-to-change"),
    ],
)
def test_what_cannot_be(hall: Hall, action: tuple[object, ...], code: str | None) -> None:
    hall.people(3)
    function, *args = action
    assert callable(function)
    if code is None:
        hall.do(function, *args)
    else:
        assert hall.refused(function, *args) == code


def test_the_roll_is_called_in_several_passes(hall: Hall) -> None:
    hall.people(8)
    hall.do(people.check_in, CheckIn(("2", "3"), 1, everybody=True))
    assert hall.t.rounds[1].present == {1, 4, 5, 6, 7, 8}
    hall.do(people.check_in, CheckIn(("3",), 1))
    hall.do(people.check_out, CheckOut(("8",), 1))
    assert hall.t.rounds[1].present == {1, 3, 4, 5, 6, 7}
    assert hall.refused(people.check_in, CheckIn(("3",), 1)) == "there-already"


@pytest.mark.slow
def test_both_ways_to_even_boards_are_named(hall: Hall) -> None:
    hall.people(16)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    with pytest.raises(ActionRefused) as why:
        people.seated(hall.t, 1)
    told = str(why.value)
    assert "14 fill 2 boards" in told
    assert "--choose 2" in told
    assert "5 GM seats" in told


def test_standby_players_stand_down_first_then_the_seldomest(hall: Hall) -> None:
    hall.people(8)
    hall.people(1, standby=True)
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    hall.do(people.stand_down, StandDown(round=1, choose=2, seed=5))
    first = hall.t.rounds[1].stood_down
    assert 9 in first
    assert len(people.seated(hall.t, 1)) == 7
    hall.do(people.check_in, CheckIn(round=2, everybody=True))
    hall.do(people.stand_down, StandDown(("9",), 2, choose=1, seed=5))
    assert not (hall.t.rounds[2].stood_down - {9}) & first


def test_gm_seats_need_no_form(hall: Hall) -> None:
    hall.people(6)
    hall.do(people.register, RegisterPlayer("GM One", gm=True))
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert len(people.seated(hall.t, 1)) == 7
    assert hall.refused(people.enter_team, EnterTeam("Red", ("GM One",))) == "gm-seat"


@pytest.mark.parametrize(
    ("players", "gms", "seated_gms", "short"),
    [(14, 3, 0, 0), (12, 3, 2, 0), (13, 1, 1, 0), (8, 7, 6, 0), (8, 5, 5, 1), (7, 7, 0, 0)],
)
def test_gm_seats_never_displace_players(
    hall: Hall, players: int, gms: int, seated_gms: int, short: int
) -> None:
    """They fill what players leave open; those too many are left out by themselves."""
    hall.people(players)
    for number in range(gms):
        hall.do(people.register, RegisterPlayer(f"GM Seat{number}", gm=True))
    hall.do(people.check_in, CheckIn(round=1, everybody=True))
    assert people.with_gm_seats(hall.t, hall.t.rounds[1].present)[2] == short
    if short:
        with pytest.raises(ActionRefused, match="fill 1 more GM seat "):
            people.seated(hall.t, 1)
        return
    seated = people.seated(hall.t, 1)
    assert sum(not hall.t.players[one].gm for one in seated) == players
    assert sum(hall.t.players[one].gm for one in seated) == seated_gms


def test_teams_sign_one_by_one(hall: Hall) -> None:
    hall.people(8)
    hall.do(people.enter_team, EnterTeam("Red", ("1", "2", "3"), signed=("1",)))
    assert hall.t.teams["Red"].signed == (1,)
    hall.do(people.enter_team, EnterTeam("red", signed=("3",)))
    assert hall.t.teams["Red"].signed == (1, 3)
    assert hall.refused(people.enter_team, EnterTeam("Blue", ("3", "4"))) == "in-two-teams"
    assert (
        hall.refused(people.enter_team, EnterTeam("Blue", ("4", "5", "6", "7"))) == "team-too-large"
    )
    assert (
        hall.refused(people.enter_team, EnterTeam("Blue", ("4",), signed=("5",))) == "not-in-team"
    )
    hall.do(people.enter_team, EnterTeam("RED", strike=True))
    assert not hall.t.teams


def test_team_entry_closes_with_the_draw_of_round_three(hall: Hall) -> None:
    hall.boards(number=3, start=None)
    assert hall.refused(people.enter_team, EnterTeam("Red", ("1",))) == "too-late"


def test_a_spreadsheet_of_forms(hall: Hall) -> None:
    text = (
        "Name;Contact;Home;Rounds;Signed;Standby;Team\n"
        "Ann Lee;021;Porirua;all;yes;no;Red\n"
        ";;;;;;\n"
        '"van der Berg, Ben";022;Dunedin;1 3;x;yes;Red\n'
    )
    hall.do(people.register_all, csv_files.read_forms(text))
    assert [one.name for one in hall.t.players.values()] == ["Ann Lee", "Ben van der Berg"]
    assert hall.t.players[2].rounds == (1, 3)
    assert hall.t.players[2].standby
    assert hall.t.teams["Red"].players == (1, 2)
    again = csv_files.read_forms(csv_files.players(hall.t))
    assert [form.name for _, form, _, _ in again] == ["Lee, Ann", "van der Berg, Ben"]


def test_columns_of_ones_own_are_kept(hall: Hall) -> None:
    text = "Name,Shoe size,id\nAnn Lee,41,NZ-7\nBen Fox,,NZ-9\n"
    assert csv_files.other_columns(text) == ("Shoe size", "id")
    hall.do(people.register_all, csv_files.read_forms(text))
    assert hall.t.players[1].more == {"Shoe size": "41", "id": "NZ-7"}
    other = Hall()
    other.do(people.register_all, csv_files.read_forms(csv_files.players(hall.t)))
    assert [one.more for one in other.t.players.values()] == [
        one.more for one in hall.t.players.values()
    ]


def test_names_are_compared_without_case_and_accents(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("Zoë Müller"))
    hall.do(people.register, RegisterPlayer("Søren Łęcki"))
    for again in ("zoe muller", "MULLER, Zoe\u0308", "soren lecki"):
        assert hall.refused(people.register, RegisterPlayer(again)) == "duplicate-name"
    hall.do(people.check_in, CheckIn(("lecki", "ZOE"), 1))
    hall.do(people.amend, AmendRegistration("zoe", name="Zoe Müller"))
    assert hall.t.players[1].name == "Zoe Müller"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-table"),
        ("name\n", "nobody"),
        ("name,\nAnn,41\n", "unknown-column"),
        ("name,Shoe,Shoe\nAnn,41,42\n", "unknown-column"),
        ("name,name\nAnn,Ann\n", "unknown-column"),
        ("name,signed\nAnn,perhaps\n", "bad-cell"),
        ("name,rounds\nAnn,first\n", "bad-rounds"),
        ("name,rounds\nAnn,²\n", "bad-rounds"),
        ("name,home\nAnn,Porirua,New Zealand\n", "not-a-table"),
        ("name,rounds\nAnn,4\n", "unknown-round"),
        ("name\nAnn Lee\nann lee\n", "duplicate-name"),
        ("name,home\n,Porirua\n", "no-name"),
    ],
)
def test_a_bad_spreadsheet_registers_nobody(hall: Hall, text: str, code: str) -> None:
    with pytest.raises(ActionRefused) as why:
        people.register_all(hall.t, csv_files.read_forms(text))
    assert why.value.diagnostic.code == code


def test_a_column_of_teams_where_there_are_none_is_told_and_the_players_are_read(
    tmp_path: Path,
) -> None:
    text = preset_text("nz1999")
    without = text.replace(
        "[teams]                             # rule 26\nround = 3\nsize = 3\n", ""
    )
    assert without != text
    store = Store(tmp_path)
    store.found([ev.Founded("Test", without)])
    file = FileText("name,team\nAnn Lee,Red\nBen Fox,\n", "forms.csv")
    answer = carry_out(TournamentSession(store), ImportPlayers(file))
    assert not answer.diagnostics
    assert "2 players are registered" in answer.text and "teams are left out" in answer.text

"""Players known from earlier events: ids, what forms leave open, history, the players' file."""

import pytest
from directing import Hall

from dragoman.tournament.actions import known_players, people
from dragoman.tournament.commands.people import AmendRegistration, RegisterPlayer, SpreadPlayers
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing import csv_files, players_file

FILE = """\
ID;First;Last;Club;Home;Nationality;Shirt;result: Cup 1997;result: Cup 1998
P-007;Jürgen;Møller;Hansa;Bremen;GER;XL;1 of 21, 50.1 points;3 of 14
P-011;Ben;Fox;;Dunedin;NZL;;7 of 21, 3 points;
P-012;Ben;Fox;Otago;Dunedin;NZL;M;;14 of 14
P-013;Cara;Hill;;;;;;2 of 14, 61 points
"""


@pytest.fixture
def hall(hall: Hall) -> Hall:
    hall.do(known_players.read, players_file.read_players(FILE))
    return hall


def test_who_is_known_by_name_needs_no_form_twice(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("jurgen moller", rounds="1", signed=True))
    one = hall.t.players[1]
    assert (one.home, one.nationality, one.more) == (
        "Bremen", "GER", {"id": "P-007", "club": "Hansa"},
    )  # fmt: skip
    hall.do(people.register, RegisterPlayer("Hill, Cara", home="Nelson"))
    assert hall.t.players[2].home == "Nelson"
    assert hall.t.players[2].more == {"id": "P-013"}
    hall.do(people.register, RegisterPlayer("Nobody Known"))
    assert hall.t.players[3].more == {}


def test_two_of_one_name_are_told_apart_by_id(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("Ben Fox"))
    assert hall.t.players[1].more == {}
    assert [(p.name, len(rows)) for p, rows in known_players.unclear(hall.t)] == [("Ben Fox", 2)]
    hall.do(people.amend, AmendRegistration("1", id="p-012"))
    assert known_players.of_player(hall.t, hall.t.players[1])["Shirt"] == "M"
    assert hall.refused(people.register, RegisterPlayer("Ann Lee", id="P-012")) == "duplicate-id"
    assert hall.refused(people.register, RegisterPlayer("Ann Lee", id="P-007")) == "another-name"
    hall.do(people.register, RegisterPlayer("Ann Lee", id="P-099"))
    assert hall.refused(people.amend, AmendRegistration("2", id="p-012")) == "duplicate-id"


def test_a_file_read_later_completes_who_is_registered(hall: Hall) -> None:
    hall.add(ev.PlayersKnown(()))
    hall.do(people.register, RegisterPlayer("JÜRGEN MØLLER", home="Emden"))
    hall.do(people.register, RegisterPlayer("Gus Berg"))
    hall.do(known_players.read, players_file.read_players(FILE))
    assert hall.t.players[1].more == {"id": "P-007", "club": "Hansa"}
    assert (hall.t.players[1].home, hall.t.players[1].nationality) == ("Emden", "GER")
    assert hall.t.players[2].more == {}


def test_forms_from_a_spreadsheet_name_ids(hall: Hall) -> None:
    forms = csv_files.read_forms("name,ID,Club\nBen Fox,P-011,Leith\n")
    hall.do(people.register_all, forms)
    assert hall.t.players[1].more == {"id": "P-011", "club": "Leith"}
    assert hall.t.players[1].home == "Dunedin"
    assert "id" in csv_files.players(hall.t).splitlines()[0].split(",")


def test_the_best_of_earlier_events_are_spread(hall: Hall) -> None:
    hall.do(people.register, RegisterPlayer("Ben Fox", id="P-012"))
    hall.do(people.register, RegisterPlayer("Jürgen Møller"))
    hall.do(people.register, RegisterPlayer("Cara Hill"))
    hall.do(people.register, RegisterPlayer("Gus Berg"))
    assert known_players.best(hall.t, 3) == (2, 3, 1)
    assert hall.refused(known_players.spread, SpreadPlayers("seeds", best=4)) == "too-few"
    assert hall.refused(known_players.spread, SpreadPlayers("seeds", ("1",), best=2)) == "both"
    hall.do(known_players.spread, SpreadPlayers("seeds", best=2))
    assert hall.t.spread == {"seeds": (2, 3)}


def test_history_as_the_file_has_it() -> None:
    first, second, *_ = players_file.read_players(FILE)
    results = known_players.results_of(first)
    assert [(one.event, one.place, one.of, one.points) for one in results] == [
        ("Cup 1997", 1, 21, "50.1"), ("Cup 1998", 3, 14, ""),
    ]  # fmt: skip
    assert known_players.results_of(second)[0].left_behind == pytest.approx(29 / 42)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-table"),
        ("id,name\n", "nobody"),
        ("name\nAnn Lee\n", "missing-column"),
        ("id,club\n1,Hansa\n", "missing-column"),
        ("id,name\n,Ann Lee\n", "bad-cell"),
        ("id,name\n1,\n", "bad-cell"),
        ("id,name\n1,Ann Lee\n1,Ben Fox\n", "duplicate-id"),
        ("id,name,id\n1,Ann Lee,2\n", "unknown-column"),
        ("id,name,\n1,Ann Lee,2\n", "unknown-column"),
        ("id,name\n1,Lee, Ann\n", "not-a-table"),
        ("id,name,result: Cup\n1,Ann Lee,third\n", "bad-cell"),
        ("id,name,result: Cup\n1,Ann Lee,8 of 7\n", "bad-cell"),
        ("id,name,result: Cup\n1,Ann Lee,0 of 7\n", "bad-cell"),
    ],
)
def test_what_is_no_players_file(hall: Hall, text: str, code: str) -> None:
    assert hall.refused(lambda t: players_file.read_players(text)) == code


@pytest.fixture
def over(hall: Hall) -> Hall:
    """A round is over in which two of the file played."""
    hall.do(people.register, RegisterPlayer("Cara Hill", home="Nelson", nationality="NZL"))
    hall.do(people.register, RegisterPlayer("Jürgen Møller", home="Emden"))
    hall.people(5)
    hall.boards(1)
    hall.count(1901, "5 4 5 5 4 6 5")
    hall.add(ev.RoundEnded(1, "F1901"))
    return hall


def test_the_event_is_added_to_the_file(over: Hall) -> None:
    text, new = players_file.with_this_event(over.t, FILE)
    assert new == 5
    rows = {row["id"]: row for row in players_file.read_players(text)}
    assert [*rows] == ["P-007", "P-011", "P-012", "P-013", *(f"P-{n:03}" for n in range(14, 19))]
    assert rows["P-007"]["Shirt"] == "XL"
    assert rows["P-007"]["home"] == "Bremen", "what the file says of somebody stays"
    assert (rows["P-013"]["home"], rows["P-013"]["nationality"]) == ("Nelson", "NZL")
    assert rows["P-011"]["result: Test"] == ""
    [played] = [r for r in known_players.results_of(rows["P-013"]) if r.event == "Test"]
    assert played.of == 7 and played.points
    assert text.splitlines()[0].endswith(";result: Cup 1998;result: Test")
    assert players_file.with_this_event(over.t, text) == (text, 0), "the same once more"


def test_a_file_that_is_not_there_is_begun(over: Hall) -> None:
    text, new = players_file.with_this_event(over.t, "")
    assert new == 7
    found = players_file.read_players(text)
    assert found[0]["id"] == "P-013" and found[2]["id"] == "P-014"
    assert {row["club"] for row in found} == {"", "Hansa"}


def test_nobody_is_guessed_in_a_file(over: Hall) -> None:
    over.people(1)
    over.do(people.amend, AmendRegistration("8", name="Ben Fox"))
    with pytest.raises(Exception, match="several are called Ben Fox") as why:
        players_file.with_this_event(over.t, FILE)
    assert "amend 8 --id" in why.value.diagnostic.remedy
    over.do(people.amend, AmendRegistration("8", id="P-013x"))
    assert players_file.with_this_event(over.t, FILE)[1] == 6


def test_unfinished_events_are_not_written(hall: Hall) -> None:
    hall.boards(1)
    assert hall.refused(lambda t: players_file.with_this_event(t, FILE)) == "not-over"

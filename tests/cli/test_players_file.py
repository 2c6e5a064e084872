"""A players' file from event to event, and players on two boards, as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.preset import preset_text
from tests.tournament.directing import Hall

FILE = (
    "id,name,club,home,result: Cup 1998\n"
    'P1,"Møller, Jürgen",Hansa,Bremen,"2 of 21, 33.1 points"\n'
    "P2,Ben Fox,,,\nP3,Ben Fox,,Kiel,\n"
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Twelve are registered for a tournament in which players may have two boards."""
    preset = preset_text("nz1999").replace("double_boarding = false", "double_boarding = true")
    h = Hall(preset)
    h.people(12)
    found = Store(tmp_path)
    found.found([one.event for one in h.log])
    return found


def test_players_are_known_from_event_to_event(call, store: Store, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(FILE, "utf-8")
    assert call("tournament", "read-players", "people.csv").out == (
        "3 players known, 0 of them registered\n"
    )
    ran = call("tournament", "register", "jurgen moller", "--rounds", "all", "--signed")
    assert ran.out == "number 13: jurgen moller (known as P1); still lacking: contact\n"
    assert call("tournament", "history", "13").out == (
        "jurgen moller, P1, Hansa\nCup 1998  2 of 21  33.1\n"
    )
    assert call("tournament", "register", "Ben Fox").status == 0
    again = call("tournament", "read-players", "people.csv")
    assert "several are called Ben Fox: amend 14 --id, one of P2, P3" in again.out
    assert call("tournament", "amend", "14", "--id", "P3", "--club", "Otago").status == 0
    assert store.load().players[14].more == {"id": "P3", "club": "Otago"}
    assert call("tournament", "spread", "seeds", "--best", "1").out == "seeds: jurgen moller\n"
    wrong = call("tournament", "read-players", "none.csv")
    assert wrong.status == 2
    (tmp_path / "odd.csv").write_text("name\nAnn Lee\n", "utf-8")
    assert call("tournament", "read-players", "odd.csv", "--json").codes == ["missing-column"]


def test_the_file_is_added_to(call, store: Store, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(FILE, "utf-8")
    seats = {"A": dict(zip(store.load().settings.variant.powers, range(1, 8), strict=True))}
    start = "1999-08-28T09:00:00"
    for event in (
        ev.CheckedIn(1, tuple(range(1, 8))), ev.Drawn(1, seats), ev.Published(1),
        ev.RoundStarted(1, start),
    ):  # fmt: skip
        store.act(lambda t, one=event: [one])
    unfinished = call("tournament", "write-players", "people.csv", "--json")
    assert unfinished.codes == ["not-over"]
    counts = "Year,A,E,F,G,I,R,T\n1901,5,4,5,5,4,6,5\n"
    (tmp_path / "counts.csv").write_text(counts)
    took = call("tournament", "take-result", "1A", "counts.csv", "--ended", "time-draw")
    assert took.status == 0 and "drawn by time" in took.out
    ran = call("tournament", "write-players", "people.csv")
    assert (ran.status, ran.out) == (0, "people.csv: 12 new players\n")
    lines = (tmp_path / "people.csv").read_text("utf-8").splitlines()
    assert lines[0] == "id,name,club,home,result: Cup 1998,result: Test"
    assert lines[1].startswith('P1,"Møller, Jürgen",Hansa,Bremen,"2 of 21, 33.1 points",')
    assert len(lines) == 16
    assert call("tournament", "write-players", "none/people.csv").status == 2


def test_two_boards_for_some(call, store: Store) -> None:
    called = call("tournament", "checkin", "--all")
    assert "or have 2 play two boards" in called.out
    assert (
        "on two boards: Player Nr3, Player Nr7" in call("tournament", "doubleboard", "3", "7").out
    )
    assert call("tournament", "doubleboard", "3", "--json").codes == ["nothing-to-change"]
    assert call("tournament", "draw", "1", "--seed", "5").status == 0
    which = call("tournament", "swap", "3", "1", "--json")
    assert which.codes == ["which-seat"]
    round_ = store.load().rounds[1]
    board = next(t for t in round_.tables_of(3) if not t.power_of(1))
    told = call("tournament", "substitute", "3", "1", "--board", board.letter)
    assert told.out.startswith("Player Nr1 (1) plays") and " & " in told.out.splitlines()[0]

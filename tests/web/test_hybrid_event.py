"""Events in the hall and on a judge at once, and leagues of months, by the director's commands."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.played_variant import standard
from tests.web.conftest import House
from tests.web.online_event import Players, games_of, typing

pytestmark = pytest.mark.slow
RULES = """
[scoring]
system = "sum-of-squares"
[registration]
required = ["contact", "rounds"]
[seeding]
table_tries = 5000
power_tries = 5000
[secrecy]
standings = false
[draws]
last_year = 1901
[online.settings]
movement = "12 h"
last_year = 1901
"""
HYBRID = f'title = "Two Places"\nrounds = 2\n{RULES}[online]\nopens = []\n'
LEAGUE = f"""title = "League of the Months"
rounds = 3
{RULES}[standings.totals]
rule = "best-rounds"
count = 2
[online]
opens = ["2026-01-04 20:00", "2026-02-01 20:00", "2099-03-01 20:00"]
"""
COUNTS = "5 5 5 5 5 4 5"


def come_and_play(
    players: Players, t: Tournament, number: int, calls: list[dict[str, Any]]
) -> None:
    games = games_of(t, number)
    players.come([one for one in calls if not one["come"]], games)
    for game in games.values():
        players.play(game)


def test_three_boards_in_the_hall_and_four_online(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = typing(house, tmp_path, monkeypatch, HYBRID)
    store, players = Store(tmp_path), Players(house)
    people = [
        f"Player N{n},n{n}@dip.example,all,{'yes' if n in (22, 23) else 'no'},"
        f"{'yes' if n > 22 else 'no'}"
        for n in range(1, 54)
    ]  # 22 in the hall, 31 online: one and three too many
    (tmp_path / "people.csv").write_text(
        "\n".join(["name,contact,rounds,standby,online", *people]), "utf-8"
    )
    director("import-players people.csv")

    # The first round, by hand. Who stands down is found in each place.
    director("checkin --all")
    director("standdown --choose 4 --round 1")
    t = store.load()
    down = t.rounds[1].stood_down
    assert {22, 23} < down and [t.players[one].online for one in sorted(down)].count(True) == 3
    director("draw 1 --seed 7")
    director("publish 1")
    t = store.load()
    places = [
        {t.players[one].online for one in table.seats.values()}
        for table in t.rounds[1].tables.values()
    ]
    assert places == [{False}] * 3 + [{True}] * 4, "nobody meets across the two"
    calls = director("online open 1")["calls"]
    assert {one["board"] for one in calls} == {"1D", "1E", "1F", "1G"} and len(calls) == 28

    # The hall has its clock, and one who does not come; so has the judge, and one who falls ill.
    director('start 1 --at "1999-08-28 09:00"')
    gone = next(iter(t.table("1A").seats.values()))
    director(f"substitute {gone} 22 --round 1")
    absent, *others = calls
    players.come(others, games_of(store.load(), 1))
    late = {one["board"]: one for one in director("online pull")["boards"]}[absent["board"]]
    until = director(f"online extend '24 h' {absent['board']} --because 'a flight'")["until"]
    before, after = late["deadline"], until[absent["board"]]
    assert datetime.fromisoformat(after) - datetime.fromisoformat(before) == timedelta(days=1)
    director("checkin 23 --round 1")
    [instead] = director(f"online replace {absent['board']} {absent['power']} 23")["calls"]
    come_and_play(players, store.load(), 1, [instead])
    for board in ("1A", "1B", "1C"):
        director(f"count {board} {COUNTS}")
    assert not store.load().rounds[1].over
    taken = director("online pull --public two")["boards"]
    assert [one["taken"] for one in taken] == [True] * 4
    t = store.load()
    assert t.rounds[1].over and {t.table(f"1{one}").ending for one in "ABCDEFG"} == {"time-draw"}
    assert (
        23 in t.table(absent["board"]).seats.values() and gone not in t.table("1A").seats.values()
    )
    assert len(director("standings")["standings"]) == 49

    # The second draws itself, in both places, and the judge's part of it is opened.
    text = HYBRID.replace("opens = []", 'opens = ["2026-01-01 20:00", "2026-01-08 20:00"]')
    (tmp_path / "preset.toml").write_text(text, "utf-8")
    director("preset")
    calls = director("online run")["calls"]
    t = store.load()
    assert len(calls) == 28 and len(t.rounds[2].tables) == 7 and len(t.rounds[2].stood_down) == 4
    assert t.rounds[2].stood_down >= {22, 23}, "who is on standby stands down again"
    director('start 2 --at "1999-08-29 09:00"')
    come_and_play(players, t, 2, calls)
    for board in ("2A", "2B", "2C"):
        director(f"count {board} {COUNTS}")
    director("online pull")
    again = sum(
        {*one.seats.values()} >= {*pair}
        for one in t.rounds[2].tables.values()
        for table in t.rounds[1].tables.values()
        for pair in combinations(table.seats.values(), 2)
    )
    assert again < 60, "of 147 pairs at seven boards most are new"

    # One event: standings of all, awards, files.
    director("ceremony")
    director("online pull --public two")
    shown = house.visitor.get("/tournaments/two")
    played = {one for table in store.load().tables for one in table.seats.values()}
    assert len(shown["results"]["standings"]) == len(played) and len(shown["games"]) == 8
    awards = {one["title"] for one in director("awards")["awards"]}
    assert {f"Best {power.title()}" for power in standard().powers} < awards
    director("export wdd two")
    assert len((tmp_path / "two-boards.csv").read_text("utf-8").splitlines()) == 2 * 49 + 1
    assert not store.load().set_aside


def test_a_league_of_months_goes_on_while_earlier_months_are_played(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = typing(house, tmp_path, monkeypatch, LEAGUE)
    store, players = Store(tmp_path), Players(house)
    people = [
        f"Player N{n},n{n}@dip.example,{'all' if n < 8 else '2' if n < 15 else '3'}"
        for n in range(1, 16)
    ]
    (tmp_path / "people.csv").write_text("\n".join(["name,contact,rounds", *people]), "utf-8")
    director("import-players people.csv")
    calls = director("online run")["calls"]
    months = {number: [one for one in calls if one["board"][0] == number] for number in "12"}
    assert [len(one) for one in months.values()] == [7, 14], "January and February are open"
    come_and_play(players, store.load(), 2, months["2"])
    director("online pull")
    t = store.load()
    assert t.rounds[2].over and not t.rounds[1].over and 3 not in t.rounds
    come_and_play(players, t, 1, months["1"])
    (tmp_path / "preset.toml").write_text(LEAGUE.replace("2099", "2026"), "utf-8")
    director("preset")
    calls = director("online run")["calls"]
    t = store.load()
    assert t.rounds[1].over and len(calls) == 7, "of eight one stands down"
    come_and_play(players, t, 3, calls)
    director("online pull")
    assert all(one.over for one in store.load().rounds.values())
    found = compute(store.load()).standings
    assert len(found) == len(director("standings")["standings"]) in (14, 15), "all who played"
    for one in found:
        points = sorted((game.points for game in one.record.games), reverse=True)
        assert one.record.total == sum(points[:2]), "the best two months count"

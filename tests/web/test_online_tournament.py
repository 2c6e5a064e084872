"""A director's whole way online: from registrations to awards, by commands alone, with players who
come by links, play by their tokens, and are bots."""

from __future__ import annotations

import csv
import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from unittest.mock import ANY

import pytest

from dragoman.tournament.log.store import Store
from tests.web.conftest import House
from tests.web.online_event import DIRECTOR, JUDGE, Players, Type, games_of, typing
from tests.web.pages.reader import reader

pytestmark = pytest.mark.slow
PRESET = """
title = "The Autumn Cup"
rounds = 3
[scoring]
system = "sum-of-squares"
[standings]
order = ["total", "best-game"]
best_country = "centers"
[standings.totals]
rule = "sum"
[registration]
required = ["contact", "rounds"]
[secrecy]
standings = false
[online]
opens = []
arrival_hours = 48
[online.settings]
movement = "12 h"
last_year = 1901
"""


@pytest.fixture
def director(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Types a command in the folder of an event; its data, or with ``refused`` what it says."""
    return typing(house, tmp_path, monkeypatch, PRESET)


def test_an_event_of_35_from_its_first_player_to_its_awards(
    director: Type, house: House, tmp_path: Path
) -> None:
    store, players = Store(tmp_path), Players(house)
    people = [f"Player N{n},n{n}@dip.example,all,{'yes' if n == 36 else ''}" for n in range(1, 37)]
    (tmp_path / "people.csv").write_text("\n".join(["name,contact,rounds,standby", *people]))
    director("import-players people.csv")

    # The first round, by hand: everybody comes by a link, one of them as a guest, one not at all.
    assert director("online open 1", refused=True) == "not-drawn"
    director("checkin --all")
    director("standdown 36")
    director("draw 1 --seed 35")
    assert director("online open 1", refused=True) == "not-published"
    director("publish 1")
    calls = director("online open 1")["calls"]
    assert len(calls) == len({one["link"] for one in calls}) == 35
    assert all(
        re.fullmatch(rf"{JUDGE}/j/[A-Z2-7]{{5}}-[A-Z2-7]{{5}}", one["link"]) for one in calls
    )
    assert director("online open 1")["calls"] == calls, "opened once, however often it is said"
    assert director("swap 1 2", refused=True) == "opened-already"
    assert director("draw 1 --again", refused=True) == "opened-already"
    games = games_of(store.load(), 1)
    guest, absent = calls[0], calls[8]
    comer, path = reader(house), guest["link"].removeprefix(JUDGE)
    page = comer.get(path)
    assert f"has kept {guest['power'].title()} for you" in page.text
    assert comer.send(page.form(path), name="A guest").status == 200
    players.come([one for one in calls if one not in (guest, absent)], games)
    news = {one["board"]: one for one in director("online pull")["boards"]}
    late = news[absent["board"]]
    assert late["stage"] == "forming" and late["free"] == [absent["power"]]
    assert [one["stage"] for one in news.values()].count("running") == 4

    # The director's word: more time, then somebody else.
    before = datetime.fromisoformat(late["deadline"])
    until = director(f"online extend '24 h' {absent['board']}")["until"][absent["board"]]
    assert datetime.fromisoformat(until) - before == timedelta(hours=24)
    director("checkin 36")
    [instead] = director(f"online replace {absent['board']} {absent['power']} 36")["calls"]
    assert instead["player"] == 36 and instead["link"] not in ("", absent["link"])
    director("online invitations 1 --file links.csv")
    with (tmp_path / "links.csv").open() as file:
        rows = {(row["board"], row["name"]): row for row in csv.DictReader(file)}
    assert rows[absent["board"], "Player N36"]["link"] == instead["link"]
    assert rows[guest["board"], guest["name"]]["come"] == "yes"
    players.come([instead], games)
    running = news[calls[20]["board"]]["board"]
    director(f"online extend '1 d' {running} --because 'a holiday'")
    assert "a holiday" in str(house.person(DIRECTOR).get(f"/games/{games[running]}")["acts"])

    # Results come in as games end.
    guest_sits = house.judge.games.load(games[guest["board"]]).seats[guest["power"]].user
    first, *others = games.values()
    house.accounts[100 + guest["player"]] = guest_sits
    players.play(first)
    taken = {one["board"]: one["taken"] for one in director("online pull")["boards"]}
    assert list(taken.values()) == [True, False, False, False, False]
    assert len(director("standings")["standings"]) == 7
    for game in others:
        players.play(game)

    # The second round opens by itself: who has an account is told by the judge.
    soon = "2099-01-01 20:00"
    (tmp_path / "preset.toml").write_text(
        PRESET.replace("opens = []", f'opens = ["2026-01-01 20:00", "2026-01-08", "{soon}"]')
    )
    director("preset")
    done = director("online run")
    assert [one["taken"] for one in done["boards"]] == [True] * 4
    assert len(done["calls"]) == 35, "who is on standby stands down"
    assert [one["player"] for one in done["calls"] if one["link"]] == [absent["player"]]
    assert director("online run") == {"boards": ANY, "calls": [], "diagnostics": []}
    games = games_of(store.load(), 2)
    players.come(done["calls"], games)
    for game in games.values():
        players.play(game)

    # The third by hand again, and what everybody sees.
    director("online pull")
    director("checkin --all --round 3")
    director("standdown --choose 1 --round 3")
    director("draw 3")
    director("publish 3")
    calls = director("online open 3")["calls"]
    games = games_of(store.load(), 3)
    players.come([one for one in calls if not one["come"]], games)
    for game in games.values():
        players.play(game)
    director("online pull --public cup")
    assert director("show")["rounds"][2]["over"]
    assert "standings" not in house.visitor.get("/tournaments/cup").get("results", {})
    director("ceremony")
    director("online pull --public cup")
    shown = house.visitor.get("/tournaments/cup")
    assert len(shown["results"]["standings"]) == 36 and len(shown["games"]) == 15
    awards = {one["title"]: one for one in director("awards")["awards"]}
    first = [one["player"] for one in shown["results"]["standings"] if one["place"] == 1]
    assert sorted(awards["Champion"]["names"]) == sorted(first)
    t = store.load()
    meetings = Counter(
        frozenset(pair)
        for table in t.tables
        for pair in combinations(sorted(table.seats.values()), 2)
    )
    assert max(meetings.values()) <= 2, "the draws keep players apart who met"
    assert len(t.accounts) == 36 and not t.set_aside

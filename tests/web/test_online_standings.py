"""Standings while games go on at a judge: as if all ended now, for who may see them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from dragoman.tournament.publishing.public_view import view
from tests.web.conftest import House
from tests.web.online_event import DIRECTOR, Players, Type, games_of, typing
from tests.web.pages.reader import reader

pytestmark = pytest.mark.slow
PRESET = """
title = "The Autumn Cup"
rounds = 1
[scoring]
system = "sum-of-squares"
[registration]
required = ["contact", "rounds"]
[secrecy]
standings = {secret}
[online]
opens = []
[online.settings]
movement = "12 h"
blind = {blind}
"""
ORDERS = {"RUSSIA": ("F sev-bla", "F bla-rum"), "AUSTRIA": ("A bud-ser", "A ser H")}


def opened(director: Type, folder: Path, house: House) -> int:
    """The one board of an event on the judge, where all have come."""
    people = [f"Player N{n},n{n}@dip.example,all" for n in range(1, 8)]
    (folder / "people.csv").write_text("\n".join(["name,contact,rounds", *people]), "utf-8")
    for line in ("import-players people.csv", "checkin --all", "draw 1 --seed 3", "publish 1"):
        director(line)
    calls = director("online open 1")["calls"]
    games = games_of(Store(folder).load(), 1)
    Players(house).come(calls, games)
    return games["1A"]


def a_year(house: House, game: int) -> None:
    """Spring and autumn of 1901: Russia takes Rumania, Austria Serbia."""
    for nth in (0, 1):
        seats = house.judge.games.load(game).seats
        for power, orders in ORDERS.items():
            user = seats[power].user
            assert user is not None
            house.of_account(user).do(game, "save-orders", text=orders[nth])
        house.person(DIRECTOR).do(game, "process-now")


def shown(folder: Path) -> dict[str, Any]:
    return view(Store(folder).load(), datetime(2026, 1, 1))


def test_who_would_lead_if_all_games_ended_now(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = typing(house, tmp_path, monkeypatch, PRESET.format(secret="false", blind="false"))
    game = opened(director, tmp_path, house)
    assert house.visitor.get(f"/games/{game}/board-counts")["counts"].keys() == {"1900"}
    [news] = director("online pull")["boards"]
    assert news["counted"] == 1900
    a_year(house, game)
    [news] = director("online pull --public cup")["boards"]
    assert (news["stage"], news["counted"], news["taken"]) == ("running", 1901, False)
    t = Store(tmp_path).load()
    before = Store(tmp_path).log()
    director("online pull --public cup")
    assert Store(tmp_path).log() == before, "what is known is not written down again"

    # The director, the wall and phones of a hall, and the judge's page.
    russia = t.players[t.table("1A").seats["RUSSIA"]].name
    standings = director("standings --provisional")["standings"]
    assert standings[0]["player"] == russia and len(standings) == 7
    assert director("standings")["standings"] == []
    wall = shown(tmp_path)
    assert wall["provisional"]["standings"] == standings and wall["turns"][-1] == "provisional"
    [board] = wall["rounds"][0]["boards"]
    assert board["year"] == 1901
    assert {one["centers"]: one["points"] for one in board["seats"]}.keys() == {3, 4, 5}
    page = reader(house).get("/tournaments/cup").text
    assert "If all games ended now" in page and "centres after 1901" in page
    assert house.visitor.get("/tournaments/cup")["provisional"]["standings"] == standings
    assert director("board 1A")["seen"]["1901"]["RUSSIA"] == 5

    # In the end the result stands in its place, and it can be taken back.
    first, *others = (one.user for one in house.judge.games.load(game).seats.values())
    house.of_account(first).do(game, "propose", what="draw")
    for user in others:
        house.of_account(user).do(game, "vote", number=1, agrees=True)
    assert [one["taken"] for one in director("online pull --public cup")["boards"]] == [True]
    assert "provisional" not in house.visitor.get("/tournaments/cup")
    assert len(director("standings")["standings"]) == 7
    director("undo")
    assert shown(tmp_path)["provisional"]["standings"] == standings


@pytest.mark.parametrize(("secret", "blind"), [("true", "false"), ("false", "true")])
def test_nothing_is_told_of_what_is_secret(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str, blind: str
) -> None:
    director = typing(house, tmp_path, monkeypatch, PRESET.format(secret=secret, blind=blind))
    game = opened(director, tmp_path, house)
    a_year(house, game)
    director("online pull --public cup")
    for told in (house.visitor.get("/tournaments/cup"), shown(tmp_path)):
        for part in ("standings", "provisional"):
            assert not told.get(part, {}).get("standings")
        [board] = told["rounds"][0]["boards"]
        assert board.get("year", 1900) == 1900
        assert all("points" not in one and one.get("centers", 3) < 5 for one in board["seats"])
    seen = [one for one in Store(tmp_path).log() if isinstance(one.event, ev.CountsSeen)]
    # The director alone is told of the one, and nobody of the other.
    assert len(seen) == (0 if blind == "true" else 1)

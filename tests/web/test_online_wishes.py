"""Powers by players' lists at an event on a judge: asked for by links, and drawn by."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from tests.tournament.directing import POWERS
from tests.web.conftest import House
from tests.web.online_event import typing
from tests.web.pages.reader import reader

pytestmark = pytest.mark.slow
PRESET = """
title = "The Autumn Cup"
rounds = 1
[scoring]
system = "sum-of-squares"
[registration]
required = ["contact", "rounds"]
[seeding]
powers_by = "{by}"
[online]
opens = ["2026-01-01 20:00"]
"""
WISHED = dict(enumerate(reversed(POWERS), 1))


def test_a_round_draws_itself_by_what_players_wished(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = typing(house, tmp_path, monkeypatch, PRESET.format(by="wishes"))
    people = [f"Player N{n},n{n}@dip.example,all" for n in range(1, 8)]
    (tmp_path / "people.csv").write_text("\n".join(["name,contact,rounds", *people]), "utf-8")
    director("import-players people.csv")
    links = director("online wishes cup")["wishes"]
    assert len(links) == len({one["link"] for one in links}) == 7
    visitor = reader(house)
    for one in links:
        path = one["link"].removeprefix("http://judge")
        visitor.send(visitor.get(path).form(path), choice=[WISHED[one["player"]]])

    # What was said so far is taken at once; the rest before the draw.
    again = director("online wishes cup")["wishes"]
    assert [one["link"] for one in again] == [one["link"] for one in links]
    assert {one["player"]: one["wishes"] for one in again} == {n: [w] for n, w in WISHED.items()}
    told = [one.event for one in Store(tmp_path).log() if isinstance(one.event, ev.PowersWished)]
    assert len(told) == 7
    path = links[0]["link"].removeprefix("http://judge")
    visitor.send(visitor.get(path).form(path), choice=["AUSTRIA", "TURKEY"])
    other = links[6]["link"].removeprefix("http://judge")
    visitor.send(visitor.get(other).form(other), choice=["TURKEY"])
    director("online run --public cup")
    t = Store(tmp_path).load()
    seats = {player: power for power, player in t.table("1A").seats.items()}
    assert seats == {**WISHED, 1: "AUSTRIA", 7: "TURKEY"}
    assert not t.set_aside

    director("online wishes cup --close --file links.csv")
    with (tmp_path / "links.csv").open(encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    assert rows[0]["wishes"] == "AUSTRIA TURKEY" and rows[0]["contact"] == "n1@dip.example"
    assert "No wishes are taken any more" in visitor.get(path).text


def test_where_powers_are_drawn_by_lot_nobody_is_asked(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = typing(house, tmp_path, monkeypatch, PRESET.format(by="lot"))
    director("register 'Ann Lee' --contact a@dip.example --rounds all")
    assert director("online wishes cup", refused=True) == "by-lot"
    assert director("online wishes 'A B'", refused=True) == "by-lot"
    assert house.person(1)("GET", "/tournaments/cup/wishes").status_code == 404

"""Games of other judges gone on with: paused, with their history, and players brought to seats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.imports.given_files import given_files
from dragoman.judge.imports.reading import running_game
from dragoman.judge.imports.running_game import RunningGame
from dragoman.judge.imports.take_over import Bringing, SeatBrought, take_over
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.service import Judge
from dragoman.judge.storage.consistency import inconsistent_games
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from tests.judge.imports.elsewhere import at_kind, njudge_files, played, saved, server_file

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
ROOT = Actor(is_admin=True)
PEOPLE = {"FRANCE": "ann@dip.example", "MASTER": "boss@dip.example"}


@pytest.fixture
def judge(tmp_path: Path) -> Iterator[Judge]:
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    made = Judge(f"sqlite:///{tmp_path / 'judge.db'}", passwords=Passwords(hasher))
    made.database.create()
    yield made
    made.close()


def account(judge: Judge, name: str) -> int:
    address = f"{name.lower()}@dip.example"
    return judge.accounts.people.create(ROOT, name, address, "correct horse", NOW)


def running(judge: Judge, uploads: list[tuple[str, bytes]]) -> RunningGame:
    return running_game(given_files(uploads), judge.variants)


def taken(
    judge: Judge,
    game: RunningGame,
    master: int,
    seats: dict[str, SeatBrought] | None = None,
    **settings: Any,
) -> tuple[int, JudgedGame]:
    chosen = {"title": "Friends", "movement": "2 d", **settings}
    found, told = take_over(judge, game, chosen, seats or {}, Actor(master), "en", NOW)
    assert found is not None and not told, told
    assert found.told == ()
    return found.game, judge.games.load(found.game)


@pytest.mark.parametrize("kind", PhaseKind)
def test_it_stands_paused_with_its_history(judge: Judge, kind: PhaseKind) -> None:
    game = at_kind(kind)
    number, g = taken(judge, running(judge, njudge_files(game, PEOPLE)), account(judge, "Boss"))
    assert g.stage is Stage.PAUSED and g.deadline is None
    assert g.game.position == game.position and len(g.history) == len(game.history)
    assert [one.position for one in g.history] == [one.position for one in game.history]
    assert not g.players and not g.dues, "nobody is seated unasked, and nobody has missed anything"
    lasts = timedelta(days=2) if kind is PhaseKind.MOVEMENT else timedelta(days=1)
    assert timedelta(seconds=g.left) >= lasts
    judge.act(number, c.Resume(), Actor(g.masters[0]), NOW)
    assert judge.games.load(number).stage is Stage.RUNNING
    assert not list(inconsistent_games(judge.database, NOW, judge.games.find))


def test_players_come_to_their_seats(judge: Judge) -> None:
    boss, ann, bob = (account(judge, name) for name in ("Boss", "Ann", "Bob"))
    game = played(1)
    game.order("FRANCE", next(iter(game.legal_orders("FRANCE").values()))[:1])
    seats = {
        "FRANCE": SeatBrought(Bringing.ACCOUNT, "ann"),
        "ITALY": SeatBrought(Bringing.LINK),
        "TURKEY": SeatBrought(Bringing.MAIL, "tom@dip.example"),
    }
    number, g = taken(judge, running(judge, njudge_files(game, PEOPLE)), boss, seats)
    assert set(g.free) == {"AUSTRIA", "ENGLAND", "GERMANY", "RUSSIA"}
    assert g.offers == {"FRANCE": ann} and set(g.seat_links) == {"ITALY", "TURKEY"}
    wrong = judge.act(number, c.TakeSeat("TURKEY", g.seat_links["ITALY"]), Actor(bob), NOW)
    assert wrong.refused
    for user, command in (
        (ann, c.TakeSeat("FRANCE")),
        (bob, c.TakeSeat("ITALY", g.seat_links["ITALY"])),
    ):
        assert judge.act(number, command, Actor(user), NOW).events
    g = judge.games.load(number)
    assert g.players == {ann: "FRANCE", bob: "ITALY"}
    sheet = g.sheets["FRANCE", str(g.phase)].text
    assert sheet and sheet in game_view(Viewer(g, Actor(ann)))["sheets"][0]["text"]
    for other in (bob, 0):
        assert game_view(Viewer(g, Actor(other)))["sheets"] == [], "orders are shown to nobody"
    assert not any(one.what.startswith("orders") for one in g.acts)
    judge.act(number, c.Resume(), Actor(boss), NOW)
    judge.act(number, c.ProcessNow(), Actor(boss), NOW)
    assert "FRANCE" in judge.games.load(number).history[-1].orders


def test_where_it_comes_from_is_told_to_all(judge: Judge) -> None:
    data = saved(played(2))
    data["phases"][1]["state"]["centers"]["ITALY"] += ["TUN"]
    uploads = [("game.json", json.dumps(data).encode())]
    _, g = taken(judge, running(judge, uploads), account(judge, "Boss"))
    origin = game_view(Viewer(g, Actor()))["origin"]
    assert origin["source"] == "diplomacy"
    assert any("TUN" in one["what"] for one in origin["told"])
    uploads = njudge_files(played(2), PEOPLE, flags="200 18 7 0 0 0 0 0 7")
    _, g = taken(judge, running(judge, uploads), account(judge, "Lady"))
    assert g.settings.anonymous
    assert game_view(Viewer(g, Actor()))["origin"]["players"] == {}, "who plays what is secret"
    assert game_view(Viewer(g, Actor(g.masters[0])))["origin"]["players"] == {"FRANCE": "ann"}
    assert "dip.example" not in json.dumps(game_view(Viewer(g, Actor(g.masters[0]))))


def test_nothing_is_decided_by_default(judge: Judge) -> None:
    game = running(judge, [("game.json", json.dumps(saved(played(1))).encode())])
    boss = Actor(account(judge, "Boss"))
    found, told = take_over(judge, game, {"title": "Friends"}, {}, boss, "en", NOW)
    assert found is None and [one.code for one in told] == ["no-pace"]
    with pytest.raises(ActionRefused, match="nobody is named"):
        take_over(judge, game, {}, {"ITALY": SeatBrought(Bringing.MAIL)}, boss, "en", NOW)
    nobody = {"ITALY": SeatBrought(Bringing.ACCOUNT, "nobody")}
    with pytest.raises(ActionRefused, match="no account"):
        take_over(judge, game, {"movement": "1 d"}, nobody, boss, "en", NOW)
    with pytest.raises(ActionRefused, match="account"):
        take_over(judge, game, {}, {}, Actor(7, is_guest=True), "en", NOW)


def test_names_that_no_database_stores_do_no_harm(judge: Judge) -> None:
    data = server_file(played(1), {"FRANCE": "a\0b\ud800", "MASTER": "x\n\u202ey"})
    data["game_id"] = "a\0\ud800"
    number, _ = taken(
        judge, running(judge, [("g.json", json.dumps(data).encode())]), account(judge, "Boss")
    )
    anew = GameStore(judge.database, judge.games.find)
    origin = anew.load(number).origin
    assert origin is not None and "\0" not in origin.players["FRANCE"]

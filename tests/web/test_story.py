"""Games through a door in a process of its own, with nothing but the client: a game of seven to
its end, with a replacement, an extension, a rollback, a refused and a carried draw; a year of
Machiavelli; the example."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dragoman.client import Client, Event, GameClient, Refused
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from tests.web.conftest import HASHER, PASSWORD, ROOT
from tests.web.serving import served

EXAMPLE = Path(__file__).parents[2] / "examples" / "whole_game.py"
pytestmark = pytest.mark.slow


@dataclass
class Place:
    """A served judge, and people with tokens."""

    address: str
    judge: Judge
    tokens: list[str] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)

    def token(self) -> str:
        now = datetime.now(UTC)
        number = len(self.tokens)
        name, mail = f"Someone {number}", f"p{number}@dip.example"
        user = self.judge.accounts.people.create(ROOT, name, mail, PASSWORD, now)
        scopes = ("read", "play", "press", "master")
        secret, _ = self.judge.accounts.tokens.make(Actor(user), user, "t", scopes, now)
        self.tokens.append(secret)
        return secret

    def admin(self) -> Client:
        now = datetime.now(UTC)
        people = self.judge.accounts.people
        user = people.create(ROOT, "Keeper", "keeper@dip.example", PASSWORD, now)
        people.set_admin(ROOT, user, True)
        scopes = ("read", "master", "admin")
        return self.client(self.judge.accounts.tokens.make(Actor(user), user, "t", scopes, now)[0])

    def person(self) -> Client:
        return self.client(self.token())

    def client(self, token: str = "") -> Client:
        self.clients.append(Client(self.address, token))
        return self.clients[-1]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Iterator[Place]:
    database = tmp_path_factory.mktemp("served") / "judge.db"
    shutil.copy(empty, database)
    judge = Judge(f"sqlite:///{database}", passwords=Passwords(HASHER))
    with served(database) as address:
        found = Place(address, judge)
        yield found
        for one in found.clients:
            one.close()
    judge.close()


def seated(master: GameClient, players: list[Client]) -> dict[str, GameClient]:
    """Begin a game, and who plays what."""
    seats = [one.game(master.number) for one in players]
    for seat in seats:
        seat.do("join")
    master.do("begin")
    return {str(seat.read()["you"]["power"]): seat for seat in seats}


def judged(master: GameClient, seats: dict[str, GameClient], **orders: str) -> None:
    """Have a phase ordered and judged: these orders, and all units else hold."""
    phase = master.read()["phase"]
    for power, text in orders.items():
        assert not [one for one in seats[power].save_orders(text) if one.is_error]
    master.do("process-now")
    assert phase in master.read()["phases"]


def wait_for(events: Generator[Event], is_it: Callable[[Event], bool]) -> Event:
    return next(one for one in events if is_it(one))


def test_a_game_of_seven(place: Place) -> None:
    director = place.person()
    master = director.create_game("The story", movement="3 d", draws="survivors")
    seats = seated(master, [place.person() for _ in range(7)])
    assert len(seats) == 7
    following = place.client().game(master.number).follow()
    assert next(following).kind == "ready"

    # A year, with press.
    seats["FRANCE"].do("send", text="Burgundy is mine", to=["GERMANY"])
    assert [one["text"] for one in seats["GERMANY"].press()] == ["Burgundy is mine"]
    assert seats["ENGLAND"].press() == []
    judged(master, seats, FRANCE="A par-bur, F bre-mao", GERMANY="F kie-hol", ENGLAND="F lon-nth")
    assert wait_for(following, lambda one: one.kind == "Judged").data["phase"] == "S1901M"

    # An extension by vote.
    before = datetime.fromisoformat(master.read()["deadline"])
    later = (before + timedelta(days=2)).isoformat()
    seats["TURKEY"].do("propose", what="extension", until=later)
    for power in sorted(set(seats) - {"TURKEY"}):
        assert datetime.fromisoformat(master.read()["deadline"]) == before
        seats[power].do("vote", number=1, agrees=True)
    assert datetime.fromisoformat(master.read()["deadline"]) == before + timedelta(days=2)
    judged(master, seats, FRANCE="F mao-por, A bur-bel", GERMANY="A mun-ruh")

    # A replacement.
    assert master.read()["phase"].endswith("A")
    seats["ITALY"].do("resign")
    newcomer = place.person().game(master.number)
    newcomer.do("take-seat", power="Italy")
    seats["ITALY"] = newcomer
    judged(master, seats, FRANCE="Build A Par")

    # A rollback: what was ordered is on file again.
    judged(master, seats, AUSTRIA="A bud-ser")
    master.do("roll-back", phase="S1902M", why="the map was wrong")
    assert seats["AUSTRIA"].sheet("AUSTRIA", "S1902M").text == "A bud-ser"
    assert master.read()["phase"] == "S1902M"
    assert master.read()["acts"][-1]["why"] == "the map was wrong"
    told = wait_for(following, lambda one: one.kind == "RolledBack")
    assert told.data["phase"] == "S1902M"

    # A draw that one refuses: nobody learns who.
    seats["RUSSIA"].do("propose", what="draw")
    draw = master.read()["proposals"][-1]["number"]
    for power in sorted(set(seats) - {"RUSSIA"}):
        seats[power].do("vote", number=draw, agrees=power != "ENGLAND")
    judged(master, seats, AUSTRIA="A bud-rum")
    shown = seats["RUSSIA"].read()["proposals"][-1]
    assert shown["outcome"] == "lapsed" and "votes" not in shown
    with pytest.raises(Refused) as late:
        seats["ENGLAND"].do("vote", number=draw, agrees=True)
    assert late.value.code == "proposal-closed"

    # And one that all agree to.
    seats["RUSSIA"].do("propose", what="draw")
    for power in sorted(set(seats) - {"RUSSIA"}):
        seats[power].do("vote", number=draw + 1, agrees=True)
    ended = place.client().game(master.number).read()
    assert ended["stage"] == "over" and ended["ending"]["how"] == "draw"
    assert set(ended["ending"]["powers"]) == set(seats)
    assert wait_for(following, lambda one: one.kind == "Ended").data["how"] == "draw"
    assert "<svg" in master.map("S1902M") and "<svg" in master.map()
    assert "A Par-Bur" in master.report("S1901M").replace("–", "-")
    following.close()

    # What is left of it: the result, the archive, the file.
    assert master.result()["how"] == "draw" and master.board_result()["ending"] == "voted draw"
    assert [one["game"] for one in director.archive(title="The story")] == [master.number]
    assert next(director.statistics("power", variant="standard"))["games"] == 1
    account = ended["seats"][0]["user"]
    assert director.person_statistics(account)["all"]["draws"] == 1
    assert [*director.leaders("standard")] == [*director.rating_course(account, "standard")] == []
    why = master.explanations("S1901M", unit="kie", language="de")
    assert why[0]["data"]["order"] == "F KIE-HOL"
    text = master.export()
    with pytest.raises(Refused) as refused:
        director.import_game(text)
    assert refused.value.code == "missing-scope"
    copy, told = place.admin().import_game(text, same_people=True)
    assert copy.read()["ending"] == ended["ending"] and [one.code for one in told] == ["left-out"]


def test_people_clubs_and_an_invitation(place: Place) -> None:
    one, other = place.person(), place.person()
    me, them = (who.get("/me")["account"] for who in (one, other))
    one.follow(them)
    other.follow(me)
    (friend,) = one.people_around()
    assert friend["account"] == them and friend["follows"] and friend["followed_by"]
    other.shun(me)
    assert one.people_around() == []
    other.forget(me)
    one.ask("POST", "/clubs", {"name": "oslo", "title": "Oslo"})
    assert other.join_club("oslo") == "member"
    assert [club["members"] for club in other.clubs()] == [2]
    assert {person["account"] for person in other.club("oslo")["members"]} == {me, them}
    game = one.create_game("For Oslo")
    game.do("make-link")
    game.invite_by_mail("zoe@elsewhere.example", "de")
    with pytest.raises(Refused) as refused:
        game.invite_by_mail("zoe@elsewhere.example")
    assert refused.value.code == "mailed-already"


def test_a_private_board(place: Place) -> None:
    director = place.person()
    master = director.create_game("Aside")
    seats = seated(master, [place.person() for _ in range(7)])
    seats["FRANCE"].save_orders("A par-bur")
    found = seats["FRANCE"].what_if(GERMANY="A mun-bur")
    assert found["results"]["A PAR"]
    board = seats["FRANCE"].fork(title="Burgundy")
    assert not board.order("GERMANY", "A mun-bur")
    node = board.adjudicate()
    assert node["came_by"]["results"]["A PAR"] and "<svg" in board.map(node["node"], came_by=True)
    assert board.explanations(node["node"], unit="par")[0]["text"]
    board.step_back()
    assert board.read()["at"] == 1 and board.node(2)["phase"] == "F1901M"
    assert "A MUN-BUR" in board.possible_orders(1, "Germany")["A MUN"]
    link = board.share()
    shown = place.client().shared_sandbox(link)
    assert shown["title"] == "Burgundy" and "game" not in shown
    copy = director.copy_shared(link, "Mine")
    assert [one["sandbox"] for one in director.sandboxes()] == [copy.number]
    board.copy().remove()
    own = director.open_sandbox(position="S1901M | FRANCE: A PAR | FRANCE: PAR")
    assert director.sandbox(own.number).read()["node"]["position"]["units"]["FRANCE"] == ["A PAR"]


def test_a_year_of_machiavelli(place: Place) -> None:
    master = place.person().create_game("Italy", variant="machiavelli")
    count = len(master.read()["seats"])
    seats = seated(master, [place.person() for _ in range(count)])
    assert len(seats) == count
    first = master.read()
    assert "seed" not in first["position"]["affairs"]
    year = first["phase"][1:5]
    for _ in range(12):
        view = master.read()
        if view["phase"][1:5] != year or view["stage"] == "over":
            break
        for seat in seats.values():
            mine = seat.orders()
            if mine["has_to_order"]:
                seat.save_orders("\n".join(one[-1] for one in mine["possible"].values() if one))
        master.do("process-now")
    view = master.read()
    assert view["phase"][1:5] != year
    for phase in view["phases"]:
        assert master.turn(phase)["phase"] == phase
        assert master.report(phase, form="markdown", language="de")


def test_a_stream_goes_on_where_it_broke(place: Place) -> None:
    director = place.person()
    master = director.create_game("Streams")
    player = place.person().game(master.number)
    player.do("join")
    last = [*master.events()][-1]
    player.do("leave")
    player.do("join")
    with director._http.stream(
        "GET",
        f"{place.address}/api/games/{master.number}/stream",
        headers={**director._headers, "Last-Event-ID": last.id},
    ) as answer:
        lines = answer.iter_lines()
        names = []
        while len(names) < 3:
            line = next(lines)
            if line.startswith("data: ") and line != "data: {}":
                names.append(line)
            elif line == "data: {}":
                names.append("ready")
    assert names[0] == "ready" and '"Left"' in names[1] and '"Joined"' in names[2]


def test_the_example_plays_a_whole_game(place: Place) -> None:
    tokens = [place.token() for _ in range(8)]
    ran = subprocess.run(
        [sys.executable, EXAMPLE, place.address, *tokens],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("is over: draw\n")

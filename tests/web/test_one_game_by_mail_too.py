"""One game by every door: two play by mail, two on pages, one by JSON, a program speaks DPP and
another DAIDE; to its end."""

from __future__ import annotations

import pytest

from dragoman.game import Game
from dragoman.judge.log.state import Stage
from tests.mail.players import Player, by_mail
from tests.sockets.programs import STANDARD
from tests.web.conftest import House
from tests.web.pages.reader import Reader
from tests.web.test_one_game_by_all_doors import AllDoors

START = Game(STANDARD).position


def holds(power: str) -> str:
    return "\n".join(f"{unit.kind} {unit.location} H" for unit in START.units_of(power))


def on_pages(doors: AllDoors, power: str) -> Reader:
    """Whoever plays a power, with a browser."""
    number = next(n for n in range(11, 18) if doors.house.person(n) is doors.people[power])
    found = Reader(doors.house.browser())
    found.sign_in(f"Player {number}")
    return found


@pytest.mark.slow
def test_people_and_programs_play_one_game_by_every_door(house: House) -> None:
    with by_mail(str(house.judge.database.url)) as post:
        doors = AllDoors(house)
        post.goes_round()
        path = f"/games/{doors.game}"
        json = doors.people["AUSTRIA"]
        pages = {power: on_pages(doors, power) for power in ("RUSSIA", "TURKEY")}
        england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
        by_post: dict[str, Player] = {}
        for power in ("GERMANY", "ITALY"):
            number = next(n for n in range(11, 18) if house.person(n) is doors.people[power])
            by_post[power] = Player(post, f"Player{number}", f"player{number}@dip.example")
        germany, italy = by_post.values()

        # Orders: each in the way of his door.
        england.say("(SUB ((FLT LON) MTO NTH) ((FLT EDI) MTO NWG) ((AMY LVP) MTO YOR))")
        france.say("SUB ((FRA AMY PAR) MTO BUR) ((FRA AMY MAR) HLD) ((FRA FLT BRE) MTO MAO)")
        json.do(doors.game, "save-orders", text=holds("AUSTRIA"))
        json.do(doors.game, "set-ready")
        for power, one in pages.items():
            one.send(one.get(path).form("/do/save-orders"), text=holds(power))
            one.send(one.get(path).form("/do/set-ready"), ready="yes")
        germany.writes(
            "Here are my orders for spring:\nA mun-ruh, A ber-kie, F kie-den\nSET NOWAIT\n",
            answers=germany.last("begins"),
        )
        italy.writes("A ven H\nA rom-apu\nF nap-ion\nSET NOWAIT", answers=italy.last("begins"))
        post.goes_round()
        doors.goes_on()
        (judged,) = house.judge.games.load(doors.game).history
        assert {*judged.orders} == {*doors.people}
        moved = {str(unit.location) for unit in judged.position.units_of("GERMANY")}
        assert moved == {"RUH", "KIE", "DEN"}, moved
        for one in by_post.values():
            assert len(one.about("judged")) == 1
        assert england.heard[-1].startswith("(ORD 1 ")
        assert any(line.startswith("NOW (FAL 1901)") for line in france.heard)
        assert pages["RUSSIA"].get(path).text.count("Fall 1901")

        # Press: from each door to the others.
        germany.writes("PRESS TO RUSSIA\nPeace?\nENDPRESS", answers=germany.last("judged"))
        post.goes_round()
        russia = pages["RUSSIA"]
        assert "Peace?" in russia.get(path).text
        russia.send(russia.get(path).form("/do/send"), text="Gladly.", to=["GERMANY"])
        assert england.say("(SND GER (PCE))") == ["(YES (SND GER (PCE)))"]
        post.goes_round()
        germany.writes("So be it.", answers=germany.last("press from Russia"))
        post.goes_round()
        press = json.get(f"{path}/press")["items"]
        assert press == [], "what is between others"
        assert "So be it." in russia.get(path).text
        assert germany.about("press from England")

        # A draw, put to the vote and carried.
        doors.goes_on()
        germany.writes("SET DRAW", answers=germany.last("judged"))
        post.goes_round()
        assert england.say("(DRW)") == ["(YES (DRW))"]
        assert france.say("DRW") == ["YES (DRW)"]
        json.do(doors.game, "vote", number=1, agrees=True)
        for one in pages.values():
            asked = one.send(one.get(path).form("/do/vote"), agrees="yes")
            one.send(asked.form("/do/vote"))
        italy.writes("VOTE 1 YES", answers=italy.last("vote"))
        post.goes_round()
        doors.goes_on()
        g = house.judge.games.load(doors.game)
        assert g.stage is Stage.OVER and g.ending is not None and g.ending[0] == "draw"
        assert england.heard[-1] == "(END)"
        post.goes_round()
        for one in by_post.values():
            assert len(one.about("over")) == 1
        doors.table.close()

"""One game of the judge: people by JSON, programs that speak DPP and DAIDE by their sockets."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.bots import random_legal
from dragoman.game import Game
from dragoman.games.folder import GameFolder
from dragoman.press.dpp.vocabulary import vocabulary_of
from dragoman.refusal import ActionRefused
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.dpp_seat import DppSeat
from dragoman.sockets.judged_table import JudgedTable
from dragoman.sockets.server import Server
from dragoman.sockets.table import Terms
from tests.patience import SECONDS
from tests.sockets.daide_client import DaideClient
from tests.sockets.programs import STANDARD, Program
from tests.web.conftest import House
from tests.web.tables import begun, seats

pytestmark = pytest.mark.slow
START = Game(STANDARD).position
SHEET = ["FRANCE A PAR-BUR", "FRANCE A MAR H", "FRANCE F BRE-MAO"]
DPP_WORDS = vocabulary_of(STANDARD.board)


class DppProgram:
    """A program that speaks DPP: what it heard."""

    def __init__(self, table: JudgedTable) -> None:
        self.heard: list[str] = []
        self.seat = DppSeat(table, DPP_WORDS, self._hear, lambda: None)

    def _hear(self, content: bytes) -> None:
        self.heard += content.decode().splitlines()

    def say(self, *lines: str) -> list[str]:
        before = len(self.heard)
        self.seat.received("".join(f"{line}\n" for line in lines).encode())
        return self.heard[before:]


class AllDoors:
    """A game that has begun: people by power, and its table."""

    def __init__(self, house: House, **settings: object) -> None:
        self.house = house
        self.game = begun(house, press=["private", "public"], **settings)
        self.people = seats(house, self.game)
        self.table = JudgedTable(house.judge, self.game, 8000, house.clock)

    def token(self, power: str, *scopes: str) -> str:
        """A token of whoever plays a power."""
        number = next(n for n in range(11, 18) if self.house.person(n) is self.people[power])
        return self.house.token(number, *scopes)

    def goes_on(self) -> None:
        """The programs are told what happened."""
        self.table._changed.set()
        self.table.tick()

    def dpp(self, power: str) -> DppProgram:
        found = DppProgram(self.table)
        assert found.say(f"(NME Test {self.token(power)})")[0].startswith("(HLO ")
        return found

    def daide(self, power: str) -> Program:
        found = Program(self.table)
        heard = found.greet("Test", self.token(power))
        assert heard[0].startswith("YES (NME"), heard
        found.say("YES (MAP ('standard'))")
        return found


@pytest.fixture
def doors(house: House) -> Iterator[AllDoors]:
    found = AllDoors(house)
    yield found
    found.table.close()


def all_hold(doors: AllDoors, *but: str) -> None:
    """Everybody but some gives all orders by JSON, and is ready."""
    for power, person in doors.people.items():
        if power not in but:
            orders = "\n".join(f"{unit.kind} {unit.location} H" for unit in START.units_of(power))
            person.do(doors.game, "save-orders", text=orders)
            person.do(doors.game, "set-ready")


def test_people_and_programs_of_two_languages_play_one_game(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    assert england.heard[1].startswith("(ORD 0 ")
    assert france.heard[-2].startswith("NOW (SPR 1901)") and france.heard[-1].startswith("TME")
    assert england.say("(SUB ((FLT LON) MTO NTH) ((FLT EDI) MTO NWG) ((AMY LVP) MTO YOR))") == [
        "(YES)"
    ]
    noted = france.say("SUB ((FRA AMY PAR) MTO BUR) ((FRA AMY MAR) HLD) ((FRA FLT BRE) MTO PAR)")
    assert [line[-6:] for line in noted[:3]] == [" (MBV)", " (MBV)", " (FAR)"]
    assert noted[3:] == ["MIS (FRA FLT BRE)"]
    france.say("SUB ((FRA FLT BRE) MTO MAO)")
    sheet = doors.people["FRANCE"].get(f"/games/{doors.game}/sheets/FRANCE/S1901M")
    assert sheet["text"].splitlines() == SHEET
    all_hold(doors, "ENGLAND", "FRANCE")
    doors.goes_on()
    assert england.heard[-1].startswith("(ORD 1 ")
    assert "(ENG ((FLT EDI) MTO NWG (VLD))" in england.heard[-1]
    assert "ORD (SPR 1901) ((FRA FLT BRE) MTO MAO) (SUC)" in france.heard
    assert any(line.startswith("NOW (FAL 1901)") for line in france.heard)
    assert (
        doors.house.judge.games.load(doors.game).history[0].phase
        == doors.table.game.history[0].phase
    )


def test_two_people_two_programs_and_three_bots(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    for number, power in enumerate(("ITALY", "RUSSIA", "TURKEY")):
        token = doors.token(power)
        BotPlayer(doors.table, random_legal, "random", number, version=token)
    assert doors.table.seats["RUSSIA"].name == "", "who plays what is the judge's to tell"
    england.say("(SUB ((FLT LON) MTO NTH) ((FLT EDI) MTO NWG) ((AMY LVP) MTO YOR))")
    france.say("SUB ((FRA AMY PAR) MTO BUR) ((FRA AMY MAR) HLD) ((FRA FLT BRE) MTO MAO)")
    all_hold(doors, "ENGLAND", "FRANCE", "ITALY", "RUSSIA", "TURKEY")
    assert not doors.table.game.history
    doors.goes_on()
    (judged,) = doors.table.game.history
    assert {*judged.orders} == {*doors.people}
    assert len(doors.table.seats["ITALY"].orders) == 3, "the bots are at it again"
    assert england.heard[-1].startswith("(ORD 1 ")


def test_press_of_programs_is_read_by_people_and_theirs_by_programs(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    germany = doors.people["GERMANY"]
    assert england.say("(SND GER (PCE))") == ["(YES (SND GER (PCE)))"]
    (message,) = germany.get(f"/games/{doors.game}/press")["items"]
    assert message["from"] == "ENGLAND" and message["text"].endswith("\nDPP: (PCE)")
    assert message["text"].splitlines()[0]  # and in words of people before
    germany.do(
        doors.game, "send", to=["ENGLAND", "FRANCE"], text="Yes!\nDAIDE: PRP (PCE (GER ENG))"
    )
    germany.do(doors.game, "send", to=["FRANCE"], text="How do you do?")
    england.say("(SND FRA (ALY VSS GER))")
    doors.goes_on()
    assert england.heard[-1] == "(FRM GER (PCE))"
    told = [line for line in france.heard if line.startswith("FRM")]
    assert told[1:] == [
        "FRM (GER) (FRA) ('How do you do?')",
        "FRM (ENG) (FRA) (PRP (ALY (ENG FRA) VSS (GER)))",
    ]
    assert told[0] == "FRM (GER) (ENG FRA) (PRP (PCE (GER ENG)))"
    accepted = "SND (ENG) (YES (PRP (ALY (ENG FRA) VSS (GER))))"
    assert france.say(accepted) == [f"YES ({accepted})"]
    doors.goes_on()
    assert england.heard[-1] == "(FRM FRA (YES (ALY VSS GER)))"
    assert not any("ALY" in str(one) for one in germany.get(f"/games/{doors.game}/press")["items"])


def test_only_tokens_that_are_good_for_it_have_a_seat(doors: AllDoors) -> None:
    for wrong in ("nonsense", doors.token("ITALY", "read"), doors.token("ITALY", "play")):
        assert Program(doors.table).greet("Test", wrong)[0].startswith("REJ (NME"), wrong
        assert DppProgram(doors.table).say(f"(NME Test {wrong})")[0].startswith("(NOP")
    quiet = Program(doors.table)
    quiet.greet("Test", doors.token("ITALY", "read", "play"))
    quiet.say("YES (MAP ('standard'))")
    assert quiet.say("SND (FRA) (PRP (PCE (FRA ITA)))")[0].startswith("REJ (SND")
    assert quiet.say("IAM (ITA) (0)")[0].startswith("REJ (IAM")
    assert quiet.say("ADM ('x') ('y')")[0].startswith("REJ (ADM")


def test_who_loses_the_seat_hears_nothing_more(doors: AllDoors) -> None:
    italy = doors.daide("ITALY")
    doors.house.person(1).do(doors.game, "eject", power="ITALY", why="gone")
    doors.goes_on()
    assert italy.heard[-1] == "CCD (ITA)"
    doors.people["FRANCE"].do(doors.game, "send", to=["ITALY"], text="Are you there?")
    doors.goes_on()
    assert italy.heard[-1] == "CCD (ITA)"
    assert italy.say("SUB ((ITA AMY ROM) HLD)")[0].startswith("REJ (SUB")


def test_a_draw_and_a_rollback_are_told(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    master = doors.house.person(1)
    master.do(doors.game, "process-now")
    doors.goes_on()
    assert england.heard[-1].startswith("(ORD 1 ")
    master.do(doors.game, "roll-back", phase="S1901M", why="a mistake")
    doors.goes_on()
    assert england.heard[-1].startswith("(ORD 0 ")
    assert any(line.startswith("NOW (SPR 1901)") for line in france.heard[-2:])
    assert england.say("(DRW)") == ["(YES (DRW))"]
    assert france.say("DRW") == ["YES (DRW)"]
    for power, person in doors.people.items():
        if power not in ("ENGLAND", "FRANCE"):
            person.do(doors.game, "vote", number=1, agrees=True)
    doors.goes_on()
    assert england.heard[-2:] == ["(DRW AUS ENG FRA GER ITA RUS TUR)", "(END)"]
    assert france.heard[-2] == "DRW" and "('Player " in france.heard[-1]


def test_a_victory_is_told_once_and_before_the_position(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    master = doors.house.person(1)
    centers = [*STANDARD.board.centers]
    position = {
        "phase": "F1901M",
        "units": {"ENGLAND": ["F NTH"], "FRANCE": ["A BUR"]},
        "centers": {"ENGLAND": centers[:18], "FRANCE": centers[18:]},
    }
    master.do(doors.game, "process-now")
    master.do(doors.game, "set-position", position=position, why="a test")
    master.do(doors.game, "process-now")
    doors.goes_on()
    assert [line for line in england.heard if line[:4] in ("(SLO", "(END")] == [
        "(SLO ENG)",
        "(END)",
    ]
    told = [line[:3] for line in france.heard]
    assert told[told.index("SLO") :] == ["SLO", "NOW", "SMR"]
    ended = doors.table.ended
    assert ended is not None and (ended.how, ended.powers) == ("victory", ("ENGLAND",))


def test_a_concession_is_told(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    doors.people["TURKEY"].do(doors.game, "propose", what="concession", powers=["FRANCE"])
    for power, person in doors.people.items():
        if power not in ("TURKEY", "FRANCE"):
            person.do(doors.game, "vote", number=1, agrees=True)
    doors.goes_on()
    assert england.heard[-2:] == ["(SLO FRA)", "(END)"]
    assert france.heard[-2] == "SLO (FRA)" and france.heard[-1].startswith("SMR ")


def test_the_last_year_of_a_game_is_told(house: House) -> None:
    doors = AllDoors(house, last_year=1901)
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    for _ in range(2):
        doors.house.person(1).do(doors.game, "process-now")
        doors.goes_on()
    assert england.heard[-2:] == ["(DRW AUS ENG FRA GER ITA RUS TUR)", "(END)"]
    assert [line[:3] for line in france.heard[-3:]] == ["DRW", "NOW", "SMR"]
    doors.table.close()


def test_a_game_that_is_broken_off_is_nobodys(doors: AllDoors) -> None:
    england, france = doors.dpp("ENGLAND"), doors.daide("FRANCE")
    doors.house.person(1).do(doors.game, "terminate")
    doors.goes_on()
    assert england.heard[-1] == "(END)" and england.heard[-2].startswith("(ORD 0")
    assert france.heard[-1].startswith("SMR ") and france.heard[-2].startswith("TME ")


def test_blind_games_and_machiavelli_are_not_served(house: House) -> None:
    with pytest.raises(ActionRefused, match="is blind"):
        AllDoors(house, blind=True)
    with pytest.raises(ActionRefused, match="no game 77"):
        JudgedTable(house.judge, 77)


def test_words_of_people_are_answered_once(doors: AllDoors) -> None:
    doors.table.terms = Terms(level=130)
    doors.daide("FRANCE")
    germany = doors.people["GERMANY"]
    for text in ("Hello!", "Are you there?"):
        germany.do(doors.game, "send", to=["FRANCE"], text=text)
        doors.goes_on()
    said = germany.get(f"/games/{doors.game}/press")["items"]
    assert [one["from"] for one in said] == ["GERMANY", "FRANCE", "GERMANY"]
    assert "DAIDE: TRY (" in said[1]["text"]


async def at_a_terminal(port: int, token: str, folder: Path) -> asyncio.subprocess.Process:
    """Somebody who plays at the terminal, and keeps the game in a folder."""
    asked = ("sockets", "play", f"127.0.0.1:{port}", "--folder", str(folder))
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "dragoman", *asked,
        env={**os.environ, "DRAGOMAN_TOKEN": token},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


def test_two_people_two_programs_and_three_bots_over_real_sockets(
    doors: AllDoors, tmp_path: Path
) -> None:
    """A person by JSON and one at a terminal in a process of its own, a program in DPP and one in
    DAIDE over TCP, three bots in threads."""

    async def play() -> None:
        server = Server(doors.table)
        ports = await server.listen_dpp(port=0), await server.listen_daide(port=0)
        reader, writer = await asyncio.open_connection("127.0.0.1", ports[0])
        france = await DaideClient.connect(ports[1])
        germany = await at_a_terminal(ports[0], doors.token("GERMANY"), folder)
        assert germany.stdin and germany.stdout
        try:
            writer.write(f"(NME Test {doors.token('ENGLAND')})\n".encode())
            france.say(f"NME ('Test') ('{doors.token('FRANCE')}')")
            await france.until("MAP")
            france.say("YES (MAP ('standard'))")
            for number, power in enumerate(("ITALY", "RUSSIA", "TURKEY")):
                token, think = doors.token(power), server.think
                BotPlayer(doors.table, random_legal, power, number, version=token, thinking=think)
            async with asyncio.timeout(SECONDS):
                assert (await reader.readline()).startswith(b"(HLO ENG")
                assert (await reader.readline()).startswith(b"(ORD 0")
                writer.write(b"(SUB ((FLT LON) MTO NTH) ((FLT EDI) HLD) ((AMY LVP) HLD))\n")
                assert await reader.readline() == b"(YES)\n"
                writer.write(b"(SND FRA (PCE))\n")
                assert await reader.readline() == b"(YES (SND FRA (PCE)))\n"
                assert await france.until("FRM") == "FRM (ENG) (FRA) (PRP (PCE (ENG FRA)))"
                france.say("SUB ((FRA AMY PAR) MTO BUR) ((FRA AMY MAR) HLD) ((FRA FLT BRE) HLD)")
                typed = "F kie-den, A ber-kie, A mun-atlantis\nsay england: Hello, it's me\n"
                germany.stdin.write(f"{typed}A mun-ruh\nready\nnext\n".encode())
                germany.stdin.write_eof()
                all_hold(doors, "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
                told = (await germany.stdout.read()).decode()
                assert await germany.wait() == 0
                assert "error: 'atlantis' is not a place on this map" in told
                assert "Said to England." in told and "Fall 1901, movement: type" in told
                assert await reader.readline() == b"(TME 0)\n"
                results = await reader.readline()
                assert b"((FLT LON) MTO NTH (VLD))" in results and b"(RUS ((" in results
                assert b"(GER ((AMY BER) MTO KIE (VLD))" in results
                assert b"(AUS ((AMY BUD) HLD (VLD))" in results
                await france.until("NOW (FAL 1901)")
        finally:
            if germany.returncode is None:
                germany.kill()
            writer.close()
            france.close()
            await server.stop()

    folder = tmp_path / "winter"
    asyncio.run(play())
    (judged,) = doors.table.game.history
    assert {*judged.orders} == {*doors.people}
    press = doors.people["ENGLAND"].get(f"/games/{doors.game}/press")["items"]
    assert ("GERMANY", "Hello, it's me") in [(one["from"], one["text"]) for one in press]
    opened, faults = GameFolder(folder).open()
    assert opened is not None and faults == ()
    assert opened.game.position == judged.position

"""DPP over TCP and Unix sockets, on this machine, and who sits at one table by which door."""

import asyncio
import shutil
import socket
import subprocess
import tempfile
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from daide_client import DaideClient
from programs import STANDARD

from dragoman.bots.simple_bots import random_legal
from dragoman.refusal import ActionRefused
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.room import Room
from dragoman.sockets.server import Server
from dragoman.sockets.table import Terms
from tests.patience import SECONDS

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


_OPENED = []


class Lines:
    """A program on the other side of a socket."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        _OPENED.append(self)

    @classmethod
    async def at(cls, port):
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    @classmethod
    async def over(cls, path):
        return cls(*await asyncio.open_unix_connection(path))

    def say(self, *lines):
        self.writer.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self):
        async with asyncio.timeout(SECONDS):
            line = (await self.reader.readline()).decode().rstrip("\n")
        return line

    async def until(self, beginning):
        while not (line := await self.line()).startswith(beginning):
            assert line, f"it ended before {beginning}"
        return line

    async def is_closed(self):
        async with asyncio.timeout(SECONDS):
            while await self.reader.read(1 << 16):
                pass
        self.writer.close()
        return True


@asynccontextmanager
async def serving(room, **options):
    server = Server(room, **options)
    try:
        yield server
    finally:
        for one in _OPENED:
            one.writer.close()
            with suppress(ConnectionError):
                await one.writer.wait_closed()
        _OPENED.clear()
        await server.stop()


async def daide_at(port):
    found = await DaideClient.connect(port)
    _OPENED.append(found)
    return found


@pytest.fixture
def folder():
    """A folder with a short name: the paths of sockets have little room."""
    with tempfile.TemporaryDirectory(prefix="dpp") as found:
        yield Path(found) / "table"


async def joined(opened, word):
    program = await opened
    program.say(f"(NME Test {word})")
    assert (await program.line()).startswith(f"(HLO {word} ")
    return program


def test_a_socket_for_each_power_and_one_for_the_game_master(folder):
    room = Room(STANDARD, Terms(level=130), seed=1)

    async def play():
        async with serving(room) as server:
            await server.listen_unix(folder)
            words = {"AUS", "ENG", "FRA", "GER", "ITA", "REF", "RUS", "TUR"}
            assert {path.name for path in folder.iterdir()} == words
            found = {
                w: await joined(Lines.over(folder / "REF"), w) for w in sorted(words - {"REF"})
            }
            for one in found.values():
                assert (await one.line()).startswith("(ORD 0 ")
            england, france = found["ENG"], found["FRA"]
            to_france = await Lines.over(folder / "FRA")
            to_france.say("(FRM ENG (PCE))", "(DMZ ECH)")
            assert await france.line() == "(FRM ENG (PCE))"
            assert await france.line() == "(FRM ENG (DMZ ECH))"
            to_england = await Lines.over(folder / "ENG")
            to_england.say("(FRM FRA (YES (PCE)))")
            assert await to_france.line() == "(YES (PCE))"  # it comes over its own connection
            to_france.say("(ALY VSS GER)")
            assert await to_england.line() == "(ALY VSS GER)"
            to_france.say("(SND)", "(CDD)")
            assert (await england.line()).startswith("(HUH (SND *")
            assert await england.line() == "(NOP (SND FRA (CDD)))"
            found["GER"].writer.close()
            assert await england.line() == "(FRM GER (CDD))"
            france.writer.close()
            assert await to_france.line() == "(CDD)"
        assert not [*folder.iterdir()]

    asyncio.run(play())


def test_nobody_speaks_in_the_name_of_another_process(folder):
    room = Room(STANDARD, Terms(level=130), seed=1)
    speaking = f"use IO::Socket::UNIX; my $s = IO::Socket::UNIX->new('{folder}/FRA');"
    speaking += "print $s qq{(FRM ENG (PCE))\\n}; print scalar <$s>;"

    async def play():
        async with serving(room) as server:
            await server.listen_unix(folder)
            await joined(Lines.over(folder / "REF"), "ENG")
            stranger = await asyncio.create_subprocess_exec(
                "perl", "-e", speaking, stdout=subprocess.PIPE
            )
            assert (await stranger.communicate())[0] == b"(NOP)\n"
            unsigned = await Lines.over(folder / "FRA")
            unsigned.say("(PCE)")
            assert await unsigned.line() == "(NOP)"
            assert await unsigned.is_closed()

    asyncio.run(play())


def test_sockets_that_a_dead_server_left_are_used_again(folder):
    async def play():
        async with serving(Room(STANDARD)) as server:
            await server.listen_unix(folder)
            async with serving(Room(STANDARD)) as other:
                with pytest.raises(ActionRefused, match="somebody listens"):
                    await other.listen_unix(folder)

        with socket.socket(socket.AF_UNIX) as left:
            left.bind(str(folder / "REF"))
        async with serving(Room(STANDARD)) as server:
            await server.listen_unix(folder)
            (await Lines.over(folder / "REF")).writer.close()

    asyncio.run(play())


def test_a_port_that_is_taken():
    async def play():
        async with serving(Room(STANDARD)) as server:
            port = await server.listen_dpp(port=0)
            with pytest.raises(ActionRefused, match=f"port {port}"):
                await server.listen_dpp(port=port)

    asyncio.run(play())


def perl_in_the_docs():
    text = (ROOT / "docs" / "how-to" / "programmers" / "programs.md").read_text(encoding="utf-8")
    return text.partition("```perl\n")[2].partition("```")[0]


@pytest.mark.skipif(not shutil.which("perl"), reason="needs Perl")
def test_seven_programs_in_perl_play_a_game_to_its_end(tmp_path):
    program = tmp_path / "holder.pl"
    program.write_text(perl_in_the_docs())
    room = Room(STANDARD, Terms(last_year=1901), seed=1)

    async def play():
        async with serving(room) as server:
            port = await server.listen_dpp(port=0)
            started = [
                await asyncio.create_subprocess_exec("perl", program, f"127.0.0.1:{port}")
                for _ in range(7)
            ]
            async with asyncio.timeout(SECONDS):
                assert [await one.wait() for one in started] == [0] * 7

    asyncio.run(play())
    assert room.is_over and [str(one.phase) for one in room.game.history] == ["S1901M", "F1901M"]
    assert {seat.name for seat in room.seats.values()} == {"Holder"}


def test_one_table_for_programs_of_both_languages_and_bots(folder):
    room = Room(STANDARD, Terms(level=130, last_year=1901), seed=1)

    async def play():
        async with serving(room) as server:
            ports = await server.listen_dpp(port=0), await server.listen_daide(port=0)
            await server.listen_unix(folder)
            for number, word in enumerate(("AUSTRIA", "ITALY", "RUSSIA")):
                BotPlayer(room, random_legal, "random", number, word, thinking=server.think)
            england = await joined(Lines.at(ports[0]), "ENG")
            france = await joined(Lines.over(folder / "REF"), "FRA")
            others = {}
            for word in ("GER", "TUR"):
                others[word] = await daide_at(ports[1])
                others[word].say(f"NME ('{word}:Test') ('1')")
                await others[word].until("MAP")
                others[word].say("YES (MAP ('standard'))")
            germany = others["GER"]
            await england.until("(ORD 0")
            england.say("(SND GER (PCE))", "(SND FRA (PCE))", "(SND ITA (PCE))")
            assert await germany.until("FRM") == "FRM (ENG) (GER) (PRP (PCE (ENG GER)))"
            assert await france.until("(FRM") == "(FRM ENG (PCE))"
            germany.say("SND (ENG FRA) (YES (PRP (PCE (ENG GER))))")
            assert await england.until("(FRM GER") == "(FRM GER (YES (PCE)))"
            for turn in ("(ORD 1", "(ORD 3"):
                for one, word in ((england, "ENG"), (france, "FRA")):
                    one.say("(SUB)")
                    lacking = (await one.until("(THK"))[len(f"(THK ({word} ") : -2]
                    one.say(f"(SUB {lacking.replace(' (NMR)', '')})")
                for word, orders in HOLDS.items():
                    others[word].say(orders)
                results = await england.until(turn)
                assert results == await france.until(turn)
                assert "(GER ((AMY BER) HLD (VLD))" in results
            assert await england.until("(DRW") == "(DRW AUS ENG FRA GER ITA RUS TUR)"
            assert await france.until("(END)")
            assert "(ENG ('Test') () 3)" in await germany.until("SMR")

    asyncio.run(play())
    assert room.is_over


HOLDS = {
    "GER": "SUB ((GER AMY BER) HLD) ((GER FLT KIE) HLD) ((GER AMY MUN) HLD)",
    "TUR": "SUB ((TUR FLT ANK) HLD) ((TUR AMY CON) HLD) ((TUR AMY SMY) HLD)",
}


# Bad manners: the others notice nothing.


async def table_of_seven(server, room):
    port = await server.listen_dpp(port=0)
    found = [await Lines.at(port) for _ in range(7)]
    for one in found:
        one.say("(NME Test)")
    words = {}
    for one in found:
        words[(await one.until("(HLO"))[5:8]] = one
        await one.until("(ORD 0")
    return port, words


async def turn_goes_on(room, words):
    for word, one in words.items():
        one.say("(SUB)")
        lacking = (await one.until("(THK"))[len(f"(THK ({word} ") : -2]
        one.say(f"(SUB {lacking.replace(' (NMR)', '')})")
    for one in words.values():
        assert (await one.until("(ORD")).startswith(f"(ORD {len(room.game.history) * 2 - 1}")


def test_who_floods_waits_for_himself_alone(monkeypatch):
    room = Room(STANDARD, Terms(level=130), seed=1)

    async def play():
        async with serving(room) as server:
            daide = await server.listen_daide(port=0)
            _, words = await table_of_seven(server, room)
            flood = await daide_at(daide)
            for _ in range(20_000):
                flood.say("MDF")  # some hundred megabytes to answer, and nothing is read
            await turn_goes_on(room, words)
            assert not flood.writer.is_closing()
            flood.writer.transport.abort()

    asyncio.run(play())
    assert len(room.game.history) == 1


def test_who_does_not_read_is_sent_away_in_the_end(monkeypatch, folder):
    monkeypatch.setattr("dragoman.sockets.connection._MOST_WAITING", 1 << 16)
    room = Room(STANDARD, Terms(level=130), seed=1)
    said = f"(SND ENG (DMZ{' ECH BUR NTH MAO' * 1000}))"

    async def play():
        async with serving(room) as server:
            await server.listen_unix(folder)
            deaf = await joined(Lines.over(folder / "REF"), "ENG")
            deaf.reader._transport.pause_reading()
            others = [await Lines.over(folder / "REF") for _ in range(6)]
            for one in others:
                one.say("(NME Test)")
                await one.until("(ORD" if one is others[-1] else "(HLO")
            france, germany = others[:2]
            for _ in range(100):
                france.say(said)
                if await france.until("(") == "(FRM ENG (CDD))":
                    break
            else:
                raise AssertionError("England is still there")
            await germany.until("(FRM ENG (CDD))")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"\x02\x00\xff\xff" + b"\x48" * 65_535, "ERROR 0009"),
        (b"\x02\x00\xff\xfe" + b"\x40\x00" * 32_767, "OFF"),
        (b"\x02\x00\xff\x00" + b"\x48\x18" + b"\x40\x00" * 32_639, "PRN"),
        (b"\x02\x00\xff\x00" + b"\x48\x18" * 32_640, "HUH"),
    ],
    ids=["odd", "longest", "brackets", "words"],
)
def test_the_longest_frames(sent, answer):
    room = Room(STANDARD, Terms(level=130), seed=1)

    async def play():
        async with serving(room) as server:
            daide = await server.listen_daide(port=0)
            _, words = await table_of_seven(server, room)
            other = await daide_at(daide)
            other.writer.write(sent)
            await other.until(answer)
            await turn_goes_on(room, words)
            other.close()

    asyncio.run(play())


def test_a_cut_in_the_middle_and_a_stall():
    room = Room(STANDARD, Terms(level=130), seed=1)

    async def play():
        async with serving(room, patience=1.0) as server:
            port, words = await table_of_seven(server, room)
            half = await Lines.at(port)
            half.writer.write(b"(NME Te")
            assert await half.is_closed()
            silent = await Lines.at(port)
            assert await silent.is_closed()
            words["TUR"].writer.write(b"(SUB ((AM")
            words["TUR"].writer.close()
            assert await words["ENG"].until("(FRM") == "(FRM TUR (CDD))"
            again = await Lines.at(port)
            again.say(f"(IAM TUR {room.seats['TURKEY'].passcode})")
            await again.until("(ORD 0")
            words["TUR"] = again
            await turn_goes_on(room, words)

    asyncio.run(play())

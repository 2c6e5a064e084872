"""DAIDE over TCP, on this machine."""

import asyncio

import pytest
from daide_client import DaideClient
from programs import STANDARD

from dragoman.formats import load_variant
from dragoman.press.daide.frames import (
    INITIAL,
    FrameKind,
    read_representation,
)
from dragoman.sockets.room import Room, RoomClock
from dragoman.sockets.server import Server
from dragoman.sockets.table import Terms
from tests.patience import SECONDS

pytestmark = pytest.mark.slow


async def seven(port):
    clients = [await DaideClient.connect(port) for _ in STANDARD.board.powers]
    for client in clients:
        client.say("NME ('T') ('1')")
        await client.until("MAP")
        client.say("YES (MAP ('standard'))")
    return {(await client.until("HLO"))[5:8]: client for client in clients}


def served(play, room, **options):
    """Run a coroutine with the port of a server that is stopped after it."""

    async def run():
        server = Server(room, **options)
        port = await server.listen_daide(port=0)
        try:
            await play(port)
        finally:
            await server.stop()

    asyncio.run(run())


def test_a_turn_and_the_end_over_tcp():
    room = Room(STANDARD, Terms(movement=1))

    async def play(port):
        clients = await seven(port)
        england, france = clients["ENG"], clients["FRA"]
        await england.until("TME (1)")
        england.say("SUB ((ENG FLT LON) MTO NTH)")
        assert await england.until("THX") == "THX ((ENG FLT LON) MTO NTH) (MBV)"
        assert "(ENG FLT NTH)" in await france.until("NOW (FAL 1901)")  # the time is up
        england.close()
        assert await france.until("CCD") == "CCD (ENG)"
        clients["GER"].writer.write(b"\x09\x00\x00\x00")
        assert await clients["GER"].until("ERROR") == "ERROR 0008"
        assert await clients["GER"].is_closed()
        await france.until("CCD (GER)")
        for client in clients.values():
            client.close()

    served(play, room)
    assert len(room.game.history) >= 1


RAW = {
    "nothing": ("", 0x01),
    "half an initial message": ("00 00 00 04 00 01", 0x01),
    "a message first": ("02 00 00 02 48 0f", 0x02),
    "no frame at all": ("47 45 54 20 2f 0d 0a", 0x02),
    "bytes the wrong way round": ("00 00 04 00 01 00 10 da", 0x03),
    "another magic number": ("00 00 00 04 00 01 da 11", 0x04),
    "another version": ("00 00 00 04 00 02 da 10", 0x05),
    "two initial messages": ("00 00 00 04 00 01 da 10 00 00 00 04 00 01 da 10", 0x06),
    "a frame of no kind": ("00 00 00 04 00 01 da 10 05 00 00 00", 0x08),
    "half a token": ("00 00 00 04 00 01 da 10 02 00 00 01 48", 0x09),
    "a body that does not come": ("00 00 00 04 00 01 da 10 02 00 00 04 48 0f", 0x09),
    "an initial message too long": ("00 00 00 06 00 01 da 10 00 00", 0x09),
    "words of the map": ("00 00 00 04 00 01 da 10 01 00 00 00", 0x0D),
    "a private token": ("00 00 00 04 00 01 da 10 02 00 00 02 58 00", 0x0E),
}


@pytest.mark.parametrize("name", RAW)
def test_who_breaks_the_protocol_is_told_how(name):
    sent, code = RAW[name]

    async def play(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(bytes.fromhex(sent))
        async with asyncio.timeout(SECONDS):
            heard = await reader.read()
        assert heard[-6:] == bytes((4, 0, 0, 2, 0, code))
        assert heard[:-6] == (b"" if len(heard) == 6 else b"\x01\x00\x00\x00")
        writer.close()

    served(play, Room(STANDARD), patience=0.3)


def test_who_speaks_byte_by_byte_has_no_more_time():
    async def play(port):
        slow = await DaideClient.connect(port)

        async def dribble():
            slow.writer.write(b"\x02\x00\x10\x00")
            while True:
                slow.writer.write(b"\x48")
                await asyncio.sleep(0.1)

        dribbling = asyncio.create_task(dribble())
        assert await slow.until("ERROR") == "ERROR 0009"
        dribbling.cancel()
        slow.close()

    served(play, Room(STANDARD), patience=0.5)


def test_programs_that_do_not_speak_are_sent_away():
    async def play(port):
        silent = await DaideClient.connect(port, greeting=False)
        half = await DaideClient.connect(port)
        half.writer.write(b"\x02\x00\x00\x08\x48")
        assert await silent.until("ERROR") == "ERROR 0001"
        assert await half.until("ERROR") == "ERROR 0009"
        assert await silent.is_closed() and await half.is_closed()

    served(play, Room(STANDARD), patience=0.5)


def test_the_server_ends():
    client = []

    async def play(port):
        client.append(await DaideClient.connect(port))
        client[0].say("OBS")
        await client[0].until("MAP")

    async def run():
        server = Server(Room(STANDARD))
        await play(await server.listen_daide(port=0))
        await server.stop()
        assert await client[0].until("OFF") == "OFF"
        assert await client[0].until("FINAL") == "FINAL"
        assert await client[0].is_closed()

    asyncio.run(run())


def test_another_map_is_told_with_its_words():
    chaos = load_variant("chaos")

    async def play(port):
        client = await DaideClient.connect(port, greeting=False)
        client.writer.write(INITIAL.to_bytes())
        kind, body = await client.frame()
        assert kind is FrameKind.REPRESENTATION
        words = read_representation(body)
        assert sum(number >> 8 == 0x41 for number in words.values()) == len(chaos.board.powers)
        client.close()

    served(play, Room(chaos))


def test_the_clock_of_a_turn():
    now = [100.0]
    clock = RoomClock(lambda: now[0])
    assert clock.left() is None
    clock.begin(60)
    assert clock.left() == 60
    now[0] += 30
    clock.stop(20)
    now[0] += 10
    assert clock.left() == 30 and clock.is_stopped
    now[0] += 15
    assert clock.left() == 25 and not clock.is_stopped  # it stands still no longer than that
    clock.go_on()
    now[0] += 25
    assert clock.left() == 0
    clock.begin(None)
    assert clock.left() is None

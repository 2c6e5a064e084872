"""Who comes to a seat, and that nobody shuts another out."""

import asyncio
import random
import socket

import pytest
from daide_client import DaideClient
from programs import STANDARD, Hours

from dragoman.bots import civil_disorder
from dragoman.refusal import ActionRefused
from dragoman.sockets.admission import Admission, AttemptQueue, ConnectionStage, passcodes_of
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.room import Room
from dragoman.sockets.server import Server
from dragoman.sockets.table import Terms
from tests.patience import SECONDS

HERE, THERE = "192.0.2.1", "198.51.100.7"


def lost(count=1):
    """Rooms whose games have begun, each with England lost by somebody who was ``HERE``."""
    rooms, taken = [], {}
    for seed in range(count):
        codes = passcodes_of(STANDARD.board.powers, random.Random(seed), taken)
        for power, code in codes.items():
            taken.setdefault(power, set()).add(code)
        room = Room(STANDARD, Terms(), seed=seed, codes=codes)
        listener = [].append
        _, seat = Admission([room], address=HERE).join("Test", "1", listener, "ENGLAND")
        for number in range(6):
            bot = BotPlayer(room, civil_disorder, f"bot {number}", number)
            assert bot.power in room.seats
        room.ready(seat)
        room.leave(listener)
        rooms.append((room, seat.power, seat.passcode))
    return rooms


class Comer:
    """Somebody who comes back from an address."""

    def __init__(self, rooms, guesses, address):
        self.answers, self.is_gone = [], False
        self.admission = Admission(rooms if isinstance(rooms, list) else [rooms], guesses, address)
        self.hear = [].append

    def say(self, power, code):
        self.admission.come_back(power, code, self.hear, self.told, lambda: self.is_gone)

    def told(self, found):
        self.answers.append(found is not None)


def test_wrong_codes_from_elsewhere_keep_nobody_waiting():
    ((room, power, code),) = lost()
    guesses = AttemptQueue(Hours())
    stranger = Comer(room, guesses, THERE)
    for wrong in range(8192, 8300):
        stranger.say(power, wrong)
    assert stranger.answers == [False] * 10  # the others wait
    owner = Comer(room, guesses, HERE)
    owner.say(power, code)
    assert owner.answers == [True]


def test_who_shares_an_address_with_a_guesser_waits_for_his_turn_and_is_never_refused():
    ((room, power, code),) = lost()
    hours = Hours()
    guesses = AttemptQueue(hours)
    guesser, owner, late = (Comer(room, guesses, HERE) for _ in range(3))
    for wrong in range(8192, 8192 + 30):
        guesser.say(power, wrong)
    owner.say(power, code)
    guesses.tick()  # the pause is not over
    assert len(guesser.answers) == 10 and owner.answers == []
    seconds = 0
    while not owner.answers:
        hours.now += 1
        seconds += 1
        guesses.tick()
    assert owner.answers == [True] and len(guesser.answers) == 30
    assert seconds == 21
    room.leave(owner.hear)
    for wrong in range(11):
        late.say(power, 9000 + wrong)
    assert late.answers == [False]
    hours.now += 20
    guesses.tick()
    assert late.answers == [False] * 11
    hours.now += 10
    for wrong in range(10):
        late.say(power, 9000 + wrong)
    assert late.answers == [False] * 21  # at once again


def test_many_who_say_the_same_are_one_guess():
    ((room, power, code),) = lost()
    hours = Hours()
    guesses = AttemptQueue(hours)
    loops = [Comer(room, guesses, HERE) for _ in range(500)]
    for one in loops:
        one.say(power, 9000)
    owner = Comer(room, guesses, HERE)
    owner.say(power, code)
    hours.now += 1
    guesses.tick()
    assert all(one.answers == [False] for one in loops) and owner.answers == []
    hours.now += 1
    guesses.tick()
    assert owner.answers == [True]


@pytest.mark.parametrize("count", [1, 4, 12])
def test_many_games_are_guessed_no_faster_than_one(count):
    found = lost(count)
    hours = Hours()
    guesses = AttemptQueue(hours)
    guesser = Comer([room for room, _, _ in found], guesses, THERE)
    for wrong in range(8192, 8192 + 400):
        guesser.say("ENGLAND", wrong)
    hours.now += 600
    for _ in range(600):
        hours.now += 0.5
        guesses.tick()
    # Each is tried at every seat that it might open: ten at once, twice, and one a second.
    assert 300 - count < len(guesser.answers) * count <= 300 + 2 * (10 + count)


def test_who_says_the_code_of_a_seat_that_is_taken_pays_nothing():
    ((room, power, code),) = lost()
    guesses = AttemptQueue(Hours())
    first, second = Comer(room, guesses, THERE), Comer(room, guesses, THERE)
    first.say(power, code)
    for _ in range(50):  # the first connection is dead, and the server does not know it yet
        second.say(power, code)
    room.leave(first.hear)
    second.say(power, code)
    assert second.answers == [False] * 50 + [True]


def test_many_addresses_are_no_way_around_the_wait_and_do_not_shut_the_owner_out():
    ((room, power, code),) = lost()
    hours = Hours()
    guesses = AttemptQueue(hours)
    strangers = [Comer(room, guesses, f"2001:db8:0:{n:x}::/64") for n in range(500)]
    for wrong, stranger in enumerate(strangers, 8192):
        stranger.say(power, wrong)
    guesses.tick()
    assert sum(len(one.answers) for one in strangers) == 100
    owner = Comer(room, guesses, HERE)
    owner.say(power, code)
    assert owner.answers == [True]  # from where he was before: at once
    room.leave(owner.hear)
    hours.now += 60
    guesses.tick()
    assert sum(len(one.answers) for one in strangers) == 160
    for stranger in strangers[200:]:
        stranger.is_gone = True
    moved = Comer(room, guesses, THERE)
    moved.say(power, code)
    assert moved.answers == []
    for wrong, stranger in enumerate(strangers[:200], 8192):
        stranger.say(power, wrong)
        stranger.say(power, wrong)
    for _ in range(300):
        hours.now += 1
        guesses.tick()
    assert moved.answers == [True]  # from elsewhere: when it was his turn


def test_so_many_addresses_are_remembered_and_no_longer_than_needed():
    ((room, power, _),) = lost()
    hours = Hours()
    guesses = AttemptQueue(hours)
    for number in range(6000):
        Comer(room, guesses, f"10.{number}").say(power, 9000)
        hours.now += 1
        guesses.tick()
    assert len(guesses._of_address) <= 2
    for number in range(6000):
        stranger = Comer(room, guesses, f"11.{number}")
        room.seats[power].address = f"11.{number}"
        stranger.say(power, 9000)
        assert stranger.answers == [False]
    assert len(guesses._of_address) == 4096
    hours.now += 60
    Comer(room, guesses, HERE).say(power, 9000)
    assert [*guesses._of_address._known] == [HERE] and not guesses._waiting


def test_who_is_gone_keeps_nobody_waiting():
    ((room, power, code),) = lost()
    hours = Hours()
    guesses = AttemptQueue(hours)
    guessers = [Comer(room, guesses, HERE) for _ in range(500)]
    for one in guessers:
        one.say(power, 9000)
        one.is_gone = True
    owner = Comer(room, guesses, HERE)
    owner.say(power, code)
    hours.now += 1
    guesses.tick()
    assert owner.answers == [True]


def test_passcodes_of_several_games_lead_to_one_seat_each():
    taken = {}
    dice = random.Random(7)
    for _ in range(60):
        codes = passcodes_of(STANDARD.board.powers, dice, taken)
        assert len({*codes.values()}) == 7
        for power, code in codes.items():
            assert code not in taken.setdefault(power, set())
            taken[power].add(code)


def test_at_several_tables_the_fullest_is_filled_first_and_a_wish_counts_for_more():
    rooms = [Room(STANDARD, Terms(), seed=seed) for seed in range(3)]
    admission = Admission(rooms)
    first, seat = admission.join("A", "1", [].append, "FRANCE")
    assert (first.seats[seat.power].name, seat.power) == ("A", "FRANCE")
    second, seat = admission.join("B", "1", [].append, "FRANCE")
    assert second is not first and seat.power == "FRANCE"
    found = [admission.join("C", "1", [].append)[0] for _ in range(12)]
    assert found == [first] * 6 + [second] * 6 or found == [second] * 6 + [first] * 6
    third = [admission.join("D", "1", [].append)[0] for _ in range(7)]
    assert len({id(room) for room in third}) == 1 and third[0] not in (first, second)
    with pytest.raises(ActionRefused):
        admission.join("E", "1", [].append)


async def _silent(port, count):
    found = []
    for _ in range(count):
        found.append(await asyncio.open_connection("127.0.0.1", port))
    return found


@pytest.mark.slow
def test_hundreds_of_silent_connections_shut_nobody_out():
    ((room, power, code),) = lost()

    async def play():
        server = Server(room)
        daide, dpp = await server.listen_daide(port=0), await server.listen_dpp(port=0)
        try:
            silent = await _silent(daide, 150) + await _silent(dpp, 150)
            watcher = await DaideClient.connect(daide)
            watcher.say("OBS")
            await watcher.until("MAP")
            watcher.say("YES (MAP ('standard'))")
            await watcher.until("NOW")
            silent += await _silent(daide, 150)
            owner = await DaideClient.connect(daide)
            owner.say(f"IAM ({power[:3]}) ({code})")
            assert (await owner.until("YES")).startswith("YES (IAM")
            silent += await _silent(dpp, 150)
            owner.say("NOW")
            assert (await owner.until("NOW")).startswith("NOW (SPR 1901)")
            watcher.say("NOW")
            assert (await watcher.until("NOW")).startswith("NOW (SPR 1901)")
            reader, writer = silent[-1]  # whoever comes last is let in
            writer.write(b"(OBS)\n")
            async with asyncio.timeout(SECONDS):
                assert await reader.readline() == b"(HLO REF)\n"
            owner.close()
            watcher.close()
            for _, writer in silent:
                writer.close()
        finally:
            await server.stop()

    asyncio.run(play())


@pytest.mark.slow
def test_who_comes_in_a_flood_has_time_to_speak(monkeypatch):
    """All connect before the server looks at any of them; the silent ones are sent away later."""
    ((room, power, code),) = lost()
    monkeypatch.setattr("dragoman.sockets.server._GRACE", 0.5)

    async def play():
        server = Server(room)
        daide, dpp = await server.listen_daide(port=0), await server.listen_dpp(port=0)
        try:
            silent = [socket.create_connection(("127.0.0.1", dpp)) for _ in range(20)]
            owner = socket.create_connection(("127.0.0.1", dpp))
            silent += [socket.create_connection(("127.0.0.1", dpp)) for _ in range(90)]
            silent += [socket.create_connection(("127.0.0.1", daide)) for _ in range(110)]
            reader, writer = await asyncio.open_connection(sock=owner)
            writer.write(f"(IAM {power[:3]} {code})\n".encode())
            async with asyncio.timeout(SECONDS):
                assert await reader.readline() == f"(HLO {power[:3]} {code})\n".encode()
                while len(server._guests()) > 64:
                    await asyncio.sleep(0.1)
            assert len(server._guests()) == 64 and room.seats[power].listener
            writer.close()
            for one in silent:
                one.close()
        finally:
            await server.stop()

    asyncio.run(play())


@pytest.mark.slow
def test_whoever_has_the_right_code_comes_back_after_many_wrong_ones_over_tcp():
    ((room, power, code),) = lost()
    word = power[:3]

    async def play():
        server = Server(room)
        port = await server.listen_daide(port=0)
        try:
            guesser = await DaideClient.connect(port)
            for wrong in range(10):
                guesser.say(f"IAM ({word}) ({(code + 1 + wrong) % 8192})")
                await guesser.until("REJ")
            owner = await DaideClient.connect(port)
            guesser.say(f"IAM ({word}) ({(code + 20) % 8192})")
            guesser.say("NME ('Late') ('1')")  # one thing at a time
            assert (await guesser.until("REJ")).startswith("REJ (NME")
            owner.say(f"IAM ({word}) ({code})")
            assert (await owner.until("YES")).startswith("YES (IAM")
            owner.close()
            guesser.close()
        finally:
            await server.stop()

    asyncio.run(play())


@pytest.mark.slow
def test_who_shares_an_address_with_a_flood_of_guesses_keeps_his_turn():
    """More come all the time than may wait, each with another wrong code."""
    ((room, power, code),) = lost()

    async def play():
        server = Server(room)
        port = await server.listen_dpp(port=0)
        held = []

        def guess():
            held.append(socket.create_connection(("127.0.0.1", port)))
            held[-1].sendall(f"(IAM {power[:3]} {8192 + len(held)})\n".encode())

        async def flood():
            while True:
                await asyncio.sleep(0.005)
                guess()

        room.seats[power].address = THERE  # nobody here has been there before
        try:
            for _ in range(14):
                guess()
            await asyncio.sleep(0.2)
            owner = socket.create_connection(("127.0.0.1", port))
            owner.sendall(f"(IAM {power[:3]} {code})\n".encode())
            reader, writer = await asyncio.open_connection(sock=owner)
            flooding = asyncio.create_task(flood())
            async with asyncio.timeout(SECONDS):
                assert await reader.readline() == f"(HLO {power[:3]} {code})\n".encode()
            assert len(held) > 200 and len(server._guests()) < 200
            flooding.cancel()
            await asyncio.wait([flooding])
            writer.close()
            for one in held:
                one.close()
        finally:
            await server.stop()

    asyncio.run(play())


@pytest.mark.slow
def test_seats_are_held_by_nobody_who_does_not_accept_the_map():
    rooms = [Room(STANDARD, Terms(), seed=seed) for seed in range(2)]
    seconds = 0.0

    def taken():
        return sum(room.is_there(power) for room in rooms for power in room.seats)

    async def play():
        nonlocal seconds
        server = Server(*rooms, patience=30.0)
        server._now = lambda: seconds

        def slow():
            learning = ConnectionStage.LEARNS_MAP
            return [one for _, one in server._guests() if one.is_now is learning]

        port = await server.listen_daide(port=0)
        try:
            clients = [await DaideClient.connect(port) for _ in range(14)]
            for one in clients:
                one.say("NME ('T') ('1')")
                await one.until("MAP")
            clients[0].say("YES (MAP ('standard'))")
            assert taken() == 14
            async with asyncio.timeout(SECONDS):
                while len(slow()) != 13:
                    await asyncio.sleep(0.05)
                seconds = 2.0
                while taken() > 8:  # so many may take their time
                    await asyncio.sleep(0.05)
                assert await clients[-1].until("OFF") == "OFF"
                assert taken() == 8
                seconds = 29.9
                clients[1].say("MDF")  # to ask something gives no more time
                await clients[1].until("MDF")
                assert taken() == 8
                seconds = 30.1
                while taken() > 1:
                    await asyncio.sleep(0.05)
            assert await clients[1].until("OFF") == "OFF"
            clients[0].say("MAP")
            assert await clients[0].until("MAP") and taken() == 1
            for one in clients:
                one.close()
        finally:
            await server.stop()

    asyncio.run(play())

"""Bots that talk, at a table with press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from programs import STANDARD, Hours, Program

from dragoman.bots import LoebBot, Press, civil_disorder
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.orders import write
from dragoman.press.dpp.messages import CeaseFire, IWill
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.room import Room
from dragoman.sockets.table import PressSpoken, Terms


class Waits:
    """What bots do after a pause: nothing before it is over."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def __call__(self, call: Callable[[], None]) -> None:
        self.calls.append(call)

    def over(self) -> None:
        calls, self.calls = self.calls, []
        for call in calls:
            call()


class Parrot:
    """Offers peace to England, and keeps what it was told."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.heard: tuple[object, ...] = ()

    def __call__(self, view):
        self.heard = view.heard
        return []

    def says(self, view, turn):
        self.turns.append(turn)
        return [("ENGLAND", CeaseFire())] if turn == 0 else []


def talking(room: Room, waits: Waits, bot=None) -> list[PressSpoken]:
    """Six copies of Loeb's program, and one who listens to what England is told."""
    told: list[PressSpoken] = []
    for number, power in enumerate(one for one in STANDARD.board.powers if one != "ENGLAND"):
        loeb = LoebBot(press=Press())
        BotPlayer(room, bot if bot and power == "FRANCE" else loeb, wish=power, seed=number,
                  pausing=waits)  # fmt: skip
    seat = room.join(
        "listener", "", lambda e: told.append(e) if isinstance(e, PressSpoken) else None
    )
    room.ready(seat)
    return told


def test_they_speak_three_times_before_they_order() -> None:
    room, waits = Room(STANDARD, Terms(level=130), seed=1), Waits()
    told = talking(room, waits)
    assert any(isinstance(one.message, IWill) for one in told)
    seats = [seat for power, seat in room.seats.items() if power != "ENGLAND"]
    for _ in range(2):
        assert not any(seat.orders for seat in seats) and waits.calls
        waits.over()
    assert all(seat.orders for seat in seats) and not waits.calls


def test_they_do_what_they_say() -> None:
    """A message that says what units will do is followed by these orders."""
    room, waits = Room(STANDARD, Terms(level=130), seed=1), Waits()
    told = talking(room, waits)
    waits.over()
    waits.over()
    said = {one.sender: one.message.orders for one in told if isinstance(one.message, IWill)}
    assert said
    for power, orders in said.items():
        given = {str(order) for order in room.seats[power].orders}
        assert {str(order) for order in orders} <= given


def test_without_press_or_time_they_order_at_once() -> None:
    for terms in (Terms(), Terms(level=130, movement=5)):
        room, waits = Room(STANDARD, terms, seed=1), Waits()
        told = talking(room, waits)
        assert not told and not waits.calls
        assert all(seat.orders for power, seat in room.seats.items() if power != "ENGLAND")


def test_who_is_told_something_has_it_in_its_view() -> None:
    room, waits, parrot = Room(STANDARD, Terms(level=130), seed=1), Waits(), Parrot()
    told = talking(room, waits, parrot)
    assert [one.sender for one in told if isinstance(one.message, CeaseFire)] == ["FRANCE"]
    room.speak(room.seats["ENGLAND"], ("FRANCE",), CeaseFire())
    waits.over()
    waits.over()
    assert parrot.turns == [0, 1, 2]
    assert any(one.sender == "ENGLAND" and one.message == CeaseFire() for one in parrot.heard)


def test_what_a_program_says_in_daide_comes_in_dpp() -> None:
    room, waits, parrot = Room(STANDARD, Terms(level=130), seed=1), Waits(), Parrot()
    for number, power in enumerate(one for one in STANDARD.board.powers if one != "ENGLAND"):
        bot = parrot if power == "FRANCE" else civil_disorder
        BotPlayer(room, bot, wish=power, seed=number, pausing=waits)
    program = Program(room)
    program.greet("ENG:Test")
    program.say("YES (MAP ('standard'))")
    assert any("PRP (PCE (" in line for line in program.heard)
    program.say("SND (FRA) (PRP (PCE (ENG FRA)))")
    waits.over()
    waits.over()
    assert [one.message for one in parrot.heard] == [CeaseFire()]


def test_a_turn_that_is_over_before_they_have_spoken_is_over() -> None:
    now = Hours()
    room, waits = Room(STANDARD, Terms(level=130, movement=60), seed=1, now=now), Waits()
    talking(room, waits)
    late = waits.calls
    waits.calls = []
    now.now += 61
    room.tick()
    assert len(room.game.history) == 1 and not room.game.history[0].orders.get("FRANCE")
    begun = [seat.orders for seat in room.seats.values()]
    for call in late:
        call()
    assert begun == [seat.orders for seat in room.seats.values()]


def test_a_bot_that_says_nothing_at_first_keeps_nobody_waiting() -> None:
    room, waits = Room(STANDARD, Terms(level=130, last_year=1901), seed=1), Waits()
    for number in range(7):
        BotPlayer(room, LoebBot(), seed=number, pausing=waits)
    assert room.is_over


@pytest.mark.parametrize("messages", [1, 3])
def test_who_may_say_no_more_orders_all_the_same(messages: int) -> None:
    room, waits = Room(STANDARD, Terms(level=130, messages=messages), seed=1), Waits()
    talking(room, waits)
    waits.over()
    waits.over()
    assert all(seat.orders for power, seat in room.seats.items() if power != "ENGLAND")


def test_a_partner_answers_at_once_and_orders_what_was_agreed() -> None:
    """A program that speaks DAIDE is answered before any pause is over, also to what DPP has no
    words for; an order that was agreed on after it had ordered is given all the same."""
    room, waits = Room(STANDARD, Terms(level=130), seed=1), Waits()
    for number, power in enumerate(one for one in STANDARD.board.powers if one != "ENGLAND"):
        bot = PartnerBot() if power == "FRANCE" else civil_disorder
        BotPlayer(room, bot, wish=power, seed=number, pausing=waits)
    program = Program(room)
    program.greet("ENG:Test")
    program.say("YES (MAP ('standard'))")
    for said, answer in (
        ("PRP (PCE (ENG FRA))", "YES (PRP (PCE (ENG FRA)))"),
        ("PRP (XDO ((FRA AMY MAR) MTO SPA))", "YES (PRP (XDO ((FRA AMY MAR) MTO SPA)))"),
        ("PRP (SLO (ENG))", "REJ (PRP (SLO (ENG)))"),
    ):
        program.say(f"SND (FRA) ({said})")
        assert any(line.startswith("FRM") and answer in line for line in program.heard)
    waits.over()
    waits.over()
    assert "A MAR-SPA" in map(write, room.seats["FRANCE"].orders)
    assert "A PAR-BUR" in map(write, room.seats["FRANCE"].orders)
    program.say("SND (FRA) (PRP (NOT (XDO ((FRA AMY PAR) MTO BUR))))")
    assert "A MAR-SPA" in map(write, room.seats["FRANCE"].orders)
    assert "A PAR-BUR" not in map(write, room.seats["FRANCE"].orders)
    before = len(program.heard)
    for _ in range(60):
        program.say("SND (FRA) (PRP (PCE (ENG FRA)))")
    assert len([line for line in program.heard[before:] if line.startswith("FRM")]) < 40

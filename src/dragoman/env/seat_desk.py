"""A power's desk in a game that is played by calls: all that whoever plays it may ask and do, and
nothing of others' orders and press."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dragoman.drawing import png
from dragoman.env.text.answers_read import AnswerRead, parse
from dragoman.env.text.prompts import (
    Length,
    check_told,
    orders_data,
    orders_text,
    state_text,
    unit_name,
)
from dragoman.game import Game, Resolution, process
from dragoman.late_binding import draw
from dragoman.orders import Order
from dragoman.press.daide.speech import FreeText
from dragoman.press.press_texts import press_text, read_press
from dragoman.refusal import ActionRefused
from dragoman.reports import explain
from dragoman.sockets.room import Room
from dragoman.sockets.table import Event, PressSpoken, TableEnded, Turned

_LONGEST_WAIT: Final = 300.0
_MOST_LETTERS: Final = 4_000
_WIDTHS: Final = (200, 2_000)


class DeskLog:
    """A log of what desks were told to do, a line of JSON each: every answer with orders as it came
    (``raw``), as it was ``read`` and as it would be judged, and after each phase what was judged.
    Without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def write(self, what: str, **row: Any) -> None:
        """Add a line.

        Raises:
            OSError: if it cannot be written.
        """
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"what": what, **row}, ensure_ascii=False) + "\n")


class SeatDesk:
    """The desk of a power of a room, at which it sits from the start.

    Orders are taken as they are written or not at all: with anything wrong in them none is filed,
    and what is wrong is told with what may have been meant. Units without an order are named, and
    have none only if the player says so.

    Raises:
        ActionRefused: if the seat is taken.
    """

    def __init__(self, room: Room, power: str, log: DeskLog) -> None:
        check_told(room.game)
        self._room, self._log, self.power = room, log, power
        self._messages: list[dict[str, Any]] = []
        self._has_voted = False
        self._changed = asyncio.Event()
        self._seat = room.join(f"{power.title()} by MCP", "", self._hear, power)
        self.desks: Mapping[str, SeatDesk] = {power: self}
        """The desks of the room by their powers, to which words go as they are."""

    def sit_down(self) -> None:
        """Be ready to play; with the last one the game begins."""
        self._room.ready(self._seat)

    def _hear(self, event: Event) -> None:
        match event:
            case Turned() | TableEnded():
                self._has_voted = False
                self._wake()
            case PressSpoken(sender, to, message):
                self._keep(sender, to, press_text((message,), self._room.variant))
                self._wake()
            case _:
                pass

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _keep(self, sender: str, to: tuple[str, ...], text: str) -> None:
        row = {"number": len(self._messages) + 1, "phase": str(self._game.phase)}
        self._messages.append({**row, "from": sender, "to": [*to], "text": text})

    @property
    def _game(self) -> Game:
        return self._room.game

    def _stand(self) -> dict[str, Any]:
        """The moment of the game, which goes with most answers."""
        game, ended = self._game, self._room.ended
        return {
            "phase": str(game.phase),
            "over": None if ended is None else {"how": ended.how, "powers": [*ended.powers]},
            "seconds_left": self._room.seconds_left(),
        }

    # Looking

    def state(self, length: Length = "medium") -> dict[str, Any]:
        """The game as it stands, and the power's own orders that are filed."""
        return {
            **self._stand(),
            "you": self.power,
            "text": state_text(self._game, self.power, length),
            "centers": {
                power: len(self._game.position.centers_of(power)) for power in self._room.seats
            },
            "your_orders": [*map(str, self._seat.orders)],
            "you_vote_for_a_draw": self._has_voted,
            "unread_from": len(self._messages) + 1,
        }

    def legal_orders(self, unit: str = "") -> dict[str, Any]:
        """The legal orders of all units, or of one.

        Raises:
            ActionRefused: if there is no such unit.
        """
        found = orders_data(self._game, self.power)
        if unit:
            wanted = " ".join(unit.casefold().split())
            names = [one["unit"] for one in found["units"]]
            found["units"] = [
                one
                for one in found["units"]
                if wanted in (one["unit"].casefold(), one["unit"].casefold().partition(" ")[2])
            ]
            if not found["units"]:
                what = f"there is no unit {unit!r} to order"
                raise ActionRefused("unknown-unit", what, candidates=[one for one in names if one])
        return {**found, "text": "" if unit else orders_text(self._game, self.power, "short")}

    def history(self, phase: str = "") -> dict[str, Any]:
        """The phases that were judged, or one of them with its orders and what came of them.

        Raises:
            ActionRefused: if it was not.
        """
        judged = {str(one.phase): one for one in self._game.history}
        if not phase:
            return {**self._stand(), "phases": [*judged]}
        found = judged.get(phase.strip().upper())
        if found is None:
            what = f"{phase!r} is no phase that was judged"
            raise ActionRefused("unknown-phase", what, candidates=[*judged][-8:])
        return {"phase": str(found.phase), "text": found.text(), "orders": _orders_of(found)}

    def explain(self, unit: str) -> dict[str, Any]:
        """The reasons of what became of a unit's order in the last phase.

        Raises:
            ActionRefused: if nothing was judged yet, or it had no part in it.
        """
        game = self._game
        if game.resolution is None:
            raise ActionRefused("nothing-judged", "no phase was judged yet", "give orders first")
        try:
            text = explain(game.variant, game.resolution, unit, earlier=game.history[:-1])
        except ValueError as error:
            raise ActionRefused("unknown-unit", f"{error}") from None
        return {"phase": str(game.resolution.phase), "text": text}

    def map_png(self, width: int = 900) -> bytes:
        """A picture of the board as it stands.

        Raises:
            ActionRefused: if it is too wide or too narrow.
            MissingExtra: without the extra ``pictures``.
        """
        least, most = _WIDTHS
        if not least <= width <= most:
            what = f"a picture is {least} to {most} pixels wide, not {width}"
            raise ActionRefused("bad-width", what)
        game = self._game
        return png(draw(game.variant, game.position, None, {}, "en"), width)

    # Ordering

    def check_orders(self, text: str) -> dict[str, Any]:
        """The faults of orders; nothing is filed."""
        return {**self._told(self._read("check_orders", text)), "filed": False}

    def submit_orders(self, text: str, leave_rest: bool = False) -> dict[str, Any]:
        """File orders in place of all before, if nothing is wrong with them and no unit is left
        without one, or is meant to be. The phase is judged as soon as all have filed theirs.

        Raises:
            ActionRefused: if the game is over, or the power is out of it.
        """
        if self.power not in self._game.survivors:
            raise ActionRefused("eliminated", f"{self.power} has neither units nor centres")
        read = self._read("submit_orders", text)
        is_whole = not read.missing and not read.left
        is_filed = not read.errors and (is_whole or leave_rest)
        told = {**self._told(read), "filed": is_filed}
        if not is_filed and not read.errors:
            told["why_not"] = "units are without an order: order them, or say leave_rest=true"
        if is_filed:
            self._room.submit(self._seat, read.accepted)
            self._room.go_on(self._seat, waits=False)
        return {**told, **self._stand()}

    def what_if(self, orders: Mapping[str, str]) -> dict[str, Any]:
        """The outcome of orders of any powers, by their keys, in the position at hand; units that
        are not ordered have no order. Nothing is filed, and nobody is told."""
        game, given, wrong = self._game, dict[str, tuple[Order, ...]](), dict[str, Any]()
        for name, text in orders.items():
            power = name.strip().upper()
            if power not in self._room.seats:
                what = f"there is no power {name!r}"
                raise ActionRefused("unknown-power", what, candidates=[*self._room.seats])
            read = parse(game, power, text)
            given[power] = read.accepted
            if read.diagnostics:
                wrong[power] = [one.data() for one in read.diagnostics]
        found = process(game.variant, game.position, given, game.rule_set)
        return {"text": found.text(), "after": str(found.position.phase), "diagnostics": wrong}

    def _read(self, tool: str, text: str) -> AnswerRead:
        read = parse(self._game, self.power, text)
        self._log.write(tool, **read.data())
        return read

    def _told(self, read: AnswerRead) -> dict[str, Any]:
        return {
            "read": [str(one.order) for one in read.read],
            "accepted": [*map(str, read.accepted)],
            "diagnostics": [one.data() for one in read.diagnostics],
            "missing": [*map(unit_name, read.missing)],
            "left": read.left,
            "told": read.text(),
        }

    # Talking

    def send_message(self, to: str, text: str) -> dict[str, Any]:
        """Send words to a power, to several after each other with commas, or to ``all``.

        Raises:
            ActionRefused: if there is no press now, no such power, or nothing to say.
        """
        others = [one for one in self._game.survivors if one != self.power]
        names = [one.strip().upper() for one in to.split(",") if one.strip()]
        chosen = others if names == ["ALL"] else list(dict.fromkeys(names))
        if not chosen or not {*chosen} <= {*others}:
            what = f"{to!r} names nobody else who plays"
            raise ActionRefused("unknown-power", what, candidates=[*others, "all"])
        if not text.strip() or len(text) > _MOST_LETTERS:
            what = f"a message has 1 to {_MOST_LETTERS} letters, not {len(text)}"
            raise ActionRefused("bad-message", what, "write another")
        powers = tuple(chosen)
        self._room.check_press(self._seat, powers)
        people = tuple(one for one in powers if one in self.desks)
        bots = tuple(one for one in powers if one not in self.desks)
        self._keep(self.power, powers, text)
        for power in people:
            self.desks[power].receive(self.power, powers, text)
        for message in read_press(text, self._room.variant) if bots else ():
            self._room.speak(self._seat, bots, message)
        self._log.write("send_message", power=self.power, to=chosen, text=text)
        return {"sent_to": chosen}

    def receive(self, sender: str, to: tuple[str, ...], text: str) -> None:
        """Be told words by another desk."""
        self._keep(sender, to, press_text((FreeText(text),), self._room.variant))
        self._wake()

    def read_messages(self, since: int = 1) -> dict[str, Any]:
        """All that was said by this power and to it, from a number on."""
        return {"messages": self._messages[max(since, 1) - 1 :]}

    def vote_draw(self, agree: bool = True) -> dict[str, Any]:
        """Agree in this phase to a draw of all survivors, or no more. The votes of others are not
        told; once all agree it is one.

        Raises:
            ActionRefused: if the power is out of the game, or that is over.
        """
        if not self._room.is_running:
            raise ActionRefused("not-playing", "the game is over")
        self._has_voted = agree
        if agree:
            self._room.vote(self._seat, None)
        else:
            self._room.unvote(self._seat, None)
        return {**self._stand(), "you_vote_for_a_draw": self._has_voted}

    async def wait_phase(self, phase: str = "", seconds: float = 60.0) -> dict[str, Any]:
        """Wait until the game is in another phase than this one, or over, or somebody said
        something; for so many seconds at most."""
        seen, heard = phase.strip().upper() or str(self._game.phase), len(self._messages)
        loop = asyncio.get_running_loop()
        until = loop.time() + min(max(seconds, 0.0), _LONGEST_WAIT)
        while (
            self._room.is_running
            and str(self._game.phase) == seen
            and len(self._messages) == heard
            and (left := until - loop.time()) > 0
        ):
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                break
        return {**self._stand(), "new_messages": len(self._messages) - heard}


def _orders_of(judged: Resolution) -> dict[str, list[str]]:
    return {power: [*map(str, orders)] for power, orders in judged.orders.items()}


def log_phases(room: Room, log: DeskLog) -> None:
    """Have the orders of each phase that is judged written to a log, of all powers together."""

    def heard(event: Event) -> None:
        if isinstance(event, Turned):
            judged = event.resolution
            log.write("judged", phase=str(judged.phase), orders=_orders_of(judged))

    room.watch(heard)

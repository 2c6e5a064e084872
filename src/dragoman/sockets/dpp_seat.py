"""A program that speaks DPP, as a table has it: bytes, lines and messages in and out, no socket.

It speaks to the game master over one connection, and to other powers over further ones if it has
opened any (``open_line``). What these say comes over their own connections, or else over that to
the master, wrapped in ``FRM``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dragoman.orders import Order
from dragoman.press.daide.speech import FreeText
from dragoman.press.dpp import messages as dpp
from dragoman.press.dpp.language import TextFault, read_message, write_message
from dragoman.press.dpp.vocabulary import DppVocabulary
from dragoman.press.grammar import Unsayable
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from dragoman.sockets.admission import Admission, ConnectionStage
from dragoman.sockets.connection import guarded
from dragoman.sockets.dpp_results import start_results, submitted, turn_results
from dragoman.sockets.interpreter import Interpreter
from dragoman.sockets.table import (
    Event,
    GameTable,
    Moved,
    PressClosed,
    PressSpoken,
    Remarked,
    Saved,
    SeatLeft,
    SeatTaken,
    TableBegan,
    TableEnded,
    TableSeat,
    Turned,
)

# Lines

_LONGEST: Final = 1 << 16
"""Bytes of the longest line that is read."""


class DppLine:
    """One connection over which a message is a line. ``send`` takes the bytes of lines, ``close``
    ends the connection after them; each line that comes is handed to ``hear``, and ``lost`` is
    called once at the end."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        hear: Callable[[str], None],
        lost: Callable[[], None],
    ) -> None:
        self._send, self._close = send, close
        self._hear, self._lost = hear, lost
        self._buffer = bytearray()
        self.is_gone = False
        self.has_spoken = False

    def take(self, content: bytes) -> None:
        """Take bytes, in pieces of any size."""
        self._buffer += content

    def step(self) -> bool:
        """Deal with the next line; whether there was one. One that is too long ends it all."""
        if self.is_gone:
            return False
        end = self._buffer.find(b"\n")
        if end > _LONGEST or (end < 0 and len(self._buffer) > _LONGEST):
            self.say("(RPT)")
            self.end()
            return False
        if end < 0:
            return False
        line = bytes(self._buffer[:end]).decode("utf-8", "replace").strip()
        del self._buffer[: end + 1]
        self.has_spoken = True
        if line:
            self._hear(line)
        return True

    @property
    def is_awaited(self) -> bool:
        """True if a line has to come, or the rest of one."""
        return not self.has_spoken or bool(self._buffer)

    def late(self) -> None:
        """End the connection: what was awaited did not come."""
        self.end()

    def say(self, message: str) -> None:
        """Send a message, unless the connection is gone."""
        if not self.is_gone:
            self._send(f"{message}\n".encode())

    def end(self) -> None:
        """End the connection."""
        self.gone()
        self._close()

    def gone(self) -> None:
        """The connection is gone."""
        if not self.is_gone:
            self.is_gone = True
            self._lost()


# The seat

_KNOWN: Final = ("SUB", "SND", "RPT", "YES", "NOP", "END", "TRY")
"""The words that the game master understands."""
_BORROWED: Final = re.compile(r"\(\s*(NME|IAM|OBS|DRW)((?:\s+[^\s()]+)*)\s*\)\Z", re.IGNORECASE)
"""Words of DAIDE for what DPP has none for; names and tokens have small letters."""
_PERSONS: Final = re.compile(
    r"\(\s*(?:(GOF)|(NOT)\s*\(\s*GOF\s*\)|(DUE)|(PSV)\s+TXT|SND\s+(\S+)\s+('(?:[^']|'')*'))\s*\)\Z",
    re.IGNORECASE,
)
"""Words for people besides: whether they are ready, when the turn is due, and their own words."""
_CODE: Final = re.compile(r"[0-9]{1,5}\Z")
_MASTERS: Final = (dpp.CivilDisorder, dpp.TimeLeft, dpp.TurnResults, dpp.Submit)
"""Messages that only the game master says, or is told: no press."""
_UNHEARD: Final = (
    dpp.Yes,
    dpp.No,
    dpp.Puzzled,
    dpp.Try,
    dpp.Passive,
    dpp.Active,
)
"""Messages that the game master takes note of without a word."""


class DppSeat:
    """The connection of a program to the game master. ``send`` takes the bytes of lines, ``close``
    ends the connection after them; ``line`` is where bytes go that arrive."""

    def __init__(
        self,
        table: GameTable,
        words: DppVocabulary,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        admission: Admission | None = None,
    ) -> None:
        self.table, self._words = table, words
        self._admission = admission or Admission((table,))
        self.line = DppLine(send, close, self._line, self._lost)
        self._hear = guarded(self.line, self._happened)
        self._seat: TableSeat | None = None
        self._watches = self._comes_back = False
        self._interpreter = Interpreter(table)
        self._lines: dict[str, DppLine] = {}
        self._last: tuple[str, ...] = ()
        self._reads_words = False
        """True if words of people are told as they are."""

    @property
    def power(self) -> str | None:
        """The power that the program plays."""
        return self._seat.power if self._seat else None

    @property
    def standing(self) -> ConnectionStage:
        """The stage of the connection."""
        if self._seat is not None:
            return ConnectionStage.PLAYS
        if self._watches:
            return ConnectionStage.WATCHES
        if self._comes_back:
            return ConnectionStage.COMES_BACK
        return ConnectionStage.SPEAKS if self.line.has_spoken else ConnectionStage.SILENT

    def received(self, content: bytes) -> None:
        """Take bytes, and deal with all that has come whole."""
        self.line.take(content)
        while self.line.step():
            pass

    def time_passes(self) -> None:
        """Nothing: the time is told when press ends."""

    def _lost(self) -> None:
        for line in tuple(self._lines.values()):
            line.end()
        self.table.leave(self._hear)

    # What the program says to the game master.

    def _line(self, text: str) -> None:
        try:
            if (borrowed := _BORROWED.match(text)) is not None:
                self._borrowed(borrowed[1].upper(), borrowed[2].split(), text)
                return
            if self._seat is None:
                raise ActionRefused("not-playing", "say who you are before anything else")
            if (of_person := _PERSONS.match(text)) is not None:
                self._of_person(self._seat, of_person, text)
                return
            message = read_message(text, self._words)
            self._message(self._seat, message)
        except TextFault as fault:
            self.line.say(fault.reply)
        except ActionRefused:
            self.line.say(f"(NOP {text})" if text.startswith("(") else "(NOP)")

    def _borrowed(self, word: str, rest: list[str], text: str) -> None:
        table = self.table
        is_new = self._seat is None and not self._watches and not self._comes_back
        match word, rest:
            case "NME", [name, *more] if is_new and len(more) <= 2:
                wish = self._words.power_keys.get(more[-1].upper()) if more else None
                version = more[0] if more and (len(more) == 2 or wish is None) else ""
                seat = self._sit(self._admission.join(name, version, self._hear, wish))
                self._say_hello(seat)
                self.table.ready(seat)
            case "IAM", [power, code] if is_new and _CODE.match(code):
                key = self._words.power_keys.get(power.upper(), "")
                self._come_back(key, int(code), text)
            case "OBS", [] if is_new:
                self._watches = True
                table.watch(self._hear)
                self.line.say("(HLO REF)")
                if table.has_begun:
                    self._tell_all()
            case "DRW", powers if self._seat is not None and table.is_running:
                named = tuple(self._words.power_keys.get(one.upper(), "") for one in powers)
                if named and not table.terms.partial_draws:
                    raise ActionRefused("draw-includes-all", "a draw includes all survivors")
                table.vote(self._seat, named or None)
                self.line.say(f"(YES {text})")
            case _:
                raise ActionRefused("not-now", "this is not the time for that")

    def _sit(self, found: tuple[GameTable, TableSeat]) -> TableSeat:
        self.table, seat = found
        self._seat, self._interpreter = seat, Interpreter(self.table)
        return seat

    def _come_back(self, power: str, passcode: int, text: str) -> None:
        def told(found: tuple[GameTable, TableSeat] | None) -> None:
            self._comes_back = False
            if found is None:
                self.line.say(f"(NOP {text})")
            else:
                self._say_hello(self._sit(found))
                self._tell_all()

        self._comes_back = True
        self._admission.come_back(power, passcode, self._hear, told, lambda: self.line.is_gone)

    def _of_person(self, seat: TableSeat, found: re.Match[str], text: str) -> None:
        """Messages that people need; ``ActionRefused`` where they cannot be now."""
        table = self.table
        ready, waits, due, words, to, quoted = found.groups()
        if words:
            self._reads_words = True
        elif due:
            left = table.seconds_left()
            self.line.say("(DUE)" if left is None else f"(DUE {left})")
        elif ready or waits:
            if not table.is_running or seat.power not in table.game.survivors:
                raise ActionRefused("not-playing", "orders are given while the game goes on")
            self.line.say(f"(YES {text})")
            table.go_on(seat, waits=bool(waits))
        else:
            key = self._words.power_keys.get(to.upper(), "")
            said = FreeText(quoted[1:-1].replace("''", "'"))
            if key not in table.game.survivors or not said.text.strip():
                raise ActionRefused("no-press", "this cannot be sent, or not to this power")
            if table.game.phase.kind is not PhaseKind.MOVEMENT:
                raise ActionRefused("no-press", "there is no press now")
            table.check_press(seat, (key,))
            self.line.say(f"(YES {text})")
            table.speak(seat, (key,), said)

    def _say_hello(self, seat: TableSeat) -> None:
        self.line.say(f"(HLO {self._words.power(seat.power)} {seat.passcode})")

    def _message(self, seat: TableSeat, message: dpp.Message) -> None:
        if isinstance(message, _UNHEARD):
            return
        match message:
            case dpp.Submit(orders):
                self._submit(seat, orders)
            case dpp.SendOn(to, messages) if to != dpp.REFEREE:
                self._send_on(seat, to, messages)
                self._say(dpp.Yes(message))
            case dpp.Repeat():
                for line in self._last:
                    self.line.say(line)
            case dpp.End():
                self._say(dpp.Yes())
            case _:
                self._say(dpp.Try(_KNOWN))

    def _submit(self, seat: TableSeat, orders: tuple[Order, ...]) -> None:
        table = self.table
        if not table.is_running or seat.power not in table.game.survivors:
            raise ActionRefused("not-playing", "orders are given while the game goes on")
        if len(orders) > len(table.variant.board.provinces):
            raise ActionRefused("too-many-orders", "these are more orders than there are provinces")
        kept, faults = submitted(table.game, seat.power, seat.orders, orders)
        table.submit(seat, kept)
        self._say(faults or dpp.Yes())
        table.go_on(seat)

    def _send_on(self, seat: TableSeat, to: str, messages: tuple[dpp.Message, ...]) -> None:
        """Send press to a power, all of it or nothing; ``ActionRefused`` where that cannot be."""
        table, most = self.table, self.table.terms.messages
        is_now = table.game.phase.kind is PhaseKind.MOVEMENT
        if not is_now or any(isinstance(one, _MASTERS) for one in messages):
            raise ActionRefused("no-press", "this cannot be sent to a power, or not now")
        table.check_press(seat, (to,))
        if to not in table.game.survivors:
            raise ActionRefused("eliminated", f"{to} is eliminated")
        if most is not None and seat.sent + len(messages) > most:
            raise ActionRefused("no-press", f"only {most - seat.sent} messages may still be sent")
        if not table.is_there(to):
            self._from(to, dpp.CivilDisorder())
            raise ActionRefused("disorder", f"nobody plays {to}")
        for one in messages:
            self._interpreter.said(seat.power, (to,), one)
            table.speak(seat, (to,), one)
        if most is not None and seat.sent >= most:
            self._say(dpp.TimeLeft(0))

    def open_line(self, to: str, line: DppLine) -> None:
        """The program has a connection of its own to a power: what that says comes over it."""
        known = self._lines.get(to)
        self._lines[to] = line
        if known is not None:
            known.end()

    def forget_line(self, to: str, line: DppLine) -> None:
        """A connection to a power is no more."""
        if self._lines.get(to) is line:
            del self._lines[to]

    def say_to(self, to: str, text: str) -> None:
        """The program says something to a power over a connection of theirs; what is wrong with it
        the game master tells over his."""
        if self._seat is None:
            return
        try:
            message = read_message(text, self._words)
            parts: tuple[dpp.Message, ...] = (message,)
            if isinstance(message, dpp.Received) and message.sender == self._seat.power:
                parts = message.messages
            self._send_on(self._seat, to, parts)
        except TextFault as fault:
            self.line.say(fault.reply)
        except ActionRefused:
            self.line.say(f"(NOP (SND {self._words.power(to)} {text}))")

    # What happens at the table.

    def _happened(self, event: Event) -> None:
        match event:
            case TableBegan():
                self._tell_all()
            case Turned(resolution):
                if resolution.phase.kind is PhaseKind.MOVEMENT and self.table.terms.level:
                    self._say(dpp.TimeLeft(0))
                self._tell(turn_results(resolution))
            case Moved():
                self._tell_all()
            case TableEnded(how, powers):
                if powers:
                    named = " ".join(self._words.power(power) for power in powers)
                    self.line.say(f"({'DRW' if how == 'draw' else 'SLO'} {named})")
                self._say(dpp.End())
            case PressSpoken():
                self._hear_press(event)
            case SeatLeft(power):
                self._from(power, dpp.CivilDisorder())
            case PressClosed():
                self._say(dpp.TimeLeft(0))
            case SeatTaken() | Remarked() | Saved():
                pass

    def _hear_press(self, event: PressSpoken) -> None:
        if self._seat is None:
            return
        if self._reads_words and isinstance(event.message, FreeText):
            quoted = event.message.text.replace("'", "''").replace("\n", " ").replace("\r", " ")
            self.line.say(f"(FRM {self._words.power(event.sender)} '{quoted}')")
            return
        told, answer = self._interpreter.in_dpp(event, self._seat.power)
        for message in told:
            self._from(event.sender, message)
        if answer is not None:
            self._interpreter.answer(self._seat, event.sender, answer)

    def _tell_all(self) -> None:
        """Tell all results from the beginning: DPP has no other word for where units stand."""
        game = self.table.game
        lines = [start_results(game.start), *map(turn_results, game.history)]
        for one in lines[:-1]:
            self._say(one)
        self._tell(lines[-1])

    def _tell(self, results: dpp.TurnResults) -> None:
        """Tell results, and how many messages may be sent before the next."""
        table, terms = self.table, self.table.terms
        told = [self._text(results)]
        kind = table.game.phase.kind
        if table.is_running:
            if kind is not PhaseKind.MOVEMENT or not terms.has_press_in(kind):
                told.append(self._text(dpp.TimeLeft(0)))
            elif terms.messages is not None:
                told.append(self._text(dpp.TimeLeft(terms.messages)))
        self._last = tuple(told)
        for line in told:
            self.line.say(line)

    # Saying things.

    def _from(self, power: str, message: dpp.Message) -> None:
        """A power says something to the program."""
        line = self._lines.get(power)
        if line is not None:
            line.say(self._text(message))
        else:
            self._say(dpp.Received(power, None, (message,)))

    def _say(self, message: dpp.Message) -> None:
        self.line.say(self._text(message))

    def _text(self, message: dpp.Message) -> str:
        try:
            return write_message(message, self._words)
        except Unsayable:
            return "(NOP)"

    def __repr__(self) -> str:
        return f"<DppSeat of {self.power or 'nobody'}>"

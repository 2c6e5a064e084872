"""A program that speaks DAIDE, as the room's server has it: frames in, frames out, no socket."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import takewhile
from typing import Final

from dragoman.game import Resolution
from dragoman.orders import Order, Waive
from dragoman.press.daide import messages as m
from dragoman.press.daide.frames import (
    FINAL,
    HEADER_BYTES,
    BrokenProtocol,
    ErrorCode,
    Frame,
    FrameKind,
    check_initial,
    error_frame,
    header,
    representation,
)
from dragoman.press.daide.language import MessageFault, Sender, read_message, write_message
from dragoman.press.daide.notes import MAY_BE, note_on
from dragoman.press.daide.positions import (
    map_definition,
    now_of,
    order_results,
    plain_order,
    scores_of,
)
from dragoman.press.daide.shapes import NamedOrder, WaivedBuild
from dragoman.press.daide.speech import Speech, Understood
from dragoman.press.daide.speech_grammar import PARTIAL_DRAWS, trimmed
from dragoman.press.daide.tokens import BadTokens, Token
from dragoman.press.daide.vocabulary import Vocabulary
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from dragoman.sockets.room import (
    Began,
    Ended,
    Event,
    Left,
    Remarked,
    Returned,
    Room,
    Seat,
    Spoken,
    Turned,
)

_WRONG_ORDER: Final = 0x0400
"""The length of the first frame of a program that has its bytes the wrong way round."""


class State(Enum):
    """How far a program has come."""

    CONNECTED = "connected"
    ANONYMOUS = "anonymous"
    LEARNS_MAP = "learns the map"
    SEATED = "seated"
    GONE = "gone"


class DaideSeat:
    """One connection. ``send`` takes the bytes of a frame, ``close`` ends the connection after
    them; what arrives is handed to ``received``, and the end of the connection told by ``lost``.

    ``seconds_left`` says how many seconds the turn has left, None where it has no limit.
    """

    def __init__(
        self,
        room: Room,
        words: Vocabulary,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        seconds_left: Callable[[], int | None] = lambda: None,
        full_representation: bool = False,
    ) -> None:
        self._room, self._words = room, words
        self._send, self._close = send, close
        self._seconds_left = seconds_left
        self._tells_words = full_representation
        self._buffer = bytearray()
        self._seat: Seat | None = None
        self.state = State.CONNECTED
        self.warned_at: int | None = None
        """At how many seconds the program wants to be told of the time."""
        self._warned_in = -1

    # Frames.

    def received(self, content: bytes) -> None:
        """Take bytes, in pieces of any size."""
        self._buffer += content
        try:
            while self.state is not State.GONE and (frame := self._next_frame()) is not None:
                self._frame(frame)
        except BrokenProtocol as error:
            self.fail(error.code)

    @property
    def is_within_frame(self) -> bool:
        """Whether a part of a frame has arrived."""
        return bool(self._buffer)

    def _next_frame(self) -> Frame | None:
        if len(self._buffer) < HEADER_BYTES:
            return None
        is_first = self.state is State.CONNECTED
        kind, length = header(bytes(self._buffer[:HEADER_BYTES]))
        if is_first and kind is not FrameKind.INITIAL:
            check_initial(Frame(kind))
        if is_first and length == _WRONG_ORDER:
            check_initial(Frame(kind, b"\x01\x00\x10\xda"))
        if len(self._buffer) < HEADER_BYTES + length:
            return None
        body = bytes(self._buffer[HEADER_BYTES : HEADER_BYTES + length])
        del self._buffer[: HEADER_BYTES + length]
        return Frame(kind, body)

    def _frame(self, frame: Frame) -> None:
        match frame.kind:
            case FrameKind.INITIAL if self.state is State.CONNECTED:
                check_initial(frame)
                self.state = State.ANONYMOUS
                plain = Frame(FrameKind.REPRESENTATION)
                told = representation(self._words.numbering) if self._tells_words else plain
                self._send(told.to_bytes())
            case FrameKind.INITIAL:
                self.fail(ErrorCode.SECOND_INITIAL)
            case FrameKind.REPRESENTATION:
                self.fail(ErrorCode.REPRESENTATION_FROM_CLIENT)
            case FrameKind.DIPLOMACY:
                self._tokens(frame.body)
            case FrameKind.FINAL | FrameKind.ERROR:
                self.lost()
                self._close()

    def fail(self, code: ErrorCode) -> None:
        """Tell the program how it broke the protocol, and end the connection."""
        self._send(error_frame(code).to_bytes())
        self.lost()
        self._close()

    def end(self) -> None:
        """End the program and the connection."""
        if self.state not in (State.CONNECTED, State.GONE):
            self._say(m.Off())
            self._send(FINAL.to_bytes())
        self.lost()
        self._close()

    def lost(self) -> None:
        """The connection is gone."""
        if self.state is not State.GONE:
            self.state = State.GONE
            self._room.leave(self._hear)

    # Messages.

    def _tokens(self, body: bytes) -> None:
        try:
            tokens = self._words.numbering.from_bytes(body)
            if not tokens:
                self.fail(ErrorCode.TOO_SHORT)
                return
        except BadTokens as error:
            self.fail(ErrorCode(error.code))
            return
        terms = self._room.terms
        options = [PARTIAL_DRAWS] if terms.partial_draws else []
        try:
            message = read_message(tokens, self._words, terms.level, options, Sender.PROGRAM)
        except MessageFault as fault:
            if fault.reply:
                self._say_tokens(fault.reply)
            return
        try:
            self._message(message, tokens)
        except ActionRefused:
            self._say_tokens(("REJ", "(", *tokens, ")"))

    def _message(self, message: m.Message, tokens: tuple[Token, ...]) -> None:
        """Do what a message asks for; ``ActionRefused`` is answered with ``REJ``."""
        match message:
            case m.Name(name, version):
                self._join(name, version, tokens)
            case m.Observe():
                self._watch(tokens)
            case m.Identify(power, passcode):
                self._only(State.ANONYMOUS)
                self._seat = self._room.rejoin(power, passcode, self._hear)
                self.state = State.SEATED
                self._accept(tokens)
            case m.Accepted(m.MapName()):
                self._accept_map()
            case m.Rejected(m.MapName()):
                self.end()
            case m.NotUnderstood() | m.Unbalanced() | m.Accepted() | m.Rejected():
                pass
            case m.Remark(sender, text):
                self._only(State.SEATED)
                self._accept(tokens)
                self._room.remark(sender, text)
            case m.Submit() | m.GoFlag() | m.DrawVote() | m.Send() | m.Undo() | m.TimeLeft():
                self._play(message, tokens)
            case _:
                self._tell_data(message)

    def _join(self, name: str, version: str, tokens: tuple[Token, ...]) -> None:
        self._only(State.ANONYMOUS)
        wish = self._words.power_keys.get(name.partition(":")[0]) if ":" in name else None
        self._seat = self._room.join(name, version, self._hear, wish)
        self.state = State.LEARNS_MAP
        self._accept(tokens)
        self._say(m.MapName(self._room.variant.name))

    def _watch(self, tokens: tuple[Token, ...]) -> None:
        self._only(State.ANONYMOUS)
        self.state = State.LEARNS_MAP
        self._accept(tokens)
        self._say(m.MapName(self._room.variant.name))

    def _accept_map(self) -> None:
        self._only(State.LEARNS_MAP)
        self.state = State.SEATED
        if self._seat is not None:
            self._room.ready(self._seat)
        else:
            self._room.watch(self._hear)
            if self._room.has_begun:
                self._tell_start()

    def _only(self, state: State) -> None:
        if self.state is not state:
            raise ActionRefused("not-now", "this is not the time for that")

    def _play(self, message: m.Message, tokens: tuple[Token, ...]) -> None:
        seat, room = self._seat, self._room
        if seat is None or self.state is not State.SEATED or not room.is_running:
            raise ActionRefused("not-playing", "only those who play do that, while they play")
        match message:
            case m.Submit(turn, orders):
                if turn not in (None, room.game.phase):
                    raise ActionRefused("wrong-turn", "that is not the turn now")
                self._submit(seat, orders)
            case m.GoFlag():
                seat.waits = False
                self._accept(tokens)
                self._tell_missing(seat)
                room.go_on()
            case m.DrawVote(powers):
                self._check_draw(seat, powers)
                self._accept(tokens)
                room.vote(seat, powers)
            case m.Send(turn, to, said):
                if turn not in (None, room.game.phase):
                    raise ActionRefused("wrong-turn", "that is not the turn now")
                self._speak(seat, to, said, tokens)
            case m.TimeLeft(seconds):
                self._ask_time(seconds, tokens)
            case m.Undo(undone):
                self._undo(seat, undone)
                self._accept(tokens)
            case _:
                raise ActionRefused("unknown", "nothing comes of this")

    # Orders.

    def _submit(self, seat: Seat, orders: tuple[NamedOrder, ...]) -> None:
        room = self._room
        for order in orders:
            given = [_named(seat, one) for one in seat.orders]
            note = note_on(
                order, seat.power, given, room.variant, room.game.position, room.game.rule_set
            )
            if note == MAY_BE:
                room.give(seat, plain_order(order)[1])
            self._say(m.Thanks(order, note))
        self._tell_missing(seat)
        room.go_on()

    def _tell_missing(self, seat: Seat, even_if_none: bool = False) -> None:
        room = self._room
        if room.is_complete(seat.power) and not even_if_none:
            return
        if (due := room.adjustments_due(seat.power)) != 0:
            self._say(m.Missing((), due))
            return
        waiting = {d.unit: d for d in room.game.position.dislodged}
        units = tuple(waiting.get(unit, unit) for unit in room.missing(seat.power))
        self._say(m.Missing(units))

    def _undo(self, seat: Seat, undone: m.Message) -> None:
        match undone:
            case m.GoFlag():
                seat.waits = True
            case m.Submit(_, ()):
                seat.orders.clear()
            case m.Submit(_, orders):
                plain = [plain_order(order) for order in orders]
                if any(power != seat.power or one not in seat.orders for power, one in plain):
                    raise ActionRefused("no-such-order", "there is no such order")
                for _, order in plain:
                    seat.orders.remove(order)
            case m.DrawVote(powers):
                survivors = frozenset(self._room.game.survivors)
                seat.draws.discard(survivors if powers is None else frozenset(powers))
            case m.TimeLeft(seconds) if seconds in (None, self.warned_at):
                self.warned_at = None
            case _:
                raise ActionRefused("not-said", "there is nothing to take back")

    def _check_draw(self, seat: Seat, powers: tuple[str, ...] | None) -> None:
        survivors = self._room.game.survivors
        if seat.power not in survivors or not {*(powers or ())} <= {*survivors}:
            raise ActionRefused("eliminated", "only survivors agree to draws, and share them")

    def _ask_time(self, seconds: int | None, tokens: tuple[Token, ...]) -> None:
        left = self._seconds_left()
        if seconds is None:
            if left is None:
                raise ActionRefused("no-limit", "turns have no limit")
            self._say(m.TimeLeft(left))
            return
        terms = self._room.terms
        limits = [s for s in (terms.movement, terms.retreat, terms.adjustment) if s is not None]
        if seconds < 0 or not limits or seconds > max(limits):
            raise ActionRefused("no-such-time", "no turn is as long")
        self.warned_at = seconds
        self._accept(tokens)

    def _speak(
        self, seat: Seat, to: tuple[str, ...], said: Speech, tokens: tuple[Token, ...]
    ) -> None:
        room = self._room
        room.check_press(seat, to)
        for power in to:
            if power not in room.game.survivors:
                self._say(m.Eliminated(power))
                return
            if room.seats[power].listener is None:
                self._say(m.CivilDisorder(power))
                return
        if isinstance(said, Understood):
            said = trimmed(said, room.terms.level)
        room.speak(seat, to, said)
        self._accept(tokens)

    # What programs ask for.

    def _tell_data(self, message: m.Message) -> None:
        room = self._room
        match message:
            case m.MapName():
                self._say(m.MapName(room.variant.name))
            case m.MapDefinition():
                self._say(map_definition(room.variant)[0])
            case m.Scores():
                self._say(scores_of(room.game.position, room.variant.board))
            case m.Now() if room.has_begun:
                self._say(now_of(room.game.position))
            case m.Hello() if room.has_begun and self.state is State.SEATED:
                self._say(self._hello())
            case m.Missing() if room.is_running and self._seat is not None:
                self._tell_missing(self._seat, even_if_none=True)
            case m.Ordered() if room.game.history:
                for resolution in _since_movement(room.game.history):
                    self._tell_results(resolution)
            case m.History(None):
                self._say(scores_of(room.game.start, room.variant.board))
                self._say(now_of(room.game.start))
            case m.History(turn):
                past = [one for one in room.game.history if one.phase == turn]
                if not past:
                    raise ActionRefused("no-such-turn", "there was no such turn")
                self._tell_results(past[0])
                self._say(scores_of(past[0].position, room.variant.board))
                self._say(now_of(past[0].position))
            case m.Summary() if room.is_over:
                self._say(self._summary())
            case _:
                raise ActionRefused("not-now", "there is nothing of that yet")

    def _hello(self) -> m.Hello:
        terms, seat = self._room.terms, self._seat
        timed = (("MTL", terms.movement), ("RTL", terms.retreat), ("BTL", terms.adjustment))
        flags = (
            ("PDA", terms.partial_draws),
            ("NPR", not terms.press_in_retreats),
            ("NPB", not terms.press_in_adjustments),
        )
        options = [m.Option("LVL", terms.level)]
        options += [m.Option(word, seconds) for word, seconds in timed if seconds is not None]
        options += [m.Option(word) for word, is_so in flags if is_so]
        power, code = (seat.power, seat.passcode) if seat else (None, 0)
        return m.Hello(m.Seat(power, code, tuple(options)))

    def _tell_start(self) -> None:
        position = self._room.game.position
        self._say(self._hello())
        self._say(scores_of(position, self._room.variant.board))
        self._say(now_of(position))
        self._tell_time()

    def _tell_time(self) -> None:
        if self._room.is_running and (left := self._seconds_left()) is not None:
            self._say(m.TimeLeft(left))

    def _tell_results(self, resolution: Resolution) -> None:
        for result in order_results(resolution, self._room.variant.board):
            self._say(m.Ordered(result))

    def _summary(self) -> m.Summary:
        room = self._room
        players = tuple(
            m.PlayerSummary(
                seat.power,
                seat.name,
                seat.version,
                len(room.game.position.centers_of(seat.power)),
                room.last_years.get(seat.power),
            )
            for seat in room.seats.values()
        )
        return m.Summary(m.GameSummary(room.game.phase, players))

    # What happens in the room.

    def _hear(self, event: Event) -> None:
        match event:
            case Began():
                self._tell_start()
            case Turned(resolution, eliminated):
                self._tell_results(resolution)
                before, after = resolution.before, resolution.position
                if before.owners != after.owners or after.phase.kind is PhaseKind.ADJUSTMENT:
                    self._say(scores_of(after, self._room.variant.board))
                for power in eliminated:
                    self._say(m.Eliminated(power))
                if resolution.winners:
                    self._say(m.SoloWin(resolution.winners[0]))
                self._say(now_of(after))
                self._tell_time()
            case Ended(powers, is_draw):
                if is_draw:
                    everybody = {*powers} == {*self._room.game.survivors}
                    self._say(m.DrawVote(None if everybody else powers))
                self._say(self._summary())
            case Spoken(sender, to, message):
                self._say(m.Delivery(sender, to, message))
            case Left(power):
                self._say(m.CivilDisorder(power))
            case Returned(power):
                self._say(m.Undo(m.CivilDisorder(power)))
            case Remarked(sender, text):
                self._say(m.Remark(sender, text))

    def time_passes(self, left: int) -> None:
        """So many seconds are left: the program is told once a turn if it wants to."""
        turn = len(self._room.game.history)
        if self.warned_at is not None and left <= self.warned_at and turn != self._warned_in:
            self._warned_in = turn
            self._say(m.TimeLeft(left))

    # Saying things.

    def _accept(self, tokens: tuple[Token, ...]) -> None:
        self._say_tokens(("YES", "(", *tokens, ")"))

    def _say(self, message: m.Message) -> None:
        self._say_tokens(write_message(message, self._words))

    def _say_tokens(self, tokens: tuple[Token, ...]) -> None:
        if self.state is not State.GONE:
            body = self._words.numbering.to_bytes(tokens)
            self._send(Frame(FrameKind.DIPLOMACY, body).to_bytes())

    def __repr__(self) -> str:
        power = self._seat.power if self._seat else "nobody"
        return f"<DaideSeat of {power}, {self.state.value}>"


def _named(seat: Seat, order: Order) -> NamedOrder:
    return WaivedBuild(seat.power) if isinstance(order, Waive) else order


def _since_movement(history: tuple[Resolution, ...]) -> Iterator[Resolution]:
    """The last movement and what followed it."""
    later = [*takewhile(lambda one: one.phase.kind is not PhaseKind.MOVEMENT, reversed(history))]
    return reversed([*later, *history[-len(later) - 1 : len(history) - len(later)]])

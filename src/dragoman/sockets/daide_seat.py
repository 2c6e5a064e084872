"""A program that speaks DAIDE, as a table has it: messages in, messages out, no socket."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from dragoman.press.daide import messages as m
from dragoman.press.daide.language import MessageFault, Sender, read_message, write_message
from dragoman.press.daide.positions import now_of, scores_of
from dragoman.press.daide.speech import Speech, Understood
from dragoman.press.daide.speech_grammar import PARTIAL_DRAWS, trimmed
from dragoman.press.daide.tokens import Token
from dragoman.press.daide.vocabulary import DaideVocabulary
from dragoman.press.grammar import Unsayable
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.sockets.admission import Admission, ConnectionStage
from dragoman.sockets.connection import guarded
from dragoman.sockets.daide_answers import (
    answers,
    end_told,
    hello,
    in_range,
    is_last,
    noted,
    summary,
    turn_told,
    what_is_missing,
    without,
)
from dragoman.sockets.daide_wire import MOST_HEARD, DaideWire
from dragoman.sockets.interpreter import Interpreter
from dragoman.sockets.orders_due import is_complete
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


class State(Enum):
    """The stages of a program."""

    ANONYMOUS = "anonymous"
    LEARNS_MAP = "learns the map"
    COMES_BACK = "comes back"
    SEATED = "seated"


@dataclass(frozen=True, slots=True)
class DaideManners:
    """Differences between servers. ``full_representation``: all words of the map are told, not
    only where it is another than the standard map. ``quotes_press``: ``CCD`` and ``OUT`` quote the
    press that could not be delivered, as Parlance does. ``says_off``: when the game is over, and
    that was told, programs are sent away. ``loaded``: the name of the saved game that goes on, of
    which programs are told with ``LOD``."""

    full_representation: bool = False
    quotes_press: bool = False
    says_off: bool = False
    loaded: str = ""


class DaideSeat:
    """One connection. ``send`` takes the bytes of a frame, ``close`` ends the connection after
    them; ``wire`` is where bytes go that arrive."""

    def __init__(
        self,
        table: GameTable,
        words: DaideVocabulary,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        manners: DaideManners | None = None,
        admission: Admission | None = None,
    ) -> None:
        self.table, self._words = table, words
        self._admission = admission or Admission((table,))
        self._manners = manners or DaideManners()
        self.wire = DaideWire(
            words,
            send,
            close,
            self._greeted,
            self._tokens,
            self._lost,
            self._manners.full_representation,
        )
        self._hear = guarded(self.wire, self._happened)
        self._seat: TableSeat | None = None
        self._state = State.ANONYMOUS
        self._interpreter = Interpreter(table)
        self._warned_at: int | None = None
        self._warned_in = -1
        self._knows_end = False
        """True if the end of the game was told with its last turn."""

    @property
    def standing(self) -> ConnectionStage:
        """The stage of the connection."""
        match self._state:
            case State.ANONYMOUS:
                return ConnectionStage.SPEAKS if self.wire.is_greeted else ConnectionStage.SILENT
            case State.COMES_BACK:
                return ConnectionStage.COMES_BACK
            case State.LEARNS_MAP:
                return ConnectionStage.LEARNS_MAP
            case State.SEATED:
                return ConnectionStage.PLAYS if self._seat is not None else ConnectionStage.WATCHES

    def received(self, content: bytes) -> None:
        """Take bytes, and deal with all that has come whole."""
        self.wire.take(content)
        while self.wire.step():
            pass

    def _lost(self) -> None:
        self.table.leave(self._hear)

    def _greeted(self) -> None:
        if self._manners.loaded:
            self._say(m.Load(self._manners.loaded))

    # Messages.

    def _tokens(self, tokens: tuple[Token, ...]) -> None:
        terms = self.table.terms
        options = [PARTIAL_DRAWS] if terms.partial_draws else []
        try:
            message = read_message(tokens, self._words, terms.level, options, Sender.PROGRAM)
        except MessageFault as fault:
            if fault.reply:
                self.wire.say(fault.reply)
            return
        try:
            self._message(message, tokens)
        except ActionRefused:
            self._reject(tokens)

    def _message(self, message: m.Message, tokens: tuple[Token, ...]) -> None:
        """Do what a message asks for; ``ActionRefused`` is answered with ``REJ``."""
        table = self.table
        match message:
            case m.Name(name, version):
                self._only(State.ANONYMOUS)
                wish = self._words.power_keys.get(name.partition(":")[0]) if ":" in name else None
                self._sit(self._admission.join(name, version, self._hear, wish))
                self._learn_map(tokens)
            case m.Observe():
                self._only(State.ANONYMOUS)
                self._learn_map(tokens)
            case m.Identify(power, passcode):
                self._only(State.ANONYMOUS)
                self._come_back(power, passcode, tokens)
            case m.Accepted(m.MapName()):
                self._accept_map()
            case m.Rejected(m.MapName()):
                self.wire.end()
            case m.NotUnderstood() | m.Unbalanced() | m.Accepted() | m.Rejected():
                pass
            case m.Remark(sender, text):
                self._only(State.SEATED)
                table.remark(self._seat, sender, text)
                self._accept(tokens)
            case m.Submit() | m.GoFlag() | m.DrawVote() | m.Send() | m.Undo() | m.TimeLeft():
                self._play(message, tokens)
            case m.Hello() if table.has_begun and self._state is State.SEATED:
                self._say(hello(table, self._seat))
            case _:
                self._say_all(answers(message, table, self._seat))

    def _sit(self, found: tuple[GameTable, TableSeat]) -> None:
        self.table, self._seat = found
        self._interpreter = Interpreter(self.table)

    def _come_back(self, power: str, passcode: int, tokens: tuple[Token, ...]) -> None:
        def told(found: tuple[GameTable, TableSeat] | None) -> None:
            if found is None:
                self._state = State.ANONYMOUS
                self._reject(tokens)
            else:
                self._sit(found)
                self._state = State.SEATED
                self._accept(tokens)

        self._state = State.COMES_BACK
        self._admission.come_back(power, passcode, self._hear, told, lambda: self.wire.is_gone)

    def _learn_map(self, tokens: tuple[Token, ...]) -> None:
        self._state = State.LEARNS_MAP
        self._accept(tokens)
        self._say(m.MapName(self.table.variant.name))

    def _accept_map(self) -> None:
        self._only(State.LEARNS_MAP)
        self._state = State.SEATED
        if self._seat is not None:
            self.table.ready(self._seat)
        else:
            self.table.watch(self._hear)
            if self.table.has_begun:
                self._tell_start()

    def _only(self, state: State) -> None:
        if self._state is not state:
            raise ActionRefused("not-now", "this is not the time for that")

    def _play(self, message: m.Message, tokens: tuple[Token, ...]) -> None:
        seat, table = self._seat, self.table
        if seat is None or self._state is not State.SEATED or not table.is_running:
            raise ActionRefused("not-playing", "only those who play do that, while they play")
        match message:
            case m.Submit(turn, orders):
                self._check_turn(turn)
                kept, told = noted(table, seat, orders)
                table.submit(seat, kept)
                self._say_all(m.Thanks(order, note) for order, note in told)
                self._tell_missing(seat)
                table.go_on(seat)
            case m.GoFlag():
                self._accept(tokens)
                self._tell_missing(seat)
                table.go_on(seat, waits=False)
            case m.DrawVote(powers):
                survivors = table.game.survivors
                if seat.power not in survivors or not {*(powers or ())} <= {*survivors}:
                    what = "only survivors agree to draws, and share them"
                    raise ActionRefused("eliminated", what)
                self._accept(tokens)
                table.vote(seat, powers)
            case m.Send(turn, to, said):
                self._check_turn(turn)
                self._speak(seat, m.Send(turn, to, said), tokens)
            case m.TimeLeft(seconds):
                self._ask_time(seconds, tokens)
            case m.Undo(undone):
                self._undo(seat, undone)
                self._accept(tokens)
            case _:
                raise ActionRefused("unknown", "nothing comes of this")

    def _check_turn(self, turn: object) -> None:
        if turn not in (None, self.table.game.phase):
            raise ActionRefused("wrong-turn", "that is not the turn now")

    def _tell_missing(self, seat: TableSeat) -> None:
        if not is_complete(self.table.game, seat.power, seat.orders):
            self._say(what_is_missing(self.table, seat, seat.orders))

    def _undo(self, seat: TableSeat, undone: m.Message) -> None:
        table = self.table
        match undone:
            case m.GoFlag():
                table.go_on(seat, waits=True)
            case m.Submit(turn, orders):
                self._check_turn(turn)
                table.submit(seat, without(seat, orders))
            case m.DrawVote(powers):
                table.unvote(seat, powers)
            case m.TimeLeft(seconds) if seconds in (None, self._warned_at):
                self._warned_at = None
            case _:
                raise ActionRefused("not-said", "there is nothing to take back")

    def _ask_time(self, seconds: int | None, tokens: tuple[Token, ...]) -> None:
        left = self.table.seconds_left()
        if seconds is None:
            if left is None:
                raise ActionRefused("no-limit", "turns have no limit")
            self._say(m.TimeLeft(in_range(left)))
            return
        terms = self.table.terms
        limits = [s for s in (terms.movement, terms.retreat, terms.adjustment) if s is not None]
        if seconds < 0 or not limits or seconds > max(limits):
            raise ActionRefused("no-such-time", "no turn is as long")
        self._warned_at = seconds
        self._accept(tokens)

    def _speak(self, seat: TableSeat, sent: m.Send, tokens: tuple[Token, ...]) -> None:
        table, quoted = self.table, sent if self._manners.quotes_press else None
        table.check_press(seat, sent.to)
        for power in sent.to:
            if power not in table.game.survivors:
                self._say(m.Eliminated(power, quoted))
                return
            if not table.is_there(power):
                self._say(m.CivilDisorder(power, sent=quoted))
                return
        said = sent.message
        if isinstance(said, Understood):
            said = trimmed(said, table.terms.level)
        self._interpreter.said(seat.power, sent.to, said)
        table.speak(seat, sent.to, said)
        self._accept(tokens)

    # What happens at the table.

    def _happened(self, event: Event) -> None:
        table = self.table
        match event:
            case TableBegan():
                self._tell_start()
            case Turned(resolution, eliminated):
                self._say_all(turn_told(resolution, eliminated, table))
                self._knows_end = is_last(resolution, table)
                self._tell_time()
            case Moved():
                self._say(scores_of(table.game.position, table.variant.board))
                self._say(now_of(table.game.position))
                self._tell_time()
            case TableEnded():
                if not self._knows_end:
                    self._say_all(end_told(table))
                self._say(summary(table))
                if self._manners.says_off:
                    self.wire.end()
            case PressSpoken():
                self._hear_press(event)
            case SeatLeft(power, seconds):
                self._say(m.CivilDisorder(power))
                if seconds is not None:
                    self._say(m.Undo(m.TimeLeft(in_range(seconds))))
            case SeatTaken(power, seconds):
                self._say(m.Undo(m.CivilDisorder(power)))
                if seconds is not None:
                    self._say(m.TimeLeft(in_range(seconds)))
            case Remarked(sender, text):
                self._say(m.Remark(sender, text))
            case Saved(name):
                self._say(m.Save(name))
            case PressClosed():
                pass

    def _hear_press(self, event: PressSpoken) -> None:
        seat = self._seat
        if seat is None:
            return
        told, answer = self._interpreter.in_daide(event, seat.power)
        for said in told:
            if self._may_be_said(event, said):
                self._say(m.Delivery(event.sender, event.to, said))
            else:
                answer = answer or self._interpreter.complaint(event)
        if answer is not None:
            self._interpreter.answer(seat, event.sender, answer)

    def _may_be_said(self, heard: PressSpoken, said: Speech) -> bool:
        """True if press fits into the level of the game, and into a frame."""
        message = m.Delivery(heard.sender, heard.to, said)
        options = [PARTIAL_DRAWS] if self.table.terms.partial_draws else []
        try:
            tokens = write_message(message, self._words)
            read_message(tokens, self._words, self.table.terms.level, options)
            return len(self._words.numbering.to_bytes(tokens)) <= MOST_HEARD
        except (MessageFault, Unsayable):
            return False

    def time_passes(self) -> None:
        """Tell the program of the time, once a turn, if it wants to be told."""
        left, turn = self.table.seconds_left(), len(self.table.game.history)
        if left is None or self._warned_at is None or turn == self._warned_in:
            return
        if left <= self._warned_at:
            self._warned_in = turn
            self._say(m.TimeLeft(left))

    # Saying things.

    def _tell_start(self) -> None:
        position = self.table.game.position
        self._say(hello(self.table, self._seat))
        self._say(scores_of(position, self.table.variant.board))
        self._say(now_of(position))
        self._tell_time()

    def _tell_time(self) -> None:
        left = self.table.seconds_left()
        if left is not None:
            self._say(m.TimeLeft(in_range(left)))

    def _accept(self, tokens: tuple[Token, ...]) -> None:
        self.wire.say(("YES", "(", *tokens, ")"))

    def _reject(self, tokens: tuple[Token, ...]) -> None:
        self.wire.say(("REJ", "(", *tokens, ")"))

    def _say_all(self, messages: Iterable[m.Message]) -> None:
        for message in messages:
            self._say(message)

    def _say(self, message: m.Message) -> None:
        self.wire.say(write_message(message, self._words))

    def __repr__(self) -> str:
        power = self._seat.power if self._seat else "nobody"
        return f"<DaideSeat of {power}, {self._state.value}>"

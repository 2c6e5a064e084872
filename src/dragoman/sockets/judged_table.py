"""A game of the judge as a table: whoever sits there gives the judge's commands, and nothing else.

Seats belong to accounts, and programs show a token of theirs. What somebody may do, and what comes
of it, the judge decides; what happens is read from the game's log, whatever interface it came by.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from threading import Event as Flag
from typing import Final

from dragoman.game import Game
from dragoman.game.variant import PLAY
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import MessageLetThrough, MessageSent
from dragoman.judge.log.settings import Draws
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.service import Judge
from dragoman.judge.storage.changes import LogChange
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order, write
from dragoman.press.press_texts import Said, press_text
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase
from dragoman.sockets.judged_log import as_heard, eliminated, ended_of, happened, logged_after
from dragoman.sockets.orders_due import is_complete
from dragoman.sockets.table import (
    Event,
    Listener,
    SeatLeft,
    TableBegan,
    TableEnded,
    TableSeat,
    Terms,
)

# Players: who sits at a seat, by which token, and the commands that they give

_SCOPES: Final = ("read", "play")
"""The scopes that a token needs to sit at a table."""


@dataclass(frozen=True, slots=True)
class _Sitting:
    """The player at a power's seat, and his token."""

    user: int
    secret: str


class JudgedPlayers:
    """Those who play in the game of a number on a judge. ``acted`` is called when one of their
    commands was carried out."""

    def __init__(
        self,
        judge: Judge,
        number: int,
        now: Callable[[], datetime],
        acted: Callable[[], None],
    ) -> None:
        self._judge, self._number, self._now, self._acted = judge, number, now, acted
        self._sitting: dict[str, _Sitting] = {}

    def actor(self, secret: str, *scopes: str) -> Actor:
        """The owner of a token.

        Raises:
            ActionRefused: if it is none, or not good for that.
        """
        token = self._judge.accounts.tokens.holder(secret, self._now())
        if token is None or not {*_SCOPES, *scopes} <= {*token.scopes}:
            what = "this is no token of the judge for that"
            raise ActionRefused("not-signed-in", what, "make one to read, play and write press")
        # Whoever found this table knows of its game.
        shown = frozenset((self._number,))
        return Actor(token.user, is_program=token.is_program, shown=shown)

    def sit(self, power: str, user: int, secret: str) -> None:
        """Somebody has sat down at the seat of a power."""
        self._sitting[power] = _Sitting(user, secret)

    def leave(self, power: str) -> None:
        """Nobody sits there any more."""
        self._sitting.pop(power, None)

    def displaced(self, g: JudgedGame) -> tuple[str, ...]:
        """The powers at whose seats somebody sits who plays them no more, or whose token is void;
        they sit there no longer."""
        found: list[str] = []
        for power, sitting in tuple(self._sitting.items()):
            try:
                user = self.actor(sitting.secret).user
            except ActionRefused:
                user = 0
            if g.seats[power].user != user:
                del self._sitting[power]
                found.append(power)
        return tuple(found)

    def act(self, power: str, phase: Phase, command: c.Command, *scopes: str) -> None:
        """Give a command for a power in the phase that its player knows of.

        Raises:
            ActionRefused: if the game is in another one, he may not, or the judge refuses.
        """

        def check(g: JudgedGame) -> None:
            if g.phase != phase:
                raise ActionRefused("phase-is-over", f"{phase} has been judged")

        sitting = self._sitting.get(power)
        actor = self.actor(sitting.secret if sitting else "", *scopes)
        if self._judge.games.load(self._number).players.get(actor.user) != power:
            raise ActionRefused("not-playing", f"{power} is not yours any more")
        self.give(actor, command, check)

    def give(
        self,
        actor: Actor,
        command: c.Command,
        check: Callable[[JudgedGame], None] | None = None,
    ) -> None:
        """Give a command.

        Raises:
            ActionRefused: if the judge refuses.
        """
        answer = self._judge.act(self._number, command, actor, self._now(), check)
        if answer.refused:
            told = answer.told[0]
            raise ActionRefused(told.code, told.what, told.remedy)
        self._acted()


# The table

_LOG = logging.getLogger(__name__)


def right_now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


class JudgedTable:
    """The game of a number on a judge; ``level`` is how much of DAIDE's press programs use there.

    Raises:
        ActionRefused: if there is no such game, or programs have no words for it.
    """

    def __init__(
        self,
        judge: Judge,
        number: int,
        level: int = 0,
        now: Callable[[], datetime] = right_now,
    ) -> None:
        self._judge, self._number, self._now = judge, number, now
        g = judge.games.load(number)
        self._g: JudgedGame = g
        if g.is_blind:
            what = f"game {number} is blind, and programs are told of every unit"
            raise ActionRefused("blind-game", what, "serve another game")
        if not PLAY.of(g.game.variant).is_plain:
            kind = g.game.variant.kind.title()
            what = f"game {number} is one of {kind}, of which programs have no words"
            raise ActionRefused("other-game", what, "serve a game of Diplomacy")
        self.variant = g.game.variant
        is_listed = g.settings.draws is Draws.LISTED
        self.terms: Terms = Terms(
            level if g.settings.press else 0,
            partial_draws=is_listed,
            last_year=g.settings.last_year or None,
        )
        self.seats = {power: TableSeat(power, 0) for power in g.game.variant.players}
        self.last_years: dict[str, int] = {}
        self._note_eliminated()
        self._watchers: list[Listener] = []
        self._changed = Flag()
        self._players = JudgedPlayers(judge, number, now, self._changed.set)
        self._end = judge.changes.follow(self._told, (number,))

    def close(self) -> None:
        """Follow the game no more."""
        self._end()

    # Coming and going.

    def join(
        self, name: str, version: str, listener: Listener, wish: str | None = None
    ) -> TableSeat:
        """The seat of the account whose token this is: the version, or else the name. Who has none
        asks the judge for one.

        Raises:
            ActionRefused: if it is no token to play with, or there is no seat.
        """
        self._catch_up()
        secret = version or name
        actor = self._players.actor(secret)
        if actor.user not in self._g.players:
            self._ask_for_seat(actor, wish)
        power = self._g.players.get(actor.user)
        if power is None:
            what = "no power is yours yet"
            raise ActionRefused("no-seat", what, "come again when the game has begun")
        seat = self.seats[power]
        seat.listener, seat.is_ready = listener, True
        self._players.sit(power, actor.user, secret)
        seat.orders = self._on_file(power)
        return seat

    def _ask_for_seat(self, actor: Actor, wish: str | None) -> None:
        g = self._g
        if g.stage is Stage.FORMING:
            self._players.give(actor, c.Join((wish,) if wish else ()))
        else:
            vacant = [power for power in g.free if wish in (None, power)]
            if not vacant:
                raise ActionRefused("no-seat", "no power is without a player")
            self._players.give(actor, c.TakeSeat(vacant[0]))
        self._catch_up()

    def rejoin(self, power: str, passcode: int, listener: Listener) -> TableSeat:
        """Nobody comes back to a game of the judge by a passcode.

        Raises:
            ActionRefused: always.
        """
        raise ActionRefused("no-return", "come with the token again")

    def ready(self, seat: TableSeat) -> None:
        """Tell whoever has taken a seat of the game, if it has begun."""
        if self.has_begun and seat.listener is not None:
            seat.listener(TableBegan())

    def watch(self, listener: Listener) -> None:
        """Have a listener told what everybody may see.

        Raises:
            ActionRefused: if nobody may look at the game.
        """
        if not Viewer(self._g, Actor()).may_look:
            raise ActionRefused("no-observers", "nobody but the players may look at this game")
        self._watchers.append(listener)

    def leave(self, listener: Listener) -> None:
        """A listener is gone. The seat stays its owner's."""
        if listener in self._watchers:
            self._watchers.remove(listener)
        for seat in self.seats.values():
            if seat.listener == listener:
                seat.listener = None
                self._players.leave(seat.power)

    def is_there(self, power: str) -> bool:
        """True if a power has a player."""
        return self._g.seats[power].user is not None

    # The game.

    @property
    def game(self) -> Game:
        """The game as it stood when all were last told of it."""
        return self._g.game

    @property
    def has_begun(self) -> bool:
        return self._g.stage is not Stage.FORMING

    @property
    def is_over(self) -> bool:
        return self._g.stage is Stage.OVER

    @property
    def ended(self) -> TableEnded | None:
        return ended_of(self._g)

    @property
    def is_running(self) -> bool:
        return self._g.stage in (Stage.RUNNING, Stage.PAUSED)

    def submit(self, seat: TableSeat, orders: tuple[Order, ...]) -> None:
        """Put a sheet on file with the judge.

        Raises:
            ActionRefused: if the judge does not take it.
        """
        text = "\n".join(write(order) for order in orders)
        self._act(seat, c.SaveOrders(text, str(self.game.phase)))
        seat.orders = orders

    def go_on(self, seat: TableSeat, waits: bool | None = None) -> None:
        """Say that a power is ready once it has given all its orders, or said so; or that it is
        not."""
        if waits is not None:
            seat.waits = waits
        is_asked = waits is not None or is_complete(self.game, seat.power, seat.orders)
        if not is_asked or (waits is None and seat.waits):
            return
        try:
            self._act(seat, c.SetReady(not seat.waits))
        except ActionRefused as refused:
            # The orders alone may have been enough, and the phase is over.
            if refused.diagnostic.code not in ("nothing-to-order", "phase-is-over", "wrong-stage"):
                raise

    def vote(self, seat: TableSeat, powers: tuple[str, ...] | None) -> None:
        """Vote for a draw, or propose it.

        Raises:
            ActionRefused: if the judge refuses.
        """
        number = self._proposal(powers)
        voted = c.Vote(number, True) if number else c.Propose("draw", powers or ())
        self._act(seat, voted)

    def unvote(self, seat: TableSeat, powers: tuple[str, ...] | None) -> None:
        """Vote against a draw that is proposed."""
        if number := self._proposal(powers):
            self._act(seat, c.Vote(number, False))

    def _proposal(self, powers: tuple[str, ...] | None) -> int:
        wanted = frozenset(self.game.survivors if powers is None else powers)
        for one in self._judge.games.load(self._number).open_proposals():
            if one.what == "draw" and frozenset(one.powers) == wanted:
                return one.number
        return 0

    def _act(self, seat: TableSeat, command: c.Command, *scopes: str) -> None:
        self._players.act(seat.power, self.game.phase, command, *scopes)

    def _on_file(self, power: str) -> tuple[Order, ...]:
        sheet = self._g.sheets.get((power, str(self.game.phase)))
        if sheet is None:
            return ()
        read = self.game.copy()
        read.order(power, sheet.text)
        return read.orders(power)

    # Press.

    def check_press(self, seat: TableSeat, to: tuple[str, ...]) -> None:
        """See that there is press in this game.

        Raises:
            ActionRefused: if not.
        """
        if not self.is_running or self.terms.level == 0 or seat.power in to:
            raise ActionRefused("no-press", "this cannot be sent now, or not to these")

    def speak(self, seat: TableSeat, to: tuple[str, ...], message: Said) -> None:
        """Send press, in words of people and in the program's own.

        Raises:
            ActionRefused: if the judge refuses.
        """
        self.check_press(seat, to)
        text = press_text((message,), self.variant)
        self._act(seat, c.Send(text, tuple(dict.fromkeys(to))), "press")

    def remark(self, seat: TableSeat | None, sender: str, text: str) -> None:
        """Words for people are press here.

        Raises:
            ActionRefused: always.
        """
        raise ActionRefused("no-remarks", "send press instead")

    # What happens.

    def seconds_left(self) -> int | None:
        """The seconds to the deadline, rounded up."""
        g = self._g
        if g.stage is not Stage.RUNNING or g.deadline is None:
            return None
        return max(-int((self._now() - g.deadline).total_seconds() // 1), 0)

    def tick(self) -> None:
        """Tell what has happened."""
        if not self._changed.is_set():
            return
        try:
            self._catch_up()
        except ActionRefused as refused:
            # The database does not answer; it is asked again the next time.
            self._changed.set()
            _LOG.warning("game %s cannot be followed for now: %s", self._number, refused)

    def _told(self, change: LogChange | None) -> None:
        """In the thread of the changes."""
        self._changed.set()

    def _catch_up(self) -> None:
        self._changed.clear()
        before = self._g
        g = self._judge.games.load(self._number)
        if g.number == before.number:
            return
        found = logged_after(self._judge, self._number, before.number, g.number)
        self._g = g
        self.terms = replace(self.terms, last_year=g.settings.last_year or None)
        if before.phase != g.phase or len(before.history) != len(g.history):
            for seat in self.seats.values():
                seat.orders, seat.waits = (), False
        self._note_eliminated()
        self._send_away()
        for one in found:
            self._happened(one)

    def _send_away(self) -> None:
        """Tell those nothing any more who have lost their seats, or whose tokens are void."""
        for power in self._players.displaced(self._g):
            seat = self.seats[power]
            if seat.listener is not None:
                seat.listener(SeatLeft(power))
            seat.listener = None
        if not Viewer(self._g, Actor()).may_look:
            self._watchers.clear()

    def _happened(self, event: ev.Event) -> None:
        match event:
            case ev.OrdersSaved(power):
                self.seats[power].orders = self._on_file(power)
            case MessageSent(number) | MessageLetThrough(_, number):
                self._tell_press(number)
            case _:
                for told in happened(event, self._g):
                    if isinstance(told, TableEnded):
                        self._name_players()
                    self._tell(told)

    def _name_players(self) -> None:
        """Note who played what, for everybody may know that at the end."""
        for seat in self.seats.values():
            user = self._g.seats[seat.power].user
            if user is not None:
                seat.name = self._judge.accounts.people.person(user).name

    def _tell_press(self, number: int) -> None:
        message = self._g.messages[number - 1]
        for seat in tuple(self.seats.values()):
            if seat.listener is None:
                continue
            for heard in as_heard(message, self._g, seat.power):
                seat.listener(heard)

    def _tell(self, event: Event) -> None:
        players = [seat.listener for seat in self.seats.values() if seat.listener]
        for listener in (*players, *self._watchers):
            listener(event)

    def _note_eliminated(self) -> None:
        self.last_years.clear()
        for one in self._g.history:
            self.last_years |= dict.fromkeys(eliminated(one), one.phase.year)

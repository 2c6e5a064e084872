"""A person who looks at a game, and what that lets him see. All that is secret is decided here."""

from __future__ import annotations

from functools import cached_property

from dragoman.game import Resolution
from dragoman.game.sight import as_seen, in_sight, told_of
from dragoman.judge.commands.audit_entry import AuditAct, AuditRole
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.settings import PressOpening
from dragoman.judge.log.state import MASTER, HeldMessage, JudgedGame, PressMessage, Stage
from dragoman.judge.log.table import TABLE
from dragoman.judge.views.readings import Reading, enter
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind, Position


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a game."""

    g: JudgedGame
    actor: Actor

    @cached_property
    def power(self) -> str | None:
        """The power that he plays."""
        return self.actor.power(self.g)

    @cached_property
    def is_master(self) -> bool:
        """True if he may see what masters see. Who plays himself sees what players see until the
        game is over."""
        masters = self.actor.is_admin or self.actor.user in self.g.masters
        return masters and (self.power is None or self.g.stage is Stage.OVER)

    @property
    def is_over(self) -> bool:
        return self.g.stage is Stage.OVER

    @property
    def may_look(self) -> bool:
        """True if he may look at the game at all beyond its settings."""
        return self.g.settings.observers or self.is_over or self.is_master or bool(self.power)

    @property
    def sees_board(self) -> bool:
        """True if nothing on the board is out of his sight."""
        return not self.g.is_blind or self.is_over or self.is_master

    @property
    def sees_turns(self) -> bool:
        """True if he is told of phases that were judged, be it but in part."""
        return self.may_look and (self.sees_board or bool(self.power))

    def sees_player(self, power: str) -> bool:
        """True if he may know who plays a power."""
        return (
            not self.g.settings.anonymous or self.is_over or self.is_master or self.power == power
        )

    def sees_orders(self, power: str) -> bool:
        """True if he may read what a power has on file for the phase at hand and later ones."""
        return self.power == power or self.is_master

    def reads_orders(self, power: str) -> bool:
        """True if he may read them, and is about to: what nothing but a master's right lets him
        read is entered among the readings."""
        if not self.sees_orders(power):
            return False
        if self.power != power:
            self._enter(AuditAct.READ_ORDERS, f"{power} {self.g.phase}")
        return True

    def enter_letter(self, of: str) -> None:
        """Enter among the readings that he is about to read letters between others."""
        self._enter(AuditAct.READ_LETTERS, of)

    def enter_file(self) -> None:
        """Enter among the readings that he is about to read all that there is of the game."""
        self._enter(AuditAct.READ_FILE, "")

    def _enter(self, act: AuditAct, of: str) -> None:
        if self.is_over or not self.is_master or not self.actor.user:
            return
        is_master = self.actor.user in self.g.masters
        role = AuditRole.MASTER if is_master else AuditRole.ADMIN
        enter(Reading(self.actor.user, role, self.g.game_id, act, of))

    def sees_sheet(self, power: str) -> bool:
        """True if he may read what a power wrote for a phase that was judged: what of it counted,
        all have seen; the rest it may have meant to keep to itself."""
        return self.sees_orders(power) or self.is_over

    def sees_readiness(self, power: str) -> bool:
        """True if he may know if a power has ordered and is ready."""
        is_shown = self.g.settings.readiness_shown and self.sees_due(power, self.g.phase.kind)
        return self.sees_orders(power) or (is_shown and self.may_look)

    def sees_due(self, power: str, kind: PhaseKind) -> bool:
        """True if he may know if a power had something to order in a phase of a kind: a retreat or
        a build tells where units were, or how many centres there are."""
        return self.sees_board or self.power == power or kind is PhaseKind.MOVEMENT

    def sees_order(self, power: str, order: Order) -> bool:
        """True if he may know of an order of a phase that he was told of. Some are between two
        powers and the master."""
        if (told := TABLE.of(self.g.game.variant).only_for(power, order)) and not self.is_over:
            return self.is_master or self.power in told
        return True

    def sees_of(self, position: Position) -> Position:
        """A position as far as he may see it."""
        if self.sees_board:
            return position
        if self.power is None:
            return Position(position.phase, (), {})
        board, rules = self.g.game.variant.board, self.g.game.rule_set
        return as_seen(board, position, self.power, rules)

    def told_of(self, past: Resolution) -> Resolution:
        """A phase that was judged, as far as he may know of it."""
        if self.sees_board:
            return past
        return told_of(self.g.game.variant.board, past, self.power or "")

    def hidden_of(self, position: Position) -> frozenset[str]:
        """The provinces that are out of his sight in a position."""
        board, rules = self.g.game.variant.board, self.g.game.rule_set
        if self.sees_board:
            return frozenset()
        return frozenset(board.provinces) - in_sight(board, position, self.power or "", rules)

    def sees_secrets(self, power: str) -> bool:
        """True if he may know what a power keeps to itself until the game is over."""
        return self.is_master or self.is_over or self.power == power

    def reads(self, message: PressMessage) -> bool:
        """True if he may read a message, and wants to."""
        return self.may_read(message) and not self.has_muted(message)

    @cached_property
    def letters(self) -> tuple[PressMessage, ...]:
        """All messages that he may read, wanted or not, oldest first."""
        return tuple(one for one in self.g.messages if self.may_read(one))

    def may_read(self, message: PressMessage) -> bool:
        """True if he may read a message, wanted or not."""
        return self.is_master or self.is_for(message) or self.is_opened(message)

    def is_for(self, message: PressMessage) -> bool:
        """True if he wrote a message, or it was written to him or to all."""
        me = self.power
        if me is None:
            return not message.to and not message.hidden and self.may_look
        return self.g.may_read(me, message)

    def is_opened(self, message: PressMessage) -> bool:
        """True if he may read a letter between others now that the game is over. What was written
        to the master, or since the end, stays between those who wrote it."""
        opening, ended = self.g.settings.press_opens, self.g.ended
        if ended is None or message.at >= ended or message.hidden or self.is_for(message):
            return False
        if not message.to or MASTER in (message.sender, *message.to):
            return False
        has_seat = self.power is not None
        return opening is PressOpening.ALL or (opening is PressOpening.PLAYERS and has_seat)

    def has_muted(self, message: PressMessage) -> bool:
        """True if he has muted the one who signed a message."""
        me = None if self.is_master else self.power
        return me is not None and self.g.has_muted(me, message)

    def sees_held(self, held: HeldMessage) -> bool:
        """True if he may read a message that a master has not let through: its sender, and the
        master."""
        return self.is_master or (self.power is not None and held.sender == self.power)

    def sender_of(self, message: PressMessage) -> str:
        """The sender that a message shows him: empty for nobody."""
        knows = self.is_master or message.sender == self.power or message.sender == MASTER
        return message.sender if knows else message.signed

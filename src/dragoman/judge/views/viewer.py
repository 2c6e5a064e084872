"""Who looks at a game, and what that lets him see."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from dragoman.board import Board, Path
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log.state import MASTER, JudgedGame, Message, Stage
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a game: an actor, or one of its powers for a master who looks over
    its shoulder."""

    g: JudgedGame
    actor: Actor

    @cached_property
    def power(self) -> str | None:
        """The power that he plays."""
        return self.g.players.get(self.actor.user)

    @property
    def is_master(self) -> bool:
        """Whether he may see what masters see. Who plays himself sees what players see until the
        game is over."""
        masters = self.actor.is_admin or self.actor.user in self.g.masters
        return masters and (self.power is None or self.g.stage is Stage.OVER)

    @property
    def is_over(self) -> bool:
        return self.g.stage is Stage.OVER

    @property
    def may_look(self) -> bool:
        """Whether he may look at the game at all beyond its settings."""
        return self.g.settings.observers or self.is_over or self.is_master or bool(self.power)

    def sees_player(self, power: str) -> bool:
        """Whether he may know who plays a power."""
        return (
            not self.g.settings.anonymous or self.is_over or self.is_master or self.power == power
        )

    def sees_orders(self, power: str) -> bool:
        """Whether he may read what a power has on file for the phase at hand and later ones."""
        return self.power == power or self.is_master

    def sees_unit(self, province: str) -> bool:
        """Whether he may see what stands in a province."""
        if not self.g.settings.blind or self.is_over or self.is_master:
            return True
        return province in self._in_sight

    def reads(self, message: Message) -> bool:
        """Whether he may read a message."""
        if self.is_master:
            return True
        me = self.power
        if me is None:
            return not message.to and not message.hidden and self.may_look
        if message.sender == me:
            return True
        if (me, message.signed) in self.g.muted or message.hidden:
            return False
        return not message.to or me in message.to

    def sender_of(self, message: Message) -> str:
        """Who he is told a message is from: empty for nobody."""
        knows = self.is_master or message.sender == self.power or message.sender == MASTER
        return message.sender if knows else message.signed

    @cached_property
    def _in_sight(self) -> frozenset[str]:
        """The provinces of a power's units and centres, and those next to them."""
        if self.power is None:
            return frozenset()
        board, position = self.g.game.variant.board, self.g.game.position
        own = {board.province_of[unit.location] for unit in position.units_of(self.power)}
        own |= set(position.centers_of(self.power))
        own |= {
            board.province_of[one.unit.location]
            for one in position.dislodged
            if one.unit.power == self.power
        }
        near = {far for one in board.paths for far in _next_to(board, one, own)}
        return frozenset(own | near)


def _next_to(board: Board, path: Path, own: set[str]) -> Iterator[str]:
    """The province at the other end of a path that begins or ends in one of these."""
    one, other = board.province_of[path.source], board.province_of[path.target]
    if one in own:
        yield other
    if other in own:
        yield one

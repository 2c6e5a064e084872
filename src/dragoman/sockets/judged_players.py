"""Who sits at the seats of a judge's game, by which token, and the commands that they give."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.service import Judge
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase

_SCOPES: Final = ("read", "play")
"""What a token has to be good for to sit at a table."""


@dataclass(frozen=True, slots=True)
class _Sitting:
    """Who sits at a power's seat, and by which token."""

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
        """Who shows a token.

        Raises:
            ActionRefused: if it is none, or not good for that.
        """
        token = self._judge.accounts.tokens.holder(secret, self._now())
        if token is None or not {*_SCOPES, *scopes} <= {*token.scopes}:
            what = "this is no token of the judge for that"
            raise ActionRefused("not-signed-in", what, "make one to read, play and write press")
        return Actor(token.user, is_program=token.is_program)

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

"""Permissions: the roles that each command takes, and when, in one table, from which the tests are
made as well."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.bars import Bar, SanctionKind, check_not_barred
from dragoman.judge.log.state import MASTER, JudgedGame, Stage
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused


class GameRole(Enum):
    """A role of somebody in a game. One may have several."""

    VISITOR = "visitor"
    """Whoever has no account."""
    USER = "user"
    """Whoever has one."""
    APPLICANT = "applicant"
    """Who waits for a seat."""
    OBSERVER = "observer"
    """Who looks on, and said so."""
    PLAYER = "player"
    MASTER = "master"
    ADMIN = "admin"
    CLOCK = "clock"
    BOT = "bot"
    """Who plays powers that have no player, where a master allows it."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who gives a command: an account, 0 for whoever has none. ``is_program`` says that a
    program plays by it, ``reliability`` how many of a hundred deadlines its owner has kept (see
    ``judge.log.reliability``); whoever has the account knows both. ``bot`` is the power that a bot
    of the judge itself speaks for. ``is_guest``: he plays without an address, as long as his
    session lasts. ``bars`` are what moderators have taken from him, and
    ``lives_with`` whom he lives with, as both say; the judge looks them up when he gives a
    command."""

    user: int = 0
    is_admin: bool = False
    is_clock: bool = False
    is_program: bool = False
    bot: str = ""
    reliability: int = 100
    is_guest: bool = False
    is_moderator: bool = False
    bars: tuple[Bar, ...] = ()
    lives_with: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()
    """Games that stand in no list, by number, of which he has the key."""

    def knows(self, g: JudgedGame) -> bool:
        """True if he may know that there is a game: all may that stands in the lists, any other
        those who take part in it or have its key, and whoever sees to the judge."""
        if g.settings.listed or self.is_admin or self.is_moderator or self.is_clock or self.bot:
            return True
        if g.game_id in self.shown:
            return True
        takes_part = self.user in g.players or self.user in g.applicants or self.user in g.invited
        is_there = takes_part or self.user in g.observers or self.user in g.masters
        return self.user != 0 and (is_there or self.user in g.offers.values())

    def roles(self, g: JudgedGame) -> frozenset[GameRole]:
        """His roles in a game."""
        if self.is_clock:
            return frozenset((GameRole.CLOCK,))
        if self.bot:
            return frozenset((GameRole.BOT,) if self.power(g) else ())
        if not self.user:
            return frozenset((GameRole.VISITOR,))
        found = {GameRole.USER}
        if self.user in g.applicants:
            found.add(GameRole.APPLICANT)
        if self.user in g.observers:
            found.add(GameRole.OBSERVER)
        if self.user in g.players:
            found.add(GameRole.PLAYER)
        if self.user in g.masters:
            found.add(GameRole.MASTER)
        if self.is_admin:
            found |= {GameRole.ADMIN, GameRole.MASTER}
        return frozenset(found)

    def power(self, g: JudgedGame) -> str | None:
        """The power that he plays."""
        if self.bot:
            return self.bot if g.seats[self.bot].bot else None
        return g.players.get(self.user)


CLOCK: Final = Actor(is_clock=True)


def bot_of(power: str) -> Actor:
    """The bot of the judge that plays a power."""
    return Actor(bot=power)


_LIVE = frozenset((Stage.RUNNING, Stage.PAUSED))
_RUNNING = frozenset((Stage.RUNNING,))
_FORMING = frozenset((Stage.FORMING,))
_NOT_OVER = _FORMING | _LIVE
_BEGUN = _LIVE | {Stage.OVER}
_ALWAYS = frozenset(Stage)

_MASTER = frozenset((GameRole.MASTER,))
_PLAYER = frozenset((GameRole.PLAYER,))
_PLAYER_OR_MASTER = _PLAYER | _MASTER
_USER = frozenset((GameRole.USER,))
_OBSERVER = frozenset((GameRole.OBSERVER,))

WHO_MAY: Final[Mapping[type[c.Command], tuple[frozenset[GameRole], frozenset[Stage]]]] = {
    c.ChangeSettings: (_MASTER, _NOT_OVER),
    c.Join: (_USER, _NOT_OVER),
    c.Leave: (frozenset((GameRole.APPLICANT,)), _NOT_OVER),
    c.Admit: (_MASTER, _NOT_OVER),
    c.TurnAway: (_MASTER, _NOT_OVER),
    c.Invite: (_MASTER, _NOT_OVER),
    c.Uninvite: (_MASTER, _NOT_OVER),
    c.Decline: (_USER, _NOT_OVER),
    c.MakeLink: (_MASTER, _NOT_OVER),
    c.CloseLink: (_MASTER, _NOT_OVER),
    c.SetBeginning: (_MASTER, _FORMING),
    c.Observe: (_USER, _ALWAYS),
    c.StopObserving: (_OBSERVER, _ALWAYS),
    c.Begin: (_MASTER, _FORMING),
    c.SeatPlayer: (_MASTER, _NOT_OVER),
    c.TakeSeat: (_USER, _NOT_OVER),
    c.Resign: (_PLAYER, _LIVE),
    c.OfferSeat: (_PLAYER_OR_MASTER, _NOT_OVER),
    c.WithdrawOffer: (_PLAYER_OR_MASTER, _NOT_OVER),
    c.Eject: (_MASTER, _LIVE),
    c.AnnounceAbsence: (_PLAYER, _LIVE),
    c.EndAbsence: (_PLAYER, _LIVE),
    c.SaveOrders: (_PLAYER_OR_MASTER | {GameRole.BOT}, _LIVE),
    c.SaveStanding: (_PLAYER_OR_MASTER, _LIVE),
    c.SetReady: (_PLAYER_OR_MASTER, _RUNNING),
    c.Propose: (_PLAYER | {GameRole.BOT}, _LIVE),
    c.Vote: (_PLAYER | {GameRole.BOT}, _LIVE),
    c.Send: (_PLAYER_OR_MASTER | _OBSERVER | {GameRole.BOT}, _ALWAYS),
    c.LetThrough: (_MASTER, _ALWAYS),
    c.TurnBack: (_MASTER, _ALWAYS),
    c.HideMessage: (_MASTER, _ALWAYS),
    c.ReportMessage: (_PLAYER, _ALWAYS),
    c.ReportPower: (_PLAYER, _ALWAYS),
    c.Silence: (_MASTER, _LIVE),
    c.Mute: (_PLAYER, _LIVE),
    c.SaveNote: (_PLAYER, _BEGUN),
    c.ProcessNow: (_MASTER, _LIVE),
    c.Remind: (_MASTER, _RUNNING),
    c.SetDeadline: (_MASTER, _RUNNING),
    c.Pause: (_MASTER, _RUNNING),
    c.Resume: (_MASTER, frozenset((Stage.PAUSED,))),
    c.RollBack: (_MASTER, _BEGUN),
    c.SetPosition: (_MASTER, _LIVE),
    c.ThrowDice: (_MASTER, _LIVE),
    c.Demote: (frozenset((GameRole.ADMIN,)), _ALWAYS),
    c.Promote: (_MASTER, _ALWAYS),
    c.StepDown: (_MASTER, _ALWAYS),
    c.DeclareResult: (_MASTER, _LIVE),
    c.Terminate: (_MASTER, _NOT_OVER),
    c.Tick: (frozenset((GameRole.CLOCK,)), _ALWAYS),
    c.Halt: (frozenset((GameRole.CLOCK,)), _LIVE),
}
"""For each command the roles of which one is needed, and the stages in which it can be given."""


def may_give(g: JudgedGame, kind: type[c.Command], his: Set[GameRole]) -> bool:
    """True if somebody with these roles in a game may give a command of a kind now, as far as they
    and the stage go."""
    roles, stages = WHO_MAY[kind]
    return not roles.isdisjoint(his) and g.stage in stages


_BY_THE_CLOCK: Final = frozenset((c.SetBeginning, c.SetDeadline, c.Eject, c.TurnAway))
"""What the judge himself does as well: he gives the time that is missing where he stood still, and
takes seats from those whom moderators have barred."""


def check_may(g: JudgedGame, command: c.Command, actor: Actor) -> None:
    """See that somebody may give a command now.

    Raises:
        ActionRefused: if not.
    """
    roles, stages = WHO_MAY[type(command)]
    if not (roles & actor.roles(g) or (actor.is_clock and type(command) in _BY_THE_CLOCK)):
        who = " or ".join(sorted(role.value for role in roles))
        remedy = "sign in" if not actor.user else ""
        raise ActionRefused("not-allowed", f"only a {who} of this game may do that", remedy)
    if type(command) in _NOT_FOR_GUESTS:
        check_account(actor)
    if g.stage not in stages:
        raise ActionRefused("wrong-stage", f"the game is {g.stage.value}")
    check_not_barred(actor.bars, *_barring(command))


def _barring(command: c.Command) -> tuple[SanctionKind, ...]:
    """The kinds of sanctions that hold a command back."""
    if type(command) in _LEAVING:
        return ()
    if isinstance(command, c.Send) and not _is_for_masters(command):
        return (SanctionKind.BAN, SanctionKind.MUTE)
    return (SanctionKind.BAN,)


def _is_for_masters(command: c.Send) -> bool:
    return bool(command.to) and {one.upper() for one in command.to} <= {MASTER, "GM"}


_LEAVING: Final = frozenset((c.Leave, c.Decline, c.StopObserving, c.Resign, c.StepDown))
"""Commands that nobody is kept from: others need not wait for him."""


_NOT_FOR_GUESTS: Final = frozenset((c.Invite, c.Promote))
"""Commands by which others are written to, or become masters."""


def check_account(actor: Actor) -> None:
    """See that somebody is no guest, for what takes an account.

    Raises:
        ActionRefused: if he is one.
    """
    if actor.is_guest:
        raise ActionRefused("guest", "that takes an account", "register first")

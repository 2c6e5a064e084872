"""A judge that was quiet goes live: what has come due meanwhile, and mails that waited, are decided
about before anything happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import CLOCK
from dragoman.judge.service import Judge
from dragoman.judge.storage.quiet import be_live, quiet_since
from dragoman.judge.storage.tables import games, incoming, outbox
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa


class WaitingMails(Enum):
    """The fate of mails and calls that wait: those that the judge was about to send when the
    copy was made may have been sent by it."""

    SEND = "send"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class WentLive:
    """The result of going live: games whose deadlines were shifted, and mails that were dropped."""

    shifted: tuple[int, ...]
    dropped: int


def go_live(
    judge: Judge,
    now: datetime,
    mails: WaitingMails | None = None,
    shift: timedelta | None = None,
    why: str = "the judge stood still",
) -> WentLive | None:
    """Have a quiet judge do what is due; None where it is live already. All of it or nothing.

    Deadlines are shifted by a span in every game that has one, and its people are told why; by no
    time, what is overdue is judged at once.

    Raises:
        ActionRefused: if mails wait, or games are overdue, and nobody said what becomes of them.
    """
    with judge.database.together():
        if quiet_since(judge.database) is None:
            return None
        if mails is WaitingMails.DROP:
            while judge.notify(now):
                pass
        with judge.database.reading() as connection:
            waiting: int = connection.execute(_WAITING).scalar_one()
            waiting += connection.execute(_UNANSWERED).scalar_one()
            late: int = connection.execute(_LATE, {"now": now}).scalar_one()
            numbers = list(connection.execute(sa.select(games.c.id).order_by(games.c.id)).scalars())
        if waiting and mails is None:
            what = f"{waiting} mails wait that the judge may have sent, or answered, elsewhere"
            raise ActionRefused("mails-wait", what, "say --mails send, or --mails drop")
        if late and shift is None:
            what = f"{late} games have come due meanwhile"
            remedy = "give everybody time, as --shift 26h, or have them judged: --shift 0"
            raise ActionRefused("games-overdue", what, remedy)
        shifted = tuple(one for one in numbers if shift and _shift(judge, one, shift, why, now))
        with judge.database.writing() as connection:
            if mails is WaitingMails.DROP:
                connection.execute(sa.delete(outbox).where(outbox.c.due.is_not(None)))
                connection.execute(sa.delete(incoming).where(incoming.c.due.is_not(None)))
            be_live(connection)
    return WentLive(shifted, waiting if mails is WaitingMails.DROP else 0)


_WAITING: Final = sa.select(sa.func.count()).where(outbox.c.due.is_not(None))
_UNANSWERED: Final = sa.select(sa.func.count()).where(incoming.c.due.is_not(None))
_LATE: Final = sa.select(sa.func.count()).where(games.c.due <= sa.bindparam("now"))


def _shift(judge: Judge, number: int, by: timedelta, why: str, now: datetime) -> bool:
    """Give a game more time; whether it had any."""
    g = judge.games.load(number)
    moment = g.deadline or g.begins_at
    if moment is None:
        return False
    if moment + by <= now:
        hours = int((now - moment).total_seconds() // 3600) + 1
        what = f"game {number} would be overdue all the same"
        raise ActionRefused("shifted-too-little", what, f"shift by more than {hours} h")
    if g.deadline is not None:
        command: c.Command = c.SetDeadline(g.deadline + by, why)
    else:
        command = c.SetBeginning(moment + by)
    told = judge.games.act(number, command, CLOCK, now)
    if told.refused:
        raise ActionRefused("not-shifted", f"game {number}: {told.told[0]}")
    return True

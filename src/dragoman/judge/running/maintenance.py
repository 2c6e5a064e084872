"""Maintenance of a judge while people play on it: it is announced, stands still, is only read, and
goes on where it was."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from dragoman.judge.running.shifts import DeadlineShift, carry_on, order_resuming
from dragoman.judge.service import Judge
from dragoman.judge.storage.upkeep import (
    Announcement,
    Standstill,
    StandstillMode,
    announce,
    changing,
    only_paused,
    stand_still,
    upkeep_in,
)
from dragoman.refusal import ActionRefused

LONGEST: Final = 500
"""Letters of what is announced, and of a reason."""


def announce_maintenance(judge: Judge, announced: Announcement, now: datetime) -> None:
    """Have everybody who comes told what is ahead.

    Raises:
        ActionRefused: if there is no text, or its end comes before its beginning or is over.
    """
    _check_text(announced.text, "what is announced")
    begins, ends = announced.begins, announced.ends
    if ends is not None and (ends <= now or (begins is not None and ends <= begins)):
        what = "that ends before it begins, or has ended already"
        raise ActionRefused("wrong-moments", what, "name a later end")
    announce(judge.database, announced)


def mail_announcement(judge: Judge, announced: Announcement, now: datetime) -> int:
    """Mail an announcement to those who have a deadline while it lasts and wish mails about the
    course of games; how many they are. Who was mailed it is not mailed it again.

    Raises:
        ActionRefused: if nobody knows when it is, or the database does not answer.
    """
    if announced.begins is None or announced.ends is None:
        what = "nobody knows whose deadlines are in that time"
        raise ActionRefused("no-moments", what, "name its beginning and its end")
    return judge.notices.tell_of_announcement(judge.games, announced, now)


def stop(
    judge: Judge,
    mode: StandstillMode,
    why: str,
    now: datetime,
    length: timedelta | None = None,
) -> Standstill:
    """Stop all clocks, or have the judge only read besides; in all likelihood for so long.

    Raises:
        ActionRefused: if nothing says why, or the database does not answer.
    """
    _check_text(why, "why it stands still")
    back = None if length is None else now + length
    return stand_still(judge.database, mode, why.strip(), now, back)


def _check_text(text: str, of: str) -> None:
    if not text.strip():
        raise ActionRefused("no-reason", f"nothing says {of}: everybody is told", "write it")
    if len(text) > LONGEST:
        raise ActionRefused("reason-too-long", f"that has at most {LONGEST} letters", "shorten it")


def order_going_on(judge: Judge, now: datetime) -> int:
    """Have a judge that stands still go on: it is written again at once, and its clocks run when
    each deadline is as far away as it was; the number of the shift that does so.

    Raises:
        ActionRefused: if it does not stand still, its deadlines are being shifted, or the database
            does not answer.
    """
    with changing(judge.database) as connection:
        found = upkeep_in(connection).standstill
        if found is None:
            raise ActionRefused("not-still", "the judge does not stand still")
        only_paused(connection)
        return order_resuming(connection, found.since, now)


def finish(judge: Judge, now: datetime) -> DeadlineShift | None:
    """Carry on the shift at hand to its end, whoever else is at it; None where there is none.

    Raises:
        ActionRefused: if the database does not answer.
    """
    found = carry_on(judge.games, now)
    while found is not None and found.finished is None:
        following = carry_on(judge.games, now)
        found = following or found
        if following is None:
            break
    return found

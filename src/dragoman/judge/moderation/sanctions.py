"""Sanctions: warnings, mutes and bans that moderators decide, with reasons, and appeals against
them.

Whoever is concerned is told of each decision by mail, in his language, and on a page of his own,
which also says how to appeal. Nobody who reported him is named."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.people import People
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry
from dragoman.judge.commands.bars import Bar, SanctionKind
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.moderation.decision_mails import (
    AppealDecided,
    PlayerBarred,
    ReportAnswered,
    Sanctioned,
    SanctionLifted,
    Told,
    tell,
)
from dragoman.judge.moderation.moderators import role_of
from dragoman.judge.moderation.reports import Report, decide
from dragoman.judge.storage.audit import note
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.moderation_tables import appeals, moderator_notes, sanctions
from dragoman.judge.storage.tables import people
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

LONGEST: Final = 2000
LONGEST_SANCTION: Final = timedelta(days=3650)
_WARNED: Final = timedelta(days=14)
"""For so long somebody is told of a warning on his first page."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sanction as it is decided: its reason is told to whom it is for; for good without a
    length."""

    kind: SanctionKind
    why: str
    length: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal: ``open``, ``granted`` or ``refused``, and the answer to it."""

    number: int
    sanction: int
    at: datetime
    text: str
    state: str
    answer: str


@dataclass(frozen=True, slots=True)
class Sanction:
    """A sanction. ``by`` is who decided it, whom nobody but moderators is told of."""

    number: int
    person: int
    kind: SanctionKind
    why: str
    since: datetime
    until: datetime | None
    by: int
    lifted: datetime | None
    lifted_why: str
    appeal: Appeal | None = None

    def holds(self, now: datetime) -> bool:
        """True if it holds at a moment."""
        is_over = self.until is not None and self.until <= now
        return self.lifted is None and not is_over


@dataclass(frozen=True, slots=True)
class ModeratorNote:
    """A note about somebody, for moderators."""

    at: datetime
    by: int
    text: str


class Sanctions:
    """The sanctions of a database."""

    def __init__(self, database: Database, site: Site, people_: People) -> None:
        self._database, self._site, self._people = database, site, people_

    def bars(self, person: int, now: datetime) -> tuple[Bar, ...]:
        """All that is taken from somebody, or from the owner of a program, at a moment."""
        if not person:
            return ()
        asked = {"person": person, "now": now}
        with self._database.asking() as connection:
            rows = connection.execute(_BARS, asked).all()
        return tuple(Bar(SanctionKind(row.kind), row.until, row.why) for row in rows)

    def of(self, actor: Actor, person: int) -> tuple[Sanction, ...]:
        """The sanctions of somebody, the latest first: for himself and for moderators."""
        if not actor.user or actor.user != person:
            check_may(AccountAction.MODERATE, actor, person)
        return self._found(sanctions.c.person == person)

    def told_of(self, person: int, now: datetime) -> tuple[Sanction, ...]:
        """The sanctions of which somebody is told on his first page: those that hold, warnings for
        a while."""
        is_recent = sanctions.c.since > now - _WARNED
        is_warning = sanctions.c.kind == SanctionKind.WARNING.value
        return self._found(
            (sanctions.c.person == person)
            & sanctions.c.lifted.is_(None)
            & (is_recent | ~is_warning)
            & (sanctions.c.until.is_(None) | (sanctions.c.until > now))
        )

    def one(self, actor: Actor, number: int) -> Sanction:
        """A sanction, for moderators.

        Raises:
            ActionRefused: if there is none.
        """
        check_may(AccountAction.MODERATE, actor)
        return self._one(number)

    def appealed(self, actor: Actor) -> tuple[Sanction, ...]:
        """The sanctions whose appeals wait, those first that wait longest."""
        check_may(AccountAction.MODERATE, actor)
        found = self._found(appeals.c.state == "open", appeals.c.id)
        return tuple(one for one in found if one.person != actor.user)

    def check_may_impose(self, actor: Actor, person: int) -> None:
        """See that somebody may sanction another: no moderator himself, and none but an admin
        those who moderate.

        Raises:
            ActionRefused: if not, or there is nobody.
        """
        check_may(AccountAction.MODERATE, actor, person)
        found = self._people.person(person)
        if found.is_admin or (found.is_moderator and not actor.is_admin):
            what = f"{found.name} moderates as well: an admin decides that"
            if found.is_admin:
                what = f"{found.name} is an admin: nobody is above one"
            raise ActionRefused("not-allowed", what)
        if found.owner is not None:
            raise ActionRefused("not-allowed", "a program answers for nothing", "name its owner")

    def impose(
        self,
        actor: Actor,
        person: int,
        sentence: Sentence,
        now: datetime,
        report: Report | None = None,
        answer: str = "",
    ) -> int:
        """Decide a sanction, and with it a report where there is one; all concerned are told. The
        number of the sanction.

        Raises:
            ActionRefused: if it may not be, has no reason, or the report was decided meanwhile.
        """
        self.check_may_impose(actor, person)
        why = checked_text(sentence.why, "say why: he is told")
        if sentence.length is not None and not timedelta(0) < sentence.length <= LONGEST_SANCTION:
            raise ActionRefused("wrong-length", "a sanction lasts at least a moment", "name days")
        is_warning = sentence.kind is SanctionKind.WARNING
        until = None if is_warning or sentence.length is None else now + sentence.length
        row = {"person": person, "kind": sentence.kind.value, "why": why, "since": now}
        row |= {"until": until, "by": actor.user, "lifted_why": ""}
        with self._database.writing() as connection:
            if report is not None:
                self._answer(connection, actor, report, "acted", answer, now)
            made = sa.insert(sanctions).values(row).returning(sanctions.c.id)
            number: int = connection.execute(made).scalar_one()
            self._tell(connection, person, Sanctioned(sentence.kind, why, until), now)
            self._note(
                connection, actor, AuditAct.SANCTION, person, f"{sentence.kind.value} {number}"
            )
        return number

    def dismiss(self, actor: Actor, report: Report, answer: str, now: datetime) -> None:
        """Decide that nothing follows from a report; whoever reported it is told.

        Raises:
            ActionRefused: if it was decided meanwhile.
        """
        check_may(AccountAction.MODERATE, actor)
        with self._database.writing() as connection:
            self._answer(connection, actor, report, "dismissed", answer, now)

    def lift(self, actor: Actor, number: int, why: str, now: datetime) -> None:
        """End a sanction before its time; whom it was for is told.

        Raises:
            ActionRefused: if it does not hold any more, or no reason is given.
        """
        check_may(AccountAction.MODERATE, actor)
        why, person = checked_text(why, "say why: he is told"), self._one(number).person
        with self._database.writing() as connection:
            self._lift(connection, actor, number, person, why, now)
            self._tell(connection, person, SanctionLifted(why), now)

    def appeal(self, actor: Actor, number: int, text: str, now: datetime) -> int:
        """Appeal against a sanction of one's own, once; the number of the appeal.

        Raises:
            ActionRefused: if it is not his, does not hold, or he has appealed already.
        """
        text = checked_text(text, "say why it is wrong")
        with self._database.writing() as connection:
            mine = (sanctions.c.id == number) & (sanctions.c.person == actor.user)
            row = connection.execute(sa.select(sanctions).where(mine).with_for_update()).first()
            if not actor.user or row is None:
                raise ActionRefused("no-sanction", "there is no such decision about you")
            if row.lifted is not None or (row.until is not None and row.until <= now):
                raise ActionRefused("sanction-over", "this does not hold any more")
            same = sa.select(appeals.c.id).where(appeals.c.sanction == number)
            if connection.execute(same).first() is not None:
                what = "you have appealed against this once"
                raise ActionRefused("appealed-already", what, "wait for the answer, or accept it")
            made = {"sanction": number, "at": now, "text": text, "state": "open", "answer": ""}
            new = sa.insert(appeals).values(made).returning(appeals.c.id)
            return connection.execute(new).scalar_one()

    def decide_appeal(
        self, actor: Actor, number: int, is_granted: bool, answer: str, now: datetime
    ) -> None:
        """Answer the appeal against a sanction, and lift it where that is granted. Who decided the
        sanction may lift it; to refuse the appeal takes somebody else, where there is one.

        Raises:
            ActionRefused: if there is none that waits, he may not, or no reason is given.
        """
        check_may(AccountAction.MODERATE, actor)
        answer = checked_text(answer, "say why: he is told")
        found = self._one(number)
        if found.person == actor.user:
            raise ActionRefused("not-allowed", "nobody decides about himself")
        if not is_granted and found.by == actor.user and self._others(actor):
            what = "you decided this yourself: another moderator answers the appeal"
            raise ActionRefused("not-allowed", what, "leave it to another, or grant it")
        state = "granted" if is_granted else "refused"
        values = {"state": state, "decided": now, "decided_by": actor.user, "answer": answer}
        waiting = (appeals.c.sanction == number) & (appeals.c.state == "open")
        with self._database.writing() as connection:
            decided = sa.update(appeals).where(waiting).values(values)
            if connection.execute(decided).rowcount != 1:
                what = "no appeal waits here"
                raise ActionRefused("changed-meanwhile", what, "read what was decided")
            if is_granted:
                self._lift(connection, actor, number, found.person, answer, now)
            self._tell(connection, found.person, AppealDecided(is_granted, answer), now)
            self._note(connection, actor, AuditAct(f"appeal-{state}"), found.person, str(number))

    def tell_masters(self, game: int, g: JudgedGame, power: str, now: datetime) -> None:
        """Tell the masters of a game that whoever plays a power is barred: they may give his seat
        to another."""
        link = f"{self._site.address.rstrip('/')}/games/{game}"
        barred = PlayerBarred(g.settings.title, power.title(), link)
        with self._database.writing() as connection:
            for master in g.masters:
                if master != g.seats[power].user:
                    self._tell(connection, master, barred, now)

    def add_note(self, actor: Actor, person: int, text: str, now: datetime) -> None:
        """Write a note about somebody, which moderators alone read."""
        check_may(AccountAction.MODERATE, actor, person)
        row = {"at": now, "by": actor.user, "about": person}
        row |= {"text": checked_text(text, "there is nothing to note")}
        with self._database.writing() as connection:
            connection.execute(sa.insert(moderator_notes).values(row))
            self._note(connection, actor, AuditAct.NOTE, person, "")

    def notes(self, actor: Actor, person: int) -> tuple[ModeratorNote, ...]:
        """The notes about somebody, the latest first."""
        check_may(AccountAction.MODERATE, actor, person)
        wanted = sa.select(moderator_notes).where(moderator_notes.c.about == person)
        with self._database.asking() as connection:
            rows = connection.execute(wanted.order_by(moderator_notes.c.id.desc())).all()
        return tuple(ModeratorNote(row.at, row.by, row.text) for row in rows)

    def _answer(
        self,
        connection: sa.Connection,
        actor: Actor,
        report: Report,
        state: str,
        answer: str,
        now: datetime,
    ) -> None:
        """Decide a report and those of the same thing; each who reported it is told."""
        answer = answer.strip()[:LONGEST]
        for one in decide(connection, actor, report, state, answer, now):
            self._tell(connection, one.by, ReportAnswered(one.shown, state, answer), now)
        self._note(connection, actor, AuditAct(f"report-{state}"), report.about, report.subject)

    def _lift(
        self,
        connection: sa.Connection,
        actor: Actor,
        number: int,
        person: int,
        why: str,
        now: datetime,
    ) -> None:
        holds = sanctions.c.until.is_(None) | (sanctions.c.until > now)
        mine = (sanctions.c.id == number) & sanctions.c.lifted.is_(None) & holds
        mine &= sanctions.c.person != actor.user
        values = {"lifted": now, "lifted_by": actor.user, "lifted_why": why}
        if connection.execute(sa.update(sanctions).where(mine).values(values)).rowcount != 1:
            what = "this sanction does not hold any more"
            raise ActionRefused("changed-meanwhile", what, "read what was decided")
        self._note(connection, actor, AuditAct.LIFT, person, str(number))

    def _others(self, actor: Actor) -> bool:
        """True if anybody else moderates."""
        may = people.c.is_moderator | people.c.is_admin
        others = sa.select(people.c.id).where(
            may, people.c.id != actor.user, people.c.deleted.is_(None), people.c.blocked.is_(None)
        )
        with self._database.asking() as connection:
            return connection.execute(others.limit(1)).first() is not None

    def _tell(self, connection: sa.Connection, person: int, told: Told, now: datetime) -> None:
        tell(connection, self._site, person, told, now)

    def _note(
        self,
        connection: sa.Connection,
        actor: Actor,
        act: AuditAct,
        person: int | None,
        detail: str,
    ) -> None:
        entry = AuditEntry(actor.user, role_of(actor), act, person=person, detail=detail)
        note(connection, entry)

    def _one(self, number: int) -> Sanction:
        found = self._found(sanctions.c.id == number)
        if not found:
            raise ActionRefused("no-sanction", f"there is no sanction {number}")
        return found[0]

    def _found(self, which: sa.ColumnElement[bool], order: Any = None) -> tuple[Sanction, ...]:
        appeal = [appeals.c[name].label(f"appeal_{name}") for name in _OF_APPEAL]
        wanted = sa.select(sanctions, *appeal).outerjoin(appeals).where(which)
        wanted = wanted.order_by(sanctions.c.id.desc() if order is None else order)
        with self._database.asking() as connection:
            return tuple(map(_sanction, connection.execute(wanted)))


_OF_APPEAL: Final = ("id", "at", "text", "state", "answer")

# Put together once: every command asks it.
_OWNER: Final = (
    sa.select(people.c.owner).where(people.c.id == sa.bindparam("person")).scalar_subquery()
)
_BARS: Final = sa.select(sanctions.c.kind, sanctions.c.until, sanctions.c.why).where(
    (sanctions.c.person == sa.bindparam("person")) | (sanctions.c.person == _OWNER),
    sanctions.c.kind != SanctionKind.WARNING.value,
    sanctions.c.lifted.is_(None),
    sanctions.c.until.is_(None)
    | (sanctions.c.until > sa.bindparam("now", type_=sanctions.c.until.type)),
)


def checked_text(text: str, lacking: str) -> str:
    """A text that somebody has to give, without what is around it.

    Raises:
        ActionRefused: if there is none, or too much of it.
    """
    text = text.strip()
    if not text:
        raise ActionRefused("no-reason", lacking, "write it down")
    if len(text) > LONGEST:
        raise ActionRefused("too-long", f"this has at most {LONGEST} letters", "shorten it")
    return text


def _sanction(row: Any) -> Sanction:
    appeal = None
    if row.appeal_id is not None:
        appeal = Appeal(
            row.appeal_id, row.id, row.appeal_at, row.appeal_text, row.appeal_state,
            row.appeal_answer,
        )  # fmt: skip
    return Sanction(
        row.id,
        row.person,
        SanctionKind(row.kind),
        row.why,
        row.since,
        row.until,
        row.by,
        row.lifted,
        row.lifted_why,
        appeal,
    )

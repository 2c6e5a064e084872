"""Reports of misconduct: letters, people, names and games, from where they are seen, and the queue
of them for moderators.

The moderators of a judge are no masters of its games. Of a game they are shown the letter that was
reported and its thread, as whoever reported it reads them, and nothing else; who plays there
himself is shown neither."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.people import People
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.accounts.rate_limits import RateLimit, take_attempts
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.moderation.moderators import role_of
from dragoman.judge.storage.audit import note_reading
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore, no_game
from dragoman.judge.storage.moderation_tables import misconduct_reports as reports
from dragoman.judge.storage.tables import people
from dragoman.judge.views.press_view import MessageShape, message_view, press_view, thread_of
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

REPORT: Final = RateLimit("report", 6, 6)
"""Reports of one person."""
REPORT_FROM: Final = RateLimit("report from", 12, 12)
"""Reports from one place, by whomever."""
MOST_OPEN: Final = 20
"""Reports of one person that wait to be decided."""
LONGEST: Final = 2000
_THREAD: Final = 60
"""Letters of a thread that are shown, up to the one reported and after it."""


class ReportGround(Enum):
    """The grounds of reports."""

    INSULT = "insult"
    SPAM = "spam"
    NAME = "name"
    ACCOUNTS = "accounts"
    """Several accounts of one person, or people who play as one."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Misconduct:
    """The thing that somebody reports: a letter of a game, a game, or a person."""

    ground: ReportGround
    why: str
    person: int = 0
    game: int = 0
    letter: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A report. ``about`` is the account complained of, ``shown`` the name or title as it was;
    ``state`` is ``open``, ``acted`` or ``dismissed``."""

    number: int
    at: datetime
    by: int
    subject: str
    about: int | None
    game: int | None
    letter: int | None
    ground: ReportGround
    why: str
    shown: str
    state: str
    decided: datetime | None = None
    decided_by: int | None = None
    answer: str = ""


@dataclass(frozen=True, slots=True)
class ReportedThread:
    """The letters of a thread around the one that was reported."""

    game: int
    title: str
    letters: list[MessageShape]
    number: int
    """The number of the letter that was reported."""


class Reports:
    """The reports of a database."""

    def __init__(self, database: Database, games: GameStore, people: People) -> None:
        self._database, self._games, self._people = database, games, people

    def make(self, actor: Actor, what: Misconduct, came_from: str, now: datetime) -> int:
        """Report something; the number of the report.

        Raises:
            ActionRefused: if there is no such thing for whoever reports it, it is his own, he
                reported it already, or it is too much.
        """
        if not actor.user:
            raise ActionRefused("not-allowed", "this takes somebody who is signed in", "sign in")
        why = what.why.strip()
        if not why:
            raise ActionRefused("no-reason", "say what is wrong: moderators read it")
        if len(why) > LONGEST:
            raise ActionRefused("too-long", f"a report has at most {LONGEST} letters")
        subject, about, shown = self._subject(actor, what)
        if about is not None:
            # A program answers for nothing: its owner does.
            about = self._people.person(about).owner or about
        if about == actor.user:
            raise ActionRefused("oneself", "that is yourself")
        take_attempts(
            self._database, now, (REPORT, f"account {actor.user}"), (REPORT_FROM, came_from)
        )
        row = {"at": now, "by": actor.user, "subject": subject, "about": about, "shown": shown}
        row |= {"game": what.game or None, "letter": what.letter or None, "why": why}
        row |= {"ground": what.ground.value, "state": "open", "answer": ""}
        with self._database.writing() as connection:
            mine = (reports.c.by == actor.user) & (reports.c.state == "open")
            open_ = list(connection.execute(sa.select(reports.c.subject).where(mine)).scalars())
            if subject in open_:
                what_ = "you have reported this, and nobody has decided yet"
                raise ActionRefused("reported-already", what_, "wait for the answer")
            if len(open_) >= MOST_OPEN:
                what_ = f"{MOST_OPEN} reports of yours wait to be decided"
                raise ActionRefused("too-many-reports", what_, "wait for the answers")
            made = sa.insert(reports).values(row).returning(reports.c.id)
            return connection.execute(made).scalar_one()

    def _subject(self, actor: Actor, what: Misconduct) -> tuple[str, int | None, str]:
        """The key of what is reported, the account that is complained of, and how it is called."""
        if what.game:
            g = self._games.load(what.game)
            if not actor.knows(g):
                raise no_game(what.game)
            viewer = Viewer(g, actor)
            if what.letter:
                author = _author(viewer, what.letter)
                return f"letter {what.game}/{what.letter}", author, g.settings.title
            if not (viewer.may_look or g.settings.listed):
                raise no_game(what.game)
            master = next(iter(g.masters), None)
            return f"game {what.game}", master, g.settings.title
        person = self._people.person(what.person)
        if person.is_deleted:
            raise ActionRefused("no-person", f"there is no account {what.person}")
        kind = "name" if what.ground is ReportGround.NAME else "person"
        return f"{kind} {person.number}", person.number, person.name

    def mine(self, actor: Actor) -> tuple[Report, ...]:
        """The reports that somebody made, the latest first."""
        return self._found(reports.c.by == actor.user)

    def about(self, actor: Actor, person: int) -> tuple[Report, ...]:
        """The reports about somebody, the latest first."""
        check_may(AccountAction.MODERATE, actor, person)
        return self._found(reports.c.about == person)

    def queue(self, actor: Actor, is_open: bool = True, most: int = 100) -> tuple[Report, ...]:
        """The reports that wait, those first that wait longest; or those decided, the latest
        first. Nobody is shown those about himself, and those about moderators go to admins."""
        check_may(AccountAction.MODERATE, actor)
        is_of_state = reports.c.state == "open" if is_open else reports.c.state != "open"
        order = reports.c.id if is_open else reports.c.id.desc()
        return self._found(is_of_state & _is_for(actor), order=order, most=most)

    def read(self, actor: Actor, number: int) -> tuple[Report, ...]:
        """A report, and after it the others of the same thing that were open with it. That it is
        read is noted.

        Raises:
            ActionRefused: if there is none, or it is about whoever asks.
        """
        found = self.one(actor, number)
        note_reading(self._database, _noted(actor, AuditAct.READ_REPORT, found))
        same = (reports.c.subject == found.subject) & (reports.c.id != number)
        if found.decided is None:
            return (found, *self._found(same & (reports.c.state == "open")))
        return (found, *self._found(same & (reports.c.decided == found.decided)))

    def one(self, actor: Actor, number: int) -> Report:
        """A report.

        Raises:
            ActionRefused: if there is none, or it is about whoever asks.
        """
        check_may(AccountAction.MODERATE, actor)
        found = self._found((reports.c.id == number) & _is_for(actor))
        if not found:
            raise ActionRefused("no-report", f"there is no report {number}")
        return found[0]

    def thread(self, actor: Actor, report: Report) -> ReportedThread | None:
        """The letter of a report and its thread, as whoever reported it reads them; None where it
        is about no letter. That it is read is noted.

        Raises:
            ActionRefused: if whoever asks plays in this game, and it goes on.
        """
        check_may(AccountAction.MODERATE, actor)
        if report.game is None or report.letter is None:
            return None
        g = self._games.load(report.game)
        if Viewer(g, Actor(actor.user)).power is not None and g.ended is None:
            what = "you play in this game: another moderator has to look at its letters"
            raise ActionRefused("not-allowed", what, "leave it to another")
        note_reading(self._database, _noted(actor, AuditAct.READ_THREAD, report))
        reader = Viewer(g, Actor(report.by))
        return ReportedThread(
            report.game, g.settings.title, _around(reader, report.letter), report.letter
        )

    def _found(
        self, which: sa.ColumnElement[bool], order: Any = None, most: int = 100
    ) -> tuple[Report, ...]:
        ordered = reports.c.id.desc() if order is None else order
        wanted = sa.select(reports).where(which).order_by(ordered).limit(most)
        with self._database.asking() as connection:
            return tuple(map(_report, connection.execute(wanted)))


def _is_for(actor: Actor) -> sa.ColumnElement[bool]:
    """The condition that a report is for somebody who moderates."""
    about = reports.c.about
    others = about != actor.user
    if not actor.is_admin:
        staff = sa.select(people.c.id).where(people.c.is_moderator | people.c.is_admin)
        others &= about.notin_(staff)
    return about.is_(None) | others


def decide(
    connection: sa.Connection, actor: Actor, found: Report, state: str, answer: str, now: datetime
) -> list[Report]:
    """Decide all open reports of the same thing, in the transaction at hand; those reports.

    Raises:
        ActionRefused: if somebody else was faster.
    """
    same = (reports.c.subject == found.subject) & (reports.c.state == "open")
    values = {"state": state, "decided": now, "decided_by": actor.user, "answer": answer}
    decided = sa.update(reports).where(same).values(values).returning(reports)
    rows = [_report(row) for row in connection.execute(decided)]
    if not rows:
        what = "this report was decided meanwhile"
        raise ActionRefused("changed-meanwhile", what, "read what was decided")
    return rows


def _author(viewer: Viewer, letter: int) -> int:
    """The account of whoever wrote a letter that somebody may read."""
    g = viewer.g
    if not 1 <= letter <= len(g.messages) or not viewer.may_read(g.messages[letter - 1]):
        raise ActionRefused("no-message", f"there is no message {letter}")
    message = g.messages[letter - 1]
    if not message.author:
        raise ActionRefused("bot-letter", "a bot wrote this", "tell the game master")
    return message.author


def _around(reader: Viewer, letter: int) -> list[MessageShape]:
    message = reader.g.messages[letter - 1]
    thread = thread_of(reader, message)
    before = press_view(reader, before=letter + 1, thread=thread, limit=_THREAD, with_muted=True)
    after = press_view(reader, after=letter, thread=thread, with_muted=True)[:_THREAD]
    found = [*before, *after]
    if all(one["number"] != letter for one in found):
        found.append(message_view(reader, message))
    return found


def _noted(actor: Actor, act: AuditAct, report: Report) -> AuditEntry:
    who, role = actor.user, role_of(actor)
    return AuditEntry(who, role, act, report.game, report.about, f"report {report.number}")


def _report(row: Any) -> Report:
    return Report(
        row.id,
        row.at,
        row.by,
        row.subject,
        row.about,
        row.game,
        row.letter,
        ReportGround(row.ground),
        row.why,
        row.shown,
        row.state,
        row.decided,
        row.decided_by,
        row.answer,
    )

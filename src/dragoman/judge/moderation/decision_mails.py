"""Mails about decisions of moderators: to whom they are about, and to whoever reported it; each in
the reader's language. None names who reported or decided something."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from dragoman.extras import extra
from dragoman.judge.accounts.account_mails import Site, account_mail
from dragoman.judge.accounts.people import first_address
from dragoman.judge.accounts.preferences import MailWishes, wishes_of
from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.outbox.letters import post
from dragoman.judge.storage.tables import people
from dragoman.judge.wording.wording import moment_said, said
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Sanctioned:
    """A sanction was decided."""

    kind: SanctionKind
    why: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class SanctionLifted:
    """A sanction ends before its time."""

    why: str


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """An appeal was answered."""

    is_granted: bool
    answer: str


@dataclass(frozen=True, slots=True)
class ReportAnswered:
    """A report was decided: ``acted`` or ``dismissed``; ``shown`` is what it was about."""

    shown: str
    state: str
    answer: str


@dataclass(frozen=True, slots=True)
class PlayerBarred:
    """A player is barred from the judge; told to a master in whose game he has a seat."""

    title: str
    power: str
    link: str


Told: TypeAlias = Sanctioned | SanctionLifted | AppealDecided | ReportAnswered | PlayerBarred


def tell(connection: sa.Connection, site: Site, person: int, told: Told, now: datetime) -> None:
    """Write somebody a mail, in the transaction at hand, if he has an address that takes mails."""
    to = first_address(connection, person)
    if to is None:
        return
    name = connection.execute(sa.select(people.c.name).where(people.c.id == person)).scalar_one()
    wishes = wishes_of(connection, (person,)).get(person, MailWishes())
    parts = {"name": name, **_parts(site, wishes, told)}
    post(connection, account_mail(site, wishes.language, _key(told), to, person, **parts), now)


def _key(told: Told) -> str:
    match told:
        case Sanctioned():
            return f"sanction-{told.kind.value}"
        case SanctionLifted():
            return "sanction-lifted"
        case AppealDecided():
            return "appeal-granted" if told.is_granted else "appeal-refused"
        case ReportAnswered():
            return f"report-{told.state}"
        case PlayerBarred():
            return "player-barred"


def _parts(site: Site, wishes: MailWishes, told: Told) -> dict[str, str]:
    language = wishes.language
    match told:
        case Sanctioned():
            until = said(language, "account.further-notice")
            if told.until is not None:
                until = moment_said(language, told.until, wishes.zone)
            link = f"{site.address.rstrip('/')}/decisions"
            way = "account.appeal-by-mail" if site.mail else "account.appeal-by-page"
            return {"why": told.why, "until": until, "appeal": said(language, way, link=link)}
        case SanctionLifted():
            return {"why": told.why}
        case AppealDecided():
            return {"why": told.answer}
        case ReportAnswered():
            return {"about": told.shown, "why": told.answer}
        case PlayerBarred():
            return {"title": told.title, "power": told.power, "link": told.link}

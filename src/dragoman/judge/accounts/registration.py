"""Registration: who may have an account here. Every door by which accounts are made asks this.

Admins say which way it goes, and may change it at any time: that is kept in the database, so it
holds for all processes at once. An invitation that an admin made lets somebody in always; one of
another person does unless registration is closed. Guests, who have no account, may begin by
themselves where anybody may register; else by the link of a game, or not at all where registration
is closed.

While the judge is under attack, whoever was not invited brings a solved puzzle, or waits for his
code. That is switched on by hand, or when more people register in an hour than admins think likely,
and goes off by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_invitations import AccountInvitations
from dragoman.judge.accounts.account_mails import Site, admin_mail
from dragoman.judge.accounts.credentials import printable
from dragoman.judge.accounts.house_texts import HouseText
from dragoman.judge.accounts.permissions import AccountAction, check_noted
from dragoman.judge.accounts.preferences import language_of
from dragoman.judge.accounts.puzzles import Puzzles
from dragoman.judge.accounts.rate_limits import WITHOUT_PUZZLE, take_attempts
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import post
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.registration_tables import (
    accepted_texts,
    registration_rules,
    registrations,
)
from dragoman.judge.storage.tables import (
    addresses,
    people,
)
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.words import LANGUAGES

with extra("judge"):
    import sqlalchemy as sa

SLOW: Final = timedelta(minutes=15)
"""For so long a code waits for whoever solved no puzzle while the judge is under attack."""
ALARM: Final = 60
"""Registrations in an hour that are taken for an attack, where admins have said nothing else."""
LONGEST_WORDS: Final = 500
MOST_DOMAINS: Final = 20_000
_CALM: Final = timedelta(hours=1)


class RegistrationMode(Enum):
    """Ways of coming to have an account."""

    OPEN = "open"
    """Anybody may register."""
    INVITATION = "invitation"
    """Whoever was invited by somebody who has an account."""
    APPROVAL = "approval"
    """Anybody, and an admin lets him in; whoever was invited is in at once."""
    CLOSED = "closed"
    """Nobody but whom an admin invited."""


@dataclass(frozen=True, slots=True)
class RegistrationRules:
    """The rules that admins have set. ``blocked`` are domains of mail, each with all below
    it; ``alarm`` is how many registrations an hour are an attack, 0 for any number; ``attack`` is
    until when the judge is under one."""

    mode: RegistrationMode = RegistrationMode.OPEN
    blocked: tuple[str, ...] = ()
    alarm: int = ALARM
    attack: datetime | None = None

    def is_under_attack(self, now: datetime) -> bool:
        return self.attack is not None and self.attack > now


@dataclass(frozen=True, slots=True)
class RegistrationWish:
    """All that somebody brings along who wants an account: the code of an invitation, words to the
    admins, a solved puzzle, the version of the notice that he accepts."""

    invitation: str = ""
    words: str = ""
    puzzle: str = ""
    accepted: str = ""


NO_WISH: Final = RegistrationWish()


@dataclass(frozen=True, slots=True)
class Admitted:
    """The way in which somebody may register: ``mail_at`` is when his code is mailed; ``waits``: an
    admin has to let him in."""

    mail_at: datetime
    waits: bool
    wish: RegistrationWish
    puzzle: str = ""
    notice: HouseText | None = None


class Registration:
    """The rules by which accounts are made in a database. ``admin`` is the address that is told
    where something needs one; where there is none, the first address of each admin is."""

    def __init__(self, database: Database, site: Site, admin: str = "") -> None:
        self._database, self._site, self._admin = database, site, admin
        self.puzzles = Puzzles(database)
        self.invitations = AccountInvitations(database)

    # What holds

    def rules(self) -> RegistrationRules:
        """The rules that hold now.

        Raises:
            ActionRefused: if the database does not answer.
        """
        with self._database.asking() as connection:
            return _rules(connection)

    def notice(self, language: str) -> HouseText | None:
        """The text that whoever registers has to accept, if there is one."""
        return self._site.texts.text("notice", language)

    def accepted_text(self, version: str) -> str | None:
        """A notice as it was when somebody accepted it, by its version."""
        wanted = sa.select(accepted_texts.c.text).where(accepted_texts.c.version == version)
        with self._database.asking() as connection:
            return connection.execute(wanted).scalar()

    def check_address(self, address: str) -> None:
        """See that mail of this domain is taken.

        Raises:
            ActionRefused: if it is not.
        """
        _check_domain(self.rules(), address)

    def admit(
        self, address: str, wish: RegistrationWish, now: datetime, *, is_guest: bool = False
    ) -> Admitted:
        """The way in which somebody may register, who may be a guest here.

        Raises:
            ActionRefused: if he may not, or something is missing.
        """
        rules = self.rules()
        _check_domain(rules, address)
        invited = self.invitations.check(wish.invitation, now) if wish.invitation else None
        if rules.mode is RegistrationMode.CLOSED and not (invited and invited.by_admin):
            what = "this judge takes nobody new at the moment"
            raise ActionRefused("registration-closed", what, "ask an admin for an invitation")
        if rules.mode is RegistrationMode.INVITATION and not (invited or is_guest):
            what = "who wants an account here has to be invited"
            remedy = "ask somebody who plays here for an invitation, and open its link"
            raise ActionRefused("invitation-needed", what, remedy)
        notice = self._accepted(wish.accepted)
        mail_at, puzzle = now, ""
        if rules.is_under_attack(now) and invited is None:
            if wish.puzzle:
                puzzle = self.puzzles.check(wish.puzzle, now)
            else:
                take_attempts(self._database, now, (WITHOUT_PUZZLE, ""))
                mail_at = now + SLOW
        waits = rules.mode is RegistrationMode.APPROVAL and invited is None
        return Admitted(mail_at, waits, wish, puzzle, notice)

    def check_guest(self, by_link: bool, now: datetime) -> None:
        """See that a guest may begin here, who came by the link of a game or by himself.

        Raises:
            ActionRefused: if not.
        """
        if not _takes_guests(self.rules(), by_link, now):
            what = "nobody plays here without an account at the moment"
            raise ActionRefused("no-guests", what, "register, or sign in")

    def takes_guests(self, by_link: bool, now: datetime) -> bool:
        """True if guests may begin here, who come by the link of a game or by themselves."""
        return _takes_guests(self.rules(), by_link, now)

    def check_without_address(self, number: int) -> None:
        """See that a guest may keep his account by a passkey alone, without an address.

        Raises:
            ActionRefused: if registration asks for more than that.
        """
        mode = self.rules().mode
        is_free = mode in (RegistrationMode.OPEN, RegistrationMode.INVITATION)
        if not is_free or self._site.texts.versions("notice"):
            with self._database.asking() as connection:
                mine = sa.select(people.c.is_guest).where(people.c.id == number)
                is_guest = bool(connection.execute(mine).scalar())
            if is_guest:
                what = "a passkey alone is not enough for an account here"
                raise ActionRefused("address-needed", what, "register with an address first")

    # What comes of it

    def record(
        self, connection: sa.Connection, number: int, admission: Admitted, now: datetime
    ) -> None:
        """Note how somebody came, in the transaction that makes his account; where too many come,
        the judge is under attack from now on.

        Raises:
            ActionRefused: if his invitation or his puzzle was used meanwhile.
        """
        wish, notice = admission.wish, admission.notice
        connection.execute(sa.delete(registrations).where(registrations.c.person == number))
        if wish.invitation:
            self.invitations.take(connection, wish.invitation)
        if admission.puzzle:
            self.puzzles.spend(connection, admission.puzzle, now)
        if notice is not None:
            said = {"version": notice.version, "language": notice.language, "text": notice.text}
            new = insert_new(connection, accepted_texts).values(said | {"since": now})
            connection.execute(new)
        row = {"person": number, "at": now, "invitation": wish.invitation or None}
        row |= {"words": _in_bounds(wish.words), "waits": admission.waits}
        row["notice"] = notice.version if notice is not None else None
        connection.execute(sa.insert(registrations).values(row))
        self._watch(connection, now)

    def confirmed(self, connection: sa.Connection, number: int, now: datetime) -> bool:
        """True if somebody who has shown that an address is his has to wait for an admin, who is
        told; in the transaction at hand."""
        if not waits(connection, number):
            return False
        self._tell_admins(connection, "applicant", now, once=f"applicants {now:%Y-%m-%d}")
        return True

    # What admins do

    def set_mode(self, actor: Actor, mode: RegistrationMode, now: datetime) -> None:
        """Have it go another way from now on; whoever waits for an admin goes on waiting."""
        self._set(actor, "mode", mode.value, now)

    def block_domains(self, actor: Actor, text: str, now: datetime) -> None:
        """Take no more mail addresses of these domains, one a line, nor of those below them, and
        of no others any less. Accounts that have one keep it.

        Raises:
            ActionRefused: if one is no domain.
        """
        found = dict.fromkeys(read_domain(one) for one in text.split())
        if len(found) > MOST_DOMAINS:
            raise ActionRefused("too-many-domains", f"these are more than {MOST_DOMAINS} domains")
        self._set(actor, "blocked", list(found), now)

    def set_alarm(self, actor: Actor, an_hour: int, now: datetime) -> None:
        """Take so many registrations in an hour for an attack; with 0 no number."""
        if not 0 <= an_hour <= 100_000:
            raise ActionRefused("wrong-alarm", "this is a number from 0 to 100000")
        self._set(actor, "alarm", an_hour, now)

    def set_attack(self, actor: Actor, hours: int, now: datetime) -> None:
        """Have whoever registers solve a puzzle for so many hours; with 0 no longer."""
        if not 0 <= hours <= 24 * 30:
            raise ActionRefused("wrong-hours", "these are 0 to 720 hours")
        until = (now + timedelta(hours=hours)).isoformat() if hours else ""
        self._set(actor, "attack", until, now)

    def _set(self, actor: Actor, name: str, value: object, now: datetime) -> None:
        detail = f"{name}: {value}"[:LONGEST_WORDS]
        check_noted(self._database, AccountAction.REGISTRATION, actor, detail=detail)
        with self._database.writing() as connection:
            _write(connection, name, value, actor.user, now)

    def _accepted(self, version: str) -> HouseText | None:
        """The notice that somebody accepts, as it is at the moment.

        Raises:
            ActionRefused: if there is one, and it is another.
        """
        versions = self._site.texts.versions("notice")
        if not versions:
            return None
        if (found := versions.get(version.strip())) is None:
            what = "an account here takes that you accept the notice as it is now"
            raise ActionRefused("notice-not-accepted", what, "read it and accept it")
        return found

    def _watch(self, connection: sa.Connection, now: datetime) -> None:
        """See if too many come; then the judge is under attack until that is over for an hour."""
        rules = _rules(connection)
        lately = sa.select(sa.func.count()).where(registrations.c.at > now - timedelta(hours=1))
        if not rules.alarm or connection.execute(lately).scalar_one() < rules.alarm:
            return
        until = now + _CALM
        if rules.attack is None or rules.attack < until:
            _write(connection, "attack", until.isoformat(), 0, now)
        if not rules.is_under_attack(now):
            self._tell_admins(connection, "attack", now, number=rules.alarm)

    def _tell_admins(
        self,
        connection: sa.Connection,
        what: str,
        now: datetime,
        once: str = "",
        **parts: object,
    ) -> None:
        told: Mapping[str, str] = (
            {self._admin: LANGUAGES[0]}
            if self._admin
            else {
                row.address: language_of(connection, row.person)
                for row in connection.execute(_ADMINS)
            }
        )
        for to, language in told.items():
            mail = admin_mail(self._site, language, what, to, **parts)
            post(connection, mail, now, f"{once} {to}" if once else "")


_ADMINS: Final = (
    sa.select(addresses.c.person, addresses.c.address)
    .join(people)
    .where(
        people.c.is_admin,
        people.c.blocked.is_(None),
        people.c.deleted.is_(None),
        addresses.c.is_first,
        addresses.c.verified.is_not(None),
    )
)


def waits(connection: sa.Connection, number: int) -> bool:
    """True if an admin has yet to let somebody in."""
    mine = sa.select(registrations.c.waits).where(registrations.c.person == number)
    return bool(connection.execute(mine).scalar())


def check_is_in(connection: sa.Connection, number: int) -> None:
    """See that nobody has to let somebody in first.

    Raises:
        ActionRefused: if an admin has.
    """
    if waits(connection, number):
        what = "an admin has yet to let you in"
        raise ActionRefused("waits-for-admin", what, "you get a mail when that is done")


def read_domain(text: str) -> str:
    """A domain as mail knows it, of what somebody wrote: ``@Example.ORG`` is ``example.org``.

    Raises:
        ActionRefused: if it is none.
    """
    name = text.strip().lower().lstrip("@*.").rstrip(".")
    try:
        found = name.encode("idna").decode()
    except UnicodeError:
        found = ""
    if "." not in found or not all(part.replace("-", "").isalnum() for part in found.split(".")):
        what = f"{text!r} is not a domain"
        raise ActionRefused("no-domain", what, "write one a line, as example.org")
    return found


def _check_domain(rules: RegistrationRules, address: str) -> None:
    domain = address.rpartition("@")[2]
    try:
        parts = read_domain(domain).split(".")
    except ActionRefused:
        return  # mail cannot be sent there anyway
    above = {".".join(parts[n:]) for n in range(len(parts))}
    if not above.isdisjoint(rules.blocked):
        what = f"addresses at {domain} are not taken here, as too many of them do not last"
        raise ActionRefused("domain-blocked", what, "give another address of yours")


def _takes_guests(rules: RegistrationRules, by_link: bool, now: datetime) -> bool:
    if rules.mode is RegistrationMode.CLOSED:
        return False
    return by_link or (rules.mode is RegistrationMode.OPEN and not rules.is_under_attack(now))


def _rules(connection: sa.Connection) -> RegistrationRules:
    told: dict[str, Any] = {
        row.name: row.value for row in connection.execute(sa.select(registration_rules))
    }
    attack: str = told.get("attack", "")
    return RegistrationRules(
        RegistrationMode(told.get("mode", RegistrationMode.OPEN.value)),
        tuple(told.get("blocked", ())),
        told.get("alarm", ALARM),
        datetime.fromisoformat(attack) if attack else None,
    )


def _write(connection: sa.Connection, name: str, value: object, by: int, now: datetime) -> None:
    row = {"value": value, "since": now, "by": by}
    mine = sa.update(registration_rules).where(registration_rules.c.name == name).values(row)
    if not connection.execute(mine).rowcount:
        new = insert_new(connection, registration_rules).values(row | {"name": name})
        connection.execute(new)


def _in_bounds(words: str) -> str:
    return printable(words)[:LONGEST_WORDS]

"""The mails about accounts, in the languages of the word files."""

from __future__ import annotations

from dataclasses import field
from urllib.parse import urlencode

from dragoman.judge.accounts.house_texts import HouseTexts
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.wording.wording import said
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap
from dragoman.words import LANGUAGES


@dataclass(frozen=True, slots=True)
class Site:
    """The address at which people reach the judge, and its title. ``mail`` is the address to which
    they write to it, where it takes mails; ``documentation`` where they can read on, if anywhere;
    ``texts`` are its operator's own, and so are its ``logo`` (a file), its colours, and the
    ``language`` and ``zone`` of whoever has none; ``security_contact`` is whom to tell of holes."""

    address: str = "http://127.0.0.1:8080"
    title: str = "Dragoman"
    mail: str = ""
    documentation: str = ""
    texts: HouseTexts = field(default_factory=HouseTexts)
    logo: str = ""
    colour: str = ""
    colour_dark: str = ""
    language: str = LANGUAGES[0]
    zone: str = "UTC"
    security_contact: str = ""


def verify_mail(
    site: Site, language: str, to: str, name: str, code: str, person: int, back: str
) -> Mail:
    """Asks whether an address is somebody's. Its link leads to the page for the code, and from
    there ``back`` to the page from which he came."""
    asked = urlencode({"address": to, "code": code, "next": back})
    link = f"{site.address.rstrip('/')}/confirm?{asked}"
    return account_mail(site, language, "verify", to, person, name=name, code=code, link=link)


def taken_mail(site: Site, language: str, to: str, name: str, person: int) -> Mail:
    """Tells somebody that he has an account already: whoever asked is told nothing."""
    return account_mail(site, language, "taken", to, person, name=name)


def reset_mail(site: Site, language: str, to: str, name: str, code: str, person: int) -> Mail:
    """Lets somebody set another password."""
    return account_mail(site, language, "reset", to, person, name=name, code=code)


def changed_mail(site: Site, language: str, to: str, name: str, what: str, person: int) -> Mail:
    """Tells somebody what was changed about how he signs in, lest another did."""
    return account_mail(site, language, "changed", to, person, name=name, what=what)


def bounced_mail(site: Site, language: str, to: str, name: str, games: str, person: int) -> Mail:
    """Tells a master that mail does not reach somebody who plays."""
    return account_mail(site, language, "bounced", to, person, name=name, games=games)


def admin_mail(site: Site, language: str, what: str, to: str, **parts: object) -> Mail:
    """Tells an admin that something needs one, and where."""
    link = f"{site.address.rstrip('/')}/admin/registration"
    return account_mail(site, language, f"admin-{what}", to, None, link=link, **parts)


def let_in_mail(site: Site, language: str, to: str, name: str, person: int) -> Mail:
    """Tells somebody that an admin has let him in."""
    link = f"{site.address.rstrip('/')}/sign-in"
    return account_mail(site, language, "let-in", to, person, name=name, link=link)


def turned_away_mail(site: Site, language: str, to: str, name: str, why: str) -> Mail:
    """Tells somebody that an admin has not let him in, and why."""
    return account_mail(site, language, "turned-away", to, None, name=name, why=why)


def invitation_mail(
    site: Site, language: str, to: str, *, name: str, title: str, power: str, link: str, stop: str
) -> Mail:
    """Invites somebody to a game, or to the seat of a power in it, wherever he is known. At the
    address ``stop`` he says that he wants no such mails."""
    subject = said(language, "account.invitation", name=name)
    told = {"site": site.title, "name": name, "title": title}
    if power:
        text = said(language, "account.invitation-seat-text", power=power, **told)
    else:
        text = said(language, "account.invitation-text", **told)
    below = said(language, "account.invitation-below", site=site.address, name=name, link=stop)
    headers = {"List-Unsubscribe": f"<{stop}>"}
    headers |= {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    if site.mail:
        headers["Reply-To"] = site.mail
    whole = f"{text}\n\n{link}\n\n-- \n{below}\n"
    return Mail(to, f"{site.title}: {subject}", whole, None, FrozenMap(headers))


def account_mail(
    site: Site, language: str, key: str, to: str, person: int | None, **parts: object
) -> Mail:
    """Tells somebody something about his account, by its key among the words about accounts."""
    subject = said(language, f"account.{key}", **parts)
    text = said(language, f"account.{key}-text", site=site.title, **parts)
    # Answers are read where the judge takes mails, whoever mails are from.
    headers = FrozenMap({"Reply-To": site.mail} if site.mail else {})
    below = f"-- \n{site.address}\n"
    return Mail(to, f"{site.title}: {subject}", f"{text}\n\n{below}", person, headers)

"""The mails about accounts."""

from __future__ import annotations

from dragoman.judge.outbox.letters import Mail
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """Where people reach the judge, and what it is called."""

    address: str = "http://127.0.0.1:8080"
    title: str = "Dragoman"


def verify_mail(site: Site, to: str, name: str, code: str, person: int) -> Mail:
    """Asks whether an address is somebody's."""
    return _mail(
        site,
        to,
        f"{code} is your code",
        f"{name} wants to use this address at {site.title}. The code to confirm that:\n\n"
        f"    {code}\n\nIt is good for an hour. If this was not you, do nothing.",
        person,
    )


def taken_mail(site: Site, to: str, name: str, person: int) -> Mail:
    """Tells somebody that he has an account already: whoever asked is told nothing."""
    return _mail(
        site,
        to,
        "You have an account already",
        f"Somebody wanted to use this address for an account at {site.title}. It belongs to"
        f" {name} already. If you forgot your password, have it reset. If this was not you, do"
        " nothing.",
        person,
    )


def reset_mail(site: Site, to: str, name: str, code: str, person: int) -> Mail:
    """Lets somebody set another password."""
    return _mail(
        site,
        to,
        f"{code} is your code for another password",
        f"Somebody wants to set another password for {name} at {site.title}. The code for"
        f" that:\n\n    {code}\n\nIt is good for an hour. If this was not you, do nothing.",
        person,
    )


def changed_mail(site: Site, to: str, name: str, what: str, person: int) -> Mail:
    """Tells somebody what was changed about how he signs in, lest another did."""
    return _mail(
        site,
        to,
        "Your account was changed",
        f"At {site.title}, {what} of your account {name}. If this was not you, have your password"
        " reset at once.",
        person,
    )


def _mail(site: Site, to: str, subject: str, text: str, person: int) -> Mail:
    return Mail(to, f"{site.title}: {subject}", f"{text}\n\n-- \n{site.address}\n", person)

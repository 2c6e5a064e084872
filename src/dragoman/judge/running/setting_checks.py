"""Checks of single settings of a judge: what is wrong with a value of the right kind."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parseaddr
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from dragoman.judge.notices.reply_address import LONGEST_NAME
from dragoman.judge.outbox.letters import is_mail_address
from dragoman.judge.running.kept_backups import read_keep
from dragoman.judge.storage.database import read_address
from dragoman.judge.time.rhythm import time_zones
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap
from dragoman.words import LANGUAGES

LONGEST_TITLE: Final = 40
"""Letters of what a judge calls itself."""


def _one_of(*answers: str) -> Callable[[Any], str]:
    return lambda value: "" if value in answers else f"it is one of {', '.join(answers)}"


def _between(least: float, most: float) -> Callable[[Any], str]:
    return lambda value: "" if least <= value <= most else f"it is from {least:g} to {most:g}"


def _database(value: str) -> str:
    try:
        read_address(value)
    except ActionRefused as refused:
        return refused.diagnostic.what
    return ""


def _name(value: str) -> str:
    good = value == value.strip() and 0 < len(value) <= LONGEST_TITLE and value.isprintable()
    return "" if good else f"it is one line of up to {LONGEST_TITLE} letters"


def _colour(scheme: Literal["light", "dark"]) -> Callable[[Any], str]:
    def wrong(value: str) -> str:
        if not value:
            return ""
        # Slow to import, and few judges have a colour of their own.
        from dragoman.judge.running.house_colours import wrong_with

        return wrong_with(value, scheme)

    return wrong


def _zone(value: str) -> str:
    return "" if value in time_zones() else "it is a name as Europe/Berlin"


def _logo(value: str) -> str:
    kinds = (".svg", ".png")
    return "" if not value or value.lower().endswith(kinds) else "it is a file .svg or .png"


def _contact(value: str) -> str:
    good = not value or is_mail_address(value) or value.startswith("https://")
    return "" if good else "it is a mail address, or begins with https://"


def _web_address(value: str) -> str:
    parts = urlsplit(value)
    good = parts.scheme in ("http", "https") and parts.hostname and not parts.query
    return "" if good else "it begins with https:// or http:// and a host"


def _mail_server(value: str) -> str:
    parts = urlsplit(value)
    good = not value or (parts.scheme in ("smtp", "smtps") and parts.hostname)
    return "" if good else "it begins with smtp:// or smtps:// and a host"


def _address_alone(value: str) -> str:
    if not value or is_mail_address(value):
        return ""
    inside = parseaddr(value)[1]
    if inside and inside != value and is_mail_address(inside):
        return f"it is an address alone, without a name: {inside}"
    return "it is not a mail address"


def _mail_address(value: str) -> str:
    if wrong := _address_alone(value):
        return wrong
    name = value.partition("@")[0]
    if "+" in name or len(name) > LONGEST_NAME:
        return f"what stands before the @ has {LONGEST_NAME} letters at most, and no +"
    return ""


def _keep(value: str) -> str:
    try:
        read_keep(value)
    except ActionRefused as refused:
        return refused.diagnostic.what
    return ""


CHECKS: Final = FrozenMap[str, Callable[[Any], str]](
    {
        "database": _database,
        "name": _name,
        "logo": _logo,
        "colour": _colour("light"),
        "colour_dark": _colour("dark"),
        "language": _one_of(*LANGUAGES),
        "zone": _zone,
        "security_contact": _contact,
        "address": _web_address,
        "documentation": lambda text: _web_address(text) if text else "",
        "port": _between(0, 65535),
        "workers": _between(0, 64),
        "guests_an_hour": _between(0, 10_000),
        "signal_days": _between(0, 400),
        "kept_games": _between(1, 1_000_000),
        "warm": _between(0, 600),
        "drain": _between(0, 600),
        "budget": _between(0.1, 3600),
        "map_budget": _between(0.1, 3600),
        "poll": _between(0.05, 60),
        "mail_server": _mail_server,
        "mail_from": _address_alone,
        "admin_mail": _address_alone,
        "mail_address": _mail_address,
        "backup_keep": _keep,
        "mail_port": _between(0, 65535),
        "mail_tls_port": _between(0, 65535),
        "mail_lmtp_port": _between(0, 65535),
        "mail_size": _between(10_000, 100_000_000),
        "log_form": _one_of("console", "json"),
        "log_level": _one_of("debug", "info", "warning", "error"),
        "metrics_port": _between(0, 65535),
    }
)
"""What is wrong with a value of the right kind; empty where nothing is."""

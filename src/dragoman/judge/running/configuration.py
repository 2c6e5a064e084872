"""The configuration of a judge: one file of settings, and the environment over it.

The file is TOML, ``judge.toml``; each setting can be given in the environment as well, ``database``
as ``DRAGOMAN_JUDGE_DATABASE`` or, as usual elsewhere, as ``DATABASE_URL``. What the environment
says counts. A setting that does not exist is told as an error, wherever it stands.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.house_texts import HouseTexts
from dragoman.judge.running.setting_checks import CHECKS
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

PREFIX: Final = "DRAGOMAN_JUDGE_"
FILE: Final = "judge.toml"
NAMED_BY: Final = f"{PREFIX}CONFIG"
"""The variable that says where the file is."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of a judge. Folders are as seen from the folder of the file."""

    database: str = "sqlite:///judge.db"
    name: str = "Dragoman"
    logo: str = ""
    colour: str = ""
    colour_dark: str = ""
    language: str = "en"
    zone: str = "UTC"
    pages: str = ""
    security_contact: str = ""
    address: str = "http://127.0.0.1:8080"
    documentation: str = ""
    listen: str = "127.0.0.1"
    port: int = 8080
    proxies: str = ""
    workers: int = 1
    guests_an_hour: int = 20
    signal_days: int = 60
    kept_games: int = 1000
    poll: float = 1.0
    warm: float = 20.0
    drain: float = 0.0
    budget: float = 60.0
    map_budget: float = 10.0
    mail_server: str = ""
    mail_from: str = ""
    mail_folder: str = "mail"
    mail_maps: bool = True
    mail_address: str = ""
    mail_listen: str = "127.0.0.1"
    mail_port: int = 0
    mail_tls_port: int = 0
    mail_lmtp_port: int = 0
    mail_certificate: str = ""
    mail_key: str = ""
    mail_maildir: str = ""
    mail_size: int = 2_000_000
    mail_servers: str = ""
    admin_mail: str = ""
    backup_folder: str = ""
    backup_keep: str = "daily=7, weekly=4, monthly=6"
    backup_keys: str = ""
    private_calls: bool = False
    log_form: str = "console"
    log_level: str = "info"
    metrics_listen: str = "127.0.0.1"
    metrics_port: int = 0


MEANINGS: Final = FrozenMap(
    {
        "database": (
            "where everything is kept: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME"
        ),
        "name": "what the judge calls itself on pages, in mails and feeds",
        "logo": "a file with its logo, SVG or PNG, square; empty: Dragoman's",
        "colour": "the colour of links and buttons by day, as #1f5575; empty: Dragoman's",
        "colour_dark": (
            "the same by night; empty: `colour`, as much lighter as it takes to be read"
        ),
        "language": (
            "the language for people who want one that the judge does not speak; and that of files "
            "in `pages` that do not name theirs"
        ),
        "zone": "the time zone for people who have not chosen one",
        "pages": (
            "the folder of its own texts, in Markdown: `imprint.md`, `privacy.md`, `rules.md`, "
            "`welcome.md` and `notice.md`, in French `rules.fr.md` and so on; `robots.txt` and "
            "`security.txt`; empty: none"
        ),
        "security_contact": (
            "whom to tell of holes in the judge, a mail address or a page; it stands in "
            "`/.well-known/security.txt`"
        ),
        "address": "the address under which people reach the judge; it stands in links and mails",
        "documentation": (
            "the address under which this documentation is published; the page of help links to it"
        ),
        "listen": "the address of this machine to listen at; 0.0.0.0 is all",
        "port": "the port to listen at; 0 is any that is free",
        "proxies": (
            "addresses of reverse proxies in front of it, with commas: what they say of the "
            "caller's address is believed"
        ),
        "workers": (
            "how many workers `serve` starts beside itself to judge what is due; 0 where services "
            "of their own do"
        ),
        "guests_an_hour": (
            "how many people from one address may begin to play without an account, in an hour; 0 "
            "where nobody may"
        ),
        "signal_days": (
            "for how many days it is kept from which addresses and in which browsers people came, "
            "as keyed hashes, for moderators who look for several accounts of one person; 0: not"
        ),
        "kept_games": "how many games a process remembers folded",
        "poll": "for how many seconds a worker sleeps at most before it looks for what is due",
        "warm": (
            "for how many seconds at most a server makes ahead what people will ask for first, "
            "before /readyz says that it is ready; 0: it makes nothing ahead"
        ),
        "drain": (
            "for how many seconds a server that is told to end (SIGTERM) answers whoever comes, "
            "while /readyz says that it ends: twice as long as a proxy takes to notice; 0 where "
            "there is one server"
        ),
        "budget": "after how many seconds a worker gives up a game that it cannot judge",
        "map_budget": (
            "for how many seconds of the processor's time a phase is judged on a map that somebody "
            "brought; one that takes longer is paused, and its people are told"
        ),
        "mail_server": (
            "the server that mail leaves through: smtp://HOST:PORT, smtps://USER:PASSWORD@HOST; "
            "empty: mails are files in `mail_folder`"
        ),
        "mail_from": "the address that mails are from, without a name; empty: `mail_address`",
        "mail_folder": "the folder of mails that are not sent",
        "mail_maps": (
            "whether mails bring maps along; to draw one takes half a second of a worker's time, "
            "once for all who see the same"
        ),
        "mail_address": (
            "the address at which the judge takes mails, as judge@example.org, which gets those to "
            "judge+ANYTHING@example.org, too; empty: it takes none"
        ),
        "mail_listen": "the address of this machine at which mails are taken by SMTP",
        "mail_port": "the port for that; 0 for none",
        "mail_tls_port": (
            "the port at which they are taken encrypted from the first byte on; 0 for none"
        ),
        "mail_lmtp_port": "the port at which they are taken by LMTP; 0 for none",
        "mail_certificate": (
            "a file (PEM) with the certificate by which whoever brings mails knows the judge, and "
            "those that it rests on: with it STARTTLS is offered at `mail_port`"
        ),
        "mail_key": (
            "the file (PEM) with the key of that certificate; empty: it is in the same file"
        ),
        "mail_maildir": "a folder of the kind Maildir whose new mails are taken; empty: none",
        "mail_size": "how many bytes a mail may have that comes in",
        "mail_servers": (
            "the names, with commas, under which servers that bring mails write "
            "Authentication-Results: what they say of a sender is believed"
        ),
        "admin_mail": "where the judge writes to if something needs a person",
        "backup_folder": (
            "the folder that `judge backup` writes to where no file is named; empty: none"
        ),
        "backup_keep": (
            "which backups stay in that folder, of `last`, `daily`, `weekly`, `monthly` and "
            "`yearly` so many; older ones are removed once a new one was verified; empty: all stay"
        ),
        "backup_keys": (
            "public keys of age, with commas, that backups are encrypted to; empty: they are not "
            "encrypted"
        ),
        "private_calls": "whether webhooks may call addresses of the local network",
        "log_form": "`console` for people, `json` for programs",
        "log_level": "what is logged: `debug`, `info`, `warning` or `error`, and what is worse",
        "metrics_listen": "the address of this machine at which figures for Prometheus are offered",
        "metrics_port": (
            "the port where the web process offers them, its workers at the next ones; 0 for none"
        ),
    }
)
"""What each setting means, for the file that ``init`` writes and for the page on hosting."""

SECRET: Final = ("database", "mail_server")
"""Settings that may hold a password; they are shown without it."""


def site_of(told: Configuration) -> Site:
    """The site at which people reach the judge."""
    return Site(
        told.address,
        told.name,
        mail=told.mail_address,
        documentation=told.documentation,
        texts=HouseTexts(told.pages, told.language),
        logo=told.logo,
        colour=told.colour,
        colour_dark=told.colour_dark,
        language=told.language,
        zone=told.zone,
        security_contact=told.security_contact,
    )


def read_configuration(
    file: Path | None = None, environment: Mapping[str, str] = os.environ
) -> tuple[Configuration, tuple[Diagnostic, ...]]:
    """The configuration from a file and the environment, and what is wrong with it. What is wrong
    keeps its default.

    Without a file the one that the environment names is read, or ``judge.toml`` in this folder,
    where there is one.
    """
    named = file or (Path(environment[NAMED_BY]) if environment.get(NAMED_BY) else None)
    path = named or Path(FILE)
    found: dict[str, Any] = {}
    faults: list[Diagnostic] = []
    if named is not None or path.is_file():
        given, faults = _read_file(path)
        for name, value in given.items():
            _take(found, faults, name, value, str(path))
    names = {f"{PREFIX}{name.upper()}": name for name in MEANINGS}
    for variable, value in sorted(environment.items()):
        if variable in names:
            _take(found, faults, names[variable], _from_text(names[variable], value), variable)
        elif variable.startswith(PREFIX) and variable != NAMED_BY:
            what = f"there is no setting {variable}"
            faults.append(Diagnostic("unknown-setting", what, candidates=tuple(names)))
    if environment.get("DATABASE_URL") and f"{PREFIX}DATABASE" not in environment:
        _take(found, faults, "database", environment["DATABASE_URL"], "DATABASE_URL")
    told = Configuration(**found)
    return _from_folder(told, path.parent), tuple(faults)


def shown(configuration: Configuration) -> dict[str, Any]:
    """The settings by name, passwords left out."""
    return {
        name: without_password(value) if name in SECRET else value
        for name, value in ((name, getattr(configuration, name)) for name in MEANINGS)
    }


def without_password(address: str) -> str:
    """An address with dots in place of its password."""
    return re.sub(r"(?<=://)([^/@:]*):.*@", r"\1:...@", address)


def written(settings: Mapping[str, Any]) -> str:
    """A file of settings: these as they are given, all others as comments with their defaults."""
    lines = [
        '# How this judge is run. "Hosting a judge" in the docs says more, and'
        " `dragoman judge doctor` checks it.",
        "",
    ]
    plain = Configuration()
    for name, meaning in MEANINGS.items():
        sentence = meaning[0].upper() + meaning[1:]
        lines.append(f"# {sentence}.")
        value = settings.get(name, getattr(plain, name))
        lines += [f"{'' if name in settings else '# '}{name} = {_as_toml(value)}", ""]
    return "\n".join(lines)


def _read_file(path: Path) -> tuple[dict[str, Any], list[Diagnostic]]:
    try:
        return tomllib.loads(path.read_text("utf-8")), []
    except OSError as error:
        what = f"the configuration cannot be read: {(error.strerror or str(error)).lower()}"
        remedy = "name another with --config, or make one with `dragoman judge init`"
        return {}, [Diagnostic("no-configuration", what, remedy).at(str(path))]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (0, 0)
        what = f"this is no TOML: {error}"
        return {}, [Diagnostic("no-toml", what, "mend it").at(str(path), line, column)]


def _take(
    found: dict[str, Any], faults: list[Diagnostic], name: str, value: object, source: str
) -> None:
    """Enter a setting, or what is wrong with it."""
    if name not in MEANINGS:
        what = f"there is no setting {name!r}"
        faults.append(Diagnostic("unknown-setting", what, candidates=tuple(MEANINGS)).at(source))
        return
    kind = _kind(name)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind:
        what = f"{name} is to be {_KINDS[kind]}"
        faults.append(Diagnostic("wrong-kind-of-value", what, MEANINGS[name]).at(source))
        return
    check = CHECKS.get(name)
    if check is not None and (wrong := check(value)):
        faults.append(Diagnostic("wrong-value", f"{name}: {wrong}", MEANINGS[name]).at(source))
        return
    found[name] = value


_KINDS: Final = FrozenMap(
    {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
)


def _kind(name: str) -> type[str | float | bool]:
    value: str | float | bool = getattr(Configuration(), name)
    return type(value)


def _from_text(name: str, text: str) -> object:
    """A value as the environment has it; the text itself where it is none of the kind."""
    kind = _kind(name)
    if kind is bool:
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
            text.strip().lower(), text
        )
    try:
        return kind(text)
    except ValueError:
        return text


def _from_folder(configuration: Configuration, folder: Path) -> Configuration:
    """Files and folders as seen from the folder of the file that names them."""
    url = configuration.database
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
        url = f"sqlite:///{folder.resolve() / path}"
    mail = str(folder.resolve() / configuration.mail_folder)
    named = {
        name: str(folder.resolve() / path)
        for name in (
            "backup_folder",
            "logo",
            "mail_certificate",
            "mail_key",
            "mail_maildir",
            "pages",
        )
        if (path := getattr(configuration, name))
    }
    return replace(configuration, database=url, mail_folder=mail, **named)


def _as_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)

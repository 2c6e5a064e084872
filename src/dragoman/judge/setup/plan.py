"""A plan to set up a judge: files to be written, commands before and after them, and what is left
to be done by hand. Carried out again it comes to nothing."""

from __future__ import annotations

import socket
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from dragoman.judge.running.configuration import (
    Configuration,
    read_configuration,
    without_password,
    written,
)
from dragoman.judge.setup.answers import NO_MAIL, POSTGRESQL, SetupAnswers, read_host
from dragoman.judge.setup.machine import (
    USER,
    FileState,
    HostMachine,
    PlannedCommand,
    PlannedFile,
    as_user,
)
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

SETTINGS: Final = Path("/etc/dragoman/judge.toml")
HOME: Final = Path("/var/lib/dragoman")
PROXIES: Final = ("caddy", "nginx", "none")
WORKERS: Final = 2

_FILES: Final = Path(__file__).parent / "files"
_UNITS: Final = Path("/etc/systemd/system")
_PROGRAM: Final = "/opt/dragoman/bin/dragoman"
_HOST: Final = "judge.example.org"
"""Of the files as they lie here: what is put in their place is this machine's."""
_CADDYFILE: Final = Path("/etc/caddy/Caddyfile")
_IMPORT: Final = "import dragoman.caddy"
_SITE: Final = Path("/etc/nginx/sites-available/dragoman")
_SITE_LINK: Final = Path("/etc/nginx/sites-enabled/dragoman")


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """The files that a machine is to have, each with its state, the commands ``before`` and
    ``after`` they are written, and what is ``left`` to people."""

    files: tuple[tuple[PlannedFile, FileState], ...]
    before: tuple[PlannedCommand, ...]
    after: tuple[PlannedCommand, ...]
    left: tuple[str, ...]

    @property
    def to_write(self) -> tuple[PlannedFile, ...]:
        return tuple(one for one, state in self.files if state is not FileState.SAME)

    @property
    def is_done(self) -> bool:
        return not (self.to_write or self.before or self.after)


def settings_there(machine: HostMachine) -> tuple[dict[str, Any], Configuration]:
    """The settings of a judge that was set up before, as its file has them, and read.

    Raises:
        ActionRefused: if there is something wrong with them.
    """
    text = machine.text_of(SETTINGS)
    if text is None:
        return {}, Configuration()
    told, faults = read_configuration(machine.at(SETTINGS), {})
    for fault in faults:
        raise ActionRefused(fault.code, str(fault), f"mend {machine.at(SETTINGS)} first")
    return tomllib.loads(text), told


def likely_proxy(machine: HostMachine) -> str:
    """The proxy that is installed; Caddy where none is, as it gets certificates by itself."""
    return "nginx" if machine.has_program("nginx") and not machine.has_program("caddy") else "caddy"


def likely_host() -> str:
    """The name that this machine has on the internet; empty if it seems to have none."""
    try:
        host = read_host(socket.getfqdn())
        return "" if host == "localhost" else host
    except ActionRefused:
        return ""


def likely_mail_server() -> str:
    """The mail server of this machine, or none."""
    try:
        with socket.create_connection(("127.0.0.1", 25), 1):
            return "smtp://localhost"
    except OSError:
        return NO_MAIL


def ports_to_be_free(machine: HostMachine, proxy: str, port: int) -> tuple[int, ...]:
    """The ports at which a proxy and a judge are going to listen that do not yet."""
    if not machine.may_change:
        return ()
    is_active = ("systemctl", "is-active", "--quiet")
    of_proxy = proxy != "none" and not machine.answers(*is_active, proxy)
    of_judge = not machine.answers(*is_active, "dragoman-judge.service")
    return ((80, 443) if of_proxy else ()) + ((port,) if of_judge else ())


def by_hand(plan: SetupPlan) -> str:
    """The commands that are left to whoever may change the machine."""
    commands = [f"  {one}" for one in (*plan.before, *plan.after)]
    return "\n".join(["left, to be run as root on the machine:", *commands])


def make_plan(
    answers: SetupAnswers, machine: HostMachine, program: Path, proxy: str, before: dict[str, Any]
) -> SetupPlan:
    """The plan to have a judge on a machine as these answers say. ``program`` is where dragoman is,
    ``before`` the settings that are there already.

    Raises:
        ActionRefused: if services could not use the program, or a file cannot be read.
    """
    if program.is_relative_to("/root") or program.is_relative_to("/home"):
        what = f"services do not see {program}: they see no home of anybody"
        raise ActionRefused("hidden-program", what, "install it in /opt/dragoman")
    if before.get("database", answers.database) != answers.database:
        what = f"the judge is kept in {without_password(before['database'])}"
        remedy = "to move it, make a backup, change `database` in its settings, and restore it"
        raise ActionRefused("another-database", what, remedy)
    wanted = tuple(_files(answers, machine, program, proxy, before))
    files = tuple((one, machine.state_of(one)) for one in wanted)
    changed = [one.path for one, state in files if state is not FileState.SAME]
    changed += machine.unfinished()
    return SetupPlan(
        files,
        tuple(_before(answers, machine, proxy)),
        tuple(_after(answers, machine, program, proxy, before, changed)),
        tuple(_left(answers, machine, proxy)),
    )


def _files(
    answers: SetupAnswers, machine: HostMachine, program: Path, proxy: str, before: dict[str, Any]
) -> Iterator[PlannedFile]:
    yield PlannedFile(SETTINGS, _settings(answers, machine, before), 0o640, USER)
    for unit in sorted(_FILES.glob("dragoman-judge*")):
        if "mail" not in unit.name or _takes_mails(before):
            text = unit.read_text("utf-8").replace(_PROGRAM, str(program))
            yield PlannedFile(_UNITS / unit.name, text)
    if proxy == "caddy":
        caddyfile = machine.text_of(_CADDYFILE) or ""
        if _IMPORT not in caddyfile.splitlines():
            caddyfile = f"{caddyfile.rstrip()}\n\n{_IMPORT}\n".lstrip()
        yield PlannedFile(_CADDYFILE, caddyfile)
        yield PlannedFile(_CADDYFILE.with_name("dragoman.caddy"), _site(answers, proxy, before))
    elif proxy == "nginx":
        text = _site(answers, proxy, before)
        if not _has_certificate(answers, machine):
            text = text[: text.index("server {\n    listen 443")].rstrip() + "\n"
        yield PlannedFile(_SITE, text)


def _settings(answers: SetupAnswers, machine: HostMachine, before: dict[str, Any]) -> str:
    """The file of settings: the one that is there, if it says all of this; whatever else it sets
    stays set."""
    wanted = {
        "name": answers.name,
        "address": f"https://{answers.host}",
        "mail_server": answers.mail_server,
        "database": answers.database,
        "proxies": "127.0.0.1",
        "workers": 0,
        "mail_folder": str(HOME / "mail"),
        "backup_folder": str(HOME / "backups"),
    }
    if answers.mail_server and not before.get("mail_from"):
        wanted |= {"mail_from": answers.mail_from}
    if answers.admin is not None:
        wanted |= {"admin_mail": answers.admin.mail}
    for name in ("proxies", "mail_folder", "backup_folder"):  # its owner knows better
        wanted[name] = before.get(name, wanted[name])
    text = machine.text_of(SETTINGS)
    if text is not None and all(before.get(name) == value for name, value in wanted.items()):
        return text
    return written({**before, **wanted})


def _site(answers: SetupAnswers, proxy: str, before: dict[str, Any]) -> str:
    text = (_FILES / f"dragoman.{proxy}").read_text("utf-8")
    port = before.get("port", Configuration().port)
    return text.replace(_HOST, answers.host).replace("127.0.0.1:8080", f"127.0.0.1:{port}")


def _has_certificate(answers: SetupAnswers, machine: HostMachine) -> bool:
    return machine.at(Path("/etc/letsencrypt/live") / answers.host / "fullchain.pem").exists()


def _before(answers: SetupAnswers, machine: HostMachine, proxy: str) -> Iterator[PlannedCommand]:
    packages = [one for one in (proxy,) if one != "none" and not machine.has_program(one)]
    if proxy == "nginx" and not _has_certificate(answers, machine):
        packages += [] if machine.has_program("certbot") else ["certbot"]
    if answers.database == POSTGRESQL and not machine.has_folder(Path("/usr/lib/postgresql")):
        packages.append("postgresql")
    if packages:
        words = ("apt-get", "install", "--yes", *packages)
        yield PlannedCommand(words, "programs that the judge needs beside itself")
    if not machine.has_user():
        words = ("useradd", "--system", "--home-dir", str(HOME), "--shell", "/usr/sbin/nologin")
        yield PlannedCommand((*words, USER), "a user that owns the judge and nothing else")
    if not machine.has_folder(HOME):
        words = ("install", "--directory", "--owner", USER, "--group", USER, "--mode", "700")
        yield PlannedCommand((*words, str(HOME)), "its folder, which nobody else may read")
    if not machine.has_folder(SETTINGS.parent):
        words = ("install", "--directory", "--group", USER, "--mode", "750", str(SETTINGS.parent))
        yield PlannedCommand(words, "the folder of its settings")


def _after(
    answers: SetupAnswers,
    machine: HostMachine,
    program: Path,
    proxy: str,
    before: dict[str, Any],
    changed: list[Path],
) -> Iterator[PlannedCommand]:
    if answers.database == POSTGRESQL:
        yield from _local_database(machine)
    accounts = machine.accounts(program, SETTINGS)
    judge = as_user(program, SETTINGS)
    if accounts is None:
        yield PlannedCommand((*judge, "init"), "the database")
    if answers.admin is not None and not any(one["admin"] for one in accounts or ()):
        words = ("user", "add", answers.admin.name, answers.admin.mail, "--admin")
        yield PlannedCommand((*judge, *words), "the account of the admin")
    if proxy == "nginx" and not machine.at(_SITE_LINK).exists():
        words = ("ln", "--symbolic", str(_SITE), str(_SITE_LINK))
        yield PlannedCommand(words, "the site of the judge is one of nginx's")
    yield from _services(machine, before, changed)
    if proxy != "none" and any(one.parent in (_CADDYFILE.parent, _SITE.parent) for one in changed):
        words = ("systemctl", "reload-or-restart", proxy)
        yield PlannedCommand(words, "the proxy knows of the judge")


def _services(
    machine: HostMachine, before: dict[str, Any], changed: list[Path]
) -> Iterator[PlannedCommand]:
    units = [
        "dragoman-judge.service",
        *(f"dragoman-judge-worker@{number}.service" for number in range(1, WORKERS + 1)),
        "dragoman-judge-backup.timer",
        *(["dragoman-judge-mail.service"] if _takes_mails(before) else []),
    ]
    has_new_units = any(one.parent == _UNITS for one in changed)
    if has_new_units:
        yield PlannedCommand(("systemctl", "daemon-reload"), "systemd reads its units anew")
    running = [
        one
        for one in units
        if machine.answers("systemctl", "is-enabled", "--quiet", one)
        and machine.answers("systemctl", "is-active", "--quiet", one)
    ]
    if missing := [one for one in units if one not in running]:
        words = ("systemctl", "enable", "--now", *missing)
        yield PlannedCommand(words, "the judge runs, now and after each start of the machine")
    if running and (has_new_units or SETTINGS in changed):
        words = ("systemctl", "restart", *running)
        yield PlannedCommand(words, "what runs has the new settings")


def _takes_mails(before: dict[str, Any]) -> bool:
    """True where a service is to take mails, and not a pipe of the mail server alone."""
    ways = ("mail_port", "mail_tls_port", "mail_lmtp_port", "mail_maildir")
    return bool(before.get("mail_address")) and any(before.get(one) for one in ways)


def _local_database(machine: HostMachine) -> Iterator[PlannedCommand]:
    as_postgres = ("runuser", "-u", "postgres", "--")

    def has(what: str) -> bool:
        # A question to which no row is an error.
        asked = f"SELECT 1 / count(*) FROM {what}"
        return machine.answers(*as_postgres, "psql", "--quiet", "--command", asked)

    if not has(f"pg_roles WHERE rolname = '{USER}'"):
        yield PlannedCommand((*as_postgres, "createuser", USER), "its user of PostgreSQL")
    if not has("pg_database WHERE datname = 'judge'"):
        words = ("createdb", "--owner", USER, "judge")
        yield PlannedCommand((*as_postgres, *words), "its database")


def _left(answers: SetupAnswers, machine: HostMachine, proxy: str) -> Iterator[str]:
    """The things that nobody can do but whoever sets the judge up."""
    if not answers.mail_server:
        yield (
            f"mails stay files in {HOME / 'mail'}: nobody can confirm an address or set a password "
            "anew before you name a server, with --mail"
        )
    else:
        yield (
            f"so that mails from {answers.mail_from} are not taken for rubbish: SPF, DKIM and DMARC"
            " in the DNS of that domain"
        )
    if proxy == "none":
        yield f'a proxy for https://{answers.host}: see "Hosting a judge" in the docs'
    elif proxy == "nginx" and not _has_certificate(answers, machine):
        yield (
            f"a certificate: certbot certonly --webroot --webroot-path /var/www/html --domain "
            f'{answers.host} --deploy-hook "systemctl reload nginx"; then run setup again'
        )
    if proxy != "none":
        yield "ports 80 and 443 open in whatever firewall is before this machine"
    yield (
        f"backups are made each night in {HOME / 'backups'}, on the same disk: have them copied to "
        "another machine, encrypted by backup_keys"
    )

"""``dragoman judge setup``: from an empty machine to a judge that people reach."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import found_by, refusing
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.setup.answers import SetupAnswers
    from dragoman.judge.setup.machine import HostMachine, PlannedCommand
    from dragoman.judge.setup.plan import SetupPlan

app = typer.Typer()

_Read = TypeVar("_Read")


@app.command()
def setup(
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="what the judge calls itself in mails")
    ] = None,
    address: Annotated[
        str | None, typer.Option(metavar="HOST", help="where people reach it: judge.example.org")
    ] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            metavar="SERVER",
            help="the server that mails leave through: smtps://USER:PASSWORD@HOST, or none",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="sqlite, postgresql (on this machine), or an address"),
    ] = None,
    admin: Annotated[
        str | None,
        typer.Option(metavar="WHO", help="who gets the first account: Ann <ann@example.org>"),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            metavar="PROGRAM",
            help="what stands before it: caddy, nginx, or none; else what is here",
        ),
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="write into this folder, as if it were the machine; run nothing"
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="show every file and command, and change nothing")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="ask nothing: defaults hold, and it is done")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Set a judge up on this machine: settings, services, a proxy with TLS, an admin.

    You are asked five questions, except for those that an option has answered. Then you are shown
    what is to be written and run, and asked once more. Files that are there and say something else
    are kept as NAME.old. Run again, it changes what is not as it should be, and nothing else.

    Example: dragoman judge setup --address judge.example.org --admin "Ann <ann@example.org>"
    """

    def answer() -> Answer:
        if not sys.platform.startswith("linux"):
            what, remedy = "only Debian and its like are set up", "make settings by: judge init"
            return Answer(diagnostics=(Diagnostic("not-linux", what, remedy),))
        from dragoman.judge.setup.machine import HostMachine
        from dragoman.judge.setup.plan import (
            PROXIES,
            likely_proxy,
            make_plan,
            ports_to_be_free,
            settings_there,
        )
        from dragoman.judge.setup.reach import look_after, look_before

        machine = HostMachine(into)
        if not (machine.may_change or machine.is_folder or dry_run):
            what = "only root sets up a machine"
            remedy = "run this as root; or see what it would do, with --dry-run or --into FOLDER"
            return Answer(diagnostics=(Diagnostic("not-root", what, remedy),))
        before, told = settings_there(machine)
        asking = not (yes or as_json)
        given = {"name": name, "address": address, "mail": mail, "database": database}
        answers = _answers({**given, "admin": admin}, machine, before, asking)
        behind = proxy or likely_proxy(machine)
        if behind not in PROXIES:
            what = f"there is no proxy {behind!r} that is known here"
            fault = Diagnostic("wrong-proxy", what, candidates=PROXIES)
            return Answer(diagnostics=(fault,))

        def planned() -> SetupPlan:
            return make_plan(answers, machine, _program(), behind, before)

        plan, seen = (
            planned(),
            found_by(look_before(answers, ports_to_be_free(machine, behind, told.port))),
        )
        data: dict[str, Any] = {
            "files": {str(machine.at(one.path)): state.value for one, state in plan.files},
            "commands": [str(one) for one in (*plan.before, *plan.after)],
            "left": [*plan.left],
            "findings": seen.data["findings"],
        }
        if plan.is_done or (machine.is_folder and not plan.to_write):
            lines = [seen.text, "nothing is changed: all is set up so already", *_left(plan)]
            return Answer("\n".join(lines), data, seen.diagnostics)
        shown = "\n".join([seen.text, "", *_shown(plan, machine, dry_run)])
        if dry_run:
            lines = [shown, *_left(plan), "", "nothing was changed"]
            return Answer("\n".join(lines), data, seen.diagnostics)
        done: list[str] = []
        tell = done.append if as_json else typer.echo
        tell(shown)
        if asking and not typer.confirm("\nWrite these files and run these commands?", err=True):
            return Answer("nothing was changed", data)
        after = _carry_out(planned, machine, tell)
        if not has_errors(after) and machine.has_systemd:
            looked = found_by(look_after(answers, told.port))
            tell(looked.text)
            after = looked.diagnostics
        text = "" if has_errors(after) else "\n".join(_left(plan))
        return Answer(text, {**data, "done": done}, seen.diagnostics + after)

    deliver(refusing(answer), as_json)


def _answers(
    given: dict[str, str | None], machine: HostMachine, before: dict[str, Any], asking: bool
) -> SetupAnswers:
    """The five answers: as given, else as set before, else asked for."""
    from dragoman.judge.setup import answers as a
    from dragoman.judge.setup.plan import likely_host, likely_mail_server

    def read(
        which: str, setting: str, question: str, default: str, reader: Callable[[str], _Read]
    ) -> _Read:
        text, is_set = given[which], setting in before
        if text is None and asking and not (is_set and _is_good(before[setting], reader)):
            return _asked(question, default, reader)
        if text is None:
            text = before[setting] if is_set else _given(which, default)
        return reader(text)

    name = read("name", "name", "What is the judge called?", "Dragoman", a.read_name)
    host = read("address", "address", "Where do people reach it?", likely_host(), a.read_host)
    mail = read(
        "mail",
        "mail_server",
        "Which server do mails leave through? (smtps://USER:PASSWORD@HOST, or none)",
        likely_mail_server(),
        a.read_mail_server,
    )
    database = read(
        "database",
        "database",
        "Where is everything kept? (sqlite, postgresql, or an address)",
        "sqlite",
        a.read_database,
    )
    admin = None
    if given["admin"] is not None or not _has_admin(machine, before):
        admin = read("admin", "", "Who is the admin? (Ann <ann@example.org>)", "", a.read_admin)
    return a.SetupAnswers(name, host, mail, database, admin)


def _is_good(text: str, reader: Callable[[str], object]) -> bool:
    """True if what is set already is an answer; else its owner is told, and asked."""
    from dragoman.refusal import ActionRefused

    try:
        reader(text)
    except ActionRefused as refused:
        typer.echo(f"{refused.diagnostic}", err=True)
        return False
    return True


def _has_admin(machine: HostMachine, before: dict[str, Any]) -> bool:
    """True where an admin was made before, as far as that can be seen."""
    from dragoman.judge.setup.plan import SETTINGS

    if not machine.may_change:
        return bool(before.get("admin_mail"))
    accounts = machine.accounts(_program(), SETTINGS)
    return any(one["admin"] for one in accounts or ())


def _given(which: str, default: str) -> str:
    """The default of a question.

    Raises:
        ActionRefused: if it has none.
    """
    from dragoman.refusal import ActionRefused

    if not default:
        what = f"nobody said --{which}, and there is no default"
        raise ActionRefused("no-answer", what, f"say it: --{which}, or leave out --yes")
    return default


def _asked(question: str, default: str, reader: Callable[[str], _Read]) -> _Read:
    """The answer to a question, which is asked until it can be understood."""
    from dragoman.refusal import ActionRefused

    while True:
        text: str = typer.prompt(question, default=default or None, err=True)
        try:
            return reader(text)
        except ActionRefused as refused:
            typer.echo(f"  {refused.diagnostic}", err=True)


def _program() -> Path:
    """The program as services call it: the one beside this Python."""
    return Path(sys.executable).parent / "dragoman"


def _shown(plan: SetupPlan, machine: HostMachine, whole: bool) -> list[str]:
    """The plan in lines: files and whether they are there, commands and what they are for."""
    lines: list[str] = []
    for command in plan.before:
        lines.append(f"run       {command}\n            {command.why}")
    for file, state in plan.files:
        owner = f"root:{file.group}" if file.group else "root"
        lines.append(f"{state.value:<9} {machine.at(file.path)} ({file.mode:04o}, {owner})")
        if whole and file in plan.to_write:
            lines += [f"          | {line}" for line in _masked(file.content).splitlines()]
    for command in plan.after:
        lines.append(f"run       {command}\n            {command.why}")
    return lines


def _masked(content: str) -> str:
    """A file of settings without passwords."""
    from dragoman.judge.running.configuration import without_password

    return "\n".join(
        without_password(line) if "://" in line and "@" in line else line
        for line in content.splitlines()
    )


def _carry_out(
    planned: Callable[[], SetupPlan], machine: HostMachine, tell: Callable[[str], object]
) -> tuple[Diagnostic, ...]:
    """Do what is planned, and tell of each thing as it is done: a password that was made is not
    lost where something fails after it. What failed is returned."""
    from dragoman.judge.setup.plan import by_hand
    from dragoman.refusal import ActionRefused

    try:
        if machine.may_change:
            for command in planned().before:
                tell(_ran(command, machine.run(command)))
        plan = planned()  # packages have brought files of their own
        if machine.may_change:
            machine.begin([one.path for one in plan.to_write])
        for file in plan.to_write:
            former = machine.put(file)
            tell(f"written: {machine.at(file.path)}")
            if former is not None:
                tell(f"  what it was is {former}")
        if not machine.may_change:
            tell(by_hand(plan))
            return ()
        for command in plan.after:
            if command.words[0] == "systemctl" and not machine.has_systemd:
                tell(f"left, as there is no systemd here: {command}")
            else:
                tell(_ran(command, machine.run(command)))
        machine.finish()
    except ActionRefused as refused:
        return (refused.diagnostic,)
    return ()


def _ran(command: PlannedCommand, said: str) -> str:
    """A line on a command that was run; with what was said of a new account, its password."""
    return f"ran: {command}" + (f"\n  {said}" if "--admin" in command.words else "")


def _left(plan: SetupPlan) -> list[str]:
    return ["", "left to you:", *(f"- {one}" for one in plan.left)]

"""``dragoman judge user``: accounts, from the machine of the judge."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge import moderation, programs
from dragoman.cli.judge.configured import called, owner_of_the_machine, with_judge
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.accounts.people import Person
    from dragoman.judge.service import Judge

_HELP = """Accounts: add one, list them, make somebody an admin, block somebody; who may register.

Whoever may run this command may do everything with accounts but read passwords.
"""

app = typer.Typer(help=_HELP, no_args_is_help=True, rich_markup_mode="markdown")
app.add_typer(programs.app, name="program")
app.add_typer(moderation.app)

Name = Annotated[str, typer.Argument(metavar="NAME", help="the name of the account")]
_SCOPES: Final = ("read", "play", "press", "master")
_MODES: Final = ("open", "invitation", "approval", "closed")


@app.command()
def add(
    context: typer.Context,
    name: Name,
    address: Annotated[str, typer.Argument(metavar="MAIL", help="the mail address")],
    admin: Annotated[bool, typer.Option("--admin", help="make the account an admin's")] = False,
    password: Annotated[
        bool,
        typer.Option("--password", help="read the password from standard input; else one is made"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make an account; its address counts as confirmed.

    Example: dragoman judge user add Ann ann@example.org --admin
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        given = _typed_password() if password else _made_password()
        people = judge.accounts.people
        number = people.create(owner_of_the_machine(), name, address, given, now)
        if admin:
            people.set_admin(owner_of_the_machine(), number, True)
        data = {"number": number, "name": name, "admin": admin}
        said = f"{name} has account {number}"
        if not password:
            data["password"] = given
            said += f"; the password is: {given}"
        return Answer(said, data)

    with_judge(context, answer, as_json)


@app.command("list")
def list_(context: typer.Context, as_json: AsJson = False) -> None:
    """List all accounts: numbers, names, who is an admin, a program, or blocked."""

    def answer(judge: Judge, now: datetime) -> Answer:
        found: list[Person] = []
        while more := judge.accounts.people.all(
            owner_of_the_machine(), found[-1].number if found else 0
        ):
            found += more
        lines = [
            "  ".join(
                (
                    f"{one.number:>6}",
                    f"{one.name:<30}",
                    f"{one.created:%Y-%m-%d}",
                    "admin" if one.is_admin else "",
                    f"program of {one.owner}" if one.owner is not None else "",
                    f"blocked: {one.blocked}" if one.blocked else "",
                )
            ).rstrip()
            for one in found
            if not one.is_deleted
        ]
        data = [
            {
                "number": one.number,
                "name": one.name,
                "created": one.created.isoformat(),
                "admin": one.is_admin,
                "blocked": one.blocked,
                "owner": one.owner,
            }
            for one in found
            if not one.is_deleted
        ]
        return Answer("\n".join(lines) or "no accounts yet", {"people": data})

    with_judge(context, answer, as_json)


@app.command()
def admin(
    context: typer.Context,
    name: Name,
    no: Annotated[bool, typer.Option("--no", help="make the account one like others")] = False,
    as_json: AsJson = False,
) -> None:
    """Make somebody an admin, who may do everything in every game."""

    def answer(judge: Judge, now: datetime) -> Answer:
        judge.accounts.people.set_admin(owner_of_the_machine(), called(judge, name).number, not no)
        return Answer(f"{name} is {'no admin' if no else 'an admin'}", {"admin": not no})

    with_judge(context, answer, as_json)


@app.command()
def block(
    context: typer.Context,
    name: Name,
    why: Annotated[str, typer.Argument(metavar="WHY", help="the reason, which is shown")],
    as_json: AsJson = False,
) -> None:
    """Keep somebody from signing in. Open sessions of the account end at once."""

    def answer(judge: Judge, now: datetime) -> Answer:
        judge.accounts.people.block(owner_of_the_machine(), called(judge, name).number, why)
        return Answer(f"{name} is blocked", {"blocked": why})

    with_judge(context, answer, as_json)


@app.command()
def unblock(context: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """Let somebody sign in again."""

    def answer(judge: Judge, now: datetime) -> Answer:
        judge.accounts.people.block(owner_of_the_machine(), called(judge, name).number, "")
        return Answer(f"{name} may sign in", {"blocked": ""})

    with_judge(context, answer, as_json)


@app.command("password")
def password_(
    context: typer.Context,
    name: Name,
    typed: Annotated[
        bool,
        typer.Option("--password", help="read it from standard input; else one is made"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Give somebody another password. All sessions of the account end."""

    def answer(judge: Judge, now: datetime) -> Answer:
        given = _typed_password() if typed else _made_password()
        judge.accounts.sign_ins.set_password(
            owner_of_the_machine(), called(judge, name).number, given, now
        )
        if typed:
            return Answer(f"{name} has another password")
        return Answer(f"the password of {name} is: {given}", {"password": given})

    with_judge(context, answer, as_json)


@app.command()
def token(
    context: typer.Context,
    name: Name,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope", metavar="SCOPE", help=f"one of {', '.join(_SCOPES)}, admin; several times"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a token for somebody's program. It is shown once, and never again."""

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.judge.commands.permissions import Actor

        scopes = tuple(scope or _SCOPES)
        for one in scopes:
            if one not in (*_SCOPES, "admin"):
                fault = Diagnostic("unknown-scope", f"there is no scope {one!r}", "", "")
                return Answer(diagnostics=(fault,))
        number = called(judge, name).number
        secret, _ = judge.accounts.tokens.make(Actor(number), number, "made here", scopes, now)
        return Answer(secret, {"token": secret, "scopes": list(scopes)})

    with_judge(context, answer, as_json)


@app.command()
def registration(
    context: typer.Context,
    mode: Annotated[str, typer.Argument(metavar="[MODE]", help=f"one of {', '.join(_MODES)}")] = "",
    as_json: AsJson = False,
) -> None:
    """Show who may register, or change it; the judge may be running.

    Example: dragoman judge user registration closed
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.judge.accounts.registration import RegistrationMode

        if mode and mode not in _MODES:
            fault = Diagnostic("unknown-mode", f"there is no mode {mode!r}", candidates=_MODES)
            return Answer(diagnostics=(fault,))
        rules = judge.accounts.registration
        if mode:
            rules.set_mode(owner_of_the_machine(), RegistrationMode(mode), now)
        found = rules.rules()
        attack = found.attack if found.is_under_attack(now) else None
        said = f"registration: {found.mode.value}"
        if attack is not None:
            said += f"; under attack until {attack:%Y-%m-%d %H:%M} UTC"
        until = attack.isoformat() if attack is not None else None
        return Answer(said, {"registration": found.mode.value, "attack": until})

    with_judge(context, answer, as_json)


@app.command()
def invite(
    context: typer.Context,
    people: Annotated[int, typer.Option("--people", help="how many may register by it")] = 1,
    note: Annotated[str, typer.Option("--note", help="whom it is for")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a link with which somebody may register, whoever else may; it is good for two weeks."""

    def answer(judge: Judge, now: datetime) -> Answer:
        invitations = judge.accounts.registration.invitations
        code = invitations.make(owner_of_the_machine(), 0, now, note, people)
        link = f"{judge.site.address.rstrip('/')}/register?invitation={code}"
        return Answer(link, {"link": link, "people": people})

    with_judge(context, answer, as_json)


def _typed_password() -> str:
    if sys.stdin.isatty():
        return typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return sys.stdin.readline().rstrip("\r\n")


def _made_password() -> str:
    """Twenty letters that are hard to mistake for each other."""
    import secrets

    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))

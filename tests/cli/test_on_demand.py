"""Commands that are built on demand are those that Typer builds all at once."""

import copy
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer
import typer.core
import typer.main
from typer.testing import CliRunner

from dragoman.cli import app as program, dipwork_app as dipwork
from dragoman.cli.env import app as env
from dragoman.cli.judge import app as judge, maintenance, people, tournaments
from dragoman.cli.on_demand import on_demand
from dragoman.cli.sockets import app as sockets
from dragoman.cli.tournament import app as tournament, online
from dragoman.cli.tournament.acting import offered
from dragoman.cli.variant import app as variant

GROUPS = {
    "variant": variant,
    "tournament": tournament,
    "dipwork": dipwork,
    "judge": judge,
    "sockets": sockets,
    "env": env,
}


def all_at_once(module) -> typer.Typer:
    """The application of a module, without its class, and with all its commands."""
    app = copy.copy(module.app)
    app.info = copy.copy(app.info)
    app.info.cls = typer.core.TyperGroup
    app.registered_commands = [*module.commands.registered_commands]
    for name in getattr(module, "_PARTS", getattr(module, "_BY_HAND", ())):
        part = __import__(f"{module.__package__}.{name}", fromlist=["app"])
        app.registered_commands += part.app.registered_commands
    if module is tournament:
        own = {one.name or one.callback.__name__: one for one in app.registered_commands}
        app.registered_commands = [
            own.get(name) or offered(name).registered_commands[0]
            for name in module._SEQUENCE
            if name not in module._GROUPS
        ]
    app.registered_groups = []
    if module is program:
        for name, one in GROUPS.items():
            app.add_typer(all_at_once(one), name=name)
    if module is judge:
        app.add_typer(people.app, name="user")
        app.add_typer(tournaments.app, name="tournament")
        app.add_typer(maintenance.app, name="maintenance")
    if module is tournament:
        app.add_typer(online.app, name="online")
    return app


def told(app: typer.Typer, *arguments: str, name: str = "dragoman") -> tuple[int, str, str]:
    ran = CliRunner().invoke(app, arguments, prog_name=name, env={"COLUMNS": "100"})
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran.exit_code, ran.stdout, ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", *GROUPS])
def test_the_help_lists_the_same_in_the_same_sequence(name: str) -> None:
    usual = all_at_once(program)
    group, own = (typer.main.get_command(app) for app in (usual, program.app))
    if name:
        group, own = group.get_command(None, name), own.get_command(None, name)
    assert own.name == group.name
    assert own.list_commands(None) == group.list_commands(None)
    for arguments in ([], ["--help"], ["nosuch"], ["sho"], ["--nosuch"]):
        if name != "dipwork" or arguments:  # alone it opens the menus
            before = [name] if name else []
            assert told(program.app, *before, *arguments) == told(usual, *before, *arguments)


@pytest.mark.slow
def test_every_command_says_the_same() -> None:
    usual = all_at_once(program)
    for name in ("adjudicate", "draw", "print", "resolve", "variant check", "tournament late"):
        for more in ((), ("--help",), ("--nosuch",), ("a", "b", "c", "d", "e")):
            if name == "resolve" and not more:
                continue
            arguments = (*name.split(), *more)
            assert told(program.app, *arguments) == told(usual, *arguments)


def test_only_what_is_asked_for_is_imported() -> None:
    app = typer.Typer(
        cls=on_demand(
            typer.Typer(), parts={"no.such.part": ("one",)}, groups={"two": "no.such.group"}
        )
    )
    app.callback()(lambda: None)
    group = typer.main.get_command(app)
    assert group.list_commands(None) == ["one", "two"]
    assert "one" in group.commands and "three" not in group.commands
    assert group.get_command(None, "three") is None
    for name in ("one", "two"):
        with pytest.raises(ModuleNotFoundError):
            group.get_command(None, name)


class Colour(StrEnum):
    red = "red"
    blue = "blue"


class Loose(StrEnum):
    big = "big"
    small = "small"


def say(
    text: str,
    path: Annotated[Path, typer.Option()] = Path("here"),
    must: Annotated[Path | None, typer.Option(exists=True)] = None,
    number: Annotated[int, typer.Option(min=2, max=9)] = 4,
    share: Annotated[float, typer.Option(max=1.0)] = 0.5,
    colour: Colour = Colour.red,
    loose: Annotated[Loose, typer.Option(case_sensitive=False)] = Loose.big,
    parsed: Annotated[str | None, typer.Option(parser=lambda text: text * 2)] = None,
    flag: bool = False,
    words: list[str] | None = None,
    paths: Annotated[list[Path] | None, typer.Option("--paths")] = None,
    numbers: Annotated[list[int] | None, typer.Option("--numbers")] = None,
) -> None:
    typer.echo(
        repr((text, path, must, number, share, colour, loose, parsed, flag, words, paths, numbers))
    )


@pytest.mark.parametrize(
    "line",
    [
        "a",
        "",
        "a --path -",
        "a --path secret",
        "a --path dangling",
        "a --must there",
        "a --must nowhere",
        "a --number 5",
        "a --number 1",
        "a --number 10",
        "a --number 05",
        "a --number x",
        "a --number 5.0",
        "a --share 1",
        "a --share 1.5",
        "a --share nan",
        "a --colour blue",
        "a --colour BLUE",
        "a --colour green",
        "a --loose BIG",
        "a --loose huge",
        "a --parsed x",
        "a --flag",
        "a --no-flag",
        "a --words b --words c",
        "a --paths b --paths c",
        "a --numbers 1 --numbers 2",
        "a --numbers 1 --numbers x",
        "\udcff",
        "a --words \udcff",
        "a --path \udcff",
        "ä --words é",
    ],
)
def test_values_are_read_as_typer_reads_them(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").write_text("")
    Path("secret").touch(mode=0)
    Path("dangling").symlink_to("nothing")
    arguments = ["say", *(word.strip("'") for word in line.split())]
    own, usual = typer.Typer(), typer.Typer()
    own.command()(say)
    usual.command()(say)
    app = typer.Typer(cls=on_demand(own))
    for one in (app, usual):
        one.callback()(lambda: None)
    assert told(app, *arguments) == told(usual, *arguments)

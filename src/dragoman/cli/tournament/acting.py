"""How the commands of a tournament find where they act, and how they are carried out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from dragoman.cli.declared_commands import offer
from dragoman.games.requests import Answer
from dragoman.tournament.commands import NAMES, kind_of

if TYPE_CHECKING:
    from dragoman.tournament.desk.desk import Desk


def offered(name: str) -> typer.Typer:
    """An application with one command of the desk."""
    app = typer.Typer()
    offer(app, name, kind_of(name), carry_out, NAMES[name])
    return app


def carry_out(context: typer.Context, command: object) -> Answer:
    """Carry out a command where the director works."""
    from dragoman.tournament.desk import desk

    return desk.carry_out(desk_of(context), command)


def desk_of(context: typer.Context) -> Desk:
    """Where the director works: in the folder of --folder, else in the one he is in."""
    from dragoman.tournament.desk.desk import Desk

    found: Any = context.find_root().obj or context.obj
    return found if isinstance(found, Desk) else Desk(found or Path())


def folder_of(context: typer.Context) -> Path:
    """The folder of the tournament."""
    return desk_of(context).folder

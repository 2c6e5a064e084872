"""Commands of a tournament carried out in its session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from dragoman.cli.declared_commands import offer
from dragoman.games.requests import Answer
from dragoman.tournament.commands import NAMES, kind_of

if TYPE_CHECKING:
    from dragoman.tournament.desk.session import TournamentSession


def offered(name: str) -> typer.Typer:
    """An application with one command of the desk."""
    app = typer.Typer()
    offer(app, name, kind_of(name), carry_out, NAMES[name])
    return app


def carry_out(context: typer.Context, command: object) -> Answer:
    """Carry out a command where the director works."""
    from dragoman.tournament.desk import session

    return session.carry_out(session_of(context), command)


def session_of(context: typer.Context) -> TournamentSession:
    """The session of the director: in the folder of --folder, else in the one he is in."""
    from dragoman.tournament.desk.session import TournamentSession
    from dragoman.tournament.log.store import Store

    found: Any = context.find_root().obj or context.obj
    if isinstance(found, TournamentSession):
        return found
    return TournamentSession(Store(found or Path()))

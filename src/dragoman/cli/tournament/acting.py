"""Commands of a tournament carried out in its session."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from dragoman.cli.declared_commands import offer
from dragoman.games.requests import Answer
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands import NAMES, kind_of
from dragoman.words import LANGUAGES, users_language

if TYPE_CHECKING:
    from dragoman.tournament.desk.session import TournamentSession


@dataclass(frozen=True, slots=True)
class Where:
    """The folder that the director works in, and the language that he reads."""

    folder: Path = Path()
    language: str = LANGUAGES[0]


def offered(name: str) -> typer.Typer:
    """An application with one command of the desk."""
    app = typer.Typer()
    offer(app, name, kind_of(name), carry_out, NAMES[name], language_of)
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
    where = found or Where()
    return TournamentSession(Store(where.folder), language=where.language)


def language_of(context: typer.Context) -> str:
    """The language in which the director is answered."""
    found: Any = context.find_root().obj or context.obj
    if found is None:  # before the command itself: its help
        asked: Any = context.params.get("language")
        wished = os.environ.get("DRAGOMAN_LANGUAGE", "") if asked is None else asked.value
        return wished if wished in LANGUAGES else users_language()
    return found.language

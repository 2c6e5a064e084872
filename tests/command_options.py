"""Every command of the program, with its options and those of the groups over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import typer
import typer.main
from typer.core import TyperGroup

from dragoman.cli.app import app
from dragoman.cli.help_pages import context_of


@cache
def options_of_commands() -> Mapping[str, frozenset[str]]:
    """By the words of each command, ``tournament draw``."""
    top = typer.main.get_command(app).make_context("dragoman", [], resilient_parsing=True)
    return dict(_below(top, "", frozenset({"--help"})))


def _below(
    context: typer.Context, path: str, over: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    params = context.command.get_params(context)
    known = over | {name for one in params for name in (*one.opts, *one.secondary_opts)}
    yield path, known
    if isinstance(context.command, TyperGroup):
        for name in context.command.list_commands(context):
            yield from _below(context_of(context, [name]), f"{path} {name}".strip(), known)

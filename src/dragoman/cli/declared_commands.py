"""Commands of a terminal, made of declarations: each field is an argument or an option."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, read_any_text
from dragoman.declared import Field, FileText, declared
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.formats.spreadsheets import SUFFIX, read_spreadsheet
from dragoman.games.requests import LARGEST, Answer
from dragoman.words import LANGUAGES


def offer(
    app: typer.Typer,
    name: str,
    kind: type,
    carry_out: Callable[[typer.Context, Any], Answer],
    panel: str | None = None,
    language: Callable[[typer.Context], str] = lambda _: LANGUAGES[0],
) -> None:
    """Give an application the command of this kind. ``carry_out`` is given the value that somebody
    typed, and says what is answered, which is told in a ``language``."""

    def run(context: typer.Context, as_json: bool, **typed: Any) -> None:
        def answer() -> Answer:
            given, faults = _given(kind, typed)
            return Answer(diagnostics=faults) if faults else carry_out(context, kind(**given))

        deliver(answer, as_json, language=language(context))

    parameters = [
        _parameter("context", typer.Context),
        *map(_of_field, declared(kind)),
        _parameter("as_json", AsJson, False),
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__doc__ = kind.__doc__
    app.command(name, rich_help_panel=panel)(run)


def _given(kind: type, typed: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """Typed values as the fields hold them; or what is wrong with a file that was named. What was
    left out is not there."""
    found: dict[str, Any] = {}
    for one in declared(kind):
        value = typed[one.name]
        if isinstance(value, Path):
            is_sheet = value.suffix.lower() == SUFFIX
            text, faults = _read_sheet(value) if is_sheet else read_any_text(value)
            if has_errors(faults):
                return {}, faults
            value = FileText(text, "standard input" if value == Path("-") else str(value))
        if value is not None:
            is_list = isinstance(value, list)
            found[one.name] = tuple(cast(list[str], value)) if is_list else value
    return found, ()


def _read_sheet(path: Path) -> tuple[str, tuple[Diagnostic, ...]]:
    """A spreadsheet as comma-separated text."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        what = f"{path} has more than {LARGEST} bytes"
        return "", (Diagnostic("too-large", what, "leave only the table in it"),)
    return read_spreadsheet(data, str(path))


def _of_field(field: Field) -> inspect.Parameter:
    says, hint, default = field.says, field.type, field.default
    if hint in (FileText, FileText | None):
        hint = Path if hint is FileText else Path | None
    if hint == tuple[str, ...]:
        hint, default = list[str], default or None
    is_choice = bool in (hint, *get_args(hint))
    if is_choice and "/" in says.option and not field.is_required:
        default = None
    if says.is_argument:
        found: Any = typer.Argument(metavar=says.metavar, help=says.meaning, min=says.least)
    else:
        option = says.option or f"--{field.name.replace('_', '-')}"
        names = [option] if is_choice else option.split("/")
        found = typer.Option(
            *names, metavar=says.metavar or None, help=says.meaning, min=says.least
        )
    if default is None and not get_args(hint)[1:]:
        hint = hint | None
    return _parameter(
        field.name,
        Annotated[hint, found],
        inspect.Parameter.empty if field.is_required else default,
    )


def _parameter(name: str, hint: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)

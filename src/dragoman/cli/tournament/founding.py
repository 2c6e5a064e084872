"""``dragoman tournament``: what a tournament is founded with: preset and scoring system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.declared_commands import AsJson
from dragoman.cli.tournament.acting import carry_out, folder_of
from dragoman.games.requests import Answer
from dragoman.tournament.commands.record import ChangePreset

if TYPE_CHECKING:
    from dragoman.diagnostics import Diagnostic
    from dragoman.tournament.rules.preset import Preset

app = typer.Typer()

_PANEL = "The tournament"


@app.command(rich_help_panel=_PANEL)
def new(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="the folder to make")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="what it is called; else as the preset says")
    ] = "",
    preset: Annotated[
        str,
        typer.Option(metavar="PRESET", help='one that "presets" lists, or a file of your own'),
    ] = "nz1999",
    place: Annotated[str, typer.Option(metavar="TEXT", help="where it is played")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a tournament.

    Its preset holds all the numbers: rounds, times, warnings, scoring, tie-breaks. A copy of
    it lies in the folder; change it, and make the change count with "preset".

    Example: dragoman tournament new nz99 "New Zealand Championship" --place Wellington
    """

    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic, has_errors
        from dragoman.files import write_atomically
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.log.events import Founded
        from dragoman.tournament.log.store import Store

        text, found, faults = _preset(preset)
        if found is None or has_errors(faults):
            return Answer(diagnostics=faults)
        copy = folder / _PRESET
        if copy.exists() and copy.read_text("utf-8", "replace") != text:
            what = f"there is another {_PRESET} in {folder} already"
            remedy = f"take it with --preset {copy}, or move it away"
            return Answer(diagnostics=(Diagnostic("preset-there", what, remedy),))
        called = " ".join(name.split()) or found.title or folder.resolve().name
        try:
            t = Store(folder).found([Founded(called, text, place)])
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        write_atomically(copy, text)
        said = f"{folder}: {t.name}, {t.settings.rounds} rounds"
        said += f"\nnext: cd {folder}, then register players"
        return Answer(said, {"folder": str(folder), "name": t.name}, faults)

    deliver(answer, as_json)


@app.command(rich_help_panel=_PANEL, help=ChangePreset.__doc__)
def preset(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="PRESET", help="a preset file, or the name of a preset")
    ] = "preset.toml",
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.declared import FileText

        folder = folder_of(context)
        text, found, faults = _preset(str(folder / file) if file.endswith(".toml") else file)
        if found is None:
            return Answer(diagnostics=faults)
        return carry_out(context, ChangePreset(FileText(text, file)))

    deliver(answer, as_json)


@app.command(rich_help_panel=_PANEL)
def presets(as_json: AsJson = False) -> None:
    """List the presets that are included. "new --preset NAME" takes one and copies it."""

    def answer() -> Answer:
        from dragoman.tournament.desk.desk import table_text
        from dragoman.tournament.rules.preset import load_preset, shipped_presets

        rows = [
            (name, found.title) for name in shipped_presets() if (found := load_preset(name)[0])
        ]
        return Answer(table_text(rows), {"presets": dict(rows)})

    deliver(answer, as_json)


@app.command(rich_help_panel=_PANEL)
def systems(
    name: Annotated[str, typer.Argument(metavar="SYSTEM", help="tell all about this one")] = "",
    as_json: AsJson = False,
) -> None:
    """List the scoring systems that a preset can name, or explain one."""

    def answer() -> Answer:
        from dragoman.tournament.desk.desk import table_text
        from dragoman.tournament.scoring import SYSTEMS, choose_scoring

        if not name:
            rows = [(one.name, one.title) for one in SYSTEMS.values()]
            return Answer(table_text(rows), {"systems": dict(rows)})
        found, faults = choose_scoring(name)
        if found is None:
            return Answer(diagnostics=faults)
        one = found.system
        lines = [f"{one.title} ({one.name})", one.formula, f"Source: {one.source}"]
        lines += [f"Needs {need.value}." for need in sorted(one.needs, key=lambda n: n.value)]
        lines += [f"{s.name} = {s.default}: {s.meaning}" for s in one.settings]
        return Answer("\n".join(lines), {"name": one.name, "formula": one.formula})

    deliver(answer, as_json)


_PRESET = "preset.toml"


def _preset(name: str) -> tuple[str, Preset | None, tuple[Diagnostic, ...]]:
    """The text of a preset by its name or in a file, what it says, and what is wrong with it."""
    from dragoman.files import read_text
    from dragoman.tournament.rules.preset import load_preset, preset_text, shipped_presets

    found, faults = load_preset(name)
    if found is None:
        return "", None, faults
    text = preset_text(name) if name in shipped_presets() else read_text(Path(name))[0]
    return text, found, faults

"""``dragoman dipwork report``: a round in the forms that game masters publish today.

``PLAIN.TXT`` is DipWork's own report; see ``steps``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import write_keeping_backup
from dragoman.game import Resolution
from dragoman.games.dipwork.steps import resolutions_of_round
from dragoman.games.dipwork.workspace import Dialogue, DipworkWorkspace, StepError, open_workspace
from dragoman.games.requests import Answer, ReportRequest, read_typed_text
from dragoman.games.turn_report import replay_link, with_map
from dragoman.reports import NO_CHART, combine_turns, turn_facts
from dragoman.reports.dipwork import master_and_deadline
from dragoman.reports.facts import on_one_line
from dragoman.reports.forms import FORMS
from dragoman.words import dipworks_language, said


def report(
    game: str, project: str, request: ReportRequest, here: Path, moves_alone: bool = False
) -> Answer:
    """A round as far as it is judged, printed or written to a file."""
    workspace, faults = open_workspace(game, project, Dialogue(), here)
    if workspace is None:
        return Answer(diagnostics=faults)
    target = request.target
    notes, unread = ("", ()) if request.notes is None else read_typed_text(request.notes)
    replay, unlinked = replay_link(request.replay)
    faults = (*faults, *unread, *unlinked)
    if target is not None and (taken := _taken(target, workspace, request)):
        faults = (*faults, Diagnostic("file-needed", taken, "name another file", str(target)))
    if has_errors(faults):
        return Answer(diagnostics=faults)
    try:
        resolutions = resolutions_of_round(workspace, moves_alone)
    except StepError as error:
        return Answer(diagnostics=(*faults, *error.diagnostics))
    power_of, players = workspace.atlas.power_of, workspace.game.players
    # The years before are nowhere in a directory of DipWork's: so there is no chart of them.
    turns = [
        replace(
            turn_facts(
                workspace.game.variant,
                resolution,
                request.language or dipworks_language(),
                title=workspace.game.parameters.text("NAME"),
                explained=request.explained,
                players={power_of[nation]: player for nation, player in players.items()},
                notes="" if number else notes,
            ),
            chart=NO_CHART,
        )
        for number, resolution in enumerate(resolutions)
    ]
    language = request.language or dipworks_language()
    about = tuple(map(on_one_line, master_and_deadline(workspace.game.parameters, language)))
    turns[0], unseen = with_map(
        replace(turns[0], about=about),
        request.form,
        lambda: _picture(workspace, resolutions[0], language),
    )
    turns[-1] = replace(turns[-1], replay=replay)
    faults = (*faults, *unseen)
    text = FORMS[request.form](*combine_turns(turns))
    data = {"phases": [str(one.phase) for one in resolutions], "as": request.form, "report": text}
    if target is None:
        return Answer(text, data, faults)
    write_keeping_backup(target, text)
    text = said(
        "{target}: {phase}, as {form}",
        target=target,
        phase=turns[0].phase,
        form=request.form,
    )
    return Answer(text, {**data, "file": str(target)}, faults)


def _picture(
    workspace: DipworkWorkspace, moves: Resolution, language: str
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The map with the moves of the round; none, with why, where it cannot be drawn."""
    from dragoman.drawing import map_of, scene_of, svg

    variant, named = workspace.game.variant, workspace.game.parameters
    drawn_on, faults = map_of(variant)
    if drawn_on is None:
        return "", faults
    scene = scene_of(
        variant,
        drawn_on.geometry,
        moves.before,
        resolution=moves,
        title=" - ".join(filter(None, (named.text("VARNAME"), named.text("NAME")))),
        language=language,
        backdrop=drawn_on.backdrop,
    )
    return svg(replace(scene, turn=named.text("YEAR") or scene.turn)), faults


def _taken(target: Path, workspace: DipworkWorkspace, request: ReportRequest) -> str:
    """The reason why a report may not go there; empty where it may."""
    if target.is_dir():
        return "this is a folder"
    if request.is_over_notes():
        return "these are the notes"
    folders = (workspace.game.folder, workspace.game.variant_directory.folder)
    beside = any(target.resolve().parent == folder.resolve() for folder in folders)
    if beside and target.suffix.upper() in (".TXT", ".ORD", ".BAK"):
        return "files with such a name are DipWork's in this directory"
    return ""

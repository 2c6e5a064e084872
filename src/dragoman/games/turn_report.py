"""The report of a turn as a game master publishes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.files import write_atomically
from dragoman.game import Resolution, spoken
from dragoman.games.adjudication import phases_before, resolution_of
from dragoman.games.answer import Answer
from dragoman.games.folder import GameFolder, OpenGame
from dragoman.games.report_request import ReportRequest
from dragoman.games.typed_text import read_typed_text
from dragoman.games.written_report import replay_link, with_map
from dragoman.reports import turn_facts
from dragoman.reports.forms import FORMS
from dragoman.words import said


def report(path: Path, phase: str | None, request: ReportRequest) -> Answer:
    """A turn in one of the forms, as text or written to a file."""
    folder = GameFolder(path)
    opened, faults = folder.open()
    if opened is None:
        return Answer(diagnostics=faults)
    resolution, missing = resolution_of(folder, opened, phase)
    if resolution is None:
        return Answer(diagnostics=(*opened.diagnostics, *missing))
    target = request.target
    notes, unread = ("", ()) if request.notes is None else read_typed_text(request.notes)
    replay, unlinked = replay_link(request.replay)
    diagnostics = (*opened.diagnostics, *unread, *unlinked, *_not_final(resolution, opened))
    if target is not None and (what := _not_to_be_written(target, folder, request)):
        fault = Diagnostic("file-needed", what, "name another file", str(target))
        diagnostics = (*diagnostics, fault)
    if has_errors(diagnostics):
        return Answer(diagnostics=diagnostics)
    game, settings = opened.game, opened.settings
    language = request.language or settings.language
    facts = turn_facts(
        game.variant,
        resolution,
        language,
        title=settings.title,
        explained=request.explained,
        players=settings.players,
        notes=notes,
        earlier=phases_before(game, resolution),
        ending=game.ending if resolution is game.resolution else None,
    )
    facts, unseen = with_map(
        replace(facts, replay=replay),
        request.form,
        lambda: _picture(folder, opened, resolution, language),
    )
    diagnostics = (*diagnostics, *unseen)
    text = FORMS[request.form](facts)
    data = {"phase": str(resolution.phase), "as": request.form, "report": text}
    if target is None:
        return Answer(text, data, diagnostics)
    write_atomically(target, text)
    where = said(
        "{target}: {phase}, as {form}",
        target=target,
        phase=spoken(resolution.phase),
        form=request.form,
    )
    return Answer(where, {**data, "file": str(target)}, diagnostics)


def _picture(
    folder: GameFolder, opened: OpenGame, resolution: Resolution, language: str
) -> tuple[str, tuple[Diagnostic, ...]]:
    from dragoman.games.result_map import picture_of  # only now: what draws is large

    return picture_of(folder, opened, resolution, language)


def _not_to_be_written(target: Path, folder: GameFolder, request: ReportRequest) -> str:
    """Why a report may not go there; empty where it may."""
    if folder.owns(target):
        return "this file belongs to the game itself"
    if target.is_dir():
        return "this is a folder"
    if request.is_over_notes():
        return "these are the notes"
    return ""


def _not_final(resolution: Resolution, opened: OpenGame) -> tuple[Diagnostic, ...]:
    """A warning where the report is of a result that may still change."""
    if resolution in opened.game.history:
        return ()
    what = said("{phase} is not final yet", phase=spoken(resolution.phase))
    remedy = "make it final with accept, or do not send this to the players"
    return (Diagnostic("not-final", what, remedy, severity=Severity.WARNING),)

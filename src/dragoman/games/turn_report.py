"""The report of a turn as a game master publishes it, with the map where its form can show one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.files import write_atomically
from dragoman.game import Resolution, spoken
from dragoman.games.adjudication import phases_before, resolution_of
from dragoman.games.folder import GameFolder, OpenGame
from dragoman.games.requests import Answer, ReportRequest, read_typed_text
from dragoman.games.seen_by import Eyes, eyes_of
from dragoman.reports import TurnFacts, turn_facts
from dragoman.reports.facts import paragraphs
from dragoman.reports.facts_in_sight import facts_in_sight
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
    language = request.language or opened.settings.language
    hidden = frozenset[str]()
    if request.seen_by is None:
        facts = _facts(opened, resolution, request, language, notes)
    else:
        eyes, faults = eyes_of(opened.game, request.seen_by)
        if eyes is None:
            return Answer(diagnostics=(*diagnostics, *faults))
        hidden, resolution = eyes.hidden(resolution.before), eyes.told(resolution)
        facts = _facts_seen(opened, eyes, resolution, language, notes)
    facts, unseen = with_map(
        replace(facts, replay=replay),
        request.form,
        lambda: _picture(folder, opened, resolution, language, hidden),
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


def _facts(
    opened: OpenGame, resolution: Resolution, request: ReportRequest, language: str, notes: str
) -> TurnFacts:
    game, settings = opened.game, opened.settings
    return turn_facts(
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


def _facts_seen(
    opened: OpenGame, eyes: Eyes, told: Resolution, language: str, notes: str
) -> TurnFacts:
    variant, title = opened.game.variant, opened.settings.title
    facts = facts_in_sight(variant, told, eyes.power, language, title=title)
    return replace(facts, notes=paragraphs(notes))


def _picture(
    folder: GameFolder,
    opened: OpenGame,
    resolution: Resolution,
    language: str,
    hidden: frozenset[str],
) -> tuple[str, tuple[Diagnostic, ...]]:
    from dragoman.games.draw_request import picture_of  # only now: most forms show no map

    return picture_of(folder, opened, resolution, language, hidden)


def _not_to_be_written(target: Path, folder: GameFolder, request: ReportRequest) -> str:
    """The reason why a report may not go there; empty where it may."""
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


# Maps and links in reports

Faults = tuple[Diagnostic, ...]

_MAIL_WIDTH = 1200
"""Of the map in a mail, in pixels."""
_ADDRESS = re.compile(r"https?://[^/\s]+\S*")
_IN_ADDRESSES = "/:?#&=%+,;@~!$"
"""Signs that are left as they are in an address, besides letters and digits."""


def with_map(
    facts: TurnFacts, form: str, picture: Callable[[], tuple[str, Faults]]
) -> tuple[TurnFacts, Faults]:
    """The facts with a picture of the map, where the form shows one; without it, and with
    warnings, where it cannot be drawn."""
    shown = FORMS[form].picture
    if not shown:
        return facts, ()
    svg, faults = picture()
    unseen = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    if not svg or shown == "svg":
        return replace(facts, picture=svg), unseen
    from dragoman.drawing import png  # only now: it needs an extra

    return replace(facts, png=png(svg, _MAIL_WIDTH)), unseen


def replay_link(text: str | None) -> tuple[str, Faults]:
    """The address of a replay as reports show it: of a page on the web, or of a file beside the
    report."""
    if text is None:
        return "", ()
    link = quote(text.strip(), safe=_IN_ADDRESSES)
    is_file = ":" not in link and link.lower().endswith((".html", ".htm"))
    if _ADDRESS.fullmatch(text.strip()) or is_file:
        return link, ()
    what = f"{text!r} is not the address of a replay"
    remedy = "write https://..., or the name of the file that dragoman replay made"
    return "", (Diagnostic("bad-address", what, remedy),)

"""What came of a phase, and where a game stands, for a mail: all of it, or what somebody sees of a
blind game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dragoman.game import Resolution, words
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.wording import said
from dragoman.reports import Phrasebook, report_position, turn_facts
from dragoman.reports.forms import FORMS
from dragoman.rules import Phase, Position


def result_told(
    viewer: Viewer, phase: str, book: Phrasebook, kept: dict[tuple[Any, ...], str]
) -> tuple[str, Phase | None]:
    """What a phase came to, as a text, and the phase after it; nothing where it was rolled back
    since. Reports that others may read as well are ``kept``."""
    g = viewer.g
    number = next((n for n, one in enumerate(g.history) if str(one.phase) == phase), None)
    if number is None or not viewer.may_look:
        return "", None
    past = g.history[number]
    if not viewer.sees_board:
        return _in_sight(viewer, past, book), past.position.phase
    key = (phase, book.language, book.notation, viewer.is_master, len(g.history), g.number)
    if key not in kept:
        facts = turn_facts(
            g.game.variant,
            past,
            book.language,
            title=g.settings.title,
            earlier=g.history[:number],
            for_master=viewer.is_master,
            notation=book.notation,
        )
        kept[key] = FORMS["text"](facts).strip()
    return kept[key], past.position.phase


def board_told(viewer: Viewer, book: Phrasebook) -> str:
    """Where a game stands, as somebody may see it: who has which units and centres. Nothing where
    he sees nothing of it."""
    g = viewer.g
    if not viewer.may_look:
        return ""
    if not viewer.sees_board:
        return "\n".join(_seen(viewer, g.game.position, book)) if viewer.power else ""
    told = report_position(
        g.game.variant,
        g.game.position,
        book.language,
        title=g.settings.title,
        rule_set=g.game.rule_set,
        for_master=viewer.is_master,
        notation=book.notation,
    )
    return told.strip()


def _in_sight(viewer: Viewer, past: Resolution, book: Phrasebook) -> str:
    """His own orders with what came of them, and the units that he sees."""
    if viewer.power is None:
        return ""
    lines = [said(book.language, "event.own-orders")]
    for one in past.outcomes:
        if one.unit.power != viewer.power:
            continue
        shown = book.order(one.order) if one.order is not None else book.unit(one.unit)
        marks = [mark for mark in words(one, past.phase.kind) if mark]
        if one.unit in past.destroyed:
            marks.append("disband")
        came = ", ".join(book.word(f"marks.{mark}") for mark in marks)
        lines.append(f"  {shown}  {came}".rstrip())
    return "\n".join((*lines, "", *_seen(viewer, past.position, book)))


def _seen(viewer: Viewer, position: Position, book: Phrasebook) -> Iterator[str]:
    """The units and centres that he sees; who has the others is not said."""
    position, powers = viewer.sees_of(position), viewer.g.game.variant.board.powers
    yield said(book.language, "event.hidden-board")
    for power in powers:
        if units := position.units_of(power):
            yield f"  {book.power(power)}: {', '.join(map(book.unit, units))}"
    yield book.word("report.centers")
    for power in powers:
        if centers := position.centers_of(power):
            yield f"  {book.power(power)}: {', '.join(map(book.place, centers))}"

"""A report as plain text, for terminals and mail, and the parts that plain texts are made of."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from dragoman.reports.forms.form import Form

if TYPE_CHECKING:
    from dragoman.reports.centers import PowerCenters
    from dragoman.reports.facts import PowerOrders, TurnFacts
    from dragoman.reports.story import Section

WIDTH = 78
"""No line of a report is longer, unless one name is."""


def text_report(*turns: TurnFacts) -> str:
    """A report of a phase or several as plain text, in lines of at most ``WIDTH``."""
    return "\n".join(map(_turn, turns))


def _turn(facts: TurnFacts) -> str:
    word = facts.phrasebook.word
    lines = [*heading_lines(facts.heading)]
    for line in facts.about:
        lines += wrapped(line)
    for note in facts.notes:
        lines += ["", *wrapped(note)]
    lines += section_lines(facts.before_moves)
    lines += _orders(facts.orders)
    lines += list_lines(word("report.refused"), facts.refused)
    lines += list_lines(word("report.retreats"), facts.retreats)
    if facts.destroyed:
        lines += ["", *wrapped(facts.destroyed)]
    lines += section_lines(facts.after_moves)
    if facts.centers:
        lines += center_lines(facts.centers_heading, facts.centers)
    lines += list_lines(word("report.balance"), facts.balance)
    if after := facts.ended or facts.next:
        lines += ["", *wrapped(after)]
    wanted = (f"{one.power}: {one.what}" for one in facts.wanted)
    lines += list_lines(word("report.wanted"), wanted)
    if facts.replay:
        lines += ["", f"{word('report.replay')}: {facts.replay}"]
    return "\n".join(lines) + "\n"


def heading_lines(heading: str) -> Iterator[str]:
    """A heading with a line below it."""
    lines = wrapped(heading)
    yield from lines
    yield "=" * max(map(len, lines))


def _orders(orders: Iterable[PowerOrders]) -> Iterator[str]:
    orders = [*orders]
    marked = (order for one in orders for order in one.orders if order.mark)
    column = max((len(order.text) for order in marked), default=0)
    for one in orders:
        yield from ["", *wrapped(str(one.power))]
        for order in one.orders:
            line = f"{order.text:<{column}}   {order.mark}" if order.mark else order.text
            yield from wrapped(line, "  ", "      ")
            yield from wrapped(order.explanation, "    ")


def list_lines(heading: str, items: Iterable[str]) -> Iterator[str]:
    """A heading and lines below it; nothing where there are none."""
    lines = [line for one in items for line in wrapped(one, "  ", "      ")]
    if lines:
        yield from ["", heading, *lines]


def section_lines(sections: Iterable[Section]) -> Iterator[str]:
    """Sections with their headings, lines and tables."""
    for section in sections:
        yield from ["", section.heading]
        for one in section.lines:
            yield from wrapped(one, "  ", "      ")
        yield from _table(section)


def _table(section: Section) -> Iterator[str]:
    """A table in columns; the last may go over several lines."""
    if not section.rows:
        return
    rows = [section.columns, *section.rows]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(row, widths, section.numbers, strict=True)
        ]
        hanging = " " * (2 + sum(widths[:-1]) + 2 * (len(widths) - 1))
        yield from wrapped("  ".join(cells).rstrip(), "  ", hanging)


def center_lines(heading: str, rows: Sequence[PowerCenters]) -> Iterator[str]:
    """A heading, and below it who owns which centres."""
    column = max((len(row.power.name) for row in rows), default=0)
    yield ""
    yield heading
    for row in rows:
        changes = f"({row.changes})" if row.changes else ""
        listed = " ".join(filter(None, [", ".join(row.centers), changes]))
        text = f"{row.power.name:<{column}}  {len(row.centers):>2}  {listed}"
        yield from wrapped(text, "  ", " " * (column + 8))


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> list[str]:
    """The text in lines of at most ``WIDTH``; a unit's letter stays with its place."""
    tied = re.sub(r"\b(\w|DATC) (?=\w)", "\\1\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(
        tied,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_on_hyphens=False,
        break_long_words=False,
        replace_whitespace=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


TEXT = Form("text", "text", text_report, rank=1)

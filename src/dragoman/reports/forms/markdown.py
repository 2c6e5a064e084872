"""A report in Markdown: CommonMark, with the tables that GitHub and most forums know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dragoman.reports.forms.form import Form

if TYPE_CHECKING:
    from dragoman.reports.centers import PowerCenters
    from dragoman.reports.facts import PowerOrders, TurnFacts
    from dragoman.reports.story import Section

_ESCAPES = {
    **{ord(sign): f"\\{sign}" for sign in "\\`*_[]#"},
    **{ord(sign): f"&#{ord(sign)};" for sign in "&<>|~"},
}
_START = re.compile(r"^(\d*)(?=[-+=.)])")


def markdown_report(*turns: TurnFacts) -> str:
    """The report of a phase or several, ready to be pasted."""
    return "\n".join(map(_turn, turns))


def _turn(facts: TurnFacts) -> str:
    word = facts.phrasebook.word
    blocks = [f"# {_escaped(facts.heading)}", *map(_line, facts.about)]
    if facts.notes:
        notes = (f"> {_line(note)}" for note in facts.notes)
        blocks.append("\n>\n".join([f"> **{word('report.notes')}**", *notes]))
    for section in facts.before_moves:
        blocks += _section(section)
    for one in facts.orders:
        blocks += [f"## {_escaped(str(one.power))}", "\n".join(_orders(one))]
    blocks += _list(word("report.refused"), map(_line, facts.refused))
    blocks += _list(word("report.retreats"), map(_line, facts.retreats))
    if facts.destroyed:
        blocks.append(_line(facts.destroyed))
    for section in facts.after_moves:
        blocks += _section(section)
    if facts.centers:
        heading = facts.centers_heading
        blocks.append(f"## {heading}")
        columns = (word("report.power"), word("report.number"), heading, word("report.change"))
        titles = _row(columns)
        blocks.append("\n".join([titles, "| :-- | --: | :-- | :-- |", *_centers(facts.centers)]))
    blocks += _list(word("report.balance"), map(_line, facts.balance))
    if after := facts.ended or facts.next:
        blocks.append(f"**{_line(after)}**")
    wanted = (f"**{_line(str(one.power))}**: {_escaped(one.what)}" for one in facts.wanted)
    blocks += _list(word("report.wanted"), wanted)
    if facts.replay:
        blocks.append(f"[{word('report.replay')}]({facts.replay})")
    return "\n\n".join(blocks) + "\n"


def _orders(one: PowerOrders) -> Iterator[str]:
    for order in one.orders:
        text = _line(order.text)
        text = f"*{text}*" if order.failed else text
        yield f"- {text}: **{_escaped(order.mark)}**" if order.mark else f"- {text}"
        if order.explanation:
            yield f"    - {_line(order.explanation)}"


def _centers(rows: Iterable[PowerCenters]) -> Iterator[str]:
    for row in rows:
        cells = (str(row.power), str(len(row.centers)), ", ".join(row.centers), row.changes)
        yield _row(map(_escaped, cells))


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.heading}"
    if section.lines:
        yield "\n".join(f"- {_line(line)}" for line in section.lines)
    if section.rows:
        marks = _row("--:" if is_number else ":--" for is_number in section.numbers)
        rows = (_row(map(_escaped, row)) for row in section.rows)
        yield "\n".join([_row(section.columns), marks, *rows])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _list(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"- {line}" for line in lines]
    if items:
        yield f"## {heading}"
        yield "\n".join(items)


def _escaped(text: str) -> str:
    """The text with everything escaped that has a meaning in Markdown or HTML.

    Angle brackets are entities and not escaped with a backslash, which older Markdown would leave
    alone, and a tag with it.
    """
    return text.translate(_ESCAPES)


def _line(text: str) -> str:
    """A text at the start of a line, where a few more characters have a meaning."""
    return _START.sub(r"\1\\", _escaped(text))


MARKDOWN = Form("markdown", "Markdown", markdown_report, suffix=".md", rank=2)

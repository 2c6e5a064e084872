"""A report in BBCode, as phpBB and the boards after it understand it: no tables, no plug-ins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dragoman.reports.forms.form import Form

if TYPE_CHECKING:
    from dragoman.reports.centers import PowerCenters
    from dragoman.reports.facts import PowerOrders, TurnFacts
    from dragoman.reports.story import Section

_BREAK = "\N{ZERO WIDTH SPACE}"
"""Put behind a bracket, it keeps a board from taking what follows for a tag. Boards know no
other way that works on all of them."""


def bbcode_report(*turns: TurnFacts) -> str:
    """The report of a phase or several, ready to be pasted."""
    return "\n".join(map(_turn, turns))


def _turn(facts: TurnFacts) -> str:
    word = facts.phrasebook.word
    blocks = [f"[size=150][b]{_escaped(facts.heading)}[/b][/size]"]
    blocks += map(_escaped, facts.about)
    if facts.notes:
        notes = "\n\n".join(map(_escaped, facts.notes))
        blocks.append(f'[quote="{word("report.notes")}"]{notes}[/quote]')
    for section in facts.before_moves:
        blocks += _section(section)
    for one in facts.orders:
        blocks += _list(_escaped(str(one.power)), _orders(one))
    blocks += _list(word("report.refused"), map(_escaped, facts.refused))
    blocks += _list(word("report.retreats"), map(_escaped, facts.retreats))
    if facts.destroyed:
        blocks.append(_escaped(facts.destroyed))
    for section in facts.after_moves:
        blocks += _section(section)
    blocks += _list(facts.centers_heading, _centers(facts.centers))
    blocks += _list(word("report.balance"), map(_escaped, facts.balance))
    if after := facts.ended or facts.next:
        blocks.append(f"[b]{_escaped(after)}[/b]")
    wanted = (f"[b]{_escaped(str(one.power))}[/b]: {_escaped(one.what)}" for one in facts.wanted)
    blocks += _list(word("report.wanted"), wanted)
    if facts.replay:
        blocks.append(f"[url={facts.replay}]{word('report.replay')}[/url]")
    return "\n\n".join(blocks) + "\n"


def _orders(one: PowerOrders) -> Iterator[str]:
    for order in one.orders:
        text = _escaped(order.text)
        text = f"[i]{text}[/i]" if order.failed else text
        line = f"{text}: [b]{_escaped(order.mark)}[/b]" if order.mark else text
        if order.explanation:
            line += f"\n[size=85]{_escaped(order.explanation)}[/size]"
        yield line


def _centers(rows: Iterable[PowerCenters]) -> Iterator[str]:
    for row in rows:
        changes = f"[i]({_escaped(row.changes)})[/i]" if row.changes else ""
        listed = " ".join(filter(None, [_escaped(", ".join(row.centers)), changes]))
        yield f"[b]{_escaped(str(row.power))}[/b] {len(row.centers)}: {listed}"


def _section(section: Section) -> Iterator[str]:
    """A section; a row of its table is a line that names each of its cells, for boards have no
    tables."""
    rows = (
        f"[b]{_escaped(row[0])}[/b]: {_escaped(section.named_cells(row))}" for row in section.rows
    )
    yield from _list(section.heading, [*map(_escaped, section.lines), *rows])


def _list(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"[*]{line}" for line in lines]
    if items:
        yield "\n".join([f"[b]{heading}[/b]", "[list]", *items, "[/list]"])


def _escaped(text: str) -> str:
    return text.replace("[", f"[{_BREAK}")


BBCODE = Form("bbcode", "BBCode", bbcode_report, suffix=".bbcode.txt", rank=4)

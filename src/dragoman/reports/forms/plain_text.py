"""Reports as plain text, for terminals and mail: a turn that was resolved, and a position."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dragoman.errors import checked
from dragoman.game import Resolution, Variant
from dragoman.orders import Notation
from dragoman.reports.centers import (
    PlayedPower,
    PowerCenters,
    balance_lines,
    center_rows,
)
from dragoman.reports.facts import (
    PowerOrders,
    TurnFacts,
    retreat_lines,
    turn_facts,
    units_text,
)
from dragoman.reports.section import Section
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, say
from dragoman.reports.story import STORY
from dragoman.rules import Phase, PhaseKind, Position, RuleSet

WIDTH = 78
"""No line of a report is longer, unless one name is."""


@checked
def report_resolution(
    variant: Variant,
    resolution: Resolution,
    language: str = "en",
    *,
    title: str = "",
    explained: bool = False,
    earlier: Sequence[Resolution] = (),
) -> str:
    """What came of a phase, for the game master: every order with its result, then what follows
    from them. It has all that players learn and, in Machiavelli, the assassination chits.

    ``title`` is what the game is called, the variant's title unless given. ``explained``
    adds under each order why it came out so, unless there is nothing to explain. ``earlier`` are
    the phases before, to which famine goes back.

    Raises:
        ValueError: if there are no words for the language.
    """
    facts = turn_facts(
        variant,
        resolution,
        language,
        title=title,
        explained=explained,
        earlier=earlier,
        for_master=True,
    )
    # Whose orders are wanted next is for the players: a game master has the order sheet.
    return text_report(replace(facts, wanted=()))


def text_report(*turns: TurnFacts) -> str:
    """A report of a phase or several as plain text, in lines of at most ``WIDTH``."""
    return "\n".join(map(_turn, turns))


def _turn(facts: TurnFacts) -> str:
    word = facts.phrasebook.word
    lines = [*_underlined(facts.heading)]
    for line in facts.about:
        lines += _wrapped(line)
    for note in facts.notes:
        lines += ["", *_wrapped(note)]
    lines += _sections(facts.before_moves)
    lines += _orders(facts.orders)
    lines += _section(word("report.refused"), facts.refused)
    lines += _section(word("report.retreats"), facts.retreats)
    if facts.destroyed:
        lines += ["", *_wrapped(facts.destroyed)]
    lines += _sections(facts.after_moves)
    if facts.centers:
        lines += _centers(facts.centers_heading, facts.centers)
    lines += _section(word("report.balance"), facts.balance)
    if after := facts.ended or facts.next:
        lines += ["", *_wrapped(after)]
    wanted = (f"{one.power}: {one.what}" for one in facts.wanted)
    lines += _section(word("report.wanted"), wanted)
    if facts.replay:
        lines += ["", f"{word('report.replay')}: {facts.replay}"]
    return "\n".join(lines) + "\n"


@checked
def report_position(
    variant: Variant,
    position: Position,
    language: str = "en",
    *,
    title: str = "",
    rule_set: RuleSet | None = None,
    opening: object = None,
    for_master: bool = True,
    notation: Notation | None = None,
) -> str:
    """A position: who has which centres and units, and which units are dislodged. ``opening`` is
    the account of what happened before a game that begins with it, in Machiavelli the first income;
    ``for_master`` adds what players do not learn, there the assassination chits.

    The rule set, which says who may build, is the variant's own unless given.

    Raises:
        ValueError: if there are no words for the language.
    """
    phrasebook = Phrasebook(variant, language, notation=notation)
    lines = [*_heading(phrasebook, title or variant.title, position.phase)]
    for power in variant.board.powers:
        units = position.units_of(power)
        if units:
            lines += ["", phrasebook.power(power), *_wrapped(units_text(phrasebook, units), "  ")]
    lines += _section(
        phrasebook.word("report.retreats"), retreat_lines(phrasebook, position.dislodged)
    )
    if position.contested:
        places = tuple(map(LocationKey, sorted(position.contested)))
        lines += ["", *_wrapped(phrasebook.say(say("report.contested", places=places)))]
    named = [PlayedPower(power, phrasebook.power(power)) for power in variant.board.powers]
    centers = [*center_rows(phrasebook, named, position)]
    lines += _centers(phrasebook.word("report.centers"), centers)
    rules = rule_set or variant.rule_set
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        balance = balance_lines(phrasebook, position, position, rules)
        lines += _section(phrasebook.word("report.balance"), balance)
    state = STORY.of(variant).state(phrasebook, position, rules, opening, for_master)
    lines += _sections(state)
    return "\n".join(lines) + "\n"


def _heading(phrasebook: Phrasebook, title: str, phase: Phase) -> Iterator[str]:
    yield from _underlined(
        phrasebook.word("report.title").format(title=title, phase=phrasebook.phase(phase))
    )


def _underlined(heading: str) -> Iterator[str]:
    lines = _wrapped(heading)
    yield from lines
    yield "=" * max(map(len, lines))


def _orders(orders: Iterable[PowerOrders]) -> Iterator[str]:
    orders = [*orders]
    marked = (order for one in orders for order in one.orders if order.mark)
    column = max((len(order.text) for order in marked), default=0)
    for one in orders:
        yield from ["", *_wrapped(str(one.power))]
        for order in one.orders:
            line = f"{order.text:<{column}}   {order.mark}" if order.mark else order.text
            yield from _wrapped(line, "  ", "      ")
            yield from _wrapped(order.explanation, "    ")


def _section(heading: str, items: Iterable[str]) -> Iterator[str]:
    """A heading and lines below it; nothing where there are none."""
    lines = [line for one in items for line in _wrapped(one, "  ", "      ")]
    if lines:
        yield from ["", heading, *lines]


def _sections(sections: Iterable[Section]) -> Iterator[str]:
    for section in sections:
        yield from ["", section.heading]
        for one in section.lines:
            yield from _wrapped(one, "  ", "      ")
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
        yield from _wrapped("  ".join(cells).rstrip(), "  ", hanging)


def _centers(heading: str, rows: Sequence[PowerCenters]) -> Iterator[str]:
    column = max((len(row.power.name) for row in rows), default=0)
    yield ""
    yield heading
    for row in rows:
        changes = f"({row.changes})" if row.changes else ""
        listed = " ".join(filter(None, [", ".join(row.centers), changes]))
        text = f"{row.power.name:<{column}}  {len(row.centers):>2}  {listed}"
        yield from _wrapped(text, "  ", " " * (column + 8))


def _wrapped(text: str, indent: str = "", hanging: str | None = None) -> list[str]:
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

"""The facts of a turn in fog, for reports: what one power was told of it."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game import Resolution, Variant
from dragoman.orders import Notation
from dragoman.reports.accounts.account import given
from dragoman.reports.centers import NO_CHART, NOBODY, PlayedPower, center_rows
from dragoman.reports.facts import (
    PowerOrders,
    ReportedOrder,
    TurnFacts,
    ended_in_words,
    has_failed,
    mark_of_order,
    on_one_line,
    orders_wanted,
    retreat_lines,
    units_text,
)
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import PowerKey, say
from dragoman.reports.story import Section
from dragoman.rules import PhaseKind


def facts_in_sight(
    variant: Variant,
    told: Resolution,
    power: str,
    language: str = "en",
    *,
    title: str = "",
    notation: Notation | None = None,
) -> TurnFacts:
    """The facts of a phase as a power was ``told`` of it: orders without the reasons that lie with
    others, what it sees now, its own retreats, and what it has to order next.

    Raises:
        ValueError: if there are no words for the language.
    """
    phrasebook = Phrasebook(variant, language, notation=notation)
    named = [PlayedPower(key, on_one_line(phrasebook.power(key))) for key in variant.board.powers]
    own = [one for one in named if one.key == power]
    after = told.position
    ended = on_one_line(ended_in_words(phrasebook, told, None))
    retreats, destroyed = (), ""
    if told.phase.kind is PhaseKind.MOVEMENT:
        dislodged = (one for one in after.dislodged if one.unit.power == power)
        retreats = tuple(map(on_one_line, retreat_lines(phrasebook, dislodged)))
        if told.destroyed:
            destroyed = phrasebook.say(say("report.destroyed", units=told.destroyed))
    next_phase = phrasebook.word("report.next").format(phase=phrasebook.phase(after.phase))
    return TurnFacts(
        phrasebook=phrasebook,
        title=on_one_line(title or variant.title),
        phase=phrasebook.phase(told.phase),
        notes=(),
        before_moves=(),
        orders=tuple(_orders(phrasebook, named, told)),
        refused=(),
        retreats=retreats,
        destroyed=destroyed,
        after_moves=(_in_sight(phrasebook, named, told, power),),
        centers_heading=phrasebook.word("report.centers-in-sight"),
        centers=tuple(
            one for one in center_rows(phrasebook, named, after) if one.power.key != NOBODY
        ),
        balance=(),
        ended=ended,
        next="" if ended else next_phase,
        wanted=() if ended else tuple(orders_wanted(phrasebook, own, after, told.rule_set)),
        chart=NO_CHART,
    )


def _orders(
    phrasebook: Phrasebook, named: list[PlayedPower], told: Resolution
) -> Iterator[PowerOrders]:
    for power in named:
        rows = tuple(
            ReportedOrder(
                phrasebook.part(given(one)),
                mark_of_order(phrasebook, told, one),
                has_failed(one),
            )
            for one in told.outcomes
            if one.unit.power == power.key
        )
        if rows:
            yield PowerOrders(power, rows)


def _in_sight(
    phrasebook: Phrasebook, named: list[PlayedPower], told: Resolution, power: str
) -> Section:
    """The units that the power sees now, those that were driven out among them."""
    after = told.position
    rows = [
        (
            one,
            (
                *after.units_of(one.key),
                *(d.unit for d in after.dislodged if d.unit.power == one.key),
            ),
        )
        for one in named
    ]
    heading = phrasebook.say(say("report.in-sight", power=PowerKey(power)))
    lines = (f"{one.name}: {units_text(phrasebook, units)}" for one, units in rows if units)
    return Section(heading, tuple(lines))

"""What a report tells of a turn, put into words once for all the forms it is published in.

The text for terminals and mail, Markdown, BBCode and the pages for browsers and zines are writers
of these facts: none of them looks at the resolution, and none has wording of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from dragoman.board import Unit
from dragoman.game import Ending, Resolution, Variant
from dragoman.orders import Remove
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import given
from dragoman.reports.accounts.adjustment_orders import due_statement
from dragoman.reports.explanation import Explanation, explanations
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say
from dragoman.rules import (
    Dislodged,
    Outcome,
    PhaseKind,
    Position,
    Result,
    RuleSet,
    UnusedOrder,
    build_sites,
    builds_due,
)

_PARAGRAPHS = re.compile(r"\n\s*\n")

NOBODY = ""
"""Stands for the power that owns the centres nobody owns."""


@dataclass(frozen=True, slots=True)
class ReportedOrder:
    """An order and what became of it.

    ``mark`` says that in a word or two and is empty where it was carried out; ``failed``
    tells an order that came to nothing from one that nobody gave. ``explanation`` is empty
    unless asked for, and where there is nothing to explain.
    """

    text: str
    mark: str = ""
    failed: bool = False
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class PlayedPower:
    """A power, as people call it, with who plays it, if that is known."""

    key: str
    name: str
    player: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.player})" if self.player else self.name


@dataclass(frozen=True, slots=True)
class PowerOrders:
    """What a power ordered."""

    power: PlayedPower
    orders: tuple[ReportedOrder, ...]


@dataclass(frozen=True, slots=True)
class PowerCenters:
    """The centres a power owns, and in words those it gained and lost (``gained Hol``)."""

    power: PlayedPower
    centers: tuple[str, ...]
    changes: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a power has to give orders for next: its units, or what it builds or removes."""

    power: PlayedPower
    what: str


@dataclass(frozen=True, slots=True)
class CenterChart:
    """How many centres each power had at the end of each year, and at the start before them."""

    years: tuple[str, ...]
    rows: tuple[tuple[PlayedPower, tuple[int, ...]], ...]


NO_CHART = CenterChart((), ())
"""Stands where nobody knows the years before."""


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What a report tells of one phase, in one language.

    Everything is plain text on one line each; what a GM, a player or the files of a variant
    brought in is among it, so a writer escapes all of it. ``ended`` is empty while the game
    goes on, ``next`` is empty once it is over.
    """

    phrasebook: Phrasebook
    title: str
    phase: str
    notes: tuple[str, ...]
    orders: tuple[PowerOrders, ...]
    refused: tuple[str, ...]
    retreats: tuple[str, ...]
    destroyed: str
    centers: tuple[PowerCenters, ...]
    balance: tuple[str, ...]
    ended: str
    next: str
    wanted: tuple[Wanted, ...]
    chart: CenterChart

    @property
    def heading(self) -> str:
        """The title of the report: the game and the phase."""
        return self.phrasebook.word("report.title").format(title=self.title, phase=self.phase)


def turn_facts(
    variant: Variant,
    resolution: Resolution,
    language: str = "en",
    *,
    title: str = "",
    explained: bool = False,
    players: Mapping[str, str] = MappingProxyType({}),
    notes: str = "",
    earlier: Sequence[Resolution] = (),
    ending: Ending | None = None,
) -> TurnFacts:
    """What came of a phase, and what follows from it.

    ``title`` is what the game is called, the variant's title unless given. ``explained``
    adds to each order why it came out so. ``players`` goes from the key of a power to a
    name. ``notes`` are the game master's, with a blank line between paragraphs. ``earlier``
    are all the phases before, for the chart of the years. ``ending`` is how the game ended
    with this phase, where no power has won it.

    Raises:
        ValueError: if there are no words for the language.
    """
    phrasebook = Phrasebook(variant, language)
    accounts = explanations(variant, resolution)
    before, after = resolution.before, resolution.position
    named = [
        PlayedPower(key, on_one_line(phrasebook.power(key)), on_one_line(players.get(key, "")))
        for key in variant.board.powers
    ]
    ended = on_one_line(_ended(phrasebook, resolution, ending))
    year_over = year_ended(phrasebook.variant, resolution)
    destroyed, retreats, balance = "", (), ()
    if resolution.phase.kind is PhaseKind.MOVEMENT:
        retreats = _lines(retreat_lines(phrasebook, after.dislodged))
        if resolution.destroyed:
            destroyed = phrasebook.say(say("report.destroyed", units=resolution.destroyed))
    if year_over and not ended:
        balance = _lines(balance_lines(phrasebook, after, before, resolution.rule_set))
    next_phase = phrasebook.word("report.next").format(phase=phrasebook.phase(after.phase))
    return TurnFacts(
        phrasebook=phrasebook,
        title=on_one_line(title or variant.title),
        phase=phrasebook.phase(resolution.phase),
        notes=tuple(filter(None, _lines(_PARAGRAPHS.split(notes)))),
        orders=tuple(_orders(phrasebook, named, resolution, accounts, explained)),
        refused=_lines(_refused(phrasebook, accounts)),
        retreats=retreats,
        destroyed=destroyed,
        centers=tuple(center_rows(phrasebook, named, after, before)) if year_over else (),
        balance=balance,
        ended=ended,
        next="" if ended else next_phase,
        wanted=() if ended else tuple(_wanted(phrasebook, named, after, resolution.rule_set)),
        chart=_chart(phrasebook, named, (*earlier, resolution)),
    )


def combine_turns(turns: Sequence[TurnFacts]) -> tuple[TurnFacts, ...]:
    """Phases that are reported together: only the last says what comes next."""
    return (*(replace(one, next="", wanted=()) for one in turns[:-1]), *turns[-1:])


def on_one_line(text: str) -> str:
    """The text without line breaks, control characters, and marks that turn its direction."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    return " ".join(shown.split())


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(on_one_line, texts))


def year_ended(variant: Variant, resolution: Resolution) -> bool:
    """Whether the owners of the centres were counted anew after this phase."""
    return variant.calendar.counts_centers(resolution.phase, resolution.position.phase)


# Orders.


def _orders(
    phrasebook: Phrasebook,
    named: Iterable[PlayedPower],
    resolution: Resolution,
    accounts: Iterable[Explanation],
    explained: bool,
) -> Iterator[PowerOrders]:
    rows: dict[str, list[ReportedOrder]] = {}
    for explanation in accounts:
        if isinstance(about := explanation.about, Outcome):
            wanted = explained and not explanation.is_plain
            row = ReportedOrder(
                phrasebook.part(given(about)),
                _mark(phrasebook, resolution, about),
                _has_failed(about),
                explanation.text(phrasebook.language) if wanted else "",
            )
            rows.setdefault(about.unit.power, []).append(row)
    for power in named:
        if power.key in rows:
            yield PowerOrders(power, tuple(rows[power.key]))


def _has_failed(outcome: Outcome) -> bool:
    if outcome.order is None:
        return False
    return outcome.result not in (Result.SUCCEEDS, Result.DISBANDS)


def _mark(phrasebook: Phrasebook, resolution: Resolution, outcome: Outcome) -> str:
    """What became of an order, in a word or two; nothing where it was carried out."""
    marks: list[str] = []
    match resolution.phase.kind:
        case PhaseKind.MOVEMENT:
            if outcome.order is None:
                marks.append("no-order")
            elif outcome.result not in (Result.SUCCEEDS, Result.DISLODGED):
                marks.append(_mark_of(outcome.result))
            if outcome.dislodged_by is not None:
                marks.append("destroyed" if outcome.unit in resolution.destroyed else "dislodged")
        case PhaseKind.RETREAT:
            if outcome.order is None:
                marks.append("no-order")
            elif outcome.result not in (Result.SUCCEEDS, Result.DISBANDS):
                marks += [_mark_of(outcome.result), "disband"]
        case PhaseKind.ADJUSTMENT:
            if outcome.order is None:
                marks.append("disorder" if isinstance(outcome.treated_as, Remove) else "judge")
            elif outcome.result is not Result.SUCCEEDS:
                marks.append(_mark_of(outcome.result))
    words = [phrasebook.word(f"marks.{mark}") for mark in marks]
    if outcome.reason == "railway-stopped" and outcome.moved_to is not None:
        words.append(phrasebook.say(say("report.stopped", place=LocationKey(outcome.moved_to))))
    return ", ".join(words)


def _mark_of(result: Result) -> str:
    return result.value.replace(" ", "-")


def _refused(phrasebook: Phrasebook, accounts: Iterable[Explanation]) -> Iterator[str]:
    for explanation in accounts:
        if isinstance(about := explanation.about, UnusedOrder):
            yield f"{phrasebook.power(about.power)}: {explanation.text(phrasebook.language)}"


def retreat_lines(phrasebook: Phrasebook, dislodged: Iterable[Dislodged]) -> Iterator[str]:
    """Each dislodged unit with where it may go: ``A Hol (Germany): Bel, Kie or Ruh``."""
    for one in dislodged:
        choices = tuple(map(LocationKey, one.options))
        power = PowerKey(one.unit.power)
        yield phrasebook.say(say("report.retreat", unit=one.unit, power=power, choices=choices))


# Centres.


def center_rows(
    phrasebook: Phrasebook,
    named: Iterable[PlayedPower],
    position: Position,
    before: Position | None = None,
) -> Iterator[PowerCenters]:
    """The centres of each power and of nobody; with a position before, the changes since."""
    order = phrasebook.variant.center_order or phrasebook.variant.board.centers
    for power in named:
        now = [center for center in order if position.owners.get(center) == power.key]
        changes = "" if before is None else _changes(phrasebook, before, now, power.key)
        if now or changes:
            yield PowerCenters(power, tuple(map(phrasebook.place, now)), changes)
    if free := [center for center in order if center not in position.owners]:
        nobody = PlayedPower(NOBODY, phrasebook.word("report.nobody"))
        yield PowerCenters(nobody, tuple(map(phrasebook.place, free)))


def _changes(phrasebook: Phrasebook, before: Position, now: Sequence[str], power: str) -> str:
    then = before.centers_of(power)
    changes: list[str] = []
    if gained := tuple(LocationKey(center) for center in now if center not in then):
        changes.append(phrasebook.say(say("report.gained", places=gained)))
    if lost := tuple(LocationKey(center) for center in then if center not in now):
        changes.append(phrasebook.say(say("report.lost", places=lost)))
    return "; ".join(changes)


def balance_lines(
    phrasebook: Phrasebook, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[str]:
    """What each power builds or removes: ``England: 4 centres, 3 units, builds 1``."""
    for power in phrasebook.variant.board.powers:
        alive = bool(position.centers_of(power) or position.units_of(power))
        if alive:
            yield phrasebook.say(_balance_of(phrasebook, position, power, rule_set))
        elif before.centers_of(power) or before.units_of(power):
            yield phrasebook.say(say("report.eliminated", power=PowerKey(power)))


def _balance_of(
    phrasebook: Phrasebook, position: Position, power: str, rule_set: RuleSet
) -> Statement:
    due = builds_due(phrasebook.variant.board, position, power, rule_set)
    room = _room(phrasebook.variant, position, power, rule_set)
    parts: dict[str, Part] = {
        "power": PowerKey(power),
        "centers": say("count.centers", count=len(position.centers_of(power))),
        "units": say("count.units", count=len(position.units_of(power))),
    }
    if due == 0:
        return say("report.even", **parts)
    if due < 0:
        return say("report.removes", count=-due, **parts)
    if room < due:
        return say("report.builds-room", count=due, room=room, **parts)
    return say("report.builds", count=due, **parts)


def _room(variant: Variant, position: Position, power: str, rule_set: RuleSet) -> int:
    """In how many provinces a power could build."""
    board = variant.board
    return len({board.province_of[site] for site in build_sites(board, position, power, rule_set)})


def _chart(
    phrasebook: Phrasebook, named: Iterable[PlayedPower], phases: Sequence[Resolution]
) -> CenterChart:
    over = [resolution for resolution in phases if year_ended(phrasebook.variant, resolution)]
    counted = [phases[0].before, *(resolution.position for resolution in over)]
    years = [phrasebook.word("report.start"), *(phrasebook.year(one.phase) for one in over)]
    rows = ((power, tuple(len(p.centers_of(power.key)) for p in counted)) for power in named)
    return CenterChart(tuple(years), tuple(row for row in rows if any(row[1])))


# What comes next.


def _ended(phrasebook: Phrasebook, resolution: Resolution, ending: Ending | None) -> str:
    if resolution.winners:
        ending = Ending("victory", resolution.winners)
    if ending is None:
        return ""
    keys = {"victory": "report.won", "draw": "report.drawn", "concession": "report.conceded"}
    return phrasebook.say(say(keys[ending.how], powers=tuple(map(PowerKey, ending.powers))))


def _wanted(
    phrasebook: Phrasebook, named: Iterable[PlayedPower], position: Position, rule_set: RuleSet
) -> Iterator[Wanted]:
    for power in named:
        what = ""
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                what = units_text(phrasebook, position.units_of(power.key))
            case PhaseKind.RETREAT:
                dislodged = (d.unit for d in position.dislodged if d.unit.power == power.key)
                what = units_text(phrasebook, dislodged)
            case PhaseKind.ADJUSTMENT:
                due = builds_due(phrasebook.variant.board, position, power.key, rule_set)
                due = min(due, _room(phrasebook.variant, position, power.key, rule_set))
                what = phrasebook.say(due_statement(due)) if due else ""
        if what:
            yield Wanted(power, what)


def units_text(phrasebook: Phrasebook, units: Iterable[Unit]) -> str:
    """Units in a row: ``F Hel, A Hol``."""
    return ", ".join(map(phrasebook.unit, units))

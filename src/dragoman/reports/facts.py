"""The facts of a turn for reports, put into words once for all the forms it is published in.

The text for terminals and mail, Markdown, BBCode and the pages for browsers and zines are writers
of these facts: none of them looks at the resolution, and none has wording of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from dragoman.board import AUTONOMOUS, Unit
from dragoman.errors import checked
from dragoman.game import Ending, Resolution, Variant
from dragoman.orders import Notation, Remove
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import given
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.centers import (
    CenterChart,
    PlayedPower,
    PowerCenters,
    balance_lines,
    center_chart,
    center_rows,
    year_ended,
)
from dragoman.reports.explaining import explanations
from dragoman.reports.explanation import Explanation
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, PowerKey, say
from dragoman.reports.story import STORY, Section
from dragoman.rules import (
    Dislodged,
    Outcome,
    PhaseKind,
    Position,
    Result,
    RuleSet,
    UnusedOrder,
)

_PARAGRAPHS = re.compile(r"\n\s*\n")


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
class PowerOrders:
    """The orders of a power."""

    power: PlayedPower
    orders: tuple[ReportedOrder, ...]


@dataclass(frozen=True, slots=True)
class WantedOrders:
    """The orders that a power has to give next: its units, or what it builds or removes."""

    power: PlayedPower
    what: str


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """The facts of one phase for a report, in one language.

    Everything is plain text on one line each; what a GM, a player or the files of a variant
    brought in is among it, so a writer escapes all of it. ``ended`` is empty while the game
    goes on, ``next`` is empty once it is over. ``before_moves`` and ``after_moves`` are what the
    kind of game has to tell besides, such as money before the orders, everything else behind them.
    ``about`` stands below the title: who leads the game, and when orders are due. ``picture`` is
    the map as SVG, for forms that can show one, and ``png`` the same for mails. ``replay`` is the
    address of a page on which the game can be watched.
    """

    phrasebook: Phrasebook
    title: str
    phase: str
    notes: tuple[str, ...]
    before_moves: tuple[Section, ...]
    orders: tuple[PowerOrders, ...]
    refused: tuple[str, ...]
    retreats: tuple[str, ...]
    destroyed: str
    after_moves: tuple[Section, ...]
    centers_heading: str
    centers: tuple[PowerCenters, ...]
    balance: tuple[str, ...]
    ended: str
    next: str
    wanted: tuple[WantedOrders, ...]
    chart: CenterChart
    about: tuple[str, ...] = ()
    picture: str = ""
    png: bytes = b""
    replay: str = ""

    @property
    def heading(self) -> str:
        """The title of the report: the game and the phase."""
        return self.phrasebook.word("report.title").format(title=self.title, phase=self.phase)


@checked
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
    for_master: bool = False,
    notation: Notation | None = None,
) -> TurnFacts:
    """The facts of a phase, and what follows from it.

    ``title`` is what the game is called, the variant's title unless given. ``explained``
    adds to each order why it came out so. ``players`` goes from the key of a power to a
    name. ``notes`` are the game master's, with a blank line between paragraphs. ``earlier``
    are all the phases before, for the chart of the years and for famine that goes back to them.
    ``ending`` is how the game ended with this phase, where no power has won it. ``for_master``
    adds what players do not learn: in Machiavelli the assassination chits. ``notation`` is that of
    the orders, the short form that players use where none is named.

    Raises:
        ValueError: if there are no words for the language.
    """
    phrasebook = Phrasebook(variant, language, notation=notation)
    accounts = explanations(variant, resolution, earlier)
    before, after = resolution.before, resolution.position
    named = [
        PlayedPower(key, on_one_line(phrasebook.power(key)), on_one_line(players.get(key, "")))
        for key in variant.board.powers
    ]
    ended = on_one_line(ended_in_words(phrasebook, resolution, ending))
    story, turn = STORY.of(variant), ResolvedPhase(variant, resolution, tuple(earlier))
    year_over = year_ended(variant, resolution)
    destroyed, retreats, balance = "", (), ()
    if resolution.phase.kind is PhaseKind.MOVEMENT:
        retreats = _lines(retreat_lines(phrasebook, after.dislodged))
        if resolution.destroyed:
            destroyed = phrasebook.say(say("report.destroyed", units=resolution.destroyed))
    counted = story.counted_before(variant, resolution, earlier)
    if year_over and not ended:
        balance = _lines(balance_lines(phrasebook, after, before, resolution.rule_set))
    next_phase = phrasebook.word("report.next").format(phase=phrasebook.phase(after.phase))
    return TurnFacts(
        phrasebook=phrasebook,
        title=on_one_line(title or variant.title),
        phase=phrasebook.phase(resolution.phase),
        notes=paragraphs(notes),
        before_moves=tuple(story.before_moves(phrasebook, turn, for_master)),
        orders=tuple(_orders(phrasebook, named, resolution, accounts, explained)),
        refused=_lines(_refused(phrasebook, accounts)),
        retreats=retreats,
        destroyed=destroyed,
        after_moves=tuple(story.after_moves(phrasebook, turn, for_master)),
        centers_heading=phrasebook.word("report.centers"),
        centers=tuple(center_rows(phrasebook, named, after, counted)) if year_over else (),
        balance=balance,
        ended=ended,
        next="" if ended else next_phase,
        wanted=() if ended else tuple(orders_wanted(phrasebook, named, after, resolution.rule_set)),
        chart=center_chart(phrasebook, named, (*earlier, resolution)),
    )


@checked
def combine_turns(turns: Sequence[TurnFacts]) -> tuple[TurnFacts, ...]:
    """Phases that are reported together: only the last says what comes next."""
    return (*(replace(one, next="", wanted=()) for one in turns[:-1]), *turns[-1:])


def on_one_line(text: str) -> str:
    """The text without line breaks, control characters, and marks that turn its direction."""
    shown = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    return " ".join(shown.split())


def paragraphs(notes: str) -> tuple[str, ...]:
    """A game master's notes, a line for each paragraph."""
    return tuple(filter(None, _lines(_PARAGRAPHS.split(notes))))


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(on_one_line, texts))


# Orders


def _orders(
    phrasebook: Phrasebook,
    named: Iterable[PlayedPower],
    resolution: Resolution,
    accounts: Iterable[Explanation],
    explained: bool,
) -> Iterator[PowerOrders]:
    rows: dict[str, list[ReportedOrder]] = {}
    for explanation in accounts:
        if isinstance(about := explanation.about, Outcome) and not about.is_idle:
            wanted = explained and not explanation.is_plain
            row = ReportedOrder(
                phrasebook.part(given(about)),
                mark_of_order(phrasebook, resolution, about),
                has_failed(about),
                explanation.text(phrasebook.language, phrasebook.notation) if wanted else "",
            )
            rows.setdefault(about.unit.power, []).append(row)
    if resolution.phase.kind is PhaseKind.ADJUSTMENT:
        left = STORY.of(phrasebook.variant).unused_builds(phrasebook.variant, resolution)
        for key, count in left.items():
            unused = ReportedOrder(phrasebook.say(say("report.unused-builds", count=count)))
            rows.setdefault(key, []).append(unused)
    for power in named:
        if power.key in rows:
            yield PowerOrders(power, tuple(rows[power.key]))


def has_failed(outcome: Outcome) -> bool:
    """True if an order was given and came to nothing."""
    if outcome.order is None:
        return False
    return outcome.result not in (Result.SUCCEEDS, Result.DISBANDS)


def mark_of_order(phrasebook: Phrasebook, resolution: Resolution, outcome: Outcome) -> str:
    """The outcome of an order, in a word or two; nothing where it was carried out."""
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
            said = explanation.text(phrasebook.language, phrasebook.notation)
            yield f"{phrasebook.power(about.power)}: {said}"


def retreat_lines(phrasebook: Phrasebook, dislodged: Iterable[Dislodged]) -> Iterator[str]:
    """Each dislodged unit with where it may go: ``A Hol (Germany): Bel, Kie or Ruh``."""
    for one in dislodged:
        choices = tuple(map(LocationKey, one.options))
        power = PowerKey(one.unit.power)
        yield phrasebook.say(say("report.retreat", unit=one.unit, power=power, choices=choices))


# Orders due next


def ended_in_words(phrasebook: Phrasebook, resolution: Resolution, ending: Ending | None) -> str:
    """The ending of the game with a phase, in words; empty while it goes on."""
    if resolution.winners:
        ending = Ending("victory", resolution.winners)
    if ending is None:
        return ""
    keys = {"victory": "report.won", "draw": "report.drawn", "concession": "report.conceded"}
    return phrasebook.say(say(keys[ending.how], powers=tuple(map(PowerKey, ending.powers))))


def orders_wanted(
    phrasebook: Phrasebook, named: Iterable[PlayedPower], position: Position, rule_set: RuleSet
) -> Iterator[WantedOrders]:
    """The orders that each power has to give next."""
    for power in named:
        if power.key == AUTONOMOUS:
            continue
        what = ""
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                what = units_text(phrasebook, position.units_of(power.key))
            case PhaseKind.RETREAT:
                dislodged = (d.unit for d in position.dislodged if d.unit.power == power.key)
                what = units_text(phrasebook, dislodged)
            case PhaseKind.ADJUSTMENT:
                story = STORY.of(phrasebook.variant)
                said = story.wanted(phrasebook.variant, position, power.key, rule_set)
                what = "" if said is None else phrasebook.say(said)
        if what:
            yield WantedOrders(power, what)


def units_text(phrasebook: Phrasebook, units: Iterable[Unit]) -> str:
    """Units in a row: ``F Hel, A Hol``."""
    return ", ".join(map(phrasebook.unit, units))

"""Reports as plain text, for terminals and mail: a turn that was resolved, and a position."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from dragoman.board import Unit
from dragoman.game import Resolution, Variant
from dragoman.orders import Remove
from dragoman.reports.account import given
from dragoman.reports.explain import Explanation, explanations
from dragoman.reports.statement import Part, Place, Side, Statement, say
from dragoman.reports.voice import Voice
from dragoman.rules import (
    Dislodged,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Refused,
    Result,
    RuleSet,
    build_sites,
    builds_due,
)

WIDTH = 78
"""No line of a report is longer, unless one name is."""


def report_resolution(
    variant: Variant,
    resolution: Resolution,
    language: str = "en",
    *,
    title: str = "",
    explained: bool = False,
) -> str:
    """What came of a phase: every order with its result, then what follows from them.

    ``title`` is what the game is called, the variant's title unless given. ``explained``
    adds under each order why it came out so, unless there is nothing to explain.

    Raises:
        ValueError: if there are no words for the language.
    """
    voice = Voice(variant, language)
    told = explanations(variant, resolution)
    after = resolution.position
    lines = [*_heading(voice, title or variant.title, resolution.phase)]
    lines += _orders(voice, resolution, told, explained)
    lines += _refused(voice, told)
    if resolution.phase.kind is PhaseKind.MOVEMENT:
        lines += _dislodged(voice, after.dislodged)
        if resolution.destroyed:
            lines += ["", *_wrapped(voice.say(say("report.destroyed", units=resolution.destroyed)))]
    if _year_ended(resolution):
        lines += _centers(voice, after, resolution.before)
        if not resolution.winners:
            lines += _balance(voice, after, resolution.before, resolution.rule_set)
    if resolution.winners:
        sides = tuple(Side(power) for power in resolution.winners)
        lines += ["", *_wrapped(voice.say(say("report.won", powers=sides)))]
    else:
        lines += ["", voice.word("report.next").format(phase=voice.phase(after.phase))]
    return "\n".join(lines) + "\n"


def report_position(
    variant: Variant,
    position: Position,
    language: str = "en",
    *,
    title: str = "",
    rule_set: RuleSet | None = None,
) -> str:
    """A position: who has which centres and units, and which units are dislodged.

    The rule set, which says who may build, is the variant's own unless given.

    Raises:
        ValueError: if there are no words for the language.
    """
    voice = Voice(variant, language)
    lines = [*_heading(voice, title or variant.title, position.phase)]
    for power in variant.board.powers:
        units = position.units_of(power)
        if units:
            lines += ["", voice.power(power), *_wrapped(_list(voice, units), "  ")]
    lines += _dislodged(voice, position.dislodged)
    if position.contested:
        places = tuple(map(Place, sorted(position.contested)))
        lines += ["", *_wrapped(voice.say(say("report.contested", places=places)))]
    lines += _centers(voice, position, None)
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        lines += _balance(voice, position, position, rule_set or variant.rule_set)
    return "\n".join(lines) + "\n"


def _heading(voice: Voice, title: str, phase: Phase) -> Iterator[str]:
    told = voice.word("report.title").format(title=title, phase=voice.phase(phase))
    lines = _wrapped(told)
    yield from lines
    yield "=" * max(map(len, lines))


# Orders.


def _orders(
    voice: Voice, resolution: Resolution, told: Iterable[Explanation], explained: bool
) -> Iterator[str]:
    rows = [
        (about.unit.power, voice.part(given(about)), _mark(voice, resolution, about), explanation)
        for explanation in told
        if isinstance(about := explanation.about, Outcome)
    ]
    column = max((len(order) for _, order, mark, _ in rows if mark), default=0)
    for power in voice.variant.board.powers:
        own = [row for row in rows if row[0] == power]
        if own:
            yield ""
            yield voice.power(power)
        for _, order, mark, explanation in own:
            line = f"{order:<{column}}   {mark}" if mark else order
            yield from _wrapped(line, "  ", "      ")
            if explained and not explanation.is_plain:
                yield from _wrapped(explanation.text(voice.language), "    ")


def _mark(voice: Voice, resolution: Resolution, outcome: Outcome) -> str:
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
    told = [voice.word(f"marks.{mark}") for mark in marks]
    if outcome.reason == "railway-stopped" and outcome.moved_to is not None:
        told.append(voice.say(say("report.stopped", place=Place(outcome.moved_to))))
    return ", ".join(told)


def _mark_of(result: Result) -> str:
    return result.value.replace(" ", "-")


def _refused(voice: Voice, told: Iterable[Explanation]) -> Iterator[str]:
    refused = [(e, e.about.power) for e in told if isinstance(e.about, Refused)]
    if refused:
        yield ""
        yield voice.word("report.refused")
    for explanation, power in refused:
        text = explanation.text(voice.language)
        yield from _wrapped(f"{voice.power(power)}: {text}", "  ", "      ")


def _dislodged(voice: Voice, dislodged: Sequence[Dislodged]) -> Iterator[str]:
    if dislodged:
        yield ""
        yield voice.word("report.retreats")
    for one in dislodged:
        told = say(
            "report.retreat",
            unit=one.unit,
            power=Side(one.unit.power),
            choices=tuple(map(Place, one.options)),
        )
        yield from _wrapped(voice.say(told), "  ", "      ")


# Centres.


def _year_ended(resolution: Resolution) -> bool:
    """Whether the owners of the centres were counted anew after this phase."""
    before, after = resolution.before.phase, resolution.position.phase
    if before.kind is PhaseKind.ADJUSTMENT:
        return False
    return after.kind is PhaseKind.ADJUSTMENT or after.year > before.year


def _centers(voice: Voice, position: Position, before: Position | None) -> Iterator[str]:
    """The centres of each power; with a position before, what it gained and lost since."""
    order = voice.variant.center_order or voice.variant.board.centers
    rows: list[tuple[str, list[str], str]] = []
    for power in voice.variant.board.powers:
        now = [center for center in order if position.owners.get(center) == power]
        changes = "" if before is None else _changes(voice, before, now, power)
        if now or changes:
            rows.append((voice.power(power), now, changes))
    if free := [center for center in order if center not in position.owners]:
        rows.append((voice.word("report.nobody"), free, ""))
    column = max((len(name) for name, _, _ in rows), default=0)
    yield ""
    yield voice.word("report.centers")
    for name, now, changes in rows:
        listed = " ".join(filter(None, [", ".join(map(voice.place, now)), changes]))
        told = f"{name:<{column}}  {len(now):>2}  {listed}"
        yield from _wrapped(told, "  ", " " * (column + 8))


def _changes(voice: Voice, before: Position, now: Sequence[str], power: str) -> str:
    then = before.centers_of(power)
    told: list[str] = []
    if gained := tuple(Place(center) for center in now if center not in then):
        told.append(voice.say(say("report.gained", places=gained)))
    if lost := tuple(Place(center) for center in then if center not in now):
        told.append(voice.say(say("report.lost", places=lost)))
    return f"({'; '.join(told)})" if told else ""


def _balance(
    voice: Voice, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[str]:
    """What each power builds or removes: ``England: 4 centres, 3 units, builds 1``."""
    yield ""
    yield voice.word("report.balance")
    for power in voice.variant.board.powers:
        alive = bool(position.centers_of(power) or position.units_of(power))
        if alive:
            yield from _wrapped(
                voice.say(_balance_of(voice, position, power, rule_set)), "  ", "      "
            )
        elif before.centers_of(power) or before.units_of(power):
            yield "  " + voice.say(say("report.eliminated", power=Side(power)))


def _balance_of(voice: Voice, position: Position, power: str, rule_set: RuleSet) -> Statement:
    board = voice.variant.board
    due = builds_due(board, position, power, rule_set)
    room = len({board.province_of[site] for site in build_sites(board, position, power, rule_set)})
    parts: dict[str, Part] = {
        "power": Side(power),
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


# Lines.


def _list(voice: Voice, units: Iterable[Unit]) -> str:
    return ", ".join(map(voice.unit, units))


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

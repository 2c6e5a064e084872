"""The order sheet ``orders.txt``: laying out an empty one, and reading a filled one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode
from dragoman.game import Game, OrderSet, Resolution, spoken, to_oneself
from dragoman.games.dice_section import dice_asked, heading, read_dice_section, unasked_in
from dragoman.games.folder import OpenGame
from dragoman.games.sheet_words import sheet_words
from dragoman.games.spelling import written_place, written_unit
from dragoman.games.typed_text import TypedText, read_typed_text
from dragoman.games.wasted_orders import wasted_orders
from dragoman.orders import (
    Build,
    Order,
    Press,
    Scanned,
    Support,
    scan_file,
    unit_of,
    unremarked,
    write,
)
from dragoman.quick_dataclass import dataclass
from dragoman.rules import (
    Phase,
    PhaseKind,
    build_sites,
    builds_due,
    legal_orders,
)

if TYPE_CHECKING:  # sheets of Diplomacy do without it
    from dragoman.games.campaign_sheet import CampaignSheet

ANOTHER_PHASE = "another-phase"
"""The code of the fault that the orders are for another phase."""

_PHASE = re.compile(r"\s*#\s*([SUFW]\d{1,4}(?:BC)?[MRAB])\b")


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """Orders as they were read, what comes of them, and everything that is wrong with them."""

    orders: Mapping[str, tuple[Order, ...]]
    resolution: Resolution
    diagnostics: tuple[Diagnostic, ...]

    @property
    def is_usable(self) -> bool:
        """Whether it can be judged without the faulty orders: it could be read, and it is for the
        current phase."""
        return all(d.line and d.code != ANOTHER_PHASE for d in self.diagnostics if d.is_error)


def read_sheet(typed: TypedText, opened: OpenGame) -> OrderSheet:
    """Read the orders for the current phase and judge them provisionally.

    The sheet replaces the orders of every power it names; the other powers keep those in the game's
    record. An order that cannot be used is an error, an illegal one a warning. Afterwards the
    orders are pending in the game.

    Raises:
        OSError: if the file cannot be read.
    """
    game = opened.game
    text, faults = read_typed_text(typed)
    dice = read_dice_section(text, game.variant, opened.settings.scan_options)
    found = scan_file(
        dice.orders, game.variant.board, game.phase.kind.value, opened.settings.scan_options
    )
    given = {power: OrderSet(orders) for power, orders in found.orders.items()}
    sets = {**game.pending.sets, **{power: (one,) for power, one in given.items()}}
    thrown = dice.rolls if dice.is_there else game.pending.thrown
    game.restore(replace(game.pending, sets=sets, thrown=thrown), None)
    resolution = game.provisional()
    mistakes = list(_of_another_phase(text, opened)) or [
        *found.diagnostics,
        *dice.diagnostics,
        *unasked_in(dice, game.variant, resolution),
        *_not_taken_for_orders(unremarked(found.press, found.diagnostics)),
        *_ordered_twice(found.sections, game),
        *_to_oneself(found.sections),
        *wasted_orders(found.sections, resolution, game, opened.settings.language),
    ]
    mistakes.sort(key=lambda mistake: (mistake.line, mistake.column))
    placed = (mistake.at(typed.name) for mistake in mistakes)
    return OrderSheet(found.orders, resolution, (*faults, *placed))


def empty_sheet(game: Game, language: str) -> str:
    """An order sheet for the current phase: what can be ordered, and what has been so far."""
    words = sheet_words(language)
    said = spoken(game.phase)
    if language != "en":
        from dragoman.reports import Phrasebook  # only now: what is checked does without it

        said = Phrasebook(game.variant, language).phase(game.phase)
    head = words["head"].format(phase=game.phase, title=game.variant.title, spoken=said)
    parts = [head.strip()]
    wants = _Wants(game, language)
    for power in game.survivors:
        orders = [write(order) for order in game.orders(power)]
        wanted = list(wants.of(power))
        if orders or wanted:
            name = game.variant.power_name(power, language)
            parts.append("\n".join((name, *orders, *(f"# {line}" for line in wanted))))
    if game.variant.ground is not None:
        dice = dice_asked(game.variant, game.provisional(), language)
        if dice:
            parts.append("\n".join((heading(language), words["dice"], *dice)))
    return "\n\n".join(parts) + "\n"


def without_orders(
    game: Game, resolution: Resolution, told: Callable[[Unit], str] = str
) -> dict[str, tuple[str, ...]]:
    """The units without orders of each power, as ``told``; in an adjustment phase of Diplomacy,
    what it could still order."""
    found: dict[str, tuple[str, ...]] = {}
    for power in game.survivors:
        if game.phase.kind is not PhaseKind.ADJUSTMENT:
            missing = tuple(
                told(outcome.unit)
                for outcome in resolution.outcomes
                if outcome.order is None and outcome.unit.power == power
            )
        elif game.variant.ground is not None:
            missing = tuple(map(told, _unmaintained(game, power, resolution)))
        else:
            ordered = len(resolution.orders.get(power, ()))
            words = sheet_words("en")
            missing = _adjustments(game, power, words) if ordered < _due(game, power) else ()
        if missing:
            found[power] = missing
    return found


def _unmaintained(game: Game, power: str, resolution: Resolution) -> tuple[Unit, ...]:
    """The units that nothing says are maintained or removed, where that has to be said."""
    if game.rule_set.money == "no" or game.rule_set.upkeep != "ordered":
        return ()
    named = {
        outcome.unit.location
        for outcome in resolution.outcomes
        if outcome.unit.power == power and not isinstance(outcome.order, Build)
    }
    units = game.position.units_of(power)
    return tuple(unit for unit in units if unit.location not in named)


# What there is to order.


class _Wants:
    """What has yet to be ordered, and what it can be."""

    def __init__(self, game: Game, language: str) -> None:
        self._game, self._words = game, sheet_words(language)
        self._campaign: CampaignSheet | None = None
        if game.variant.ground is not None:
            from dragoman.games.campaign_sheet import CampaignSheet

            self._campaign = CampaignSheet(game, language)

    def of(self, power: str) -> Iterator[str]:
        """A line for everything that the power has yet to order; in Machiavelli also what it can
        spend."""
        game, campaign = self._game, self._campaign
        position = game.position
        ordered = Counter(_place(order) for order in game.orders(power))
        match game.phase.kind:
            case PhaseKind.MOVEMENT:
                for unit in position.units_of(power):
                    if ordered[province_of(unit.location)] == 0:
                        yield self._of_unit(unit)
                    else:  # an order is for one unit; on a high sea there may be several
                        ordered[province_of(unit.location)] -= 1
                for gatekeeper, passages in _gatekeepers(game, power).items():
                    if gatekeeper not in ordered and passages:
                        where = written_place(game.variant, gatekeeper)
                        yield self._said("gatekeeper", gatekeeper=where, ways=passages)
                if campaign is not None:
                    yield from campaign.of_money(power)
            case PhaseKind.RETREAT:
                for dislodged in position.dislodged:
                    unit = dislodged.unit
                    if unit.power != power or province_of(unit.location) in ordered:
                        continue
                    if campaign is not None:
                        yield campaign.of_retreat(dislodged)
                    else:
                        variant = game.variant
                        places = ", ".join(written_place(variant, to) for to in dislodged.options)
                        told = written_unit(variant, unit)
                        yield self._said("retreat", unit=told, places=places)
            case PhaseKind.ADJUSTMENT:
                if campaign is not None:
                    yield from campaign.of_winter(power)
                elif len(game.orders(power)) < _due(game, power):
                    yield from _adjustments(game, power, self._words)

    def _of_unit(self, unit: Unit) -> str:
        if self._campaign is not None:
            return self._campaign.of_unit(unit)
        ways = list(_by_rail(self._game, unit, self._words))
        told = written_unit(self._game.variant, unit)
        return told + (self._said("railway", ways="; ".join(ways)) if ways else "")

    def _said(self, key: str, **parts: str | list[str]) -> str:
        joined = f" {self._words['or']} ".join
        told = {name: p if isinstance(p, str) else joined(p) for name, p in parts.items()}
        return str(self._words[key]).format(**told)


def _by_rail(game: Game, unit: Unit, words: Mapping[str, Any]) -> Iterator[str]:
    """How to write the moves by rail of an army on a railway; none for any other unit."""
    board, joined = game.variant.board, f" {words['or']} "
    for rail in board.railways:
        if (
            game.rule_set.railways == "yes"
            and board.kinds[unit.kind].convoyable
            and unit.power in rail.powers
            and unit.location in rail.stops
        ):
            variant = game.variant
            stops = (written_place(variant, one) for one in rail.stops if one != unit.location)
            by = written_place(variant, rail.province)
            yield f"{written_unit(variant, unit)}-{by}-{joined.join(stops)}"


def _gatekeepers(game: Game, power: str) -> dict[str, list[str]]:
    """The gatekeepers that the power's units control, with the orders that let units pass."""
    if game.rule_set.gateways == "no" or not game.variant.board.gateways:
        return {}
    listed = legal_orders(game.variant.board, game.position, game.rule_set, game.variant.calendar)
    return {
        unit.location: [
            write(order)
            for order in orders
            if isinstance(order, Support) and order.target is not None
        ]
        for unit, orders in listed.items()
        if unit.power == power and not unit.kind
    }


def _due(game: Game, power: str) -> int:
    """How many builds or removals the power can or must order."""
    due = builds_due(game.variant.board, game.position, power, game.rule_set)
    return min(due, len(_free_homes(game, power))) if due > 0 else -due


def _free_homes(game: Game, power: str) -> tuple[str, ...]:
    sites = build_sites(game.variant.board, game.position, power, game.rule_set)
    return tuple(dict.fromkeys(game.variant.board.province_of[site] for site in sites))


def _only(game: Game, province: str, words: Mapping[str, Any]) -> str:
    """What may be built in a province, where that is not everything that can stand there."""
    board = game.variant.board
    locations = board.provinces[province].locations
    possible = [(k, at) for k, places in board.stands.items() for at in locations if at in places]
    allowed = [(kind, at) for kind, at in possible if at in board.buildable[kind]]
    texts = [
        kind if at == province else f"{kind} {written_place(game.variant, at)}"
        for kind, at in allowed
    ]
    kinds = f" {words['or']} ".join(texts)
    return "" if allowed == possible else words["only"].format(kinds=kinds)


def _adjustments(game: Game, power: str, words: Mapping[str, Any]) -> tuple[str, ...]:
    due = builds_due(game.variant.board, game.position, power, game.rule_set)
    number = _due(game, power)
    units = words["a_unit"] if number == 1 else words["units"].format(number=number)
    if due > 0:
        where = (
            f"{written_place(game.variant, home)}{_only(game, home, words)}"
            for home in _free_homes(game, power)
        )
        return (words["builds"].format(units=units, places=", ".join(where)),)
    owned = ", ".join(written_unit(game.variant, one) for one in game.position.units_of(power))
    return (words["removals"].format(units=units, owned=owned),)


def _place(order: Order) -> str:
    """The province whose unit is ordered, empty where no unit is."""
    unit = unit_of(order)
    return "" if unit is None else province_of(unit.location)


# What is wrong with what was ordered.


def _of_another_phase(text: str, opened: OpenGame) -> Iterator[Diagnostic]:
    """An error where the first line names another phase; where it names none, if these are the
    orders of the last phase to the letter, as an editor that was left open writes them."""
    phase = opened.game.phase
    first = text.lstrip().partition("\n")[0]
    named = _PHASE.match(first)
    if named is not None and Phase.parse(named[1]) != phase:
        yield Diagnostic(
            ANOTHER_PHASE,
            f"these are orders for {named[1]}, but the game stands at {phase}",
            f"type the orders for {phase} and name that phase here",
            line=text[: text.index(first)].count("\n") + 1,
        )
    if named is None and opened.accepted and text.strip() == decode(opened.accepted)[0].strip():
        yield Diagnostic(
            ANOTHER_PHASE,
            f"these are the orders that were accepted for {opened.game.history[-1].phase}",
            f"type the orders for {phase}; if they are to be the same, put before them: # {phase}",
            line=1,
        )


def _not_taken_for_orders(press: Iterable[Press]) -> Iterator[Diagnostic]:
    for passage in press:
        text = passage.text.strip()
        quoted = text if len(text) <= 60 else f"{text[:59]}…"
        yield Diagnostic(
            "no-order",
            f"{quoted!r} was not taken for an order",
            "put a # before it if it is none",
            line=passage.line,
            column=passage.column,
            severity=Severity.WARNING,
        )


def _to_oneself(sections: Mapping[str, Sequence[Scanned]]) -> Iterator[Diagnostic]:
    for power, section in sections.items():
        for scanned in section:
            if fault := to_oneself(power, scanned.order):
                yield fault.at(line=scanned.line, column=scanned.column)


def _ordered_twice(sections: Mapping[str, Sequence[Scanned]], game: Game) -> Iterator[Diagnostic]:
    """Orders beyond the number of units a power has there: one in a province, several on a high
    sea."""
    for power, section in sections.items():
        units = Counter(province_of(unit.location) for unit in game.position.units_of(power))
        earlier: dict[str, list[Scanned]] = {}
        for scanned in section:
            place = _place(scanned.order)
            before = earlier.setdefault(place, [])
            before.append(scanned)
            room = max(units[place], 1)
            if not place or len(before) <= room:
                continue
            first = before[room - 1]
            same = first.order == scanned.order
            where = written_place(game.variant, place)
            yield Diagnostic(
                "ordered-twice",
                f"{scanned.text.strip()}: line {first.line} has "
                + (f"the same order for {where}" if same else f"another order for {where}"),
                "leave one of them",
                line=scanned.line,
                column=scanned.column,
                severity=Severity.WARNING if same else Severity.ERROR,
            )

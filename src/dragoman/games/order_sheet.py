"""The order sheet ``orders.txt``: laying out an empty one, and reading a filled one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode
from dragoman.game import Game, OrderSet, Resolution, spoken
from dragoman.games.dice_section import dice_asked, heading, read_dice_section, unasked_in
from dragoman.games.folder import OpenGame
from dragoman.games.typed_text import TypedText, read_typed_text
from dragoman.orders import Order, Press, Scanned, Support, scan_file, unit_of, unremarked, write
from dragoman.quick_dataclass import dataclass
from dragoman.rules import (
    Outcome,
    Phase,
    PhaseKind,
    Result,
    UnusedOrder,
    build_sites,
    builds_due,
    legal_orders,
)

ANOTHER_PHASE = "another-phase"
"""The code of the fault that the orders are for another phase."""

_PHASE = re.compile(r"\s*#\s*([SUFW]\d{1,4}(?:BC)?[MRAB])\b")

_HEAD = """\
# {phase}: orders for {title}, {spoken}.
# Type each order on a line below the name of its power. Behind a # nothing is read.
# The first line says which phase the orders are for: leave it, so that none is judged twice.
"""


_DICE = {
    "en": "# Dragoman rolls these. For a die thrown on a table type what it showed for its dash.",
    "de": "# Diese wirft Dragoman. Für einen Wurf am Tisch steht die Augenzahl statt des Strichs.",
}


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
        *_not_carried_out(found.sections, resolution, game),
    ]
    mistakes.sort(key=lambda mistake: (mistake.line, mistake.column))
    placed = (mistake.at(typed.name) for mistake in mistakes)
    return OrderSheet(found.orders, resolution, (*faults, *placed))


def empty_sheet(game: Game, language: str) -> str:
    """An order sheet for the current phase: what can be ordered, and what has been so far."""
    parts = [
        _HEAD.format(phase=game.phase, title=game.variant.title, spoken=spoken(game.phase)).rstrip()
    ]
    for power in game.survivors:
        orders = [write(order) for order in game.orders(power)]
        wanted = list(_wanted(game, power))
        if orders or wanted:
            name = game.variant.power_name(power, language)
            parts.append("\n".join((name, *orders, *(f"# {line}" for line in wanted))))
    if game.variant.ground is not None:
        dice = dice_asked(game.variant, game.provisional(), language)
        if dice:
            parts.append("\n".join((heading(language), _DICE[language], *dice)))
    return "\n\n".join(parts) + "\n"


def without_orders(game: Game, resolution: Resolution) -> dict[str, tuple[str, ...]]:
    """The units without orders of each power; in an adjustment phase, what it could still order."""
    found: dict[str, tuple[str, ...]] = {}
    for power in game.survivors:
        if game.phase.kind is PhaseKind.ADJUSTMENT:
            ordered = len(resolution.orders.get(power, ()))
            missing = _adjustments(game, power) if ordered < _due(game, power) else ()
        else:
            missing = tuple(
                str(outcome.unit)
                for outcome in resolution.outcomes
                if outcome.order is None and outcome.unit.power == power
            )
        if missing:
            found[power] = missing
    return found


# What there is to order.


def _wanted(game: Game, power: str) -> Iterator[str]:
    """A line for everything that the power has yet to order."""
    position = game.position
    ordered = Counter(_place(order) for order in game.orders(power))
    match game.phase.kind:
        case PhaseKind.MOVEMENT:
            for unit in position.units_of(power):
                if ordered[province_of(unit.location)] == 0:
                    yield f"{unit}{_by_rail(game, unit)}"
                else:  # an order is for one unit; on a high sea there may be several
                    ordered[province_of(unit.location)] -= 1
            for gatekeeper, passages in _gatekeepers(game, power).items():
                if gatekeeper not in ordered and passages:
                    yield f"{gatekeeper} may let one unit pass: {' or '.join(passages)}"
        case PhaseKind.RETREAT:
            for dislodged in position.dislodged:
                unit = dislodged.unit
                if unit.power == power and province_of(unit.location) not in ordered:
                    yield f"{unit} may retreat to {', '.join(dislodged.options)}, or disband"
        case PhaseKind.ADJUSTMENT:
            if len(game.orders(power)) < _due(game, power):
                yield from _adjustments(game, power)


def _by_rail(game: Game, unit: Unit) -> str:
    """How to write the moves by rail of an army on a railway; empty for any other unit."""
    board = game.variant.board
    ways = [
        f"{unit}-{rail.province}-{' or '.join(s for s in rail.stops if s != unit.location)}"
        for rail in board.railways
        if game.rule_set.railways == "yes"
        and board.kinds[unit.kind].convoyable
        and unit.power in rail.powers
        and unit.location in rail.stops
    ]
    return f", also by railway: {'; '.join(ways)}" if ways else ""


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


def _only(game: Game, province: str) -> str:
    """What may be built in a province, where that is not everything that can stand there."""
    board = game.variant.board
    locations = board.provinces[province].locations
    possible = [(k, at) for k, places in board.stands.items() for at in locations if at in places]
    allowed = [(kind, at) for kind, at in possible if at in board.buildable[kind]]
    texts = [kind if at == province else f"{kind} {at}" for kind, at in allowed]
    return "" if allowed == possible else f" ({' or '.join(texts)} only)"


def _adjustments(game: Game, power: str) -> tuple[str, ...]:
    due, number = (
        builds_due(game.variant.board, game.position, power, game.rule_set),
        _due(game, power),
    )
    units = "1 unit" if number == 1 else f"{number} units"
    if due > 0:
        where = (f"{home}{_only(game, home)}" for home in _free_homes(game, power))
        return (f"may build {units} in {', '.join(where)}",)
    owned = map(str, game.position.units_of(power))
    return (f"has to remove {units} of {', '.join(owned)}",)


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
            yield Diagnostic(
                "ordered-twice",
                f"{scanned.text.strip()}: line {first.line} has "
                + (f"the same order for {place}" if same else f"another order for {place}"),
                "leave one of them",
                line=scanned.line,
                column=scanned.column,
                severity=Severity.WARNING if same else Severity.ERROR,
            )


def _not_carried_out(
    sections: Mapping[str, Sequence[Scanned]], resolution: Resolution, game: Game
) -> Iterator[Diagnostic]:
    """An error for each order that no unit of its power can follow; a warning for each that a unit
    follows although it can never succeed."""
    places = {id(s.order): s for section in sections.values() for s in section}
    told = {
        id(about): places[id(about.order)]
        for about in (*resolution.outcomes, *resolution.unused)
        if id(about.order) in places and _is_hopeless(about)
    }
    if not told:
        return
    from dragoman.reports import explanations  # only now: most sheets have no such orders

    for explanation in explanations(game.variant, resolution):
        about = explanation.about
        if id(about) not in told or not isinstance(about, Outcome | UnusedOrder):
            continue
        refused = isinstance(about, UnusedOrder)
        yield Diagnostic(
            about.reason,
            explanation.text(),
            "put it right, or put a # before it" if refused else "",
            line=told[id(about)].line,
            column=told[id(about)].column,
            severity=Severity.ERROR if refused else Severity.WARNING,
        )


def _is_hopeless(about: Outcome | UnusedOrder) -> bool:
    """Whether an order was not used, or is followed although it can never succeed."""
    if about.reason in _SAID_BY_ORDERED_TWICE:
        return False
    return isinstance(about, UnusedOrder) or (
        about.reason == "route-no-path"
        or about.result in (Result.ILLEGAL, Result.FAILS, Result.EXCESS)
    )


_SAID_BY_ORDERED_TWICE = ("another-order-counts", "contradicting-orders")

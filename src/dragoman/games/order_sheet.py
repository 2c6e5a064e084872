"""The order sheet ``orders.txt``: laying out an empty one, and reading a filled one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode
from dragoman.game import Game, OrderSet, Resolution, province_ordered, spoken, to_oneself
from dragoman.game.play import PLAY
from dragoman.games.dice_section import dice_asked, heading, read_dice_section, unasked_in
from dragoman.games.folder import OpenGame
from dragoman.games.sheet_lines import SHEET
from dragoman.games.sheet_words import sheet_words
from dragoman.games.spelling import written_place
from dragoman.games.typed_text import TypedText, read_typed_text
from dragoman.games.wasted_orders import wasted_orders
from dragoman.orders import (
    Order,
    Press,
    Scanned,
    scan_file,
    unremarked,
    write,
)
from dragoman.quick_dataclass import dataclass
from dragoman.rules import (
    Phase,
    PhaseKind,
)

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
    lines = SHEET.of(game.variant).lines(game, language)
    for power in game.survivors:
        orders = [write(order) for order in game.orders(power)]
        wanted = list(lines.of(power))
        if orders or wanted:
            name = game.variant.power_name(power, language)
            parts.append("\n".join((name, *orders, *(f"# {line}" for line in wanted))))
    if PLAY.of(game.variant).dice(game.variant) is not None:
        dice = dice_asked(game.variant, game.provisional(), language)
        if dice:
            parts.append("\n".join((heading(language), words["dice"], *dice)))
    return "\n\n".join(parts) + "\n"


def without_orders(
    game: Game, resolution: Resolution, told: Callable[[Unit], str] = str
) -> dict[str, tuple[str, ...]]:
    """The units without orders of each power, as ``told``; in an adjustment phase, what it could
    still order."""
    found: dict[str, tuple[str, ...]] = {}
    for power in game.survivors:
        if game.phase.kind is PhaseKind.ADJUSTMENT:
            sheet = SHEET.of(game.variant)
            missing = tuple(sheet.unadjusted(game, power, resolution, told))
        else:
            missing = tuple(
                told(outcome.unit)
                for outcome in resolution.outcomes
                if outcome.order is None and outcome.unit.power == power
            )
        if missing:
            found[power] = missing
    return found


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
            place = province_ordered(scanned.order)
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

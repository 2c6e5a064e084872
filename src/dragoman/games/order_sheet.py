"""The order sheet ``orders.txt``: laying out an empty one, and reading a filled one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from dragoman.board import GARRISON, Unit, fold, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.files import decode
from dragoman.game import Game, OrderSet, Resolution, Variant, province_ordered, spoken, to_oneself
from dragoman.game.variant import PLAY
from dragoman.games.folder import OpenGame
from dragoman.games.requests import TypedText, read_typed_text
from dragoman.games.sheet_lines import SHEET, sheet_words, written_place
from dragoman.orders import (
    Order,
    Press,
    Scanned,
    ScanOptions,
    scan_file,
    unremarked,
    write,
)
from dragoman.orders.order_file import heading_in
from dragoman.orders.scanner import lines_of, vocabulary_of
from dragoman.orders.vocabulary import word_list
from dragoman.quick_dataclass import dataclass
from dragoman.rules import (
    Phase,
    PhaseKind,
)
from dragoman.words import LANGUAGES

if TYPE_CHECKING:
    from dragoman.machiavelli import Roll


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
        """True if it can be judged without the faulty orders: it could be read, and it is for the
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
            parts.append("\n".join((dice_heading(language), words["dice"], *dice)))
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


# Faults of a sheet


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


# Orders that cannot be carried out, or are in vain


def wasted_orders(
    sections: Mapping[str, Sequence[Scanned]], resolution: Resolution, game: Game, language: str
) -> Iterator[Diagnostic]:
    """An error for each order that no unit of its power can follow, or that is refused; a warning
    for each that is followed although it can never succeed, and for money that is not there."""
    places = {id(s.order): s for section in sections.values() for s in section}
    in_vain = SHEET.of(game.variant).in_vain(resolution, language)
    told = {id(one.about): one for one in in_vain if id(one.order) in places}
    if not told:
        return
    from dragoman.reports import explanations  # only now: most sheets have no such orders

    for explanation in explanations(game.variant, resolution):
        one = told.get(id(explanation.about))
        if one is None:
            continue
        place = places[id(one.order)]
        yield Diagnostic(
            one.code,
            explanation.text(language),
            one.remedy,
            line=place.line,
            column=place.column,
            severity=Severity.ERROR if one.is_refused else Severity.WARNING,
        )


# Dice thrown on a table, under the heading ``Dice``


@dataclass(frozen=True, slots=True)
class DiceSection:
    """The dice of a sheet, the line and column of each, and what is wrong with them. ``orders`` is
    the rest of the sheet, with its lines where they were."""

    orders: str
    is_there: bool = False
    rolls: tuple[Roll, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def read_dice_section(text: str, variant: Variant, options: ScanOptions) -> DiceSection:
    """Take the dice out of a sheet."""
    names = PLAY.of(variant).dice(variant)
    if names is None:
        return DiceSection(text)
    words = vocabulary_of(variant.board, options)
    orders: list[str] = []
    dice: list[tuple[int, str]] = []
    is_there = is_open = False
    for number, line in lines_of(text):
        bare = line.partition("#")[0]
        behind = _behind_dice_heading(bare)
        if behind is not None:
            is_there = is_open = True
            bare = " " * (len(bare) - len(behind)) + behind
        elif bare.strip() == "END" or (is_open and isinstance(heading_in(line, words), tuple)):
            is_open = False
        if is_open and bare.strip():
            dice.append((number, bare))
        orders.append("" if is_open else line)
    return DiceSection("\n".join(orders), is_there, *names.read_lines(dice))


def unasked_in(
    section: DiceSection, variant: Variant, resolution: Resolution
) -> Iterator[Diagnostic]:
    """An error for each die that nothing in the phase asks for."""
    names = PLAY.of(variant).dice(variant)
    if names is None or resolution.account is None:
        return
    rolls = resolution.account.rolls
    for roll, (line, column) in zip(section.rolls, section.places, strict=True):
        if not any(roll.is_as(one) for one in rolls):
            yield names.unasked(roll, rolls).at(line=line, column=column)


def dice_asked(variant: Variant, resolution: Resolution, language: str) -> list[str]:
    """The dice that a phase asks for, as they are typed into a sheet: each name with what was
    thrown, and a ``-`` for each die that was not."""
    names = PLAY.of(variant).dice(variant)
    if names is None or resolution.account is None:
        return []
    return names.typed(
        resolution.account.rolls,
        language,
        lambda power: variant.power_name(power, language),
        lambda place: _place_said(variant, place, language),
    )


def _place_said(variant: Variant, place: str, language: str) -> str:
    """A province, or a city by its garrison."""
    province = variant.board.provinces[place].city_of
    if province is None:
        return variant.place_name(place, language)
    return f"{GARRISON.letter} {variant.place_name(province, language)}"


def dice_heading(language: str) -> str:
    """The heading above the dice."""
    return word_list(language).dice["heading"][0]


def _behind_dice_heading(line: str) -> str | None:
    """The text behind the heading in a line; None if the line has none."""
    first, _, behind = line.partition(":")
    return behind if fold(first) in _dice_headings() else None


@cache
def _dice_headings() -> frozenset[str]:
    """The headings above the dice in all languages."""
    lists = map(word_list, LANGUAGES)
    return frozenset(fold(word) for words in lists for word in words.dice["heading"])

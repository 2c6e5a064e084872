"""What an order sheet says of dice: those thrown on a table, under the heading ``Dice``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from dragoman.board import GARRISON, fold
from dragoman.diagnostics import Diagnostic
from dragoman.game import Resolution, Variant
from dragoman.game.play import PLAY
from dragoman.orders import ScanOptions
from dragoman.orders.order_file import heading_in
from dragoman.orders.scanner import lines_of, vocabulary_of
from dragoman.orders.vocabulary import word_list
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES

if TYPE_CHECKING:  # sheets of Diplomacy do without it
    from dragoman.machiavelli import Roll


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
        behind = _behind_heading(bare)
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


def heading(language: str) -> str:
    """What stands above the dice."""
    return word_list(language).dice["heading"][0]


def _behind_heading(line: str) -> str | None:
    """What stands behind the heading in a line; None if the line has none."""
    first, _, behind = line.partition(":")
    return behind if fold(first) in _headings() else None


@cache
def _headings() -> frozenset[str]:
    """What stands above the dice in any language."""
    lists = map(word_list, LANGUAGES)
    return frozenset(fold(word) for words in lists for word in words.dice["heading"])

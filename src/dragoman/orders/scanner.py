"""The scanner: what people write, made into orders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.orders.grammar import Awaited, PhaseLetter
from dragoman.orders.order import Order, UnitRef
from dragoman.orders.reader import read_line
from dragoman.orders.vocabulary import LANGUAGES, NO_WORDS, OwnWords, Vocabulary, vocabulary


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """How generously order text is read.

    ``exact_match`` tells capitals from small letters (DipWork EXACT_MATCH). ``spellcheck``
    is how many first letters a misspelt name must share with a place to be taken for it
    (DipWork SPELLCHECK); at 0 nothing is guessed. ``languages`` are those of the order words,
    ``own_words`` the spellings that a variant brings along.
    """

    exact_match: bool = False
    spellcheck: int = 0
    languages: tuple[str, ...] = LANGUAGES
    own_words: OwnWords = NO_WORDS


@dataclass(frozen=True, slots=True)
class Scanned:
    """An order, what was written for it, and where. Line and column count from 1."""

    order: Order
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Press:
    """A passage that is no order, and where it stands."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Lost:
    """An order that could not be read, on a line: its unit if that much was clear, and what
    was to come where the reading ended."""

    unit: UnitRef | None
    awaited: Awaited
    line: int


@dataclass(frozen=True, slots=True)
class Scan:
    """What was found in a text."""

    orders: tuple[Scanned, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    press: tuple[Press, ...] = ()
    lost: tuple[Lost, ...] = ()


DEFAULT = ScanOptions()


def scan(text: str, board: Board, phase: PhaseLetter = "M", options: ScanOptions = DEFAULT) -> Scan:
    """Read the orders of a text, one or more on a line. Never raises, whatever the text.

    ``phase`` settles what a word with several senses means: ``A TRI - BUD`` is a retreat in
    a retreat phase (``"R"``), ``A PAR D`` a removal in an adjustment (``"A"``). An order that
    does not belong to the phase is still read as the order it is; the rules refuse it.

    What looks like an order but cannot be read has a diagnostic of severity error; warnings
    mark what was read but may be a mistake. Everything else is press. ``#`` and ``%`` begin
    a comment.
    """
    words = vocabulary(board, options.languages, options.exact_match, options.own_words)
    return scan_lines(lines_of(text), words, phase, options.spellcheck)


def scan_order(
    text: str, board: Board, phase: PhaseLetter = "M", options: ScanOptions = DEFAULT
) -> Order | Diagnostic:
    """Read one order, strictly: the order, or the first thing that is wrong with the text."""
    words = vocabulary(board, options.languages, options.exact_match, options.own_words)
    found = read_line(text, words, phase, options.spellcheck, None)
    if found.diagnostics:
        return found.diagnostics[0]
    if found.orders:
        order, *others = (order for order, _ in found.orders)
        if not others and not found.press:
            return order
        return Diagnostic("not-one-order", f"{text.strip()!r} is more than one order")
    return Diagnostic(
        "no-order",
        f"{text.strip()!r} is no order",
        "write an order as in A BUD - VIE, F NTH S A YOR - NWY or A PAR H",
    )


def lines_of(text: str) -> Iterable[tuple[int, str]]:
    """The lines of a text with their numbers, however they end."""
    return enumerate(re.split(r"\r\n|\r|\n", text), 1)


def scan_lines(
    lines: Iterable[tuple[int, str]], words: Vocabulary, phase: PhaseLetter, spellcheck: int
) -> Scan:
    """Read numbered lines; a ditto mark in one repeats what the line above it holds."""
    orders: list[Scanned] = []
    diagnostics: list[Diagnostic] = []
    press: list[Press] = []
    lost: list[Lost] = []
    previous: Order | None = None
    for number, line in lines:
        found = read_line(line, words, phase, spellcheck, previous)
        previous = found.previous
        orders += (
            Scanned(order, line[start:end], number, start + 1)
            for order, (start, end) in found.orders
        )
        press += (Press(line[start:end], number, start + 1) for start, end in found.press)
        diagnostics += (diagnostic.at(line=number) for diagnostic in found.diagnostics)
        lost += (Lost(unit, awaited, number) for unit, awaited in found.lost)
    return Scan(tuple(orders), tuple(diagnostics), tuple(press), tuple(lost))

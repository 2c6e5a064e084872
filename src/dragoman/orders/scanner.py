"""The scanner: what people write, made into orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.errors import WrongArgument, checked
from dragoman.orders.exact_form import exact_form
from dragoman.orders.faults import Awaited, PhaseLetter
from dragoman.orders.money_reader import UNNUMBERED
from dragoman.orders.order import EXPENSES, Expense, NoExpense, Order, UnitRef, unit_of
from dragoman.orders.pasted import begins_signature
from dragoman.orders.reader import Manner, read_line
from dragoman.orders.vocabulary import NO_WORDS, OwnWords, Vocabulary, vocabulary
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, said


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """Options of reading orders, such as how generously that is done.

    ``exact_match`` tells capitals from small letters (DipWork EXACT_MATCH). ``spellcheck``
    is how many first letters a misspelt name must share with a place to be taken for it
    (DipWork SPELLCHECK); at 0 nothing is guessed. ``languages`` are those of the order words,
    ``own_words`` the spellings that a variant brings along. So many orders that cannot be read
    name what may have been meant, the first of a text, as there are ``suggestions``. A text of
    more than ``longest`` letters is not read: a turn takes a few thousand, and what somebody sends
    by mistake, or to do harm, would take seconds.
    """

    exact_match: bool = False
    spellcheck: int = 0
    languages: tuple[str, ...] = LANGUAGES
    own_words: OwnWords = NO_WORDS
    suggestions: int = 20
    longest: int = 100_000


@dataclass(frozen=True, slots=True)
class Scanned:
    """An order, what was written for it, and where. Line and column count from 1."""

    order: Order
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Press:
    """A passage that is not an order, and where it stands.

    ``dressing`` is what mail programs write, and what stands below a mail's signature.
    """

    text: str
    line: int
    column: int
    dressing: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """An order that could not be read, on a line: its unit if that much was clear, and what
    was to come where the reading ended."""

    unit: UnitRef | None
    awaited: Awaited
    line: int


@dataclass(frozen=True, slots=True)
class Scan:
    """The orders, press and faults found in a text."""

    orders: tuple[Scanned, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    press: tuple[Press, ...] = ()
    lost: tuple[Lost, ...] = ()


DEFAULT = ScanOptions()
_LETTERS = get_args(PhaseLetter)


@checked
def scan(text: str, board: Board, phase: PhaseLetter = "M", options: ScanOptions = DEFAULT) -> Scan:
    """Read the orders of a text, one or more on a line. Never raises, whatever the text.

    ``phase`` settles what a word with several senses means: ``A TRI - BUD`` is a retreat in
    a retreat phase (``"R"``), ``A PAR D`` a removal in an adjustment (``"A"``). An order that
    does not belong to the phase is still read as the order it is; the rules refuse it.

    What looks like an order but cannot be read, or not to its end, has a diagnostic of severity
    error; warnings mark what was read but may be a mistake. Everything else is press. ``#``, ``%``
    and ``//`` begin a comment.
    """
    _check_phase(phase)
    if fault := too_long(text, options):
        return Scan(diagnostics=(fault,))
    return scan_lines(lines_of(text), vocabulary_of(board, options), phase, options)


@checked
def scan_order(
    text: str, board: Board, phase: PhaseLetter = "M", options: ScanOptions = DEFAULT
) -> Order | Diagnostic:
    """Read one order, strictly: the order, or the first thing that is wrong with the text."""
    _check_phase(phase)
    if fault := too_long(text, options):
        return fault
    words = vocabulary_of(board, options)
    exact = exact_form(words).read(text, phase)
    if exact is not None:
        return exact
    manner = Manner(phase, options.spellcheck, options.suggestions)
    found = read_line(text, words, manner, None)
    if found.diagnostics:
        return found.diagnostics[0]
    if found.orders:
        order, *others = (order for order, _ in found.orders)
        if isinstance(order, Expense) and order.number == UNNUMBERED:
            order = replace(order, number=1)
        if not others and not found.press:
            return order
        what = said("{written!r} is more than one order", written=text.strip())
        return Diagnostic("not-one-order", what)
    return Diagnostic(
        "no-order",
        said("{written!r} is not an order", written=text.strip()),
        "write an order as in A BUD - VIE, F NTH S A YOR - NWY or A PAR H",
    )


def _check_phase(letter: str) -> None:
    if letter not in _LETTERS:
        raise WrongArgument(f"a phase is one of {', '.join(_LETTERS)} to a reader, not {letter!r}")


def too_long(text: str, options: ScanOptions) -> Diagnostic | None:
    """The fault of a text that has too many letters."""
    if len(text) <= options.longest:
        return None
    return Diagnostic(
        "too-long",
        said(
            "this text has {letters:,} letters; orders of at most {longest:,} are read",
            letters=len(text),
            longest=options.longest,
        ),
        "leave out what is not an order",
    )


def vocabulary_of(board: Board, options: ScanOptions) -> Vocabulary:
    """The words that may be in the orders."""
    return vocabulary(board, options.languages, options.exact_match, options.own_words)


def unremarked(press: Iterable[Press], diagnostics: Iterable[Diagnostic]) -> Iterator[Press]:
    """The passages of press that a reader is to be shown: not what mail programs write, and not
    what a diagnostic speaks of."""
    told: dict[int, list[int]] = {}
    for diagnostic in diagnostics:
        told.setdefault(diagnostic.line, []).append(diagnostic.column)
    for passage in press:
        end = passage.column + len(passage.text)
        columns = told.get(passage.line, ())
        if not passage.dressing and not any(passage.column <= at < end for at in columns):
            yield passage


def lines_of(text: str) -> Iterable[tuple[int, str]]:
    """The lines of a text with their numbers, however they end."""
    return enumerate(re.split(r"\r\n|\r|\n", text), 1)


def scan_lines(
    lines: Iterable[tuple[int, str]], words: Vocabulary, phase: PhaseLetter, options: ScanOptions
) -> Scan:
    """Read numbered lines; a ditto mark in one repeats what the line above it holds."""
    orders: list[Scanned] = []
    diagnostics: list[Diagnostic] = []
    press: list[Press] = []
    lost: list[Lost] = []
    previous: Order | None = None
    errors, signature = 0, False
    for number, line in lines:
        manner = Manner(phase, options.spellcheck, options.suggestions - errors)
        found = read_line(line, words, manner, previous)
        previous = found.previous
        if found.goes_on and orders and orders[-1].line == number - 1:
            broken = orders.pop()  # a mail program may have broken its line
            lost.append(Lost(unit_of(broken.order), Awaited.END, broken.line))
        signature = (signature or begins_signature(line)) and not found.orders
        orders += (
            Scanned(order, line[start:end], number, start + 1)
            for order, (start, end) in found.orders
        )
        press += (
            Press(line[start:end], number, start + 1, found.dressing or signature)
            for start, end in found.press
        )
        errors += len(found.diagnostics)
        diagnostics += (diagnostic.at(line=number) for diagnostic in found.diagnostics)
        lost += (Lost(unit, awaited, number) for unit, awaited in found.lost)
    if any(isinstance(scanned.order, Expense | NoExpense) for scanned in orders):
        orders, faults = _numbered(orders)
        diagnostics = sorted([*diagnostics, *faults], key=lambda one: (one.line, one.column))
    return Scan(tuple(orders), tuple(diagnostics), tuple(press), tuple(lost))


def _numbered(orders: Iterable[Scanned]) -> tuple[list[Scanned], list[Diagnostic]]:
    """The orders, with a number for every expenditure that stands without one: the first that no
    other has. What would be a fifth, or a second of its number, is refused."""
    orders = list(orders)
    named = {scanned.order.number for scanned in orders if isinstance(scanned.order, Expense)}
    free = [number for number in range(1, EXPENSES + 1) if number not in named]
    kept: list[Scanned] = []
    faults: list[Diagnostic] = []
    taken: set[int] = set()
    for scanned in orders:
        order, fault, cancelled = scanned.order, None, EXPENSES
        if isinstance(order, Expense) and order.number == UNNUMBERED:
            if free:
                order = replace(order, number=free.pop(0))
            else:
                what = said("a power makes no more than {EXPENSES} expenditures", EXPENSES=EXPENSES)
                fault = ("fifth-expense", what)
        elif isinstance(order, Expense) and order.number in taken:
            what = said("there is an expenditure {number} above", number=order.number)
            fault = ("expense-twice", what)
            cancelled = order.number
        elif isinstance(order, NoExpense):
            taken.discard(order.number)
        if fault is not None:
            remedy = said(
                "leave it out, or cancel that first: EXPENSE {cancelled}: NONE", cancelled=cancelled
            )
            faults.append(Diagnostic(*fault, remedy, line=scanned.line, column=scanned.column))
            continue
        if isinstance(order, Expense):
            taken.add(order.number)
        kept.append(replace(scanned, order=order))
    return kept, faults

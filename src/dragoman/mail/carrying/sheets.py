"""Orders of a mail put on a sheet: which of its lines are orders, and how they go with what is on
file already.

As with the judges that were played by mail, orders of a later mail take the place of those for the
same units, and all others stay. A line of which nothing is left is taken off the sheet; all else
stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dragoman.board import Board
from dragoman.game.order_sets import subject
from dragoman.judge.log.conditional import all_branches, condition_faults, is_conditional
from dragoman.mail.language.reading import Line
from dragoman.orders import Expense, PhaseLetter, Scanned, scan
from dragoman.quick_dataclass import dataclass

_ENDS_IF: Final = re.compile(r"\s*(?:end\s*if|ende\s*wenn)\b", re.I)
_SAYS: Final = re.compile(r"\w")
_COMMENT: Final = re.compile(r"\s*(?:#|%|//)")
_NUMBERED: Final = re.compile(r"\b(?:expenses?|expenditures?|ausgaben?)\s*#?\s*\d", re.I)
_SENTENCE: Final = 8
"""From so many words on a line that begins with a small "if" may be a sentence."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The lines of a mail on a board: orders, with all that belongs to them and all that looks like
    one, and talk. Comments, and signatures, are neither."""

    orders: tuple[Line, ...]
    talk: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """A sheet with the orders of a mail on it. ``origins`` has for each of its lines the line of
    the mail, or 0 for one that was on file; ``replaced`` are the orders that were taken off."""

    text: str
    origins: tuple[int, ...]
    replaced: tuple[str, ...]


def sort_lines(lines: Sequence[Line], board: Board, letter: PhaseLetter) -> Sorted:
    """Tell orders from talk. A line that looks like an order but cannot be read goes with the
    orders: the judge says what is wrong with it."""
    conditions = _conditions(lines, board)
    text = "\n".join("" if n in conditions else one.text for n, one in enumerate(lines))
    found = scan(text, board, letter)
    on_sheet = {one.line for one in found.orders}
    on_sheet |= {one.line for one in found.diagnostics} | {one.line for one in found.lost}
    orders: list[Line] = []
    talk: list[Line] = []
    for number, one in enumerate(lines):
        if number in conditions or number + 1 in on_sheet:
            orders.append(one)
        elif not one.in_signature and _SAYS.search(one.text) and not _COMMENT.match(one.text):
            talk.append(one)
    return Sorted(tuple(orders), tuple(talk))


def _conditions(lines: Sequence[Line], board: Board) -> frozenset[int]:
    """The lines, counted from 0, that say on which condition others count."""
    if not any(is_conditional(one.text) for one in lines):
        return frozenset()
    is_ended = any(_ENDS_IF.match(one.text) for one in lines)
    return frozenset(
        number
        for number, one in enumerate(lines)
        if is_conditional(one.text) and (is_ended or _is_condition(one.text, board))
    )


def _is_condition(line: str, board: Board) -> bool:
    """Whether a line without an ``ENDIF`` to it asks for something, and is no sentence. In doubt it
    does: what stands under it must not be ordered without it."""
    words = line.split()
    if words[0].isupper() or len(words) < _SENTENCE:
        return True
    return not condition_faults(f"{line}\nENDIF", board)


def merge(kept: str, lines: Sequence[Line], board: Board, letter: PhaseLetter) -> Merged:
    """Put the orders of a mail on a sheet that has orders already."""
    new = "\n".join(one.text for one in lines)
    wanted = {_key(one) for one in _scanned(new, board, letter)} - {""}
    rows = kept.split("\n") if kept.strip() else []
    replaced: list[str] = []
    found = _scanned(kept, board, letter) if wanted and rows else ()
    by_line: dict[int, list[Scanned]] = {}
    for one in found:
        by_line.setdefault(one.line, []).append(one)
    old: list[str] = []
    for number, row in enumerate(rows, 1):
        here = by_line.get(number, [])
        gone = [one for one in here if _key(one) in wanted]
        if not gone:
            old.append(row)
        elif left := _left_of(row, here, gone):
            old.append(left)
            replaced += (one.text.strip() for one in gone)
        else:
            replaced.append(row.strip())
    old = [*old[: _last_filled(old)]]
    text = "\n".join((*old, *(one.text for one in lines)))
    origins = (*(0 for _ in old), *(one.line for one in lines))
    return Merged(text, origins, tuple(replaced))


def _last_filled(rows: Sequence[str]) -> int:
    return next((n for n in range(len(rows), 0, -1) if rows[n - 1].strip()), 0)


def _left_of(row: str, here: Sequence[Scanned], gone: Sequence[Scanned]) -> str:
    """What stays of a line of which some orders are taken off."""
    first = min(one.column for one in here) - 1
    head = row[:first]
    stay = [one.text.strip() for one in here if one not in gone]
    if is_conditional(head):
        return f"{head}{', '.join(stay)}".rstrip()
    return ", ".join(stay)


def _scanned(text: str, board: Board, letter: PhaseLetter) -> tuple[Scanned, ...]:
    return scan(all_branches(text, board), board, letter).orders


def _key(one: Scanned) -> str:
    """What an order is for, so that a later one takes its place; empty where none does. An
    expenditure that nobody gave a number is one more."""
    if isinstance(one.order, Expense) and not _NUMBERED.search(one.text):
        return ""
    return subject(one.order)

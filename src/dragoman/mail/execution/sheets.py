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

from dragoman.diagnostics import Diagnostic
from dragoman.game import Variant
from dragoman.game.order_sets import subject
from dragoman.judge.log.conditional_orders import (
    all_branches,
    blocks,
    condition_faults,
    is_conditional,
)
from dragoman.mail.language.parser import MailLine
from dragoman.orders import Expense, NoExpense, PhaseLetter, Scanned, scan
from dragoman.quick_dataclass import dataclass

_ENDS_IF: Final = re.compile(r"\s*(?:end\s*if|ende\s*wenn)\b", re.I)
_SAYS: Final = re.compile(r"\w")
_COMMENT: Final = re.compile(r"\s*(?:#|%|//)")
_TITLE: Final = re.compile(
    r"\W*(?:my |meine )?(?:orders|moves?|movements?|retreats?|builds?|adjustments?|befehle|züge"
    r"|rückzüge|aufbauten|end(?: of orders)?|ende)\W*",
    re.I,
)
"""Titles above orders, and closing lines below them."""
_NUMBERED: Final = re.compile(r"\b(?:expenses?|expenditures?|ausgaben?)\s*#?\s*\d", re.I)
_BETWEEN: Final = re.compile(r"(?:[\s,;&]|\b(?:and|und)\b)+\Z", re.I)
"""The text between two orders on a line."""
_SENTENCE: Final = 8
"""From so many words on a line that begins with a small "if" may be a sentence."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The lines of a mail on a board: orders, with all that belongs to them and all that looks like
    one, and talk. Comments, and signatures, are neither. ``odd`` are sentences that hold an order
    and begin with an "if": on a sheet that would be a condition."""

    orders: tuple[MailLine, ...]
    talk: tuple[MailLine, ...]
    odd: tuple[MailLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Conditioned:
    """The lines of a mail without those of conditions that cannot be read, or that nobody ended.
    ``refused`` are these, each with the line of its ``IF`` and what is wrong with the line
    itself."""

    lines: tuple[MailLine, ...]
    refused: tuple[tuple[MailLine, int, tuple[Diagnostic, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """A sheet with the orders of a mail on it. ``origins`` has for each of its lines the line of
    the mail, or 0 for one that was on file; ``replaced`` are the orders that were taken off, and
    ``done`` the lines of the mail that were for nothing else."""

    text: str
    origins: tuple[int, ...]
    replaced: tuple[str, ...]
    done: tuple[int, ...] = ()


def sort_lines(lines: Sequence[MailLine], variant: Variant, letter: PhaseLetter) -> Sorted:
    """Tell orders from talk. A line that looks like an order but cannot be read goes with the
    orders: the judge says what is wrong with it."""
    conditions = _conditions(lines, variant)
    text = "\n".join("" if n in conditions else one.text for n, one in enumerate(lines))
    found = scan(text, variant.board, letter)
    on_sheet = {one.line for one in found.orders}
    on_sheet |= {one.line for one in found.diagnostics} | {one.line for one in found.lost}
    orders: list[MailLine] = []
    talk: list[MailLine] = []
    odd: list[MailLine] = []
    for number, one in enumerate(lines):
        if number in conditions:
            orders.append(one)
        elif number + 1 in on_sheet and not is_title(one.text):
            (odd if is_conditional(one.text) else orders).append(one)
        elif not one.in_signature and says_something(one.text):
            talk.append(one)
    return Sorted(tuple(orders), tuple(talk), tuple(odd))


def says_something(line: str) -> bool:
    """True if there are words on a line, and it is no comment."""
    return _SAYS.search(line) is not None and _COMMENT.match(line) is None


def is_title(line: str) -> bool:
    """True if a line is what stands above orders, or below them."""
    return _TITLE.fullmatch(line) is not None


def _conditions(lines: Sequence[MailLine], variant: Variant) -> frozenset[int]:
    """The lines, counted from 0, that say on which condition others count."""
    if not any(is_conditional(one.text) for one in lines):
        return frozenset()
    is_ended = any(_ENDS_IF.match(one.text) for one in lines)
    return frozenset(
        number
        for number, one in enumerate(lines)
        if is_conditional(one.text) and (is_ended or _is_condition(one.text, variant))
    )


def _is_condition(line: str, variant: Variant) -> bool:
    """True if a line without an ``ENDIF`` to it asks for something, and is no sentence. In doubt it
    does: what stands under it must not be ordered without it."""
    words = line.split()
    if words[0].isupper() or len(words) < _SENTENCE:
        return True
    return not condition_faults(f"{line}\nENDIF", variant)


def with_conditions(lines: Sequence[MailLine], variant: Variant) -> Conditioned:
    """The lines without those of conditions that cannot be read: they void no others."""
    kept: list[MailLine] = []
    refused: list[tuple[MailLine, int, tuple[Diagnostic, ...]]] = []
    rest = tuple(lines)
    while found := blocks("\n".join(one.text for one in rest)):
        block = found[0]
        own = rest[block.first - 1 : block.last]
        if not block.is_ended:
            own = _paragraph(own, variant)
        faults = condition_faults("\n".join(one.text for one in own), variant)
        kept += rest[: block.first - 1]
        rest = rest[block.first - 1 + len(own) :]
        if not faults:
            kept += own
        for number, one in enumerate(own if faults else (), 1):
            wrong = tuple(fault for fault in faults if fault.line == number)
            refused.append((one, own[0].line, wrong))
    return Conditioned((*kept, *rest), tuple(refused))


def _paragraph(lines: Sequence[MailLine], variant: Variant) -> tuple[MailLine, ...]:
    """The lines under a condition without an end: those to the next blank one. Under one that can
    be read there has to be something."""
    is_good = not condition_faults(f"{lines[0].text}\nENDIF", variant)
    least = 2 if is_good else 1
    for number in range(least, len(lines)):
        if lines[number].line - lines[number - 1].line > 1:
            return tuple(lines[:number])
    return tuple(lines)


def merge(
    kept: str,
    lines: Sequence[MailLine],
    variant: Variant,
    letter: PhaseLetter,
    due: int | None = None,
) -> Merged:
    """Put the orders of a mail on a sheet that has orders already. Of builds or removals no more
    than are ``due`` stay on it: the oldest give way first, as in ``game.order_sets``."""
    new = _scanned("\n".join(one.text for one in lines), variant, letter)
    wanted = {_key(one) for one in new} - {""}
    found = _scanned(kept, variant, letter) if new else ()
    gone = [one for one in found if subject(one.order) in wanted]
    if due is not None:
        left = [one for one in found if one not in gone]
        gone += left[: max(0, len(left) - max(due - len(new), 0))]
    cancelled = _only_cancelling(new, gone)
    replaced: list[str] = []
    old: list[str] = []
    for number, row in enumerate(kept.split("\n") if kept.strip() else (), 1):
        here = [one for one in found if one.line == number]
        away = [one for one in here if one in gone]
        if not away:
            old.append(row)
            continue
        left_over, gave_way = _parted(row, here, away)
        if left_over:
            old.append(left_over)
            replaced += gave_way
        else:
            replaced.append(row.strip())
    old = [*old[: _last_filled(old)]]
    added = [one for number, one in enumerate(lines, 1) if number not in cancelled]
    text = "\n".join((*old, *(one.text for one in added)))
    origins = (*(0 for _ in old), *(one.line for one in added))
    done = tuple(one.line for number, one in enumerate(lines, 1) if number in cancelled)
    return Merged(text, origins, tuple(replaced), done)


def _only_cancelling(new: Sequence[Scanned], gone: Sequence[Scanned]) -> frozenset[int]:
    """The lines of a mail with nothing on them but that an expenditure on file is cancelled. They
    are done with that: on the sheet they would cancel whichever has that number next."""
    taken = {_key(one) for one in new if isinstance(one.order, Expense)}
    on_file = {subject(one.order) for one in gone}
    by_line: dict[int, list[bool]] = {}
    for one in new:
        about = subject(one.order)
        is_done = isinstance(one.order, NoExpense) and about in on_file and about not in taken
        by_line.setdefault(one.line, []).append(is_done)
    return frozenset(line for line, done in by_line.items() if all(done))


def _last_filled(rows: Sequence[str]) -> int:
    return next((n for n in range(len(rows), 0, -1) if rows[n - 1].strip()), 0)


def _parted(
    row: str, here: Sequence[Scanned], gone: Sequence[Scanned]
) -> tuple[str, tuple[str, ...]]:
    """The rest of a line from which some orders are taken off, and the part taken off: text that
    was not read goes or stays with the order before it."""
    starts = [one.column - 1 for one in here]
    head = row[: starts[0]]
    if not is_conditional(head):
        head, starts[0] = "", 0
    ends = (*starts[1:], len(row))
    pieces = [_BETWEEN.sub("", row[at:to]) for at, to in zip(starts, ends, strict=True)]
    stays = [piece for one, piece in zip(here, pieces, strict=True) if one not in gone]
    goes = (piece for one, piece in zip(here, pieces, strict=True) if one in gone)
    return f"{head}{', '.join(stays)}".rstrip(), tuple(goes)


def _scanned(text: str, variant: Variant, letter: PhaseLetter) -> tuple[Scanned, ...]:
    return scan(all_branches(text, variant), variant.board, letter).orders


def _key(one: Scanned) -> str:
    """The key by which an order of a mail replaces one on file; empty where it replaces none. An
    expenditure that nobody gave a number is one more."""
    if isinstance(one.order, Expense) and not _NUMBERED.search(one.text):
        return ""
    return subject(one.order)

"""Lines of press that seem to be meant for the judge: whoever answers press in a hurry may have
meant to answer the judge, and his orders are nobody else's business.

A line is such a one if an order is read from it, if it looks like one that was mistyped, or if it
begins with a command. A sentence in which an order is named (``I will move A RUH-MUN``) is press.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.board import Board
from dragoman.judge.log.conditional_orders import is_conditional
from dragoman.mail.carrying.finding import is_heading
from dragoman.mail.carrying.sheets import is_title, says_something
from dragoman.mail.language.reading import (
    Command,
    Line,
    Misread,
    lines_of,
    read,
    without_unseen,
)
from dragoman.orders import PhaseLetter, scan

_SENTENCE: Final = 6
"""From so many words on a line that begins as an order does, and goes on as none, is a sentence."""
_ENDS_IF: Final = re.compile(r"\s*(?:end\s*if|ende\s*wenn)\b", re.I)
_IN_PROSE: Final = "order-in-press"
_MAY_BE_PROSE: Final = frozenset(("unread-text", "unknown-order-word"))
_WORD: Final = re.compile(r"\s*\S+\s+")
_SENTENCE_ENDS: Final = re.compile(r"[.:;!?](?:\s+|$)")


def for_the_judge(text: str, board: Board, letter: PhaseLetter) -> tuple[Line, ...]:
    """The lines of a text that may be orders or commands. Lines that are too many to be read are
    among them, for nobody looked whether they are."""
    lines = [without_unseen(line) for line in lines_of(text)]
    numbers = {one.line for one in scan("\n".join(lines), board, letter).orders}
    numbers |= _commands(lines)
    has_end = any(_ENDS_IF.match(line) for line in lines)
    for number, line in enumerate(lines, 1):
        is_condition = is_conditional(line) and (has_end or line.split()[0].isupper())
        if number not in numbers and (is_condition or _is_order(line, board, letter)):
            numbers.add(number)
    return tuple(Line(lines[number - 1], number) for number in sorted(numbers))


def is_all_for_the_judge(text: str, found: tuple[Line, ...], board: Board) -> bool:
    """Whether nothing but these lines stands in a text, headings and comments apart, and none of
    them is half a sentence."""
    numbers = {one.line for one in found}
    if not found or any(_has_prose(one.text, board) for one in found):
        return False
    return all(
        number in numbers or not says_something(line) or is_title(line) or is_heading(line)
        for number, line in enumerate(lines_of(text), 1)
    )


def _has_prose(line: str, board: Board) -> bool:
    return any(one.code == _IN_PROSE for one in scan(line, board).diagnostics)


def _commands(lines: list[str]) -> set[int]:
    """The lines of commands, and those that were not read."""
    found: set[int] = set()
    start = 0
    while True:
        reading = read("\n".join(lines[start:]))
        for item in reading.items:
            if isinstance(item, Command):
                found |= set(range(start + item.line, start + max(item.line, item.end) + 1))
            elif isinstance(item, Misread):
                found.add(start + item.line)
        found |= {start + number for number in reading.too_many}
        if not reading.behind:
            return found
        start += min(reading.behind) - 1  # what stands behind a SIGNOFF is looked through, too


def _is_order(line: str, board: Board, letter: PhaseLetter) -> bool:
    """Whether a line is an order or tries to be one, or a part of it does that by itself."""
    found = scan(line, board, letter)
    if found.orders:
        return True
    codes = {one.code for one in found.diagnostics if one.is_error}
    if not codes and not found.lost:
        return False
    is_prose = codes == {_IN_PROSE}
    is_prose |= codes <= _MAY_BE_PROSE and len(line.split()) >= _SENTENCE
    return not is_prose or any(scan(one, board, letter).orders for one in _parts(line))


def _parts(line: str) -> Iterator[str]:
    """A line without its first word, and its sentences: ``ok, A RUH-MUN``; ``We agree. A RUH-MUN``;
    ``My orders: A RUH-MUN``."""
    if (met := _WORD.match(line)) is not None:
        yield line[met.end() :]
    yield from _SENTENCE_ENDS.split(line)

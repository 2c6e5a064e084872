"""Orders that depend on what will be: ``IF`` … ``ELSE`` … ``ENDIF`` in a sheet.

Each of these words begins a line; what else stands on the line of an ``ELSE``, or after the
``THEN`` of an ``IF``, are orders. ``ELSE IF`` goes on asking, and an ``IF`` may stand within
another. A sheet without these words is left as it is.

A condition is held against the position in which the phase is judged (see ``condition``), not
against that in which it was written: so orders can be handed in for a phase that is far away.
"""

from __future__ import annotations

import re
from dataclasses import field
from enum import Enum
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.game import Variant
from dragoman.judge.log.condition import Condition, Known, read_condition
from dragoman.quick_dataclass import dataclass

MOST_CONDITIONS: Final = 200
_DEEPEST: Final = 10
_LINE: Final = re.compile(
    r"\s*(?:(?P<else_if>else\s*if|elif|elseif|sonst\s+wenn)|(?P<if>if|wenn)"
    r"|(?P<end>end\s*if|ende\s*wenn|endewenn)|(?P<else>else|sonst))\b[ \t]*:?",
    re.IGNORECASE,
)
_THEN: Final = re.compile(r"\b(?:then|dann)\b[ \t]*:?|:\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of a sheet, counted from 1, from an ``IF`` to its ``ENDIF``, or where that is
    lacking to the end of the sheet. An ``ELSE`` or ``ENDIF`` without an ``IF`` is a block by
    itself."""

    first: int
    last: int
    is_ended: bool = True


class _Word(Enum):
    IF = "if"
    ELSE_IF = "else_if"
    ELSE = "else"
    END = "end"


@dataclass
class _Open:
    """An ``IF`` that is not over: whether the lines around it count, whether a branch of it was
    taken, whether its ``ELSE`` was there, and its line."""

    counts: bool
    taken: bool
    line: int
    had_else: bool = False


@dataclass
class _Walk:
    """What a sheet comes to, line by line."""

    lines: list[str] = field(default_factory=list[str])
    faults: list[Diagnostic] = field(default_factory=list[Diagnostic])


def is_conditional(text: str) -> bool:
    """Whether a sheet has orders that depend on something."""
    return any(_LINE.match(line) for line in text.split("\n"))


def blocks(text: str) -> tuple[Block, ...]:
    """The conditions of a sheet that stand in no other, each with all that hangs on it."""
    found: list[Block] = []
    depth, first = 0, 0
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if (met := _LINE.match(line)) is None:
            continue
        word = _Word(met.lastgroup)
        if word is _Word.IF:
            depth += 1
            first = first or number
        elif not depth:
            found.append(Block(number, number))
        elif word is _Word.END:
            depth -= 1
            if not depth:
                found.append(Block(first, number))
                first = 0
    if depth:
        found.append(Block(first, len(lines), is_ended=False))
    return tuple(found)


def condition_faults(text: str, variant: Variant) -> tuple[Diagnostic, ...]:
    """What is wrong with the conditions of a sheet, each fault with its line."""
    return tuple(_walk(text, variant, None).faults)


def orders_chosen(text: str, known: Known) -> str:
    """The orders of a sheet that count as things stand. All else is blank, so that lines and
    columns are those of the sheet. What is wrong with a condition makes it count as not met."""
    return "\n".join(_walk(text, known.variant, known).lines) if is_conditional(text) else text


def all_branches(text: str, variant: Variant) -> str:
    """The orders of all branches of a sheet, lines and columns as they are."""
    return "\n".join(_walk(text, variant, None).lines) if is_conditional(text) else text


def _walk(text: str, variant: Variant, known: Known | None) -> _Walk:
    """Go through a sheet, with what is known, or through all of its branches."""
    walk, waiting = _Walk(), list[_Open]()
    counts, asked = True, 0
    for number, line in enumerate(text.split("\n"), 1):
        found = _LINE.match(line)
        if found is None:
            walk.lines.append(line if counts else "")
            continue
        word, rest = _Word(found.lastgroup), line[found.end() :]
        if word is not _Word.IF and not waiting:
            fault = Diagnostic("else-without-if", f"{found[0].strip()} has no IF before it")
            walk.faults.append(fault.at(line=number, column=1))
            walk.lines.append("")
            continue
        met = False
        orders_at = found.end()
        if word in (_Word.IF, _Word.ELSE_IF):
            asked += 1
            if asked > MOST_CONDITIONS:
                what = f"a sheet has at most {MOST_CONDITIONS} conditions"
                walk.faults.append(Diagnostic("too-many-conditions", what).at(line=number))
                return walk
            condition, orders_at = _condition(rest, variant, found.end())
            if isinstance(condition, Diagnostic):
                walk.faults.append(condition.at(line=number, column=found.end() + 1))
            else:
                met = known is None or condition.holds(known)
        if word is _Word.IF:
            waiting.append(_Open(counts, met, number))
            if len(waiting) > _DEEPEST:
                what = f"no more than {_DEEPEST} IFs stand within each other"
                walk.faults.append(Diagnostic("too-deep", what).at(line=number, column=1))
                return walk
            counts = counts and met
        elif word is _Word.END:
            counts = waiting.pop().counts
        else:
            last = waiting[-1]
            if last.had_else:
                what = f"the IF of line {last.line} has had its ELSE"
                walk.faults.append(Diagnostic("second-else", what).at(line=number, column=1))
            if word is _Word.ELSE:
                met, last.had_else = True, True
            counts = last.counts and met and (known is None or not last.taken)
            last.taken = last.taken or met
        walk.lines.append(" " * orders_at + line[orders_at:] if counts else "")
    for one in waiting:
        fault = Diagnostic("missing-endif", "this IF has no ENDIF", "write ENDIF where it ends")
        walk.faults.append(fault.at(line=one.line, column=1))
    return walk


def _condition(rest: str, variant: Variant, start: int) -> tuple[Condition | Diagnostic, int]:
    """The condition on the rest of a line, and where the orders after it begin."""
    then = _THEN.search(rest)
    text, end = (rest[: then.start()], then.end()) if then else (rest, len(rest))
    return read_condition(text, variant), start + end

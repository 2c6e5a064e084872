"""The clauses of a letter that can be read: what is said in plain words, with what is in them.

A sentence is read if all of it is, else nothing of it: whoever takes half a sentence for the whole
hears the opposite of what was said. What is quoted, and what stands below a signature, is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from dragoman.board import Board
from dragoman.board.names import fold
from dragoman.orders import ScanOptions
from dragoman.orders.line import OrderLine
from dragoman.orders.pasted import begins_signature, is_dressing
from dragoman.orders.scanner import vocabulary_of
from dragoman.press.letter_grammar import READ_LANGUAGES, ClauseForms, Gaps, clause_forms, fits
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, facts

COURTESIES: Final = ("hello", "thanks")
"""Clauses that say nothing that could be agreed on."""
ANSWERS: Final = ("yes", "no")
_PROMISES: Final = (
    "war",
    "will_move",
    "will_hold",
    "will_support",
    "will_order",
    "will_convoy",
    "keep_out",
)
_COMMANDS: Final = ("move", "hold", "out", "order", "not_order", "convoy")
"""Clauses that need no subject: who is meant hangs on what stands before them."""

_MOST_LETTERS: Final = 1_500
_MOST_SENTENCES: Final = 25
_MOST_TOKENS: Final = 60
_QUOTING: Final = re.compile(r"^\s*[>|»]")
_BULLET: Final = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+")
_ENDS: Final = re.compile(r"(?<!\bSt)(?<!\bst)(?<!\bSt)([.!?;…]+)(?=\s|$)|\n")
_HIDING: Final = re.compile(r"[#%]|//")
"""Signs behind which orders have comments, and letters none."""
_QUOTES: Final = re.compile(r"[\"“”„″«»‚‘]|``|´´|''")


@dataclass(frozen=True, slots=True)
class ReadClause:
    """A clause of a letter: the form that it has, what is in its gaps, and the clause that it hangs
    on, if any."""

    form: str
    gaps: Gaps
    condition: ReadClause | None = None


@dataclass(frozen=True, slots=True)
class LetterClauses:
    """The clauses of a letter, in turn; ``is_read`` says whether that was all of it."""

    language: str
    clauses: tuple[ReadClause, ...]
    is_read: bool


@lru_cache(maxsize=256)
def clauses_of(text: str, board: Board, reader: str) -> LetterClauses:
    """The clauses of a letter to a power, in the language of which most is understood."""
    said = _said(text[:_MOST_LETTERS])
    if len(text) > _MOST_LETTERS:
        return LetterClauses(_language_of(said), (), False)
    found = [_read(said, board, reader, language) for language in READ_LANGUAGES]
    best = max(found, key=lambda one: len(one.clauses))
    if best.clauses:
        return best
    usual = _language_of(said)
    return LetterClauses(usual, (), any(one.is_read for one in found))


def _language_of(text: str) -> str:
    """The language that has most words of a text among its common ones, or those of its forms."""
    words = frozenset(re.findall(r"[^\W\d_]+", text.casefold()))
    found = {one: len(words & frozenset(facts(one)["common"].split())) for one in LANGUAGES}
    for one in READ_LANGUAGES:
        found[one] += len(frozenset(map(fold, words)) & clause_forms(one).known)
    return max(LANGUAGES, key=lambda one: found[one])


def _said(text: str) -> str:
    """The text without what a mail quotes, and what its program and its writer put below."""
    lines: list[str] = []
    for line in re.split(r"\r\n|\r|\n", text):
        if begins_signature(line):
            break
        if not _QUOTING.match(line) and not is_dressing(line):
            lines.append(_BULLET.sub("", line))
    joined = ""
    for line in lines:
        goes_on = joined and joined.rstrip()[-1:] not in ".!?:;," and line[:1].islower()
        is_told = joined.rstrip().endswith(":")
        joined += f" ¶ {line}" if goes_on else f" {line}" if is_told else f"\n{line}"
    return joined.strip()


def _read(text: str, board: Board, reader: str, language: str) -> LetterClauses:
    forms = clause_forms(language)
    found: list[ReadClause] = []
    whole = True
    before = 0
    for line, is_question in _sentences(text, board):
        if line is None:
            return LetterClauses(language, (), False)
        read = _sentence(line, forms, is_question)
        if read is None and found and found[-1].form == "hello" and _is_name(line, 0):
            continue  # "Best regards,\nTom"
        if read is None:
            whole = False
            if _takes_back(line):
                del found[before:]  # "Peace? Not with you!"
            if _quotes(line):
                break  # "Russia wrote: ..."
            before = len(found)
            continue
        if not whole and any(one.form in ANSWERS for one in read):
            return LetterClauses(language, (), False)  # "Would I help you? No."
        before = len(found)
        found += read
    if any(_is_to_other(one, reader) for one in found):
        return LetterClauses(language, (), False)
    told = [*dict.fromkeys(one for one in found if one.form not in COURTESIES)]
    if any(one.form in ANSWERS for one in told[1:]):
        return LetterClauses(language, (), False)  # "Peace? No!"
    thanks = all(one.form == "thanks" for one in found) and bool(found)
    return LetterClauses(language, tuple(told), whole and (bool(told) or thanks))


def _is_to_other(clause: ReadClause, reader: str) -> bool:
    """True if a clause calls another power than the reader."""
    powers = dict(clause.gaps).get("power", ())
    named = powers if isinstance(powers, tuple) else ()
    return clause.form in COURTESIES and any(power != reader for power in named)


def _sentences(text: str, board: Board) -> Iterator[tuple[OrderLine | None, bool]]:
    """The sentences of a text as words and signs, and whether they ask; None if it all is a jest,
    or too much."""
    words = vocabulary_of(board, ScanOptions())
    pieces = _ENDS.split(_HIDING.sub(" , ", text))
    if len(pieces) > 2 * _MOST_SENTENCES:
        yield None, False
        return
    for place in range(0, len(pieces), 2):
        if not (piece := pieces[place]) or not piece.strip(" ,¶"):
            continue
        line = OrderLine(piece, words)
        folded = {token.folded for token in line.tokens}
        if any(not folded.isdisjoint(clause_forms(one).jests) for one in READ_LANGUAGES):
            yield None, False
            return
        if line.count > _MOST_TOKENS:
            yield None, False
            return
        mark = pieces[place + 1] if place + 1 < len(pieces) else ""
        yield line, "?" in (mark or "")


def _quotes(line: OrderLine) -> bool:
    """True if a sentence has a colon, smileys apart: all behind it may be what others said."""
    colons = (i for i in range(line.count) if line.sign_at(i) == ":")
    return any(line.sign_at(i + 1) not in (")", "(", "-") for i in colons)


def _takes_back(line: OrderLine) -> bool:
    """True if a sentence turns what was said before it, in whatever language."""
    first = [token.folded for token in line.tokens if token.is_word][:2]
    return any(word in clause_forms(one).retractions for word in first for one in READ_LANGUAGES)


def _sentence(
    line: OrderLine, forms: ClauseForms, is_question: bool
) -> tuple[ReadClause, ...] | None:
    """The clauses of a sentence; None if it is not read to its end, or can be read in two ways."""
    hanging = {
        end for i in range(line.count) for end, _ in fits(forms.conditions, line, i, line.count)
    }
    if _QUOTES.search(line.text) or len(hanging) > 1:
        return None
    starts = [0, *(i + 1 for i in range(line.count) if _joins(line, forms, i))]
    ends = [*(i - 1 for i in starts[1:]), line.count]
    found: list[ReadClause] = []
    at = 0
    while at < len(starts):
        if starts[at] >= ends[at]:
            at += 1  # ", and"
            continue
        for last in range(len(ends) - 1, at - 1, -1):
            readings = set(_clauses(line, forms, starts[at], ends[last]))
            if len(readings) > 1:
                return None
            if readings:
                clause = readings.pop()
                break
        else:
            if found and found[-1].form == "hello" and _is_name(line, starts[at]):
                break
            return None
        if not _has_subject(line, forms, starts[at], clause, found):
            return None
        found.append(clause)
        at = last + 1
    if is_question and any(one.form in _PROMISES for one in found):
        return None  # "I will move to Burgundy?", "no peace?"
    return tuple(found)


def _is_name(line: OrderLine, start: int) -> bool:
    """True if all that stands from here on is a word or two of no language: who signs."""
    words = [token.folded for token in line.tokens[start:] if token.is_word]
    known = frozenset[str]().union(*(clause_forms(one).known for one in READ_LANGUAGES))
    return 0 < len(words) <= 2 and known.isdisjoint(words) and not _takes_back(line)


def _is_in_orders(clause: ReadClause) -> bool:
    return any(name in ("order", "move") for name, _ in clause.gaps)


def _joins(line: OrderLine, forms: ClauseForms, i: int) -> bool:
    token = line.tokens[i]
    return (
        token.folded in forms.joints if token.is_word else token.folded in (",", ":", "-", "¶", "&")
    )


def _has_subject(
    line: OrderLine,
    forms: ClauseForms,
    start: int,
    clause: ReadClause,
    before: Sequence[ReadClause],
) -> bool:
    """True unless a clause has the subject of one before it: in "I go to Burgundy and hold Munich"
    I hold it."""
    told = [one for one in before if one.form not in COURTESIES]
    if not told or clause.form not in _COMMANDS:
        return True
    if line.tokens[start].folded in forms.subjects:
        return True
    return told[-1].form in _COMMANDS[:3] and told[-1].form == clause.form


def _clauses(line: OrderLine, forms: ClauseForms, start: int, end: int) -> Iterator[ReadClause]:
    """The readings of a clause: as one, or as two of which one is the condition of the other."""
    yield from _simple(line, forms, start, end)
    hanging = [
        (i, begin)
        for i in range(start, end - 1)
        for begin, _ in fits(forms.conditions, line, i, end)
    ]
    for at, begin in hanging[:1]:
        if at > start:
            for condition in _simple(line, forms, begin, end):
                for clause in _simple(line, forms, start, at - (line.sign_at(at - 1) == ",")):
                    yield ReadClause(clause.form, clause.gaps, condition)
            continue
        for middle in range(begin + 1, end):
            conditions = _simple(line, forms, begin, middle)
            after = middle + (line.sign_at(middle) == ",")
            for last, _ in fits(forms.consequences, line, after, end) if conditions else ():
                for clause in _simple(line, forms, last, end):
                    for condition in conditions:
                        yield ReadClause(clause.form, clause.gaps, condition)


def _simple(line: OrderLine, forms: ClauseForms, start: int, end: int) -> set[ReadClause]:
    """The readings of a clause without a condition: one if it is plain."""
    found: set[ReadClause] = set()
    for form, way in forms.forms:
        for stop, gaps in fits(way, line, start, end):
            if all(not line.tokens[i].is_word and line.sign_at(i) != "," for i in range(stop, end)):
                told = tuple(one for one in gaps if one[0].rstrip("_") != "word")
                found.add(ReadClause(form, told))
    if len(found) > 1:  # "Hi Peace" greets nobody
        found = {one for one in found if one.form not in COURTESIES} or found
    if len(found) > 1:  # "hold Munich" is an order in so many words, too
        found = {one for one in found if not _is_in_orders(one)} or found
    return found

"""Orders that depend on what will be: ``IF`` … ``ELSE`` … ``ENDIF`` in a sheet.

Each of these words begins a line; what else stands on the line of an ``ELSE``, or after the
``THEN`` of an ``IF``, are orders. ``ELSE IF`` goes on asking, and an ``IF`` may stand within
another. A sheet without these words is left as it is.

A condition is held against the position in which the phase is judged, not against that in which it
was written: so orders can be handed in for a phase that is far away. Conditions are facts about the
board, joined by and, or, not:

    A bur                       this unit stands there
    France A bur                and it is France's
    France in bur               some unit of France's does
    bur is empty, bur occupied
    France owns bel
    France has at least 5 centers (at most, or neither; or units, or ducats)
    A bur is dislodged
    A par-bur succeeded, A par failed

The last is about the turn before: the movement that was judged last, and what came after it.
An order that was not given neither succeeded nor failed. All can be written in German, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from enum import Enum
from typing import Final, TypeAlias

from dragoman.board import Board, UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.game import Resolution, Variant, alike
from dragoman.judge.log.table import TABLE
from dragoman.orders import Hold, Order, UnitRef, scan_order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Outcome, PhaseKind, Position, Result
from dragoman.values import FrozenMap

MOST_CONDITIONS: Final = 200
_DEEPEST: Final = 10
_LINE: Final = re.compile(
    r"\s*(?:(?P<else_if>else\s*if|elif|elseif|sonst\s+wenn)|(?P<if>if|wenn)"
    r"|(?P<end>end\s*if|ende\s*wenn|endewenn)|(?P<else>else|sonst))\b[ \t]*:?",
    re.IGNORECASE,
)
_THEN: Final = re.compile(r"\b(?:then|dann)\b[ \t]*:?|:\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ConditionalBlock:
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
    """An ``IF`` that is not over, with its line. ``counts`` says whether the lines around it count,
    ``taken`` whether a branch of it was taken."""

    counts: bool
    taken: bool
    line: int
    had_else: bool = False


@dataclass
class _Walk:
    """The lines of a sheet that count, and the faults of its conditions."""

    lines: list[str] = field(default_factory=list[str])
    faults: list[Diagnostic] = field(default_factory=list[Diagnostic])


def is_conditional(text: str) -> bool:
    """True if a sheet has orders that depend on something."""
    return any(_LINE.match(line) for line in text.split("\n"))


def blocks(text: str) -> tuple[ConditionalBlock, ...]:
    """The conditions of a sheet that stand in no other, each with all that hangs on it."""
    found: list[ConditionalBlock] = []
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
            found.append(ConditionalBlock(number, number))
        elif word is _Word.END:
            depth -= 1
            if not depth:
                found.append(ConditionalBlock(first, number))
                first = 0
    if depth:
        found.append(ConditionalBlock(first, len(lines), is_ended=False))
    return tuple(found)


def condition_faults(text: str, variant: Variant) -> tuple[Diagnostic, ...]:
    """The faults of the conditions of a sheet, each with its line."""
    return tuple(_walk(text, variant, None).faults)


def orders_chosen(text: str, known: ConditionContext) -> str:
    """The orders of a sheet that count as things stand. All else is blank, so that lines and
    columns are those of the sheet. What is wrong with a condition makes it count as not met."""
    return "\n".join(_walk(text, known.variant, known).lines) if is_conditional(text) else text


def all_branches(text: str, variant: Variant) -> str:
    """The orders of all branches of a sheet, lines and columns as they are."""
    return "\n".join(_walk(text, variant, None).lines) if is_conditional(text) else text


def _walk(text: str, variant: Variant, known: ConditionContext | None) -> _Walk:
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


# Conditions


@dataclass(frozen=True, slots=True)
class ConditionContext:
    """The facts that conditions are held against: the position when the phase is judged, and the
    phases judged before it, oldest first; in a blind game what the power sees of them."""

    variant: Variant
    position: Position
    past: tuple[Resolution, ...]
    power: str
    sees_all: bool = True

    @property
    def board(self) -> Board:
        return self.variant.board


@dataclass(frozen=True, slots=True)
class Stands:
    """A unit stands somewhere; ``unit`` None is any."""

    power: str | None
    province: str
    unit: UnitRef | None = None

    def holds(self, known: ConditionContext) -> bool:
        return any(
            known.board.province_of[one.location] == self.province
            and self.power in (None, one.power)
            and (self.unit is None or _is_meant(self.unit, one.kind, one.location))
            for one in known.position.units
        )


@dataclass(frozen=True, slots=True)
class IsDislodged:
    power: str | None
    unit: UnitRef

    def holds(self, known: ConditionContext) -> bool:
        return any(
            self.power in (None, one.unit.power)
            and known.board.province_of[one.unit.location] == _province(known, self.unit)
            and self.unit.kind in (None, one.unit.kind)
            for one in known.position.dislodged
        )


@dataclass(frozen=True, slots=True)
class Owns:
    power: str
    province: str

    def holds(self, known: ConditionContext) -> bool:
        return known.position.owners.get(self.province) == self.power


@dataclass(frozen=True, slots=True)
class Has:
    """A power has so many centres or units, or of whatever else can be counted in a kind of game;
    ducats before what is spent and borrowed in the phase."""

    power: str
    what: str
    least: int
    most: int | None

    def holds(self, known: ConditionContext) -> bool:
        number = TABLE.of(known.variant).counts[self.what](known.position, self.power)
        return self.least <= number and (self.most is None or number <= self.most)


@dataclass(frozen=True, slots=True)
class OrderWent:
    """An order of the turn before, or whatever a unit was ordered, succeeded or failed."""

    power: str | None
    meant: Order | UnitRef
    succeeded: bool

    def holds(self, known: ConditionContext) -> bool:
        for outcome in _outcomes_before(known):
            if outcome.order is None or self.power not in (None, outcome.unit.power):
                continue
            if isinstance(self.meant, UnitRef):
                place = known.board.province_of[outcome.unit.location]
                found = place == _province(known, self.meant)
            else:
                found = _same(known.board, self.meant, outcome.order)
            if found:
                return (outcome.result is Result.SUCCEEDS) == self.succeeded
        return False


@dataclass(frozen=True, slots=True)
class Not:
    one: Condition

    def holds(self, known: ConditionContext) -> bool:
        return not self.one.holds(known)


@dataclass(frozen=True, slots=True)
class AllConditions:
    of: tuple[Condition, ...]

    def holds(self, known: ConditionContext) -> bool:
        return all(one.holds(known) for one in self.of)


@dataclass(frozen=True, slots=True)
class AnyCondition:
    of: tuple[Condition, ...]

    def holds(self, known: ConditionContext) -> bool:
        return any(one.holds(known) for one in self.of)


Condition: TypeAlias = (
    Stands | IsDislodged | Owns | Has | OrderWent | Not | AllConditions | AnyCondition
)

_AND: Final = frozenset(("and", "und", "&", "&&"))
_OR: Final = frozenset(("or", "oder", "||"))
_NOT: Final = frozenset(("not", "nicht", "!"))
_IS: Final = frozenset(
    ("is", "ist", "stands", "steht", "there", "was", "wurde", "war", "has", "hat")
)
_IN: Final = frozenset(("in", "at", "auf"))
_OWNS: Final = frozenset(("owns", "own", "besitzt", "holds"))
_EMPTY: Final = frozenset(("empty", "free", "vacant", "leer", "frei"))
_OCCUPIED: Final = frozenset(("occupied", "taken", "besetzt"))
_DISLODGED: Final = frozenset(("dislodged", "vertrieben", "geschlagen"))
_WELL: Final = frozenset(("succeeded", "succeeds", "worked", "gelang", "gelungen"))
_BADLY: Final = frozenset(("failed", "fails", "bounced", "scheiterte", "gescheitert"))
_COUNT: Final = re.compile(
    r"(?P<power>.+?)\s+(?:has|have|hat)\s+(?P<how>at least|at most|mindestens|höchstens)?\s*"
    r"(?P<number>\d{1,4})\s+(?P<what>\w+)",
    re.IGNORECASE,
)
_COUNTED: Final = FrozenMap(
    {
        **dict.fromkeys(("center", "centre", "centres", "zentrum", "zentren"), "centers"),
        **dict.fromkeys(("unit", "einheit", "einheiten"), "units"),
        **dict.fromkeys(("ducat", "ducats", "dukate", "dukaten"), "ducats"),
    }
)
"""Other words for what is counted, in either language."""
_WORD: Final = re.compile(r"\w[^\s()]*(?:\([^()\s]*\))?|[()]|[^\s()]+")
_DEEPEST_BRACKETS: Final = 20
_MOST_WORDS: Final = 200
_HOW: Final = "write it as in: A bur and not France owns bel, bur is empty, A par-bur failed"


class _Unreadable(Exception):
    """Raised within the reader; ``diagnostic`` says why."""

    def __init__(self, what: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(what)
        self.diagnostic = Diagnostic(
            "unreadable-condition", what, _HOW, candidates=tuple(candidates)
        )


def read_condition(text: str, variant: Variant) -> Condition | Diagnostic:
    """The condition that a text says, or what is wrong with it."""
    reader = _Reader(_WORD.findall(text), variant)
    try:
        if len(reader.words) > _MOST_WORDS:
            raise _Unreadable(f"a condition has at most {_MOST_WORDS} words")
        found = reader.either(0)
        if reader.words:
            raise _Unreadable(f"{' '.join(reader.words)!r} is one thing too many")
    except _Unreadable as error:
        return error.diagnostic
    return found


class _Reader:
    """Reads words from the front."""

    def __init__(self, words: list[str], variant: Variant) -> None:
        self.words = words
        self.board = variant.board
        self.counts = TABLE.of(variant).counts

    def either(self, depth: int) -> Condition:
        if depth > _DEEPEST_BRACKETS:
            raise _Unreadable("there are brackets in brackets in brackets, and so on")
        found = [self.both(depth)]
        while self._take(_OR):
            found.append(self.both(depth))
        return found[0] if len(found) == 1 else AnyCondition(tuple(found))

    def both(self, depth: int) -> Condition:
        found = [self.one(depth)]
        while self._take(_AND):
            found.append(self.one(depth))
        return found[0] if len(found) == 1 else AllConditions(tuple(found))

    def one(self, depth: int) -> Condition:
        is_not = False
        while self._take(_NOT):
            is_not = not is_not
        if self._take(("(",)):
            found = self.either(depth + 1)
            if not self._take((")",)):
                raise _Unreadable("a bracket is not closed")
        else:
            found = self._fact()
        return Not(found) if is_not else found

    def _take(self, words: frozenset[str] | tuple[str, ...]) -> bool:
        if self.words and self.words[0].lower() in words:
            self.words.pop(0)
            return True
        return False

    def _fact(self) -> Condition:
        end = next(
            (
                index
                for index, word in enumerate(self.words)
                if word in "()" or word.lower() in _AND | _OR
            ),
            len(self.words),
        )
        given, self.words = self.words[:end], self.words[end:]
        # "bur is not empty" says what "not bur is empty" does.
        words = [word for word in given if word.lower() not in _NOT]
        if not words:
            raise _Unreadable("a condition is missing")
        found = self._plain_fact(words)
        return Not(found) if (len(given) - len(words)) % 2 else found

    def _plain_fact(self, words: list[str]) -> Condition:
        counted = _COUNT.fullmatch(" ".join(words))
        if counted and (found := self._has(counted)):
            return found
        last = words[-1].lower()
        if last in _WELL | _BADLY:
            power, rest = self._power_before(_without(words[:-1]))
            return OrderWent(power, self._order_or_unit(rest), last in _WELL)
        if last in _DISLODGED:
            power, rest = self._power_before(_without(words[:-1]))
            return IsDislodged(power, self._unit(rest))
        if last in _EMPTY | _OCCUPIED:
            stands = Stands(None, self._province(_without(words[:-1])))
            return Not(stands) if last in _EMPTY else stands
        for index, word in enumerate(words):
            if word.lower() in _OWNS:
                return Owns(self._power(words[:index]), self._province(words[index + 1 :]))
        power, rest = self._power_before(_without(words))
        if power is not None and rest and rest[0].lower() in _IN:
            return Stands(power, self._province(rest[1:]))
        unit = self._unit(rest)
        return Stands(power, self.board.province_of[unit.location], unit)

    def _has(self, counted: re.Match[str]) -> Condition | None:
        """The condition that a power has so many of something; None where the word is for nothing
        that can be counted."""
        number, how = int(counted["number"]), (counted["how"] or "").lower()
        word = counted["what"].lower()
        what = _COUNTED.get(word, word)
        if what not in self.counts:
            if what in _COUNTED.values():
                raise _Unreadable(f"there are no {what} in this game")
            return None
        least = 0 if how in ("at most", "höchstens") else number
        most = None if how in ("at least", "mindestens") else number
        return Has(self._power(counted["power"].split()), what, least, most)

    def _power(self, words: Sequence[str]) -> str:
        try:
            return self.board.power_called(" ".join(words))
        except UnknownName as error:
            raise _Unreadable(str(error), tuple(self.board.powers)) from None

    def _power_before(self, words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
        """The power that is named first, and the rest. A lone letter is a unit's."""
        for length in range(min(4, len(words) - 1), 0, -1):
            name = " ".join(words[:length]).removesuffix("'s").removesuffix(":")
            found = self.board.power_names.find(name) if len(name) > 1 else ()
            if len(found) == 1:
                return found[0], words[length:]
        return None, words

    def _province(self, words: Sequence[str]) -> str:
        try:
            place = self.board.place_called(" ".join(words))
        except UnknownName as error:
            raise _Unreadable(str(error), error.candidates[:8]) from None
        return self.board.province_of[place]

    def _unit(self, words: Sequence[str]) -> UnitRef:
        text = " ".join(words)
        found = scan_order(f"{text} H", self.board) if text else None
        if isinstance(found, Hold) and found.unit.location in self.board.province_of:
            return found.unit
        raise _Unreadable(f"{text!r} is neither a unit nor anything else that can be asked")

    def _order_or_unit(self, words: Sequence[str]) -> Order | UnitRef:
        text = " ".join(words)
        for kind in PhaseKind:
            found = scan_order(text, self.board, kind.value)
            if not isinstance(found, Diagnostic):
                return found
        return self._unit(words)


def _without(words: Sequence[str]) -> list[str]:
    return [word for word in words if word.lower() not in _IS]


def _is_meant(unit: UnitRef, kind: str, location: str) -> bool:
    is_coast = "/" in unit.location
    return unit.kind in (None, kind) and (not is_coast or unit.location == location)


def _province(known: ConditionContext, unit: UnitRef) -> str:
    return known.board.province_of[unit.location]


def _same(board: Board, meant: Order, given: Order) -> bool:
    """True if an order that was given is the one that is meant."""
    one, other = getattr(meant, "unit", None), getattr(given, "unit", None)
    if not isinstance(one, UnitRef) or not isinstance(other, UnitRef):
        return meant == given
    return (
        board.province_of.get(one.location) == board.province_of.get(other.location)
        and one.kind in (None, other.kind)
        and alike(board, meant, given)
    )


def _outcomes_before(known: ConditionContext) -> Iterator[Outcome]:
    """The outcomes of the last movement and of what came after it, latest phase first."""
    for past in reversed(known.past):
        for outcome in past.outcomes:
            if known.sees_all or outcome.unit.power == known.power:
                yield outcome
        if past.phase.kind is PhaseKind.MOVEMENT:
            return

"""An answer of a language model read as orders: what it wrote, what was read in it, and what will
be judged, each by itself. Nothing is repaired: whatever is not carried out as it stands is said,
and a unit whose order cannot be read has none."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from difflib import SequenceMatcher
from typing import Any, Final, cast

from dragoman.board import Board, Unit, UnknownName, province_of
from dragoman.bots.model.reading import THOUGHTS
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.env.text.prompts import (
    check_told,
    due,
    ordered_units,
    orders_of,
    unit_name,
)
from dragoman.errors import checked
from dragoman.game import Game, Pending
from dragoman.orders import Order, Scanned, UnitRef, scan, unit_of
from dragoman.orders.order import bare
from dragoman.orders.scanner import DEFAULT
from dragoman.quick_dataclass import dataclass
from dragoman.rules import REASONS, Outcome, Result, builds_left

_REFUSED: Final = (Result.ILLEGAL, Result.FAILS, Result.EXCESS)
_HOPELESS: Final = "hopeless-order"
_FEW: Final = 3
"""So many orders are named that may have been meant."""
_LONGEST: Final = 200
"""The letters of a line that are compared with orders."""
_SHORTEST: Final = len("A Par H")
"""A fault that comes later in a line may stand behind an order."""
_FENCED: Final = re.compile(r"\A\s*```\w*\n(.*?)\n?```\s*\Z", re.DOTALL)
_SIGN: Final = re.compile(r"[^\n]")
_SOURCES: Final = {reason.code: reason.source for reason in REASONS.values()}


@dataclass(frozen=True, slots=True)
class OrderAsRead:
    """An order in an answer: the ``text`` that was written for it and its place, counted from 1,
    the ``order`` that was read, and the one that is ``judged``, as ``legal_orders`` has it; None
    where it is refused, or gave way to another order of its unit."""

    text: str
    line: int
    column: int
    order: Order
    judged: Order | None


@dataclass(frozen=True, slots=True)
class AnswerRead:
    """An answer read. ``raw`` is the answer as it came, ``read`` the orders in it, in sequence.

    ``diagnostics`` say what is wrong: errors with the legal orders that may have been meant as
    ``candidates``, and warnings of all that was not taken for an order. ``missing`` are the units
    that have no order, neither in this answer nor from before, which is not the same as an order
    to hold. ``left`` is how many builds or removals are still to be ordered in an adjustment phase;
    a build may be waived.
    """

    power: str
    phase: str
    raw: str
    read: tuple[OrderAsRead, ...]
    diagnostics: tuple[Diagnostic, ...]
    missing: tuple[Unit, ...]
    left: int

    @property
    def accepted(self) -> tuple[Order, ...]:
        """The orders to hand to the judge, as they were read: ``game.order(power, accepted)``."""
        return tuple(one.order for one in self.read if one.judged is not None)

    @property
    def judged(self) -> tuple[Order, ...]:
        """The same orders as the judge carries them out, with all that may be left out."""
        return tuple(one.judged for one in self.read if one.judged is not None)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of what was not accepted; the others are warnings."""
        return tuple(one for one in self.diagnostics if one.is_error)

    @property
    def is_complete(self) -> bool:
        """True if nothing is wrong and nothing missing."""
        return not (self.errors or self.missing or self.left)

    def text(self) -> str:
        """All that is to be told to the model before it tries again; empty if nothing is."""
        lines = [str(one) for one in self.diagnostics]
        if self.missing:
            lines.append(f"without an order: {', '.join(map(unit_name, self.missing))}")
        if self.left:
            lines.append(f"not ordered yet: {self.left} of the builds or removals that are due")
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """The same for programs, of texts, numbers and lists alone."""
        return {
            "power": self.power,
            "phase": self.phase,
            "raw": self.raw,
            "read": [
                {
                    "text": one.text,
                    "line": one.line,
                    "column": one.column,
                    "order": str(one.order),
                    "judged": None if one.judged is None else str(one.judged),
                }
                for one in self.read
            ],
            "diagnostics": [one.data() for one in self.diagnostics],
            "missing": [*map(unit_name, self.missing)],
            "left": self.left,
        }


@checked
def parse(game: Game, power: str, text: str) -> AnswerRead:
    """Read the answer of whoever plays a power: its orders for the phase at hand. Never raises,
    whatever the text, and changes nothing in the game.

    The text is lines as players write them, or JSON: a list of orders, ``{"orders": [...]}`` or
    ``{"orders": {"A PAR": "A PAR - BUR"}}``, of which a line is one order. Thoughts in ``<think>``
    are left out, which a warning says.

        >>> parse(game, "France", "A Par - Bur, A Mar S A Par - Bur").missing
        (Unit('FRANCE', 'F', 'BRE'),)

    Raises:
        UnknownName: if there is no such power.
        DragomanError: if powers do not see all of the board, or it is no game of Diplomacy.
    """
    check_told(game)
    key = game.board.power_called(power)
    lines, keys, told = _lines_of(text)
    scratch = _alone(game, key)
    told += scratch.order(key, lines)
    counting = Counter(scratch.orders(key))
    legal, owners = orders_of(game, key), _owners(game)
    result, outcomes = scratch.provisional(), dict[Order, list[Outcome]]()
    for outcome in result.outcomes:
        if outcome.order is not None:
            outcomes.setdefault(outcome.order, []).append(outcome)
    refused = {unused.order: unused.reason for unused in result.unused}
    read: list[OrderAsRead] = []
    for one in reversed(scan(lines, game.board, game.phase.kind.value).orders):
        judged, fault = None, None
        if counting[one.order] > 0:
            counting[one.order] -= 1
            found = outcomes.get(one.order) or [None]
            judged, fault = _judged(one, found.pop(), refused.get(one.order, ""), legal, owners)
        told += [] if fault is None else [fault]
        if one.line <= len(keys) and (fault := _misplaced(game.board, one, keys[one.line - 1])):
            told.append(fault)
        read.insert(0, OrderAsRead(one.text, one.line, one.column, one.order, judged))
    told = [one for one in told if one.code != _HOPELESS]
    told.sort(key=lambda one: (one.line, one.column))
    diagnostics = tuple(_with_choices(told, lines.split("\n"), read, legal))
    after = _alone(game, key)
    after.order(key, [one.order for one in read if one.judged is not None])
    missing, left = _unordered(game, key, after.orders(key))
    return AnswerRead(key, str(game.phase), text, tuple(read), diagnostics, missing, left)


def _alone(game: Game, power: str) -> Game:
    """A game at the same point in which nobody else has ordered anything: what others ordered has
    no part in what a power is told."""
    found = Game(game.variant, game.rule_set, game.position)
    sets, standing = game.pending.sets, game.pending.standing
    found.restore(
        Pending(
            {power: sets[power]} if power in sets else {},
            {power: standing[power]} if power in standing else {},
        ),
        game.ending,
    )
    return found


def _lines_of(text: str) -> tuple[str, list[str], list[Diagnostic]]:
    """The lines of an answer that may be orders, the units under which JSON has them, and what is
    said of the rest."""
    plain = THOUGHTS.sub(lambda found: _SIGN.sub(" ", found[0]), text)
    told: list[Diagnostic] = []
    if plain != text:
        what = "thoughts between <think> and </think> are not read"
        line = text[: text.index("<think>")].count("\n") + 1
        told.append(Diagnostic("thoughts", what, line=line, severity=Severity.WARNING))
    fenced = _FENCED.match(plain)
    found = _json_of(fenced[1] if fenced else plain)
    if found is None:
        return plain, [], told
    if isinstance(found, dict):
        found = cast("dict[str, Any]", found).get("orders")
    keys: list[str] = []
    if isinstance(found, dict):
        named = cast("dict[str, Any]", found)
        keys, found = [*named], [*named.values()]
    if not isinstance(found, list):
        what = "this JSON has no orders"
        told.append(Diagnostic("no-orders", what, 'write {"orders": ["A PAR - BUR"]}', line=1))
        return "", keys, told
    rows: list[str] = []
    for number, one in enumerate(cast("list[Any]", found), 1):
        if not isinstance(one, str):
            what = f"order {number} of this JSON is {one!r:.40}, not a text"
            told.append(Diagnostic("no-order", what, 'write "A PAR - BUR"', line=number))
        rows.append(" ".join(one.splitlines()) if isinstance(one, str) else "")
    return "\n".join(rows), keys, told


def _json_of(text: str) -> Any:
    """The list or object that a text is as JSON; None if it is none."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _misplaced(board: Board, one: Scanned, key: str) -> Diagnostic | None:
    """The warning about an order that JSON has under the name of another unit."""
    unit, words = unit_of(one.order), key.split()
    try:
        place = board.province_of[board.place_called(words[-1] if words else "")]
    except UnknownName:
        place = ""
    if unit is not None and board.province_of.get(unit.location, unit.location) == place:
        return None
    what = f"{one.order} stands under {key!r}, and is read as it is written"
    warning = Diagnostic("other-unit", what, severity=Severity.WARNING)
    return warning.at(line=one.line, column=one.column)


def _owners(game: Game) -> set[tuple[str, str]]:
    """The provinces in which powers have units, each with the power."""
    position, province = game.position, game.board.province_of
    units = (*position.units, *(one.unit for one in position.dislodged))
    return {(province[unit.location], unit.power) for unit in units}


def _judged(
    one: Scanned,
    outcome: Outcome | None,
    refused: str,
    legal: Mapping[Unit, Sequence[Order]],
    owners: set[tuple[str, str]],
) -> tuple[Order | None, Diagnostic | None]:
    """The legal order that is carried out, and what is to be said of that. ``refused`` is the
    reason why an order has no outcome."""
    if outcome is None or outcome.result in _REFUSED:
        return None, _illegal(one, refused if outcome is None else outcome.reason)
    listed = [each for orders in legal.values() for each in orders]
    judged = next((each for each in listed if _says(one.order, each, owners)), None)
    if judged is not None:
        return judged, None
    judged = _as_listed(outcome.treated_as, listed)
    if _says(one.order, judged, owners):
        return judged, None
    what = f"{one.order} is not possible as written, and will be carried out as {judged}"
    remedy = f"write {judged}, or another order"
    warning = Diagnostic("carried-out-otherwise", what, remedy, severity=Severity.WARNING)
    return judged, warning.at(line=one.line, column=one.column)


def _illegal(one: Scanned, reason: str) -> Diagnostic:
    what = f"{one.order} cannot be carried out: {_in_words(reason)}"
    remedy = "choose one of the legal orders of the unit"
    return Diagnostic("illegal-order", what, remedy, line=one.line, column=one.column)


def _in_words(reason: str) -> str:
    words, source = reason.replace("-", " "), _SOURCES.get(reason, "")
    return f"{words} ({source})" if source else words


def _as_listed(order: Order, listed: Iterable[Order]) -> Order:
    """The order as it stands in the list, with all that may be left out; a named convoy route
    stands in no list."""
    plain = bare(order)
    return next((one for one in listed if bare(one) == plain), order)


def _says(read: Order, judged: Order, owners: set[tuple[str, str]]) -> bool:
    """True if an order is the other, but for what was left out of it, and for powers that it names
    rightly."""
    if type(read) is not type(judged):
        return False
    named = {
        one.name: there
        for one in fields(read)
        if isinstance(there := getattr(judged, one.name), UnitRef)
        and _is_named(getattr(read, one.name), there, owners)
    }
    return replace(read, **cast("dict[str, Any]", named)) == judged


def _is_named(written: UnitRef, there: UnitRef, owners: set[tuple[str, str]]) -> bool:
    place = province_of(there.location)
    return (
        written.location in (there.location, place)
        and written.kind in (None, there.kind)
        and (written.power in (None, there.power) or (place, written.power) in owners)
    )


def _with_choices(
    faults: Iterable[Diagnostic],
    rows: Sequence[str],
    read: Sequence[OrderAsRead],
    legal: Mapping[Unit, Sequence[Order]],
) -> Iterator[Diagnostic]:
    """The faults, the first errors of them with the legal orders that may have been meant: of the
    unit, where one is known."""
    guesses = DEFAULT.suggestions
    faulty = {(one.line, one.column): unit_of(one.order) for one in read}
    for fault in faults:
        row = rows[fault.line - 1][:_LONGEST] if 0 < fault.line <= len(rows) else ""
        if not fault.is_error or not row.strip() or not guesses:
            yield fault
            continue
        guesses -= 1
        unit = faulty.get((fault.line, fault.column))
        own = [
            orders
            for one, orders in legal.items()
            if unit is not None and province_of(one.location) == province_of(unit.location)
        ]
        listed = (str(one) for orders in own or legal.values() for one in orders)
        written = (row, row[: fault.column - 1]) if fault.column > _SHORTEST else (row,)
        yield replace(fault, candidates=nearest_orders(written, listed))


def nearest_orders(
    written: Sequence[str], orders: Iterable[str], most: int = _FEW
) -> tuple[str, ...]:
    """The orders that are spelt most like one of some texts, the likest first."""
    matchers = [SequenceMatcher(None, "", one.casefold(), autojunk=False) for one in written]
    found: list[tuple[float, int, str]] = []
    for number, order in enumerate(dict.fromkeys(orders)):
        folded, likest = order.casefold(), 0.0
        for matcher in matchers:
            matcher.set_seq1(folded)
            likest = max(likest, matcher.ratio())
        found.append((-likest, number, order))
    return tuple(order for _, _, order in sorted(found)[:most])


def _unordered(game: Game, power: str, orders: Iterable[Order]) -> tuple[tuple[Unit, ...], int]:
    """The units without an order, and how many builds or removals are left."""
    given = [*orders]
    number = due(game, power)
    if number is not None and number > 0:
        left = builds_left(game.board, game.position, power, given, game.rule_set)
        return (), left
    if number is not None:
        cost = {name: kind.cost for name, kind in game.board.kinds.items()}
        gained = sum(cost.get(unit.kind or "", 1) for one in given if (unit := unit_of(one)))
        return (), max(-number - gained, 0)
    province = game.board.province_of
    ordered = Counter(
        province[unit.location] for order in given if (unit := unit_of(order)) is not None
    )
    missing: list[Unit] = []
    for unit in ordered_units(game, power):
        place = province[unit.location]
        if ordered[place] > 0:
            ordered[place] -= 1
        else:
            missing.append(unit)
    return tuple(missing), 0

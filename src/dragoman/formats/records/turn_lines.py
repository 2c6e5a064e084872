"""Turns as JSON lines in, their resolutions as JSON lines out: for any language and harness.

A turn is one object in the notation of the `diplomacy` package's saved games::

    {"id": 1, "variant": "standard", "phase": "S1901M",
     "units": {"ENGLAND": ["F LON", "*A YOR"]}, "centers": {"ENGLAND": ["LON"]},
     "orders": {"ENGLAND": ["F LON - NTH"]}, "retreats": {"ENGLAND": {"A YOR": ["WAL"]}}}

Dislodged units are marked ``*``; ``variant``, ``centers``, ``orders`` and, where nothing is
dislodged, ``retreats`` may be left out. Its resolution holds ``results`` (the words of those
saved games; an order that succeeded has none), ``units``, ``centers`` and ``retreats`` of the
next position, ``next``, its phase, and ``winners`` once there are some. In Machiavelli a turn may
have ``affairs`` and ``dice`` besides, and its resolution has ``affairs``, ``account`` and ``dice``
(``docs/reference/turns.md``). Orders that could not be read or used are told in ``notes``. A line
that is no turn yields ``{"id": ..., "line": ..., "error": ...}``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from dragoman.board import Board, city_place, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.extras import MissingExtra
from dragoman.formats.records.turn_limits import DEFAULT_LIMITS, TurnLimits, brief
from dragoman.formats.variants.loading import VariantError, bytes_of, load_variant
from dragoman.game import (
    FormatError,
    JsonObject,
    Resolution,
    Variant,
    bought_units,
    dice_json,
    parse,
    powers_named,
    process,
    province_ordered,
    read_dice,
    read_phase,
    read_position,
    results,
    starred_json,
    unasked_dice,
)
from dragoman.orders import Order, PhaseLetter, ScanOptions, scan_order, unit_of, write
from dragoman.remembered import Remembered, remembered
from dragoman.rules import Phase, PhaseKind, Position, RuleSet, open_retreats

if TYPE_CHECKING:
    from dragoman.formats.records.fast_turn_lines import FastTurns
    from dragoman.formats.records.turn_chunk import TurnChunk
    from dragoman.formats.records.worker_pool import WorkerPool
    from dragoman.machiavelli import Roll

_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False)

Explainer = Callable[[Variant, Resolution], Any]
"""The value to put under ``explain`` in the resolution's line."""

WARM_FROM = 200
"""Turns after which the compiled judge is worth loading ..."""
BUILD_FROM = 5_000
"""... and building, where machine code was not shipped and there is a compiler: that takes as long
as judging so many turns without it."""


_BRIEF = ScanOptions(suggestions=0)
"""The options by which orders are read where nobody is told what may have been meant."""

_LONGEST_REMEMBERED = 80
"""Letters of an order that is remembered as read."""

_BYTES_AN_ORDER = 400
"""The bytes that an order that is remembered takes, beside its letters."""

_BYTES_A_JUDGE = 2_000_000
"""The bytes that the compiled engine's tables of a variant take."""

FIELDS = frozenset(
    ("id", "variant", "phase", "units", "centers", "orders", "retreats")
) | frozenset(("dislodged", "contested", "affairs", "dice"))
"""The fields of a turn. The last four are of the record of a game, and may be given as well."""

_LONGEST_TOLD, _MOST_TOLD = 40, 20
"""Letters of the name of an unknown field, and how many such fields are told of."""

CHUNK = 512
"""Up to how many turns are judged at a time."""

_WORTH_SHARING = 32
"""Lines that a process is given at least."""


def resolve_lines(
    lines: Iterable[str], rule_set: RuleSet | None = None, explain: Explainer | None = None
) -> Iterator[str]:
    """One line for every line that is not blank, in order, each before the next is asked for.

    The variant's own rule set is used unless one is given. A long stream is judged by the
    compiled engine from some turn on; a turn that is to be explained never is.
    """
    return resolve_chunks(([line] for line in lines), rule_set, explain)


def resolve_chunks(
    chunks: Iterable[Sequence[str]],
    rule_set: RuleSet | None = None,
    explain: Explainer | None = None,
    processes: int = 1,
    limits: TurnLimits = DEFAULT_LIMITS,
) -> Iterator[str]:
    """As ``resolve_lines``, for lines that come several at a time: that is quicker. Chunks of many
    lines in a long stream may be judged by several ``processes`` side by side."""
    judge = _Judge(rule_set, explain, limits)
    pool: WorkerPool | None = None
    number = 1
    for chunk in chunks:
        if processes > 1 and number > WARM_FROM and len(chunk) >= processes * _WORTH_SHARING:
            if pool is None:
                from dragoman.formats.records.worker_pool import WorkerPool

                pool = WorkerPool(processes - 1, judge.answers)
            yield from pool.answers(chunk, number)
        else:
            yield from judge.answers(chunk, number)
        number += len(chunk)
    if pool is not None:
        pool.leave()


class _Judge:
    """Resolves turns, and remembers what it has read before."""

    def __init__(
        self,
        rule_set: RuleSet | None,
        explain: Explainer | None,
        limits: TurnLimits = DEFAULT_LIMITS,
    ) -> None:
        self._rule_set, self._explain, self._limits = rule_set, explain, limits
        self._turns = 0
        self._can_be_fast = True
        self._fast: Remembered[str, FastTurns] = Remembered()
        self._latest = ""

    def answers(self, lines: Sequence[str], number: int) -> list[str]:
        """For each line that is not blank the resolution of its turn, or what is wrong. The first
        has this number."""
        found: list[str] = []
        for begin in range(0, len(lines), CHUNK):
            found += self._answers(lines[begin : begin + CHUNK], number + begin)
        return found

    def _answers(self, lines: Sequence[str], first: int) -> list[str]:
        numbered = ((n, line) for n, line in enumerate(lines, first) if line and not line.isspace())
        waiting = [_Waiting(line, n, place) for place, (n, line) in enumerate(numbered)]
        found = [""] * len(waiting)
        chunks: _Chunks = {}
        for one in self._not_read_at_once(waiting, chunks):
            found[one.place] = self._read(one, chunks)
        for fast, (chunk, turns) in chunks.items():
            for (waiting, begin, end), middle in zip(turns, fast.answers(chunk), strict=True):
                found[waiting.place] = (
                    self._read(waiting) if middle is None else f"{begin}, {middle}{end}"
                )
        return found

    def _not_read_at_once(self, waiting: list[_Waiting], chunks: _Chunks) -> list[_Waiting]:
        """The lines that were not read together, to begin a chunk with: all others were turns as
        those before them."""
        fast = self._fast.get(self._latest)
        if fast is None:
            return waiting
        chunk, places, ids = fast.read([one.line for one in waiting])
        if places:
            self._turns += len(places)
            begun = zip(places, ids, strict=True)
            read = [(waiting[place], f'{{"id": {id_}', "}") for place, id_ in begun]
            chunks[fast] = _WaitingChunk(chunk, read)
        left = {*places}
        return [one for one in waiting if one.place not in left]

    def _read(self, waiting: _Waiting, chunks: _Chunks | None = None) -> str:
        """The answer to a line; empty if it is added to a chunk, where there are any."""
        answer: dict[str, Any] = {"id": None}
        try:
            turn = parse(self._limits.legible(waiting.line), _known_keys)
            answer["id"] = turn.values.get("id")
            self._turns += 1
            name = turn.text("variant") if "variant" in turn else "standard"
            variant = _variant(name)
            fast = None if chunks is None else self._fast_turns(name, variant)
            if chunks is not None and fast is not None:
                chunk = chunks.get(fast) or _WaitingChunk(fast.chunk(), [])
                if chunk.turns_read.add(turn.values):
                    chunks[fast] = chunk
                    notes = _unknown_fields(turn)
                    end = f', "notes": {_JSON.encode(notes)}}}' if notes else "}"
                    chunk.waiting.append((waiting, _written(answer)[:-1], end))
                    return ""
            answer |= self._resolve_carefully(turn, variant)
        except FormatError as error:
            answer |= {"line": waiting.number, "error": error.diagnostic.what}
        return _written(answer)

    def _resolve_carefully(self, turn: JsonObject, variant: Variant) -> dict[str, Any]:
        turn.need("units")
        phase = read_phase(turn, variant.calendar)
        position = read_position(turn, phase, variant)
        rule_set = self._rule_set or variant.rule_set
        notes = [*_closed_retreats(variant.board, position, rule_set)]
        self._limits.check_orders(turn, variant.board)
        orders = self._orders(turn, variant.board, position.phase, notes)
        notes += _misdirected(variant.board, position, orders)
        thrown = _dice(turn, variant)
        resolution = process(variant, position, orders, self._rule_set, thrown)
        notes += (fault.what for _, fault in unasked_dice(variant, resolution.account, thrown))
        found = _answer(variant, resolution, [*notes, *_unknown_fields(turn)])
        if self._explain is not None:
            found["explain"] = self._explain(variant, resolution)
        return found

    def _orders(
        self, turn: JsonObject, board: Board, phase: Phase, notes: list[str]
    ) -> dict[str, list[Order]]:
        """The orders that could be read, by power; the others are told in ``notes``."""
        found: dict[str, list[Order]] = {}
        orders = turn.object("orders")
        letter: PhaseLetter = phase.letter  # type: ignore[assignment]
        for name, power in powers_named(orders, board):
            read = found.setdefault(power, [])
            for text in orders.texts(name):
                order = self._limits.fault_in(text) or read_order(text, board, letter)
                if isinstance(order, Diagnostic):
                    notes.append(f"{power}: {brief(text)}: {order.what}")
                else:
                    read.append(order)
        return found

    def _fast_turns(self, name: str, variant: Variant) -> FastTurns | None:
        """The compiled engine, once the stream is long enough, where machine code is.
        ``name`` is what the turn calls the variant: two folders may hold variants of one name."""
        rule_set = self._rule_set or variant.rule_set
        found = self._fast.get(name)
        if found is not None:
            self._latest = name
            return found
        if self._explain is not None or self._turns < WARM_FROM or not self._can_be_fast:
            return None
        try:
            from dragoman.formats.records.fast_turn_lines import FastTurns, is_ready

            if not FastTurns.can_judge(variant, rule_set):
                return None
            if self._turns < BUILD_FROM and not is_ready(variant):
                return None
            made = FastTurns(variant, rule_set, self._limits, name)
        except MissingExtra:
            self._can_be_fast = False
            return None
        self._latest = name
        return self._fast.keep(name, made, _BYTES_A_JUDGE)


class _Waiting(NamedTuple):
    """A line with its number, and the place of its answer."""

    line: str
    number: int
    place: int


class _WaitingChunk(NamedTuple):
    """Turns judged together: for each its line, and what its answer begins and ends with."""

    turns_read: TurnChunk
    waiting: list[tuple[_Waiting, str, str]]


_Chunks: TypeAlias = "dict[FastTurns, _WaitingChunk]"


def _known_keys(turn: Mapping[str, Any]) -> int:
    """The number of a turn's keys, if it is one."""
    count = len(turn)
    for name in ("units", "centers", "orders"):
        if type(given := turn.get(name)) is dict:
            count += len(cast(dict[str, Any], given))
    if type(retreats := turn.get("retreats")) is dict:
        powers = cast(dict[str, Any], retreats).values()
        count += len(powers)
        count += sum(len(cast(dict[str, Any], ways)) for ways in powers if type(ways) is dict)
    return count


def _unknown_fields(turn: JsonObject) -> list[str]:
    """Notes about fields that no turn has."""
    if turn.values.keys() <= FIELDS:
        return []
    return [
        f"{name[:_LONGEST_TOLD]}: a turn has no such field; it was not read"
        for name in turn.values
        if name not in FIELDS
    ][:_MOST_TOLD]


def _written(answer: dict[str, Any]) -> str:
    if len(answer) == 1:  # to be quick
        if answer["id"] is None:
            return '{"id": null}'
        if type(answer["id"]) is int:
            return f'{{"id": {answer["id"]}}}'
    try:
        return _JSON.encode(answer)
    except RecursionError:
        answer["id"] = None  # nothing else in an answer is made of what is in the line
        what = "its id is made of too many lists within lists"
        return _JSON.encode({"id": None, "error": what, **answer})


def _closed_retreats(board: Board, position: Position, rule_set: RuleSet) -> Iterator[str]:
    """Notes about retreats that nobody can make, whatever the turn says."""
    for dislodged in position.dislodged:
        ways = open_retreats(board, position, dislodged, rule_set)
        for to in dislodged.options:
            if to not in ways:
                there = position.by_province.get(board.province_of[to])
                why = "it cannot stand there" if there is None else f"{there} stands there"
                why = "these rules have no retreats" if rule_set.retreats == "no" else why
                yield f"{dislodged.unit.power}: {dislodged} cannot retreat to {to}: {why}"


def _misdirected(
    board: Board, position: Position, orders: Mapping[str, list[Order]]
) -> Iterator[str]:
    """Notes about orders that no unit of their power can take, and about second orders."""
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return
    units = position.units
    if position.phase.kind is PhaseKind.RETREAT:
        units = tuple(dislodged.unit for dislodged in position.dislodged)
    idle = Counter((unit.power, board.province_of[unit.location]) for unit in units)
    for gateway in board.gateways:
        for power in board.powers:
            idle[power, gateway.province] = idle[power, gateway.controller]
    orderable = +idle
    for power, list_ in orders.items():
        bought = bought_units(list_)
        for order in list_:
            unit = unit_of(order)
            if unit is None or province_ordered(order) in bought:
                continue
            location = unit.location  # its coast may be one that does not exist
            place = board.province_of.get(location, province_of(location))
            if unit.kind is None and not orderable[power, place]:
                place = city_place(place)  # in Machiavelli that may be the garrison
            if not orderable[power, place]:
                yield f"{power}: {write(order)}: no such unit of {power} has an order to get"
            elif not idle[power, place]:
                yield f"{power}: {write(order)}: not the only order for this unit"
            else:
                idle[power, place] -= 1


_remembered: Remembered[tuple[str, Board, PhaseLetter], Order] = Remembered()


def read_order(text: str, board: Board, phase: PhaseLetter) -> Order | Diagnostic:
    """One order as written, or why it cannot be read. A stream repeats itself a lot: orders that
    could be read are remembered for a while, and nothing else."""
    found = _remembered.get((text, board, phase))
    if found is not None:
        return found
    order = scan_order(text, board, phase, _BRIEF)
    if not isinstance(order, Diagnostic) and len(text) <= _LONGEST_REMEMBERED:
        _remembered.keep((text, board, phase), order, _BYTES_AN_ORDER + len(text))
    return order


@remembered(bytes_of)
def _variant(name: str) -> Variant:
    try:
        variant = load_variant(name)
    except VariantError as error:
        raise FormatError(Diagnostic("unknown-variant", str(error))) from None
    return variant


def _dice(turn: JsonObject, variant: Variant) -> tuple[Roll, ...]:
    """The dice that were thrown on a table.

    Raises:
        FormatError: if something is wrong with them.
    """
    thrown, faults = read_dice(variant, turn.texts("dice"))
    for fault in faults:
        raise turn.wrong("dice", fault.code, fault.what)
    return thrown


def _answer(variant: Variant, resolution: Resolution, notes: list[str]) -> dict[str, Any]:
    after = resolution.position
    found: dict[str, Any] = {
        "results": results(resolution.outcomes, resolution.phase.kind, resolution.destroyed),
        **starred_json(after),
        "next": str(after.phase),
    }
    if resolution.account is not None and after.affairs is not None:
        found["affairs"] = after.affairs.data()
        found["account"] = resolution.account.data()
        found |= dice_json(variant, resolution.account)
    if resolution.winners:
        found["winners"] = list(resolution.winners)
    if notes:
        found["notes"] = notes
    return found

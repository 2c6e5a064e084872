"""A phase of a table judged from what was written: orders, rulings, powers in civil disorder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant
from dragoman.game import Game, read_record, write_record
from dragoman.orders import Hold, OrderFile, scan_file, scan_order, unremarked
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports import report_resolution
from dragoman.rules import RuleSet
from dragoman.tournament.rules.misorders import RULINGS, Misorder, judge


@dataclass(frozen=True, slots=True)
class JudgedPhase:
    """What came of it. ``record`` has the next position, ``counts`` are there when a year has
    ended; ``faults`` say what could not be read, and was passed over."""

    report: str
    faults: tuple[Diagnostic, ...]
    misorders: tuple[Misorder, ...]
    record: str
    counts: Mapping[str, int]


def game_of(variant: str, rules: str, record: str, board: str) -> Game:
    """The game that a record tells, or without one at its start.

    Raises:
        ActionRefused: if the preset names rules that there are not, or the record is damaged.
    """
    if not record:
        return Game(load_variant(variant), _rule_set(rules))
    game, faults = read_record(record, load_variant, f"board {board}")
    if game is None:
        raise ActionRefused(faults[0].code, faults[0].what, faults[0].remedy)
    return game


def judge_phase(
    game: Game, board: str, text: str, rulings: Mapping[str, str], disorder: Collection[str]
) -> JudgedPhase:
    """Judge the phase at hand. ``rulings`` are the director's on single units (``A BUD`` to
    ``illegal`` or ``ambiguous``); the orders of powers in ``disorder`` do not count.

    Raises:
        ActionRefused: if a ruling cannot be.
    """
    variant = game.variant
    found = scan_file(text, variant.board, game.phase.kind.value)
    orders = {p: given for p, given in found.orders.items() if p not in disorder}
    resolution, misorders = judge(
        variant, game.position, orders, game.rule_set, dict(_places(game, rulings))
    )
    after = resolution.position
    counted = variant.calendar.counts_centers(game.phase, after.phase)
    owned = Counter(after.owners.values()) if counted else Counter[str]()
    return JudgedPhase(
        report_resolution(variant, resolution, title=f"Board {board}", explained=False),
        (*found.diagnostics, *_left_over(found)),
        misorders,
        write_record(Game(variant, game.rule_set, after)),
        {power: owned[power] for power in variant.board.powers} if counted else {},
    )


@lru_cache(maxsize=64)
def judge_again(
    variant: str,
    rules: str,
    record: str,
    board: str,
    text: str,
    rulings: tuple[tuple[str, str], ...],
    disorder: tuple[str, ...],
) -> JudgedPhase:
    """The same for a phase that was judged before, with what turned out otherwise since. A ruling
    on a unit that is not there now is passed over."""
    game = game_of(variant, rules, record, board)
    standing = {unit: ruling for unit, ruling in rulings if _place(game, unit)}
    return judge_phase(game, board, text, standing, disorder)


def _rule_set(name: str) -> RuleSet:
    try:
        return RuleSet.preset(name)
    except ValueError as error:
        remedy = "put it right in [tables] of the preset"
        raise ActionRefused("unknown-rules", str(error), remedy) from None


def _places(game: Game, rulings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for unit, ruling in rulings.items():
        if ruling not in RULINGS:
            what = f"{ruling!r} is no ruling on an order"
            raise ActionRefused("unknown-ruling", what, candidates=RULINGS)
        place = _place(game, unit)
        if not place:
            raise ActionRefused(
                "no-such-unit", f"no unit stands at {unit!r}", "write it as in A BUD"
            )
        yield place, ruling


def _place(game: Game, unit: str) -> str:
    """The province in which a unit stands that somebody named; none if there is no such unit."""
    board = game.variant.board
    read = scan_order(f"{unit} H", board)
    place = board.province_of.get(read.unit.location, "") if isinstance(read, Hold) else ""
    standing = {board.province_of[one.location] for one in game.position.units}
    return place if place in standing else ""


def _left_over(found: OrderFile) -> Iterator[Diagnostic]:
    """Errors for what was not taken for an order: at a table every written line is one."""
    errors = [fault for fault in found.diagnostics if fault.is_error]
    for passage in unremarked(found.press, errors):
        if text := passage.text.strip():
            what = f"{text[:60]!r} was not taken for an order"
            remedy = "put a # before it if it is none"
            line, column = passage.line, passage.column
            yield Diagnostic("no-order", what, remedy, line=line, column=column)

"""The turns that are judged: of the peer's random games, crowded ones, and random ones of ours."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from dragoman import load_variant
from dragoman.board import Unit
from dragoman.game import process
from dragoman.orders import Move, Order, scan_order, write
from dragoman.rules import Phase, PhaseKind, Position, RuleSet, legal_orders
from dragoman.rules.batch import Batch
from dragoman.rules.engine.codes import CONVOY, HOLD, MOVE
from dragoman.rules.engine.packed_orders import packed_kind, packed_other, packed_target, packed_via

STANDARD = load_variant("standard")
RULES = RuleSet(via_without_convoy="by-land").with_settings("4.A.3=explicit")
"""As the peer and dipcc have it: an army whose way by land is open goes by convoy only if its order
says so."""

Texts = dict[str, list[str]]
Turn = tuple[Position, dict[str, list[Order]], Texts]
Record = tuple[str, Texts, Texts]
"""A phase of the peer's: its name, the units and the orders of each power."""


def replay(games: Sequence[Sequence[Record]]) -> list[Turn]:
    """The phases of the peer's games as ours: position, orders, and the orders as text."""
    turns: list[Turn] = []
    for game in games:
        position = STANDARD.start
        for phase, units, texts in game:
            stand = {str(unit) for unit in position.units}
            theirs = {u for list_ in units.values() for u in list_ if not u.startswith("*")}
            if str(position.phase) != phase or stand != theirs:
                break  # the two judged a phase differently; what follows cannot be compared
            orders: dict[str, list[Order]] = {}
            for power, list_ in texts.items():
                for text in list_:
                    order = scan_order(text, STANDARD.board, phase[-1])  # type: ignore[arg-type]
                    orders.setdefault(power, []).append(order)  # type: ignore[arg-type]
            turns.append((position, orders, texts))
            position = process(STANDARD, position, orders, RULES).position
    return turns


def movements(turns: Sequence[Turn]) -> list[Turn]:
    """Those of movement phases."""
    return [turn for turn in turns if turn[0].phase.kind is PhaseKind.MOVEMENT]


def fresh(turns: Sequence[Turn], copies: int) -> list[Turn]:
    """So many copies of turns, as if they were seen for the first time: whatever may have been
    worked out for a position or an order before is not there."""
    return [
        (
            replace(position),
            {power: [replace(order) for order in own] for power, own in orders.items()},
            texts,
        )
        for _ in range(copies)
        for position, orders, texts in turns
    ]


def mix(turns: Sequence[Turn]) -> dict[str, float]:
    """How large a share of the phases each kind has, and how many units stand in a movement."""
    shares = {
        kind.name.lower(): sum(turn[0].phase.kind is kind for turn in turns) / len(turns)
        for kind in PhaseKind
    }
    moving = movements(turns)
    units = sum(len(position.units) for position, _, _ in moving) / len(moving)
    return {**{kind: round(share, 3) for kind, share in shares.items()}, "units": round(units, 1)}


def crowded(count: int, seed: int) -> list[Turn]:
    """Turns full of conflict: 34 units close together, most of which attack or support."""
    dice, board, turns = random.Random(seed), STANDARD.board, list[Turn]()
    places = [(kind, place) for kind in "AF" for place in sorted(board.stands[kind])]
    while len(turns) < count:
        taken: dict[str, Unit] = {}
        hub = dice.choice(sorted(board.provinces))
        dice.shuffle(places)
        near = [p for p in places if _near(hub, p[1]) or dice.random() < 0.4]
        for kind, place in near:
            province = board.province_of[place]
            if len(taken) < 34 and province not in taken:
                taken[province] = Unit(dice.choice(tuple(board.powers)), kind, place)
        position = Position(Phase.parse("S1901M"), tuple(taken.values()))
        orders: dict[str, list[Order]] = {}
        texts: Texts = {}
        for unit, choices in legal_orders(board, position, RULES).items():
            hot = [o for o in choices if isinstance(o, Move) and o.target[:3] in taken]
            order = dice.choice(hot) if hot and dice.random() < 0.5 else dice.choice(choices)
            orders.setdefault(unit.power, []).append(order)
            texts.setdefault(unit.power, []).append(write(order, "diplomacy", board))
        turns.append((position, orders, texts))
    return turns


def movement_lines(judge: Batch, count: int, seed: int) -> list[str]:
    """Movement turns of random games, all different, as lines for ``dragoman resolve``."""
    cells = judge.pack([STANDARD.start] * (count // 20 + 1))
    states = judge.states(len(cells), seed)
    lines: dict[str, None] = {}
    while len(lines) < count:
        codes = judge.random_orders(cells, states)
        positions, standing = judge.unpack(cells), _units_as_packed(judge, cells)
        for position, units, own in zip(positions, standing, codes.tolist(), strict=True):
            if position.phase.kind is PhaseKind.MOVEMENT and len(lines) < count:
                lines[_line(position, _order_texts(units, own))] = None
        cells, _ = judge.process(cells, codes, checked=True)
    return list(lines)


def _units_as_packed(judge: Batch, cells: Any) -> Iterator[list[Unit]]:
    """The units of each position as its row has them, which is how their orders stand; a position
    sorts them."""
    board, columns = STANDARD.board, judge.columns(cells)
    powers, kinds = tuple(board.powers), tuple(board.kinds)
    rows = (columns.unit_count, columns.owner, columns.kind, columns.location)
    for count, *numbers in zip(*(column.tolist() for column in rows), strict=True):
        units = zip(*(column[:count] for column in numbers), strict=True)
        yield [Unit(powers[p], kinds[k], board.locations[at]) for p, k, at in units]


def _line(position: Position, texts: Texts) -> str:
    units: Texts = {}
    centers: Texts = {}
    for unit in position.units:
        units.setdefault(unit.power, []).append(str(unit))
    for center, owner in position.owners.items():
        centers.setdefault(owner, []).append(center)
    turn = {"phase": str(position.phase), "units": units, "centers": centers, "orders": texts}
    return json.dumps(turn) + "\n"


def _order_texts(units: Sequence[Unit], codes: Sequence[int]) -> Texts:
    """Packed orders of a movement as the peer writes them."""
    at = {STANDARD.board.province_of[unit.location]: unit for unit in units}
    texts: Texts = {}
    for unit, code in zip(units, codes, strict=False):
        texts.setdefault(unit.power, []).append(" ".join((str(unit), *_words(code, at))))
    return texts


def _words(code: int, at: dict[str, Unit]) -> Iterator[str]:
    board, target = STANDARD.board, packed_target(code)
    match packed_kind(code):
        case kind if kind == HOLD:
            yield "H"
            return
        case kind if kind != MOVE:
            place = board.locations[packed_other(code)]
            named = at[board.province_of[place]]
            yield f"{'C' if kind == CONVOY else 'S'} {named}"
    if target >= 0:
        yield f"- {board.locations[target]}"
    if packed_via(code):
        yield "VIA"


def _near(hub: str, place: str) -> bool:
    board = STANDARD.board
    province = board.province_of[place]
    return province == hub or any(
        board.province_of[to] == hub for kind in board.kinds for to in board.reach(kind, place)
    )

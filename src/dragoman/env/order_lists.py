"""The lists of orders of DipNet and of fairdiplomacy, made by their rules: in the words of the
``diplomacy`` package, each order where the program has it.

Both know the same orders but for builds. A convoy has four fleets at most, none of them needless.
Armies that go by sea say ``VIA``. A support of a move names no coast to go to, and a fleet supports
a move by sea only if some chain does without it. ``ListedOrders`` finds orders in such lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final

from dragoman.board import Board
from dragoman.errors import DragomanError

_MOST_FLEETS: Final = 4
_TOKENS: Final = ("<PAD>", "<GO>", "<EOS>", "<DRAW>")
_WAIVE: Final = "WAIVE"


def dipnet_orders(board: Board) -> tuple[str, ...]:
    """DipNet's list: 13,042 for the standard map, the first eleven of which are no orders. Units
    can be built in any centre (diplomacy/research, ``diplomacy_research/models/state_space.py``,
    ``get_order_vocabulary``; Paquette et al. 2019).

    Raises:
        DragomanError: if the board has other units than armies and fleets.
    """
    found = [*_TOKENS, *(f"<{power}>" for power in sorted(board.powers)), _WAIVE]
    known = {*found}
    for orders in _sorts(board).values():
        new = sorted(orders - known, key=lambda order: (order.split()[1], order))
        found += new
        known.update(new)
    return tuple(found)


def fair_orders(board: Board) -> tuple[str, ...]:
    """fairdiplomacy's list: 13,426 entries for the standard map: by unit, then all builds once
    more, then all disbandings. The builds of a winter are one entry, sorted and joined by ``;``,
    and are in a power's own centres; nothing waives one (facebookresearch/diplomacy_cicero,
    ``fairdiplomacy/models/state_space.py``).

    Raises:
        DragomanError: if the board has other units than armies and fleets.
    """
    sorts = _sorts(board)
    builds = {one for homes in board.homes.values() for one in _joined(board, homes)}
    disbandings = sorts["disband"]
    entries = builds.union(*(sorts[name] for name in sorts if name != "build"))
    by_unit = sorted(entries, key=lambda entry: (entry.split()[:2], entry))
    return (*by_unit, *sorted(builds), *sorted(disbandings))


def _joined(board: Board, homes: Sequence[str]) -> Iterator[str]:
    """The builds that a power with these homes can order in one winter."""
    in_home = [
        [f"{kind} {place} B" for kind, place in _units(board) if board.province_of[place] == home]
        for home in homes
    ]
    for count in range(1, len(homes) + 1):
        for chosen in combinations(in_home, count):
            for builds in product(*chosen):
                yield ";".join(sorted(builds))


def _units(board: Board) -> list[tuple[str, str]]:
    """Each kind of unit with each location where it can be."""
    if {*board.kinds} != {"A", "F"}:
        raise DragomanError("these lists know armies and fleets alone")
    return sorted({(path.kind, path.source) for path in board.paths})


def _sorts(board: Board) -> dict[str, set[str]]:
    """The orders of each sort, in the sequence in which DipNet has the sorts."""
    places, units = board.province_of, _units(board)
    steps = {unit: {*board.reach(*unit)} for unit in units}
    near = {unit: {places[one] for one in steps[unit]} for unit in units}
    found: dict[str, set[str]] = {
        "hold": {f"{kind} {at} H" for kind, at in units},
        "disband": {f"{kind} {at} D" for kind, at in units},
        "build": {f"{kind} {at} B" for kind, at in units if places[at] in board.centers},
        "move": {f"{kind} {at} - {to}" for kind, at in units for to in steps[kind, at]},
        "retreat": {f"{kind} {at} R {to}" for kind, at in units for to in steps[kind, at]},
        "support": {
            f"{kind} {at} S {other} {there}"
            for kind, at in units
            for other, there in units
            if places[there] in near[kind, at]
        },
        "support of a move": {
            f"{kind} {at} S {other} {there} - {to}"
            for kind, at in units
            for other, there in units
            if places[at] != places[there]
            for to in near[kind, at] & near[other, there]
        },
    }
    for count in range(1, _MOST_FLEETS + 1):
        by_sea, supports, convoys = set[str](), set[str](), set[str]()
        for army, fleets, to in _chains(board, near, count):
            for source, target in (army, to), (to, army):
                by_sea.add(f"A {source} - {target} VIA")
                convoys |= {f"F {fleet} C A {source} - {target}" for fleet in fleets}
            supports |= {
                f"{kind} {at} S A {army} - {to}"
                for kind, at in units
                if places[at] != army and at not in fleets and to in near[kind, at]
            }
        found |= {
            f"move by {count}": by_sea,
            f"support of a move by {count}": supports,
            f"convoy by {count}": convoys,
        }
    return found


def _chains(
    board: Board, near: Mapping[tuple[str, str], set[str]], count: int
) -> Iterator[tuple[str, frozenset[str], str]]:
    """Each army's province, so many fleets none of which it can do without, and the province where
    they land it."""
    afloat = {board.province_of[at] for kind, at in near if kind == "F"}
    ashore = {board.province_of[at] for kind, at in near if kind == "A"}
    seas, coasts = afloat - ashore, afloat & ashore
    steps: dict[str, set[str]] = {place: set() for place in afloat}
    for (kind, at), provinces in near.items():
        if kind == "F":
            steps[board.province_of[at]] |= provinces
    for army in sorted(coasts):
        landed: dict[str, list[frozenset[str]]] = {place: [] for place in coasts}
        chains = {(frozenset((sea,)), sea) for sea in steps[army] & seas}
        for length in range(1, count + 1):
            for fleets, last in chains:
                for to in steps[last] & coasts - {army}:
                    if not any(fewer < fleets for fewer in landed[to]):
                        landed[to].append(fleets)
                        if length == count:
                            yield army, fleets, to
            chains = {
                (fleets | {sea}, sea)
                for fleets, last in chains
                for sea in steps[last] & seas - fleets
            }

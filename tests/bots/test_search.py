"""The player that looks ahead."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman.board import Unit
from dragoman.bots import DumbBot, SearchBot, View
from dragoman.bots.desk import desk_for, room_to_search
from dragoman.bots.engine.candidates import change_orders, list_choices_of
from dragoman.bots.engine.rollout import share_of
from dragoman.bots.engine.rows import see
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.rules import PhaseKind, Position, legal_orders
from dragoman.rules.batch import Batch
from dragoman.rules.engine.codes import MOVEMENT
from dragoman.rules.engine.packed_orders import packed_kind, packed_other, packed_target
from dragoman.values import FrozenMap

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

STANDARD = load_variant("standard")
POWERS = list(STANDARD.board.powers)
BATCH = Batch(STANDARD.board, STANDARD.rule_set, STANDARD.victory_centers, 1)


def test_its_orders_are_legal_in_every_phase() -> None:
    position, kinds, bot = STANDARD.start, set[PhaseKind](), SearchBot(60)
    for phase in range(25):
        legal = legal_orders(STANDARD.board, position, STANDARD.rule_set)
        orders = {}
        for number, power in enumerate(POWERS):
            view = View(STANDARD, position, power, 100 * phase + number)
            orders[power] = tuple((bot if number % 3 == 0 else DumbBot())(view))
            if number % 3 == 0:
                allowed = {one for u, each in legal.items() if u.power == power for one in each}
                assert set(orders[power]) <= allowed
                if orders[power]:
                    kinds.add(position.phase.kind)
        position = process(STANDARD, position, orders, STANDARD.rule_set).position
    assert kinds == set(PhaseKind)


def test_with_evaluations_the_seed_is_all_there_is_to_it() -> None:
    views = [View(STANDARD, STANDARD.start, "FRANCE", seed) for seed in (1, 1, 2, 3, 4)]
    found = [list(SearchBot(200)(view)) for view in views]
    assert found[0] == found[1]
    assert any(one != found[0] for one in found)


def test_it_takes_the_centre_that_wins_the_game() -> None:
    """Seventeen centres, and an army beside an empty one of somebody else's: that decides."""
    own = [place for place, p in STANDARD.board.provinces.items() if p.is_center][:17]
    rest = next(place for place in ("MUN", "VEN", "PAR", "WAR") if place not in own)
    beside = {"MUN": "RUH", "VEN": "TYR", "PAR": "GAS", "WAR": "SIL"}[rest]
    units = (Unit("FRANCE", "A", beside), Unit("TURKEY", "A", "SYR"))
    owners = dict.fromkeys(own, "FRANCE") | {rest: "TURKEY"}
    position = Position(STANDARD.calendar.phase(2, 1905), units, FrozenMap(owners))
    orders = {"FRANCE": tuple(SearchBot(200)(View(STANDARD, position, "FRANCE", 1)))}
    assert process(STANDARD, position, orders, STANDARD.rule_set).winners == ("FRANCE",)


def test_a_changed_order_brings_its_partner_along() -> None:
    units = (
        Unit("TURKEY", "A", "BUL"),
        Unit("TURKEY", "A", "SER"),
        Unit("TURKEY", "F", "BLA"),
        Unit("TURKEY", "A", "ARM"),
        Unit("ITALY", "A", "GRE"),
    )
    position = Position(STANDARD.calendar.phase(0, 1905), units, FrozenMap({"GRE": "ITALY"}))
    desk, power = desk_for(BATCH), POWERS.index("TURKEY")
    search = room_to_search(desk, BATCH)
    search.before[:] = BATCH.pack([position])[0]
    see(desk.tables, search.before, desk.sight)
    length = list_choices_of(desk, search, power, MOVEMENT)
    assert length == 4
    count = change_orders(desk, search, power, MOVEMENT, length)
    own = {int(desk.sight.location[unit]): row for row, unit in enumerate(search.own[:length])}
    helped = np.zeros(2, dtype=np.int64)
    for index in range(1, count):
        codes = search.sets[index][:length].tolist()
        changed = [row for row in range(length) if codes[row] != search.sets[0][row]]
        for row in changed:
            partner = own.get(packed_other(codes[row]))
            if (
                packed_kind(codes[row]) >= 2
                and packed_target(codes[row]) >= 0
                and partner is not None
            ):
                assert packed_kind(codes[partner]) == 1
                assert packed_target(codes[partner]) == packed_target(codes[row])
                helped[packed_kind(codes[row]) - 2] += 1
    assert helped.all(), "supports and convoys of own moves are among the changes"


def test_the_share_counts_a_unit_in_a_foreign_centre_for_half() -> None:
    units = (Unit("TURKEY", "A", "BUL"), Unit("ITALY", "A", "GRE"))
    owners = {"GRE": "ITALY", "ROM": "ITALY", "BUL": "ITALY", "CON": "TURKEY"}
    position = Position(STANDARD.calendar.phase(0, 1905), units, FrozenMap(owners))
    desk = desk_for(BATCH)
    search = room_to_search(desk, BATCH)
    search.row[:] = BATCH.pack([position])[0]
    share = share_of(desk.tables, search, desk, POWERS.index("TURKEY"))
    assert share == 1.5**2 / (1.5**2 + 2.5**2)

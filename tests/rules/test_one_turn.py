"""One turn by objects in machine code: all that it comes to in plain Python, reasons and strengths
included; and the legal orders of each position."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from weakref import ref

import pytest
from case_files import Trial, read_all
from case_judging import differences
from random_turns import OrderLists, loosened, random_adjustments, random_orders, random_position

from dragoman.board import Board
from dragoman.formats import load_variant
from dragoman.game.variant import Variant
from dragoman.native import library
from dragoman.orders import Build, Move, Order, UnitRef
from dragoman.remembered import memory_limit, spend
from dragoman.rules import (
    PRESETS,
    SWITCHES,
    Phase,
    PhaseKind,
    PhaseResult,
    Position,
    RuleSet,
    legal_orders,
    resolve,
)
from dragoman.rules.batch.arrays import KernelSize, kernel_size
from dragoman.rules.batch.compile import RULES, compiled, unit_of
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.legal import list_plainly
from dragoman.rules.judge.resolve import resolve_plainly
from dragoman.rules.one_turn import desk, machine, written_listing, written_phase
from tests.variants.samples import sample

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]
if not library._compiler():
    pytest.skip("no C compiler is here", allow_module_level=True)

TURNS = int(os.environ.get("DRAGOMAN_TEST_TURNS", "2500"))
STANDARD = load_variant("standard")
VARIANTS = sorted({"standard", *sample("diplomacy")})


@pytest.fixture(autouse=True)
def in_machine_code(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PhaseResult | None]]:
    """What machine code made of each turn of a test, from the first on; None where it took plain
    Python."""
    compiled(KernelSize(127, 1))
    made: list[PhaseResult | None] = []

    def judged(*given: object) -> PhaseResult | None:
        made.append(written_phase.judged(*given))  # type: ignore[arg-type]
        return made[-1]

    both = machine.AtHand(judged, written_listing.listed)
    monkeypatch.setattr(machine._Patience, "machine", both)
    monkeypatch.setattr(machine._Patience, "is_set_aside", False)
    monkeypatch.setattr(desk, "_ASKED", {})
    yield made


def rule_set(dice: Random) -> RuleSet:
    if dice.random() < 0.5:
        return PRESETS[dice.choice([*PRESETS])]
    return RuleSet(**{name: dice.choice(s.choices).word for name, s in SWITCHES.items()})


def with_cores(board: Board, position: Position, dice: Random) -> Position:
    """The position with some centres as cores, whole and half."""
    powers = list(board.players)
    whole, half = (
        {center: dice.choice(powers) for center in board.centers if dice.random() < 0.5}
        for _ in range(2)
    )
    return replace(position, cores=dice.choice((None, whole)), half_cores=half)


def turn(variant: Variant, dice: Random) -> tuple[Position, OrderLists]:
    """Units in a crowd with orders that clash, half of them written carelessly; of all phases but
    retreats."""
    phases = [one for one in variant.calendar.phases if one.kind is not PhaseKind.RETREAT]
    place = variant.calendar.phases.index(dice.choice(phases))
    phase = variant.calendar.phase(place, variant.start.phase.year)
    count = dice.choice((4, 8, 16, 22, 34))
    position = random_position(variant.board, dice, count, phase, dice.randint(2, 7))
    if dice.random() < 0.3:
        position = with_cores(variant.board, position, dice)
    if phase.kind is PhaseKind.ADJUSTMENT:
        return position, random_adjustments(variant.board, position, dice)
    orders = random_orders(variant.board, position, dice, dice.choice((0.0, 0.05, 0.3)))
    if dice.random() < 0.5:
        orders = loosened(variant.board, orders, dice)
    if dice.random() < 0.9:  # a route takes plain Python
        orders = {power: tuple(map(without_route, given)) for power, given in orders.items()}
    return position, orders


def without_route(order: Order) -> Order:
    return replace(order, route=()) if isinstance(order, Move) else order


def check_same(variant: Variant, position: Position, orders: OrderLists, rules: RuleSet) -> None:
    given = position, orders, rules, variant.calendar, variant.victory_centers
    found, plain = resolve(variant.board, *given), resolve_plainly(variant.board, *given)
    for part in ("unused", "units", "dislodged", "contested", "position", "winner"):
        assert getattr(found, part) == getattr(plain, part)
    assert tuple(found.outcomes) == tuple(plain.outcomes)
    assert found.position.text() == plain.position.text()
    assert [*found.position.owners] == [*plain.position.owners]
    listed = legal_orders(variant.board, position, rules, variant.calendar)
    plainly = list_plainly(variant.board, position, rules, variant.calendar)
    assert [*listed.items()] == [*plainly.items()]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_turn_comes_to_the_same(name: str, in_machine_code: list[PhaseResult | None]) -> None:
    dice, variant = Random(name), load_variant(name)
    is_too_large = name == "world_war_4"  # no kernel has room for 513 provinces
    if not is_too_large:
        locations = len(board_index(variant.board).locations)
        library.library_of(unit_of(RULES, kernel_size(locations, 34)))  # built, if need be
    for _ in range(TURNS // 50):
        check_same(variant, *turn(variant, dice), rule_set(dice))
    in_plain = sum(made is None for made in in_machine_code)
    assert is_too_large or in_plain <= max(4, len(in_machine_code) // 5)


@pytest.mark.parametrize("trial", [t for c in read_all() for t in c.trials], ids=lambda t: t.id)
def test_a_case_comes_out_as_it_has_to(trial: Trial) -> None:
    assert differences(trial) == []


def test_more_units_than_a_word_has_room_for() -> None:
    compiled(KernelSize(127, 2))
    dice = Random(7)
    for _ in range(6):
        position = random_position(STANDARD.board, dice, 70)
        check_same(STANDARD, position, random_orders(STANDARD.board, position, dice), RuleSet())


def test_outcomes_are_read_when_others_were_judged_since_and_in_other_threads() -> None:
    dice = Random(3)
    turns = [(*turn(STANDARD, dice), rule_set(dice)) for _ in range(12)]
    given = [(*one, STANDARD.calendar, 18) for one in turns]
    found = [resolve(STANDARD.board, *one) for one in given]
    plain = [tuple(resolve_plainly(STANDARD.board, *one).outcomes) for one in given]
    read: dict[int, object] = {}
    threads = [
        threading.Thread(target=lambda i=i: read.update({i: tuple(found[i].outcomes)}))
        for i in range(6)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [read[i] for i in range(6)] == plain[:6]
    assert [tuple(one.outcomes) for one in found[6:]] == plain[6:]


def test_an_order_is_not_taken_for_another_that_lay_in_its_place() -> None:
    """Orders are known by where they lie in memory: what is known of one is gone with it."""
    unit, start = UnitRef("PAR", "A"), STANDARD.start
    for target in ("BUR", "PIC", "GAS") * 200:
        orders = {"FRANCE": (Move(unit, target),)}
        after = resolve(STANDARD.board, start, orders, "datc", STANDARD.calendar)
        assert target in {one.location for one in after.units}
        del orders, after
    gc.collect()


def test_what_cannot_be_is_refused_as_in_plain_python() -> None:
    two = Position(STANDARD.start.phase, (*STANDARD.start.units, *STANDARD.start.units[:1]))
    with pytest.raises(ValueError, match="two units stand in one province"):
        resolve(STANDARD.board, two, {}, "datc")
    nowhere = {"FRANCE": [Move(UnitRef("PAR", "A"), "ATLANTIS")]}
    with pytest.raises(KeyError, match="ATLANTIS"):
        resolve(STANDARD.board, STANDARD.start, nowhere, "datc")


def test_an_army_ordered_for_a_fleet_is_built_nowhere_that_no_army_can_stand() -> None:
    rules = RuleSet(build_fleet_inland="army")
    position = replace(STANDARD.start, phase=Phase.parse("W1901A"), units=())
    orders = {"FRANCE": (Build(UnitRef("SWI", "F")),)}
    check_same(STANDARD, position, orders, rules)
    (outcome, *_) = resolve(STANDARD.board, position, orders, rules).outcomes
    assert outcome.reason == "cannot-stand-there"


def test_tables_in_use_stay_when_all_is_forgotten() -> None:
    """Machine code reads them where they lie: a desk that is at work keeps them."""
    spend(memory_limit() + 1)
    n = board_index(STANDARD.board)
    at_work = desk.desk_for(n, n.terms(RuleSet(), STANDARD.calendar), 22)
    tables = [ref(cells) for _, cells in desk._FLAT.values()]
    assert at_work is not None and tables
    spend(memory_limit() + 1)
    gc.collect()
    assert not desk._FLAT
    assert all(one() is not None for one in tables)

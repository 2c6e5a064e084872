"""What holds for every turn whatever the orders: the laws the resolver must obey.

Turns are drawn at random: crowded positions, reachable or not, with orders that clash, and
orders that make no sense.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from equations import Turn
from hypothesis import given, strategies as st
from random_turns import (
    OrderLists,
    loosened,
    random_adjustments,
    random_orders,
    random_position,
    random_retreats,
)

from dragoman.board import Board, Unit
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Convoy, Move, Order, Support, UnitRef
from dragoman.rules import (
    PRESETS,
    SWITCHES,
    Force,
    Outcome,
    Phase,
    PhaseResult,
    Position,
    Result,
    RuleSet,
    resolve,
)

STANDARD = load_variant("standard")
BOARD = STANDARD.board

seeds = st.integers(0, 2**40)
sizes = st.integers(1, 75)
presets = st.sampled_from(sorted(PRESETS))


def any_rule_set(dice: Random) -> RuleSet:
    """A rule set with every choice made by lot."""
    return RuleSet(**{n: dice.choice(s.choices).word for n, s in SWITCHES.items()})


def tried(size: int, seed: int, wild: float = 0.05) -> tuple[Random, Position, OrderLists]:
    """A position of so many units, and orders that name them exactly."""
    dice = Random(seed)
    position = random_position(BOARD, dice, size, powers=dice.randint(1, 7))
    return dice, position, random_orders(BOARD, position, dice, wild)


def told(outcomes: Iterable[Outcome]) -> dict[str, tuple[object, ...]]:
    """What became of each unit, with the strengths that met in no order."""

    def force(f: Force | None) -> tuple[object, ...]:
        if f is None:
            return ()
        helpers = sorted((str(s.unit), s.halves, s.counted, s.why_not) for s in f.supporters)
        return f.role.value, str(f.unit), f.own_halves, f.halves, f.why_zero, tuple(helpers)

    return {
        str(o.unit): (
            o.result,
            o.reason,
            o.moved_to,
            str(o.dislodged_by),
            force(o.force),
            tuple(sorted(map(force, o.met))),
        )
        for o in outcomes
    }


def left(settled: PhaseResult) -> tuple[object, ...]:
    """Who stands where afterwards, and who has to go."""
    return (
        {str(unit) for unit in settled.units},
        {(str(d.unit), d.options, d.came_from) for d in settled.dislodged},
        settled.contested,
    )


def check_conservation(board: Board, position: Position, settled: PhaseResult) -> None:
    """Every unit ends in one place, no two in one province, nobody driven out by his own."""
    places = [board.province_of[unit.location] for unit in settled.units]
    assert len(set(places)) == len(places)
    for unit in settled.units:
        assert unit.location in board.stands[unit.kind]
    stayed = Counter((u.power, u.kind) for u in settled.units)
    stayed.update((d.unit.power, d.unit.kind) for d in settled.dislodged)
    assert stayed == Counter((u.power, u.kind) for u in position.units)
    assert [o.unit for o in settled.outcomes] == list(position.units)
    dislodged = {d.unit: d for d in settled.dislodged}
    for outcome in settled.outcomes:
        assert (outcome.unit in dislodged) == (outcome.dislodged_by is not None)
        if outcome.moved_to is not None:
            assert outcome.result is Result.SUCCEEDS and isinstance(outcome.treated_as, Move)
            assert replace(outcome.unit, location=outcome.moved_to) in settled.units
        if outcome.dislodged_by is not None:
            driver = outcome.dislodged_by
            assert outcome.moved_to is None and driver.power != outcome.unit.power
            assert dislodged[outcome.unit].came_from == board.province_of[driver.location]
    closed = set(places) | settled.contested
    for out in settled.dislodged:
        assert not closed & {board.province_of[to] for to in out.options}
        assert set(out.options) <= set(board.reach(out.unit.kind, out.unit.location))
    assert not settled.contested & set(places)


@given(sizes, seeds, presets)
def test_units_are_conserved(size: int, seed: int, preset: str) -> None:
    _, position, orders = tried(size, seed)
    settled = resolve(BOARD, position, orders, PRESETS[preset])
    check_conservation(BOARD, position, settled)


@pytest.mark.slow
@given(sizes, seeds)
def test_units_are_conserved_under_any_rules(size: int, seed: int) -> None:
    dice, position, orders = tried(size, seed, wild=0.2)
    written = loosened(BOARD, orders, dice)
    settled = resolve(BOARD, position, written, any_rule_set(dice))
    check_conservation(BOARD, position, settled)


def check_a_game(seed: int, rules: RuleSet) -> None:
    """The laws in a crowded movement, and the units of some phases of play that begin there."""
    dice, position, orders = tried(8 + 4 * (seed % 12), seed)
    written = loosened(BOARD, orders, dice) if seed % 3 else orders
    check_conservation(BOARD, position, resolve(BOARD, position, written, rules))
    for _ in range(8):
        if position.phase.letter == "M":
            given_orders = random_orders(BOARD, position, dice)
        elif position.phase.letter == "R":
            given_orders = random_retreats(BOARD, position, dice)
        else:
            given_orders = random_adjustments(BOARD, position, dice)
        resolution = process(STANDARD, position, given_orders, rules)
        if resolution.winners:
            break
        assert not resolution.position.faults(BOARD)
        position = resolution.position


@pytest.mark.slow
@pytest.mark.parametrize("name", SWITCHES)
def test_laws_hold_under_every_choice(name: str) -> None:
    """Each answer of a switch alone, in all three phases."""
    for choice in SWITCHES[name].choices:
        for seed in range(1, 12, 2):
            check_a_game(seed, RuleSet().replace(**{name: choice.word}))


@pytest.mark.slow
def test_laws_hold_under_any_choices() -> None:
    """Each answer of each switch some times among random others."""
    rule_sets = [any_rule_set(Random(seed)) for seed in range(120)]
    given_answers = Counter((n, getattr(rules, n)) for rules in rule_sets for n in SWITCHES)
    assert min(given_answers[s.name, c.word] for s in SWITCHES.values() for c in s.choices) > 5
    for seed, rules in enumerate(rule_sets):
        check_a_game(seed, rules)


@pytest.mark.slow
@given(sizes, seeds, presets)
def test_the_order_of_the_orders_is_nothing(size: int, seed: int, preset: str) -> None:
    dice, position, orders = tried(size, seed)
    powers = dice.sample(list(orders), len(orders))
    shuffled = {power: tuple(dice.sample(orders[power], len(orders[power]))) for power in powers}
    one = resolve(BOARD, position, orders, PRESETS[preset])
    other = resolve(BOARD, position, shuffled, PRESETS[preset])
    assert one.outcomes == other.outcomes
    assert left(one) == left(other)
    assert set(one.unused) == set(other.unused)


@pytest.mark.slow
@given(sizes, seeds)
def test_the_names_of_the_powers_are_nothing(size: int, seed: int) -> None:
    """Powers change names; with them the units change places in every list."""
    dice, position, orders = tried(size, seed)
    rules = any_rule_set(dice)
    powers = list(BOARD.powers)
    other_name = dict(zip(powers, dice.sample(powers, len(powers)), strict=True))
    renamed = Position(
        position.phase, tuple(replace(u, power=other_name[u.power]) for u in position.units)
    )

    def rename(order: Order) -> Order:
        match order:
            case Support(supported=UnitRef(power=str(power)) as named):
                return replace(order, supported=replace(named, power=other_name[power]))
            case Convoy(convoyed=UnitRef(power=str(power)) as named):
                return replace(order, convoyed=replace(named, power=other_name[power]))
            case _:
                return order

    one = resolve(BOARD, position, orders, rules)
    other = resolve(
        BOARD,
        renamed,
        {other_name[p]: tuple(map(rename, list_)) for p, list_ in orders.items()},
        rules,
    )
    assert told(one.outcomes) == told(other.outcomes)
    assert left(one) == left(other)


@pytest.mark.slow
@given(sizes, seeds)
def test_the_order_of_the_map_is_nothing(size: int, seed: int) -> None:
    """The same map with its provinces, paths, kinds and powers listed in another order."""
    dice, position, orders = tried(size, seed)
    rules = any_rule_set(dice)

    def shuffled(things: Iterable[Any]) -> list[Any]:
        listed = list(things)
        return dice.sample(listed, len(listed))

    board = Board(
        "shuffled",
        shuffled(BOARD.provinces.values()),
        shuffled(BOARD.kinds.values()),
        shuffled(BOARD.paths),
        shuffled(BOARD.powers.values()),
    )
    one = resolve(BOARD, position, orders, rules)
    other = resolve(board, position, orders, rules)
    assert told(one.outcomes) == told(other.outcomes)
    assert left(one) == left(other)


@pytest.mark.slow
@given(sizes, seeds, presets)
def test_an_order_that_is_void_might_not_have_been_given(size: int, seed: int, preset: str) -> None:
    """A void or illegal order can be left out, and everybody stands where he stood."""
    _, position, orders = tried(size, seed, wild=0.15)
    rules = PRESETS[preset].replace(impossible_move="ignored")
    settled = resolve(BOARD, position, orders, rules)
    for idle in settled.outcomes:
        unit = idle.unit
        if idle.result not in (Result.VOID, Result.ILLEGAL):
            continue
        fewer = {
            power: tuple(o for o in list_ if not _is_for(o, unit))
            for power, list_ in orders.items()
        }
        without = resolve(BOARD, position, fewer, rules)
        assert left(without) == left(settled), f"without {idle.order}"
        here = str(unit)
        one, other = told(settled.outcomes), told(without.outcomes)
        assert {u: one[u] for u in one if u != here} == {u: other[u] for u in one if u != here}


def _is_for(order: Order, unit: Unit) -> bool:
    return isinstance(order.unit, UnitRef) and order.unit.location == unit.location


@given(sizes, seeds, presets)
def test_there_is_no_paradox_without_a_convoy(size: int, seed: int, preset: str) -> None:
    _, position, orders = tried(size, seed)
    ashore: Mapping[str, tuple[Order, ...]] = {
        power: tuple(o for o in list_ if not isinstance(o, Convoy))
        for power, list_ in orders.items()
    }
    rules = PRESETS[preset].replace(impossible_move="ignored")
    settled = resolve(BOARD, position, ashore, rules)
    found = {outcome.result for outcome in settled.outcomes}
    assert not found & {Result.PARADOX, Result.DISRUPTED, Result.FAILS, Result.UNUSED}


def weakened(dice: Random) -> Board:
    """The standard map with every third way of armies weak: by a half, by one, or by a half
    also for convoys."""
    lost = ((1, 0), (2, 0), (1, 1))
    paths = [
        replace(path, halves_lost=halves, halves_lost_by_convoy=by_convoy)
        if path.kind == "A" and dice.random() < 0.35
        else path
        for path in BOARD.paths
        for halves, by_convoy in [dice.choice(lost)]
    ]
    return Board(
        "weakened",
        list(BOARD.provinces.values()),
        list(BOARD.kinds.values()),
        paths,
        list(BOARD.powers.values()),
    )


WEAK = [weakened(Random(seed)) for seed in range(6)]
boards = st.sampled_from([BOARD, BOARD, *WEAK])


def gave_up(outcome: Outcome) -> bool:
    """Whether the order was lost to a circle of orders that decide over each other."""
    if outcome.result is Result.CUT:
        return outcome.cut_by is None
    return outcome.result is Result.FAILS


@pytest.mark.slow
@given(sizes, seeds, boards)
def test_results_agree_with_each_other(size: int, seed: int, board: Board) -> None:
    """Every result follows from the others by the rules' equations; but a convoy in a paradox
    is broken because the rule for paradoxes says so, and on weak paths a circle fails."""
    dice = Random(seed)
    position = random_position(board, dice, size, powers=dice.randint(1, 7))
    settled = resolve(board, position, random_orders(board, position, dice), RuleSet())
    turn = Turn.settled(board, settled.outcomes)
    answers = turn.answers(settled.outcomes)
    lost = {board.province_of[o.unit.location] for o in settled.outcomes if gave_up(o)}
    assert not lost or board is not BOARD
    for what, here in turn.wrong(answers):
        assert (what, answers[what, here]) == ("open", False) or here in lost
    taken = {board.province_of[unit.location] for unit in settled.units}
    assert settled.contested == turn.contested(answers) - taken
    for outcome in settled.outcomes:
        match outcome.treated_as:
            case Support(supported=helped, target=None) if outcome.result is not Result.VOID:
                assert board.province_of[helped.location] not in turn.moves
            case _:
                pass


@given(st.integers(1, 12), seeds, boards)
def test_results_are_the_only_ones_possible(size: int, seed: int, board: Board) -> None:
    """Where the equations have one solution, that is the result; where they have several and
    no convoy is about, it is the one in which the units in a ring move on, or nobody gains."""
    dice = Random(seed)
    position = random_position(board, dice, size, powers=dice.randint(1, 7))
    outcomes = resolve(board, position, random_orders(board, position, dice), RuleSet()).outcomes
    turn = Turn.settled(board, outcomes)
    answers = turn.answers(outcomes)
    if len(answers) > 12:
        return
    solutions = list(turn.solutions())
    if len(solutions) == 1:
        assert answers == solutions[0]
    elif any(map(gave_up, outcomes)):
        assert board is not BOARD
    elif not turn.convoys:
        assert answers == max(solutions, key=lambda said: sum(said.values()))
    else:
        assert answers in solutions or not all(answers["open", army] for army in turn.convoys)


@pytest.mark.slow
@given(sizes, seeds)
def test_nothing_raises(size: int, seed: int) -> None:
    """Whatever stands wherever, and whatever is ordered, in all three phases."""
    dice, position, orders = tried(size, seed, wild=0.5)
    settled = resolve(BOARD, position, loosened(BOARD, orders, dice), any_rule_set(dice))
    odd = loosened(BOARD, orders, dice)
    retreats = Position(
        Phase.parse("S1901R"), settled.units, position.owners, settled.dislodged, settled.contested
    )
    resolve(BOARD, retreats, odd, any_rule_set(dice))
    winter = replace(position, phase=Phase.parse("W1901A"))
    resolve(BOARD, winter, odd, any_rule_set(dice))


@pytest.mark.slow
@given(sizes, seeds)
def test_retreats_leave_one_unit_a_province(size: int, seed: int) -> None:
    dice, position, orders = tried(size, seed)
    rules = any_rule_set(dice)
    settled = resolve(BOARD, position, orders, rules)
    phase = Phase.parse("S1901R")
    position = Position(phase, settled.units, {}, settled.dislodged, settled.contested)
    after = resolve(BOARD, position, random_retreats(BOARD, position, dice), rules)
    assert [o.unit for o in after.outcomes] == [d.unit for d in position.dislodged]
    places = [BOARD.province_of[unit.location] for unit in after.units]
    assert len(set(places)) == len(places)
    arrived = [o for o in after.outcomes if o.moved_to is not None]
    assert len(after.units) == len(position.units) + len(arrived)
    for outcome, out in zip(after.outcomes, position.dislodged, strict=True):
        assert (outcome.result is Result.SUCCEEDS) == (outcome.moved_to is not None)
        if outcome.moved_to is not None:
            assert outcome.moved_to in out.options
        if outcome.result is Result.BOUNCES:
            assert isinstance(outcome.order, Support) is False
            assert len(out.options) > 0


@pytest.mark.slow
@given(sizes, seeds)
def test_adjustments_come_to_what_is_due(size: int, seed: int) -> None:
    """Nobody ends with more units than centres; new units stand where they may be built."""
    dice = Random(seed)
    winter = Phase.parse("W1901A")
    position = random_position(BOARD, dice, size, winter, powers=dice.randint(1, 7))
    rules = any_rule_set(dice)
    settled = resolve(BOARD, position, random_adjustments(BOARD, position, dice), rules)
    places = [BOARD.province_of[unit.location] for unit in settled.units]
    assert len(set(places)) == len(places)
    before = set(position.units)
    for power in BOARD.powers:
        mine = {unit for unit in settled.units if unit.power == power}
        due = len(position.centers_of(power)) - len(position.units_of(power))
        built = mine - before
        assert len(mine) <= max(len(position.centers_of(power)), len(position.units_of(power)))
        if due <= 0:
            assert len(mine) == len(position.centers_of(power)) and not built
        else:
            assert set(position.units_of(power)) <= mine and len(built) <= due
        for unit in built:
            place = BOARD.province_of[unit.location]
            assert position.owners[place] == power
            assert BOARD.provinces[place].home == power or rules.build_in != "home"
            assert place not in {BOARD.province_of[u.location] for u in before}
            assert unit.location in BOARD.stands[unit.kind]

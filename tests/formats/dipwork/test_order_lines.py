"""Orders and outcomes to records and back."""

import pytest
from dipwork_example import ROUNDS
from hypothesis import given, settings, strategies as st

from dragoman.formats.dipwork import (
    ERROR_NUMBERS,
    OrdCode,
    moves_to_ord,
    new_text_file,
    number_of_outcome,
    order_text,
    order_view,
    orders_from_ord,
    orders_lines,
    orders_to_ord,
    outcomes_from_ord,
    read_orders_file,
    read_records,
    scan_orders,
    write_records,
)
from dragoman.formats.dipwork.orders.error_numbers import result_of
from dragoman.game import process
from dragoman.orders import Hold, scan_order
from dragoman.rules import REASONS, Result, legal_orders

MERGED = {
    Result.DISRUPTED: Result.BOUNCES,
    Result.PARADOX: Result.BOUNCES,
    Result.UNUSED: Result.VOID,
}
"""Results that DipWork has no numbers for, and what is read in their place."""


def drawn_orders(game, data):
    """Legal orders for all units of a game, drawn at random."""
    variant = game.variant
    orders = {}
    for unit, choices in legal_orders(variant.board, game.start, variant.rule_set).items():
        if data.draw(st.integers(0, 9)):
            orders.setdefault(unit.power, []).append(data.draw(st.sampled_from(choices)))
    return orders


@pytest.mark.slow
@settings(max_examples=30)
@given(st.data())
def test_orders_come_back(game, data):
    found = game(data.draw(st.sampled_from(ROUNDS)))
    atlas, board = found.variant_directory.atlas, found.variant_directory.board
    orders = drawn_orders(found, data)
    lines = orders_to_ord(orders, found.start, atlas)
    again, faults = read_records(write_records(lines))
    assert faults == ()
    assert again == lines
    back = orders_from_ord(again, atlas, board)
    said = {
        power: [order_text(order, atlas, found.start) for order in given]
        for power, given in orders.items()
    }
    assert said == {
        power: [order_text(order, atlas, found.start) for order in given]
        for power, given in back.items()
    }


@pytest.mark.slow
@settings(max_examples=30)
@given(st.data())
def test_outcomes_come_back(game, data):
    found = game(data.draw(st.sampled_from(ROUNDS)))
    atlas, board = found.variant_directory.atlas, found.variant_directory.board
    resolution = process(found.variant, found.start, drawn_orders(found, data))
    lines = moves_to_ord(resolution, atlas)
    assert read_records(write_records(lines))[0] == lines
    back = {outcome.unit: outcome for outcome in outcomes_from_ord(lines, atlas, board)}
    assert set(back) == {outcome.unit for outcome in resolution.outcomes}
    for outcome in resolution.outcomes:
        told = back[outcome.unit]
        assert told.moved_to == outcome.moved_to
        assert told.dislodged_by == outcome.dislodged_by
        assert number_of_outcome(outcome) >= (100 if outcome.result is not Result.SUCCEEDS else 0)
        assert told.result is MERGED.get(outcome.result, outcome.result)
        if outcome.dislodged_by is None:
            assert (told.order is None) == (outcome.order is None)
    left_empty = {line.target for line in lines if line.order == OrdCode.STANDOFF}
    assert len(left_empty) == len(resolution.position.contested)


@pytest.mark.parametrize("name", ROUNDS)
def test_orders_as_dipwork_prints_them_are_read(game, name):
    found = game(name)
    for choices in legal_orders(found.variant.board, found.start, found.variant.rule_set).values():
        for order in choices[:40]:
            text = order_text(order, found.variant_directory.atlas, found.start)
            again = scan_order(text, found.variant_directory.board)
            assert order_text(again, found.variant_directory.atlas, found.start) == text


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
def test_an_orders_file_written_and_read_holds_the_same(game, data):
    found = game(data.draw(st.sampled_from(ROUNDS)))
    atlas = found.variant_directory.atlas
    orders = drawn_orders(found, data)
    rows = {
        atlas.nation_of[power]: tuple(order_text(o, atlas, found.start) for o in given)
        for power, given in orders.items()
    }
    lines = orders_lines(("YEAR Herbst 1901", ""), rows)
    file, faults = read_orders_file(new_text_file("ORDERS.TXT", lines))
    assert faults == ()
    again, faults = scan_orders(
        file, found.variant_directory.files, found.variant_directory.board, found.parameters
    )
    assert [fault for fault in faults if fault.is_error] == []
    assert rows == {
        atlas.nation_of[power]: tuple(order_text(o, atlas, found.start) for o in given)
        for power, given in again.orders.items()
    }


def test_the_table_of_numbers():
    assert len(ERROR_NUMBERS) == 35
    assert ERROR_NUMBERS[139].name == "zeIMPMove"
    assert ERROR_NUMBERS[139].mark == "?"
    assert ERROR_NUMBERS[148].mark == "&"


def test_every_reason_of_ours_has_a_number():
    from dragoman.formats.dipwork import number_of_reason

    for reason in REASONS.values():
        assert number_of_reason(reason.code) in ERROR_NUMBERS


def test_every_number_stands_for_some_result():
    hold = Hold(scan_order("A Bud xxx", _board()).unit)
    for number in ERROR_NUMBERS:
        result, _ = result_of(number, hold, False)
        assert (result is Result.SUCCEEDS) == (number < 100)


def _board():
    from dragoman import load_variant

    return load_variant("standard").board


def test_clear_text(game):
    found = game("THREE01F")
    lines, _ = read_records((found.folder / "WINTERED.ORD").read_bytes())
    text = order_view(lines, found.variant_directory.atlas)
    rows = [row.split() for row in text.splitlines()]
    assert rows[0][:5] == ["No", "Na", "Un", "Field", "Order"]
    assert len(rows) == len(lines) + 1
    expected = "2 Au A Rum retreat - - - buildup Bud 102 zeRetreat Au A Rum xxx"
    assert rows[2] == expected.split()
    assert "cmove" in rows[4]


@given(st.binary(max_size=500))
def test_any_records_are_shown_and_read_as_orders(standard, content):
    lines, _ = read_records(content)
    text = order_view(lines, standard.atlas)
    assert len(text.splitlines()) == len(lines) + 1
    orders_from_ord(lines, standard.atlas, standard.board)
    outcomes_from_ord(lines, standard.atlas, standard.board)

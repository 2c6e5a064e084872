"""None of the manual's limits ("Programmlimits") holds here."""

import pytest

from dragoman.formats.dipwork import (
    atlas_of,
    new_text_file,
    orders_to_ord,
    position_of,
    read_game_file,
    read_orders_file,
    read_records,
    read_variant_files,
    scan_orders,
    write_records,
)
from dragoman.formats.dipwork.variants.reader import board_of
from dragoman.reports.dipwork import SPREADSHEET, plain_report
from dragoman.rules import Phase

FIELDS, NATIONS, KINDS = 600, 40, 12


def name(number):
    return f"A_field_with_a_name_of_more_than_forty_letters_{number:03}"


@pytest.fixture(scope="module")
def large():
    """A ring of 600 fields around one that borders on 200 of them."""
    variant = ["NATIONLIST", *(f"N{n:02} Nation{n:02}" for n in range(NATIONS)), "", "UNITLIST"]
    variant += [f"U{k:02} Kind{k:02} # Costs=1 St={k + 1} AllowedIn=A" for k in range(KINDS)]
    variant += ["", "ORDERLIST", "x xxx", "-", "S", "C", ""]
    variant += [f"CONVOY_RELEVANT_UNITNR {KINDS + 1}", f"MASTER {'x' * 300}", "END"]
    ways = " ".join(["ja"] * KINDS + ["nein"])
    fields = [f"# {name(i)} {i} 99999 - {'LCA' * 10} 1 N{i % NATIONS:02}" for i in range(FIELDS)]
    for i in range(FIELDS):
        j = (i + 1) % FIELDS
        fields += [f"- {name(i)} {name(j)} {ways}", f"- {name(j)} {name(i)} {ways}"]
    for i in range(2, 202):
        fields += [f"- {name(0)} {name(i)} {ways}", f"- {name(i)} {name(0)} {ways}"]
    fields.append("END")
    files, faults = read_variant_files(
        new_text_file("VARIANT.TXT", variant), new_text_file("FIELDS.TXT", fields)
    )
    assert faults == ()
    return files


@pytest.mark.slow
def test_a_large_game_is_read_recorded_and_reported(large):
    atlas = atlas_of(large)
    board = board_of(large, atlas, "large")
    assert (len(board.provinces), len(board.powers), len(board.kinds)) == (FIELDS, NATIONS, KINDS)
    game, orders = ["YEAR Frühjahr 1901"], ["YEAR Frühjahr 1901"]
    for nation in range(NATIONS):
        own = range(nation, FIELDS, NATIONS)
        units = [f"U{i % KINDS:02} {name(i)}" for i in own]
        game += [f"NATION N{nation:02}", "UNITS", *units, "%", "CENTERS", *map(name, own), "%"]
        orders += [f"NATION N{nation:02}"]
        orders += [f"{unit}-{name((i + 1) % FIELDS)}" for unit, i in zip(units, own, strict=True)]
    found, faults = read_game_file(new_text_file("GAME.TXT", [*game, "END"]))
    assert faults == ()
    position, faults = position_of(found, atlas, board, Phase(1901, "S", "M"))
    assert faults == ()
    assert len(position.units) == FIELDS
    file, _ = read_orders_file(new_text_file("ORDERS.TXT", [*orders, "END"]))
    scanned, faults = scan_orders(file, large, board, large.parameters)
    assert faults == ()
    lines = orders_to_ord(scanned.orders, position, atlas)
    assert len(lines) == FIELDS
    again, faults = read_records(write_records(lines))
    assert faults == ()
    assert [line.target for line in again] == [line.target for line in lines]
    text = plain_report(lines, atlas, large.parameters, SPREADSHEET, position.owners, {}, "en")
    assert text.count(f"U00 {name(0)}-{name(1)}") == 1
    assert "Nation39 (15): " in text
    assert "x" * 200 in text

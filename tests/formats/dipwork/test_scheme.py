"""The scanner's scheme in DipWork's manual, box by box."""

import tomllib
from pathlib import Path

import pytest

from dragoman.formats.dipwork import (
    OrdCode,
    new_text_file,
    read_orders_file,
    scan_error_numbers,
    scan_options,
    scan_orders,
    scanned_ord,
)
from dragoman.rules import Phase, Position

CASES = Path(__file__).with_name("scheme.toml")
WAYS = tomllib.loads(CASES.read_text("utf-8"))["way"]
NOBODY = Position(Phase(1901, "S", "M"), ())


def result_of(line):
    """The letter of the legend for a record."""
    if line is None:
        return "F"
    if line.order == OrdCode.SUPPORT:
        return "D" if line.reference else "C"
    return {OrdCode.MOVE: "A", OrdCode.HOLD: "B", OrdCode.CONVOY: "E"}[line.order]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way['box']}-{way['way']}")
def test_a_way_out_of_a_box(game, way):
    example = game("TWO01S")
    directory, parameters = example.variant_directory, example.parameters
    written = ["NATION Au", *([way["above"]] if "above" in way else []), way["text"], "END"]
    orders, _ = read_orders_file(new_text_file("ORDERS.TXT", written))
    found, faults = scan_orders(orders, directory.files, directory.board, parameters)
    lines = scanned_ord(orders, found, NOBODY, directory, scan_options(directory.files, parameters))
    numbers = scan_error_numbers(orders, found, faults, directory)
    number_of_line = len(written) - 1
    line = lines[-1] if len(lines) == number_of_line - 1 else None
    assert result_of(line) == way["result"]
    assert numbers.get(number_of_line, 0) == way["number"]
    if line is not None:
        assert line.error == way["number"]


def test_every_box_has_its_ways():
    assert {way["box"] for way in WAYS} >= {*"123456", "7", "10", "11", "15", "16"}
    assert {way["result"] for way in WAYS} == set("ABCDEF")

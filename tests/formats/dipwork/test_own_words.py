"""Orders in the spellings of a variant's own UNITLIST and ORDERLIST."""

import pytest
from broken_files import CASES

from dragoman.formats.dipwork import (
    Parameters,
    atlas_of,
    new_text_file,
    order_text,
    read_orders_file,
    read_text_file,
    read_variant_files,
    scan_orders,
)
from dragoman.formats.dipwork.variants.reader import board_of

CHANGES = {
    "A Ar Army #": "A Ar Army Ritter #",
    "F Fl Fleet #": "F Fl Fleet Kahn C #",
    "x xxx hold": "x xxx hold schläft",
    "- move": "- move wandert",
    "S support": "S support beisteht",
    "C convoy": "K convoy rudert",
}


@pytest.fixture(scope="module")
def scanned():
    small = CASES / "small"
    text = (small / "VARIANT.TXT").read_text("utf-8")
    for old, new in CHANGES.items():
        assert old in text
        text = text.replace(old, new)
    fields = read_text_file((small / "FIELDS.TXT").read_bytes(), "FIELDS.TXT")
    files, faults = read_variant_files(new_text_file("VARIANT.TXT", text.splitlines()), fields)
    assert faults == ()
    atlas = atlas_of(files)
    board = board_of(files, atlas, "small")

    def scan(*lines, switches=""):
        text = [switches, "NATION Re", *lines, "END"]
        file, _ = read_orders_file(new_text_file("ORDERS.TXT", text))
        parameters = Parameters((file.keywords, files.variant))
        found, faults = scan_orders(file, files, board, parameters)
        orders = found.orders.get("REDS", ())
        return [order_text(o, atlas) for o in orders], [f.code for f in faults]

    return scan


ORDERS = [
    ("Ritter Alf wandert Mid", "A Alf-Mid"),
    ("ritter alf wandert zed", "A Alf-Zed"),
    ("Kahn NOS rudert Ritter Alf wandert Zed", "F NOS C A Alf-Zed"),
    ("C NOS K A Alf-Zed", "F NOS C A Alf-Zed"),
    ("Kahn NOS schläft", "F NOS xxx"),
    ("A Alf beisteht Kahn MiN", "A Alf S F MiN xxx"),
    ("A Alf S F MiN", "A Alf S F MiN xxx"),
    ("Army Alf zieht nach Mid", "A Alf-Mid"),  # the words of the languages stay known
]


@pytest.mark.parametrize(("written", "read"), ORDERS)
def test_own_spellings(scanned, written, read):
    assert scanned(written) == ([read], [])


def test_own_spellings_under_exact_match(scanned):
    assert scanned("Ritter Alf wandert Mid", switches="EXACT_MATCH ja") == (["A Alf-Mid"], [])
    orders, faults = scanned("Ritter Alf Wandert Mid", switches="EXACT_MATCH ja")
    assert faults == ["wrong-case"]
    assert orders == []  # as what is no order: the unit holds
    assert scanned("ritter Alf-Mid", switches="EXACT_MATCH ja") == ([], ["wrong-case"])

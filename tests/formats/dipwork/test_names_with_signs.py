"""Fields may have signs in their names: ``_ / ( ) : , = ^``."""

import pytest

from dragoman.formats.dipwork import atlas_of, new_text_file, order_text, read_variant_files
from dragoman.formats.dipwork.variants.reader import board_of
from dragoman.orders import Scan, ScanOptions, scan

NAMES = ["North_Sea", "X1", "A:b", "Q,r", "M^2", "Z=1", "S(t)", "S/u", "A_b_c", "a_way_of_it"]
TABLES = ["NATIONLIST", "Re Reds", "", "UNITLIST", "A Army # AllowedIn=A", "", "ORDERLIST"]
TABLES += ["x", "-", "S", "C", "", "CONVOY_RELEVANT_UNITNR 1", "END"]


@pytest.fixture(scope="module")
def odd():
    fields = [f"# {name} 1 1 - L 0 -" for name in NAMES]
    fields += [f"- {a} {b} ja" for a in NAMES for b in NAMES if a != b] + ["END"]
    files, faults = read_variant_files(
        new_text_file("VARIANT.TXT", TABLES), new_text_file("FIELDS.TXT", fields)
    )
    assert faults == ()
    atlas = atlas_of(files)
    return atlas, board_of(files, atlas, "odd")


def written(found: Scan, atlas):
    assert found.diagnostics == ()
    assert found.press == ()
    return [order_text(one.order, atlas) for one in found.orders]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("order", ["A {}-X1", "A X1-{}", "A X1 S A {}-North_Sea", "A {} xxx"])
def test_orders_with_such_names(odd, name, order):
    atlas, board = odd
    text = order.format(name)
    assert written(scan(text, board), atlas) == [text]
    assert written(scan(text, board, "M", ScanOptions(exact_match=True)), atlas) == [text]
    assert written(scan(text.lower(), board), atlas) == [text]


def test_the_words_of_such_a_name_may_also_stand_apart(odd):
    atlas, board = odd
    assert written(scan("A North Sea - X1", board), atlas) == ["A North_Sea-X1"]


def test_two_orders_on_a_line(odd):
    atlas, board = odd
    assert written(scan("A Q,r-X1, A S(t)-Q,r", board), atlas) == ["A Q,r-X1", "A S(t)-Q,r"]

"""Whole files of orders."""

import pytest

from dragoman.orders import Hold, Move, ScanOptions, UnitRef, scan_file, write


def read(text, board, phase="M"):
    """The short forms of each power's orders, and the codes of what was wrong."""
    found = scan_file(text, board, phase)
    orders = {power: [write(order) for order in own] for power, own in found.orders.items()}
    return orders, [fault.code for fault in found.diagnostics]


def test_the_orders_txt_of_dipworks_manual(board):
    text = """\
YEAR Spring 03
ZAT normal
NATION Austria
A Vie xxx
Armee Bud holds
f tri
NATION En
A Lpl-Yor
Fleet Lon S A Lpl-Yor

F Edi greets the pope
NATION Fr
END
A Mun - Ber
"""
    found = scan_file(text, board)
    assert found.orders == {
        "AUSTRIA": (
            Hold(UnitRef("VIE", "A")),
            Hold(UnitRef("BUD", "A")),
        ),
        "ENGLAND": (
            Move(UnitRef("LVP", "A"), "YOR"),
            found.orders["ENGLAND"][1],
        ),
        "FRANCE": (),
    }
    assert write(found.orders["ENGLAND"][1]) == "F LON S A LVP-YOR"
    assert [(fault.code, fault.line) for fault in found.diagnostics] == [
        ("no-order-word", 6),
        ("unknown-order-word", 11),
    ]
    assert {power: [lost.unit for lost in all_lost] for power, all_lost in found.lost.items()} == {
        "AUSTRIA": [UnitRef("TRI", "F")],  # these hold
        "ENGLAND": [UnitRef("EDI", "F")],
    }
    assert [press.text for press in found.press] == ["YEAR Spring 03", "ZAT normal"]


@pytest.mark.parametrize(
    "heading",
    [
        *("England", "ENGLAND:", "england :", "  En", "Great Britain:", "*** England ***"),
        *("[England]", "England (Christian)", "England (Christian):", "NATION England"),
        *("Orders for England:", "Befehle von England", "== England ==", "England # first"),
    ],
)
def test_headings(board, heading):
    for text in (
        f"{heading}\nF Lon - Nth\n\nA Lvp - Yor",
        f"{heading}\r\nF Lon - Nth, A Lvp - Yor",
    ):
        assert read(text, board) == ({"ENGLAND": ["F LON-NTH", "A LVP-YOR"]}, [])


def test_orders_behind_the_heading_keep_their_columns(board):
    found = scan_file("England: F Lon - Nth\n  A Lvp - Xyz\nItaly: A Ven H", board)
    assert [(o.line, o.column) for o in found.sections["ENGLAND"]] == [(1, 10)]
    assert [(fault.line, fault.column) for fault in found.diagnostics] == [(2, 11)]
    assert [(o.line, o.column) for o in found.sections["ITALY"]] == [(3, 8)]


def test_a_power_may_have_several_sections(board):
    text = "England:\nF Lon - Nth\nItaly:\nA Ven H\nEngland:\nA Lvp - Yor"
    assert read(text, board)[0] == {"ENGLAND": ["F LON-NTH", "A LVP-YOR"], "ITALY": ["A VEN H"]}


def test_without_a_heading_the_order_has_to_name_its_power(board):
    text = "En F Lon - Nth\nA Bud - Vie\nwaive\nFrance\nEn F Edi - Nwg"
    orders, codes = read(text, board)
    assert orders == {"FRANCE": ["ENGLAND F EDI-NWG"], "ENGLAND": ["ENGLAND F LON-NTH"]}
    assert codes == ["no-power", "no-power"]


@pytest.mark.parametrize("heading", ["Turkye", "Turkye:", "NATION Xx", "Orders for Turkye"])
def test_orders_below_an_unknown_power_go_to_nobody(board, heading):
    text = f"Italy\nA Ven H\n{heading}\nA Con - Bul\nFrance\nA Par H"
    found = scan_file(text, board)
    assert sorted(found.orders) == ["FRANCE", "ITALY"]
    assert len(found.orders["ITALY"]) == 1
    (fault,) = found.diagnostics
    assert (fault.code, fault.line) == ("unknown-power", 3)
    assert "Turkey" in fault.candidates


@pytest.mark.parametrize("line", ["It (I mean Italy) is gone", "France - do your worst", "Holland"])
def test_press_is_no_heading(board, line):
    assert read(f"England\nF Lon H\n{line}\nF Edi H", board) == (
        {"ENGLAND": ["F LON H", "F EDI H"]},
        [],
    )


def test_options_hold_for_files_too(board):
    found = scan_file("England\nF Lond - Nroth", board, options=ScanOptions(spellcheck=3))
    assert [fault.code for fault in found.diagnostics] == ["corrected-place", "unknown-place"]


def test_phases(board):
    text = "Russia:\nbuild f stp/nc\nwaive\nTurkey: r a smy"
    assert read(text, board, "A") == (
        {"RUSSIA": ["F STP/NC B", "WAIVE"], "TURKEY": ["A SMY D"]},
        [],
    )
    assert read("Austria\nA Tri - Bud", board, "R")[0] == {"AUSTRIA": ["A TRI R BUD"]}

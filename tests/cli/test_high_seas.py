"""A game on a map with high seas, from the order sheet to the report."""

import pytest

SPRING = """\
Amber: F ahv-aba, F aca-sbe
Basalt: F bhv-bba, F bca-ssm
Coral: F cca-spe
"""
FALL = """\
Amber: F aba-gre, F sbe-out
Basalt: F bba-gre, F ssm-out
Coral: F spe-out
Drift: F dca S F dhv
"""
AGAIN = """\
Amber: F gre-aba
Basalt: F out H, F gre H
"""


def play(call, folder, orders):
    (folder / "orders.txt").write_text(orders, "utf-8")
    assert call("adjudicate", folder).status == 0
    assert call("accept", folder).status == 0


@pytest.fixture
def folder(call, tmp_path):
    """A game in which Amber has two fleets in the Outer Ocean, Basalt and Coral one each."""
    assert call("new", "archipelago", "game").status == 0
    folder = tmp_path / "game"
    for orders in (SPRING, FALL, AGAIN, "Amber: F aba-sbe", "Amber: F sbe-out"):
        play(call, folder, orders)
    return folder


def test_the_sheet_names_each_unit(folder, call):
    sheet = (folder / "orders.txt").read_text("utf-8")
    assert "\nAmber\n# A Ahi\n# F Out\n# F Out\n" in sheet
    game = folder / "game.json"
    assert game.exists()
    ran = call("show", folder)
    assert "A Ahi, F Out, F Out" in ran.out


def test_an_order_too_many(folder, call):
    (folder / "orders.txt").write_text("Amber\nF out-sbe\nF out H\nF out-scr\n", "utf-8")
    ran = call("check", folder)
    assert ran.status == 2
    assert "F out-scr: line 3 has another order for Out" in ran.err
    (folder / "orders.txt").write_text("Amber\nF out-sbe\nF out H\n", "utf-8")
    ran = call("check", folder)
    assert ran.status == 0
    assert "Without orders, Amber: A Ahi\n" in ran.out


def test_an_explained_turn(folder, call):
    orders = "Amber: F out-ssm, F out S F out-ssm\nBasalt: F out-ssm\nCoral: F out S F out-sbe\n"
    (folder / "orders.txt").write_text(orders, "utf-8")
    english = " ".join(call("adjudicate", folder, "--explain").out.split())
    assert (
        "F Out–Ssm bounced: strength 1 against 2 of F Out (Amber)–Ssm (F Out (Amber) supports)"
        in english
    )
    assert "F Out S F Out–Ssm stood: F Out (Amber)–Ssm had strength 2 and succeeded." in english
    german = " ".join(call("adjudicate", folder, "--explain", "--language", "de").out.split())
    assert "F Out S F Out–Ssm wirkte: F Out (Amber)–Ssm hatte Stärke 2 und kam durch." in german
    of_all = call("explain", folder, "out").out
    assert len(of_all.splitlines()) == 4
    assert "none of the units there that it can mean was ordered so" in of_all

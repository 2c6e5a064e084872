"""What is said of orders that were typed."""

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.games import playing
from dragoman.games.folder import FolderSettings
from dragoman.games.order_sheet import empty_sheet

ORDERS = {
    "France": ("A par-mos", "A mar S A par-mos", "F bre S A gas-par"),
    "England": ("F lon C A yor-nwy", "F edi S A lvp-yor", "A lvp-bel"),
    "Italy": ("A ven-ven", "A rom S A ven", "F nap-ion"),
    "Germany": ("F kie S A ber-hol", "A ber-lon", "A mun S A ber-kie"),
    "Russia": ("F sev C A arm-bul", "A war S A stp-lvn", "A mos-ukr"),
}


@pytest.mark.slow
def test_every_order_that_the_library_calls_hopeless_has_its_warning(tmp_path):
    game = Game("standard")
    folder = tmp_path / "winter"
    assert not playing.new("standard", folder, None, [], FolderSettings()).diagnostics
    lines, hopeless = [], set()
    for power, orders in ORDERS.items():
        lines.append(power)
        for order in orders:
            lines.append(order)
            codes = [fault.code for fault in game.order(power, order)]
            if "hopeless-order" in codes:
                hopeless.add(len(lines))
    (folder / "orders.txt").write_text("\n".join(lines))
    assert len(hopeless) == 9
    for answer in (playing.check(folder, None), playing.adjudicate(folder, None, False, False)):
        assert {fault.line for fault in answer.diagnostics} == hopeless
        assert not any(fault.is_error for fault in answer.diagnostics)


def test_units_are_spelled_as_the_map_spells_them():
    """DipWork's maps write seas in capitals, and coasts in their own way."""
    standard = load_variant("standard")
    variant = replace(standard, short_names={"STP/SC": "PeS", "ENG": "ENG"})
    assert "# F Sev\n# F PeS\n# A War\n" in empty_sheet(Game(variant), "en")
    start = replace(standard.start, units=(Unit("FRANCE", "F", "ENG"), Unit("FRANCE", "A", "PAR")))
    sheet = empty_sheet(Game(replace(variant, start=start)), "en")
    assert "\nFrance\n# F ENG\n# A Par\n" in sheet

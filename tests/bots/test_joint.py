"""Orders found together with others: agreements are kept, and worth what they bring."""

from __future__ import annotations

import pytest

from dragoman.board import Unit
from dragoman.bots import View
from dragoman.bots.joint import Agreement, best, worth
from dragoman.formats import load_variant
from dragoman.orders import Hold, Move, Order, Support, UnitRef
from dragoman.rules import Position
from dragoman.values import FrozenMap

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

STANDARD = load_variant("standard")


def position_of(phase: int, owners: dict[str, str], *units: Unit) -> Position:
    return Position(STANDARD.calendar.phase(phase, 1905), units, FrozenMap(owners))


def view_of(position: Position, power: str, seed: int = 1) -> View:
    return View(STANDARD, position, power, seed)


AROUND_MUNICH = position_of(
    2,
    {"MUN": "GERMANY", "PAR": "FRANCE", "MAR": "FRANCE", "VEN": "ITALY", "ROM": "ITALY"},
    Unit("FRANCE", "A", "BUR"),
    Unit("ITALY", "A", "TYR"),
    Unit("GERMANY", "A", "MUN"),
)
"""One army alone cannot take Munich; two can."""
TYROL_SUPPORTS = Agreement(
    {Unit("ITALY", "A", "TYR"): Support(UnitRef("TYR"), UnitRef("BUR"), "MUN")}
)


def test_what_was_agreed_is_gone_by_and_worth_what_it_brings() -> None:
    view = view_of(AROUND_MUNICH, "FRANCE")
    found = worth(view, TYROL_SUPPORTS, evaluations=400)
    assert [str(order) for order in found.orders] == ["A Bur - Mun"]
    assert found.gain["FRANCE"] > 4 * found.error["FRANCE"]
    assert found.gain["GERMANY"] < 0
    assert set(best(view, TYROL_SUPPORTS, 200)) == set(found.orders)


def test_an_agreed_order_of_its_own_is_given() -> None:
    own = Unit("FRANCE", "A", "BUR"), Move(UnitRef("BUR", "A"), "GAS")
    assert best(view_of(AROUND_MUNICH, "FRANCE"), Agreement(dict([own])), 50) == [own[1]]


def test_a_victory_is_stopped_by_supporting_others() -> None:
    """Germany has seventeen centres; Italy can take none, but has France take one."""
    centers = [place for place, p in STANDARD.board.provinces.items() if p.is_center]
    others = dict.fromkeys(("PAR", "MAR", "BRE", "SPA", "POR"), "FRANCE")
    others |= dict.fromkeys(("VEN", "ROM", "NAP", "VIE", "TRI", "BUD"), "ITALY")
    others |= dict.fromkeys(("CON", "SMY", "ANK", "BUL", "SEV", "MOS"), "TURKEY")
    position = position_of(2, dict.fromkeys(centers, "GERMANY") | others, *AROUND_MUNICH.units)
    goes: dict[Unit, Order] = {
        Unit("FRANCE", "A", "BUR"): Move(UnitRef("BUR"), "MUN"),
        Unit("GERMANY", "A", "MUN"): Hold(UnitRef("MUN")),
    }
    orders = best(view_of(position, "ITALY"), Agreement(goes), 400)
    assert [str(order) for order in orders] == ["A Tyr S A Bur - Mun"]


def test_allies_are_spared_and_provinces_left_alone() -> None:
    open_centre = position_of(
        2,
        {"TRI": "AUSTRIA", "VIE": "AUSTRIA", "VEN": "ITALY"},
        Unit("ITALY", "A", "VEN"),
        Unit("AUSTRIA", "A", "GAL"),
    )
    view = view_of(open_centre, "ITALY")
    assert [str(order) for order in best(view, evaluations=200)] == ["A Ven - Tri"]
    for agreed in (
        Agreement(allies=frozenset({"AUSTRIA"})),
        Agreement(demilitarised={"ITALY": frozenset({"TRI"})}),
    ):
        assert [str(order) for order in best(view, agreed, 200)] != ["A Ven - Tri"]


def test_agreements_that_are_not_legal_are_refused() -> None:
    view = view_of(AROUND_MUNICH, "FRANCE")
    with pytest.raises(ValueError, match="A Bur - Lon is not legal"):
        best(view, Agreement({Unit("FRANCE", "A", "BUR"): Move(UnitRef("BUR", "A"), "LON")}))
    with pytest.raises(ValueError, match="there is no A KIE of GERMANY"):
        best(view, Agreement({Unit("GERMANY", "A", "KIE"): Hold(UnitRef("KIE", "A"))}))


def test_equal_agreements_are_worth_nothing() -> None:
    found = worth(view_of(STANDARD.start, "ITALY"), Agreement(), evaluations=100)
    assert set(found.gain.values()) == {0.0}

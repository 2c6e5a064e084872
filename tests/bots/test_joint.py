"""Orders found together with others: agreements are kept, and worth what they bring."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.bots import View, joint
from dragoman.bots.agreements import Agreement, give
from dragoman.bots.compiled import machine
from dragoman.bots.engine import pairs
from dragoman.bots.engine.candidates import change_orders, list_choices_of
from dragoman.bots.engine.forms import MOST_CHANGED
from dragoman.bots.engine.racing import bring_first_forward
from dragoman.bots.engine.rows import see
from dragoman.bots.joint import best, joint_plans, worth
from dragoman.bots.outlook import outlook
from dragoman.bots.searcher import Searcher
from dragoman.formats import load_variant
from dragoman.orders import Hold, Move, Order, Support, UnitRef
from dragoman.rules import Position
from dragoman.rules.engine.codes import HOLD, MOVEMENT, NONE
from dragoman.rules.engine.packed_orders import packed
from dragoman.rules.engine.primitives import fill
from dragoman.rules.judge.legal import orders_numbered
from dragoman.values import FrozenMap

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled_bots")]

STANDARD = load_variant("standard")


def position_of(phase: int, owners: dict[str, str], *units: Unit) -> Position:
    return Position(STANDARD.calendar.phase(phase, 1905), units, FrozenMap(owners))


def orders_of(position: Position, codes: dict[Unit, int]) -> list[Order]:
    given = STANDARD.board, position, STANDARD.rule_set, STANDARD.calendar
    return list(orders_numbered(*given, codes).values())


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


def near_victory(*units: Unit) -> Position:
    """A position in fall in which Germany has seventeen centres, and Scandinavia among them."""
    centers = [place for place, p in STANDARD.board.provinces.items() if p.is_center]
    others = dict.fromkeys(("PAR", "MAR", "BRE", "SPA", "POR"), "FRANCE")
    others |= dict.fromkeys(("VEN", "ROM", "NAP", "VIE", "TRI", "BUD"), "ITALY")
    others |= dict.fromkeys(("CON", "SMY", "ANK", "BUL", "SEV", "MOS"), "TURKEY")
    return position_of(2, dict.fromkeys(centers, "GERMANY") | others, *units)


MUNICH_HOLDS: dict[Unit, Order] = {Unit("GERMANY", "A", "MUN"): Hold(UnitRef("MUN"))}


def test_a_victory_is_stopped_by_supporting_others() -> None:
    """Italy can take no centre from Germany, but has France take one before the game ends."""
    goes = MUNICH_HOLDS | {Unit("FRANCE", "A", "BUR"): Move(UnitRef("BUR"), "MUN")}
    view = replace(view_of(near_victory(*AROUND_MUNICH.units), "ITALY"), last_year=1905)
    orders = best(view, Agreement(goes), 400)
    assert [str(order) for order in orders] == ["A Tyr S A Bur - Mun"]


def test_two_powers_plan_an_attack_together() -> None:
    view = view_of(near_victory(*AROUND_MUNICH.units), "ITALY")
    plans = joint_plans(view, "FRANCE", Agreement(MUNICH_HOLDS), 1000)
    assert {str(order) for order in plans[0].orders.values()} in (
        {"A Tyr S A Bur - Mun", "A Bur - Mun"},
        {"A Bur S A Tyr - Mun", "A Tyr - Mun"},
    )
    assert all(plans[0].gain[power] > 0 for power in ("FRANCE", "ITALY"))
    assert plans[0].gain["GERMANY"] < 0
    assert joint_plans(view, "TURKEY", Agreement(MUNICH_HOLDS), 1000) == []


@pytest.mark.parametrize("owner", ["FRANCE", "ITALY"])
def test_an_army_goes_over_all_fleets_of_a_chain(owner: str) -> None:
    """The chain is tried as a whole, for no part of it is of any use; the second fleet is an own
    one, or the partner's."""
    units = (
        Unit("FRANCE", "A", "BRE"),
        Unit("FRANCE", "F", "ENG"),
        Unit(owner, "F", "NTH"),
        Unit("ITALY", "A", "ROM"),
    )
    position = position_of(2, {"BRE": "FRANCE"}, *units)
    searcher = Searcher(STANDARD, learned=False)
    evaluator, room = searcher.evaluator, searcher.room
    view, power = view_of(position, "FRANCE"), searcher.powers["FRANCE"]
    searcher.see(view)
    give(searcher, view, Agreement())
    room.partner[0] = searcher.powers["ITALY"]
    see(evaluator.tables, room.before, evaluator.sight)
    length = list_choices_of(evaluator, room, power, MOVEMENT)
    fill(room.sets[0], length, packed(HOLD, 0, NONE, NONE))
    count = change_orders(evaluator, room, power, MOVEMENT, length)
    found = {
        frozenset(
            str(order)
            for unit, code in zip(units, room.sets[index][:length].tolist(), strict=True)
            for order in orders_of(position, {unit: code})
        )
        for index in range(1, count)
    }
    chain = {"F Eng C A Bre - Nwy", "F Nth C A Bre - Nwy", "A Bre - Nwy", "A Rom H"}
    assert any({text.removesuffix(" via convoy") for text in one} == chain for one in found)
    short = {"F Eng C A Bre - Lon", "F Nth H", "A Bre - Lon", "A Rom H"}
    assert any({text.removesuffix(" via convoy") for text in one} == short for one in found)


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


def test_the_outlook_of_a_game_tells_how_it_may_end() -> None:
    """Germany lacks a centre: it has to be stopped, and a draw is more than others may expect."""
    seen = outlook(view_of(near_victory(*AROUND_MUNICH.units), "ITALY"))
    assert sum(seen.share.values()) == pytest.approx(1)
    assert seen.to_be_stopped("ITALY") == seen.to_be_stopped("TURKEY") == "GERMANY"
    assert seen.to_be_stopped("GERMANY") is None
    four = ("GERMANY", "ITALY", "FRANCE", "TURKEY")
    assert not seen.is_fair_draw("GERMANY", four)
    assert seen.is_fair_draw("ITALY", four) and not seen.is_fair_draw("ITALY", ("GERMANY",))
    assert seen.is_hopeless("ENGLAND") and not seen.is_hopeless("ITALY")
    start = outlook(view_of(STANDARD.start, "ITALY"))
    assert start.to_be_stopped("ITALY") is None
    assert not any(start.is_hopeless(power) for power in STANDARD.board.powers)


@pytest.mark.parametrize(
    ("sequence", "left", "finalists"),
    [
        ([3, 0, 2, 1, 4], 3, [3, 2]),
        ([3, 2, 1, 0, 4], 3, [3, 2, 1]),
        ([0, 4, 3, 2, 1], 5, [4, 3, 2, 1]),
    ],
)
def test_the_finalists_of_a_race_are_all_others(
    sequence: list[int], left: int, finalists: list[int]
) -> None:
    room = Searcher(STANDARD, learned=False).room
    room.sequence[: len(sequence)] = sequence
    assert bring_first_forward(room, left) == len(finalists)
    assert room.sequence[: len(finalists) + 1].tolist() == [0, *finalists]


def test_who_does_what_is_foreseen_is_supported_without_a_word() -> None:
    """France's army goes to Munich, the one centre that it can take."""
    units = (Unit("FRANCE", "A", "BUR"), Unit("ITALY", "A", "TYR"), Unit("GERMANY", "A", "BER"))
    owners = dict.fromkeys(("PAR", "MAR", "BEL"), "FRANCE") | {"VEN": "ITALY", "BER": "GERMANY"}
    position = position_of(2, owners, *units)
    searcher = Searcher(STANDARD, learned=False)
    room = searcher.room
    searcher.see(view_of(position, "ITALY"))
    give(searcher, view_of(position, "ITALY"), Agreement())
    searcher.found(view_of(position, "ITALY"), 1)
    ways = room.ways[: room.way_starts[1]].tolist()
    texts = {str(order) for code in ways for order in orders_of(position, {units[1]: code})}
    assert "A Tyr S A Bur - Mun" in texts
    assert not texts & {"A Tyr S A Ber - Mun", "A Tyr S A Bur"}


@pytest.mark.filterwarnings("ignore:overflow")
def test_plans_are_the_same_plain_and_compiled() -> None:
    found = []
    for pair_row in (pairs.pair_row, machine()["pair_row"]):
        searcher = Searcher(STANDARD, learned=False)
        room, (italy, france) = searcher.room, (searcher.powers[p] for p in ("ITALY", "FRANCE"))
        view = view_of(near_victory(*AROUND_MUNICH.units), "ITALY")
        searcher.see(view)
        give(searcher, view, Agreement(MUNICH_HOLDS))
        for power, row in ((france, 0), (italy, 1)):
            room.lengths[power], room.of[power, 0] = 1, row
            room.found[power, 0] = packed(HOLD, 0, NONE, NONE)
        count = pair_row(searcher.evaluator, room, italy, france, 60, 1905)
        sums = [room.sums[cell] for cell in range(2 * MOST_CHANGED)]
        found.append(
            (
                count,
                room.sequence[:8].tolist(),
                [room.sets[row][:2].tolist() for row in range(8)],
                sums,
            )
        )
    assert found[0] == found[1]
    assert found[0][0] > 0


def test_goodwill_helps_an_ally_at_no_cost() -> None:
    """Italy has nothing to win or to lose in the last fall; France could do with its support."""
    owners = {"MUN": "GERMANY", "PAR": "FRANCE"} | dict.fromkeys(("VIE", "TRI", "VEN"), "ITALY")
    position = position_of(2, owners, *AROUND_MUNICH.units)
    view = replace(view_of(position, "ITALY"), last_year=1905)
    goes = MUNICH_HOLDS | {Unit("FRANCE", "A", "BUR"): Move(UnitRef("BUR"), "MUN")}
    for goodwill in (0.0, 1.0):
        agreed = Agreement(goes, frozenset({"FRANCE"}), goodwill=goodwill)
        helps = [str(order) for order in best(view, agreed, 300)] == ["A Tyr S A Bur - Mun"]
        assert helps is bool(goodwill)


def test_the_worth_of_plans_is_reckoned_once_for_all_that_is_offered() -> None:
    view, before = view_of(AROUND_MUNICH, "FRANCE", 77), len(joint._KNOWN)
    without = Agreement({Unit("ITALY", "A", "TYR"): Hold(UnitRef("TYR"))})
    for _ in range(2):
        assert worth(view, TYROL_SUPPORTS, without, 100).gain["FRANCE"] > 0
    assert len(joint._KNOWN) == min(before + 1, 16)


def test_a_unit_that_would_only_hold_helps_an_ally() -> None:
    position = position_of(0, {"MUN": "GERMANY", "PAR": "FRANCE"}, *AROUND_MUNICH.units)
    around = frozenset(("MUN", "BOH", "VIE", "TRI", "VEN", "PIE"))
    goes: dict[Unit, Order] = {Unit("FRANCE", "A", "BUR"): Move(UnitRef("BUR"), "MUN")}
    for goodwill, order in ((0.0, "A Tyr H"), (0.001, "A Tyr S A Bur - Mun")):
        agreed = Agreement(goes, frozenset({"FRANCE"}), {"ITALY": around}, goodwill)
        found = best(view_of(position, "ITALY"), agreed, 20)
        assert [str(one) for one in found] == [order]

"""Orders: at hand and ahead, on conditions, standing, impossible, as they were written."""

from __future__ import annotations

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import with_orders
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.orders_view import orders_view
from dragoman.judge.views.turn_view import turn_view
from dragoman.orders import write
from tests.judge.table import STRANGER, Table, seven


def judged(table: Table, power: str) -> tuple[str, ...]:
    """What counted for a power in the last phase."""
    return tuple(map(write, table.g.history[-1].orders.get(power, ())))


def test_what_was_written_comes_back_as_it_was() -> None:
    table = seven()
    text = "  a PARIS - Burgundy!\r\n# my plan\nF bre ??? \n\n"
    told = table.done(c.SaveOrders(text), "FRANCE").told
    assert [one.line for one in told if one.is_error] == [3]
    sheet = game_view(table.viewer("FRANCE"))["sheets"][0]
    assert (sheet["text"], sheet["phase"]) == (text, "S1901M")
    table.done(c.ProcessNow())
    assert judged(table, "FRANCE") == ("A PAR-BUR",)
    assert turn_view(table.viewer("FRANCE"), 0)["written"]["FRANCE"] == text


def test_any_notation_and_orders_from_the_list() -> None:
    table = seven()
    possible = orders_view(table.viewer("AUSTRIA"), "AUSTRIA")["possible"]
    assert "A VIE-GAL" in possible["A VIE"]
    sheet = "A Vienna move to Galicia; F TRI-ALB\nArmee Budapest unterstützt A Vienna - Galicia"
    assert not [one for one in table.done(c.SaveOrders(sheet), "AUSTRIA").told if one.is_error]
    view = orders_view(table.viewer("AUSTRIA"), "AUSTRIA")
    assert view["orders"] == ["A VIE-GAL", "F TRI-ALB", "A BUD S A VIE-GAL"]


def test_impossible_orders_are_kept_and_told_as_such() -> None:
    table = seven()
    answer = table.done(c.SaveOrders("A par-mos, A mar S A mun-bur"), "FRANCE")
    assert {one.code for one in answer.told} == {"hopeless-order"}
    assert not any(one.is_error for one in answer.told)
    table.done(c.ProcessNow())
    assert judged(table, "FRANCE") == ("A PAR-MOS", "A MAR S A MUN-BUR")


def test_each_change_is_kept_and_the_last_counts() -> None:
    table = seven()
    for text in ("A par-bur", "A par-pic", "A par-pic", ""):
        table.do(c.SaveOrders(text), "FRANCE")
    assert table.kinds().count("OrdersSaved") == 3
    table.done(c.ProcessNow())
    assert judged(table, "FRANCE") == ()


def test_orders_for_a_later_phase_wait_for_it() -> None:
    table = seven()
    told = table.done(c.SaveOrders("A bur-mun, A zzz-bel", "F1901M"), "FRANCE").told
    assert [one.code for one in told if one.is_error]
    table.done(c.SaveOrders("A par-bur"), "FRANCE")
    table.wait(days=1)
    assert table.phase == "F1901M" and table.g.has_ordered("FRANCE")
    table.wait(days=1)
    assert judged(table, "FRANCE") == ("A BUR-MUN",)


@pytest.mark.parametrize(
    ("phase", "code"),
    [
        ("S1900M", "phase-is-over"),
        ("U1901M", "unknown-phase"),
        ("soon", "unknown-phase"),
    ],
)
def test_phases_for_which_nobody_can_order(phase: str, code: str) -> None:
    assert seven().refused(c.SaveOrders("A par-bur", phase), "FRANCE") == code


def test_orders_on_conditions_are_chosen_when_the_phase_is_judged() -> None:
    plan = (
        "IF France A bur\nA bur-bel\nELSE\nA par-pic\nENDIF\nIF A mun-bur failed\nA mar-bur\nENDIF"
    )
    for spring, fall in (
        ("A par-bur\nA mar S A par-bur", ("A BUR-BEL", "A MAR-BUR")),
        ("A par H", ("A PAR-PIC",)),
    ):
        table = seven()
        assert not table.done(c.SaveOrders(plan, "F1901M"), "FRANCE").told
        table.done(c.SaveOrders(spring), "FRANCE")
        table.done(c.SaveOrders("A mun-bur"), "GERMANY")
        table.done(c.ProcessNow())
        assert orders_view(table.viewer("FRANCE"), "FRANCE")["orders"] == list(fall)
        table.done(c.ProcessNow())
        assert judged(table, "FRANCE") == fall
        others = turn_view(table.viewer("GERMANY"), 1)
        assert list(others["written"]) == ["GERMANY"] or not others["written"]


def test_retreats_and_builds_on_conditions() -> None:
    start = "F1901M | FRANCE: A BUR, A GAS, F SPA/NC; GERMANY: A MUN, A RUH | FRANCE: BRE, MAR, PAR"
    table = seven(start=start)
    plan = "IF bel is empty\nA bur-bel\nELSE\nA bur-par\nENDIF"
    table.done(c.SaveOrders(plan, "F1901R"), "FRANCE")
    build = (
        "IF A bel\nIF France has at least 5 centers\nbuild F bre\nbuild A par\n"
        "ELSE\nbuild A par\nENDIF\nENDIF"
    )
    assert not table.done(c.SaveOrders(build, "W1901A"), "FRANCE").told
    table.done(c.SaveOrders("A mun-bur, A ruh S A mun-bur"), "GERMANY")
    table.done(c.ProcessNow())
    assert table.phase == "F1901R"
    table.done(c.ProcessNow())
    assert table.phase == "W1901A" and table.g.game.centers("France") == (
        "BEL", "BRE", "MAR", "PAR", "SPA",
    )  # fmt: skip
    table.done(c.ProcessNow())
    assert {"F BRE", "A PAR"} <= {str(one) for one in table.g.game.units("France")}


def test_a_sheet_of_which_the_conditions_cannot_be_read_is_refused() -> None:
    table = seven()
    table.done(c.SaveOrders("A par-bur"), "FRANCE")
    answer = table.do(c.SaveOrders("A par H\nIF it rains\nA mar-spa\nENDIF"), "FRANCE")
    assert answer.refused and [(one.code, one.line) for one in answer.told] == [
        ("unreadable-condition", 2)
    ]
    assert table.g.sheets["FRANCE", "S1901M"].text == "A par-bur"


def test_words_in_branches_that_do_not_count_are_told_too() -> None:
    table = seven()
    text = "IF A bur\nA bur-xyz\nELSE\nA par-bur\nENDIF"
    assert [one.line for one in table.done(c.SaveOrders(text), "FRANCE").told] == [2]
    assert table.g.has_ordered("FRANCE")
    table.done(c.SaveOrders("IF A bur\nA bur H\nENDIF"), "FRANCE")
    assert not table.g.has_ordered("FRANCE")


def test_standing_orders_are_used_for_units_without_others() -> None:
    table = seven(switches={"standing_orders": "yes"})
    table.done(c.SaveStanding("A par-bur\nF bre-mao\nA gas-spa"), "FRANCE")
    table.done(c.SaveOrders("F bre-eng"), "FRANCE")
    table.done(c.ProcessNow())
    assert set(judged(table, "FRANCE")) == {"F BRE-ENG", "A PAR-BUR"}
    table.done(c.ProcessNow())
    assert judged(table, "FRANCE") == ()
    table.done(c.RollBack("S1901M"))
    assert set(map(write, with_orders(table.g).orders("France"))) == {"F BRE-ENG", "A PAR-BUR"}
    table.done(c.SaveStanding(""), "FRANCE")
    assert tuple(map(write, with_orders(table.g).orders("France"))) == ("F BRE-ENG",)


def test_orders_stand_only_where_the_rules_let_them() -> None:
    table = seven()
    assert table.refused(c.SaveStanding("A par-bur"), "FRANCE") == "not-allowed"
    table = seven(switches={"standing_orders": "yes"})
    conditional = c.SaveStanding("IF A bur\nA bur H\nENDIF")
    assert table.refused(conditional, "FRANCE") == "conditional-standing"


def test_a_sheet_has_its_longest() -> None:
    table = seven()
    assert table.refused(c.SaveOrders("A par-bur\n" * 10_001), "FRANCE") == "sheet-too-long"


def test_nobody_else_orders_for_a_power() -> None:
    table = seven()
    assert table.refused(c.SaveOrders("A par-bur", power="FRANCE"), "ENGLAND") == "not-your-power"
    assert table.refused(c.SaveOrders("A par-bur", power="FRANCE"), STRANGER) == "not-allowed"
    table.done(c.SaveOrders("A par-bur", power="France"))
    assert ("orders FRANCE", 1) in [(one.what, one.by) for one in table.g.acts]


def test_in_a_blind_game_the_judge_tells_no_more_than_can_be_seen() -> None:
    """Whether an order can come to anything must not tell where others stand."""
    table = seven(blind=True)
    table.done(c.SaveOrders("A mun-ruh"), "GERMANY")
    table.done(c.ProcessNow())
    seen = [
        table.do(c.SaveOrders(f"A mar S A {place}-bur"), "FRANCE").told for place in ("ruh", "mun")
    ]
    codes = [[one.code for one in told] for told in seen]
    assert codes[0] == codes[1]
    ask = "IF Germany in ruh\nA par-bur\nELSE\nA par-pic\nENDIF"
    table.done(c.SaveOrders(ask), "FRANCE")
    table.done(c.ProcessNow())
    assert judged(table, "FRANCE") == ("A PAR-PIC",)
    possible = orders_view(table.viewer("FRANCE"), "FRANCE")["possible"]
    # Nobody knows if a unit is there; whatever comes from there can be supported.
    helped = {one for orders in possible.values() for one in orders if "RUH" in one}
    assert helped == {f"{unit} S A RUH-BUR" for unit in ("A PIC", "A MAR")} | {"A PIC S A RUH-BEL"}


def test_in_a_blind_game_orders_may_count_on_what_is_not_seen() -> None:
    table = seven(blind=True)
    doubtful = "A par S A mun-bur\nF bre-nao\nA mar-tun"
    told = table.done(c.SaveOrders(doubtful), "FRANCE").told
    # The Gulf of Lyon is seen, and has no fleet.
    assert [(one.line, one.code) for one in told] == [(2, "hopeless-order"), (3, "hopeless-order")]
    table.done(c.SaveOrders("A mun-bur"), "GERMANY")
    table.done(c.ProcessNow())
    assert str(table.g.history[-1].outcome("MUN").result) == "Result.SUCCEEDS", "it was supported"


def test_in_a_blind_game_a_condition_sees_what_the_power_sees() -> None:
    table = seven(blind=True)
    table.done(c.SaveOrders("A mun-bur"), "GERMANY")
    table.done(c.ProcessNow())
    table.done(c.SaveOrders("IF Germany in bur\nA par-pic\nENDIF"), "FRANCE")
    table.done(c.ProcessNow())
    assert judged(table, "FRANCE") == ("A PAR-PIC",)


def test_what_is_told_of_a_later_sheet_is_told_from_its_top() -> None:
    for phase in ("S1901M", "F1901M"):
        text = "A par-bur\nA par-pic\nxyz"
        told = seven().done(c.SaveOrders(text, phase), "FRANCE").told
        assert [one.line for one in told] == [1, 3]

"""The rules that explanations cite: those that decided, in the words of players."""

from __future__ import annotations

import re

import pytest
from case_judging import variant_of
from turns_to_explain import DATC, STANDARD, TRIALS, resolutions, told, turn

from dragoman.board import Unit
from dragoman.game import process
from dragoman.orders import Hold, Move, Order, UnitRef
from dragoman.reports import explain, explanations
from dragoman.rules import Phase, Position
from dragoman.words import LANGUAGES


@pytest.mark.slow
def test_no_words_of_programs_in_what_players_read() -> None:
    """Neither the names of switches nor those of their answers."""
    for trial in TRIALS.values():
        for resolution in resolutions(trial):
            for explanation in explanations(variant_of(trial), resolution):
                for language in LANGUAGES:
                    text = explanation.text(language)
                    assert not re.search(r"[a-z]_[a-z]|[a-z]=|`", text), text


def test_the_rule_about_convoys_that_is_cited_is_the_one_that_decided() -> None:
    rule_set = DATC.replace(convoy_choice="own-or-via-else-land")
    resolution = turn(rule_set, ENGLAND="A BEL-HOL VIA; F NTH H")
    assert "and over land if that fails: DATC 4.A.3]" in told(resolution, "A BEL")
    rule_set = DATC.replace(via_without_convoy="by-land")
    resolution = turn(rule_set, ENGLAND="A NWY-SWE; F SKA C A NWY-SWE; F DEN H", RUSSIA="A STP H")
    assert told(resolution, "A NWY").startswith("A Nwy–Swe succeeded")


def test_a_support_that_a_convoy_may_not_cut() -> None:
    rule_set = DATC.replace(convoy_paradox="never-cuts")
    resolution = turn(
        rule_set,
        ENGLAND="F NTH C A LON-BEL; A LON-BEL",
        GERMANY="A BEL S A HOL; A HOL H",
        RUSSIA="F HEL-HOL; A KIE S F HEL-HOL",
    )
    assert told(resolution, "A BEL") == (
        "A Bel S A Hol stood: A Hol had strength 2 and held. A Lon–Bel came by convoy and could "
        "not cut the support. A Bel held: strength 1 against 1 of A Lon–Bel. "
        "[in this game a convoyed army never cuts support: DATC 4.A.2; "
        "an attack must be stronger than the defence: DATC 6.D.1]"
    )


def test_a_support_cut_by_its_own_side_where_that_is_allowed() -> None:
    rule_set = DATC.replace(self_cut="yes")
    resolution = turn(rule_set, ENGLAND="F LON S F WAL-ENG; F WAL-ENG; A YOR-LON")
    assert told(resolution, "F LON") == (
        "F Lon S F Wal–Eng was cut by A Yor–Lon. [an attack cuts support: "
        "DATC 6.D.3; in this game an attack also cuts support of its own power: "
        "DipWork SELF_CUT_OK]"
    )


def test_an_attack_on_an_own_unit_is_told_where_it_would_have_dislodged() -> None:
    orders = "A VIE H; A TRI-VIE"
    assert told(turn(AUSTRIA=orders), "A VIE") == "A Vie held."
    supported = turn(AUSTRIA=orders, ITALY="A TYR S A TRI-VIE")
    assert told(supported, "A VIE") == (
        "A Vie held. A Tri–Vie could not dislodge A Vie, a unit of its own power. "
        "[no attack on one's own unit: DATC 6.D.10]"
    )


def test_what_never_arrived_is_told_of_where_it_could_have_cut() -> None:
    orders = {"FRANCE": "A BRE-LON; F ENG C A BRE-LON", "GERMANY": "F NTH-ENG; F BEL S F NTH-ENG"}
    assert told(turn(**orders, ENGLAND="F LON H"), "F LON") == "F Lon held."
    said = told(turn(**orders, ENGLAND="F LON S A YOR; A YOR H"), "F LON")
    assert "A Bre–Lon never arrived and cut no support." in said


def test_a_support_void_because_nothing_was_ordered() -> None:
    resolution = turn(FRANCE="A MAR S A PAR-BUR", units={"GERMANY": "A PAR"})
    assert told(resolution, "A MAR") == (
        "A Mar S A Par–Bur was void: A Par had no order. [DATC 4.E.1]"
    )
    assert told(resolution, "A PAR") == "A Par had no order and held."


def test_a_move_that_cannot_be_made_but_counts_as_one() -> None:
    rule_set = DATC.replace(impossible_move="counts-as-move")
    resolution = turn(rule_set, RUSSIA="F RUM-HOL", TURKEY="F BLA-RUM; A BUL S F BLA-RUM")
    assert told(resolution, "F RUM").startswith(
        "F Rum–Hol was not possible: F Rum cannot go to Hol. F Rum was dislodged by F Bla–Rum: "
        "strength 1 against 2 of F Bla–Rum (A Bul supports)."
    )


def test_a_part_of_a_convoy() -> None:
    resolution = turn(ENGLAND="A LON-NWY; F NTH H; F NWG C A LON-NWY")
    assert told(resolution, "A LON") == (
        "A Lon–Nwy failed: no complete convoy was ordered for it. [DATC 6.D.8]"
    )
    resolution = turn(ENGLAND="A WAL-BEL; F ENG H; F IRI C A WAL-BEL; F MAO H; F NTH H")
    assert "no complete convoy was ordered" in told(resolution, "A WAL")


def test_more_than_one_order_and_orders_for_others() -> None:
    resolution = turn(GERMANY="A MUN H", FRANCE="A BUR-MUN")
    orders: dict[str, list[Order]] = {
        "GERMANY": [
            Hold(UnitRef("MUN", "A")),
            Move(UnitRef("MUN", "A"), "BER"),
            Move(UnitRef("BUR", "A"), "PAR"),
        ],
    }
    resolution = process(STANDARD, resolution.before, orders, DATC)
    assert explain(STANDARD, resolution, "A MUN").splitlines() == [
        "A Mun H was not possible: the unit was given different orders. "
        "[in this game neither of two orders for one unit counts: DATC 4.D.3]",
        "A Mun–Ber was not accepted: the unit was given different orders. "
        "[in this game neither of two orders for one unit counts: DATC 4.D.3]",
    ]
    assert explain(STANDARD, resolution, "A BUR").splitlines() == [
        "A Bur had no order and held.",
        "A Bur–Par was not accepted: A Bur is not a unit of Germany. [DATC 6.A.6]",
    ]


def test_a_fleet_does_not_go_by_convoy_whatever_its_order_says() -> None:
    resolution = turn(ENGLAND="F BEL-HOL VIA")
    assert told(resolution, "F BEL") == "F Bel–Hol via convoy succeeded: nothing stood against it."


def test_an_order_given_twice() -> None:
    for answer in ("first", "last", "neither"):
        rule_set = DATC.replace(two_orders=answer)
        position = Position(Phase.parse("S1901M"), (Unit("FRANCE", "A", "PAR"),))
        move = Move(UnitRef("PAR", "A"), "PIC")
        resolution = process(STANDARD, position, {"FRANCE": [move, move]}, rule_set)
        assert explain(STANDARD, resolution, "A PAR").splitlines() == [
            "A Par–Pic succeeded: nothing stood against it.",
            "A Par–Pic was given more than once; once counts.",
        ]


def test_a_support_that_names_no_coast_does_not_name_another() -> None:
    rule_set = DATC.replace(coast_in_support="own-only")
    resolution = turn(rule_set, FRANCE="F POR S F MAO-SPA", ENGLAND="F MAO-SPA/NC")
    assert told(resolution, "F POR") == (
        "F Por S F Mao–Spa was void: it does not name the coast of Spa. "
        "[in this game only a support for another power's unit must name the coast: DATC 4.B.4]"
    )


def test_coasts_that_do_not_matter() -> None:
    resolution = turn(FRANCE="F SMY S F EAS-SYR/NC; F EAS-SYR")
    assert told(resolution, "F SMY").endswith(
        "[in this game a coast that does not exist or does not matter means nothing: DATC 4.B.6]"
    )
    rule_set = DATC.replace(coast_of_unit="fails")
    units = (Unit("RUSSIA", "F", "BUL/EC"),)
    orders = {"RUSSIA": [Move(UnitRef("BUL/NC", "F"), "RUM")]}
    position = Position(Phase.parse("S1901M"), units)
    resolution = process(STANDARD, position, orders, rule_set)
    assert "does not matter means nothing: DATC 4.B.6]" in told(resolution, "F BUL/EC")


def test_a_convoy_whose_route_had_to_be_named() -> None:
    rule_set = DATC.replace(convoy_route_named="required")
    resolution = turn(rule_set, ENGLAND="A LON-NWY; F NTH C A LON-NWY")
    assert told(resolution, "A LON") == (
        "A Lon–Nwy failed: the order does not name the route of its convoy. [in this game an army "
        "goes by convoy only where its order names the route: DATC 4.A.6; nJudge STRICT CONVOY]"
    )
    resolution = turn(rule_set, ENGLAND="A LON-NWY; F NTH H")
    assert told(resolution, "A LON").endswith("was ordered for it. [DATC 6.D.8]")

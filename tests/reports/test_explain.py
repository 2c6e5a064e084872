"""What explanations say, word for word: the positions players argue about."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from case_judging import variant_of
from turns_to_explain import DATC, STANDARD, TRIALS, resolutions, told, turn

from dragoman.board import ARMY, Board, Path, Power, Province, Terrain, Unit, UnitKind, UnknownName
from dragoman.game import Variant, process
from dragoman.orders import LANGUAGES, Hold, Move, Order, Retreat, Support, UnitRef
from dragoman.reports import explain, explanation_data, explanations
from dragoman.rules import Dislodged, Phase, Position


def test_a_bounce_against_a_supported_unit() -> None:
    resolution = turn(
        FRANCE="A BUR-MUN",
        GERMANY="A MUN H; A BER S A MUN",
        ENGLAND="A RUH S A BUR-MUN; A SIL S A BUR-MUN",
        RUSSIA="A WAR-SIL",
    )
    assert told(resolution, "A BUR") == (
        "A Bur–Mun bounced: strength 2 (A Ruh supports; A Sil's support was cut by A War) "
        "against 2 of A Mun (A Ber supports). "
        "[an attack must be stronger than the defence: DATC 6.D.1]"
    )
    assert told(resolution, "A BUR", "de") == (
        "A Bur–Mun kam nicht durch: Stärke 2 (A Ruh unterstützt; die Unterstützung durch A Sil "
        "wurde von A War abgeschnitten) gegen 2 von A Mun (A Ber unterstützt). "
        "[ein Angriff muss stärker sein als die Verteidigung: DATC 6.D.1]"
    )
    (data,) = explanation_data(STANDARD, resolution, "A BUR")
    assert data == {
        "power": "FRANCE",
        "unit": "A BUR",
        "order": "A BUR-MUN",
        "treated_as": "A BUR-MUN",
        "result": "bounce",
        "reason": "",
        "moved_to": None,
        "dislodged_by": None,
        "cut_by": None,
        "strength": {
            "unit": "A BUR",
            "role": "attack",
            "strength": 2,
            "own": 1,
            "why_zero": "",
            "supports": [
                {
                    "unit": "A RUH",
                    "power": "ENGLAND",
                    "strength": 1,
                    "counted": True,
                    "why_not": "",
                    "cut_by": None,
                },
                {
                    "unit": "A SIL",
                    "power": "ENGLAND",
                    "strength": 1,
                    "counted": False,
                    "why_not": "cut",
                    "cut_by": "A WAR",
                },
            ],
        },
        "met": [
            {
                "unit": "A MUN",
                "role": "hold",
                "strength": 2,
                "own": 1,
                "why_zero": "",
                "supports": [
                    {
                        "unit": "A BER",
                        "power": "GERMANY",
                        "strength": 1,
                        "counted": True,
                        "why_not": "",
                        "cut_by": None,
                    }
                ],
            }
        ],
        "statements": [
            {
                "says": "move.bounced",
                "order": "A BUR-MUN",
                "force": {
                    "says": "force.with-remarks",
                    "force": {"says": "force.own", "strength": 2},
                    "remarks": [
                        {"says": "force.supports", "units": ["A RUH"]},
                        {"says": "force.cut", "unit": "A SIL", "by": "A WAR"},
                    ],
                },
                "met": [
                    {
                        "says": "force.with-remarks",
                        "force": {"says": "force.hold", "strength": 2, "unit": "A MUN"},
                        "remarks": [{"says": "force.supports", "units": ["A BER"]}],
                    }
                ],
            }
        ],
        "rules": [{"rule": "defence", "source": "DATC 6.D.1"}],
    }


# Errors that others have made.


def test_support_of_the_attacked_side_does_not_count_for_a_convoyed_attack_either() -> None:
    resolution = turn(
        ENGLAND="F NTH C A LON-BEL; A LON-BEL",
        FRANCE="A BEL H; A BUR S A LON-BEL",
        GERMANY="A HOL H",
    )
    assert told(resolution, "A LON") == (
        "A Lon–Bel bounced: strength 1 (A Bur may not help to dislodge its own power's unit) "
        "against 1 of A Bel. A Lon went by convoy of F Nth. "
        "[no support against an own unit: DATC 6.D.12]"
    )
    assert told(resolution, "A BUR", "de") == (
        "A Bur S A Lon–Bel galt, zählte aber nicht: Gegen eine eigene Einheit, hier A Bel, hilft "
        "keine Macht. [keine Unterstützung gegen eine eigene Einheit: DATC 6.D.12]"
    )


def test_occupied_provinces_are_no_retreats_after_a_convoyed_attack() -> None:
    resolution = turn(
        ENGLAND="F NTH C A YOR-HOL; A YOR-HOL; F HEL S A YOR-HOL",
        GERMANY="A HOL H; A KIE H; A RUH H",
        FRANCE="A PIC-BEL",
    )
    assert told(resolution, "A HOL") == (
        "A Hol was dislodged by A Yor–Hol: strength 1 against 2 of A Yor–Hol (F Hel supports). "
        "A Hol had nowhere to go and was destroyed. Closed to it: Bel (A Bel stands there), "
        "Kie (A Kie stands there) and Ruh (A Ruh stands there). "
        "[the stronger attack dislodges: DATC 6.D.2]"
    )


def test_supports_by_the_opponents_side_count_in_a_head_on_fight() -> None:
    (resolution,) = resolutions(TRIALS["6.E.6"])
    assert told(resolution, "F NTH") == (
        "F Nth–Hol bounced: strength 2 (F Bel supports) against 3 of F Hol–Nth coming the other "
        "way (F Hel supports; F Eng supports here, though not to dislodge its own power's unit) "
        "and 2 of A Ruh–Hol (A Kie supports). [head-on, the stronger wins: DATC 6.E.1]"
    )
    assert told(resolution, "F HOL") == (
        "F Hol–Nth bounced: strength 2 (F Hel supports; F Eng may not help to dislodge its own "
        "power's unit) against 2 of F Nth–Hol coming the other way (F Bel supports). "
        "F Hol itself was attacked: strength 1 against 2 of A Ruh–Hol (A Kie supports). "
        "A Ruh–Hol was kept out by F Nth–Hol. "
        "[no support head-on against an own unit: DATC 6.E.3; "
        "attackers that stop each other dislodge nobody: DATC 6.E.13]"
    )


def test_the_fight_that_sent_others_into_an_endless_loop() -> None:
    (resolution,) = resolutions(TRIALS["6.E.4"])
    assert told(resolution, "A RUH") == (
        "A Ruh–Hol bounced: strength 2 (A Kie supports) against 1 of F Hol (could not leave) "
        "and 2 of F Nth–Hol (F Bel supports). F Nth–Hol was beaten too, but still kept others "
        "out. [stand-off: DATC 6.A.11; the loser of a head-on fight still blocks: DATC 6.E.4]"
    )


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            "fails",
            "A Bel–Hol via convoy failed: no complete convoy was ordered for it. "
            "[in this game an army that is to go by convoy stays where none is complete: "
            "DATC 4.A.3, 6.G.8]",
        ),
        (
            "by-land",
            "A Bel–Hol via convoy succeeded: nothing stood against it. "
            "A Bel went by land, for want of a complete convoy. "
            "[in this game an army that is to go by convoy goes over land where none is complete: "
            "DATC 4.A.3, 6.G.8]",
        ),
    ],
)
def test_via_convoy_without_one(answer: str, expected: str) -> None:
    rule_set = DATC.replace(via_without_convoy=answer)
    resolution = turn(rule_set, ENGLAND="A BEL-HOL VIA; F NTH H")
    assert told(resolution, "A BEL") == expected


# Support that may not help to dislodge.


def test_such_support_still_counts_against_the_unit_that_comes_the_other_way() -> None:
    resolution = turn(
        AUSTRIA="A TRI-VIE; A BUD S A TRI-VIE; A TYR S A VIE-TRI", GERMANY="A VIE-TRI; A BOH-VIE"
    )
    assert told(resolution, "A TYR") == (
        "A Tyr S A Vie–Tri stood. It could not help to dislodge A Tri, a unit of its own power, "
        "but it helped to stop A Tri–Vie. [no support against an own unit: DATC 6.D.12; "
        "support against an own unit still keeps others out: DATC 6.E.12]"
    )
    assert "2 of A Vie–Tri coming the other way (A Tyr supports here, though not to" in told(
        resolution, "A TRI"
    )
    assert told(resolution, "A TYR", "de").startswith(
        "A Tyr S A Vie–Tri galt. Zum Vertreiben der eigenen Einheit A Tri durfte die "
        "Unterstützung nicht helfen, aber sie half, A Tri–Vie aufzuhalten. "
    )


def test_such_support_still_keeps_a_third_power_out() -> None:
    (resolution,) = resolutions(TRIALS["6.E.12"])
    assert "but it helped to stop A Gal–Bud." in told(resolution, "A SER")
    assert "A Gal–Bud was kept out by A Vie–Bud." in told(resolution, "A BUD")
    assert "2 of A Vie–Bud (A Ser supports here, though not to dislodge" in told(resolution, "GAL")
    assert "1 of A Vie–Bud (A Ser may not help to dislodge its own" in told(resolution, "A BUD")


def test_such_support_may_count_and_change_nothing() -> None:
    (resolution,) = resolutions(TRIALS["6.E.7"])
    assert "but it counted against F Hel–Nth." in told(resolution, "F YOR")


def test_a_unit_saved_by_an_attack_of_its_own_side() -> None:
    resolution = turn(
        ENGLAND="F NTH H; F YOR-NTH; F LON S F YOR-NTH", GERMANY="F HEL-NTH; F HOL S F HEL-NTH"
    )
    assert told(resolution, "F NTH") == (
        "F Nth held: strength 1 against 2 of F Hel–Nth (F Hol supports). F Hel–Nth was kept out "
        "by F Nth's own side: 2 of F Yor–Nth (F Lon supports). F Yor–Nth could not dislodge "
        "F Nth, a unit of its own power. [attackers that stop each other dislodge nobody: "
        "DATC 6.E.13; no attack on an own unit: DATC 6.D.10]"
    )
    assert told(resolution, "F YOR") == (
        "F Yor–Nth failed: F Nth of its own power did not leave. It still helped to stop "
        "F Hel–Nth. [no attack on an own unit: DATC 6.D.10; "
        "who is stopped still keeps weaker ones out: DATC 6.E.12]"
    )
    assert "but the support helped to stop F Hel–Nth." in told(resolution, "F LON")
    assert "von der eigenen Seite von F Nth aufgehalten: 2 von F Yor–Nth" in told(
        resolution, "F NTH", "de"
    )


def test_who_kept_whom_out_of_a_beleaguered_province() -> None:
    resolution = turn(
        ENGLAND="F NTH H",
        FRANCE="F BEL-NTH; F ENG S F BEL-NTH; F LON S F BEL-NTH",
        GERMANY="F HEL-NTH; F HOL S F HEL-NTH",
        RUSSIA="F NWG-NTH; F EDI S F NWG-NTH; F NWY S F NWG-NTH",
    )
    assert (
        "F Bel–Nth was kept out by F Nwg–Nth. F Hel–Nth was kept out by F Bel–Nth and F Nwg–Nth. "
        "F Nwg–Nth was kept out by F Bel–Nth."
    ) in told(resolution, "F NTH")


# Paradoxes.


def test_the_circle_of_a_paradox_is_a_chain() -> None:
    (resolution,) = resolutions(TRIALS["6.F.22"])
    assert told(resolution, "A BRE") == (
        "A Bre–Lon failed: its convoy was caught in a paradox and carried nobody. "
        "The circle: A Bre–Lon would cut F Lon S F Edi–Nth; F Edi–Nth needs the support of "
        "F Lon; F Edi–Nth would dislodge F Nth, on which the convoy of A Nwy–Bel hangs; "
        "A Nwy–Bel would cut F Bel S F Pic–Eng; F Pic–Eng needs the support of F Bel; "
        "F Pic–Eng would dislodge F Eng, on which the convoy of A Bre–Lon hangs. "
        "[in this game a convoy in a paradox carries nobody: DATC 4.A.2]"
    )
    (resolution,) = resolutions(TRIALS["6.F.16"])
    assert (
        "A Bre–Lon würde F Lon S F Wal–Eng abschneiden; die Unterstützung von F Lon würde "
        "F Bel–Eng aufhalten; F Bel–Eng würde F Eng vertreiben, woran das Geleit von A Bre–Lon "
        "hängt."
    ) in told(resolution, "A BRE", "de")


def test_a_circle_of_the_gateway() -> None:
    def told(id_: str) -> str:
        (resolution,) = resolutions(TRIALS[id_])
        return explain(variant_of(TRIALS[id_]), resolution, "F MEDS")

    assert (
        "The circle: F Meds–Reds would cut F Reds S A Egy; the support of F Reds would stop "
        "A Sud–Egy; A Sud–Egy would dislodge A Egy, which lets F Meds–Reds pass."
    ) in told("gateway dislodges its controller")
    assert "F Egy–Meds would give up the gateway that F Meds–Reds has to pass." in told(
        "gateway in a ring"
    )
    assert told("gateway support, controller dislodged") == (
        "F Meds S F Gul–Reds did not get through the gateway. A Egy, which controlled the "
        "gateway, did not stay there. [in this game a gateway opens only by leave of the unit "
        "that controls it: nJudge GATEWAYS]"
    )


def test_an_army_that_shall_go_by_sea_for_the_sake_of_a_fleet_that_is_not_needed() -> None:
    (resolution,) = resolutions(TRIALS["6.G.6"])
    assert told(resolution, "F ENG").startswith(
        "F Eng C A Lvp–Edi carried nobody, as no complete convoy from Lvp to Edi needs F Eng; "
        "but it sent A Lvp–Edi by convoy. [in this game an army goes to a neighbour by convoy"
    )


# Retreats.


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("BOH", "a stand-off left it empty"),
        ("TRI", "its attacker came from there"),
        ("BUD", "A Bud stands there"),
        ("GAL", "it was not among the retreats that were open"),
        ("MUN", "Mun is not next to Vie"),
        ("VIE", "the unit was dislodged from there"),
    ],
)
def test_why_a_retreat_was_closed(target: str, why: str) -> None:
    vienna = Dislodged(Unit("GERMANY", "A", "VIE"), ("TYR",), "TRI")
    standing = (Unit("AUSTRIA", "A", "VIE"), Unit("AUSTRIA", "A", "BUD"))
    position = Position(
        Phase.parse("F1902R"), standing, dislodged=(vienna,), contested=frozenset({"BOH"})
    )
    orders = {"GERMANY": [Retreat(UnitRef("VIE", "A"), target)]}
    resolution = process(STANDARD, position, orders, DATC)
    text = told(resolution, "A VIE")
    assert text.startswith(
        f"A Vie R {target.title()} was not possible: {why}. A Vie was disbanded."
    )


def test_a_retreat_closed_by_more_than_where_a_convoyed_attacker_came_from() -> None:
    """The phase does not know of the convoy: then the stand-off is what is certain."""
    sweden = Dislodged(Unit("RUSSIA", "A", "SWE"), ("FIN",), "NWY")
    position = Position(
        Phase.parse("F1902R"), (), dislodged=(sweden,), contested=frozenset({"NWY"})
    )
    orders = {"RUSSIA": [Retreat(UnitRef("SWE", "A"), "NWY")]}
    assert "a stand-off left it empty" in told(process(STANDARD, position, orders, DATC), "A SWE")


# What decided.


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
        "F Lon S F Wal–Eng was cut by A Yor–Lon. "
        "A Yor–Lon could not dislodge F Lon, a unit of its own power. [an attack cuts support: "
        "DATC 6.D.3; in this game an attack also cuts support of its own power: "
        "DipWork SELF_CUT_OK; "
        "no attack on an own unit: DATC 6.D.10]"
    )


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


# Finding the order.


def test_units_are_found_by_name_and_by_place() -> None:
    resolution = turn(RUSSIA="F STP/SC-BOT")
    for name in ("F STP/SC", "STP/SC", "stp", Unit("RUSSIA", "F", "STP/SC")):
        assert explain(STANDARD, resolution, name).startswith("F Stp/sc–Bot succeeded")
    with pytest.raises(UnknownName, match="A PAR had no order in S1901M"):
        explain(STANDARD, resolution, "A PAR")
    with pytest.raises(ValueError, match="no words for 'fr'"):
        explain(STANDARD, resolution, "STP", "fr")


@pytest.mark.slow
def test_every_explanation_of_every_rule_case_is_data_for_json() -> None:
    for trial in TRIALS.values():
        for resolution in resolutions(trial):
            explained = explanations(variant_of(trial), resolution)
            assert len(explained) == len(resolution.outcomes) + len(resolution.unused)
            for explanation in explained:
                data = explanation.data()
                assert json.loads(json.dumps(data)) == data
                assert data["statements"], trial.id


def test_only_what_met_something_is_worth_explaining() -> None:
    resolution = turn(FRANCE="A PAR-BUR; A MAR H; A BRE S A PAR", GERMANY="A MUN-BUR")
    plain = {str(e.about.unit) for e in explanations(STANDARD, resolution) if e.is_plain}
    assert plain == {"A MAR"}


# Boards that are not standard: units of other strengths, paths that weaken.


def row(halves_lost: int) -> Variant:
    """Three provinces in a row; the way from the first to the second costs half points."""
    provinces = [Province(key, key.title(), Terrain.LAND) for key in ("ONE", "TWO", "TRI")]
    knight = UnitKind("K", "knight", strength=2)
    paths = [
        Path(kind, a, b, halves_lost if (a, b) == ("ONE", "TWO") else 0)
        for kind in ("A", "K")
        for a, b in (("ONE", "TWO"), ("TWO", "ONE"), ("TWO", "TRI"), ("TRI", "TWO"))
    ]
    powers = [Power("RED", "R", "Red"), Power("BLUE", "B", "Blue")]
    board = Board("row", provinces, [ARMY, knight], paths, powers)
    return replace(STANDARD, board=board, name="row", center_order=(), names={})


def test_half_points_and_strong_units_add_up() -> None:
    variant = row(halves_lost=1)
    units = (Unit("RED", "A", "ONE"), Unit("RED", "K", "TRI"), Unit("BLUE", "K", "TWO"))
    orders: dict[str, list[Order]] = {
        "RED": [
            Move(UnitRef("ONE", "A"), "TWO"),
            Support(UnitRef("TRI", "K"), UnitRef("ONE", "A"), "TWO"),
        ],
        "BLUE": [Hold(UnitRef("TWO", "K"))],
    }
    resolution = process(variant, Position(Phase.parse("S1901M"), units), orders, DATC)
    assert explain(variant, resolution, "A ONE") == (
        "A One–Two succeeded: strength 2½ (½ of its own; K Tri supports with 2) against 2 of "
        "K Two. K Two was dislodged. [the stronger attack dislodges: DATC 6.D.2]"
    )
    (data,) = explanation_data(variant, resolution, "A ONE")
    mine = data["strength"]
    assert isinstance(mine, dict)
    assert (mine["strength"], mine["own"]) == (2.5, 0.5)


def test_a_path_that_takes_all_strength() -> None:
    variant = row(halves_lost=2)
    units = (Unit("RED", "A", "ONE"), Unit("BLUE", "A", "TRI"))
    position = Position(Phase.parse("S1901M"), units)
    orders: dict[str, list[Order]] = {"RED": [Move(UnitRef("ONE", "A"), "TWO")]}
    assert explain(variant, process(variant, position, orders, DATC), "ONE") == (
        "A One–Two succeeded: nothing stood against it."
    )
    orders["BLUE"] = [Move(UnitRef("TRI", "A"), "TWO")]
    resolution = process(variant, position, orders, DATC)
    assert explain(variant, resolution, "ONE") == (
        "A One–Two bounced: strength 0 against 1 of A Tri–Two. [the strongest goes in: DATC 6.D.33]"
    )
    assert explain(variant, resolution, "TRI") == (
        "A Tri–Two succeeded: nothing stood against it. "
        "A One–Two kept nobody out: the path took all its strength."
    )

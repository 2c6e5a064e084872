"""What explanations say of what could not do all that it was for: support that may not dislodge,
attacks that stop each other, convoys in a paradox, retreats that were closed."""

from __future__ import annotations

import pytest
from case_judging import variant_of
from turns_to_explain import DATC, STANDARD, TRIALS, resolutions, told, turn

from dragoman.board import Unit
from dragoman.game import process
from dragoman.orders import Retreat, UnitRef
from dragoman.reports import explain
from dragoman.rules import Dislodged, Phase, Position

# Support that may not help to dislodge.


def test_such_support_still_counts_against_the_unit_that_comes_the_other_way() -> None:
    resolution = turn(
        AUSTRIA="A TRI-VIE; A BUD S A TRI-VIE; A TYR S A VIE-TRI", GERMANY="A VIE-TRI; A BOH-VIE"
    )
    assert told(resolution, "A TYR") == (
        "A Tyr S A Vie–Tri stood. It could not help to dislodge A Tri, a unit of its own power, "
        "but it helped to stop A Tri–Vie. [no support against one's own unit: DATC 6.D.12; "
        "support against one's own unit still keeps others out: DATC 6.E.12]"
    )
    assert "2 of A Vie–Tri coming the other way (A Tyr supports here, though not to" in told(
        resolution, "A TRI"
    )
    assert told(resolution, "A TYR", "de").startswith(
        "A Tyr S A Vie–Tri war gültig. Beim Vertreiben der eigenen Einheit A Tri durfte die "
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
        "DATC 6.E.13; no attack on one's own unit: DATC 6.D.10]"
    )
    assert told(resolution, "F YOR") == (
        "F Yor–Nth failed: F Nth of its own power did not leave. It still helped to stop "
        "F Hel–Nth. [no attack on one's own unit: DATC 6.D.10; "
        "who is stopped still keeps weaker ones out: DATC 6.E.12]"
    )
    assert "but the support helped to stop F Hel–Nth." in told(resolution, "F LON")
    assert "von Einheiten auf der Seite von F Nth aufgehalten: 2 von F Yor–Nth" in told(
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
        "F Lon; F Edi–Nth would dislodge F Nth, on which the convoy of A Nwy–Bel depends; "
        "A Nwy–Bel would cut F Bel S F Pic–Eng; F Pic–Eng needs the support of F Bel; "
        "F Pic–Eng would dislodge F Eng, on which the convoy of A Bre–Lon depends. "
        "[in this game a convoy in a paradox carries nobody: DATC 4.A.2]"
    )
    (resolution,) = resolutions(TRIALS["6.F.16"])
    assert (
        "A Bre–Lon würde F Lon S F Wal–Eng abschneiden; die Unterstützung von F Lon würde "
        "F Bel–Eng aufhalten; F Bel–Eng würde F Eng vertreiben, an der der Konvoi von A Bre–Lon "
        "hängt."
    ) in told(resolution, "A BRE", "de")


def test_a_circle_of_the_gateway() -> None:
    def told(id_: str) -> str:
        (resolution,) = resolutions(TRIALS[id_])
        return explain(variant_of(TRIALS[id_]), resolution, "F MEDS")

    assert (
        "The circle: F Meds–Reds would cut F Reds S A Egy; the support of F Reds would stop "
        "A Sud–Egy; A Sud–Egy would dislodge A Egy, by whose leave F Meds–Reds passes."
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

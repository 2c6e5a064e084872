"""What explanations say, word for word: the positions players argue about."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from case_judging import variant_of
from turns_to_explain import DATC, STANDARD, TRIALS, resolutions, told, turn

from dragoman.board import ARMY, Board, Path, Power, Province, Terrain, Unit, UnitKind, UnknownName
from dragoman.game import Variant, process
from dragoman.orders import Hold, Move, Order, Support, UnitRef
from dragoman.reports import explain, explanation_data, explanations
from dragoman.rules import Phase, Position


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
        "[no support against one's own unit: DATC 6.D.12]"
    )
    assert told(resolution, "A BUR", "de") == (
        "A Bur S A Lon–Bel war gültig, zählte aber nicht: Niemand darf helfen, eine eigene Einheit "
        "zu vertreiben, hier A Bel. [keine Unterstützung gegen eine eigene Einheit: DATC 6.D.12]"
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
        "[no head-on support against one's own unit: DATC 6.E.3; "
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
        (
            "by-land-if-possible",
            "A Bel–Hol via convoy succeeded: nothing stood against it. "
            "A Bel went by land, for want of a complete convoy. "
            "[in this game an army that is to go by convoy goes over land where none is complete, "
            "and has no order where the fleets could not even carry it: DATC 4.A.3, 6.G.8]",
        ),
    ],
)
def test_via_convoy_without_one(answer: str, expected: str) -> None:
    rule_set = DATC.replace(via_without_convoy=answer)
    resolution = turn(rule_set, ENGLAND="A BEL-HOL VIA; F NTH H")
    assert told(resolution, "A BEL") == expected


def test_via_convoy_where_no_fleets_could_carry_the_army() -> None:
    rule_set = DATC.replace(via_without_convoy="by-land-if-possible")
    resolution = turn(rule_set, ENGLAND="A BEL-HOL VIA; F LON H")
    assert told(resolution, "A BEL") == (
        "A Bel–Hol via convoy was not possible: "
        "no row of convoying fleets can lead from Bel to Hol. "
        "[DATC 4.E.1; in this game an army that is to go by convoy goes over land where none is "
        "complete, and has no order where the fleets could not even carry it: DATC 4.A.3, 6.G.8]"
    )


# Finding the order.


def test_units_are_found_by_name_and_by_place() -> None:
    resolution = turn(RUSSIA="F STP/SC-BOT")
    for name in ("F STP/SC", "STP/SC", "stp", Unit("RUSSIA", "F", "STP/SC")):
        assert explain(STANDARD, resolution, name).startswith("F Stp/sc–Bot succeeded")
    with pytest.raises(UnknownName, match="A PAR had no order in S1901M"):
        explain(STANDARD, resolution, "A PAR")
    with pytest.raises(ValueError, match="no words for 'xx'"):
        explain(STANDARD, resolution, "STP", "xx")


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

"""The rule set as data: names, answers, presets, and that every choice has a case."""

from __future__ import annotations

from dataclasses import fields

import pytest
from case_files import read_all

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.orders import scan
from dragoman.rules import PRESETS, SWITCHES, Phase, Position, RuleSet, resolve
from dragoman.rules.choices.machiavelli_switches import MACHIAVELLI_SWITCHES
from dragoman.rules.engine import codes
from dragoman.rules.engine.tables import RuleCodes

BOARD = load_variant("standard").board

ELSEWHERE = {"order_sets", "unordered_sets", "standing_orders", "proxy_orders"}
ELSEWHERE |= {"hong_kong", "gateways", "railways", "duality"}
ELSEWHERE |= {"sight", "center_sight", "orders_seen"}  # game/test_sight.py
ELSEWHERE |= {switch.name for switch in MACHIAVELLI_SWITCHES}
"""Switches about whole sets of orders, or about what the standard map does not have."""


def test_every_switch_is_a_field() -> None:
    assert [f.name for f in fields(RuleSet)] == list(SWITCHES)
    assert PRESETS["datc"] == RuleSet()


def test_the_arrays_know_the_switches_by_their_places() -> None:
    assert {f.name for f in fields(RuleCodes)} <= set(SWITCHES)


CODES = {
    "ROUTES_ALL_NEEDED": "convoy_routes=all-needed",
    "PARADOX_1971": "convoy_paradox=1971",
    "PARADOX_1982": "convoy_paradox=1982",
    "PARADOX_2000": "convoy_paradox=2000",
    "PARADOX_ALL_HOLD": "convoy_paradox=all-hold",
    "PARADOX_NEVER_CUTS": "convoy_paradox=never-cuts",
    "CHOICE_EXCHANGE_ONLY": "convoy_choice=exchange-only",
    "CHOICE_INTENT": "convoy_choice=intent",
    "CHOICE_OWN_OR_VIA": "convoy_choice=own-or-via",
    "CHOICE_OWN_OR_VIA_ELSE_LAND": "convoy_choice=own-or-via-else-land",
    "CHOICE_VIA_ONLY": "convoy_choice=via-only",
    "CHOICE_ANY": "convoy_choice=any",
    "VIA_FAILS": "via_without_convoy=fails",
    "VIA_BY_LAND_IF_POSSIBLE": "via_without_convoy=by-land-if-possible",
    "RETURN_CUTS": "convoyed_return=cut",
    "EMBARKATION_CLOSED": "retreat_to_embarkation=no",
    "NAMED_IGNORED": "convoy_route_named=ignored",
    "CONVOYS_OWN_COAST": "convoy_coast=own",
    "NAMED_REQUIRED": "convoy_route_named=required",
    "DISLODGED_NEVER_BLOCKS": "dislodged_by_convoy=no-block",
    "NO_RETREATS": "retreats=no",
    "WEAK_RETREATS_YIELD": "weak_retreats=yield",
    "COAST_DEFAULT": "coast_one_possible=default",
    "COAST_CORRECTED": "coast_unreachable=corrected",
    "COAST_REQUIRED": "coast_in_support=coast-required",
    "COAST_OWN_ONLY": "coast_in_support=own-only",
    "COAST_IF_SEVERAL": "coast_in_support=coast-if-several",
    "INVALID": "kind_missing=invalid",
    "VALID": "power_wrong=valid",
    "UNLESS_PROPER": "power_missing=unless-proper",
    "FIRST_ORDER": "two_orders=first",
    "LAST_ORDER": "two_orders=last",
    "DISORDERED_UNSUPPORTED": "support_disordered=no",
    "IMPOSSIBLE_MOVES": "impossible_move=counts-as-move",
    "TOGETHER": "read_together=together",
    "SELF_CUTS": "self_cut=yes",
    "KIND_MISSING_FAILS": "build_kind_missing=fails",
    "KIND_BY_COAST": "build_kind_missing=by-coast",
    "INLAND_FLEET_IS_ARMY": "build_fleet_inland=army",
    "KEEP_NONE": "excess_removals=disorder",
    "KEEP_FIRST": "two_builds=first",
    "KEEP_LAST": "excess_builds=last",
    "MUST_BUILD_ALL": "waive_builds=no",
    "DISORDER_COMMON": "disorder_removal=common",
    "DISORDER_2023": "disorder_removal=2023",
    "CUT_BY_STRENGTH": "partial_cut=by-strength",
    "CUT_BY_ATTACK": "partial_cut=by-attack",
}
"""Constants of the engine, and the answers whose places they are."""


def test_the_arrays_know_the_answers_by_their_places() -> None:
    settings = {constant: RuleSet.parse_setting(setting) for constant, setting in CODES.items()}
    assert {constant: getattr(codes, constant) for constant in CODES} == {
        constant: RuleSet(**{name: word}).code(name) for constant, (name, word) in settings.items()
    }


def test_every_choice_has_a_case() -> None:
    tried = {
        (name, getattr(rules, name))
        for case in read_all()
        for trial in case.trials
        for rules in (RuleSet.preset(case.rules).with_settings(*trial.settings),)
        for name in SWITCHES
    }
    all_choices = {(s.name, c.word) for s in SWITCHES.values() for c in s.choices}
    assert {choice for choice in all_choices - tried if choice[0] not in ELSEWHERE} == set()


@pytest.mark.parametrize(
    ("preset", "settings"),
    {
        "1971": "4.A.1=a 4.A.2=a 4.A.3=a 4.D.8=1971",
        "1982": "4.A.1=b 4.A.2=b 4.A.3=b 4.D.8=1982",
        "2000": "4.A.1=b 4.A.2=c 4.A.3=c 4.D.7=a 4.D.8=2000",
        "2023": "4.A.1=b 4.A.2=c 4.A.3=c 4.A.5=b 4.D.7=a 4.D.8=2023 4.E.1=ignored",
        "dptg": "4.A.3=explicit",
        "njudge": "4.A.6=c",
        "dipwork": "4.A.2=never-cuts self_cut=no",
        "nz1999": "4.A.3=any",
        "webdiplomacy": "4.A.1=b 4.A.2=f 4.A.3=explicit 4.A.4=a 4.A.5=b 4.A.7=b 4.D.5=first",
        "vdiplomacy": "4.A.1=b 4.A.2=f 4.A.3=explicit 4.A.4=a 4.A.5=b 4.A.7=b 4.D.8=common",
    }.items(),
)
def test_the_presets_follow_their_books(preset: str, settings: str) -> None:
    assert PRESETS[preset].with_settings(*settings.split()) == PRESETS[preset]


def after(preset: str, **orders: str) -> set[str]:
    """Who stands where after these orders under a preset."""
    given = {
        power: [read.order for read in scan(text, BOARD, "M").orders]
        for power, text in orders.items()
    }
    units = {
        Unit(power, str(order.unit.kind), order.unit.location)
        for power, list_ in given.items()
        for order in list_
    }
    position = Position(Phase.parse("S1901M"), tuple(units))
    return {str(unit) for unit in resolve(BOARD, position, given, PRESETS[preset]).units}


@pytest.mark.parametrize("preset", PRESETS)
def test_an_army_beside_its_own_broken_convoy(preset: str) -> None:
    """By land where the order must say "via convoy" or only exchanges go by sea."""
    stand = after(
        preset,
        FRANCE="A PIC-BEL, F ENG C A PIC-BEL",
        ENGLAND="F LON-ENG, F IRI S F LON-ENG",
    )
    explicit = ("dptg", "webdiplomacy", "vdiplomacy", "dipcc")
    by_land = preset in ("1971", *explicit) or preset.endswith("njudge")
    assert stand == {"A BEL" if by_land else "A PIC", "F ENG", "F IRI"}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_simple_paradox(preset: str) -> None:
    """The attack on the convoy comes through, but where every move in the circle fails."""
    stand = after(
        preset,
        FRANCE="A BRE-ENG-LON, F ENG C A BRE-LON",
        ENGLAND="F WAL-ENG, F LON S F WAL-ENG",
    )
    if preset == "nz1999":
        assert stand == {"A BRE", "F ENG", "F WAL", "F LON"}
    else:
        assert stand == {"A BRE", "F ENG", "F LON"}


@pytest.mark.parametrize("preset", PRESETS)
def test_one_of_two_convoys_is_broken(preset: str) -> None:
    """Only by the book of 1971 is an army stopped that has another route; a judge that wants
    routes named knows of one convoy only."""
    stand = after(
        preset,
        ENGLAND="A LON-NTH-BEL, F NTH C A LON-BEL, F ENG C A LON-BEL",
        FRANCE="F BRE-ENG, F MAO S F BRE-ENG",
    )
    assert stand == {"A LON" if preset == "1971" else "A BEL", "F NTH", "F ENG", "F MAO"}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_convoy_without_a_named_route(preset: str) -> None:
    stand = after(preset, ENGLAND="A LON-BEL, F NTH C A LON-BEL")
    assert stand == {"A LON" if preset.endswith("njudge") else "A BEL", "F NTH"}


@pytest.mark.parametrize("preset", PRESETS)
def test_an_impossible_move_beside_a_support(preset: str) -> None:
    """By the championship's rules a unit ordered to go where it cannot goes unsupported."""
    stand = after(
        preset,
        GERMANY="A MUN-ROM, A BER S A MUN",
        AUSTRIA="A TYR-MUN, A BOH S A TYR-MUN",
    )
    falls = preset == "nz1999"
    assert stand == {"A MUN", "A BER", "A BOH"} | (set() if falls else {"A TYR"})

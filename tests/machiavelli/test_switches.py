"""What each answer of each switch changes: no option is accepted and ignored."""

from __future__ import annotations

import shutil
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest
from case_checks import assert_cases
from realm_cases import BOTH, read_cases, variant_of

from dragoman.board import AUTONOMOUS
from dragoman.formats import load_variant, shipped_folder, write_variant
from dragoman.game import Game
from dragoman.rules import RuleSet
from dragoman.rules.choices.machiavelli_switches import MACHIAVELLI_SWITCHES

CASES = [case for case in read_cases("switches") if "under" in case]
ELSEWHERE = {"free_garrisons"}
"""Switches of the beginning, which no case has."""


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case['id']}-{case['edition']}") for case in CASES]
)
def test_answers(case: dict[str, Any]) -> None:
    under = {key: value for key, value in case.items() if key != "under"}
    rules = case.get("rules", ())
    cases = {setting: under | {"rules": [*rules, setting]} for setting in case["under"]}
    assert_cases(cases, case["under"])


def test_every_answer_has_a_case_in_which_it_differs_from_every_other() -> None:
    told_apart: dict[str, set[frozenset[str]]] = defaultdict(set)
    for case in CASES:
        settings = list(case["under"])
        for one in settings:
            for other in settings:
                if case["under"][one] != case["under"][other]:
                    name, _, answer = one.partition("=")
                    told_apart[name].add(frozenset((answer, other.partition("=")[2])))
    for switch in MACHIAVELLI_SWITCHES:
        if switch.name not in ELSEWHERE:
            words = [choice.word for choice in switch.choices]
            pairs = {frozenset((a, b)) for a in words for b in words if a != b}
            assert told_apart[switch.name] == pairs, switch.name


@pytest.mark.rule("T-4")
@pytest.mark.parametrize("edition", BOTH)
def test_free_garrisons(edition: str) -> None:
    variant = variant_of(edition)
    rules = RuleSet.preset(edition)

    def free(rules: RuleSet) -> set[str]:
        units = Game(variant, rules, seed=1).position.units_of(AUTONOMOUS)
        return {unit.location for unit in units}

    few, all_ = free(rules), free(rules.replace(free_garrisons="yes"))
    unowned = {
        city.place
        for city in variant.scenario.cities.values()
        if city.is_fortified and city.value and city.place not in variant.scenario.opening.owners
    }
    assert all_ == few | unowned
    if edition == "machiavelli":
        more = free(rules.replace(free_garrisons="yes", fortresses="yes"))
        assert more > all_
    assert free(rules.replace(free_garrisons="yes", garrisons="no")) == set()


@pytest.mark.rule("T-2", "F-summer")
def test_a_year_without_summer(tmp_path) -> None:
    """The switch in a variant's own file, played through a year."""
    folder = tmp_path / "short"
    folder.mkdir()
    shutil.copy(shipped_folder() / "machiavelli2" / "seed.machiavelli2", folder / "seed.short")
    (folder / "variant.toml").write_text(
        'title = "Short years"\nbased_on = "machiavelli2"\n[rules]\nsettings = ["summer=no"]\n'
    )
    variant = load_variant(folder)
    assert variant.rule_set == RuleSet.preset("machiavelli2").replace(summer="no")
    for answers in ({}, {"control": "continuous"}, {"fortresses": "yes", "upkeep": "default"}):
        rules = variant.rule_set.replace(**answers)
        texts, _ = write_variant(replace(variant, rule_set=rules))
        again = tmp_path / f"again{len(answers)}"
        again.mkdir()
        for name, text in texts.items():
            (again / name).write_text(text, "utf-8")
        assert load_variant(again).rule_set == rules
    game = Game(variant, seed=3)
    phases = []
    for _ in range(7):
        phases.append(str(game.position.phase))
        for power in game.position.affairs.treasuries:
            if game.position.phase.letter == "A":
                units = game.position.units_of(power)
                game.submit(power, "\n".join(f"maintain {u}" for u in units).replace("_CITY", ""))
        game.process()
    assert phases == ["S1454M", "F1454M", "W1454A", "S1455M", "F1455M", "W1455A", "S1456M"]

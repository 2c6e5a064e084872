"""The numbers that explanations cite add up to what happened, on turns drawn at random.

A run of the suite looks at a few hundred turns; ``DRAGOMAN_TEST_TURNS=10000`` at that many.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from random_phases import crowded_turn, legal_turn, play, turns
from turns_to_explain import BOARD, STANDARD

from dragoman.game import Resolution
from dragoman.orders import Support
from dragoman.reports import Explanation, explanations
from dragoman.rules import Outcome, PhaseKind, UnusedOrder

TURNS = turns(300)
PARTS = 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_crowded_turns(part: int) -> None:
    for seed in range(part, TURNS // 2, PARTS):
        for resolution in crowded_turn(STANDARD, Random(seed), seed):
            check(resolution, seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_turns_of_legal_orders(part: int) -> None:
    for seed in range(part, TURNS // 4, PARTS):
        check(legal_turn(STANDARD, Random(seed)), seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_play_from_the_start(part: int) -> None:
    for seed in range(part, max(PARTS, TURNS // 100), PARTS):
        for resolution in play(STANDARD, Random(seed), phases=25):
            check(resolution, seed)


# What must hold.


def check(resolution: Resolution, seed: int) -> None:
    for explanation in explanations(STANDARD, resolution):
        data, text = explanation.data(), explanation.text()
        where = f"seed {seed}, {data['order'] or data.get('unit')}: {text}"
        assert explanation.statements, where
        assert numbers(text) == numbers(explanation.text("de")), where
        assert set(numbers(text)) <= set(numbers(str(data["statements"]))), where
        if isinstance(explanation.about, UnusedOrder):
            continue
        if resolution.phase.kind is PhaseKind.MOVEMENT:
            check_forces(data, where)
            check_result(explanation.about, data, where)
            check_cut(explanation, data, where)
            check_help(explanation, data, where)
            check_text(text, where)
        elif resolution.phase.kind is PhaseKind.ADJUSTMENT:
            check_balance(data, where)


def check_forces(data: dict[str, Any], where: str) -> None:
    """A strength is what the unit brings and the supports that count."""
    for force in (data["strength"], *data["met"]):
        if force is not None:
            counted = sum(s["strength"] for s in force["supports"] if s["counted"])
            assert force["strength"] == force["own"] + counted, where
            assert not (force["why_zero"] and force["strength"]), where


def check_result(outcome: Outcome, data: dict[str, Any], where: str) -> None:
    """A move succeeds if it is stronger than everything it meets; a unit that stays is
    dislodged only by an attack that is stronger than it."""
    mine, met = data["strength"], data["met"]
    if mine is None:
        assert data["result"] not in ("bounce", "disrupted"), where
        assert data["moved_to"] is None, where
    elif mine["role"] == "attack":
        stronger = all(mine["strength"] > other["strength"] for other in met)
        if data["result"] != "fails":  # a paradox may stop also the stronger
            assert (data["moved_to"] is not None) == (stronger and mine["strength"] > 0), where
        if data["result"] in ("disrupted", "no convoy"):
            assert mine["why_zero"] == "no-convoy", where
    elif data["dislodged_by"] is not None:
        (driver,) = (other for other in met if other["unit"] == data["dislodged_by"])
        assert driver["strength"] > mine["strength"], where
        rivals = [other for other in met if other is not driver]
        assert all(driver["strength"] > other["strength"] for other in rivals), where
    if outcome.dislodged_by is not None:
        assert data["moved_to"] is None, where
        assert not set(data["retreats"]) & set(data["closed"]), where
        ways = {BOARD.province_of[to] for to in data["retreats"]} | set(data["closed"])
        reach = BOARD.reach(outcome.unit.kind, outcome.unit.location)
        if "nobody retreats in this game" in where:
            reach = ()
        assert ways == {BOARD.province_of[to] for to in reach}, where


def check_cut(explanation: Explanation, data: dict[str, Any], where: str) -> None:
    """A support that is cut has a cutter, and the cutter attacks it."""
    turn = explanation.turn
    cuts = [(data["unit"], data["cut_by"])] if data["result"] == "cut" else []
    for force in (data["strength"], *data["met"]):
        for support in force["supports"] if force else ():
            if support["why_not"] == "cut":
                cuts.append((support["unit"], support["cut_by"]))
    for unit, cutter in cuts:
        assert cutter is not None, where
        attack = turn.at(cutter.split()[1])
        assert attack is not None and str(attack.unit) == cutter, where
        assert turn.goal(attack) == turn.province(unit.split()[1]), where


def check_help(explanation: Explanation, data: dict[str, Any], where: str) -> None:
    """A support that is said to have counted did, in the strength that is named."""
    order = explanation.about.treated_as if isinstance(explanation.about, Outcome) else None
    for told in data["statements"]:
        if told["says"] == "support.counted":
            assert isinstance(order, Support), where
            helped = explanation.turn.at(order.supported.location)
            assert helped is not None and helped.force is not None, where
            assert helped.force.halves == 2 * told["strength"], where
            counted = [str(s.unit) for s in helped.force.supporters if s.counted]
            assert data["unit"] in counted, where


def check_balance(data: dict[str, Any], where: str) -> None:
    """Centres less units are the builds or removals due."""
    for told in data["statements"]:
        if "due" in told:
            due = {"due.builds": 1, "due.removals": -1, "due.nothing": 0}[told["due"]["says"]]
            due *= told["due"].get("count", 0)
            assert told["centers"]["count"] - told["units"]["count"] == due, where


# The text itself, read as a player reads it: every unit of the standard map has strength 1.

NUMBER = re.compile(r"\d+½?|½")
ORDER = r"[AF] [\w/]+(?:–[\w/]+)?"
FORCE = re.compile(
    rf"(?P<number>\d+)(?: of {ORDER}(?: coming the other way)?)?(?: \((?P<remarks>[^()]*)\))?"
)
FIGHT = re.compile(
    r"(?P<verb>succeeded|bounced|held|was dislodged by [^.:]*|was attacked): "
    r"strength (?P<mine>\d+(?: \([^()]*\))?) against (?P<met>.+?)\.(?: |$)"
)


def numbers(text: str) -> list[str]:
    """The numbers in a text, but for those in its sources."""
    return sorted(
        NUMBER.findall(re.sub(r"\[[^\[\]]*(?:DATC|DipWork|rulebook)[^\[\]]*\]$", "", text))
    )


def check_text(text: str, where: str) -> None:
    told = text.count(": strength ")
    assert len(FIGHT.findall(text)) == told, where
    for match in re.finditer(r"Its strength was (.+?)\.(?: |$)", text):
        (force,) = FORCE.finditer(match[1])
        strength(force, where)
    for fight in FIGHT.finditer(text):
        (mine,) = (strength(force, where) for force in FORCE.finditer(fight["mine"]))
        met = [strength(force, where) for force in FORCE.finditer(fight["met"])]
        assert met, where
        if fight["verb"] == "succeeded":
            assert mine > max(met), where
        elif fight["verb"] == "bounced":
            assert mine <= max(met), where
        elif fight["verb"].startswith("was dislodged"):
            assert mine < max(met), where


def strength(force: re.Match[str], where: str) -> int:
    """The number of a force, after adding up the supporters told behind it."""
    supporters = 0
    for remark in (force["remarks"] or "").split("; "):
        if match := re.match(r"(.+?) supports?(?:$| here, though)", remark):
            supporters += len(re.findall(r"[AF] [\w/]+", match[1]))
        else:
            known = ("", "could not leave")
            assert remark in known or "support was cut by" in remark or "own power" in remark, where
    assert int(force["number"]) == 1 + supporters, where
    return int(force["number"])

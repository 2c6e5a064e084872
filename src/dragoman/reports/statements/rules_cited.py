"""The rules that explanations cite, each with its source.

Sources are cases and issues of the Diplomacy Adjudicator Test Cases (DATC) and the sources
of the rule set's own switches. Kinds of game with rules of their own cite these instead
(``Story.account``).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dragoman.orders import Build, Order
from dragoman.reports.statements.statement import Rule
from dragoman.rules import REASONS, SWITCHES, RuleSet

_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "stand-off": "DATC 6.A.11",
        "stand-off-of-more": "DATC 6.A.12",
        "ring": "DATC 6.C.1",
        "exchange": "DATC 6.G.1",
        "defence": "DATC 6.D.1",
        "stronger-attack": "DATC 6.D.2",
        "stronger-without-own": "DATC 6.D.14",
        "stronger-rival": "DATC 6.D.33",
        "stopped-rival-blocks": "DATC 6.E.12",
        "head-on": "DATC 6.E.15",
        "head-on-lost": "DATC 6.E.1",
        "loser-blocks": "DATC 6.E.4",
        "dislodged-loser-blocks": "DATC 6.E.5",
        "beleaguered": "DATC 6.E.13",
        "own-unit": "DATC 6.D.10",
        "own-unit-back": "DATC 6.D.11",
        "own-head-on": "DATC 6.E.2",
        "own-support": "DATC 6.D.12",
        "own-support-back": "DATC 6.D.13",
        "own-support-head-on": "DATC 6.E.3",
        "own-support-blocks": "DATC 6.E.12",
        "cut-hold": "DATC 6.D.2",
        "cut-move": "DATC 6.D.3",
        "cut-by-dislodging": "DATC 6.D.17",
        "not-cut-from-target": "DATC 6.D.15",
        "not-cut-by-own": "DATC 6.D.20",
        "no-arrival-no-cut": "DATC 6.F.6",
        "no-arrival-no-block": "DATC 6.F.8",
        "convoy-attacked": "DATC 6.F.4",
        "convoy-broken": "DATC 6.F.7",
        "ice": "nJudge manual, area v",
        "high-sea": "nJudge manual, area h",
        "circle": "nJudge manual, mx hx lx",
        "retreat-origin": "DATC 6.H.5",
        "retreat-stand-off": "DATC 6.H.6",
        "retreats-met": "DATC 6.H.7",
        "retreats-met-of-more": "DATC 6.H.8",
    }
)

RULE_NAMES = frozenset(_SOURCES)
"""The rules with a name of their own in the word files."""

_SWITCH_OF_REASON: Mapping[str, str] = MappingProxyType(
    {
        "kind-missing": "kind_missing",
        "kind-wrong": "kind_wrong",
        "wrong-coast-of-unit": "coast_of_unit",
        "superfluous-coast": "coast_superfluous",
        "coast-missing": "coast_one_possible",
        "coast-unreachable": "coast_unreachable",
        "power-missing": "power_missing",
        "power-wrong": "power_wrong",
        "support-needs-coast": "coast_in_support",
        "other-coast": "coast_in_support",
        "in-disorder": "support_disordered",
        "went-by-land": "convoy_choice",
        "another-order-counts": "two_orders",
        "contradicting-orders": "two_orders",
        "built-twice": "two_builds",
        "cannot-stand-there": "build_fleet_inland",
        "must-build": "waive_builds",
        "judge-builds": "waive_builds",
        "civil-disorder": "disorder_removal",
    }
)

_SOURCE_OF_REASON = {reason.code: reason.source for reason in REASONS.values()}


def rule(name: str) -> Rule:
    """A rule by its name in the word files."""
    return Rule(name, _SOURCES[name])


def switch_rule(rule_set: RuleSet, name: str) -> Rule:
    """The rule that a switch of the rule set is set to."""
    return Rule(name, SWITCHES[name].source, getattr(rule_set, name))


def reason_rule(rule_set: RuleSet, code: str, order: Order | None) -> Rule:
    """The rule behind a reason code: a switch where the rule set chooses, else its source."""
    name = _SWITCH_OF_REASON.get(code)
    if code == "kind-missing" and isinstance(order, Build):
        name = "build_kind_missing"
    if name is None:
        return Rule("", _SOURCE_OF_REASON[code])
    return switch_rule(rule_set, name)

"""The switches of a variant that interpret the rules, and our rule set."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.formats.dipwork.files.geography import Geography
from dragoman.formats.dipwork.files.keyword_lists import EVERYBODY
from dragoman.formats.dipwork.files.parameters import PARAMETERS, Parameters, Sort
from dragoman.quick_dataclass import dataclass
from dragoman.rules import RuleSet


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A keyword that interprets the rules, and what its values are in a rule set.

    ``answers`` goes by the keyword's value: the name of a switch and its answer.
    """

    keyword: str
    answers: tuple[tuple[str, str, str], ...]


RULE_SWITCHES = (
    RuleSwitch("SELF_CUT_OK", (("nein", "self_cut", "no"), ("ja", "self_cut", "yes"))),
    RuleSwitch(
        "IX_3_INTERPRETATION",
        (
            ("0", "own_support", "driven-anyway"),
            ("1", "own_support", "same-attacker"),
            ("2", "own_support", "defence-only"),
        ),
    ),
    RuleSwitch(
        "IX_7_INTERPRETATION",
        (
            ("0", "head_on_loser", "beaten"),
            ("1", "head_on_loser", "weaker"),
            ("2", "head_on_loser", "not-stronger"),
        ),
    ),
    RuleSwitch(
        "CONVOY_CUTS",
        (("nein", "convoy_paradox", "never-cuts"), ("ja", "convoy_paradox", "szykman")),
    ),
    RuleSwitch(
        "PARTIAL_CUT_POSSIBLE",
        (
            ("0", "partial_cut", "whole"),
            ("1", "partial_cut", "by-strength"),
            ("2", "partial_cut", "whole-by-any-strength"),
        ),
    ),
)


def rule_set_of(parameters: Parameters, geography: Geography) -> RuleSet:
    """The rule set of a game: the preset ``dipwork``, changed by the game's switches."""
    rule_set = RuleSet.preset("dipwork")
    for switch in RULE_SWITCHES:
        value = value_of(parameters, switch.keyword)
        for written, name, answer in switch.answers:
            if written == value:
                rule_set = rule_set.with_settings(f"{name}={answer}")
    centers = [field for field in geography.fields if field.points > 0 and field.coast_of is None]
    if centers and all(field.home == EVERYBODY for field in centers):
        rule_set = rule_set.replace(build_in="any")
    if any(_convoys_from_land(field.kind) for field in geography.fields):
        rule_set = rule_set.replace(duality="yes")
    return rule_set


def value_of(parameters: Parameters, keyword: str) -> str:
    """The value of a switch as it is written: ``ja``, ``nein`` or a number."""
    if PARAMETERS[keyword].sort is Sort.FLAG:
        return "ja" if parameters.flag(keyword) else "nein"
    return str(parameters.number(keyword))


def written_switches(rule_set: RuleSet) -> Iterator[tuple[str, str]]:
    """The switches as ``VARIANT.TXT`` has them: each keyword with its value.

    What a rule set says of none of them has the manual's recommendation.
    """
    for switch in RULE_SWITCHES:
        value = PARAMETERS[switch.keyword].usual
        for written, name, answer in switch.answers:
            if getattr(rule_set, name) == answer:
                value = written
        yield switch.keyword, value


def rules_not_held(rule_set: RuleSet) -> Iterator[str]:
    """The answers of a rule set that DipWork has no switch for, as ``switch=answer``.

    Compared is with what the switches that are written would be read as.
    """
    read = RuleSet.preset("dipwork")
    written = dict(written_switches(rule_set))
    for switch in RULE_SWITCHES:
        for value, name, answer in switch.answers:
            if written[switch.keyword] == value:
                read = read.with_settings(f"{name}={answer}")
    if rule_set.build_in == "any":
        read = read.replace(build_in="any")
    read = read.replace(duality=rule_set.duality)
    for name, answer in rule_set.differences(read).items():
        yield f"{name}={answer}"


def _convoys_from_land(kind: str) -> bool:
    return "O" in kind and ("L" in kind or "C" in kind)

"""The rules: every rule choice as data, what is legal, and what becomes of the orders."""

from dragoman.rules.choices.answers import Answers
from dragoman.rules.choices.rule_set import PRESETS, RuleSet
from dragoman.rules.choices.switches import SWITCHES, Choice, Switch
from dragoman.rules.judge.adjustments import adjust, build_sites, builds_due
from dragoman.rules.judge.legal import legal_orders
from dragoman.rules.judge.movement import move
from dragoman.rules.judge.ownership import YearEnd, end_year
from dragoman.rules.judge.retreats import retreat
from dragoman.rules.judge.right_hand import right_hand_retreat
from dragoman.rules.model.outcome import (
    Force,
    Orders,
    Outcome,
    PhaseResult,
    Result,
    Role,
    Supporter,
    UnusedOrder,
)
from dragoman.rules.model.phase import Phase, PhaseKind
from dragoman.rules.model.position import Dislodged, Position, PositionError
from dragoman.rules.model.reasons import REASONS, Reason

__all__ = [
    "PRESETS",
    "REASONS",
    "SWITCHES",
    "Answers",
    "Choice",
    "Dislodged",
    "Force",
    "Orders",
    "Outcome",
    "Phase",
    "PhaseKind",
    "PhaseResult",
    "Position",
    "PositionError",
    "Reason",
    "Result",
    "Role",
    "RuleSet",
    "Supporter",
    "Switch",
    "UnusedOrder",
    "YearEnd",
    "adjust",
    "build_sites",
    "builds_due",
    "end_year",
    "legal_orders",
    "move",
    "retreat",
    "right_hand_retreat",
]

"""The rules: every rule choice as data, what is legal, and what becomes of the orders."""

from dragoman.rules.adjustments import adjust, build_sites, builds_due
from dragoman.rules.legal import legal_orders
from dragoman.rules.movement import move
from dragoman.rules.outcome import Force, Outcome, Result, Role, Supporter
from dragoman.rules.ownership import YearEnd, end_year
from dragoman.rules.phase import Phase, PhaseKind
from dragoman.rules.position import Dislodged, Position
from dragoman.rules.reasons import REASONS, Reason
from dragoman.rules.retreats import retreat
from dragoman.rules.right_hand import right_hand_retreat
from dragoman.rules.settled import Orders, Refused, Settled
from dragoman.rules.switches import PRESETS, SWITCHES, Choice, RuleSet, Switch

__all__ = [
    "PRESETS",
    "REASONS",
    "SWITCHES",
    "Choice",
    "Dislodged",
    "Force",
    "Orders",
    "Outcome",
    "Phase",
    "PhaseKind",
    "Position",
    "Reason",
    "Refused",
    "Result",
    "Role",
    "RuleSet",
    "Settled",
    "Supporter",
    "Switch",
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

"""The rules: every rule choice as data, what is legal, and what becomes of the orders."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.rules.choices.answers import Answers
    from dragoman.rules.choices.rule_set import PRESET_SOURCES, PRESETS, RuleSet, rules_called
    from dragoman.rules.choices.switch import Choice, Switch
    from dragoman.rules.choices.switches import SWITCHES
    from dragoman.rules.judge.adjustments import build_sites, builds_due, builds_left
    from dragoman.rules.judge.legal import legal_orders
    from dragoman.rules.judge.resolve import resolve
    from dragoman.rules.judge.retreats import open_retreats
    from dragoman.rules.judge.right_hand import right_hand_retreat
    from dragoman.rules.model.affairs import Affairs, Loan
    from dragoman.rules.model.calendar import CAMPAIGNS, DIPLOMACY, Calendar, CalendarPhase
    from dragoman.rules.model.outcome import (
        Force,
        Link,
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
    "CAMPAIGNS",
    "DIPLOMACY",
    "PRESETS",
    "PRESET_SOURCES",
    "REASONS",
    "SWITCHES",
    "Affairs",
    "Answers",
    "Calendar",
    "CalendarPhase",
    "Choice",
    "Dislodged",
    "Force",
    "Link",
    "Loan",
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
    "build_sites",
    "builds_due",
    "builds_left",
    "legal_orders",
    "open_retreats",
    "resolve",
    "right_hand_retreat",
    "rules_called",
]

__getattr__ = looked_up(
    __name__,
    {
        "choices.answers": ("Answers",),
        "choices.rule_set": ("PRESET_SOURCES", "PRESETS", "RuleSet", "rules_called"),
        "choices.switch": ("Choice", "Switch"),
        "choices.switches": ("SWITCHES",),
        "judge.adjustments": ("build_sites", "builds_due", "builds_left"),
        "judge.legal": ("legal_orders",),
        "judge.resolve": ("resolve",),
        "judge.retreats": ("open_retreats",),
        "judge.right_hand": ("right_hand_retreat",),
        "model.affairs": ("Affairs", "Loan"),
        "model.calendar": ("CAMPAIGNS", "DIPLOMACY", "Calendar", "CalendarPhase"),
        "model.outcome": (
            "Force",
            "Link",
            "Orders",
            "Outcome",
            "PhaseResult",
            "Result",
            "Role",
            "Supporter",
            "UnusedOrder",
        ),
        "model.phase": ("Phase", "PhaseKind"),
        "model.position": ("Dislodged", "Position", "PositionError"),
        "model.reasons": ("REASONS", "Reason"),
    },
)

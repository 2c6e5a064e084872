"""What people read: explanations of a turn, and reports."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.reports.centers import NO_CHART
    from dragoman.reports.explanation import Explanation, explain, explanation_data, explanations
    from dragoman.reports.facts import TurnFacts, combine_turns, turn_facts
    from dragoman.reports.forms.plain_text import report_position, report_resolution
    from dragoman.reports.otherwise import Change, WhatIf, what_if
    from dragoman.reports.statements.phrasebook import Phrasebook

__all__ = [
    "NO_CHART",
    "Change",
    "Explanation",
    "Phrasebook",
    "TurnFacts",
    "WhatIf",
    "combine_turns",
    "explain",
    "explanation_data",
    "explanations",
    "report_position",
    "report_resolution",
    "turn_facts",
    "what_if",
]

__getattr__ = looked_up(
    __name__,
    {
        "centers": ("NO_CHART",),
        "explanation": ("Explanation", "explain", "explanation_data", "explanations"),
        "facts": ("TurnFacts", "combine_turns", "turn_facts"),
        "forms.plain_text": ("report_position", "report_resolution"),
        "statements.phrasebook": ("Phrasebook",),
        "otherwise": ("Change", "WhatIf", "what_if"),
    },
)

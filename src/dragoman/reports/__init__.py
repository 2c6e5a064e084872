"""What people read: explanations of a turn, and reports."""

from dragoman.reports.explanation import Explanation, explain, explanation_data, explanations
from dragoman.reports.facts import NO_CHART, TurnFacts, combine_turns, turn_facts
from dragoman.reports.forms.plain_text import report_position, report_resolution
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.what_if import Change, WhatIf, what_if

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

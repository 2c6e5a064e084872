"""What people read: explanations of a turn, and reports."""

from dragoman.reports.explain import Explanation, explain, explanation_data, explanations
from dragoman.reports.facts import NO_CHART, TurnFacts, told_together, turn_facts
from dragoman.reports.phrasebook import Phrasebook
from dragoman.reports.report import report_position, report_resolution

__all__ = [
    "NO_CHART",
    "Explanation",
    "Phrasebook",
    "TurnFacts",
    "explain",
    "explanation_data",
    "explanations",
    "report_position",
    "report_resolution",
    "told_together",
    "turn_facts",
]

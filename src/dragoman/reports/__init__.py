"""What people read: explanations of a turn, and reports."""

from dragoman.reports.explain import Explanation, explain, explanation_data, explanations
from dragoman.reports.facts import NO_CHART, TurnFacts, told_together, turn_facts
from dragoman.reports.report import report_position, report_resolution
from dragoman.reports.voice import Voice

__all__ = [
    "NO_CHART",
    "Explanation",
    "TurnFacts",
    "Voice",
    "explain",
    "explanation_data",
    "explanations",
    "report_position",
    "report_resolution",
    "told_together",
    "turn_facts",
]

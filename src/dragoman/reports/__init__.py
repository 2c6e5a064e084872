"""Texts for people: explanations of a turn, and reports."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.reports.centers import NO_CHART as NO_CHART
    from dragoman.reports.explaining import (
        explain as explain,
        explanation_data as explanation_data,
        explanations as explanations,
    )
    from dragoman.reports.explanation import Explanation as Explanation
    from dragoman.reports.facts import (
        TurnFacts as TurnFacts,
        combine_turns as combine_turns,
        turn_facts as turn_facts,
    )
    from dragoman.reports.plain_text import (
        report_position as report_position,
        report_resolution as report_resolution,
    )
    from dragoman.reports.statements.phrasebook import Phrasebook as Phrasebook
    from dragoman.reports.what_ifs import Change as Change, WhatIf as WhatIf, what_if as what_if

__getattr__, __dir__, __all__ = exported(__name__)

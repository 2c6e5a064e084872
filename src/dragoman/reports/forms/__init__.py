"""The forms in which a report is published: what a game master mails, posts or prints."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from dragoman.reports.forms.bbcode import bbcode_report
from dragoman.reports.forms.markdown import markdown_report
from dragoman.reports.forms.pages import html_report, zine_page
from dragoman.reports.forms.plain_text import text_report

FORMS: Mapping[str, Callable[..., str]] = MappingProxyType(
    {
        "text": text_report,
        "markdown": markdown_report,
        "html": html_report,
        "bbcode": bbcode_report,
        "zine": zine_page,
    }
)
"""What writes each form, by its name: of one phase, or of several that are reported together, one
``TurnFacts`` for each."""

__all__ = ["FORMS", "bbcode_report", "html_report", "markdown_report", "zine_page"]

"""The forms in which a report is published: what a game master mails, posts or prints."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from dragoman.reports.forms.bbcode import bbcode_report
from dragoman.reports.forms.mail import mail_report
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
``TurnFacts`` for each. A mail is no text to read, so it is not among them: see ``mail_report``."""

__all__ = ["FORMS", "bbcode_report", "html_report", "mail_report", "markdown_report", "zine_page"]

"""The forms in which a report is published: what a game master mails, posts or prints.

Each is declared by a module of this package, as a ``Form`` beside the function that writes it.
All of these modules are imported to list the forms, so each imports facts for their types alone.
"""

from dragoman.reports.forms.bbcode import bbcode_report
from dragoman.reports.forms.form import Form, forms_declared
from dragoman.reports.forms.mail import mail_report
from dragoman.reports.forms.markdown import markdown_report
from dragoman.reports.forms.pages import html_report, zine_page
from dragoman.values import NamedMap

FORMS: NamedMap[Form] = forms_declared(__name__, __path__)
"""The forms there are, by name. Each is called with what it tells: the ``TurnFacts`` of one phase,
or of several that are reported together."""

__all__ = [
    "FORMS",
    "Form",
    "bbcode_report",
    "html_report",
    "mail_report",
    "markdown_report",
    "zine_page",
]

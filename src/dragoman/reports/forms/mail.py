"""A report as a message that a mail program opens, ready to be addressed and sent.

It says the same twice, as text and as a page, and each reader sees the one that its program can
show. The map goes along as a picture of the message itself: mail programs show no other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dragoman.reports.forms.form import Form
from dragoman.reports.forms.pages import html_report
from dragoman.reports.forms.text import text_report

if TYPE_CHECKING:
    from dragoman.reports.facts import TurnFacts

_MAP = "map@dragoman"
"""The name that the page has for the picture that goes along with it."""


def mail_report(*turns: TurnFacts) -> str:
    """A message about a phase or several, as the text of an ``.eml`` file."""
    from email.message import EmailMessage, MIMEPart  # slow to import, and reports are often text

    first, *others = turns
    png = first.png
    picture = f'<img src="cid:{_MAP}" alt="{first.phrasebook.word("report.map")}">' if png else ""
    page = html_report(replace(first, picture=picture), *others)
    message = EmailMessage()
    message["Subject"] = first.heading
    message["X-Unsent"] = "1"  # to mail programs it is a draft
    # In base64 no line of a report can be taken for the end of a part.
    message.set_content(text_report(*turns), cte="base64")
    message.add_alternative(page, subtype="html", cte="base64")
    if png:
        (html,) = (part for part in message.iter_parts() if part.get_content_subtype() == "html")
        assert isinstance(html, MIMEPart)
        html.add_related(png, "image", "png", cid=f"<{_MAP}>")
        html.set_boundary("=page")
    message.set_boundary("=report")
    return message.as_string()


MAIL = Form("mail", "mail", mail_report, "message/rfc822", ".eml", picture="png", rank=6)

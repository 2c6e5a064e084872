"""A report as a page: for browsers, and for the printed page of a zine.

Each is one HTML file that needs nothing else and loads nothing from any host. The templates escape
whatever they are given, and the page forbids scripts on top of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.reports.forms.form import Form

if TYPE_CHECKING:
    from dragoman.reports.facts import TurnFacts

_TEMPLATES = Path(__file__).with_name("templates")


def html_report(*turns: TurnFacts) -> str:
    """A page of a phase or several to put on the web, to send along, or to print."""
    return _page("report.html.jinja", turns)


def zine_page(*turns: TurnFacts) -> str:
    """A page of a zine about a phase or several, to print on paper, in two columns.

    The orders are in a row as zines have them. Those that failed are underlined, and what became
    of them follows in brackets.
    """
    return _page("zine.html.jinja", turns)


def _page(template: str, turns: Sequence[TurnFacts]) -> str:
    import jinja2  # not needed by any other command, and slow to import

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(
        turns=turns, language=turns[0].phrasebook.language, word=turns[0].phrasebook.word
    )


HTML = Form("html", "HTML", html_report, "text/html", ".html", picture="svg", rank=3)
ZINE = Form("zine", "Zine", zine_page, "text/html", ".html", picture="svg", rank=5)

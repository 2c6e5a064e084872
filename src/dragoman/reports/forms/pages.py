"""A report as a page: for browsers, and for the printed page of a zine.

Each is one HTML file that needs nothing else and asks no other host for anything. The
templates escape whatever they are given, and the page forbids scripts on top of that.
"""

from __future__ import annotations

from pathlib import Path

from dragoman.reports.facts import TurnFacts

_TEMPLATES = Path(__file__).with_name("templates")


def html_report(facts: TurnFacts) -> str:
    """A page to put on the web, to send along, or to print."""
    return _page("report.html.jinja", facts)


def zine_page(facts: TurnFacts) -> str:
    """A page of a zine, to print on paper: two columns, the orders in a row as zines do.

    Orders that failed are underlined, and what became of them follows in brackets.
    """
    return _page("zine.html.jinja", facts)


def _page(template: str, facts: TurnFacts) -> str:
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
        facts=facts, language=facts.voice.language, word=facts.voice.word
    )

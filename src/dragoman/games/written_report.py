"""A report in the form that is asked for, with the map where the form can show one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.reports import TurnFacts
from dragoman.reports.forms import FORMS

Faults = tuple[Diagnostic, ...]

_MAIL_WIDTH = 1200
"""Of the map in a mail, in pixels."""
_ADDRESS = re.compile(r"https?://[^/\s]+\S*")
_IN_ADDRESSES = "/:?#&=%+,;@~!$"
"""What is left as it is in an address, besides letters and digits."""


def with_map(
    facts: TurnFacts, form: str, picture: Callable[[], tuple[str, Faults]]
) -> tuple[TurnFacts, Faults]:
    """The facts with a picture of the map, where the form shows one; without it, and with
    warnings, where it cannot be drawn."""
    shown = FORMS[form].picture
    if not shown:
        return facts, ()
    svg, faults = picture()
    unseen = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    if not svg or shown == "svg":
        return replace(facts, picture=svg), unseen
    from dragoman.drawing import png  # only now: it needs an extra

    return replace(facts, png=png(svg, _MAIL_WIDTH)), unseen


def replay_link(text: str | None) -> tuple[str, Faults]:
    """The address of a replay as reports show it: of a page on the web, or of a file beside the
    report."""
    if text is None:
        return "", ()
    link = quote(text.strip(), safe=_IN_ADDRESSES)
    is_file = ":" not in link and link.lower().endswith((".html", ".htm"))
    if _ADDRESS.fullmatch(text.strip()) or is_file:
        return link, ()
    what = f"{text!r} is not the address of a replay"
    remedy = "write https://..., or the name of the file that dragoman replay made"
    return "", (Diagnostic("bad-address", what, remedy),)

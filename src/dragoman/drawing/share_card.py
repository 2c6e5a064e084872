"""A picture for where a link is shared: a map, and beside it a few words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Final

WIDTH: Final = 1200
HEIGHT: Final = 630
MAP_WIDTH: Final = 690
_LEFT: Final = 48
_TITLE: Final = 50
"""Pixels of the letters of a title; so many of them fit a line."""
_TITLE_LETTERS: Final = 18
_MOST_LINES: Final = 4
_TEXT: Final = 29
_TEXT_LETTERS: Final = 32
_PAPER: Final = "#f5f2ea"
_INK: Final = "#23282d"
_QUIET: Final = "#57606a"
_MARK: Final = (
    '<g transform="translate(48 44) scale(1.25)"><rect width="32" height="32" rx="7" '
    'fill="#1f4e6b"/><path d="M9 24V8h7c5 0 8 3 8 8s-3 8-8 8z" fill="none" stroke="#f4efe4" '
    'stroke-width="3"/><path d="M4 16h14m-4-4 4 4-4 4" fill="none" stroke="#e0a541" '
    'stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></g>'
)
_VIEW: Final = re.compile(r'viewBox="([^"]*)"')


def share_card(picture: str, title: str, lines: Sequence[str]) -> str:
    """A map as SVG with a title and lines beside it, 1200 pixels by 630."""
    said = _rows(title, _TITLE_LETTERS, _MOST_LINES)
    top = 178
    texts = [
        f'<text x="{_LEFT}" y="{top + n * 58}" font-size="{_TITLE}" font-weight="700" '
        f'fill="{_INK}">{escape(row)}</text>'
        for n, row in enumerate(said)
    ]
    top += 58 * len(said) + 8
    rows = [row for line in lines for row in _rows(line, _TEXT_LETTERS, 3)]
    texts += [
        f'<text x="{_LEFT}" y="{top + n * 40}" font-size="{_TEXT}" fill="{_QUIET}">'
        f"{escape(row)}</text>"
        for n, row in enumerate(rows[:6])
    ]
    view = _VIEW.search(picture)
    assert view is not None
    inside = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>'
        f'<svg class="dragoman-map" x="{WIDTH - MAP_WIDTH}" y="0" width="{MAP_WIDTH}" '
        f'height="{HEIGHT}" viewBox="{view[1]}" preserveAspectRatio="xMidYMid slice">{inside}</svg>'
        f'{_MARK}<text x="104" y="76" font-size="34" font-weight="700" fill="{_INK}">Dragoman'
        f"</text>"
        f"{''.join(texts)}</svg>"
    )


def _rows(text: str, letters: int, most: int) -> list[str]:
    rows = wrap(text, letters) or [""]
    return rows if len(rows) <= most else [*rows[: most - 1], f"{rows[most - 1][: letters - 1]}…"]

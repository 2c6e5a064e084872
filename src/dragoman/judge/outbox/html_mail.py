"""Mails as pages of HTML, plain enough for any mail program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class MailBlock:
    """Some lines under a heading, if it has one. ``is_fixed`` says that white space counts."""

    text: str
    heading: str = ""
    is_fixed: bool = False


MAPS: Final = "<!-- maps -->"
"""Where the maps stand that go with a mail, once they are drawn."""
_LINK: Final = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)]")
_PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title></head>
<body style="margin:1em;font:16px/1.45 sans-serif;color:#1c1c1c;background:#fff">
{content}
</body></html>
"""
_HEADING: Final = '<h2 style="font-size:1.1em;margin:1.2em 0 .4em">{}</h2>'
_PROSE: Final = '<div style="white-space:pre-wrap;margin:0 0 .8em">{}</div>'
_FIXED: Final = '<pre style="white-space:pre-wrap;font:14px/1.4 monospace;margin:0 0 .8em">{}</pre>'
_BELOW: Final = (
    '<div style="margin-top:2em;border-top:1px solid #bbb;padding-top:.6em;font-size:.85em;'
    'color:#555;white-space:pre-wrap">{}</div>'
)


def page(language: str, title: str, blocks: Iterable[MailBlock], below: str = "") -> str:
    """A page with these blocks, and in small letters what stands below them."""
    content: list[str] = []
    for one in blocks:
        if one.heading:
            content.append(_HEADING.format(_linked(one.heading)))
        content.append((_FIXED if one.is_fixed else _PROSE).format(_linked(one.text)))
    content.append(MAPS)
    if below:
        content.append(_BELOW.format(_linked(below)))
    return _PAGE.format(language=language, title=escape(title), content="\n".join(content))


def _linked(text: str) -> str:
    """A text with its addresses on the web as links."""
    found: list[str] = []
    at = 0
    for link in _LINK.finditer(text):
        address = escape(link[0])
        found += [escape(text[at : link.start()]), f'<a href="{address}">{address}</a>']
        at = link.end()
    return "".join((*found, escape(text[at:])))

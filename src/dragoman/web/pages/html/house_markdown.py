"""The operator's own texts as HTML. Markdown alone: HTML in it is shown as it is written, links
lead to the web, to mail or to pages of ours, and pictures become links, for pages load nothing of
other sites."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from dragoman.extras import extra
from dragoman.remembered import Remembered

with extra("judge"):
    from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_made: Remembered[str, Markup] = Remembered()


def html_of(text: str) -> Markup:
    """A text of Markdown as HTML."""
    if (known := _made.get(text)) is not None:
        return known
    markdown = _markdown()
    tokens = markdown.parse(text)
    _name_tables(tokens)
    made = Markup(markdown.renderer.render(tokens, markdown.options, {}))
    return _made.keep(text, made, len(made))


def title_of(text: str) -> str:
    """The first heading of a text of Markdown; empty where it begins with something else."""
    first, _, words = text.partition("\n")[0].partition(" ")
    return words.strip() if first == "#" else ""


def _name_tables(tokens: Sequence[Token]) -> None:
    """Call each table as the heading above it, for whoever has the page read out; where there is
    none, as its first column."""
    heading = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[at + 1].content
        elif token.type == "table_open":
            first = next((one.content for one in tokens[at:] if one.type == "inline"), "")
            token.attrSet("aria-label", heading or first)


@cache
def _markdown() -> MarkdownIt:
    with extra("judge"):
        from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")

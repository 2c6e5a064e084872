"""A page of HTML as the lines that somebody sees; what is quoted in it begins with ``>``.

Tags are looked for one after the other, each once: the time that takes grows with the length of a
page and no faster, whatever is wrong with it.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*+)([^<>]*+)>")
_NAMED: Final = re.compile(
    r"\b(class|id|type|style)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.I
)
_UNSEEN: Final = frozenset(("head", "title", "style", "script", "noscript", "template", "svg"))
_BLOCKS: Final = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt",
        "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html",
        "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th",
        "thead", "tr", "ul",
    )
)  # fmt: skip
_APART: Final = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "table"))
"""Blocks with an empty line around them."""
_CELLS: Final = frozenset(("td", "th"))
_EMPTY: Final = frozenset(
    ("br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base")
)
_QUOTES: Final = re.compile(r"gmail_attr|yahoo_quoted|moz-cite-prefix|zmail_extra", re.I)
"""Classes of what mail programs put before what they quote, or around it."""
_QUOTING: Final = re.compile(r"quote|cite", re.I)
"""Classes of a ``blockquote`` that is one. Answers between them may lie in the same frame."""
_LONGEST_TAG: Final = 2000
_BELOW: Final = re.compile(
    r"divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container"
)
"""The ids by which Outlook marks the beginning of the mail that is answered."""
_INVISIBLE: Final = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")


def html_text(page: str) -> str:
    """The text of a page, line by line."""
    reader = _Reader()
    text = _without_comments(page)
    at = 0
    for tag in _TAG.finditer(text):
        reader.text(text[at : tag.start()])
        reader.tag(tag[2].lower(), bool(tag[1]), tag[3])
        at = tag.end()
    reader.text(text[at:])
    return reader.finished()


def _without_comments(page: str) -> str:
    """A page without comments, and without what begins with ``<!`` or ``<?``."""
    found: list[str] = []
    at = 0
    while (start := page.find("<", at)) >= 0:
        found.append(page[at:start])
        if page.startswith("<!--", start):
            end, length = page.find("-->", start + 4), 3
        elif page.startswith(("<!", "<?"), start):
            end, length = page.find(">", start), 1
        else:
            found.append("<")
            at = start + 1
            continue
        if end < 0:
            return "".join(found)
        at = end + length
    return "".join((*found, page[at:]))


class _Reader:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = ""
        self._unseen = 0
        self._pre = 0
        self._open: list[tuple[str, bool]] = []
        """The blocks that are open, and whether each is quoted."""
        self._below = False

    def text(self, text: str) -> None:
        if self._unseen or not text:
            return
        text = _INVISIBLE.sub("", unescape(text).replace("\u00a0", " "))
        if self._pre:
            first, *others = text.split("\n")
            self._line += first
            for one in others:
                self._break()
                self._line = one
            return
        spaced = re.sub(r"[ \t\r\n\f]+", " ", text)
        self._line += spaced.lstrip() if not self._line or self._line.endswith(" ") else spaced

    def tag(self, name: str, ends: bool, rest: str) -> None:
        if name in _UNSEEN:
            if not rest.endswith("/"):
                self._unseen = max(0, self._unseen + (-1 if ends else 1))
            return
        if self._unseen:
            if name != "body":
                return
            self._unseen = 0  # whatever was not closed before it
        if name == "br":
            self._break(even_if_empty=True)
        elif name in _CELLS:
            self._line += " " if self._line else ""
            self._enter_or_leave(name, ends, rest)
        elif name in _BLOCKS:
            self._break()
            if name in _APART:
                self._gap()
            self._enter_or_leave(name, ends, rest)
        if name == "pre":
            self._pre = max(0, self._pre + (-1 if ends else 1))

    def _enter_or_leave(self, name: str, ends: bool, rest: str) -> None:
        if name in _EMPTY:
            self._below |= bool(_BELOW.search(rest))
            return
        if not ends:
            is_quoted = self._is_quoted() or _is_quote(name, rest)
            self._open.append((name, is_quoted))
            self._below |= bool(_BELOW.search(rest))
            return
        # Only near the top: what was never opened closes nothing, and costs little.
        for at in range(len(self._open) - 1, max(-1, len(self._open) - 60), -1):
            if self._open[at][0] == name:
                del self._open[at:]
                return

    def _is_quoted(self) -> bool:
        return self._below or bool(self._open and self._open[-1][1])

    def _break(self, even_if_empty: bool = False) -> None:
        line = self._line.rstrip()
        self._line = ""
        if line or even_if_empty or self._pre:
            self._lines.append(f"> {line}".rstrip() if self._is_quoted() else line)

    def _gap(self) -> None:
        if self._lines and self._lines[-1] not in ("", ">"):
            self._lines.append(">" if self._is_quoted() else "")

    def finished(self) -> str:
        self._break()
        return "\n".join(self._lines).strip("\n")


def _is_quote(name: str, rest: str) -> bool:
    """True if a block is what some program quotes, and not what somebody moved to the right."""
    found = _NAMED.finditer(rest[:_LONGEST_TAG])
    named = {one[1].lower(): one[2] or one[3] or one[4] or "" for one in found}
    kind, class_ = named.get("type", ""), named.get("class", "")
    if name == "blockquote" and ("border-left" in named.get("style", "") or kind == "cite"):
        return True
    return bool((_QUOTING if name == "blockquote" else _QUOTES).search(class_))

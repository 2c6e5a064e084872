"""Terms on a page: the first time that one comes up it is a button, which shows its sentence."""

from __future__ import annotations

from functools import cache
from typing import Final

from dragoman.extras import extra
from dragoman.web.glossary import Term, TermFinder, terms
from dragoman.web.pages.html.wording import in_words

with extra("judge"):
    from markupsafe import Markup, escape

GLOSSARY: Final = "/help/glossary"
# Spans, for a term may stand in a paragraph; a popover needs no script.
_BUTTON: Final = Markup(
    '<button type="button" class="term" popovertarget="term-{key}">{word}</button>'
    '<span popover id="term-{key}" class="term-told" role="note"><b>{name}</b> {text} '
    '<a href="{page}#{key}">{more}</a></span>'
)


class PageTerms:
    """The terms of one page, in its language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._shown: set[str] = set()

    def term(self, key: str, word: str = "") -> Markup:
        """A term by its key, as a button where it stands on the page for the first time.

        Raises:
            KeyError: if there is no such term.
        """
        one = terms()[key]
        return self._shown_as(one, word or self._said(one.name))

    def more(self, key: str) -> Markup:
        """A term behind a text that is about it; nothing where the page has it already."""
        return Markup("") if key in self._shown else Markup(" ") + self.term(key)

    def marked(self, text: str) -> Markup:
        """A text in which every term that comes up for the first time is a button."""
        parts: list[Markup] = []
        done = 0
        for found in _finder(self._language).found_in(text):
            parts.append(escape(text[done : found.start]))
            parts.append(self._shown_as(found.term, text[found.start : found.end]))
            done = found.end
        return Markup("").join((*parts, escape(text[done:])))

    def _shown_as(self, one: Term, word: str) -> Markup:
        if one.key in self._shown:
            return escape(word)
        self._shown.add(one.key)
        return _BUTTON.format(
            key=one.key,
            word=word,
            name=self._said(one.name),
            text=self._said(one.text),
            page=GLOSSARY,
            more=self._said("All words"),
        )

    def _said(self, text: str) -> str:
        return in_words(text, self._language)


@cache
def _finder(language: str) -> TermFinder:
    return TermFinder(lambda text: in_words(text, language))

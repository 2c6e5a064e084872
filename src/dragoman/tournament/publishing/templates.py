"""Pages of a tournament in the language of whoever looks: templates, and the words in what they
show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from dragoman.extras import extra
from dragoman.words import LANGUAGES, facts as facts_of, in_language, is_said, said, wished_language

if TYPE_CHECKING:
    from jinja2 import Environment


def rendered(folder: str, page: str, language: str, /, **facts: Any) -> str:
    """A page of a template in a folder of this package, such as ``hall``. Its texts are messages:
    ``{{ _("Board {letter}", letter="C") }}``; so may its facts be."""
    return (
        _templates(folder)
        .get_template(f"{page}.html")
        .render(
            **told(facts, language), _=_words(language), language=language, languages=languages()
        )
    )


def told(shown: Any, language: str) -> Any:
    """Plain data with each message in it in a language. A text that somebody wrote is no message,
    and stays as it is."""
    if is_said(shown):
        return in_language(shown, language)
    if isinstance(shown, Mapping):
        found = cast(Mapping[Any, Any], shown)
        return {told(key, language): told(one, language) for key, one in found.items()}
    if isinstance(shown, list | tuple):
        return [told(one, language) for one in cast("list[Any]", shown)]
    return shown


def languages() -> list[tuple[str, str]]:
    """The languages that pages can be read in, each with what it calls itself."""
    return [(one, str(facts_of(one)["name"])) for one in LANGUAGES]


def language_of(asked: str | None, header: str) -> str:
    """The language of a page: the one that is asked for by its address, else what a browser says of
    its reader (``Accept-Language``)."""
    return asked if asked in LANGUAGES else wished_language(header)


def _words(language: str) -> Callable[..., str]:
    def words(text: str, **parts: Any) -> str:
        return in_language(said(text, **parts) if parts else text, language)

    return words


@cache
def _templates(folder: str) -> Environment:
    with extra("tournament"):
        import jinja2

    def source(name: str) -> str:
        return (files("dragoman.tournament") / folder / name).read_text("utf-8")

    return jinja2.Environment(
        loader=jinja2.FunctionLoader(source),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

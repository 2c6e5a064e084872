"""The help of commands in the language of whoever asks for it: paragraph by paragraph, but for what
is typed in any language."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, Final

from dragoman.words import in_language

EXAMPLE: Final = "Example:"
"""What stands before a line to be typed, which is the same in every language."""
_PANELS: Final[Mapping[str, str]] = {"argument": "Arguments", "option": "Options"}
"""The headings that parameters have where they name none."""


def put_in_words(command: Any, context: Any, language: str) -> None:
    """Put all help of a command, and of those of its group, into a language. What there are no
    words for stays as it is."""
    if getattr(command, "told_in", "") == language:
        return
    command.told_in = language
    for part in parts_of(command, context):
        if not hasattr(part, "in_english"):
            kind = getattr(part, "param_type_name", "")
            panel = getattr(part, "rich_help_panel", None) or _PANELS.get(kind)
            part.in_english = part.help, panel
        told, panel = part.in_english
        if told:
            part.help = help_in(told, language)
        if panel:
            part.rich_help_panel = in_language(panel, language)
    for one in commands_of(command):
        put_in_words(one, context, language)


def parts_of(command: Any, context: Any) -> Iterator[Any]:
    """Everything of a command that has a help text: itself, its parameters, and its --help."""
    yield command
    yield from command.params
    if (option := command.get_help_option(context)) is not None:
        yield option


def commands_of(command: Any) -> list[Any]:
    """The commands of a group that were made already; none of a command."""
    found: Mapping[str, Any] = getattr(command, "commands", {})
    # What makes its commands when they are asked for (``OnDemand``) is no dict, and not asked here.
    return [*found.values()] if isinstance(found, dict) else []


def help_in(text: str, language: str) -> str:
    """A help text in a language."""
    return "\n\n".join(_in_words(one, language) for one in paragraphs(text))


def _in_words(text: str, language: str) -> str:
    if text.startswith(EXAMPLE):
        return in_language(EXAMPLE, language) + text.removeprefix(EXAMPLE)
    return in_language(text, language)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text, each in one line, but for what is typed."""
    for one in inspect.cleandoc(text).split("\n\n"):
        yield one if one.startswith("```") else " ".join(one.split())

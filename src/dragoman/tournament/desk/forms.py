"""Forms of the desk's pages, made of the declarations of its commands."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_args, get_origin

from dragoman.declared import Field, FileText, declared, made
from dragoman.diagnostics import Diagnostic
from dragoman.extras import MissingExtra
from dragoman.files import decode
from dragoman.files.form_parts import PostedPart, form_parts
from dragoman.formats.spreadsheets import SUFFIX, read_spreadsheet
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.record import ROLES
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing.templates import languages
from dragoman.tournament.rules.preset import load_preset, shipped_presets
from dragoman.words import LANGUAGES, MESSAGES, in_language, said, word_file

Given = Mapping[str, Sequence[str]]
"""A form as it was sent: the texts of each of its fields."""


@dataclass(frozen=True, slots=True)
class Control:
    """A field of a form as a page has it. ``kind``: text, number, lines, file, choice, several,
    check or counts; the last has a number for each of the ``options``."""

    name: str
    title: str
    meaning: str
    kind: str
    required: bool
    values: Sequence[str]
    options: Sequence[tuple[str, str]] = ()
    least: int | None = None


def about(kind: type) -> list[str]:
    """The words on a command, sentences for each paragraph, without examples for a terminal."""
    text = inspect.cleandoc(kind.__doc__ or "")
    found = (" ".join(one.split()) for one in text.split("\n\n"))
    return [one for one in found if not one.startswith("Example:")]


def first_sentence(kind: type, language: str) -> str:
    """The words on a command in a list of them."""
    first = in_language(about(kind)[0], language)
    return first.partition(". ")[0].rstrip(".") + "."


def controls(t: Tournament | None, kind: type, given: Given) -> list[Control]:
    """The fields of a command, filled in as far as something is known."""
    return [_control(t, one, given.get(one.name, ())) for one in declared(kind)]


def in_words(one: Control, language: str) -> Control:
    """A field in the words of whoever fills it in."""
    title = desk_words(FIELDS, one.title, language)
    options = [(key, in_language(name, language)) for key, name in one.options]
    meaning = in_language(one.meaning, language)
    return replace(one, title=title, meaning=meaning, options=options)


COMMANDS: Final = "desk commands"
FIELDS: Final = "desk fields"
"""Tables of the messages: commands by their names, and fields by their titles."""


def desk_words(table: str, text: str, language: str) -> str:
    """A word of the desk in a language: of one table, since a word may mean other things
    elsewhere."""
    if language == LANGUAGES[0]:
        return text
    return word_file(MESSAGES, language)[table].get(text, text)


def value(kind: type[Any], given: Given) -> tuple[Any, Sequence[Diagnostic]]:
    """The command that a form says, or what is wrong with it."""
    plain: dict[str, Any] = {}
    for one in declared(kind):
        texts = [text for text in given.get(one.name, ()) if text.strip()]
        if one.says.metavar == _COUNTS:
            texts = list(given.get(one.name, ())) if texts else []
            texts = [text.strip() or "0" for text in texts]
        if texts:
            plain[one.name] = _plain(one, texts)
    return made(kind, plain)


_MOST_PARTS: Final = 1000


def with_files(body: bytes, kind: str) -> tuple[dict[str, list[str]], tuple[Diagnostic, ...]]:
    """The fields of a form that may have files, each of them as its text, a spreadsheet as
    comma-separated text; and what is wrong with them. A file goes before what was typed for it."""
    try:
        parts = form_parts(body, kind, _MOST_PARTS)
    except ValueError:
        what = "this form cannot be read"
        return {}, (Diagnostic("wrong-form", what, "open the page again, and send it anew"),)
    given: dict[str, list[str]] = {}
    faults: list[Diagnostic] = []
    for part in parts:
        if part.file is None:
            given.setdefault(part.name, []).append(part.content.decode("utf-8", "replace"))
        elif part.content:
            text, wrong = _text_of(part)
            given[part.name] = [text]
            faults += wrong
    return given, tuple(faults)


def _text_of(part: PostedPart) -> tuple[str, Sequence[Diagnostic]]:
    """The text of a file, in whatever encoding it was kept, or of the table in a spreadsheet."""
    name = part.file or ""
    if name.lower().endswith(SUFFIX):
        try:
            return read_spreadsheet(part.content, name)
        except MissingExtra as missing:
            return "", (missing.diagnostic,)
    text, encoding = decode(part.content)
    if not encoding or "\0" in text:
        what = "this is neither text nor a spreadsheet (.xlsx)"
        return "", (Diagnostic("not-text", what, "save it as XLSX, or as CSV", source=name),)
    return text, ()


_COUNTS: Final = "COUNT..."
_YES_NO: Final = (("", ""), ("true", said("yes")), ("false", said("no")))


def _plain(field: Field, texts: Sequence[str]) -> Any:
    hint = field.type
    if get_origin(hint) is tuple:
        return [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    text = texts[0]
    if bool in (hint, *get_args(hint)):
        return {"true": True, "false": False}.get(text, text)
    if int in (hint, *get_args(hint)):
        return int(text) if lookup.is_number(text.strip()) else text
    return text


def _control(t: Tournament | None, field: Field, values: Sequence[str]) -> Control:
    says, hint = field.says, field.type
    hints = (hint, *get_args(hint))
    options = _options(t, field)
    several = get_origin(hint) is tuple
    if says.metavar == _COUNTS and t is not None:
        kind, options = "counts", _powers(t)
    elif options and several:
        kind = "several"
    elif options:
        kind, options = "choice", [("", ""), *options]
        values = values or (field.default if isinstance(field.default, str) else "",)
    elif FileText in hints:
        kind = "file"
    elif bool in hints:
        kind = "check" if field.default is False else "choice"
        options = options if kind == "check" else [*_YES_NO]
    elif int in hints:
        kind = "number"
    else:
        kind = "lines" if several else "text"
    title = field.name.replace("_", " ").capitalize()
    return Control(
        field.name, title, says.meaning, kind, field.is_required, values, options, says.least
    )


def _options(t: Tournament | None, field: Field) -> list[tuple[str, str]]:
    """The values that a field can hold, where the tournament says it: players, boards, powers."""
    if field.says.metavar == "PRESET" and field.type is str:
        titles = ((name, load_preset(name)[0]) for name in shipped_presets())
        return [(name, found.title if found else name) for name, found in titles]
    if field.says.metavar == "LANGUAGE":
        return languages()
    if t is None:
        return []
    match field.says.metavar:
        case "PLAYER" | "PLAYER..." | "WHOM" if field.type in (str, tuple[str, ...], str | None):
            people = sorted(t.players.values(), key=lambda one: lookup.folded(one.name))
            return [(str(one.number), f"{one.name} ({one.number})") for one in people]
        case "BOARD":
            return [(one.key, one.key) for one in reversed(t.tables)]
        case "ROLE":
            return [(one, said(one)) for one in ROLES]
        case "carried|failed":
            return [("carried", said("carried")), ("failed", said("not carried"))]
        case "ROUND":
            return [(str(n), str(n)) for n in range(1, t.settings.rounds + 1)]
        case "POWER" | "POWER..." if field.name != "rule":
            return _powers(t)
        case _:
            return []


def _powers(t: Tournament) -> list[tuple[str, str]]:
    return [(one, said(one.title())) for one in t.settings.variant.powers]

"""The help of commands by name, and as pages for ``man``: both are what ``--help`` shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import dragoman
from dragoman.files import write_atomically
from dragoman.games.requests import Answer


def context_of(root: Any, words: Sequence[str]) -> Any:
    """The context in which a command's help is written; ``words`` are the names on the way to it,
    as in ``tournament register``.

    Raises:
        UsageError: if there is no such command; it says what may have been meant.
    """
    found = root
    for word in words:
        if not hasattr(found.command, "commands"):
            found.fail(f"'{found.command_path}' has no commands of its own.")
        name, command, _rest = found.command.resolve_command(found, [word])
        found = type(root)(command, info_name=name, parent=found)
    return found


def write_man_pages(root: Any, folder: Path) -> Answer:
    """Write a page for every command into a folder, in the form that ``man`` reads."""
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    for context in _all(root):
        names.append(f"{context.command_path.replace(' ', '-')}.1")
        write_atomically(folder / names[-1], man_page(context))
    return Answer(f"{folder}: {len(names)} pages", {"folder": str(folder), "pages": names})


def _all(context: Any) -> Iterator[Any]:
    """The context of a command, and those of all below it."""
    yield context
    for name, command in getattr(context.command, "commands", {}).items():
        if not command.hidden:
            yield from _all(type(context)(command, info_name=name, parent=context))


def man_page(context: Any) -> str:
    """The help of a command in the language of ``man``."""
    command = context.command
    name = context.command_path.replace(" ", "-")
    title, *paragraphs = re.split(r"\n{2,}", (command.help or "").strip())
    lines = [f'.TH "{name.upper()}" 1 "" "dragoman {dragoman.__version__}"']
    lines += [".SH NAME", f"{_text(name)} \\- {_text(_joined(title).rstrip('.'))}"]
    usage = " ".join(command.collect_usage_pieces(context))
    lines += [".SH SYNOPSIS", f".B {_text(context.command_path)}", _text(usage)]
    if paragraphs:
        lines += [".SH DESCRIPTION", *_described(paragraphs)]
    entries: dict[str, list[tuple[str, str]]] = {"ARGUMENTS": [], "OPTIONS": [], "COMMANDS": []}
    for parameter in command.get_params(context):
        if record := parameter.get_help_record(context):
            is_argument = parameter.param_type_name == "argument"
            entries["ARGUMENTS" if is_argument else "OPTIONS"].append(record)
    for one in getattr(command, "commands", {}).values():
        if not one.hidden:
            entries["COMMANDS"].append((one.name, one.get_short_help_str(limit=200)))
    for heading, records in entries.items():
        if records:
            lines.append(f".SH {heading}")
            for written, told in records:
                lines += [".TP", f".B {_text(written)}", _text(_joined(told)) or "\\&"]
    return "\n".join(lines) + "\n"


def _described(paragraphs: Sequence[str]) -> Iterator[str]:
    """Paragraphs, and blocks between fences as they stand."""
    is_block = False
    for paragraph in paragraphs:
        for part in re.split(r"(?m)^```\w*\n?", paragraph):
            if part.strip():
                yield ".PP"
                yield from ([".nf", _text(part.rstrip()), ".fi"] if is_block else [_text(part)])
            is_block = not is_block
        is_block = not is_block  # a paragraph ends without a fence of its own


def _joined(text: str) -> str:
    return " ".join(text.split())


def _text(text: str) -> str:
    """A text in which nothing is taken for a request of the typesetter."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", plain)

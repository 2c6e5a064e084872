"""Reading texts in whatever encoding people keep them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from dragoman.diagnostics import Diagnostic

OTHER_ENCODINGS = ("cp1252", "cp437", "cp850", "latin-1")
"""The encodings of texts that are not Unicode, the likeliest first: Windows, DOS in America and
in Europe, ISO 8859-1."""

_LETTERS = frozenset("äöüßÄÖÜéèêàâçñåÉãõøØ")
_SIGNS = frozenset("‘‚“”„«»…€§°·")
_WITHIN_WORDS = frozenset("–—’")


def read_text(path: Path | str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a UTF-8 file; empty, with a diagnostic, where there is none to be had."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return "", (
            Diagnostic("unreadable-file", f"cannot read {path}: {reason}", source=str(path)),
        )
    return text_of(content, str(path))


def text_of(content: bytes, source: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of UTF-8; empty, with a diagnostic, where the bytes are none."""
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        return "", (
            Diagnostic(
                "wrong-encoding",
                f"byte {content[error.start]:#04x} is not UTF-8 text",
                "save the file as UTF-8",
                source=source,
                line=line,
                column=column,
            ),
        )


def decode(content: bytes) -> tuple[str, str]:
    """The text of bytes in an unknown encoding, and the encoding: UTF-8, UTF-16 with its mark,
    else that of ``OTHER_ENCODINGS`` in which it looks most like writing.

    Files that were typed here and there may mix UTF-8 with another: then both are named, the one
    of more letters first (``utf-8+cp1252``), and each byte is read in its own. Both are empty for
    what is marked as UTF-16 and is not.
    """
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if marked else "utf-8-sig"
    try:
        return content.decode(encoding), encoding
    except UnicodeDecodeError:
        if marked:
            return "", ""
    whole = _readings(content, content.decode)
    letters = _UTF8.findall(content)
    if not letters or (_likelihood(whole[0]) > 0 and not _are_letters(letters)):
        return whole
    strays = len(_BEYOND_ASCII_BYTE.findall(_UTF8.sub(b"", content)))
    text, other = _readings(content, lambda encoding: _mixed(content, encoding))
    names = ["utf-8", other] if len(letters) >= strays else [other, "utf-8"]
    return text, "+".join(names)


def _readings(content: bytes, read: Callable[[str], str]) -> tuple[str, str]:
    """The text in the encoding in which it looks most like writing, and that encoding."""
    found: list[tuple[int, str, str]] = []
    for encoding in OTHER_ENCODINGS:
        try:
            text = read(encoding)
        except UnicodeDecodeError:
            continue
        found.append((_likelihood(text), text, encoding))
    _, text, encoding = max(found, key=lambda reading: reading[0])  # of equals the first
    return text, encoding


def _mixed(content: bytes, encoding: str) -> str:
    """UTF-8 where it is UTF-8; every other byte in an encoding."""
    parts: list[str] = []
    at = 0
    for found in _UTF8.finditer(content):
        parts += [content[at : found.start()].decode(encoding), found[0].decode("utf-8")]
        at = found.end()
    return "".join([*parts, content[at:].decode(encoding)]).removeprefix("\ufeff")


def _are_letters(letters: Iterable[bytes]) -> bool:
    """True if what may be letters of UTF-8 is what people write."""
    return all(letter.decode("utf-8") in _LETTERS | _SIGNS | _WITHIN_WORDS for letter in letters)


_UTF8 = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}"
    rb"|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}"
    rb"|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
"""A letter of UTF-8 beyond ASCII."""
_BEYOND_ASCII_BYTE = re.compile(rb"[\x80-\xff]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def _likelihood(text: str) -> int:
    """The likeness of the letters and signs beyond ASCII to those that people write."""
    likely = 0
    for match in _BEYOND_ASCII.finditer(text):
        i, sign = match.start(), match.group()
        before, after = text[i - 1 : i].isalpha(), text[i + 1 : i + 2].isalpha()
        if sign in _LETTERS:
            likely += 1 if before or after else -1
        elif sign in _SIGNS:
            likely += -1 if before and after else 1
        elif sign in _WITHIN_WORDS:
            likely += 1
        else:
            likely -= 1
    return likely

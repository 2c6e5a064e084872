"""Letters from bytes, whatever a mail says of them: many say nothing, and some what is not so."""

from __future__ import annotations

import codecs
from typing import Final

from dragoman.values import FrozenMap

_LARGER: Final = FrozenMap(
    {
        "ascii": "cp1252",
        "iso8859-1": "cp1252",
        "iso8859-9": "cp1254",
        "gb2312": "gb18030",
        "gbk": "gb18030",
        "shift_jis": "cp932",
        "euc_kr": "cp949",
    }
)
"""What programs mean that name the smaller set of letters."""
_NO_LETTERS: Final = ("unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined")
"""What Python takes for sets of letters, and no mail is written in."""
_WEST: Final = ("ascii", "cp1252", "iso8859-1", "iso8859-9", "iso8859-15", "cp1254", "mac-roman")
"""Of one byte each, where letters of UTF-8 are seen as two or three odd ones: nobody writes those
one after the other."""


def decoded(data: bytes, declared: str = "") -> str:
    """The text that bytes are, in the set of letters that their mail declares or, where that cannot
    be, in the one that they seem to be in."""
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        declared = "utf-16"  # as editors save files, whatever mail programs call them
    name = _known(declared)
    text = _utf8(data) if name in ("", "utf-8") or name in _WEST else None
    if text is None and name:
        text = _strictly(data, _LARGER.get(name, name))
    if text is None:
        text = _utf8(data)
    if text is None and name not in ("", "utf-8") and name not in _WEST:
        text = data.decode(_LARGER.get(name, name), "replace")
    if text is None:
        text = _strictly(data, "cp1252") or data.decode("latin-1")
    return clean(text)


def clean(text: str) -> str:
    """A text with lines that end alike, and a sign in place of what is not a letter and cannot be
    stored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return "".join(one if _is_good(one) else "\ufffd" for one in text)


def _is_good(letter: str) -> bool:
    return letter >= " " or letter in "\n\t" if letter < "\x7f" else not _is_odd(ord(letter))


def _is_odd(number: int) -> bool:
    """DEL, the controls after it, and halves of letters."""
    return 0x7F <= number <= 0x9F or 0xD800 <= number <= 0xDFFF


def _known(declared: str) -> str:
    """The set of letters that a mail names; empty where there is no such thing."""
    try:
        # A NUL in a name is an error of another kind.
        name = codecs.lookup(declared.strip().strip("\"'").replace("\0", "")).name
        # What has no letters at all, as base64, cannot write one.
        " ".encode(name)
    except (LookupError, ValueError):
        return ""
    return "" if name.replace("-", "_") in _NO_LETTERS else name


def _utf8(data: bytes) -> str | None:
    return _strictly(data, "utf-8")


def _strictly(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except ValueError:
        return None

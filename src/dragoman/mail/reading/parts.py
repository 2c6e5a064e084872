"""The parts of a mail: what is to be read, and the files that came with it."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from email.errors import InvalidBase64LengthDefect
from email.message import Message
from typing import Any, Final, TypeAlias, cast

from dragoman.mail.message import Attachment, WrittenFile
from dragoman.mail.reading.decoding import clean_name, decoded
from dragoman.mail.reading.html_text import html_text
from dragoman.quick_dataclass import dataclass

# Lines that a mail program broke (RFC 3676)


def unflowed(text: str, drops_space: bool) -> str:
    """A text of the kind ``format=flowed``: a line that ends with a space goes on in the next one
    of the same depth of quoting."""
    found: list[tuple[int, str]] = []
    goes_on = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if goes_on and found and found[-1][0] == depth and content != "-- ":
            before = found[-1][1]
            found[-1] = depth, (before[:-1] if drops_space else before) + content
        else:
            found.append((depth, content))
        goes_on = content.endswith(" ") and content != "-- "
    return "\n".join(">" * depth + " " * bool(depth) + content for depth, content in found)


_Part: TypeAlias = "Message[Any, Any]"
# Parts

_LARGEST_PAGE: Final = 2_000_000
_OF_A_VARIANT: Final = re.compile(r"(?:map|seed)\.|variant\.toml$")
_QUIET: Final = frozenset(
    (
        "application/pgp-signature", "application/pkcs7-signature", "application/pgp-keys",
        "application/x-pkcs7-signature", "text/vcard", "text/x-vcard", "text/directory",
        "text/calendar", "application/ics",
    )
)  # fmt: skip
"""Kinds of files that mail programs add by themselves."""
_QUIET_NAMES: Final = (".p7s", ".p7m", ".asc", ".vcf", ".ics")
"""Suffixes of such files where their type does not tell."""
_WORDS: Final = re.compile(rb"\S \S")
"""Words apart, which no base64 has."""


@dataclass(frozen=True, slots=True)
class MailParts:
    """The text of a mail, quoted lines and all, and its files: ``written`` are those that are read
    besides, ``unread`` the names of those that may hold something and are not."""

    text: str
    files: tuple[Attachment, ...]
    written: tuple[WrittenFile, ...] = ()
    unread: tuple[str, ...] = ()


def parts_of(message: _Part) -> MailParts:
    """The text and the files of a mail. Of a text that is there in several kinds the plain one is
    read, unless there is nothing in it. Files of plain text are read as well; one that comes
    without any text is the text."""
    texts: list[str] = []
    files: list[Attachment] = []
    written: list[WrittenFile] = []
    unread: list[str] = []
    for one in _leaves(message):
        kind, name = _kind(one), _name(one)
        if not _is_file(one) and kind.startswith("text/") and kind not in _QUIET:
            texts.append(_text(one))
            continue
        files.append(Attachment(name, kind, _bytes(one)))
        if _is_letter(kind, name):
            text = _text(one)
            # Some programs send a text in two places; what it says is done once.
            is_known = text.strip() in ("", *(said.strip() for said in texts))
            is_known = is_known or text.strip() in (other.text.strip() for other in written)
            written += [] if is_known else [WrittenFile(name or "text", text)]
        elif not _says_nothing(one):
            unread.append(name or kind)
    text = "\n".join(one for one in texts if one.strip())
    if not text and len(written) == 1:
        text = written.pop().text
    return MailParts(text, tuple(files), tuple(written), tuple(dict.fromkeys(unread)))


def _leaves(message: _Part) -> Iterator[_Part]:
    """The parts that are looked at, one after the other."""
    waiting = [message]
    while waiting:
        one = waiting.pop()
        inside = _inside(one)
        if not inside or _kind(one) == "message/rfc822":
            yield one
        elif _kind(one) == "multipart/alternative":
            waiting += _alternative(inside)
        else:
            waiting += reversed(inside)


def _inside(part: _Part) -> list[_Part]:
    return cast(list[_Part], part.get_payload()) if part.is_multipart() else []


def _as_it_came(part: _Part) -> bytes:
    """The content of a part, not decoded. To ask for it in the usual way is an error where the set
    of letters that the part declares has a name that cannot be one."""
    return str(vars(part)["_payload"] or "").encode("utf-8", "surrogateescape")


def _alternative(parts: list[_Part]) -> list[_Part]:
    """Which of several that say the same is read."""
    plain = [one for one in parts if _kind(one) == "text/plain" and _text(one).strip()]
    if plain:
        return plain[:1]
    # From the plainest to the richest: a calendar's entry is not a text to read.
    pages = [one for one in parts if _kind(one) == "text/html"]
    frames = [one for one in parts if _kind(one).startswith("multipart/")]
    return (pages or frames or parts)[:1]


def _kind(part: _Part) -> str:
    kind = part.get_content_type()
    # One that says that it has parts, and has none.
    is_empty_frame = kind.startswith("multipart/") and not part.is_multipart()
    return "text/plain" if is_empty_frame else kind


def _is_file(part: _Part) -> bool:
    if _kind(part) in ("text/plain", "text/html") and not _name(part):
        return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")
    return True if _name(part) else not _kind(part).startswith("text/")


def _is_letter(kind: str, name: str) -> bool:
    """True if a file seems to be what somebody wrote: plain text, by its kind or by its name, and
    no file of a variant."""
    bare = name.lower()
    if _OF_A_VARIANT.match(bare):
        return False
    if bare.endswith((".txt", ".text", ".ord")):
        is_text = kind.startswith("text/") and kind not in _QUIET and kind != "text/html"
        return is_text or kind in ("application/octet-stream", "application/text")
    return kind == "text/plain" and "." not in bare


def _says_nothing(part: _Part) -> bool:
    """True if nobody wrote a file to be read: signatures, cards, and the pictures of a page."""
    kind = _kind(part)
    said = str(part.get("Content-Disposition", "")).strip().lower()
    if kind.startswith("image/"):
        return "Content-ID" in part or not said.startswith("attachment")
    return kind in _QUIET or _name(part).lower().endswith(_QUIET_NAMES)


def _name(part: _Part) -> str:
    try:
        found = part.get_filename()
    except (ValueError, TypeError, LookupError, AssertionError):
        return ""
    return clean_name(found) if found else ""


def _bytes(part: _Part) -> bytes:
    if _kind(part) == "message/rfc822":
        inside = _inside(part)
        try:
            return inside[0].as_bytes() if inside else b""
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return b""
    try:
        found: Any = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
        found = _as_it_came(part)
    if not isinstance(found, bytes):
        return b""
    if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64":
        return _from_base64(part, found)
    return found


def _from_base64(part: _Part, found: bytes) -> bytes:
    """The decoded bytes; as many as can be of a part that ends too early; and the bytes as they are
    of one that was never encoded."""
    given = _as_it_came(part)
    if _WORDS.search(given):
        return given
    if any(isinstance(one, InvalidBase64LengthDefect) for one in part.defects):
        letters = re.sub(rb"[^A-Za-z0-9+/]", b"", given)
        return b64decode(letters[: len(letters) // 4 * 4])
    return found


def _text(part: _Part) -> str:
    text = decoded(_bytes(part)[:_LARGEST_PAGE], _parameter(part, "charset"))
    if _kind(part) == "text/html":
        return html_text(text)
    if _parameter(part, "format").lower() == "flowed":
        return unflowed(text, _parameter(part, "delsp").lower() == "yes")
    return text


def _parameter(part: _Part, name: str) -> str:
    try:
        found = part.get_param(name)
    except (ValueError, TypeError, LookupError, AssertionError):
        return ""
    # By RFC 2231 it may be in three: set of letters, language, value.
    return str(found[2] if isinstance(found, tuple) else found or "")

"""The text that somebody wrote himself, apart from quotes and signature.

Nothing is thrown away: all three are handed on, and lines between quoted ones are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """A mail's text in three: his own, quoted, and the signature."""

    own: str
    quoted: str = ""
    signature: str = ""


_ORIGINAL: Final = re.compile(
    r"\s*[-_*]{2,}\s*"
    r"(?:Original|Ursprüngliche|Forwarded|Weitergeleitete|Message|Mensaje|Messaggio|Oorspronkelijk"
    r"|Opprinnelig|Ursprungligt|Oprindelig|Wiadomość)"
    r"[^-_*\n]{0,60}[-_*]{2,}\s*",
    re.I,
)
"""``-----Original Message-----``: from there on all is quoted."""
_FIELD: Final = re.compile(
    r"\s*\*?(?:(from|von|de|da|van|fra|från|od)"
    r"|(sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden|sendt|skickat|data|wysłano)"
    r"|(?:to|an|à|para|a|aan|til|till|do|cc|kopie)"
    r"|(subject|betreff|objet|asunto|oggetto|onderwerp|emne|ämne|temat))\s?\*?:\*?\s.*",
    re.I,
)
"""A header as Outlook copies it into the text, where two or more such lines follow each other."""
_RULE: Final = re.compile(r"\s*_{10,}\s*")
_WROTE: Final = re.compile(
    r".*\b(?:wrote|writes|schrieb|schreibt|a écrit|escribió|escreveu|ha scritto|schreef|skrev"
    r"|napisał|napisała|kirjoitti|пишет|написал|написала)\b[^:]{0,120}:\s*",
    re.I | re.S,
)
_BEGINS: Final = re.compile(r"\s*(?:On|Am|Le|El|Em|Il|Op|Den|Dne|Pe|W dniu|В)\s", re.I)
"""With which the first of those lines begins."""
_ADDRESS_OR_DATE: Final = re.compile(r"@[\w-]+\.\w|\d{4}|\d{1,2}:\d{2}")
_ADDRESS: Final = re.compile(r"<[^<>\s@]{1,64}@[^<>\s]{1,255}>")
_LONGEST: Final = 1000
"""Letters of what says who wrote the lines below it."""
_MOST_WROTE: Final = 4
"""Lines over which ``On …, somebody wrote:`` may run."""
_SENT_FROM: Final = re.compile(
    r"\s*(?:Sent from (?:my |Mail |Outlook|Yahoo|Proton|Samsung)|Get Outlook for "
    r"|Von meinem .{1,40} gesendet|Gesendet (?:mit|von) (?:der |meinem |Outlook|Mail)"
    r"|Diese Nachricht wurde von meinem |Envoyé de mon |Enviado desde mi |Inviato da ).{0,80}",
    re.I,
)
_DASHES: Final = ("-- ", "--")
_LONGEST_SIGNATURE: Final = 8
"""Lines of a signature below dashes that lost their space on the way."""
_STILL_COMMANDS: Final = re.compile(r"\s*(?:END\s?\w*|SIGN\s?OFF|ELSE\b.*)\s*", re.I)
"""Ends of what was begun before: no signature has them."""


def cut(text: str) -> Cut:
    """A text in what somebody wrote himself, what is quoted, and a signature."""
    lines = text.split("\n")
    end = _where_the_old_mail_begins(lines)
    below = lines[end:]
    is_quoted = [_is_quoted(line) for line in lines[:end]]
    for at in range(end):
        if is_quoted[at] and not (at and is_quoted[at - 1]):
            for one in _said_before(lines, is_quoted, at):
                is_quoted[one] = True
    own = [line for line, quoted in zip(lines, is_quoted, strict=False) if not quoted]
    old = [line for line, quoted in zip(lines, is_quoted, strict=False) if quoted]
    signed = _where_the_signature_begins(own)
    return Cut(_joined(own[:signed]), _joined([*old, *below]), _joined(own[signed:]))


def _is_quoted(line: str) -> bool:
    return line.startswith(">") or line.lstrip().startswith("> ")


def _where_the_old_mail_begins(lines: Sequence[str]) -> int:
    """The line from which on all is an older mail, which is not marked line by line."""
    last = _last(lines, lambda line: bool(line.strip()))
    last_quoted = _last(lines, _is_quoted)
    for at, line in enumerate(lines):
        if _ORIGINAL.fullmatch(line):
            return at
        if _is_copied_header(lines, at):
            before = at - 1
            while before >= 0 and not lines[before].strip():
                before -= 1
            return before if before >= 0 and _RULE.fullmatch(lines[before]) else at
        if last_quoted < at < last and _is_wrote(line) and _ADDRESS.search(line):
            return at
    return len(lines)


def _last(lines: Sequence[str], is_it: Callable[[str], bool]) -> int:
    """The last line that is so; -1 where none is."""
    return next((at for at in range(len(lines) - 1, -1, -1) if is_it(lines[at])), -1)


def _is_copied_header(lines: Sequence[str], at: int) -> bool:
    """True if the header of a mail stands here as text: its sender, when it was sent, what it is
    about."""
    first = _FIELD.fullmatch(lines[at])
    if first is None or not first[1]:
        return False
    found = 0
    for line in lines[at + 1 : at + 8]:
        field = _FIELD.fullmatch(line)
        if field is None:
            break
        found |= (1 if field[2] else 0) | (2 if field[3] else 0)
    return found == 3


def _is_wrote(text: str) -> bool:
    if len(text) > _LONGEST or _WROTE.fullmatch(text) is None:
        return False
    return bool(_ADDRESS_OR_DATE.search(text))


def _said_before(lines: Sequence[str], is_quoted: Sequence[bool], at: int) -> range:
    """The lines before quoted ones that say who wrote those."""
    end = at
    while end and not lines[end - 1].strip():
        end -= 1
    found = range(0)
    for start in range(end - 1, max(-1, end - 1 - _MOST_WROTE), -1):
        if is_quoted[start] or not lines[start].strip():
            break
        begins = bool(_BEGINS.match(lines[start]))
        if (begins or not found) and _is_wrote("\n".join(lines[start:end])):
            found = range(start, end)
        if begins:
            break
    return found


def _where_the_signature_begins(lines: Sequence[str]) -> int:
    """The line at which the signature begins; the number of lines where there is none."""
    last = _last(lines, lambda line: bool(line.strip()))
    still = _last(lines, lambda line: bool(_STILL_COMMANDS.fullmatch(line)))
    for at in range(still + 1, last + 1):
        line = lines[at]
        if line in _DASHES and (line == "-- " or last - at <= _LONGEST_SIGNATURE):
            return at
    if last >= 0 and _SENT_FROM.fullmatch(lines[last]):
        return last
    return len(lines)


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).strip("\n")

"""A mail's text as what stands in it: commands with their lines, and lines that are none.

What is on the other lines, orders or talk, is told only on the board of their game; who carries the
mail out looks there. Nothing of the text is left out: every line is in one of the items, blank ones
and those behind ``SIGNOFF`` excepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from dragoman.mail.language.verbs import LACKING, VERBS, VerbFound, verb_at
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

MOST_COMMANDS: Final = 200
"""Of one mail; a master who sets up a game writes fifty."""
MOST_LINES: Final = 1_000
LONGEST_LINE: Final = 2_000

_END_OF_PRESS: Final = re.compile(
    r"\s*ende?\s*(?:of\s+|der\s+)?(?:postal\s*)?(?:press|broadcast|presse|rundschreiben)[.!]?\s*",
    re.I,
)
_BLOCK_ENDS: Final = FrozenMap(
    {
        "press": _END_OF_PRESS,
        "broadcast": _END_OF_PRESS,
        "-postalpress": _END_OF_PRESS,
        "-diary": re.compile(rf"{_END_OF_PRESS.pattern}|\s*end\s*diary[.!]?\s*", re.I),
        "appeal": re.compile(r"\s*ende?\s*(?:appeal|einspruch)[.!]?\s*", re.I),
        "dice": re.compile(r"\s*ende?\s*(?:dice|würfel)[.!]?\s*", re.I),
    }
)
"""With what a text ends that stands under a command."""
_END_OF_FORM: Final = re.compile(r"\s*end(?:\s*register)?[.!]?\s*", re.I)
_FIELD: Final = re.compile(r"\s*([^\W\d_][\w \-/]{1,24}?)\s*:\s*(.*)")
_SIGNATURE: Final = re.compile(r"-- ?")
_BARE_FLAG: Final = re.compile(
    r"\s*(?:(?:no|un)\s*)?(?:moderated?|quiet|secret|show)[.!]?\s*", re.I
)
"""Flags that are commands at other judges, without a ``SET``."""
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Signs that are none."""
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Invisible characters that mail programs put between letters; in press it may be meant."""
_SENTENCE: Final = 6
_SHORT_SENTENCE: Final = 4
"""From so many words on a line is a sentence, if it is not a command to its end; one that ends as
sentences do from fewer."""


@dataclass(frozen=True, slots=True)
class MailCommand:
    """A command, with the parts of its arguments, and where it stands.

    ``body`` are the lines of what stands under it, up to ``end``; ``is_closed`` says whether that
    was ended as it should be.
    """

    key: str
    parts: Mapping[str, str]
    line: int
    written: str
    body: tuple[str, ...] = ()
    end: int = 0
    is_closed: bool = True

    def part(self, name: str) -> str:
        """A part of its arguments, empty where it was left out."""
        return self.parts.get(name, "")


@dataclass(frozen=True, slots=True)
class MisreadCommand:
    """A line that begins with a command and goes on as it does not."""

    key: str
    line: int
    written: str


@dataclass(frozen=True, slots=True)
class MailLine:
    """Any other line: an order, a condition, or talk."""

    text: str
    line: int
    in_signature: bool = False


Item: TypeAlias = MailCommand | MisreadCommand | MailLine


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """The items of a text, in its sequence, and the lines that were not read: those behind
    ``SIGNOFF``, and those of a text that is too long."""

    items: tuple[Item, ...]
    behind: tuple[int, ...] = ()
    too_many: tuple[int, ...] = ()


def read(text: str) -> ParsedMail:
    """Read the text of a mail. Never raises, whatever the text."""
    lines = lines_of(text)
    items: list[Item] = []
    at, commands, in_signature = 0, 0, False
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
            continue
        if at >= MOST_LINES or commands > MOST_COMMANDS:
            return ParsedMail(tuple(items), (), _filled(lines, at))
        in_signature = in_signature or _SIGNATURE.fullmatch(line) is not None
        item = MailLine(line, at + 1, True) if in_signature else _item(lines, at)
        items.append(item)
        at = max(item.end if isinstance(item, MailCommand) else 0, at + 1)
        commands += not isinstance(item, MailLine)
        if isinstance(item, MailCommand) and item.key == "signoff":
            return ParsedMail(tuple(items), _filled(lines, at))
    return ParsedMail(tuple(items))


def lines_of(text: str) -> list[str]:
    """The lines of a text as ``read`` counts them."""
    return re.split(r"\r\n|\r|\n", without_controls(text))


def ends_press(line: str) -> bool:
    """True if a line ends the press above it."""
    return _END_OF_PRESS.fullmatch(line) is not None


def without_unseen(line: str) -> str:
    """A line without what nobody sees of it, as it is read."""
    return _UNSEEN.sub("", line)


def without_controls(text: str) -> str:
    """A text without signs that are none, which no text of the judge may hold."""
    return _CONTROLS.sub("", text)


def _filled(lines: Sequence[str], start: int) -> tuple[int, ...]:
    """The numbers of the lines from one on that say something, up to the signature."""
    found: list[int] = []
    for number, line in enumerate(lines[start:], start + 1):
        if _SIGNATURE.fullmatch(line):
            break
        if line.strip():
            found.append(number)
    return tuple(found)


def _item(lines: Sequence[str], at: int) -> Item:
    line = without_unseen(lines[at])
    text = line.strip()
    if len(line) > LONGEST_LINE or not text:
        return MailLine(line, at + 1)
    if _BARE_FLAG.fullmatch(line):
        return MailCommand("set", FrozenMap({"flags": text.rstrip(".!")}), at + 1, text)
    kinds = re.match(
        r"((?:(?:white|gr[ea]y|fake|partial)[\s/,]+)+)(?=press\b|broadcast\b)", text, re.I
    )
    begun = kinds[1] if kinds else ""
    spoken = verb_at(text[len(begun) :])
    if spoken is None:
        return MailLine(line, at + 1)
    rest = text[len(begun) + spoken.end :].lstrip(" \t:,").rstrip(" \t.!;:,")
    if spoken.verb.key == "register":
        rest = rest.rstrip()
    met = spoken.verb.shape.fullmatch(f"{begun}{rest}".strip() if begun else rest)
    if met is None:
        return _unfit(spoken, line, at)
    parts = FrozenMap({name: part.strip() for name, part in met.groupdict().items() if part})
    command = MailCommand(spoken.verb.key, parts, at + 1, text, end=at + 1)
    if spoken.verb.key in _BLOCK_ENDS and not command.part("alone"):
        return _with_body(command, lines, at, spoken)
    return _with_form(command, lines, at) if spoken.verb.key == "register" else command


def _unfit(spoken: VerbFound, line: str, at: int) -> Item:
    """A line of which the first word is a command, and the rest does not go with it: a mistake, or
    a sentence that happens to begin so."""
    text = line.strip()
    words = text.split()
    is_sentence = len(words) >= _SENTENCE or text[-1] in ":?,"
    is_sentence = is_sentence or (len(words) >= _SHORT_SENTENCE and text[-1] in ".!")
    is_sentence = is_sentence or spoken.verb.key == "orders"  # "Orders are attached."
    if not spoken.is_whole or (is_sentence and not text[: spoken.end].isupper()):
        return MailLine(line, at + 1)
    return MisreadCommand(spoken.verb.key, at + 1, text)


def _with_body(command: MailCommand, lines: Sequence[str], at: int, spoken: VerbFound) -> Item:
    """A command with the text that stands under it, to its end or that of the mail."""
    ends = _BLOCK_ENDS[command.key]
    signature = 0
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if ends.fullmatch(line):
            return _closed(command, lines[at + 1 : number], number + 1, True)
        if not signature and _SIGNATURE.fullmatch(line):
            signature = number
        found = verb_at(line.strip())
        if found is not None and found.is_whole and found.verb.key == "signoff":
            met = found.verb.shape.fullmatch(line.strip()[found.end :].rstrip(" .!"))
            if met is not None:
                return _closed(command, lines[at + 1 : number], number, False)
    is_lacking = command.key in LACKING
    if not is_lacking and not (spoken.is_whole and command.written.split()[0].isupper()):
        # Nobody meant "Press on!" to send the rest of a mail.
        return MailLine(without_unseen(lines[at]), at + 1)
    return _closed(command, lines[at + 1 : signature or len(lines)], signature or len(lines), False)


def _closed(command: MailCommand, body: Sequence[str], end: int, is_closed: bool) -> MailCommand:
    parts, line, written = command.parts, command.line, command.written
    return MailCommand(command.key, parts, line, written, tuple(body), end, is_closed)


def _with_form(command: MailCommand, lines: Sequence[str], at: int) -> MailCommand:
    """The form of a registration: ``Name: Ann Lee``, one field a line, to ``END`` or to the first
    line that is not a field."""
    body: list[str] = []
    number = at + 1
    while number < len(lines):
        line = lines[number]
        if _END_OF_FORM.fullmatch(line):
            return _closed(command, body, number + 1, True)
        if line.strip() and not _FIELD.fullmatch(line):
            break
        body.append(line)
        number += 1
    while body and not body[-1].strip():
        body.pop()
        number -= 1
    return _closed(command, body, number, True)


def form_fields(body: Sequence[str]) -> Mapping[str, str]:
    """The fields of a form, by their names in small letters."""
    found = (_FIELD.fullmatch(line) for line in body)
    return FrozenMap({met[1].casefold(): met[2].strip() for met in found if met is not None})


def hides(item: Item) -> bool:
    """True if a password may stand in a line, so that it is not repeated."""
    return not isinstance(item, MailLine) and (VERBS | LACKING)[item.key].holds_secrets

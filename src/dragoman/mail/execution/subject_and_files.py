"""Commands and orders outside the text of a mail: in its subject, and in files that came with
it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.formats import load_variant
from dragoman.mail.execution.lookup import own_games
from dragoman.mail.execution.redaction import without_passwords
from dragoman.mail.execution.session import MailSession
from dragoman.mail.language.parser import (
    MOST_COMMANDS,
    MOST_LINES,
    Item,
    MailCommand,
    MailLine,
    MisreadCommand,
    ParsedMail,
    lines_of,
    read,
)
from dragoman.mail.language.verbs import VERBS, Whom
from dragoman.mail.message import IncomingMail
from dragoman.orders import Scan, scan

_BEFORE: Final = re.compile(
    r"^\s*(?:\[[^\]]*\]\s*)?(?:(?:re|aw|antw|fwd?|wg|sv|vs|rv|tr|rif|odp)\s*(?:\[\d+\]\s*)?:\s*)+",
    re.I,
)
"""With which a subject begins that somebody else wrote."""
_BOARDS: Final = ("standard", "machiavelli")
"""On these it is looked for orders where nobody knows the game."""
_TEXT_BELOW: Final = ("press", "broadcast", "dice", "register")
"""Commands with a text under them, for which a subject has no room."""
_ASKING: Final = ("help", "list", "version", "get")
"""Commands that do nothing, so that nothing comes of them in the subject of somebody else."""


def read_whole(mail: IncomingMail) -> ParsedMail:
    """The text of a mail and, below it, its files, parsed. Each is read by itself: press that is
    not ended in the text does not go on in a file. Behind ``SIGNOFF``, and behind as much as one
    mail may hold, no file is read."""
    items: list[Item] = []
    behind: list[int] = []
    too_many: list[int] = []
    before = 0
    for text in (mail.text, *(one.text for one in mail.written)):
        lines = lines_of(text)
        filled = [number for number, line in enumerate(lines, before + 1) if line.strip()]
        commands = [one for one in items if not isinstance(one, MailLine)]
        if any(one.key == "signoff" for one in commands):
            behind += filled
        elif before >= MOST_LINES or len(commands) > MOST_COMMANDS:
            too_many += filled
        else:
            found = read(text)
            items += _moved(found.items, before)
            behind += (number + before for number in found.behind)
            too_many += (number + before for number in found.too_many)
        before += len(lines)
    return ParsedMail(tuple(items), tuple(behind), tuple(too_many))


def with_subject(s: MailSession, reading: ParsedMail) -> ParsedMail:
    """The parsed mail with its subject, if that was written for the judge: not where the mail
    answers another or was forwarded, whose subject it has.

    Of an answer without a text the subject counts that asks for what anybody may have, as ``Re:
    HELP``. Below a text, a subject counts that begins with a sign-on, a command in capitals or an
    order; alone it does if it begins with any command. Several parts of it stand apart by
    semicolons.
    """
    subject, is_alone = s.mail.subject, not s.mail.whole.strip()
    is_anothers = _is_anothers(s.mail)
    if is_anothers and is_alone:
        above = read(_BEFORE.sub("", subject))
        return above if above.items and all(map(_asks_alone, above.items)) else reading
    parts = [one.strip() for one in subject.split(";") if one.strip()]
    if is_anothers or not parts:
        return reading
    if not _is_meant(s, parts[0], is_alone):
        if any(one.orders or one.lost for one in _scanned(s, subject)):
            s.add((), [s.say("subject-unread", subject=subject)], at=-1)
        return reading
    items = _numbered(read("\n".join(parts)), parts)
    s.add((), [s.say("subject-read")], at=-len(parts) - 2)
    signs_on = (n for n, one in enumerate(reading.items) if _is_sign_on(one))
    at = next(signs_on, -1) + 1 if not any(map(_is_sign_on, items)) else 0
    return replace(reading, items=(*reading.items[:at], *items, *reading.items[at:]))


def _is_anothers(mail: IncomingMail) -> bool:
    return bool(_BEFORE.match(mail.subject) or mail.in_reply_to or mail.references)


def _asks_alone(item: Item) -> bool:
    """True if this does nothing but ask for what anybody may have."""
    return isinstance(item, MailCommand) and item.key in _ASKING


def _is_meant(s: MailSession, text: str, is_alone: bool) -> bool:
    """True if this was written to be carried out."""
    (item,) = read(text).items[:1] or (MailLine(text, 1),)
    match item:
        case MailCommand() if item.key in _TEXT_BELOW:
            return is_alone and item.key == "register"
        case MailCommand() if item.key == "signoff":
            return False
        case MailCommand():
            word = item.written.split()[0]
            return is_alone or item.key == "signon" or (len(word) > 1 and word.isupper())
        case MisreadCommand():
            return is_alone and VERBS[item.key].whom is not Whom.ANYBODY
        case MailLine():
            found = _scanned(s, text)
            return any(one.orders or (is_alone and one.lost) for one in found)


def _scanned(s: MailSession, text: str) -> list[Scan]:
    variants = {one.variant for one in own_games(s)} if s.person else set[str]()
    boards = [s.judge.variants.find(name).board for name in sorted(variants)]
    boards = boards or [load_variant(name).board for name in _BOARDS]
    return [scan(text, board) for board in boards]


def _numbered(reading: ParsedMail, parts: Sequence[str]) -> list[Item]:
    """The items of a subject, with numbers that no line has."""
    before = -len(parts) - 2
    behind = (MailLine(parts[n - 1], n + before) for n in reading.behind)
    return [*_moved(reading.items, before), *behind]


def _moved(items: Sequence[Item], by: int) -> Iterator[Item]:
    for one in items:
        ends = {"end": one.end + by} if isinstance(one, MailCommand) else {}
        yield replace(one, line=one.line + by, **ends)


def _is_sign_on(item: Item) -> bool:
    return isinstance(item, MailCommand) and item.key in ("signon", "create")


def tell_files(s: MailSession) -> None:
    """Say from which line on a file was read, and which was not."""
    line = s.mail.text.count("\n") + 2
    for one in s.mail.written:
        s.add((), [s.say("file-read", name=one.name, line=line)], at=line)
        line += one.text.count("\n") + 1
    if s.mail.unread:
        s.add((), [s.say("file-unread", names=", ".join(s.mail.unread))], True, line)


def tell_not_sent(s: MailSession) -> None:
    """Say which files did not go with press, and that a subject did not that may be meant for the
    judge."""
    names = [*(one.name for one in s.mail.written), *s.mail.unread]
    first = s.mail.subject.partition(";")[0].strip()
    if first and not _is_anothers(s.mail) and _is_meant(s, first, False):
        names.insert(0, without_passwords(s.mail.subject))
    if names:
        s.add((), [s.say("file-not-sent", names=", ".join(names))], True)

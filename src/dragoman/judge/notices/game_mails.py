"""Mails about games, from what somebody is told: subject, text, where the game is, how to stop
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.notices.audience import audience, is_told_by_mail, wants
from dragoman.judge.notices.event_messages import EventMessage, EventWriter
from dragoman.judge.outbox.html_mail import MailBlock, page
from dragoman.judge.outbox.letters import Mail, MapToDraw
from dragoman.judge.storage.upkeep import Announcement
from dragoman.judge.views.press_view import message_view
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.wording import moment_said, said
from dragoman.orders import Notation
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.values import FrozenMap

_FIRST = (
    ev.Ended, ev.Began, ev.Judged, ev.RolledBack, ev.Paused, ev.Resumed, ev.MessageSent,
    ev.MessageLetThrough, ev.MessageHeld, ev.MessageTurnedBack, ev.Invited, ev.Seated, ev.Vacated,
)  # fmt: skip
"""Which of several events a mail is called by."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody who may be mailed: his account, the address that his mail goes to, his wishes."""

    person: int
    address: str
    wishes: MailWishes
    notation: Notation | None = None
    """In which he likes to read orders."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The address that a mail is answered to; for press also the thread in which it stands for the
    reader."""

    address: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """The messages of events for somebody: a mail now, and the press that waits for his digest."""

    told: EventMessage | None
    digest: tuple[int, ...] = ()


def draft(
    g: JudgedGame,
    rows: Sequence[GameLogEntry],
    person: int,
    wishes: MailWishes,
    names: Mapping[int, str],
    reports: dict[tuple[Any, ...], str],
    notation: Notation | None = None,
) -> Draft:
    """The messages for somebody about events, which are in the log of the game by now, as he may
    know them."""
    viewer = Viewer(g, Actor(person))
    teller = EventWriter(viewer, wishes.language, wishes.zone, names, reports, notation)
    found: list[tuple[GameLogEntry, EventMessage]] = []
    digest: list[int] = []
    for one in rows:
        if not is_told_by_mail(g, one.event) or not wants(wishes, one.event):
            continue
        if person not in audience(g, one):
            continue
        told = teller.told(one)
        if told is None:
            continue
        match one.event:
            case ev.MessageSent() | ev.MessageLetThrough() if wishes.press is PressMails.DIGEST:
                digest.append(one.event.number)
            case _:
                found.append((one, told))
    return Draft(_joined(found, wishes.language), tuple(digest))


def _joined(
    found: Sequence[tuple[GameLogEntry, EventMessage]], language: str
) -> EventMessage | None:
    if not found:
        return None
    by_weight = sorted(found, key=lambda one: _weight(one[0]))
    subject = by_weight[0][1].subject
    if len({told.subject for _, told in found}) > 1:
        subject = said(language, "mail.several", first=subject)
    texts = dict.fromkeys(told.text for _, told in by_weight)
    board = next((told.board for _, told in by_weight if told.board), "")
    phase = next((told.phase for _, told in by_weight if told.phase), "")
    # Who answers several things at once says nothing to the writer of one of them.
    message = found[0][1].message if len(found) == 1 else 0
    return EventMessage(subject, "\n\n".join(texts), message, phase, board)


def _weight(one: GameLogEntry) -> tuple[int, int]:
    kind = type(one.event)
    return (_FIRST.index(kind) if kind in _FIRST else len(_FIRST), one.number)


def reminder(g: JudgedGame, person: int, wishes: MailWishes, hours: int) -> EventMessage | None:
    """Reminds somebody of the deadline at hand; None where there is nothing to remind him of."""
    power = g.players.get(person)
    if power is None or g.deadline is None or power not in tuple(g.has_to_order()):
        return None
    if g.has_ordered(power) or g.ready.get(power):
        return None
    language, variant = wishes.language, g.game.variant
    phase = Phrasebook(variant, language).phase(g.phase)
    text = said(
        language,
        "reminder.due",
        phase=phase,
        deadline=moment_said(language, g.deadline, wishes.zone),
        power=variant.power_name(power, language),
    )
    return EventMessage(said(language, "subject.reminder", phase=phase, hours=hours), text)


def digest(
    games: Mapping[int, tuple[JudgedGame, Sequence[int]]],
    person: int,
    wishes: MailWishes,
    site: Site,
) -> EventMessage | None:
    """Messages of several games together, as somebody may read them now; None where none is left
    that he may."""
    parts: list[str] = []
    for number, (g, messages) in games.items():
        viewer = Viewer(g, Actor(person))
        teller = EventWriter(viewer, wishes.language, wishes.zone, {}, {})
        read = [one for one in g.messages if one.number in messages and viewer.reads(one)]
        if not read:
            continue
        title, link = g.settings.title, link_to(site, number)
        head = said(wishes.language, "digest.game", title=title, number=number, link=link)
        texts = (teller.message(message_view(viewer, one)).text for one in read)
        parts.append("\n\n".join([head, "-" * min(70, len(head)), *texts]))
    if not parts:
        return None
    return EventMessage(said(wishes.language, "subject.digest"), "\n\n\n".join(parts))


def announcement(
    told: Announcement, games: Mapping[int, JudgedGame], wishes: MailWishes, site: Site
) -> EventMessage:
    """An announcement for somebody, with those of his games that are due in its time."""
    language, zone = wishes.language, wishes.zone
    lines = [told.text]
    if told.begins is not None and told.ends is not None:
        begins, ends = (moment_said(language, one, zone) for one in (told.begins, told.ends))
        lines.append(said(language, "announcement.time", begins=begins, ends=ends))
    lines.append(said(language, "announcement.games"))
    for number, g in games.items():
        if g.deadline is not None:
            when = moment_said(language, g.deadline, zone)
            lines.append(f"{g.settings.title}, {link_to(site, number)}: {when}")
    return EventMessage(said(language, "subject.announcement"), "\n\n".join(lines))


def mail(
    to: Recipient,
    told: EventMessage,
    site: Site,
    stop: str,
    game: int = 0,
    title: str = "",
    answered: Answered | None = None,
) -> Mail:
    """A mail with what somebody is told, of one game or (0) of several. ``stop`` is the key of the
    link that stops such mails, ``answered`` where answers to it go."""
    language = to.wishes.language
    subject = ": ".join(part for part in (site.title, title, told.subject) if part)
    link = f"{site.address.rstrip('/')}/api/mails/stop/{stop}"
    below = [link_to(site, game)] if game else []
    if answered is None:
        below.append(said(language, "mail.press-by-mail"))
    else:
        below.append(said(language, "mail.answer-press" if told.message else "mail.answer-orders"))
    below.append(said(language, "mail.stop", site=site.address.rstrip("/"), link=link))
    headers = {
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if game:
        root = f"<{thread_name(game, answered.thread if answered else '')}@{host_of(site)}>"
        headers |= {"References": root, "In-Reply-To": root}
    if site.mail:
        headers["Reply-To"] = site.mail if answered is None else answered.address
    blocks = [MailBlock(told.text, is_fixed=bool(told.phase))]
    blocks += [MailBlock(told.board, is_fixed=True)] if told.board else []
    text = "\n".join(("\n\n".join(one.text for one in blocks), "", "-- ", *below, ""))
    html = page(language, subject, blocks, "\n".join(below))
    is_drawn = bool(game and (told.phase or told.board))
    maps = (MapToDraw(game, to.person, told.phase, language),) if is_drawn else ()
    return Mail(to.address, subject, text, to.person, FrozenMap(headers), html, maps)


def thread_name(game: int, thread: str) -> str:
    """The name by which mail programs know a thread of mails: the press of a thread, or all else of
    a game."""
    if not thread:
        return f"game-{game}"
    return f"game-{game}-{sha256(thread.encode()).hexdigest()[:16]}"


def host_of(site: Site) -> str:
    """The host that the names of mails end with."""
    return site.mail.rpartition("@")[2] or urlsplit(site.address).hostname or "localhost"


def link_to(site: Site, game: int) -> str:
    """The address of a game's page."""
    return f"{site.address.rstrip('/')}/games/{game}"

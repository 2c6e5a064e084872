"""Messages about events of a game: made of nothing but what ``event_view`` lets somebody know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from dragoman.judge.commands.mastering import OF_THE_JUDGE
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.state import MASTER, OBSERVER, Stage
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.wording import listed, moment_said, said
from dragoman.orders import Notation
from dragoman.press.press_texts import retold
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook, report_position, turn_facts
from dragoman.reports.facts_in_sight import facts_in_sight
from dragoman.reports.forms import FORMS
from dragoman.rules import Phase, Position


@dataclass(frozen=True, slots=True)
class EventMessage:
    """An event in words, and what a mail about nothing else is called. ``message`` is the number of
    the message that it is, ``phase`` the phase that was judged; ``board`` is where the game stands,
    for whom that is new."""

    subject: str
    text: str
    message: int = 0
    phase: str = ""
    board: str = ""


@dataclass(frozen=True, slots=True)
class EventWriter:
    """Puts events into words for somebody. ``names`` has people's names; ``reports`` keeps reports
    of phases that others may read as well. Orders are in the ``notation`` that he chose, if any."""

    viewer: Viewer
    language: str
    zone: str
    names: Mapping[int, str]
    reports: dict[tuple[Any, ...], str]
    notation: Notation | None = None

    def told(self, one: GameLogEntry) -> EventMessage | None:
        """The message about an event for him; None where he learns nothing of it."""
        if (own := self._own(one.event)) is not None:
            return own
        seen = event_view(self.viewer, one)
        if seen is None:
            return None
        return self._of_seats(one, seen) or self._of_play(one.event, seen)

    def _own(self, event: ev.Event) -> EventMessage | None:
        """The message about something that concerns himself, and is no secret to him whatever the
        game hides."""
        user = self.viewer.actor.user
        match event:
            case ev.Seated() if event.user == user:
                power = self._power(event.power)
                return self._with_board(self._told("own-seat", "own-seat", power=power))
            case ev.Vacated() if self.viewer.g.seats[event.power].past[-1:] == [user]:
                return self._vacated(event.power, event.why, event.note)
            case ev.Admitted():
                return self._told("admitted", "admitted")
            case ev.Left():
                return self._told("turned-away", "turned-away")
            case ev.Invited():
                return self._told("invited", "invited")
            case ev.InvitationEnded() if event.user == user:
                return self._told("uninvited", "uninvited")
            case _:
                return None

    def _of_seats(self, one: GameLogEntry, seen: Mapping[str, Any]) -> EventMessage | None:
        match one.event:
            case ev.Seated():
                power = self._power(seen["power"])
                if "user" in seen:
                    return self._told("seat", "seated", power=power, name=self._name(seen["user"]))
                return self._told("seat", "seated-secret", power=power)
            case ev.Vacated():
                return self._vacated(seen["power"], seen["why"], seen["note"])
            case ev.SeatOffered():
                return self._told("offered", "offered", power=self._power(seen["power"]))
            case ev.SeatOfferEnded():
                return self._told("offered", "offer-ended", power=self._power(seen["power"]))
            case ev.BotSeated():
                power, bot = self._power(seen["power"]), seen["bot"]
                return self._told("seat", "bot-seated" if bot else "bot-left", power=power, bot=bot)
            case ev.Joined():
                if "user" in seen:
                    return self._told("joined", "joined", name=self._name(seen["user"]))
                return self._told("joined", "joined-secret")
            case ev.InvitationEnded():
                return self._told("uninvited", "declined", name=self._name(seen["user"]))
            case ev.MasterJoined():
                return self._told("master", "master-joined", name=self._name(seen["user"]))
            case ev.MasterLeft():
                return self._told("master", "master-left", name=self._name(seen["user"]))
            case _:
                return None

    def _vacated(self, power: str, why: str, note: str) -> EventMessage:
        key = "lost" if why == "missed" else why
        return self._told("vacant", key, note, power=self._power(power))

    def _of_play(self, event: ev.Event, seen: Mapping[str, Any]) -> EventMessage | None:
        match event:
            case ev.BeginningSet() if seen["start"]:
                return self._told("begins-at", "begins-at", begins=self._moment(seen["start"]))
            case ev.BeginningSet():
                return self._told("begins-at", "begins-not")
            case ev.Began():
                when, phase = self._moment(seen["deadline"]), self._begun(event)
                told = self._told("begins", "began", phase=phase, deadline=when)
                return self._with_board(told)
            case ev.Judged():
                return self._judged(seen)
            case ev.Ended():
                powers = self._powers(seen["powers"])
                return self._told("over", f"over-{seen['how']}", seen["why"], powers=powers)
            case ev.DeadlineSet():
                when, why = self._moment(seen["deadline"]), seen["why"]
                if why in OF_THE_JUDGE:
                    return self._told("time", f"deadline-{why}", deadline=when)
                return self._told("time", "deadline", why, deadline=when)
            case ev.Paused():
                why = seen["why"]
                if why in OF_THE_JUDGE:
                    return self._told("paused", f"paused-{why}")
                return self._told("paused", "paused", why)
            case ev.Resumed():
                return self._told("resumed", "resumed", deadline=self._moment(seen["deadline"]))
            case ev.Awaited():
                powers = self._powers(seen["powers"])
                if not seen["grace"]:
                    return self._told("awaited", "awaited", powers=powers)
                grace = self._moment(seen["grace"])
                return self._told("awaited", "awaited-grace", powers=powers, grace=grace)
            case ev.Reminded():
                g = self.viewer.g
                if g.waits or g.deadline is None:
                    return self._told("reminded", "reminded-late")
                when = self._moment(g.deadline.isoformat())
                return self._told("reminded", "reminded", deadline=when)
            case ev.Warned():
                return self._told("warned", "warned", until=self._moment(seen["until"]))
            case ev.RolledBack():
                when, phase = self._moment(seen["deadline"]), self._phase(seen["phase"])
                return self._told("rollback", "rollback", seen["why"], phase=phase, deadline=when)
            case ev.PositionSet():
                return self._told("position", "position", seen["why"])
            case ev.Proposed():
                powers = self._powers(seen["powers"])
                until = self._moment(seen["until"]) if seen["until"] else ""
                return self._told("vote", f"vote-{seen['what']}", powers=powers, until=until)
            case ev.ProposalClosed():
                what = self.viewer.g.proposals[event.number - 1].what
                return self._told("carried", f"carried-{what}")
            case _:
                return self._of_press(event, seen)

    def _of_press(self, event: ev.Event, seen: Mapping[str, Any]) -> EventMessage | None:
        match event:
            case ev.MessageSent() | ev.MessageLetThrough():
                return self.message(seen["message"])
            case ev.MessageHeld() | ev.MessageTurnedBack():
                key = "held" if isinstance(event, ev.MessageHeld) else "turned-back"
                held = seen["held"]
                lines = [self._said(key), *self._head(held), "", held["text"]]
                if held["why"]:
                    lines += ["", said(self.language, "event.reason", why=held["why"])]
                return EventMessage(said(self.language, f"subject.{key}"), "\n".join(lines))
            case _:
                return None

    def message(self, message: Mapping[str, Any]) -> EventMessage:
        """A message as ``message_view`` shows it."""
        words = retold(message["text"], self.viewer.g.game.variant, self.language)
        also = ["", words] if words else []
        text = "\n".join([*self._head(message), "", message["text"], *also])
        return EventMessage(self._subject(message), text, message["number"])

    def _subject(self, message: Mapping[str, Any]) -> str:
        """The subject of a mail with a message: the phase, from whom and to whom, so that whoever
        answers sees who will read it."""
        if message["to"]:
            key = "subject.press" if message["from"] else "subject.press-unsigned"
        else:
            key = "subject.broadcast" if message["from"] else "subject.broadcast-unsigned"
        readers = listed(self.language, [self._writer(one) for one in message["to"]])
        about = said(self.language, key, sender=self._writer(message["from"]), readers=readers)
        return f"{message['phase']}: {about}" if message["phase"] else about

    def _head(self, message: Mapping[str, Any]) -> list[str]:
        to = listed(self.language, [self._writer(one) for one in message["to"]])
        return [
            self._said("from", sender=self._writer(message["from"])),
            self._said("to", powers=to or self._said("all")),
        ]

    def _judged(self, seen: Mapping[str, Any]) -> EventMessage:
        phase = self._phase(seen["phase"])
        lines = [self._said("judged", phase=phase)]
        if seen["missed"]:
            lines.append(self._said("missed", powers=self._powers(seen["missed"])))
        if seen["winners"]:
            lines.append(self._said("won", powers=self._powers(seen["winners"])))
        variant = self.viewer.g.game.variant
        book = Phrasebook(variant, self.language, notation=self.notation)
        report, follows = phase_report(self.viewer, seen["phase"], book, self.reports)
        if seen["deadline"] and follows is not None:
            when = self._moment(seen["deadline"])
            lines.append(self._said("next", phase=book.phase(follows), deadline=when))
        if report:
            lines += ["", report]
        shown = seen["phase"] if follows is not None else ""
        subject = said(self.language, "subject.results", phase=phase)
        return EventMessage(subject, "\n".join(lines), phase=shown)

    def _with_board(self, told: EventMessage) -> EventMessage:
        """The same with units and centres, once the game has begun."""
        if self.viewer.g.stage is Stage.FORMING:
            return told
        book = Phrasebook(self.viewer.g.game.variant, self.language, notation=self.notation)
        return replace(told, board=board_report(self.viewer, book))

    def _told(self, subject: str, key: str, why: str = "", **parts: str) -> EventMessage:
        text = self._said(key, **parts)
        if why:
            text += " " + self._said("reason", why=why)
        return EventMessage(said(self.language, f"subject.{subject}", **parts), text)

    def _said(self, key: str, **parts: str) -> str:
        return said(self.language, f"event.{key}", **parts)

    def _begun(self, event: ev.Began) -> str:
        return self._phase(str(self.viewer.g.game.start.phase))

    def _moment(self, text: str) -> str:
        return moment_said(self.language, datetime.fromisoformat(text), self.zone)

    def _phase(self, text: str) -> str:
        return Phrasebook(self.viewer.g.game.variant, self.language).phase(Phase.parse(text))

    def _power(self, power: str) -> str:
        return self.viewer.g.game.variant.power_name(power, self.language)

    def _powers(self, powers: Sequence[str]) -> str:
        return listed(self.language, [self._power(one) for one in powers]) or self._said("nobody")

    def _writer(self, who: str) -> str:
        if who in (MASTER, OBSERVER):
            return self._said(who.lower())
        return self._power(who) if who else self._said("nobody")

    def _name(self, user: int) -> str:
        return self.names.get(user, str(user))


# Reports of phases and positions: all of them, or what somebody sees of a blind game


def phase_report(
    viewer: Viewer, phase: str, book: Phrasebook, kept: dict[tuple[Any, ...], str]
) -> tuple[str, Phase | None]:
    """The report of a phase as a text, and the phase after it; nothing where it was rolled back
    since. Reports that others may read as well are ``kept``."""
    g = viewer.g
    number = next((n for n, one in enumerate(g.history) if str(one.phase) == phase), None)
    if number is None or not viewer.may_look:
        return "", None
    past = g.history[number]
    if not viewer.sees_turns:
        return "", past.position.phase
    if not viewer.sees_board:
        told, power = viewer.told_of(past), viewer.power or ""
        facts = facts_in_sight(
            *(g.game.variant, told, power, book.language),
            title=g.settings.title,
            notation=book.notation,
        )
        return FORMS["text"](facts).strip(), past.position.phase
    key = (phase, book.language, book.notation, viewer.is_master, len(g.history), g.number)
    if key not in kept:
        facts = turn_facts(
            g.game.variant,
            past,
            book.language,
            title=g.settings.title,
            earlier=g.history[:number],
            for_master=viewer.is_master,
            notation=book.notation,
        )
        kept[key] = FORMS["text"](facts).strip()
    return kept[key], past.position.phase


def board_report(viewer: Viewer, book: Phrasebook) -> str:
    """The position of a game, as somebody may see it: who has which units and centres. Nothing
    where he sees nothing of it."""
    g = viewer.g
    if not viewer.may_look:
        return ""
    if not viewer.sees_board:
        return "\n".join(_seen(viewer, g.game.position, book)) if viewer.power else ""
    told = report_position(
        g.game.variant,
        g.game.position,
        book.language,
        title=g.settings.title,
        rule_set=g.game.rule_set,
        for_master=viewer.is_master,
        notation=book.notation,
    )
    return told.strip()


def _seen(viewer: Viewer, position: Position, book: Phrasebook) -> Iterator[str]:
    """The units and centres that he sees; who has the others is not said."""
    position, powers = viewer.sees_of(position), viewer.g.game.variant.board.powers
    yield said(book.language, "event.hidden-board")
    for power in powers:
        if units := position.units_of(power):
            yield f"  {book.power(power)}: {', '.join(map(book.unit, units))}"
    yield book.word("report.centers")
    for power in powers:
        if centers := position.centers_of(power):
            yield f"  {book.power(power)}: {', '.join(map(book.place, centers))}"

"""What somebody wants to be mailed about games, chosen by mail."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.language.flags import Wanted
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_KINDS: Final = FrozenMap(
    {
        "results": "results", "ergebnisse": "results", "course": "course", "verlauf": "course",
        "votes": "votes", "abstimmungen": "votes", "seats": "seats", "plätze": "seats",
        "press": "press", "presse": "press",
    }
)  # fmt: skip
_EVERY: Final = ("results", "course", "votes", "seats", "press")
_USUAL_HOURS: Final = (24,)


def choose_mails(s: Session, one: Wanted) -> Outcome:
    """Choose what is mailed from now on: which kinds, reminders, press at once or together.

    Raises:
        ActionRefused: if it cannot be.
    """
    if not s.person:
        raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))
    wishes = s.judge.accounts.wishes
    before = wishes.of(s.actor, s.person)
    match one.flag.key:
        case "mails":
            wished = _of_kinds(s, before, one)
            kinds = [
                kind for kind in _EVERY if getattr(wished, kind) not in (False, PressMails.NONE)
            ]
            told = s.say("mails-chosen", mails=", ".join(kinds) or s.say("nothing-else"))
        case "reminders":
            wished = replace(before, hours=_hours(s, one))
            hours = ", ".join(map(str, wished.hours)) or s.say("nothing-else")
            told = s.say("reminders-chosen", hours=hours)
        case _:
            wished = _digest(s, before, one)
            told = s.say("digest-chosen", hour=wished.digest_hour, zone=wished.zone)
            if wished.press is not PressMails.DIGEST:
                told = s.say("mails-chosen", mails="press")
    wishes.choose(s.actor, s.person, wished, s.now)
    return Outcome((told,))


def _of_kinds(s: Session, before: MailWishes, one: Wanted) -> MailWishes:
    words = re.findall(r"[^\W\d_]+", one.value.casefold())
    words = [word for word in words if word not in ("and", "und")]
    if words in ([], ["all"], ["alle"], ["alles"]):
        wanted = set(_EVERY) if one.is_on else set[str]()
    elif words in (["none"], ["keine"]):
        wanted = set[str]()
    else:
        named = {_kind(s, word) for word in words}
        now = {kind for kind in _EVERY if getattr(before, kind) not in (False, PressMails.NONE)}
        wanted = named if one.is_on else now - named
    plain = {kind: kind in wanted for kind in _EVERY if kind != "press"}
    press = before.press
    if "press" not in wanted:
        press = PressMails.NONE
    elif press is PressMails.NONE:
        press = PressMails.NOW
    return replace(before, **plain, press=press)


def _kind(s: Session, word: str) -> str:
    kind = _KINDS.get(word)
    if kind is None:
        raise ActionRefused("unknown-kind", s.say("mails-unread", word=word), s.say("mails-remedy"))
    return kind


def _hours(s: Session, one: Wanted) -> tuple[int, ...]:
    if not one.is_on:
        return ()
    parts = re.findall(r"[^\s,;]+", one.value)
    parts = [part for part in parts if part.casefold() not in ("h", "hours", "and", "und")]
    if not all(re.fullmatch(r"\d{1,4}h?", part) for part in parts):
        raise ActionRefused("no-hours", s.say("hours-unread", text=one.value))
    return tuple(int(part.rstrip("h")) for part in parts) or _USUAL_HOURS


def _digest(s: Session, before: MailWishes, one: Wanted) -> MailWishes:
    if not one.is_on:
        return replace(before, press=PressMails.NOW)
    met = re.fullmatch(r"(\d{1,2})(?::00)?", one.value) if one.value else None
    if one.value and met is None:
        raise ActionRefused("no-hours", s.say("hours-unread", text=one.value))
    hour = int(met[1]) if met is not None else before.digest_hour
    return replace(before, press=PressMails.DIGEST, digest_hour=hour)

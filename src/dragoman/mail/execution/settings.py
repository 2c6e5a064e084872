"""``SET``: preferences of players, mails about games among them, and what masters choose for their
games."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, cast
from zoneinfo import available_timezones

from dragoman.diagnostics import Diagnostic
from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.commands import command as c
from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.judge.log.on_board import rules_of
from dragoman.judge.log.plain_data import YES_NO, read_settings, written_setting
from dragoman.judge.log.settings import FIELDS, PRESS_KINDS, Settings
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.time.rhythm import (
    DAYS,
    Length,
    read_days,
    read_for_kind,
    read_length,
    read_rhythm,
    written_by_kind,
    written_length,
)
from dragoman.mail.execution.actions import absence, concede, draw, preference
from dragoman.mail.execution.lookup import game_meant, moment_named
from dragoman.mail.execution.orders import wait
from dragoman.mail.execution.session import CommandOutcome, MailSession, shown
from dragoman.mail.language.flags import WantedFlag, read_flags
from dragoman.mail.language.parser import MailCommand
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from dragoman.values import FrozenMap
from dragoman.words import in_language, language_called

# Mails about games

_KINDS: Final = FrozenMap(
    {
        "results": "results", "ergebnisse": "results", "course": "course", "verlauf": "course",
        "votes": "votes", "abstimmungen": "votes", "seats": "seats", "plätze": "seats",
        "press": "press", "presse": "press",
    }
)  # fmt: skip
_EVERY: Final = ("results", "course", "votes", "seats", "press")
_USUAL_HOURS: Final = (24,)


def choose_mails(s: MailSession, one: WantedFlag) -> CommandOutcome:
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
    return CommandOutcome((told,))


def _of_kinds(s: MailSession, before: MailWishes, one: WantedFlag) -> MailWishes:
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


def _kind(s: MailSession, word: str) -> str:
    kind = _KINDS.get(word)
    if kind is None:
        raise ActionRefused("unknown-kind", s.say("mails-unread", word=word), s.say("mails-remedy"))
    return kind


def _hours(s: MailSession, one: WantedFlag) -> tuple[int, ...]:
    if not one.is_on:
        return ()
    parts = re.findall(r"[^\s,;]+", one.value)
    parts = [part for part in parts if part.casefold() not in ("h", "hours", "and", "und")]
    if not all(re.fullmatch(r"\d{1,4}h?", part) for part in parts):
        raise ActionRefused("no-hours", s.say("hours-unread", text=one.value))
    return tuple(int(part.rstrip("h")) for part in parts) or _USUAL_HOURS


def _digest(s: MailSession, before: MailWishes, one: WantedFlag) -> MailWishes:
    if not one.is_on:
        return replace(before, press=PressMails.NOW)
    met = re.fullmatch(r"(\d{1,2})(?::00)?", one.value) if one.value else None
    if one.value and met is None:
        raise ActionRefused("no-hours", s.say("hours-unread", text=one.value))
    hour = int(met[1]) if met is not None else before.digest_hour
    return replace(before, press=PressMails.DIGEST, digest_hour=hour)


# ``SET``

_RHYTHMS: Final = ("movement", "retreat", "adjustment")
_LENGTHS: Final = ("least", "not_before", "delay", "grace", "days_off")
_SMALL_DAYS: Final = re.compile(r"(?=.*[smtwf])[-SMTWFsmtwf]{7}")
_CHANGES: Final = 20
"""So often the settings are looked at again, where others change them meanwhile."""


def set_flags(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Set one thing or several, as they stand on the line."""
    wanted, unread = read_flags(command.part("flags"))
    done: list[str] = []
    failed: list[str] = []
    of_game: list[WantedFlag] = []
    for one in wanted:
        if one.flag.key.startswith("-"):
            failed.append(_lacking(s, one))
        elif one.flag.for_players or one.flag.key == "deadline":
            found = _carry(s, lambda one=one: _player(s, command, one))
            (failed if found.is_wrong else done).extend(found.told)
        else:
            of_game.append(one)
    if of_game:
        found = _carry(s, lambda: _change(s, of_game))
        (failed if found.is_wrong else done).extend(found.told)
    if unread is not None and unread.flag is not None:
        failed.append(s.say("flag-takes", flag=unread.flag.name, words=unread.written))
    elif unread is not None:
        key = "kind-alone" if unread.is_kind else "no-flag"
        failed.append(s.say(key, words=unread.written))
    if failed and not done:
        return CommandOutcome(tuple(failed), True)
    return CommandOutcome(tuple(done), failed=tuple(failed))


def _carry(s: MailSession, do: Callable[[], CommandOutcome]) -> CommandOutcome:
    try:
        return do()
    except ActionRefused as refused:
        return CommandOutcome(s.told((refused.diagnostic,)), True)


def _lacking(s: MailSession, one: WantedFlag) -> str:
    name = one.flag.key.removeprefix("-")
    return s.say(
        "lacking", flag=one.flag.name, instead=in_language(NJUDGE_SETTINGS[name], s.language)
    )


def _player(s: MailSession, command: MailCommand, one: WantedFlag) -> CommandOutcome:
    match one.flag.key:
        case "wait":
            return wait(s, command, one.is_on)
        case "ready":
            return wait(s, command, not one.is_on, leaves_gaps=True)
        case "preference":
            return preference(s, one.value)
        case "absence":
            return absence(s, one.value, one.is_on)
        case "draw":
            return draw(s, one.value, one.is_on)
        case "concede":
            return concede(s, one.value, one.is_on)
        case "deadline":
            return _deadline(s, one.value)
        case "language":
            return _wish(s, language=language_called(one.value) or one.value.casefold())
        case "mails" | "reminders" | "digest":
            return choose_mails(s, one)
        case _:
            return _wish(s, zone=_zone_named(one.value))


def _wish(s: MailSession, **changed: str) -> CommandOutcome:
    if not s.person:
        raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))
    wishes = s.judge.accounts.wishes
    wished = replace(wishes.of(s.actor, s.person), **changed)
    wishes.choose(s.actor, s.person, wished, s.now)
    s.learn_wishes()
    return CommandOutcome((s.say("wished", language=s.language, zone=s.zone),))


def _deadline(s: MailSession, text: str) -> CommandOutcome:
    """The deadline of the phase at hand."""
    game_meant(s)
    moment = moment_named(s, text, latest=True)
    if moment is None:
        raise ActionRefused("no-moment", s.say("no-moment", text=text), s.say("moment-remedy"))
    came = s.act(c.SetDeadline(moment))
    return s.outcome(came, "deadline-set", deadline=s.moment(moment))


# Settings of games

BY_MAIL: Final = FrozenMap(
    {
        "begins": "full", "early": "ordered", "missed": "wait", "observers_write": True,
        "days_off": "Sat, Sun",
        "movement": "23:30", "retreat": "23 h", "adjustment": "23 h", "delay": "30 min",
        "least": "2 d 23 h; retreat -; adjustment -",
        "not_before": "12 h; retreat -; adjustment -",
        "grace": "6 d 23 h; retreat 2 d 23 h; adjustment 2 d 23 h",
    }
)  # fmt: skip
"""The defaults of a game that is set up by mail: those of nJudge (defaults.inc.in)."""


def settings_of(s: MailSession, variant: str, text: str) -> tuple[dict[str, Any], str]:
    """The settings that flags mean for a new game, and what of the text was not read."""
    wanted, unread = read_flags(text)
    settings, _ = read_settings({"title": "new", "variant": variant, **BY_MAIL})
    changes: dict[str, Any] = {}
    for one in wanted:
        if one.flag.key.startswith("-"):
            raise ActionRefused("no-such-flag", _lacking(s, one))
        if one.flag.for_players or one.flag.key == "deadline":
            return changes, one.written
        changes |= _changes(s, settings, one)
        settings = _with(settings, changes)
    return changes, unread.written if unread is not None else ""


def _change(s: MailSession, wanted: Sequence[WantedFlag]) -> CommandOutcome:
    """Change the settings of the game, all that a line names or nothing."""
    game_meant(s)
    for _ in range(_CHANGES):
        g = s.g()
        settings, changes = g.settings, dict[str, Any]()
        for one in wanted:
            changes |= _changes(s, settings, one)
            settings = _with(settings, changes)

        def check(now: JudgedGame, before: Settings = g.settings) -> None:
            if now.settings != before:
                raise _Changed

        try:
            came = s.act(c.ChangeSettings(FrozenMap(changes)), check=check)
        except _Changed:
            continue
        told = s.outcome(came)
        if told.is_wrong:
            return told
        lines = (
            s.say("set", name=name, value=shown(value))
            for name, value in changes.items()
            if shown(value) != shown(getattr(g.settings, name))
        )
        small = [
            one for one in wanted if one.flag.key == "days" and _SMALL_DAYS.fullmatch(one.value)
        ]
        small_told = (s.say("small-days", days=small[0].value),) if small else ()
        return CommandOutcome((*lines, *told.told, *small_told))
    raise ActionRefused("busy", s.say("busy"))


class _Changed(Exception):
    """Somebody else changed the settings."""


def _with(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """The settings with changes, as far as a later flag of the line looks at them."""
    known = {
        name: changes[name]
        for name in ("switches", "rules", "press", *_RHYTHMS, *_LENGTHS)
        if name in changes
    }
    return replace(settings, **known)


def _changes(s: MailSession, now: Settings, one: WantedFlag) -> dict[str, Any]:
    """The settings that a flag changes, as they are to be.

    Raises:
        ActionRefused: if it cannot be.
    """
    flag = one.flag
    if flag.switch:
        return {"switches": {**now.switches, flag.switch: flag.on if one.is_on else flag.off}}
    if flag.setting and flag.key.startswith("="):
        return {flag.setting: _typed(s, flag.setting, one.value)}
    if flag.setting:
        is_on = one.is_on and YES_NO.get(one.value.casefold(), True)
        return {flag.setting: flag.on if is_on else flag.off}
    match flag.key:
        case "clock" | "next" | "min" | "grace" | "delay" | "days":
            return _time(s, now, one)
        case "mach2" | "basic" | "advanced":
            return {"rules": _preset(s, now, one)}
        case _:
            return {"press": _press(now, one)}


def _preset(s: MailSession, now: Settings, one: WantedFlag) -> str:
    """The preset of Machiavelli: which edition, and whether the basic game."""
    rules = rules_of(now, s.judge.variants.find(now.variant))
    is_second, is_basic = rules.control == "fall", rules.victory_homes == "basic"
    match one.flag.key:
        case "mach2":
            is_second = one.is_on
        case "basic":
            is_basic = True
        case _:
            is_basic = False
    return f"machiavelli{'2' if is_second else ''}{'-basic' if is_basic else ''}"


def _press(now: Settings, one: WantedFlag) -> tuple[str, ...]:
    kinds = set(now.press)
    words = [one.flag.key, *re.findall(r"\w+", one.value.casefold())]
    words = [word.replace("gray", "grey") for word in words if word != "press"]
    if one.flag.key == "press":
        if not one.is_on or words in (["none"], ["off"]):
            return ()
        kinds = {"private", "public"}
        if words in ([], ["on"]):
            return tuple(kind for kind in PRESS_KINDS if kind in kinds)
    if not one.is_on:
        gone = {
            "grey": {"grey", "all-grey"}, "fake": {"fake"}, "partial": {"private"},
            "broadcast": {"public"},
        }  # fmt: skip
        kinds -= gone[one.flag.key]
        if one.flag.key == "partial":
            kinds.add("public")
    elif {"white", "grey"} <= set(words):
        kinds = (kinds - {"all-grey"}) | {"grey"}
    elif "white" in words:
        kinds -= {"grey", "all-grey"}
    elif "grey" in words:
        kinds = (kinds - {"grey", "fake"}) | {"all-grey"}
    if one.is_on and "fake" in words:
        kinds.add("fake")
    if one.is_on and "partial" in words:
        kinds.add("private")
    if one.is_on and one.flag.key == "broadcast":
        kinds.add("public")
    if not kinds & {"private", "public"}:
        kinds |= {"private", "public"}
    return tuple(kind for kind in PRESS_KINDS if kind in kinds)


def _time(s: MailSession, now: Settings, one: WantedFlag) -> dict[str, Any]:
    match one.flag.key:
        case "clock":
            return _clock(now, one)
        case "next":
            return _next(s, now, one)
        case "days":
            return {"days_off": written_by_kind(now.days_off, one.kind, _days_off(s, one.value))}
        case key:
            name = {"min": "not_before"}.get(key, key)
            text = written_by_kind(getattr(now, name), one.kind, _length(s, one.value))
            return {name: text}


def _clock(now: Settings, one: WantedFlag) -> dict[str, Any]:
    """The time of the day at which phases are due; as a number, in minutes from midnight.

    How long a phase lasts at least is kept: a deadline is the first such time after that.
    """
    value = one.value.replace(".", ":")
    usual = getattr(now, one.kind or "movement") or now.movement
    is_length = isinstance(read_rhythm(usual, now.zone), Length)
    if value == "-1":
        least = read_for_kind(now.least, PhaseKind[(one.kind or "movement").upper()])
        length = usual if is_length else least if isinstance(least, str) and least else "1 d"
        return {**_rhythm(one, length), "least": written_by_kind(now.least, one.kind, "")}
    if ":" not in value:
        value = f"{int(value) // 60:02}:{int(value) % 60:02}"
    found: dict[str, Any] = _rhythm(one, value)
    if is_length:
        found["least"] = written_by_kind(now.least, one.kind, usual)
    return found


def _rhythm(one: WantedFlag, text: str) -> dict[str, Any]:
    if one.kind:
        return {one.kind: text}
    return {"movement": text, "retreat": "", "adjustment": ""}


def _next(s: MailSession, now: Settings, one: WantedFlag) -> dict[str, Any]:
    """The length of a phase; the least one where it ends at a time of the day."""
    length = _length(s, one.value)
    text = getattr(now, one.kind or "movement") or now.movement
    if isinstance(read_rhythm(text, now.zone), Length):
        return _rhythm(one, length or "0 s")
    return {"least": written_by_kind(now.least, one.kind, length)}


def _length(s: MailSession, text: str) -> str:
    """A length, in hours where nothing is said."""
    bare = re.sub(r"\A\.", "0.", text.strip())
    if re.fullmatch(r"[\d.]+", bare):
        bare = f"{bare} h"
    found = read_length(bare, timedelta())
    if isinstance(found, Diagnostic):
        raise ActionRefused(found.code, found.what, found.remedy)
    return written_length(found) if found else ""


def _days_off(s: MailSession, text: str) -> str:
    """The days on which nothing is due, from those on which something may be: ``-MTWTF-`` from
    Sunday on, or ``Mon-Fri``."""
    if re.fullmatch(r"[-SMTWFsmtwf]{7}", text):
        for given, usual in zip(text.upper(), "SMTWTFS", strict=True):
            if given not in ("-", usual):
                raise ActionRefused("no-days", s.say("no-days", text=text))
        on = tuple(day for day in range(7) if text[(day + 1) % 7] != "-")
    else:
        found = read_days(text)
        if isinstance(found, Diagnostic):
            raise ActionRefused(found.code, found.what, found.remedy)
        on = found
    return ", ".join(DAYS[day] for day in range(7) if day not in on)


_AS_WRITTEN: Final = frozenset(("title", "code", "start"))
"""Settings of which capitals count; of all others the judge's own words are small."""


def _zone_named(text: str) -> str:
    """A time zone, however its letters are written; as it was written where there is none."""
    same = (one for one in available_timezones() if one.casefold() == text.casefold())
    return next(same, text)


def _typed(s: MailSession, name: str, text: str) -> Any:
    """The value of a setting as the judge takes it, from its text, which may be in capitals."""
    if name == "zone":
        return _zone_named(text)
    if name == "programs":
        text = text.upper()
    elif name not in _AS_WRITTEN:
        text = text.lower()
    if text == "-":
        text = ""
    value = written_setting(name, text, r",\s")
    if isinstance(value, list):
        return [one for one in cast(list[str], value) if one != "-"]
    if FIELDS[name].type is bool and not isinstance(value, bool):
        raise ActionRefused("no-yes", s.say("yes-or-no", name=name))
    return value

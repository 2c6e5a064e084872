"""Players, rounds, boards, powers and moments that a director means by what he types; and codes by
which people are known."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from dragoman.refusal import ActionRefused
from dragoman.tournament.log.state import Player, Round, Tournament, TournamentTable
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.rules.round_clock import Season
from dragoman.words import said


def player(t: Tournament, text: str) -> Player:
    """A player by number, by name, or by any part of the name that only one has."""
    wanted = folded(text)
    if is_number(wanted.lstrip("#")):
        number = int(wanted.lstrip("#"))
        if number in t.players:
            return t.players[number]
        raise ActionRefused("unknown-player", f"there is no player number {number}")
    if "," in wanted:
        last, _, first = wanted.partition(",")
        wanted = f"{first.strip()} {last.strip()}"
    exact = [one for one in t.players.values() if folded(one.name) == wanted]
    partial = [one for one in t.players.values() if wanted and wanted in folded(one.name)]
    found = exact or partial
    if len(found) == 1:
        return found[0]
    if not found:
        raise ActionRefused("unknown-player", f"nobody here is called {text!r}", "see: players")
    names = (f"{one.name} ({one.number})" for one in found)
    raise ActionRefused("which-player", f"{text!r} can be several people", "type the number", names)


_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that are no other letter with an accent, and are typed as one all the same."""


def folded(text: str) -> str:
    """A name as names are compared: without case, accents, and spaces that say nothing."""
    apart = unicodedata.normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(one for one in apart if not unicodedata.combining(one)).translate(_LETTERS)


def is_number(text: str) -> bool:
    """True if a text is a number as one types it, and none that no tournament comes to."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def players(t: Tournament, texts: Iterable[str]) -> tuple[int, ...]:
    """The numbers of several players. Nobody may be named twice."""
    found = [player(t, text) for text in texts]
    for place, one in enumerate(found):
        if one in found[:place]:
            raise ActionRefused("named-twice", f"{one.name} is named twice", "name everybody once")
    return tuple(one.number for one in found)


def round_(t: Tournament, number: int) -> Round:
    """A round of this tournament, drawn or not."""
    if not 1 <= number <= t.settings.rounds:
        what = f"there is no round {number}; this tournament has {t.settings.rounds}"
        raise ActionRefused("unknown-round", what)
    return t.round(number)


def drawn_round(t: Tournament, number: int) -> Round:
    found = round_(t, number)
    if not found.tables:
        raise ActionRefused(
            "not-drawn", f"round {number} has no boards yet", f"draw it: draw {number}"
        )
    return found


def started_round(t: Tournament, number: int) -> Round:
    found = drawn_round(t, number)
    if found.clock is None:
        raise ActionRefused(
            "not-started", f"round {number} has not started yet", f"start it: start {number}"
        )
    return found


def round_in_hand(t: Tournament) -> int:
    """The round the hall is busy with: the first that is not over, else the last."""
    for number in range(1, t.settings.rounds + 1):
        if number not in t.rounds or not t.rounds[number].over:
            return number
    return t.settings.rounds


def round_meant(t: Tournament, number: int | None) -> int:
    """The round that is named, else the one in hand."""
    return number or round_in_hand(t)


def rounds(t: Tournament, text: str) -> tuple[int, ...]:
    """Rounds as typed: ``1,3`` or ``all``; each is there."""
    if text.strip().lower() == "all":
        return tuple(range(1, t.settings.rounds + 1))
    parts = text.replace(",", " ").split()
    if not all(map(is_number, parts)):
        raise ActionRefused("bad-rounds", f"{text!r} are no rounds", "write 1,3 or all")
    found = tuple(sorted({*map(int, parts)}))
    for number in found:
        round_(t, number)
    return found


def table(t: Tournament, key: str) -> TournamentTable:
    """A board by its key, ``2C``; the letter alone means the round that started last, else the
    one in hand."""
    match = re.fullmatch(r"(\d{0,9})\s*([A-Za-z]{1,2})", key.strip())
    if match is None:
        raise ActionRefused("unknown-board", f"{key!r} is not a board", "boards are written 1A, 2C")
    started = [one.number for one in t.rounds.values() if one.started]
    number = int(match[1]) if match[1] else max(started, default=round_in_hand(t))
    found = drawn_round(t, number).tables
    wanted = f"{number}{match[2].upper()}"
    if wanted not in found:
        raise ActionRefused("unknown-board", f"there is no board {wanted}", candidates=found)
    return found[wanted]


def seat(
    t: Tournament, number: int, who: Player, board: str, option: str = "--board"
) -> TournamentTable:
    """The board of a round where a player has a seat; of two, the one of this letter or key."""
    tables = t.round(number).tables_of(who.number)
    wanted = board.strip().upper()
    found = [one for one in tables if wanted in ("", one.letter, one.key)]
    if not found:
        where = f"on board {wanted}" if wanted and tables else f"in round {number}"
        raise ActionRefused("no-seat", f"{who.name} has no seat {where}")
    if len(found) > 1:
        what = f"{who.name} plays two boards: {' and '.join(one.key for one in found)}"
        raise ActionRefused("which-seat", what, f"say which seat: {option} {found[0].letter}")
    return found[0]


def playing(t: Tournament, key: str) -> TournamentTable:
    """A board whose game goes on."""
    found = table(t, key)
    if found.is_elsewhere and not found.ending:
        what = f"board {found.key} is played at {found.elsewhere}"
        raise ActionRefused("played-elsewhere", what, f"take its result: take-result {found.key}")
    if not found.ending:
        started_round(t, found.round)
    if found.ending:
        what = f"the game on board {found.key} is over: {found.ending.replace('-', ' ')}"
        raise ActionRefused("game-over", what, "undo takes the last action back")
    return found


def power(variant: PlayedVariant, text: str) -> str:
    """A power by its letter or by the beginning of its name."""
    wanted = text.strip().upper()
    if wanted in variant.letters:
        return variant.letters[wanted]
    found = [one for one in variant.powers if wanted and one.startswith(wanted)]
    if len(found) != 1:
        *letters, last = variant.letters
        remedy = f"type {' '.join(letters)} or {last}"
        raise ActionRefused("unknown-power", f"{text!r} is no power", remedy, variant.powers)
    return found[0]


def powers(variant: PlayedVariant, texts: Iterable[str]) -> tuple[str, ...]:
    """Several powers, each named once; letters may be run together (``AT``)."""
    found: list[str] = []
    for text in texts:
        several = len(text) > 1 and set(text.upper()) <= set(variant.letters)
        for part in text if several else (text,):
            one = power(variant, part)
            if one in found:
                raise ActionRefused("named-twice", f"{one.title()} is named twice", "name it once")
            found.append(one)
    return tuple(found)


def season(
    t: Tournament, at: TournamentTable, text: str | None, now: datetime, *, over: bool
) -> Season:
    """A season as typed; untyped, the one on the table's clock: with ``over`` the last whose
    deadline has passed, else the one being negotiated. The clock must have come so far."""
    clock = t.clock_of(at)
    assert clock is not None
    running, last = clock.read(now).season, clock.expired(now)
    if text is None and over and last is None:
        raise ActionRefused(
            "no-deadline-yet",
            f"no deadline has passed on board {at.key} yet",
            "wait for it, or put the clock right",
        )
    if text is None:
        return last if over and last is not None else running
    try:
        when = Season.parse(text)
    except ValueError as error:
        raise ActionRefused("bad-season", str(error)) from None
    if over and (last is None or when > last):
        what = f"the deadline of {when.spoken} has not passed on board {at.key}"
        raise ActionRefused("not-expired", what, _CLOCK_WRONG)
    if when > running:
        what = f"the clock of board {at.key} stands at {running.spoken}"
        raise ActionRefused("not-reached", what, _CLOCK_WRONG)
    return when


_CLOCK_WRONG = "wait for it; if the clock is wrong, correct its start, or add or take time"


def typed(text: str | None, found: Season) -> str:
    """The season as the log has it: nothing where the clock says it."""
    return "" if text is None else str(found)


def moment(text: str | None, now: datetime, near: datetime | None = None) -> datetime:
    """A moment typed as ``9:05``, ``09:05:30`` or ``1999-08-28 09:05``; untyped, now.

    A time of day is that of the day of ``near``, today's unless given.
    """
    if text is None:
        return now
    typed = text.strip().replace("T", " ")
    for form in ("%H:%M", "%H:%M:%S"):
        try:
            time = datetime.strptime(typed, form).time()
        except ValueError:
            continue
        return datetime.combine((near or now).date(), time)
    for form in ("%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"):
        try:
            return datetime.strptime(typed, form)
        except ValueError:
            continue
    raise ActionRefused(
        "bad-time", f"{text!r} is no time", "write 9:05, 09:05:30 or 1999-08-28 09:05"
    )


_LENGTH = re.compile(r"([+-]?)(?:(\d{1,9})\s*m?|(\d{1,9})\s*s|(\d{1,9}):([0-5]\d))")


def length(text: str) -> int:
    """A stretch of time in seconds: ``15`` and ``15m`` are minutes, ``90s`` and ``1:30`` too."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ActionRefused(
            "bad-length", f"{text!r} is not a length of time", "write 15, 90s or 1:30"
        )
    sign, minutes, seconds, left, right = match.groups()
    if minutes is not None:
        found = 60 * int(minutes)
    elif seconds is not None:
        found = int(seconds)
    else:
        found = 60 * int(left) + int(right)
    return -found if sign == "-" else found


def names(t: Tournament, numbers: Iterable[int]) -> str:
    """Players as people are listed: by name."""
    return ", ".join(t.players[number].name for number in numbers)


def listed(names: Iterable[str]) -> str:
    """Names one after the other: ``A, B and C``."""
    *first, last = names
    return said("{one} and {other}", one=", ".join(first), other=last) if first else last


# Codes of people

_CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
"""Without those that are read as others."""
_CODE_LENGTH: Final = 12


def new_code() -> str:
    """A code that nobody guesses."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def digest(code: str) -> str:
    """The form in which the log keeps a code."""
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()

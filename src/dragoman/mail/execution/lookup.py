"""Games, people, powers, phases and moments by the names that a mail calls them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from dragoman.board import UnknownName
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import MASTER, JudgedGame, Stage
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games
from dragoman.judge.storage.name_keys import name_key
from dragoman.judge.time.rhythm import Weekly, read_length, read_rhythm
from dragoman.mail.execution.session import MailSession
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase
from dragoman.values import FrozenMap

_ANYBODY: Final = Actor(is_admin=True)
"""Whoever may know of every game."""
_MOST_SEARCHED: Final = 200
_IN_SUBJECT: Final = re.compile(r"(?:#|\b(?:game|partie)\s+)(\d{1,9})\b", re.I)


def game_called(s: MailSession, name: str, *, signs_on: bool = False) -> int:
    """The game that a mail names: by its number, or by its title, however that is spaced. Whoever
    ``signs_on`` may yet show that he may know of it.

    Raises:
        ActionRefused: if there is none, there are several, or whoever wrote is known in another
            alone.
    """
    game = _game_called(s, name, signs_on)
    if s.bound and game != s.bound:
        raise ActionRefused("bound", s.say("bound", game=s.bound), s.say("bound-remedy"))
    return game


def no_such_game(s: MailSession, number: int) -> ActionRefused:
    """The refusal of a game that is not there, or that whoever wrote may not know of."""
    return ActionRefused("no-game", f"there is no game {number}", s.say("no-game-number-remedy"))


def _game_called(s: MailSession, name: str, signs_on: bool) -> int:
    bare = name.strip().strip('"').strip()
    if re.fullmatch(r"#?\d{1,9}", bare):
        number = int(bare.lstrip("#"))
        try:
            s.judge.game(number, _ANYBODY if signs_on else s.actor)
        except ActionRefused as refused:
            if refused.diagnostic.code != "no-game":
                raise
            raise no_such_game(s, number) from None
        return number
    key = name_key(bare)
    database = s.judge.database
    found = find_games(database, GameSearch(title=bare.replace("_", " ")), s.actor, _MOST_SEARCHED)
    same = [one for one in found if name_key(one.title) == key]
    if not same and key:
        own = (
            find_games(database, GameSearch(part="any"), s.actor, _MOST_SEARCHED)
            if s.person
            else []
        )
        newest = find_games(database, GameSearch(), s.actor, _MOST_SEARCHED)
        every = {one.game: one for one in (*own, *newest)}.values()
        same = [one for one in every if name_key(one.title) == key]
    if len(same) > 1:
        same = [one for one in same if one.stage != "over"] or same
    if len(same) == 1:
        return same[0].game
    if not same:
        raise ActionRefused("no-game", s.say("no-game", name=bare), s.say("no-game-remedy"))
    numbers = tuple(str(one.game) for one in same)
    raise ActionRefused("several-games", s.say("several-games", name=bare), candidates=numbers)


def game_meant(s: MailSession, name: str = "") -> int:
    """The game that a command is about: the one named, the one signed on to, or the one that is
    plainly meant.

    Raises:
        ActionRefused: if that is none.
    """
    if name:
        return game_called(s, name)
    if not s.game:
        s.game = _plainly_meant(s)
    return s.game


def _plainly_meant(s: MailSession) -> int:
    """The game that the mail answers to, that its subject names, or the only one that he plays."""
    if s.mail.seat is not None and s.mail.seat.game and s.mail.seat.person == s.person:
        return s.mail.seat.game
    if not s.person:
        raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))
    mine = own_games(s)
    if (named := _IN_SUBJECT.search(s.mail.subject)) is not None:
        number = int(named[1])
        if any(one.game == number for one in mine):
            return number
    if len(mine) == 1:
        return mine[0].game
    if not mine:
        raise ActionRefused("which-game", s.say("no-own-game"), s.say("no-own-game-remedy"))
    games = tuple(f"{one.game} {one.title}" for one in mine)
    raise ActionRefused("which-game", s.say("which-game"), s.say("which-game-remedy"), games)


def own_games(s: MailSession) -> list[ListedGame]:
    """The games that he plays and that go on."""
    database = s.judge.database
    found: list[ListedGame] = []
    for stage in (Stage.RUNNING, Stage.PAUSED):
        search = GameSearch(stage=stage.value, part="player")
        found += find_games(database, search, s.actor, _MOST_SEARCHED)
    return found


def power_named(s: MailSession, g: JudgedGame, text: str) -> str:
    """The power of a letter or a name.

    Raises:
        ActionRefused: if there is none.
    """
    name = text.strip().strip(",;")
    for power in g.seats:
        if g.game.variant.board.powers[power].letter.casefold() == name.casefold():
            return power
    try:
        power = g.game.variant.board.power_called(name)
    except UnknownName:
        power = ""
    if power not in g.seats:
        powers = tuple(s.book(g).power(one) for one in g.seats)
        raise ActionRefused("unknown-power", s.say("no-power", name=name), "", powers)
    return power


def powers_named(
    s: MailSession, g: JudgedGame, text: str, *, master: bool = False
) -> tuple[str, ...]:
    """The powers of a list: names or letters, apart (``E, F and T``) or together (``EFT``); also
    the master, where that is said.

    Raises:
        ActionRefused: if one of them is nobody here.
    """
    found: dict[str, None] = {}
    for part in re.split(r"[,;/+&]|\band\b|\bund\b", text, flags=re.I):
        words = part.split()
        at = 0
        while at < len(words):
            for end in range(len(words), at, -1):
                names = _read_name(s, g, " ".join(words[at:end]), master)
                if names:
                    found |= dict.fromkeys(names)
                    at = end
                    break
            else:
                power_named(s, g, words[at])  # says what is wrong with it
                at += 1
    return tuple(found)


def _read_name(s: MailSession, g: JudgedGame, text: str, master: bool) -> tuple[str, ...]:
    if master and text.casefold() in ("master", "gm", "spielleiter"):
        return (MASTER,)
    try:
        return (power_named(s, g, text),)
    except ActionRefused:
        pass
    letters = {g.game.variant.board.powers[power].letter.upper(): power for power in g.seats}
    if master and "M" not in letters:
        letters["M"] = MASTER
    if " " not in text and all(letter in letters for letter in text.upper()):
        return tuple(letters[letter] for letter in text.upper())
    return ()


def person_called(s: MailSession, name: str) -> int:
    """The account of a name.

    Raises:
        ActionRefused: if there is nobody.
    """
    person = s.judge.accounts.people.called(name)
    if person is None or person.is_deleted:
        raise ActionRefused("no-person", s.say("no-person", name=name))
    return person.number


_SEASONS: Final[Mapping[str, str]] = FrozenMap(
    {
        "spring": "S", "frühling": "S", "frühjahr": "S", "summer": "U", "sommer": "U",
        "fall": "F", "autumn": "F", "herbst": "F", "winter": "W",
    }
)  # fmt: skip
_KINDS: Final[Mapping[str, str]] = FrozenMap(
    {"m": "M", "b": "M", "z": "M", "r": "R", "a": "A", "w": "A"}
)
_PHASE: Final = re.compile(
    rf"\b({'|'.join(_SEASONS)})\b(?:[\s,]*(?:of\s+)?(\d{{1,4}}))?"
    r"(?:[\s,]*\b(?:(moves?|movements?|bewegung(?:en)?|züge|zug|retreats?|rückzüge|rückzug"
    r"|adjustments?|builds?|aufbau(?:ten)?|winter)\b))?",
    re.I,
)
_CODE: Final = re.compile(r"\b[SUFW]\d{1,4}(?:BC)?[MRAB]\b", re.I)
_NOW: Final = re.compile(
    r"^\W*(?:(?:and|und)\s+)?(?:(?:orders|befehle)\s+)?(?:for|für)\s+(?:now|jetzt"
    r"|(?:this|the current|diese[ns]?)\s+(?:turn|phase|season|saison|runde|zug|jahreszeit))\W*$",
    re.I,
)
_ALONE: Final = re.compile(
    rf"^\W*(?:(?:and|und)\s+)?(?:(?:for|für)\s+)?(?:(?:the|den|das)\s+)?"
    rf"((?:{'|'.join(_SEASONS)})\b[^:\-]{{0,30}}|[SUFW]\d{{1,4}}(?:BC)?[MRAB]\b)\s*:\W*$",
    re.I,
)
_HEADING: Final = re.compile(r"\b(?:orders?|moves?|befehle|züge)\b.*\b(?:for|für)\b(.*)", re.I)


def phase_named(g: JudgedGame, text: str, *, this_year: bool = False) -> Phase | None:
    """The phase that a text names: ``F1901M``, ``fall 1901``, ``fall``, ``winter builds``. Where
    no year is named, the next of its kind, or the one of this year; where no kind is, the one at
    hand, or movement."""
    if (code := _CODE.search(text)) is not None:
        return Phase.parse(code[0])
    met = _PHASE.search(text)
    if met is None:
        return None
    season = _SEASONS[met[1].casefold()]
    now = g.phase
    kind = _kind(met[3] or "")
    if not kind:
        kind = now.letter if season == now.season else ("A" if season == "W" else "M")
    if kind == "A" and season == "F":
        season = "W"
    if met[2]:
        return Phase(int(met[2]), season, kind)
    wanted = Phase(now.year, season, kind)
    return wanted if wanted >= now or this_year else Phase(now.year + 1, season, kind)


def is_heading(text: str) -> bool:
    """True if a line says what orders below it are for."""
    return any(one.search(text) for one in (_HEADING, _NOW, _ALONE))


def phase_in_heading(g: JudgedGame, text: str) -> Phase | None:
    """The phase of a line as ``Here are my orders for fall:``, ``For now:`` or ``Fall 1901:``. Of a
    season without a year it is the one of this year, so that orders that come too late go into no
    other."""
    if _NOW.search(text):
        return g.phase
    met = _HEADING.search(text) or _ALONE.search(text)
    return phase_named(g, met[1], this_year=True) if met is not None else None


def _kind(word: str) -> str:
    start = word.casefold()
    if start.startswith(("build", "aufbau", "adjust", "winter")):
        return "A"
    if start.startswith(("retreat", "rück")):
        return "R"
    return "M" if start else ""


_DATE: Final = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"|(?P<day2>\d{1,2})\.\s*(?P<month2>\d{1,2})\.(?:\s*(?P<year2>\d{4}))?"
    r"|(?P<day3>\d{1,2})\.?\s+(?P<name3>[A-Za-zä]{3,9})\.?(?:\s+(?P<year3>\d{4}))?"
    r"|(?P<name4>[A-Za-zä]{3,9})\.?\s+(?P<day4>\d{1,2})(?:st|nd|rd|th)?\b,?(?:\s+(?P<year4>\d{4}))?",
)
_TIME: Final = re.compile(r"\b(\d{1,2})[:.](\d{2})\b(?!\.)")
_MONTHS: Final = FrozenMap(
    {
        name: number
        for number, names in enumerate(
            (
                "jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt",
                "nov", "dec dez",
            ),
            1,
        )
        for name in names.split()
    }
)  # fmt: skip


def moment_named(s: MailSession, text: str, latest: bool = False) -> datetime | None:
    """The moment that a text names, by the clock of whoever speaks: a date with or without a time,
    a day of the week with a time, or a length from now on (``36 h``, ``+2 d``). A date without a
    time is its beginning, or, where the latest is wanted, its end. None where it names none."""
    bare = re.sub(
        r"^(?:from|to|until|till|by|on|von|bis|vom|am|zum)\b\s*", "", text.strip(), flags=re.I
    )
    lasts = read_length(bare.lstrip("+"), timedelta()) if re.match(r"\+?\s*\d", bare) else None
    if isinstance(lasts, timedelta):
        return s.now + lasts
    weekly = read_rhythm(bare, s.zone)
    if isinstance(weekly, Weekly):
        return weekly.after(s.now)
    zone = ZoneInfo(s.zone)
    met = _DATE.search(bare)
    if met is None:
        return None
    parts = {name.rstrip("234"): value for name, value in met.groupdict().items() if value}
    month = parts.get("month") or _MONTHS.get(parts.get("name", "")[:3].casefold(), 0)
    at = _TIME.search(bare, met.end())
    when = time(23, 59) if latest else time()
    here = s.now.astimezone(zone)
    try:
        if at is not None:
            when = time(int(at[1]), int(at[2]))
        day = datetime(int(parts.get("year", here.year)), int(month), int(parts["day"]))
        if "year" not in parts and day.date() < here.date():
            day = day.replace(year=day.year + 1)
        return datetime.combine(day.date(), when, zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return None

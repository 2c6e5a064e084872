"""Flags of ``SET``: one table, from which lines are read and the help on ``SET`` is made.

Flags of other judges that ours has under names of its own stand here with these names; flags that
it lacks stand in ``judge.log.njudge_settings.NJUDGE_SETTINGS`` with what comes nearest.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.judge.log.settings import FIELDS, PHASE_KINDS
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

REST: Final = r"(?:[=:]\s*)?(?P<value>\S.*)"
"""An argument that takes the rest of the line."""
WORD: Final = r"(?:[=:]\s*)?(?P<value>[^\s,;]+)"
_DAYS_ON: Final = r"[-SMTWFsmtwf]{7}(?=[\s,;]|$)"
"""The days of the week as judges by mail write them, from Sunday on: ``-MTWTF-``."""
_MONTH: Final = r"(?:jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])"
_LENGTH: Final = (
    r"(?:[=:]\s*)?(?P<value>-?[\d.]++"
    rf"(?:\s*(?:minutes?|min(?!\s*[=:]?\s*\d)|hours?|h|(?:days?|d)(?!\s*[=:]?\s*{_DAYS_ON})"
    rf"|weeks?|s)\b)?)(?!\s*{_MONTH})"
)
"""A length; behind ``DELAY 0.50 DAYS -MTWTF-`` stands another flag, and no unit of it."""
_CLOCK: Final = r"(?:[=:]\s*)?(?P<value>-1|\d{1,2}[:.]\d{2}|\d{1,4})"
_DAYS: Final = rf"(?:[=:]\s*)?(?P<value>{_DAYS_ON}|[^;]+)"
_YES_OR_NO: Final = r"(?:[=:]?\s*(?P<value>yes|no|true|false|on|off|ja|nein)(?=\s*(?:[,;]|$)))?"
_PRESS: Final = r"(?:[=:]\s*)?(?P<value>(?:white|gr[ea]y|fake|partial|none|off|on)(?:\s*/\s*\w+)*)?"


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that can be set: its key, the words it goes by, what it takes, and whether ``NO``
    before it means something.

    ``setting`` is the setting of the judge that it stands for, ``switch`` the rule; ``on`` and
    ``off`` are the answers. Where it has neither, ``mail.execution`` knows what it does by its key.
    """

    key: str
    words: tuple[str, ...]
    takes: str = ""
    can_be_off: bool = True
    setting: str = ""
    switch: str = ""
    on: object = None
    off: object = None
    for_players: bool = False

    @property
    def name(self) -> str:
        """Its usual name."""
        return self.words[0].upper()


def _player(words: str, takes: str = "", *, can_be_off: bool = True) -> Flag:
    named = _named(words)
    return Flag(named[0], named, takes, can_be_off, for_players=True)


def _done(words: str, takes: str = "", *, can_be_off: bool = False) -> Flag:
    named = _named(words)
    return Flag(named[0].replace(" ", "-"), named, takes, can_be_off)


def _setting(words: str, setting: str, on: object = True, off: object = False) -> Flag:
    named = _named(words)
    key = named[0].replace(" ", "-")
    takes = _YES_OR_NO if (on, off) == (True, False) else ""
    return Flag(key, named, takes, off is not None, setting=setting, on=on, off=off)


def _rule(words: str, switch: str, on: str = "yes", off: str | None = "no") -> Flag:
    named = _named(words)
    key = named[0].replace(" ", "-")
    return Flag(key, named, "", off is not None, switch=switch, on=on, off=off)


def _named(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(","))


_CENTRES: Final = "{0} centres, {0} centre, {0} centers, {0} center"

_FLAGS: Final = (
    _player("wait, w, warten"),
    _player("ready, bereit, fertig"),
    _player("preference, preferences, pref, wishes, wünsche", rf"(?:{REST})?", can_be_off=False),
    _player(
        "absence, absent, vacation, vacations, holiday, holidays, abwesend, urlaub", rf"(?:{REST})?"
    ),
    _player("draw, remis", rf"(?:{REST})?"),
    _player("concede, conc, concession", rf"(?:{REST})?"),
    _player("language, sprache", WORD, can_be_off=False),
    _player("time zone, timezone, zeitzone", WORD, can_be_off=False),
    _player("mails, mail", rf"(?:{REST})?"),
    _player("reminders, reminder, erinnerungen", rf"(?:{REST})?"),
    _player("digest", rf"(?:{WORD})?"),
    _done("clock", _CLOCK),
    _done("next", _LENGTH),
    _done("min", _LENGTH),
    _done("grace", _LENGTH),
    _done("delay", _LENGTH),
    _done("days, day", _DAYS),
    _done("deadline", REST),
    _done("white", r"(?:\s*/\s*(?P<value>gr[ea]y))?"),
    _done("grey, gray", r"(?:\s*/\s*(?P<value>white))?", can_be_off=True),
    _done("fake", can_be_off=True),
    _done("partial", can_be_off=True),
    _done("broadcast, broadcast press, normal broadcast", can_be_off=True),
    _done("press", _PRESS, can_be_off=True),
    _done("mach2, mach 2, machiavelli2, machiavelli 2", can_be_off=True),
    _done("basic"),
    _done("advanced"),
    _setting("list, public", "listed"),
    _setting("rated", "rated"),
    _setting("manual start, man start", "begins", "master", "full"),
    _setting("prflist, prfboth", "seating", "wishes", None),
    _setting("prfrand", "seating", "lot", None),
    _setting("minor press", "press_in", PHASE_KINDS, ("movement",)),
    _setting("late press, grace press", "late_silent", False, True),
    _setting("nmr, cd", "missed", "hold", "wait"),
    _setting("strict grace", "strict_grace"),
    _setting("strict wait", "strict_wait"),
    _setting("moderated, moderate, manual process, man proc", "moderated"),
    _setting("gunboat, anonymous", "anonymous"),
    _setting("blind", "blind"),
    _setting("observer, observers", "observers"),
    _setting("dias", "draws", "survivors", "listed"),
    _rule(_CENTRES.format("home"), "build_in", "home", None),
    _rule("one centre, one center, one centres, one centers", "build_in", "one-home", None),
    _rule(_CENTRES.format("any"), "build_in", "any", None),
    _rule("disband", "movement_disband"),
    _rule("coastal convoys, coastal convoy", "coastal_convoys"),
    _rule("strict convoy, strict convoys", "convoy_route_named", "required", "optional"),
    _rule("duality", "duality"),
    _rule("gateways, gateway", "gateways"),
    _rule("railways, railway", "railways"),
    _rule("hongkong, hong kong", "hong_kong", "manual"),
    _rule("money", "money"),
    _rule("dice", "dice"),
    _rule("famine", "famine"),
    _rule("plague", "plague"),
    _rule("storm, storms", "storms"),
    _rule("loans, loan, bankers, bank", "loans"),
    _rule("assassins, assassination, assassinations", "assassination"),
    _rule("special", "elite_units"),
    _rule("forts, fort, fortresses, fortress", "fortresses"),
    _rule("garrisons, garrison", "garrisons"),
    _rule("adjacency, adjacent, adj", "bribe_nearness", "unit", "anywhere"),
    _rule("summer", "summer"),
)

FLAGS: Final = FrozenMap({flag.key: flag for flag in _FLAGS})
"""The flags by their keys."""

_OWN: Final = FrozenMap(
    {
        name: Flag(f"={name}", (name, name.replace("_", " ")), REST, False, name)
        for name in FIELDS
        if name not in FLAGS
    }
)
"""Settings of the judge by their own names."""

_CALLED: Final = FrozenMap(
    {
        "address": ("ad",),
        "password": ("pw", "p"),
        "players": ("player",),
        **{name: (f"{name} number", f"{name} num") for name in ("ep", "bn", "bnc", "mn", "mnc")},
        **{
            f"{what}_{whom}": (f"{what} {whom}s", f"{whom} {what}", f"{whom}s {what}")
            for what in ("allow", "deny")
            for whom in ("player", "master")
        },
        "watch_all_press": ("all press", "normal press"),
        "comment": ("info", "information"),
        "transform": ("trafo",),
        "attack_transform": ("attack transforms",),
        "xflag": ("xflags",),
        "max_absence": ("max vacations", "max holidays"),
        "air_lift": ("air lifts",),
        "blank_board": ("empty board",),
        "bcenters": ("bcentres",),
        "approved": ("approve",),
        "white_observer": ("observer white",),
        "partial_default": (
            "default", "partial fakes", "partial fakes broadcast",
            "partial fakes broadcast by default",
        ),
    }
)  # fmt: skip
"""Other words for what other judges have."""

_TAKE_TEXT: Final = frozenset(
    (
        "address", "access", "level", "dedication", "ontimerat", "resrat", "variant", "not_variant",
        "password", "players", "powers", "start", "comment", "transform", "xflag", "approved",
        "allow_player", "deny_player", "allow_master", "deny_master",
        *("ep", "bn", "bnc", "mn", "mnc"),
    )
)  # fmt: skip
"""Flags that take the rest of the line there."""

_LACKING: Final = FrozenMap(
    {
        name: Flag(
            f"-{name}",
            (name.replace("_", " "), *_CALLED.get(name, ())),
            rf"(?:{REST})?" if name in _TAKE_TEXT else r"(?:[=:]?\s*\d+)?",
        )
        for name in NJUDGE_SETTINGS
    }
)
"""Flags of other judges that ours lacks."""

_OTHERWISE: Final = FrozenMap(
    {
        "now": "no wait", "unlist": "no list", "private": "no list", "none": "no press",
        "no white": "grey", "no fake broadcast": "no fake", "partial may be faked": "fake",
        "partial may": "fake", "observer any": "observer", "any observer": "observer",
        "observer none": "no observer", "observer no": "no observer",
        "auto process": "no manual process", "auto proc": "no manual process",
        "auto start": "no manual start", "not approve": "no approved",
    }
)  # fmt: skip
"""Words of nJudge that say the same as others, or their contrary."""

_ALL: Final = FrozenMap(
    {
        word.replace(" ", ""): flag
        for flags in (_OWN, _LACKING, FLAGS)
        for flag in flags.values()
        for word in flag.words
    }
)
"""All flags, by each of their words; as elsewhere, with blanks between them or without."""
_ALIASES: Final = FrozenMap({said.replace(" ", ""): meant for said, meant in _OTHERWISE.items()})
_LONGEST: Final = max(len(word.split()) for words in _CALLED.values() for word in words)
_NEGATIONS: Final = ("not", "no", "un", "keine", "kein", "nicht")
_KINDS: Final = FrozenMap(
    {
        word: kind
        for kind, words in (
            ("movement", ("move", "moves", "movement", "movements")),
            ("retreat", ("retreat", "retreats")),
            ("adjustment", ("build", "builds", "adjustment", "adjustments", "adjust", "adjusts")),
        )
        for word in words
    }
)
_SHORT: Final = FrozenMap(
    {"c": "clock", "m": "min", "n": "next", "g": "grace", "de": "delay", "da": "days"}
)
"""Short flags that nJudge takes behind a kind of phase: ``SET MOVE C 1410 N 71``."""
OF_A_KIND: Final = frozenset(("clock", "next", "min", "grace", "delay", "days"))
"""Flags that may be set for a kind of phase: ``SET RETREAT NEXT 24``."""


@dataclass(frozen=True, slots=True)
class WantedFlag:
    """A flag that shall be set, or not (``is_on``), with what was said of it; ``kind`` is the kind
    of phase that it is for, where one was named."""

    flag: Flag
    is_on: bool
    value: str = ""
    kind: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """The rest of a ``SET`` that could not be read. ``flag`` is the flag that it begins with, if it
    is one that takes something else; ``is_kind`` says that it begins with a kind of phase, and
    nothing that goes with one."""

    written: str
    flag: Flag | None = None
    is_kind: bool = False


def read_flags(text: str) -> tuple[tuple[WantedFlag, ...], Unread | None]:
    """The flags that a text names one after the other, and where the reading ended."""
    found: list[WantedFlag] = []
    at, kind = 0, ""
    while True:
        at = _past_separators(text, at)
        if at >= len(text):
            return tuple(found), None
        start = at
        if (named := _kind_at(text, at)) is not None:
            kind, at = named
        flag, is_on, at = _short_at(text, at, kind) or _flag_at(text, at)
        if flag is None:
            first = re.compile(r"\w*").match(text, start)
            is_kind = first is not None and first[0].casefold() in _KINDS
            return tuple(found), Unread(text[start:], is_kind=is_kind)
        met = (
            re.compile(rf"\s*{flag.takes}", re.I).match(text, at) if flag.takes and is_on else None
        )
        if flag.takes and is_on and met is None:
            return tuple(found), Unread(text[start:], flag)
        if not is_on and flag.takes == f"(?:{REST})?":  # SET NO DRAW takes a list as well
            met = re.compile(rf"\s*{flag.takes}", re.I).match(text, at)
        value = (met.groupdict().get("value") or "").strip() if met is not None else ""
        at = met.end() if met is not None else at
        of_kind = kind if flag.key in OF_A_KIND else ""
        found.append(WantedFlag(flag, is_on, value, of_kind, text[start:at].strip()))


def _past_separators(text: str, at: int) -> int:
    met = re.compile(r"(?:[\s,;]|\band\b|\bund\b)*", re.I).match(text, at)
    return met.end() if met is not None else at


def _kind_at(text: str, at: int) -> tuple[str, int] | None:
    """The kind of phase that stands here, before a flag."""
    met = re.compile(r"([^\W\d_]+)\s+(?=(\w+))").match(text, at)
    if met is None or met[2].casefold() not in OF_A_KIND | _SHORT.keys():
        return None
    kind = _KINDS.get(met[1].casefold())
    return (kind, met.end()) if kind is not None else None


def _short_at(text: str, at: int, kind: str) -> tuple[Flag, bool, int] | None:
    """The flag of a few letters that stands here, behind a kind of phase."""
    met = re.compile(r"[a-z]{1,2}\b", re.I).match(text, at) if kind else None
    key = _SHORT.get(met[0].casefold()) if met is not None else None
    return (FLAGS[key], True, met.end()) if key is not None and met is not None else None


def _flag_at(text: str, at: int) -> tuple[Flag | None, bool, int]:
    """The flag that stands here, the longest first, whether it is wanted, and where it ends."""
    if (plain := _named_at(text, at)) is not None:
        return plain
    for word in _NEGATIONS:
        met = re.compile(rf"{word}[\s-]*", re.I).match(text, at)
        if met is not None and (off := _named_at(text, met.end())) is not None:
            flag, is_on, end = off
            if flag.can_be_off:
                return flag, not is_on, end
    return None, True, at


def _named_at(text: str, at: int) -> tuple[Flag, bool, int] | None:
    met = re.compile(rf"\w+(?:[\s/-]+\w+){{0,{_LONGEST - 1}}}").match(text, at)
    words = list(re.finditer(r"\w+", met[0])) if met is not None else []
    for count in range(len(words), 0, -1):
        said = "".join(word[0].casefold() for word in words[:count])
        end = at + words[count - 1].end()
        if (flag := _ALL.get(said)) is not None:
            return flag, True, end
        if (meant := _ALIASES.get(said)) is not None:
            flag, is_on, _ = _flag_at(meant, 0)
            assert flag is not None
            return flag, is_on, end
    return None

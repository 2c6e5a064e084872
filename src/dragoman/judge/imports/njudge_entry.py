"""Entries of nJudge's ``dip.master``: all that it keeps of a game besides its positions. They stand
at the end of each position, too, there without passwords.

The first line has names and numbers, the flags among them in hexadecimal; lines with times and
paces follow, then one for each player, observer and master, and ``-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.judge.imports.running_game import PersonElsewhere, minutes, not_taken
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

VARIANTS: Final = (
    "", "standard", "youngstown", "loeb9", "pure", "chaos", "britain", "1898", "crowded",
    "machiavelli", "fleet_rome", "shift_right", "shift_left", "rootz", "aberration", "wraparound",
    "chromatic", "milan", "asia", "modern", "colonial", "h31", "h32", "classical", "empire",
    "african2", "wraparound2", "shift_around", "layered", "sailho_crowded", "sailho",
    "ancient_med", "crowded_1898", "machiavelli2", "colonial96", "minorpower", "mach_eos",
    "mach_este", "mach_sfd1", "mach_sfd2", "mach_span", "mach_aoc", "dipmach", "machfive",
    "mach2_sfd1", "mach2_sfd2", "mach2_span", "mach2_fotl", "mach2_eai", "mach2_pamt",
    "mach2_pa", "mach2_ttr",
)  # fmt: skip
"""The variants of nJudge 1.7, by their numbers."""
_HEAD: Final = re.compile(
    r"(?P<name>\S+)\s+(?P<seq>x?\d+)\s+(?P<phase>[SUF?]\d{4}[A-Z?][A-Z]?)\s+"
    r"(?P<access>\d+) (?P<variant>\d+) (?P<level>\d+) (?P<dedicate>-?\d+)(?P<more>( [0-9a-f]+)*)\s*"
)
_PERSON: Final = re.compile(r"(?P<letter>\S)\S*\s+(?P<status>[0-9a-f]+)(?P<rest>(\s+\S+)+)\s*")
_MOMENT: Final = re.compile(r"\w+\s+(?P<text>.*?)\s*\(\d+\)")
_PACE: Final = re.compile(r"(clock|min|next|grace|delay|days)\s+(\S+)")
_GONE: Final = 0x10 | 0x800
"""Status of a player who has given up, or whose power is open to others."""
_WEEK: Final = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")

_FLAG, _XFLAG, _X2FLAG = 0, 1, 2
_SETTINGS: Final[tuple[tuple[int, int, str, Any], ...]] = (
    (_FLAG, 0x1, "missed", "wait"),
    (_FLAG, 0x2, "listed", False),
    (_FLAG, 0x4, "moderated", True),
    (_FLAG, 0x200, "anonymous", True),
    (_FLAG, 0x400, "blind", True),
    (_XFLAG, 0x1, "moderated", True),
    (_XFLAG, 0x4, "late_silent", True),
    (_XFLAG, 0x1000, "press_in", ("movement",)),
    (_X2FLAG, 0x8000000, "draws", "listed"),
    (_X2FLAG, 0x10000000, "strict_wait", True),
)
"""Flags that are settings here: which number holds it, the bit, the setting and its value."""
_SWITCHES: Final[tuple[tuple[int, int, str, str], ...]] = (
    (_XFLAG, 0x80, "build_in", "any"),
    (_XFLAG, 0x480, "build_in", "one-home"),
    (_XFLAG, 0x4000000, "coastal_convoys", "yes"),
    (_XFLAG, 0x8000000, "duality", "yes"),
    (_X2FLAG, 0x1, "railways", "yes"),
    (_X2FLAG, 0x2, "hong_kong", "manual"),
    (_X2FLAG, 0x4, "gateways", "yes"),
)
_OF_MACHIAVELLI: Final[tuple[tuple[int, int, str, str], ...]] = (
    (_FLAG, 0x8000, "dice", "no"),
    (_FLAG, 0x10000, "famine", "no"),
    (_FLAG, 0x20000, "plague", "no"),
    (_FLAG, 0x40000, "loans", "no"),
    (_FLAG, 0x80000, "assassination", "no"),
    (_FLAG, 0x100000, "bribe_nearness", "anywhere"),
    (_FLAG, 0x200000, "elite_units", "no"),
    (_XFLAG, 0x4000, "storms", "yes"),
    (_XFLAG, 0x80000, "fortresses", "yes"),
    (_X2FLAG, 0x80000, "summer", "no"),
    (_X2FLAG, 0x100000, "garrisons", "no"),
)
_MACH2, _NO_MONEY = 0x2000, 0x10000000
_FOREIGN: Final[tuple[tuple[int, int, str], ...]] = (
    (_FLAG, 0x4000, "intimate Diplomacy, in which powers are bid for"),
    (_FLAG, 0x2000000, "rules for air forces"),
    (_FLAG, 0x40000000, "shorthand press"),
    (_FLAG, 0x80000000, "wings"),
    (_XFLAG, 0x8 | 0x100, "units that change their kind"),
    (_XFLAG, 0x20000, "airlifts"),
    (_XFLAG, 0x800000, "no retreats: dislodged units are disbanded"),
    (_XFLAG, 0x1000000, "disbanding any unit in a build phase"),
    (_XFLAG, 0x40000000, "no concessions"),
    (_X2FLAG, 0x40, "further home centres that powers declare"),
    (_X2FLAG, 0x10000, "home centres that change hands"),
    (_X2FLAG, 0x20000 | 0x40000, "cavalry and artillery"),
    (_X2FLAG, 0x400000, "victory by capturing another's home centres"),
    (_X2FLAG, 0x800000, "press to neighbours alone"),
    (_X2FLAG, 0x2000, "press that comes with the results"),
    (_X2FLAG, 0x4000000, "proxy orders"),
    (_X2FLAG, 0x40000000, "armies that convoy"),
)
"""Flags of what this judge lacks, or has otherwise."""


@dataclass(frozen=True, slots=True)
class NjudgeEntry:
    """A game as an entry says. ``flags`` are its three numbers of flags, ``paces`` the pace of
    movements, retreats and adjustments: each part of it by its name."""

    name: str
    number: int
    phase: str
    variant: str
    flags: tuple[int, int, int]
    victory: int
    deadline: str
    comment: str
    paces: Mapping[str, Mapping[str, str]]
    players: Mapping[str, PersonElsewhere]
    masters: tuple[PersonElsewhere, ...]
    observers: int

    @property
    def is_over(self) -> bool:
        """True if the game is over, or was given up."""
        return self.phase[6:7] == "X"

    def has(self, of: int, bit: int) -> bool:
        return self.flags[of] & bit == bit

    def rules(self, is_machiavelli: bool) -> str:
        """The rule set by which nJudge judges the game."""
        if not is_machiavelli:
            return "njudge"
        edition = "machiavelli2" if self.has(_XFLAG, _MACH2) else "machiavelli"
        return f"{edition}{'-basic' if self.has(_XFLAG, _NO_MONEY) else ''}-njudge"

    def switches(self, is_machiavelli: bool) -> dict[str, str]:
        """Rules that are other than those of the rule set."""
        known = (*_SWITCHES, *(_OF_MACHIAVELLI if is_machiavelli else ()))
        return {name: answer for of, bit, name, answer in known if self.has(of, bit)}

    def settings(self) -> dict[str, Any]:
        """Settings of a judged game here that the entry says."""
        found: dict[str, Any] = {
            name: value for of, bit, name, value in _SETTINGS if self.has(of, bit)
        }
        press = _press(self.flags[_FLAG])
        if press != ("private", "public"):
            found["press"] = press
        if not self.has(_FLAG, 0x1000):
            found["observers_write"] = True
        moves = self.paces.get("Moves", {})
        for name, part, factor in (("grace", "grace", 60), ("delay", "delay", 60)):
            if length := minutes(_float(moves.get(part)) * factor):
                found[name] = length
        for setting, kind in (
            ("movement", "Moves"),
            ("retreat", "Retreat"),
            ("adjustment", "Adjust"),
        ):
            pace = self.paces.get(kind, {})
            if length := minutes(_float(pace.get("next")) * 60):
                found[setting] = length
        if days := _days_off(moves.get("days", "")):
            found["days_off"] = ", ".join(days)
        return found

    def left_out(self) -> Iterator[Diagnostic]:
        """Parts of the entry that have no place here."""
        for of, bits, what in _FOREIGN:
            if self.flags[of] & bits:
                yield not_taken(f"it is not played here: {what}", "tell the players")
        clock = _float(self.paces.get("Moves", {}).get("clock"))
        if clock >= 0 and "Moves" in self.paces:
            at = f"{int(clock) // 60:02}:{int(clock) % 60:02}"
            what = f"deadlines there are at {at} by its clock; here a phase lasts as long as said"
            yield not_taken(what, f"write days and a time as pace: daily {at}")
        if self.deadline:
            what = f"there the phase at hand is due {self.deadline}"
            yield not_taken(what, "here the clock stands until you start it")
        if self.observers:
            yield not_taken("those who looked on there are not taken over", "tell them")
        if self.comment:
            yield not_taken(f"its comment: {self.comment}")


def entry_in(lines: Iterable[str], game: str = "") -> NjudgeEntry | None:
    """The entry in lines of a position or of ``dip.master``, of the game of a name or of the first
    there is; None where there is none."""
    known = [*lines]
    for number, line in enumerate(known):
        met = _HEAD.fullmatch(line)
        if met is None or met["name"] == "control":
            continue
        if not game or met["name"] == game:
            return _entry(met, known[number + 1 :])
    return None


def entries_in(lines: Iterable[str]) -> tuple[str, ...]:
    """The names of the games of a ``dip.master``."""
    heads = (met for line in lines if (met := _HEAD.fullmatch(line)))
    return tuple(met["name"] for met in heads if met["name"] != "control")


def _entry(head: re.Match[str], lines: Iterable[str]) -> NjudgeEntry:
    numbers = head["more"].split()
    flags = (_hex(numbers, 0), _hex(numbers, 3), _hex(numbers, 5))
    number = int(head["variant"])
    paces: dict[str, dict[str, str]] = {}
    players: dict[str, PersonElsewhere] = {}
    masters: list[PersonElsewhere] = []
    deadline = comment = ""
    observers = 0
    for line in lines:
        if line.startswith("-"):
            break
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        if word in ("Moves", "Retreat", "Adjust"):
            paces[word] = dict(_PACE.findall(line))
        elif word == "Deadline" and (met := _MOMENT.match(line)):
            deadline = met["text"]
        elif word == "Comment":
            comment = line[len(word) :].strip()[:200]
        elif (met := _PERSON.fullmatch(line)) and len(met["rest"].split()) >= 6:
            person = _person(met["rest"].split()[5])
            letter, status = met["letter"], int(met["status"], 16)
            if word.lower() == "master":
                masters += [person] if person else []
            elif word.lower() in ("observer", "%lternate"):
                observers += 1
            elif person is not None and not status & _GONE:
                players[letter.upper()] = person
    variant = VARIANTS[number] if 0 < number < len(VARIANTS) else ""
    paces_known = FrozenMap({kind: FrozenMap(one) for kind, one in paces.items()})
    victory = int(numbers[1]) if len(numbers) > 1 and numbers[1].isdecimal() else 0
    seq = int(head["seq"].lstrip("x"))
    name, phase = head["name"], head["phase"]
    rest = (deadline, comment, paces_known, FrozenMap(players), tuple(masters), observers)
    return NjudgeEntry(name, seq, phase, variant, flags, victory, *rest)


def _hex(numbers: list[str], at: int) -> int:
    return int(numbers[at], 16) if at < len(numbers) else 0


def _person(address: str) -> PersonElsewhere | None:
    """Somebody by the address of his mail; nobody where a star stands for it."""
    if "@" not in address or len(address) > 254:
        return None
    return PersonElsewhere(address.split("@", 1)[0][:60], address)


def _press(flags: int) -> tuple[str, ...]:
    white, grey, partial = not flags & 0x8, bool(flags & 0x10), not flags & 0x40
    if not white and not grey:
        return ()
    to = ("private", "public") if partial else ("public",)
    signed = ("grey",) if white and grey else ("all-grey",) if grey else ()
    return (*to, *signed, *(("fake",) if flags & 0x80 and white else ()))


def _days_off(days: str) -> tuple[str, ...]:
    """The days on which nothing is due, of seven signs from Sunday on; a small letter is a day on
    which phases end where all are ready."""
    if len(days) != 7:
        return ()
    return tuple(name for name, sign in zip(_WEEK, days, strict=True) if not sign.isupper())


def _float(text: str | None) -> float:
    try:
        return float(text) if text is not None else -1.0
    except ValueError:
        return -1.0

"""The contents of the lines of a ``.map`` file, before anything is made of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from unicodedata import combining, normalize

from dragoman.board import fold
from dragoman.formats.text_source import Source
from dragoman.quick_dataclass import dataclass

TERRAINS = ("COAST", "LAND", "WATER", "PORT", "SHUT")
"""PORT is a coast from which a fleet may convoy, SHUT a province nobody enters."""

Include = Callable[[str], bytes | None]
"""Gives the content of the file of this name, None where there is none."""


@dataclass(slots=True)
class MapPlace:
    """A line that says what borders on a place, as written.

    ``word`` in small letters is the land of a province with coasts, where armies stand.
    Neighbours in small letters are for armies alone, those with only a first capital for
    fleets alone. ``weak`` has the half points that are lost on the way to a province.
    """

    word: str
    terrain: str
    neighbours: list[str]
    line: int
    weak: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(slots=True)
class Side:
    """The entry of the file about a power. ``owns`` is None where it owns its home centres."""

    name: str
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list[str])
    owns: list[str] | None = None
    units: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])
    """Kind, place and line of each."""
    line: int = 0


@dataclass(slots=True)
class MapText:
    """Everything a file says. ``names`` goes from an abbreviation to name and other words."""

    phase: str = ""
    phase_line: int = 0
    victory: int = 0
    build_any: bool = False
    names: dict[str, tuple[str, list[str]]] = field(
        default_factory=dict[str, tuple[str, list[str]]]
    )
    places: dict[str, MapPlace] = field(default_factory=dict[str, MapPlace])
    """By the word in capitals, so that ``bul`` and ``BUL`` are one."""
    sides: dict[str, Side] = field(default_factory=dict[str, Side])
    unowned: list[str] = field(default_factory=list[str])
    flow: list[str] = field(default_factory=list[str])
    """The words behind ``FLOW``."""
    flow_line: int = 0


def read_lines(source: Source, include: Include | None, into: MapText) -> None:
    """Add what the lines of a file say to what is known already."""
    _Lines(source, include, into, {source.name}).read()


_POWER_WORD = re.compile(r"\(([^:()]*)(?::(.?).*)?\)$")
_HOME = re.compile(r"([-*+~@]*)([^()]*)(?:\((.*)\))?")
_NEIGHBOUR = re.compile(
    r"(?:(\w+):)?([*~]*)([A-Za-z0-9]+(?:/[A-Za-z]+)?)([*~]*)(?:\((\w+)\))?([*~]*)"
)
WEAK = {"*": 1, "~": 2}
"""The signs of borders of less strength, with the half points that are lost there."""
_ABBREVIATION = re.compile(r"[A-Za-z0-9]+(/[A-Za-z]{2})?")
_NO_MEANING_HERE = (
    *("DUMMY", "DUMMIES", "SEQ", "NOTIFY", "FLAG", "FLAGS", "TEXTONLY", "ROTATE", "NEWHOMES"),
    *("RESERVES", "MILITIA", "CONTROL", "LEAGUE", "TEAM", "TEAMS", "END"),
)
_ASIDE = ("DIRECTIVE", "DIRECTIVES")
"""The last word of a line below which, to the next such line, are settings of DPjudge."""
_LATER = ("IN", "FROM")
"""The first words of lines below which is what holds in some phases only."""
HEADS = frozenset(
    (
        *_NO_MEANING_HERE,
        *_ASIDE,
        *_LATER,
        *TERRAINS,
        *("VICTORY", "BEGIN", "FLOW", "RULE", "RULES", "MAP", "USE", "USES", "AMEND", "DROP"),
        *("UNPLAYED", "UNOWNED", "NEUTRAL", "OWNS", "CENTERS", "INHABITS", "HOME", "HOMES"),
        *("UNITS", "A", "F", "ALL", "EXCEPT"),
    )
)
"""The words that begin other lines than those of powers."""
APART = "_POWER"
"""The sign that sets the name of a power apart from such a word, and from the name of a place."""
_NOT_IN_NAMES = re.compile(r"[^\w.&'-]+")


def one_word(name: str) -> str:
    """A name as one word, of signs that names of powers may have."""
    return _NOT_IN_NAMES.sub("", "_".join(name.upper().split())).lstrip("_.&'-")


def _plain(word: str) -> str:
    """An abbreviation without accents."""
    return "".join(sign for sign in normalize("NFKD", word) if not combining(sign))


@dataclass(slots=True)
class _Lines:
    source: Source
    include: Include | None
    text: MapText
    used: set[str]
    """The names of the files that were read, this one among them."""
    side: Side | None = None
    """The power to which units and centres are given."""
    passed: str = ""
    """The line that began a part of the file which is passed over; empty outside of such."""

    def read(self) -> None:
        for number, line in enumerate(self.source.lines, 1):
            words = line.split()
            if words and not words[0].startswith("#") and not self._is_passed(number, words):
                self._line(number, line, words)

    def _is_passed(self, number: int, words: list[str]) -> bool:
        """True for the lines of a part that is passed over, of which its first line is told."""
        head, last = words[0].upper(), words[-1].upper()
        if last in _ASIDE:
            self.passed = "" if head == "END" else " ".join(words)
        elif head in _LATER and not (self.passed and self.passed.split()[-1].upper() in _ASIDE):
            begin, colon, rest = " ".join(words[1:]).partition(":")
            is_over = begin.strip().upper() == "START" or bool(colon and rest.strip())
            self.passed = "" if is_over else " ".join(words)
            if colon and rest.strip():
                self._pass_over(number, f"{rest.strip()!r} {head.lower()} {begin.strip()}")
                return True
        else:
            return bool(self.passed)
        if self.passed:
            self._pass_over(number, f"the lines below {self.passed!r}")
        return True

    def _line(self, number: int, line: str, words: list[str]) -> None:
        text, head, rest = self.text, words[0].upper(), words[1:]
        keys = [_plain(word).upper() for word in rest]
        if head == "VICTORY":
            if rest and rest[0].isdecimal():
                text.victory = int(rest[0][:4])
            else:
                self._bad(number, "VICTORY needs a number of centres", "write: VICTORY 18")
        elif head == "BEGIN":
            text.phase, text.phase_line = " ".join(keys), number
        elif head == "FLOW":
            text.flow, text.flow_line = ([*text.flow, *keys] if keys else []), number
        elif head in ("RULE", "RULES"):
            for rule in keys:
                if rule.lstrip("!") == "BUILD_ANY":
                    text.build_any = rule == "BUILD_ANY"
                else:
                    self._pass_over(number, f"the rule {rule}")
        elif head in ("MAP", "USE", "USES"):
            for file in rest:
                self._use(number, file)
        elif "=" in line:
            self._name(number, line)
        elif head in (*TERRAINS, "AMEND") and rest:
            self._place(number, head, [_plain(word) for word in rest])
        elif head == "DROP":
            for key in keys:
                self._drop(key)
        elif head == "UNPLAYED":
            self._unplayed(number, keys)
        elif head in _NO_MEANING_HERE:
            self._pass_over(number, head)
        elif head in ("UNOWNED", "NEUTRAL") or (head == "CENTERS" and self.side is None):
            self.side = None
            text.unowned = self._homes(number, text.unowned, keys)
        elif head in ("OWNS", "CENTERS", "INHABITS", "HOME", "HOMES", "UNITS", "A", "F"):
            self._of_power(number, head, keys)
        else:
            self._power(number, words)

    def _of_power(self, number: int, head: str, keys: list[str]) -> None:
        side = self.side
        if side is None:
            self._bad(number, f"{head} stands before any power", "put it below a power's line")
        elif head in ("A", "F"):
            if len(keys) != 1:
                self._bad(number, "this is no unit", "write: A PAR, or F STP/SC")
                return
            for other in self.text.sides.values():  # the last to be put somewhere stays
                other.units = [unit for unit in other.units if unit[1][:3] != keys[0][:3]]
            side.units.append((head, keys[0], number))
        elif head == "UNITS":
            side.units = []
        elif head == "OWNS":
            side.owns = [*(side.owns or ()), *keys]
        elif head == "CENTERS":
            side.owns = keys
        else:
            side.homes = self._homes(number, side.homes if head == "INHABITS" else [], keys)

    def _homes(self, number: int, known: list[str], keys: list[str]) -> list[str]:
        """The centres that are known, and those that words add to them or take away."""
        homes = list(known)
        for word in keys:
            match = _HOME.fullmatch(word)
            signs, key, others = match.groups() if match else ("", word, None)
            if key == "&SC":
                self._pass_over(number, "a home centre that is chosen when the game begins (&SC)")
            elif "-" in signs:
                if key in homes and self.side is not None:
                    self.text.unowned.append(key)
                homes = [home for home in homes if home != key]
            elif "*" in signs or "+" in signs:
                self._pass_over(number, f"builds in {key}, which is no centre")
            elif key and key not in homes:
                homes.append(key)
                if "@" in signs:
                    instead = f" instead of {others}" if others else " for another home"
                    self._pass_over(number, f"that {key} stands in{instead}")
                if "~" in signs:
                    self._pass_over(number, f"that a build in {key} is hidden")
        return homes

    def _power(self, number: int, words: list[str]) -> None:
        renamed = None
        if "->" in words[1:2] and words[2:]:
            renamed, words = self._side_name(words[0]), words[2:]
        name = self._side_name(words[0])
        if not re.fullmatch(r"[^\W_][\w.&'-]*", name):
            self._bad(number, f"nobody knows what {words[0]!r} means", "see the other lines")
            return
        sides = self.text.sides
        if renamed is not None:
            if renamed not in sides or (name in sides and name != renamed):
                what = f"{renamed} cannot be called {name}"
                self._bad(number, what, "name a power that there is, and a name that none has")
                return
            old = sides[renamed]
            new = Side(name, "", "", old.homes, old.owns, old.units, old.line)
            self.text.sides = {s.name: s for s in (new if s is old else s for s in sides.values())}
        side = self.text.sides.setdefault(name, Side(name, line=number))
        self.side = side
        rest = words[1:]
        if rest and (match := _POWER_WORD.match(rest[0])):
            side.adjective = match[1].replace("+", " ")
            side.letter = (match[2] or "").upper()
            rest = rest[1:]
        side.homes = self._homes(number, side.homes, [_plain(word).upper() for word in rest])

    def _side_name(self, word: str) -> str:
        """The name of a power; some are marked by a line before it as powers that nobody plays."""
        return word.upper().replace("+", "_").strip("_")

    def _name(self, number: int, line: str) -> None:
        name, _, right = line.partition("=")
        words = right.split()
        words[:1] = map(_plain, words[:1])
        is_new = True
        if "->" in name and words and _ABBREVIATION.fullmatch(words[0]):
            old, _, name = name.partition("->")
            if not self._rename(number, old.strip().upper(), words[0].upper()):
                return
            is_new = False
        if not name.strip() or not words:
            self._bad(
                number,
                "a name needs an abbreviation",
                "write: the name, =, its abbreviation and other words for it",
            )
        elif not _ABBREVIATION.fullmatch(words[0]):
            remedy = "write three letters, and a coast as in stp/nc"
            self._bad(number, f"{words[0]!r} cannot be an abbreviation", remedy)
        elif (is_new and words[0].upper() in self.text.names) or any(
            fold(name) == fold(known)
            for key, (known, _) in self.text.names.items()
            if key != words[0].upper()
        ):
            self._bad(number, f"{words[0]} or {name.strip()} is named already", "name it once")
        else:
            others = [word.replace("+", " ") for word in words[1:] if not word.endswith("?")]
            self.text.names[words[0].upper()] = (name.strip(), others)

    def _place(self, number: int, head: str, rest: list[str]) -> None:
        word, key = rest[0], rest[0].upper()
        old = self.text.places.get(key)
        if len(rest) > 1 and rest[1].upper() != "ABUTS":
            self._bad(
                number, f"{rest[1]!r} stands where ABUTS should", f"write: {head} {word} ABUTS"
            )
            return
        if head == "AMEND" and old is None:
            self._bad(number, f"nothing is known of {word} that could be amended", "")
            return
        terrain = old.terrain if head == "AMEND" and old else head
        place = MapPlace(word, terrain, [], number)
        if old is not None and (head == "AMEND" or len(rest) == 1):
            place.neighbours, place.weak = list(old.neighbours), dict(old.weak)
        for neighbour in rest[2:]:
            if neighbour.startswith("-"):
                gone = neighbour[1:].upper()
                place.neighbours = [n for n in place.neighbours if not n.upper().startswith(gone)]
                place.weak.pop(gone[:3], None)
            else:
                self._neighbour(number, place, neighbour)
        if old is not None and old.word != word and word.isupper():
            self._drop_coasts(key)
        self.text.places[key] = place

    def _neighbour(self, number: int, place: MapPlace, word: str) -> None:
        match = _NEIGHBOUR.fullmatch(word)
        if match is None:
            place.neighbours.append(word)  # which nobody will know
            return
        who, before, neighbour, inside, owned, after = match.groups()
        if who or owned:
            whom = f"the owner of {owned}" if owned else who
            self._pass_over(
                number, f"that only {whom} goes from {place.word} to {neighbour}; all do so now"
            )
        if signs := before + inside + after:
            place.weak[neighbour.upper()[:3]] = max(WEAK[sign] for sign in signs)
        place.neighbours.append(neighbour)

    def _drop_coasts(self, key: str) -> None:
        """Take out the coasts of what is said anew to be a province with one coast."""
        text = self.text
        is_coast = f"{key}/"
        text.names = {k: name for k, name in text.names.items() if not k.startswith(is_coast)}
        text.places = {k: place for k, place in text.places.items() if not k.startswith(is_coast)}
        for place in text.places.values():
            others = [n for n in place.neighbours if not n.upper().startswith(is_coast)]
            is_beside = len(others) < len(place.neighbours)
            place.neighbours = [*others, key] if is_beside and key not in others else others

    def _rename(self, number: int, old: str, new: str) -> bool:
        """Call a place by another abbreviation, wherever it stands; False if it cannot be."""
        text = self.text
        if old not in text.names or (new != old and new in text.names):
            what = f"{old} cannot be called {new}"
            self._bad(number, what, "name a place that there is, and a word that none has")
            return False

        def named(word: str) -> str:
            if word.upper() != old:
                return word
            cased = (new.lower(), word.islower()), (new.title(), not word.isupper())
            return next((form for form, is_so in cased if is_so), new)

        text.names = {named(key): name for key, name in text.names.items()}
        for place in text.places.values():
            place.word = named(place.word)
            place.neighbours = [named(word) for word in place.neighbours]
            place.weak = {named(key): halves for key, halves in place.weak.items()}
        text.places = {named(key): place for key, place in text.places.items()}
        text.unowned = [named(key) for key in text.unowned]
        for side in text.sides.values():
            side.homes = [named(key) for key in side.homes]
            side.owns = None if side.owns is None else [named(key) for key in side.owns]
            side.units = [(kind, named(at), line) for kind, at, line in side.units]
        return True

    def _drop(self, key: str) -> None:
        def is_gone(word: str) -> bool:
            return word.upper() == key or word.upper().startswith(f"{key}/")

        text = self.text
        text.names = {word: name for word, name in text.names.items() if not is_gone(word)}
        text.places = {word: place for word, place in text.places.items() if not is_gone(word)}
        for place in text.places.values():
            place.neighbours = [word for word in place.neighbours if not is_gone(word)]
        text.unowned = [word for word in text.unowned if not is_gone(word)]
        for side in text.sides.values():
            side.homes = [word for word in side.homes if not is_gone(word)]
            side.units = [unit for unit in side.units if not is_gone(unit[1])]

    def _unplayed(self, number: int, keys: list[str]) -> None:
        names = [key.strip(",") for key in keys]
        if not names:
            gone = {self.side.name} if self.side else set[str]()
        elif names[0] != "ALL":
            gone = set(names)
        else:
            gone = set(self.text.sides) - set(names[2:] if names[1:2] == ["EXCEPT"] else ())
        for name in gone - set(self.text.sides):
            self._bad(number, f"there is no power {name} to be taken out", "")
        self.text.sides = {n: side for n, side in self.text.sides.items() if n not in gone}
        self.side = None

    def _use(self, number: int, file: str) -> None:
        name = file if "." in file else f"{file}.map"
        content = None
        if name not in self.used and self.include is not None:
            content = self.include(name)
        if content is None:
            self.source.error(
                "no-such-map",
                f"{file} could not be read"
                if name not in self.used
                else f"{file} was read already",
                "put the file beside this one"
                if name not in self.used
                else "take out the second line that names it",
                number,
            )
            return
        inner = Source(content, name)
        self.used.add(name)
        _Lines(inner, self.include, self.text, self.used).read()
        self.source.faults += inner.faults

    def _bad(self, number: int, what: str, remedy: str) -> None:
        self.source.error("bad-line", what, remedy, number)

    def _pass_over(self, number: int, what: str) -> None:
        self.source.warn("not-held", f"{what}: nothing here corresponds to it", "", number)

"""The first section of a map file: the provinces and what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace

from dragoman.board import fold
from dragoman.diagnostics import Severity
from dragoman.formats.njudge.map_file import MapCity, MapProvince, by_prefix, spellings_of
from dragoman.formats.text_source import Lines, Source
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass


@dataclass(slots=True)
class Provinces:
    """The provinces that were read, and which words name them."""

    by_key: dict[str, MapProvince] = field(default_factory=dict[str, MapProvince])
    keys: dict[str, str] = field(default_factory=dict[str, str])
    """From each folded spelling to the key of its province."""
    reported: set[str] = field(default_factory=set[str])
    """Folded words that name no province because of a fault reported elsewhere."""
    unknown: dict[str, list[tuple[str, int, int]]] = field(
        default_factory=dict[str, list[tuple[str, int, int]]]
    )
    """Folded words nobody knows: how they are written, with line and column."""

    def find(self, word: str, line: int, column: int) -> str | None:
        """The key of the province a word names. An unknown word is kept to be reported."""
        folded = fold(word)
        key = self.keys.get(folded)
        if key is None and folded not in self.reported:
            self.unknown.setdefault(folded, []).append((word, line, column))
        return key

    def find_short(self, source: Source, word: str, line: int, column: int) -> str | None:
        """As ``find``, for the words of tables, which may be the beginnings of names."""
        found = by_prefix(self.keys, word)
        if len(found) > 1:
            source.error(
                "ambiguous-province",
                f"{word!r} may be {' or '.join(self.by_key[key].name for key in found)}",
                "write an abbreviation instead",
                line,
                column,
                tuple(key.lower() for key in found),
            )
            return None
        folded = fold(word)
        if folded and not found and any(name.startswith(folded) for name in self.reported):
            return None
        return found[0] if found else self.find(word, line, column)

    def report_unknown(self, source: Source) -> None:
        """Report each unknown word once, however often it occurs."""
        for folded, places in self.unknown.items():
            word, line, column = places[0]
            others = sorted({str(place[1]) for place in places[1:]} - {str(line)}, key=int)
            also = f", here and in line {', '.join(others)}" if others else ""
            source.error(
                "unknown-province",
                f"no province is called {word!r}{also}",
                "use a name or an abbreviation of the province list",
                line,
                column,
                similar(folded, self.keys),
            )


def similar(folded: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """Up to three keys with a spelling close to a folded word that nobody knows."""
    close = close_matches(folded, keys, 9)
    close.sort(key=lambda spelling: spelling[:1] != folded[:1])
    return tuple(dict.fromkeys(keys[spelling].lower() for spelling in close))[:3]


def read_provinces(source: Source, lines: Lines) -> Provinces:
    """Read the province list. A spelling that two provinces share names neither of them."""
    provinces = Provinces()
    entries: dict[str, _Entry] = {}
    for number, line in lines:
        entry = _read_line(source, number, line)
        if entry is None:
            name, _, rest = line.partition(",")
            words = [str(word) for word in _WORD.findall(rest)]
            for area in words[:1]:  # the space after it may be missing
                words += [area[i:] for i in range(1, len(area))]
            provinces.reported.update(map(fold, (name, *_WORD.findall(name), *words)))
        elif (first := entries.setdefault(fold(entry.name.text), entry)) is not entry:
            source.error(
                "province-twice",
                f"{entry.name.text} stands in the list already (line {first.line})",
                "take out one of the two lines",
                number,
                1,
            )
            provinces.reported.update(fold(s.text) for s in entry.abbreviations)
    _check_cities(source, entries)
    unclear = _report_clashes(source, list(entries.values()), provinces.reported)
    for entry in entries.values():
        spellings = (*entry.abbreviations, entry.name)
        key = next((s.key for s in spellings if fold(s.text) not in provinces.reported), "")
        if not key or key in provinces.by_key:
            continue
        provinces.by_key[key] = MapProvince(
            key,
            entry.name.text,
            entry.area,
            tuple(s.text for s in entry.abbreviations),
            entry.convoyable_land,
            entry.city,
            entry.line,
        )
        for spelling in spellings:
            for folded in spellings_of(spelling.text) - provinces.reported - unclear:
                provinces.keys[folded] = key
    for key in provinces.by_key:
        for folded in spellings_of(key) - provinces.reported:
            provinces.keys.setdefault(folded, key)
    return provinces


@dataclass(frozen=True, slots=True)
class _Spelling:
    text: str
    column: int

    @property
    def key(self) -> str:
        return "".join(filter(str.isalnum, self.text.upper()))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the list as it stands there."""

    name: _Spelling
    area: str
    convoyable_land: bool
    city: MapCity | None
    abbreviations: tuple[_Spelling, ...]
    line: int


_WORD = re.compile(r"[^\s,]+")
_AREA = re.compile(r"(?P<letter>[A-Z0-9À-ÖØ-Þlwxhvgr])(?P<second>[wl])?(?P<city>[0-9]\S{0,2})?\Z")
_CITY = re.compile(r"([0-7])(.?)(V?)\Z")
_CITY_KINDS = (".", "f", "p", "P")


def _read_line(source: Source, number: int, line: str) -> _Entry | None:
    name, comma, _ = line.partition(",")
    if not comma:
        source.error(
            "bad-province-line",
            f"{line.strip()!r} has no comma after the name",
            "write: Name, kind of area, abbreviations; or begin a comment with #",
            number,
            1,
        )
        return None
    words = [
        _Spelling(match.group(), match.start() + 1) for match in _WORD.finditer(line, len(name))
    ]
    area = _AREA.match(words[0].text) if words else None
    if area is None:
        source.error(
            "unknown-area",
            f"{name} has no kind of area"
            if not words
            else f"{name}: {words[0].text!r} is not a kind of area",
            "after the comma write l (land), w (water), x (centre) or the letter of the power "
            "whose home centre it is, then a space and the abbreviations",
            number,
            words[0].column if words else len(line) + 1,
        )
        return None
    letter, is_convoyable = area["letter"], area["second"] == "w"
    if is_convoyable and letter in "whvgr":
        source.warn(
            "second-letter",
            f"{name}: the second letter w means nothing after {letter}",
            "leave it out; it marks land whose fleets may convoy",
            number,
            words[0].column + 1,
        )
        is_convoyable = False
    city = _read_city(
        source, number, name, area["city"] or "", words[0].column + area.start("city")
    )
    abbreviations = tuple(word for word in words[1:] if _is_usable(source, number, word))
    if not abbreviations:
        source.error(
            "no-abbreviation",
            f"{name} has no abbreviation",
            "give it at least one, of three letters",
            number,
            len(line.rstrip()) + 1,
        )
    return _Entry(_Spelling(name.strip(), 1), letter, is_convoyable, city, abbreviations, number)


def _read_city(source: Source, number: int, name: str, text: str, column: int) -> MapCity | None:
    city = _CITY.match(text)
    if city is None:
        if text:
            _report_city(source, number, f"{name}: {text!r} is no city", column, Severity.ERROR)
        return None
    income, kind, venice = city.groups()
    if kind not in _CITY_KINDS:
        what = f"{name}: {text!r} says of no known kind of city; it was read as an open one (.)"
        _report_city(source, number, what, column, Severity.WARNING)
        kind = "."
    return MapCity(int(income), kind, bool(venice))


def _report_city(source: Source, number: int, what: str, column: int, severity: Severity) -> None:
    source.error(
        "bad-city",
        what,
        "write its income, 0 to 7, then . (open), f (fortified), p (port) or P (fortified "
        "port), and V for the rules of Venice",
        number,
        column,
        severity=severity,
    )


def _is_usable(source: Source, number: int, word: _Spelling) -> bool:
    if word.key and fold(word.text) and not any(c in "/():" for c in word.text):
        return True
    source.error(
        "bad-abbreviation",
        f"{word.text!r} cannot be an abbreviation",
        "use letters and digits",
        number,
        word.column,
    )
    return False


def _check_cities(source: Source, entries: dict[str, _Entry]) -> None:
    """Warn of provinces without Machiavelli fields among others that have them. Where none has
    sound ones, what looks like some is no city but a slip."""
    faulty = {fault.line for fault in source.faults if fault.code == "bad-city"}
    if not any(entry.city and entry.line not in faulty for entry in entries.values()):
        entries.update({name: replace(entry, city=None) for name, entry in entries.items()})
        source.faults[:] = [
            replace(fault, severity=Severity.ERROR) if fault.code == "bad-city" else fault
            for fault in source.faults
        ]
        return
    for entry in entries.values():
        if entry.city is None and entry.line not in faulty and entry.area not in "hvgr":
            source.warn(
                "missing-city",
                f"{entry.name.text} does not say what city it has",
                f"write {entry.area}0. where there is none",
                entry.line,
            )


def _is_main(spelling: _Spelling, entry: _Entry) -> bool:
    """True if this is the name of a province or its first abbreviation, by which all know it."""
    main = (entry.name, *entry.abbreviations[:1])
    wanted = spellings_of(spelling.text)
    return any(not wanted.isdisjoint(spellings_of(one.text)) for one in main)


def _report_clashes(source: Source, entries: list[_Entry], reported: set[str]) -> set[str]:
    """Report every spelling of two provinces at the later one. Where it is the name or the key of
    one of them, it is added to ``reported``; one more abbreviation of both is a warning, as both
    are known without it, and is returned: it means neither."""
    owners: dict[str, _Entry] = {}
    unclear: set[str] = set()
    for entry in entries:
        for spelling in (entry.name, *entry.abbreviations):
            taken = {f: owners.setdefault(f, entry) for f in spellings_of(spelling.text)}
            clashing = {f: first for f, first in taken.items() if first is not entry}
            for first in {first.line: first for first in clashing.values()}.values():
                is_main = _is_main(spelling, entry) or _is_main(spelling, first)
                (reported if is_main else unclear).update(clashing)
                tell = source.error if is_main else source.warn
                tell(
                    "name-clash",
                    f"{spelling.text!r} is {first.name.text} (line {first.line}) as well as "
                    f"{entry.name.text}",
                    "give it to one of them only",
                    entry.line,
                    spelling.column,
                )
    return unclear

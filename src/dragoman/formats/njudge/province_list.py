"""The first section of a map file: the provinces and what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.board.names import fold, fold_bare
from dragoman.formats.njudge.map_file import MapProvince
from dragoman.formats.source import Lines, Source


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
    from difflib import get_close_matches

    close = get_close_matches(folded, keys, n=9, cutoff=0.6)
    close.sort(key=lambda spelling: spelling[:1] != folded[:1])
    return tuple(dict.fromkeys(keys[spelling].lower() for spelling in close))[:3]


def read_provinces(source: Source, lines: Lines) -> Provinces:
    """Read the province list. A spelling that two provinces share names neither of them."""
    provinces = Provinces()
    entries: dict[str, _Entry] = {}
    for number, line in lines:
        entry = _read_line(source, number, line)
        if entry is None:
            provinces.reported.update(map(fold, (line.partition(",")[0], *_WORD.findall(line))))
        elif (first := entries.setdefault(fold(entry.name.text), entry)) is not entry:
            source.error(
                "province-twice",
                f"{entry.name.text} stands in the list already (line {first.line})",
                "take out one of the two lines",
                number,
                1,
            )
            provinces.reported.update(fold(s.text) for s in entry.abbreviations)
    _report_clashes(source, list(entries.values()), provinces.reported)
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
            entry.line,
        )
        for spelling in spellings:
            for folded in _foldings(spelling.text) - provinces.reported:
                provinces.keys[folded] = key
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
    abbreviations: tuple[_Spelling, ...]
    line: int


_WORD = re.compile(r"[^\s,]+")
_AREA = re.compile(r"([A-Z0-9lwxhvgr])([wl])?([0-7][.fpP]V?)?\Z")
_NOT_PLAYED = {"h": "high seas", "v": "arctic waters", "g": "gateways", "r": "railways"}


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
            else f"{name}: {words[0].text!r} is no kind of area",
            "after the comma write l (land), w (water), x (centre) or the letter of the power "
            "whose home centre it is, then a space and the abbreviations",
            number,
            words[0].column if words else len(line) + 1,
        )
        return None
    letter, second, city = area.groups()
    if letter in _NOT_PLAYED:
        source.error(
            "not-supported",
            f"{name}: {_NOT_PLAYED[letter]} ({letter}) cannot be played yet",
            "",
            number,
            words[0].column,
        )
    if city:
        source.warn(
            "not-supported",
            f"{name}: the city {city} is for Machiavelli and was not read",
            "",
            number,
            words[0].column,
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
    return _Entry(_Spelling(name.strip(), 1), letter, second == "w", abbreviations, number)


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


def _foldings(text: str) -> set[str]:
    return {fold(text), fold_bare(text)}


def _report_clashes(source: Source, entries: list[_Entry], reported: set[str]) -> None:
    """Report every spelling of two provinces at the later one, and add it to ``reported``."""
    owners: dict[str, _Entry] = {}
    for entry in entries:
        for spelling in (entry.name, *entry.abbreviations):
            taken = {f: owners.setdefault(f, entry) for f in _foldings(spelling.text)}
            clashing = {f: first for f, first in taken.items() if first is not entry}
            reported.update(clashing)
            for first in {first.line: first for first in clashing.values()}.values():
                source.error(
                    "name-clash",
                    f"{spelling.text!r} is {first.name.text} (line {first.line}) as well as "
                    f"{entry.name.text}",
                    "give it to one of them only",
                    entry.line,
                    spelling.column,
                )

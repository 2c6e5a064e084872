"""DAIDE's message MDF, which tells a program the map: reader and writer of its text form.

    MDF (AUS ENG) (((AUS BUD VIE) (ENG LON) (UNO BEL)) (BOH NTH)) ((BOH (AMY BUD VIE)) ...)

The powers, the centres by the power that may build there and the other provinces, then for
each province where armies and fleets go from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain
from dragoman.diagnostics import Diagnostic
from dragoman.formats.daide_words import COASTS, NOBODY, WORDS as LANGUAGE
from dragoman.formats.text_source import Source
from dragoman.formats.unsupported import (
    both_ways,
    convoyable_land,
    free_letter,
    look_losses,
    not_held,
    one_way_losses,
    short_keys,
    special_features,
    year_losses,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import remembered
from dragoman.rules import Phase, Position, RuleSet

_POWERS = {
    "AUS": ("AUSTRIA", "Austrian"),
    "ENG": ("ENGLAND", "English"),
    "FRA": ("FRANCE", "French"),
    "GER": ("GERMANY", "German"),
    "ITA": ("ITALY", "Italian"),
    "RUS": ("RUSSIA", "Russian"),
    "TUR": ("TURKEY", "Turkish"),
}
_WORDS = {"LYO": "GOL", "BOT": "GOB", "ENG": "ECH"}
"""DAIDE's words for provinces of the standard map that have another key here."""


@dataclass(frozen=True, slots=True)
class MapWords:
    """The words of a map: for each power, and for each province that units can enter, by key."""

    powers: Mapping[str, str]
    provinces: Mapping[str, str]


@remembered(lambda words: 1_000 + 25 * len(words.provinces))
def map_words(board: Board) -> MapWords:
    """The words that DAIDE has for a board, or would have: three letters each, none twice, and none
    that is a word of the language itself."""
    powers = _power_words(board)
    entered = {board.province_of[end] for path in board.paths for end in (path.source, path.target)}
    words = _province_words(board, powers)
    return MapWords(powers, {key: word for key, word in words.items() if key in entered})


def write_mdf(whole: Variant) -> tuple[str, tuple[Diagnostic, ...]]:
    """The message as text, and a list of what of the variant it could not hold."""
    variant = both_ways(whole.as_diplomacy())
    board = variant.board
    found = map_words(board)
    powers, words = found.powers, found.provinces
    common = board.common_homes
    groups = [
        _bracket([powers[power], *(words[k] for k in homes if k in words and k not in common)])
        for power, homes in board.homes.items()
    ]
    if common:
        everybody = _bracket(powers.values())
        groups.append(_bracket([everybody, *(words[key] for key in common if key in words)]))
    neutral = [k for k in board.centers if board.provinces[k].home is None and k not in common]
    if neutral:
        groups.append(_bracket([NOBODY, *(words[key] for key in neutral if key in words)]))
    others = [word for key, word in words.items() if not board.provinces[key].is_center]
    lines = [
        f"MDF {_bracket(powers.values())}",
        f"({_bracket(groups)}",
        f" {_bracket(others)})",
        "(" + "\n ".join(_adjacency(board, key, words) for key in words) + ")",
    ]
    losses = (
        *FILES.of(whole).losses(whole),
        *one_way_losses(whole.board),
        *year_losses(whole),
        *_losses(variant, words),
    )
    return "\n".join(lines) + "\n", tuple(map(not_held, losses))


def read_mdf(text: str | bytes, name: str = "") -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant of a message as text, and what is wrong with it.

    A message says neither what anything is called nor where units stand: names are the words
    of the message, and the game begins with builds in the home centres, in winter 1900.
    """
    source = Source(text, name)
    reading = _Reading(source)
    variant = reading.variant(name.rpartition(".")[0] or name or "map")
    return variant, tuple(source.faults)


# Writing


def _power_words(board: Board) -> dict[str, str]:
    """Three letters for each power: DAIDE's own, or some that no province has for its key."""
    usual = {key: word for word, (key, _) in _POWERS.items()}
    found = {key: usual[key] for key in board.powers if key in usual}
    for key in board.powers:
        letters = "".join(c for c in key.upper() if c.isascii() and c.isalpha())
        words = [letters[:3], f"P{letters[:2]}", *(f"P{number:02}" for number in range(100))]
        taken = {*found.values(), *board.provinces, *LANGUAGE}
        if key not in found:
            found[key] = next(w for w in words if len(w) == 3 and w not in taken)
    return {key: found[key] for key in board.powers}


def _province_words(board: Board, powers: Mapping[str, str]) -> dict[str, str]:
    own = {
        key: word
        for key, word in _WORDS.items()
        if key in board.provinces and word.lower() in board.provinces[key].abbreviations
    }
    return {**short_keys(board, {*powers.values(), *LANGUAGE, *own.values()}), **own}


def _adjacency(board: Board, key: str, words: Mapping[str, str]) -> str:
    province = board.provinces[key]
    rows: list[str] = []
    if not province.terrain.is_water:
        ends = board.reach(ARMY.letter, key)
        rows.append(_bracket(["AMY", *sorted(words[end] for end in ends)]))
    for location in province.locations:
        ends = board.reach(FLEET.letter, location)
        if ends:
            _, _, coast = location.partition("/")
            head = _bracket(["FLT", COASTS[coast]]) if coast else "FLT"
            rows.append(_bracket([head, *sorted(_place(end, words) for end in ends)]))
    return _bracket([words[key], *rows])


def _place(location: str, words: Mapping[str, str]) -> str:
    province, _, coast = location.partition("/")
    return _bracket([words[province], COASTS[coast]]) if coast else words[province]


def _bracket(parts: Iterable[str]) -> str:
    return f"({' '.join(parts)})"


def _losses(variant: Variant, words: Mapping[str, str]) -> Iterator[str]:
    board = variant.board
    closed = [p.name for key, p in board.provinces.items() if key not in words]
    if closed:
        yield f"provinces nobody can enter: {', '.join(closed)}"
    yield from special_features(board)
    yield from convoyable_land(board)
    other = [f"{key} is {word}" for key, word in words.items() if key != word]
    if other:
        yield f"other words for provinces: {', '.join(other)}"
    yield "the title, and the names of powers and provinces"
    if variant.start.units:
        yield "where units stand at the start"
    if dict(variant.start.owners) != {k: p.home for k, p in board.provinces.items() if p.home}:
        yield "who owns which centre at the start"
    if variant.victory_centers != len(board.centers) // 2 + 1:
        yield f"that {variant.victory_centers} centres win"
    if variant.rule_set != RuleSet():
        yield "the rules"
    yield from look_losses(variant)


# Reading

_Item: TypeAlias = "str | list[_Item]"


@dataclass(slots=True)
class _Reading:
    source: Source
    terrains: dict[str, bool] = field(default_factory=dict[str, bool])
    """True if armies stand in a province."""
    coasts: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    common_homes: set[str] = field(default_factory=set[str])
    paths: dict[Path, None] = field(default_factory=dict[Path, None])

    def variant(self, name: str) -> Variant | None:
        items = self._items()
        groups = [item for item in items if isinstance(item, list)]
        if items[:1] != ["MDF"] or len(groups) != 3 or len(groups[1]) != 2:
            self._report("this is no MDF message", "MDF (powers) ((centres) (others)) (borders)")
            return None
        centers, others = groups[1]
        keys = self._powers(groups[0])
        homes = self._homes(centers, keys)
        provinces = [*homes, *(word for word in others if isinstance(word, str))]
        provinces = [word for word in dict.fromkeys(provinces) if _is_word(word)]
        for row in groups[2]:
            self._row(row, provinces)
        if not keys or not provinces:
            self._report("no power or no province could be read", "see its first two brackets")
            return None
        board = Board(
            name,
            [self._province(word, homes) for word in provinces],
            (ARMY, FLEET),
            self._both_ways(),
            keys.values(),
        )
        owners = {word: power for word, power in homes.items() if power is not None}
        start = Position(Phase(1900, "W", "A"), (), owners)
        half = len(board.centers) // 2 + 1
        return Variant(name, name, board, start, RuleSet(), half, board.centers)

    def _items(self) -> list[_Item]:
        """The words and brackets of the message; brackets that do not match are mended."""
        stack: list[list[_Item]] = [[]]
        for number, line in enumerate(self.source.lines, 1):
            for match in re.finditer(r"[()]|[^\s()]+", line):
                if match[0] == "(":
                    inner: list[_Item] = []
                    stack[-1].append(inner)
                    stack.append(inner)
                elif match[0] != ")":
                    stack[-1].append(match[0].upper())
                elif len(stack) > 1:
                    stack.pop()
                else:
                    self._report(
                        "a bracket is closed that was not opened", "", number, match.start() + 1
                    )
        if len(stack) > 1:
            self._report("a bracket is not closed", "", len(self.source.lines))
        return stack[0]

    def _powers(self, words: list[_Item]) -> dict[str, Power]:
        powers: dict[str, Power] = {}
        letters: set[str] = set()
        for word in words:
            if not isinstance(word, str) or not _is_word(word) or word in powers:
                self._report(f"{_shown(word)} is no power", "write a word of three letters, once")
                continue
            key, adjective = _POWERS.get(word, (word, ""))
            letter = free_letter(key, letters)
            if not letter:
                self._report(f"no letter is left for {word}", "name fewer powers")
                continue
            letters.add(letter)
            powers[word] = Power(key, letter, key.title(), adjective, (word,) if adjective else ())
        return powers

    def _homes(self, groups: _Item, powers: Mapping[str, Power]) -> dict[str, str | None]:
        """The power each centre is home of, None for a centre of nobody's."""
        homes: dict[str, str | None] = {}
        for group in groups:
            if not isinstance(group, list) or not group:
                self._report(f"{_shown(group)} is no group of centres", "write (AUS BUD TRI VIE)")
                continue
            owner, *centers = group
            if isinstance(owner, list) and len(owner) > 1 and {*map(_shown, owner)} == {*powers}:
                self.common_homes |= {center for center in centers if isinstance(center, str)}
                owner = NOBODY
            if isinstance(owner, list):
                what = f"{_shown(centers)}, home of several powers, is home of the first"
                self.source.warn("not-held", what)
                owner = owner[0] if owner else ""
            power = powers.get(owner) if isinstance(owner, str) else None
            if power is None and owner != NOBODY:
                self._report(f"{_shown(owner)} is no power", "name it in the first bracket")
            for center in centers:
                if not isinstance(center, str) or not _is_word(center):
                    self._report(
                        f"{_shown(center)} is no province", "write a word of three letters"
                    )
                elif homes.setdefault(center, power.key if power else None) != (
                    power.key if power else None
                ):
                    self._report(f"{center} is home of two powers", "name it once")
        return homes

    def _row(self, row: _Item, provinces: list[str]) -> None:
        """The contents of a province's bracket: where armies and fleets go from it."""
        if not isinstance(row, list) or not row or row[0] not in provinces:
            self._report(
                f"{_shown(row)} does not begin with a province", "name it among the others"
            )
            return
        start = row[0]
        self.terrains.setdefault(start, False)
        for ways in row[1:]:
            head = ways[0] if isinstance(ways, list) and ways else None
            if head == "AMY":
                self.terrains[start] = True
                kind, location = ARMY.letter, start
            elif head == "FLT":
                kind, location = FLEET.letter, start
            elif isinstance(head, list) and len(head) == 2 and head[0] == "FLT":
                kind, location = FLEET.letter, self._location([start, head[1]], provinces)
            else:
                self._report(
                    f"{_shown(ways)} is neither for armies nor for fleets", "write AMY, FLT"
                )
                continue
            for end in ways[1:]:
                target = self._location(end, provinces)
                if location and target:
                    self.paths[Path(kind, location, target)] = None

    def _location(self, item: _Item, provinces: list[str]) -> str:
        """A province, or a province with a coast; empty, and reported, where it is neither."""
        province, coast = item, None
        if isinstance(item, list) and len(item) == 2:
            province, coast = item
        if not isinstance(province, str) or province not in provinces:
            self._report(f"{_shown(item)} is no province", "name it in the second bracket")
            return ""
        if coast is None:
            return province
        ours = {theirs: our for our, theirs in COASTS.items()}
        if not isinstance(coast, str) or coast not in ours:
            self._report(f"{_shown(coast)} is not a coast", "write one of " + " ".join(ours))
            return ""
        known = self.coasts.setdefault(province, [])
        if ours[coast] not in known:
            known.append(ours[coast])
        return f"{province}/{ours[coast]}"

    def _province(self, word: str, homes: Mapping[str, str | None]) -> Province:
        return Province(
            word,
            word.title(),
            Terrain.LAND if self.terrains.get(word, True) else Terrain.WATER,
            (word.lower(),),
            tuple(sorted(self.coasts.get(word, ()))),
            word in homes,
            homes.get(word),
            is_common_home=word in self.common_homes,
        )

    def _both_ways(self) -> Iterator[Path]:
        for path in self.paths:
            if Path(path.kind, path.target, path.source) in self.paths:
                yield path
            else:
                what = f"{path.kind} goes from {path.source} to {path.target}, but not back"
                self._report(what, "add the way back")

    def _report(self, what: str, remedy: str, line: int = 0, column: int = 1) -> None:
        self.source.error("bad-message", what, remedy, line, column)


def _is_word(item: _Item) -> bool:
    return isinstance(item, str) and len(item) == 3 and item.isascii() and item.isalnum()


def _shown(item: _Item) -> str:
    if isinstance(item, str):
        return item
    return f"({' '.join(map(_shown, item[:6]))}{' ...' if len(item) > 6 else ''})"

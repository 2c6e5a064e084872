"""A map file edited line by line, so that comments, columns and what nobody touched stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.board import fold, province_of
from dragoman.formats.njudge import MapFile, MapProvince, read_map
from dragoman.formats.njudge.option_reader import is_title
from dragoman.games.workshop.design import Design, DesignProvince
from dragoman.games.workshop.texts import VariantTexts

_PROVINCE: Final = re.compile(r"([^,]*,)(\s*)(\S+)(\s*)([^\n]*)")
_TOKEN: Final = re.compile(r"[^\s:,]+")


def map_text(texts: VariantTexts, before: Design, after: Design, by_toml: frozenset[str]) -> str:
    """The map with what was changed. ``by_toml`` are the ids of powers whose home centres stand in
    ``variant.toml``."""
    return _MapEdit(texts, before, after, by_toml).text()


class _MapEdit:
    def __init__(
        self, texts: VariantTexts, before: Design, after: Design, by_toml: frozenset[str]
    ) -> None:
        text = texts.map
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        self.file, _ = read_map(text.encode(), texts.map_name)
        self.after, self.by_toml = after, by_toml
        self.old = {one.key: one for one in before.provinces}
        self.new = {one.was: one for one in after.provinces if one.was in self.old}
        self.letters = {one.id: one.letter for one in after.powers}
        self.letters_before = {one.id: one.letter for one in before.powers}
        self.gone = self.old.keys() - self.new.keys()
        ids = {one.id: one.was or f"+{one.id}" for one in after.provinces}
        self.by_was = {one.was or f"+{one.id}": one for one in after.provinces}
        """Provinces by their keys in the file, new ones by their ids with a plus."""

        def at(place: str) -> str:
            province, slash, coast = place.partition("/")
            return f"{ids[province]}{slash}{coast}"

        old_ways = {(w.kind, w.start, w.end): w.cost for w in before.ways}
        self.ways = {(w.kind, at(w.start), at(w.end)): w.cost for w in after.ways}
        self.added: dict[tuple[str, str], dict[str, str]] = {}
        for (kind, start, end), cost in self.ways.items():
            if (kind, start, end) not in old_ways:
                self.added.setdefault((kind, start), {})[end] = cost
        self.dropped = {way for way in old_ways if way not in self.ways}
        self.costs = {
            way: cost for way, cost in self.ways.items() if old_ways.get(way, cost) != cost
        }

    def text(self) -> str:
        provinces = {one.line: one for one in self.file.provinces}
        moves = {one.line for one in self.file.moves}
        found: list[str] = []
        section = 0
        last_row = -1
        last_of: dict[str, int] = {}
        done: set[tuple[str, str]] = set()
        is_order = False
        for number, line in enumerate(self.lines, start=1):
            if section < 3 and line.startswith("-"):
                if section == 0:
                    self._add_provinces(found, last_row)
                elif section == 1:
                    self._add_moves(found, last_of, done)
                section += 1
                found.append(line)
            elif number in provinces:
                province = provinces[number]
                if province.key not in self.gone:
                    last_row = len(found)
                    found.append(self._province(province, line))
            elif number in moves:
                for row in self._moves(number, line, done):
                    last_of[province_of(row[0])] = len(found)
                    found.append(row[1])
            elif section == 2 and not line.startswith("#") and not is_title(line):
                found += self._option(line, is_order)
            else:
                is_order = line.lower().startswith("center order")
                found.append(line)
        return self.newline.join([*found, ""])

    # Provinces

    def _province(self, province: MapProvince, line: str) -> str:
        one, before = self.new.get(province.key), self.old.get(province.key)
        match = _PROVINCE.match(line)
        if one is None or before is None or match is None:  # it is no part of the scenario
            return line
        name, gap, area, space, words = match.groups()
        area_after = self._area(one, before, area)
        if one.name == before.name and area_after == area and one.words == before.words:
            return line
        column = len(name + gap)
        head = f"{one.name}," if one.name != before.name else name
        head = head.ljust(column) if len(head) < column else f"{head} "
        area_after = area_after.ljust(len(area + space) - 1)
        if one.words != before.words:
            words = " ".join(one.words)
        return f"{head}{area_after} {words}".rstrip()

    def _area(self, one: DesignProvince, before: DesignProvince, written: str) -> str:
        """The kind of area as it is to be written; what follows the letter stays."""
        letter = written[0]
        letter_after = letter
        # The letter of a power that is called by another letter now.
        owner = next((i for i, found in self.letters_before.items() if found == letter), "")
        if owner and letter.isalnum() and not letter.islower():
            letter_after = self.letters.get(owner, letter)
        same = (one.area, one.center, one.home) == (before.area, before.center, before.home)
        if not same:
            letter_after = self._letter(one, letter_after)
        second = "w" if one.convoys and letter_after not in "whvgr" else ""
        rest = written[1:].removeprefix("w") if written[1:2] == "w" else written[1:]
        return f"{letter_after}{second}{rest}"

    def _letter(self, one: DesignProvince, written: str = "") -> str:
        if one.area != "l":
            return one.area
        if one.home and one.home not in self.by_toml:
            return self.letters[one.home]
        if not one.center:
            return "l"
        is_center = written == "x" or written.isupper() or written.isdigit()
        of_toml = {self.letters[key] for key in self.by_toml if key in self.letters}
        return written if is_center and written in of_toml else "x"

    def _add_provinces(self, found: list[str], last_row: int) -> None:
        """The lines of new provinces, each behind the one before it in the design."""
        rows = {one.key: one for one in self.file.provinces}
        at_of: dict[str, int] = {}
        for at, line in enumerate(found):
            match = _PROVINCE.match(line)
            if match and line[:1].isalnum():
                at_of[fold(match[1])] = at
        wide = max((len(one.name) + 1 for one in self.after.provinces), default=0)
        usual = next((_PROVINCE.match(self.lines[one.line - 1]) for one in rows.values()), None)
        column = len(usual[1] + usual[2]) if usual else wide + 1
        area_wide = max(len(usual[3] + usual[4]) - 1, 1) if usual else 1
        previous = ""
        for one in self.after.provinces:
            if one.was not in self.old:
                row = f"{one.name},".ljust(column)
                row = row if row.endswith(" ") else f"{row} "
                second = "w" if one.convoys and one.area == "l" else ""
                area = f"{self._letter(one)}{second}".ljust(area_wide)
                at = at_of.get(fold(previous), last_row if previous else len(found) - 1) + 1
                found.insert(at, f"{row}{area} {' '.join(one.words)}")
                last_row = max(last_row, at)
                at_of = {key: n + (n >= at) for key, n in at_of.items()} | {fold(one.name): at}
            previous = one.name

    # Moves

    def _moves(
        self, number: int, line: str, done: set[tuple[str, str]]
    ) -> Iterator[tuple[str, str]]:
        """A line of moves as it is now, with its location, if anything is left of it."""
        row = next(one for one in self.file.moves if one.line == number)
        if row.province in self.gone:
            return
        kind, source = row.mover, row.source
        head, colon, rest = line.partition(":")
        if not colon:
            yield source, line
            return
        head = self._renamed_head(head)
        kept: list[str] = []
        for match in re.finditer(r"\s*\S+", rest):
            word = match[0].strip()
            target = self._target(word)
            way = (kind, source, target)
            if province_of(target) in self.gone or way in self.dropped:
                continue
            gap = match[0][: len(match[0]) - len(word)]
            if target == source and self.added.get((kind, source)):
                continue  # the way to itself stands for none
            kept.append(gap + self._renamed(word, self.costs.get(way)))
        added = {} if (kind, source) in done else self.added.get((kind, source), {})
        done.add((kind, source))
        kept += [f" {self._word(end)}{cost}" for end, cost in added.items()]
        if kept:
            now = f"{head}:{''.join(kept)}"
            yield source, line if now == line.rstrip() else now

    def _add_moves(
        self, found: list[str], last_of: dict[str, int], done: set[tuple[str, str]]
    ) -> None:
        """Lines for locations that had none."""
        previous = len(found) - 1
        for was, one in self.by_was.items():
            previous = last_of.get(was, previous)
            for kind, start in [key for key in self.added if key not in done]:
                if province_of(start) != was:
                    continue
                steps = " ".join(
                    f"{self._word(end)}{cost}" for end, cost in self.added[kind, start].items()
                )
                coast = start.partition("/")[2].lower()
                previous += 1
                found.insert(previous, f"{self._key(one)}-{coast or kind}: {steps}")
                last_of.update({k: n + 1 for k, n in last_of.items() if n >= previous})

    def _target(self, word: str) -> str:
        name, *modifiers = word.lower().split("/")
        key = self.file.keys.get(fold(name), "")
        coast = next((m for m in modifiers if m in ("nc", "sc", "ec", "wc", *"nsew")), "")
        return f"{key}/{coast[0].upper()}C" if coast else key

    def _renamed(self, word: str, cost: str | None) -> str:
        """A word for a place, in the words that there are now."""
        name, slash, rest = word.partition("/")
        name = self._new_word(name)
        if cost is None:
            return f"{name}{slash}{rest}"
        coast = next((part for part in rest.split("/") if part[:1] in "nsew" and part), "")
        return f"{name}{f'/{coast}' if coast else ''}{cost}"

    def _renamed_head(self, head: str) -> str:
        start, hyphen, kind = head.rpartition("-")
        return f"{self._new_word(start)}{hyphen}{kind}" if hyphen else head

    def _new_word(self, word: str) -> str:
        """The same word where it still names its province, else the province's key."""
        key = self.file.keys.get(fold(word))
        one = self.new.get(key) if key else None
        if one is None:
            return word
        return word if fold(word) in map(fold, (one.name, *one.words)) else self._key(one)

    def _word(self, place: str) -> str:
        key, _, coast = place.partition("/")
        return self._key(self.by_was[key]) + (f"/{coast.lower()}" if coast else "")

    def _key(self, one: DesignProvince) -> str:
        return one.words[0].lower()

    # Options

    def _option(self, line: str, is_order: bool) -> list[str]:
        """A line of the options without provinces that are gone, and with new words for others.
        ``is_order`` tells that it lists centres."""
        dropped = set(self.gone)
        if is_order:
            dropped |= {key for key, one in self.new.items() if not one.center}
        before = _TOKEN.findall(line)
        if not any(self.file.keys.get(fold(word)) in self.old for word in before):
            return [line]

        def word(match: re.Match[str]) -> str:
            key = self.file.keys.get(fold(match[0]))
            return "\0" if key in dropped else self._new_word(match[0])

        after = re.sub(r" ?\0", "", _TOKEN.sub(word, line))
        if after != line and not after.strip():
            return []
        return [after]


def word_in(file: MapFile, after: Mapping[str, DesignProvince], text: str) -> str:
    """A place of a seed in the words that there are now: by its name, where that is how it was
    named, else by its key."""
    name, slash, coast = text.partition("/")
    key = file.keys.get(fold(name))
    one = after.get(key) if key else None
    if one is None or fold(name) in map(fold, (one.name, *one.words)):
        return text
    province = file.by_key[key or ""]
    is_name = fold(name) == fold(province.name)
    return f"{one.name if is_name else one.words[0].lower()}{slash}{coast}"

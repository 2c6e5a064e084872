"""The rows of the options, but for those of the disaster tables."""

from __future__ import annotations

import re
from dataclasses import field

from dragoman.formats.njudge.map_file import (
    ExtraCenters,
    HongKong,
    MapGateway,
    MapRailway,
    MapUnitLimits,
    MapVariableIncome,
)
from dragoman.formats.njudge.moves_list import MovesList
from dragoman.formats.njudge.province_list import Provinces
from dragoman.formats.text_source import Source
from dragoman.quick_dataclass import dataclass

_WORD = re.compile(r"\S+")
_LABEL = re.compile(r"\s*(?P<label>[^:]*?)\s*:")
_LETTERS = re.compile(r"[A-Z0-9]+\Z")
_INCOME = re.compile(r"\s*(?P<city>\S.*?)\s+(?P<numbers>\d+(\s+\d+)*)\s*\Z")
_LIMITS = re.compile(r"\s*(?P<power>\S)[\s:]\s*(?P<a>\S{4})\s*(?P<f>\S{4})\s*(?P<g>\S{4})\s*\Z")
_EXTRA = re.compile(r"\s*(?P<power>[A-Z0-9])[\s:=]\s*(?P<count>\d+)\s*\Z")
_NAMES = {"gateway": "gatekeeper", "railway": "railway"}
"""The name of the province that a row of a block begins with."""

_Word = tuple[str, int]
"""A word of a row and its column."""


@dataclass(slots=True)
class OptionRows:
    """The options that the rows have given so far; each is read by the method of its block."""

    source: Source
    provinces: Provinces
    moves: MovesList
    center_order: list[str] = field(default_factory=list[str])
    province_order: list[str] = field(default_factory=list[str])
    hong_kong: list[HongKong] = field(default_factory=list[HongKong])
    gateways: list[MapGateway] = field(default_factory=list[MapGateway])
    railways: list[MapRailway] = field(default_factory=list[MapRailway])
    incomes: list[MapVariableIncome] = field(default_factory=list[MapVariableIncome])
    limits: list[MapUnitLimits] = field(default_factory=list[MapUnitLimits])
    extra_centers: list[ExtraCenters] = field(default_factory=list[ExtraCenters])
    seen: set[str] = field(default_factory=set[str])
    """Gatekeepers and railways that rows are about, faulty or not."""
    lost: set[str] = field(default_factory=set[str])
    """Blocks of which a word was lost, so that nobody knows what is missing in them."""

    def report_missing(self, options_are_whole: bool) -> None:
        """Warn of what no row speaks of, unless a faulty one may have done so."""
        for province in self.provinces.by_key.values():
            what = {"g": "gateway", "r": "railway"}.get(province.area, "")
            if what and options_are_whole and not {what, province.key} & (self.lost | self.seen):
                self.source.warn(
                    f"unused-{what}",
                    f"{province.name} is a {_NAMES[what]}, but no row of the options is about it",
                    f"add {province.key.lower()}: ... to a block {what.capitalize()}",
                    province.line,
                )
            is_listed = province.key in self.center_order or not self.center_order
            if province.is_center and not is_listed and "centers" not in self.lost:
                self.source.warn(
                    "missing-center",
                    f"{province.name} is missing in the order of the centres",
                    "add it, or reports will not show it",
                    province.line,
                )
        homes = dict.fromkeys(p.home_letter or "" for p in self.provinces.by_key.values())
        limited = {row.power for row in self.limits}
        for letter in homes if limited and "limits" not in self.lost else ():
            if letter and letter not in limited:
                self.source.warn(
                    "missing-limits",
                    f"power {letter} has no unit limits",
                    f"add {letter} xxxx xxxx xxxx where it may have everything",
                    self.limits[0].line,
                )

    def read_center_order(self, number: int, line: str) -> None:
        for word, column in _words(line):
            key = self.provinces.find(word, number, column)
            if key is None:
                self.lost.add("centers")
                continue
            province = self.provinces.by_key[key]
            if province.is_center or province.city is not None:
                self._put(self.center_order, key, word, number, column)
            else:
                self.source.error(
                    "no-center",
                    f"{province.name} is not a supply centre",
                    "take it out, or make it a centre in the province list",
                    number,
                    column,
                )

    def read_province_order(self, number: int, line: str) -> None:
        for word, column in _words(line):
            key = self.provinces.find(word, number, column)
            if key is not None:
                self._put(self.province_order, key, word, number, column)

    def read_hong_kong(self, number: int, line: str) -> None:
        label = _LABEL.match(line)
        letters = "".join(label["label"].split()) if label else ""
        if label is None or not _LETTERS.match(letters):
            self.source.error(
                "bad-hong-kong-row",
                f"{line.strip()!r} does not begin with letters of powers and a colon",
                "write C: hk where hk counts for nothing to power C",
                number,
                _start(line),
            )
            return
        keys = self._find_ground(number, _words(line, label.end()))
        found = tuple(dict.fromkeys(key for key in keys if key))
        if found:
            self.hong_kong.append(HongKong("".join(dict.fromkeys(letters)), found, number))
        elif not keys:
            self._error_empty("hong-kong", number, line)

    def read_gateway(self, number: int, line: str) -> None:
        gatekeeper = self._read_label("gateway", "sc: egy med red", "g", number, line)
        if gatekeeper is None:
            return
        words = _words(line, line.index(":") + 1)
        if len(words) < 3 or len(words) % 2 == 0:
            self.source.error(
                "bad-gateway-row",
                "after the gatekeeper come the province that controls it and a pair of provinces",
                "write sc: egy med red where a unit in egy opens the way from med to red and back",
                number,
                words[-1][1] if words else line.index(":") + 1,
            )
            return
        controller, *ends = self._find_ground(number, words)
        if controller and self.provinces.by_key[controller].area == "h":
            self.source.error(
                "high-sea-controls-gateway",
                f"{words[0][0]} is a high sea, where units of several powers may stand",
                "name a province with room for one unit",
                number,
                words[0][1],
            )
            return
        first = next((g for g in self.gateways if g.province == gatekeeper), None)
        if controller and first and first.controller != controller:
            self.source.error(
                "two-controllers",
                f"line {first.line} gives control of this gatekeeper to another province",
                "make a gatekeeper of its own for this way",
                number,
                words[0][1],
            )
            return
        for a, b, (word, column) in zip(ends[::2], ends[1::2], words[2::2], strict=True):
            if controller is None or a is None or b is None:
                continue
            if a == b:
                what = f"the gateway leads from {word} to itself"
            elif not self.moves.may_join(a, b):
                what = f"no unit can go from {a.lower()} to {b.lower()}"
            else:
                self.gateways.append(MapGateway(gatekeeper, controller, (a, b), number))
                continue
            self.source.error(
                "gateway-not-adjacent",
                what,
                "name two provinces with a way between them",
                number,
                column,
            )

    def read_railway(self, number: int, line: str) -> None:
        key = self._read_label("railway", "tsr: RG mos prm oms", "r", number, line)
        if key is None:
            return
        words = _words(line, line.index(":") + 1)
        if not words or not _LETTERS.match(words[0][0]):
            self.source.error(
                "bad-railway-row",
                "after the railway come the letters of the powers that may use it",
                "write tsr: RG mos prm oms",
                number,
                words[0][1] if words else line.index(":") + 1,
            )
            return
        (letters, _), *stop_words = words
        if any(railway.province == key for railway in self.railways):
            self.source.error(
                "railway-twice",
                "there is a row for this railway already",
                "make a railway of its own for another line",
                number,
                _start(line),
            )
            return
        stops = self._find_ground(number, stop_words)
        if None in stops or not self._is_line(number, line, stop_words, stops):
            return
        powers = "".join(dict.fromkeys(letters))
        self.railways.append(MapRailway(key, powers, tuple(filter(None, stops)), number))

    def _is_line(self, number: int, line: str, words: list[_Word], stops: list[str | None]) -> bool:
        """True if armies can go from each stop to the next, and none comes twice."""
        if len(stops) < 2:
            self._error_empty("railway", number, line)
            return False
        is_line = True
        for i, (stop, (word, column)) in enumerate(zip(stops, words, strict=True)):
            before = stops[i - 1] if i else None
            if stop in stops[:i]:
                code, what = "railway-loops", f"the railway comes to {word} twice"
            elif before and stop and not self.moves.may_join(before, stop, "mv"):
                code = "railway-jumps"
                what = f"no army can go from {words[i - 1][0]} to {word}"
            else:
                continue
            is_line = False
            remedy = "name provinces in the order of the line, each next to the one before"
            self.source.error(code, what, remedy, number, column)
        return is_line

    def read_income(self, number: int, line: str) -> None:
        match = _INCOME.match(line)
        numbers = [int(word[:9]) for word in match["numbers"].split()] if match else []
        if match is None or len(numbers) not in (7, 8):
            self.source.error(
                "bad-income-row",
                "a row of variable income has a city, its dice, and six or seven amounts"
                + (f", not {len(numbers)} numbers" if match else ""),
                "write Vienna 1 0 3 4 6 9 9 22",
                number,
                _start(line),
            )
            return
        key = self.provinces.find_short(self.source, match["city"], number, match.start("city") + 1)
        columns = [column for _, column in _words(line, match.start("numbers"))]
        is_sound = key is not None
        for i, (amount, column) in enumerate(zip(numbers, columns, strict=True)):
            most = 999 if i else 9
            if amount > most:
                is_sound = False
                self.source.error(
                    "bad-income",
                    f"{amount} is more than {most}",
                    f"write a number from 0 to {most}",
                    number,
                    column,
                )
        if key is None or not is_sound:
            return
        initial = numbers[7] if len(numbers) == 8 else None
        self.incomes.append(
            MapVariableIncome(key, numbers[0], tuple(numbers[1:7]), initial, number)
        )

    def read_limits(self, number: int, line: str) -> None:
        match = _LIMITS.match(line)
        power = match["power"] if match else ""
        if match is None or not _LETTERS.match(power):
            self.lost.add("limits")
            self.source.error(
                "bad-limits-row",
                f"{line.strip()!r} are no unit limits",
                "write a power's letter and four characters each for armies, fleets and "
                "garrisons: A xxx. xrr. xxx.",
                number,
                _start(line),
            )
            return
        for group in "afg":
            for i, character in enumerate(match[group]):
                if character not in "x.br":
                    self.lost.add("limits")
                    self.source.error(
                        "bad-limit",
                        f"{character!r} is no limit",
                        "write x (any time), . (never), b (by building) or r (by bribing)",
                        number,
                        match.start(group) + i + 1,
                    )
                    return
        if self._is_new(power, [row.power for row in self.limits], number, line):
            limits = MapUnitLimits(power, match["a"], match["f"], match["g"], number)
            self.limits.append(limits)

    def read_extra_centers(self, number: int, line: str) -> None:
        match = _EXTRA.match(line)
        if match is None or len(match["count"]) > 3:
            self.source.error(
                "bad-extra-row",
                f"{line.strip()!r} is not a number of extra centres",
                "write a power's letter and a number: E 2",
                number,
                _start(line),
            )
        elif self._is_new(match["power"], [row.power for row in self.extra_centers], number, line):
            self.extra_centers.append(ExtraCenters(match["power"], int(match["count"]), number))

    def _is_new(self, power: str, powers: list[str], number: int, line: str) -> bool:
        if power in powers:
            self.source.error(
                "power-twice",
                f"there is a row for power {power} already",
                "take out one of the two",
                number,
                _start(line),
            )
        return power not in powers

    def _put(self, order: list[str], key: str, word: str, number: int, column: int) -> None:
        if key in order:
            self.source.warn("twice", f"{word} stands here twice", "take one out", number, column)
        else:
            order.append(key)

    def _read_label(self, what: str, example: str, area: str, number: int, line: str) -> str | None:
        """The gatekeeper or railway a row is about."""
        label = _LABEL.match(line)
        if label is None:
            self.lost.add(what)
            self.source.error(
                f"bad-{what}-row",
                f"{line.strip()!r} has no colon after the {_NAMES[what]}",
                f"write {example}",
                number,
                _start(line),
            )
            return None
        column = label.start("label") + 1
        key = self.provinces.find(label["label"], number, column)
        if key is not None and self.provinces.by_key[key].area == area:
            self.seen.add(key)
            return key
        self.lost.add(what)
        if key is None:
            return None
        self.source.error(
            f"no-{what}",
            f"{self.provinces.by_key[key].name} is no {_NAMES[what]}",
            f"give it the kind of area {area} in the province list",
            number,
            column,
        )
        return None

    def _find_ground(self, number: int, words: list[_Word]) -> list[str | None]:
        """The provinces words name; None for one that is unknown, or where no unit stands."""
        keys: list[str | None] = []
        for word, column in words:
            key = self.provinces.find(word, number, column)
            if key is not None and not self.provinces.by_key[key].is_ground:
                self.source.error(
                    "no-ground",
                    f"{self.provinces.by_key[key].name} is a gatekeeper or a railway, where no "
                    "unit stands",
                    "name a province of land or water",
                    number,
                    column,
                )
                key = None
            keys.append(key)
        return keys

    def _error_empty(self, what: str, number: int, line: str) -> None:
        self.source.error(
            f"bad-{what}-row",
            "this row names too few provinces",
            "add them, or take the row out",
            number,
            len(line.rstrip()) + 1,
        )


def _words(line: str, start: int = 0) -> list[_Word]:
    return [(match.group(), match.start() + 1) for match in _WORD.finditer(line, start)]


def _start(line: str) -> int:
    return len(line) - len(line.lstrip()) + 1

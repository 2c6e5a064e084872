"""From a ``.map`` file to a variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.board import (
    ARMY,
    FLEET,
    Board,
    Path,
    Power,
    Province,
    Terrain,
    Unit,
    fold,
    province_of,
)
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dpjudge.flow import Flow, FlowError, read_flow
from dragoman.formats.dpjudge.map_text import (
    APART,
    HEADS,
    Include,
    MapPlace,
    MapText,
    Side,
    one_word,
    read_lines,
)
from dragoman.formats.text_source import Source
from dragoman.formats.unsupported import LETTERS, free_letter
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position, RuleSet

_WALKED = ("COAST", "LAND", "PORT")
_SAILED = ("COAST", "PORT", "WATER")


def read_dpjudge(
    text: str | bytes, name: str = "", include: Include | None = None
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant in a ``.map`` file, and what is wrong with the file or has no place here.

    ``name`` is the file's; ``include`` gives the files it builds on (``MAP standard``).
    There is no variant where no province or no power could be read.
    """
    source = Source(text, name)
    found = MapText()
    read_lines(source, include, found)
    reading = _Reading(source, found)
    variant = reading.variant((name[:-4] if name.lower().endswith(".map") else name) or "map")
    return variant, tuple(source.faults)


@dataclass(slots=True)
class _Reading:
    source: Source
    text: MapText

    def variant(self, name: str) -> Variant | None:
        text = self.text
        keys = [key for key in text.names if "/" not in key and self._has_terrain(key)]
        powers = self._powers()
        if not keys or not powers:
            what = "no province" if not keys else "no power"
            self.source.error("no-map", f"{what} could be read of this file", "see its lines")
            return None
        common = self._common_homes() & set(keys)
        found = self._homes(set(keys), common)
        played = {power.key for power in powers.values()}
        homes = {key: power for key, power in found.items() if power in played}
        owned = [key for side in text.sides.values() for key in side.owns or ()]
        centers = {*found, *common, *self._known(text.unowned, keys), *self._known(owned, keys)}
        spellings, others = self._spellings(keys)
        flow = self._flow()
        board = Board(
            name,
            [
                replace(
                    self._province(key, spellings[key], key in centers, homes.get(key)),
                    is_common_home=key in common,
                )
                for key in keys
            ],
            (ARMY, FLEET),
            self._paths(),
            powers.values(),
            others,
        )
        return Variant(
            name=name,
            title=name,
            board=board,
            start=self._start(board, homes, powers, self._phase(flow)),
            rule_set=RuleSet().with_settings(*["build_in=any"] if text.build_any else ()),
            victory_centers=text.victory or len(board.centers) // 2 + 1,
            center_order=board.centers,
            calendar=flow.calendar,
        )

    def _has_terrain(self, key: str) -> bool:
        if key in self.text.places or self._coasts(key):
            return True
        self.source.error(
            "no-terrain",
            f"no line says whether {self.text.names[key][0]} is land or water",
            f"add one: LAND {key} ABUTS, and what it borders on",
        )
        return False

    def _coasts(self, key: str) -> tuple[str, ...]:
        places = self.text.places
        return tuple(word.partition("/")[2] for word in places if word.startswith(f"{key}/"))

    def _terrain(self, key: str) -> str:
        place = self.text.places.get(key)
        return "COAST" if place is None else place.terrain

    def _province(
        self, key: str, abbreviations: Sequence[str], is_center: bool, home: str | None
    ) -> Province:
        terrain = self._terrain(key)
        return Province(
            key,
            self.text.names[key][0],
            Terrain.WATER if terrain == "WATER" else Terrain.LAND,
            tuple(abbreviations),
            self._coasts(key),
            is_center,
            home,
            convoyable_land=terrain == "PORT",
        )

    def _spellings(
        self, keys: Sequence[str]
    ) -> tuple[Mapping[str, list[str]], list[tuple[str, str]]]:
        """The abbreviations of each province, and the other spellings of locations.

        What would stand for two places stands for the first.
        """
        taken = {fold(spelling): key for key in keys for spelling in (key, self.text.names[key][0])}
        abbreviations = {key: [key.lower()] for key in keys}
        others: list[tuple[str, str]] = []
        for location, (name, words) in self.text.names.items():
            key = province_of(location)
            if key not in abbreviations or (location != key and location not in self.text.places):
                continue
            for word in words if location == key else (name, *words):
                if not fold(word) or taken.setdefault(fold(word), location) != location:
                    continue
                if location == key and word.isalnum():
                    if word.upper() != key:
                        abbreviations[key].append(word)
                else:
                    others.append((word, location))
        return abbreviations, others

    def _powers(self) -> dict[str, Power]:
        """The powers by the name the file gives them."""
        powers: dict[str, Power] = {}
        letters: set[str] = set()
        for side in sorted(self.text.sides.values(), key=lambda side: not side.letter):
            letter = side.letter
            if len(letter) != 1 or letter not in LETTERS or letter in letters:
                letter = free_letter(side.name, letters)
            if not letter:
                self._report(side.line, "no letter is left for this power", "name fewer powers")
                continue
            letters.add(letter)
            name = self._name(side)
            powers[side.name] = Power(name, letter, name.title(), side.adjective.title())
        return {name: powers[name] for name in self.text.sides if name in powers}

    def _name(self, side: Side) -> str:
        """The name of a power, without the word that sets it apart from something else."""
        name = side.name.removesuffix(APART)
        places = (one_word(named) for named, _ in self.text.names.values())
        is_apart = name in HEADS or name in self.text.names or name in places
        if name == side.name or not is_apart or name in self.text.sides:
            name = side.name
        return name.replace("_", " ")

    def _common_homes(self) -> set[str]:
        """The home centres of every one of several powers."""
        homes = [set(side.homes) for side in self.text.sides.values()]
        return set[str].intersection(*homes) if len(homes) > 1 else set()

    def _homes(self, known: set[str], common: set[str]) -> dict[str, str]:
        """The powers whose home centre each is that is not everybody's."""
        homes: dict[str, str] = {}
        for side in self.text.sides.values():
            for key in side.homes:
                if key not in known:
                    self._report(side.line, f"{key}, a home of {side.name}, is no province", "")
                elif key in common:
                    continue
                elif key in homes:
                    what = f"{key} is home of {homes[key]} already, and here of no other power"
                    self.source.warn("not-held", what, "", side.line)
                else:
                    homes[key] = self._name(side)
        return homes

    def _known(self, keys: Sequence[str], known: Sequence[str]) -> list[str]:
        for key in keys:
            if key not in known:
                self._report(0, f"the centre {key} is no province", "name it, or take it out")
        return [key for key in keys if key in known]

    def _paths(self) -> Iterator[Path]:
        """The ways that lead there and back; the others are reported."""
        steps: dict[tuple[str, str, str], MapPlace] = {}
        for word, place in self.text.places.items():
            if province_of(word) not in self.text.names:
                self._report(place.line, f"{place.word} has no name", f"add one: Name = {word}")
                continue
            for neighbour in place.neighbours:
                for kind, target in self._ways(word, place, neighbour):
                    steps[(kind, word, target)] = place
        for (kind, start, end), place in steps.items():
            if (kind, end, start) in steps:
                yield Path(kind, start, end, place.weak.get(province_of(end), 0))
            else:
                who = "armies" if kind == ARMY.letter else "fleets"
                what = f"{who} go from {start} to {end}, but not back; nobody goes there now"
                self.source.error("one-way", what, f"add {start} to the line of {end}", place.line)

    def _ways(self, word: str, place: MapPlace, neighbour: str) -> Iterator[tuple[str, str]]:
        """The ways from a place to a neighbour as written: kinds of unit, and where they end."""
        target = neighbour.upper()
        province = province_of(target)
        if province == province_of(word):
            return
        if province not in self.text.names or not (
            target in self.text.places or (target == province and self._coasts(province))
        ):
            self._report(place.line, f"{place.word} borders on unknown {neighbour}", "name it")
            return
        terrain, there = place.terrain, self._terrain(province)
        is_for_fleets_alone = neighbour[0].isupper() and not neighbour.isupper()
        if terrain in _WALKED and there in _WALKED and "/" not in word and not is_for_fleets_alone:
            yield ARMY.letter, province
        has_coasts = self._coasts(word)
        if (
            terrain in _SAILED
            and there in _SAILED
            and neighbour[0].isupper()
            and not has_coasts
            and ("/" in target or not self._coasts(province))
        ):
            yield FLEET.letter, target

    def _start(
        self, board: Board, homes: Mapping[str, str], powers: Mapping[str, Power], phase: Phase
    ) -> Position:
        units: list[Unit] = []
        owners: dict[str, str] = {}
        for name, side in self.text.sides.items():
            if name not in powers:
                continue
            power = powers[name].key
            for kind, location, line in side.units:
                if location in board.stands[kind]:
                    units.append(Unit(power, kind, location))
                else:
                    self._report(line, f"{kind} {location} cannot stand there", "see its coasts")
            owned = [key for key, home in homes.items() if home == power]
            owners |= dict.fromkeys(owned if side.owns is None else side.owns, power)
        owners = {key: power for key, power in owners.items() if key in board.provinces}
        return Position(phase, tuple(units), owners)

    def _flow(self) -> Flow:
        try:
            return read_flow(self.text.flow)
        except FlowError as error:
            self.source.warn("not-held", f"FLOW: {error}", "", self.text.flow_line)
            return read_flow(())

    def _phase(self, flow: Flow) -> Phase:
        words = self.text.phase.split()
        if len(words) == 3 and words[1].isdecimal() and len(words[1]) <= 4:
            phase = flow.phase(words[0], int(words[1]), words[2])
            if phase is not None:
                return phase
        if words:
            self._report(
                self.text.phase_line,
                f"{self.text.phase} is no turn the game can begin with",
                "write: BEGIN SPRING 1901 MOVEMENT",
            )
        return Phase(1901, *flow.calendar.phases[0].code)

    def _report(self, line: int, what: str, remedy: str) -> None:
        self.source.error("bad-map", what, remedy, line)

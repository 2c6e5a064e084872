"""From a variant to Go source for godip, as a package of one file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.board import ARMY, AUTONOMOUS, FLEET, Board
from dragoman.diagnostics import Diagnostic
from dragoman.formats.unsupported import (
    look_losses,
    not_held,
    short_keys,
    special_features,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.game.variant import Variant
from dragoman.rules import DIPLOMACY, RuleSet

SOURCE: Final = "variant.go"
_IMPORTS: Final = ("", "/graph", "/state", "/variants/classical", "/variants/common")
_UNITS: Final = {ARMY.letter: "Army", FLEET.letter: "Fleet"}
_SEASONS: Final = {"S": "Spring", "U": "Spring", "F": "Fall", "W": "Fall"}
_KINDS: Final = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}


def write_godip(whole: Variant) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The text of the package by its file's name, and a list of what it could not hold."""
    variant = whole.as_diplomacy()
    text = "\n".join(_Writing(variant).lines()) + "\n"
    losses = (*FILES.of(whole).losses(whole), *_losses(variant))
    return {SOURCE: text}, tuple(map(not_held, losses))


class _Writing:
    """A variant, and the words that Go has for its places and powers."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.board = variant, variant.board
        ground = {key for key, one in self.board.provinces.items() if one.terrain.is_ground}
        self.keys = {k: w.lower() for k, w in short_keys(self.board).items() if k in ground}
        self.nations: dict[str, str] = {AUTONOMOUS: "godip.Neutral"}
        for number, key in enumerate(variant.players, start=1):
            word = "".join(re.findall("[A-Za-z]+", key.title())) or "Nation"
            taken = word in self.nations.values()
            self.nations[key] = f"{word}{number}" if taken else word

    def lines(self) -> Iterator[str]:
        package = re.sub("[^a-z0-9]", "", self.variant.name.lower()) or "variant"
        yield f"package {package if package[0].isalpha() else f'v{package}'}"
        yield from ("", "import (")
        yield from (f'\t"github.com/zond/godip{one}"' for one in _IMPORTS)
        yield from (")", "", "const (")
        players = self.variant.players
        for key, power in players.items():
            yield f"\t{self.nations[key]} godip.Nation = {_text(power.name)}"
        yield from (")", "")
        yield f"var Nations = []godip.Nation{{{', '.join(self.nations[key] for key in players)}}}"
        yield from ("", "var ProvinceLongNames = map[godip.Province]string{")
        for key, word in self.keys.items():
            yield f"\t{_text(word)}: {_text(self.board.provinces[key].name)},"
        yield from ("}", "", *self._variant(), "", *self._start(), "", *self._graph())

    def _variant(self) -> Iterator[str]:
        variant = self.variant
        yield "var Variant = common.Variant{"
        yield f"\tName: {_text(variant.title)},"
        yield from ("\tGraph: func() godip.Graph { return Graph() },", "\tStart: Start,")
        yield from (
            "\tBlank: Blank,",
            "\tPhase: classical.NewPhase,",
            "\tParser: classical.Parser,",
        )
        yield from ("\tNations: Nations,", "\tPhaseTypes: classical.PhaseTypes,")
        yield from ("\tSeasons: classical.Seasons,", "\tUnitTypes: classical.UnitTypes,")
        yield f"\tSoloWinner: common.SCCountWinner({variant.victory_centers}),"
        yield "\tProvinceLongNames: ProvinceLongNames,"
        if colours := [key for key in variant.players if key in variant.colours]:
            yield "\tNationColors: map[godip.Nation]string{"
            yield from (f"\t\t{self.nations[k]}: {_text(variant.colours[k])}," for k in colours)
            yield "\t},"
        yield f"\tCreatedBy: {_text(variant.origin.designer or variant.credits)},"
        yield f"\tDescription: {_text(variant.about)},"
        yield "}"

    def _start(self) -> Iterator[str]:
        start, phase = self.variant.start, self.variant.start.phase
        flags = [
            flag
            for flag, holds in (
                ("Anywhere", self.variant.rule_set.build_in == "any"),
                ("AnyHomeCenter", bool(self.board.common_homes)),
            )
            if holds
        ]
        given = ", ".join(f"godip.{flag}: true" for flag in flags)
        told = f"map[godip.Flag]bool{{{given}}}" if flags else "nil"
        yield "func Blank(phase godip.Phase) *state.State {"
        yield f"\treturn state.New(Graph(), phase, classical.BackupRule, {told}, nil)"
        yield from ("}", "", "func Start() (result *state.State, err error) {")
        begins = (
            f"{abs(phase.year)}, godip.{_SEASONS[phase.season]}, godip.{_KINDS[phase.kind.value]}"
        )
        yield f"\tresult = Blank(classical.NewPhase({begins}))"
        yield "\tif err = result.SetUnits(map[godip.Province]godip.Unit{"
        for unit in start.units:
            if unit.kind in _UNITS:
                what = f"godip.{_UNITS[unit.kind]}, {self.nations[unit.power]}"
                yield f"\t\t{_text(self._at(unit.location))}: godip.Unit{{{what}}},"
        yield from ("\t}); err != nil {", "\t\treturn", "\t}")
        yield "\tresult.SetSupplyCenters(map[godip.Province]godip.Nation{"
        for center, power in start.owners.items():
            if center in self.keys:
                yield f"\t\t{_text(self.keys[center])}: {self.nations[power]},"
        yield from ("\t})", "\treturn", "}")

    def _graph(self) -> Iterator[str]:
        ways: dict[str, dict[str, set[str]]] = {}
        for path in self.board.paths:
            if path.kind in _UNITS:
                ends = ways.setdefault(self._at(path.source), {})
                ends.setdefault(self._at(path.target), set()).add(path.kind)
        yield from ("func Graph() *graph.Graph {", "\treturn graph.New().")
        for key, word in self.keys.items():
            province = self.board.provinces[key]
            for location in province.locations:
                at = self._at(location)
                yield f"\t\tProv({_text(at)})."
                for end, kinds in sorted(ways.get(at, {}).items()):
                    yield f"\t\tConn({_text(end)}, {_flag(kinds)})."
                flag = self._flag_of(location)
                if province.is_center and at == word:
                    home = self.nations.get(province.home or "", "godip.Neutral")
                    yield f"\t\tFlag({flag}).SC({home})."
                else:
                    yield f"\t\tFlag({flag})."
        yield from ("\t\tDone()", "}")

    def _at(self, location: str) -> str:
        province, slash, coast = location.partition("/")
        return f"{self.keys[province]}{slash}{coast.lower()}"

    def _flag_of(self, location: str) -> str:
        """The ground as godip calls it: sea, land, a coast, or a coast from which fleets convoy."""
        province = self.board.provinces[self.board.province_of[location]]
        if province.terrain.is_water or "/" in location:
            return "godip.Sea"
        if province.convoyable_land and self.variant.rule_set.duality == "yes":
            return "godip.Archipelago..."
        return "godip.Coast..." if self.board.reach(FLEET.letter, location) else "godip.Land"


def _flag(kinds: set[str]) -> str:
    if len(kinds) == 2:
        return "godip.Coast..."
    return "godip.Land" if ARMY.letter in kinds else "godip.Sea"


def _text(text: str) -> str:
    """A string of Go: JSON's strings are some, but for what JSON escapes in pairs."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def _losses(variant: Variant) -> Iterator[str]:
    board: Board = variant.board
    for what in special_features(board):
        if not what.startswith("home centres of everybody"):
            yield what
    if variant.start.phase.is_bc:
        yield "that its years are B.C."
    if variant.calendar != DIPLOMACY:
        yield f"the phases of a year: {variant.calendar}"
    if variant.names:
        yield f"names in other languages ({', '.join(variant.names)})"
    others = variant.rule_set.replace(build_in=RuleSet().build_in, duality=RuleSet().duality)
    if others != RuleSet() or variant.rule_set.build_in not in ("home", "any"):
        yield "the rules"
    yield "spellings of places besides a name and three letters"
    yield "the map: godip wants an SVG whose layers and names it knows"
    yield from look_losses(variant)
    if variant.coordinates:
        yield "where units are drawn on a picture of the map"
    if variant.start.dislodged:
        yield "dislodged units"

"""From a variant to a folder of webDiplomacy and vDiplomacy.

``install.php`` and ``variant.php``, and the classes with the units at the start and the colours.
The pictures of the map are to be drawn: each territory in a colour of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dragoman.board import ARMY, AUTONOMOUS, FLEET, Board
from dragoman.diagnostics import Diagnostic
from dragoman.formats.foreign.webdiplomacy import INSTALL, VARIANT
from dragoman.formats.unsupported import (
    both_ways,
    not_held,
    one_way_losses,
    special_features,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.game.variant import Variant
from dragoman.rules import DIPLOMACY, RuleSet

_COASTS = {"NC": "North", "EC": "East", "SC": "South", "WC": "West"}
_NEUTRAL = "Neutral units"
_UNITS = {ARMY.letter: "Army", FLEET.letter: "Fleet"}

Spots = Mapping[str, tuple[int, int]]
"""Where units stand on a picture, by location."""


def write_webdiplomacy(
    whole: Variant, spots: Spots
) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The texts of the files by their names, and a list of what they could not hold."""
    variant = both_ways(whole.as_diplomacy())
    writing = _Writing(variant, spots or variant.coordinates)
    texts = {
        INSTALL: writing.install(),
        VARIANT: writing.variant_class(),
        "classes/adjudicatorPreGame.php": writing.units(),
        "classes/drawMap.php": writing.colours(),
    }
    losses = (*FILES.of(whole).losses(whole), *one_way_losses(whole.board), *writing.losses())
    return texts, tuple(map(not_held, losses))


def _text(text: str) -> str:
    """A text in PHP."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class _Writing:
    def __init__(self, variant: Variant, spots: Spots) -> None:
        self.variant, self.board, self.spots = variant, variant.board, spots
        self.players = [*self.board.players]
        word = "".join(c for c in variant.name.title() if c.isascii() and c.isalnum())
        self.name = word if word[:1].isalpha() else f"V{word}"
        self.called = {at: name for at, name in _names(self.board)}

    def install(self) -> str:
        lines = ["<?php", "defined('IN_CODE') or die('This script can not be run by itself.');"]
        lines += ['require_once("variants/install.php");', ""]
        lines += ["InstallTerritory::$Territories=array();", "$territoryRawData=array("]
        lines += [",\n".join(self._territories()), ");"]
        lines.append("foreach($territoryRawData as $territoryRawRow)\n{")
        row = "$name, $type, $supply, $countryID, $x, $y, $sx, $sy"
        lines.append(f"\tlist({row})=$territoryRawRow;\n\tnew InstallTerritory({row});\n}}")
        lines += ["unset($territoryRawData);", "", "$bordersRawData=array("]
        lines += [",\n".join(self._borders()), ");"]
        lines.append("foreach($bordersRawData as $borderRawRow)\n{")
        lines.append("\tlist($from, $to, $fleets, $armies)=$borderRawRow;")
        here, there = (f"InstallTerritory::$Territories[${end}]" for end in ("to", "from"))
        lines.append(f"\t{here}->addBorder({there},$fleets,$armies);\n}}")
        lines += ["unset($bordersRawData);", "", "InstallTerritory::runSQL($this->mapID);"]
        lines.append("InstallCache::terrJSON($this->territoriesJSONFile(),$this->mapID);")
        return "\n".join(lines) + "\n"

    def _territories(self) -> Iterator[str]:
        for at, name in self.called.items():
            key, _, coast = at.partition("/")
            province = self.board.provinces[key]
            fleets = any(self.board.reach(FLEET.letter, one) for one in province.locations)
            kind = "Sea" if province.terrain.is_water else "Coast" if fleets else "Land"
            supply = "Yes" if province.is_center and not coast else "No"
            owner = self.players.index(province.home) + 1 if province.home in self.players else 0
            x, y = self.spots.get(at, (0, 0))
            words = (_text(name), _text(kind), _text(supply), *map(str, (owner, x, y)))
            yield f"\tarray({', '.join((*words, str(x // 2), str(y // 2)))})"

    def _borders(self) -> Iterator[str]:
        ways: dict[tuple[str, str], set[str]] = {}
        for path in self.board.paths:
            ends = sorted((path.source, path.target))
            if all(end in self.called for end in ends):
                ways.setdefault((ends[0], ends[1]), set()).add(path.kind)
        for (one, other), kinds in ways.items():
            passes = ("Yes" if kind.letter in kinds else "No" for kind in (FLEET, ARMY))
            words = (self.called[one], self.called[other], *passes)
            yield f"\tarray({', '.join(map(_text, words))})"

    def variant_class(self) -> str:
        variant, phase = self.variant, self.variant.start.phase
        any_center = variant.rule_set.build_in == "any"
        fields = {
            "name": self.name,
            "fullName": variant.title,
            "description": variant.about,
            "author": variant.credits,
        }
        lines = ["<?php", "defined('IN_CODE') or die('This script can not be run by itself.');", ""]
        lines.append(f"class {self.name}Variant extends WDVariant {{")
        lines.append("\tpublic $id=0; // a number that no other variant has\n\tpublic $mapID=0;")
        lines += [f"\tpublic ${field}={_text(value)};" for field, value in fields.items()]
        names = ", ".join(_text(self.board.powers[power].name) for power in self.players)
        lines.append(f"\tpublic $countries=array({names});\n")
        convoys = ", ".join(_text(str(number)) for number in self._convoy_coasts())
        if convoys:
            lines.append(f"\tpublic $convoyCoasts=array({convoys});\n")
        classes = ["drawMap", "adjudicatorPreGame"]
        lines.append("\tpublic function __construct() {\n\t\tparent::__construct();")
        lines += [f"\t\t$this->variantClasses['{one}'] = '{self.name}';" for one in classes]
        if any_center:
            for one in ("OrderInterface", "userOrderBuilds", "processOrderBuilds"):
                lines.append(f"\t\t$this->variantClasses['{one}'] = 'BuildAnywhere';")
        lines.append("\t}\n\n\tpublic function initialize() {\n\t\tparent::initialize();")
        lines.append(f"\t\t$this->supplyCenterTarget = {variant.victory_centers};\n\t}}\n")
        first = phase.year + (phase.season == "W")
        year = f"(floor($turn/2) + {first})"
        if phase.is_bc:
            year = f'(-1*(floor($turn/2) - {-first}))." BC"'
        lines.append('\tpublic function turnAsDate($turn) {\n\t\tif ($turn==-1) return "Pre-game";')
        lines.append(f'\t\treturn ($turn % 2 ? "Autumn, " : "Spring, ").{year};\n\t}}\n')
        script = year.replace("floor($turn/2)", "Math.floor(turn/2)").replace(".", "+", 0)
        script = script.replace('." BC"', '+" BC"')
        lines.append("\tpublic function turnAsDateJS() {\n\t\treturn 'function(turn) {")
        lines.append('\t\t\tif( turn==-1 ) return "Pre-game";')
        lines.append(f'\t\t\treturn ( turn%2 ? "Autumn, " : "Spring, " )+{script};\n\t\t}};\';')
        return "\n".join(lines) + "\n\t}\n}\n"

    def _convoy_coasts(self) -> Iterator[int]:
        """The numbers of the territories of land whose fleets convoy."""
        if self.variant.rule_set.duality != RuleSet().duality:
            for number, at in enumerate(self.called, 1):
                if "/" not in at and self.board.provinces[at].convoyable_land:
                    yield number

    def units(self) -> str:
        lines = ["<?php", "defined('IN_CODE') or die('This script can not be run by itself.');", ""]
        lines.append(f"class {self.name}Variant_adjudicatorPreGame extends adjudicatorPreGame {{")
        lines.append("\tprotected $countryUnits = array(")
        rows: list[str] = []
        for power in self.board.powers:
            name = _NEUTRAL if power == AUTONOMOUS else self.board.powers[power].name
            units = [
                f"{_text(self.called[unit.location])}=>'{_UNITS[unit.kind]}'"
                for unit in self.variant.start.units
                if unit.power == power and unit.kind in _UNITS and unit.location in self.called
            ]
            rows.append(f"\t\t{_text(name)} => array({', '.join(units)})")
        return "\n".join([*lines, ",\n".join(rows), "\t);", "}"]) + "\n"

    def colours(self) -> str:
        lines = ["<?php", "defined('IN_CODE') or die('This script can not be run by itself.');", ""]
        lines.append(f"class {self.name}Variant_drawMap extends drawMap {{")
        lines.append("\tprotected $countryColors = array(")
        rows = ["\t\t0 => array(226, 198, 158)"]
        for number, power in enumerate(self.players, 1):
            colour = self.variant.colours.get(power, "#a0a0a0")
            shades = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
            rows.append(f"\t\t{number} => array({', '.join(map(str, shades))})")
        lines += [",\n".join(rows), "\t);", "", "\tprotected function resources() {"]
        small, large = (f"variants/{self.name}/resources/{size}" for size in ("smallmap", "map"))
        for begin, path, unit in (("if( $this->smallmap ) ", small, "small"), ("", large, "")):
            files = {"map": f"{path}.png", "names": f"{path}Names.png"}
            files |= {one: f"contrib/{unit}{one}.png" for one in ("army", "fleet")}
            files["standoff"] = "images/icons/cross.png"
            table = ", ".join(f"'{key}'=>'{file}'" for key, file in files.items())
            lines.append(f"\t\t{begin}return array({table});")
        return "\n".join([*lines, "\t}", "}"]) + "\n"

    def losses(self) -> Iterator[str]:
        variant, board = self.variant, self.board
        yield "the pictures map.png and smallmap.png: draw each territory in a colour of its own"
        if not all(at in self.spots for at in self.called):
            yield "where units are drawn: its coordinates are 0"
        yield "abbreviations of provinces, letters and adjectives of powers"
        yield from special_features(board)
        owned = {key: p.home for key, p in board.provinces.items() if p.home}
        if dict(variant.start.owners) != owned:
            yield "who owns what at the start, besides homes"
        if board.has_neutrals:
            yield "that units of nobody stand still: give the classes of another variant for them"
        if variant.start.phase.season == "W":
            yield "that the game begins with builds: give it the class processGame for that"
        if variant.calendar != DIPLOMACY:
            yield f"the phases of a year: {variant.calendar}"
        if board.common_homes or variant.rule_set.build_in == "one-home":
            yield "where builds are made, which is at home here"
        usual = RuleSet()
        others = variant.rule_set.replace(build_in=usual.build_in, duality=usual.duality)
        if others != usual:
            yield "the rules"
        if any(self._convoy_coasts()):
            yield "that fleets convoy on some coasts: give it the classes CoastConvoy for that"
        if variant.names:
            yield f"names in other languages ({', '.join(variant.names)})"


def _names(board: Board) -> Iterator[tuple[str, str]]:
    """The names of territories, no two alike; coasts come behind their provinces."""
    taken: set[str] = set()
    for at in board.locations:
        key, _, coast = at.partition("/")
        province = board.provinces[key]
        if not province.terrain.is_ground:
            continue
        name = province.name if province.name not in taken else f"{province.name} ({key})"
        if coast:
            name = f"{province.name} ({_COASTS.get(coast, coast.title())} Coast)"
        taken.add(name)
        yield at, name

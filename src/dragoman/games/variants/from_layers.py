"""Variants of DiplomacyGM: ``config.json`` with an SVG whose layers hold provinces, centres, units.

Who borders on whom is seen in the picture: shapes are drawn as areas, and what lies between two of
them falls to both. What passes there is guessed as for other pictures; ``overrides`` of the file
add borders, take them away, and say where fleets go from each coast.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any, cast
from xml.etree import ElementTree

from dragoman.board import ARMY, FLEET
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.files.own_picture import view_box
from dragoman.drawing.files.picture_outlines import outlines
from dragoman.drawing.files.picture_style import LABEL
from dragoman.drawing.files.style_sheets import put_styles_into_elements
from dragoman.drawing.geometry import Point, Ring
from dragoman.drawing.layout.painted import areas_of_shapes
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.draft import DraftPlace, DraftPower, DraftVariant, told
from dragoman.formats.foreign.reading import CONFIGS
from dragoman.game import Variant
from dragoman.games.variants.from_picture import add_borders, both_ways

_LAYERS = {
    "land_layer": {"region colors", "region fills", "provinces"},
    "sea_borders": {"sea adjacencies", "sea provinces"},
    "island_borders": {"island adjacencies", "hybrid adjacencies"},
    "supply_center_icons": {"supply centers", "sc markers"},
    "starting_units": {"units"},
    "impassables": {"impassables"},
}
_SIDES = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}sides"
_FILL = re.compile(r"fill:\s*#([0-9a-fA-F]{6})")
_COAST = re.compile(r"(.+?)\s*\(?\b(nc|ec|sc|wc)\b\)?", re.IGNORECASE)
_FLEETS = ("3", "f", "sail")
"""The sides of a fleet's sign, or what it is called."""
_BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors of what reads shapes, where they are broken."""
_LARGEST = 12_000_000
"""The bytes of a picture that is read at most."""


def read_layers(bundle: Bundle, name: str) -> tuple[Variant | None, tuple[Diagnostic, ...], str]:
    """The variant of a folder of DiplomacyGM, what is wrong with it or was guessed, and the name of
    its picture."""
    draft = DraftVariant()
    config = _config(bundle, draft)
    wanted = str(config.get("file", "")).replace("\\", "/").rpartition("/")[2]
    file = wanted if bundle.get(wanted) is not None else bundle.first(".svg")
    root = _picture(bundle.get(file) or b"", file, draft)
    box = None if root is None else view_box(root)
    if root is None or box is None:
        if root is not None:
            draft.error("no-size", "the picture does not say how large it is", "", (file, 0))
        return None, told(draft, bundle.name), file
    try:
        put_styles_into_elements(root, box[2:])
        _Reading(draft, config, root, file).read(box)
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as e:
        draft.error("not-svg", f"its shapes cannot be read: {e}", "save it as plain SVG", (file, 0))
        return None, told(draft, bundle.name), file
    return draft.variant(name), told(draft, bundle.name), file


def _config(bundle: Bundle, draft: DraftVariant) -> dict[str, Any]:
    for file in CONFIGS:
        content = bundle.get(file)
        if content is None:
            continue
        try:
            text = content.decode()
            found: Any = json.loads(text) if file.endswith("json") else tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            draft.error("bad-config", f"this cannot be read: {error}", "mend it", (file, 0))
            return {}
        return cast(dict[str, Any], found) if isinstance(found, dict) else {}
    return {}


def _picture(content: bytes, file: str, draft: DraftVariant) -> ElementTree.Element | None:
    if len(content) > _LARGEST or b"<!ENTITY" in content:
        what = "the picture is too large, or declares entities of its own"
        draft.error("not-svg", what, "save it as plain SVG", (file, 0))
        return None
    try:
        return ElementTree.fromstring(content)
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        draft.error("not-svg", f"this is no SVG: {error}", "save it as SVG", (file, 0))
        return None


def _table(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = values.get(key)
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


class _Reading:
    def __init__(
        self, draft: DraftVariant, config: dict[str, Any], root: ElementTree.Element, file: str
    ) -> None:
        self.draft, self.config, self.root, self.file = draft, config, root, file
        self.at = file, 0
        self.svg_config = _table(config, "svg config")
        self.colours: dict[str, str] = {}
        """The power of each colour."""

    def read(self, box: tuple[float, float, float, float]) -> None:
        draft, config = self.draft, self.config
        draft.title = str(config.get("name", ""))[:200]
        for power, values in _table(config, "players").items():
            self._power(power, values)
        year = config.get("year", 1901)
        if isinstance(year, int) and 0 < year < 9999:
            draft.phase = f"S{year:04}M"
        count = config.get("victory_count")
        draft.victory = count if isinstance(count, int) and 0 < count < 9999 else 0
        if config.get("build_options") not in (None, "classic"):
            draft.lost(f"builds by {config['build_options']!r}", ("config.json", 0))
        shapes = self._shapes(box)
        width, height = box[2], box[3]
        closed = shapes.pop("", ())
        painted = areas_of_shapes(shapes, closed, width, height)
        draft.spots = {
            name: (round(x), round(y)) for name, (x, y) in _middles(shapes, draft).items()
        }
        add_borders(draft, painted)
        self._overrides()
        self._centers()
        self._units()

    def _power(self, power: str, values: Any) -> None:
        colour = cast(dict[str, Any], values).get("color") if isinstance(values, dict) else None
        if isinstance(colour, dict):  # of several themes
            colour = next(iter(cast(dict[str, Any], colour).values()), None)
        known = DraftPower(power, ("config.json", 0))
        if isinstance(colour, str) and re.fullmatch("#?[0-9a-fA-F]{6}", colour):
            known.colour = f"#{colour.lstrip('#').lower()}"
            self.colours[known.colour] = power
        self.draft.powers[power] = known

    def _fill(self, element: ElementTree.Element) -> str:
        match = _FILL.search(element.get("style", ""))
        return f"#{match[1].lower()}" if match else ""

    def _colour(self, key: str) -> str:
        """A colour of the settings; a blank, which no shape has, where there is none."""
        found = self.svg_config.get(key)
        return f"#{found.lstrip('#').lower()}" if isinstance(found, str) else " "

    def _layer(self, key: str) -> ElementTree.Element | None:
        wanted = self.svg_config.get(key)
        for element in self.root.iter():
            label = element.get(LABEL, "").lower()
            if element.get("id") == (wanted or " ") or label in _LAYERS[key]:
                return element
        return None

    def _shapes(self, box: tuple[float, float, float, float]) -> dict[str, tuple[Ring, ...]]:
        named: dict[ElementTree.Element, tuple[str, str]] = {}
        for key in ("sea_borders", "island_borders", "land_layer", "impassables"):
            layer = self._layer(key)
            for element in [] if layer is None else [*layer]:
                name = element.get(LABEL, "") or element.get("id", "")
                if key == "impassables" or self._fill(element) == self._colour("impassable"):
                    named[element] = ("shape", "")
                elif name:
                    named[element] = ("shape", name)
                    self._place(name, element, key)
        found: dict[str, tuple[Ring, ...]] = {}
        for (_, name), rings in outlines(self.root, named, box):
            found[name] = (*found.get(name, ()), *rings)
        for name in [name for name in self.draft.places if not found.get(name)]:
            what = f"the shape of {name} has no area"
            self.draft.error("flat-shape", what, "draw it anew", self.at)
            del self.draft.places[name]
        return {name: rings for name, rings in found.items() if rings}

    def _place(self, name: str, element: ElementTree.Element, layer: str) -> None:
        draft = self.draft
        place = draft.places.setdefault(name, DraftPlace(name, layer == "sea_borders", self.at))
        short = [
            word for word, full in _table(self.config, "abbreviations").items() if full == name
        ]
        place.words = short
        if layer == "land_layer":
            place.home = self.colours.get(self._fill(element), "")
        if layer == "island_borders" and self.config.get("convoyable_islands") == "enabled":
            place.convoys = True
            if "duality=yes" not in draft.settings:
                draft.settings.append("duality=yes")

    def _overrides(self) -> None:
        """Borders that are added or taken away, and those of coasts."""
        draft = self.draft
        for name, values in _table(_table(self.config, "overrides"), "provinces").items():
            if name not in draft.places or not isinstance(values, dict):
                continue
            given = cast(dict[str, Any], values)
            for other in _names(given.get("remove_adjacencies")):
                for kind in (ARMY.letter, FLEET.letter):
                    draft.borders.pop((kind, name, other), None)
                    draft.borders.pop((kind, other, name), None)
            for other in _names(given.get("adjacencies")):
                for kind in (ARMY, FLEET):
                    is_at_sea = {
                        draft.places[n].is_water for n in (name, other) if n in draft.places
                    }
                    if kind is FLEET or is_at_sea == {False}:
                        both_ways(draft, kind.letter, name, other, self.at)
            self._coasts(name, _table(given, "coasts"))

    def _coasts(self, name: str, coasts: dict[str, Any]) -> None:
        draft = self.draft
        for coast, others in coasts.items():
            word = f"{name} {coast}"
            draft.add_coast(name, word, coast.upper(), self.at)
            for other in _names(others):
                plain = _COAST.fullmatch(other)
                end = other if other in draft.places or not plain else f"{plain[1]} {plain[2]}"
                both_ways(draft, FLEET.letter, word, end, self.at)

    def _centers(self) -> None:
        layer = self._layer("supply_center_icons")
        for element in [] if layer is None else [*layer]:
            place = self.draft.places.get(element.get(LABEL, ""))
            if place is not None:
                place.is_center = True

    def _units(self) -> None:
        layer = self._layer("starting_units")
        for element in [] if layer is None else [*layer]:
            label = element.get(LABEL, "")
            word = label
            if self.svg_config.get("unit_type_labeled") is True:
                word = label[1:].strip()
            coast = _COAST.fullmatch(word)
            name = coast[1] if coast and word not in self.draft.places else word
            place = self.draft.places.get(name)
            if place is None or not place.home:
                what = f"a unit is drawn in {label or 'a place without a name'}, which is nobody's"
                self.draft.error("bad-unit", what, "name the place as its shape", self.at)
                continue
            signs = [label[:1].lower(), *(one.get(_SIDES, "") for one in element.iter())]
            signs = signs if self.svg_config.get("unit_type_labeled") is True else signs[1:]
            is_fleet = any(sign in _FLEETS for sign in signs)
            where = f"{name} {coast[2].lower()}" if coast and name != word else name
            kind = FLEET.letter if is_fleet else ARMY.letter
            self.draft.units.append((place.home, kind, where, self.at))


def _names(found: Any) -> list[str]:
    names = cast(list[Any], found) if isinstance(found, list) else []
    return [name for name in names if isinstance(name, str)]


def _middles(shapes: Mapping[str, tuple[Ring, ...]], draft: DraftVariant) -> dict[str, Point]:
    """The middle of the largest outline of each place."""
    found: dict[str, Point] = {}
    for name in draft.places:
        ring = max(shapes[name], key=len)
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        found[name] = (max(0.0, (min(xs) + max(xs)) / 2), max(0.0, (min(ys) + max(ys)) / 2))
    return found

"""The files of a variant as texts, and the design that stands in them."""

from __future__ import annotations

import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dragoman.board import fold
from dragoman.drawing import GEOMETRY, geometry_bytes, geometry_in
from dragoman.files import decode
from dragoman.formats import shipped_folder, shipped_variants
from dragoman.formats.njudge import MapFile, read_seed
from dragoman.formats.njudge.map_file import SHORES
from dragoman.formats.variants.folders import NAMES, TOML
from dragoman.formats.variants.reader import VariantMap, map_of_files
from dragoman.formats.variants.toml_file import base_of
from dragoman.game.json_object import FormatError
from dragoman.games.workshop.design import (
    Design,
    DesignPower,
    DesignProvince,
    DesignUnit,
    DesignWay,
    shapes_of,
)
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

_COSTS: Final = {(2, 0): "/mx", (1, 0): "/hx", (1, 1): "/lx"}


@dataclass(frozen=True, slots=True)
class VariantTexts:
    """The texts of a variant's files by their names. Of what the folder does not hold, the variant
    that it is based on has the text."""

    name: str
    files: Mapping[str, str]

    @property
    def map_name(self) -> str:
        return f"map.{self.name}"

    @property
    def seed_name(self) -> str:
        return f"seed.{self.name}"

    @property
    def map(self) -> str:
        return self.files.get(self.map_name) or self._of_base("map")

    @property
    def seed(self) -> str:
        return self.files.get(self.seed_name) or self._of_base("seed")

    @property
    def toml_names(self) -> tuple[str, ...]:
        """The files that are read as one ``variant.toml``, in their order."""
        return (TOML, *sorted(filter(NAMES.fullmatch, self.files)))

    @property
    def toml(self) -> str:
        return "\n".join(self.files[one] for one in self.toml_names if one in self.files)

    @property
    def has_map(self) -> bool:
        """True if the map is its own."""
        return self.map_name in self.files

    def read(self) -> VariantMap:
        """The map and the ``variant.toml``, read."""
        return map_of_files(self.name, self.map.encode(), self.toml.encode())

    def _of_base(self, kind: str) -> str:
        base = base_of(self.toml)
        while base in shipped_variants():
            folder = shipped_folder() / base
            file = folder / f"{kind}.{base}"
            if file.is_file():
                return file.read_text("utf-8")
            base = base_of((folder / TOML).read_text("utf-8"))
        return ""


def texts_in(folder: Path, name: str) -> VariantTexts:
    """The texts of the variant in a folder.

    Raises:
        OSError: if a file cannot be read.
    """
    wanted = {f"map.{name}", f"seed.{name}", TOML}
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    texts = {
        file.name: decode(file.read_bytes())[0]
        for file in found
        if file.name in wanted or NAMES.fullmatch(file.name)
    }
    if (shapes := geometry_in(folder)) is not None:
        texts[GEOMETRY] = decode(geometry_bytes(shapes))[0]
    return VariantTexts(name, texts)


def encoded(text: str, before: bytes) -> bytes:
    """A text in the encoding that its file had before, as far as that has all its letters."""
    _, encoding = decode(before)
    mark = BOM_UTF8 if before.startswith(BOM_UTF8) else b""
    if encoding.startswith("utf-8") or "+" in encoding or not encoding:
        return mark + text.encode()
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode()


def empty_texts(name: str, title: str) -> VariantTexts:
    """The files of a variant with an empty map, to begin with."""
    from dragoman.formats.toml_table import quoted

    head = "# Provinces: name, kind of area, abbreviations."
    moves = "# Moves: mv for armies, xc for fleets, nc sc ec wc for fleets on a named coast."
    return VariantTexts(
        name,
        {
            f"map.{name}": f"{head}\n-1\n{moves}\n-1\n-1\n",
            f"seed.{name}": "S1901M\n-1\n-1\n",
            TOML: f"title = {quoted(title)}\n",
        },
    )


def design_of(texts: VariantTexts) -> Design:
    """The design in the files, as far as they can be read.

    Raises:
        ActionRefused: if it is one of Machiavelli, or its shapes cannot be read.
    """
    read = texts.read()
    map_file, toml, board = read.map_file, read.toml, read.board
    has_cities = any(province.city for province in map_file.provinces)
    if has_cities or any(moves.kind == "cc" for moves in map_file.moves):
        what = "the workshop is for variants of Diplomacy"
        raise ActionRefused("not-in-workshop", what, "edit the files of this one themselves")
    letters = {power.letter for power in board.powers.values()}
    raw: dict[str, Any] = rules_in(texts)
    seed, _ = read_seed(texts.seed.encode(), texts.seed_name)
    places = {at: location_of(map_file, one.place) for at, one in enumerate(seed.units)}
    try:
        shapes = shapes_of(texts.files[GEOMETRY]) if GEOMETRY in texts.files else None
    except FormatError as fault:
        told = fault.diagnostic
        raise ActionRefused(told.code, told.what, "mend geometry.json, or remove it") from None
    return Design(
        title=toml.title,
        about=toml.about,
        credits=toml.credits,
        victory=toml.victory_centers,
        preset=str(raw.get("preset", "")),
        settings=tuple(map(str, raw.get("settings", ()))),
        turn=seed.turn or "S1901M",
        provinces=tuple(
            DesignProvince(
                one.key,
                one.key,
                one.name,
                one.abbreviations,
                one.area if one.area in "lwhvgr" else "l",
                one.convoyable_land,
                one.is_center,
                one.home_letter if one.home_letter in letters else "",
            )
            for one in map_file.provinces
        ),
        powers=tuple(
            DesignPower(
                one.letter,
                one.letter,
                one.letter,
                one.name,
                one.adjective,
                toml.looks.colours.get(one.key, ""),
            )
            for one in board.powers.values()
        ),
        ways=tuple(
            DesignWay(
                moves.kind,
                moves.source,
                step.target,
                _COSTS.get((step.halves_lost, step.halves_lost_by_convoy), ""),
            )
            for moves in map_file.moves
            for step in moves.steps
            if step.province != moves.province
        ),
        units=tuple(
            DesignUnit(one.owner, one.kind, places[at])
            for at, one in enumerate(seed.units)
            if one.status == ":" and one.owner in letters and places[at]
        ),
        points=dict(toml.places.coordinates),
        shapes=shapes,
    )


def rules_in(texts: VariantTexts) -> dict[str, Any]:
    """The table ``[rules]`` of the variant itself."""
    try:
        found: object = tomllib.loads(texts.toml).get("rules", {})
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def location_of(map_file: MapFile, text: str) -> str:
    """The location that a word of a map or a seed names; empty where there is none."""
    name, _, coast = text.partition("/")
    key = map_file.keys.get(fold(name), "")
    shore = SHORES.get(coast.strip()[:1].lower(), "") if coast else ""
    return f"{key}/{shore}" if key and shore else key

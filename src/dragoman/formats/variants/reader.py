"""Variants from their folders: ``map.NAME``, ``seed.NAME`` and ``variant.toml``.

The map and the seed are nJudge's formats. ``variant.toml`` adds what they cannot say: the
names of powers and places, the kinds of unit, the rules, how many centres win. A folder
without it is still a variant, whose powers are called by their letters, unless its name is that
of one that is known (``known_variants.toml``).

A ``variant.toml`` may say ``based_on = "standard"``: then whatever the folder does not hold
or say for itself is that of the shipped variant of this name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from dragoman.board import Board, Power
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.errors import checked
from dragoman.formats.njudge import (
    GAMES,
    MapFile,
    board_from,
    check,
    read_map,
    read_seed,
    without_provinces,
)
from dragoman.formats.variants.folders import (
    NAMES,
    TOML,
    shipped_folder,
    shipped_variants,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.formats.variants.one_way import OneWay, named_one_way, one_way_hints
from dragoman.formats.variants.toml_file import (
    LookWords,
    VariantToml,
    base_of,
    read_variant_toml,
    with_homes,
)
from dragoman.formats.variants.toml_scenario import impassable_in
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass

Faults: TypeAlias = tuple[Diagnostic, ...]


@checked
def read_variant(
    folder: str | Path | Traversable, name: str = ""
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """A variant from its folder, and everything that is wrong with its files.

    ``name`` tells which one where the folder holds several. There is no variant where a file
    is missing, or where the seed does not say which turn it is. Where there are other errors,
    the variant is what is left without them.
    """
    files, faults = _read_files(folder, name)
    return (None, faults) if files is None else _read(files)


@checked
def check_variant(
    folder: str | Path | Traversable, name: str = ""
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """As ``read_variant``, with warnings about lines that are legal but probably not meant that
    way."""
    files, faults = _read_files(folder, name)
    return (None, faults) if files is None else _read(files, is_checked=True)


def check_files(
    map_name: str, map_text: bytes, seed_name: str = "", seed_text: bytes | None = None
) -> tuple[Board, tuple[Diagnostic, ...]]:
    """The board of a map file alone, and every fault of it and of a seed file for it."""
    map_file, map_faults = read_map(map_text, map_name)
    board, board_faults = board_from(map_file, map_name.removeprefix("map."))
    seed_file, seed_faults = None, ()
    if seed_text is not None:
        seed_file, seed_faults = read_seed(seed_text, seed_name)
    hints = check(map_file, seed_file)
    faults = (*map_faults, *board_faults, *seed_faults, *hints)
    return board, tuple(dict.fromkeys(faults))


def seed_text(folder: Path) -> bytes:
    """The text of the seed in a variant's folder, or in that of the variant it is based on;
    nothing where there is none."""
    files, _ = _read_files(folder)
    return b"" if files is None else files.seed


def read_variant_files(
    name: str,
    map_text: bytes,
    seed_text: bytes,
    toml_text: bytes = b"",
    is_checked: bool = False,
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """As ``read_variant``, or with ``is_checked`` as ``check_variant``, from what would stand
    in the files."""
    base, faults = _base(toml_text, "")
    variant, more = _read(_Files(name, map_text, seed_text, toml_text, base), is_checked)
    return variant, (*faults, *more)


@dataclass(frozen=True, slots=True)
class _Files:
    """The contents of the files of a variant. A file that the folder lacks is its base's."""

    name: str
    map: bytes
    seed: bytes
    toml: bytes
    base: _Files | None = None


@dataclass(frozen=True, slots=True)
class VariantMap:
    """All files of a variant but its seed, read: what is left to say is who stands where, which any
    number of seeds can. ``map_faults`` are those of the map, ``toml_faults`` those of what the
    variant says besides."""

    name: str
    map_file: MapFile
    board: Board
    toml: VariantToml
    kind: str
    map_faults: Faults
    toml_faults: Faults

    def variant(self, seed: bytes, is_checked: bool = False) -> tuple[Variant | None, Faults]:
        """The variant that begins where a seed says, and everything that is wrong with all files;
        None where the seed does not say which turn it is."""
        map_file, toml = self.map_file, self.toml
        seed_file, seed_faults = read_seed(seed, f"seed.{self.name}")
        found = FILES.of_kind(self.kind).contents(map_file, seed_file, self.board, toml)
        board, start = found.board, found.start
        diagnostics = (
            *self.map_faults,
            *seed_faults,
            *found.diagnostics,
            *self.toml_faults,
            *_clashes(board, toml),
            *_other_game(toml, map_file),
        )
        if is_checked:
            letters = [power.letter for power in board.powers.values()]
            hints = (*check(map_file, seed_file, letters), *one_way_hints(toml.one_way, TOML))
            diagnostics = tuple(dict.fromkeys((*diagnostics, *hints)))
        if start is None:
            return None, diagnostics
        if toml.is_bc:
            start = replace(start, phase=replace(start.phase, year=-start.phase.year))
        variant = Variant(
            name=self.name,
            title=toml.title or self.name,
            board=board,
            start=start,
            rule_set=found.rule_set,
            victory_centers=found.victory_centers,
            center_order=found.center_order,
            names=MappingProxyType(dict(found.names)),
            credits=toml.credits,
            about=toml.about,
            coordinates=toml.places.coordinates,
            layout=toml.places.layout,
            colours=toml.looks.colours,
            shown_layers=toml.looks.shown_layers,
            calendar=found.calendar,
            scenario=found.scenario,
            kind=self.kind,
            origin=toml.origin,
        )
        return variant, diagnostics


def shipped_map(name: str) -> VariantMap | None:
    """The map of a variant that comes with Dragoman; None where its folder cannot be read."""
    files, _ = _read_files(shipped_folder().joinpath(name))
    return None if files is None else _map_of(files)


def map_of_files(name: str, map_text: bytes, toml_text: bytes = b"") -> VariantMap:
    """The map of a variant from what would stand in its files."""
    base, _ = _base(toml_text, "")
    return _map_of(_Files(name, map_text, b"", toml_text, base))


def _map_of(files: _Files) -> VariantMap:
    name = files.name
    map_file, map_faults = read_map(files.map, f"map.{name}", _one_way(files))
    map_file, gone_faults = _without_impassable(files, map_file)
    toml, toml_faults = _read_toml(files, map_file)
    map_file = with_homes(map_file, toml.homes, toml.places.common_homes)
    map_file = toml.scenario.on(map_file)
    countries = toml.scenario.countries
    board, board_faults = board_from(
        map_file, name, toml.powers, toml.kinds, toml.spellings, countries
    )
    board = toml.places.on(board)
    board = board.with_terms(toml.victory_terms, toml.build_terms)
    kind = map_file.game if toml.game in ("", *GAMES) else toml.game
    of_map, of_toml = (*map_faults, *board_faults), (*gone_faults, *toml_faults)
    return VariantMap(name, map_file, board, toml, kind, of_map, of_toml)


def _read(files: _Files, is_checked: bool = False) -> tuple[Variant | None, Faults]:
    return _map_of(files).variant(files.seed, is_checked)


def _other_game(toml: VariantToml, map_file: MapFile) -> Iterator[Diagnostic]:
    """That a variant is told to be of one of the games that maps are of, and not of its map's."""
    if toml.game in GAMES and toml.game != map_file.game:
        of, named = map_file.game.title(), toml.game.title()
        what = f"the map is one of {of}, and variant.toml names {named}"
        yield Diagnostic("other-game", what, 'take out the line that begins with "game"', TOML)


def _without_impassable(files: _Files, map_file: MapFile) -> tuple[MapFile, tuple[Diagnostic, ...]]:
    """The map without the provinces that the variant, or its base, leaves out."""
    faults: list[Diagnostic] = []
    gone: set[str] = set()
    layer: _Files | None = files
    while layer is not None:
        for key in impassable_in(layer.toml):
            if key in map_file.by_key:
                gone.add(key)
            elif not map_file.is_lost(key):
                what = f"no province has the key {key}, which is impassable"
                remedy = "write the first abbreviation of a province, in capitals"
                faults.append(Diagnostic("unknown-location", what, remedy, TOML))
        layer = layer.base
    return without_provinces(map_file, gone), tuple(faults)


def _one_way(files: _Files) -> OneWay:
    usual = () if files.base is None else _one_way(files.base)
    return (*usual, *named_one_way(files.toml))


def _read_toml(files: _Files, map_file: MapFile) -> tuple[VariantToml, tuple[Diagnostic, ...]]:
    if not files.toml and files.base is None:
        return _usual_toml(files.name, map_file), ()
    # What the base says of places this map does not have is passed over.
    base = VariantToml() if files.base is None else _read_toml(files.base, map_file)[0]
    return read_variant_toml(files.toml, TOML, map_file, base)


def _usual_toml(name: str, map_file: MapFile) -> VariantToml:
    """Title, victory and powers of the variant of this name, if it is known and the letters of the
    map are its own."""
    if name in shipped_variants():
        shipped, _ = _read_files(shipped_folder().joinpath(name))
        if shipped is not None and (shipped.toml or shipped.base):
            toml, _ = _read_toml(shipped, map_file)
            if has_powers(toml, map_file.home_letters):
                return VariantToml(
                    toml.title, "", toml.victory_centers, powers=toml.powers, looks=toml.looks
                )
    return known_variant(name, map_file.home_letters) or VariantToml()


def _read_files(
    named: str | Path | Traversable, wanted: str = ""
) -> tuple[_Files | None, tuple[Diagnostic, ...]]:
    folder = Path(named) if isinstance(named, str) else named
    try:
        found = {file.name: file for file in folder.iterdir() if file.is_file()}
        toml = b"\n".join(
            found[name].read_bytes()
            for name in (TOML, *sorted(filter(NAMES.fullmatch, found)))
            if name in found
        )
        base, faults = _base(toml, str(folder))
        if faults:
            return None, faults
        first = [n.removeprefix("map.") for n in found if n.startswith("map.")]
        if base and not first:
            first = [n.removeprefix("seed.") for n in found if n.startswith("seed.")]
        usual = wanted or (folder.resolve().name if isinstance(folder, Path) else folder.name)
        names = sorted(first) or ([usual] if base else [])
        name = usual if usual in names else names[0] if len(names) == 1 and not wanted else ""
        if not name:
            return None, (_which_map(folder, names),)
        texts: dict[str, bytes] = {}
        for kind in ("map", "seed"):
            if file := found.get(f"{kind}.{name}"):
                texts[kind] = file.read_bytes()
            elif base:
                texts[kind] = base.map if kind == "map" else base.seed
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fault = Diagnostic("unreadable-file", f"cannot read it: {reason}", source=str(folder))
        return None, (fault,)
    if "seed" not in texts:
        fault = Diagnostic(
            "missing-file",
            f"there is no seed.{name} beside map.{name}",
            "put the file with the starting units there",
            source=str(folder),
        )
        return None, (fault,)
    return _Files(name, texts["map"], texts["seed"], toml, base), ()


def _base(toml: bytes, source: str) -> tuple[_Files | None, tuple[Diagnostic, ...]]:
    """The files of the shipped variant that a ``variant.toml`` says it is based on."""
    name = base_of(toml)
    if not name:
        return None, ()
    if name not in shipped_variants():
        fault = Diagnostic(
            "unknown-base",
            f"{TOML} is based on {name!r}, which does not come with Dragoman",
            "name one that does, or take the line out and put a map and a seed beside it",
            source=source or TOML,
            candidates=tuple(shipped_variants()),
        )
        return None, (fault,)
    return _read_files(shipped_folder().joinpath(name))


def _which_map(folder: Path | Traversable, names: Sequence[str]) -> Diagnostic:
    from dragoman.formats.dipwork import VARIANT_FILE  # only now: it is a large package

    if not names and any(file.name.upper() == VARIANT_FILE for file in folder.iterdir()):
        return Diagnostic(
            "dipwork-variant",
            "this is a variant of DipWork",
            "make one of ours of it first: dragoman variant convert FOLDER NEW_FOLDER",
            source=str(folder),
        )
    return Diagnostic(
        "missing-file",
        f"there are several map files, and none is called map.{folder.name}"
        if names
        else "there is no map file",
        f"a variant's folder holds map.NAME, seed.NAME and, if you like, {TOML}",
        source=str(folder),
        candidates=tuple(f"map.{name}" for name in names),
    )


def _clashes(board: Board, toml: VariantToml) -> tuple[Diagnostic, ...]:
    """A warning for each spelling in ``variant.toml`` that stands for several places."""
    return tuple(
        Diagnostic(
            "name-clash",
            f"{spelling!r} stands for {' and '.join(locations)}",
            "give it to one of them only",
            source=TOML,
            severity=Severity.WARNING,
        )
        for spelling in dict.fromkeys(spelling for spelling, _ in toml.spellings)
        if len(locations := board.names.find(spelling)) > 1
    )


# Variants that nJudge's community plays, known beyond their map and seed files
#
# A bare pair of such files says neither what its powers are called nor how many centres win.
# Whoever has one by a name that is known, with the letters that belong to it, gets both.


def known_variant(name: str, letters: Collection[str]) -> VariantToml | None:
    """The ``variant.toml`` that a variant of this name would have; None where none is known, or
    where it has other powers than these ``letters``."""
    found = _known().get(name)
    return found if found is not None and has_powers(found, letters) else None


def has_powers(toml: VariantToml, letters: Collection[str]) -> bool:
    """True if powers of these letters can be those of a variant: all are, and most of its own are
    among them. Some variants have a power without a home centre."""
    own = {power.letter for power in toml.powers or ()}
    return own.issuperset(letters) and len({*letters}) * 3 >= len(own) * 2


@cache
def _known() -> dict[str, VariantToml]:
    text = files("dragoman.formats.variants").joinpath("known_variants.toml").read_text("utf-8")
    return {
        name: VariantToml(
            title=table["title"],
            victory_centers=table.get("victory_centers", 0),
            powers=tuple(
                Power(power["name"].upper(), power["letter"], power["name"], power["adjective"])
                for power in table["powers"]
            ),
            looks=LookWords(
                {p["name"].upper(): p["colour"] for p in table["powers"] if "colour" in p}
            ),
        )
        for name, table in tomllib.loads(text).items()
    }

"""Variants as people have them for other sites and programs: their files, and the map in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import MissingExtra
from dragoman.formats.foreign import jdip, webdiplomacy
from dragoman.formats.foreign.bundle import Bundle, BundleRefused, read_archive, read_folder
from dragoman.formats.foreign.places_table import TABLE
from dragoman.formats.foreign.reading import (
    CONFIGS,
    format_of,
    format_of_folder,
    read_bundle,
    variant_name,
)
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass

_ARCHIVE = ".zip"
_IN_FOLDERS = (".php", ".xml", ".go", ".json", ".toml", ".csv")
"""The endings of files that stand for the folder of another program that they lie in."""
_MAP = "resources/map.png"


@dataclass(frozen=True, slots=True)
class ForeignVariant:
    """A variant that another program has, what is wrong with its files or was lost, and the files
    of its map as ours are called: ``picture.svg`` or ``geometry.json``."""

    variant: Variant | None
    faults: tuple[Diagnostic, ...]
    drawing: Mapping[str, bytes]


def is_foreign(name: str) -> bool:
    """True for a folder, an archive or a file of another program that holds more than a map."""
    path, _ = _which(name)
    if path.is_dir():
        return _is_known(path)
    if not path.is_file():
        return False
    ending = path.suffix.lower()
    return ending == _ARCHIVE or (ending in _IN_FOLDERS and _is_known(path.parent))


def read_foreign(name: str, with_map: bool = False) -> ForeignVariant:
    """The variant that a person means: ``FOLDER``, ``FILE`` or ``ARCHIVE.zip``, and behind a ``#``
    which of several; and its map, where that is wanted."""
    path, which = _which(name)
    try:
        if path.is_file() and path.suffix.lower() == _ARCHIVE:
            bundle = read_archive(path.read_bytes(), path.name)
        else:
            bundle = read_folder(path if path.is_dir() else path.parent)
    except BundleRefused as refused:
        return ForeignVariant(None, (refused.diagnostic,), {})
    return read_files(bundle, which, with_map)


def read_files(bundle: Bundle, which: str = "", with_map: bool = True) -> ForeignVariant:
    """The variant in files, and its map where that is wanted."""
    for folder in bundle.folders():
        inner = bundle.at(folder)
        if inner.get(TABLE) is not None:
            return _from_picture(inner, with_map)
        if any(inner.get(file) is not None for file in CONFIGS) and inner.first(".svg"):
            return _from_layers(inner)
    variant, faults = read_bundle(bundle, which=which)
    if variant is None or not with_map:
        return ForeignVariant(variant, faults, {})
    drawing, about = _drawing(bundle, variant, which)
    return ForeignVariant(variant, (*faults, *about), drawing)


def _is_known(folder: Path) -> bool:
    has_layers = any((folder / file).is_file() for file in CONFIGS) and any(folder.glob("*.svg"))
    is_picture = (folder / TABLE).is_file() or has_layers
    return is_picture or format_of_folder(folder) is not None


def _which(name: str) -> tuple[Path, str]:
    """The path that a person means, and which of several variants in it: ``FILE#NAME``."""
    path = Path(name)
    if path.exists() or "#" not in name:
        return path, ""
    before, _, which = name.rpartition("#")
    return Path(before), which


def _from_picture(bundle: Bundle, with_map: bool) -> ForeignVariant:
    try:
        from dragoman.games.variants.from_picture import PICTURES, geometry_of, read_picture

        variant, faults = read_picture(bundle, variant_name(bundle.name))
        if variant is None or not with_map:
            return ForeignVariant(variant, faults, {})
        file = bundle.first(*PICTURES)
        text, _ = geometry_of(variant, bundle.get(file) or b"", file)
    except MissingExtra as missing:
        return ForeignVariant(None, (missing.diagnostic,), {})
    return ForeignVariant(variant, faults, {"geometry.json": text.encode()} if text else {})


def _from_layers(bundle: Bundle) -> ForeignVariant:
    try:
        from dragoman.games.variants.from_layers import read_layers

        variant, faults, file = read_layers(bundle, variant_name(bundle.name))
        if variant is None:
            return ForeignVariant(None, faults, {})
        drawing, about = _own_picture(bundle, file, variant)
    except MissingExtra as missing:
        return ForeignVariant(None, (missing.diagnostic,), {})
    return ForeignVariant(variant, (*faults, *about), drawing)


def _drawing(
    bundle: Bundle, variant: Variant, which: str
) -> tuple[Mapping[str, bytes], tuple[Diagnostic, ...]]:
    """The files of the map that lies among those of a variant, and why there is none."""
    for folder in bundle.folders():
        inner = bundle.at(folder)
        kind = format_of({file for file in inner if "/" not in file})
        if kind is None or (which and inner.name != which and kind.name == webdiplomacy.FORMAT):
            continue
        try:
            if kind.name == webdiplomacy.FORMAT:
                return _painted(inner, variant)
            file = (
                jdip.picture_of(inner, which)
                if kind.name == jdip.FORMAT
                else inner.first("map.svg")
            )
            return _own_picture(inner, file, variant)
        except MissingExtra as missing:
            return {}, (replace(missing.diagnostic, severity=Severity.WARNING),)
    return {}, ()


def _painted(
    bundle: Bundle, variant: Variant
) -> tuple[Mapping[str, bytes], tuple[Diagnostic, ...]]:
    content = bundle.get(_MAP)
    if content is None:
        return {}, ()
    from dragoman.games.variants.from_picture import geometry_of

    text, faults = geometry_of(variant, content, _MAP)
    about = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    return ({"geometry.json": text.encode()} if text else {}), about


def _own_picture(
    bundle: Bundle, file: str, variant: Variant
) -> tuple[Mapping[str, bytes], tuple[Diagnostic, ...]]:
    content = bundle.get(file) if file else None
    if content is None:
        return {}, ()
    from dragoman.drawing.files.own_picture import read_own_picture

    found, faults = read_own_picture(content, variant.board, file)
    about = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    return ({"picture.svg": content} if found else {}), about

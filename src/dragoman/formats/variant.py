"""Variants from their folders: ``map.NAME``, ``seed.NAME`` and ``variant.toml``.

The map and the seed are nJudge's formats. ``variant.toml`` adds what they cannot say: the
names of powers and places, the kinds of unit, the rules, how many centres win. A folder
without it is still a variant, whose powers are called by their letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.formats.njudge import board_from, read_map, read_seed, start_from
from dragoman.formats.variant_toml import VariantToml, read_variant_toml
from dragoman.game.variant import Variant


class VariantError(ValueError):
    """A variant that cannot be played. ``diagnostics`` says everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = tuple(diagnostics)


def shipped_variants() -> list[str]:
    """The names of the variants that come with Dragoman."""
    return sorted(
        folder.name
        for folder in _shipped().iterdir()
        if folder.joinpath(f"map.{folder.name}").is_file()
    )


def load_variant(name_or_folder: str | Path) -> Variant:
    """A variant that comes with Dragoman, by its name, or one from a folder.

    Raises:
        VariantError: if there is no such variant, or its files have errors.
    """
    if isinstance(name_or_folder, str):
        if name_or_folder in shipped_variants():
            return _load_shipped(name_or_folder)
        if not Path(name_or_folder).is_dir():
            raise VariantError(
                [
                    Diagnostic(
                        "unknown-variant",
                        f"there is no variant {name_or_folder!r}",
                        "name one that is shipped, or the folder of one",
                        candidates=tuple(shipped_variants()),
                    )
                ]
            )
    return _load(Path(name_or_folder))


def read_variant(folder: Path | Traversable) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """A variant from its folder, and everything that is wrong with its files.

    There is no variant where a file is missing, or where the seed does not say which turn
    it is. Where there are other errors, the variant is what is left without them.
    """
    name, texts, faults = _read_files(folder)
    if not name:
        return None, faults
    map_file, map_faults = read_map(texts["map"], f"map.{name}")
    toml, toml_faults = read_variant_toml(texts.get("toml", b""), _TOML, map_file)
    board, board_faults = board_from(map_file, name, toml.powers, toml.kinds, toml.spellings)
    seed_file, seed_faults = read_seed(texts["seed"], f"seed.{name}")
    start, start_faults = start_from(seed_file, map_file, board)
    diagnostics = (
        *map_faults,
        *board_faults,
        *seed_faults,
        *start_faults,
        *toml_faults,
        *_clashes(board, toml),
    )
    if start is None:
        return None, diagnostics
    variant = Variant(
        name=name,
        title=toml.title or name,
        board=board,
        start=start,
        rule_set=toml.rule_set,
        victory_centers=toml.victory_centers or len(board.centers) // 2 + 1,
        center_order=map_file.center_order or board.centers,
        names=MappingProxyType(dict(toml.names)),
        credits=toml.credits,
    )
    return variant, diagnostics


_TOML = "variant.toml"


def _shipped() -> Traversable:
    return files("dragoman").joinpath("variants")


@cache
def _load_shipped(name: str) -> Variant:
    return _load(_shipped().joinpath(name))


def _load(folder: Path | Traversable) -> Variant:
    variant, diagnostics = read_variant(folder)
    if variant is None or has_errors(diagnostics):
        raise VariantError(diagnostics)
    return variant


def _read_files(
    folder: Path | Traversable,
) -> tuple[str, Mapping[str, bytes], tuple[Diagnostic, ...]]:
    """The variant's name and the content of its files; no name where one is missing."""
    try:
        found = {file.name: file for file in folder.iterdir() if file.is_file()}
        names = sorted(n.removeprefix("map.") for n in found if n.startswith("map."))
        name = folder.name if folder.name in names else names[0] if len(names) == 1 else ""
        if not name:
            return "", {}, (_which_map(folder, names),)
        if f"seed.{name}" not in found:
            fault = Diagnostic(
                "missing-file",
                f"there is no seed.{name} beside map.{name}",
                "put the file with the starting units there",
                source=str(folder),
            )
            return "", {}, (fault,)
        texts = {"map": found[f"map.{name}"].read_bytes()}
        texts["seed"] = found[f"seed.{name}"].read_bytes()
        if _TOML in found:
            texts["toml"] = found[_TOML].read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fault = Diagnostic("unreadable-file", f"cannot read it: {reason}", source=str(folder))
        return "", {}, (fault,)
    return name, texts, ()


def _which_map(folder: Path | Traversable, names: Sequence[str]) -> Diagnostic:
    return Diagnostic(
        "missing-file",
        f"there are several map files, and none is called map.{folder.name}"
        if names
        else "there is no map file",
        "a variant's folder holds map.NAME, seed.NAME and, if you like, variant.toml",
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
            source=_TOML,
            severity=Severity.WARNING,
        )
        for spelling in dict.fromkeys(spelling for spelling, _ in toml.spellings)
        if len(locations := board.names.find(spelling)) > 1
    )

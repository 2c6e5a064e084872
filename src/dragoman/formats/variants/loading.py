"""Variants by their names, or from their folders, ready to be played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.errors import DragomanError, checked
from dragoman.files import kept, stamp_of
from dragoman.formats.variants.folders import (
    TOML,
    folder_of,
    installed_variants,
    shipped_folder,
    shipped_variants,
)
from dragoman.game.variant import Variant
from dragoman.nearest import nearest, nearest_files
from dragoman.remembered import remembered

_BYTES_A_PATH = 420
"""The bytes that a variant takes in memory for each path of its map."""
_SOURCES = (
    "",
    "board",
    "formats",
    "formats/njudge",
    "formats/variants",
    "formats/words",
    "game",
    "kinds",
    "kinds/machiavelli",
    "machiavelli",
    "orders",
    "rules/choices",
    "rules/model",
    "words/spoken",
)
"""The packages that read a variant, and those of its values among them."""
_BASE = re.compile(rb'^based_on = "(\w+)"', re.MULTILINE)


class VariantError(DragomanError):
    """A variant that cannot be played. ``diagnostics`` says everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


def bytes_of(variant: Variant) -> int:
    """The bytes that a variant takes in memory, roughly."""
    return _BYTES_A_PATH * len(variant.board.paths)


@checked
def load_variant(name_or_folder: str | Path) -> Variant:
    """A variant that comes with Dragoman or was installed, by its name, or one from a folder.

    Raises:
        VariantError: if there is no such variant, or its files have errors.
    """
    try:
        return _find(name_or_folder)
    except OSError as error:  # a name that is too long for one, a folder that nobody may read
        reason = (error.strerror or str(error)).lower()
        what = f"the variant {str(name_or_folder)!r} cannot be read: {reason}"
        raise VariantError([Diagnostic("refused-by-system", what)]) from None


@checked
def variants_like(name: str) -> tuple[str, ...]:
    """Variants, and folders, that may be meant by a name that none has."""
    known = (*shipped_variants(), *installed_variants())
    return (*nearest(name, known), *nearest_files(Path(name)))


def _find(name_or_folder: str | Path) -> Variant:
    if isinstance(name_or_folder, str):
        if name_or_folder in shipped_variants():
            return _load_shipped(name_or_folder)
        if folder := folder_of(name_or_folder):
            return _load(folder)
        if not name_or_folder or not Path(name_or_folder).is_dir():
            raise VariantError(
                [
                    Diagnostic(
                        "unknown-variant",
                        f"there is no variant {name_or_folder!r}",
                        'see them with "dragoman variants", or name the folder of one',
                        candidates=variants_like(name_or_folder),
                    )
                ]
            )
    return _load(Path(name_or_folder))


@remembered(bytes_of)
def _load_shipped(name: str) -> Variant:
    stamp = _stamp_of_sources() + stamp_of(_folders(name))
    return kept(f"variant-{name}", stamp, _SOURCES, lambda: _load(shipped_folder() / name))


def stamp_of_shipped() -> bytes:
    """The stamp of all variants that come with Dragoman: for what is made of all of them."""
    return _stamp_of_sources() + stamp_of(shipped_folder().iterdir())


@cache
def _stamp_of_sources() -> bytes:
    """The stamp of what reads a variant: once in a process, which reads as it began to."""
    return stamp_of(shipped_folder().parent / source for source in _SOURCES)


def _folders(name: str) -> Iterator[Path]:
    """The folder of a shipped variant, and those of the variants that it is based on."""
    folder = shipped_folder() / name
    yield folder
    if base := _BASE.search((folder / TOML).read_bytes()):
        yield from _folders(base[1].decode())


def _load(folder: Path) -> Variant:
    from dragoman.formats.variants.reader import read_variant  # only now: what is kept needs none

    variant, diagnostics = read_variant(folder)
    if variant is None or has_errors(diagnostics):
        raise VariantError(diagnostics)
    return variant

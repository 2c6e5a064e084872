"""Files of other programs and our own: text on one side, our objects on the other.

DipWork's many files have a package of their own, ``dragoman.formats.dipwork``.

The names below are imported when they are first used, so that using one format does not load all of
them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.formats.daide_map import read_mdf, write_mdf
    from dragoman.formats.dpjudge import read_dpjudge, write_dpjudge
    from dragoman.formats.earthquakes import read_quakes
    from dragoman.formats.records.diplomacy_package import (
        SAVED_GAME_RULES,
        read_saved_game,
        write_saved_game,
    )
    from dragoman.formats.variants.folders import (
        folder_of,
        installed_folder,
        installed_variants,
        shipped_folder,
        shipped_variants,
    )
    from dragoman.formats.variants.reader import (
        VariantError,
        check_files,
        check_variant,
        load_variant,
        read_variant,
        read_variant_files,
    )
    from dragoman.formats.variants.writer import write_variant

__all__ = [
    "SAVED_GAME_RULES",
    "VariantError",
    "check_files",
    "check_variant",
    "folder_of",
    "installed_folder",
    "installed_variants",
    "load_variant",
    "read_dpjudge",
    "read_mdf",
    "read_quakes",
    "read_saved_game",
    "read_variant",
    "read_variant_files",
    "shipped_folder",
    "shipped_variants",
    "write_dpjudge",
    "write_mdf",
    "write_saved_game",
    "write_variant",
]

_MODULES = (
    "variants.reader",
    "variants.folders",
    "variants.writer",
    "records.diplomacy_package",
    "dpjudge",
    "daide_map",
    "earthquakes",
)


def __getattr__(name: str) -> object:
    if name in __all__:
        for module_name in _MODULES:
            module = import_module(f"dragoman.formats.{module_name}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module 'dragoman.formats' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

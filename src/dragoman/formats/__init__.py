"""Files of other programs and our own: text on one side, our objects on the other.

DipWork's many files have a package of their own, ``dragoman.formats.dipwork``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

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
    from dragoman.formats.variants.loading import VariantError, load_variant, variants_like
    from dragoman.formats.variants.reader import (
        check_files,
        check_variant,
        read_variant,
        read_variant_files,
        seed_text,
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
    "seed_text",
    "shipped_folder",
    "shipped_variants",
    "variants_like",
    "write_dpjudge",
    "write_mdf",
    "write_saved_game",
    "write_variant",
]

__getattr__ = looked_up(
    __name__,
    {
        "daide_map": ("read_mdf", "write_mdf"),
        "dpjudge": ("read_dpjudge", "write_dpjudge"),
        "earthquakes": ("read_quakes",),
        "records.diplomacy_package": (
            "SAVED_GAME_RULES",
            "read_saved_game",
            "write_saved_game",
        ),
        "variants.folders": (
            "folder_of",
            "installed_folder",
            "installed_variants",
            "shipped_folder",
            "shipped_variants",
        ),
        "variants.loading": ("VariantError", "load_variant", "variants_like"),
        "variants.reader": (
            "check_files",
            "check_variant",
            "read_variant",
            "read_variant_files",
            "seed_text",
        ),
        "variants.writer": ("write_variant",),
    },
)

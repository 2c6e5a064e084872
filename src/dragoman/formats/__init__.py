"""Other people's files, and our own: text on one side, our objects on the other.

DipWork's many files have a package of their own, ``dragoman.formats.dipwork``.
"""

from dragoman.formats.daide_map import read_mdf, write_mdf
from dragoman.formats.dpjudge import read_dpjudge, write_dpjudge
from dragoman.formats.saved import SAVED_GAME_RULES, read_saved_game, write_saved_game
from dragoman.formats.variant import (
    VariantError,
    check_files,
    check_variant,
    load_variant,
    read_variant,
    read_variant_files,
)
from dragoman.formats.variant_files import write_variant
from dragoman.formats.variant_folders import (
    folder_of,
    installed_folder,
    installed_variants,
    shipped_folder,
    shipped_variants,
)

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

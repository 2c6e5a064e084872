"""Files of other programs and our own: text on one side, our objects on the other.

DipWork's many files have a package of their own, ``dragoman.formats.dipwork``.
"""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.formats.daide_map import read_mdf as read_mdf, write_mdf as write_mdf
    from dragoman.formats.dpjudge import (
        read_dpjudge as read_dpjudge,
        write_dpjudge as write_dpjudge,
    )
    from dragoman.formats.earthquakes import read_quakes as read_quakes
    from dragoman.formats.records.diplomacy_package import (
        SAVED_GAME_RULES as SAVED_GAME_RULES,
        read_saved_game as read_saved_game,
        write_saved_game as write_saved_game,
    )
    from dragoman.formats.variants.folders import (
        folder_of as folder_of,
        installed_folder as installed_folder,
        installed_variants as installed_variants,
        shipped_folder as shipped_folder,
        shipped_variants as shipped_variants,
    )
    from dragoman.formats.variants.loading import (
        VariantError as VariantError,
        load_variant as load_variant,
        variants_like as variants_like,
    )
    from dragoman.formats.variants.reader import (
        check_files as check_files,
        check_variant as check_variant,
        read_variant as read_variant,
        read_variant_files as read_variant_files,
        seed_text as seed_text,
    )
    from dragoman.formats.variants.writer import write_variant as write_variant

__getattr__, __dir__, __all__ = exported(__name__)

"""Other people's files, and our own: text on one side, our objects on the other."""

from dragoman.formats.saved import SAVED_GAME_RULES, read_saved_game, write_saved_game
from dragoman.formats.variant import VariantError, load_variant, read_variant, shipped_variants

__all__ = [
    "SAVED_GAME_RULES",
    "VariantError",
    "load_variant",
    "read_saved_game",
    "read_variant",
    "shipped_variants",
    "write_saved_game",
]

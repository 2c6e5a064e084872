"""DipWork 2.0 (Torsten Will, 1993): the files of its projects, variants and games.

The specification is the program's manual of 14 February 1993, for version 2.0.7.
"""

from dragoman.formats.dipwork.files.atlas import Atlas, atlas_of
from dragoman.formats.dipwork.files.game_file import (
    BUILDUPS,
    RETREATS,
    GameFile,
    NationSection,
    game_lines,
    nation_sections,
    position_of,
    read_game_file,
)
from dragoman.formats.dipwork.files.geography import Geography, MapField, read_geography
from dragoman.formats.dipwork.files.geography_checks import check_geography
from dragoman.formats.dipwork.files.keyword_lists import (
    GameEntry,
    MenuEntry,
    Nation,
    OrderWords,
    UnitType,
    read_games,
    read_menu,
    read_nations,
    read_order_words,
    read_units,
)
from dragoman.formats.dipwork.files.keywords import KeywordFile, read_keywords
from dragoman.formats.dipwork.files.macros import MacroFault, expand, submenu_of
from dragoman.formats.dipwork.files.ord_file import (
    OrdCode,
    OrdField,
    OrdRecord,
    is_removed_after_retreat,
    read_records,
    retreats_to,
    with_new_removals,
    with_old_removals,
    write_records,
)
from dragoman.formats.dipwork.files.orders_file import (
    OrdersFile,
    WinterLine,
    orders_lines,
    read_orders_file,
    scan_options,
    scan_orders,
)
from dragoman.formats.dipwork.files.parameters import PARAMETERS, Parameters, read_turn, write_turn
from dragoman.formats.dipwork.files.picture_list import (
    UnitPicture,
    check_pictures,
    picture_lines,
    read_pictures,
)
from dragoman.formats.dipwork.files.text_file import TextFile, new_text_file, read_text_file
from dragoman.formats.dipwork.files.variant_files import VariantFiles, read_variant_files
from dragoman.formats.dipwork.orders.error_numbers import (
    ERROR_NUMBERS,
    UNIT_EXPECTED,
    ErrorNumber,
    number_of_outcome,
    number_of_reason,
)
from dragoman.formats.dipwork.orders.from_ord import (
    builds_from_ord,
    orders_from_ord,
    outcomes_from_ord,
    retreats_from_ord,
)
from dragoman.formats.dipwork.orders.new_game import new_game, round_of
from dragoman.formats.dipwork.orders.order_text import in_standard_words, order_text
from dragoman.formats.dipwork.orders.order_view import columns_explained, order_view
from dragoman.formats.dipwork.orders.parsed_ord import parsed_ord, without_deleted
from dragoman.formats.dipwork.orders.round_lists import (
    RoundEntry,
    build_entries,
    order_entries,
    retreat_entries,
)
from dragoman.formats.dipwork.orders.scanned_ord import scan_error_numbers, scanned_ord
from dragoman.formats.dipwork.orders.to_ord import (
    carried_on,
    moves_to_ord,
    orders_to_ord,
    round_to_ord,
)
from dragoman.formats.dipwork.variants.directories import (
    PROJECT_FILE,
    VARIANT_FILE,
    GameDirectory,
    Project,
    VariantDirectory,
    find,
    read_dipwork,
    read_game_directory,
    read_project,
    read_unit_pictures,
    read_variant_directory,
)
from dragoman.formats.dipwork.variants.rule_switches import RULE_SWITCHES
from dragoman.formats.dipwork.variants.writer import Survey, write_dipwork

__all__ = [
    "BUILDUPS",
    "ERROR_NUMBERS",
    "PARAMETERS",
    "PROJECT_FILE",
    "RETREATS",
    "RULE_SWITCHES",
    "UNIT_EXPECTED",
    "VARIANT_FILE",
    "Atlas",
    "ErrorNumber",
    "GameDirectory",
    "GameEntry",
    "GameFile",
    "Geography",
    "KeywordFile",
    "MacroFault",
    "MapField",
    "MenuEntry",
    "Nation",
    "NationSection",
    "OrdCode",
    "OrdField",
    "OrdRecord",
    "OrderWords",
    "OrdersFile",
    "Parameters",
    "Project",
    "RoundEntry",
    "Survey",
    "TextFile",
    "UnitPicture",
    "UnitType",
    "VariantDirectory",
    "VariantFiles",
    "WinterLine",
    "atlas_of",
    "build_entries",
    "builds_from_ord",
    "carried_on",
    "check_geography",
    "check_pictures",
    "columns_explained",
    "expand",
    "find",
    "game_lines",
    "in_standard_words",
    "is_removed_after_retreat",
    "moves_to_ord",
    "nation_sections",
    "new_game",
    "new_text_file",
    "number_of_outcome",
    "number_of_reason",
    "order_entries",
    "order_text",
    "order_view",
    "orders_from_ord",
    "orders_lines",
    "orders_to_ord",
    "outcomes_from_ord",
    "parsed_ord",
    "picture_lines",
    "position_of",
    "read_dipwork",
    "read_game_directory",
    "read_game_file",
    "read_games",
    "read_geography",
    "read_keywords",
    "read_menu",
    "read_nations",
    "read_order_words",
    "read_orders_file",
    "read_pictures",
    "read_project",
    "read_records",
    "read_text_file",
    "read_turn",
    "read_unit_pictures",
    "read_units",
    "read_variant_directory",
    "read_variant_files",
    "retreat_entries",
    "retreats_from_ord",
    "retreats_to",
    "round_of",
    "round_to_ord",
    "scan_error_numbers",
    "scan_options",
    "scan_orders",
    "scanned_ord",
    "submenu_of",
    "with_new_removals",
    "with_old_removals",
    "without_deleted",
    "write_dipwork",
    "write_records",
    "write_turn",
]

"""The game: variants, the turn calendar, resolving phases, playing and recording games."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.game.calendar import spoken
    from dragoman.game.ending import Ending
    from dragoman.game.game import Game
    from dragoman.game.game_text import write_game_text
    from dragoman.game.game_text_reader import read_game_text, read_headers
    from dragoman.game.json_account import account_json, money_json
    from dragoman.game.json_affairs import affairs_json
    from dragoman.game.json_object import FormatError, JsonObject, parse
    from dragoman.game.json_positions import (
        position_json,
        powers_named,
        read_phase,
        read_position,
        starred_json,
    )
    from dragoman.game.map_statistics import MapStatistics
    from dragoman.game.order_checks import hopeless_orders
    from dragoman.game.order_reading import OrdersGiven, bought_units, to_oneself
    from dragoman.game.order_sets import Intent, OrderSet, Pending, province_ordered
    from dragoman.game.record import load_game, read_record, save_game, write_record
    from dragoman.game.repeated_orders import ORDERED_AGAIN, told_by_words
    from dragoman.game.resolution import Resolution, process
    from dragoman.game.result_words import results, words
    from dragoman.game.seismic import Changes, after_quakes, changes
    from dragoman.game.thrown_dice import (
        DiceError,
        DiceGiven,
        dice_json,
        read_dice,
        unasked_dice,
    )
    from dragoman.game.variant import Find, LayoutHints, LocalNames, Variant, find_variant
    from dragoman.game.what_if import alike, orders_called, without
    from dragoman.game.written_orders import Handwriting, handwriting

__all__ = [
    "ORDERED_AGAIN",
    "Changes",
    "DiceError",
    "DiceGiven",
    "Ending",
    "Find",
    "FormatError",
    "Game",
    "Handwriting",
    "Intent",
    "JsonObject",
    "LayoutHints",
    "LocalNames",
    "MapStatistics",
    "OrderSet",
    "OrdersGiven",
    "Pending",
    "Resolution",
    "Variant",
    "account_json",
    "affairs_json",
    "after_quakes",
    "alike",
    "bought_units",
    "changes",
    "dice_json",
    "find_variant",
    "handwriting",
    "hopeless_orders",
    "load_game",
    "money_json",
    "orders_called",
    "parse",
    "position_json",
    "powers_named",
    "process",
    "province_ordered",
    "read_dice",
    "read_game_text",
    "read_headers",
    "read_phase",
    "read_position",
    "read_record",
    "results",
    "save_game",
    "spoken",
    "starred_json",
    "to_oneself",
    "told_by_words",
    "unasked_dice",
    "without",
    "words",
    "write_game_text",
    "write_record",
]

__getattr__ = looked_up(
    __name__,
    {
        "calendar": ("spoken",),
        "ending": ("Ending",),
        "game": ("Game",),
        "game_text": ("write_game_text",),
        "game_text_reader": ("read_game_text", "read_headers"),
        "written_orders": ("Handwriting", "handwriting"),
        "json_account": ("account_json", "money_json"),
        "json_affairs": ("affairs_json",),
        "json_object": ("FormatError", "JsonObject", "parse"),
        "map_statistics": ("MapStatistics",),
        "order_checks": ("hopeless_orders",),
        "order_reading": ("OrdersGiven", "bought_units", "to_oneself"),
        "order_sets": ("Intent", "OrderSet", "Pending", "province_ordered"),
        "json_positions": (
            "position_json",
            "powers_named",
            "read_phase",
            "read_position",
            "starred_json",
        ),
        "record": ("load_game", "read_record", "save_game", "write_record"),
        "repeated_orders": ("ORDERED_AGAIN", "told_by_words"),
        "resolution": ("Resolution", "process"),
        "result_words": ("results", "words"),
        "seismic": ("Changes", "after_quakes", "changes"),
        "thrown_dice": (
            "DiceError",
            "DiceGiven",
            "dice_json",
            "read_dice",
            "unasked_dice",
        ),
        "variant": ("Find", "LayoutHints", "LocalNames", "Variant", "find_variant"),
        "what_if": ("alike", "orders_called", "without"),
    },
)

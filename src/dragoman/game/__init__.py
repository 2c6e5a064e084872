"""The game: variants, the turn calendar, resolving phases, playing and recording games."""

from dragoman.game.calendar import spoken
from dragoman.game.game import Ending, Game
from dragoman.game.json_object import FormatError, JsonObject, parse
from dragoman.game.map_statistics import MapStatistics
from dragoman.game.order_sets import Intent, OrderSet, Pending
from dragoman.game.record import load_game, read_record, save_game, write_record
from dragoman.game.resolution import Resolution, process
from dragoman.game.results import results, words
from dragoman.game.seismic import Changes, after_quakes, changes
from dragoman.game.variant import LocalNames, Variant

__all__ = [
    "Changes",
    "Ending",
    "FormatError",
    "Game",
    "Intent",
    "JsonObject",
    "LocalNames",
    "MapStatistics",
    "OrderSet",
    "Pending",
    "Resolution",
    "Variant",
    "after_quakes",
    "changes",
    "load_game",
    "parse",
    "process",
    "read_record",
    "results",
    "save_game",
    "spoken",
    "words",
    "write_record",
]

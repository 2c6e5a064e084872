"""The game: variants, the turn calendar, resolving phases, playing and recording games."""

from dragoman.game.calendar import DIPLOMACY, Calendar, spoken
from dragoman.game.fields import Fields, Misshapen, parse
from dragoman.game.game import Ending, Game
from dragoman.game.order_sets import Intent, OrderSet, Pending
from dragoman.game.record import load_game, read_record, save_game, write_record
from dragoman.game.resolution import Resolution, process
from dragoman.game.results import results, words
from dragoman.game.seismic import Changes, after_quakes, changes
from dragoman.game.shape import Shape
from dragoman.game.variant import LocalNames, Variant

__all__ = [
    "DIPLOMACY",
    "Calendar",
    "Changes",
    "Ending",
    "Fields",
    "Game",
    "Intent",
    "LocalNames",
    "Misshapen",
    "OrderSet",
    "Pending",
    "Resolution",
    "Shape",
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

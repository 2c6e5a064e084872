"""nJudge's map and seed files: the variants of forty years are written in them.

``read_map`` and ``read_seed`` read a text and report every fault in it at once;
``board_from`` and ``start_from`` make a board and a starting position of what was read.
"""

from dragoman.formats.njudge.map_file import MapFile, MapMoves, MapProvince, Step
from dragoman.formats.njudge.map_reader import read_map
from dragoman.formats.njudge.objects import KINDS, board_from, start_from
from dragoman.formats.njudge.seed_file import SeedFile, SeedUnit, read_seed

__all__ = [
    "KINDS",
    "MapFile",
    "MapMoves",
    "MapProvince",
    "SeedFile",
    "SeedUnit",
    "Step",
    "board_from",
    "read_map",
    "read_seed",
    "start_from",
]

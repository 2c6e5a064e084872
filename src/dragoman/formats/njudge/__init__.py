"""nJudge's map and seed files: the variants of forty years are written in them.

Reading, writing, checking::

    map_file, faults = read_map(text_or_bytes, "map.mine")
    seed_file, more_faults = read_seed(text_or_bytes, "seed.mine")
    hints = check(map_file, seed_file)
    text = write_map(map_file)

``read_map`` and ``read_seed`` report every fault in a text at once and keep all the rest;
``check`` reports what is sound in each line and yet probably not meant so (a province
nobody can get to), and what is wrong with the units and owners of a seed on this map. The
two never say the same thing twice: who checks a file prints both. What was read without
errors is the same after ``write_map`` and ``read_map``.

``board_from`` and ``start_from`` make a board and a starting position of what was read.
What they have to leave out, ``check`` has said in the same words.
"""

from dragoman.formats.njudge.boards import KINDS, board_from
from dragoman.formats.njudge.checker import check
from dragoman.formats.njudge.map_file import (
    GAMES,
    ExtraCenters,
    HongKong,
    MapCity,
    MapDisasterTable,
    MapFile,
    MapGateway,
    MapMoves,
    MapOptions,
    MapProvince,
    MapRailway,
    MapStep,
    MapUnitLimits,
    MapVariableIncome,
    without_provinces,
)
from dragoman.formats.njudge.map_reader import read_map
from dragoman.formats.njudge.map_writer import write_map
from dragoman.formats.njudge.moves_list import covers
from dragoman.formats.njudge.seed_file import (
    Pledge,
    SeedFile,
    SeedLoan,
    SeedRow,
    SeedUnit,
    Treasury,
    read_seed,
    write_seed,
)
from dragoman.formats.njudge.starts import start_from

__all__ = [
    "GAMES",
    "KINDS",
    "ExtraCenters",
    "HongKong",
    "MapCity",
    "MapDisasterTable",
    "MapFile",
    "MapGateway",
    "MapMoves",
    "MapOptions",
    "MapProvince",
    "MapRailway",
    "MapStep",
    "MapUnitLimits",
    "MapVariableIncome",
    "Pledge",
    "SeedFile",
    "SeedLoan",
    "SeedRow",
    "SeedUnit",
    "Treasury",
    "board_from",
    "check",
    "covers",
    "read_map",
    "read_seed",
    "start_from",
    "without_provinces",
    "write_map",
    "write_seed",
]

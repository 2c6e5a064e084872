"""The ground: provinces, coasts, paths, powers and what people call them."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.board.board import Board, BoardError
    from dragoman.board.names import Names, UnknownName, fold
    from dragoman.board.places import (
        ARMY,
        FLEET,
        GARRISON,
        SOLDIERS,
        Conversion,
        ConvoyWays,
        Gateway,
        Path,
        Power,
        Province,
        Railway,
        Terrain,
        Unit,
        UnitKind,
        province_of,
        written_steps,
    )
    from dragoman.board.quakes import (
        Junction,
        Merger,
        Quake,
        Separation,
        Shaken,
        Split,
        shake,
    )
    from dragoman.board.shores import Shores

__all__ = [
    "ARMY",
    "FLEET",
    "GARRISON",
    "SOLDIERS",
    "Board",
    "BoardError",
    "Conversion",
    "ConvoyWays",
    "Gateway",
    "Junction",
    "Merger",
    "Names",
    "Path",
    "Power",
    "Province",
    "Quake",
    "Railway",
    "Separation",
    "Shaken",
    "Shores",
    "Split",
    "Terrain",
    "Unit",
    "UnitKind",
    "UnknownName",
    "fold",
    "province_of",
    "shake",
    "written_steps",
]

__getattr__ = looked_up(
    __name__,
    {
        "board": ("Board", "BoardError"),
        "names": ("Names", "UnknownName", "fold"),
        "places": (
            "ARMY",
            "FLEET",
            "GARRISON",
            "SOLDIERS",
            "Conversion",
            "ConvoyWays",
            "Gateway",
            "Path",
            "Power",
            "Province",
            "Railway",
            "Terrain",
            "Unit",
            "UnitKind",
            "province_of",
            "written_steps",
            "GARRISON",
            "SOLDIERS",
            "Conversion",
        ),
        "quakes": ("Junction", "Merger", "Quake", "Separation", "Shaken", "Split", "shake"),
        "shores": ("Shores",),
    },
)

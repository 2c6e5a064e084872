"""The ground: provinces, coasts, paths, powers and what people call them."""

from dragoman.board.board import Board, BoardError
from dragoman.board.names import Names, fold
from dragoman.board.places import (
    ARMY,
    FLEET,
    Gateway,
    Path,
    Power,
    Province,
    Railway,
    Terrain,
    Unit,
    UnitKind,
)

__all__ = [
    "ARMY",
    "FLEET",
    "Board",
    "BoardError",
    "Gateway",
    "Names",
    "Path",
    "Power",
    "Province",
    "Railway",
    "Terrain",
    "Unit",
    "UnitKind",
    "fold",
]

"""The ground: provinces, coasts, paths, powers and what people call them."""

from dragoman.board.board import Board, BoardError
from dragoman.board.names import Names, fold
from dragoman.board.places import ARMY, FLEET, Path, Power, Province, Terrain, Unit, UnitKind

__all__ = [
    "ARMY",
    "FLEET",
    "Board",
    "BoardError",
    "Names",
    "Path",
    "Power",
    "Province",
    "Terrain",
    "Unit",
    "UnitKind",
    "fold",
]

"""Maps to look at: a position, its orders and what became of them, as pictures.

>>> from dragoman.drawing import map_of, scene_of, svg
>>> drawn_on, faults = map_of(game.variant)
>>> picture = svg(scene_of(game.variant, drawn_on.geometry, game.position))
"""

from dragoman.drawing.clockwise import clockwise
from dragoman.drawing.geometry import Geometry, Ground
from dragoman.drawing.maps import GEOMETRY, PICTURE, Map, map_of
from dragoman.drawing.pdf import pdf
from dragoman.drawing.raster import png, tiff
from dragoman.drawing.replay import replay
from dragoman.drawing.scene import Names, Options, Scene, scene_of
from dragoman.drawing.svg import picture_size, svg

__all__ = [
    "GEOMETRY",
    "PICTURE",
    "Geometry",
    "Ground",
    "Map",
    "Names",
    "Options",
    "Scene",
    "clockwise",
    "map_of",
    "pdf",
    "picture_size",
    "png",
    "replay",
    "scene_of",
    "svg",
    "tiff",
]

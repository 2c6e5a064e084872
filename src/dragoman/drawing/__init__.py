"""Maps to look at: a position, its orders and what became of them, as pictures.

>>> from dragoman.drawing import map_of, scene_of, svg
>>> drawn_on, faults = map_of(game.variant)
>>> picture = svg(scene_of(game.variant, drawn_on.geometry, game.position))
"""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.drawing.files.pdf import pdf, report_pdf
    from dragoman.drawing.files.raster import png, tiff
    from dragoman.drawing.geometry import Geometry, Ground
    from dragoman.drawing.layout.clockwise import clockwise
    from dragoman.drawing.replay_page import animation, film, replay, replay_script
    from dragoman.drawing.scene.contents import Names, Options, Scene, scene_of
    from dragoman.drawing.scene.layers import Layers, ground_scene, ground_svg, layers, spots
    from dragoman.drawing.scene.svg import picture_size, svg
    from dragoman.drawing.variant_map import GEOMETRY, PICTURE, Map, map_of

__all__ = [
    "GEOMETRY",
    "PICTURE",
    "Geometry",
    "Ground",
    "Layers",
    "Map",
    "Names",
    "Options",
    "Scene",
    "animation",
    "clockwise",
    "film",
    "ground_scene",
    "ground_svg",
    "layers",
    "map_of",
    "pdf",
    "picture_size",
    "png",
    "replay",
    "replay_script",
    "report_pdf",
    "scene_of",
    "spots",
    "svg",
    "tiff",
]

__getattr__ = looked_up(
    __name__,
    {
        "files.pdf": ("pdf", "report_pdf"),
        "files.raster": ("png", "tiff"),
        "geometry": ("Geometry", "Ground"),
        "layout.clockwise": ("clockwise",),
        "replay_page": ("animation", "film", "replay", "replay_script"),
        "scene.contents": ("Names", "Options", "Scene", "scene_of"),
        "scene.layers": ("Layers", "ground_scene", "ground_svg", "layers", "spots"),
        "scene.svg": ("picture_size", "svg"),
        "variant_map": ("GEOMETRY", "PICTURE", "Map", "map_of"),
    },
)

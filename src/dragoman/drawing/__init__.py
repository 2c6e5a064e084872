"""Maps to look at: a position, its orders and what became of them, as pictures.

>>> from dragoman.drawing import map_of, scene_of, svg
>>> drawn_on, faults = map_of(game.variant)
>>> picture = svg(scene_of(game.variant, drawn_on.geometry, game.position))
"""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.drawing.files.geometry_file import (
        GEOMETRY as GEOMETRY,
        geometry_bytes as geometry_bytes,
        geometry_in as geometry_in,
    )
    from dragoman.drawing.files.pdf import pdf as pdf, report_pdf as report_pdf
    from dragoman.drawing.files.raster import png as png, tiff as tiff
    from dragoman.drawing.geometry import Geometry as Geometry, MapShape as MapShape
    from dragoman.drawing.layout.neighbours import clockwise as clockwise
    from dragoman.drawing.replay_page import (
        animation as animation,
        film as film,
        replay as replay,
        replay_script as replay_script,
    )
    from dragoman.drawing.scene.contents import (
        Names as Names,
        Options as Options,
        Scene as Scene,
        ordered_scene as ordered_scene,
        scene_of as scene_of,
    )
    from dragoman.drawing.scene.layers import (
        Layers as Layers,
        layers as layers,
        names_layer as names_layer,
        ordered_layers as ordered_layers,
        spots as spots,
        terrain_layer as terrain_layer,
        terrain_scene as terrain_scene,
    )
    from dragoman.drawing.scene.signs_key import (
        signs_key as signs_key,
        signs_picture as signs_picture,
    )
    from dragoman.drawing.scene.svg import picture_size as picture_size, svg as svg
    from dragoman.drawing.variant_map import (
        PICTURE as PICTURE,
        Map as Map,
        map_of as map_of,
    )

__getattr__, __dir__, __all__ = exported(__name__)

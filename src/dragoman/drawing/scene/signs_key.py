"""The key to the signs of a map: what somebody sees on it, each with its name."""

from __future__ import annotations

from html import escape

from dragoman.drawing.embedded_type import embedded_type, width_of
from dragoman.drawing.scene.contents import Scene
from dragoman.drawing.scene.legend import UNIT_SIGNS, center_signs, sample, sign_word
from dragoman.drawing.scene.marks import shapes
from dragoman.drawing.scene.style import hatches, style

_ORDERS = ("move", "support", "convoy", "hold", "failed", "dislodged", "build", "removal")
_CITIES = ("open", "fortified", "port", "siege")
_SAMPLE, _ROW = 3.4, 2.0
"""The width of a sign, and the height of a row, in heights of the type."""


def signs_key(scene: Scene, columns: int = 2) -> str:
    """The signs of the game of a scene in columns, as an SVG that takes its looks from the
    picture of the scene beside it."""
    return _key(scene, columns, "")


def signs_picture(scene: Scene, columns: int = 4) -> str:
    """The same as a picture by itself."""
    looks = f"<style>{style(scene)}</style>"
    looks += f"<defs>{shapes(scene.kinds, scene.options)}{hatches(scene)}</defs>"
    picture = _key(scene, columns, looks)
    if type_of_its_own := embedded_type(picture):
        picture = picture.replace("<style>", f"<style>{type_of_its_own}", 1)
    return picture


def _key(scene: Scene, columns: int, looks: str) -> str:
    font = scene.geometry.unit_size * 0.7
    signs = _signs(scene)
    words = {sign: sign_word(scene, sign) for sign in signs}
    column = font * (_SAMPLE + 1.4 + max(width_of(words[sign]) for sign in signs))
    rows = -(-len(signs) // columns)
    width, height = column * columns, font * _ROW * rows
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="signs-key" role="img" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" width="{width:.0f}" height="{height:.0f}">'
        f"<title>{escape(', '.join(words[sign] for sign in signs))}</title>{looks}"
        '<g class="legend">'
    ]
    if looks:
        parts.append(f'<rect class="paper" width="{width:.1f}" height="{height:.1f}"/>')
    for number, sign in enumerate(signs):
        x = column * (number // rows) + font * 0.4
        y = font * _ROW * (number % rows + 0.5)
        parts.append(
            f'<g class="key">{sample(scene, sign, x, y, font)}<text x="{x + font * _SAMPLE:.1f}" '
            f'y="{y + font * 0.35:.1f}" font-size="{font:.1f}">{escape(words[sign])}</text></g>'
        )
    return "".join(parts) + "</g></svg>"


def _signs(scene: Scene) -> list[str]:
    letters = {kind.letter for kind in scene.kinds}
    found = [sign for letter, sign in UNIT_SIGNS.items() if letter in letters]
    return [*found, *center_signs(scene), *(_CITIES if scene.cities else ()), *_ORDERS]

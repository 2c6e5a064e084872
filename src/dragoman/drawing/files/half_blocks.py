"""Pictures in a terminal: two pixels to a character, as half blocks in 24-bit colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_UPPER_HALF = "▀"
_PLAIN = "\x1b[0m"


def half_blocks(picture: Image, columns: int) -> str:
    """A picture as lines of text, at most so many columns wide."""
    width = min(columns, picture.width)
    height = max(round(picture.height * width / picture.width), 1)
    pixels = picture.convert("RGB").resize((width, height + height % 2)).tobytes()
    row = 3 * width
    return "\n".join(
        _line(pixels[top : top + row], pixels[top + row : top + 2 * row])
        for top in range(0, len(pixels), 2 * row)
    )


def _line(upper: bytes, lower: bytes) -> str:
    signs: list[str] = []
    before = b""
    for at in range(0, len(upper), 3):
        colours = upper[at : at + 3] + lower[at : at + 3]
        if colours != before:
            signs.append("\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*colours))
        signs.append(_UPPER_HALF)
        before = colours
    return "".join((*signs, _PLAIN))

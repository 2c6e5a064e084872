"""The colours of the design as they stand in its style sheet, and how well they can be read."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.web.pages.static_files import content_of

_RULES: Final = re.compile(r':root(\[data-colours="apart"\])? \{([^{}]*)\}')
_COLOUR: Final = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")

TEXT: Final = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
SHAPE: Final = 3.0
"""The least contrast of what is no text, as the edge of a field (1.4.11)."""

PAIRS: Final = (
    *(("ink", ground, TEXT) for ground in ("paper", "card", "mark", "accent-tint")),
    *(("ink", f"{tint}-tint", TEXT) for tint in ("good", "warn", "bad")),
    *(("quiet", ground, TEXT) for ground in ("paper", "card", "mark")),
    *(("accent", ground, TEXT) for ground in ("paper", "card", "mark", "accent-tint")),
    ("accent-ink", "accent", TEXT),
    ("bad-ink", "bad", TEXT),
    *((one, f"{one}-tint", TEXT) for one in ("good", "warn", "bad")),
    *(("bad", ground, TEXT) for ground in ("paper", "card")),
    *(("edge", ground, SHAPE) for ground in ("paper", "card")),
    *(("focus", ground, SHAPE) for ground in ("paper", "card")),
)
"""What stands on what, and the contrast that it takes."""


@dataclass(frozen=True, slots=True)
class Token:
    """A colour by day and by night; ``apart`` where it is for eyes that see some colours alike."""

    name: str
    light: str
    dark: str
    apart: bool


@cache
def tokens() -> tuple[Token, ...]:
    """The colours of the style sheet, in its order."""
    text = content_of("pages.css").decode()
    return tuple(
        Token(name, light, dark, bool(apart))
        for apart, rules in _RULES.findall(text)
        for name, light, dark in _COLOUR.findall(rules)
    )


def colours_of(scheme: str, apart: bool = False) -> dict[str, str]:
    """The colours by name, ``light`` or ``dark``."""
    return {one.name: getattr(one, scheme) for one in tokens() if apart or not one.apart}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2's relative luminance)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

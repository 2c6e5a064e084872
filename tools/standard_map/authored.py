"""What was drawn by hand, read: ``borders.txt`` and its like."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

Degrees = tuple[tuple[float, float], ...]
"""Points as longitude and latitude."""

CENTER = 10.0
"""The usual diameter of the mark of a supply centre. Units."""
OUT = "OUT"
"""What the file calls land and water outside the map."""


@dataclass(frozen=True)
class Border:
    """A line with the provinces on its sides, in no order."""

    sides: tuple[str, str]
    points: Degrees


@dataclass
class Authored:
    """The whole file."""

    corners: Degrees = ()
    lenses: list[tuple[float, float, float, float]] = field(default_factory=list)
    borders: list[Border] = field(default_factory=list)
    straits: list[Border] = field(default_factory=list)
    provinces: dict[str, Degrees] = field(default_factory=dict)
    lakes: list[tuple[str, tuple[float, float]]] = field(default_factory=list)
    cities: dict[str, tuple[float, float]] = field(default_factory=dict)
    waters: Degrees = ()
    outside: Degrees = ()
    mouths: list[Degrees] = field(default_factory=list)
    omitted: list[Degrees] = field(default_factory=list)
    islands: list[Degrees] = field(default_factory=list)
    bridges: list[tuple[str, str]] = field(default_factory=list)
    scale: float = 1.0
    center: float = CENTER

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the sheet."""
        (left, top), (right, bottom) = self.corners
        return right - left, bottom - top


def read_authored(path: Path) -> Authored:
    """The file's lines by what they are.

    Raises:
        ValueError: for a line that is none of them, naming it.
    """
    authored = Authored()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        try:
            head, _, tail = text.partition(":")
            word, *names = head.split()
            points = tuple((float(x), float(y)) for x, y in (p.split(",") for p in tail.split()))
            _take(authored, word, names, points)
        except ValueError as error:
            raise ValueError(f"{path}:{number}: cannot read {text!r}: {error}") from error
    return authored


def _take(authored: Authored, word: str, names: list[str], points: Degrees) -> None:
    if word == "sheet":
        corner, opposite = points
        authored.corners = (corner, opposite)
    elif word == "lens":
        (where, (radius, more)) = points
        authored.lenses.append((*where, radius, more))
    elif word == "border":
        one, other = names
        authored.borders.append(Border((one, other), points))
    elif word == "strait":
        one, other = names
        authored.straits.append(Border((one, other), points))
    elif word == "province":
        (name,) = names
        authored.provinces[name] = points
    elif word == "city":
        (name,) = names
        (authored.cities[name],) = points
    elif word == "lake":
        (name,) = names
        authored.lakes += [(name, point) for point in points]
    elif word == "outside":
        authored.outside += points
    elif word == "water":
        authored.waters += points
    elif word == "mouth":
        authored.mouths.append(points)
    elif word == "scale":
        ((authored.scale, _),) = points
    elif word == "marks":
        ((authored.center, _),) = points
    elif word == "island":
        authored.islands.append(points)
    elif word == "bridge":
        one, other = names
        authored.bridges.append((one, other))
    elif word == "omit":
        authored.omitted.append(points)
    else:
        raise ValueError(f"unknown word {word!r}")

"""A ``geometry.json`` with what was changed: each arc and each ground has a line of its own, and
those that are as they were stay as they were written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from dragoman.diagnostics import Diagnostic
from dragoman.drawing import GEOMETRY
from dragoman.drawing.files.geometry_file import GeometryError, parse_geometry, written
from dragoman.game.json_object import FormatError
from dragoman.games.workshop.design import Design, shapes_of
from dragoman.games.workshop.texts import VariantTexts
from dragoman.values import FrozenMap

_BY_PLACE = ("grounds", "units", "dislodged")
_NOTHING: Mapping[str, Any] = FrozenMap()


def geometry_text(texts: VariantTexts, after: Design) -> str | None:
    """The text of the shapes of a design; None where it has none.

    Raises:
        FormatError: if they are no shapes.
    """
    if after.shapes is None:
        return None
    former = texts.files.get(GEOMETRY, "")
    before: Mapping[str, Any] = shapes_of(former) if former else _NOTHING
    try:
        shapes = _in_file(after.shapes, after.keys)
        if shapes == before:
            return former
        text = written({key: _as_before(value, before.get(key)) for key, value in shapes.items()})
        parse_geometry(text)
    except GeometryError as error:
        raise FormatError(error.diagnostics[0].at(GEOMETRY)) from None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        what = "these are no shapes of a map"
        raise FormatError(Diagnostic("not-a-geometry", what, "", GEOMETRY)) from None
    return text


def _in_file(given: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """The shapes under the keys of provinces, without those that are gone."""
    shapes = dict(given)
    for part in _BY_PLACE:
        shapes[part] = _by_key(shapes.get(part), keys)
    pairs = [[keys.get(str(key), "") for key in pair] for pair in _rows(shapes.get("bridges"))]
    shapes["bridges"] = [pair for pair in pairs if all(pair)]
    straits = [
        {**row, "between": [keys.get(str(key), "") for key in row["between"]]}
        for row in _rows(shapes.get("straits"))
    ]
    shapes["straits"] = [row for row in straits if all(row["between"])]
    _without_idle_arcs(shapes)
    return shapes


def _by_key(part: object, keys: Mapping[str, str]) -> dict[str, Any]:
    """Entries under the keys of their provinces, without those that are gone."""
    found: dict[str, Any] = {}
    if isinstance(part, dict):
        for place, entry in cast("dict[str, Any]", part).items():
            province, slash, coast = place.partition("/")
            if province in keys:
                found[f"{keys[province]}{slash}{coast}"] = entry
    return found


def _entry(part: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", part) if isinstance(part, dict) else _NOTHING


def _rows(part: object) -> list[Any]:
    return cast("list[Any]", part) if isinstance(part, list) else []


def _as_before(value: Any, before: Any) -> Any:
    """A value with numbers as they were written where they are the same: 4.0 is 4 to a browser."""
    if value == before:
        return before
    if isinstance(value, dict) and isinstance(before, dict):
        then = cast("dict[str, Any]", before)
        now = cast("dict[str, Any]", value)
        order = [*(key for key in then if key in now), *(key for key in now if key not in then)]
        return {key: _as_before(now[key], then.get(key)) for key in order}
    return cast(Any, value)


def _without_idle_arcs(shapes: dict[str, Any]) -> None:
    """Take out arcs that no outline has any more; the last ones take their places, so that few
    lines change."""
    arcs = list(_rows(shapes.get("arcs")))
    rings = [*map(_rows, _all_rings(shapes))]
    used = {n if n >= 0 else ~n for ring in rings for n in ring if type(n) is int}
    moved: dict[int, int] = {}
    for idle in sorted(set(range(len(arcs))) - used, reverse=True):
        last = len(arcs) - 1
        if idle != last:
            arcs[idle] = arcs[last]
            moved[last] = idle
            moved = {k: idle if v == last else v for k, v in moved.items()}
        arcs.pop()
    shapes["arcs"] = arcs
    if not moved:
        return

    def new(n: Any) -> Any:
        if type(n) is not int:
            return n
        return moved.get(n, n) if n >= 0 else ~moved.get(~n, ~n)

    for part in ("outside", "holes", "lakes"):
        if part in shapes:
            shapes[part] = [[new(n) for n in ring] for ring in _rows(shapes[part])]
    shapes["grounds"] = {
        key: {**_entry(ground), "rings": [[new(n) for n in r] for r in _rows(ground["rings"])]}
        for key, ground in shapes["grounds"].items()
    }


def _all_rings(shapes: Mapping[str, Any]) -> Iterable[Any]:
    for part in ("outside", "holes", "lakes"):
        yield from _rows(shapes.get(part))
    for ground in shapes["grounds"].values():
        yield from _rows(_entry(ground).get("rings"))

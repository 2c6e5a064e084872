"""Geometries as files: written and read back, and what is said of broken ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from dragoman.drawing.files.geometry_file import (
    GeometryError,
    parse_geometry,
    read_geometry,
    save_geometry,
    write_geometry,
)
from dragoman.drawing.geometry import Geometry, MapShape, Ring, StraitLine

STANDARD = Path(str(files("dragoman"))) / "variants" / "standard" / "geometry.json"

# Two provinces side by side, an island of the first, a lake in the second.
SMALL = Geometry(
    width=40,
    height=20,
    unit_size=4,
    center_size=2,
    shapes={
        "ONE": MapShape(
            rings=(
                ((20, 0), (20, 10), (20, 20), (0, 20), (0, 0)),
                ((2, 2), (4, 2), (4, 4), (2, 4)),
            ),
            label=(10.5, 10.0),
            center=(15.0, 5.0),
            label_lines=("Province", "One"),
            label_size=3.5,
            label_angle=-20.0,
        ),
        "TWO": MapShape(rings=(((20, 0), (40, 0), (40, 20), (20, 20), (20, 10)),), label=(30, 10)),
    },
    units={"ONE": (10, 5), "TWO": (30, 5), "TWO/NC": (30, 2)},
    dislodged={"ONE": (12, 15), "TWO": (32, 15), "TWO/NC": (34, 2)},
    outside=(((0, 18), (2, 20), (0, 20)),),
    lakes=(((30, 14), (33, 14), (33, 17)),),
    rivers=(((33.3, 15.5), (36, 18.2), (39, 19)),),
    straits=(StraitLine(("ONE", "TWO"), ((20, 0), (20, 10), (20, 20))),),
    bridges=(("ONE", "TWO"),),
)


def test_a_geometry_reads_back_as_it_was_written() -> None:
    read = parse_geometry(write_geometry(SMALL))
    for key, ground in read.shapes.items():
        was = SMALL.shapes[key]
        assert all(same_outline(a, b) for a, b in zip(ground.rings, was.rings, strict=True))
        assert ground.label == was.label and ground.center == was.center
        assert ground.label_lines == was.label_lines and ground.label_size == was.label_size
        assert ground.label_angle == was.label_angle
    for name in ("width", "height", "unit_size", "center_size", "units", "dislodged"):
        assert getattr(read, name) == getattr(SMALL, name)
    assert same_outline(read.lakes[0], SMALL.lakes[0])
    assert (read.rivers, read.straits, read.bridges) == (
        SMALL.rivers,
        SMALL.straits,
        SMALL.bridges,
    )
    assert parse_geometry(write_geometry(read)) == read


@pytest.mark.parametrize(
    "ring", [((9, 9), (9.01, 9), (9, 9.02)), ((9, 9), (9.1, 9), (9.1, 9.01)), ((9, 9), (9.3, 9.9))]
)
def test_an_outline_that_comes_to_nothing_is_none(ring: Ring) -> None:
    """A map that is laid out may have provinces smaller than the grid."""
    one = replace(SMALL.shapes["ONE"], rings=(*SMALL.shapes["ONE"].rings, ring))
    read = parse_geometry(
        write_geometry(replace(SMALL, shapes={**SMALL.shapes, "ONE": one}, lakes=(ring,)))
    )
    assert len(read.shapes["ONE"].rings) == 2
    assert read.lakes == ()


def test_the_standard_geometry_is_written_as_it_stands() -> None:
    assert write_geometry(read_geometry(STANDARD)) == STANDARD.read_text(encoding="utf-8")


def test_neighbours_share_an_arc() -> None:
    written = json.loads(write_geometry(SMALL))
    one, two = (
        {arc if arc >= 0 else ~arc for ring in written["grounds"][key]["rings"] for arc in ring}
        for key in ("ONE", "TWO")
    )
    (border,) = one & two
    assert written["arcs"][border] == [200, 0, 0, 100, 0, 100]


def test_a_file_is_saved_and_read(tmp_path: Path) -> None:
    save_geometry(SMALL, tmp_path / "geometry.json")
    assert read_geometry(tmp_path / "geometry.json") == parse_geometry(write_geometry(SMALL))


def test_a_missing_file_is_a_diagnostic(tmp_path: Path) -> None:
    with pytest.raises(GeometryError, match=r"cannot read .*none\.json") as raised:
        read_geometry(tmp_path / "none.json")
    assert raised.value.diagnostics[0].code == "unreadable-file"


def change(*path: Any, to: Any) -> Callable[[Any], None]:
    def changes(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        if to is None:
            del data[path[-1]]
        else:
            data[path[-1]] = to

    return changes


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (change("format", to="other"), 'format: this should be "dragoman-geometry"'),
        (change("version", to=2), "version 2 of the format"),
        (change("grid", to=0), "grid: this should be 1 or more"),
        (change("width", to=None), "width: this field is missing"),
        (change("height", to="tall"), "height: this should be a number"),
        (change("height", to=float("nan")), "height: this should be a number"),
        (change("units", "ONE", 1, to=float("inf")), "units.ONE[1]: this should be a number"),
        (change("unit_size", to=-1), "unit_size: this should be more than 0"),
        (change("arcs", 0, to=[1, 2, 3]), "arcs[0]: this should be an even number"),
        (change("arcs", 0, to=[10**400, 0, 1, 1]), "arcs[0]: these numbers are too large"),
        (change("arcs", 0, 0, to=7), "does not begin where the one before it ends"),
        (change("arcs", to="none"), "arcs: this should be a list"),
        (change("grounds", "ONE", "rings", 0, to=[99]), "grounds.ONE.rings[0]: 99 is no arc"),
        (change("grounds", "ONE", "rings", 0, to=[0]), "rings[0]: this outline is not closed"),
        (change("grounds", "ONE", to={"label": [1, 1]}), "grounds.ONE.rings: a province needs"),
        (change("grounds", "ONE", "rings", to=[7]), "grounds.ONE.rings[0]: this should be a list"),
        (change("grounds", "TWO", "label", to=[1]), "grounds.TWO.label: this should be a point"),
        (change("grounds", "ONE", "lines", to=[1]), "grounds.ONE.lines: this should be a text"),
        (change("grounds", "ONE", "angle", to="up"), "grounds.ONE.angle: this should be a number"),
        (change("units", "ONE", to=None), "units.ONE: every province needs a place here"),
        (change("dislodged", "XXX/NC", to=[1, 1]), "there is no province of the name 'XXX/NC'"),
        (change("straits", 0, "between", to=["ONE"]), "straits[0].between: this should name two"),
        (change("straits", 0, "line", to=[1]), "straits[0].line: this should be an even number"),
        (change("bridges", 0, to=["ONE", "XXX"]), "bridges[0]: this should name two"),
        (change("rivers", to={}), "rivers: this should be a list"),
    ],
)
def test_a_fault_is_told_with_its_place(spoil: Callable[[Any], None], what: str) -> None:
    data = json.loads(write_geometry(SMALL))
    spoil(data)
    with pytest.raises(GeometryError) as raised:
        parse_geometry(json.dumps(data), "geometry.json")
    assert what in str(raised.value)
    assert str(raised.value).startswith("geometry.json: error: ")


@pytest.mark.parametrize("text", ["", "[]", "7", '{"format": "drag', "\x00", "nonsense"])
def test_what_is_no_geometry_is_a_diagnostic(text: str) -> None:
    with pytest.raises(GeometryError):
        parse_geometry(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@pytest.mark.slow
@given(data=st.data())
def test_a_spoiled_geometry_never_ends_in_a_traceback(data: st.DataObject) -> None:
    document = json.loads(write_geometry(SMALL))
    at: Any = document
    while True:
        step = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if not at[step] or not isinstance(at[step], dict | list) or data.draw(st.booleans()):
            break
        at = at[step]
    at[step] = data.draw(JSON)
    try:
        parse_geometry(json.dumps(document))
    except GeometryError as error:
        assert error.diagnostics[0].what


def same_outline(one: tuple, other: tuple) -> bool:
    """Whether two closed outlines are the same but for where they begin."""
    return len(one) == len(other) and any(
        one == (*other[i:], *other[:i]) for i in range(len(other))
    )


def test_holes_are_kept() -> None:
    hole = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.5))
    geometry = replace(read_geometry(STANDARD), holes=(hole,))
    assert parse_geometry(write_geometry(geometry)).holes == (hole,)

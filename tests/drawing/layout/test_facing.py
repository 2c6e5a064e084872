"""A map that nobody drew faces the way its names and its designer's hints say."""

import math

import pytest

from dragoman.drawing.layout.facing import facing, side_of
from dragoman.drawing.layout.from_borders import lay_out
from dragoman.formats import load_variant
from dragoman.game.variant import LayoutHints


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("North Sea", 1j),
        ("Northern Marches", 1j),
        ("South-West Reach", (-1 - 1j) / math.sqrt(2)),
        ("Northeast", (1 + 1j) / math.sqrt(2)),
        ("Nordsee", 0),
        ("Nördliche Heide", 1j),
        ("Ostmark", 0),
        ("Northumberland", 0),
        ("Eastbourne", 0),
        ("North South Channel", 0),
        ("Munich", 0),
    ],
)
def test_what_names_tell(name, side):
    assert side_of(name) == pytest.approx(side)


def middle(geometry, key):
    x, y = geometry.units[key]
    return x / geometry.width - 0.5, y / geometry.height - 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rotate"), [("pure", 0), ("pure", 270), ("isthmus", 90), ("isthmus", 180)]
)
def test_a_map_is_turned(name, rotate):
    board = load_variant(name).board
    key = "LON" if name == "pure" else next(k for k in board.provinces if k == "HAZ")
    x, y = middle(lay_out(board, LayoutHints(north=key, rotate=rotate)), key)
    ahead = {0: -y, 90: x, 180: y, 270: -x}[rotate]
    assert ahead > 0.15
    assert ahead >= abs(x if rotate in (0, 180) else y)


@pytest.mark.parametrize("turned", [0.3, 2.0, -1.2])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_names_turn_a_map_and_its_mirror(turned, is_mirrored):
    """Places that lie right but for a turn come to lie right."""
    board = load_variant("isthmus").board
    keys = [key for key in board.provinces if side_of(board.provinces[key].name)]
    right = {key: side_of(board.provinces[key].name) for key in keys}
    assert len(set(right.values())) > 2
    # What is turned by z clockwise and mirrored must be turned back before it is mirrored.
    spin = complex(math.cos(turned), math.sin(turned))
    drawn = {
        key: -(at * spin).conjugate() if is_mirrored else at * spin for key, at in right.items()
    }
    found = facing(board, LayoutHints(), drawn)
    assert found.is_mirrored == is_mirrored
    back = complex(math.cos(found.turn), -math.sin(found.turn))
    for key, at in drawn.items():
        mirrored = -at.conjugate() if found.is_mirrored else at
        assert mirrored * back == pytest.approx(right[key])


@pytest.mark.slow
def test_a_mirrored_map_is_the_same_the_other_way_round():
    board = load_variant("white_winter").board
    plain, other = (lay_out(board, LayoutHints(north="STA", mirror=m)) for m in (False, True))
    sides = [middle(geometry, "STA")[1] for geometry in (plain, other)]
    assert all(side < -0.1 for side in sides)
    order = [key for key in board.provinces if abs(middle(plain, key)[0]) > 0.3]
    flipped = [middle(plain, key)[0] * middle(other, key)[0] < 0 for key in order]
    assert sum(flipped) > len(flipped) * 0.8

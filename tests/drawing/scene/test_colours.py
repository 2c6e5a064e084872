"""Powers can be told apart, also by those who see some colours alike."""

from itertools import combinations

import numpy as np
import pytest

from dragoman.drawing.scene.colours import colours
from dragoman.formats import load_variant

# What people see who lack one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHTS = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def seen(colour, sight):
    """A colour as it is seen, in CIELAB."""
    parts = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(SIGHTS[sight]) @ linear, 0, 1)
    xyz = TO_XYZ @ linear / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_seven_powers_look_different(sight):
    painted = colours(load_variant("standard").board)
    for one, other in combinations(painted, 2):
        apart = np.linalg.norm(seen(painted[one].fill, sight) - seen(painted[other].fill, sight))
        assert apart > 14, (one, other, apart)  # 2.3 is what can just be told apart


@pytest.mark.parametrize("name", ["standard", "crowded", "chaos"])
def test_letters_can_be_read_on_units(name):
    for power, colour in colours(load_variant(name).board).items():
        light = seen(colour.fill, "usual")[0]
        ink = 100 if colour.ink == "#ffffff" else 10
        assert abs(light - ink) > 40, power


def test_every_power_has_a_colour_of_its_own():
    painted = colours(load_variant("chaos").board)
    assert len({colour.fill for colour in painted.values()}) == 34


def test_powers_of_the_standard_game_keep_their_colours():
    standard = colours(load_variant("standard").board)
    crowded = colours(load_variant("crowded").board)
    assert all(crowded[key] == colour for key, colour in standard.items())

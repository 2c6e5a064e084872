"""Powers can be told apart, also by those who see some colours alike."""

import math
from dataclasses import replace
from functools import cache
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from dragoman.drawing.scene.colours import STANDARD, colours
from dragoman.drawing.scene.picture import colours_of
from dragoman.drawing.scene.schemes import DARK, LIGHT, contrast
from dragoman.formats import load_variant, shipped_variants
from dragoman.formats.variants.reader import known_variant
from dragoman.game import Variant

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


@cache
def seen(colour, sight):
    """A colour as it is seen, in CIELAB."""
    parts = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(SIGHTS[sight]) @ linear, 0, 1)
    xyz = TO_XYZ @ linear / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@cache
def apart(one, other, sight):
    """How far two colours are apart for an eye."""
    return difference(seen(one, sight), seen(other, sight))


def difference(one, other):
    """CIEDE2000, after Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = (map(float, colour) for colour in (one, other))
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = math.hypot(a1 * g, b1), math.hypot(a2 * g, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * g)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, math.radians((h1 + turn / 2) % 360)
    t = (
        1
        - 0.17 * math.cos(hue - math.radians(30))
        + 0.24 * math.cos(2 * hue)
        + 0.32 * math.cos(3 * hue + math.radians(6))
        - 0.20 * math.cos(4 * hue - math.radians(63))
    )
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    saturation = (c2 - c1) / (1 + 0.045 * chroma)
    shift = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    tilt = math.radians(60) * math.exp(-(((math.degrees(hue) - 275) / 25) ** 2))
    blues = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(tilt)
    return math.sqrt(lightness**2 + saturation**2 + shift**2 + blues * saturation * shift)


def variants() -> dict[str, Variant]:
    """One shipped variant for each set of colours that powers get where none has one of its own,
    but for those of more powers than there are colours that everybody tells apart: what others of
    the same colours look like is the same."""
    found = {}
    for name in shipped_variants():
        variant = replace(load_variant(name), colours={})
        if len(variant.players) > 34:
            continue
        painted = (colours_of(variant, apart).values() for apart in (False, True))
        alike = tuple(tuple(sorted(map(repr, one))) for one in painted)
        found.setdefault((len(variant.players), *alike), (name, variant))
    return dict(found.values())


VARIANTS = variants()


def painted_players(name, apart=False):
    """The colours of those who are played: units of nobody are grey, own no ground and give no
    orders."""
    variant = VARIANTS[name]
    found = colours_of(variant, apart=apart)
    return {key: colour for key, colour in found.items() if key in variant.players}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_formula_against_pairs_it_was_published_with(one, other, expected):
    assert difference(one, other) == pytest.approx(expected, abs=0.0001)


def alike(painted, usual, other_sights, hatched=None):
    """Pairs that are no further apart than so for eyes that see as usual, and for others; not
    those that have different hatches."""
    hatched = hatched or {}
    return {
        (one, other, sight)
        for one, other in combinations(painted, 2)
        if hatched.get(one, 0) == hatched.get(other, 0)
        for sight in SIGHTS
        if apart(painted[one], painted[other], sight)
        <= (usual if sight == "usual" else other_sights)
    }


def grounds(painted, scheme, by_night=False):
    """The grounds of a map: those of powers, sea, of nobody and impassable."""
    found = {key: colour.deep if by_night else colour.tint for key, colour in painted.items()}
    return found | {"sea": scheme.sea, "neutral": scheme.free, "impassable": scheme.closed}


def are_the_seven(painted):
    return {colour.fill for colour in painted.values()} <= {*STANDARD.values()}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_no_two_grounds_look_alike(name, scheme):
    """They are gentle, so not far apart, and the less, the more there are."""
    painted = painted_players(name)
    usual, others = (4.4, 4.4) if are_the_seven(painted) else (5.3, 3.2)
    hatched = {key: colour.hatch for key, colour in painted.items()}
    assert alike(grounds(painted, scheme, scheme is DARK), usual, others, hatched) == set()


@pytest.mark.parametrize("name", VARIANTS)
def test_strong_grounds_are_further_apart(name):
    painted = painted_players(name, apart=True)
    usual, others = (6.8, 6.8) if are_the_seven(painted) else (6.3, 4.2)
    assert alike(grounds(painted, LIGHT), usual, others) == set()
    if are_the_seven(painted):
        assert alike({key: one.tint for key, one in painted.items()}, 9.1, 9.1) == set()


def test_very_many_powers_are_told_by_more_than_colours():
    """Letters tell all units, and hatches grounds; those of the same hatch are far apart."""
    painted = colours_of(load_variant("chaos"))
    assert len({colour.letter for colour in painted.values()} - {""}) == 34
    assert {colour.hatch for colour in painted.values()} == {0, 1, 2}
    assert not any(one.letter or one.hatch for one in colours_of(load_variant("crowded")).values())


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("apart", [False, True])
def test_names_can_be_read_on_every_ground(name, apart):
    painted = colours_of(VARIANTS[name], apart)
    for scheme, by_night in ((LIGHT, False), (DARK, True)):
        for key, ground in grounds(painted, scheme, by_night).items():
            ink = scheme.water_name if key == "sea" else scheme.name
            assert contrast(ink, ground) >= 4.5, (key, ground)
        if apart:  # what lies on a hatched ground is nearer to the letters' opposite than that
            ends = (contrast(scheme.name, one) for one in (scheme.stripe, scheme.free))
            assert min(ends) >= 4.5


@pytest.mark.parametrize("name", VARIANTS)
def test_what_failed_is_not_what_succeeded(name):
    """What failed is pale: no power's arrows look like paper."""
    for power, colour in colours_of(VARIANTS[name]).items():
        for sight in SIGHTS:
            assert apart(colour.fill, LIGHT.paper, sight) > 12, (power, sight)


LEAST = {7: (17, 17), 10: (14, 20), 12: (11, 20), 34: (5.8, 12.5)}
"""The least difference of the units of so many powers: to all four sights, and to the usual."""


@pytest.mark.parametrize("name", VARIANTS)
def test_units_look_different_to_four_sights(name):
    painted = {key: colour.fill for key, colour in painted_players(name).items()}
    number = len(painted) if set(painted.values()) <= {*STANDARD.values()} else max(len(painted), 8)
    others, usual = LEAST[min(most for most in LEAST if number <= most)]
    assert alike(painted, usual, others) == set()


def test_the_seven_powers_have_the_colours_that_were_measured():
    painted = colours(load_variant("standard").board)
    assert {key.title(): colour.fill for key, colour in painted.items()} == {
        "Austria": "#a81f24",
        "England": "#1f3a93",
        "France": "#7cc4ee",
        "Germany": "#2e2e33",
        "Italy": "#1f8f6a",
        "Russia": "#9a63c0",
        "Turkey": "#f0c02e",
    }


@pytest.mark.parametrize("name", ["standard", "crowded", "chaos"])
def test_what_is_drawn_on_units_can_be_seen(name):
    for power, colour in colours_of(load_variant(name)).items():
        assert contrast(colour.ink, colour.fill) > 3, power


def test_every_power_has_a_colour_of_its_own():
    painted = colours(load_variant("chaos").board)
    assert len({colour.fill for colour in painted.values()}) == 34


def test_powers_of_the_standard_game_keep_their_colours():
    standard = colours(load_variant("standard").board)
    crowded = colours(load_variant("crowded").board)
    assert all(crowded[key] == colour for key, colour in standard.items())


def test_eyes_that_see_some_alike_have_the_same_units_on_stronger_grounds():
    for name in ("standard", "chaos"):
        board = load_variant(name).board
        usual, strong = colours(board), colours(board, apart=True)
        assert all(usual[key].fill == strong[key].fill for key in usual)
        assert all(usual[key].tint != strong[key].tint for key in [*usual][:3])


YELLOW, BLACK = "#f0c02c", "#1c1a17"


def test_a_chosen_colour_is_used_and_no_other_is_like_it():
    board = load_variant("standard").board
    chosen = {"ITALY": YELLOW, "FRANCE": BLACK}
    painted = colours(board, chosen=chosen)
    assert {key: painted[key].fill for key in chosen} == chosen
    assert alike({key: colour.fill for key, colour in painted.items()}, 12, 6) == set()
    usual = colours(board)
    assert all(painted[key] == usual[key] for key in ("AUSTRIA", "RUSSIA", "ENGLAND"))


@pytest.mark.parametrize("fill", ["#ffffff", "#000000", YELLOW, "#0000ff", "#808080"])
def test_what_is_drawn_on_chosen_colours_can_be_seen(fill):
    ink = colours(load_variant("standard").board, chosen={"ITALY": fill})["ITALY"].ink
    assert contrast(ink, fill) > 3


@pytest.mark.parametrize("number", range(1, 35))
def test_many_chosen_colours_leave_others_for_the_rest(number):
    board = load_variant("chaos").board
    usual = colours(board)
    chosen = {key: usual[key].fill for key in [*board.powers][:number]}
    assert len({colour.tint for colour in colours(board, chosen=chosen).values()}) == 34


def test_powers_that_are_called_after_colours_have_them():
    known = known_variant("chromatic", "YDLRB")
    assert known is not None
    hues = {}
    for key, fill in known.looks.colours.items():
        light, a, b = seen(fill, "usual")
        hues[key] = (light, a, b)
    assert hues["YELLOW"][2] > 50 and hues["RED"][1] > 40 and hues["BLUE"][2] < -30
    assert hues["DARK"][0] < 40 and hues["LIGHT"][0] > 80
    board = SimpleNamespace(powers={p.key: p for p in known.powers})
    painted = colours(board, chosen=known.looks.colours)
    assert alike({key: colour.fill for key, colour in painted.items()}, 20, 12) == set()
    found = grounds(painted, LIGHT)
    del found["impassable"]  # which is hatched
    assert alike(found, 4, 2.5) == set()
    for colour in painted.values():
        assert apart(colour.fill, LIGHT.paper, "usual") > 12

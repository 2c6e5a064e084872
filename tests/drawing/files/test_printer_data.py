"""Printer data, read back as the printers' manuals have it.

ESC/P: ``ESC @`` resets, ``ESC * m n1 n2`` is followed by so many columns of 8 or 24 dots, the
highest bit on top, ``ESC J n`` goes on by n/216 inch (9 pins) or n/180 (24), CR goes back.
PCL: ``ESC * t # R`` is the resolution, ``ESC * b # W`` a line of dots, ``ESC * r B`` the end.
"""

import re

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageDraw

from dragoman.drawing.files.picture_file import half_blocks
from dragoman.drawing.files.printer_data import DRIVERS, page_dots, printer_data, upright

MODES = {0: 60, 1: 120, 2: 120, 3: 240, 4: 80, 6: 90, 32: 60, 33: 120, 38: 90, 39: 180, 40: 360}
"""The dots per inch of the modes of ESC *; from 32 on they are for 24 pins."""
NOT_SIDE_BY_SIDE = (3, 40)
MANUAL = {
    "hplj": "300 150 75",
    "hpdj500": "300 150 75",
    "epson9": "60 120 120d 240 40 90",
    "epson24": "60 120 90 180 360 240 40 90/8",
}
"""PRINTTIF's table; its second 90 for 24 pins has to be called something."""
EPSON_MODES = {
    "epson9": {"60": 0, "120": 1, "120d": 2, "240": 3, "40": 4, "90": 6},
    "epson24": {
        "60": 32, "120": 33, "90": 38, "180": 39, "360": 40, "240": 3, "40": 4, "90/8": 6,
    },
}  # fmt: skip
RESOLUTIONS = [(d, r) for d, driver in DRIVERS.items() for r in driver.resolutions]


def read_escp(data, size, pins):
    """The picture on the paper, and the modes it was printed in."""
    paper = Image.new("1", size, 1)
    modes, at, top, step = set(), 0, 0, pins // 8
    while at < len(data):
        if data[at : at + 2] == b"\x1b@":
            at += 2
        elif data[at : at + 2] == b"\x1b*":
            mode, low, high = data[at + 2 : at + 5]
            modes.add(mode)
            assert pins == (24 if mode >= 32 else 8)
            columns = low + 256 * high
            at += 5
            before = 0
            for x in range(columns):
                dots = int.from_bytes(data[at : at + step], "big")
                at += step
                assert mode not in NOT_SIDE_BY_SIDE or not dots & before
                before = dots
                for y in range(pins):
                    if dots >> (pins - 1 - y) & 1:
                        paper.putpixel((x, top + y), 0)
        elif data[at : at + 1] == b"\r":
            at += 1
        elif data[at : at + 2] == b"\x1bJ":
            assert data[at + 2] == 24  # as high as a line of needles, see below
            at, top = at + 3, top + pins
        else:
            assert data[at:] == b"\x0c\x1b@"
            break
    return paper, modes


def read_pcl(data, size):
    """The picture on the paper, and its resolution."""
    assert data.startswith(b"\x1bE\x1b&l26A") and data.endswith(b"\x1b*rB\x0c\x1bE")
    start = re.search(rb"\x1b\*t(\d+)R\x1b\*r1A", data)
    paper = Image.new("1", size, 1)
    at, y = start.end(), 0
    while row := re.compile(rb"\x1b\*b(\d+)W").match(data, at):
        at = row.end() + int(row[1])
        for x, byte in enumerate(data[row.end() : at]):
            for bit in range(8):
                if byte >> (7 - bit) & 1:
                    paper.putpixel((8 * x + bit, y), 0)
        y += 1
    assert data[at:] == b"\x1b*rB\x0c\x1bE"
    assert y == size[1]
    return paper, int(start[1])


@pytest.fixture(scope="module")
def picture():
    """Lines and blocks, no side of which is a multiple of eight."""
    drawn = Image.new("1", (301, 203), 1)
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((20, 20, 277, 180), fill=0)
    pen.line((0, 202, 300, 0), fill=1)
    pen.line((0, 0, 300, 202), fill=0)
    return drawn


def test_the_resolutions_are_those_of_the_manual():
    assert {name: " ".join(d.resolutions) for name, d in DRIVERS.items()} == MANUAL
    assert all(driver.usual in driver.resolutions for driver in DRIVERS.values())


@pytest.mark.slow
@pytest.mark.parametrize(("driver", "resolution"), RESOLUTIONS)
def test_what_is_printed_is_the_picture(picture, driver, resolution):
    data = printer_data(picture, driver, resolution)
    dots = DRIVERS[driver].resolutions[resolution]
    if driver.startswith("hp"):
        paper, dpi = read_pcl(data, picture.size)
        assert (dpi, dpi) == (dots.across, dots.down) == (int(resolution),) * 2
    else:
        high = 24 if dots.pins == 24 else 8
        size = (picture.width, -(-picture.height // high) * high)
        paper, modes = read_escp(data, size, high)
        assert modes == {EPSON_MODES[driver][resolution]}
        assert MODES[modes.pop()] == dots.across
        # ESC J 24 is a ninth of an inch with 9 pins, and two fifteenths with 24.
        assert dots.down * 24 == high * (216 if driver == "epson9" else 180)
        paper = paper.crop((0, 0, *picture.size))
    assert paper.tobytes() == picture.tobytes()


@pytest.mark.slow
@given(st.integers(1, 40), st.integers(1, 60), st.randoms(use_true_random=False))
def test_any_dots_are_printed_as_they_are(width, height, chance):
    dots = bytes(chance.choice((0, 255)) for _ in range(width * height))
    drawn = Image.frombytes("L", (width, height), dots).convert("1")
    for driver, resolution in (("hplj", "75"), ("epson9", "240"), ("epson24", "360")):
        data = printer_data(drawn, driver, resolution)
        pins = DRIVERS[driver].resolutions[resolution].pins
        if driver == "hplj":
            paper, _ = read_pcl(data, drawn.size)
        else:
            paper, _ = read_escp(data, (width, -(-height // pins) * pins), pins)
        assert paper.crop((0, 0, width, height)).tobytes() == drawn.tobytes()


def test_greys_become_patterns():
    grey = Image.new("L", (64, 64), 128)
    paper, _ = read_pcl(printer_data(grey, "hplj", "75"), grey.size)
    assert 0.45 < paper.histogram()[0] / 64**2 < 0.55


def test_what_is_too_large_is_cut_off():
    width, height = page_dots("hplj", "75")
    data = printer_data(Image.new("L", (9000, 50), "black"), "hplj", "75")
    assert b"*b%dW" % ((width + 7) // 8) in data
    assert printer_data(Image.new("L", (8, 9000), "black"), "hplj", "75").count(b"W") == height


def test_a_page_has_so_many_dots():
    assert page_dots("hplj", "300") == (2301, 3327)  # A4 less 0.3 inches all round


def test_wide_pictures_are_turned():
    assert upright(Image.new("L", (300, 200))).size == (200, 300)
    assert upright(Image.new("L", (200, 300))).size == (200, 300)


def test_a_picture_in_a_terminal():
    drawn = Image.new("RGB", (2, 3), "white")
    drawn.putpixel((0, 0), (255, 0, 0))
    lines = half_blocks(drawn, 80).split("\n")
    assert len(lines) == 2  # two pixels to a sign
    assert lines[0].startswith("\x1b[38;2;255;0;0;48;2;")
    assert lines[0].count("▀") == 2
    assert lines[0].endswith("\x1b[0m")
    wide = half_blocks(Image.new("L", (1000, 500), "black"), 40).split("\n")
    assert (len(wide), wide[0].count("▀")) == (10, 40)
    assert wide[0].count("38;2") == 1  # a colour is named where it begins

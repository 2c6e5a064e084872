"""Printer data, where there is a Ghostscript to make it."""

import shutil

import pytest
from PIL import Image, ImageDraw

from dragoman.drawing.printing import DRIVERS, NoGhostscript, page_dots, printer_data, upright

needs_ghostscript = pytest.mark.skipif(
    shutil.which("gs") is None, reason="there is no Ghostscript (gs) on this machine"
)

# How each driver tells the printer its resolution (HP PCL: ESC * t # R; Epson: ESC K, L or *).
SIGNS = {
    ("hplj", "300"): b"\x1b*t300R",
    ("hplj", "150"): b"\x1b*t150R",
    ("hplj", "75"): b"\x1b*t75R",
    ("hpdj500", "300"): b"\x1b*t300R",
    ("hpdj500", "150"): b"\x1b*t150R",
    ("hpdj500", "75"): b"\x1b*t75R",
    ("epson9", "60"): b"\x1bK",
    ("epson9", "120"): b"\x1bL",
    ("epson9", "240"): b"\x1b*\x03",
    ("epson24", "60"): b"\x1b*\x20",
    ("epson24", "120"): b"\x1b*\x21",
    ("epson24", "180"): b"\x1b*\x27",
    ("epson24", "360"): b"\x1b*\x28",
}


@pytest.fixture(scope="module")
def picture():
    drawn = Image.new("L", (300, 200), "white")
    ImageDraw.Draw(drawn).rectangle((20, 20, 280, 180), fill="black")
    return drawn


def test_every_driver_is_tested():
    assert set(SIGNS) == {(d, r) for d, driver in DRIVERS.items() for r in driver.resolutions}


@needs_ghostscript
@pytest.mark.parametrize(("driver", "resolution"), SIGNS, ids=" ".join)
def test_drivers(picture, driver, resolution):
    data = printer_data(picture, driver, resolution)
    assert data.startswith(b"\x1b")
    assert SIGNS[driver, resolution] in data


@needs_ghostscript
def test_what_is_too_large_is_cut_off():
    wide = Image.new("L", (9000, 50), "black")
    assert printer_data(wide, "hplj", "75").startswith(b"\x1b")


def test_without_ghostscript(picture, monkeypatch):
    monkeypatch.setenv("GS", "/nowhere/gs")
    with pytest.raises(NoGhostscript) as none:
        printer_data(picture, "hplj", "75")
    assert "apt-get install ghostscript" in none.value.diagnostic.remedy


def test_a_page_has_so_many_dots():
    across, down = page_dots("hplj", "300")
    assert (across, down) == (2301, 3327)  # A4 less 0.3 inches all round


def test_wide_pictures_are_turned():
    assert upright(Image.new("L", (300, 200))).size == (200, 300)
    assert upright(Image.new("L", (200, 300))).size == (200, 300)

"""Pixels: PNG, TIFF as DipWork reads it, PDF."""

import struct
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from dragoman.drawing import pdf, picture_size, png, scene_of, svg, tiff
from dragoman.drawing.embedded_type import font_files
from dragoman.drawing.files.raster import EMBEDDED_TYPE, image
from dragoman.drawing.files.sea_layer import with_sea_at_hand


@pytest.fixture(scope="module")
def picture(standard, europe):
    return svg(scene_of(standard, europe, standard.start))


@pytest.mark.slow
def test_png(picture):
    drawn = Image.open(BytesIO(png(picture, 500)))
    assert drawn.format == "PNG"
    assert drawn.width == 500


def test_the_sea_is_drawn_once_for_all_pictures_of_a_map(standard, europe):
    plain, other = (
        svg(scene_of(standard, europe, replace(standard.start, owners=owners)))
        for owners in (standard.start.owners, {"NWY": "ENGLAND"})
    )
    first = [image(picture, 900) for picture in (plain, other)]
    bare = EMBEDDED_TYPE.sub("", plain)
    at_hand = with_sea_at_hand(bare, 900, lambda below: pytest.fail("it is drawn anew"))
    assert '<g class="seas">' in bare and '<g class="seas">' not in at_hand
    for before, picture in zip(first, (plain, other), strict=True):
        difference = ImageChops.difference(before, image(picture, 900))
        assert max(high for _, high in difference.getextrema()) <= 4


@pytest.mark.slow
def test_the_letters_come_with_the_program(picture, monkeypatch):
    monkeypatch.setenv("FONTCONFIG_FILE", "/nowhere")
    assert all(Path(file).stat().st_size > 10_000 for file in font_files())
    plain = picture.replace("Munich", "")
    assert png(picture, 900) != png(plain, 900)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["RGB", "L", "1"])
def test_tiff_has_its_header_first_and_no_compression(picture, mode):
    drawn = image(picture, 301).convert(mode)
    content = tiff(drawn, 300)
    assert content[:4] == b"II*\0"
    assert content[4:8] == b"\x08\0\0\0"  # "Byte $04 = $08", DipWork manual
    count = struct.unpack_from("<H", content, 8)[0]
    fields = [struct.unpack_from("<HHII", content, 10 + 12 * i) for i in range(count)]
    tags = [tag for tag, *_ in fields]
    assert tags == sorted(tags)
    values = {tag: value for tag, _, _, value in fields}
    assert values[259] & 0xFFFF == 1
    assert values[273] + values[279] == len(content)
    again = Image.open(BytesIO(content))
    assert again.mode == mode
    assert again.tobytes() == drawn.tobytes()
    assert again.info["dpi"] == (300, 300)


@pytest.mark.parametrize("mode", ["RGB", "L", "1"])
@pytest.mark.parametrize("said", ["x", "xy", "Drawn by somebody"])
def test_tiff_may_say_something_of_itself(mode, said):
    drawn = Image.effect_noise((33, 7), 90).convert(mode)
    again = Image.open(BytesIO(tiff(drawn, description=said)))
    assert again.getexif()[270] == said
    assert again.tobytes() == drawn.tobytes()


def test_pdf_has_lines_and_letters(standard, europe, picture):
    scene = scene_of(standard, europe, standard.start)
    content = pdf(picture, *picture_size(scene))
    assert content.startswith(b"%PDF-")
    assert b"SourceSansPro" in content  # letters are letters
    assert b"/Subtype/Image" not in content.replace(b" ", b"")  # and nothing is pixels


def test_names_in_other_letters(standard, europe):
    scene = scene_of(standard, europe, standard.start, title="Игра")
    assert png(svg(scene), 300)

"""``draw``, ``replay`` and ``print``, and the map beside the report."""

import shutil
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from dragoman.drawing.layout.from_borders import neighbours
from dragoman.formats import load_variant

DATA = Path(__file__).parents[1] / "data"
SHIPPED = Path(__file__).parents[2] / "src" / "dragoman" / "variants"


def ids(file):
    root = ElementTree.fromstring(file.read_text("utf-8"))
    return {element.get("id") for element in root.iter() if element.get("id")}


@pytest.mark.slow
def test_a_map_beside_the_report(run, winter):
    assert run("adjudicate", "winter").status == 0
    found = ids(winter / "result.svg")
    assert "order-A-MUN-move" in found
    assert run("accept", "winter").status == 0
    assert not (winter / "result.svg").exists()
    assert "order-A-MUN-move" in ids(winter / "turns" / "01-S1901M.map.svg")
    assert run("undo", "winter").status == 0
    assert list((winter / "turns").glob("*")) == []


def test_drawing_a_variant(call, tmp_path):
    ran = call("draw", "standard")
    assert ran.status == 0
    assert ran.out == "standard-S1901M.svg: spring 1901, movement\n"
    assert "unit-A-MUN" in ids(tmp_path / "standard-S1901M.svg")


def test_drawing_the_turn_at_hand(call, winter, tmp_path):
    assert call("draw", "winter").status == 0
    assert "order-A-MUN-move" not in ids(tmp_path / "winter-S1901M.svg")
    assert call("draw", "winter", "--orders", "--to", "given.svg").status == 0
    assert "result-given" in (tmp_path / "given.svg").read_text("utf-8")
    call("adjudicate", "winter")
    assert call("draw", "winter", "--orders", "--to", "judged.svg").status == 0
    assert "result-bounce" in (tmp_path / "judged.svg").read_text("utf-8")


def test_drawing_an_earlier_turn(call, winter, tmp_path):
    call("adjudicate", "winter")
    call("accept", "winter")
    ran = call("draw", "winter", "--turn", "s1901m", "--orders", "--to", "a.svg", "--json")
    assert ran.data["phase"] == "S1901M"
    assert "result-bounce" in (tmp_path / "a.svg").read_text("utf-8")
    assert call("draw", winter / "game.json", "--to", "b.svg").status == 0
    assert "unit-A-BUR" in ids(tmp_path / "b.svg")


def test_drawing_a_saved_game_of_the_diplomacy_package(call, tmp_path):
    import gzip

    packed = DATA / "diplomacy-package.json.gz"
    (tmp_path / "game.json").write_bytes(gzip.decompress(packed.read_bytes()))
    assert call("draw", "game.json", "--to", "a.svg").status == 0
    assert "province-MUN" in ids(tmp_path / "a.svg")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "form"), [("png", "PNG"), ("tif", "TIFF"), ("TIFF", "TIFF"), ("pdf", None)]
)
def test_kinds_of_picture(call, tmp_path, ending, form):
    file = tmp_path / f"map.{ending}"
    assert call("draw", "standard", "--to", file, "--width", 300).status == 0
    if form is None:
        assert file.read_bytes().startswith(b"%PDF")
    else:
        picture = Image.open(BytesIO(file.read_bytes()))
        assert picture.format == form
        assert picture.width == 300


def test_a_variant_of_ones_own_is_laid_out_once(call, tmp_path):
    shutil.copytree(SHIPPED / "white_winter", tmp_path / "mine")
    (tmp_path / "mine" / "geometry.json").unlink()
    assert call("new", "./mine", "g").status == 0
    kept = tmp_path / "g" / "variant" / "geometry.json"
    before = kept.read_bytes()
    assert call("draw", "g", "--to", "a.svg").status == 0
    board = load_variant(tmp_path / "mine").board
    assert {f"province-{key}" for key in neighbours(board)} <= ids(tmp_path / "a.svg")
    assert kept.read_bytes() == before
    kept.write_text("{}", "utf-8")
    ran = call("draw", "g", "--to", "b.svg")
    assert ran.status == 2
    assert "geometry.json: error: format" in ran.err
    assert not (tmp_path / "b.svg").exists()


def test_a_map_that_cannot_be_read_stops_no_adjudication(call, winter):
    (winter / "variant").mkdir()
    for name in ("map.standard", "seed.standard", "variant.toml"):
        shutil.copyfile(SHIPPED / "standard" / name, winter / "variant" / name)
    (winter / "variant" / "geometry.json").write_text("[]", "utf-8")
    ran = call("adjudicate", "winter")
    assert ran.status == 0
    assert "geometry.json: warning" in ran.err
    assert not (winter / "result.svg").exists()


def test_replay(call, winter, tmp_path):
    call("adjudicate", "winter")
    call("accept", "winter")
    ran = call("replay", "winter")
    assert ran.out == "winter.html: 2 phases; open it in a browser\n"
    assert "Spring 1901" in (tmp_path / "winter.html").read_text("utf-8")


@pytest.mark.slow
def test_printing(call, winter, tmp_path):
    ran = call("print", "winter", "--orders", "--driver", "epson24", "--scale-x", "0.5")
    assert ran.out.startswith("printer.prn: for epson24 at 180 dpi")
    assert (tmp_path / "printer.prn").read_bytes().startswith(b"\x1b@")


def test_printing_a_picture_dot_for_dot(call, tmp_path):
    Image.new("L", (100, 60), "black").save(tmp_path / "map.tif")
    sizes = []
    for scale in (1, 2):
        ran = call("print", "map.tif", "--scale-x", scale, "--scale-y", scale, "--json")
        sizes.append(ran.data["bytes"])
    assert sizes[1] > sizes[0]


NONSENSE = {
    "draw nothing": "no game and no variant 'nothing'",
    "draw winter --turn S1899M": "the game has no phase S1899M; did you mean S1901M?",
    "draw winter --turn soon": "phases are written like S1901M",
    "draw winter --to map.gif": "(it can be: .svg, .png, .tif, .tiff, .pdf)",
    "draw winter --to map": "the name of the file has no ending",
    "draw winter --to nowhere/map.svg": "nowhere/map.svg: error: cannot be written",
    "draw winter --width 1": "--width",
    "draw winter --names long": "--names",
    "draw winter/orders.txt": "this is not JSON",
    "draw winter --background x.tif": "name a FIELDS.TXT with --fields",
    "draw winter --pictures x.txt --to x.png": "give --background, --fields and --pictures",
    "draw winter --fields x.txt": "x.txt",
    "replay winter --to game.svg": "(it can be: .html, .htm, .gif, .mp4)",
    "replay nothing": "no game and no variant",
    "print winter --driver laser": "(it can be: hplj, hpdj500, epson9, epson24)",
    "print winter --driver epson9 --resolution 300": "(it can be: 60, 120, 120d, 240, 40, 90)",
    "print winter --scale-x 0": "--scale-x",
}


@pytest.mark.parametrize("command", NONSENSE)
def test_nonsense(call, winter, files_of, tmp_path, command):
    before = files_of(tmp_path)
    ran = call(*command.split())
    assert ran.status == 2
    assert NONSENSE[command] in " ".join((ran.out + ran.err).split())
    assert files_of(tmp_path) == before


def test_printing_what_is_no_picture(call, winter):
    ran = call("print", "winter/orders.tif")
    assert (ran.status, "no such file" in ran.err) == (2, True)
    shutil.copyfile(winter / "orders.txt", winter / "orders.tif")
    ran = call("print", "winter/orders.tif")
    assert (ran.status, "not a picture that can be read" in ran.err) == (2, True)


@pytest.mark.slow
def test_dipworks_mapper(call, winter, tmp_path):
    board = load_variant("standard").board
    lines = [
        f"# {key.title()} {40 + i % 10 * 60} {40 + i // 10 * 50} - L 1 Au"
        for i, key in enumerate(board.provinces)
    ]
    (tmp_path / "FIELDS.TXT").write_text("\n".join([*lines, "END"]), "utf-8")
    Image.new("1", (640, 480), 1).save(tmp_path / "STANDARD.TIF")
    listed = []
    for power in board.powers:
        for kind in board.kinds:
            Image.new("1", (9, 9), 0).save(tmp_path / f"{power}{kind}.tif")
            listed.append(f"{kind} {power} {power}{kind}.tif")
    (tmp_path / "PICLIST.TXT").write_text("\n".join(listed), "utf-8")
    given = ("--background", "STANDARD.TIF", "--fields", "FIELDS.TXT")
    ran = call("draw", "winter", *given, "--pictures", "PICLIST.TXT", "--to", "painted.tif")
    assert ran.status == 0, ran.err
    content = (tmp_path / "painted.tif").read_bytes()
    assert content[4] == 8  # "Byte $04 = $08", DipWork manual
    number = list(board.provinces).index("MUN")
    spot = (40 + number % 10 * 60, 40 + number // 10 * 50)
    drawn = Image.open(BytesIO(content))
    assert (drawn.mode, drawn.getpixel(spot)) == ("1", 0)  # as DipWork's maps are
    assert call("draw", "winter", *given, "--to", "marked.png").status == 0
    assert call("draw", "winter", "--fields", "FIELDS.TXT", "--to", "cells.svg").status == 0
    assert "province-MUN" in ids(tmp_path / "cells.svg")


@pytest.mark.slow
def test_printer_data_go_to_standard_output(run, call, winter, tmp_path):
    assert call("print", "winter", "--to", "kept.prn").status == 0
    kept = (tmp_path / "kept.prn").read_bytes()
    assert run("print", "winter", "--to", "-").out == kept.decode("utf-8", "replace")
    assert not (tmp_path / "-").exists()
    assert call("print", "winter", "--to", "-", "--json").codes == ["two-outputs"]


def test_letters_and_the_map_by_night_are_a_choice(call, tmp_path):
    assert call("draw", "standard", "--to", "usual.svg").status == 0
    assert call("draw", "standard", "--letters", "--to", "letters.svg").status == 0
    assert call("draw", "standard", "--dark", "--to", "dark.svg").status == 0
    usual, letters, dark = (
        (tmp_path / f"{name}.svg").read_text("utf-8") for name in ("usual", "letters", "dark")
    )
    assert "device-A" in usual and "device-A" not in letters
    assert 'class="letter"' in letters and 'class="letter"' not in usual
    assert "#10283c" in dark and "#10283c" not in usual

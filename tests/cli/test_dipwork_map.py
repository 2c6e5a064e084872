"""The map step: whose empty map it is, and what is drawn on it (DipWork manual, "Die Mapper",
"Leere Karte", FAQ 003 and 004)."""

import shutil
from pathlib import Path, PureWindowsPath

import pytest
from PIL import Image

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
UNITS = 22


@pytest.fixture
def games(tmp_path, call):
    """The example project with its first round judged, and a black picture for every unit."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    for line in (tmp_path / "VARIANTS/STANDARD/PICLST64.TXT").read_text("cp437").splitlines():
        if len(words := line.split()) == 3:
            file = tmp_path.joinpath(*PureWindowsPath(words[2]).parts)
            file.parent.mkdir(exist_ok=True)
            Image.new("1", (9, 9), 0).save(file)
    return tmp_path


def empty_map(path):
    """An empty map that can be told from others: a black corner."""
    drawn = Image.new("1", (1600, 1400), 1)
    drawn.putpixel((0, 0), 0)
    drawn.save(path)
    return path.read_bytes()


def black(path):
    with Image.open(path) as picture:
        assert (picture.mode, picture.size) == ("1", (1600, 1400))
        return picture.histogram()[0]


def test_the_game_s_own_empty_map(call, games):
    """As DipWork had it: a copy in the game's directory is drawn upon."""
    here = games / "TWO01S" / "STANDARD.TIF"
    empty = empty_map(here)
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    assert black(here) == UNITS * 81 + 1
    assert here.read_bytes()[4] == 8  # "Byte $04 = $08"
    assert here.with_suffix(".BAK").read_bytes() == empty


def test_no_map_is_drawn_upon_twice(call, games):
    here = games / "TWO01S" / "STANDARD.TIF"
    empty = empty_map(here)
    call("dipwork", "run", "TWO01S", "/m")
    new = games / "TWO01S" / "NEWGAME.TXT"
    content = new.read_bytes()
    assert b"\r\nA Ser\r\n" in content
    new.write_bytes(content.replace(b"\r\nA Ser\r\n", b"\r\n", 1))  # a unit less
    for _ in range(2):
        assert call("dipwork", "run", "TWO01S", "/m").status == 0
        assert black(here) == (UNITS - 1) * 81 + 1  # nothing is left of the map before
        assert here.with_suffix(".BAK").read_bytes() == empty
    here.with_suffix(".BAK").unlink()
    before = here.read_bytes()
    done = call("dipwork", "run", "TWO01S", "/m")
    assert (done.status, "has units on it already" in done.err) == (2, True)
    assert "STANDARD.TIF" in done.err
    assert here.read_bytes() == before
    empty_map(here)
    assert call("dipwork", "run", "TWO01S", "/m").status == 0


def test_the_variant_s_empty_map_is_taken_first(call, games):
    """Whether the copy in the game's directory is fresh or drawn upon: it is drawn anew."""
    empty = empty_map(games / "VARIANTS/STANDARD/STANDARD.TIF")
    here = games / "TWO01S" / "STANDARD.TIF"
    here.write_bytes(empty)
    for _ in range(2):
        assert call("dipwork", "run", "TWO01S", "/m").status == 0
        assert black(here) == UNITS * 81 + 1
    assert (games / "VARIANTS/STANDARD/STANDARD.TIF").read_bytes() == empty


@pytest.mark.slow
def test_a_map_that_is_all_ours_is_drawn_again(call, games):
    """What lies there is no empty map, though nobody has given another."""
    here = games / "TWO01S" / "STANDARD.TIF"
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    first = here.read_bytes()
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    assert here.read_bytes() == first


def test_what_is_no_picture(call, games):
    here = games / "TWO01S" / "STANDARD.TIF"
    here.write_bytes(b"II*\0nonsense")
    done = call("dipwork", "run", "TWO01S", "/m")
    assert (done.status, "not a picture that can be read" in done.err) == (2, True)
    assert here.read_bytes() == b"II*\0nonsense"


def test_a_unit_that_retreated_and_was_removed_is_not_drawn(call, games):
    """Since version 2.0.7. In THREE01F Austria's army retreats to Budapest and is removed."""
    empty_map(games / "THREE01F" / "STANDARD.TIF")
    assert call("dipwork", "run", "THREE01F", "/m").status == 0
    with Image.open(games / "THREE01F" / "STANDARD.TIF") as picture:
        assert picture.getpixel((860, 810)) != 0  # Bud
        assert picture.getpixel((796, 789)) == 0  # Vie


@pytest.mark.parametrize("keyword", [b"FNPICLIST", b"PICLIST"])
def test_the_list_goes_by_either_name(call, games, keyword):
    """The manual has PICLIST where it describes the mapper, and FNPICLIST among the parameters."""
    variant = games / "VARIANTS/STANDARD/VARIANT.TXT"
    variant.write_bytes(variant.read_bytes().replace(b"FNPICLIST", keyword))
    empty_map(games / "TWO01S" / "STANDARD.TIF")
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    assert black(games / "TWO01S" / "STANDARD.TIF") == UNITS * 81 + 1


def test_a_list_of_the_game_s_own(call, games):
    """A parameter of GAME.TXT counts before that of VARIANT.TXT."""
    text = (games / "VARIANTS/STANDARD/PICLST64.TXT").read_bytes()
    (games / "VARIANTS/STANDARD/OWN.TXT").write_bytes(text.replace(b"au_a_64", b"own"))
    Image.new("1", (3, 3), 0).save(games / "VARIANTS/UNITPICS/own.tif")
    game = games / "TWO01S" / "GAME.TXT"
    game.write_bytes(b"FNPICLIST own.txt\r\n" + game.read_bytes())
    empty_map(games / "TWO01S" / "STANDARD.TIF")
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    assert black(games / "TWO01S" / "STANDARD.TIF") == (UNITS - 2) * 81 + 2 * 9 + 1


def test_missing_pictures_are_named_with_file_and_line(call, games, files_of):
    (games / "VARIANTS/UNITPICS/en_f_64.tif").unlink()
    listed = games / "VARIANTS/STANDARD/PICLST64.TXT"
    listed.write_bytes(listed.read_bytes().replace(b"A Ru ", b"% A Ru "))
    empty_map(games / "TWO01S" / "STANDARD.TIF")
    before = files_of(games)
    done = call("dipwork", "run", "TWO01S", "/m")
    assert done.status == 2
    assert "PICLST64.TXT:4:1: error: there is no file VARIANTS\\UNITPICS\\en_f_64.tif" in done.err
    assert "PICLST64.TXT: error: the list has no picture for A of RUSSIA" in done.err
    assert files_of(games) == before

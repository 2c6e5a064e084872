"""``dragoman dipwork printtif`` and ``readtext``: DipWork's programs for maps and texts."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from menu_story import log, on, play, until
from PIL import Image
from terminal import Terminal

from dragoman.cli.menu.entries import PrintMap
from dragoman.cli.menu.menu_commands import MenuContext, entry_of
from dragoman.cli.menu.screens import AnyKey, PictureScreen, QuestionScreen
from dragoman.formats.dipwork import MenuEntry, Parameters, read_keywords, read_text_file
from dragoman.games.dipwork import printtif
from dragoman.games.dipwork.printtif import read_print_options

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
PARAMETERS = """\
Zum Drucken:
FNMAP standard.tif
PRINTOUTPUT from_file.prn
PRINTDRIVER hplj
PRINTSCALEX 0.5
PRINTSCALEY 0.25
PRINTRESOLUTION 150
BGIPATH bgi
END
"""


@pytest.fixture
def maps(tmp_path, monkeypatch):
    """A folder with a map and a parameter file, on a machine without windows."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    (tmp_path / "COSA").mkdir()
    Image.new("1", (80, 40), 0).save(tmp_path / "COSA" / "STANDARD.TIF")
    (tmp_path / "COSA" / "VARIANT.TXT").write_text(PARAMETERS)
    return tmp_path


def read(maps, line):
    options, faults = read_print_options(line.split(), maps)
    assert faults == ()
    return options


# The command line, and the parameter file.


def test_the_table_of_the_manual(maps):
    options = read(maps, "#cosa\\standard.tif -printer.prn :hplj X1.00 Y1.00 R300 $bgi M++ I1")
    assert options.picture == maps / "COSA" / "STANDARD.TIF"
    assert (options.target, options.driver, options.resolution) == ("printer.prn", "hplj", "300")
    assert options.scale == (1.0, 1.0)
    assert options.old_screens == ("M++", "I1", "$bgi")
    assert not options.help
    assert read(maps, "/?").help and read(maps, "/??").help
    assert read(maps, "R?").resolution == "?"


def test_what_nobody_says(maps):
    options = read(maps, "x.tif")
    assert (options.target, options.driver, options.resolution) == ("PRN", "", None)
    assert options.scale == (1.0, 1.0)


def test_a_parameter_file(maps):
    options = read(maps, "!cosa\\variant.txt =FNMAP")
    assert options.picture == maps / "COSA" / "STANDARD.TIF"  # beside the file
    assert (options.target, options.driver, options.resolution) == ("from_file.prn", "hplj", "150")
    assert options.scale == (0.5, 0.25)
    assert options.old_screens == ("$bgi",)


def test_the_command_line_counts_before_the_file(maps):
    line = "!cosa\\variant.txt =FNMAP #x.tif -y.prn :epson9 X2 Y0,5 R120d $c:\\bgi"
    options = read(maps, line)
    assert options.picture == maps / "x.tif"
    assert (options.target, options.driver, options.resolution) == ("y.prn", "epson9", "120d")
    assert options.scale == (2.0, 0.5)
    assert options.old_screens == ("$c:\\bgi",)


# Printing.


def test_the_example_of_the_manual(call, maps):
    done = call("dipwork", "printtif", "!cosa\\variant.txt", "=FNMAP")
    assert done.status == 0, done.err
    data = (maps / "from_file.prn").read_bytes()
    assert b"\x1b*t150R" in data
    assert data.count(b"\x1b*b5W\xff\xff\xff\xff\xff") == 10  # half as wide, a quarter as high
    assert "$bgi: for the screens of 1993; it has no effect here" in done.out


def test_prn_is_a_file(call, maps):
    """As on the Atari, the manual says."""
    done = call("dipwork", "printtif", "#cosa\\standard.tif", ":epson9", "R60")
    assert done.status == 0, done.err
    assert (maps / "PRN").read_bytes().startswith(b"\x1b@\x1b*\x00\x50\x00")
    assert "lp -o raw PRN" in done.out


@pytest.mark.parametrize("target", ["-hello.prn", "-h", "--help.prn"])
def test_a_target_is_no_option_of_todays(call, maps, target):
    done = call("dipwork", "printtif", "#cosa\\standard.tif", ":hplj", target)
    assert done.status == 0, done.err
    assert (maps / target[1:]).is_file()


def test_what_was_in_the_target_is_kept(call, maps):
    (maps / "x.prn").write_bytes(b"before")
    call("dipwork", "printtif", "#cosa\\standard.tif", ":hplj", "-x.prn")
    assert (maps / "x.BAK").read_bytes() == b"before"


def test_a_picture_that_is_too_large_for_the_page(call, maps):
    done = call("dipwork", "printtif", "cosa/standard.tif", ":epson9", "X9")
    assert done.status == 0
    assert "720 by 40 dots do not fit on a page" not in done.err  # 920 dots are across
    done = call("dipwork", "printtif", "cosa/standard.tif", ":epson9", "X20")
    assert (done.status, "1600 by 40 dots do not fit" in done.err) == (0, True)


def test_what_is_not_said_is_asked(call, maps):
    done = call("dipwork", "printtif", "R60", "-x.prn", stdin=b"cosa\\standard.tif\nepson24\n")
    assert done.status == 0, done.err
    assert "Which picture?" in done.out and "Which driver? [screen]" in done.out
    assert (maps / "x.prn").read_bytes().startswith(b"\x1b@\x1b*\x20")


def test_lists_of_resolutions(call, maps):
    out = call("dipwork", "printtif", ":epson9", "R?").out
    assert out.count("\n") == 7
    assert "R120d  120 by 72" in out
    assert "R40    80 by 72" in out
    (maps / "LIST.DRV").write_text("PRINTDRIVER epson24\nPRINTRESOLUTION ?\nEND\n")
    out = call("dipwork", "printtif", "!list.drv").out
    assert "R90/8  90 by 60 dots per inch, 8 of 24 pins" in out
    assert "hplj" in call("dipwork", "printtif", "R?").out


def test_help(call):
    for words in ((), ("/?",), ("/??",)):
        assert "=KEYWORD" in call("dipwork", "printtif", *words).out


NONSENSE = {
    "#nothing.tif :hplj": "there is no such file",
    "#cosa\\variant.txt :hplj": "not a picture that can be read",
    "#cosa :hplj": "not a picture that can be read",
    "#cosa\\standard.tif :laser": "(it can be: screen, hplj, hpdj500, epson9, epson24)",
    "#cosa\\standard.tif :hplj R60": "; did you mean 300, 150, 75?",
    "#cosa\\standard.tif :hplj X0": "a scale is a number from 0.01 to 50, not '0'",
    "#cosa\\standard.tif :hplj Y-1": "a scale is a number",
    "#cosa\\standard.tif :hplj Y1.2.3": "a scale is a number",
    "#cosa\\large.tif :hplj X50 Y50": "1000 by 900 pixels are too many at this scale",
    "#cosa\\standard.tif r300": "'r300' is not an option",
    "a.tif b.tif": "'b.tif' is not an option",
    "# :hplj": "nothing stands behind #",
    "!nothing.txt =FNMAP": "cannot be read: no such file",
    "!cosa\\variant.txt =FNNONE": "there is no FNNONE",
    "=FNMAP :hplj": "=FNMAP is looked for in no file",
    "!cosa\\bad.txt =FNMAP": "BAD.TXT:2:13: error: a scale is a number",
    "#cosa\\standard.tif :hplj -cosa\\standard.tif": "this file is needed for printing",
    "!cosa\\variant.txt =FNMAP -cosa\\variant.txt": "this file is needed for printing",
    "#cosa\\standard.tif :hplj -cosa": "this is not a file",
    "#cosa\\standard.tif :hplj -nowhere\\x.prn": "there is no folder nowhere",
    "#cosa\\standard.tif :screen": "there is no screen to show a picture on",
    ":hplj": "no picture is named",
}


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense(call, maps, files_of, line):
    (maps / "COSA/BAD.TXT").write_text("FNMAP standard.tif\nPRINTSCALEX much\nEND\n")
    Image.new("1", (1000, 900)).save(maps / "COSA/LARGE.TIF")
    before = files_of(maps)
    done = call("dipwork", "printtif", *line.split())
    assert done.status == 2
    assert NONSENSE[line] in " ".join(done.err.split())
    assert files_of(maps) == before


@pytest.mark.skipif(os.name == "nt", reason="there are no device files")
def test_a_device_is_not_written_to(call, maps):
    done = call("dipwork", "printtif", "cosa/standard.tif", ":hplj", "-/dev/null")
    assert (done.status, "this is not a file" in done.err) == (2, True)


# Screens.


@pytest.mark.skipif(sys.platform != "linux", reason="another program opens pictures there")
@pytest.mark.parametrize("status", [0, 3])
def test_on_a_desktop(maps, monkeypatch, status):
    """The program for pictures is asked to; where it cannot, the terminal shows the picture."""
    program = maps / "xdg-open"
    program.write_text(f'#!/bin/sh\ncp "$1" {maps}/seen.png\nexit {status}\n')
    program.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", f"{maps}:{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(maps))
    monkeypatch.setattr("tempfile.tempdir", None)
    said, shown = [], []
    words = ("#cosa/standard.tif", ":screen", "X2", "R300")
    assert printtif.print_tif(words, said.append, str, shown.append, maps) == ()
    with Image.open(maps / "seen.png") as picture:
        assert picture.size == (160, 40)
    assert [picture.size for picture in shown] == ([] if status == 0 else [(160, 40)])
    assert ("opened with" in said[-1]) == (status == 0)
    assert "R300: a screen has the resolution it has" in said


@pytest.mark.slow
def test_in_a_terminal(maps):
    command = [sys.executable, "-m", "dragoman.cli", "dipwork", "printtif"]
    terminal = Terminal([*command, "#cosa\\standard.tif", ":screen"], maps)
    try:
        terminal.wait_for("▀" * 80)
        assert terminal.end() == 0
    finally:
        terminal.close()


# In the menus.


def place(*lines):
    file = read_text_file("\n".join((*lines, "END")).encode(), "VARIANT.TXT")
    return MenuContext(Path("/games"), "cosa", Parameters((read_keywords(file)[0],)))


def test_the_macro_of_the_manual():
    found = place("FNMAP standard.tif", "PRINTMAP C:\\DIP\\PRINTTIF.EXE #'GAMEPATH'\\'FNMAP'")
    entry = entry_of(MenuEntry("~Print", "", "'PRINTMAP' :hplj X0.8 '!'", 7), found, "V")
    assert entry.action == PrintMap(("#cosa\\standard.tif", ":hplj", "X0.8"))


@pytest.mark.slow
def test_maps_from_the_menus(maps):
    shutil.copytree(EXAMPLE, maps, dirs_exist_ok=True)
    Image.new("1", (80, 40), 0).save(maps / "TWO01S" / "STANDARD.TIF")
    variant = maps / "VARIANTS/STANDARD/VARIANT.TXT"
    menu = b"~Zeigen\r\n-\r\n'PRINTMAP' :screen\r\n~Drucken\r\n-\r\n'PRINTMAP' -map.prn\r\n"
    content = variant.read_bytes().replace(b"MENULIST\r\n", b"MENULIST\r\n" + menu)
    macro = b"PRINTMAP printtif.exe #'GAMEPATH'\\'FNMAP'\r\n"
    variant.write_bytes(macro + content)

    async def story(app, pilot):
        await pilot.press("1", "z")
        await until(pilot, on(app, PictureScreen))
        await pilot.press("escape")
        await until(pilot, on(app, AnyKey))
        await pilot.press("x", "d")
        await until(pilot, on(app, QuestionScreen))
        await pilot.press(*"hplj", "enter")
        await until(pilot, on(app, AnyKey))
        assert "bytes for hplj at 300 dpi" in log(app)

    play(maps, story)
    assert b"\x1b*t300R" in (maps / "map.prn").read_bytes()


# Texts.


def test_a_text_of_dos(call, maps):
    (maps / "COSA" / "READ.ME").write_bytes(
        b"F\x81r Spieler\r\n\x1b[2Jnicht l\x94schen\r\n\x1a\0\0"
    )
    done = call("dipwork", "readtext", "cosa\\read.me")
    assert done.out == "Für Spieler\n[2Jnicht löschen\n"
    done = call("dipwork", "readtext", "cosa\\none.txt")
    assert (done.status, "no such file" in done.err) == (2, True)
    done = call("dipwork", "readtext", "cosa")
    assert (done.status, "is a directory" in done.err) == (2, True)

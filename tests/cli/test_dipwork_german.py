"""Every door of DipWork in German: nothing on the screen is an English sentence."""

import re
import shutil
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
ENGLISH = re.compile(
    r"\b(the|is|no|not|and|with|write|order|orders|read|wrote|unit|where|it|its|behind|such|as|"
    r"retreats?|builds?|found|usually|nowhere|convoy|number|cannot|there|this|too|are)\b"
)
DOORS = (
    ("run", "/?"),
    ("run", "TWO01S", "/all"),
    ("run", "TWO01S", "/debug1", "/debug2", "/s", "/p", "/c"),
    ("run", "TWO01S", "/fieldtest"),
    ("run", "TWO01S", "/orderview"),
    ("run", "THREE01F", "/all"),
    ("run", "NIX", "/all"),
    ("run", "TWO01S", "/xyz"),
    ("run", "TWO01S", "THREE01F"),
    ("accept", "TWO01S"),
    ("accept", "THREE01S"),
    ("accept", "NIX"),
    ("report", "TWO01S"),
    ("report", "TWO01S", "--explain"),
    ("report", "TWO01S", "--as", "html", "--to", "page.html"),
    ("report", "NIX"),
    ("printtif", "/?"),
    ("printtif", "R?"),
    ("printtif", "#nix.tif", ":hplj"),
    ("printtif", "#nix.tif", ":foo"),
    ("printtif", "#TWO01S/GAME.TXT", ":hplj"),
    ("printtif", "#TWO01S/STANDARD.TIF", ":foo"),
    ("printtif", "#TWO01S/STANDARD.TIF", ":hplj", "R17"),
    ("printtif", "#TWO01S/STANDARD.TIF", ":hplj", "X99"),
    ("printtif", "#TWO01S/STANDARD.TIF", ":hplj", "X30", "Y30"),
    ("printtif", "#TWO01S/STANDARD.TIF", ":epson24", "R60", "X1.5", "Y1.5"),
    ("printtif", "#TWO01S/STANDARD.TIF", ":hplj", "-TWO01S"),
    ("printtif", "=FNMAP"),
    ("printtif", "!nix.txt", "=FNMAP"),
    ("readtext", "nix.txt"),
)
ANSWERS = b"Bul\nXyz\n1\nnix.ord\nwinter\n\n\n\nexit\nexit\n"


@pytest.fixture(scope="module")
def judged_once(tmp_path_factory, calling):
    folder = tmp_path_factory.mktemp("judged")
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    with calling(folder) as call:
        assert call("dipwork", "run", "TWO01S", "/all").status == 0
    return folder


@pytest.fixture
def judged(tmp_path, judged_once):
    """The example project with a round that is judged up to its report."""
    shutil.copytree(judged_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


def told(text):
    """What Dragoman says, without what it quotes, file names, options and keywords."""
    text = re.sub(r"'[^'\n]*'|\[[^]\n]*\]|/\w+|\b[\w.]*[A-Z]{2}[\w.]*\b|\b\w+\.\w+\b", "", text)
    return text.split("Comment\n")[0]


@pytest.mark.slow
@pytest.mark.parametrize("door", DOORS, ids=" ".join)
def test_every_door_speaks_german(call, judged, door):
    done = call("dipwork", "--language", "de", *door, stdin=ANSWERS)
    said = told(done.out + done.err)
    assert said.strip() or door[0] == "report"
    assert not ENGLISH.search(said), said


@pytest.mark.slow
def test_a_report_is_told_as_what_it_was_written(call, judged):
    done = call("dipwork", "--language", "de", "report", "TWO01S", "--as", "html", "--to", "o.html")
    assert done.out == "o.html: Frühjahr 1901, Züge, als html\n"


@pytest.mark.slow
def test_the_winter_names_builds_that_were_not_used(call, judged):
    game = judged / "TWO01F"
    assert call("dipwork", "run", "TWO01F", "/s", "/p", "/c").status == 0
    done = call("dipwork", "run", "TWO01F", "/w", stdin=b"\n\n\n\n\n\n\n\n\n\n")
    assert done.status == 0, done.err
    assert (game / "WINTERED.ORD").exists()
    report = call("dipwork", "report", "TWO01F").out
    assert "Aufbau nicht genutzt" in report

"""``dragoman dipwork report``: a round in the forms of today, from DipWork's own files."""

import json
import re
import shutil
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"


@pytest.fixture
def games(tmp_path):
    """The example project, judged, in the folder that commands run in."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    return tmp_path


def headings(text):
    return re.findall(r"^(\w+ · .*)\n=+$", text, re.MULTILINE)


def test_a_round_of_two_phases_is_told_whole(call, games):
    text = call("dipwork", "report", "TWO01F").out
    assert headings(text) == [
        "Rhododendron · Herbst 1901, Züge",
        "Rhododendron · Herbst 1901, Rückzüge",
        "Rhododendron · Winter 1901, Auf- und Abbau",
    ]
    assert "France (Jean-Luc von der Aue)\n  A Bur H             vertrieben" in text
    assert "A Bur R Par" in text
    assert "Austria (Heinz Rad)\n  Aufbau A Bud" in text
    assert text.count("Als Nächstes") == 1
    assert "Als Nächstes: Frühjahr 1902, Züge" in text


def test_before_the_retreats_only_the_moves_are_told(call, games):
    (games / "THREE01F/WINTERED.ORD").unlink()
    text = call("dipwork", "report", "THREE01F", "--language", "en").out
    assert headings(text) == ["Rittersporn · Fall 1901, movement"]
    assert "F Tri S A Boh–Vie   not possible, dislodged" in text
    assert "A Rum (Austria): Bud, Bul, Gal, Seb or Ser" in text


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("markdown", "- *A Bur H*: **vertrieben**"),
        ("bbcode", "[*][i]A Bur H[/i]: [b]vertrieben[/b]"),
        ("html", '<span class="failed">A Bur H</span> <span class="mark">vertrieben</span>'),
        ("zine", "<u>A Bur H</u></span> (vertrieben),"),
    ],
)
def test_the_forms(call, games, form, said):
    (games / "notes.txt").write_text("Der ZAT ist der 1. April.\n", encoding="utf-8")
    done = call(
        "dipwork", "report", "TWO01F", "--as", form, "--to", "round", "--notes", "notes.txt"
    )
    assert done.out == f"round: Herbst 1901, Züge, as {form}\n"
    text = (games / "round").read_text(encoding="utf-8")
    assert said in text
    assert len(re.findall(r"Der ZAT ist der 1\\?\. April", text)) == 1
    for phase in ("Züge", "Rückzüge", "Auf- und Abbau"):
        assert phase in text
    assert "Zentren nach Jahren" not in text  # earlier years are in no file


def test_explained_and_as_data(call, games):
    done = call("dipwork", "report", "TWO01S", "--explain", "--json")
    data = json.loads(done.out)
    assert data["phases"] == ["S1901M"]
    assert "DATC 6.A.11" in data["report"]


def test_it_writes_into_no_file_of_the_round(call, games, files_of):
    before = files_of(games)
    for name in ("TWO01F/PLAIN.TXT", "TWO01F/WINTERED.ORD", "VARIANTS/STANDARD/fields.txt"):
        done = call("dipwork", "report", "TWO01F", "--to", name)
        assert done.status == 2
        assert "name another file" in done.err
    assert files_of(games) == before


def test_what_is_not_of_one_round_is_not_told(call, games):
    spring, autumn = games / "TWO01S", games / "TWO01F"
    shutil.copy(spring / "NEWGAME.TXT", autumn / "NEWGAME.TXT")
    done = call("dipwork", "report", "TWO01F")
    assert done.status == 2
    assert "WINTERED.ORD and newgame.txt are of another round - run the winterer again" in done.err


def test_in_three_phases_the_winterer_of_the_last_round_does_not_matter(call, games):
    game = games / "THREE01S"
    for name in ("GAME.TXT", "ORDERS.TXT"):
        shutil.copy(games / "THREE01F" / name, game)
    assert call("dipwork", "run", "THREE01S", "/s", "/p", "/c").status == 0
    assert call("dipwork", "report", "THREE01S").status == 2
    text = call("dipwork", "report", "THREE01S", "--moves").out
    assert headings(text) == ["Rittersporn · Herbst 1901, Züge"]
    assert text == call("dipwork", "report", "THREE01F", "--moves").out


def test_without_a_round_it_says_which_step_is_missing(call, games):
    (games / "TWO01S/CONFLCED.ORD").unlink()
    done = call("dipwork", "report", "TWO01S")
    assert done.status == 2
    assert "run the conflicter first: /c" in done.err


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "html", "zine"])
def test_who_leads_the_game_and_when_orders_are_due(call, games, form):
    """MASTER and ZAT, once, as PLAIN.TXT has them."""
    game = games / "TWO01F" / "ORDERS.TXT"
    game.write_bytes(
        b"ZAT 1. Mai <12 Uhr>\r\nMASTER Torsten\r\n" + _without(game, b"ZAT", b"MASTER")
    )
    text = call("dipwork", "report", "TWO01F", "--as", form).out
    assert text.count("Spielleiter: Torsten") == 1
    assert text.count("Nächster ZAT: 1. Mai") == 1
    assert "<12" not in text or form in ("text", "bbcode")
    english = call("dipwork", "report", "TWO01F", "--as", form, "--language", "en").out
    assert "Game master: Torsten" in english
    assert "Next deadline: 1. Mai" in english


def _without(file, *keywords):
    lines = file.read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(keywords))


@pytest.mark.parametrize("form", ["html", "zine"])
def test_pages_have_the_map_of_the_moves(call, games, form):
    text = call("dipwork", "report", "TWO01F", "--as", form).out
    assert text.count('class="dragoman-map"') == 1
    assert text.index("Herbst 1901, Züge</p>") < text.index("dragoman-map")
    assert re.search(r"<text[^>]*>[^<]*Herbst 1901<", text)
    assert "Standard - Rhododendron" in text


def test_forms_without_pictures_have_no_map(call, games):
    for form in ("text", "markdown", "bbcode"):
        assert "<svg" not in call("dipwork", "report", "TWO01F", "--as", form).out

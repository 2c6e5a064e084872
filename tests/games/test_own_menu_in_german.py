"""What the entries of the menus come to for a game folder of ours, in German."""

import re
from pathlib import Path

import pytest

from dragoman.cli.menu.application import own_command
from dragoman.games import playing
from dragoman.games.folder import FolderSettings
from dragoman.games.variants.maps import check
from dragoman.words import in_language

ENGLISH = re.compile(
    r"\b(the|is|no|not|and|with|orders|read|unit|where|final|next|type|over|judged|missing|again|"
    r"spring|fall|movement|retreats|adjustments|without|as|error|accepted)\b",
    re.IGNORECASE,
)
ORDERS = "France\nA par-bur\nA mar xyz\nGermany\nA mun-bur\nF kie-mos\nEngland\nA foo-bar\n"
ENTRIES = ("check", "adjudicate", "show", "report", "draw", "explain", "accept", "undo")


def say_de(text: str) -> str:
    return in_language(text, "de")


def told(game: Path, entry: str, wanted: str = "") -> str:
    answer = own_command(entry, game, wanted)
    lines = [say_de(answer.text), *(one.told(say_de) for one in answer.diagnostics)]
    return "\n".join(lines)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    answer = playing.new("standard", Path("winter"), None, [], FolderSettings("winter", "de"))
    assert not ENGLISH.search(without_names(say_de(answer.text)))
    return Path("winter")


def without_names(text: str) -> str:
    """Without what is quoted, commands, files, switches of the command line and sources."""
    text = re.sub(r"dragoman [\w/ ]+|'[^'\n]*'|\[[^]\n]*\]|--\w+|[\w/.-]*\.\w+", "", text)
    return text.replace("undo", "").replace("accept ", "").replace("mit accept", "")


@pytest.mark.slow
@pytest.mark.parametrize("orders", ["", ORDERS, "France\nA par-bur\n"])
def test_every_entry_speaks_german(game: Path, orders: str) -> None:
    (game / "orders.txt").write_text(orders, "utf-8")
    for entry in (*ENTRIES, "accept", "explain", "draw", "undo", "undo", "check"):
        said = without_names(told(game, entry, "A par"))
        assert said.strip(), entry
        assert not ENGLISH.search(said), f"{entry}: {said}"


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    for name in ("nowhere", "file", "empty"):
        assert not ENGLISH.search(without_names(told(tmp_path / name, "check")))


def test_the_check_of_a_variant(tmp_path: Path) -> None:
    standard = Path(__file__).parents[2] / "examples" / "dipwork" / "VARIANTS" / "STANDARD"
    assert say_de(check(str(standard), None).text).endswith(
        "STANDARD: in Ordnung\n75 Provinzen, 34 Zentren, 7 Nationen"
    )
    answer = check(str(tmp_path / "nix"), None)
    told = [answer.text, *(one.told(say_de) for one in answer.diagnostics)]
    assert "es gibt keine Variante und kein Verzeichnis" in told[1]

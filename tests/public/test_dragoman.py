"""What ``import dragoman`` offers."""

import subprocess
import sys
from pathlib import Path

import pytest

import dragoman

ROOT = Path(__file__).parents[2]


def test_every_public_name_is_there() -> None:
    assert {name for name in dragoman.__all__ if getattr(dragoman, name, None) is None} == set()
    assert set(dragoman.__all__) - set(dir(dragoman)) == set()


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="Oracle"):
        _ = dragoman.Oracle


def test_a_variant_by_name_by_folder_and_loaded(tmp_path: Path) -> None:
    standard = dragoman.load_variant("standard")
    folder = Path(dragoman.__file__).parent / "variants" / "standard"
    assert dragoman.Game(standard) == dragoman.Game("standard") == dragoman.Game(folder)
    with pytest.raises(dragoman.VariantError):
        dragoman.Game(tmp_path)


def test_a_game_in_a_file(tmp_path: Path) -> None:
    game = dragoman.Game("standard", dragoman.RuleSet.preset("1971"))
    game.order("Austria", "A vie-gal")
    game.process()
    dragoman.save_game(game, tmp_path / "game.json")
    assert dragoman.load_game(tmp_path / "game.json") == (game, ())


@pytest.mark.slow
def test_a_turn_needs_neither_numpy_nor_numba() -> None:
    program = (
        "import dragoman, sys\n"
        "dragoman.Game('standard').process()\n"
        "assert not {'numpy', 'numba'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)

"""A bare pair of nJudge's files by the name of a variant that is known."""

from importlib.resources import files

import pytest

from dragoman.formats import load_variant, read_variant, read_variant_files, write_variant
from dragoman.formats.variants.reader import known_variant
from dragoman.game import Variant

SHIPPED = files("dragoman").joinpath("variants")
MAP = """\
Paris,  F par
Calais, E cal
Dijon,  B dij
Sea,    w sea
-1
par-mv: cal dij
cal-mv: par
cal-xc: sea
dij-mv: par
sea-xc: cal
-1
-1
"""
SEED = "S1425M\nF: A Paris\nE: F Calais\nB: A Dijon\n-1\n-1\n"


def bare(name: str, map_text: str = MAP, seed: str = SEED) -> Variant:
    variant, faults = read_variant_files(name, map_text.encode(), seed.encode())
    assert faults == ()
    assert variant is not None
    return variant


@pytest.mark.parametrize("name", ["hundred", "h31", "h32"])
def test_names_and_victory_of_a_known_variant(name: str) -> None:
    variant = bare(name)
    assert [str(power) for power in variant.board.powers.values()] == [
        "Burgundy",
        "England",
        "France",
    ]
    assert (variant.title, variant.victory_centers) == ("Hundred", 9)
    assert variant.board.homes["FRANCE"] == ("PAR",)
    assert variant.start.units_of("ENGLAND")[0].location == "CAL"


def test_another_name_or_other_letters() -> None:
    assert list(bare("mine").board.powers) == ["F", "E", "B"]
    other = MAP.replace("Dijon,  B", "Dijon,  Q")
    assert list(bare("hundred", other, SEED.replace("B:", "Q:")).board.powers) == ["F", "E", "Q"]
    assert list(bare("modern").board.powers) == ["F", "E", "B"]  # it has ten powers, not three


def test_what_is_said_counts() -> None:
    toml = b'title = "Mine"\n'
    variant, _ = read_variant_files("hundred", MAP.encode(), SEED.encode(), toml)
    assert variant is not None
    assert list(variant.board.powers) == ["F", "E", "B"]
    assert variant.victory_centers == 2


def test_the_name_of_a_shipped_variant(tmp_path) -> None:
    for name in ("map.standard", "seed.standard"):
        text = SHIPPED.joinpath("standard", name).read_text("utf-8")
        (tmp_path / name.replace("standard", "britain")).write_text(text, "utf-8")
    variant, faults = read_variant(tmp_path, "britain")
    assert faults == ()
    assert variant is not None
    assert variant.victory_centers == load_variant("britain").victory_centers == 19
    assert variant.board.powers["AUSTRIA"].adjective == "Austrian"
    assert variant.board.homes == load_variant("standard").board.homes


def test_written_it_stands_in_the_file(tmp_path) -> None:
    texts, _ = write_variant(bare("hundred"))
    variant, _ = read_variant_files("mine", *(text.encode() for text in texts.values()))
    assert variant is not None
    assert list(variant.board.powers) == ["BURGUNDY", "ENGLAND", "FRANCE"]
    assert variant.victory_centers == 9


def test_every_known_variant_has_names_for_its_letters() -> None:
    for name, letters in (("youngstown", "ACEFGNIJRT"), ("machiavelli", "ALFINPTV")):
        found = known_variant(name, letters)
        assert found is not None
        assert found.powers is not None
        assert {power.letter for power in found.powers} == set(letters)

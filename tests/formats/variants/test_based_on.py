"""Variants that are based on a shipped one, and where variants are found."""

import pytest

from dragoman.formats import (
    VariantError,
    folder_of,
    installed_folder,
    installed_variants,
    load_variant,
    read_variant,
)


@pytest.fixture
def folder(tmp_path):
    """A variant that says nothing but what it is based on."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "variant.toml").write_text('title = "Mine"\nbased_on = "standard"\n', "utf-8")
    standard = load_variant("standard")
    units = "\n".join(
        f"{standard.board.powers[u.power].letter}: {u.kind} {u.location.lower()}"
        for u in standard.start.units
    )
    (folder / "seed.mine").write_text(f"S1901M\n{units}\n-1\n-1\n", "utf-8")
    return folder


def add(folder, text):
    with (folder / "variant.toml").open("a", encoding="utf-8") as file:
        file.write(text)


def test_all_else_is_as_in_its_base(folder):
    variant, standard = load_variant(folder), load_variant("standard")
    assert (variant.name, variant.title) == ("mine", "Mine")
    for field in ("start", "rule_set", "victory_centers", "center_order", "names", "credits"):
        assert getattr(variant, field) == getattr(standard, field)
    assert dict(variant.board.provinces) == dict(standard.board.provinces)
    assert variant.board.paths == standard.board.paths
    assert dict(variant.board.powers) == dict(standard.board.powers)
    assert dict(variant.board.names) == dict(standard.board.names)


def test_a_power_of_its_own_takes_the_place_of_one_with_its_letter(folder):
    add(folder, '[[powers]]\nletter = "T"\nname = "Byzantium"\nhomes = ["CON", "GRE", "SMY"]\n')
    board = load_variant(folder).board
    assert "TURKEY" not in board.powers
    assert list(board.powers)[-1] == "BYZANTIUM"
    assert board.homes["BYZANTIUM"] == ("CON", "GRE", "SMY")
    assert board.provinces["ANK"].is_center
    assert board.provinces["ANK"].home is None
    assert "TURKEY" not in load_variant(folder).names["de"].powers


def test_a_power_can_have_no_home(folder):
    add(folder, '[[powers]]\nletter = "T"\nname = "Turkey"\nhomes = []\n')
    board = load_variant(folder).board
    assert board.homes["TURKEY"] == ()
    assert list(board.powers)[-1] == "TURKEY"
    assert len(board.centers) == 34


def test_names_of_its_own(folder):
    add(folder, '[names.de.places]\nMUN = "Monaco di Baviera"\n[names.it.places]\nROM = "Roma"\n')
    variant = load_variant(folder)
    assert variant.place_name("MUN", "de") == "Monaco di Baviera"
    assert variant.place_name("VIE", "de") == "Wien"
    assert variant.place_name("ROM", "it") == "Roma"


def test_a_map_of_its_own_leaves_out_names_of_other_places(folder):
    (folder / "map.mine").write_text(
        "Here, T her\nThere, G the\n-1\nher-mv: the\nthe-mv: her\n-1\n-1\n"
    )
    (folder / "seed.mine").write_text("S1901M\nT: A here\n-1\n-1\n")
    variant, faults = read_variant(folder)
    assert not any(fault.is_error for fault in faults)
    assert list(variant.board.provinces) == ["HER", "THE"]
    assert variant.names["de"].places == {}


# Each row: what is added to the file, and the code of the fault.
FAULTS = [
    ('[[powers]]\nletter = "T"\nname = "T"\nhomes = ["XXX"]\n', "unknown-home"),
    ('[[powers]]\nletter = "T"\nname = "T"\nhomes = ["BLA"]\n', "unknown-home"),
    ('[[powers]]\nletter = "T"\nname = "T"\nhomes = [1]\n', "bad-value"),
    (
        '[[powers]]\nletter = "T"\nname = "T"\nhomes = ["SER"]\n'
        '[[powers]]\nletter = "X"\nname = "X"\nhomes = ["SER"]\n',
        "two-homes",
    ),
]


@pytest.mark.parametrize(("text", "code"), FAULTS)
def test_faults_of_homes(folder, text, code):
    add(folder, text)
    variant, faults = read_variant(folder)
    assert code in [fault.code for fault in faults]
    assert variant is not None


def test_a_base_nobody_knows(folder):
    (folder / "variant.toml").write_text('based_on = "nonsense"\n', "utf-8")
    variant, (fault,) = read_variant(folder)
    assert variant is None
    assert fault.code == "unknown-base"
    assert "standard" in fault.candidates


def test_a_base_that_is_no_name(folder):
    (folder / "variant.toml").write_text("based_on = 7\n", "utf-8")
    variant, (fault,) = read_variant(folder)
    assert variant is None
    assert fault.code == "missing-file"


def test_installed_variants_are_found_by_name(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert installed_variants() == []
    with pytest.raises(VariantError):
        load_variant("mine")
    target = installed_folder() / "mine"
    target.parent.mkdir(parents=True)
    folder.rename(target)
    (installed_folder() / "standard").mkdir()
    (installed_folder() / ".half").mkdir()
    assert installed_variants() == ["mine"]
    assert folder_of("mine") == target
    assert folder_of("standard") is None
    assert load_variant("mine").title == "Mine"
    assert load_variant("standard").title == "Diplomacy"

"""Variants from folders: the shipped one, others, and broken ones."""

import pytest

from dragoman.formats import VariantError, load_variant, read_variant, shipped_variants
from dragoman.rules import RuleSet


@pytest.fixture
def folder(tmp_path, standard_map, standard_seed, standard_toml):
    """A copy of the standard variant to damage."""
    folder = tmp_path / "standard"
    folder.mkdir()
    (folder / "map.standard").write_text(standard_map, "utf-8")
    (folder / "seed.standard").write_text(standard_seed, "utf-8")
    (folder / "variant.toml").write_text(standard_toml, "utf-8")
    return folder


def rewrite(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_standard():
    variant = load_variant("standard")
    assert variant.name == "standard"
    assert variant.title == "Diplomacy"
    assert variant.first_year == 1901
    assert variant.victory_centers == 18
    assert variant.rule_set == RuleSet.preset("datc")
    assert set(variant.center_order) == set(variant.board.centers)
    assert variant.center_order[:3] == ("BUD", "TRI", "VIE")
    assert variant.start.faults(variant.board) == ()
    assert sorted(variant.board.kinds) == ["A", "F"]
    assert variant.credits


def test_starting_units():
    start = load_variant("standard").start
    units = {power: {str(u) for u in start.units_of(power)} for power in {*start.owners.values()}}
    assert units == {
        "AUSTRIA": {"A BUD", "F TRI", "A VIE"},
        "ENGLAND": {"F EDI", "A LVP", "F LON"},
        "FRANCE": {"F BRE", "A MAR", "A PAR"},
        "GERMANY": {"A BER", "F KIE", "A MUN"},
        "ITALY": {"F NAP", "A ROM", "A VEN"},
        "RUSSIA": {"A MOS", "F SEV", "F STP/SC", "A WAR"},
        "TURKEY": {"F ANK", "A CON", "A SMY"},
    }


def test_names_by_language():
    variant = load_variant("standard")
    assert variant.place_name("MUN") == "Munich"
    assert variant.place_name("MUN", "de") == "München"
    assert variant.place_name("MUN", "nl") == "Munich"
    assert variant.place_name("STP/SC") == "St Petersburg/sc"
    assert variant.place_name("STP/SC", "de") == "Sankt Petersburg (Südküste)"
    assert variant.power_name("TURKEY") == "Turkey"
    assert variant.power_name("TURKEY", "de") == "Türkei"


def test_every_place_and_power_has_a_german_name():
    variant = load_variant("standard")
    german = variant.names["de"]
    assert set(german.places) == {*variant.board.locations}
    assert set(german.powers) == {*variant.board.powers}


@pytest.mark.slow
def test_shipped_variants_are_read_once():
    """That they are sound is seen in ``tests/variants/test_shipped.py``."""
    assert "standard" in shipped_variants()
    for name in shipped_variants():
        variant = load_variant(name)
        assert load_variant(name) is variant
        assert variant.name == name


def test_a_folder(folder):
    variant = load_variant(folder)
    shipped = load_variant("standard")
    assert variant is not shipped
    assert variant.start == shipped.start
    assert variant.board.paths == shipped.board.paths
    assert load_variant(str(folder)).start == shipped.start


def test_a_bare_pair_of_files_has_letters_for_names(folder):
    (folder / "variant.toml").unlink()
    for kind in ("map", "seed"):  # by a name that nobody knows: those of known ones have names
        (folder / f"{kind}.standard").rename(folder / f"{kind}.mine")
    variant = load_variant(folder)
    assert list(variant.board.powers) == ["T", "G", "F", "A", "E", "R", "I"]
    assert variant.title == "mine"
    assert variant.victory_centers == 18
    assert variant.rule_set == RuleSet()
    assert variant.start.owners["BUD"] == "A"


def test_the_name_is_that_of_the_only_map(folder, tmp_path):
    folder.rename(tmp_path / "mine")
    assert load_variant(tmp_path / "mine").name == "standard"


def test_rules_of_its_own(folder):
    rewrite(folder / "variant.toml", 'preset = "datc"', 'preset = "1971"')
    rewrite(folder / "variant.toml", "settings = []", 'settings = ["4.A.2=all-hold"]')
    variant = load_variant(folder)
    assert variant.rule_set == RuleSet.preset("1971").with_settings("4.A.2=all-hold")


def test_units_of_its_own(folder):
    rewrite(
        folder / "variant.toml",
        "[[powers]]",
        '[[units]]\nletter = "B"\nname = "balloon"\nmoves = "mv"\nstrength = 2\n[[powers]]',
    )
    board = load_variant(folder).board
    assert board.kinds["B"].strength == 2
    assert board.stands["B"] == board.stands["A"]


@pytest.mark.parametrize("name", ["nonsense", "/no/such/folder", ""])
def test_there_is_no_such_variant(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VariantError) as error:
        load_variant(name)
    assert error.value.diagnostics[0].code in ("unknown-variant", "missing-file")


def test_a_path_that_is_no_folder(tmp_path):
    with pytest.raises(VariantError, match="cannot read"):
        load_variant(tmp_path / "nothing")


def test_missing_files(folder):
    (folder / "seed.standard").unlink()
    with pytest.raises(VariantError, match=r"no seed\.standard"):
        load_variant(folder)
    (folder / "map.standard").rename(folder / "map.one")
    (folder / "map.two").write_text("")
    variant, (fault,) = read_variant(folder)
    assert variant is None
    assert fault.candidates == ("map.one", "map.two")


def test_all_faults_of_all_files_at_once(folder):
    rewrite(folder / "map.standard", "ank-mv: arm", "ank-mv: arn")
    rewrite(folder / "seed.standard", "A Budapest", "A Budapst")
    rewrite(folder / "variant.toml", "victory_centers = 18", 'victory_centers = "18"')
    with pytest.raises(VariantError) as error:
        load_variant(folder)
    assert [(d.source, d.code) for d in error.value.diagnostics] == [
        ("map.standard", "unknown-province"),
        ("seed.standard", "unknown-province"),
        ("variant.toml", "bad-value"),
    ]
    assert "map.standard:88:9: error: no province is called 'arn'" in str(error.value)
    variant, _ = read_variant(folder)
    assert len(variant.start.units) == 21


# Each row: what is replaced in the standard variant.toml, by what, the diagnostic's code, and
# the beginning of the line it points at.
BROKEN = [
    ('title = "Diplomacy"', 'title = "Diplomacy', "bad-toml", "title"),
    ('title = "Diplomacy"', "title = 7", "bad-value", "title = 7"),
    ("victory_centers = 18", "victory_centers = -1", "bad-value", "victory"),
    ("victory_centers = 18", "victory_centers = true", "bad-value", "victory"),
    ("victory_centers = 18", "victory_centres = 18", "unknown-key", "victory"),
    ('preset = "datc"', 'preset = "datk"', "unknown-rule-set", "preset"),
    ("settings = []", 'settings = ["4.Z.9=a"]', "bad-setting", "settings"),
    ("settings = []", "settings = [7]", "bad-value", "settings"),
    ("settings = []", "colour = 1", "unknown-key", "colour"),
    ('letter = "T"', 'letter = "R"', "two-powers", "[[powers]]"),
    ('letter = "T"', 'letter = "TU"', "bad-power", "[[powers]]"),
    ('letter = "F"\nname = "fleet"', 'letter = "A"\nname = "fleet"', "two-unit-kinds", "[[units]]"),
    ('moves = "xc"', 'moves = "air"', "bad-unit-kind", "[[units]]"),
    ("can_convoy = true", 'can_convoy = "yes"', "bad-value", "can_convoy"),
    ('SWI = "Schweiz"', 'SWX = "Schweiz"', "unknown-name", "SWX"),
    ('SWI = "Schweiz"', "SWI = 5", "bad-value", "SWI"),
    ('SWI = "Schweiz"', 'SWI = "Wien"', "name-clash", ""),
    ('ITALY = ["Italien"]', 'SPAIN = ["Italien"]', "unknown-name", "SPAIN"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "code", "beginning"), BROKEN)
def test_faults_in_variant_toml(folder, old, new, code, beginning):
    file = folder / "variant.toml"
    rewrite(file, old, new)
    variant, diagnostics = read_variant(folder)
    found = [d for d in diagnostics if d.code == code]
    assert len(found) == 1
    assert found[0].source == "variant.toml"
    if beginning:
        assert file.read_text("utf-8").split("\n")[found[0].line - 1].startswith(beginning)
    assert variant is not None
    assert len(variant.board.provinces) == 76

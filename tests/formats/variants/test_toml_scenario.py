"""What a ``variant.toml`` says of Machiavelli, and what is wrong with it."""

from pathlib import Path

import pytest

import dragoman
from dragoman.formats import read_variant
from dragoman.machiavelli import Edition

FOLDER = Path(dragoman.__file__).parent / "variants"
SEED = FOLDER.joinpath("machiavelli", "seed.machiavelli").read_text("utf-8")
HEAD = 'title = "Mine"\nbased_on = "machiavelli"\n'


@pytest.fixture
def read(tmp_path):
    """Reads a variant that is based on Machiavelli and says this besides."""

    def read(words, seed=SEED):
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "variant.toml").write_text(HEAD + words, "utf-8")
        (folder / "seed.mine").write_text(seed, "utf-8")
        return read_variant(folder)

    return read


def test_nothing_said_is_the_base(read):
    variant, faults = read("")
    assert faults == ()
    assert variant.scenario.edition is Edition.CLASSIC
    assert len(variant.scenario.cities) == 58


def test_what_may_be_said(read):
    variant, faults = read(
        """
[machiavelli]
edition = "mach2"
fortresses = true
victory_countries = 3
plague_from = 1400
ways = ["MIL-BRE"]

[machiavelli.cities]
COM = "2f"
BER = "0."

[machiavelli.famine]
"2,2" = "COM"
"2,4" = ""

[machiavelli.incomes]
MIL = [2, 1, 2, 3, 4, 5, 6, 7]

[machiavelli.city_incomes]
MIL = [1, 0, 0, 0, 0, 0, 9]

[machiavelli.limits]
I = "xxxx x..x brbr"
"""
    )
    assert faults == ()
    scenario = variant.scenario
    assert (scenario.edition, scenario.has_fortresses, scenario.plague_from) == (
        Edition.MACH2,
        True,
        1400,
    )
    assert (scenario.victory.cities, scenario.victory.countries) == (15, 3)
    assert "BRE" in variant.board.reach("A", "MIL") and "MIL" in variant.board.reach("A", "BRE")
    assert scenario.cities["COM"].value == 2 and "BER" not in scenario.cities
    assert (scenario.famine.at(2, 2), scenario.famine.at(2, 4)) == ("COM", "")
    assert [(row.city, row.dice, row.country) for row in scenario.incomes] == [
        ("MIL", 2, "MILAN"),
        ("MIL", 1, None),
    ]
    assert scenario.limits["MILAN"].rows == {"A": "xxxx", "F": "x..x", "G": "brbr"}


SEED_TEXT = "S1454M\nI: A Milan\n&: G Genoa\n-1\n-1\n"


def test_provinces_and_powers_may_be_left_out(read):
    variant, faults = read('absent = ["A"]\nimpassable = ["AUS", "HUN"]\n', SEED_TEXT)
    assert [fault for fault in faults if fault.is_error] == []
    assert "AUS" not in variant.board.provinces and "AUS_CITY" not in variant.board.provinces
    assert "AUS" not in variant.board.reach("A", "TYR")
    assert "AUSTRIA" not in variant.board.powers
    assert "AUSTRIA" not in variant.scenario.countries
    assert variant.scenario.opening.owners["MIL_CITY"] == "MILAN"
    assert "GEN_CITY" not in variant.scenario.opening.owners


def test_a_home_country_of_nobody_that_plays(read):
    words = 'absent = ["A"]\n[[countries]]\nletter = "A"\nname = "Austria"\nhomes = ["TYR"]\n'
    variant, faults = read(words, SEED_TEXT)
    assert [fault for fault in faults if fault.is_error] == []
    assert variant.scenario.countries["AUSTRIA"].provinces == ("TYR",)
    assert "AUSTRIA" not in variant.scenario.opening.holders


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ('impassable = ["XYZ"]\n', "unknown-location", "XYZ"),
        ('[machiavelli]\nedition = "third"\n', "unknown-edition", "third"),
        ('[machiavelli]\nways = ["MIL>BRE"]\n', "bad-way", "MIL>BRE"),
        ('[machiavelli]\nways = ["MIL-XYZ"]\n', "unknown-location", "XYZ"),
        ('[machiavelli.cities]\nMIL = "8f"\n', "bad-city", "8f"),
        ('[machiavelli.cities]\nXYZ = "1f"\n', "unknown-location", "XYZ"),
        ('[machiavelli.famine]\n"1,5" = "MIL"\n', "bad-cell", "1,5"),
        ('[machiavelli.famine]\n"13" = "MIL"\n', "bad-cell", "13"),
        ('[machiavelli.plague]\n"2,5" = "XYZ"\n', "unknown-location", "XYZ"),
        ('[machiavelli.plague]\n"2,5" = "MIL"\n"02,5" = "PAD"\n', "cell-twice", "row 2"),
        ("[machiavelli.incomes]\nMIL = [1, 2, 3]\n", "bad-income-row", "not 3"),
        ("[machiavelli.incomes]\nMIL = [10, 1, 2, 3, 4, 5, 6]\n", "bad-income", "0 to 9"),
        ("[machiavelli.incomes]\nMIL = 7\n", "bad-income-row", "not 0"),
        ("[machiavelli.incomes]\nXYZ = [1, 1, 2, 3, 4, 5, 6]\n", "unknown-location", "XYZ"),
        ('[machiavelli.limits]\nI = "xxx xxxx xxxx"\n', "bad-limits-row", "xxx xxxx"),
        ('[machiavelli.limits]\nI = "yyyy xxxx xxxx"\n', "bad-limits-row", "yyyy"),
        ("[machiavelli.cities]\nMIL = 3\n", "bad-value", "MIL must be a text in quotes"),
        ("[machiavelli.limits]\nI = 3\n", "bad-value", "I must be a text in quotes"),
        ('[[countries]]\nletter = "AB"\nname = "A"\n', "bad-country", "letter"),
        ('[[countries]]\nletter = "Z"\nname = "Z"\nhomes = ["XYZ"]\n', "unknown-home", "XYZ"),
        (
            '[[countries]]\nletter = "Z"\nname = "Z"\n[[countries]]\nletter = "Z"\nname = "Y"\n',
            "two-countries",
            "letter Z",
        ),
    ],
)
def test_bad_words_cost_themselves_alone(read, words, code, told):
    variant, faults = read(words)
    errors = [fault for fault in faults if fault.is_error]
    assert [fault.code for fault in errors] == [code]
    assert told in errors[0].what
    assert errors[0].remedy or errors[0].candidates
    assert errors[0].source == "variant.toml"
    if code != "unknown-location" or "impassable" not in words:
        assert errors[0].line > 2
    assert len(variant.scenario.cities) == 58
    assert [row.city for row in variant.scenario.incomes].count("MIL") == 1


def test_they_mean_nothing_on_a_map_without_cities(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    words = 'based_on = "standard"\n[machiavelli]\nfortresses = true\n'
    (folder / "variant.toml").write_text(words, "utf-8")
    (folder / "seed.mine").write_text("S1901M\nA: A Vienna\n-1\n-1\n", "utf-8")
    variant, faults = read_variant(folder)
    assert [fault.code for fault in faults] == ["not-machiavelli"]
    assert variant.scenario is None


def test_a_row_of_owners_of_the_wrong_length_is_told(read):
    _, faults = read("", SEED.replace("O:", "O:.", 1))
    assert "ownership-length" in [fault.code for fault in faults]

"""Terms of victory and builds in a ``variant.toml``: read, written, told, and their faults."""

import pytest

from dragoman.board import BuildTerms, EmergencyTerms, OpeningTerms, OwnedWay, VictoryTerms
from dragoman.formats import load_variant, read_variant, write_dpjudge, write_variant
from dragoman.game import MapStatistics, terms_told
from dragoman.games.variants.statistics_page import statistics_data, statistics_text
from dragoman.words import in_language

BASE = 'title = "Other"\nbased_on = "standard"\n'
ALL = """
[victory]
needs = ["ROM"]
some_of = ["LON", "PAR", "BER"]
some = 2
lead = 3
lead_from = 1901

[victory.centers]
ITALY = 6

[victory.needs_of]
ENGLAND = ["LON"]
"""

BUILDS = """
[also_builds]
FRANCE = ["POR"]

[emergencies.RUSSIA]
units = 2
least = 1
most = 3
grounds = ["LVN"]

[opening]
year = 1897
builds = 1
never = ["STP"]
keeps_built = true

[opening.only]
ENGLAND = ["NTH", "ENG"]

[kept]
ITALY = ["TUN"]
"""


@pytest.fixture
def read(tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()

    def reading(text):
        (folder / "variant.toml").write_text(BASE + text, "utf-8")
        return read_variant(folder)

    return reading


def test_all_terms_are_read_and_written(read, tmp_path):
    variant, faults = read(ALL)
    assert not faults
    assert variant.board.victory_terms == VictoryTerms(
        {"ITALY": 6}, ("ROM",), {"ENGLAND": ("LON",)}, ("LON", "PAR", "BER"), 2, 3, 1901
    )
    again = tmp_path / "again"
    again.mkdir()
    for name, text in write_variant(variant)[0].items():
        (again / name.replace("other", "again")).write_text(text, "utf-8")
    assert load_variant(again).board.victory_terms == variant.board.victory_terms


def test_they_are_told(read):
    variant, _ = read(ALL)
    told = [str(one) for one in terms_told(variant)]
    assert told[0] == "Italy wins with 6 centres."
    assert told[1:3] == ["Whoever wins must own Rome.", "England must own London to win."]
    assert "at least 2 of these: London, Paris, Berlin" in told[3]
    assert "3 centres more than anybody else at the end of 1901" in told[4]
    in_german = [in_language(one, "de") for one in terms_told(variant, "de")]
    assert in_german[0] == "Italien gewinnt mit 6 Zentren."
    statistics = MapStatistics(variant)
    assert told[0] in statistics_text(statistics).splitlines()
    assert statistics_data(statistics)["terms"] == told


def test_terms_of_builds_are_read_and_written(read, tmp_path):
    variant, faults = read(BUILDS)
    assert not faults
    terms = BuildTerms(
        {"FRANCE": ("POR",)},
        {"RUSSIA": EmergencyTerms(2, 1, 3, ("LVN",))},
        OpeningTerms(1897, 1, ("STP",), True, {"ENGLAND": ("NTH", "ENG")}),
        kept={"ITALY": ("TUN",)},
    )
    assert variant.board.build_terms == terms
    again = tmp_path / "again"
    again.mkdir()
    for name, text in write_variant(variant)[0].items():
        (again / name.replace("other", "again")).write_text(text, "utf-8")
    assert load_variant(again).board.build_terms == terms
    told = [in_language(one, "de") for one in terms_told(variant, "de")]
    assert told[0] == "Frankreich baut auch in Portugal, solange es ihm gehört."
    assert "darf es 2 Einheiten mehr haben" in told[1]
    assert "England baut seine ersten Einheiten in Nordsee, Ärmelkanal." in told
    assert told[-1].startswith("Tunis gehört Italien, solange")
    assert any("terms of builds" in loss.what for loss in write_dpjudge(variant)[1])


def test_ways_of_owners_are_read_and_written(read, tmp_path):
    variant, faults = read('[owned_ways]\nGRE = ["AEG-ION"]\n')
    assert not faults
    assert variant.board.owned_ways == (OwnedWay("AEG", "ION", "GRE"),)
    again = tmp_path / "again"
    again.mkdir()
    for name, text in write_variant(variant)[0].items():
        (again / name.replace("other", "again")).write_text(text, "utf-8")
    assert load_variant(again).board.owned_ways == variant.board.owned_ways
    (told,) = [in_language(one, "de") for one in terms_told(variant, "de")]
    assert told == (
        "Zwischen Ägäis und Ionisches Meer ziehen nur Einheiten der Macht, der Griechenland gehört."
    )
    assert any("open to all: aeg-ion" in loss.what for loss in write_dpjudge(variant)[1])


def test_other_formats_tell_that_they_lose_them(read):
    variant, _ = read(ALL)
    assert any("terms of victory" in loss.what for loss in write_dpjudge(variant)[1])


@pytest.mark.parametrize(
    "text, code",
    [
        ('[victory]\nneeds = ["TUS"]\n', "no-center"),
        ('[victory]\nneeds = ["XXX"]\n', "unknown-location"),
        ('[victory]\nsome_of = ["ROM"]\nsome = 2\n', "bad-value"),
        ("[victory]\nlead = 3\n", "bad-value"),
        ("[victory.centers]\nSPAIN = 3\n", "unknown-power"),
        ("[victory.centers]\nITALY = 0\n", "bad-value"),
        ('[victory.needs_of]\nSPAIN = ["MAD"]\n', "unknown-power"),
        ('[also_builds]\nFRANCE = ["GAS"]\nSPAIN = []\n', "unknown-power"),
        ('[also_builds]\nFRANCE = ["XXX"]\n', "unknown-location"),
        ('[also_builds]\nFRANCE = ["GAS"]\nITALY = ["GAS"]\n', "bad-value"),
        ("[emergencies.RUSSIA]\nleast = 2\nmost = 1\n", "bad-value"),
        ('[emergencies.RUSSIA]\nmost = 3\ngrounds = ["MOS"]\n', "bad-value"),
        ("[opening]\nyear = 1897\n", "bad-value"),
        ('[opening]\nbuilds = 1\n[opening.only]\nITALY = ["ROM"]\n', "bad-value"),
        ('[owned_ways]\nGRE = ["AEG-PAR"]\n', "bad-owned-way"),
        ('[owned_ways]\nTUS = ["AEG-ION"]\n', "no-center"),
        ('[kept]\nITALY = ["TUS"]\n', "no-center"),
    ],
)
def test_faults(read, text, code):
    variant, faults = read(text)
    assert code in {fault.code for fault in faults}
    assert all(fault.line for fault in faults)
    assert variant is None or variant.board.victory_terms == VictoryTerms(
        some_of=variant.board.victory_terms.some_of, some=variant.board.victory_terms.some
    )


def test_waters_can_be_centres(read):
    variant, faults = read('sea_centers = ["NTH"]\n')
    assert not faults
    assert "NTH" in variant.board.centers
    files, lost = write_variant(variant)
    assert not lost
    assert 'sea_centers = ["NTH"]' in files["variant.toml"]
    _, faults = read('sea_centers = ["RUH"]\n')
    assert [fault.code for fault in faults] == ["unknown-location"]

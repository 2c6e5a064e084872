"""What variant.toml says of builds, supply, convoys and coordinates: read, written, broken."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.board import ConvoyWays
from dragoman.formats import (
    load_variant,
    read_dpjudge,
    read_mdf,
    read_variant,
    write_dpjudge,
    write_mdf,
    write_variant,
)
from dragoman.game import LayoutHints

GROUNDS = Path(__file__).parents[2] / "cases" / "dipwork" / "boards" / "grounds"


@pytest.fixture
def grounds():
    return load_variant(GROUNDS)


def written(variant, folder):
    texts, losses = write_variant(variant)
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return [loss.what for loss in losses]


def test_what_is_read(grounds):
    board = grounds.board
    assert board.common_homes == ("BEL", "SER", "SPA")
    assert {key: p.points for key, p in board.provinces.items() if p.points > 1} == {"MUN": 3}
    assert {kind.letter: kind.cost for kind in board.kinds.values()} == {"A": 1, "F": 2}
    builds = board.buildable
    assert {"F": "LVP" in builds["F"], "A": "LVP" in builds["A"]} == {"F": True, "A": False}
    assert "SEV" not in builds["A"] | builds["F"]
    assert {at for at in builds["F"] if at.startswith("STP")} == {"STP/NC"}
    assert {at for at in builds["F"] if at.startswith("SPA")} == {"SPA/NC", "SPA/SC"}
    assert "STP" in builds["A"]
    assert "SPA" not in builds["A"]
    steps = board.convoy_steps
    assert {("TYR", "ADR"), ("ADR", "TYR"), ("SPA", "MAO"), ("ENG", "LON")} <= steps
    assert not {("ENG", "BRE"), ("BRE", "ENG"), ("MAO", "SPA"), ("TYR", "BOH")} & steps


def test_what_is_as_usual_is_not_written(tmp_path):
    variant = load_variant("standard")
    written(variant, tmp_path)
    text = (tmp_path / "variant.toml").read_text("utf-8")
    for word in ("common_homes", "points", "builds", "convoys", "coordinates", "cost"):
        assert word not in text


def test_written_and_read_it_is_the_same(grounds, tmp_path):
    variant = replace(grounds, coordinates={"MUN": (704, 783), "STP/NC": (12, -3)})
    assert written(variant, tmp_path) == []
    again, faults = read_variant(tmp_path)
    assert faults == ()
    assert again.coordinates == variant.coordinates
    one, other = variant.board, again.board
    assert other.provinces == one.provinces
    assert other.kinds == one.kinds
    assert other.build_grounds == one.build_grounds
    assert other.convoy_ways == one.convoy_ways
    text = (tmp_path / "variant.toml").read_text("utf-8")
    assert 'also = ["TYR-ADR", "NTH-RUH"]' in text
    assert 'never = ["ENG-BRE", "MAO>SPA"]' in text


BASE = 'title = "X"\nbased_on = "standard"\n'


def read(folder, text):
    folder.joinpath("seed.x").write_bytes(GROUNDS.joinpath("seed.grounds").read_bytes())
    folder.joinpath("variant.toml").write_text(f"{BASE}{text}\n", "utf-8")
    return read_variant(folder)


def test_a_common_home_is_a_centre_also_where_the_map_has_none(tmp_path):
    variant, faults = read(tmp_path, 'common_homes = ["SIL", "VIE"]')
    assert faults == ()
    board = variant.board
    assert board.provinces["SIL"].is_center
    assert board.provinces["SIL"].home is None
    assert "SIL" not in variant.start.owners
    # Vienna stays Austria's at the start, and its home for those who count from it.
    assert board.homes["AUSTRIA"] == ("BUD", "TRI", "VIE")
    assert variant.start.owners["VIE"] == "AUSTRIA"
    assert board.common_homes == ("SIL", "VIE")


# Each row: what stands in the file, the diagnostic's code, and the beginning of its line.
BROKEN = [
    ('common_homes = ["XXX"]', "unknown-home", "common_homes"),
    ('common_homes = ["NTH"]', "unknown-home", "common_homes"),
    ("common_homes = 7", "bad-value", "common_homes"),
    ("[points]\nMUN = 0", "bad-points", "MUN"),
    ("[points]\nMUN = -2", "bad-value", "MUN"),
    ("[points]\nMUN = 1000000", "bad-value", "MUN"),
    ('[points]\nMUN = "2"', "bad-value", "MUN"),
    ("[points]\nMUN = true", "bad-value", "MUN"),
    ("[points]\nSIL = 2", "no-center", "SIL"),
    ("[points]\nXXX = 2", "unknown-location", "XXX"),
    ('[points]\n"STP/NC" = 2', "unknown-location", '"STP/NC"'),
    ('[builds]\nMUN = ["X"]', "unknown-unit-kind", "MUN"),
    ("[builds]\nMUN = 3", "bad-value", "MUN"),
    ('[builds]\nSIL = ["A"]', "no-center", "SIL"),
    ('[builds]\n"STP/EC" = ["F"]', "unknown-location", '"STP/EC"'),
    ('[convoys]\nalso = ["IRI"]', "bad-convoy-step", "also"),
    ('[convoys]\nalso = ["IRI-XXX"]', "bad-convoy-step", "also"),
    ('[convoys]\nnever = ["IRI-IRI"]', "bad-convoy-step", "never"),
    ('[convoys]\nnever = ["IRI/NC-CLY"]', "bad-convoy-step", "never"),
    ('[convoys]\nalso = ["A-B-C"]', "bad-convoy-step", "also"),
    ("[convoys]\nalso = 5", "bad-value", "also"),
    ('[convoys]\nalso = ["BOH-TYR"]', "idle-convoy-step", "also"),
    ('[convoys]\nnever = ["BOH-NTH"]', "idle-convoy-step", "never"),
    ('[convoys]\nalso = ["IRI-LVP"]\nnever = ["LVP>IRI"]', "convoy-twice", "never"),
    ("[convoys]\nseldom = []", "unknown-key", "seldom"),
    ("[coordinates]\nMUN = 3", "bad-coordinates", "MUN"),
    ("[coordinates]\nMUN = [3]", "bad-coordinates", "MUN"),
    ("[coordinates]\nMUN = [3, true]", "bad-coordinates", "MUN"),
    ("[coordinates]\nMUN = [3, 1000000]", "bad-coordinates", "MUN"),
    ("[coordinates]\nMUN = [3.5, 4]", "bad-coordinates", "MUN"),
    ("[coordinates]\nXXX = [3, 4]", "unknown-location", "XXX"),
    ("points = 3", "bad-value", "points"),
    ('builds = "A"', "bad-value", "builds"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "code", "beginning"), BROKEN)
def test_faults(tmp_path, text, code, beginning):
    variant, faults = read(tmp_path, text)
    assert [fault.code for fault in faults] == [code]
    lines = (tmp_path / "variant.toml").read_text("utf-8").split("\n")
    assert faults[0].source == "variant.toml"
    assert lines[faults[0].line - 1].startswith(beginning)
    assert faults[0].remedy
    assert variant is not None


def test_what_a_unit_costs_cannot_be_less_than_nothing(tmp_path):
    _, faults = read(tmp_path, '[[units]]\nletter = "A"\nname = "army"\nmoves = "mv"\ncost = -1\n')
    assert ("bad-value", "cost cannot be less than 0") in [(f.code, f.what) for f in faults]


def test_what_was_said_of_a_place_goes_with_it(grounds):
    """After an earthquake that leaves neither."""
    board = grounds.board
    gone = {"STP", "NTH"}
    provinces = [p for key, p in board.provinces.items() if key not in gone]
    paths = [
        path
        for path in board.paths
        if not gone & {board.province_of[path.source], board.province_of[path.target]}
    ]
    shaken = board.with_ground(provinces, paths)
    assert set(shaken.build_grounds) == {"LVP", "SEV", "SPA"}
    assert shaken.convoy_ways == ConvoyWays(
        (("TYR", "ADR"), ("ADR", "TYR")), board.convoy_ways.never
    )


# Other programs' maps.


def test_dpjudge_tells_a_common_home_by_naming_it_for_all(grounds):
    text, losses = write_dpjudge(replace(grounds, coordinates={"MUN": (1, 1)}))
    told = [loss.what for loss in losses]
    again, faults = read_dpjudge(text, "grounds.map")
    assert [fault for fault in faults if fault.is_error] == []
    assert again.board.common_homes == grounds.board.common_homes
    assert again.board.homes == grounds.board.homes
    assert again.start.owners == grounds.start.owners
    assert set(again.board.centers) == set(grounds.board.centers)
    assert "what units cost: each counts one" in told
    assert "the supply points of centres, each counts one: Munich" in told
    assert any("may be built in Liverpool" in what for what in told)
    assert "where convoys step otherwise than fleets: tyr-adr, nth-ruh, eng-bre, mao>spa" in told
    assert "where units are drawn on a picture of the map" in told
    assert not any("left out: army" in what for what in told)


def test_daide_tells_a_common_home_by_its_powers(grounds):
    text, _ = write_mdf(grounds)
    assert "((AUS ENG FRA GER ITA RUS TUR) BEL SER SPA)" in text
    again, faults = read_mdf(text, "grounds.mdf")
    assert [fault for fault in faults if fault.is_error] == []
    assert again.board.common_homes == grounds.board.common_homes
    assert set(again.board.centers) == {
        {"ENG": "ECH"}.get(key, key) for key in grounds.board.centers
    }


def test_layout_is_read_written_and_inherited(grounds, tmp_path):
    hints = LayoutHints("SWE", 90, True, "NTH")
    written(replace(grounds, layout=hints), tmp_path)
    assert load_variant(tmp_path).layout == hints
    assert grounds.layout == LayoutHints()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('north = "XYZ"', "unknown-province"),
        ("north = 3", "bad-value"),
        ('around = "XYZ"', "unknown-province"),
        ("rotate = 360", "bad-value"),
        ('mirror = "yes"', "bad-value"),
        ("south = 1", "unknown-key"),
    ],
)
def test_layout_with_faults(grounds, tmp_path, line, code):
    written(grounds, tmp_path)
    with (tmp_path / "variant.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[layout]\n{line}\n")
    variant, faults = read_variant(tmp_path)
    assert [fault.code for fault in faults] == [code]
    assert faults[0].line and variant.layout == LayoutHints()

"""The files that come out of the workshop: as they were written, but for what was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from difflib import unified_diff
from typing import Any

import pytest

from dragoman.diagnostics import has_errors
from dragoman.formats import read_variant_files, shipped_folder
from dragoman.game.json_object import FormatError, parse
from dragoman.games.workshop.design import Design, read_design
from dragoman.games.workshop.saving import texts_of
from dragoman.games.workshop.texts import VariantTexts, design_of, empty_texts, texts_in

SAMPLE = ("standard", "isthmus", "white_winter", "crowded", "fleet_rome", "france_austria", "chaos")


def shipped(name: str) -> VariantTexts:
    return texts_in(shipped_folder() / name, name)


def through_json(design: Design) -> Design:
    return read_design(parse(json.dumps(design.data())))


def saved(texts: VariantTexts, change: Callable[[dict[str, Any]], object]) -> VariantTexts:
    """The files after a change of the design, as a browser sends it."""
    data = json.loads(json.dumps(design_of(texts).data()))
    change(data)
    return texts_of(texts, read_design(parse(json.dumps(data))))


def changed(before: VariantTexts, after: VariantTexts) -> dict[str, list[str]]:
    """The lines that went and came, by file."""
    found: dict[str, list[str]] = {}
    for name in {*before.files, *after.files}:
        old, new = before.files.get(name, ""), after.files.get(name, "")
        rows = unified_diff(old.split("\n"), new.split("\n"), lineterm="", n=0)
        if lines := [one for one in rows if one[:3] not in ("---", "+++") and one[0] != "@"]:
            found[name] = lines
    return found


def good(texts: VariantTexts) -> Any:
    """The variant of the files, in which nothing is wrong."""
    files = (texts.map.encode(), texts.seed.encode(), texts.toml.encode())
    variant, faults = read_variant_files(texts.name, *files, is_checked=True)
    assert variant is not None and not has_errors(faults), faults
    return variant


def province(data: dict[str, Any], key: str) -> dict[str, Any]:
    return next(one for one in data["provinces"] if one["id"] == key)


@pytest.mark.parametrize("name", SAMPLE)
def test_what_nobody_changed_is_saved_as_it_was(name: str) -> None:
    texts = shipped(name)
    design = design_of(texts)
    assert through_json(design) == replace(design, settings=design.settings)
    assert texts_of(texts, through_json(design)).files == texts.files


def test_a_name_changes_one_line() -> None:
    texts = shipped("white_winter")
    after = saved(texts, lambda d: province(d, "GRI").update(name="Grim Ridge"))
    assert changed(texts, after) == {
        "map.white_winter": [
            "-Grey Ridge,    l  gri",
            "+Grim Ridge,    l  gri",
        ]
    }
    assert good(after).board.provinces["GRI"].name == "Grim Ridge"


def test_an_abbreviation_changes_wherever_it_stands() -> None:
    texts = shipped("isthmus")
    after = saved(texts, lambda d: province(d, "TWI").update(words=["tlk"]))
    lines = changed(texts, after)["map.isthmus"]
    assert all("twi" in one if one[0] == "-" else "tlk" in one for one in lines)
    assert not any("twi" in one.split() for one in after.map.splitlines())
    variant = good(after)
    assert variant.board.gateways[0].controller == "TLK"
    assert set(changed(texts, after)) == {"map.isthmus", "geometry.json"}
    assert "TLK/WC" in json.loads(after.files["geometry.json"])["units"]


def test_names_in_other_files_follow(tmp_path: Any) -> None:
    texts = shipped("standard")
    after = saved(texts, lambda d: province(d, "STP").update(words=["ptr"], name="Petrograd"))
    assert set(changed(texts, after)) == {*texts.files}
    variant = good(after)
    assert {u.location for u in variant.start.units} >= {"PTR/SC"}
    assert variant.place_name("PTR", "fr") == "Saint-Pétersbourg"
    assert "R: F Petrograd/sc" in after.seed
    assert len(changed(texts, after)["seed.standard"]) == 2


def test_a_province_that_goes_leaves_nothing_behind() -> None:
    texts = shipped("white_winter")

    def drop(data: dict[str, Any]) -> None:
        data["provinces"] = [one for one in data["provinces"] if one["id"] != "GUL"]
        data["ways"] = [w for w in data["ways"] if "GUL" not in (w["start"], w["end"])]
        shapes = data["shapes"]
        for part in ("grounds", "units", "dislodged"):
            shapes[part].pop("GUL")

    after = saved(texts, drop)
    good(after)
    assert "gul" not in after.map.lower().replace("white gulf", "").split()
    assert "GUL" not in after.files["geometry.json"]
    assert after.map.count("#") == texts.map.count("#")
    # Comments and every other line stand as before.
    kept = set(texts.map.splitlines()) - set(after.map.splitlines())
    assert len(kept) == 8 and all("gul" in line for line in kept)
    assert len(changed(texts, after)["geometry.json"]) < 12


def test_a_border_changes_two_lines() -> None:
    texts = shipped("white_winter")

    def join(data: dict[str, Any]) -> None:
        data["ways"] = [w for w in data["ways"] if {w["start"], w["end"]} != {"WOL", "MOS"}]
        data["ways"] += [
            {"kind": "xc", "start": "MOS", "end": "AMB"},
            {"kind": "xc", "start": "AMB", "end": "MOS"},
        ]

    after = saved(texts, join)
    assert changed(texts, after)["map.white_winter"] == [
        "-wol-mv: urg pol bir mos",
        "+wol-mv: urg pol bir",
        "-mos-mv: wol bir mar urg",
        "+mos-mv: bir mar urg",
        "+mos-xc: amb",
        "-amb-xc: whg win pol bir mar ske",
        "+amb-xc: whg win pol bir mar ske mos",
    ]
    assert "MOS" in good(after).board.reach("F", "AMB")


def test_units_homes_and_powers_of_a_map_of_ones_own() -> None:
    texts = shipped("white_winter")

    def change(data: dict[str, Any]) -> None:
        province(data, "GUL").update(home="V")
        province(data, "LAK").update(center=False)
        data["units"] = [one for one in data["units"] if one["place"] != "NOR"]
        data["units"].append({"power": "T", "kind": "A", "place": "SNO"})
        fjordland = next(one for one in data["powers"] if one["id"] == "F")
        fjordland.update(name="Fjords", colour="#123456")
        data["powers"].append(
            {"id": "n1", "was": "", "letter": "N", "name": "Nowhere", "adjective": "", "colour": ""}
        )
        data["turn"] = "S1905M"

    after = saved(texts, change)
    rows = changed(texts, after)
    assert rows["map.white_winter"] == [
        "-Lakeside,      x  lak",
        "+Lakeside,      l  lak",
        "-Gull Rock,     xw gul",
        "+Gull Rock,     Vw gul",
        "-  fjo sta nor tar urg pol mar bro vel hif bir mos lak gul flo",
        "+  fjo sta nor tar urg pol mar bro vel hif bir mos gul flo",
    ]
    assert rows["seed.white_winter"] == [
        "-S1901M",
        "+S1905M",
        "-F: F Nordal",
        "+T: A Snow Pass",
    ]
    assert after.toml == texts.toml.replace("Fjordland", "Fjords") + (
        '\n[[powers]]\nletter = "N"\nname = "Nowhere"\n\n[colours]\nFJORDS = "#123456"\n'
    )
    assert good(after).colours == {"FJORDS": "#123456"}


def test_a_variant_based_on_another_says_only_what_differs() -> None:
    texts = shipped("crowded")

    def change(data: dict[str, Any]) -> None:
        province(data, "TUN").update(home="I")
        data["victory"] = 20

    after = saved(texts, change)
    assert set(after.files) == set(texts.files)
    rows = changed(texts, after)["variant.toml"]
    assert '+homes = ["POR", "SPA"]' in rows and "+victory_centers = 20" in rows
    assert "TUN" in good(after).board.homes["ITALY"]

    # A new province takes a map of its own; the base's lines stand in it as they are.
    def rename(data: dict[str, Any]) -> None:
        province(data, "BUR").update(name="Bourgogne")

    after = saved(texts, rename)
    assert "Bourgogne," in after.files["map.crowded"]
    assert good(after).board.provinces["BUR"].name == "Bourgogne"


def test_from_nothing() -> None:
    texts = empty_texts("pond", "The Pond")
    design = design_of(texts)
    ways = [
        {"kind": kind, "start": a, "end": b}
        for kind, pairs in {"mv": [("n1", "n2")], "xc": [("n1", "n3"), ("n2", "n3")]}.items()
        for pair in pairs
        for a, b in (pair, pair[::-1])
    ]
    data = {
        **design.data(),
        "provinces": [
            {"id": "n1", "was": "", "name": "East", "words": ["eas"], "area": "l", "center": True,
             "home": "p1"},
            {"id": "n2", "was": "", "name": "West Bank", "words": ["wes"], "area": "l",
             "center": True, "home": "p2"},
            {"id": "n3", "was": "", "name": "Pond", "words": ["pon"], "area": "w"},
        ],
        "powers": [
            {"id": "p1", "was": "", "letter": "E", "name": "Ease", "adjective": "", "colour": ""},
            {"id": "p2", "was": "", "letter": "W", "name": "Work", "adjective": "", "colour": ""},
        ],
        "ways": ways,
        "units": [{"power": "p1", "kind": "A", "place": "n1"}],
        "points": {"n1": [10, 20], "n2": [200, 20], "n3": [100, 90]},
    }  # fmt: skip
    after = texts_of(texts, read_design(parse(json.dumps(data))))
    assert after.map == (
        "# Provinces: name, kind of area, abbreviations.\n"
        "East,      E eas\n"
        "West Bank, W wes\n"
        "Pond,      w pon\n"
        "-1\n"
        "# Moves: mv for armies, xc for fleets, nc sc ec wc for fleets on a named coast.\n"
        "eas-mv: wes\neas-xc: pon\nwes-mv: eas\nwes-xc: pon\npon-xc: eas wes\n"
        "-1\n-1\n"
    )
    assert after.seed == "S1901M\nE: A East\n-1\n-1\n"
    assert good(after).coordinates == {"EAS": (10, 20), "WES": (200, 20), "PON": (100, 90)}
    again = design_of(after)
    assert texts_of(after, through_json(again)).files == after.files


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: province(d, "GRI").update(name="a, b"), "cannot stand there"),
        (lambda d: province(d, "GRI").update(name="a\nfoo-mv: x"), "cannot stand there"),
        (lambda d: province(d, "GRI").update(words=["fjo"]), "two have the key FJO"),
        (lambda d: province(d, "GRI").update(words=["a b"]), "needs an abbreviation"),
        (lambda d: d["units"].append({"power": "Q", "kind": "A", "place": "GRI"}), "none Q"),
        (lambda d: d["ways"].append({"kind": "mv", "start": "NIX", "end": "GRI"}), "none NIX"),
        (lambda d: d["shapes"].update(arcs=[[1]]), "even number"),
        (lambda d: d["shapes"].update(arcs=7), "unknown-arc|is no arc"),
        (lambda d: d.update(provinces=d["provinces"] * 50), "are too many"),
        (lambda d: d.update(title="a\x00b"), "cannot stand there"),
    ],
)
def test_what_cannot_be_written_is_told(
    change: Callable[[dict[str, Any]], object], told: str
) -> None:
    with pytest.raises(FormatError, match=told):
        saved(shipped("white_winter"), change)

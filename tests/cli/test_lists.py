"""The lists of what there is to choose from."""

import re

from dragoman.formats import shipped_variants
from dragoman.rules import PRESETS, SWITCHES


def test_variants(call):
    """Told by their games and maps, with that first which the others are made from."""
    groups = [group.splitlines() for group in call("variants").out.split("\n\n")]
    heads = [head.partition(",")[0] for head, *_ in groups]
    assert heads == ["Diplomacy", "Other maps", "Machiavelli", "Machiavelli II"]
    firsts = [lines[1].split()[0] for lines in groups]
    assert firsts == ["standard", "1066_v1", "machiavelli", "machiavelli2"]
    names = [line.split()[0] for _, *lines in groups for line in lines if line.startswith("  ")]
    data = call("variants", "--json").data["variants"]
    assert sorted(names) == sorted(variant["name"] for variant in data) == shipped_variants()
    in_group = {variant["name"]: variant["group"] for variant in data}
    assert (in_group["chaos"], in_group["pure"]) == ("Diplomacy", "Other maps")
    assert (in_group["mach_eos"], in_group["mach2_eai"]) == ("Machiavelli", "Machiavelli II")
    told = "  machiavelli +Machiavelli: Balance of Power: 8 powers, "
    assert re.search(told, call("variants").out)
    (standard,) = [
        v for v in call("variants", "--json").data["variants"] if v["name"] == "standard"
    ]
    assert len(standard["powers"]) == 7
    assert (standard["centers"], standard["victory_centers"]) == (34, 18)


def test_rules(call):
    told = call("rules", "1971").out
    assert "* 1971 (a): " in told
    for switch in SWITCHES.values():
        assert f"\n{switch.name} ({switch.source})\n" in told
    data = call("rules", "--json").data
    assert set(data["presets"]) == set(PRESETS)
    assert [switch["name"] for switch in data["switches"]] == list(SWITCHES)


def test_variants_for_so_many(call):
    ran = call("variants", "--powers", "3")
    assert "England vs Italy vs Russia" in ran.out and "Frankland" not in ran.out
    data = call("variants", "--powers", "2", "--json").data["variants"]
    assert {one["name"] for one in data} >= {"france_austria", "machiavelli_2a"}
    assert all("powers" in one and one["about"] for one in data if one["group"] == "Diplomacy")
    assert call("variants", "--powers", "33").out == "No variant is for 33 powers.\n"


def test_variants_are_found_by_words_size_period_and_rules(call):
    def names(*asked):
        return {one["name"] for one in call("variants", *asked, "--json").data["variants"]}

    assert {"asia", "canton", "colonial"} <= names("asia", "--powers", "7")
    assert "standard" not in names("asia", "--powers", "7")
    assert names("--size", "huge") >= {"world_war_4", "haven"}
    assert "age_of_pericles" in names("--period", "antiquity", "greece")
    usual = names("--usual")
    assert {"standard", "canton"} <= usual and not usual & {"chaos", "hundred", "machiavelli"}
    assert call("variants", "--size", "tiny", "--json").codes == ["unknown-size"]
    assert call("variants", "nothing", "like", "it").out == "No variant is like that.\n"

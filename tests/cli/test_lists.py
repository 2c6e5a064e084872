"""The lists of what there is to choose from."""

from dragoman.rules import PRESETS, SWITCHES


def test_variants(call):
    assert call("variants").out.startswith("standard ")
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

"""``dragoman seismic``, from the list of quakes to a game on the new map."""

from pathlib import Path

import pytest

from dragoman.formats import load_variant

QUAKES = """\
# What the players shook in 1901
separate Munich - Burgundy
join pic - lon
merge stp
"""


@pytest.fixture
def quakes(tmp_path):
    path = tmp_path / "quakes.txt"
    path.write_text(QUAKES)
    return path


@pytest.mark.slow
def test_a_map_is_shaken_checked_and_told(run, quakes, tmp_path):
    ran = run("seismic", "seismic", quakes, "--to", "later")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:5] == [
        "separated: Burgundy - Munich (army)",
        "joined: London - Picardy (army, fleet)",
        "coast gone: St Petersburg/nc",
        "coast gone: St Petersburg/sc",
        "written: later/map.later",
    ]
    folder = tmp_path / "later"
    # Nothing that says where on the old map things were drawn.
    assert {file.name for file in folder.iterdir()} == {
        "map.later",
        "seed.later",
        "variant.toml",
        "quakes.txt",
    }
    assert (folder / "quakes.txt").read_text() == QUAKES
    assert "nothing is wrong" in run("variant", "check", "later").out
    variant = load_variant(folder)
    assert "BUR" not in variant.board.reach("A", "MUN")
    assert variant.victory_centers == 18
    assert variant.rule_set == load_variant("seismic").rule_set
    assert run("new", "./later", "winter").status == 0


def test_without_a_folder_nothing_is_written(call, quakes, tmp_path):
    ran = call("seismic", "standard", quakes, "--json")
    assert ran.status == 0
    assert ran.data["files"] == []
    assert ["A", "BUR", "MUN"] in ran.data["ways_gone"]
    assert ["F", "LON", "PIC"] in ran.data["ways_new"]
    assert ran.data["coasts_gone"] == ["STP/NC", "STP/SC"]
    assert [file.name for file in tmp_path.iterdir()] == ["quakes.txt"]


def test_fleets_along_new_shores_are_a_choice(call, quakes):
    ran = call("seismic", "standard", quakes, "--shores", "never")
    assert "joined: London - Picardy (army)" in ran.out


@pytest.mark.slow
def test_a_game_goes_on_where_it_stands(call, winter, quakes, tmp_path):
    assert call("adjudicate", winter).status == 0
    assert call("accept", winter).status == 0
    before = (winter / "game.json").read_bytes()
    ran = call("seismic", winter, quakes, "--to", "fall")
    assert ran.status == 0, ran.err
    assert (winter / "game.json").read_bytes() == before
    variant = load_variant(tmp_path / "fall")
    assert str(variant.start.phase) == "F1901M"
    assert {"F NTH", "A GAL", "F BOT"} & {str(unit) for unit in variant.start.units}
    assert call("new", "./fall", "winter_2").status == 0
    assert "Fall 1901" in call("show", "winter_2").out


def test_quakes_come_between_the_turns(call, tmp_path, quakes):
    call("new", "standard", "game")
    for orders in ("Austria: A vie-tyr", "Austria: A tyr-ven, F tri S A tyr-ven"):
        (tmp_path / "game" / "orders.txt").write_text(orders)
        call("adjudicate", "game", "--anyway")
        assert call("accept", "game").status == 0
    ran = call("seismic", "game", quakes, "--to", "later", "--json")
    assert (ran.status, ran.codes) == (2, ["not-now", "not-shaken"])
    assert not (tmp_path / "later").exists()


def test_faults_are_told_together_and_nothing_is_written(call, tmp_path):
    path = tmp_path / "quakes.txt"
    path.write_text("separate mun - lon\njoin stp - nth\nrumble\njoin pic - lon\n")
    ran = call("seismic", "standard", path, "--to", "later", "--json")
    assert ran.status == 2
    assert ran.codes == ["no-border", "coast-needed", "unknown-quake", "not-shaken"]
    assert [fault["line"] for fault in ran.data["diagnostics"]] == [1, 2, 3, 0]
    assert not (tmp_path / "later").exists()


def test_a_fleet_left_on_dry_land_is_an_error_of_the_new_map(call, tmp_path):
    path = tmp_path / "quakes.txt"
    path.write_text("separate tri - adr\nseparate tri - alb\nseparate tri - ven by fleet\n")
    ran = call("seismic", "standard", path, "--to", "later", "--json")
    assert ran.status == 2
    assert ran.codes[-1] == "not-shaken"
    assert any("seed." in fault["source"] for fault in ran.data["diagnostics"])
    assert not (tmp_path / "later").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nowhere", "quakes.txt"), "unknown-variant"),
        (("standard", "no.txt"), "refused-by-system"),
        (("standard", "."), "refused-by-system"),
        (("standard", "quakes.txt", "--to", "a b"), "bad-name"),
        (("standard", "quakes.txt", "--to", "taken"), "file-taken"),
    ],
)
def test_nonsense(call, quakes, tmp_path, arguments, code):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "map.taken").write_text("mine")
    ran = call("seismic", *arguments, "--json")
    assert ran.status == 2
    assert code in ran.codes
    assert (tmp_path / "taken" / "map.taken").read_text() == "mine"


def test_a_map_takes_the_place_of_another_and_keeps_its_picture(call, quakes, tmp_path):
    assert call("variant", "convert", "standard", "old").status == 0
    assert call("variant", "convert", "pure", "new").status == 0
    Path("old", "picture.svg").write_text("<svg/>")
    Path("new", "geometry.json").write_text("{}")
    Path("new", "map.pure").write_text("")
    for to in ("new", "old"):
        ran = call("seismic", "old", "quakes.txt", "--to", to, "--replace", "--json")
        gone = ["new/geometry.json", "new/map.pure"] if to == "new" else []
        assert (ran.status, ran.data["removed"]) == (0, gone)
        left = [f"map.{to}", "picture.svg", "quakes.txt", f"seed.{to}", "variant.toml"]
        assert sorted(file.name for file in Path(to).iterdir()) == left


def test_new_coasts_are_drawn_and_named_on_a_map_of_dipwork(call, tmp_path):
    """The example's Gascony gets two coasts, of which a short name would be that of the land."""
    example = Path(__file__).parents[2] / "examples" / "dipwork" / "VARIANTS" / "STANDARD"
    assert call("variant", "convert", example, "old").status == 0
    (tmp_path / "q.txt").write_text("split gas: nc mao, bre; sc spa/nc\n", "utf-8")
    assert call("seismic", "old", "q.txt", "--to", "new").status == 0
    before, after = load_variant(tmp_path / "old"), load_variant(tmp_path / "new")
    land = before.coordinates["GAS"]
    north, south = after.coordinates["GAS/NC"], after.coordinates["GAS/SC"]
    assert north[0] < land[0] and north[1] < land[1]  # to Brest and the ocean
    assert south[1] > land[1]  # to Spain
    assert dict(before.coordinates).items() <= dict(after.coordinates).items()
    ran = call("variant", "convert", "new", "dipwork/VARIANT.TXT", "--json")
    assert not [fault for fault in ran.data["diagnostics"] if "drawn" in fault["what"]]
    fields = (tmp_path / "dipwork" / "FIELDS.TXT").read_text("cp437")
    assert f"# GasN {north[0]} {north[1]} Gas C" in fields
    assert f"# GasS {south[0]} {south[1]} Gas C" in fields
    assert "# SpN " in fields

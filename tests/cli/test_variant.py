"""``dragoman variant``: check, describe, install, new, convert."""

import re
from pathlib import Path

import pytest

from dragoman.formats import load_variant, shipped_variants
from dragoman.games.variants.maps import find
from tests.variants.samples import ODDITIES, sample

ANSWERS = """\
Lost Atlantis

A Atlantis
B Boreas
nonsense
A Again

Port Aster, Mount Olen (olm)
North Gate
Midway
Hills
Deep Sea
olm, hil, Deep Sea
hil
nobody knows
hil, dee
dee
dee

F por, A olm
F olm
A nor
1800

"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """No test may touch the variants of the person who runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def atlantis(call, tmp_path):
    ran = call("variant", "new", "atlantis", stdin=ANSWERS.encode())
    assert ran.status == 0, ran.err
    return tmp_path / "atlantis"


def test_new_makes_a_variant_of_answers(atlantis):
    variant = load_variant(atlantis)
    board = variant.board
    assert (variant.name, variant.title) == ("atlantis", "Lost Atlantis")
    assert list(board.powers) == ["ATLANTIS", "BOREAS"]
    assert board.homes == {"ATLANTIS": ("POR", "OLM"), "BOREAS": ("NOR",)}
    assert board.centers == ("POR", "OLM", "NOR", "MID")
    assert set(board.reach("A", "HIL")) == {"POR", "OLM", "NOR"}
    assert set(board.reach("F", "POR")) == {"DEE", "HIL"}
    assert set(board.reach("F", "DEE")) == {"POR", "NOR", "MID", "HIL"}
    assert [str(unit) for unit in variant.start.units] == ["A OLM", "F POR", "A NOR"]
    assert str(variant.start.phase) == "S1800M"
    assert variant.victory_centers == 3


def test_new_can_be_based_on_another(call, tmp_path):
    ran = call("variant", "new", "mine", stdin=b"\nstandart\nstandard\nmany\n16\n")
    assert ran.status == 0
    assert "There is none called standart" in ran.err
    variant = load_variant(tmp_path / "mine")
    assert (variant.title, variant.victory_centers) == ("mine", 16)
    assert variant.start == load_variant("standard").start


def test_new_wants_all_answers_and_a_free_place(call, tmp_path, atlantis):
    ran = call("variant", "new", "other", stdin=b"Other\n")
    assert ran.status == 2
    assert "no answer was left for: Which variant's map" in ran.err
    assert not (tmp_path / "other").exists()
    ran = call("variant", "new", "atlantis", "--json", stdin=ANSWERS.encode())
    assert ran.codes == ["file-taken"]
    assert call("variant", "new", "bad name", "--json").codes == ["bad-name"]


@pytest.mark.parametrize("name", ["standard", *(name for name in sample() if name not in ODDITIES)])
def test_nothing_is_wrong_with_what_is_shipped(call, name):
    ran = call("variant", "check", name)
    assert ran.status == 0
    assert f"{name}: nothing is wrong" in ran.out


def test_check_names_every_fault(call, atlantis):
    file = atlantis / "map.atlantis"
    file.write_text(file.read_text().replace("-mv: ", "-mv: oln ", 1).replace("Midway,", "Mid-"))
    ran = call("variant", "check", "atlantis/map.atlantis", "atlantis/seed.atlantis", "--json")
    assert ran.status == 2
    assert {"bad-province-line", "unknown-province"} <= set(ran.codes)
    assert all(fault["line"] for fault in ran.data["diagnostics"])
    assert ran.data["errors"] == len(
        [f for f in ran.data["diagnostics"] if f["severity"] == "error"]
    )
    assert call("variant", "check", "atlantis").status == 2
    assert call("variant", "check", "nowhere", "--json").codes == ["unknown-variant"]
    assert call("variant", "check", "nowhere", "seed", "--json").codes == ["refused-by-system"]


def test_check_looks_at_the_picture(call, atlantis):
    picture = atlantis / "picture.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "utf-8")
    ran = call("variant", "check", str(atlantis))
    assert ran.status == 2
    assert "6 provinces have no shape: " in ran.err + ran.out
    picture.write_text("<svg", "utf-8")
    assert "picture.svg:1:" in call("variant", "check", str(atlantis)).err


KLINGON = '<?xml version="1.0" encoding="klingon"?><svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize("content", ["<svg", KLINGON, KLINGON.replace("klingon", "utf-32")])
def test_a_broken_picture_is_told_of_at_once_and_hinders_nothing_but_drawing(
    call, atlantis, content
):
    picture = atlantis / "picture.svg"
    picture.write_text(content, "utf-8")
    ran = call("variant", "check", str(atlantis), "--json")
    assert (ran.status, ran.codes) == (2, ["not-svg"])
    ran = call("variant", "install", str(atlantis))
    assert ran.status == 0 and f"{picture}:1:" in ran.err and "warning" in ran.err
    for name, path in ((str(atlantis), "first"), ("atlantis", "second")):
        ran = call("new", name, path, "--json")
        (fault,) = ran.data["diagnostics"]
        assert (ran.status, fault["code"], fault["severity"]) == (0, "not-svg", "warning")
    assert call("draw", "first", "--to", "x.svg", "--json").codes == ["not-svg"]
    assert call("replay", "first", "--to", "x.html", "--json").codes == ["not-svg"]
    ran = call("adjudicate", "first", "--json")
    assert ran.status == 0 and "not-svg" in ran.codes
    assert Path("first", "result.txt").is_file() and not Path("first", "result.svg").exists()


@pytest.mark.parametrize("way", ["folder", "files"])
def test_install_names_the_picture_as_it_was_given(call, atlantis, way):
    (atlantis / "picture.svg").write_text("<svg", "utf-8")
    named = [atlantis] if way == "folder" else sorted(atlantis.iterdir())
    ran = call("variant", "install", *named, "--json")
    assert [fault["source"] for fault in ran.data["diagnostics"]] == [f"{atlantis}/picture.svg"]


def test_check_tells_of_a_picture_that_is_not_used(call, atlantis):
    (atlantis / "picture.png").write_bytes(b"x")
    ran = call("variant", "check", str(atlantis))
    assert ran.status == 0
    assert f"{atlantis}/picture.png: warning: this is not used" in ran.err
    ran = call("draw", str(atlantis), "--to", str(atlantis / "drawn.svg"))
    assert ran.status == 0 and "picture.png: warning" in ran.err
    (atlantis / "picture.svg").write_text("<svg", "utf-8")
    assert "not used" not in call("variant", "check", str(atlantis)).err


@pytest.mark.parametrize("more", ["", "geometry.json"])
def test_layers_of_a_picture_that_is_not_there(call, atlantis, more):
    toml = atlantis / "variant.toml"
    toml.write_text(toml.read_text("utf-8") + '\n[picture]\nshow = ["Names", "Grid"]\n', "utf-8")
    if more:
        call("new", str(atlantis), "winter")
        (atlantis / more).write_bytes(Path("winter", "variant", more).read_bytes())
        Path("winter").rename("summer")
    for words in (
        ("variant", "check", atlantis),
        ("variant", "install", atlantis),
        ("draw", atlantis, "--to", "x.svg"),
        ("new", "atlantis", "winter"),
        ("draw", "winter", "--to", "x.svg"),
    ):
        ran = call(*words, "--json")
        (fault,) = ran.data["diagnostics"]
        assert (ran.status, fault["code"], fault["severity"]) == (0, "no-picture", "warning")
        assert "'Names', 'Grid'" in fault["what"]


@pytest.mark.parametrize("name", ["Picture.SVG", "picture.Svg"])
def test_a_picture_in_other_letters_is_to_be_renamed(call, atlantis, name):
    (atlantis / name).write_text("<svg/>", "utf-8")
    (fault,) = call("variant", "check", str(atlantis), "--json").data["diagnostics"]
    assert (fault["code"], fault["remedy"]) == ("unused-picture", "call it picture.svg")
    (fault,) = call("variant", "install", str(atlantis), "--json").data["diagnostics"]
    assert (fault["code"], fault["source"]) == ("unused-picture", str(atlantis / name))


@pytest.mark.parametrize("made", ["two.map", "two.mdf"])
def test_check_reads_what_convert_reads(call, made):
    call("variant", "convert", "standard", made)
    ran = call("variant", "check", made, "--json")
    assert ran.status == 0
    assert (ran.data["provinces"], ran.data["centers"]) == (75 + (made == "two.map"), 34)


def test_check_reads_other_programs_maps_with_their_faults(call):
    Path("bad.map").write_text("nonsense\n", "utf-8")
    ran = call("variant", "check", "bad.map")
    assert ran.status == 2
    assert "bad.map: " in ran.out and "bad.map:" in ran.err


def test_check_takes_a_map_alone(call, atlantis):
    ran = call("variant", "check", "atlantis/map.atlantis", "--json")
    assert (ran.status, ran.data["provinces"], ran.data["centers"]) == (0, 6, 4)


def test_describe(call, atlantis):
    ran = call("variant", "describe", "atlantis")
    assert "6 provinces: 5 land, 1 water" in ran.out
    assert "Dead ends: Midway" in ran.out
    data = call("variant", "describe", "standard", "--json").data
    assert data["chokepoints"]["A"] == ["SPA"]
    assert data["powers"]["TURKEY"]["centers_within"]["1"] == ["BUL"]
    assert data["powers"]["AUSTRIA"]["nearest"] == {"moves": 1, "powers": ["ITALY"]}
    assert call("variant", "describe", "atlantis/map.atlantis").out == ran.out
    assert call("variant", "describe", "nonsense").status == 2


@pytest.mark.slow
def test_install_and_play(call, atlantis, tmp_path):
    ran = call("variant", "install", "atlantis")
    assert ran.status == 0
    assert "dragoman new atlantis" in ran.out
    own = call("variants").out.partition("\nInstalled, by you")[2]
    assert re.search(r"^  atlantis +Lost Atlantis:", own, re.MULTILINE)
    assert call("new", "atlantis", "game").status == 0
    assert (tmp_path / "game/variant/map.atlantis").is_file()
    again = call("variant", "install", "atlantis/map.atlantis", "atlantis/seed.atlantis", "--json")
    assert again.codes == ["name-taken"]
    files = ("atlantis/map.atlantis", "atlantis/seed.atlantis", "--replace")
    assert call("variant", "install", *files).status == 0
    assert load_variant("atlantis").title == "atlantis"  # there was no variant.toml this time


def test_nothing_broken_is_installed(call, atlantis, tmp_path):
    (atlantis / "seed.atlantis").write_text("S1800M\nA: F olm\n-1\n-1\n")
    ran = call("variant", "install", "atlantis", "--json")
    assert "cannot-stand" in ran.codes
    assert ran.codes[-1] == "not-installed"
    assert [*(tmp_path / "data/dragoman/variants").iterdir()] == []


def test_an_installation_that_was_killed(call, atlantis, tmp_path):
    """Between taking the former variant away and putting the new one there."""
    assert call("variant", "install", "atlantis").status == 0
    installed = tmp_path / "data/dragoman/variants"
    (installed / "atlantis").rename(installed / ".atlantis.former")
    (installed / ".atlantis").mkdir()
    (atlantis / "seed.atlantis").write_text("S1800M\nA: F olm\n-1\n-1\n")
    assert call("variant", "install", "atlantis", "--replace", "--json").status == 2
    assert [path.name for path in installed.iterdir()] == ["atlantis"]
    assert load_variant("atlantis").title == "Lost Atlantis"


def test_what_cannot_be_installed(call, tmp_path):
    (tmp_path / "map.standard").write_text("")
    (tmp_path / "seed.standard").write_text("")
    (tmp_path / "map.x y").write_text("")
    for files, code in (
        (("map.standard", "seed.standard"), "name-taken"),
        (("map.x y",), "bad-name"),
        (("map.standard", "map.x y"), "no-variant"),
        (("nothing",), "no-variant"),
        (("map.nothing",), "refused-by-system"),
    ):
        assert call("variant", "install", *files, "--json").codes == [code]


def test_variants_tells_of_broken_ones(call, atlantis, tmp_path):
    call("variant", "install", "atlantis")
    (tmp_path / "data/dragoman/variants/atlantis/seed.atlantis").write_text("")
    ran = call("variants", "--json")
    assert ran.codes == ["bad-variant"]
    assert len(ran.data["variants"]) == len(shipped_variants())


def test_convert_there_and_back(call, tmp_path):
    assert call("variant", "convert", "standard", "standard.map").status == 0
    ran = call("variant", "convert", "standard.map", "back")
    assert ran.status == 0, ran.err
    assert call("variant", "check", "back").status == 0
    variant, standard = load_variant(tmp_path / "back"), load_variant("standard")
    assert variant.start == standard.start
    assert set(variant.board.paths) == set(standard.board.paths)


def test_convert_tells_what_is_lost(call):
    ran = call("variant", "convert", "white_winter", "w.mdf", "--json")
    assert ran.status == 0
    assert any("arctic waters" in what for what in ran.data["lost"])
    assert set(ran.codes) == {"not-held"}
    assert call("variant", "describe", "w.mdf").status == 0


@pytest.mark.parametrize("target", ["w/setup.php", "a.svg", "x.toml", "standard.json"])
def test_convert_makes_no_folder_that_looks_like_a_file(call, target):
    ran = call("variant", "convert", "pure", target, "--json")
    assert (ran.status, ran.codes) == (2, ["unknown-format"])
    assert not Path(target).exists() and not Path("w").exists()


def test_convert_writes_into_a_folder_whatever_it_is_called(call):
    Path("maps.2").mkdir()
    assert call("variant", "convert", "pure", "maps.2").status == 0
    assert Path("maps.2", "variant.toml").is_file()


def test_the_map_of_a_variant_goes_where_the_variant_goes(call, atlantis):
    shapes = "".join(
        f'<rect id="{key}" x="{i * 20}" width="19" height="19" fill="#fff"/>'
        for i, key in enumerate(load_variant(atlantis).board.provinces)
    )
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 20">{shapes}</svg>'
    (atlantis / "picture.svg").write_text(picture, "utf-8")
    assert call("variant", "convert", str(atlantis), "other").status == 0
    assert Path("other", "picture.svg").read_text("utf-8") == picture
    ran = call("variant", "convert", str(atlantis), "other.map", "--json")
    assert any("picture.svg" in lost for lost in ran.data["lost"])
    assert call("variant", "install", str(atlantis)).status == 0
    assert call("draw", "atlantis", "--to", "drawn.svg").status == 0
    assert 'class="backdrop"' in Path("drawn.svg").read_text("utf-8")


def test_convert_replaces_nothing_unasked(call, tmp_path):
    (tmp_path / "a.map").write_text("mine")
    assert call("variant", "convert", "pure", "a.map", "--json").codes == ["file-taken"]
    assert (tmp_path / "a.map").read_text() == "mine"
    assert call("variant", "convert", "pure", "a.map", "--replace").status == 0


SQUARES = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"></svg>'


def test_convert_takes_out_what_another_variant_left(call, atlantis, tmp_path):
    art = tmp_path / "art.svg"
    art.write_text(SQUARES)
    (atlantis / "picture.svg").symlink_to(art)
    (atlantis / "geometry.json").write_text("{}")
    (atlantis / "notes.txt").write_text("mine")
    (atlantis / "map.atlantis").rename(atlantis / "map.lost")
    (atlantis / "seed.atlantis").rename(atlantis / "seed.lost")
    ran = call("variant", "convert", "standard", "atlantis", "--replace", "--json")
    gone = ["geometry.json", "map.lost", "picture.svg", "seed.lost"]
    assert (ran.status, ran.data["removed"]) == (0, [f"atlantis/{file}" for file in gone])
    left = ["map.atlantis", "notes.txt", "seed.atlantis", "variant.toml"]
    assert sorted(file.name for file in atlantis.iterdir()) == left
    assert art.read_text() == SQUARES
    assert call("variant", "check", "atlantis").status == 0
    (atlantis / "map.lost").write_text("")
    assert (
        "removed: atlantis/map.lost"
        in call("variant", "convert", "standard", "atlantis", "--replace").out.splitlines()
    )


def test_convert_takes_nothing_out_where_it_writes_nothing(call, atlantis):
    (atlantis / "picture.svg").write_text(SQUARES)
    before = {file.name: file.read_bytes() for file in atlantis.iterdir()}
    assert call("variant", "convert", "standard", "atlantis", "--json").codes == ["file-taken"]
    assert call("variant", "convert", "standard", "atlantis/s.map", "--replace").status == 0
    (atlantis / "s.map").unlink()
    assert {file.name: file.read_bytes() for file in atlantis.iterdir()} == before
    for name in ("boreas", "north"):
        (atlantis / f"map.{name}").write_text("")
    ran = call("variant", "convert", "standard", "atlantis", "--replace", "--json")
    assert (ran.status, ran.codes) == (2, ["several-variants"])
    left = {file.name: file.read_bytes() for file in atlantis.iterdir()}
    assert left == {**before, "map.boreas": b"", "map.north": b""}


def test_a_variant_converted_in_its_place_keeps_its_picture(call, atlantis):
    (atlantis / "picture.svg").write_text(SQUARES)
    assert call("variant", "convert", "atlantis", "atlantis", "--replace").status == 0
    assert (atlantis / "picture.svg").read_text() == SQUARES


def test_convert_reads_maps_built_on_others(call, tmp_path):
    call("variant", "convert", "standard", "standard.map")
    (tmp_path / "two.map").write_text("MAP standard.map\nUNPLAYED ALL EXCEPT FRANCE AUSTRIA\n")
    assert call("variant", "convert", "two.map", "two").status == 0
    assert list(load_variant(tmp_path / "two").board.powers) == ["AUSTRIA", "FRANCE"]


@pytest.mark.parametrize("ending", ["MAP", "Mdf"])
def test_endings_may_be_in_capitals(call, tmp_path, ending):
    there = call("variant", "convert", "standard", f"S.{ending}", "--json")
    assert (there.status, there.data["files"]) == (0, [f"S.{ending}"])
    for command in ("check", "describe"):
        assert call("variant", command, f"S.{ending}").status == 0
    assert call("variant", "convert", f"S.{ending}", "out").status == 0
    assert load_variant(tmp_path / "out").board.paths
    variant, _ = find(f"S.{ending}")
    assert variant is not None and variant.name == "S"


def test_a_map_in_capitals_finds_the_one_it_is_built_on(call, tmp_path):
    call("variant", "convert", "standard", "STANDARD.MAP")
    (tmp_path / "TWO.MAP").write_text("MAP standard\nUNPLAYED ALL EXCEPT FRANCE AUSTRIA\n")
    assert call("variant", "convert", "TWO.MAP", "two").status == 0
    assert list(load_variant(tmp_path / "two").board.powers) == ["AUSTRIA", "FRANCE"]


def test_what_cannot_be_converted(call, tmp_path):
    (tmp_path / "a.txt").write_text("")
    (tmp_path / "a.map").write_text("")
    (tmp_path / "a.mdf").write_text("(")
    assert call("variant", "convert", "a.txt", "b", "--json").codes[0] == "unknown-format"
    assert call("variant", "convert", "a.map", "b", "--json").codes == ["no-map", "not-converted"]
    assert call("variant", "convert", "a.mdf", "b").status == 2
    assert call("variant", "convert", "nothing", "b").status == 2
    assert not (tmp_path / "b").exists()


@pytest.mark.slow
def test_a_pair_of_machiavelli_is_checked_described_and_played(run):
    folder = Path(__file__).parents[1] / "cases" / "njudge"
    made, seed = folder / "map.gulf", folder / "seed.gulf"
    checked = run("variant", "check", made, seed)
    assert (checked.status, checked.out.splitlines()[0]) == (0, f"{made}: nothing is wrong")
    described = run("variant", "describe", made)
    assert described.status == 0
    assert (
        "4 cities worth 7 ducats: 1 fortified, 1 open, 1 fortified port (Venice), 1 open port"
        in (described.out)
    )
    assert "Straits that a fleet can close: TRI-LIO by VEN" in described.out
    assert "Famine: 4 of 121 throws, 4 provinces" in described.out
    run("variant", "install", made, seed)
    begun = run("new", "gulf", "game")
    assert (begun.status, begun.err) == (0, "")
    assert begun.out.startswith("game: gulf, spring 1499, movement")


def test_a_variant_with_grounds_of_its_own_is_described(call):
    folder = Path(__file__).parents[1] / "cases" / "dipwork" / "boards" / "grounds"
    ran = call("variant", "describe", folder)
    assert ran.status == 0
    for line in (
        "Home of everybody: Belgium, Serbia, Spain",
        "Supply points: Munich 3; the other centres 1",
        "Points that a unit takes: army 1, fleet 2",
        "Only these may be built there: LVP F; SEV nothing; STP A F/nc; SPA F/nc F/sc",
        "Convoys also go TYR-ADR, NTH-RUH",
        "Convoys never go ENG-BRE, MAO>SPA",
    ):
        assert f"\n{line}\n" in ran.out
    data = call("variant", "describe", folder, "--json").data
    assert data["provinces"]["STP"]["builds"] == ["A", "F/nc"]
    assert data["provinces"]["BEL"]["common_home"] is True
    assert data["provinces"]["MUN"]["points"] == 3
    assert data["provinces"]["NTH"]["points"] == 0
    assert data["costs"] == {"A": 1, "F": 2}
    assert data["convoys"]["never"] == ["ENG-BRE", "MAO>SPA"]
    plain = call("variant", "describe", "standard").out
    assert not any(word in plain for word in ("everybody", "Supply", "Points", "Convoys", "built"))


def test_of_an_answer_that_is_wrong_in_part_the_rest_is_kept(call, tmp_path):
    answers = ANSWERS.replace("olm, hil, Deep Sea", "olm, nowhere, hil\nDeep Sea")
    ran = call("variant", "new", "atlantis", stdin=answers.encode())
    assert ran.status == 0, ran.err
    assert "'nowhere' is no other province." in ran.err
    assert "Instead of nowhere [nothing]: " in ran.err
    assert set(load_variant(tmp_path / "atlantis").board.reach("F", "POR")) == {"DEE", "HIL"}


def test_answers_are_kept_when_they_run_out_and_can_be_gone_on_from(call, tmp_path):
    lines = ANSWERS.splitlines(keepends=True)
    ran = call("variant", "new", "atlantis", stdin="".join(lines[:9]).encode())
    assert ran.status == 2
    assert "--answers atlantis.answers.txt" in ran.err
    kept = (tmp_path / "atlantis.answers.txt").read_text("utf-8")
    assert "nonsense" not in kept  # it was no answer
    rest = "".join(lines[9:]).encode()
    ran = call("variant", "new", "atlantis", "--answers", "atlantis.answers.txt", stdin=rest)
    assert ran.status == 0, ran.err
    assert load_variant(tmp_path / "atlantis").title == "Lost Atlantis"


def test_answers_are_kept_when_the_folder_is_taken(call, tmp_path, atlantis):
    ran = call("variant", "new", "atlantis", stdin=ANSWERS.encode())
    assert ran.status == 2
    assert (tmp_path / "atlantis.answers.txt").is_file()


TWO_COASTS = """\
Bays

A Alba
B Bora

Stone Bay (sba/nc/sc)
North Fort (nfo)

Middle (mid)
North Sea (nse), South Sea (sse)
nfo, mid, nse, sse
mid, nse
sse


north sea, nfo
middle, hell, south sea

F sba/nc
A nfo


"""


def test_new_knows_split_coasts(call, tmp_path):
    ran = call("variant", "new", "bays", stdin=TWO_COASTS.encode())
    assert ran.status == 0, ran.err
    assert "no fleet goes to 'hell' from there." in ran.err
    board = load_variant(tmp_path / "bays").board
    assert board.provinces["SBA"].coasts == ("NC", "SC")
    assert set(board.reach("F", "SBA/NC")) == {"NSE", "NFO"}
    assert set(board.reach("F", "SBA/SC")) == {"SSE", "MID"}
    assert set(board.reach("F", "NSE")) == {"SBA/NC", "NFO"}
    assert set(board.reach("A", "SBA")) == {"NFO", "MID"}
    assert call("variant", "check", "bays").status == 0


@pytest.mark.parametrize("word", ["standart", "STANDARD", "standrad"])
def test_a_misspelt_variant_is_told_the_nearest(call, word):
    for command in (("new", word, "x"), ("variant", "check", word), ("draw", word)):
        ran = call(*command, "--json")
        assert ran.data["diagnostics"][0]["candidates"][0] == "standard", command


def test_a_misspelt_folder_or_file_is_told_the_nearest(call, tmp_path):
    assert call("new", "standard", "winter").status == 0
    for command in ("check", "show", "adjudicate", "draw"):
        assert call(command, "wintre", "--json").data["diagnostics"][0]["candidates"] == ["winter"]
    (tmp_path / "quakes.txt").write_text("merge stp", "utf-8")
    ran = call("seismic", "standard", "quaks.txt", "--json")
    assert ran.data["diagnostics"][0]["candidates"] == ["quakes.txt"]


def test_a_folder_with_a_variant_toml_alone(call, tmp_path):
    folder = tmp_path / "tall"
    folder.mkdir()
    words = 'title = "Tall"\nbased_on = "standard"\nvictory_centers = 20\n'
    (folder / "variant.toml").write_text(words, "utf-8")
    variant = load_variant(folder)
    assert (variant.name, variant.title, variant.victory_centers) == ("tall", "Tall", 20)
    assert variant.start == load_variant("standard").start
    assert call("variant", "check", "tall").status == 0
    assert call("variant", "install", "tall").status == 0
    for name, what in (("one", "tall"), ("two", "./tall")):
        assert call("new", what, name).status == 0
        assert call("adjudicate", name).status == 0
        assert call("accept", name).status == 0
        assert "Tall" in call("show", name, "one").out


@pytest.mark.slow
def test_statistics_tell_how_bots_play_it(call):
    found = call("variant", "statistics", "cold_war", "--games", "20", "--json").data
    assert found["games"] == 20 and 0 < found["won"] <= 20
    assert sum(one["wins"] for one in found["powers"].values()) == found["won"]
    assert "% of the centres" in call("variant", "statistics", "cold_war", "--games", "5").out
    assert call("variant", "statistics", "machiavelli", "--json").codes == ["not-played"]
    assert call("variant", "statistics", "standard", "--bot", "x", "--json").codes == [
        "unknown-bot"
    ]

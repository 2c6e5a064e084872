"""A game master plays: from a new folder through turns, back and forth."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game, load_game, save_game
from dragoman.games.order_sheet import empty_sheet
from dragoman.orders import scan_file
from dragoman.rules import Phase, Position


@pytest.mark.slow
def test_a_new_game(run, tmp_path):
    ran = run("new", "standard", "games/winter")
    assert ran.status == 0
    folder = tmp_path / "games" / "winter"
    assert {file.name for file in folder.iterdir()} == {"game.json", "orders.txt", "settings.toml"}
    sheet = (folder / "orders.txt").read_text("utf-8")
    assert sheet.startswith("# S1901M: orders for Diplomacy, spring 1901, movement.\n")
    assert "\nRussia\n# A Mos\n# F Sev\n# F Stp/sc\n# A War\n" in sheet
    assert run("check", folder).out.startswith("spring 1901, movement: 0 orders read\n")


def test_the_rules_of_a_new_game(call, tmp_path):
    ran = call("new", "standard", "g", "--rules", "2000", "--set", "4.A.1=a", "--json")
    assert ran.status == 0
    assert ran.data["phase"] == "S1901M"
    record = json.loads((tmp_path / "g" / "game.json").read_bytes())
    assert record["rules"] == {"preset": "2000", "changed": {"convoy_routes": "all-needed"}}


def test_a_variant_of_ones_own(call, tmp_path):
    source = tmp_path / "my map"
    source.mkdir()
    shipped = load_variant("standard")
    for name in ("map.standard", "seed.standard", "variant.toml"):
        text = files("dragoman").joinpath("variants", "standard", name).read_bytes()
        (source / name.replace("standard", "mine")).write_bytes(text)
    assert call("new", "my map", "g").status == 0
    for file in source.iterdir():
        file.unlink()  # the game has its own copy
    ran = call("show", "g", "--json")
    assert ran.data["games"][0]["variant"] == "mine"
    assert list(ran.data["games"][0]["units"]) == list(shipped.board.powers)


@pytest.mark.parametrize("name", ["standard", "my map"])
def test_a_folder_with_the_files_of_another_variant(call, tmp_path, files_of, name):
    """The game would be played on that map, or on none."""
    for folder, key in (("my map", "mine"), ("g/variant", "other")):
        (tmp_path / folder).mkdir(parents=True)
        for file in ("map.standard", "seed.standard", "variant.toml"):
            text = files("dragoman").joinpath("variants", "standard", file).read_bytes()
            (tmp_path / folder / file.replace("standard", key)).write_bytes(text)
    before = files_of(tmp_path)
    ran = call("new", name, "g", "--json")
    assert (ran.status, ran.codes) == (2, ["folder-taken"])
    assert files_of(tmp_path) == before


@pytest.mark.slow
def test_adjudicating_changes_nothing_in_the_game(run, winter, files_of):
    before = files_of(winter)
    first = run("adjudicate", "winter")
    assert first.status == 0
    assert first.err == ""
    between = files_of(winter)
    assert run("adjudicate", "winter") == first
    assert files_of(winter) == between
    assert between.pop("result.txt").decode() == first.out
    assert between.pop("result.json")
    assert between.pop("result.svg").startswith(b"<svg ")
    assert between == before


def test_adjudication_for_programs(call, winter):
    ran = call("adjudicate", "winter", "--json")
    assert ran.data["phase"] == "S1901M"
    assert ran.data["results"]["A MUN"] == ["bounce"]
    assert ran.data["results"]["A PAR"] == []
    assert ran.data["orders"]["FRANCE"] == ["A PAR-BUR", "A MAR S A PAR-BUR", "F BRE-MAO"]
    assert ran.data["next"]["phase"] == "F1901M"
    assert "A BUR" in ran.data["next"]["units"]["FRANCE"]
    assert ran.data["diagnostics"] == []


@pytest.mark.slow
def test_accepting(run, winter):
    assert run("accept", "winter").status == 2  # nothing was judged
    report = run("adjudicate", "winter").out
    typed = (winter / "orders.txt").read_bytes()
    ran = run("accept", "winter", "--json")
    assert ran.status == 0
    assert ran.data["phase"] == "F1901M"
    assert (winter / "turns" / "01-S1901M.orders.txt").read_bytes() == typed
    assert (winter / "turns" / "01-S1901M.result.txt").read_text("utf-8") == report
    assert not (winter / "result.txt").exists()
    assert not (winter / "result.json").exists()
    assert (winter / "orders.txt").read_text("utf-8").startswith("# F1901M: ")
    assert run("accept", "winter", "--json").codes == ["nothing-to-accept"]


@pytest.mark.parametrize("undone", [1, 2])
def test_undo_brings_back_the_very_files(call, winter, files_of, undone):
    states = [files_of(winter)]
    for _ in range(2):
        call("adjudicate", "winter")
        call("accept", "winter")
        states.append(files_of(winter))
    for _ in range(undone):
        ran = call("undo", "winter")
        assert ran.status == 0
    assert files_of(winter) == states[-1 - undone]


def test_undo_keeps_the_orders_typed_since(call, winter):
    call("adjudicate", "winter")
    call("accept", "winter")
    (winter / "orders.txt").write_text("France: A bur-mun\n", "utf-8")
    ran = call("undo", "winter")
    assert "02-F1901M.orders.txt" in ran.out
    assert (winter / "turns" / "02-F1901M.orders.txt").read_text("utf-8") == "France: A bur-mun\n"
    assert call("undo", "winter", "--json").codes == ["nothing-to-undo"]


def test_undo_without_the_kept_orders(call, winter):
    """Deleted by hand: the record knows them too."""
    call("adjudicate", "winter")
    call("accept", "winter")
    (winter / "turns" / "01-S1901M.orders.txt").unlink()
    assert call("undo", "winter").status == 0
    assert "\nFrance\nA PAR-BUR\nA MAR S A PAR-BUR\nF BRE-MAO\n" in (
        winter / "orders.txt"
    ).read_text("utf-8")
    assert call("adjudicate", "winter", "--json").data["results"]["A MUN"] == ["bounce"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("A mun-bur", "A mun H"),
        lambda text: text.replace("A mun-bur", "A mun-xyz"),
        lambda text: text.replace("A mun-bur", ""),
    ],
)
def test_accepting_needs_an_adjudication_of_these_orders(call, winter, files_of, change):
    call("adjudicate", "winter")
    orders = winter / "orders.txt"
    orders.write_text(change(orders.read_text("utf-8")), "utf-8")
    before = files_of(winter)
    ran = call("accept", "winter", "--json")
    assert ran.status == 2
    assert ran.codes == ["changed-since"]
    assert files_of(winter) == before


def test_a_comment_typed_since_does_not_matter(call, winter, spring):
    call("adjudicate", "winter")
    (winter / "orders.txt").write_text(f"# by mail\n{spring}", "utf-8")
    assert call("accept", "winter").status == 0


def test_orders_with_errors_can_be_passed_over(call, winter, spring):
    (winter / "orders.txt").write_text(spring.replace("A mun-bur", "A mun-xyz"), "utf-8")
    ran = call("adjudicate", "winter", "--json")
    assert ran.status == 2
    assert ran.codes == ["unknown-place", "not-judged"]
    assert not (winter / "result.json").exists()
    ran = call("adjudicate", "winter", "--anyway", "--json")
    assert ran.status == 0
    assert [fault["severity"] for fault in ran.data["diagnostics"]] == ["warning"]
    assert call("accept", "winter").status == 0


def test_a_sheet_for_another_phase_is_never_judged(call, winter, files_of):
    orders = winter / "orders.txt"
    orders.write_text("# F1901M: orders\nFrance: A par-bur\n", "utf-8")
    before = files_of(winter)
    for options in ((), ("--anyway",)):
        ran = call("adjudicate", "winter", "--json", *options)
        assert ran.status == 2
        assert ran.codes[0] == "another-phase"
    assert files_of(winter) == before


@pytest.mark.slow
def test_a_year_with_retreat_and_builds(call, winter):
    def turn(orders):
        if orders:
            (winter / "orders.txt").write_text(orders, "utf-8")
        assert call("adjudicate", "winter").status == 0
        return call("accept", "winter", "--json").data

    assert turn("")["phase"] == "F1901M"
    fall = "Italy: A ven-tri, A tyr S A ven-tri\nTurkey: A bul-gre\nGermany: A kie-hol"
    data = turn(fall)
    assert data["phase"] == "F1901R"
    assert "*F TRI" in data["units"]["AUSTRIA"]
    assert data["retreats"] == {"AUSTRIA": {"F TRI": ["ADR", "ALB"]}}
    sheet = (winter / "orders.txt").read_text("utf-8")
    assert "Austria\n# F Tri may retreat to Adr, Alb, or disband" in sheet
    assert "England" not in sheet
    ran = call("check", "winter", "--json")
    assert list(ran.data["without_orders"]) == ["AUSTRIA"]
    data = turn("Austria: F tri - alb")
    assert data["phase"] == "W1901A"
    assert data["builds"] == {"GERMANY": 2, "ITALY": 1, "TURKEY": 1}
    sheet = (winter / "orders.txt").read_text("utf-8")
    assert "Germany\n# may build 2 units in " in sheet
    data = turn("Germany: A mun B\nItaly: F ven B\nTurkey: WAIVE\n".replace("A mun", "A ber"))
    assert data["phase"] == "S1902M"
    assert "F VEN" in data["units"]["ITALY"]


def test_orders_in_the_record_count_for_powers_the_sheet_does_not_name(winter, call):
    game, _ = load_game(winter / "game.json", load_variant)
    assert game.order("France", "A par-gas, F bre-eng") == ()
    assert game.order("Italy", "A ven-tri") == ()
    save_game(game, winter / "game.json")
    (winter / "orders.txt").write_text("Italy\nA ven H\n", "utf-8")
    orders = call("adjudicate", "winter", "--json").data["orders"]
    assert orders == {"FRANCE": ["A PAR-GAS", "F BRE-ENG"], "ITALY": ["A VEN H"]}
    assert "\nFrance\nA PAR-GAS\nF BRE-ENG\n# A Mar\n" in empty_sheet(game, "en")


def test_an_empty_heading_takes_back_what_the_record_holds(winter, call):
    game, _ = load_game(winter / "game.json", load_variant)
    game.order("France", "A par-gas")
    save_game(game, winter / "game.json")
    (winter / "orders.txt").write_text("France\n", "utf-8")
    data = call("adjudicate", "winter", "--json").data
    assert "A PAR" in data["next"]["units"]["FRANCE"]


def test_orders_for_a_game_that_is_over(winter, call, files_of):
    game, _ = load_game(winter / "game.json", load_variant)
    assert game.order("France", "A par-bur") == ()
    assert game.draw() == ()
    save_game(game, winter / "game.json")
    before = files_of(winter)
    for command in ("check", "adjudicate", "accept"):
        assert call(command, "winter", "--json").codes == ["game-over"]
    assert files_of(winter) == before
    assert call("show", "winter").status == 0
    assert call("undo", "winter", "--json").data["ending"] is None
    assert call("check", "winter").status == 0
    game, _ = load_game(winter / "game.json", load_variant)
    assert len(game.orders("France")) == 1


def test_several_games_at_a_glance(call, winter, tmp_path):
    call("new", "standard", "spring")
    (tmp_path / "notes.txt").write_text("not a game")
    ran = call("show", "spring", "winter", "notes.txt")
    assert ran.status == 2
    assert ran.out.splitlines() == [
        "spring: Diplomacy, spring 1901, movement; orders are missing from "
        "Austria, England, France, Germany, Italy, Russia, Turkey",
        "winter: Diplomacy, spring 1901, movement; all orders are in",
    ]
    assert ran.err.startswith("notes.txt: error: ")
    call("adjudicate", "winter")
    assert call("show", "winter", "spring").out.startswith(
        "winter: Diplomacy, spring 1901, movement; all orders are in; judged, not accepted\n"
    )


def test_the_record_keeps_to_its_schema(call, winter):
    call("adjudicate", "winter")
    call("accept", "winter")
    schema = json.loads(files("dragoman.game").joinpath("record.schema.json").read_bytes())
    jsonschema.validate(json.loads((winter / "game.json").read_bytes()), schema)


def test_the_empty_sheet_is_read_as_no_orders():
    game = Game(load_variant("standard"))
    found = scan_file(empty_sheet(game, "de"), game.variant.board)
    assert found.diagnostics == ()
    assert found.press == ()
    assert list(found.sections) == list(game.variant.board.powers)
    assert found.orders == {power: () for power in game.variant.board.powers}


def test_a_game_that_is_won(call, winter, files_of):
    standard = load_variant("standard")
    centers = [c for c in standard.board.centers if c not in ("MUN", "CON")][:17]
    start = Position(
        Phase.parse("F1910M"),
        (Unit("FRANCE", "A", "BUR"), Unit("TURKEY", "A", "CON")),
        dict.fromkeys(centers, "FRANCE") | {"CON": "TURKEY"},
    )
    save_game(Game(standard, position=start), winter / "game.json")
    (winter / "orders.txt").write_text("France: A bur-mun\nTurkey: A con H", "utf-8")
    before = files_of(winter)
    assert "France" in call("adjudicate", "winter").out
    ran = call("accept", "winter", "--json")
    assert ran.data["ending"] == {"how": "victory", "powers": ["FRANCE"]}
    assert not (winter / "orders.txt").exists()
    assert "France" in call("show", "winter").out
    assert call("adjudicate", "winter", "--json").codes == ["game-over"]
    assert call("explain", "winter", "bur").status == 0
    assert call("undo", "winter").status == 0
    assert files_of(winter) == before


def test_an_empty_sheet_names_gatekeepers_and_rides():
    isthmus = load_variant("isthmus")
    units = (Unit("ALDER", "F", "TWI"), Unit("ALDER", "A", "GRH"), Unit("BRINE", "F", "LAN"))
    game = Game(replace(isthmus, start=replace(isthmus.start, units=units)))
    sheet = empty_sheet(game, "en")
    assert (
        "\nAlder\n# A Grh, also by railway: A Grh-Gnr-Alp or Mid or Wol or Sal\n# F Twi\n"
        "# Lok may let one unit pass: LOK S F LAN-PRL\n"
    ) in sheet
    assert "\nBrine\n# F Lan\n" in sheet
    assert game.order("Alder", "LOK S F LAN-PRL; A GRH-GNR-WOL") == ()
    assert "Lok may" not in empty_sheet(game, "en")


def test_the_sheet_of_a_winter_names_what_may_be_built():
    variant = load_variant(Path(__file__).parents[1] / "cases" / "dipwork" / "boards" / "grounds")
    owners = {"LVP": "ENGLAND", "BEL": "ENGLAND", "HOL": "ENGLAND", "STP": "RUSSIA"}
    start = Position(Phase.parse("W1901A"), (), owners)
    sheet = empty_sheet(Game(replace(variant, start=start)), "en")
    assert "may build 2 units in Bel, Lvp (F only)" in sheet
    assert "may build 1 unit in Stp (A or F Stp/nc only)" in sheet

"""Game records: what is written is read back, and whatever is wrong is told."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from dragoman.diagnostics import has_errors
from dragoman.formats import load_variant, read_saved_game, write_saved_game
from dragoman.game import Game, Intent, Variant, load_game, read_record, save_game, write_record
from dragoman.rules import PRESETS, RuleSet

SCHEMA = json.loads(files("dragoman.game").joinpath("record.schema.json").read_text("utf-8"))


def reread(game: Game) -> Game:
    text = write_record(game)
    jsonschema.validate(json.loads(text), SCHEMA)
    again, faults = read_record(text, load_variant)
    assert faults == ()
    assert again is not None
    assert write_record(again) == text
    return again


@pytest.fixture(scope="module")
def sample(standard: Variant, play) -> Game:
    """A game of some years, with orders waiting, seen through its record many times."""
    game = Game(standard)
    play(game, 7, 9)
    game.order("England", "F nth H")
    return game


def edited(game: Game, **changes: Any) -> str:
    return json.dumps({**json.loads(write_record(game)), **changes})


def told(text: str) -> list[str]:
    game, faults = read_record(text, load_variant, "the.game")
    assert (game is None) == has_errors(faults)
    assert all(fault.source == "the.game" for fault in faults)
    return [fault.code for fault in faults]


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.slow
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), phases=st.integers(0, 14))
def test_a_played_game_is_read_back(standard: Variant, play, seed: int, phases: int) -> None:
    game = Game(standard)
    play(game, seed, phases)
    assert reread(game) == game


def test_everything_handed_in_is_read_back(standard: Variant) -> None:
    rules = RuleSet(standing_orders="yes", proxy_orders="in-set", order_sets="last")
    game = Game(standard, rules)
    game.submit("France", "A par-bur, F bre-eng VIA", proxies={"mar": "Germany"})
    game.submit("France", "A par pic", intent=Intent.ADDS, proxies={"mar": "Germany"})
    game.order("Germany", "A mar-spa")
    game.submit("England", "A lvp-iri-mao-naf", dated=False)
    game.order("Turkey", "A smy S A con", standing=True)
    again = reread(game)
    assert again == game
    assert again.pending == game.pending
    assert again.process() == game.process()


def test_proxies_told_to_the_judge_are_read_back(standard: Variant) -> None:
    game = Game(standard, RuleSet(proxy_orders="beforehand"))
    game.proxy("France", "Paris", "Italy")
    assert game.pending.proxies
    assert reread(game) == game


def test_endings_are_read_back(standard: Variant, stage) -> None:
    drawn, conceded = Game(standard), Game(standard)
    drawn.order("England", "F lon-nth")
    drawn.process()
    drawn.draw(["England", "France"])
    conceded.concede("Turkey")
    owners = dict.fromkeys(standard.board.centers[:18], "TURKEY")
    won = Game(standard, position=stage("F1910M", TURKEY="A CON", owners=owners))
    won.process()
    for game in (drawn, conceded, won):
        again = reread(game)
        assert (again, again.ending) == (game, game.ending)
        again.undo()
        assert again.ending is None


def test_dislodged_units_and_contested_provinces_are_read_back(standard: Variant, stage) -> None:
    start = stage("S1901M", FRANCE="A PAR, A MAR", GERMANY="A BUR, A KIE, A BER")
    game = Game(standard, position=start)
    game.order("France", "A par-bur, A mar S A par-bur")
    game.order("Germany", "A kie-mun, A ber-mun")
    game.process()
    assert game.position.contested == {"MUN"}
    assert game.position.dislodged[0].came_from == "PAR"
    assert reread(game) == game


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_read_back(standard: Variant, preset: str) -> None:
    rules = RuleSet.preset(preset)
    assert reread(Game(standard, rules)).rule_set == rules
    changed = rules.replace(order_sets="merge", self_cut="yes", two_orders="first")
    assert reread(Game(standard, changed)).rule_set == changed


def test_a_record_is_laid_out_for_people(sample: Game) -> None:
    lines = write_record(sample).splitlines()
    assert '   "phase": "S1901M",' in lines
    assert max(map(len, lines)) < 2000


def test_a_record_in_a_file(sample: Game, tmp_path: Path) -> None:
    path = tmp_path / "sample.game"
    save_game(sample, path)
    assert load_game(path, load_variant) == (sample, ())
    assert [p.name for p in tmp_path.iterdir()] == ["sample.game"]


def test_no_such_file(tmp_path: Path) -> None:
    game, (fault,) = load_game(tmp_path / "none", load_variant)
    assert (game, fault.code) == (None, "unreadable-file")


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_cut_short(sample: Game, share: float) -> None:
    text = write_record(sample).rstrip()
    assert told(text[: int(len(text) * share)]) == ["cut-short"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hello", "not-json"),
        ('{"format": }', "not-json"),
        ("[" * 100_000, "not-json"),
        ('{"version": ' + "9" * 5000 + "}", "not-json"),
        ("[]", "wrong-field"),
        ("{}", "wrong-format"),
        ('{"format": "dragoman-game"}', "missing-field"),
    ],
)
def test_what_is_no_record(text: str, code: str) -> None:
    assert told(text) == [code]


def test_the_place_of_a_slip_is_told(sample: Game) -> None:
    text = write_record(sample).replace('"variant"', "'variant'")
    game, (fault,) = read_record(text, load_variant)
    assert (game, fault.code, fault.line, fault.column) == (None, "not-json", 4, 2)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": 2}, "newer-version"),
        ({"version": "one"}, "wrong-field"),
        ({"version": True}, "wrong-field"),
        ({"variant": "atlantis"}, "unknown-variant"),
        ({"rules": {"preset": "house"}}, "unknown-rule"),
        ({"rules": {"preset": "datc", "changed": {"magic": "yes"}}}, "unknown-rule"),
        ({"rules": {"preset": "datc", "changed": {"self_cut": "often"}}}, "unknown-rule"),
        ({"phases": []}, "missing-field"),
        ({"phases": ["S1901M"]}, "wrong-field"),
        ({"pending": {"sets": {"NARNIA": []}}}, "unknown-power"),
        ({"pending": {"sets": {"ITALY": [{"orders": [], "intent": "maybe"}]}}}, "wrong-field"),
        ({"pending": {"sets": {"ITALY": [{"orders": ["xyz"], "intent": ""}]}}}, "unreadable-order"),
        (
            {"pending": {"proxies": [{"province": "PAR", "owner": "X", "holder": "Y"}]}},
            "unknown-power",
        ),
        ({"ending": {"how": "boredom", "powers": []}}, "wrong-field"),
        ({"ending": {"how": "draw", "powers": ["NARNIA"]}}, "unknown-power"),
    ],
)
def test_what_is_wrong_with_a_record(sample: Game, changes: dict[str, Any], code: str) -> None:
    assert told(edited(sample, **changes)) == [code]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"phase": "S1901X"}, "wrong-field"),
        ({"phase": "U1901M"}, "wrong-field"),
        ({"units": {"NARNIA": ["A LON"]}}, "unknown-power"),
        ({"units": {"ITALY": ["A ATL"]}}, "impossible-position"),
        ({"units": {"ITALY": ["X ROM"]}}, "impossible-position"),
        ({"units": {"ITALY": ["ROM"]}}, "wrong-field"),
        ({"units": {"ITALY": "A ROM"}}, "wrong-field"),
        ({"units": {"ITALY": ["F BOH"]}}, "impossible-position"),
        ({"units": {"ITALY": ["A ROM", "A ROM"]}}, "impossible-position"),
        ({"centers": {"ITALY": ["ATL"]}}, "impossible-position"),
        ({"centers": {"ITALY": ["ROM"], "ENGLAND": ["ROM"]}}, "two-owners"),
        ({"units": None}, "missing-field"),
        ({"dislodged": [{"power": "ITALY", "unit": "A ROM"}]}, "missing-field"),
        ({"contested": ["ATL"]}, "impossible-position"),
        (
            {"dislodged": [{"power": "ITALY", "unit": "A ROM", "retreats": ["ATL"]}]},
            "impossible-position",
        ),
        ({"orders": {"ITALY": ["A ROM-ATL"]}}, "unreadable-order"),
        ({"orders": {"ITALY": ["A ROM-VEN, A VEN-ROM"]}}, "unreadable-order"),
        ({"orders": {"NARNIA": []}}, "unknown-power"),
    ],
)
def test_what_is_wrong_with_a_phase(sample: Game, changes: dict[str, Any], code: str) -> None:
    record = json.loads(write_record(sample))
    record["phases"][0] |= changes
    assert told(json.dumps(record)) == [code]


def test_a_position_that_does_not_follow_stands_with_a_warning(sample: Game) -> None:
    record = json.loads(write_record(sample))
    record["phases"][1]["units"]["ITALY"] = ["A ROM"]
    text = json.dumps(record)
    assert "other-position" in told(text)
    game, _ = read_record(text, load_variant)
    assert game is not None
    assert [str(u) for u in game.history[0].position.units_of("ITALY")] == ["A ROM"]
    assert game.position == sample.position


def test_results_that_do_not_follow_are_told(standard: Variant) -> None:
    game = Game(standard)
    game.order("England", "F lon-nth")
    game.process()
    record = json.loads(write_record(game))
    record["phases"][0]["results"]["F LON"] = ["bounce"]
    assert told(json.dumps(record)) == ["other-results"]


def test_an_outcome_that_does_not_follow_stands_with_a_warning(standard: Variant, stage) -> None:
    owners = dict.fromkeys(standard.board.centers[:18], "TURKEY")
    game = Game(standard, position=stage("F1910M", TURKEY="A CON", owners=owners))
    game.process()
    record = json.loads(write_record(game))
    del record["ending"]
    text = json.dumps(record)
    assert told(text) == ["other-position"]
    again, _ = read_record(text, load_variant)
    assert again is not None
    assert again.ending is None


def mutated(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value with something somewhere replaced or left out."""
    junk = st.sampled_from([None, 0, -1, True, "", "A LON", "S1901M", [], {}, [[]], {"a": 1}])
    if isinstance(value, dict) and value and draw(st.integers(0, 9)) > 0:
        key = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 9)) == 0:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: mutated(draw, value[key])}
    if isinstance(value, list) and value and draw(st.integers(0, 9)) > 0:
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], mutated(draw, value[place]), *value[place + 1 :]]
    return draw(junk)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("write", "read"), [(write_record, told), (write_saved_game, read_saved_game)]
)
@settings(max_examples=150)
@given(data=st.data())
def test_a_damaged_game_never_raises(
    sample: Game, write: Callable[[Game], str], read: Callable[[str], Any], data: st.DataObject
) -> None:
    read(json.dumps(mutated(data.draw, json.loads(write(sample)))))

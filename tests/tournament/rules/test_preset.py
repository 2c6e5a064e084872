"""Presets: those shipped, and what is wrong with those a director wrote."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dragoman.tournament.rules.preset import (
    Preset,
    load_preset,
    preset_text,
    read_preset,
    shipped_presets,
)
from dragoman.tournament.standings import (
    BestBy,
    BoardGameRules,
    Class,
    StandingsRules,
    TeamRules,
)


@pytest.mark.parametrize("name", shipped_presets())
def test_shipped_presets_are_right(name: str) -> None:
    preset, faults = load_preset(name)
    assert preset and not faults and preset.title


def test_nz1999_says_what_the_program_does_without_a_preset() -> None:
    preset, _ = load_preset("nz1999")
    assert preset
    assert preset.rounds == 3
    assert preset.scoring == Preset().scoring
    assert preset.standings == StandingsRules()
    assert preset.seeding == Preset().seeding
    assert preset.teams == TeamRules(round=3, size=3)
    assert preset.board_games == BoardGameRules()
    assert preset.best_country is BestBy.POINTS


def test_a_copy_that_a_director_changed(tmp_path: Path) -> None:
    text = preset_text("nz1999")
    for old, new in {
        'system = "detour98f"': 'system = "detour98e"',
        'gm_seats = "counted"': "# no such setting there",
        "decimals = 3": "decimals = 2",
        'dead_in_solo = "loss"': 'dead_in_solo = "elimination"',
        'margins = "points"': 'margins = "centers"\nsit_out_bonus = 2.5\nsit_out = "each-time"',
        'best_country = "points"': 'best_country = "centers"\ntop_board = "3A"',
        'rule = "sum"': 'rule = "best-rounds"\ncount = 2\n[standings.weights]\n3 = 1.5',
        "set_draw = true": 'set_draw = false\nneighbours = [["England", "France"]]',
        'ties = "average"': 'ties = "lower"',
        "size = 3": "size = 4",
    }.items():
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "ours.toml"
    path.write_text(text, "utf-8")
    preset, faults = load_preset(path)
    assert preset and not faults
    assert preset.scoring.system.name == "detour98e"
    assert preset.scoring.settings["decimals"] == 2
    rules = preset.standings
    assert rules.comparison.dead_in_solo is Class.ELIMINATION
    assert rules.comparison.margins_in_centers
    assert (rules.totals.rule.name, rules.totals.settings["count"]) == ("best-rounds", 2)
    assert rules.weights == {3: Fraction("1.5")}
    assert (rules.sit_out_bonus, rules.sit_out_each_time) == (Fraction("2.5"), True)
    assert (rules.top_board, preset.best_country) == ((3, "A"), BestBy.CENTERS)
    assert not preset.seeding.set_draw
    assert preset.seeding.neighbours == (("England", "France"),)
    assert preset.teams == TeamRules(3, 4)
    assert preset.board_games and preset.board_games.lower_ties


@pytest.mark.parametrize(
    ("text", "line", "code", "said"),
    [
        ("rounds = 0", 1, "bad-value", "from 1 to 100"),
        ("rounds = 'three'", 1, "bad-value", "a whole number"),
        ("[scoring]\nsystem = 'detour'", 2, "unknown-scoring", "detour09"),
        ("[scoring]\ndecimal = 2", 2, "unknown-setting", "decimals"),
        ("[scoring]\n\ndecimals = 2.5", 3, "bad-setting", "a whole number from 0 to 9"),
        ("scoring = 'carnage'", 1, "bad-value", "a table [scoring]"),
        ("[standings]\norder = ['total', 'win']", 2, "unknown-criterion", "wins"),
        ("[standings]\norder = ['wins']", 2, "no-total", "total"),
        ("[standings]\ndead_in_solo = 'lost'", 2, "bad-value", '"loss" or "elimination"'),
        ("[standings]\ntop_board = 'A'", 2, "bad-top-board", '"3A"'),
        ("[standings]\ntop_board = '9A'", 2, "bad-top-board", '"3A"'),
        ("[standings.totals]\nrule = 'best-round'", 2, "unknown-totals", "best-rounds"),
        ("[standings.totals]\ncount = 2", 2, "unknown-setting", "count"),
        ("[standings.weights]\n4 = 2", 2, "bad-round", "1 to 3"),
        ("[standings.weights]\n3 = -2", 2, "bad-value", "less than 0"),
        ("[standings.weights]\n3 = 1e999999999", 2, "bad-value", "a number"),
        ("[standings.weights]\n3 = nan", 2, "bad-value", "a number"),
        ("[seeding]\ngroups = [['England', 'Spain']]", 2, "bad-value", "lists of powers"),
        ("[seeding]\ngroups = ['England']", 2, "bad-value", "lists of powers"),
        ("[seeding]\ngroups = [['England'], ['England']]", 2, "bad-groups", "two groups"),
        ("[seeding]\npowers = ['England', 'England']", 2, "bad-powers", "twice"),
        ("[seeding]\nneighbours = [['England']]", 2, "bad-neighbours", "pairs"),
        ("[seeding]\nthrice = -1", 2, "bad-value", "less than 0"),
        ("[teams]\nround = 4", 2, "bad-value", "1 to 3"),
        ("[board_games.points]\n3 = [7, 4]", 2, "bad-points", "3 numbers"),
        ("[board_games.points]\nfew = [7, 4]", 2, "bad-points", "numbers"),
        ("[board_games.minutes]\nShark = 0", 2, "bad-value", "from 1"),
        ('[seeding]\npowers = ["Red", "Blue"]', 2, "bad-powers", "not the powers of standard"),
        ('variant = "atlantis"', 1, "unknown-variant", "no variant 'atlantis'"),
        ('variant = "1898"', 1, "other-calendar", "begins with S1899M"),
        ("[clocks]\nx = 1", 1, "unknown-key", "means nothing"),
        ("rounds = ", 1, "bad-toml", "TOML"),
    ],
)
def test_what_is_wrong_is_said_at_its_line(text: str, line: int, code: str, said: str) -> None:
    _, faults = read_preset(text, "ours.toml")
    assert [(fault.code, fault.line or 1) for fault in faults] == [(code, line)]
    assert said in str(faults[0])
    assert str(faults[0]).startswith("ours.toml")


ISTHMUS = """
powers = ["Dune", "Cinder", "Brine", "Alder"]
groups = [["Alder", "Brine"], ["Cinder", "Dune"]]
"""


def test_other_powers_have_no_groups_unless_they_are_given() -> None:
    preset, faults = read_preset('variant = "isthmus"')
    assert not faults
    assert (preset.seeding.size, preset.seeding.groups) == (4, ())
    preset, faults = read_preset(f'variant = "isthmus"\n[seeding]\n{ISTHMUS}')
    assert not faults
    assert preset.seeding.groups == (("Alder", "Brine"), ("Cinder", "Dune"))


@pytest.mark.parametrize(
    ("name", "code"), [("nz199", "unknown-preset"), ("no/such.toml", "unreadable-file")]
)
def test_no_such_preset(name: str, code: str) -> None:
    preset, faults = load_preset(name)
    assert preset is None
    assert [fault.code for fault in faults] == [code]
    with pytest.raises(KeyError):
        preset_text(name)


LINES = [line for line in preset_text("nz1999").splitlines() if line]


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=20)))
def test_no_text_raises(lines: list[str]) -> None:
    read_preset("\n".join(lines), "nonsense")

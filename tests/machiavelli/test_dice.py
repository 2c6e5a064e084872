"""Dice thrown on a table: how they are named, what counts, and what stands in the record."""

import json
from functools import lru_cache
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given, strategies as st

from dragoman.formats import load_variant
from dragoman.game import (
    DiceError,
    Game,
    Variant,
    read_game_text,
    read_record,
    without,
    write_record,
)
from dragoman.machiavelli import Roll, RollFor
from dragoman.machiavelli.dice_names import DiceNames

SCHEMA = json.loads(files("dragoman.game").joinpath("record.schema.json").read_text("utf-8"))
EDITIONS = ("machiavelli", "machiavelli2")


@lru_cache
def variant(edition: str) -> Variant:
    return load_variant(edition)


def names_of(edition: str = "machiavelli") -> DiceNames:
    found = variant(edition)
    assert found.scenario is not None
    return DiceNames(found.board, found.scenario)


def in_fall(seed: int = 7) -> Game:
    game = Game(variant("machiavelli"), seed=seed)
    while game.phase.season != "F":
        game.process()
    return game


@st.composite
def rolls(draw: st.DrawFn) -> tuple[str, Roll]:
    """A die of a scenario, by the numbers that the engine gives it."""
    edition = draw(st.sampled_from(EDITIONS))
    found = variant(edition)
    assert found.scenario is not None
    purpose = draw(st.sampled_from(RollFor))
    power = draw(st.sampled_from(found.scenario.players))
    incomes = [
        entry * 6 + die
        for entry, income in enumerate(found.scenario.incomes)
        for die in range(income.dice)
    ]
    areas = [one for one in found.board.provinces.values() if one.city_of is None]
    number = {
        RollFor.INCOME: st.sampled_from(incomes),
        RollFor.ASSASSIN: st.integers(1, 4),
        RollFor.REBELLION: st.integers(0, len(areas) - 1),
        RollFor.BRIBE: st.integers(0, 64 * len(found.board.provinces) - 1),
    }.get(purpose, st.integers(0, 5))
    is_of_power = purpose in (RollFor.INCOME, RollFor.ASSASSIN, RollFor.REBELLION)
    die = draw(st.integers(1, 6))
    return edition, Roll(purpose, power if is_of_power else None, draw(number), die, True)


def said_place(variant: Variant, place: str, language: str) -> str:
    province = variant.board.provinces[place].city_of
    garrison = "" if province is None else "G "
    return f"{garrison}{variant.place_name(province or place, language)}"


@given(found=rolls(), language=st.sampled_from(("en", "de")))
def test_every_die_has_a_name_that_is_read_back(found: tuple[str, Roll], language: str) -> None:
    edition, roll = found
    names = names_of(edition)
    assert names.read(names.write(roll)) == ((roll,), ())
    name, number = names.name(roll)
    board = variant(edition)
    said = name.said(
        language,
        lambda power: board.power_name(power, language),
        lambda place: said_place(board, place, language),
    )
    assert names.read(f"{said} {number}: {roll.die}") == ((roll,), ())


@pytest.mark.parametrize(
    ("text", "rolled"),
    [
        ("famine severity: 4 2", [("famine severity 1", 4), ("famine severity 2", 2)]),
        ("Hungersnot Schwere: - 2", [("famine severity 2", 2)]),
        ("PLAGUE ROW 2: 3", [("plague row 2", 3)]),
        ("storms, column: 1, 6.", [("storm column 1", 1), ("storm column 2", 6)]),
        ("income Milan: 3", [("income MILAN MIL 1", 3)]),
        ("Ertrag Venedig: 3 5", [("income VENICE VEN 1", 3), ("income VENICE VEN 2", 5)]),
        ("income Milan, Genoa: 3", [("income MILAN GEN 1", 3)]),
        ("Attentat Frankreich 2: 5", [("assassin FRANCE 2", 5)]),
        ("Aufstand Venedig, Ferrara: 2", [("rebellion VENICE FER 1", 2)]),
        ("bribe G Milan: 6 6", [("bribe MIL_CITY 1", 6), ("bribe MIL_CITY 2", 6)]),
        ("bribe A mil: 1", [("bribe MIL 1", 1)]),
    ],
)
def test_dice_as_people_write_them(text: str, rolled: list[tuple[str, int]]) -> None:
    names = names_of()
    found, faults = names.read(text)
    assert not faults
    assert [names.write(roll) for roll in found] == [f"{name}: {die}" for name, die in rolled]
    assert all(roll.is_thrown for roll in found)


@pytest.mark.parametrize(
    ("text", "code", "kept"),
    [
        ("famine severity: 7 2", "no-die", ["famine severity 2: 2"]),
        ("famine severity: 0", "no-die", []),
        ("famine severity: two", "no-die", []),
        ("famine severity: ²", "no-die", []),
        ("famine severity: 99999999999999999999999", "no-die", []),
        ("famine severity:", "no-die", []),
        ("famine severity", "unreadable-dice", []),
        ("famin severity: 2", "unreadable-dice", []),
        ("famine: 2", "unreadable-dice", []),
        (": 2", "unreadable-dice", []),
        ("famine severity: 1 2 3", "unasked-die", ["famine severity 1: 1", "famine severity 2: 2"]),
        ("income Milan, Atlantis: 2", "unknown-place", []),
        ("income Genoa: 2", "unknown-power", []),
        ("income Milan, Genoa 2: 2", "unasked-die", []),
        ("assassin France 5: 2", "unasked-die", []),
        ("rebellion Venice: 2", "unknown-place", []),
        ("bribe nowhere: 2", "unknown-place", []),
    ],
)
def test_what_is_wrong_with_dice_is_told_and_the_rest_kept(
    text: str, code: str, kept: list[str]
) -> None:
    names = names_of()
    found, faults = names.read(text)
    assert [fault.code for fault in faults] == [code]
    assert all(fault.is_error and fault.column and fault.remedy for fault in faults)
    assert [names.write(roll) for roll in found] == kept


@given(text=st.text(max_size=40) | st.text("famine severity:0123456789 -,\"'Milan", max_size=40))
def test_nonsense_never_breaks_the_reader(text: str) -> None:
    found, faults = names_of().read(text)
    assert faults or found or "-" in text


def test_thrown_dice_count_and_the_rest_is_rolled_as_before() -> None:
    game, other = in_fall(), in_fall()
    names = names_of()
    rolled = game.provisional().account
    assert rolled is not None
    assert not game.throw("famine severity: 1 1\nErtrag Venedig: 6 -")
    account = game.process().account
    assert account is not None
    shown = {names.write(roll): roll.is_thrown for roll in account.rolls}
    assert shown["famine severity 1: 1"]
    assert shown["income VENICE VEN 1: 6"]
    assert not any("row" in name or "column" in name for name in shown)  # two is no famine
    before = {names.write(roll) for roll in rolled.rolls if roll.purpose is RollFor.INCOME}
    changed = {name for name in shown if name.startswith("income")} ^ before
    assert changed <= {f"income VENICE VEN 1: {die}" for die in range(1, 7)}
    assert not any(roll.is_thrown for roll in other.process().account.rolls)  # type: ignore[union-attr]


def test_a_phase_judged_again_rolls_the_same() -> None:
    game = in_fall()
    dice = "famine severity: 4 4\nfamine row: 2 1"
    first = game.process(dice)
    game.undo()
    assert game.pending.thrown == first.thrown
    assert game.provisional() == first
    assert game.process() == first
    assert game.copy() == game


def test_without_an_order_the_same_dice_count() -> None:
    game = in_fall()
    game.order("Milan", "A mil - pav")
    game.order("Milan", "A pav - mon")
    resolution = game.process("famine severity: 1 1")
    order = resolution.orders["MILAN"][0]
    again = without(game.variant, resolution, [("MILAN", order)])
    assert again.account is not None
    assert again.thrown == resolution.thrown


def test_what_is_wrong_with_dice_changes_nothing() -> None:
    game = in_fall()
    before = game.copy()
    for dice in (
        "famine severity: 7",
        "famine severity: 4 4 4",
        "famine severity: 1 1\nfamine severity 2: 1",
        "plague row: 2",
        "assassin France 1: 2",
        [Roll(RollFor.FAMINE, None, 0, 9)],
        [Roll(RollFor.FAMINE, None, 99, 3)],
        [Roll(RollFor.INCOME, "MILAN", 5000, 3)],
    ):
        with pytest.raises(DiceError) as error:
            game.process(dice)
        assert error.value.diagnostics
        assert game == before
    assert [one.code for one in game.throw("plague row: 2")] == ["unasked-die"]
    assert not game.throw("plague row: 2")[0].is_error  # there may be other orders
    (fault,) = Game("standard").throw("famine severity: 4 2")
    assert fault.code == "unasked-die"


@pytest.mark.parametrize("phases", [0, 3])
def test_every_die_is_in_the_record_and_comes_back(phases: int) -> None:
    game = Game(variant("machiavelli"), seed=3, thrown="income Venice: 6 5\nErtrag Frankreich: 1")
    assert game.opening is not None
    assert sum(roll.is_thrown for roll in game.opening.rolls) == 3
    for _ in range(phases):
        game.process("famine severity: 4 4\nfamine row: 3 3" if game.phase.season == "F" else None)
    if game.phase.season != "W":
        assert all(not fault.is_error for fault in game.throw("famine severity: 2 -"))
    text = write_record(game)
    jsonschema.validate(json.loads(text), SCHEMA)
    again, faults = read_record(text, load_variant)
    assert (again, faults) == (game, ())
    assert again is not None
    assert again.opening == game.opening
    assert [one.account for one in again.history] == [one.account for one in game.history]
    assert again.process() == game.copy().process()
    again, faults = read_game_text(game.text(), load_variant)
    assert (again, faults) == (game, ())
    assert again is not None
    assert again.text() == game.text()
    assert again.opening == game.opening
    assert [one.account for one in again.history] == [one.account for one in game.history]


def test_recorded_dice_count_even_if_the_seed_gives_others() -> None:
    game = in_fall()
    game.process()
    record = json.loads(write_record(game))
    fall = record["phases"][-2]
    # as another version of the program may have rolled
    fall["dice"] = [
        f"{die[:-1]}{7 - int(die[-1])}" if "income" in die else die for die in fall["dice"]
    ]
    again, faults = read_record(json.dumps(record), load_variant)
    assert [fault.code for fault in faults] == ["other-dice", "other-position"]
    assert again is not None
    assert again.position == game.position
    account = again.history[-1].account
    assert account is not None
    assert [names_of().write(roll) for roll in account.rolls] == fall["dice"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("dice", ["famine severity 1: 8"], "no-die"),
        ("dice", ["rubbish"], "unreadable-dice"),
        ("dice", "famine severity 1: 2", "wrong-field"),
        ("thrown", [3], "wrong-field"),
        ("thrown", ["famine severity 1: 2", "famine severity 1: 3"], "die-twice"),
    ],
)
def test_damaged_dice_of_a_record_are_refused(field: str, value: object, code: str) -> None:
    game = in_fall()
    game.process()
    record = json.loads(write_record(game))
    record["phases"][-2][field] = value
    again, (fault, *_) = read_record(json.dumps(record), load_variant)
    assert again is None
    assert fault.code == code
    assert f"phases[2].{field}" in fault.what


def test_dice_of_the_first_income_have_to_be_asked_for() -> None:
    for dice in ("income Venice: 7", "famine severity: 1 1", "income Venice, Milan: 2"):
        with pytest.raises(DiceError):
            Game(variant("machiavelli"), seed=3, thrown=dice)
    with pytest.raises(DiceError):
        Game("standard", thrown="income Venice: 1")

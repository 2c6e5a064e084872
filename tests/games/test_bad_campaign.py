"""Bad orders of Machiavelli through the doors that people use: each is told with its place, its
cause and, where it is refused, how to mend it; the rest is kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.formats import load_variant
from dragoman.game import Game, write_record
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder

pytestmark = pytest.mark.slow

BAD = {
    "A are H": ("not-your-unit", True, "not a unit of Milan", "keine Einheit dieser Macht"),
    "3 d relief cre": ("not-needed", False, "famine", "Hunger"),
    "18 d buy A mil": ("own-unit", True, "unit of Milan's own", "gehört Mailand selbst"),
    "12 d disband A mil": ("own-unit", True, "unit of Milan's own", "gehört Mailand selbst"),
    "3 d disband G mon": ("too-little", False, "6 were needed", "6 wären nötig"),
    "18 d buy A tyr": ("too-little", False, "18 were needed, and the treasury had 7", "18"),
    "6 d disband A tyr": ("too-little", False, "12 were needed", "12"),
    "6 d buy A pad": ("not-near", False, "no unit there or next to it", "keine Einheit dort"),
    "expense 5: 3 d relief mil": ("fifth-expense", True, "5 is not a number", "5 is not a number"),
    "expense 1: 3 d counter-bribe A mil\nexpense 1: 6 d counter-bribe A cre": (
        "expense-twice", True, "an expenditure 1 above", "an expenditure 1 above",
    ),
    "12 d assassinate Milan": ("no-victim", True, "no such ruler", "keinen solchen|nicht"),
    "6 d cause rebellion mil": ("own-land", True, "Milan", "Mailand"),
    "9 d cause rebellion etr": ("unknown-place", True, "is not a place", "is not a place"),
    "borrow 30 d for 1 year": ("cut-to-limit", False, "more than 25", "Mehr als 25"),
    "borrow 5 d for 3 years": ("no-term", True, "one year or two", "one year or two"),
    "pay 99 d to Venice": ("in-part", False, "there was no more", "nicht da"),
    "pay 3 d to Milan": ("to-oneself", True, "this is the power", "this is the power"),
    "give Milan to Venice": ("nothing-left", False, "no assassination", "keine Attentatsmarke"),
    "pay 5 d to bank": ("overpaid", False, "Of these 5 ducats were more", "5 Dukaten mehr"),
    "24 d assassinate Venice": ("too-little", False, "12 were needed", "12 wären nötig"),
    "A mil lifts the siege": ("no-siege", False, "", ""),
    "Dice\nfamine severity: 7": ("no-die", True, "7 is nothing", "7 is nothing"),
    "Dice\nfamine severity: 1": ("unasked-die", True, "asks for this die", "asks for this die"),
}  # fmt: skip


@pytest.fixture(scope="module")
def record() -> str:
    return write_record(Game(load_variant("machiavelli"), seed=7))


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("language", ["en", "de"])
def test_bad_orders_are_told_with_place_and_cause(
    tmp_path: Path, record: str, text: str, language: str
) -> None:
    code, is_error, english, german = BAD[text]
    folder = GameFolder(tmp_path)
    folder.record.write_text(record)
    folder.settings.write_text(str(FolderSettings(language=language)))
    folder.orders.write_text(f"Venice\nA pad H\n\nMilan\nA pav - mon\n{text}\n")
    answer = playing.check(tmp_path, None)
    found = [fault for fault in answer.diagnostics if fault.code == code]
    assert found, answer.diagnostics
    fault = found[-1]
    assert fault.is_error == is_error
    assert fault.line >= 6
    assert fault.column >= 1
    assert fault.source == str(folder.orders)
    wanted = english if language == "en" else german
    assert any(part in fault.what for part in wanted.split("|"))
    assert fault.remedy or code == "no-siege"  # a bluff of a unit may be meant so
    # what is right is kept, and what was typed is as it was
    assert answer.data["orders"]["VENICE"] == ["A PAD H"]
    assert answer.data["orders"]["MILAN"][0] == "A PAV-MON"
    assert folder.orders.read_text().endswith(f"{text}\n")
    refused = playing.adjudicate(tmp_path, None, False, False)
    assert (refused.diagnostics[-1].code == "not-judged") == is_error
    assert playing.adjudicate(tmp_path, None, False, True).data


def test_what_is_wrong_is_told_once(tmp_path: Path, record: str) -> None:
    folder = GameFolder(tmp_path)
    folder.record.write_text(record)
    folder.orders.write_text("Milan\npay 500 d to Milan\n")
    assert [fault.code for fault in playing.check(tmp_path, None).diagnostics] == ["to-oneself"]


@pytest.mark.parametrize(
    ("kind", "ducats", "told", "needed"),
    [
        ("Am", 18, None, 18),
        ("Ac", 18, "Ac Tyr is citizen militia", 36),
        ("Ap", 30, "Ap Tyr is an elite professional", 36),
        ("Gc", 27, "is in a major city", 36),
    ],
)
def test_who_bids_too_little_for_elite_units_is_told_why(
    tmp_path: Path, kind: str, ducats: int, told: str | None, needed: int
) -> None:
    variant = load_variant("machiavelli")
    start = Game(variant, seed=7).position
    assert start.affairs is not None
    where = {"Gc": "GEN_CITY"}.get(kind, "TYR")
    units = [replace(u, kind=kind) if u.location == where else u for u in start.units]
    units = [replace(u, location="FOR") if u.location == "PAV" else u for u in units]
    rich = replace(start.affairs, treasuries={**start.affairs.treasuries, "MILAN": 60})
    game = Game(variant, position=replace(start, units=tuple(units), affairs=rich))
    folder = GameFolder(tmp_path)
    folder.record.write_text(write_record(game))
    folder.orders.write_text(f"Milan\nA for - gen\n{ducats} d buy {kind[0]} {where[:3].lower()}\n")
    found = playing.check(tmp_path, None).diagnostics
    if told is None:
        assert not found
        return
    (fault,) = found
    assert told in fault.what
    assert f"{needed} were needed" in fault.what
    assert str(needed) in fault.remedy


def test_a_used_chit_is_told_of(tmp_path: Path) -> None:
    game = Game(load_variant("machiavelli"), seed=7)
    game.order("Venice", "borrow 15 d for 1 year; 12 d assassinate Milan")
    game.process("assassin Venice 1: 6")
    folder = GameFolder(tmp_path)
    folder.record.write_text(write_record(game))
    folder.orders.write_text("Venice\nborrow 10 d for 1 year\n12 d assassinate Milan\n")
    (fault,) = playing.check(tmp_path, None).diagnostics
    assert (fault.code, fault.line, fault.is_error) == ("no-chit", 3, False)
    assert "chit" in fault.what

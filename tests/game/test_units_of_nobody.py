"""Units of nobody and conversions in what people use: games, reports, files, lists of orders."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman import Game
from dragoman.formats import load_variant, read_variant_files, write_dpjudge, write_variant
from dragoman.judge.views.choices_view import choices
from dragoman.reports.plain_text import report_resolution
from dragoman.rules import Phase

BOARDS = Path(__file__).parents[1] / "cases" / "movement" / "boards"


def of_cases(name: str) -> Game:
    return Game(load_variant(BOARDS / name))


def test_nobody_plays_them_and_nobody_orders_them() -> None:
    game = of_cases("neutrals")
    assert "AUTONOMOUS" in game.variant.board.powers
    assert "AUTONOMOUS" not in {*game.variant.players, *game.survivors}
    (fault,) = game.order("Neutral", "A mun-ber")
    assert fault.code == "nobody-orders"
    assert game.orders("Neutral") == ()


def test_a_report_tells_what_they_did_and_that_they_are_back() -> None:
    game = of_cases("neutrals")
    game.process()
    assert "A Bel S A Hol" in report_resolution(game.variant, game.resolution)
    start = game.variant.start
    units = tuple(unit for unit in start.units if unit.location != "BEL")
    game = Game(game.variant, None, replace(start, phase=Phase.parse("F1901M"), units=units))
    game.process()
    assert [str(unit) for unit in game.resolution.returned] == ["A BEL"]
    told = report_resolution(game.variant, game.resolution)
    assert "Neutral units back in their places" in told
    assert "A Bel" in told.partition("back in their places")[2]


@pytest.mark.parametrize("name", ["neutrals", "conversions"])
def test_files_of_ours_keep_it_and_others_say_that_they_do_not(name: str) -> None:
    variant = load_variant(BOARDS / name)
    files, lost = write_variant(variant)
    assert lost == ()
    texts = (files[file].encode() for file in (f"map.{name}", f"seed.{name}", "variant.toml"))
    again, faults = read_variant_files(name, *texts)
    assert again is not None and not any(fault.is_error for fault in faults)
    assert again.board.neutrals == variant.board.neutrals
    assert again.board.converts_in == variant.board.converts_in
    assert again.start.units == variant.start.units
    _, missing = write_dpjudge(variant)
    word = "nobody" if name == "neutrals" else "become a fleet"
    assert any(word in str(one) for one in missing)


def test_a_board_offers_to_convert() -> None:
    game = of_cases("conversions")
    assert "F BRE converts to A" in str(choices(game, "FRANCE"))

"""Cores in what lies around the rules: legal orders, texts and records of positions, reports."""

from dataclasses import replace

import pytest
from case_files import CASES

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game, process, read_record, write_record
from dragoman.game.json_object import JsonObject
from dragoman.game.json_positions import read_position
from dragoman.game.sight import as_seen
from dragoman.orders import Core, UnitRef, scan
from dragoman.reports import explain
from dragoman.rules import Phase, Position, legal_orders

CORING = load_variant(CASES / "cores/boards/coring")
BOARD, RULES = CORING.board, CORING.rule_set
BELGIUM = Unit("FRANCE", "A", "BEL")
CORE = Core(UnitRef("BEL", "A"))


def position(**more: object) -> Position:
    owned = {"PAR": "FRANCE", "BEL": "FRANCE"}
    return Position(Phase.parse("S1902M"), (BELGIUM,), owned, **more)


def test_a_core_is_offered_where_one_can_be_made() -> None:
    assert legal_orders(BOARD, position(), RULES)[BELGIUM][-1] == CORE
    cored = position(cores={"BEL": "FRANCE"})
    assert CORE not in legal_orders(BOARD, cored, RULES)[BELGIUM]
    assert CORE not in legal_orders(BOARD, position(), "datc")[BELGIUM]


@pytest.mark.parametrize("text", ["A BEL core", "A Belgium cores", "A BEL CORE", "A Bel cores"])
def test_the_order_is_read(text: str) -> None:
    (read,) = scan(text, BOARD, "M").orders
    assert read.order == CORE
    assert scan(str(CORE), BOARD, "M").orders[0].order == CORE


def test_positions_keep_cores() -> None:
    made = position(cores={"PAR": "FRANCE", "MUN": "ITALY"}, half_cores={"BEL": "FRANCE"})
    assert Position.parse(made.text(), BOARD) == made
    assert Position.parse(made.text()).half_cores == {"BEL": "FRANCE"}
    fields = JsonObject(made.to_dict())
    assert read_position(fields, made.phase, CORING) == made
    assert position().text() == position().text().replace("cores", "")
    wrong = position(cores={"BUR": "FRANCE"})
    assert [fault.code for fault in wrong.faults(BOARD)] == ["no-centre"]


@pytest.mark.parametrize(
    "half, told",
    [({}, "is half a core of France now"), ({"BEL": "FRANCE"}, "is a core of France now")],
)
def test_a_core_is_explained(half: dict[str, str], told: str) -> None:
    resolution = process(CORING, position(half_cores=half), {"FRANCE": [CORE]}, RULES)
    assert told in explain(CORING, resolution, "A BEL")
    assert "Kernland" in explain(CORING, resolution, "A BEL", "de")


def test_a_core_that_is_attacked_is_explained() -> None:
    attacked = Position(
        Phase.parse("S1902M"),
        (BELGIUM, Unit("GERMANY", "A", "HOL")),
        {"PAR": "FRANCE", "BEL": "FRANCE"},
    )
    orders = {"FRANCE": ["A BEL CORE"], "GERMANY": ["A HOL-BEL"]}
    resolution = process(CORING, attacked, orders, RULES)
    assert "kept Bel from becoming a core" in explain(CORING, resolution, "A BEL")


def test_cores_lie_in_fog_as_centres_do() -> None:
    fog = RULES.with_settings("sight=borders")
    whole, half = {"PAR": "FRANCE", "BER": "GERMANY"}, {"BEL": "FRANCE", "STP": "RUSSIA"}
    seen = as_seen(BOARD, position(cores=whole, half_cores=half), "FRANCE", fog)
    assert seen.cores == {"PAR": "FRANCE"}
    assert seen.half_cores == {"BEL": "FRANCE"}


def test_a_game_is_kept_with_its_cores() -> None:
    game = Game(replace(CORING, start=position()))
    game.order("France", ["A BEL core"])
    game.process()
    assert game.position.half_cores == {"BEL": "FRANCE"}
    again, _ = read_record(write_record(game), lambda _: game.variant)
    assert again is not None and again.position == game.position

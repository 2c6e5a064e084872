"""Bots as they are asked by whoever runs a game: a view in, orders out."""

from __future__ import annotations

from random import Random

import pytest

import dragoman
from dragoman.board import Unit
from dragoman.bots import (
    BOTS,
    Bot,
    DumbBot,
    SearchBot,
    Temper,
    View,
    bot_called,
    entered_after,
)
from dragoman.bots.known import plays
from dragoman.formats import load_variant
from dragoman.game import Resolution, Variant, process
from dragoman.orders import Move, UnitRef
from dragoman.refusal import ActionRefused
from dragoman.rules import Position
from dragoman.values import FrozenMap

STANDARD = load_variant("standard")


def phase_by(variant: Variant, bots: dict[str, Bot], position: Position, seed: int) -> Resolution:
    orders = {
        power: tuple(bot(View(variant, position, power, seed + number)))
        for number, (power, bot) in enumerate(bots.items())
    }
    return process(variant, position, orders, variant.rule_set)


def played(variant: Variant, bot: Bot, phases: int) -> list[Resolution]:
    found: list[Resolution] = []
    position = variant.start
    for phase in range(phases):
        found.append(
            phase_by(variant, dict.fromkeys(variant.board.powers, bot), position, 9 * phase)
        )
        position = found[-1].position
        if found[-1].winners:
            break
    return found


@pytest.mark.parametrize("name", [name for name in BOTS if plays(name, STANDARD)])
def test_every_order_is_legal_and_used(name: str) -> None:
    for resolution in played(STANDARD, BOTS[name], 12):
        legal = dragoman.legal_orders(STANDARD.board, resolution.before, STANDARD.rule_set)
        allowed = {order for orders in legal.values() for order in orders}
        assert not resolution.unused
        assert {order for given in resolution.orders.values() for order in given} <= allowed


@pytest.mark.parametrize("name", [name for name in BOTS if plays(name, STANDARD)])
def test_the_same_view_gives_the_same_orders(name: str) -> None:
    view = View(STANDARD, STANDARD.start, "TURKEY", 77)
    assert list(BOTS[name](view)) == list(BOTS[name](view))


@pytest.mark.parametrize("name", ["chaos", "1898", "archipelago", "white_winter"])
def test_on_other_boards(name: str) -> None:
    variant = load_variant(name)
    for resolution in played(variant, BOTS["dumbbot"], 4):
        assert not resolution.unused


def test_a_bot_is_a_function() -> None:
    def timid(view: View):
        """Moves nobody but at random."""
        dice = Random(view.seed)
        return [dice.choice(orders) for orders in view.legal_orders().values()]

    after = phase_by(STANDARD, {"ITALY": timid}, STANDARD.start, 4)
    assert len(after.orders["ITALY"]) == 3 and not after.unused


def test_the_dumbbot_goes_for_centres_that_nobody_holds() -> None:
    position = Position(
        STANDARD.calendar.phase(2, 1901),
        (Unit("TURKEY", "A", "BUL"), Unit("RUSSIA", "A", "UKR")),
        FrozenMap({"CON": "TURKEY", "MOS": "RUSSIA"}),
    )
    (order,) = BOTS["dumbbot"](View(STANDARD, position, "TURKEY", 1))
    assert isinstance(order, Move) and order.target in ("SER", "GRE", "RUM")


def test_first_in_is_first_out() -> None:
    """The army that walked to Silesia came in first, wherever it stands now."""
    start = Position(
        STANDARD.calendar.phase(2, 1901),
        (Unit("GERMANY", "A", "MUN"), Unit("GERMANY", "F", "KIE"), Unit("GERMANY", "A", "BER")),
        FrozenMap({"BER": "GERMANY", "KIE": "GERMANY"}),
    )
    came = {"MUN": 3, "KIE": 5, "BER": 4}
    entered = FrozenMap({unit: came[unit.location] for unit in start.units})
    orders = Move(UnitRef("MUN", "A"), "SIL"), Move(UnitRef("BER", "A"), "PRU")
    moved = process(STANDARD, start, {"GERMANY": orders}, STANDARD.rule_set)
    entered = entered_after(STANDARD.board, entered, moved, 9)
    units = {unit.location: number for unit, number in entered.items()}
    assert units == {"SIL": 3, "KIE": 5, "PRU": 4}
    view = View(STANDARD, moved.position, "GERMANY", 0, entered)
    assert [str(order) for order in BOTS["civil-disorder"](view)] == ["Remove A Sil"]


def test_a_name_that_no_bot_has() -> None:
    with pytest.raises(ActionRefused, match="dumbot"):
        bot_called("dumbot")


def test_bots_are_called_as_the_docs_list_them() -> None:
    assert bot_called("search:650") == SearchBot(650)
    assert bot_called("search") == SearchBot(2_000)
    assert bot_called("dumbbot:60,3,30") == DumbBot(Temper(60, 3, 30))
    assert bot_called("dumbbot") == BOTS["dumbbot"]


@pytest.mark.parametrize("text", ["search:", "search:0", "search:many", "dumbbot:", "dumbbot:1"])
def test_a_bot_with_a_number_that_is_none_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ActionRefused) as refused:
        bot_called(text)
    assert "write" in str(refused.value.diagnostic)

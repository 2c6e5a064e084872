"""Every public value can be pickled, copied, sent to another process and shown in a line."""

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime

import pytest

import dragoman
from dragoman.board import Board, BoardError
from dragoman.bots.model.endpoint import NoModelAnswer
from dragoman.bots.model.seat_budget import BudgetUsed
from dragoman.drawing.files.geometry_file import GeometryError
from dragoman.env import Overflow
from dragoman.errors import UnknownKey
from dragoman.extras import MissingExtra, NoMachineCode
from dragoman.files import FolderInUse
from dragoman.formats.foreign.bundle import BundleRefused
from dragoman.game import FormatError, OrderSet
from dragoman.games.dipwork.workspace import StepError
from dragoman.games.requests import UnknownRule
from dragoman.judge.outbox.sending import Undelivered
from dragoman.judge.storage.game_store import BadGame
from dragoman.judge.storage.write_guard import ReadOnly
from dragoman.native.inference import Untranslatable
from dragoman.orders import NotationError
from dragoman.other_words import NoAttribute
from dragoman.press.daide.frames import BrokenProtocol, ErrorCode
from dragoman.press.daide.language import MessageFault
from dragoman.press.daide.tokens import BadTokens
from dragoman.press.dpp.language import TextFault
from dragoman.press.grammar import MessageMisread, Unsayable
from dragoman.refusal import ActionRefused
from dragoman.rules.batch.card import NoDevice
from dragoman.tournament.actions.rows import RowsRefused
from dragoman.tournament.log.store import ChangedMeanwhile
from dragoman.tournament.scoring.result import MissingData
from dragoman.web.problems import Problem


def game_under_way() -> dragoman.Game:
    rules = dragoman.RuleSet(standing_orders="yes", proxy_orders="beforehand")
    game = dragoman.Game("standard", rules)
    game.order("France", "A par-bur; A mar S A par-bur")
    game.order("Germany", "A mun-bur; A ber-mun")
    game.process()
    game.order("Italy", "A ven-tri; A rom-ven")
    game.order("Austria", "F tri H", standing=True)
    game.proxy("Russia", "mos", "Turkey")
    return game


def values() -> dict[str, object]:
    game = game_under_way()
    resolution = game.history[0]
    variant = game.variant
    return {
        "Board": variant.board,
        "Diagnostic": game.order("Italy", "A xyz-rom")[0],
        "Dislodged": dragoman.Dislodged(dragoman.Unit("ITALY", "A", "ROM"), ("TUS",), "VEN"),
        "Ending": dragoman.Ending("draw", ("FRANCE", "ITALY")),
        "Game": game,
        "LocalNames": variant.names["de"],
        "OrderSet": OrderSet((), proxies={"PAR": "ITALY"}),
        "Outcome": resolution.outcome("A PAR"),
        "Pending": game.pending,
        "Phase": game.phase,
        "Position": game.position,
        "Province": variant.board.provinces["STP"],
        "Power": variant.board.powers["ITALY"],
        "Resolution": resolution,
        "RuleSet": game.rule_set,
        "Switch": dragoman.SWITCHES["self_cut"],
        "Unit": game.position.units[0],
        "UnitRef": dragoman.UnitRef("STP/NC", "F", "RUSSIA"),
        "UnusedOrder": dragoman.UnusedOrder("ITALY", dragoman.Waive(), "wrong-phase"),
        "Variant": variant,
    }


VALUES = values()
ERRORS = {
    "BadGame": BadGame(7),
    "BadTokens": BadTokens(dragoman.Diagnostic("half-token", "an odd number of bytes"), 9),
    "BoardError": BoardError(["one", "two"]),
    "BundleRefused": BundleRefused(dragoman.Diagnostic("too-large", "more than is read")),
    "NotationError": NotationError("no words"),
    "ActionRefused": ActionRefused("over", "it is over", "begin anew", ("one", "two")),
    "RowsRefused": RowsRefused([dragoman.Diagnostic("unknown-power", "no such power", line=3)]),
    "FolderInUse": FolderInUse(dragoman.Diagnostic("folder-in-use", "by another")),
    "FormatError": FormatError(dragoman.Diagnostic("no-json", "this is not JSON", line=3)),
    "GeometryError": GeometryError([dragoman.Diagnostic("no-map", "there is no map")]),
    "ChangedMeanwhile": ChangedMeanwhile([]),
    "ReadOnly": ReadOnly("a move to another machine", datetime(2026, 11, 28, tzinfo=UTC)),
    "BudgetUsed": BudgetUsed("tokens"),
    "NoModelAnswer": NoModelAnswer("nobody answers", is_final=True),
    "BrokenProtocol": BrokenProtocol(
        ErrorCode.MAGIC_NUMBER, dragoman.Diagnostic("broken-protocol", "no such number")
    ),
    "MessageFault": MessageFault(
        dragoman.Diagnostic("misread", "there is no such message"), ("HUH", "(", "ERR", ")")
    ),
    "TextFault": TextFault(dragoman.Diagnostic("misread", "there is no such message"), "(RPT)"),
    "MessageMisread": MessageMisread(3, "there is no such token"),
    "Unsayable": Unsayable("there is no word for it"),
    "Overflow": Overflow(3, "FRANCE", "choices", 321),
    "MissingData": MissingData(dragoman.Diagnostic("no-years", "the years are missing")),
    "NoMachineCode": NoMachineCode("no C compiler"),
    "MissingExtra": MissingExtra("maps", "networkx"),
    "NoAttribute": NoAttribute("dragoman", "Gmae", ["Game"]),
    "NoDevice": NoDevice("no card"),
    "DiceError": dragoman.DiceError([dragoman.Diagnostic("no-die", "7 is no die")]),
    "PositionError": dragoman.PositionError([dragoman.Diagnostic("two-units", "two units")]),
    "Problem": Problem((dragoman.Diagnostic("no-game", "there is no game"),), 404),
    "StepError": StepError(dragoman.Diagnostic("missing-file", "there is no file")),
    "Undelivered": Undelivered("the server is away", for_good=True),
    "DragomanError": dragoman.DragomanError("there is nothing to undo"),
    "OrdersError": dragoman.OrdersError([dragoman.Diagnostic("no-order", "hello is not an order")]),
    "UnknownKey": UnknownKey("Paris", ["PAR", "BUR"]),
    "UnknownName": dragoman.UnknownName("power", "Narnia", ["ITALY"]),
    "WrongArgument": dragoman.WrongArgument("unit has to be a UnitRef"),
    "UnknownRule": UnknownRule("there is no such rule"),
    "Untranslatable": Untranslatable("draw, line 3: unknown construct"),
    "VariantError": dragoman.VariantError(
        [
            dragoman.Diagnostic("one", "is wrong", "mend it", "map.x", 7),
            dragoman.Diagnostic("b", "c"),
        ]
    ),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_is_pickled_and_copied(value: object) -> None:
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(twin) is type(value)
        assert twin == value
        assert value.__hash__ is None or hash(twin) == hash(value)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_shows_itself_in_a_line(value: object) -> None:
    assert len(repr(value)) < 500 and "\n" not in repr(value)


@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
def test_an_error_comes_out_of_another_process(error: Exception) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))


@pytest.mark.slow
def test_every_error_is_tried() -> None:
    """Those that begin with an underscore never leave their module."""
    apart = ("dragoman.cli", "dragoman.variants", "dragoman.__main__")
    migrations = "dragoman.judge.storage.migrations."  # run by alembic, and never imported
    for module in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
        if not module.name.startswith((*apart, migrations)):
            importlib.import_module(module.name)
    found, waiting = set[type](), [Exception]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith("dragoman.cli"):
                continue  # a command's own, which another test may have imported
            if kind.__module__.startswith("dragoman.") and not kind.__name__.startswith("_"):
                found.add(kind)
    inside = {
        "Fault",
        "FlowError",
        "Unreadable",
        "MacroFault",
        "FolderRefused",
    }  # or as their heirs
    assert {kind.__name__ for kind in found} - inside == ERRORS.keys()


def test_a_position_cannot_be_changed() -> None:
    owners = dragoman.load_variant("standard").start.owners
    for change in (
        lambda: owners.update(LON="ITALY"),
        lambda: owners.__setitem__("LON", "ITALY"),
        lambda: owners.pop("LON"),
        owners.clear,
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()


def test_a_copied_board_is_the_same_board() -> None:
    board = dragoman.load_variant("standard").board
    assert copy.deepcopy(board) is board
    assert pickle.loads(pickle.dumps(board)).reach("F", "STP/NC") == board.reach("F", "STP/NC")
    assert isinstance(board, Board)
    assert board != dragoman.load_variant("chaos").board


@pytest.mark.slow
def test_a_pool_of_processes_plays_games() -> None:
    games = [game_under_way(), dragoman.Game("fleet_rome")]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        found = list(pool.map(copy.deepcopy, games))
        resolved = list(pool.map(dragoman.Game.process, games))
    assert found == games
    assert resolved == [game.process() for game in games]

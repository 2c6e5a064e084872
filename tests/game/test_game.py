"""Playing a game: orders in, phases resolved, taken back, ended."""

import copy
import pickle

import pytest
from hypothesis import given, settings, strategies as st

import dragoman
from dragoman.board import Unit, UnknownName
from dragoman.diagnostics import Severity
from dragoman.game import Ending, Game, Variant, process
from dragoman.orders import Build, Hold, Move, UnitRef, scan_order, write
from dragoman.rules import Phase, Position, PositionError, RuleSet


def test_the_public_call() -> None:
    game = dragoman.Game("standard")
    assert game.order("England", "F lon-nth, F edi-nwg, A lvp-yor") == ()
    resolution = game.process()
    assert game.resolution is resolution
    assert "England: F Edi - Nwg, F Lon - Nth, A Lvp - Yor" in str(resolution)
    assert str(game.phase) == "F1901M"


def test_a_game_begins(game: Game, standard: Variant) -> None:
    assert game.position is standard.start
    assert game.rule_set == standard.rule_set
    assert (game.resolution, game.history, game.ending, game.winners) == (None, (), None, ())
    assert repr(game) == "<Game of standard: S1901M>"
    assert "England: F EDI, F LON, A LVP; 3 centres" in str(game)


def test_a_later_order_replaces_an_earlier_one(game: Game) -> None:
    game.order("England", "F lon-nth")
    game.order("ENGLAND", "F lon-eng")
    assert [write(order) for order in game.orders("English")] == ["F LON-ENG"]


def test_orders_may_be_objects(game: Game) -> None:
    assert game.order("England", [Move(UnitRef("LON", "F"), "NTH")]) == ()
    assert game.process().outcome("F LON").moved_to == "NTH"


@pytest.mark.parametrize(
    ("power", "text", "code", "line", "column"),
    [
        ("England", "F lon-nth\n  A par-bur", "not-your-unit", 2, 3),
        ("England", "A gal-bud", "no-such-unit", 1, 1),
        ("England", "F lon-xyz", "unknown-place", 1, 7),
    ],
)
def test_what_cannot_be_ordered(
    game: Game, power: str, text: str, code: str, line: int, column: int
) -> None:
    faults = game.order(power, text)
    assert [(fault.code, fault.line, fault.column) for fault in faults] == [(code, line, column)]
    assert len(game.orders(power)) == text.count("lon-nth") * (power == "England")


def test_the_rest_of_a_faulty_text_counts(game: Game) -> None:
    faults = game.order("England", "F lon-nth\nA par-bur\nF edi-nwg")
    assert len(faults) == 1
    assert len(game.orders("England")) == 2


def test_press_is_pointed_out(game: Game) -> None:
    (fault,) = game.order("England", "Dear judge\nF lon-nth")
    assert (fault.code, fault.severity, fault.line) == ("no-order", Severity.WARNING, 1)


def test_orders_for_dislodged_units_only_in_a_retreat_phase(stage, standard: Variant) -> None:
    game = Game(standard, position=stage("S1901M", FRANCE="A PAR, A MAR", GERMANY="A BUR"))
    game.order("France", "A par-bur, A mar S A par-bur")
    game.process()
    (fault,) = game.order("France", "A bur-gas")
    assert fault.code == "not-your-unit"
    assert game.order("Germany", "A bur-ruh") == ()
    assert game.process().outcome("BUR").moved_to == "RUH"


def test_provisional_changes_nothing(game: Game) -> None:
    game.order("England", "F lon-nth")
    provisional = game.provisional()
    assert provisional.outcome("F LON").moved_to == "NTH"
    assert (str(game.phase), game.history) == ("S1901M", ())
    assert game.process() == provisional


def test_undo_brings_the_orders_back(game: Game) -> None:
    game.order("England", "F lon-nth")
    game.order("France", "A par-bur")
    game.process()
    game.order("England", "F nth-nwy")
    game.undo()
    assert str(game.phase) == "S1901M"
    assert [write(order) for order in game.orders("England")] == ["F LON-NTH"]
    game.order("England", "F lon-eng")
    assert game.process().outcome("F LON").moved_to == "ENG"
    assert game.resolution is not None
    assert game.resolution.outcome("A PAR").moved_to == "BUR"


def test_nothing_to_undo(game: Game) -> None:
    with pytest.raises(ValueError):
        game.undo()


def test_clear(game: Game) -> None:
    game.order("England", "F lon-nth")
    game.order("France", "A par-bur")
    game.clear("England")
    assert game.orders("England") == ()
    assert len(game.orders("France")) == 1


def test_a_draw_ends_the_game(game: Game) -> None:
    assert game.draw(["Turkey", "France"]) == ()
    assert game.ending == Ending("draw", ("FRANCE", "TURKEY"))
    assert game.winners == ("FRANCE", "TURKEY")
    assert [fault.code for fault in game.order("England", "F lon-nth")] == ["game-over"]
    assert [fault.code for fault in game.draw()] == ["game-over"]
    with pytest.raises(ValueError, match="drawn"):
        game.process()
    game.undo()
    assert game.ending is None
    assert game.order("England", "F lon-nth") == ()


def test_a_draw_between_all_survivors(stage, standard: Variant) -> None:
    owners = {"PAR": "FRANCE", "LON": "ENGLAND"}
    game = Game(standard, position=stage("S1901M", GERMANY="A BUR", owners=owners))
    game.draw()
    assert game.winners == ("ENGLAND", "FRANCE", "GERMANY")


def test_a_concession(game: Game) -> None:
    assert game.concede("Russia") == ()
    assert game.ending == Ending("concession", ("RUSSIA",))
    assert str(game.ending) == "conceded to Russia"


def test_nobody_else_shares_in_a_draw(stage, standard: Variant) -> None:
    game = Game(standard, position=stage("S1901M", FRANCE="A PAR", owners={}))
    assert [fault.code for fault in game.draw(["France", "Italy"])] == ["eliminated-power"]
    assert [fault.code for fault in game.concede("Italy")] == ["eliminated-power"]
    assert game.ending is None


def test_a_victory_on_the_board_ends_the_game(stage, standard: Variant) -> None:
    owners = dict.fromkeys(standard.board.centers[:18], "TURKEY")
    game = Game(standard, position=stage("F1910M", TURKEY="A CON", owners=owners))
    game.process()
    assert game.ending == Ending("victory", ("TURKEY",))
    with pytest.raises(ValueError):
        game.process()
    game.undo()
    assert game.ending is None


def test_legal_orders(game: Game) -> None:
    everything = game.legal_orders()
    assert len(everything) == 22
    english = game.legal_orders("England")
    assert {str(unit) for unit in english} == {"F EDI", "F LON", "A LVP"}
    fleet = next(unit for unit in english if unit.location == "LON")
    assert Move(UnitRef("LON", "F"), "NTH") in english[fleet]
    assert Hold(UnitRef("LON", "F")) in english[fleet]


def test_legal_builds(stage, standard: Variant) -> None:
    owners = {"BRE": "FRANCE", "PAR": "FRANCE"}
    game = Game(standard, position=stage("W1901A", FRANCE="A PAR", owners=owners))
    found = [order for orders in game.legal_orders("France").values() for order in orders]
    assert Build(UnitRef("BRE", "F")) in found
    assert Build(UnitRef("PAR", "A")) not in found


def test_a_resolution_of_another_position_is_not_adopted(game: Game) -> None:
    first = game.process()
    with pytest.raises(ValueError, match="F1901M"):
        game.adopt(first)


def test_a_game_may_have_other_rules_than_its_variant(standard: Variant) -> None:
    rules = RuleSet.preset("1971")
    assert Game(standard, rules).rule_set is rules


def test_equal_games(standard: Variant) -> None:
    one, other = Game(standard), Game(standard)
    assert one == other
    one.order("England", "F lon-nth")
    assert one != other
    other.order("England", "F lon-nth")
    assert one == other
    one.process()
    assert one != other
    assert one != "a game"
    with pytest.raises(TypeError):
        hash(one)


@pytest.mark.slow
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), phases=st.integers(1, 10))
def test_undo_leads_back_to_the_start(standard: Variant, play, seed: int, phases: int) -> None:
    game = Game(standard)
    play(game, seed, phases)
    history = game.history
    for resolution in reversed(history):
        game.undo()
        assert game.position == resolution.before
        assert game.provisional() == resolution
    assert game.history == ()


@settings(max_examples=200)
@given(text=st.text(alphabet="FAlonthedpar-SCB wi,;\n\"'()/*#0123ñß—", max_size=60))
def test_no_text_is_too_much(standard: Variant, text: str) -> None:
    game = Game(standard)
    game.order("England", text)
    game.provisional()


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.order("Narnia", "F lon-nth"),
        lambda game: game.order("England", Move(UnitRef("LON", "F"), "NARNIA")),
        lambda game: game.submit("Narnia", "F lon-nth"),
        lambda game: game.orders("Narnia"),
        lambda game: game.clear("Narnia"),
        lambda game: game.draw(["France", "Narnia"]),
        lambda game: game.concede("Narnia"),
        lambda game: game.legal_orders("Narnia"),
        lambda game: game.units("Narnia"),
        lambda game: game.centers("Narnia"),
        lambda game: game.proxy("Narnia", "bre", "England"),
        lambda game: game.proxy("France", "bre", "Narnia"),
        lambda game: game.proxy("France", "Narnia", "England"),
        lambda game: game.svg("S1950M"),
        lambda game: game.svg("soon"),
        lambda game: game.process().outcome("F NTH"),
        lambda game: game.variant.place_name("NARNIA"),
        lambda game: game.variant.power_name("NARNIA"),
        lambda game: process(game.variant, game.position, {"NARNIA": []}),
        lambda game: process(
            game.variant, game.position, {"ENGLAND": [Move(UnitRef("LON", "F"), "NARNIA")]}
        ),
    ],
)
def test_what_there_is_not_is_one_error(game: Game, ask) -> None:
    with pytest.raises(UnknownName) as error:
        ask(game)
    assert isinstance(error.value, ValueError)
    assert error.value.diagnostic.code == f"unknown-{error.value.kind}"
    assert pickle.loads(pickle.dumps(error.value)).args == error.value.args


def test_orders_may_be_one_or_many_texts_or_objects(game: Game) -> None:
    assert game.order("England", Move(UnitRef("LON", "F"), "NTH")) == ()
    assert game.order("England", ["F edi-nwg", Hold(UnitRef("LVP", "A"))]) == ()
    assert [str(one) for one in game.orders("England")] == [
        "F Lon - Nth",
        "F Edi - Nwg",
        "A Lvp H",
    ]
    faults = game.order("England", ["F edi-nwg\nA lvp-wal", "F lon-xyz"])
    assert [(fault.code, fault.line, fault.column) for fault in faults] == [("unknown-place", 3, 7)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A par-mos", "no path"),
        ("A mar S F bre-eng", "support out of reach"),
        ("F bre S A ber", "support out of reach"),
        ("A par S A lvp-bel", "support out of reach"),
    ],
)
def test_an_order_that_cannot_succeed_is_taken_and_told_of(game, text, why) -> None:
    assert game.order("France", "A mar H; A par H; F bre H") == ()
    (fault,) = game.order("France", f"\n {text}")
    assert (fault.code, fault.is_error) == ("hopeless-order", False)
    assert (fault.line, fault.column) == (2, 2)
    assert why in fault.what
    wanted = scan_order(text, game.variant.board)
    assert wanted in game.orders("France")


def test_a_bluff_that_another_could_make_true_is_no_fault(game: Game) -> None:
    assert game.order("France", "A par S A mun-bur; A mar-bur; F bre S F lon-eng") == ()


def test_a_copy_goes_its_own_way(game: Game, play) -> None:
    play(game, 1, 3)
    game.order("France", "A par-bur")
    twin = game.copy()
    assert twin == game and copy.copy(game) == game and copy.deepcopy(game) == game
    twin.process()
    assert len(twin.history) == len(game.history) + 1
    assert twin.history[0] is game.history[0]
    game.clear("France")
    assert twin.undo() is None and twin != game


def test_a_game_shows_itself(game: Game) -> None:
    game.order("France", "A par-bur")
    assert "<svg" in game._repr_svg_() and game.svg(orders=False) != game.svg()
    game.process()
    assert "<svg" in game.svg("S1901M") and game.svg("S1901M") != game.svg()


@pytest.mark.parametrize(
    ("units", "owners", "codes"),
    [
        ([Unit("FRANCE", "A", "PAR"), Unit("ITALY", "A", "PAR")], {}, ["two-units"]),
        ([Unit("FRANCE", "A", "STP"), Unit("ITALY", "F", "STP/NC")], {}, ["two-units"]),
        ([], {"YOR": "ENGLAND"}, ["no-centre"]),
        ([], {"NARNIA": "ENGLAND"}, ["unknown-place"]),
        ([], {"LON": "NARNIA"}, ["unknown-power"]),
        ([Unit("NARNIA", "A", "PAR")], {}, ["unknown-power"]),
        ([Unit("FRANCE", "X", "PAR")], {}, ["unknown-kind"]),
        ([Unit("FRANCE", "A", "NARNIA")], {}, ["unknown-place"]),
    ],
)
def test_a_position_that_cannot_be_is_not_judged(standard, units, owners, codes) -> None:
    position = Position(Phase.parse("W1901A"), tuple(units), owners)
    with pytest.raises(PositionError) as error:
        process(standard, position, {})
    assert [fault.code for fault in error.value.diagnostics] == codes
    assert pickle.loads(pickle.dumps(error.value)).diagnostics == error.value.diagnostics

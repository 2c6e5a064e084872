"""What the library says to whoever calls it by intuition: it does what is meant, or raises one
kind of error that says what is wanted. Nothing passes in silence."""

import importlib
import json
import pkgutil
from pathlib import Path

import pytest

import dragoman
from dragoman.drawing import map_of, png, scene_of
from dragoman.game import OrderSet, hopeless_orders
from dragoman.orders import Move, UnitRef
from dragoman.reports import explain
from dragoman.rules import build_sites, builds_due, resolve

V = dragoman.load_variant("standard")
R = dragoman.process(V, V.start, {})
LON = UnitRef("LON", "F")
MOVE = Move(LON, "NTH")
KNOWN = {
    **{name: getattr(dragoman, name) for name in dragoman.__all__},
    **{"V": V, "R": R, "LON": LON, "MOVE": MOVE, "Path": Path, "explain": explain},
    **{
        "map_of": map_of,
        "scene_of": scene_of,
        "png": png,
        "OrderSet": OrderSet,
        "resolve": resolve,
    },
    **{"json": json, "builds_due": builds_due, "build_sites": build_sites, "dragoman": dragoman},
}

REFUSED = r"""
Game("standrad") : standard
Game("") : there is no variant ''
Game(None) : variant has to be a Variant or text or a path, not None
Game(5) : not 5
Game("standard", "nonsense") : there is no rule set 'nonsense'
Game("standard", rules={"convoy_paradox": "szykman"}) : rules has to be
Game("standard", rule_set="2023") : did you mean 'rules'?
Game("standard", position="S1901") : phases are written like S1901M
Game("standard", position="S1901M | FRANCE: A PAR, A PAR") : A PAR of FRANCE and A PAR of FRANCE
Game("standard", position=5) : position has to be a Position or text or None
Game("standard", seed="x") : seed has to be a whole number
Game("machiavelli", thrown=5) : dice are lines
Game(V.board) : variant has to be a Variant
Game("/x") : there is no variant '/x'
Game().order("Enland", "F lon-nth") : there is no power 'Enland'; did you mean ENGLAND?
Game().order(None, "F lon-nth") : power has to be text
Game().order(V.board.powers["ENGLAND"], "F lon-nth") : power has to be text
Game().order("England", "F LON", "NTH") : it is Game.order(power, orders, *, standing=False)
Game().order("F LON - NTH") : orders
Game().submit("England", MOVE, intent="replaces") : intent has to be an Intent
Game().submit("England", MOVE, proxies=["LON"]) : proxies has to be a mapping
Game().process({"England": ["F LON - NTH"]}) : orders are given by order() or submit()
Game().process(5) : orders are given by order() or submit()
Game().process(orders={}) : orders
Game().throw(5) : dice are lines
Game().units("Enland") : ENGLAND
Game().units(None) : power has to be text
Game().centers(5) : power has to be text
Game().legal_orders(["France"]) : power has to be text
Game().clear() : missing
Game().draw("France") : powers has to be a list (of text)
Game().draw([5]) : name has to be text, not 5
Game().concede(["France"]) : to has to be text
Game().proxy("France", 5, "England") : unit has to be text
Game().adopt(None) : get one by process()
Game().undo() : nothing has happened yet
Game().text("de") : Game.text
process("standard", V.start, {}) : load_variant("standard")
process(V.board, V.start, {}) : variant has to be a Variant
process(V, V.start) : missing 1 required positional argument: 'orders'
process(V, V.start, None) : orders has to be a mapping
process(V, V.start, ["F LON - NTH"]) : orders has to be a mapping
process(V, V.start, {"England": []}) : ENGLAND
process(V, V.start, {}, "nonsense") : there is no rule set 'nonsense'
process(V, V.start, {}, 5) : rule_set has to be
process(V, None, {}) : variant.start
process(V, "S1901M", {}) : position has to be a Position
legal_orders("standard") : of has to be
legal_orders(Game(), V.start) : takes neither a position nor rules
legal_orders(V.board, V.start) : of a board needs a position and rules
legal_orders(V)["F MUN"] : no unit 'F MUN' has orders
parse_order("A PAR-BUX", V.board) : 'BUX' is not a place on this map
parse_order("A PAR-BUR, A MAR H", V.board) : more than one order
R["F MUN"] : F MUN had no order
legal_orders(V.board, "S1901M", "2023") : position has to be a Position
load_variant(5) : name_or_folder has to be text or a path
load_variant(V) : name_or_folder
read_variant(5) : folder
scan("F LON - NTH") : board
scan("F LON - NTH", V) : did you mean its .board?
scan("F LON - NTH", V.board, "X") : M, R, A
scan(["F LON - NTH"], V.board) : text has to be text
scan_order(None, V.board) : text has to be text
scan_file(Path("/x"), V.board) : text has to be text
write(Hold(LON), "nonsense", V.board) : 'diplomacy' or 'njudge'
write("F LON - NTH") : order has to be
Move("PAR", "BUR") : unit has to be a UnitRef, not 'PAR'; get one by UnitRef("PAR", "A")
Move("A PAR - BUR") : it is Move(unit, target, via_convoy=False, route=())
Move(LON, None) : target has to be text
Move(LON, UnitRef("BUR")) : target has to be text
Move(LON, "BUR", "via") : via_convoy has to be True or False
Move(LON, "BUR", route="NTH") : route has to be a tuple (of text)
Hold(None) : unit has to be a UnitRef
Support(LON, MOVE) : supported has to be a UnitRef
Support(LON, "MAR") : supported has to be a UnitRef
Convoy(LON, LON, None) : target has to be text
Retreat("PAR", "BUR") : unit has to be a UnitRef
Build("A", "PAR") : it is Build(unit)
Waive("FRANCE") : it is Waive()
UnitRef(5) : location has to be text
Unit("A PAR") : it is Unit(power, kind, location)
Unit(5, 6, 7) : power has to be text
Phase.parse("x") : phases are written like S1901M
Phase.parse(5) : text has to be text
Phase("S", 1901, "M") : year has to be a whole number
Position("S1901M", []) : Phase.parse("S1901M")
Position(V.start.phase, ["A PAR"]) : in units is 'A PAR'; wanted is a Unit
Position(V.start.phase, V.start.units, 5) : owners has to be a mapping
V.start.units_of(5) : power has to be text
V.start.faults(V) : did you mean its .board?
RuleSet("2023") : convoy_routes (DATC 4.A.1) cannot be '2023'
RuleSet(convoy_paradox=5) : convoy_paradox has to be
RuleSet(convoy_pardox="2000") : did you mean 'convoy_paradox'?
RuleSet().with_settings("x=y") : write SWITCH=ANSWER
RuleSet().with_settings({"4.A.2": "f"}) : settings has to be text
RuleSet().differences("2023") : other has to be a RuleSet
RuleSet().code("x") : there is no 'x'
PRESETS["203"] : did you mean '2023'?
PRESETS[2023] : did you mean '2023'?
SWITCHES["convoy"] : there is no 'convoy'
V.board.provinces["Paris"] : did you mean 'PAR'?
V.board.powers["France"] : did you mean 'FRANCE'?
V.board.power_called(5) : name has to be text
V.board.place_called("Pariss") : did you mean PAR, PRU?
V.board.reach("A", "Paris") : did you mean PAR?
V.place_name(5) : location has to be text
Board([], []) : missing
save_game("x.json", Game()) : game has to be a Game
save_game(Game(), 5) : path has to be
load_game(5) : path has to be
read_game_text(Path("/x")) : text has to be text
has_errors(5) : has_errors
has_errors(["x"]) : wanted is a Diagnostic
Diagnostic("code", "what", severity="error") : severity has to be a Severity
explain(V, None, "LON") : resolution has to be a Resolution
explain("standard", R, "LON") : variant has to be a Variant
explain(V, R, "LON", "xx") : no words for 'xx'
map_of("standard") : variant has to be a Variant
map_of(V, 5) : folder has to be text or a path
png("nonsense", 100) : this is no SVG: unknown token at 1:1
png("", 100) : this is no SVG
png("<svg/>", 0) : 1 to 20000 pixels wide, not 0
png("<svg/>", -5) : 1 to 20000 pixels wide, not -5
png("<svg/>", 10**20) : 1 to 20000 pixels wide
png("<svg/>", "100") : width has to be a whole number
scene_of(V, None, V.start) : geometry has to be a Geometry
builds_due(V.board, V.start, "Frnce", "2023") : FRANCE
resolve(V.board, V.start, {}, "nonsense") : there is no rule set
OrderSet(("F LON - NTH",)) : scan_order() reads it
""".strip().splitlines()


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_and_how(line: str) -> None:
    call, _, said = line.partition(" : ")
    with pytest.raises(dragoman.DragomanError) as caught:
        eval(call, dict(KNOWN))
    assert said in str(caught.value)


MEANT = """
Game("standard", rules="2023").rule_set == PRESETS["2023"]
Game(position="S1901M | FRANCE: A PAR").units("France") == (Unit("FRANCE", "A", "PAR"),)
Game(V).board is V.board and "FRANCE" in Game().powers and not Game().is_over
legal_orders(Game())["F LON"] == legal_orders(V)["LON"] == Game().legal_orders("England")["F LON"]
legal_orders(V, V.start) == legal_orders(V.board, V.start, V.rule_set)
parse_order("F LON - NTH", V.board) == MOVE
len(R) == 22 and [*R] == [*R.outcomes] and R["F LON"] is R.outcome("F LON")
R["F LON"].power == "ENGLAND" and R["F LON"].success and R["F LON"].order is None
R.records()[0]["unit"] == "A BUD" and R.records()[0]["success"]
json.loads(json.dumps(R.to_dict()))["after"] == R.position.to_dict()
read_record(json.dumps(Game().to_dict())) == (Game(), ())
"<table" in R._repr_html_() and "<table" in V.start._repr_html_() and "<svg" in Game()._repr_svg_()
process(V, V.start, {}, "1982").rule_set == PRESETS["1982"]
resolve(V.board, V.start, {}, "2023").position == R.position
legal_orders(V.board, V.start, "2023") == legal_orders(V.board, V.start, PRESETS["2023"])
builds_due(V.board, V.start, "France", "2023") == 0
Move(LON, "BEL", route=["NTH"]) == Move(LON, "BEL", route=("NTH",))
Position(V.start.phase, list(V.start.units), V.start.owners) == V.start
read_variant("/x")[1][0].code == "unreadable-file"
map_of(V, "/x")[1][0].code == "no-folder"
""".strip().splitlines()


@pytest.mark.parametrize("call", MEANT)
def test_what_is_meant(call: str) -> None:
    assert eval(call, dict(KNOWN))


@pytest.mark.parametrize(
    ("name", "near"), [("Gmae", "Game"), ("gme", "Game"), ("load", "load_game"), ("move", "Move")]
)
def test_a_name_that_there_is_not(name: str, near: str) -> None:
    with pytest.raises(AttributeError, match=f"did you mean .*{near}"):
        getattr(dragoman, name)


def test_what_packages_offer_is_shown() -> None:
    for found in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
        if found.ispkg and not found.name.startswith("dragoman.variants"):
            package = importlib.import_module(found.name)
            assert {*getattr(package, "__all__", ())} <= {*dir(package)}, found.name
            if hasattr(package, "__getattr__"):
                assert dir(package) == sorted(package.__all__), found.name


def test_a_fault_that_is_not_the_callers_is_left_alone() -> None:
    @dragoman.errors.checked
    def of_ours(text: str) -> int:
        raise AttributeError(text)

    with pytest.raises(AttributeError, match="a fault of ours"):
        of_ours("a fault of ours")


# Orders, wherever they are handed over.


def taken(given: object, way: str) -> object:
    """What becomes of orders of England: the move of the fleet in London if there is one."""
    if way in ("order", "submit"):
        game = dragoman.Game("standard")
        faults = getattr(game, way)("England", given)
        return faults or game.orders("England")
    if way == "process":
        return dragoman.process(V, V.start, {"ENGLAND": given}).orders["ENGLAND"]
    if way == "resolve":
        found = resolve(V.board, V.start, {"ENGLAND": given}, V.rule_set)
    else:
        from dragoman.machiavelli import resolve as resolve_campaign

        italy = dragoman.load_variant("machiavelli")
        start = dragoman.Game(italy, seed=1).position
        first = start.units[0]
        there = next(iter(italy.board.reach(first.kind, first.location)))
        text = f"{first.kind} {first.location} - {there}"
        order = dragoman.scan_order(text, italy.board)
        assert not isinstance(order, dragoman.Diagnostic)
        same = {id(MOVE): order, "F LON - NTH": text}
        parts = [given] if isinstance(given, str | Move) else given
        own = [same.get(part if isinstance(part, str) else id(part), part) for part in parts]
        calendar = italy.calendar_under(italy.rule_set)
        one = own[0] if isinstance(given, str | Move) else own
        found = resolve_campaign(
            italy.board, italy.scenario, start, {first.power: one}, italy.rule_set, calendar
        ).result
        return tuple(MOVE for o in found.outcomes if o.order == order)
    return tuple(o.order for o in found.outcomes if o.order is not None)


WAYS = ("order", "submit", "process", "resolve", "campaign")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("given", ["F LON - NTH", MOVE, ["F LON - NTH"], [MOVE], (MOVE,)])
def test_orders_as_text_and_as_objects_one_and_many(way: str, given: object) -> None:
    assert taken(given, way) == (MOVE,)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("given", [None, 5, [None], [5], [["F LON - NTH"]], [LON], b"F LON - NTH"])
def test_what_is_no_order_is_refused(way: str, given: object) -> None:
    if way == "campaign" and not isinstance(given, list):
        given = [given]
    with pytest.raises(dragoman.WrongArgument):
        taken(given, way)


@pytest.mark.parametrize("text", ["F LON - XYZ", "hello", "F LON - NTH\nhello"])
def test_text_that_is_no_order_raises_where_nothing_is_told_otherwise(text: str) -> None:
    for way in ("process", "resolve"):
        with pytest.raises(dragoman.OrdersError) as caught:
            taken(text, way)
        assert dragoman.has_errors(caught.value.diagnostics)


def test_orders_that_are_drawn_and_weighed() -> None:
    drawn_on, _ = map_of(V)
    assert drawn_on is not None
    one, other = (
        scene_of(V, drawn_on.geometry, V.start, orders={"ENGLAND": given})
        for given in (["F LON - NTH"], [MOVE])
    )
    assert one.orders == other.orders != ()
    with pytest.raises(dragoman.WrongArgument):
        scene_of(V, drawn_on.geometry, V.start, orders={"ENGLAND": [5]})
    with pytest.raises(dragoman.WrongArgument):
        [*hopeless_orders(V, V.start, "ENGLAND", "F LON - NTH", V.rule_set)]


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_orders_that_are_packed() -> None:
    pytest.importorskip("numba")
    from dragoman.rules.batch import Batch

    batch = Batch(V.board, "2023")
    cells = batch.pack([V.start])
    one, other = (batch.pack_orders(cells, [{"ENGLAND": g}]) for g in (["F LON - NTH"], [MOVE]))
    assert (one == other).all()
    for wrong in ([{"England": [MOVE]}], [{"ENGLAND": [5]}], {}, [{"ENGLAND": ["hello"]}]):
        with pytest.raises(dragoman.DragomanError):
            batch.pack_orders(cells, wrong)

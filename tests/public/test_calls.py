"""What the library says to whoever calls it by intuition: it does what is meant, or raises one
kind of error that says what is wanted. Nothing passes in silence."""

import copy
import importlib
import inspect
import json
import pickle
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
    **{
        "json": json,
        "copy": copy,
        "pickle": pickle,
        "builds_due": builds_due,
        "build_sites": build_sites,
        "dragoman": dragoman,
    },
}


TABLE = Path(__file__).with_name("calls.txt").read_text("utf-8").splitlines()
ROWS = [row for row in TABLE if row and not row.startswith("#")]
REFUSED = [row for row in ROWS if " : " in row]
INSTEAD = [row for row in ROWS if " ~ " in row]
MEANT = [row for row in ROWS if row not in (*REFUSED, *INSTEAD)]


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_and_how(line: str) -> None:
    call, _, said = line.partition(" : ")
    with pytest.raises(dragoman.DragomanError) as caught:
        eval(call, dict(KNOWN))
    assert said in str(caught.value)


@pytest.mark.parametrize("call", MEANT)
def test_what_is_meant(call: str) -> None:
    assert eval(call, dict(KNOWN))


@pytest.mark.parametrize("line", INSTEAD)
def test_what_there_is_instead_of_what_there_is_not(line: str) -> None:
    call, _, ours = line.partition(" ~ ")
    with pytest.raises(AttributeError):
        eval(call, dict(KNOWN))
    eval(ours, dict(KNOWN))


MAKERS = {
    "text", "to_dict", "records", "svg", "copy", "data", "told", "at",  # something of another kind
    "without_neutrals", "as_diplomacy", "replace", "with_settings", "nearest_preset",  # another one
    "process", "provisional", "undo", "draw", "legal_orders",  # what the judge does, and reckons
}  # fmt: skip


def test_what_a_thing_has_is_a_property() -> None:
    """And what needs an argument, changes something or makes something new is a method."""
    plain: set[str] = set()
    for kind in vars(dragoman).values():
        for name, method in vars(kind).items() if inspect.isclass(kind) else ():
            if name.startswith("_") or not inspect.isfunction(method):
                continue
            first, *rest = inspect.signature(method).parameters.values()
            if first.name == "self" and all(one.default is not one.empty for one in rest):
                plain.add(name)
    assert plain and plain - MAKERS == set()


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

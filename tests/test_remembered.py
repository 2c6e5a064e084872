"""What is remembered comes to so many bytes, and nothing but time hangs on how many."""

import gc
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef, scan_order
from dragoman.orders.vocabulary import vocabulary
from dragoman.remembered import (
    USUAL_LIMIT,
    Itself,
    Remembered,
    bytes_remembered,
    made_once,
    remember_at_most,
    remembered,
    times_forgotten,
)
from dragoman.rules import Phase, Position, RuleSet, legal_orders
from dragoman.rules.judge.board_index import BoardConditions, board_index


@pytest.fixture
def limit() -> Iterator[Callable[[int], None]]:
    yield remember_at_most
    remember_at_most(USUAL_LIMIT)


def test_all_is_forgotten_when_it_is_too_much(limit: Callable[[int], None]) -> None:
    limit(0)  # whatever other tests left behind
    limit(1000)
    one, other = Remembered[str, int](), Remembered[str, int]()
    one.keep("a", 1, 400)
    other.keep("b", 2, 400)
    assert (dict(one), dict(other)) == ({"a": 1}, {"b": 2})
    before = times_forgotten()
    one.keep("c", 3, 400)
    assert (dict(one), dict(other)) == ({"c": 3}, {})
    assert bytes_remembered() == 400
    assert times_forgotten() == before + 1


def test_an_object_is_a_key_for_itself_alone() -> None:
    class Thing:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            raise AssertionError("what it holds is not compared")

    one, other = Thing(), Thing()
    key = Itself(one)
    assert key == Itself(one) and key != Itself(other) and key != id(one)
    assert hash(key) == hash(Itself(one))
    del one
    assert key != Itself(Thing()), "nothing else is taken for it, even at the same place"


def test_a_value_is_worked_out_once(limit: Callable[[int], None]) -> None:
    limit(0)
    limit(1000)
    asked: list[int] = []

    @remembered(len)
    def letters(count: int, letter: str = "x") -> str:
        asked.append(count)
        return letter * count

    assert [letters(3), letters(3), letters(3, letter="y")] == ["xxx", "xxx", "yyy"]
    assert letters(3) == "xxx"
    assert asked == [3, 3]
    letters(998)
    assert letters(3) == "xxx"
    assert asked == [3, 3, 998, 3]


def test_less_than_nothing_is_no_limit() -> None:
    with pytest.raises(ValueError, match="fewer than none"):
        remember_at_most(-1)


def test_nothing_but_time_hangs_on_the_limit(limit: Callable[[int], None]) -> None:
    board = load_variant("standard").board
    start = load_variant("standard").start
    texts = ["A par - bur", "F brst - mao", "A Marseille S A Paris - Burgundy", "A nowhere H"]
    usual = [scan_order(text, board) for text in texts]
    listed = legal_orders(board, start, RuleSet())
    orders = {"FRANCE": [scan_order("A par - bur", board)]}
    judged = process(load_variant("standard"), start, orders)
    limit(0)
    assert [scan_order(text, board) for text in texts] == usual
    assert legal_orders(board, start, RuleSet()) == listed
    assert process(load_variant("standard"), start, orders) == judged
    assert load_variant("standard").board == board


def test_orders_are_known_by_all_that_they_say(limit: Callable[[int], None]) -> None:
    """Those that differ in anything are told apart; those that say the same are one."""
    variant = load_variant("standard")
    units = (Unit("FRANCE", "A", "PAR"), Unit("ENGLAND", "F", "ENG"), Unit("FRANCE", "A", "BUR"))
    at = Position(Phase.parse("S1901M"), units)
    paris, channel = UnitRef("PAR", "A"), UnitRef("ENG", "F")

    def orders() -> list[dict[str, list[Order]]]:
        powers = ("FRANCE", "ENGLAND", None)
        named = [UnitRef("BUR", kind, power) for kind in ("A", "F", None) for power in powers]
        french: list[Order] = [
            Hold(paris),
            Hold(UnitRef("PAR", "F")),
            Hold(UnitRef("PAR")),
            *(Move(paris, to, via) for to in ("BRE", "BUR", "LON") for via in (False, True)),
            Move(paris, "BRE", route=("ENG",)),
            *(Support(paris, ref, to) for ref in named for to in (None, "MAR", "GAS")),
        ]
        convoys = [Convoy(channel, ref, to) for ref in named for to in ("LON", "WAL")]
        return [{"FRANCE": [one]} for one in french] + [{"ENGLAND": [one]} for one in convoys]

    def judged() -> list[object]:
        return [process(variant, at, one, strict).outcomes for one in orders()]

    strict = RuleSet(power_wrong="invalid", power_missing="invalid")
    limit(0)  # nothing is remembered from one to the next
    expected = judged()
    limit(USUAL_LIMIT)
    assert judged() == expected  # none was judged before, ...
    rows = board_index(variant.board).order_rows
    known = [len(kept) for kept in rows.values()]
    assert judged() == expected  # ... and all, though these are other objects
    assert [len(kept) for kept in rows.values()] == known


@pytest.fixture
def traced() -> Iterator[None]:
    gc.freeze()  # what other tests have made need not be gone through each time
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("name", ["standard", "abstraction_2", "archipelago", "machiavelli"])
def test_estimates_are_near_what_is_taken(limit: Callable[[int], None], name: str) -> None:
    """Within a third and three times as much."""
    load_variant("pure")  # whatever is loaded once
    steps: list[Callable[[], object]] = [
        lambda: load_variant(name),
        lambda: vocabulary(load_variant(name).board, ("en", "de"), False),
        lambda: board_index(load_variant(name).board).tables_under(BoardConditions()),
    ]
    limit(0)
    limit(USUAL_LIMIT)
    for step in steps:
        gc.collect()
        taken, counted = tracemalloc.get_traced_memory()[0], bytes_remembered()
        step()
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - taken
        counted = bytes_remembered() - counted
        assert taken / 3 < counted < taken * 3, (taken, counted)


def test_what_is_made_once_is_made_by_one_of_the_threads_that_ask() -> None:
    made, gate = list[int](), threading.Barrier(4)

    @made_once
    def double(number: int) -> list[int]:
        threading.Event().wait(0.05)  # long enough for the others to come
        made.append(number)
        return [2 * number]

    def ask(_: int) -> list[int]:
        gate.wait(60)
        return double(4)

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(ask, range(4))
    assert made == [4] and first == [8] and all(other is first for other in others)
    assert double(5) == [10] and made == [4, 5]

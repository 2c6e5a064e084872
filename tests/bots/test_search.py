"""The player that looks ahead."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dragoman.board import Unit
from dragoman.bots import DumbBot, SearchBot, View, searcher
from dragoman.bots.batch_evaluator import evaluator_for, room_to_search
from dragoman.bots.engine import racing, rollout
from dragoman.bots.engine.candidates import change_orders, list_choices_of
from dragoman.bots.engine.forms import SearchRoom
from dragoman.bots.engine.racing import enter, try_all
from dragoman.bots.engine.rollout import NEVER, evaluate, forget_met, set_end, share_of
from dragoman.bots.engine.rows import DUMB, BatchEvaluator, see
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.rules import Phase, PhaseKind, Position, legal_orders
from dragoman.rules.batch import Batch
from dragoman.rules.engine.codes import ADJUSTMENTS, HOLD, MOVEMENT, NONE
from dragoman.rules.engine.packed_orders import packed, packed_kind, packed_other, packed_target
from dragoman.rules.engine.primitives import fill
from dragoman.values import FrozenMap

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled_bots")]

STANDARD = load_variant("standard")
POWERS = list(STANDARD.board.powers)
PLAIN = pytest.mark.filterwarnings("ignore:overflow")
"""What is compiled reckons so far that numbers run over; here it is run as it stands."""
BATCH = Batch(STANDARD.board, STANDARD.rule_set, STANDARD.victory_centers, 1)


def test_its_orders_are_legal_in_every_phase() -> None:
    position, kinds, bot = STANDARD.start, set[PhaseKind](), SearchBot(60)
    for phase in range(25):
        legal = legal_orders(STANDARD.board, position, STANDARD.rule_set)
        orders = {}
        for number, power in enumerate(POWERS):
            view = View(STANDARD, position, power, 100 * phase + number)
            orders[power] = tuple((bot if number % 3 == 0 else DumbBot())(view))
            if number % 3 == 0:
                allowed = {one for u, each in legal.items() if u.power == power for one in each}
                assert set(orders[power]) <= allowed
                if orders[power]:
                    kinds.add(position.phase.kind)
        position = process(STANDARD, position, orders, STANDARD.rule_set).position
    assert kinds == set(PhaseKind)


def test_with_evaluations_the_seed_is_all_there_is_to_it() -> None:
    views = [View(STANDARD, STANDARD.start, "FRANCE", seed) for seed in (1, 1, 2, 3, 4)]
    found = [list(SearchBot(200)(view)) for view in views]
    assert found[0] == found[1]
    assert any(one != found[0] for one in found)


def test_it_takes_the_centre_that_wins_the_game() -> None:
    """Seventeen centres, and an army beside an empty one of somebody else's: that decides."""
    own = [place for place, p in STANDARD.board.provinces.items() if p.is_center][:17]
    rest = next(place for place in ("MUN", "VEN", "PAR", "WAR") if place not in own)
    beside = {"MUN": "RUH", "VEN": "TYR", "PAR": "GAS", "WAR": "SIL"}[rest]
    units = (Unit("FRANCE", "A", beside), Unit("TURKEY", "A", "SYR"))
    owners = dict.fromkeys(own, "FRANCE") | {rest: "TURKEY"}
    position = Position(STANDARD.calendar.phase(2, 1905), units, FrozenMap(owners))
    orders = {"FRANCE": tuple(SearchBot(200)(View(STANDARD, position, "FRANCE", 1)))}
    assert process(STANDARD, position, orders, STANDARD.rule_set).winners == ("FRANCE",)


def test_a_changed_order_brings_its_partner_along() -> None:
    units = (
        Unit("TURKEY", "A", "BUL"),
        Unit("TURKEY", "A", "SER"),
        Unit("TURKEY", "F", "BLA"),
        Unit("TURKEY", "A", "ARM"),
        Unit("ITALY", "A", "GRE"),
    )
    position = Position(STANDARD.calendar.phase(0, 1905), units, FrozenMap({"GRE": "ITALY"}))
    evaluator, power = evaluator_for(BATCH), POWERS.index("TURKEY")
    search = room_to_search(evaluator)
    search.before.memory[:] = BATCH.pack_grid([position]).memory
    see(evaluator.tables, search.before, evaluator.sight)
    length = list_choices_of(evaluator, search, power, MOVEMENT)
    assert length == 4
    count = change_orders(evaluator, search, power, MOVEMENT, length)
    own = {int(evaluator.sight.location[unit]): row for row, unit in enumerate(search.own[:length])}
    helped = np.zeros(2, dtype=np.int64)
    for index in range(1, count):
        codes = search.sets[index][:length].tolist()
        changed = [row for row in range(length) if codes[row] != search.sets[0][row]]
        for row in changed:
            partner = own.get(packed_other(codes[row]))
            if (
                packed_kind(codes[row]) >= 2
                and packed_target(codes[row]) >= 0
                and partner is not None
            ):
                assert packed_kind(codes[partner]) == 1
                assert packed_target(codes[partner]) == packed_target(codes[row])
                helped[packed_kind(codes[row]) - 2] += 1
    assert helped.all(), "supports and convoys of own moves are among the changes"


def test_the_share_counts_a_unit_in_a_foreign_centre_for_half() -> None:
    units = (Unit("TURKEY", "A", "BUL"), Unit("ITALY", "A", "GRE"))
    owners = {"GRE": "ITALY", "ROM": "ITALY", "BUL": "ITALY", "CON": "TURKEY"}
    position = Position(STANDARD.calendar.phase(0, 1905), units, FrozenMap(owners))
    evaluator = evaluator_for(BATCH)
    search = room_to_search(evaluator)
    search.row.memory[:] = BATCH.pack_grid([position]).memory
    share = share_of(evaluator.tables, search, evaluator, POWERS.index("TURKEY"))
    assert share == 1.5**2 / (1.5**2 + 2.5**2)


def searching(
    position: Position, power: str, last_year: int = NEVER
) -> tuple[BatchEvaluator, SearchRoom, int]:
    """A search that is about to try changes of orders to hold; how many there are."""
    evaluator = evaluator_for(BATCH)
    search = room_to_search(evaluator)
    search.before.memory[:] = BATCH.pack_grid([position]).memory
    fill(search.all_dumb, len(POWERS), DUMB)
    set_end(evaluator.tables, search, last_year)
    see(evaluator.tables, search.before, evaluator.sight)
    length = list_choices_of(evaluator, search, POWERS.index(power), MOVEMENT)
    return (
        evaluator,
        search,
        change_orders(evaluator, search, POWERS.index(power), MOVEMENT, length),
    )


@PLAIN
def test_what_leads_to_the_same_position_is_played_on_once(monkeypatch) -> None:
    """Most changes do not change the position after the phase; their values are the same."""

    def played_and_scores() -> tuple[int, list[float]]:
        evaluator, search, count = searching(STANDARD.start, "FRANCE")
        played = 0
        play_on = rollout.play_on

        def counted(evaluator: BatchEvaluator, search: SearchRoom) -> bool:
            nonlocal played
            played += 1
            return play_on(evaluator, search)

        with monkeypatch.context() as patched:
            patched.setattr(rollout, "play_on", counted)
            enter(search, count)
            assert try_all(evaluator, search, POWERS.index("FRANCE"), MOVEMENT, count, 3, 2)
        return played, search.score[:count].tolist()

    known, scores = played_and_scores()
    fresh = iter(range(1, 1000))
    monkeypatch.setattr(rollout, "digest_of", lambda tables, row: next(fresh))
    unknown, same_scores = played_and_scores()
    assert scores == same_scores
    assert 2 < known < unknown == 2 * len(scores)


def test_positions_that_differ_in_anything_are_told_apart() -> None:
    evaluator = evaluator_for(BATCH)
    digests = set()
    units = list(STANDARD.start.units)
    for changed in range(len(units) + 1):
        moved = [*units]
        if changed < len(units):
            moved[changed] = Unit(units[changed].power, "A", "BOH")
        position = Position(STANDARD.start.phase, tuple(moved), STANDARD.start.owners)
        digests.add(rollout.digest_of(evaluator.tables, BATCH.pack([position])[0]))
    owners = FrozenMap({**STANDARD.start.owners, "BEL": "FRANCE"})
    other = Position(STANDARD.start.phase, STANDARD.start.units, owners)
    digests.add(rollout.digest_of(evaluator.tables, BATCH.pack([other])[0]))
    assert len(digests) == len(units) + 2 and 0 not in digests


def value_of_holding(last_year: int) -> float:
    """What Turkey comes to that holds in a centre of Italy's, as everybody holds."""
    around = tuple(Unit("ITALY", "A", place) for place in ("SER", "ALB", "BUL"))
    units = (Unit("TURKEY", "A", "GRE"), *around)
    italian = ("GRE", "SER", "BUL", "ROM")
    owners = dict.fromkeys(italian, "ITALY") | {"CON": "TURKEY"}
    position = Position(STANDARD.calendar.phase(2, 1910), units, FrozenMap(owners))
    evaluator, search, _ = searching(position, "TURKEY", last_year)
    fill(search.others, len(search.others), NONE)
    fill(search.others, 4, packed(HOLD, 0, NONE, NONE))
    forget_met(search)
    return evaluate(evaluator, search, POWERS.index("TURKEY"), MOVEMENT, 0, 1, 1)


@PLAIN
def test_with_the_last_year_the_end_is_what_counts() -> None:
    assert value_of_holding(1910) == 4 / (4 + 9)
    assert value_of_holding(NEVER) == value_of_holding(1920) != 4 / (4 + 9)


@PLAIN
def test_who_has_won_has_all() -> None:
    centers = [place for place, p in STANDARD.board.provinces.items() if p.is_center]
    own = [place for place in centers if place != "CON"][:18]
    position = Position(
        STANDARD.calendar.phase(2, 1905),
        (Unit("FRANCE", "A", own[0]),),
        FrozenMap(dict.fromkeys(own, "FRANCE") | {"CON": "TURKEY"}),
    )
    evaluator, search, _ = searching(position, "FRANCE")
    fill(search.others, len(search.others), NONE)
    search.others[0] = packed(HOLD, 0, NONE, NONE)
    forget_met(search)
    assert evaluate(evaluator, search, POWERS.index("FRANCE"), MOVEMENT, 0, 1, 1) == 1.0
    assert evaluate(evaluator, search, POWERS.index("TURKEY"), MOVEMENT, 0, 0, 1) == 1.0, (
        "it was met"
    )
    forget_met(search)
    assert evaluate(evaluator, search, POWERS.index("TURKEY"), MOVEMENT, 0, 0, 1) == 0.0


@pytest.mark.parametrize(("told", "last_year"), [(None, NEVER), (1910, 1910)])
def test_the_bot_searches_to_the_end_that_it_is_told(monkeypatch, told, last_year: int) -> None:
    taken = []

    def search_row(*given: Any) -> int:
        taken.append(given[-1])
        return NONE

    monkeypatch.setattr(searcher, "machine", lambda: {"search_row": search_row})
    with pytest.raises(MemoryError):
        SearchBot(10)(View(STANDARD, STANDARD.start, "FRANCE", 1, last_year=told))
    assert taken == [last_year]


RECORD = Path(__file__).parents[1] / "data" / "real-game.json.gz"


def recorded_position(phase: dict[str, Any]) -> Position:
    """A position of the game in ``RECORD``; where it was a retreat, before the units had to go."""
    standing = [
        Unit(power, *text.split())
        for power, units in phase["units"].items()
        for text in units
        if not text.startswith("*")
    ]
    owners = {center: power for power, owned in phase["centers"].items() for center in owned}
    return Position(Phase.parse(phase["phase"]), tuple(standing), FrozenMap(owners))


def test_a_change_that_led_is_given_up_where_the_last_tries_speak_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each that is in a race is in it once, and what the last tries come to decides."""
    races: list[list[int]] = []

    def try_all(_: Any, search: SearchRoom, *given: int) -> bool:
        count, samples = given[2], given[4]
        race = search.sequence[:count].tolist()
        races.append(race)
        led = (0.5, 0.9, 0.6, 0.7, 0.4, 0.3)
        for index in race:
            value = led[index] if len(races) < 3 else 0.8 - 0.3 * (index > 0)
            search.score[index] += samples * value
        return True

    monkeypatch.setattr(racing, "try_all", try_all)
    evaluator = evaluator_for(BATCH)
    room = room_to_search(evaluator)
    assert racing.improve(evaluator, room, 0, ADJUSTMENTS, 6, 1, 2) == 0
    assert [len(race) for race in races] == [6, 4, 4]
    assert all(len(set(race)) == len(race) and 0 in race for race in races)


def test_the_yardstick_is_what_it_was() -> None:
    """``search:N`` gives the orders that it gave when its strength was measured: all that others
    are compared with depends on it."""
    phases = json.loads(gzip.decompress(RECORD.read_bytes()))["phases"]
    lines = []
    for number, phase in enumerate(one for one in phases[::2] if one["phase"][-1] != "R"):
        position = recorded_position(phase)
        alive = [power for power in POWERS if position.units_of(power)]
        power = alive[3 * number % len(alive)]
        view = View(STANDARD, position, power, number, last_year=(None, 1912)[number % 2])
        orders = SearchBot((300, 3000)[number % 2])(view)
        lines.append(f"{position.phase} {power}: {', '.join(map(str, orders))}")
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    assert (len(lines), digest[:16]) == (19, "091396d364ed0a71")

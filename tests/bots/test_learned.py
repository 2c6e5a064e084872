"""Learned values: the same compiled and not, in files that are looked at before they are believed,
and made anew from seeds."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman.arena import Contest, entrant_called
from dragoman.arena.playing import play_games
from dragoman.board import Unit
from dragoman.bots import SearchBot, View, bot_called
from dragoman.bots.batch_evaluator import evaluator_for, room_to_search
from dragoman.bots.compiled import machine
from dragoman.bots.engine.forms import MOST_LEFT, USUAL, SearchRoom, ValueNet
from dragoman.bots.engine.learned import exp_of, first_of_years
from dragoman.bots.engine.rollout import MIXED
from dragoman.bots.engine.search import search_row
from dragoman.bots.tables import play_tables
from dragoman.bots.value_files import LearnedValues, read_values, values_for, written
from dragoman.formats import load_variant
from dragoman.refusal import ActionRefused
from dragoman.rules import Position
from dragoman.rules.batch import Batch
from dragoman.values import FrozenMap
from tools.learned import page
from tools.learned.learning import Amounts, Round, learn

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled_bots")]

STANDARD = load_variant("standard")
POWERS = list(STANDARD.board.powers)
BATCH = Batch(STANDARD.board, STANDARD.rule_set, STANDARD.victory_centers, 1)


def any_values() -> LearnedValues:
    """Values of the standard map by a net of random numbers."""
    tables = play_tables(STANDARD.board, STANDARD.rule_set, STANDARD.calendar)
    inputs, dice = first_of_years(tables) + MOST_LEFT + 1, np.random.default_rng(1)
    return LearnedValues(
        *(
            (dice.normal(0, 0.3, shape)).astype(np.float16).astype(np.float32)
            for shape in ((inputs, 8 + 7), (8, 7), (MOST_LEFT + 1,))
        ),
        part=0.5,
        winters=1,
        fitted={"games": 3},
    )


def searched(search_row, position: Position, leaf: int) -> tuple[SearchRoom, list[int]]:
    """A search for Turkey with few evaluations, and the orders it found."""
    evaluator = evaluator_for(BATCH)
    # In arrays of NumPy's, whose numbers of single precision plain Python reckons with as C does.
    net = ValueNet(*map(np.asarray, any_values().net(evaluator.tables)))
    search = room_to_search(evaluator)._replace(net=net)
    search.leaf[0] = leaf
    search.before.memory[:] = BATCH.pack_grid([position]).memory
    evaluator.state[0] = 11
    length = search_row(evaluator, search, POWERS.index("TURKEY"), 12, USUAL, USUAL, 1908)
    assert search.spent[0] >= 4
    return search, search.sets[0][:length].tolist()


@pytest.mark.filterwarnings("ignore:overflow")
def test_a_learned_value_is_the_same_to_the_last_bit_compiled_and_not() -> None:
    units = (
        *(Unit("TURKEY", "A", "BUL"), Unit("ITALY", "F", "GRE"), Unit("AUSTRIA", "A", "SER")),
        *(Unit("RUSSIA", "F", "STP/NC"), Unit("FRANCE", "A", "PAR")),
    )
    owners = {"BUL": "TURKEY", "CON": "TURKEY", "GRE": "ITALY", "PAR": "FRANCE", "STP": "RUSSIA"}
    position = Position(STANDARD.calendar.phase(2, 1905), units, FrozenMap(owners))
    plain, orders = searched(search_row, position, MIXED)
    compiled, same_orders = searched(machine()["search_row"], position, MIXED)
    assert orders == same_orders
    assert plain.met.tolist() == compiled.met.tolist()
    assert plain.values.memory.tobytes() == compiled.values.memory.tobytes()
    assert len({*plain.values.tolist()}) > 2
    by_hand, _ = searched(machine()["search_row"], position, 0)
    assert by_hand.values.memory.tobytes() != compiled.values.memory.tobytes()


def test_exponentials_are_as_near_as_it_takes() -> None:
    for number in (0.0, -1e-9, -0.1, -1.0, -7.3, -29.0):
        assert exp_of(number) == pytest.approx(np.exp(number), rel=1e-6)
    assert exp_of(-1e9) == 0.0


def test_a_file_of_values_is_looked_at_before_it_is_believed() -> None:
    values = any_values()
    content = written(STANDARD, values)
    read = read_values(STANDARD, content, "a.values")
    assert np.array_equal(read.inward, values.inward) and np.array_equal(read.paces, values.paces)
    assert (read.part, read.winters, read.fitted) == (0.5, 1, {"games": 3})
    crowded = load_variant("crowded")
    end = bytes([content[-1] ^ 1])
    for variant, wrong, said in (
        (crowded, content, "learned on another map"),
        (STANDARD, content[:-1] + end, "damaged"),
        (STANDARD, content[:-9], "damaged"),
        (STANDARD, b"PK\x03\x04", "no file of learned values"),
        (STANDARD, b"", "no file of learned values"),
        (STANDARD, content.replace(b'"form": 1', b'"form": 2'), "form 2"),
        (STANDARD, content.replace(b'"hidden": 8', b'"hidden": 9'), "too few or too many"),
    ):
        with pytest.raises(ActionRefused, match=said):
            read_values(variant, wrong, "a.values")


def test_where_nothing_was_learned_it_is_said() -> None:
    assert bot_called("learned:650") == SearchBot(650, learned=True)
    crowded = load_variant("crowded")
    power = next(iter(crowded.board.powers))
    with pytest.raises(ActionRefused, match="nothing was learned for the variant crowded"):
        bot_called("learned:10")(View(crowded, crowded.start, power, 1))


LITTLE = Amounts(games=20, rounds=(Round(1, 20, 1, 1), Round(1, 20, 1, 1)), hidden=2)


def test_what_is_learned_from_seeds_is_the_same_to_the_last_bit_again() -> None:
    once, again = (learn(STANDARD, LITTLE) for _ in range(2))
    assert written(STANDARD, once) == written(STANDARD, again)
    assert (once.inward[:, 2:] != 0).any() and once.fitted["leaves"] > 50


def test_the_values_that_come_along_are_those_that_the_page_names() -> None:
    assert page.told() in page.PAGE.read_text("utf-8")
    values = values_for(STANDARD)
    assert (values.part, values.winters) == (0.4, 1) and values.fitted["commit"]


def test_it_plays_in_the_arena_and_by_itself() -> None:
    contest = Contest((entrant_called("learned:130"), entrant_called("dumbbot")), last_year=1902)
    assert contest.is_compiled
    assert play_games(contest, [3]) == play_games(contest, [3])
    orders = list(bot_called("learned:130")(View(STANDARD, STANDARD.start, "FRANCE", 1)))
    assert len(orders) == 3

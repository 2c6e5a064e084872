"""What the library hands out of Machiavelli can be pickled, copied, compared and shown."""

import copy
import pickle
from functools import lru_cache

import pytest

from dragoman.formats import load_variant
from dragoman.game import Game, Pending


@lru_cache
def played() -> Game:
    """A game with money spent, dice thrown and orders waiting."""
    game = Game(load_variant("machiavelli"), seed=5, thrown="income Venice: 6 5")
    game.order("Venice", "A pad - fer; 12 d assassinate Milan; ally Turkey; borrow 5 d for 1 year")
    game.process("assassin Venice 1: 1")
    game.order("Venice", "A fer B; pay 2 d to Florence; give Naples to Turkey")
    game.process()
    game.order("Milan", "A mil H; 3 d counter-bribe A mil")
    game.throw("assassin Milan 1: 2")
    return game


def values() -> dict[str, object]:
    game = played()
    first = game.history[0]
    assert first.account is not None
    assert first.account.spendings
    assert first.account.rolls
    assert first.account.events
    variant = game.variant
    assert variant.scenario is not None
    return {
        "game": game,
        "position": game.position,
        "affairs": game.position.affairs,
        "resolution": first,
        "account": first.account,
        "opening account": game.opening,
        "spending": first.account.spendings[0],
        "lending": first.account.lendings[0],
        "roll": first.account.rolls[0],
        "event": first.account.events[0],
        "gift": game.history[1].account.gifts[0] if game.history[1].account else None,
        "pending": game.pending,
        "scenario": variant.scenario,
        "opening": variant.scenario.opening,
        "famine": variant.scenario.famine,
        "variant": variant,
        "start": variant.start,
    }


@pytest.mark.parametrize("name", values())
def test_a_value_and_its_copies_are_equal(name: str) -> None:
    value = values()[name]
    for again in (
        copy.copy(value),
        copy.deepcopy(value),
        *(pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)),
    ):
        assert type(again) is type(value)
        assert again == value
        assert repr(again) == repr(value)
        if name not in ("game",):
            assert hash(again) == hash(value)


@pytest.mark.parametrize("name", values())
def test_what_is_shown_is_short_and_tells_what_it_is(name: str) -> None:
    value = values()[name]
    shown = repr(value)
    assert type(value).__name__ in shown
    assert len(shown) < 400, shown


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    game = played()
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin.opening == game.opening
        assert twin.pending == game.pending
        after = twin.process()
        assert len(twin.history) == len(game.history) + 1
        assert twin != game
        assert game.copy().process() == after
        twin.undo()
        assert twin.pending != Pending()
        assert twin.provisional().account == after.account

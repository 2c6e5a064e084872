"""Games of 60 units, for the bench of the board: of the standard map, and of Renaissance Italy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import cycle
from unittest.mock import patch

from dragoman.game import Game
from dragoman.judge.commands import command as c, mastering
from tests.web.trial_page import Trial

UNITS = 60


@dataclass(frozen=True, slots=True)
class Crowded:
    """A game with many units, and who plays it."""

    number: int
    power: str
    user: int


def standard_game(t: Trial) -> Crowded:
    """With a turn that was judged; every other unit is the player's, and a third of the coasts
    are empty."""
    game, who = t.game(movement="7 d")
    board = Game("standard").variant.board
    stands = board.stands
    lands = [one for one in board.provinces if one in stands["A"]]
    seas = [one for one in board.provinces if one not in stands["A"] and one in stands["F"]]
    fleets = [f"F {one}" for one in seas]
    armies = [f"A {one}" for n, one in enumerate(lands) if n % 4 != 3]
    _place(t, game, "S1901M", "FRANCE", who, [*armies, *fleets])
    for power, user in who.items():
        t.act(game, c.SaveOrders(_marches(t, game, power)), user)
    t.act(game, c.ProcessNow())
    return Crowded(game, "FRANCE", who["FRANCE"])


def italian_game(t: Trial) -> Crowded:
    """A third of the units is the player's, garrisons among them."""
    game, who = t.game(variant="machiavelli", movement="7 d")
    g = t.judge.games.load(game).game
    there = [str(one) for one in g.position.units]
    taken = {one.split()[-1] for one in there}
    lands = [p for p in g.variant.board.stands["A"] if p not in taken and "/" not in p]
    units = [*there, *(f"A {one}" for one in lands)]
    _place(t, game, str(g.phase), "MILAN", who, units, third=True)
    return Crowded(game, "MILAN", who["MILAN"])


def _place(
    t: Trial,
    game: int,
    phase: str,
    mine: str,
    who: dict[str, int],
    units: Iterable[str],
    third: bool = False,
) -> None:
    """Put units there, first of all the player's and in turn those of all others."""
    others = [power for power in who if power != mine]
    deal = cycle(p for other in others for p in ((mine, other, other) if third else (mine, other)))
    placed: dict[str, list[str]] = {}
    for unit, power in zip([*units][:UNITS], deal, strict=False):
        placed.setdefault(power, []).append(unit)
    # More than the judge lets masters put on a map.
    with patch.object(mastering, "check_crowd"):
        t.place(game, phase, placed)


def _marches(t: Trial, game: int, power: str) -> str:
    """What some of its units do in the turn that is judged: the others hold."""
    g, orders = t.judge.games.load(game).game, list[str]()
    for n, unit in enumerate(one for one in g.position.units if one.power == power):
        near = sorted(g.variant.board.reach(unit.kind, unit.location))
        orders.append(f"{unit}-{near[n % len(near)]}" if near and n % 2 == 0 else f"{unit} H")
    return "\n".join(orders)

"""Every variant that comes along, played by one person against bots: from the first click on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from dragoman.bots import View, bot_called
from dragoman.bots.known import plays
from dragoman.formats import load_variant
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.service import Judge
from dragoman.judge.solo import begin_solo, go_on
from dragoman.orders import write
from tests.judge.stores import NOW
from tests.judge.table import Table
from tests.variants.samples import sample

HE = Actor(1)
LONGER = ("machiavelli", "mach2_eai", "seismic", "archipelago", "chaos")
"""Those that are played for more phases: to a winter."""


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    found = Judge(f"sqlite:///{tmp_path_factory.mktemp('judge')}/judge.db")
    found.database.create()
    yield found
    found.close()


def his_orders(g: JudgedGame, power: str, seed: int) -> str:
    """The orders of somebody who knows the game a little."""
    variant = replace(g.game.variant, rule_set=g.game.rule_set)
    bot = bot_called("prince" if plays("prince", variant) else "dumbbot")
    orders = bot(View(variant, g.game.position, power, seed))
    return "\n".join(map(write, orders))


def played(judge: Judge, variant: str, phases: int) -> Iterator[JudgedGame]:
    """A game after each of some phases; each is over when he is ready, and waits for nobody."""
    dice = Random(variant)
    game = begin_solo(judge.games, HE, NOW, "Against bots", variant=variant)
    go_on(judge.games, game, NOW)
    for _ in range(phases):
        g = judge.games.load(game)
        if g.stage is not Stage.RUNNING or not g.players:
            return
        before, power = len(g.history), g.players[1]
        waiting = [one for one in g.has_to_order() if not g.has_ordered(one) and one != power]
        assert not waiting, f"{variant}, {g.phase}: {waiting}"
        if power in g.has_to_order():
            text = his_orders(g, power, dice.randrange(1 << 40))
            answer = judge.games.act(game, c.SaveOrders(text, str(g.phase)), HE, NOW)
            assert not answer.refused, f"{variant}, {g.phase}: {answer.told}"
            answer = judge.games.act(game, c.SetReady(), HE, NOW)
            assert not answer.refused, f"{variant}, {g.phase}: {answer.told}"
        go_on(judge.games, game, NOW)
        g = judge.games.load(game)
        assert len(g.history) > before, f"{variant} waits in {g.phase}"
        yield g


@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted({"standard", *LONGER, *sample()}))
def test_each_variant_is_played_at_once(judge: Judge, variant: str) -> None:
    phases = 5 if variant in LONGER else 1
    found = [*played(judge, variant, phases)]
    last = found[-1]
    is_out = last.stage is Stage.OVER  # which a small power of Machiavelli may be soon
    assert len(found) == phases or is_out
    bots = {seat.bot for seat in last.seats.values() if seat.bot}
    assert bots and all(plays(bot, load_variant(variant)) for bot in bots)


LAST = "W1901A | AUSTRIA: A VIE; ITALY: A TUN; TURKEY: A CON | AUSTRIA: VIE; TURKEY: CON"
"""He has one army left, and no centre that pays for it."""


def test_a_game_is_over_when_its_only_player_is_out() -> None:
    table = Table(bot="random", start=LAST, early="ready")
    table.done(c.Join(("ITALY",)))
    table.done(c.Begin())
    table.wait(days=9)
    assert table.g.ending == ("draw", ("AUSTRIA", "TURKEY"))

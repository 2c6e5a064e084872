"""Texts, answers and grammars on every sort of board, rule and beginning that there is."""

from __future__ import annotations

from random import Random

import pytest

from dragoman.env.text import answer_grammar, order_labels, order_trie, orders_text, parse
from dragoman.env.text.prompts import ordered_units
from dragoman.errors import DragomanError
from dragoman.game import Game
from tests.env.text.random_games import orders_at_random, phases
from tests.variants.samples import sample


@pytest.mark.slow
@pytest.mark.parametrize("variant", sample("diplomacy"))
def test_what_is_listed_is_read_as_it_is_and_can_be_said(variant: str) -> None:
    """Railways, gateways, high seas, conversions, other kinds of unit, builds anywhere."""
    dice = Random(variant)
    game = Game(variant)
    if game.rule_set.sight != "all":
        with pytest.raises(DragomanError, match="is played in fog"):
            parse(game, game.survivors[0], "")
        return
    for game in phases(variant, 3):
        for power in game.survivors[:4]:
            orders = orders_at_random(game, power, dice)
            found = parse(game, power, "\n".join(map(str, orders)))
            assert found.judged == tuple(orders), found.text()
            assert found.is_complete and not found.diagnostics, found.text()
            trie, told = order_trie(game, power), orders_text(game, power)
            assert all(str(one) in trie and str(one) in told for one in orders)
            if ordered_units(game, power):
                grammar = answer_grammar(game, power)
                assert grammar.startswith("root ::= ") and '\\n"' in grammar
        if game.resolution is not None:
            assert order_labels(game.variant, game.resolution)

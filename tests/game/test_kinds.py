"""Kinds of game: each is asked what differs from Diplomacy, and Diplomacy asks none."""

import subprocess
import sys
from dataclasses import replace

import pytest

from dragoman.errors import UnknownKey
from dragoman.formats import load_variant
from dragoman.game.kind import Facet
from dragoman.game.variant import PLAY, Variant
from dragoman.games.sheet_lines import SHEET

A_TURN = """
import sys
from dragoman.game import Game, read_game_text, read_record, write_record

game = Game("standard")
game.submit("England", "F lon-nth; A lvp-mun")
game.legal_orders(), game.means, game.provisional()
game.process()
read_record(write_record(game)), read_game_text(game.text())
print(*sys.modules, sep="\\n")
"""


@pytest.mark.slow
def test_a_turn_of_diplomacy_loads_nothing_of_another_kind() -> None:
    ran = subprocess.run([sys.executable, "-c", A_TURN], capture_output=True, text=True, check=True)
    loaded = ran.stdout.splitlines()
    assert "dragoman.game.resolution" in loaded
    others = ("dragoman.machiavelli", "dragoman.kinds")
    assert [one for one in loaded if one.startswith(others)] == []


@pytest.mark.parametrize("facet", [PLAY, SHEET], ids=lambda facet: facet.module)
def test_a_facet_asks_only_what_some_kind_answers_otherwise(
    facet: Facet[object], standard: Variant
) -> None:
    asked = {name for name in vars(facet.usual) if not name.startswith("_")}
    assert type(facet.of(standard)) is facet.usual
    machiavelli = type(facet.of(load_variant("machiavelli")))
    assert machiavelli is not facet.usual
    assert asked - set(vars(machiavelli)) == set()
    assert {name for name in vars(machiavelli) if not name.startswith("_")} <= asked


def test_a_kind_that_there_is_not_is_told(standard: Variant) -> None:
    with pytest.raises(UnknownKey, match="machiavelli"):
        PLAY.of(replace(standard, kind="checkers"))

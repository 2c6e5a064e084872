"""The balance of a variant: how its games go that bots play among themselves.

``dragoman variant statistics`` plays them; for variants that come along ``balance.json`` keeps what
came of many, so that pages need play none.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from dragoman.board import Terrain
from dragoman.bots.batch_play import BatchPlay
from dragoman.diagnostics import Diagnostic
from dragoman.formats import VariantError, load_variant
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.games.requests import Answer
from dragoman.long_work import steps
from dragoman.remembered import remembered
from dragoman.rules import Position
from dragoman.views import View
from dragoman.words import counted

BOTS: Final = ("random", "dumbbot")
"""The players, who know every map alike."""
GAMES: Final = 100
YEARS: Final = 30
_LOT: Final = 10
"""So many games are played between two looks at how long it will take."""
KEPT: Final = Path(__file__).with_name("balance.json")


class PowerBalance(View):
    wins: int
    share: float
    """The percentage of all centres that it has in the end, on average."""


class PlayedGames(View):
    bot: str
    games: int
    years: int
    """How many a game has, where nobody wins before."""
    won: int
    years_to_win: float | None
    """Half of those that are won are won by then."""
    powers: dict[str, PowerBalance]


def balance_of(variant: Variant, bot: str, games: int = GAMES, years: int = YEARS) -> PlayedGames:
    """The outcome of so many games of a variant in which one bot plays all powers."""
    play = BatchPlay(variant)
    batch, last = play.batch, variant.first_year + years - 1
    cells = batch.pack([variant.start] * games)
    lots: list[Any] = []
    if bot == "random":
        lots.append(batch.play(cells, last, seed=1)[0])
    else:
        seats, states = [[bot] * len(variant.board.powers)] * games, batch.states(games, seed=1)
        for first in steps("Playing games", range(0, games, _LOT), -(-games // _LOT)):
            lot = slice(first, first + _LOT)
            lots.append(play.play(cells[lot], seats[lot], states[lot], last))
    ends = [end for after in lots for end in batch.unpack(after)]
    winners = [batch.winner(row) for after in lots for row in after]
    lengths = [
        end.phase.year - variant.first_year + 1
        for end, winner in zip(ends, winners, strict=True)
        if winner
    ]
    wins = Counter(winner for winner in winners if winner)
    return {
        "bot": bot,
        "games": games,
        "years": years,
        "won": len(lengths),
        "years_to_win": median(lengths) if lengths else None,
        "powers": {
            key: {"wins": wins[key], "share": _share(key, ends, len(variant.board.centers))}
            for key in variant.players
        },
    }


def plays(bot: str, variant: Variant) -> bool:
    """True if a bot can play games of a variant here: none but at random where several units
    stand in one high sea, and none where there are dice and money."""
    is_deep = any(one.terrain is Terrain.HIGH_SEA for one in variant.board.provinces.values())
    return PLAY.of(variant).known_to is None and (bot == "random" or not is_deep)


def _share(power: str, ends: Sequence[Position], centers: int) -> float:
    owned = sum(len(end.centers_of(power)) for end in ends)
    return round(100 * owned / (len(ends) * max(centers, 1)), 1)


@remembered(lambda kept: 400_000)
def _kept() -> dict[str, list[PlayedGames]]:
    return json.loads(KEPT.read_text("utf-8"))


def kept_balance(name: str) -> list[PlayedGames]:
    """The games of a variant that comes along, as they are kept; none where nobody played any."""
    return _kept().get(name, [])


def balance(named: str, bot: str, games: int, years: int) -> Answer:
    """Play games of a variant, and tell how they went: as text a line for each power, by its share
    of all centres."""
    try:
        variant = load_variant(named)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    if bot not in BOTS:
        what, remedy = f"no bot plays this as {bot!r}", f"name one of {', '.join(BOTS)}"
        return Answer(diagnostics=(Diagnostic("unknown-bot", what, remedy),))
    if not plays(bot, variant):
        what = f"{bot} does not play {variant.title} by the hundred"
        remedy = "let it be played at random" if plays("random", variant) else ""
        return Answer(diagnostics=(Diagnostic("not-played", what, remedy),))
    found = balance_of(variant, bot, games, years)
    return Answer("\n".join(_told(variant, found)), {"variant": variant.name, **found})


def _told(variant: Variant, found: PlayedGames) -> list[str]:
    title = f"{variant.title}: {counted(found['games'], 'game')} of {found['bot']}, "
    lines = [f"{title}of {counted(found['years'], 'year')} at most", _won(found), ""]
    ranked = sorted(found["powers"].items(), key=lambda one: -one[1]["share"])
    width = max(len(variant.power_name(key)) for key, _ in ranked)
    for key, one in ranked:
        name = variant.power_name(key)
        lines.append(f"  {name:<{width}}  {one['share']:5.1f} % of the centres, {one['wins']} won")
    return lines


def _won(found: PlayedGames) -> str:
    if found["years_to_win"] is None:
        return "Nobody won."
    return f"{found['won']} were won, half of them within {found['years_to_win']:g} years."

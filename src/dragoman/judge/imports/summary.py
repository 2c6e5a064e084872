"""A running game as it was understood, in lines that people read before they go on with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dragoman.judge.imports.running_game import RunningGame, placed
from dragoman.judge.log.plain_data import plain_value
from dragoman.words import counted


def summary(running: RunningGame) -> str:
    """The game in lines: where it is from, where it stands, what came out otherwise, what has no
    place here, and who is whose."""
    return "\n".join(_lines(running))


def summary_data(running: RunningGame) -> dict[str, Any]:
    """The same for programs."""
    game = running.game
    return {
        "source": running.source.value,
        "name": running.name,
        "variant": game.variant.name,
        "phase": str(game.phase),
        "history": [str(one.phase) for one in game.history],
        "position": game.position.text(),
        "settings": {name: plain_value(value) for name, value in running.settings.items()},
        "masters": [one.name for one in running.masters],
        "players": {power: one.name for power, one in running.players.items()},
        "orders_on_file": sorted(running.sheets),
        "divergences": [one.what for one in running.divergences],
        "left_out": [placed(one) for one in running.left_out],
    }


def _lines(running: RunningGame) -> Iterator[str]:
    game, position = running.game, running.game.position
    name = f" “{running.name}”" if running.name else ""
    yield f"{running.source.value}{name}: {game.variant.title}, {game.phase}"
    turns = counted(len(game.history), "turn")
    yield f"{turns} before it" if game.history else "without the turns before it"
    yield ""
    for power in game.survivors:
        units = [unit.exact for unit in position.units_of(power)]
        units += [f"*{one.unit.exact}" for one in position.dislodged if one.unit.power == power]
        centers = counted(len(position.centers_of(power)), "centre")
        who = f"  ({running.players[power].name})" if power in running.players else ""
        yield f"{power}: {', '.join(units) or '-'}; {centers}{who}"
    for one in position.dislodged:
        to = ", ".join(one.options) or "nowhere"
        yield f"{one.unit.power} *{one.unit.exact} may go to {to}"
    if running.masters:
        yield f"led there by {', '.join(one.name for one in running.masters)}"
    if running.sheets:
        powers = ", ".join(sorted(running.sheets))
        yield f"orders on file, which come along and are shown to nobody: {powers}"
    for title, told in (
        ("Judged otherwise there; what was recorded stands:", running.divergences),
        ("Not taken over:", running.left_out),
    ):
        if told:
            yield ""
            yield title
            yield from (f"- {placed(one)}" for one in told)

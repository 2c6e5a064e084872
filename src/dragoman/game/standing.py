"""Where a game stands, in a few lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.game.calendar import spoken

if TYPE_CHECKING:
    from dragoman.game.game import Game


def standing_text(game: Game) -> str:
    """The variant and the phase, then the units and the centres of each power that has any."""
    position = game.position
    lines = [f"{game.variant.title}, {game.ending or spoken(game.phase)}"]
    for power in game.survivors:
        units = [*map(str, position.units_of(power))]
        units += [str(d) for d in position.dislodged if d.unit.power == power]
        centers = len(position.centers_of(power))
        owned = "1 centre" if centers == 1 else f"{centers} centres"
        name = game.variant.board.powers[power].name
        lines.append(f"{name}: {', '.join(units) or 'no units'}; {owned}")
    return "\n".join(lines)

"""A whole game in one file: a page with the map, a slider for the phases, and units that move.

The page needs no other file and loads nothing from any host.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Any

from dragoman.board import Unit
from dragoman.drawing.scene.contents import Options, Piece, Scene, scene_of
from dragoman.drawing.scene.drawn_orders import css, drawn_orders, drawn_signs, order_lines
from dragoman.drawing.scene.svg import svg
from dragoman.drawing.variant_map import Map
from dragoman.game import Game, Resolution
from dragoman.orders import Build
from dragoman.rules import Position, Result


def replay(game: Game, drawn_on: Map, *, title: str = "", language: str = "en") -> str:
    """The page of a game, from its first phase to the position it stands at."""
    options = Options(title=False)
    last = scene_of(
        game.variant,
        drawn_on.geometry,
        game.start,
        title=title,
        language=language,
        options=options,
        backdrop=drawn_on.backdrop,
    )
    frames: list[dict[str, Any]] = []
    known = _Identities()
    for resolution in (*game.history, None):
        position = game.position if resolution is None else resolution.before
        scene = scene_of(
            game.variant,
            drawn_on.geometry,
            position,
            resolution=resolution,
            title=title,
            language=language,
            options=options,
            backdrop=drawn_on.backdrop,
        )
        frames.append(_frame(scene, position, known))
        if resolution is not None:
            known.follow(resolution)
    # What the frames put in themselves must not stand in the picture they are put in.
    still = svg(_bare(last))
    page = files("dragoman.drawing").joinpath("replay_page.html").read_text(encoding="utf-8")
    letters = {side.key: [css(side.key), side.letter] for side in last.powers}
    parts = {
        "title": escape(title or game.variant.title),
        "language": escape(language),
        "map": still,
        "powers": _json(letters),
        "size": f"{last.geometry.unit_size:.2f}",
        "frames": _json(frames),
    }
    for name, value in parts.items():
        page = page.replace(f"{{{{{name}}}}}", value)
    return page


def _bare(scene: Scene) -> Scene:
    from dataclasses import replace

    return replace(scene, pieces=(), orders=())


class _Identities:
    """Which unit of one phase is which of the next."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Unit, int], int] = {}
        self._next = 0

    def of(self, unit: Unit, beside: int = 0) -> int:
        if (unit, beside) not in self._numbers:
            self._numbers[unit, beside] = self._next
            self._next += 1
        return self._numbers[unit, beside]

    def follow(self, resolution: Resolution) -> None:
        """Go on to the position that follows."""
        after: dict[Unit, int] = {}
        for outcome in resolution.outcomes:
            unit = outcome.unit
            if outcome.moved_to is not None and outcome.result is Result.SUCCEEDS:
                moved = Unit(unit.power, unit.kind, outcome.moved_to)
                after[moved] = self.of(unit)
        standing = {*resolution.position.units, *(d.unit for d in resolution.position.dislodged)}
        for unit in standing:
            if unit not in after and (unit, 0) in self._numbers:
                after[unit] = self._numbers[unit, 0]
        taken: dict[int, Unit] = {}
        for unit in sorted(after, key=str):
            if unit in standing:
                taken.setdefault(after[unit], unit)
        self._numbers = {(unit, 0): number for number, unit in taken.items()}


def _frame(scene: Scene, position: Position, known: _Identities) -> dict[str, Any]:
    """What one phase puts on the map."""
    lines = order_lines(scene)
    return {
        "turn": scene.turn,
        "owners": dict(position.owners),
        "counts": {css(side.key): f"{side.centers}/{side.units}" for side in scene.powers},
        "orders": drawn_orders(scene, lines),
        "signs": drawn_signs(scene, lines),
        "units": [_placed(scene, piece, known) for piece in scene.pieces]
        + [
            _placed(scene, Piece(drawn.unit, drawn.unit.location.partition("/")[0]), known)
            for drawn in scene.orders
            if isinstance(drawn.order, Build) and not drawn.failed
        ],
    }


def _placed(scene: Scene, piece: Piece, known: _Identities) -> list[Any]:
    unit = piece.unit
    x, y = scene.geometry.stand(unit.location, piece.beside, piece.is_dislodged)
    state = 2 if piece.is_dislodged else 1 if piece.beaten else 0
    return [
        known.of(unit, piece.beside),
        unit.power,
        unit.kind,
        round(x, 1),
        round(y, 1),
        state,
        str(unit),
    ]


def _json(value: object) -> str:
    """JSON that may stand in a script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")

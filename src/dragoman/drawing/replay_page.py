"""A whole game in one file: a page with the map, its orders and centres, a slider for the phases,
and units that move; or pictures that follow on each other.

The page needs no other file and loads nothing from any host.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import Any

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.scene.contents import Options, Piece, Scene, scene_of
from dragoman.drawing.scene.drawn_orders import css, drawn_orders, drawn_signs
from dragoman.drawing.scene.names import names_throughout
from dragoman.drawing.scene.order_lines import order_lines
from dragoman.drawing.scene.page_sizes import picture_words
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.drawing.scene.signs_key import signs_key
from dragoman.drawing.scene.svg import svg
from dragoman.drawing.variant_map import Map
from dragoman.errors import checked
from dragoman.game import Game, Resolution
from dragoman.long_work import steps
from dragoman.orders import Build
from dragoman.rules import Position, Result

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_OPTIONS = Options(title=False, legend=False, width=800, scheme=MapScheme.PAGE)


@checked
def replay(game: Game, drawn_on: Map, *, title: str = "", language: str = "en") -> str:
    """The page of a game, from its first phase to the position it stands at."""
    scenes = [*_scenes(game, drawn_on, title, language, _OPTIONS)]
    known = _Identities()
    frames: list[dict[str, Any]] = []
    for (position, resolution), scene in zip(_phases(game), scenes, strict=True):
        frames.append(_frame(scene, position, known))
        if resolution is not None:
            known.follow(resolution)
    first = scenes[0]
    # What the frames put in themselves must not stand in the picture they are put in.
    still = svg(replace(first, pieces=(), orders=()), names_throughout(scenes))
    words = picture_words("replay", language)
    powers = {side.key: [css(side.key), side.name, side.colour.fill] for side in first.powers}
    parts = {
        "title": escape(title or game.variant.title),
        "language": escape(language),
        **{f"word {key}": escape(word) for key, word in words.items()},
        "map": still,
        "signs": signs_key(first),
        "powers": _json(powers),
        "words": _json(words),
        "size": f"{first.geometry.unit_size:.2f}",
        "ratio": f"{first.geometry.width / first.geometry.height:.4f}",
        "frames": _json(frames),
    }
    # All at once: what players wrote must not be taken for a place to put something.
    return re.sub(r"\{\{([a-z_ ]+)\}\}", lambda found: parts[found[1]], _page())


def replay_script() -> str:
    """The script of every such page, which holds nothing of any game: for a server that says what
    a page may run."""
    script = _SCRIPT.search(_page())
    assert script is not None
    return script[1]


def _page() -> str:
    return files("dragoman.drawing").joinpath("replay_page.html").read_text(encoding="utf-8")


@checked
def animation(
    game: Game, drawn_on: Map, width: int, *, title: str = "", language: str = "en"
) -> bytes:
    """A game as a GIF that goes through its phases, so many pixels wide."""
    from dragoman.drawing.files.raster import gif

    return gif(_pictures(game, drawn_on, width, title, language), width)


@checked
def film(
    game: Game, drawn_on: Map, width: int, *, title: str = "", language: str = "en"
) -> bytes | Diagnostic:
    """A game as an MP4 film that goes through its phases, so many pixels wide; or why there is
    none: it takes the program ffmpeg."""
    from dragoman.drawing.files.picture_file import mp4

    return mp4(_pictures(game, drawn_on, width, title, language), width)


def _pictures(game: Game, drawn_on: Map, width: int, title: str, language: str) -> list[str]:
    options = Options(width=width)
    scenes = [*_scenes(game, drawn_on, title, language, options)]
    names = names_throughout(scenes)
    return [svg(scene, names=names) for scene in scenes]


def _phases(game: Game) -> Iterator[tuple[Position, Resolution | None]]:
    for resolution in game.history:
        yield resolution.before, resolution
    yield game.position, None


def _scenes(
    game: Game, drawn_on: Map, title: str, language: str, options: Options
) -> Iterator[Scene]:
    """Each phase with what came of it, and the position the game stands at."""
    phases = steps("Drawing the phases", _phases(game), len(game.history) + 1)
    for position, resolution in phases:
        yield scene_of(
            game.variant,
            drawn_on.geometry,
            position,
            resolution=resolution,
            title=title,
            language=language,
            options=options,
            backdrop=drawn_on.backdrop,
        )


class _Identities:
    """The identities of units from one phase to the next."""

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
    """The things that one phase puts on the map."""
    lines = order_lines(scene)
    return {
        "phase": str(position.phase),
        "turn": scene.turn,
        "owners": dict(position.owners),
        "counts": {side.key: [side.centers, side.units, side.ducats] for side in scene.powers},
        "told": _told(scene),
        "changed": [[one.place, one.winner, one.loser] for one in scene.conquests],
        "orders": drawn_orders(scene, lines),
        "signs": drawn_signs(scene, lines),
        "units": [_placed(scene, piece, known) for piece in scene.pieces]
        + [
            _placed(scene, Piece(drawn.unit, drawn.unit.location.partition("/")[0]), known)
            for drawn in scene.orders
            if isinstance(drawn.order, Build) and not drawn.failed
        ],
    }


def _told(scene: Scene) -> list[tuple[str, list[tuple[str, bool]]]]:
    """The orders of each power in words, and whether each failed."""
    told: dict[str, list[tuple[str, bool]]] = {}
    for drawn in scene.orders:
        told.setdefault(drawn.unit.power, []).append((drawn.text, drawn.failed))
    return [(side.key, told[side.key]) for side in scene.powers if side.key in told]


def _placed(scene: Scene, piece: Piece, known: _Identities) -> list[Any]:
    unit = piece.unit
    x, y = scene.geometry.stand(unit.location, piece.beside, piece.is_dislodged)
    state = 2 if piece.is_dislodged else 1 if piece.beaten else 0
    return [
        known.of(unit, piece.beside),
        unit.power,
        unit.kind.removesuffix(piece.special),
        round(x, 1),
        round(y, 1),
        state,
        str(unit),
    ]


def _json(value: object) -> str:
    """JSON that may stand in a script element: nothing in it ends that, or begins a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!", "\\u003c!")

"""Requests to draw: the game or variant a person names, its turn, and its map.

Reports and folders of games have pictures and maps of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.drawing import Map, Names, map_of, scene_of, svg
from dragoman.files import read_text
from dragoman.formats import VariantError, load_variant, shipped_variants, variants_like
from dragoman.game import Game, Resolution, Variant, load_game
from dragoman.games.folder import GameFolder, OpenGame
from dragoman.games.order_sheet import read_sheet
from dragoman.games.requests import TypedFile, read_typed_text
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position

Faults = tuple[Diagnostic, ...]


@dataclass(frozen=True)
class DrawRequest:
    """A request to draw a turn, with or without its orders, and in what style."""

    turn: str | None = None
    orders: bool = False
    language: str | None = None
    names: Names | None = None
    legend: bool = True
    mono: bool = False
    letters: bool = False
    dark: bool = False
    seen_by: str | None = None
    """The power whose eyes it is drawn for, in fog."""


@dataclass(frozen=True)
class OwnPictures:
    """A game master's own files: the empty map, where units stand on it, and their pictures."""

    background: Path | None = None
    fields: Path | None = None
    pictures: Path | None = None


@dataclass(frozen=True)
class DrawnGame:
    """The game to draw, or the start of a variant, with the settings of its folder."""

    game: Game
    title: str
    language: str
    name: str
    variant_folder: Path | None = None
    opened: tuple[GameFolder, OpenGame] | None = None


def find(what: str) -> tuple[DrawnGame | None, Faults]:
    """The game in a folder or a file, or the start of a variant."""
    path = Path(what)
    folder = GameFolder(path)
    if path.is_dir() and folder.record.exists():
        opened, faults = folder.open()
        if opened is None:
            return None, faults
        settings = opened.settings
        found = DrawnGame(
            opened.game,
            settings.title,
            settings.language,
            path.resolve().name,
            folder.own_variant,
            (folder, opened),
        )
        return found, opened.diagnostics
    if path.is_file():
        game, faults = _read_game(path)
        return (None if game is None else DrawnGame(game, "", "en", path.stem)), faults
    try:
        variant = load_variant(what)
    except VariantError as error:
        if path.exists():
            return None, error.diagnostics
        fault = Diagnostic(
            "nothing-to-draw",
            f"there is no game and no variant {what!r}",
            "name the folder of a game, a game.json, or a variant",
            candidates=variants_like(what),
        )
        return None, (fault,)
    is_folder = path.is_dir() and what not in shipped_variants()
    return DrawnGame(Game(variant), "", "en", variant.name, path if is_folder else None), ()


def _read_game(path: Path) -> tuple[Game | None, Faults]:
    text, faults = read_text(path)
    if faults:
        return None, faults
    if '"dragoman-game"' in text[:400]:
        game, faults = load_game(path, load_variant)
    else:
        from dragoman.formats import read_saved_game

        game, faults = read_saved_game(text)
        faults = tuple(fault.at(str(path)) for fault in faults)
    return (None if has_errors(faults) else game), faults


Shown = tuple[Position, Resolution | None, Mapping[str, tuple[Order, ...]]]


def turn_to_draw(found: DrawnGame, request: DrawRequest) -> tuple[Shown | None, Faults]:
    """The position to draw, with the resolution or the orders to show on it."""
    game = found.game
    try:
        phase = game.phase if request.turn is None else Phase.parse(request.turn)
    except ValueError as error:
        return None, (Diagnostic("unknown-phase", str(error)),)
    past = next((r for r in game.history if r.phase == phase), None)
    if past is not None:
        return (past.before, past if request.orders else None, {}), ()
    if phase != game.phase:
        known = [str(r.phase) for r in game.history] + [str(game.phase)]
        what, remedy = f"the game has no phase {phase}", "name one of those it has had"
        return None, (Diagnostic("unknown-phase", what, remedy, candidates=tuple(known)),)
    if not request.orders or game.ending is not None:
        return (game.position, None, {}), ()
    if found.opened is None:
        orders = {power: game.orders(power) for power in game.variant.board.powers}
        return (game.position, None, orders), ()
    _, opened = found.opened
    sheet = read_sheet(opened.sheet, opened)
    faults = tuple(replace(fault, severity=Severity.WARNING) for fault in sheet.diagnostics)
    judged = sheet.resolution if opened.judged is not None else None
    return (game.position, judged, sheet.orders), faults


def map_to_draw(found: DrawnGame, own: OwnPictures) -> tuple[Map | None, Faults]:
    """The map to draw on: the variant's, or one made from a game master's own files."""
    if own.fields is None and own.background is None:
        return map_of(found.game.variant, found.variant_folder)
    from dragoman.drawing.files.fields_txt import read_fields
    from dragoman.drawing.layout.from_points import scatter
    from dragoman.drawing.pasted_units import map_on_picture

    if own.fields is None:
        what = "the places of the units on this picture are not known"
        remedy = "name a FIELDS.TXT with --fields"
        return None, (Diagnostic("no-fields", what, remedy, str(own.background)),)
    text, faults = read_list(own.fields)
    if has_errors(faults):
        return None, faults
    board = found.game.variant.board
    points, more = read_fields(text, board, str(own.fields))
    faults += more
    if has_errors(faults):
        return None, faults
    if own.background is None:
        return Map(scatter(board, points)), faults
    drawn_on, more = map_on_picture(own.background, board, points)
    return drawn_on, (*faults, *more)


def read_list(path: Path) -> tuple[str, Faults]:
    """One of DipWork's files, in whatever encoding."""
    text, faults = read_typed_text(TypedFile(path))
    remedy = "name a text file as DipWork has them"
    return text, tuple(replace(f, remedy=remedy) if f.is_error else f for f in faults)


# Maps in the folder of a game


def picture_of(
    folder: GameFolder,
    opened: OpenGame,
    resolution: Resolution,
    language: str | None,
    hidden: frozenset[str] = frozenset(),
) -> tuple[str, Faults]:
    """The picture of a resolution in a game's folder, with ``hidden`` provinces in fog; none, with
    diagnostics, where the map of the variant cannot be read."""
    game, settings = opened.game, opened.settings
    from dragoman.drawing import map_of  # only now: few forms show a map

    drawn_on, faults = map_of(game.variant, folder.own_variant)
    if drawn_on is None:
        return "", faults
    scene = scene_of(
        game.variant,
        drawn_on.geometry,
        resolution.before,
        resolution=resolution,
        title=settings.title,
        language=language or settings.language,
        backdrop=drawn_on.backdrop,
        players=settings.players,
        hidden=hidden,
    )
    return svg(scene), faults


def map_text(variant: Variant, folder: Path) -> str:
    """The map of a variant in a folder without one, laid out, as the text of a file; empty where
    that cannot be done."""
    from dragoman.drawing import map_of
    from dragoman.drawing.files.geometry_file import write_geometry

    drawn_on, _ = map_of(variant, folder)
    return "" if drawn_on is None else write_geometry(drawn_on.geometry)

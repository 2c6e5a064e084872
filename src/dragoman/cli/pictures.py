"""The commands that draw: a turn as a picture, a game as a replay, a page for a printer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman.cli.answer import Answer
from dragoman.cli.folder import Folder, Opened
from dragoman.cli.order_sheet import read_sheet
from dragoman.cli.text_file import read_any_text
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.drawing import (
    GEOMETRY,
    PICTURE,
    Map,
    Names,
    Options,
    Scene,
    map_of,
    pdf,
    picture_size,
    png,
    scene_of,
    svg,
    tiff,
)
from dragoman.drawing import replay as replay_page
from dragoman.files import read_text, write_atomically
from dragoman.formats import (
    VariantError,
    load_variant,
    read_saved_game,
    shipped_variants,
)
from dragoman.game import Game, Resolution, Variant, load_game, spoken
from dragoman.orders import Order
from dragoman.rules import Phase, Position

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (".svg", ".png", ".tif", ".tiff", ".pdf")
"""The endings of pictures that can be made."""
LARGEST = 20_000
"""The widest picture in pixels: beyond that a picture does not fit into memory."""

Faults = tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Wish:
    """What a person wants to see: which turn, with orders or without, and how."""

    turn: str | None = None
    orders: bool = False
    language: str | None = None
    names: Names | None = None
    legend: bool = True
    mono: bool = False


@dataclass(frozen=True)
class OwnPictures:
    """A GM's own files: the picture of the empty map, where units go on it, their pictures."""

    background: Path | None = None
    fields: Path | None = None
    pictures: Path | None = None


@dataclass(frozen=True)
class _Drawable:
    """A game, or only a variant, with what its folder adds."""

    game: Game
    title: str
    language: str
    name: str
    variant_folder: Path | None = None
    opened: tuple[Folder, Opened] | None = None


# The commands.


def draw(what: str, wish: Wish, to: Path | None, width: int, own: OwnPictures) -> Answer:
    """Draw a turn of a game, or the start of a variant."""
    if fault := _unknown_ending(to, ENDINGS):
        return Answer(diagnostics=(fault,))
    found, faults = _find(what)
    if found is None:
        return Answer(diagnostics=faults)
    shown, more = _turn_of(found, wish)
    faults += more
    if shown is None:
        return Answer(diagnostics=faults)
    position = shown[0]
    to = to or Path(f"{found.name}-{position.phase}.svg")
    if own.pictures is not None:
        return _painted(found, position, own, to, faults)
    drawn_on, more = _ground(found, own)
    faults += more
    if drawn_on is None:
        return Answer(diagnostics=faults)
    scene = _scene(found, drawn_on, shown, wish, width if to.suffix.lower() != ".pdf" else LARGEST)
    content = _encoded(scene, to.suffix.lower(), width)
    data = {"file": str(to), "phase": str(position.phase)}
    return _written(to, content, f"{to}: {spoken(position.phase)}", data, faults)


def replay(what: str, to: Path | None, language: str | None) -> Answer:
    """Make the page on which a whole game can be watched."""
    if fault := _unknown_ending(to, (".html", ".htm")):
        return Answer(diagnostics=(fault,))
    found, faults = _find(what)
    if found is None:
        return Answer(diagnostics=faults)
    drawn_on, more = _ground(found, OwnPictures())
    faults += more
    if drawn_on is None:
        return Answer(diagnostics=faults)
    page = replay_page(found.game, drawn_on, title=found.title, language=language or found.language)
    to = to or Path(f"{found.name}.html")
    phases = len(found.game.history) + 1
    told = f"{to}: {phases} phases; open it in a browser"
    return _written(to, page, told, {"file": str(to), "phases": phases}, faults)


def print_(
    what: str,
    wish: Wish,
    driver: str,
    resolution: str | None,
    scale: tuple[float, float],
    to: Path | None,
) -> Answer:
    """Make the data that a printer needs, of a turn or of a picture in a file."""
    from dragoman.drawing.printing import DRIVERS, NoGhostscript, ghostscript, printer_data

    if driver not in DRIVERS:
        remedy = "choose one that is like your printer"
        fault = Diagnostic(
            "unknown-driver", f"there is no driver {driver!r}", remedy, candidates=tuple(DRIVERS)
        )
        return Answer(diagnostics=(fault,))
    known = DRIVERS[driver].resolutions
    resolution = resolution or next(iter(known))
    if resolution not in known:
        fault = Diagnostic(
            "unknown-resolution",
            f"{driver} has no resolution {resolution!r}",
            "choose one of its own, in dots per inch",
            candidates=tuple(known),
        )
        return Answer(diagnostics=(fault,))
    try:
        ghostscript()
    except NoGhostscript as none:
        return Answer(diagnostics=(none.diagnostic,))
    page, faults = _page(what, wish, driver, resolution, scale)
    if page is None:
        return Answer(diagnostics=faults)
    to = to or Path("printer.prn")
    try:
        data = printer_data(page, driver, resolution)
    except RuntimeError as error:
        fault = Diagnostic("ghostscript-failed", f"Ghostscript says: {error}", "", what)
        return Answer(diagnostics=(*faults, fault))
    told = f"{to}: for {driver} at {resolution} dpi; send it to the printer as it is"
    answer = {"file": str(to), "driver": driver, "resolution": resolution, "bytes": len(data)}
    return _written(to, data, told, answer, faults)


def _written(
    to: Path, content: str | bytes, told: str, data: Mapping[str, Any], faults: Faults
) -> Answer:
    """Write what was made, all of it or nothing, and say so."""
    try:
        write_atomically(to, content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        remedy = "name a file in a folder that is there and that you may write to"
        fault = Diagnostic("unwritable-file", f"cannot be written: {reason}", remedy, str(to))
        return Answer(diagnostics=(*faults, fault))
    return Answer(told, data, faults)


# For other commands.


def picture_of(
    folder: Folder, opened: Opened, resolution: Resolution, language: str | None
) -> tuple[str, Faults]:
    """The picture of a resolution in a game's folder; none, with diagnostics, where the map
    of the variant cannot be read."""
    game, settings = opened.game, opened.settings
    drawn_on, faults = map_of(game.variant, _variant_folder(folder))
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
    )
    return svg(scene), faults


def keep_map(variant: Variant, folder: Path) -> None:
    """Lay the map of a variant out once, and keep it in the folder with the variant's files.

    Raises:
        OSError: if it cannot be written.
    """
    from dragoman.drawing.geometry_file import save_geometry

    if (folder / GEOMETRY).exists() or (folder / PICTURE).exists():
        return
    drawn_on, _ = map_of(variant, folder)
    if drawn_on is not None:
        save_geometry(drawn_on.geometry, folder / GEOMETRY)


# What is drawn.


def _find(what: str) -> tuple[_Drawable | None, Faults]:
    """The game in a folder or a file, or the start of a variant."""
    path = Path(what)
    folder = Folder(path)
    if path.is_dir() and folder.record.exists():
        opened, faults = folder.open()
        if opened is None:
            return None, faults
        settings = opened.settings
        found = _Drawable(
            opened.game,
            settings.title,
            settings.language,
            path.resolve().name,
            _variant_folder(folder),
            (folder, opened),
        )
        return found, opened.diagnostics
    if path.is_file():
        game, faults = _read_game(path)
        return (None if game is None else _Drawable(game, "", "en", path.stem)), faults
    try:
        variant = load_variant(what)
    except VariantError as error:
        if path.exists():
            return None, error.diagnostics
        fault = Diagnostic(
            "nothing-to-draw",
            f"there is no game and no variant {what!r}",
            "name the folder of a game, a game.json, or a variant",
            candidates=tuple(shipped_variants()),
        )
        return None, (fault,)
    is_folder = path.is_dir() and what not in shipped_variants()
    return _Drawable(Game(variant), "", "en", variant.name, path if is_folder else None), ()


def _read_game(path: Path) -> tuple[Game | None, Faults]:
    text, faults = read_text(path)
    if faults:
        return None, faults
    if '"dragoman-game"' in text[:400]:
        game, faults = load_game(path, load_variant)
    else:
        game, faults = read_saved_game(text)
        faults = tuple(fault.at(str(path)) for fault in faults)
    return (None if has_errors(faults) else game), faults


def _variant_folder(folder: Folder) -> Path | None:
    return folder.variant if folder.variant.is_dir() else None


Shown = tuple[Position, Resolution | None, Mapping[str, tuple[Order, ...]]]


def _turn_of(found: _Drawable, wish: Wish) -> tuple[Shown | None, Faults]:
    """The position that is wanted, with the resolution or the orders that are to be seen."""
    game = found.game
    try:
        phase = game.phase if wish.turn is None else Phase.parse(wish.turn)
    except ValueError as error:
        return None, (Diagnostic("unknown-phase", str(error)),)
    past = next((r for r in game.history if r.phase == phase), None)
    if past is not None:
        return (past.before, past if wish.orders else None, {}), ()
    if phase != game.phase:
        known = [str(r.phase) for r in game.history] + [str(game.phase)]
        what, remedy = f"the game has no phase {phase}", "name one of those it has had"
        return None, (Diagnostic("unknown-phase", what, remedy, candidates=tuple(known)),)
    if not wish.orders or game.ending is not None:
        return (game.position, None, {}), ()
    if found.opened is None:
        orders = {power: game.orders(power) for power in game.variant.board.powers}
        return (game.position, None, orders), ()
    folder, opened = found.opened
    sheet = read_sheet(folder.orders, opened)
    faults = tuple(replace(fault, severity=Severity.WARNING) for fault in sheet.diagnostics)
    judged = sheet.resolution if folder.result_data.exists() else None
    return (game.position, judged, sheet.orders), faults


def _ground(found: _Drawable, own: OwnPictures) -> tuple[Map | None, Faults]:
    """The map to draw on: the variant's, or one made of a GM's own files."""
    if own.fields is None and own.background is None:
        return map_of(found.game.variant, found.variant_folder)
    from dragoman.drawing.fields_txt import read_fields
    from dragoman.drawing.own_units import map_on_picture
    from dragoman.drawing.scattered import scatter

    if own.fields is None:
        what = "nobody says where the units go on this picture"
        remedy = "name a FIELDS.TXT with --fields"
        return None, (Diagnostic("no-fields", what, remedy, str(own.background)),)
    text, faults = _read_list(own.fields)
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


def _read_list(path: Path) -> tuple[str, Faults]:
    """One of DipWork's files, in whatever encoding."""
    text, faults = read_any_text(path)
    remedy = "name a text file as DipWork has them"
    return text, tuple(replace(f, remedy=remedy) if f.is_error else f for f in faults)


def _scene(found: _Drawable, drawn_on: Map, shown: Shown, wish: Wish, width: int) -> Scene:
    position, resolution, orders = shown
    # On a small picture only short names can be read.
    names = wish.names or (Names.FITTING if width >= 1100 else Names.SHORT)
    return scene_of(
        found.game.variant,
        drawn_on.geometry,
        position,
        orders=orders,
        resolution=resolution,
        title=found.title,
        language=wish.language or found.language,
        options=Options(names=names, legend=wish.legend, mono=wish.mono),
        backdrop=drawn_on.backdrop,
    )


def _encoded(scene: Scene, ending: str, width: int) -> str | bytes:
    picture = svg(scene)
    match ending:
        case ".svg":
            return picture
        case ".png":
            return png(picture, width)
        case ".pdf":
            return pdf(picture, *picture_size(scene))
        case _:
            from dragoman.drawing.raster import image

            return tiff(image(picture, width))


def _painted(
    found: _Drawable, position: Position, own: OwnPictures, to: Path, faults: Faults
) -> Answer:
    """A GM's own unit pictures on his own map (DipWork manual, "Die Mapper")."""
    from dragoman.drawing.fields_txt import read_fields
    from dragoman.drawing.own_units import paint, read_picture_list

    if own.pictures is None or own.background is None or own.fields is None:
        what = "unit pictures need a picture of the empty map and the places on it"
        remedy = "give --background, --fields and --pictures together"
        return Answer(diagnostics=(*faults, Diagnostic("no-background", what, remedy)))
    if to.suffix.lower() not in (".png", ".tif", ".tiff"):
        what, remedy = f"a painted map cannot be {to.suffix}", "name a file like map.tif"
        fault = Diagnostic("unknown-ending", what, remedy, str(to), candidates=(".tif", ".png"))
        return Answer(diagnostics=(*faults, fault))
    board = found.game.variant.board
    text, more = _read_list(own.fields)
    points, misplaced = read_fields(text, board, str(own.fields))
    listed, unlisted = _read_list(own.pictures)
    pictures, unread = read_picture_list(listed, board, own.pictures.parent, str(own.pictures))
    faults = (*faults, *more, *misplaced, *unlisted, *unread)
    if has_errors(faults):
        return Answer(diagnostics=faults)
    painted, more = paint(position, own.background, pictures, points)
    if painted is None:
        return Answer(diagnostics=(*faults, *more))
    content = _file_of(painted, to.suffix.lower())
    data = {"file": str(to), "phase": str(position.phase)}
    return _written(to, content, f"{to}: {spoken(position.phase)}", data, faults)


def _file_of(painted: Image, ending: str) -> bytes:
    if ending != ".png":
        return tiff(painted)
    from io import BytesIO

    content = BytesIO()
    painted.save(content, "PNG")
    return content.getvalue()


def _page(
    what: str, wish: Wish, driver: str, resolution: str, scale: tuple[float, float]
) -> tuple[Image | None, Faults]:
    """What goes on the page, a dot for every dot of the printer.

    A turn fills the width of the page at a scale of 1; a picture in a file has a dot for
    each pixel, as PRINTTIF prints it.
    """
    from PIL import Image

    from dragoman.drawing.printing import page_dots, upright
    from dragoman.drawing.raster import image

    width, _ = page_dots(driver, resolution)
    if Path(what).suffix.lower() in (".tif", ".tiff", ".png", ".gif", ".bmp", ".jpg", ".jpeg"):
        try:
            with Image.open(what) as opened:
                picture = opened.convert("L")
        except FileNotFoundError:
            raise
        except (OSError, ValueError, Image.DecompressionBombError):
            fault = Diagnostic(
                "not-a-picture", "this is no picture that can be read", "", source=what
            )
            return None, (fault,)
        size = (round(picture.width * scale[0]), round(picture.height * scale[1]))
        return _resized(picture, size), ()
    found, faults = _find(what)
    if found is None:
        return None, faults
    shown, more = _turn_of(found, wish)
    faults += more
    if shown is None:
        return None, faults
    drawn_on, more = _ground(found, OwnPictures())
    faults += more
    if drawn_on is None:
        return None, faults
    from dragoman.drawing.printing import DRIVERS

    scene = _scene(found, drawn_on, shown, wish, LARGEST)
    across, down = DRIVERS[driver].resolutions[resolution]
    fine = upright(image(svg(scene), max(width, 1200)))
    height = width * fine.height / fine.width * down / across
    size = (round(width * scale[0]), round(height * scale[1]))
    return _resized(fine, size), faults


def _resized(picture: Image, size: tuple[int, int]) -> Image:
    return picture.resize((max(size[0], 1), max(size[1], 1)))


def _unknown_ending(to: Path | None, known: tuple[str, ...]) -> Diagnostic | None:
    if to is None or to.suffix.lower() in known:
        return None
    what = (
        f"no picture can be made that ends in {to.suffix!r}"
        if to.suffix
        else ("the name of the file does not say what it is to be")
    )
    return Diagnostic("unknown-ending", what, "choose another ending", str(to), candidates=known)

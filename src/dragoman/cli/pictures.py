"""The commands that draw: a turn as a picture, a game as a replay, a page for a printer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman.cli.answer import Answer
from dragoman.cli.drawable import (
    Drawable,
    Faults,
    OwnPictures,
    Shown,
    Wish,
    find,
    ground_of,
    read_list,
    turn_of,
)
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.drawing import (
    Map,
    Names,
    Options,
    Scene,
    pdf,
    picture_size,
    png,
    scene_of,
    svg,
    tiff,
)
from dragoman.drawing import replay as replay_page
from dragoman.files import write_atomically
from dragoman.game import spoken
from dragoman.rules import Position

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (".svg", ".png", ".tif", ".tiff", ".pdf")
"""The endings of pictures that can be made."""
LARGEST = 20_000
"""The widest picture in pixels: beyond that a picture does not fit into memory."""


def draw(what: str, wish: Wish, to: Path | None, width: int, own: OwnPictures) -> Answer:
    """Draw a turn of a game, or the start of a variant."""
    if fault := _unknown_ending(to, ENDINGS):
        return Answer(diagnostics=(fault,))
    found, faults = find(what)
    if found is None:
        return Answer(diagnostics=faults)
    shown, more = turn_of(found, wish)
    faults += more
    if shown is None:
        return Answer(diagnostics=faults)
    position = shown[0]
    to = to or Path(f"{found.name}-{position.phase}.svg")
    if own.pictures is not None:
        return _painted(found, position, own, to, faults)
    drawn_on, more = ground_of(found, own)
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
    found, faults = find(what)
    if found is None:
        return Answer(diagnostics=faults)
    drawn_on, more = ground_of(found, OwnPictures())
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


def _scene(found: Drawable, drawn_on: Map, shown: Shown, wish: Wish, width: int) -> Scene:
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
    found: Drawable, position: Position, own: OwnPictures, to: Path, faults: Faults
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
    text, more = read_list(own.fields)
    points, misplaced = read_fields(text, board, str(own.fields))
    listed, unlisted = read_list(own.pictures)
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
    found, faults = find(what)
    if found is None:
        return None, faults
    shown, more = turn_of(found, wish)
    faults += more
    if shown is None:
        return None, faults
    drawn_on, more = ground_of(found, OwnPictures())
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

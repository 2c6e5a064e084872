"""Pictures of a game: a turn on the map, a replay of the whole, a page for a printer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.drawing import Map, Names, Options, Scene, picture_size, scene_of, svg
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.files import write_atomically
from dragoman.game import Resolution, spoken
from dragoman.games.draw_request import (
    DrawnGame,
    DrawRequest,
    Faults,
    OwnPictures,
    Shown,
    find,
    map_to_draw,
    read_list,
    turn_to_draw,
)
from dragoman.games.requests import Answer
from dragoman.games.seen_by import Eyes, eyes_of
from dragoman.orders import Order
from dragoman.rules import Position
from dragoman.words import counted, said

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (".svg", ".png", ".tif", ".tiff", ".pdf")
"""The endings of pictures that can be made."""
STANDARD_OUTPUT = Path("-")
"""Stands for standard output, where a file is named."""
_PAPER = 1500
"""As how many pixels a page of paper is looked at."""
LARGEST = 20_000
"""The widest picture in pixels: beyond that a picture does not fit into memory."""


def draw(what: str, request: DrawRequest, to: Path | None, width: int, own: OwnPictures) -> Answer:
    """Draw a turn of a game, or the start of a variant."""
    if fault := _unknown_ending(to, ENDINGS):
        return Answer(diagnostics=(fault,))
    found, faults = find(what)
    if found is None:
        return Answer(diagnostics=faults)
    shown, more = turn_to_draw(found, request)
    faults += more
    if shown is None:
        return Answer(diagnostics=faults)
    hidden = frozenset[str]()
    if request.seen_by is not None:
        eyes, more = eyes_of(found.game, request.seen_by)
        faults += more
        if eyes is None:
            return Answer(diagnostics=faults)
        hidden, shown = eyes.hidden(shown[0]), _seen(eyes, *shown)
    position = shown[0]
    to = to or Path(f"{found.name}-{position.phase}.svg")
    if own.pictures is not None:
        return _painted(found, position, own, to, faults)
    drawn_on, more = map_to_draw(found, own)
    faults += more
    if drawn_on is None:
        return Answer(diagnostics=faults)
    scene = _scene(
        *(found, drawn_on, shown, request, width if to.suffix.lower() != ".pdf" else _PAPER),
        hidden,
    )
    content = _encoded(scene, to.suffix.lower(), width)
    data = {"file": str(to), "phase": str(position.phase)}
    return _written(
        to, content, said("{to}: {phase}", to=to, phase=spoken(position.phase)), data, faults
    )


def replay(what: str, to: Path | None, width: int, language: str | None) -> Answer:
    """A page that replays a whole game, or a GIF or film of its phases, so many pixels wide."""
    if fault := _unknown_ending(to, (".html", ".htm", ".gif", ".mp4")):
        return Answer(diagnostics=(fault,))
    found, faults = find(what)
    if found is None:
        return Answer(diagnostics=faults)
    drawn_on, more = map_to_draw(found, OwnPictures())
    faults += more
    if drawn_on is None:
        return Answer(diagnostics=faults)
    from dragoman.drawing import animation, film, replay as replay_page

    to, words = to or Path(f"{found.name}.html"), language or found.language
    phases = len(found.game.history) + 1
    count = counted(phases, "phase")
    if to.suffix.lower() == ".gif":
        page = animation(found.game, drawn_on, width, title=found.title, language=words)
        text = f"{to}: {count}"
    elif to.suffix.lower() == ".mp4":
        page = film(found.game, drawn_on, width, title=found.title, language=words)
        if isinstance(page, Diagnostic):
            return Answer(diagnostics=(*faults, page))
        text = f"{to}: {count}"
    else:
        page = replay_page(found.game, drawn_on, title=found.title, language=words)
        text = f"{to}: {count}; open it in a browser"
    return _written(to, page, text, {"file": str(to), "phases": phases}, faults)


def print_(
    what: str,
    request: DrawRequest,
    driver: str,
    resolution: str | None,
    scale: tuple[float, float],
    to: Path | None,
) -> Answer:
    """Make printer data of a turn or of a picture in a file."""
    from dragoman.drawing.files.printer_data import printer_data

    chosen, faults = chosen_resolution(driver, resolution)
    if not chosen:
        return Answer(diagnostics=faults)
    resolution = chosen
    page, faults = _page(what, request, driver, resolution, scale)
    if page is None:
        return Answer(diagnostics=faults)
    to = to or Path("printer.prn")
    data = printer_data(page, driver, resolution)
    faults += too_large(page, driver, resolution)
    text = f"{to}: for {driver} at {resolution} dpi; send it to the printer as it is"
    answer = {"file": str(to), "driver": driver, "resolution": resolution, "bytes": len(data)}
    return _written(to, data, text, answer, faults)


def chosen_resolution(
    driver: str, resolution: str | None, others: tuple[str, ...] = ()
) -> tuple[str, Faults]:
    """The resolution asked for, or the driver's usual one; empty if there is no such driver or
    resolution. ``others`` are known drivers that print nothing."""
    from dragoman.drawing.files.printer_data import DRIVERS

    if driver not in DRIVERS:
        what, remedy = (
            said("there is no driver {driver!r}", driver=driver),
            "choose one that is like your printer",
        )
        return "", (Diagnostic("unknown-driver", what, remedy, candidates=(*others, *DRIVERS)),)
    known = DRIVERS[driver].resolutions
    if resolution is None or resolution in known:
        return resolution or DRIVERS[driver].usual, ()
    what = said("{driver} has no resolution {resolution!r}", driver=driver, resolution=resolution)
    remedy = "choose one of its own, in dots per inch"
    return "", (Diagnostic("unknown-resolution", what, remedy, candidates=tuple(known)),)


def scaled_picture(path: Path, scale: tuple[float, float]) -> Image | Diagnostic:
    """The picture in a file, scaled in width and height; or why there is none."""
    from dragoman.drawing.files.picture_file import on_white, open_picture, scaled

    picture = open_picture(path)
    if isinstance(picture, Diagnostic):
        return picture
    if picture.width * scale[0] * picture.height * scale[1] > LARGEST**2:
        what = said(
            "{width} by {height} pixels are too many at this scale",
            width=picture.width,
            height=picture.height,
        )
        return Diagnostic("bad-scale", what, "choose a smaller scale", str(path))
    return scaled(on_white(picture), *scale)


def too_large(picture: Image, driver: str, resolution: str) -> Faults:
    """A warning where not all of a picture fits on a page."""
    from dragoman.drawing.files.printer_data import page_dots

    width, height = page_dots(driver, resolution)
    if picture.width <= width and picture.height <= height:
        return ()
    what = said(
        "{across} by {down} dots do not fit on a page of {width} by {height}",
        across=picture.width,
        down=picture.height,
        width=width,
        height=height,
    )
    remedy = "the rest was cut off; scale it, or choose a higher resolution"
    return (Diagnostic("cut-off", what, remedy, severity=Severity.WARNING),)


def _written(
    to: Path, content: str | bytes, text: str, data: Mapping[str, Any], faults: Faults
) -> Answer:
    """Write the finished file, all of it or nothing, and answer with where it is."""
    if to == STANDARD_OUTPUT:
        raw = content.encode() if isinstance(content, str) else content
        return Answer("", data, faults, raw)
    try:
        write_atomically(to, content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        remedy = "name a file in a folder that is there and that you may write to"
        what = said("cannot be written: {reason}", reason=reason)
        fault = Diagnostic("unwritable-file", what, remedy, str(to))
        return Answer(diagnostics=(*faults, fault))
    return Answer(text, data, faults)


def _seen(
    eyes: Eyes,
    position: Position,
    resolution: Resolution | None,
    orders: Mapping[str, tuple[Order, ...]],
) -> Shown:
    told = None if resolution is None else eyes.told(resolution)
    return eyes.position(position), told, eyes.orders(orders)


def _scene(
    found: DrawnGame,
    drawn_on: Map,
    shown: Shown,
    request: DrawRequest,
    width: int,
    hidden: frozenset[str] = frozenset(),
) -> Scene:
    position, resolution, orders = shown
    names = request.names or Names.FITTING
    return scene_of(
        found.game.variant,
        drawn_on.geometry,
        position,
        orders=orders,
        resolution=resolution,
        title=found.title,
        language=request.language or found.language,
        options=Options(
            names=names,
            legend=request.legend,
            mono=request.mono,
            letters=request.letters,
            scheme=MapScheme.DARK if request.dark else MapScheme.LIGHT,
            width=width,
        ),
        backdrop=drawn_on.backdrop,
        players=_players(found),
        hidden=hidden,
    )


def _players(found: DrawnGame) -> Mapping[str, str]:
    return {} if found.opened is None else found.opened[1].settings.players


def _encoded(scene: Scene, ending: str, width: int) -> str | bytes:
    picture = svg(scene)
    match ending:
        case ".svg":
            return picture
        case ".png":
            from dragoman.drawing import png

            return png(picture, width)
        case ".pdf":
            from dragoman.drawing import pdf

            return pdf(picture, *picture_size(scene))
        case _:
            from dragoman.drawing.files.raster import image, tiff

            return tiff(image(picture, width))


def _painted(
    found: DrawnGame, position: Position, own: OwnPictures, to: Path, faults: Faults
) -> Answer:
    """A game master's own unit pictures on his own map (DipWork manual, "Die Mapper")."""
    from dragoman.drawing.files.fields_txt import read_fields
    from dragoman.drawing.pasted_units import paint, pictures_for
    from dragoman.formats.dipwork import new_text_file, read_pictures

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
    file = new_text_file(str(own.pictures), listed.splitlines())
    named, unread = read_pictures(file)
    folder = own.pictures.parent
    pictures, absent = pictures_for(position, named, board, (folder,), file.name)
    faults = (*faults, *more, *misplaced, *unlisted, *unread, *absent)
    if has_errors(faults):
        return Answer(diagnostics=faults)
    painted, more = paint(position, own.background, pictures, points)
    if painted is None:
        return Answer(diagnostics=(*faults, *more))
    content = _file_of(painted, to.suffix.lower())
    data = {"file": str(to), "phase": str(position.phase)}
    return _written(
        to, content, said("{to}: {phase}", to=to, phase=spoken(position.phase)), data, faults
    )


def _file_of(painted: Image, ending: str) -> bytes:
    if ending != ".png":
        from dragoman.drawing import tiff

        return tiff(painted)
    from io import BytesIO

    content = BytesIO()
    painted.save(content, "PNG")
    return content.getvalue()


def _page(
    what: str, request: DrawRequest, driver: str, resolution: str, scale: tuple[float, float]
) -> tuple[Image | None, Faults]:
    """The page as an image with one pixel for each dot of the printer.

    A turn fills the page at a scale of 1; a picture in a file has a dot for
    each pixel, as PRINTTIF prints it.
    """
    from dragoman.drawing.files.picture_file import scaled
    from dragoman.drawing.files.printer_data import DRIVERS, page_dots, upright
    from dragoman.drawing.files.raster import image

    if Path(what).suffix.lower() in (".tif", ".tiff", ".png", ".gif", ".bmp", ".jpg", ".jpeg"):
        picture = scaled_picture(Path(what), scale)
        return (None, (picture,)) if isinstance(picture, Diagnostic) else (picture, ())
    found, faults = find(what)
    if found is None:
        return None, faults
    shown, more = turn_to_draw(found, request)
    faults += more
    if shown is None:
        return None, faults
    drawn_on, more = map_to_draw(found, OwnPictures())
    faults += more
    if drawn_on is None:
        return None, faults
    width, height = page_dots(driver, resolution)
    scene = _scene(found, drawn_on, shown, request, min(width, height, _PAPER))
    fine = upright(image(svg(scene), max(width, 1200)))
    # The dots of a page are not always as high as they are wide.
    dots = DRIVERS[driver].resolutions[resolution]
    slant = dots.down / dots.across
    filling = min(width / fine.width, height / fine.height / slant)
    return scaled(fine, filling * scale[0], filling * slant * scale[1]), faults


def _unknown_ending(to: Path | None, known: tuple[str, ...]) -> Diagnostic | None:
    if to is None or to.suffix.lower() in known:
        return None
    what = (
        f"no picture can be made that ends in {to.suffix!r}"
        if to.suffix
        else ("the name of the file has no ending")
    )
    return Diagnostic("unknown-ending", what, "choose another ending", str(to), candidates=known)

"""The commands that draw, their options and their help."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, InLanguage

app = typer.Typer()


class NameStyle(StrEnum):
    """What is written on provinces."""

    fitting = "fitting"
    short = "short"
    none = "none"


Drawn = Annotated[
    str,
    typer.Argument(metavar="GAME", help="the folder of a game, a game.json, or a variant"),
]
Turn = Annotated[
    str | None,
    typer.Option(metavar="PHASE", help="another phase than the one at hand, as in F1901M"),
]
WithOrders = Annotated[
    bool, typer.Option("--orders", help="with the orders of the phase and what became of them")
]
NamesOnMap = Annotated[
    NameStyle | None,
    typer.Option(
        help="what is written on provinces; else names where there is room for them, or short ones "
        "under 1100 pixels"
    ),
]


@app.command()
def draw(
    game: Drawn,
    turn: Turn = None,
    orders: WithOrders = False,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="a file that ends in .svg, .png, .tif or .pdf"),
    ] = None,
    width: Annotated[
        int, typer.Option(min=100, max=20000, metavar="PIXELS", help="how wide, for PNG and TIFF")
    ] = 1500,
    names: NamesOnMap = None,
    mono: Annotated[
        bool, typer.Option("--mono", help="black on white, with hatches for colours")
    ] = False,
    legend: Annotated[
        bool, typer.Option("--legend/--no-legend", help="powers and signs below the map")
    ] = True,
    background: Annotated[
        Path | None, typer.Option(metavar="FILE", help="a picture of the empty map, your own")
    ] = None,
    fields: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="where units go on it: a FIELDS.TXT as DipWork has"),
    ] = None,
    pictures: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="a list of pictures of units, as DipWork has"),
    ] = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Draw a turn on the map.

    Without FILE the picture goes to GAME-PHASE.svg here. The ending of FILE says which kind
    of picture it is to be.

    Examples: dragoman draw winter --orders --to spring.png; dragoman draw standard
    """
    from dragoman.drawing import Names
    from dragoman.games import pictures as game_pictures
    from dragoman.games.draw_request import DrawRequest, OwnPictures

    request = DrawRequest(
        turn,
        orders,
        None if language is None else language.value,
        None if names is None else Names(names.value),
        legend,
        mono,
    )
    own = OwnPictures(background, fields, pictures)
    deliver(lambda: game_pictures.draw(game, request, to, width, own), as_json, "Drawing")


@app.command()
def replay(
    game: Drawn,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="a file that ends in .html, .gif or .mp4")
    ] = None,
    width: Annotated[
        int, typer.Option(min=100, max=2000, metavar="PIXELS", help="how wide a GIF or film is")
    ] = 900,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Make a page on which the whole game can be watched.

    One file, with a slider for the phases and units that move; it needs nothing else and can
    be mailed. Without FILE it goes to GAME.html here. A GIF shows one phase after the other, for
    places that take pictures only; so does an MP4 film, for which the program ffmpeg has to be
    installed.
    """
    from dragoman.games import pictures as game_pictures

    in_language = None if language is None else language.value
    deliver(
        lambda: game_pictures.replay(game, to, width, in_language), as_json, "Drawing the phases"
    )


@app.command(name="print")
def print_(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="as for draw, or a picture such as standard.tif"),
    ],
    turn: Turn = None,
    orders: WithOrders = False,
    driver: Annotated[
        str, typer.Option(metavar="DRIVER", help="hplj, hpdj500, epson9 or epson24")
    ] = "hplj",
    resolution: Annotated[
        str | None,
        typer.Option(metavar="DPI", help="dots per inch, one that the driver has"),
    ] = None,
    scale_x: Annotated[
        float, typer.Option(min=0.05, max=20, metavar="FACTOR", help="0.5 is half the width")
    ] = 1.0,
    scale_y: Annotated[
        float, typer.Option(min=0.05, max=20, metavar="FACTOR", help="0.5 is half the height")
    ] = 1.0,
    names: NamesOnMap = None,
    mono: Annotated[
        bool, typer.Option("--mono/--grey", help="hatches, or greys, for colours")
    ] = True,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="where the data goes, else printer.prn; - is standard output"
        ),
    ] = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Make data for a printer: HP LaserJet or DeskJet, Epson with 9 or 24 pins.

    A turn fills the page at a factor of 1; a picture in a file has a dot for each of its
    pixels. Send the file to the printer as it is, for example with "lp -o raw printer.prn".

    Example: dragoman print winter --to - | lp -o raw
    """
    from dragoman.drawing import Names
    from dragoman.games import pictures as game_pictures
    from dragoman.games.draw_request import DrawRequest

    request = DrawRequest(
        turn,
        orders,
        None if language is None else language.value,
        None if names is None else Names(names.value),
        mono=mono,
    )
    scale = (scale_x, scale_y)
    deliver(
        lambda: game_pictures.print_(game, request, driver, resolution, scale, to),
        as_json,
        "Drawing",
    )

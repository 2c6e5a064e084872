"""The commands that show what became of a turn: explain, draw, replay, print, report."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, FolderArgument, InLanguage, SeenBy, typed_text
from dragoman.reports.forms import FORMS

# Explanations

app = typer.Typer()


@app.command()
def explain(
    folder: FolderArgument,
    unit: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="UNIT...",
            help="the unit as it stood, as in: A MUN, lon, München",
            show_default=False,
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORDER",
            help="say what would have come out otherwise without this order, written as it was "
            'or named by its unit, as in "A MAR S A PAR-BUR" or mar; can be given several times',
        ),
    ] = None,
    phase: Annotated[
        str | None,
        typer.Option(metavar="PHASE", help="another phase than the last, as in F1901M"),
    ] = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Explain what became of a unit's order.

    Says what the order met, the strength of each side and who gave it, which support was
    cut by whom, and which rule decided. This is about the last adjudication, whether it
    was accepted or not, unless --phase names an earlier one.

    With --without it says instead what would have come out otherwise, for UNIT or, without
    one, for everybody: a unit without its order holds, a dislodged one is disbanded, and what
    was to be built or removed is not.

    Example: dragoman explain winter A BUR --without "A MAR S A PAR-BUR"
    """
    from dragoman.games import playing

    in_language = None if language is None else language.value
    called = " ".join(unit or ())
    if without:
        deliver(lambda: playing.without(folder, called, without, phase, in_language), as_json)
    else:
        deliver(lambda: playing.explain(folder, called, phase, in_language), as_json)


# Pictures


class NameStyle(StrEnum):
    """The names that are written on provinces."""

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
        help="what is written on provinces; else names where there is room for them, or short ones"
    ),
]


WithLetters = Annotated[
    bool,
    typer.Option("--letters", help="discs and hulls with letters for units, as on old boards"),
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
    letters: WithLetters = False,
    dark: Annotated[
        bool, typer.Option("--dark", help="the map by night: light names on a dark ground")
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
    seen_by: SeenBy = None,
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
        letters,
        dark,
        seen_by,
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
    letters: WithLetters = False,
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
        letters=letters,
    )
    scale = (scale_x, scale_y)
    deliver(
        lambda: game_pictures.print_(game, request, driver, resolution, scale, to),
        as_json,
        "Drawing",
    )


# Reports


class ReportForm(StrEnum):
    """The forms a report is published in."""

    _ignore_ = "form"
    for form in FORMS:
        vars()[form] = form


TEXT = ReportForm("text")
InForm = Annotated[
    ReportForm, typer.Option("--as", help="what it is for: a mail, a forum, the web, or print")
]
Replay = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help='where the players can watch the game: https://..., or the file that "dragoman '
        'replay" made, if it lies beside the report',
    ),
]


@app.command()
def report(
    folder: FolderArgument,
    turn: Annotated[
        str | None,
        typer.Option(metavar="PHASE", help="another phase than the last, as in F1901M"),
    ] = None,
    form: InForm = TEXT,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="the file to write; else it is printed"),
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="what you have to say to the players: plain text, a blank line between "
            "paragraphs; - for standard input",
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="say of every order why it went as it did")
    ] = False,
    replay: Replay = None,
    seen_by: SeenBy = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Report a turn to the players, in the form you publish it in.

    Orders with their results, retreats, builds, centres, and who has to order what next; in
    Markdown, as a page with the map for the web (html), in BBCode for forums, as the page of a
    zine to print, or as a message with the map that your mail program opens (mail). On pages a
    click on an order shows the explanation that --explain adds. This is about the last
    adjudication, whether it was accepted or not, unless --turn names an earlier one. Names of
    players come from the table [players] of settings.toml.

    Examples: dragoman report winter --as html --explain --to winter.html; dragoman report winter
    --as mail --to winter.eml
    """
    from dragoman.games.requests import ReportRequest
    from dragoman.games.turn_report import report

    in_language = None if language is None else language.value
    given = None if notes is None else typed_text(notes)
    request = ReportRequest(form.value, to, given, explain, in_language, replay, seen_by)
    deliver(lambda: report(folder, turn, request), as_json, "Writing the report")

"""``dragoman dipwork``: working with DipWork's directories, its options and its help."""

from __future__ import annotations

import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver, write_out
from dragoman.cli.common_options import AsJson, ReportLanguage, typed_text
from dragoman.cli.on_demand import on_demand
from dragoman.cli.output_app import TEXT, InForm, Replay
from dragoman.games.requests import Answer
from dragoman.words import dipworks_language, in_language, users_language

if TYPE_CHECKING:
    from PIL.Image import Image

_ANY_KEY = "(any key goes on, Ctrl+C stops)"
_HELP = """DipWork's workbench: its game list and menus, and its command for a round.

Without a command the menu program opens in the terminal, with the games of the PROJECT.TXT
in this folder; without such a file, with the Dragoman games below it.

```text
dragoman dipwork                        the menus
dragoman dipwork run TWO01S /all /m     a whole round but for the map
dragoman dipwork run TWO01S /s /p       scanner and parser alone
dragoman dipwork report TWO01S --as html        for the web; also for forums and zines
dragoman dipwork accept TWO01S          NEWGAME.TXT becomes GAME.TXT
dragoman dipwork printtif '#map.tif' :screen    a map; also for printers
dragoman dipwork readtext TWO01S/PLAIN.TXT      a text
```
"""

_SPOKEN = ReportLanguage(dipworks_language())

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(commands),
    help=_HELP,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def menu(
    context: typer.Context,
    folder: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help="where PROJECT.TXT or your games are"),
    ] = Path(),
    language: Annotated[
        ReportLanguage | None,
        typer.Option(help="the language of menus and messages; else what LANG says"),
    ] = None,
) -> None:
    """Open the menus unless a command follows."""
    spoken = users_language() if language is None else language.value
    context.obj = spoken
    if context.invoked_subcommand is not None:
        return
    from dragoman.cli.menu import open_menu

    deliver(lambda: open_menu(folder, spoken), False, language=spoken)


@commands.command(context_settings={"ignore_unknown_options": True})
def run(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [/s /p /c /w /m /op=FILE /all !PROJECT ...]",
            help="the game's directory, and DIP_RUN's options; /? lists them",
            show_default=False,
        ),
    ] = None,
    language: Annotated[ReportLanguage, typer.Option(help="the language of PLAIN.TXT")] = _SPOKEN,
) -> None:
    """Run steps of a round, with the command line of DipWork's manual.

    Each step leaves its file in the game's directory: SCANNED.ORD, PARSED.ORD, CONFLCED.ORD,
    WINTERED.ORD and NEWGAME.TXT, PLAIN.TXT; what was there before is kept as *.BAK. GAME.TXT
    does not change before "dragoman dipwork accept". The winterer asks about retreats,
    builds and removals; an empty answer takes what stands in brackets. With SLOWMOTION in the
    game's files a terminal waits between the steps and after each order.

    Example: dragoman dipwork run TWO01S /all /m
    """
    from dragoman.games.dipwork import round as dipwork_round
    from dragoman.games.dipwork.workspace import Dialogue

    spoken: str = context.obj
    dialogue = Dialogue(
        write_out, _ask, partial(_pause, spoken), show=lambda _, text: write_out(text)
    )
    deliver(
        lambda: Answer(
            diagnostics=dipwork_round.run(
                words or [], dialogue.spoken(spoken), Path(), language.value
            )
        ),
        False,
        language=spoken,
    )


@commands.command()
def accept(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="the game's directory")],
    project: Annotated[
        str, typer.Argument(metavar="!PROJECT", help="the project file, if not PROJECT.TXT")
    ] = "",
) -> None:
    """Make a round final: NEWGAME.TXT becomes GAME.TXT.

    The GAME.TXT of before is kept as GAME.BAK. A NEWGAME.TXT with faults is not accepted.
    """
    from dragoman.games.dipwork import round as dipwork_round
    from dragoman.games.dipwork.workspace import Dialogue

    name, spoken = project.removeprefix("!"), str(context.obj)
    dialogue = Dialogue(write_out).spoken(spoken)
    deliver(
        lambda: Answer(diagnostics=dipwork_round.accept(game, name, dialogue, Path())),
        False,
        language=spoken,
    )


@commands.command()
def report(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="the game's directory")],
    project: Annotated[
        str, typer.Argument(metavar="!PROJECT", help="the project file, if not PROJECT.TXT")
    ] = "",
    form: InForm = TEXT,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the file to write; else it is printed")
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="what you have to say to the players: plain text"),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="the moves alone, before the retreats")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="say of every order why it went as it did")
    ] = False,
    replay: Replay = None,
    language: Annotated[ReportLanguage, typer.Option(help="the language of the report")] = _SPOKEN,
    as_json: AsJson = False,
) -> None:
    """Report a round in the form you publish it in: text, Markdown, BBCode, a page, a zine, a mail.

    After the conflicter these are its moves; after the winterer the retreats, builds and removals
    are added. In a game of three phases --moves leaves aside what an earlier winterer left there,
    as /op=conflced.ord does. PLAIN.TXT is DipWork's own report: run GAME /op.

    Example: dragoman dipwork report TWO01F --as html --to round.html
    """
    from dragoman.games.dipwork.round_report import report
    from dragoman.games.requests import ReportRequest

    name = project.removeprefix("!")
    said = None if notes is None else typed_text(notes)
    request = ReportRequest(form.value, to, said, explain, language.value, replay)
    deliver(
        lambda: report(game, name, request, Path(), moves),
        as_json,
        "Writing the report",
        context.obj,
    )


@commands.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]}
)
def printtif(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="#PICTURE [:DRIVER R300 X1.00 Y1.00 -FILE !FILE =KEYWORD ...]",
            help="the picture, and PRINTTIF's options; /? lists them",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Print a map or look at it, with the command line of DipWork's manual.

    Drivers are screen, hplj, hpdj500, epson9 and epson24. What a printer is to have goes into a
    file, PRN if you name none. The picture may be a TIFF or of any other kind.

    Example: dragoman dipwork printtif '#TWO01S/STANDARD.TIF' :epson24 R180 X0.5 Y0.5
    """
    from dragoman.games.dipwork.printtif import print_tif
    from dragoman.games.dipwork.workspace import Dialogue

    show = _show if sys.stdout.isatty() else None
    dialogue = Dialogue(write_out, _ask).spoken(context.obj)
    deliver(
        lambda: Answer(
            diagnostics=print_tif(words or [], dialogue.say, dialogue.ask, show, Path())
        ),
        False,
        language=context.obj,
    )


@commands.command()
def readtext(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="a text of DOS, Windows or today")],
) -> None:
    """Look at a text file, in whatever code page its letters are."""
    from dragoman.formats.dipwork import read_text_file
    from dragoman.games.dipwork.workspace import dos_path

    def read() -> Answer:
        path = dos_path(Path(), file)
        text = read_text_file(path.read_bytes(), path.name)
        write_out("\n".join(_printable(line) for _, line in text.read()))
        return Answer()

    deliver(read, False, language=context.obj)


def _printable(line: str) -> str:
    """A line without signs that would do something to the terminal."""
    return "".join(sign for sign in line if sign.isprintable() or sign == "\t")


def _show(picture: Image) -> None:
    """A picture in the terminal, as wide as it is."""
    from dragoman.drawing.files.picture_file import half_blocks

    write_out(half_blocks(picture, shutil.get_terminal_size().columns))


def _pause(language: str, seconds: float | None) -> None:
    """Wait, or without a number until a key is pressed; where nobody looks on, not at all."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    if seconds is not None:
        time.sleep(seconds)
        return
    asked = in_language(_ANY_KEY, language)
    typer.echo(asked, nl=False)
    typer.getchar()
    typer.echo("\r" + " " * len(asked) + "\r", nl=False)


def _ask(question: str, suggestion: str) -> str:
    """An answer from standard input; the suggestion where it has come to its end."""
    typer.echo(f"{question} [{suggestion}] " if suggestion else f"{question} ", nl=False)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        typer.echo(line.rstrip("\n"))
    return line.strip()

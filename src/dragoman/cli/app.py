"""The commands, their options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dragoman
from dragoman.cli.answer import deliver
from dragoman.cli.common_options import (
    ENGLISH,
    AsJson,
    FolderArgument,
    InLanguage,
    ReportLanguage,
    Rules,
    RulesSet,
    typed_text,
    variants_like,
)
from dragoman.cli.on_demand import on_demand

_HELP = """A judge for Diplomacy and Machiavelli: reads orders, resolves turns, explains them.

A game lives in a folder of its own. This is how a turn of it goes:

```text
dragoman new standard winter      make the folder "winter", once
(type orders into winter/orders.txt)
dragoman check winter             are the orders all right?
dragoman adjudicate winter        judge them; as often as you like
dragoman explain winter A MUN     why did that happen?
dragoman accept winter            make it final, go on to the next phase
dragoman report winter            tell the players; also for the web, forums and print
```

After "accept" there is a new winter/orders.txt for the next phase: the fall moves, the
retreats, or the winter builds. It says whose orders are needed and for what; fill it in
and go on with "check". "dragoman undo winter" takes the last phase back.

Orders are understood in the usual notations, in English, French and German:

```text
England
F lon-nth                         a move
A Liverpool supports A Yor hold   a support; also: A lvp S A yor
A par S A mar-bur                 a support for a move
F nth C A yor-nwy                 a convoy, and the army's: A yor-nwy
A bud R ser                       a retreat; A bud D disbands
F lon B                           a build; WAIVE; A par D removes
```

A folder holds game.json (the game, never changed but by accept and undo), orders.txt
(yours), result.txt, result.svg and result.json (the last adjudication), settings.toml (language,
spelling, players) and turns/ (the orders and results of the phases that are over). Most commands
take --json. The exit status is 0 if all went well and 2 if something that you gave was
wrong; then nothing was changed.
"""

_PARTS = {
    "output_app": ("explain", "draw", "replay", "print", "report"),
    "variants_app": ("seismic", "variants", "rules"),
    "arena_app": ("arena",),
    "stream_app": ("bench", "resolve"),
}
"""The commands that stand in other modules of this package, in the sequence of the help."""
_GROUPS = {
    "variant": "dragoman.cli.variant.app",
    "tournament": "dragoman.cli.tournament.app",
    "dipwork": "dragoman.cli.dipwork_app",
    "judge": "dragoman.cli.judge.app",
    "sockets": "dragoman.cli.sockets.app",
    "env": "dragoman.cli.env.app",
}

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(
        commands,
        {f"{__package__}.{name}": found for name, found in _PARTS.items()},
        _GROUPS,
        others={"status": "show"},
    ),
    help=_HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dragoman {dragoman.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_print_version, is_eager=True, help="print the version"
        ),
    ] = False,
) -> None:
    # The options of the program itself; the help is that of the application.
    del version


@commands.command("help")
def help_(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COMMAND...", help="a command, or one of a group", show_default=False
        ),
    ] = None,
    man: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="write pages for man of all commands into FOLDER"),
    ] = None,
) -> None:
    """Show the help of a command, as --help does.

    Example: dragoman help tournament register
    """
    from dragoman.cli.help_pages import context_of, write_man_pages

    root = context.find_root()
    if man is not None:
        return deliver(lambda: write_man_pages(root, man), False, "Writing the pages")
    found = context_of(root, words or ())
    typer.echo(found.get_help())


@commands.command()
def new(
    variant: Annotated[
        str,
        typer.Argument(
            autocompletion=variants_like,
            metavar="VARIANT",
            help='a variant that "dragoman variants" lists, or a folder with the files of one',
        ),
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="the folder to make for the game")
    ],
    rules: Rules = None,
    set_: RulesSet = None,
    language: Annotated[ReportLanguage, typer.Option(help="the language of reports")] = ENGLISH,
    spellcheck: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="LETTERS",
            help="take a misspelt name for the place with as many first letters in common; "
            "0 corrects nothing",
        ),
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="NUMBER",
            help="what the dice of Machiavelli are rolled from, so that a game can be played "
            "again; else chosen at random",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a folder for a new game.

    Rules, language and spell check belong to the game from then on. Language, spell check
    and the title on the reports can be changed in its settings.toml.

    Example: dragoman new standard winter --rules 2000 --set via_without_convoy=by-land
    """
    from dragoman.games import playing
    from dragoman.games.folder import FolderSettings

    called = "".join(sign for sign in folder.resolve().name if sign.isprintable())
    settings = FolderSettings(called, language.value, spellcheck)
    deliver(
        lambda: playing.new(variant, folder, rules, set_ or [], settings, seed),
        as_json,
        "Making the game and its map",
    )


@commands.command()
def check(
    folder: FolderArgument,
    order_file: Annotated[
        Path | None,
        typer.Argument(
            metavar="ORDERFILE", help="a file of orders, - for standard input", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read the orders and say what is wrong with them.

    Without ORDERFILE these are the orders of orders.txt. Errors are orders that nobody can
    read or use; warnings are orders that were read but cannot be carried out on this map,
    and whatever looks like a slip. Also says which units have no orders yet. Judges
    nothing, writes nothing.
    """
    from dragoman.games import playing

    deliver(lambda: playing.check(folder, order_file and typed_text(order_file)), as_json)


@commands.command()
def adjudicate(
    folder: FolderArgument,
    explain: Annotated[
        bool, typer.Option("--explain", help="say of every order why it went as it did")
    ] = False,
    anyway: Annotated[
        bool,
        typer.Option(
            "--anyway", help="judge although orders have errors; such orders are not used"
        ),
    ] = False,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Judge the orders in orders.txt and print the report. Nothing is final.

    The report also goes to result.txt. Change the orders and judge again as often as you
    like; what stands in result.txt is what "dragoman accept" makes final. Units without
    orders hold.
    """
    from dragoman.games import playing

    in_language = None if language is None else language.value
    deliver(lambda: playing.adjudicate(folder, in_language, explain, anyway), as_json, "Judging")


@commands.command()
def accept(folder: FolderArgument, as_json: AsJson = False) -> None:
    """Make the last adjudication final.

    The game goes on to the next phase with something to decide, and orders.txt is laid out
    for it. The orders and the report of the phase that is over are kept in turns/. If the
    orders were changed after the last adjudication, nothing happens: judge again first.
    """
    from dragoman.games import playing

    deliver(lambda: playing.accept(folder), as_json)


@commands.command()
def undo(folder: FolderArgument, as_json: AsJson = False) -> None:
    """Take back the last phase that was accepted.

    Its orders are in orders.txt again, to be changed and judged anew. Orders already typed
    for the next phase are kept in turns/. Can be repeated up to the start of the game.
    """
    from dragoman.games import playing

    deliver(lambda: playing.undo(folder), as_json)


@commands.command()
def show(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FOLDER...",
            help="the folder of a game, or several; else the games that are here",
            show_default=False,
        ),
    ] = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Show where a game stands, or several.

    One game: its units and centres, and whose orders are missing. Several, as in
    "dragoman show games/*": a line for each. Without a folder: the game in the folder where you
    are, else all that have folders in it. "dragoman status" is the same.
    """
    from dragoman.games import playing

    in_language = None if language is None else language.value
    deliver(lambda: playing.show(folders or (), in_language), as_json)

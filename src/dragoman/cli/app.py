"""The commands, their options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import dragoman
from dragoman.board import Shores
from dragoman.cli import arena_app, explain_app, picture_app, stream_app
from dragoman.cli.answer import deliver
from dragoman.cli.common_options import (
    ENGLISH,
    AsJson,
    FolderArgument,
    Form,
    InLanguage,
    Language,
    Replay,
    Rules,
    RulesSet,
)
from dragoman.cli.on_demand import on_demand
from dragoman.cli.text_input import typed_text

_HELP = """A judge for Diplomacy: reads orders, resolves turns, explains them.

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
spelling, players) and turns/ (the orders and results of the phases that are over). Every command
takes --json. The exit status is 0 if all went well and 2 if something that you gave was
wrong; then nothing was changed.
"""

_GROUPS = {
    "variant": "dragoman.cli.variant.app",
    "tournament": "dragoman.cli.tournament.app",
    "dipwork": "dragoman.cli.dipwork.app",
    "judge": "dragoman.cli.judge.app",
    "sockets": "dragoman.cli.sockets.app",
}

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(commands, groups=_GROUPS),
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
        typer.Option("--version", callback=_print_version, is_eager=True, help="print the version"),
    ] = False,
) -> None:
    # The options of the program itself; the help is that of the application.
    del version


@commands.command()
def new(
    variant: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT",
            help='a variant that "dragoman variants" lists, or a folder with the files of one',
        ),
    ],
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="the folder to make for the game")
    ],
    rules: Rules = None,
    set_: RulesSet = None,
    language: Annotated[Language, typer.Option(help="the language of reports")] = ENGLISH,
    spellcheck: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="LETTERS",
            help="take a misspelt name for the place with as many first letters in common; "
            "0 takes it for nothing",
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
    from dragoman.games.folder import Settings

    called = "".join(sign for sign in folder.resolve().name if sign.isprintable())
    settings = Settings(called, language.value, spellcheck)
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
        list[Path], typer.Argument(metavar="FOLDER...", help="the folder of a game, or several")
    ],
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Show where a game stands, or several.

    One game: its units and centres, and whose orders are missing. Several, as in
    "dragoman show games/*": a line for each.
    """
    from dragoman.games import playing

    in_language = None if language is None else language.value
    deliver(lambda: playing.show(folders, in_language), as_json)


commands.command()(explain_app.explain)
commands.command()(picture_app.draw)
commands.command()(picture_app.replay)
commands.command(name="print")(picture_app.print_)


@commands.command()
def report(
    folder: FolderArgument,
    turn: Annotated[
        str | None,
        typer.Option(metavar="PHASE", help="another phase than the last, as in F1901M"),
    ] = None,
    form: Annotated[
        Form, typer.Option("--as", help="what it is for: a mail, a forum, the web, or print")
    ] = Form.text,
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
    from dragoman.games.report_request import ReportRequest
    from dragoman.games.turn_report import report

    in_language = None if language is None else language.value
    request = ReportRequest(
        form.value, to, None if notes is None else typed_text(notes), explain, in_language, replay
    )
    deliver(lambda: report(folder, turn, request), as_json, "Writing the report")


@commands.command()
def seismic(
    map_: Annotated[
        str,
        typer.Argument(
            metavar="MAP",
            help="a variant, the folder of one, a map file, or the folder of a game",
        ),
    ],
    quakes: Annotated[
        Path,
        typer.Argument(metavar="QUAKES", help="a list of earthquakes, - for standard input"),
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="write the new map there; else it is only told and checked"
        ),
    ] = None,
    shores: Annotated[
        Shores,
        typer.Option(help="whether fleets pass along the shore of two lands that are joined"),
    ] = Shores.SHARED_WATER,
    replace: Annotated[
        bool, typer.Option("--replace", help="replace what is there already in FOLDER")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Apply a list of earthquakes to a map, as in Seismic Diplomacy.

    Says what is changed, checks the new map as "dragoman variant check" does, and writes it
    as a variant of its own. From the folder of a game the new map starts where the game
    stands: a new game from it goes on from there. A line of the list is a quake:

    ```text
    separate Munich - Burgundy            no unit goes there any more
    separate kie - den by fleet           fleets only
    join pic - lon                        whoever can be in both
    merge stp                             its coasts become one ("merge all": everywhere)
    split gas: nc mao, bre; sc spa/nc     it gets coasts, each with its neighbours
    ```

    Example: dragoman seismic winter quakes.txt --to winter-1903
    """
    from dragoman.games.variants.seismic_map import seismic

    deliver(
        lambda: seismic(map_, typed_text(quakes), to, shores, replace),
        as_json,
        "Making the new map",
    )


@commands.command()
def variants(as_json: AsJson = False) -> None:
    """List the variants that can be played: shipped ones, and those you have installed."""
    from dragoman.cli import choices

    deliver(choices.variants, as_json)


@commands.command()
def rules(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="PRESET", help="the rule set whose choices are marked"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rule sets, and every rule that can be chosen.

    Each rule is a switch: a question with several answers. A rule set, such as 2000 for
    the rulebook of that year, answers them all. "dragoman new" takes a rule set with
    --rules and single answers with --set, by their words (convoy_paradox=szykman) or by
    the numbers and letters of DATC (4.A.2=f).
    """
    from dragoman.cli import choices

    deliver(lambda: choices.rules(preset), as_json)


commands.command()(arena_app.arena)
commands.command()(stream_app.bench)
commands.command()(stream_app.resolve)

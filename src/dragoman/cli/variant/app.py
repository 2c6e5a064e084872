"""``dragoman variant``: what designers of variants need, its options and its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import ENGLISH, AsJson, InLanguage, Rules, RulesSet
from dragoman.cli.on_demand import on_demand
from dragoman.games.requests import Answer

_HELP = """Make, check and exchange variants.

A variant is a folder with up to three files: map.NAME (provinces and moves) and seed.NAME
(the start), both in nJudge's formats, and variant.toml (names, rules, victory). The page
"Variants" of the documentation tells what stands in them.

```text
dragoman variant new atlantis          answer some questions, get the files
dragoman variant check atlantis        what is wrong with them?
dragoman variant layout atlantis --edit    edit it on its map, in the browser
dragoman variant describe atlantis     who is how far from what?
dragoman variant statistics atlantis   who wins when bots play it?
dragoman variant install atlantis      from now on: dragoman new atlantis ...
```
"""

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(commands),
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Replace = Annotated[
    bool, typer.Option("--replace", help="replace what is there already under this name")
]
FOUND = (
    "a variant by its name, the folder of one, or a file: map.NAME, .map, .mdf, VARIANT.TXT; or a "
    "folder or .zip of webDiplomacy, jDip, godip or DiplomacyGM, with #NAME for one of several"
)


@commands.command()
def check(
    map_: Annotated[
        str,
        typer.Argument(metavar="MAP", help="a map file; or a folder or a variant, to check it all"),
    ],
    seed: Annotated[
        Path | None, typer.Argument(metavar="SEED", help="a seed file for it", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find every fault in a map file, and in a seed file if one is given.

    Each fault is named with its line and column and with how to mend it. Warnings are what
    can be played but was probably not meant. The exit status is 2 if there are errors.

    Example: dragoman variant check map.atlantis seed.atlantis
    """
    from dragoman.games.variants import maps

    deliver(lambda: maps.check(map_, seed), as_json)


@commands.command()
def describe(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help=FOUND)],
    as_json: AsJson = False,
) -> None:
    """Describe a map: its shape, and how the powers stand on it.

    Provinces and centres, home centres, what is special about supply, builds and convoys,
    neighbours, the parts of the map that armies or fleets cannot leave, dead ends, chokepoints
    (provinces that hold a part of the map together), and for each power how many centres that
    are not its own its units can be in after one, two and three moves, and how near its nearest
    neighbour is.
    """
    from dragoman.games.variants import maps

    deliver(lambda: maps.describe(variant), as_json, "Looking at the map")


@commands.command()
def install(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER|FILES...",
            help="the folder of a variant; or map.NAME, seed.NAME and, if you like, variant.toml",
        ),
    ],
    replace: Replace = False,
    as_json: AsJson = False,
) -> None:
    """Put a variant where games find it by its name.

    Its files are copied to your own folder of variants. Nothing is installed if they have
    errors.

    Example: dragoman variant install map.atlantis seed.atlantis
    """
    from dragoman.games.variants import maps

    deliver(lambda: maps.install(files, replace), as_json, "Installing")


@commands.command()
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="the folder to make; its name is the variant's")
    ],
    answers: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="answers to begin with, one on a line; then it asks"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask what has to be known of a new variant, and write its files.

    The questions are about powers, provinces and their coasts, what borders on what, and the units
    at the start. Of an answer that is wrong in part the rest is kept. If you stop, or the answers
    run out, those so far are kept in FOLDER.answers.txt, to go on from:

    Example: dragoman variant new atlantis --answers atlantis.answers.txt
    """
    from dragoman.cli.variant import interview
    from dragoman.cli.variant.interview import Interview, read_answers

    def ask() -> Answer:
        given, faults = ([], ()) if answers is None else read_answers(answers)
        return Answer(diagnostics=faults) if faults else interview.new(folder, Interview(given))

    deliver(ask, as_json)


@commands.command()
def layout(
    variant: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT", help="the folder of a variant, or the name of an installed one"
        ),
    ],
    edit: Annotated[
        bool, typer.Option("--edit", help="open the workshop in the browser: map, powers, rules")
    ] = False,
    port: Annotated[int, typer.Option(metavar="PORT", help="with --edit; 0 is any free one")] = 0,
    show: Annotated[
        bool, typer.Option("--open/--no-open", help="with --edit: open the browser, or do not")
    ] = True,
    replace: Replace = False,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Lay a variant's map out, or edit the variant on its map.

    Without --edit the map is laid out as for any picture of it, and kept as geometry.json in the
    folder. With --edit the workshop is served to this machine alone, under an address that nobody
    can guess: provinces, borders, names, powers, starts and rules are edited on the map, checked
    as you go, and saved as clean files. A folder that is not there yet begins with an empty map.

    Example: dragoman variant layout atlantis --edit
    """
    from dragoman.cli.variant import workshop

    told = (language or ENGLISH).value
    if edit:
        deliver(lambda: workshop.edit(variant, port, show, told), as_json)
    else:
        deliver(lambda: workshop.lay_out(variant, replace), as_json, "Laying the map out")


@commands.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="FROM", help=FOUND)],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="TO",
            help="a file ending in .map or .mdf, or FOLDER/VARIANT.TXT for DipWork, "
            "FOLDER/variants.xml for jDip, FOLDER/install.php for webDiplomacy, FOLDER/variant.go "
            "for godip; anything else is a folder for nJudge's files",
        ),
    ],
    replace: Replace = False,
    as_json: AsJson = False,
) -> None:
    """Turn a variant into files for other programs, or theirs into one of ours.

    The ending of a name tells the format: NAME.map for DPjudge and the Python package
    "diplomacy", NAME.mdf for DAIDE's message MDF as text, FOLDER/VARIANT.TXT for a variant
    directory of DipWork, FOLDER/FIELDS.TXT for its geography alone, FOLDER/variants.xml for jDip,
    FOLDER/install.php for webDiplomacy and vDiplomacy, FOLDER/variant.go for godip, map.NAME or a
    folder for nJudge.
    What the other format cannot hold is listed as warnings.

    Example: dragoman variant convert standard standard.map
    """
    from dragoman.games.variants import maps

    deliver(lambda: maps.convert(source, target, replace), as_json, "Converting")


@commands.command()
def tables(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help=FOUND)],
    rules: Rules = None,
    settings: RulesSet = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Write the tables of a variant for the judge in a browser, and words to tell of its turns.

    The npm package "dragoman-judge" takes them: under "tables" the board, the rules and the start
    as numbers and names, under "words" the messages of one language.

    Example: dragoman variant tables standard > standard.json
    """
    from dragoman.games.variants import for_browsers

    told = (language or ENGLISH).value
    deliver(lambda: for_browsers.tables(variant, rules, settings or [], told), as_json)


@commands.command()
def sandbox(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help=FOUND)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the page to write: NAME.html")],
    rules: Rules = None,
    settings: RulesSet = None,
    language: InLanguage = None,
    replace: Replace = False,
    as_json: AsJson = False,
) -> None:
    """Write a private board in one file: a page that judges turns by itself.

    It is opened as it is, from a disk or from any web server, and loads nothing else. All sides are
    ordered on the map; turns are judged in the browser, and each order is explained.

    Example: dragoman variant sandbox standard standard.html
    """
    from dragoman.cli.variant import sandbox as pages

    told = (language or ENGLISH).value
    deliver(lambda: pages.written(variant, file, rules, settings or [], told, replace), as_json)


@commands.command()
def statistics(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help=FOUND)],
    bot: Annotated[str, typer.Option(help="who plays all powers: dumbbot or random")] = "dumbbot",
    games: Annotated[int, typer.Option(min=1, max=10_000, help="how many games")] = 100,
    years: Annotated[int, typer.Option(min=1, max=200, help="how many years at most")] = 30,
    as_json: AsJson = False,
) -> None:
    """Play games of a variant among bots, and see whether it is balanced.

    How many are won, after how many years, by whom, and how large a part of all centres each power
    has in the end.

    Example: dragoman variant statistics atlantis --games 500
    """
    from dragoman.games.variants import balance

    deliver(lambda: balance.balance(variant, bot, games, years), as_json, "Playing")

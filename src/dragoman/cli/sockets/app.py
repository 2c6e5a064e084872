"""``dragoman sockets``: its commands, their options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import ENGLISH, ReportLanguage, Rules, RulesSet, typed_in
from dragoman.cli.on_demand import on_demand
from dragoman.games.requests import Answer

_HELP = """Let programs play: games over sockets, in the languages that programs speak.

```text
dragoman sockets serve --bot dumbbot --bot random     a game; five seats are free
dragoman sockets serve --games 50                     fifty games at the same ports
dragoman sockets judge 17                             seats of game 17 of the judge
dragoman sockets play 16714 --power france            play in one of these, at the terminal
```

Programs speak DAIDE over TCP, or DPP, which is a line of text for each message, over TCP and
over Unix sockets. All of them, and the bots of this program, sit at one table. What they
say to each other, and a program to begin with, stand in the documentation under "Programs".
"""

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(commands),
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Daide = Annotated[
    str | None,
    typer.Option(
        metavar="PORT",
        help="listen for DAIDE at this port, or HOST:PORT; 0 is any port",
        show_default=False,
    ),
]
Dpp = Annotated[
    str | None,
    typer.Option(
        metavar="PORT",
        help="listen for DPP at this port, or HOST:PORT; 0 is any port",
        show_default=False,
    ),
]
Unix = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="listen for DPP at sockets in this folder: REF, and one for each power",
        show_default=False,
    ),
]
Profile = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="whose numbers some words of DAIDE have: aiclient or parlance"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object at the end")]


def _seconds(what: str) -> Any:
    option: Any = typer.Option(
        min=1, max=1_000_000, metavar="SECONDS", help=what, show_default=False
    )
    return option


@commands.command()
def serve(
    context: typer.Context,
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="a variant with armies and fleets")
    ] = "standard",
    daide: Daide = None,
    dpp: Dpp = None,
    unix: Unix = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[POWER=]BOT",
            help="a bot that takes a seat, that of POWER if one is named; may be repeated",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            min=0,
            max=8000,
            metavar="LEVEL",
            help="how much press there is: from 0, none, to 130",
        ),
    ] = 0,
    movement: Annotated[int | None, _seconds("the time for movements; else there is no limit")] = (
        None
    ),
    retreat: Annotated[int | None, _seconds("the time for retreats")] = None,
    adjustment: Annotated[int | None, _seconds("the time for adjustments")] = None,
    press_ends: Annotated[
        int | None, _seconds("how long before the end of a movement press ends")
    ] = None,
    messages: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            metavar="NUMBER",
            help="how many messages a power may send in a turn",
            show_default=False,
        ),
    ] = None,
    waits_for_lost: Annotated[
        int | None,
        _seconds("how long the clock stands still for a program that is lost (DAIDE's DSD)"),
    ] = None,
    any_orders: Annotated[
        bool, typer.Option("--any-orders", help="keep orders that cannot be (DAIDE's AOA)")
    ] = False,
    partial_draws: Annotated[
        bool, typer.Option("--partial-draws", help="draws may leave survivors out (DAIDE's PDA)")
    ] = False,
    go_is_enough: Annotated[
        bool,
        typer.Option(
            "--go-is-enough",
            help='to say "ready" (DAIDE\'s GOF) is enough, even where orders are missing',
        ),
    ] = False,
    last_year: Annotated[
        int | None,
        typer.Option(
            metavar="YEAR", help="after this year the survivors share a draw", show_default=False
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            min=1,
            max=100,
            metavar="NUMBER",
            help="how many games to serve at once, at the same ports; whoever comes is seated in "
            "the fullest that has not begun",
        ),
    ] = 1,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="keep the game in this folder; if one is kept there already, go on with it. "
            "Of several games each has a folder of its own in it: 1, 2, and so on",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="where all chance comes from", show_default=False),
    ] = None,
    profile: Profile = "aiclient",
    as_json: AsJson = False,
) -> None:
    """Serve a game until it is over.

    It begins when all seats are taken, and a turn is judged when all have given their orders,
    or its time is up. Without --daide, --dpp and --unix programs are let in at ports 16713
    (DAIDE) and 16714 (DPP) of this machine, and of no other: whoever reaches a port can
    take a seat. Ctrl-C ends it; with --keep the game goes on from there another time, with its
    own variant and terms, which need not be said again, and programs come back with their
    passcodes.

    Example: dragoman sockets serve --dpp 16714 --bot FRANCE=dumbbot --level 130 --movement 300
    """
    from dragoman.cli.sockets.rooms import RoomsAsked, serve_rooms
    from dragoman.cli.sockets.serving import ServedAddresses
    from dragoman.sockets.table import Terms

    terms = Terms(
        level=level,
        movement=movement,
        retreat=retreat,
        adjustment=adjustment,
        partial_draws=partial_draws,
        press_ends=press_ends,
        messages=messages,
        any_orders=any_orders,
        waits_for_lost=waits_for_lost,
        last_year=last_year,
        go_is_enough=go_is_enough,
    )
    addresses = ServedAddresses(daide, dpp, unix, profile, is_quiet=as_json)
    asked = RoomsAsked(variant, terms, typed_in(context))
    deliver(lambda: serve_rooms(asked, addresses, bot or [], keep, seed, games), as_json)


@commands.command()
def judge(
    game: Annotated[int, typer.Argument(metavar="GAME", help="the number of the game", min=1)],
    daide: Daide = None,
    dpp: Dpp = None,
    unix: Unix = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[POWER=]BOT",
            help="a bot that plays for an account, by its token; may be repeated",
            show_default=False,
        ),
    ] = None,
    tokens: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="the tokens for --bot, a line each, in the same sequence",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            min=0,
            max=8000,
            metavar="LEVEL",
            help="how much of DAIDE's press there is, if the game has press",
        ),
    ] = 130,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            "-c",
            metavar="FILE",
            envvar="DRAGOMAN_JUDGE_CONFIG",
            help="the judge's file of settings, if it is not judge.toml in this folder",
            show_default=False,
        ),
    ] = None,
    profile: Profile = "aiclient",
) -> None:
    """Serve the seats of a game of the judge until it is over.

    Programs show a token, with the scopes read, play and press, of the account that has the
    seat: in DAIDE as the version in NME, in DPP as (NME NAME TOKEN). What they say are the
    judge's commands, so people play on by their pages and programs beside them. Judging is the
    work of "dragoman judge serve" or "dragoman judge worker", which goes on beside this.

    Bots of this program sit down by tokens, too, at the seats of their accounts; where one has
    none, it asks for one, that of POWER if one is named.

    Example: dragoman sockets judge 17 --daide 16713 --bot search:5000 --tokens bots.txt
    """

    def answer() -> Answer:
        from dragoman.cli.sockets.serving import ServedAddresses, serve_judged

        addresses = ServedAddresses(daide, dpp, unix, profile)
        return serve_judged(game, level, addresses, config, bot or [], tokens)

    deliver(answer, False)


@commands.command()
def play(
    server: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS",
            help='where the server lets DPP in: a port, HOST:PORT, or with a "/" the folder of '
            '"--unix"',
        ),
    ] = "16714",
    name: Annotated[
        str, typer.Option(metavar="NAME", help="what the others see you called, in one word")
    ] = "person",
    power: Annotated[
        str,
        typer.Option(metavar="POWER", help="the power that you would like", show_default=False),
    ] = "",
    passcode: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            min=0,
            help="what you were told when you got your power, to come back to it",
            show_default=False,
        ),
    ] = None,
    token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="DRAGOMAN_TOKEN",
            help="in a game of the judge: a token of your account, with the scopes read, play "
            "and press",
            show_default=False,
        ),
    ] = "",
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="VARIANT",
            help="what is played there, if it is not standard",
            show_default=False,
        ),
    ] = None,
    rules: Rules = None,
    set_: RulesSet = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="keep the game in this folder, for report, replay, explain and the others; if it "
            "is there already, go on with it",
            show_default=False,
        ),
    ] = None,
    patience: Annotated[
        int,
        typer.Option(
            min=0,
            max=1_000_000,
            metavar="SECONDS",
            help="how long to try to come back when the connection is cut",
        ),
    ] = 60,
    language: Annotated[
        ReportLanguage, typer.Option(help="the language of the messages")
    ] = ENGLISH,
) -> None:
    """Take a power in a game over sockets, and play it at the terminal.

    What happens is told in words; type orders in any notation, and "help" for what else there
    is. It reads line by line, so the lines may also come from a file or another program: each
    waits until what was said before is answered, and "next" waits for the next turn. The end of
    the input leaves the game; you come back with --power and --passcode. A token is better put
    into the variable DRAGOMAN_TOKEN than on a command line that others can see.

    Example: dragoman sockets play 127.0.0.1:16714 --power france --folder winter
    """

    def answer() -> Answer:
        from dragoman.cli.sockets.playing import WantedTable, play
        from dragoman.sockets.admission import SeatWishes

        table = WantedTable(variant, rules, set_ or [], folder, language.value)
        return play(server, table, SeatWishes(name, power, passcode, token), patience)

    deliver(answer, False)

"""``dragoman tournament online``: rounds on a judge elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.tournament.acting import language_of, session_of
from dragoman.games.requests import Answer
from dragoman.words import SaidLines, joined, said

if TYPE_CHECKING:
    from dragoman.client.online_rounds import BoardNews, OnlineRounds, SeatCall
    from dragoman.tournament.log.state import Tournament

app = typer.Typer(
    help="""Play rounds on a judge: open boards there, take results, have rounds draw themselves.

You need an account on the judge and a token of it (DRAGOMAN_TOKEN, with the scopes read, play
and master); you are the master of the games. The preset says what the games are like, under
[online].

```text
dragoman tournament online open 1 --judge https://dip.example
dragoman tournament online invitations 1 --file links.csv
dragoman tournament online pull
dragoman tournament online run --every 15      draws the next round when its moment has come
```
""",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Judge = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        envvar="DRAGOMAN_JUDGE",
        help="the judge's address; else that of the boards that are open",
        show_default=False,
    ),
]
Token = Annotated[
    str,
    typer.Option(
        metavar="TOKEN",
        envvar="DRAGOMAN_TOKEN",
        help="a token of your account there, with the scopes read, play and master",
        show_default=False,
    ),
]
Number = Annotated[int, typer.Argument(metavar="ROUND", help="the round", min=1)]
Because = Annotated[str, typer.Option(metavar="TEXT", help="the reason, for the record")]
_LONGEST_WAIT: Final = 24 * 60


@app.command("open")
def open_round(
    context: typer.Context,
    number: Number,
    judge: Judge = "",
    token: Token = "",
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help='as "movement=12 h", before the preset'),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Open the boards of a published round as games of a judge.

    Every player has the seat that was drawn, kept for whoever has its link; to an account that an
    earlier round has shown the judge writes by itself. A game begins when all have come, or after
    the hours that the preset gives. Nobody is seated who does not come.
    """

    def answer() -> Answer:
        settings = _settings(set_ or ())
        with _rounds(context, judge, token) as rounds:
            calls = rounds.open_round(number, datetime.now(UTC), settings)
        return _called(session_of(context).load(), calls)

    deliver(lambda: _asked(answer), as_json, language=language_of(context))


@app.command()
def invitations(
    context: typer.Context,
    number: Number,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="write them as CSV, for letters in series"),
    ] = None,
    judge: Judge = "",
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List who is to come to which seat, with the links of those who have not come.

    A link is good for one person and one seat: give it to nobody but its player.
    """

    def answer() -> Answer:
        with _rounds(context, judge, token) as rounds:
            calls = rounds.calls(number)
        t = session_of(context).load()
        if file is None:
            return _called(t, calls)
        from dragoman.files import write_atomically
        from dragoman.tournament.publishing import csv_files

        heading = ("name", "contact", "board", "power", "come", "link")
        rows = [
            (p.name, p.contact, one.board, one.power.title(), _yes(one.is_taken), one.link)
            for one in calls
            for p in (t.players[one.player],)
        ]
        write_atomically(file, csv_files.write(heading, rows))
        return Answer(str(file), {"file": str(file)})

    deliver(lambda: _asked(answer), as_json, language=language_of(context))


@app.command()
def pull(
    context: typer.Context,
    judge: Judge = "",
    token: Token = "",
    public: Annotated[
        str,
        typer.Option(metavar="NAME", help="also show the tournament on the judge, by this name"),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Look at all games that go on, and take the results of those that are over.

    Each result is an action like any other: "undo" takes it back.
    """

    def answer() -> Answer:
        with _rounds(context, judge, token) as rounds:
            news = rounds.pull()
            if public:
                rounds.take_wishes(public)
                rounds.show(public)
        return _told(news)

    deliver(lambda: _asked(answer), as_json, language=language_of(context))


@app.command()
def wishes(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="what the tournament is called on the judge")
    ],
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="write them as CSV, for letters in series"),
    ] = None,
    close: Annotated[bool, typer.Option("--close", help="no more wishes are taken there")] = False,
    judge: Judge = "",
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Ask all players which powers they wish, or what they bid, each by a link of his own.

    The judge has a page for each, as the hall has at /powers; what was said so far is taken at
    once, and again by "pull" and "run" with --public NAME, before a round is drawn. Said again, it
    asks those who are new, and everybody keeps his link.

    Example: dragoman tournament online wishes cup --file links.csv
    """

    def answer() -> Answer:
        from dragoman.tournament.desk.session import table_text

        with _rounds(context, judge, token) as rounds:
            links = rounds.ask_for_wishes(name, not close)
        players = session_of(context).load().players
        if file is not None:
            from dragoman.files import write_atomically
            from dragoman.tournament.publishing import csv_files

            heading = ("name", "contact", "wishes", "link")
            rows = [
                (p.name, p.contact, " ".join(one.wished), one.link)
                for one in links
                for p in (players[one.player],)
            ]
            write_atomically(file, csv_files.write(heading, rows))
            return Answer(str(file), {"file": str(file)})
        shown = [(players[one.player].name, one.link, " ".join(one.wished)) for one in links]
        data = [{"player": o.player, "link": o.link, "wishes": [*o.wished]} for o in links]
        return Answer(table_text(shown), {"wishes": data})

    deliver(lambda: _asked(answer), as_json, language=language_of(context))


@app.command()
def replace(
    context: typer.Context,
    board: Annotated[str, typer.Argument(metavar="BOARD", help="as 1A")],
    power: Annotated[str, typer.Argument(metavar="POWER", help="whose player leaves")],
    whom: Annotated[str, typer.Argument(metavar="PLAYER", help="who comes instead")],
    because: Because = "",
    judge: Judge = "",
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Give a seat to another player: whoever has it leaves the game, and it is kept for the other.

    Example: dragoman tournament online replace 1A France 36 --because "ill"
    """

    def answer() -> Answer:
        with _rounds(context, judge, token) as rounds:
            call = rounds.replace(board, power, whom, because)
        return _called(session_of(context).load(), [call])

    deliver(lambda: _asked(answer), as_json, language=language_of(context))


@app.command()
def extend(
    context: typer.Context,
    length: Annotated[str, typer.Argument(metavar="TIME", help='as "24 h" or "2 d"')],
    boards: Annotated[list[str], typer.Argument(metavar="BOARD...", help="as 1A 1C")],
    because: Because = "",
    judge: Judge = "",
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Give boards more time: until their next deadline, or until they begin.

    Example: dragoman tournament online extend "24 h" 1A 1C --because "a holiday"
    """

    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.judge.time.rhythm import read_length

        more = read_length(length)
        if isinstance(more, Diagnostic):
            return Answer(diagnostics=(more,))
        with _rounds(context, judge, token) as rounds:
            until = {board: rounds.extend(board, more, because) for board in boards}
        told = [said("{board}: until {moment}", board=k, moment=v) for k, v in until.items()]
        return Answer(SaidLines(told), {"until": until})

    deliver(lambda: _asked(answer), as_json, language=language_of(context))


@app.command()
def run(
    context: typer.Context,
    every: Annotated[
        int,
        typer.Option(
            metavar="MINUTES",
            help="again and again, until Ctrl-C; 0 is once, for a timer of the system",
            min=0,
            max=_LONGEST_WAIT,
        ),
    ] = 0,
    judge: Judge = "",
    token: Token = "",
    public: Annotated[
        str,
        typer.Option(metavar="NAME", help="also show the tournament on the judge, by this name"),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Do what is due: take results, and draw, publish and open rounds whose moment has come.

    The moments stand in the preset: opens, under [online]. Players who registered for the round and
    whose forms are complete are called; if boards would not be full, some stand down as "standdown"
    has it.
    """

    def answer() -> Answer:
        with _rounds(context, judge, token) as rounds:
            news, calls = rounds.go_on(datetime.now(UTC), public)
            if public:
                rounds.show(public)
        told, called = _told(news), _called(session_of(context).load(), calls)
        text = SaidLines((told.text, called.text) if calls else (told.text,))
        return Answer(text, {**told.data, **called.data}, told.diagnostics)

    if not every:
        deliver(lambda: _asked(answer), as_json, language=language_of(context))
        return
    try:
        while True:
            with suppress(typer.Exit):  # told, and tried again: a judge comes back
                deliver(lambda: _asked(answer), as_json, language=language_of(context))
            time.sleep(60 * every)
    except KeyboardInterrupt:
        return


@contextmanager
def _rounds(context: typer.Context, judge: str, token: str) -> Generator[OnlineRounds]:
    """The rounds on the judge that is named, else where boards are open.

    Raises:
        ActionRefused: if there is none, or no token.
    """
    from dragoman.client import Client
    from dragoman.client.online_rounds import OnlineRounds
    from dragoman.refusal import ActionRefused

    store = session_of(context).store
    known = [one.game[0] for one in store.load().tables if one.game is not None]
    if not (address := judge or next(reversed(known), "")):
        raise ActionRefused("no-judge", "no judge is named", "say --judge https://...")
    if not address.startswith(("https://", "http://")):
        raise ActionRefused("no-judge", f"{address!r} is no address", "say --judge https://...")
    if not token:
        what = "the judge does not know you without a token"
        raise ActionRefused("no-token", what, "make one on your page there, and set DRAGOMAN_TOKEN")
    with Client(address, token) as client:
        yield OnlineRounds(store, client, address)


def _asked(answer: Callable[[], Answer]) -> Answer:
    """An answer, in which what tournament or judge refuse is a diagnostic, and so is a judge that
    does not answer."""
    from dragoman.client import Refused
    from dragoman.diagnostics import Diagnostic
    from dragoman.extras import extra
    from dragoman.refusal import ActionRefused

    with extra("client"):
        import httpx

    try:
        return answer()
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    except Refused as refused:
        what = f"the judge answers with status {refused.status}"
        return Answer(diagnostics=refused.diagnostics or (Diagnostic("refused", what),))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        what = f"the judge cannot be reached: {error}"
        remedy = "look at its address, and try again: what was done stands"
        return Answer(diagnostics=(Diagnostic("no-judge", what, remedy),))


def _settings(texts: Sequence[str]) -> dict[str, Any]:
    import json

    from dragoman.refusal import ActionRefused
    from dragoman.tournament.rules.online_rules import OF_THE_TOURNAMENT

    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ActionRefused("bad-setting", f"{text!r} sets nothing", 'write "movement=12 h"')
        if name in OF_THE_TOURNAMENT:
            raise ActionRefused("set-by-tournament", f"the tournament says what {name} is")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def _called(t: Tournament, calls: Sequence[SeatCall]) -> Answer:
    from dragoman.tournament.desk.session import table_text

    rows = [
        (
            one.board,
            said(one.power.title()),
            t.players[one.player].name,
            said("has come") if one.is_taken else one.link or said("is told by the judge"),
        )
        for one in calls
    ]
    data = [
        {
            "board": one.board,
            "power": one.power,
            "player": one.player,
            "name": t.players[one.player].name,
            "come": one.is_taken,
            "link": one.link,
        }
        for one in calls
    ]
    return Answer(table_text(rows), {"calls": data})


def _told(news: Sequence[BoardNews]) -> Answer:
    from dragoman.diagnostics import Diagnostic, Severity
    from dragoman.tournament.desk.session import table_text
    from dragoman.tournament.log.state import START_YEAR

    rows = [
        (
            one.board,
            said("game {number}", number=one.game),
            said("result taken") if one.taken else said(one.stage),
            one.phase,
            one.deadline,
            said("not there: {powers}", powers=_titles(one.free))
            if one.free and not one.taken
            else said("counted to {year}", year=one.counted)
            if one.counted > START_YEAR and not one.taken
            else "",
        )
        for one in news
    ]
    faults = tuple(
        Diagnostic(
            "not-taken",
            f"the result of board {one.board} is not taken: {one.fault}",
            "look at the game, and enter the board by hand",
            severity=Severity.WARNING,
        )
        for one in news
        if one.fault
    )
    data = [
        {
            "board": one.board,
            "game": one.game,
            "stage": one.stage,
            "phase": one.phase,
            "deadline": one.deadline,
            "free": list(one.free),
            "awaited": list(one.awaited),
            "counted": one.counted,
            "taken": one.taken,
        }
        for one in news
    ]
    return Answer(table_text(rows) or said("no game goes on"), {"boards": data}, faults)


def _titles(powers: Sequence[str]) -> str:
    return joined(", ", (said(power.title()) for power in powers))


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"

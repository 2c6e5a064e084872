"""``dragoman tournament``: registration, roll calls, stand-downs, teams."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    OfRound,
    People,
    Person,
    act,
    acted,
    ask,
    counted,
    folder_of,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_PANEL = "People"
Contact = Annotated[str | None, typer.Option(metavar="TEXT", help="telephone or e-mail")]
Home = Annotated[str | None, typer.Option(metavar="TEXT", help="where the player lives")]
Nationality = Annotated[
    str | None, typer.Option(metavar="CODE", help="country code, as the WDD writes it")
]
Rounds = Annotated[
    str | None, typer.Option(metavar="ROUNDS", help="the rounds meant to be played: 1,3 or all")
]
Signed = Annotated[
    bool | None, typer.Option("--signed/--unsigned", help="the form is signed, or it is not")
]
Standby = Annotated[
    bool | None,
    typer.Option("--standby/--no-standby", help="stands down before others when boards are uneven"),
]


@app.command(rich_help_panel=_PANEL)
def register(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help='"Ann Lee", or "van der Berg, Ann"')],
    contact: Contact = None,
    home: Home = None,
    nationality: Nationality = None,
    rounds: Rounds = None,
    signed: Signed = None,
    standby: Standby = None,
    gm: Annotated[
        bool, typer.Option("--gm", help="a seat filled by the organisers; it is never ranked")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take a registration form.

    What is missing can follow with "amend", but nobody gets a seat before contact, home,
    rounds and signature are there (the preset says which). Everybody gets a number, which is
    quicker to type than a name.

    Example: dragoman tournament register "Ann Lee" --contact 021555 --home Porirua --rounds all
    --signed
    """

    def decide(t: Tournament) -> Sequence[Event]:
        from dragoman.tournament.actions import people

        return people.register(
            t,
            name,
            contact=contact or "",
            home=home or "",
            nationality=nationality or "",
            rounds=_rounds(rounds or "", t.settings.rounds),
            signed=bool(signed),
            standby=bool(standby),
            gm=gm,
        )

    act(context, as_json, decide, lambda t: _form(t, max(t.players)))


@app.command(rich_help_panel=_PANEL)
def amend(
    context: typer.Context,
    player: Person,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="the right name")] = None,
    contact: Contact = None,
    home: Home = None,
    nationality: Nationality = None,
    rounds: Rounds = None,
    signed: Signed = None,
    standby: Standby = None,
    as_json: AsJson = False,
) -> None:
    """Complete or correct a registration.

    Example: dragoman tournament amend 12 --signed --rounds 1,3
    """
    number: list[int] = []

    def decide(t: Tournament) -> Sequence[Event]:
        from dragoman.tournament.actions import finding, people

        number.append(finding.player(t, player).number)
        given = {
            "name": name,
            "contact": contact,
            "home": home,
            "nationality": nationality,
            "rounds": None if rounds is None else _rounds(rounds, t.settings.rounds),
            "signed": signed,
            "standby": standby,
        }
        changes = {key: value for key, value in given.items() if value is not None}
        return people.amend(t, player, changes)

    act(context, as_json, decide, lambda t: _form(t, number[0]))


@app.command("import-players", rich_help_panel=_PANEL)
def import_players(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a CSV file, - for standard input")],
    as_json: AsJson = False,
) -> None:
    """Take many registration forms from a spreadsheet, all of them or none.

    The first line names the columns: name (or first and last), contact, home, nationality,
    rounds (1 2 3, or all), signed, standby, gm (each yes or no), team. Only the name must be
    there. "export players" writes such a file.
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.tournament.actions import people
        from dragoman.tournament.publishing import csv_files

        text, faults = read_any_text(file)
        if has_errors(faults):
            return Answer(diagnostics=faults)

        def decide(t: Tournament) -> Sequence[Event]:
            forms = csv_files.read_forms(text, t.settings.rounds)
            return people.register_all(t, forms)

        return acted(
            folder_of(context), decide, lambda t: f"{len(t.players)} players are registered"
        )

    deliver(answer, as_json)


@app.command(rich_help_panel=_PANEL)
def players(
    context: typer.Context,
    part: Annotated[
        str | None, typer.Argument(metavar="PART", help="only those with this in their names")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List everybody who registered, with what their forms still lack."""

    def tell(t: Tournament) -> Answer:
        found = [p for p in t.players.values() if (part or "").casefold() in p.name.casefold()]
        rows: list[tuple[object, ...]] = []
        for one in found:
            marks = [f"lacks {', '.join(lacks)}"] if (lacks := one.lacks(t.rules.required)) else []
            marks += ["GM seat"] if one.gm else []
            marks += ["standby"] if one.standby else []
            marks += ["withdrawn"] if one.withdrawn else []
            late = t.late_count(one.number)
            marks += [f"late {late}x"] if late else []
            team = next((team.name for team in t.teams.values() if one.number in team.players), "")
            rounds = " ".join(map(str, one.rounds))
            rows.append((one.number, one.name, one.home, rounds, team, "; ".join(marks)))
        data = [
            {
                "number": one.number,
                "name": one.name,
                "contact": one.contact,
                "home": one.home,
                "rounds": list(one.rounds),
                "signed": one.signed,
                "standby": one.standby,
                "gm": one.gm,
                "withdrawn": one.withdrawn,
                "late": t.late_count(one.number),
            }
            for one in found
        ]
        return Answer(table_text(rows, "0") or "nobody is registered yet", {"players": data})

    ask(context, as_json, tell)


@app.command(rich_help_panel=_PANEL)
def withdraw(context: typer.Context, player: Person, as_json: AsJson = False) -> None:
    """Somebody goes home. The games he played still count."""
    from dragoman.tournament.actions import people

    act(context, as_json, lambda t: people.withdraw(t, player), lambda t: "noted; no further seat")


@app.command(rich_help_panel=_PANEL)
def checkin(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER...", help="who is there; with --all, who is not"),
    ] = None,
    round_: OfRound = None,
    everybody: Annotated[
        bool,
        typer.Option("--all", help="everybody who meant to play the round, but those named"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Call the roll: mark players as present for a round. As often as you like.

    Example: dragoman tournament checkin --all 7 23      all are here but 7 and 23
    """
    from dragoman.tournament.actions import people

    _call_roll(
        context,
        round_,
        as_json,
        lambda t, number: people.check_in(t, number, names or (), everybody),
    )


@app.command(rich_help_panel=_PANEL)
def checkout(
    context: typer.Context, names: People, round_: OfRound = None, as_json: AsJson = False
) -> None:
    """Somebody who was checked in is not there after all."""
    from dragoman.tournament.actions import people

    _call_roll(context, round_, as_json, lambda t, number: people.check_out(t, number, names))


@app.command(rich_help_panel=_PANEL)
def standdown(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="who sits the round out")
    ] = None,
    round_: OfRound = None,
    choose: Annotated[
        int,
        typer.Option(metavar="NUMBER", help="have the program choose so many", min=0),
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="repeat the lot of this seed")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask players to sit a round out, so that the boards come out even.

    The program takes those on standby first, then those who stood down least, then by lot.
    The other way out are GM seats: register them with --gm and check them in.
    """
    from dragoman.tournament.actions import people

    lot = random.randrange(1 << 31) if seed is None else seed
    _call_roll(
        context,
        round_,
        as_json,
        lambda t, number: people.stand_down(t, number, names or (), choose, lot),
    )


@app.command(rich_help_panel=_PANEL)
def apart(
    context: typer.Context,
    one: Person,
    other: Annotated[str, typer.Argument(metavar="PLAYER", help="the other player")],
    lift: Annotated[bool, typer.Option("--lift", help="no longer")] = False,
    because: Because = "",
    as_json: AsJson = False,
) -> None:
    """Keep two players apart: a draw never puts them on one board."""
    from dragoman.tournament.actions import people

    act(
        context,
        as_json,
        lambda t: people.keep_apart(t, one, other, because, not lift),
        _apart_text,
    )


@app.command(rich_help_panel=_PANEL)
def spread(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help='as in beginners, "Wellington club"')],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="nobody lifts the wish")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Spread some players over the boards as evenly as can be: a club, the beginners.

    A wish, not a must: repeats of opponents weigh more.
    """
    from dragoman.tournament.actions import seating

    act(
        context,
        as_json,
        lambda t: seating.spread(t, name, names or ()),
        lambda t: (
            "\n".join(
                f"{called}: {', '.join(t.players[p].name for p in players)}"
                for called, players in t.spread.items()
            )
            or "nobody is spread"
        ),
    )


@app.command(rich_help_panel=_PANEL)
def team(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="TEAM", help="the name of the team")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="its players")
    ] = None,
    signed: Annotated[
        list[str] | None,
        typer.Option("--signed", metavar="PLAYER", help="who signed his part; once for each"),
    ] = None,
    strike: Annotated[bool, typer.Option("--strike", help="strike the team out")] = False,
    as_json: AsJson = False,
) -> None:
    """Take the entry form of a team, or change it. Each player signs his own part.

    Team-mates get different boards in the round of the teams. Who has not signed does not
    score for the team.

    Example: dragoman tournament team "Red Bishops" 4 17 32 --signed 4
    """

    def decide(t: Tournament) -> Sequence[Event]:
        from dragoman.tournament.actions import people

        if strike:
            return people.strike_team(t, name)
        return people.enter_team(t, name, names or (), signed or ())

    act(context, as_json, decide, _teams_text)


@app.command(rich_help_panel=_PANEL)
def teams(context: typer.Context, as_json: AsJson = False) -> None:
    """List the teams, and who of them has not signed yet."""

    def tell(t: Tournament) -> Answer:
        data = [
            {"team": one.name, "players": list(one.players), "signed": list(one.signed)}
            for one in t.teams.values()
        ]
        return Answer(_teams_text(t), {"teams": data})

    ask(context, as_json, tell)


def _call_roll(
    context: typer.Context,
    round_: int | None,
    as_json: bool,
    decide: Callable[[Tournament, int], Sequence[Event]],
) -> None:
    from dragoman.tournament.actions import finding

    numbers: list[int] = []

    def decide_for_round(t: Tournament) -> Sequence[Event]:
        numbers.append(round_ or finding.round_in_hand(t))
        return decide(t, numbers[0])

    act(context, as_json, decide_for_round, lambda t: _roll_text(t, numbers[0]))


def _roll_text(t: Tournament, number: int) -> str:
    round_ = t.rounds[number]
    seated = sorted(round_.present - round_.stood_down)
    size = t.settings.seeding.size
    boards, over = divmod(len(seated), size)
    text = f"round {number}: {len(seated)} to be seated"
    if round_.stood_down:
        text += f", standing down: {', '.join(t.players[p].name for p in round_.stood_down)}"
    if over:
        text += f"\n{counted(boards, 'board')} and {over} over: "
        text += f"stand {over} down, or add {counted(size - over, 'GM seat')}"
    elif boards:
        text += f"\n{counted(boards, 'board')}; next: draw {number}"
    expected = [
        one
        for one in t.players.values()
        if number in one.rounds
        and one.number not in round_.present
        and not t.out_of(one.number, number)
    ]
    if expected:
        text += f"\nnot here yet: {', '.join(f'{one.name} ({one.number})' for one in expected)}"
    return text


def _form(t: Tournament, number: int) -> str:
    one = t.players[number]
    lacks = one.lacks(t.rules.required)
    text = f"number {number}: {one.name}"
    return f"{text}; still lacking: {', '.join(lacks)}" if lacks else text


def _apart_text(t: Tournament) -> str:
    pairs = [
        " and ".join(t.players[p].name for p in sorted(pair)) + (f" ({why})" if why else "")
        for pair, why in t.apart.items()
    ]
    return f"kept apart: {'; '.join(pairs)}" if pairs else "nobody is kept apart"


def _teams_text(t: Tournament) -> str:
    lines = [
        f"{one.name}: "
        + ", ".join(
            t.players[p].name + ("" if p in one.signed else " (not signed)") for p in one.players
        )
        for one in t.teams.values()
    ]
    return "\n".join(lines) or "no team has entered yet"


def _rounds(text: str, rounds: int) -> tuple[int, ...]:
    from dragoman.tournament.refusal import ActionRefused

    if text.strip().lower() == "all":
        return tuple(range(1, rounds + 1))
    parts = text.replace(",", " ").split()
    if not all(part.isdigit() for part in parts):
        raise ActionRefused("bad-rounds", f"{text!r} are no rounds", "write 1,3 or all")
    return tuple(map(int, parts))

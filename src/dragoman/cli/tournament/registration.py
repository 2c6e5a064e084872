"""``dragoman tournament``: who takes part: registration forms, by hand or from a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Person,
    act,
    acted,
    ask,
    desk_of,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    there. Other columns are kept as they are. "export players" writes such a file.
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

        def told(t: Tournament) -> str:
            said = f"{len(t.players)} players are registered"
            others = csv_files.other_columns(text)
            return f"{said}\nkept as they are: {', '.join(others)}" if others else said

        return acted(desk_of(context), decide, told)

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
    from dragoman.tournament.actions import finding

    def tell(t: Tournament) -> Answer:
        wanted = finding.folded(part or "")
        found = [p for p in t.players.values() if wanted in finding.folded(p.name)]
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
                "more": dict(one.more),
            }
            for one in found
        ]
        return Answer(table_text(rows, "0") or "nobody is registered yet", {"players": data})

    ask(context, as_json, tell)


@app.command(rich_help_panel=_PANEL)
def withdraw(context: typer.Context, player: Person, as_json: AsJson = False) -> None:
    """A player leaves the tournament. Games already played still count."""
    from dragoman.tournament.actions import people

    act(context, as_json, lambda t: people.withdraw(t, player), lambda t: "noted; no further seat")


def _form(t: Tournament, number: int) -> str:
    one = t.players[number]
    lacks = one.lacks(t.rules.required)
    text = f"number {number}: {one.name}"
    return f"{text}; still lacking: {', '.join(lacks)}" if lacks else text


def _rounds(text: str, rounds: int) -> tuple[int, ...]:
    from dragoman.refusal import ActionRefused

    if text.strip().lower() == "all":
        return tuple(range(1, rounds + 1))
    parts = text.replace(",", " ").split()
    if not all(part.isdigit() for part in parts):
        raise ActionRefused("bad-rounds", f"{text!r} are no rounds", "write 1,3 or all")
    return tuple(map(int, parts))

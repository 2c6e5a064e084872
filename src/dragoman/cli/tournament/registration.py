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
from dragoman.words import counted

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
Id = Annotated[
    str | None, typer.Option("--id", metavar="ID", help="the same in all events; see read-players")
]
Club = Annotated[str | None, typer.Option(metavar="TEXT", help="the player's club")]
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
    id_: Id = None,
    club: Club = None,
    gm: Annotated[
        bool, typer.Option("--gm", help="a seat filled by the organisers; it is never ranked")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take a registration form.

    What is missing can follow with "amend", but nobody gets a seat before contact, home,
    rounds and signature are there (the preset says which). Everybody gets a number, which is
    quicker to type than a name. Who is known from earlier events ("read-players") is found by id
    or name, and what the form leaves open is filled in.

    Example: dragoman tournament register "Ann Lee" --contact 021555 --home Porirua --rounds all
    --signed
    """

    def decide(t: Tournament) -> Sequence[Event]:
        from dragoman.tournament.actions import people
        from dragoman.tournament.actions.known_players import CLUB, ID

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
            more={key: one for key, one in {ID: id_, CLUB: club}.items() if one},
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
    id_: Id = None,
    club: Club = None,
    as_json: AsJson = False,
) -> None:
    """Complete or correct a registration.

    Example: dragoman tournament amend 12 --signed --rounds 1,3
    """
    number: list[int] = []

    def decide(t: Tournament) -> Sequence[Event]:
        from dragoman.tournament.actions import finding, people
        from dragoman.tournament.actions.known_players import CLUB, ID

        number.append(finding.player(t, player).number)
        given = {
            "name": name,
            "contact": contact,
            "home": home,
            "nationality": nationality,
            "rounds": None if rounds is None else _rounds(rounds, t.settings.rounds),
            "signed": signed,
            "standby": standby,
            "more": {ID: id_, CLUB: club},
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
    rounds (1 2 3, or all), signed, standby, gm (each yes or no), team, id and club. Only the name
    must be there. Other columns are kept as they are. "export players" writes such a file.
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


@app.command("read-players", rich_help_panel=_PANEL)
def read_players(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a players' file, - for standard input")
    ],
    as_json: AsJson = False,
) -> None:
    """Get to know the players of earlier events, by a players' file that goes from event to event.

    It is a CSV file with the columns id and name (or first and last); club, home, nationality and
    contact may be there, and for each event a column "result: EVENT" with cells such as
    "3 of 21, 45.102 points". Registrations are completed from it, "history" shows it, "spread
    --best" goes by it, and "write-players" adds this event to it.
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.tournament.actions import known_players
        from dragoman.tournament.publishing import players_file

        text, faults = read_any_text(file)
        if has_errors(faults):
            return Answer(diagnostics=faults)

        def decide(t: Tournament) -> Sequence[Event]:
            return known_players.read(t, players_file.read_players(text))

        def told(t: Tournament) -> str:
            here = sum(bool(known_players.of_player(t, one)) for one in t.players.values())
            lines = [f"{counted(len(t.known), 'player')} known, {here} of them registered"]
            for one, rows in known_players.unclear(t):
                ids = ", ".join(row[known_players.ID] for row in rows)
                lines.append(
                    f"several are called {one.name}: amend {one.number} --id, one of {ids}"
                )
            return "\n".join(lines)

        return acted(desk_of(context), decide, told)

    deliver(answer, as_json)


@app.command("write-players", rich_help_panel=_PANEL)
def write_players(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, or to add to")],
    as_json: AsJson = False,
) -> None:
    """Add this event to the players' file: who is new in it, and the results of all.

    What the file says of somebody stays as it is; what it leaves open is filled in. It then holds
    standings: for after the ceremony.
    """

    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic, has_errors
        from dragoman.files import FolderInUse, locked, read_text, write_atomically
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.log.store import Store
        from dragoman.tournament.publishing import players_file

        try:
            with locked(file.absolute().parent, "writing a players' file"):
                before, faults = read_text(file) if file.exists() else ("", ())
                if has_errors(faults):
                    return Answer(diagnostics=faults)
                t = Store(desk_of(context).folder).load()
                text, new = players_file.with_this_event(t, before)
                write_atomically(file, text)
        except (ActionRefused, FolderInUse) as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        except OSError as error:
            what = f"cannot write {file}: {error.strerror}"
            return Answer(diagnostics=(Diagnostic("unwritable-file", what, "name another file"),))
        return Answer(f"{file}: {counted(new, 'new player')}", {"file": str(file), "new": new})

    deliver(answer, as_json)


@app.command(rich_help_panel=_PANEL)
def history(context: typer.Context, player: Person, as_json: AsJson = False) -> None:
    """Show what a player did in earlier events, as the players' file has it."""
    from dragoman.tournament.actions import finding, known_players

    def tell(t: Tournament) -> Answer:
        one = finding.player(t, player)
        row = known_players.of_player(t, one)
        found = known_players.results_of(row)
        rows = [(each.event, f"{each.place} of {each.of}", each.points) for each in found]
        marks = [one.name, *(row[key] for key in ("id", "club") if row.get(key))]
        data = [
            {"event": each.event, "place": each.place, "of": each.of, "points": each.points}
            for each in found
        ]
        shown = table_text(rows, "2") if rows else "no results of earlier events"
        return Answer(f"{', '.join(marks)}\n{shown}", {"player": one.number, "results": data})

    ask(context, as_json, tell)


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
    from dragoman.tournament.actions import known_players

    one = t.players[number]
    lacks = one.lacks(t.rules.required)
    text = f"number {number}: {one.name}"
    if row := known_players.of_player(t, one):
        text += f" (known as {row[known_players.ID]})"
    return f"{text}; still lacking: {', '.join(lacks)}" if lacks else text


def _rounds(text: str, rounds: int) -> tuple[int, ...]:
    from dragoman.refusal import ActionRefused

    if text.strip().lower() == "all":
        return tuple(range(1, rounds + 1))
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        raise ActionRefused("bad-rounds", f"{text!r} are no rounds", "write 1,3 or all")
    return tuple(map(int, parts))

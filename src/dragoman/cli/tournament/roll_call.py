"""``dragoman tournament``: who is here for a round, and who sits it out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    OfRound,
    People,
    act,
)
from dragoman.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_PANEL = "People"


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

    The program takes those on standby first, then those who stood down least, then by lot. The
    other way is to fill GM seats: register them with --gm and check them in.
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
def doubleboard(
    context: typer.Context,
    names: People,
    round_: OfRound = None,
    lift: Annotated[bool, typer.Option("--lift", help="they play one board after all")] = False,
    as_json: AsJson = False,
) -> None:
    """Have players take seats on two boards of a round, so that the boards come out even.

    Only where the preset has double_boarding = true. They must be checked in. The draw never puts
    both seats on one board; whether both games count is for the preset to say (two_boards).

    Example: dragoman tournament doubleboard 3 17 --round 1
    """
    from dragoman.tournament.actions import people

    _call_roll(
        context,
        round_,
        as_json,
        lambda t, number: people.double_board(t, number, names, not lift),
    )


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
    from dragoman.tournament.actions import finding, people, seating

    round_ = t.rounds[number]
    size = t.settings.seeding.size
    players, fillers, short = people.with_gm_seats(t, round_.to_be_seated)
    boards, over = divmod(len(players), size)
    text = f"round {number}: {len(set(players))} to be seated"
    if twice := [one for one in sorted(round_.doubled) if one in players]:
        text += f", on two boards: {finding.names(t, twice)}"
    if round_.stood_down:
        text += f", standing down: {', '.join(t.players[p].name for p in round_.stood_down)}"
    if fillers:
        text += f", and {counted(len(fillers), 'GM seat')}"
    if short:
        more = "more " if fillers else ""
        text += f"\n{counted(boards, 'board')} and {over} over: "
        text += f"stand {over} down, or add {short} {more}GM seat{'' if short == 1 else 's'}"
        if people.can_double(t, players, short):
            text += f", or have {short} play two boards"
    elif players:
        text += f"\n{counted(boards + (over > 0), 'board')}; next: draw {number}"
    waiting = sum(t.players[one].gm for one in round_.present) - len(fillers)
    if waiting:
        text += f"\n{counted(waiting, 'GM seat')} not needed: they fill what players leave open"
    if round_.tables and not round_.started:
        text += "".join(f"\nthe draw is stale: {why}" for why in seating.stale(t, number))
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

"""Participants: forms, roll calls, who never shares a board, who is a team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import known_players, lookup, people, power_wishes, seating
from dragoman.tournament.commands import people as c
from dragoman.tournament.desk.session import CarriedOut, Rules, acts, asks, table_text
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.values import FrozenMap
from dragoman.words import counted


def _registered(done: CarriedOut[c.RegisterPlayer]) -> str:
    return _form(done.t, max(done.t.players))


def _amended(done: CarriedOut[c.AmendRegistration]) -> str:
    [event] = done.events
    assert isinstance(event, ev.Amended)
    return _form(done.t, event.player)


def _form(t: Tournament, number: int) -> str:
    one = t.players[number]
    lacks = one.lacks(t.rules.required)
    text = f"number {number}: {one.name}"
    if row := known_players.of_player(t, one):
        text += f" (known as {row[known_players.ID]})"
    return f"{text}; still lacking: {', '.join(lacks)}" if lacks else text


def _import(t: Tournament, command: c.ImportPlayers) -> list[Event]:
    from dragoman.tournament.publishing import csv_files

    return people.register_all(t, csv_files.read_forms(command.file.text))


def _imported(done: CarriedOut[c.ImportPlayers]) -> str:
    from dragoman.tournament.publishing import csv_files

    said = f"{len(done.t.players)} players are registered"
    rows = csv_files.read_forms(done.command.file.text)
    if done.t.settings.teams is None and any(team for *_, team in rows):
        said += "\nteams are left out: this tournament has none; a preset with [teams] has"
    others = csv_files.other_columns(done.command.file.text)
    return f"{said}\nkept as they are: {', '.join(others)}" if others else said


def _read(t: Tournament, command: c.ReadPlayers) -> list[Event]:
    from dragoman.tournament.publishing import players_file

    return known_players.read(t, players_file.read_players(command.file.text))


def _known(done: CarriedOut[c.ReadPlayers]) -> str:
    t = done.t
    here = sum(bool(known_players.of_player(t, one)) for one in t.players.values())
    lines = [f"{counted(len(t.known), 'player')} known, {here} of them registered"]
    for one, rows in known_players.unclear(t):
        ids = ", ".join(row[known_players.ID] for row in rows)
        lines.append(f"several are called {one.name}: amend {one.number} --id, one of {ids}")
    return "\n".join(lines)


def _with_this_event(done: CarriedOut[c.WritePlayers]) -> Answer:
    from dragoman.tournament.publishing import players_file

    file = done.command.file
    text, new = players_file.with_this_event(done.t, file.text)
    return Answer(f"{file.source}: {counted(new, 'new player')}", {"csv": text, "new": new})


def _history(done: CarriedOut[c.ShowHistory]) -> Answer:
    one = lookup.player(done.t, done.command.player)
    row = known_players.of_player(done.t, one)
    found = known_players.results_of(row)
    rows = [(each.event, f"{each.place} of {each.of}", each.points) for each in found]
    marks = [one.name, *(row[key] for key in ("id", "club") if row.get(key))]
    data = [
        {"event": each.event, "place": each.place, "of": each.of, "points": each.points}
        for each in found
    ]
    shown = table_text(rows, "2") if rows else "no results of earlier events"
    return Answer(f"{', '.join(marks)}\n{shown}", {"player": one.number, "results": data})


def _players(done: CarriedOut[c.ListPlayers]) -> Answer:
    t = done.t
    wanted = lookup.folded(done.command.part or "")
    found = [p for p in t.players.values() if wanted in lookup.folded(p.name)]
    rows: list[tuple[object, ...]] = []
    for one in found:
        marks = [f"lacks {', '.join(lacks)}"] if (lacks := one.lacks(t.rules.required)) else []
        marks += ["GM seat"] if one.gm else []
        marks += ["standby"] if one.standby else []
        marks += ["online"] if one.online else []
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
            "online": one.online,
            "gm": one.gm,
            "withdrawn": one.withdrawn,
            "late": t.late_count(one.number),
            "more": dict(one.more),
        }
        for one in found
    ]
    return Answer(table_text(rows, "0") or "nobody is registered yet", {"players": data})


def _roll(
    done: CarriedOut[c.CheckIn]
    | CarriedOut[c.CheckOut]
    | CarriedOut[c.StandDown]
    | CarriedOut[c.DoubleBoard],
) -> str:
    """Players to be seated, how many boards they fill, and those who are not here yet."""
    t, number = done.t, lookup.round_meant(done.t, done.command.round)
    round_ = t.rounds[number]
    size = t.settings.seeding.size
    players, fillers, short = people.with_gm_seats(t, round_.to_be_seated)
    boards, over = divmod(len(players), size)
    text = f"round {number}: {len(set(players))} to be seated"
    if twice := [one for one in sorted(round_.doubled) if one in players]:
        text += f", on two boards: {lookup.names(t, twice)}"
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


def _apart(done: CarriedOut[c.KeepApart]) -> str:
    pairs = [
        " and ".join(done.t.players[p].name for p in sorted(pair)) + (f" ({why})" if why else "")
        for pair, why in done.t.apart.items()
    ]
    return f"kept apart: {'; '.join(pairs)}" if pairs else "nobody is kept apart"


def _spread(done: CarriedOut[c.SpreadPlayers]) -> str:
    groups = (
        f"{called}: {lookup.names(done.t, players)}" for called, players in done.t.spread.items()
    )
    return "\n".join(groups) or "nobody is spread"


def _teams(t: Tournament) -> str:
    def member(player: int, signed: Sequence[int]) -> str:
        return t.players[player].name + ("" if player in signed else " (not signed)")

    lines = [
        f"{one.name}: {', '.join(member(player, one.signed) for player in one.players)}"
        for one in t.teams.values()
    ]
    return "\n".join(lines) or "no team has entered yet"


def _list_teams(done: CarriedOut[c.ListTeams]) -> Answer:
    data = [
        {"team": one.name, "players": list(one.players), "signed": list(one.signed)}
        for one in done.t.teams.values()
    ]
    return Answer(_teams(done.t), {"teams": data})


def _wished(done: CarriedOut[c.WishPowers]) -> str:
    t, command = done.t, done.command
    player = lookup.player(t, command.name)
    found = t.wishes[player.number, command.round or 0]
    where = f"in round {command.round}" if command.round else "in all rounds"
    said = _wish_text(found) if found.powers else "nothing"
    return f"{player.name} wishes, {where}: {said}"


def _wish_text(one: ev.PowersWished) -> str:
    names = [power.title() for power in one.powers]
    if one.bids:
        names = [f"{name} {bid}" for name, bid in zip(names, one.bids, strict=True)]
    return ", ".join(names)


def _wishes(done: CarriedOut[c.ListWishes]) -> Answer:
    t, number = done.t, lookup.round_meant(done.t, done.command.round)
    found = {
        one.number: wish
        for one in t.players.values()
        if (wish := t.wish_of(one.number, number)) is not None
    }
    rows = [(t.players[one].name, _wish_text(wish)) for one, wish in found.items()]
    data = [
        {
            "player": one,
            "name": t.players[one].name,
            "powers": list(wish.powers),
            "bids": list(wish.bids),
        }
        for one, wish in found.items()
    ]
    return Answer(table_text(rows) or "nobody has wished anything", {"wishes": data})


RULES: Final[Rules] = FrozenMap(
    {
        c.RegisterPlayer: acts(people.register, _registered),
        c.AmendRegistration: acts(people.amend, _amended),
        c.ImportPlayers: acts(_import, _imported),
        c.ReadPlayers: acts(_read, _known),
        c.WritePlayers: asks(_with_this_event),
        c.ShowHistory: asks(_history),
        c.ListPlayers: asks(_players),
        c.WithdrawPlayer: acts(people.withdraw, lambda done: "noted; no further seat"),
        c.CheckIn: acts(people.check_in, _roll),
        c.CheckOut: acts(people.check_out, _roll),
        c.StandDown: acts(people.stand_down, _roll),
        c.DoubleBoard: acts(people.double_board, _roll),
        c.KeepApart: acts(people.keep_apart, _apart),
        c.SpreadPlayers: acts(seating.spread, _spread),
        c.EnterTeam: acts(people.enter_team, lambda done: _teams(done.t)),
        c.ListTeams: asks(_list_teams),
        c.WishPowers: acts(power_wishes.wish, _wished),
        c.ListWishes: asks(_wishes),
    }
)

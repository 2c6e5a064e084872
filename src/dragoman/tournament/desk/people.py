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
from dragoman.words import SaidLines, counted, joined, said


def _registered(done: CarriedOut[c.RegisterPlayer]) -> str:
    return _form(done.t, max(done.t.players))


def _amended(done: CarriedOut[c.AmendRegistration]) -> str:
    [event] = done.events
    assert isinstance(event, ev.Amended)
    return _form(done.t, event.player)


def _form(t: Tournament, number: int) -> str:
    one = t.players[number]
    lacks = one.lacks(t.rules.required)
    text = said("number {number}: {name}", number=number, name=one.name)
    if row := known_players.of_player(t, one):
        text = said("{form} (known as {id})", form=text, id=row[known_players.ID])
    if not lacks:
        return text
    return said("{form}; still lacking: {fields}", form=text, fields=joined(", ", map(said, lacks)))


def _import(t: Tournament, command: c.ImportPlayers) -> list[Event]:
    from dragoman.tournament.publishing import csv_files

    return people.register_all(t, csv_files.read_forms(command.file.text))


def _imported(done: CarriedOut[c.ImportPlayers]) -> str:
    from dragoman.tournament.publishing import csv_files

    number = len(done.t.players)
    lines = [
        said("{number} player is registered", "{number} players are registered", number=number)
    ]
    rows = csv_files.read_forms(done.command.file.text)
    if done.t.settings.teams is None and any(team for *_, team in rows):
        lines.append(
            said("teams are left out: this tournament has none; a preset with [teams] has")
        )
    others = csv_files.other_columns(done.command.file.text)
    if others:
        lines.append(said("kept as they are: {columns}", columns=", ".join(others)))
    return SaidLines(lines)


def _read(t: Tournament, command: c.ReadPlayers) -> list[Event]:
    from dragoman.tournament.publishing import players_file

    return known_players.read(t, players_file.read_players(command.file.text))


def _known(done: CarriedOut[c.ReadPlayers]) -> str:
    t = done.t
    here = sum(bool(known_players.of_player(t, one)) for one in t.players.values())
    lines = [
        said(
            "{players} known, {here} of them registered",
            players=counted(len(t.known), "player"),
            here=here,
        )
    ]
    for one, rows in known_players.unclear(t):
        ids = ", ".join(row[known_players.ID] for row in rows)
        lines.append(
            said(
                "several are called {name}: amend {number} --id, one of {ids}",
                name=one.name,
                number=one.number,
                ids=ids,
            )
        )
    return SaidLines(lines)


def _with_this_event(done: CarriedOut[c.WritePlayers]) -> Answer:
    from dragoman.tournament.publishing import players_file

    file = done.command.file
    text, new = players_file.with_this_event(done.t, file.text)
    return Answer(
        said("{source}: {players}", source=file.source, players=counted(new, "new player")),
        {"csv": text, "new": new},
    )


def _history(done: CarriedOut[c.ShowHistory]) -> Answer:
    one = lookup.player(done.t, done.command.player)
    row = known_players.of_player(done.t, one)
    found = known_players.results_of(row)
    rows = [
        (each.event, said("{place} of {of}", place=each.place, of=each.of), each.points)
        for each in found
    ]
    marks = [one.name, *(row[key] for key in ("id", "club") if row.get(key))]
    data = [
        {"event": each.event, "place": each.place, "of": each.of, "points": each.points}
        for each in found
    ]
    shown = table_text(rows, 2) if rows else said("no results of earlier events")
    return Answer(
        SaidLines((", ".join(marks), shown)),
        {"player": one.number, "results": data},
    )


def _players(done: CarriedOut[c.ListPlayers]) -> Answer:
    t = done.t
    wanted = lookup.folded(done.command.part or "")
    found = [p for p in t.players.values() if wanted in lookup.folded(p.name)]
    rows: list[tuple[object, ...]] = []
    for one in found:
        marks = (
            [said("lacks {fields}", fields=joined(", ", map(said, lacks)))]
            if (lacks := one.lacks(t.rules.required))
            else []
        )
        marks += [said("GM seat")] if one.gm else []
        marks += [said("standby")] if one.standby else []
        marks += [said("online")] if one.online else []
        marks += [said("withdrawn")] if one.withdrawn else []
        late = t.late_count(one.number)
        marks += [said("late {late}x", late=late)] if late else []
        team = next((team.name for team in t.teams.values() if one.number in team.players), "")
        rounds = " ".join(map(str, one.rounds))
        rows.append((one.number, one.name, one.home, rounds, team, joined("; ", marks)))
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
    return Answer(table_text(rows, 0) or said("nobody is registered yet"), {"players": data})


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
    told = [said("{number} to be seated", number=len(set(players)))]
    if twice := [one for one in sorted(round_.doubled) if one in players]:
        told.append(said("on two boards: {names}", names=lookup.names(t, twice)))
    if round_.stood_down:
        down = lookup.names(t, sorted(round_.stood_down))
        told.append(said("standing down: {names}", names=down))
    if fillers:
        told.append(said("and {seats}", seats=counted(len(fillers), "GM seat")))
    lines = [said("round {number}: {told}", number=number, told=joined(", ", told))]
    if short:
        wanted = counted(short, "more GM seat") if fillers else counted(short, "GM seat")
        full = counted(boards, "board")
        ways = [
            said("{boards} and {over} over: stand {over} down", boards=full, over=over),
            said("or add {seats}", seats=wanted),
        ]
        if people.can_double(t, players, short):
            ways.append(said("or have {short} play two boards", short=short))
        lines.append(joined(", ", ways))
    elif players:
        full = counted(boards + (over > 0), "board")
        lines.append(said("{boards}; next: draw {number}", boards=full, number=number))
    waiting = sum(t.players[one].gm for one in round_.present) - len(fillers)
    if waiting:
        seats = counted(waiting, "GM seat")
        lines.append(said("{seats} not needed: they fill what players leave open", seats=seats))
    if round_.tables and not round_.started:
        lines += [said("the draw is stale: {why}", why=why) for why in seating.stale(t, number)]
    expected = [
        one
        for one in t.players.values()
        if number in one.rounds
        and one.number not in round_.present
        and not t.out_of(one.number, number)
    ]
    if expected:
        names = ", ".join(f"{one.name} ({one.number})" for one in expected)
        lines.append(said("not here yet: {names}", names=names))
    return SaidLines(lines)


def _apart(done: CarriedOut[c.KeepApart]) -> str:
    names = {name.number: name.name for name in done.t.players.values()}
    pairs = [
        said("{one} and {other}", one=names[min(pair)], other=names[max(pair)])
        if not why
        else said(
            "{one} and {other} ({why})", one=names[min(pair)], other=names[max(pair)], why=why
        )
        for pair, why in done.t.apart.items()
    ]
    return (
        said("kept apart: {pairs}", pairs=joined("; ", pairs))
        if pairs
        else said("nobody is kept apart")
    )


def _spread(done: CarriedOut[c.SpreadPlayers]) -> str:
    groups = (
        f"{called}: {lookup.names(done.t, players)}" for called, players in done.t.spread.items()
    )
    return "\n".join(groups) or said("nobody is spread")


def _teams(t: Tournament) -> str:
    def member(player: int, signed: Sequence[int]) -> str:
        name = t.players[player].name
        return name if player in signed else said("{name} (not signed)", name=name)

    lines = [
        said(
            "{team}: {players}",
            team=one.name,
            players=joined(", ", (member(player, one.signed) for player in one.players)),
        )
        for one in t.teams.values()
    ]
    return SaidLines(lines) or said("no team has entered yet")


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
    wishes = _wish_text(found) if found.powers else said("nothing")
    if command.round:
        where = "{name} wishes, in round {number}: {wishes}"
        return said(where, name=player.name, number=command.round, wishes=wishes)
    return said("{name} wishes, in all rounds: {wishes}", name=player.name, wishes=wishes)


def _wish_text(one: ev.PowersWished) -> str:
    names = [said(power.title()) for power in one.powers]
    if one.bids:
        bids = zip(names, one.bids, strict=True)
        names = [said("{power} {count}", power=name, count=bid) for name, bid in bids]
    return joined(", ", names)


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
    return Answer(table_text(rows) or said("nobody has wished anything"), {"wishes": data})


RULES: Final[Rules] = FrozenMap(
    {
        c.RegisterPlayer: acts(people.register, _registered),
        c.AmendRegistration: acts(people.amend, _amended),
        c.ImportPlayers: acts(_import, _imported),
        c.ReadPlayers: acts(_read, _known),
        c.WritePlayers: asks(_with_this_event),
        c.ShowHistory: asks(_history),
        c.ListPlayers: asks(_players),
        c.WithdrawPlayer: acts(people.withdraw, lambda done: said("noted; no further seat")),
        c.CheckIn: acts(people.check_in, _roll),
        c.CheckOut: acts(people.check_out, _roll),
        c.StandDown: acts(people.stand_down, _roll),
        c.DoubleBoard: acts(people.double_board, _roll),
        c.KeepApart: acts(people.keep_apart, _apart),
        c.SpreadPlayers: acts(known_players.spread, _spread),
        c.EnterTeam: acts(people.enter_team, lambda done: _teams(done.t)),
        c.ListTeams: asks(_list_teams),
        c.WishPowers: acts(power_wishes.wish, _wished),
        c.ListWishes: asks(_wishes),
    }
)

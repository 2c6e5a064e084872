"""Registration, roll calls, stand-downs, GM seats, teams."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import known_players, lookup
from dragoman.tournament.actions.rows import RowFaults
from dragoman.tournament.commands.people import (
    AmendRegistration,
    CheckIn,
    CheckOut,
    DoubleBoard,
    EnterTeam,
    KeepApart,
    RegisterPlayer,
    StandDown,
    WithdrawPlayer,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.fold import apply
from dragoman.tournament.log.state import Round, Tournament
from dragoman.tournament.seeding import choose_stand_downs, odd_numbers
from dragoman.tournament.standings import TeamRules
from dragoman.values import FrozenMap
from dragoman.words import counted, said


def split_name(text: str) -> tuple[str, str]:
    """First and last name of ``Ann Lee`` or ``van der Berg, Ann``."""
    text = " ".join(text.split())
    if "," in text:
        last, _, first = text.partition(",")
        return first.strip(), last.strip()
    first, _, last = text.rpartition(" ")
    return first, last


def register(
    t: Tournament, form: RegisterPlayer, more: Mapping[str, str] = FrozenMap()
) -> list[Event]:
    """Take a registration form. What it lacks can follow, but before the first seat. ``more`` is
    what it says besides, kept as it is; what is known of the player from earlier events is filled
    in."""
    first, last = split_name(form.name)
    _check_name(t, f"{first} {last}".strip())
    rounds = lookup.rounds(t, "all" if form.gm and not form.rounds.strip() else form.rounds)
    known = {known_players.ID: form.id, known_players.CLUB: form.club}
    registered = ev.Registered(
        max(t.players, default=0) + 1,
        first,
        last,
        form.contact.strip(),
        form.home.strip(),
        form.nationality.strip(),
        rounds,
        form.signed,
        form.standby,
        form.gm,
        {**{key: one for key, one in known.items() if one}, **more},
        form.online,
    )
    return [known_players.completed(t, registered)]


def register_all(
    t: Tournament,
    forms: Sequence[tuple[int, RegisterPlayer, Mapping[str, str], str]],
) -> list[Event]:
    """Take many forms at once, or none of them if one is refused.

    A form comes with the line of the file it stands in, what it says besides, and the name of its
    team.
    """
    found: list[Event] = []
    teams: dict[str, list[int]] = {}
    faults = RowFaults()
    for line, form, more, team in forms:
        with faults.of_line(line):
            [event] = register(t, form, more)
            apply(t, event)
            found.append(event)
            if team:
                teams.setdefault(team, []).append(max(t.players))
    faults.check()
    for team, members in teams.items() if t.settings.teams is not None else ():
        names = [str(number) for number in members]
        signed = [str(number) for number in members if t.players[number].signed]
        [event] = enter_team(t, EnterTeam(team, tuple(names), tuple(signed)))
        apply(t, event)
        found.append(event)
    return found


def amend(t: Tournament, form: AmendRegistration) -> list[Event]:
    """Correct or complete a registration; what is not said of it stays."""
    player = lookup.player(t, form.player)
    said: dict[str, Any] = {
        "contact": form.contact,
        "home": form.home,
        "nationality": form.nationality,
        "rounds": None if form.rounds is None else lookup.rounds(t, form.rounds),
        "signed": form.signed,
        "standby": form.standby,
        "online": form.online,
    }
    changes = {key: one for key, one in said.items() if one is not None}
    if form.name is not None:
        first, last = split_name(form.name)
        if lookup.folded(f"{first} {last}") != lookup.folded(player.name):
            _check_name(t, f"{first} {last}".strip())
        changes |= {"first": first, "last": last}
    known = {known_players.ID: form.id, known_players.CLUB: form.club}
    if more := {key: one for key, one in known.items() if one is not None}:
        known_players.check_id(t, player.name, more.get(known_players.ID, ""), player.number)
        changes["more"] = {**player.more, **more}
    if not changes:
        raise ActionRefused("nothing-to-change", f"nothing about {player.name} is to be changed")
    return [ev.Amended(player.number, changes)]


def withdraw(t: Tournament, command: WithdrawPlayer) -> list[Event]:
    """Note that a player leaves the tournament. Games already played still count."""
    player = lookup.player(t, command.player)
    if player.withdrawn:
        raise ActionRefused("withdrawn-already", f"{player.name} has withdrawn already")
    for round_ in t.rounds.values():
        seated = player.number in round_.present and round_.tables_of(player.number)
        if seated and round_.published and not round_.started:
            what = f"{player.name} has a seat on board {seated[0].key}"
            remedy = (
                f"give it to another: substitute {player.number} WHOM; or leave it open, and draw "
                f"again: checkout --round {round_.number} {player.number}"
            )
            raise ActionRefused("has-a-seat", what, remedy)
    return [ev.Withdrawn(player.number)]


def check_in(t: Tournament, command: CheckIn) -> list[Event]:
    """Mark players as present for a round; everybody who meant to play it, if so asked."""
    round_ = lookup.round_(t, lookup.round_meant(t, command.round))
    number = round_.number
    found = lookup.players(t, command.names)
    if command.everybody:
        left_out = set(found)
        coming = [
            one.number
            for one in t.players.values()
            if number in one.rounds and one.number not in left_out | round_.present
        ]
        found = tuple(one for one in coming if not t.out_of(one, number))
        if not found:
            raise ActionRefused("nobody", f"nobody else is expected in round {number}")
        return [ev.CheckedIn(number, found)]
    if not found:
        raise ActionRefused("nobody", "nobody was named", "name players, or say --all")
    for one in found:
        name = t.players[one].name
        if reason := t.out_of(one, number):
            raise ActionRefused("not-allowed", f"{name} {reason}")
        if one in round_.present and one not in round_.stood_down:
            raise ActionRefused("there-already", f"{name} is checked in for round {number} already")
    return [ev.CheckedIn(number, found)]


def check_out(t: Tournament, command: CheckOut) -> list[Event]:
    """Note that somebody who was checked in is not there after all."""
    round_ = lookup.round_(t, lookup.round_meant(t, command.round))
    found = lookup.players(t, command.names)
    for one in found:
        if one not in round_.present:
            what = f"{t.players[one].name} is not checked in for round {round_.number}"
            raise ActionRefused("not-there", what)
        if round_.started and (tables := round_.tables_of(one)):
            what = f"{t.players[one].name} plays on board {tables[0].key}"
            raise ActionRefused("has-a-seat", what, f"give it to another: substitute {one} WHOM")
    return [ev.CheckedOut(round_.number, found)]


def stand_down(t: Tournament, command: StandDown) -> list[Event]:
    """Ask players to sit a round out, by name, or so many whom the program chooses.

    The program takes those on standby first, then those who stood down least, then by lot;
    never a GM seat.
    """
    round_ = lookup.round_(t, lookup.round_meant(t, command.round))
    number, choose = round_.number, command.choose
    if round_.tables:
        raise ActionRefused(
            "drawn-already", f"round {number} is drawn", "undo the draw, or substitute players"
        )
    found = lookup.players(t, command.names)
    for one in found:
        if one not in round_.present - round_.stood_down:
            what = f"{t.players[one].name} is not among those to be seated in round {number}"
            raise ActionRefused("not-there", what)
    if choose:
        found += _chosen(t, round_, set(found), command)
    if not found:
        raise ActionRefused("nobody", "nobody was named", "name players, or say --choose HOW_MANY")
    return [ev.StoodDown(number, found)]


def _chosen(t: Tournament, round_: Round, named: set[int], command: StandDown) -> tuple[int, ...]:
    """So many players who stand down, besides those named. Where some play in the hall and others
    online, as many of each as are over there, if that makes the number that is asked for."""
    left = {
        t.players[one].name: one
        for one in round_.present - round_.stood_down - named
        if not t.players[one].gm
    }
    if command.choose > len(left):
        raise ActionRefused("too-few", f"only {len(left)} players could stand down")
    standby = [name for name, one in left.items() if t.players[one].standby]
    before = {name: _stood_down(t, one) for name, one in left.items()}
    seed = random.randrange(1 << 31) if command.seed is None else command.seed
    over = over_by_place(t, [one for one in round_.to_be_seated if one not in named])
    groups = [(left, command.choose)]
    if sum(over.values()) == command.choose:
        groups = (
            [
                ([name for name, one in left.items() if t.players[one].online is there], count)
                for there, count in over.items()
            ]
            if len(over) > 1
            else groups
        )
    return tuple(
        left[name]
        for pool, count in groups
        for name in choose_stand_downs(pool, count, seed, standby, before)
    )


def over_by_place(t: Tournament, seats: Iterable[int]) -> dict[bool, int]:
    """The players who are too many for full boards where GM seats do not fill them: in the hall,
    and with True online; only one of them where all are in one place."""
    size, found = t.settings.seeding.size, dict[bool, list[int]]()
    for one in seats:
        found.setdefault(t.players[one].online, []).append(one)
    over: dict[bool, int] = {}
    for there, group in found.items():
        players, _, short = with_gm_seats(t, group)
        over[there] = len(players) % size if short else 0
    return over


def seated(t: Tournament, number: int) -> tuple[int, ...]:
    """Everybody to be seated in a round: checked in, not standing down, allowed to play. Who plays
    two boards is there twice.

    GM seats fill what the players leave open, and no more: they never displace anybody. Refuses
    where the boards would not come out even, with both ways out, or where somebody's registration
    is not complete.
    """
    round_ = lookup.round_(t, number)
    found = round_.to_be_seated
    for one in found:
        if reason := t.out_of(one, number):
            what = f"{t.players[one].name} {reason}"
            raise ActionRefused(
                "not-allowed", what, f"check him out: checkout --round {number} {one}"
            )
        if lacks := t.players[one].lacks(t.rules.required):
            what = f"the registration of {t.players[one].name} lacks: {', '.join(lacks)}"
            raise ActionRefused("not-complete", what, f"complete it: amend {one} ...")
    if not found:
        raise ActionRefused("nobody", f"nobody is checked in for round {number}", "use checkin")
    players, fillers, short = with_gm_seats(t, found)
    if short:
        size = t.settings.seeding.size
        odd = odd_numbers(len(players), size)
        here = counted(len(set(players)), "player")
        if twice := len(players) - len(set(players)):
            here = said("{players}, {twice} of them twice,", players=here, twice=twice)
        if fillers:
            masters = counted(len(fillers), "GM seat")
            here = said("{players} and {seats}", players=here, seats=masters)
        seats = counted(short, "more GM seat") if fillers else counted(short, "GM seat")
        remedy = said(
            "stand {down} down (standdown --round {number} --choose {down}), or fill {seats} "
            "(register NAME --gm, then checkin)",
            down=odd.stand_down,
            number=number,
            seats=seats,
        )
        if can_double(t, players, short):
            remedy = said(
                "{remedy}, or have {short} play two boards "
                "(doubleboard --round {number} PLAYER...)",
                remedy=remedy,
                short=short,
                number=number,
            )
        boards = counted(odd.fewer_tables, "board") if odd.fewer_tables else said("no boards")
        what = said(
            "{here} are to be seated in round {number}, and {seats} fill {boards}",
            here=here,
            number=number,
            seats=size * odd.fewer_tables,
            boards=boards,
        )
        raise ActionRefused("not-full-boards", what, remedy)
    everybody = tuple(sorted((*players, *fillers)))
    if len(everybody) == t.settings.seeding.size and round_.doubled:
        what = f"nobody can play two boards of round {number}: it has one"
        raise ActionRefused("one-board", what, "say who plays one: doubleboard --lift PLAYER")
    return everybody


def can_double(t: Tournament, players: Collection[int], short: int) -> bool:
    """True if those to be seated could take so many seats that are left, at second boards."""
    boards = (len(players) + short) // t.settings.seeding.size
    singles = 2 * len(set(players)) - len(players)
    return t.rules.double_boarding and boards > 1 and short <= singles


def with_gm_seats(
    t: Tournament, present: Iterable[int]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The players among those present, the GM seats that fill their boards, and how many seats are
    still open then. Who plays two boards is there twice."""
    here = sorted(present)
    players = tuple(one for one in here if not t.players[one].gm)
    wanted = odd_numbers(len(players), t.settings.seeding.size).fill
    fillers = tuple(one for one in here if t.players[one].gm)[:wanted]
    return players, fillers, wanted - len(fillers)


def double_board(t: Tournament, command: DoubleBoard) -> list[Event]:
    """Have players take seats on two boards of a round, so that the boards come out even; or on
    one again. Only where the preset lets them."""
    twice = not command.lift
    if twice and not t.rules.double_boarding:
        what = "nobody plays two boards at once in this tournament"
        raise ActionRefused(
            "not-in-preset", what, "a preset allows it: double_boarding = true, in [registration]"
        )
    round_ = lookup.round_(t, lookup.round_meant(t, command.round))
    number = round_.number
    if round_.tables:
        remedy = "undo the draw, or substitute players: they may have a seat on another board"
        raise ActionRefused("drawn-already", f"round {number} is drawn", remedy)
    found = lookup.players(t, command.names)
    if not found:
        raise ActionRefused("nobody", "nobody was named", "name players")
    for one in found:
        name = t.players[one].name
        if one not in round_.to_be_seated:
            what = f"{name} is not among those to be seated in round {number}"
            raise ActionRefused("not-there", what, "call the roll first: checkin")
        if t.players[one].gm:
            raise ActionRefused("gm-seat", f"{name} is a GM seat", "register another with --gm")
        if (one in round_.doubled) == twice:
            state = "two boards already" if twice else "one board"
            raise ActionRefused("nothing-to-change", f"{name} plays {state} in round {number}")
    return [ev.DoubleBoarded(number, found, twice)]


def keep_apart(t: Tournament, command: KeepApart) -> list[Event]:
    """See to it that two players never share a board; or no longer."""
    apart = not command.lift
    pair = lookup.players(t, (command.one, command.other))
    if (frozenset(pair) in t.apart) == apart:
        state = "are kept apart already" if apart else "are not kept apart"
        raise ActionRefused("nothing-to-change", f"{lookup.names(t, pair)} {state}")
    return [ev.KeptApart(min(pair), max(pair), command.because, apart)]


def enter_team(t: Tournament, form: EnterTeam) -> list[Event]:
    """Take a team's entry form, change it, or strike the team out. Each player signs his own part.

    Entry closes when the round of the teams is drawn.
    """
    if form.strike:
        return _strike_team(t, form.name)
    rules = _team_rules(t)
    name = " ".join(form.name.split())
    if not name:
        raise ActionRefused("no-name", "a team needs a name")
    known = {lookup.folded(one): one for one in t.teams}
    name = known.get(lookup.folded(name), name)
    _check_entry_open(t, rules.round)
    earlier = t.teams.get(name)
    found = lookup.players(t, form.names) or (earlier.players if earlier else ())
    if not found:
        raise ActionRefused("nobody", f"team {name} has no players", "name them")
    if len(found) > rules.size:
        raise ActionRefused("team-too-large", f"a team has at most {rules.size} players")
    for one in found:
        if t.players[one].gm:
            raise ActionRefused("gm-seat", f"{t.players[one].name} is a GM seat and in no team")
        for other in t.teams.values():
            if one in other.players and other.name != name:
                what = f"{t.players[one].name} is in team {other.name}"
                raise ActionRefused("in-two-teams", what, "a player is in one team only")
    signing = set(lookup.players(t, form.signed))
    if strangers := signing - set(found):
        what = f"{lookup.names(t, strangers)} is not in team {name} and cannot sign for it"
        raise ActionRefused("not-in-team", what)
    if earlier:
        signing |= set(earlier.signed) & set(found)
    return [ev.TeamEntered(name, found, tuple(sorted(signing)))]


def _strike_team(t: Tournament, name: str) -> list[Event]:
    known = {lookup.folded(one): one for one in t.teams}
    if lookup.folded(name) not in known:
        raise ActionRefused("unknown-team", f"there is no team {name!r}", candidates=t.teams)
    _check_entry_open(t, _team_rules(t).round)
    return [ev.TeamEntered(known[lookup.folded(name)], ())]


def _team_rules(t: Tournament) -> TeamRules:
    if t.settings.teams is None:
        raise ActionRefused("not-in-preset", "this tournament has no team competition")
    return t.settings.teams


def _check_entry_open(t: Tournament, number: int) -> None:
    if number in t.rounds and t.rounds[number].tables:
        what = f"teams can be entered until round {number} is drawn, and it is"
        raise ActionRefused("too-late", what)


def _stood_down(t: Tournament, player: int) -> int:
    return sum(player in round_.stood_down for round_ in t.rounds.values())


def _check_name(t: Tournament, name: str) -> None:
    if not name:
        raise ActionRefused("no-name", "a player needs a name")
    if name.replace(" ", "").isdigit():
        raise ActionRefused("no-name", f"{name!r} is a number", "a player needs a name")
    for one in t.players.values():
        if lookup.folded(one.name) == lookup.folded(name):
            what = f"{one.name} is registered already, as number {one.number}"
            raise ActionRefused(
                "duplicate-name", what, "tell two of one name apart, as in Ann B. Lee"
            )

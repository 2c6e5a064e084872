"""Drawing boards and powers, top boards, changing seats by hand, publishing (NZ1999, rules 2, 19,
20)."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import dragoman
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup, people, power_wishes, top_boards
from dragoman.tournament.commands.rounds import (
    ChoosePowers,
    DrawRound,
    PublishRound,
    SubstitutePlayer,
    SwapPlayers,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.seeding import (
    Draw,
    DrawnTable,
    DrawWishes,
    PowersBy,
    RoundDraw,
    Spread,
    assign_powers,
    draw_by_place,
    draw_report,
    draw_tables,
    letters,
    quality,
)
from dragoman.words import said

# Powers by the director's word


def choose(t: Tournament, command: ChoosePowers) -> list[Event]:
    """Give players of a board the powers that they chose, each as ``PLAYER=POWER``; whoever had
    one of these gets what its new owner had."""
    table = lookup.table(t, command.board)
    if t.rounds[table.round].started:
        raise ActionRefused("started-already", f"round {table.round} has started")
    seats = dict(table.seats)
    chosen: dict[str, int] = {}
    found: list[Event] = []
    for text in command.choices:
        name, equals, wanted = text.rpartition("=")
        if not equals:
            raise ActionRefused("bad-choice", f"{text!r} is no choice", "write PLAYER=POWER")
        one, power = lookup.player(t, name), lookup.power(table.variant, wanted)
        if table.power_of(one.number) is None:
            raise ActionRefused("no-seat", f"{one.name} has no seat on board {table.key}")
        if one.number in chosen.values():
            raise ActionRefused("named-twice", f"{one.name} chooses twice", "name everybody once")
        if power in chosen:
            raise ActionRefused("taken", f"{power.title()} is chosen twice", "name it once")
        chosen[power] = one.number
        other = seats[power]
        if other != one.number:
            own = next(held for held, player in seats.items() if player == one.number)
            seats[power], seats[own] = one.number, other
            letter = table.letter
            found.append(ev.Swapped(table.round, one.number, other, letter, letter))
    if not found:
        raise ActionRefused("nothing-to-change", f"board {table.key} sits just so")
    return found


# Draws


def draw(t: Tournament, command: DrawRound) -> list[Event]:
    """Draw a round, with ``ahead`` all later ones too; ``again`` also where the roster is public
    already, as long as nobody has played. On the ``top`` first boards sit those who stand best.

    Who plays is who was checked in and does not stand down; in a later round where nobody is
    checked in yet, all who mean to play it. Rounds that stand are kept as they are. The same
    seed on the same tournament gives the same draw.
    """
    number, again, top = command.round, command.again, command.top
    seed = secrets.randbelow(1 << 31) if command.seed is None else command.seed
    check_open(t, number, again)
    attendance = {number: _names(t, people.seated(t, number))}
    for later in range(number + 1, t.settings.rounds + 1) if command.ahead else ():
        check_open(t, later, again)
        attendance[later] = _names(t, _expected(t, later))
    before = tuple(drawn for drawn in _draw(t) if drawn.number not in attendance)
    rules, wishes = t.settings.seeding, _wishes(t)
    if top:
        tables = (_with_top_boards(t, number, attendance, seed, before, top),)
    else:
        online = frozenset(one.name for one in t.players.values() if one.online)
        tables = draw_by_place(attendance, online, rules, wishes, seed, before)
    if rules.powers_by is PowersBy.LOT:
        drawn = assign_powers(tables, rules, wishes, seed, before)
    else:
        drawn = power_wishes.given(t, tables, seed, lambda n, who: top_boards.places(t, n, who))
    numbers = {one.name: one.number for one in t.players.values()}
    return [
        ev.Drawn(
            one.number,
            {
                table.letter: {
                    power.upper(): numbers[player]
                    for power, player in sorted(zip(table.powers, table.players, strict=True))
                }
                for table in one.tables
            },
            seed,
            dragoman.__version__,
            top,
        )
        for one in drawn
    ]


def _with_top_boards(
    t: Tournament,
    number: int,
    attendance: Mapping[int, Sequence[str]],
    seed: int,
    before: Draw,
    top: int,
) -> RoundDraw:
    """The tables of a round, those who stand best on the first ones, the others as they are drawn
    where nobody goes by the standings."""
    if len(attendance) > 1:
        what = "top boards go by the standings before their round"
        raise ActionRefused("top-ahead", what, "draw one round at a time, without --ahead")
    size, wishes = t.settings.seeding.size, _wishes(t)
    boards = len(attendance[number]) // size
    if not 0 < top <= boards:
        what = f"round {number} has {boards} boards, of which {top} cannot be top boards"
        raise ActionRefused("bad-top", what)
    best = top_boards.best_first(t, number, sorted(set(people.seated(t, number))), seed)
    # Second seats come last, on the boards that do not go by the standings.
    order = (*best, *(one for one in best if one in t.round(number).doubled))
    letter = letters()
    seats = top_boards.kept_apart(t, number, order, top)
    found = [DrawnTable(next(letter), tuple(_names(t, board))) for board in seats[:top]]
    rest = _names(t, seats[top])
    left = boards - top
    crowded = [one.players for one in found] + ([rest] if left == 1 else [])
    if any(len(set(players)) < len(players) for players in crowded):
        what = f"with {top} top boards, somebody would have both seats on one board"
        raise ActionRefused("two-seats", what, "take fewer top boards, or let others play twice")
    if rest:
        [others] = draw_tables({number: rest}, t.settings.seeding, wishes, seed, before)
        found += [replace(one, letter=next(letter)) for one in others.tables]
    return RoundDraw(number, tuple(found))


def report(t: Tournament, number: int) -> tuple[str, ...]:
    """A report on the draw: every figure with the least that is possible, and who is meant.

    Looks at all rounds that are drawn. For the director only.
    """
    round_ = lookup.drawn_round(t, number)
    assert round_.drawn is not None
    found = quality(_draw(t), t.settings.seeding, _wishes(t))
    return draw_report(found, None if round_.by_hand else round_.drawn.seed)


def swap(t: Tournament, command: SwapPlayers) -> list[Event]:
    """Let two players of a round change seats, of games that go on only where it is said. Of one
    who plays two boards it is to be said which seat."""
    number = lookup.round_meant(t, command.round)
    round_ = lookup.drawn_round(t, number)
    if round_.started and not command.started:
        what = f"round {number} has started"
        remedy = "if each is to go on with the other's power: --started; else substitute one"
        raise ActionRefused("started-already", what, remedy)
    first, second = lookup.players(t, (command.one, command.other))
    here = lookup.seat(t, number, t.players[first], command.board)
    there = lookup.seat(t, number, t.players[second], command.other_board, "--other-board")
    for table, coming in ((there, first), (here, second)):
        if table.ending:
            raise ActionRefused("game-over", f"the game on board {table.key} is over")
        if not command.started:
            _check_not_opened(table)
        if here is not there and table.power_of(coming):
            what = f"{t.players[coming].name} would have both seats on board {table.key}"
            raise ActionRefused("two-seats", what)
    return [ev.Swapped(number, first, second, here.letter, there.letter)]


def substitute(t: Tournament, command: SubstitutePlayer) -> list[Event]:
    """Give a seat to somebody who has none in the round; where the preset has players on two
    boards, to somebody with a seat on another."""
    number = lookup.round_meant(t, command.round)
    round_ = lookup.drawn_round(t, number)
    leaving, coming = lookup.player(t, command.out), lookup.player(t, command.into)
    table = lookup.seat(t, number, leaving, command.board)
    if table.ending:
        raise ActionRefused("game-over", f"the game on board {table.key} is over")
    taken = [one.key for one in round_.tables_of(coming.number)]
    if taken and (not t.rules.double_boarding or table.key in taken or len(taken) > 1):
        what = f"{coming.name} has a seat in round {number} already, on board {taken[0]}"
        least = "two, on two boards" if t.rules.double_boarding else "one seat in a round"
        raise ActionRefused("two-seats", what, f"a player has {least}; to exchange: swap")
    if reason := t.out_of(coming.number, number):
        raise ActionRefused("not-allowed", f"{coming.name} {reason}")
    if lacks := coming.lacks(t.rules.required):
        what = f"the registration of {coming.name} lacks: {', '.join(lacks)}"
        raise ActionRefused("not-complete", what, f"complete it: amend {coming.number} ...")
    stays = len(round_.tables_of(leaving.number)) > 1
    return [
        ev.Substituted(number, leaving.number, coming.number, table.letter),
        ev.DoubleBoarded(number, (leaving.number,), False)
        if stays
        else ev.CheckedOut(number, (leaving.number,)),
        ev.DoubleBoarded(number, (coming.number,))
        if taken
        else ev.CheckedIn(number, (coming.number,)),
    ]


def publish(t: Tournament, command: PublishRound) -> list[Event]:
    """Make a roster public. A draw that has gone stale is not, except ``anyway``."""
    number = command.round
    round_ = lookup.drawn_round(t, number)
    if round_.published:
        raise ActionRefused("published-already", f"round {number} is published already")
    for table in round_.tables.values():
        for player in table.seats.values():
            if reason := t.out_of(player, number):
                what = f"{t.players[player].name}, with a seat on board {table.key}, {reason}"
                raise ActionRefused(
                    "not-allowed", what, f"give it to another: substitute {player} WHOM"
                )
    if not command.anyway and (why := stale(t, number)):
        raise ActionRefused(
            "stale-draw",
            f"the draw of round {number} has gone stale: {'; '.join(why)}",
            f"draw it again (draw {number}), substitute players, or publish it --anyway",
        )
    return [ev.Published(number)]


def stale(t: Tournament, number: int) -> list[str]:
    """Changes since a round was drawn that make its draw out of date."""
    round_ = lookup.drawn_round(t, number)
    found: list[str] = []
    seated = Counter(
        player
        for table in round_.tables.values()
        for player in table.seats.values()
        if not t.players[player].gm
    )
    here = Counter(one for one in round_.to_be_seated if not t.players[one].gm)
    if round_.present:
        found += _misfits(t, seated, here)
    for earlier, drawn in round_.drawn_after.items():
        if t.round(earlier).drawn != drawn:
            found.append(said("round {number} was drawn again since", number=earlier))
    found += filter(
        None, (top_boards.out_of_order(t, number), power_wishes.changed_since(t, number))
    )
    since = t.to_be_apart(number) - round_.drawn_apart
    for table in round_.tables.values():
        found += [
            said(
                "{names} are both on board {board}, and since the draw not to be",
                names=lookup.names(t, sorted(pair)),
                board=table.key,
            )
            for pair in sorted(since, key=sorted)
            if pair <= set(table.seats.values())
        ]
    return found


def _misfits(t: Tournament, seated: Counter[int], wanted: Counter[int]) -> Iterator[str]:
    """Players with more or fewer seats than they should have."""
    without: list[int] = []
    uncalled: list[int] = []
    lacking: list[int] = []
    over: list[int] = []
    for one in sorted(seated | wanted):
        has, wants = seated[one], wanted[one]
        if has < wants:
            (lacking if has else without).append(one)
        elif has > wants:
            (over if wants else uncalled).append(one)
    for what, who in (
        (said("checked in and without a seat"), without),
        (said("with a seat and not checked in"), uncalled),
        (said("to play two boards, and with one seat"), lacking),
        (said("to play one board, and with two seats"), over),
    ):
        if who:
            yield said("{what}: {names}", what=what, names=lookup.names(t, who))


def check_open(t: Tournament, number: int, again: bool) -> None:
    """Make sure that a round can be drawn, or with ``again`` drawn once more.

    Raises:
        ActionRefused: if it cannot.
    """
    round_ = lookup.round_(t, number)
    for table in round_.tables.values():
        _check_not_opened(table)
        if again and table.has_begun:
            what = f"board {table.key} has begun to play"
            raise ActionRefused(
                "started-already", what, "substitute players, or cancel what it did"
            )
    if again:
        return
    if round_.started:
        what = f"round {number} has started"
        remedy = f"while nobody has played, it can be drawn again: draw {number} --again"
        raise ActionRefused("started-already", what, remedy)
    if round_.published:
        what = f"round {number} is published"
        remedy = f"swap or substitute players, or draw it again: draw {number} --again"
        raise ActionRefused("published-already", what, remedy)


def _check_not_opened(table: TournamentTable) -> None:
    if table.game is not None:
        what = f"board {table.key} is played on a judge, where its seats are kept"
        remedy = f"give a seat to another: online replace {table.key} POWER WHOM"
        raise ActionRefused("opened-already", what, remedy)


def _expected(t: Tournament, number: int) -> tuple[int, ...]:
    """Players of a later round, as far as is known today."""
    round_ = lookup.round_(t, number)
    if round_.present:
        return people.seated(t, number)
    found = tuple(
        one.number
        for one in t.players.values()
        if number in one.rounds and not t.out_of(one.number, number)
    )
    players, fillers, short = people.with_gm_seats(t, found)
    if not players or short:
        what = f"{len(players)} players mean to play round {number}, which makes no full boards"
        raise ActionRefused("not-full-boards", what, "draw it when its players are checked in")
    return tuple(sorted((*players, *fillers)))


def _draw(t: Tournament) -> Draw:
    """All rounds with seats, as the seeding knows them: players by name."""
    return tuple(
        RoundDraw(
            number,
            tuple(
                DrawnTable(
                    table.letter,
                    tuple(t.players[player].name for player in table.seats.values()),
                    tuple(power.title() for power in table.seats),
                )
                for table in round_.tables.values()
            ),
        )
        for number, round_ in sorted(t.rounds.items())
        if round_.tables
    )


def _wishes(t: Tournament) -> DrawWishes:
    def name(player: int) -> str:
        return t.players[player].name

    return DrawWishes(
        apart=frozenset(frozenset(map(name, pair)) for pair in t.apart),
        teams=tuple(tuple(map(name, team.players)) for team in t.teams.values()),
        team_rounds=frozenset((t.settings.teams.round,) if t.settings.teams else ()),
        spread=tuple(
            Spread(called, frozenset(map(name, players))) for called, players in t.spread.items()
        ),
        game_masters=frozenset(one.name for one in t.players.values() if one.gm),
    )


def _names(t: Tournament, players: Sequence[int]) -> list[str]:
    return [t.players[player].name for player in players]

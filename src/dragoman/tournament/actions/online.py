"""Boards that are played on a judge: opened there, and rounds that draw themselves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup, people
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import START_YEAR, Round, Tournament, TournamentTable


def to_be_opened(t: Tournament, number: int) -> list[TournamentTable]:
    """The boards of a published round that are played on a judge and not open yet: all, or where
    only some play online, those of these.

    Raises:
        ActionRefused: if the round is not published, or none of its boards is played online.
    """
    round_ = lookup.drawn_round(t, number)
    if not round_.published:
        what = f"the seats of round {number} are not published"
        raise ActionRefused("not-published", what, f"publish {number}")
    tables = [one for one in round_.tables.values() if _is_online(t, one)]
    if not tables:
        what = f"no board of round {number} has players who play online alone"
        raise ActionRefused("not-online", what, "say who does: amend PLAYER --online")
    return [one for one in tables if not one.has_begun]


def accounts(t: Tournament, judge: str, found: Mapping[int, int]) -> list[Event]:
    """Note the accounts that were seen at players' seats, as far as that is news. The first one
    that somebody came with stays his: a link may be passed on by mistake."""
    taken = {one.account for one in t.accounts.values() if one.judge == judge}
    return [
        ev.AccountKnown(player, judge, account)
        for player, account in sorted(found.items())
        if player not in t.accounts and account not in taken
    ]


def counts_seen(t: Tournament, key: str, counts: Mapping[str, Mapping[str, int]]) -> list[Event]:
    """Note how a game that goes on elsewhere stands, as far as that is news: a year more."""
    table = lookup.table(t, key)
    news = {
        year: {power: of[power] for power in table.variant.powers}
        for year, of in counts.items()
        if int(year) > START_YEAR
    }
    if table.ending or not news or {int(year): of for year, of in news.items()} == table.seen:
        return []
    return [ev.CountsSeen(table.key, news)]


def due(t: Tournament, now: datetime) -> list[int]:
    """The rounds whose moment has come and that are not open yet, the first of them first."""
    return [
        number
        for number, opens in enumerate(t.settings.online.opens, 1)
        if opens <= now and not _has_begun(t.round(number))
    ]


def called(t: Tournament, number: int) -> tuple[str, ...]:
    """The players who are called to a round that draws itself: who meant to play it, may, and has
    a complete form.

    Raises:
        ActionRefused: if there are none.
    """
    found = [
        one.number
        for one in t.players.values()
        if number in one.rounds
        and not t.out_of(one.number, number)
        and not one.lacks(t.rules.required)
    ]
    if not found:
        raise ActionRefused("nobody", f"nobody is expected in round {number}")
    return tuple(map(str, found))


def over(t: Tournament, number: int) -> int:
    """The number of players who stand down for full boards, where GM seats do not make them so: of
    those in the hall and of those online."""
    return sum(people.over_by_place(t, t.round(number).to_be_seated).values())


def _has_begun(round_: Round) -> bool:
    return round_.started or any(one.has_begun for one in round_.tables.values())


def _is_online(t: Tournament, table: TournamentTable) -> bool:
    some = any(one.online for one in t.players.values())
    players = [t.players[one] for one in table.seats.values()]
    return all(one.online or one.gm for one in players) if some else True

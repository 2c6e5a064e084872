"""Rounds of a tournament on a judge elsewhere: boards opened, seats kept, results pulled.

The director is the master of the games, with a token of his own account and no other right there.
Each player comes by a link to his seat, or by an offer to the account that an earlier round has
shown; nobody is seated who did not come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from dragoman.client.answers import Refused
from dragoman.client.judge_client import Client, GameClient
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup, online, people, power_wishes, seating
from dragoman.tournament.actions.played_elsewhere import (
    board_settings,
    send_elsewhere,
    take_result,
)
from dragoman.tournament.commands.people import CheckIn, StandDown
from dragoman.tournament.commands.rounds import DrawRound, PublishRound, SubstitutePlayer
from dragoman.tournament.commands.tables import SendElsewhere
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import START_YEAR, Tournament, TournamentTable
from dragoman.tournament.log.store import Store
from dragoman.tournament.publishing.exports import export
from dragoman.tournament.scoring.result import read_result
from dragoman.tournament.seeding import PowersBy

_PLAYING: Final = ("running", "paused")
_NO_PAGE: Final = 404


@dataclass(frozen=True, slots=True)
class SeatCall:
    """A seat of a board on a judge. ``link`` leads to it, once, until somebody sits there; it is
    empty where the judge itself tells the player's account that the seat is his."""

    board: str
    power: str
    player: int
    is_taken: bool
    link: str = ""


@dataclass(frozen=True, slots=True)
class WishLink:
    """A player who is asked which powers he wishes: the ``link`` to his list, and what it says, as
    the desk has it."""

    player: int
    link: str
    wished: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardNews:
    """A board as its game stands. ``free`` are powers whose players have not come, ``awaited``
    those whose orders are. ``counted`` is the last year whose count was seen. ``taken``: its result
    went into the log just now."""

    board: str
    game: int
    stage: str
    phase: str = ""
    deadline: str = ""
    free: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    counted: int = START_YEAR
    taken: bool = False
    fault: str = ""


class OnlineRounds:
    """The rounds of a tournament on a judge, by its address and the director's token."""

    def __init__(self, store: Store, client: Client, judge: str) -> None:
        self._store, self._client, self._judge = store, client, judge.rstrip("/")

    def open_round(
        self, number: int, now: datetime, settings: Mapping[str, Any] | None = None
    ) -> list[SeatCall]:
        """Open the boards of a published round that are not open yet; what all who play there are
        to be told. Where it broke off, it goes on from there.

        Raises:
            ActionRefused: if the round is not published, or no board of it is played online.
            Refused: if the judge does not do it.
        """
        t = self._store.load()
        for table in online.to_be_opened(t, number):
            wished = {**t.settings.online.settings, **(settings or {}), "begins": "full"}
            made = self._client.create_game(**board_settings(t, table, wished))
            sent = SendElsewhere(table.key, f"{self._judge}/games/{made.number}")
            t = self._store.act(lambda t, sent=sent: send_elsewhere(t, sent))
            made.do("set-beginning", at=(now + t.settings.online.arrival).isoformat())
        return self.calls(number)

    def calls(self, number: int) -> list[SeatCall]:
        """The seats of a round, with the links of those who have not come; links and offers that
        are missing are made.

        Raises:
            ActionRefused: if no board of the round was opened here.
            Refused: if the judge does not answer for one of them.
        """
        t = self._store.load()
        tables = [one for one in lookup.drawn_round(t, number).tables.values() if one.game]
        if not tables:
            what = f"no board of round {number} is open on a judge"
            raise ActionRefused("not-opened", what, f"open it: online open {number}")
        return [call for table in tables for call in self._calls(t, table)]

    def pull(self, number: int = 0) -> list[BoardNews]:
        """Look at all games that go on, of one round or of all; the results of those that are over
        are taken. A result that the tournament does not take is told, and the rest is taken.

        Raises:
            Refused: if the judge does not answer.
        """
        t, found = self._store.load(), list[BoardNews]()
        for table in t.tables:
            if table.game is None or table.ending or number not in (0, table.round):
                continue
            game = self._game(table)
            shown = game.read()
            self._note_accounts(t, table, shown)
            t = self._note_counts(t, table, game, shown["stage"])
            news = BoardNews(
                table.key,
                game.number,
                shown["stage"],
                shown.get("phase", ""),
                shown.get("deadline") or shown.get("begins_at") or "",
                tuple(one["power"] for one in shown["seats"] if not one["taken"]),
                tuple(shown.get("awaited", ())),
                max(t.table(table.key).counts_so_far),
            )
            found.append(self._taken(game, news) if shown["stage"] == "over" else news)
        return found

    def replace(self, board: str, power: str, whom: str, why: str = "") -> SeatCall:
        """Give a seat to another player, with the director's word: whoever has it leaves, and the
        seat is kept for the other.

        Raises:
            ActionRefused: if the tournament does not allow it.
            Refused: if the judge does not.
        """
        t = self._store.load()
        table = self._opened(t, board)
        seat = lookup.power(table.variant, power)
        change = SubstitutePlayer(str(table.seats[seat]), whom, table.round, table.key)
        seating.substitute(t, change)
        game = self._game(table)
        shown = game.read()
        there = _seat(shown, seat)
        if shown["stage"] == "forming" and there["taken"]:
            what = f"{seat.title()} of board {table.key} has come, and the game has not begun"
            raise ActionRefused("not-begun", what, "wait for its beginning, or begin it there")
        t = self._store.act(lambda t: seating.substitute(t, change))
        if there["taken"]:
            game.do("eject", power=seat, why=why)
        elif there.get("offered_to"):
            game.do("withdraw-offer", power=seat)
        else:
            game.do("close-link", power=seat)
        return next(one for one in self._calls(t, t.table(table.key)) if one.power == seat)

    def extend(self, board: str, length: timedelta, why: str = "") -> str:
        """Give a board more time: until its next deadline, or its beginning; the new moment.

        Raises:
            ActionRefused: if it is not played here, or has no deadline.
            Refused: if the judge does not do it.
        """
        game = self._game(self._opened(self._store.load(), board))
        shown = game.read()
        forms = shown["stage"] == "forming"
        before = shown.get("begins_at") if forms else shown.get("deadline")
        if not before:
            what = f"board {board} has no deadline now"
            raise ActionRefused("no-deadline", what, "see how it stands: online pull")
        until = (datetime.fromisoformat(before) + length).isoformat()
        if forms:
            game.do("set-beginning", at=until)
        else:
            game.do("set-deadline", deadline=until, why=why)
        return until

    def go_on(self, now: datetime, name: str = "") -> tuple[list[BoardNews], list[SeatCall]]:
        """Do what is due by itself: pull results, and once the moment of a round has come call its
        players, draw it, publish it and open it. Whoever is over stands down; whose form is not
        complete is not called. With the ``name`` of the tournament there the draw knows what
        players wished until then.

        Raises:
            ActionRefused: if the round cannot be drawn.
            Refused: if the judge does not do its part.
        """
        news = self.pull()
        if name:
            self.take_wishes(name)
        t = self._store.load()
        calls: list[SeatCall] = []
        for number in online.due(t, now.astimezone(UTC)):
            self._draw(number)
            calls += self.open_round(number, now)
        return news, calls

    def show(self, name: str) -> None:
        """Show the tournament as it stands on the judge's public pages: what the hall sees of it,
        and nothing else.

        Raises:
            Refused: if the judge does not let one.
        """
        t = self._store.load()
        games = {one.key: one.game[1] for one in t.tables if one.game is not None}
        body = {"tournament": export(t, "public", 0)[""], "games": games}
        self._client.ask("PUT", f"/tournaments/{name}", body)

    def ask_for_wishes(self, name: str, is_open: bool = True) -> list[WishLink]:
        """Ask all players who may play which powers they wish, each by a link of his own, and take
        what was said so far; whoever was asked before keeps his link. With ``is_open`` false no
        more is taken there.

        Raises:
            ActionRefused: if powers are drawn by lot.
            Refused: if the judge does not let one.
        """
        t = self._store.load()
        rules = t.settings.seeding
        power_wishes.check_by_wishes(rules)
        body = {
            "title": t.name,
            "variant": t.settings.variant.name,
            "bid_points": rules.bid_points if rules.powers_by is PowersBy.BIDS else 0,
            "players": {
                str(one.number): one.name
                for one in t.players.values()
                if not one.gm and not one.withdrawn
            },
            "is_open": is_open,
        }
        found = self._client.ask("PUT", f"/tournaments/{name}/wishes", body).json()["players"]
        self._note_wishes(found)
        return [
            WishLink(one["player"], f"{self._judge}/powers/{one['code']}", _words_of(one))
            for one in found
        ]

    def take_wishes(self, name: str) -> int:
        """Take what players said of their wishes since; how many there were. None where nobody was
        asked under this name.

        Raises:
            Refused: if the judge does not answer.
        """
        if self._store.load().settings.seeding.powers_by is PowersBy.LOT:
            return 0
        try:
            found = self._client.get(f"/tournaments/{name}/wishes")["players"]
        except Refused as why:
            if why.status == _NO_PAGE:
                return 0
            raise
        return self._note_wishes(found)

    def _note_wishes(self, found: Sequence[Mapping[str, Any]]) -> int:
        """Note the wishes that are news, as one action."""

        def news(t: Tournament) -> list[Event]:
            events: list[Event] = []
            for one in found:
                if one["player"] not in t.players:
                    continue
                wish = power_wishes.wished(t, one["player"], _words_of(one), 0)
                before = t.wishes.get((wish.player, 0))
                if wish != before and (wish.powers or before is not None):
                    events.append(wish)
            return events

        told = news(self._store.load())
        if told:
            self._store.act(news)
        return len(told)

    def _draw(self, number: int) -> None:
        t = self._store.load()
        round_ = t.round(number)
        if not round_.present:
            called = online.called(t, number)
            self._store.act(lambda t: people.check_in(t, CheckIn(called, number)))
        if not round_.tables:
            t = self._store.load()
            if over := online.over(t, number):
                down = StandDown((), number, over)
                self._store.act(lambda t: people.stand_down(t, down))
            draw = DrawRound(number, top=t.settings.online.top_boards if number > 1 else 0)
            self._store.act(lambda t: seating.draw(t, draw))
        if not round_.published:
            self._store.act(lambda t: seating.publish(t, PublishRound(number)))

    def _calls(self, t: Tournament, table: TournamentTable) -> list[SeatCall]:
        game, found = self._game(table), list[SeatCall]()
        shown = game.read()
        if shown["stage"] == "over":
            return []
        for power, player in table.seats.items():
            seat = _seat(shown, power)
            if not seat["taken"] and not seat["kept"] and seat["alive"] is not False:
                self._keep(game, power, t.accounts.get(player))
        shown = game.read()
        links: Mapping[str, str] = shown.get("seat_links", {})
        for power, player in table.seats.items():
            is_taken, code = _seat(shown, power)["taken"], links.get(power, "")
            link = f"{self._judge}/j/{code}" if code and not is_taken else ""
            found.append(SeatCall(table.key, power, player, is_taken, link))
        return found

    def _keep(self, game: GameClient, power: str, known: ev.AccountKnown | None) -> None:
        """Keep a seat for the account that its player has here; for whoever has its link where none
        is known, or the judge does not write to it."""
        if known is not None and known.judge == self._judge:
            try:
                game.do("offer-seat", user=known.account, power=power)
            except Refused as why:
                if why.code == "missing-scope":
                    raise
            else:
                return
        game.do("make-link", power=power)

    def _note_accounts(
        self, t: Tournament, table: TournamentTable, shown: Mapping[str, Any]
    ) -> None:
        seen = {one["power"]: one.get("user") for one in shown["seats"]}
        accounts = {table.seats[power]: user for power, user in seen.items() if user}
        if online.accounts(t, self._judge, accounts):
            self._store.act(lambda t: online.accounts(t, self._judge, accounts))

    def _note_counts(
        self, t: Tournament, table: TournamentTable, game: GameClient, stage: str
    ) -> Tournament:
        """Note how a game stands that goes on; not of one whose counts nobody is told."""
        if stage not in _PLAYING:
            return t
        try:
            counts = game.board_counts()["counts"]
        except Refused as why:
            if why.code == "not-to-be-seen" or why.status == _NO_PAGE:  # of an older judge
                return t
            raise
        if online.counts_seen(t, table.key, counts):
            return self._store.act(lambda t: online.counts_seen(t, table.key, counts))
        return t

    def _taken(self, game: GameClient, news: BoardNews) -> BoardNews:
        result = read_result(game.board_result())
        try:
            self._store.act(lambda t: take_result(t, news.board, result))
        except ActionRefused as refused:
            return replace(news, fault=str(refused.diagnostic))
        return BoardNews(news.board, news.game, news.stage, news.phase, taken=True)

    def _opened(self, t: Tournament, board: str) -> TournamentTable:
        table = lookup.table(t, board)
        if table.game is None:
            what = f"board {table.key} is not open on a judge"
            raise ActionRefused("not-opened", what, f"open it: online open {table.round}")
        return table

    def _game(self, table: TournamentTable) -> GameClient:
        assert table.game is not None
        judge, number = table.game
        if judge != self._judge:
            what = f"board {table.key} is played at {judge}"
            raise ActionRefused("another-judge", what, "say --judge, with this address")
        return self._client.game(number)


def _words_of(wish: Mapping[str, Any]) -> tuple[str, ...]:
    """A wish in words, as the desk reads it."""
    if not wish["bids"]:
        return tuple(wish["wished"])
    bids = zip(wish["wished"], wish["bids"], strict=True)
    return tuple(f"{power}={points}" for power, points in bids)


def _seat(shown: Mapping[str, Any], power: str) -> Mapping[str, Any]:
    return next(one for one in shown["seats"] if one["power"] == power)

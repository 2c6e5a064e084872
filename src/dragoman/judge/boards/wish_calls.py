"""Calls for wishes: which powers the players of a tournament wish to play, or what they bid.

A director asks for them, under the name by which his tournament is shown here. Each player has a
link of his own, and changes his mind as often as he likes while the call is open. Nobody else reads
what he wishes but the director, who takes it to the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dragoman.extras import extra
from dragoman.formats import VariantError
from dragoman.judge.boards.published import check_name
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tournament_tables import power_wishes, wish_calls
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions.power_wishes import read_wish
from dragoman.tournament.rules.played_variant import played_variant

with extra("judge"):
    import sqlalchemy as sa

_LOCKED = sa.select(wish_calls).with_for_update()
_ASKED = sa.select(power_wishes)


@dataclass(frozen=True, slots=True)
class WishCall:
    """A call for wishes. ``by`` is the account of its director; ``bid_points`` is what each player
    may bid, 0 where powers go by lists."""

    tournament: str
    by: int
    title: str
    variant: str
    bid_points: int = 0
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class PlayersWish:
    """The wish of a player, who goes by his number in the tournament: powers, best first, and where
    they go to bids what he bids on each."""

    code: str
    player: int
    name: str
    wished: tuple[str, ...] = ()
    bids: tuple[int, ...] = ()


class WishCalls:
    """The calls for wishes, and what was said; ``new_code`` makes the code of a link."""

    def __init__(self, database: Database, new_code: Callable[[], str]) -> None:
        self._database, self._new_code = database, new_code

    def named(self, tournament: str) -> WishCall:
        """The call of a tournament.

        Raises:
            ActionRefused: if there is none.
        """
        wanted = sa.select(wish_calls).where(wish_calls.c.tournament == tournament)
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            what = f"no tournament called {tournament!r} asks for wishes here"
            raise ActionRefused("no-tournament", what)
        return _call(row)

    def wishes(self, tournament: str) -> list[PlayersWish]:
        """The wishes of a tournament's players, by their numbers."""
        of = power_wishes.c
        wanted = sa.select(power_wishes).where(of.tournament == tournament).order_by(of.player)
        with self._database.reading() as connection:
            return [*map(_wish, connection.execute(wanted))]

    def of_code(self, code: str) -> tuple[WishCall, PlayersWish]:
        """The wish of the player who has a link, and the call for it.

        Raises:
            ActionRefused: if nobody has.
        """
        of = power_wishes.c
        wanted = sa.select(power_wishes).where(of.code == code)
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            what = "this link is nobody's"
            raise ActionRefused("no-such-link", what, "take it from the director's letter, whole")
        return self.named(row.tournament), _wish(row)

    def call(self, call: WishCall, players: Mapping[int, str], *, takes_any: bool = False) -> None:
        """Ask players, by their numbers and names, or go on asking: whoever was asked before keeps
        his link and what he wishes, and who is named no more is asked no more. The director is
        whoever asked first; ``takes_any`` is for admins, who may go on asking in his name.

        Raises:
            ActionRefused: if the name or the variant is none, if another asks these players, or if
                they would wish by other terms than those by which some have wished.
        """
        check_name(call.tournament)
        try:
            played_variant(call.variant)
        except VariantError as error:
            raise ActionRefused("unknown-variant", str(error)) from None
        of, called = power_wishes.c, wish_calls.c.tournament == call.tournament
        row = {
            "tournament": call.tournament, "by": call.by, "title": call.title,
            "variant": call.variant, "bid_points": call.bid_points, "is_open": call.is_open,
        }  # fmt: skip
        mine = of.tournament == call.tournament
        with self._database.writing() as connection:
            connection.execute(insert_new(connection, wish_calls).values(row))
            # Two who ask at once do so one after the other.
            first = _call(connection.execute(_LOCKED.where(called)).one())
            there = {one.player: one.wished for one in connection.execute(_ASKED.where(mine))}
            if first.by != call.by and not takes_any:
                what = "only its director and admins may ask these players"
                raise ActionRefused("not-allowed", what)
            if any(there.values()) and _terms(first) != _terms(call):
                what = "players have wished by other terms: the variant and the points stay"
                raise ActionRefused("wished-already", what, "forget this call, and ask anew")
            del row["by"]
            connection.execute(sa.update(wish_calls).where(called).values(row))
            gone = sorted(there.keys() - players.keys())
            connection.execute(sa.delete(power_wishes).where(mine, of.player.in_(gone)))
            for number, name in players.items():
                if number in there:
                    named = sa.update(power_wishes).where(mine, of.player == number)
                    connection.execute(named.values(name=name))
                else:
                    code = self._new_code()
                    asked = {"code": code, "tournament": call.tournament, "player": number}
                    new: dict[str, Any] = {**asked, "name": name, "wished": [], "bids": []}
                    connection.execute(sa.insert(power_wishes).values(new))

    def say(self, code: str, words: Sequence[str]) -> PlayersWish:
        """Note what a player wishes, in words such as ``F T`` or ``F=60``; it takes the place of
        what he said before, also where it is nothing.

        Raises:
            ActionRefused: if the link is nobody's, the call is closed, or he cannot wish that.
        """
        asked, before = self.of_code(code)
        wanted = _LOCKED.where(wish_calls.c.tournament == asked.tournament)
        with self._database.writing() as connection:
            # A director who closes the call has all that was noted before.
            row = connection.execute(wanted).one_or_none()
            if row is None or not row.is_open:
                raise ActionRefused(
                    "call-closed", "no wishes are taken any more", "ask the director"
                )
            wished, bids = read_wish(played_variant(row.variant), words, row.bid_points)
            said = sa.update(power_wishes).where(power_wishes.c.code == code)
            connection.execute(said.values(wished=[*wished], bids=[*bids]))
        return replace(before, wished=wished, bids=bids)

    def end(self, tournament: str) -> None:
        """Forget a call, with all that was said.

        Raises:
            ActionRefused: if there is none.
        """
        self.named(tournament)
        with self._database.writing() as connection:
            for table in (wish_calls, power_wishes):
                connection.execute(sa.delete(table).where(table.c.tournament == tournament))


def _call(row: Any) -> WishCall:
    return WishCall(row.tournament, row.by, row.title, row.variant, row.bid_points, row.is_open)


def _terms(call: WishCall) -> tuple[str, int]:
    """The terms by which the players of a call wish."""
    return call.variant, call.bid_points


def _wish(row: Any) -> PlayersWish:
    return PlayersWish(row.code, row.player, row.name, tuple(row.wished), tuple(row.bids))

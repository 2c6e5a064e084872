"""Seats: how they change hands, who may have one and who waits for one; absences."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.guests import check_guest_sits
from dragoman.judge.commands.lookup import power_called
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event
from dragoman.judge.log.settings import Entry, HouseholdRule, Seating, Settings
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.refusal import ActionRefused

LONGEST_ABSENCE: Final = timedelta(days=21)
ABSENCE_A_YEAR: Final = timedelta(days=42)


def take_kept_seat(g: JudgedGame, command: c.TakeSeat, actor: Actor) -> tuple[Event, ...]:
    """Events by which somebody takes a seat that is free, or kept for him.

    Raises:
        ActionRefused: if it is not for him.
    """
    power = power_called(g, command.power)
    check_entry(g, actor, command.code, power)
    is_his = g.offers.get(power) == actor.user or g.seat_of_link(command.code) == power
    if g.stage is Stage.FORMING and not is_his:
        what = "before a game begins a seat is taken by whoever it is kept for"
        raise ActionRefused("wrong-stage", what, "join, and name the power")
    if g.settings.entry is Entry.MASTER and not (
        is_his or is_asked_in(g, actor.user, command.code)
    ):
        what = "a master lets people into this game"
        raise ActionRefused("master-lets-in", what, "join, and name the power")
    if power not in g.free and not is_his:
        if power in g.seat_links:
            what = f"{power} is kept for whoever has the link to this seat"
            raise ActionRefused("seat-kept", what, "ask the game master")
        free = ", ".join(g.free) or "no power"
        raise ActionRefused("seat-taken", f"{power} cannot be taken over", f"open is {free}")
    if g.is_programs(power) != actor.is_program:
        who = "a program" if g.is_programs(power) else "a person"
        raise ActionRefused("programs-seat", f"{power} is played by {who}")
    has_player = g.seats[power].user is not None
    handed_over = (ev.Vacated(power, "handed-over"),) if has_player else ()
    return (*handed_over, ev.Seated(power, actor.user))


def resign(g: JudgedGame, command: c.Resign, actor: Actor, now: datetime) -> Decision:
    return _vacate(g, ev.Vacated(g.players[actor.user], "resigned"))


def eject(g: JudgedGame, command: c.Eject, actor: Actor, now: datetime) -> Decision:
    power = power_called(g, command.power)
    if g.seats[power].user is None:
        raise ActionRefused("no-player", f"{power} has no player")
    return _vacate(g, ev.Vacated(power, "ejected", command.why))


def _vacate(g: JudgedGame, vacated: ev.Vacated) -> Decision:
    is_alive = vacated.power in g.game.survivors
    return Decision((vacated, *refill(g, (vacated.power,) if is_alive else ())))


def announce_absence(
    g: JudgedGame, command: c.AnnounceAbsence, actor: Actor, now: datetime
) -> Decision:
    start, end = max(command.start, now), command.end
    if end <= start:
        raise ActionRefused("no-absence", "an absence ends after it begins")
    if end - start > LONGEST_ABSENCE:
        what = f"nobody may be away for more than {LONGEST_ABSENCE.days} days at once"
        raise ActionRefused("absence-too-long", what, "find somebody to take your seat over")
    year = now - timedelta(days=365)
    taken = sum(
        (till - max(since, year) for since, till in g.absences.get(actor.user, ()) if till > year),
        timedelta(),
    )
    if taken + (end - start) > ABSENCE_A_YEAR:
        what = f"a game waits for nobody for more than {ABSENCE_A_YEAR.days} days a year"
        raise ActionRefused("absent-too-often", what)
    return Decision((ev.Absent(actor.user, start.isoformat(), end.isoformat()),))


def end_absence(g: JudgedGame, command: c.EndAbsence, actor: Actor, now: datetime) -> Decision:
    if not any(end > now for _, end in g.absences.get(actor.user, ())):
        return Decision()
    return Decision((ev.AbsenceEnded(actor.user),))


# Seats handed over

MOST_OFFERS: Final = 10
"""How often the player of a power offers it in one game: each time somebody is mailed."""


def offer_seat(g: JudgedGame, command: c.OfferSeat, actor: Actor, now: datetime) -> Decision:
    user, power = command.user, _offered_by(g, actor, command.power)
    _check_dealt(g)
    if g.stage is Stage.FORMING and g.seats[power].user is not None:
        what = "before a game begins a seat does not change hands"
        raise ActionRefused("wrong-stage", what, "leave the game, and ask its master")
    if power not in g.game.survivors:
        raise ActionRefused("eliminated-power", f"{power} has nothing left")
    if g.offers.get(power) == user:
        return Decision()
    check_is_person(user)
    if user in g.players:
        raise ActionRefused("plays-already", "this player has a seat already")
    check_kept_apart(g, user)
    check_not_ejected(g, user)
    waits = g.applicants.get(user)
    is_let_in = user in g.invited or (waits is not None and waits.admitted)
    is_kept_by_master = g.seats[power].user is None
    if g.settings.entry is Entry.MASTER and not is_let_in and not is_kept_by_master:
        what = "a master lets people into this game"
        raise ActionRefused("not-let-in", what, "ask the master to invite this player first")
    if g.offers_made.get(power, 0) >= MOST_OFFERS:
        what = f"a seat is offered {MOST_OFFERS} times in a game, and not more often"
        raise ActionRefused("too-many-offers", what, "resign, or ask the master")
    return Decision((*_offer_ended(g, power), ev.SeatOffered(power, user)))


def withdraw_offer(
    g: JudgedGame, command: c.WithdrawOffer, actor: Actor, now: datetime
) -> Decision:
    return Decision(_offer_ended(g, _offered_by(g, actor, command.power)))


def _offered_by(g: JudgedGame, actor: Actor, named: str) -> str:
    """The power whose seat somebody may offer: his own, or, for a master, one without a player.

    Raises:
        ActionRefused: if there is none, or he may not.
    """
    own = actor.power(g)
    if not named and own is None:
        raise ActionRefused("no-power-named", "which seat?", "name its power", g.vacant)
    power = power_called(g, named) if named else own
    assert power is not None
    if power == own:
        return power
    if not (actor.is_admin or actor.user in g.masters):
        raise ActionRefused("not-your-power", f"you do not play {power}")
    if power not in g.vacant:
        what = f"{power} has a player, or nothing left"
        raise ActionRefused("seat-taken", what, "let its player hand it over, or eject him")
    if g.is_programs(power):
        raise ActionRefused("programs-seat", f"{power} is played by programs")
    return power


def _check_dealt(g: JudgedGame) -> None:
    """See that it is known who plays what: in a game that has begun, or where a master says it.

    Raises:
        ActionRefused: if not.
    """
    if g.stage is Stage.FORMING and g.settings.seating is not Seating.MASTER:
        what = "before a game begins nobody knows who plays what"
        raise ActionRefused("wrong-stage", what, "make a link to the game")


def _offer_ended(g: JudgedGame, power: str) -> tuple[ev.SeatOfferEnded, ...]:
    return (ev.SeatOfferEnded(power, g.offers[power]),) if power in g.offers else ()


# Invitations

MOST_INVITED: Final = 100


def invite(g: JudgedGame, command: c.Invite, actor: Actor, now: datetime) -> Decision:
    user = command.user
    check_is_person(user)
    if user in g.players:
        raise ActionRefused("plays-already", "this player has a seat already")
    if user in g.applicants:
        what = "this player waits for a seat already"
        raise ActionRefused("waits-already", what, "admit him, or give him a power")
    check_kept_apart(g, user)
    check_not_ejected(g, user)
    if user in g.invited:
        return Decision()
    if len(g.invited) >= MOST_INVITED:
        what = f"no more than {MOST_INVITED} people are invited at once"
        raise ActionRefused("too-many-invited", what, "take some of the invitations back")
    return Decision((ev.Invited(user),))


def uninvite(g: JudgedGame, command: c.Uninvite, actor: Actor, now: datetime) -> Decision:
    if command.user not in g.invited:
        raise ActionRefused("not-invited", "nobody with this account is invited")
    return Decision((ev.InvitationEnded(command.user),))


def decline(g: JudgedGame, command: c.Decline, actor: Actor, now: datetime) -> Decision:
    offered = [power for power, user in g.offers.items() if user == actor.user]
    invited = (ev.InvitationEnded(actor.user),) if actor.user in g.invited else ()
    if not offered and not invited:
        raise ActionRefused("not-invited", "you are not invited to this game")
    return Decision((*invited, *(ev.SeatOfferEnded(power, actor.user) for power in offered)))


# The link

_BASE_32: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_LINK_LETTERS: Final = 10


def make_link(g: JudgedGame, command: c.MakeLink, actor: Actor, now: datetime) -> Decision:
    if not command.power:
        return Decision((ev.LinkMade(link_code(g)),))
    power = power_called(g, command.power)
    _check_dealt(g)
    if power not in g.vacant:
        raise ActionRefused("seat-taken", f"{power} has a player, or nothing left")
    if g.is_programs(power):
        raise ActionRefused("programs-seat", f"{power} is for programs")
    return Decision((ev.LinkMade(link_code(g, power), power),))


def link_code(g: JudgedGame, power: str = "") -> str:
    """The code of the next link, to the game or to a seat, of 50 bits, which nobody can tell who
    does not know the lot of the game."""
    of = f"link {g.number} {power}".rstrip()
    digest = hmac.digest(str(g.lot).encode(), of.encode(), "sha256")
    return _in_halves(b32encode(digest).decode()[:_LINK_LETTERS])


def read_link_code(text: str) -> str:
    """The code of a link, from how somebody typed it."""
    letters = text.upper().translate(str.maketrans("018", "OIB"))
    return _in_halves("".join(one for one in letters if one in _BASE_32))


def _in_halves(code: str) -> str:
    return f"{code[: _LINK_LETTERS // 2]}-{code[_LINK_LETTERS // 2 :]}"


def close_link(g: JudgedGame, command: c.CloseLink, actor: Actor, now: datetime) -> Decision:
    if not command.power:
        return Decision((ev.LinkClosed(),) if g.link else ())
    power = power_called(g, command.power)
    return Decision((ev.LinkClosed(power),) if power in g.seat_links else ())


def is_asked_in(g: JudgedGame, user: int, code: str) -> bool:
    """True if a master wants somebody to come in: who is invited, or has the link."""
    return user in g.invited or has_link(g, code)


def comes_by_code(g: JudgedGame, command: c.Command) -> bool:
    """True if somebody has what a game lets people in by: its code, its link, or that to a seat."""
    code = command.code if isinstance(command, (c.Join, c.TakeSeat)) else ""
    is_code = hmac.compare_digest(code.encode(), g.settings.code.encode())
    return code != "" and (is_code or has_link(g, code) or g.seat_of_link(code) != "")


def has_link(g: JudgedGame, code: str) -> bool:
    """True if this is the code of the link that is open."""
    return g.link != "" and hmac.compare_digest(code.encode(), g.link.encode())


# The waiting list


def refill(g: JudgedGame, powers: Iterable[str]) -> tuple[ev.Seated, ...]:
    """For each of these powers, that are or become vacant, the first in the waiting list who
    would have it."""
    found: dict[int, str] = {}
    for power in powers:
        for user in waiting(g, g.is_programs(power)):
            wishes = g.applicants[user].wishes
            if user not in found and (not wishes or power in wishes):
                found[user] = power
                break
    return tuple(ev.Seated(power, user) for user, power in found.items())


def waiting(g: JudgedGame, programs: bool) -> list[int]:
    """The people, or the programs, that wait for a seat and may have one, in their order."""
    return [
        user
        for user, one in g.applicants.items()
        if one.program == programs and (one.admitted or g.settings.entry is not Entry.MASTER)
    ]


# Checks of newcomers


def check_is_person(user: int) -> None:
    """See that a number may be that of an account.

    Raises:
        ActionRefused: if not.
    """
    if user < 1:
        raise ActionRefused("no-person", f"there is no account {user}")


def check_entry(g: JudgedGame, actor: Actor, code: str, power: str = "") -> None:
    """See that somebody may come in with this code, to whatever seat or to that of a power.

    Raises:
        ActionRefused: if not.
    """
    if actor.user in g.players:
        raise ActionRefused("plays-already", "you play in this game already")
    check_kept_apart(g, actor.user)
    check_not_ejected(g, actor.user)
    _check_household(g, actor)
    if is_asked_in(g, actor.user, code) or (power and g.seat_of_link(code) == power):
        return
    if actor.is_guest:
        check_guest_sits(g, actor.user)
    if actor.reliability < g.settings.reliability:
        what = f"this game is for those who keep {g.settings.reliability} of a hundred deadlines"
        raise ActionRefused("not-reliable-enough", what, f"you have kept {actor.reliability}")
    if g.settings.entry is not Entry.CODE:
        return
    if not hmac.compare_digest(code.encode(), g.settings.code.encode()):
        what = "this game is for those who have its code"
        raise ActionRefused("wrong-code", what, "ask its master for an invitation")


def _check_household(g: JudgedGame, actor: Actor) -> None:
    here = {*g.players, *g.applicants}
    if g.settings.households is HouseholdRule.APART and not here.isdisjoint(actor.lives_with):
        what = "somebody of your household takes part in this game, which takes one of each"
        raise ActionRefused("household", what, "ask its master")


def check_kept_apart(g: JudgedGame, user: int) -> None:
    """See that a master does not play where that would tell him too much, or count for him.

    Raises:
        ActionRefused: if he would.
    """
    if user in g.masters and (why := no_master_plays(g.settings)):
        raise ActionRefused("master-plays", why, "let another be its master")


def no_master_plays(settings: Settings) -> str:
    """The reason why no master of a game plays in it; empty where he may."""
    if settings.anonymous:
        return "the master of an anonymous game knows who plays what"
    if settings.rated:
        return "the master of a rated game does not play in it"
    if settings.press_approved:
        return "the master who lets press through reads all of it"
    return ""


def check_not_ejected(g: JudgedGame, user: int) -> None:
    """See that no master took a seat of this game from somebody.

    Raises:
        ActionRefused: if one did.
    """
    if any(one.user == user and one.why == "ejected" for one in g.departures):
        raise ActionRefused("ejected", "a master took this player's seat", "write to the master")

"""Guests on pages: whoever wants to play at once, and has no account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from dragoman.extras import extra
from dragoman.judge.accounts.sign_ins import SignInSession
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.seats_of_guests import games_of_guest, hand_over
from dragoman.quick_dataclass import dataclass
from dragoman.web.callers import GUEST_COOKIE, address_of, keep_signed_in
from dragoman.web.pages.html.forms import FormHere
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.problems import page_router

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response

router = page_router()
SEATS: Final = "/sign-in/seats"
"""The page on which somebody who signed in hands over what he had as a guest."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who plays: the visitor as he was, or as a guest whose session begins with the
    answer."""

    actor: Actor
    secret: str = ""

    def keep(self, visit: Visit, answer: Response) -> Response:
        """The answer, with which his browser keeps the session that began, if one did."""
        if self.secret:
            keep_signed_in(answer, self.secret, visit.state.is_https)
        return answer


def arrive(visit: Visit, name: str = "", *, by_link: bool = False) -> Arrival:
    """Whoever is here: the one who is signed in, or a new guest of this name, who came by the link
    of a game or by himself.

    Raises:
        ActionRefused: if nobody plays here without an account, too many came from there, or the
            name is taken or cannot be.
    """
    if visit.user:
        return Arrival(visit.caller.actor)
    accounts, request = visit.state.judge.accounts, visit.request
    guest = accounts.guests.begin(
        name, address_of(request), visit.now, visit.language, by_link=by_link
    )
    device = request.headers.get("User-Agent", "")
    secret = accounts.sign_ins.begin(guest.number, device, visit.now)
    return Arrival(Actor(guest.number, is_guest=True), secret)


# A guest who signs in to an account that he has


def own_page(path: str) -> str:
    """A page of ours to go on to, whatever was asked for: never another site."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_ours and path.isprintable() else "/"


def seats_page(then: str) -> str:
    """The page that asks what becomes of a guest's seats, and goes on to another."""
    return f"{SEATS}?next={quote(then)}"


@router.get(SEATS)
def show_seats(visit: OwnVisit, next: str = "/") -> Response:
    """The question whether the seats that one had as a guest are handed over; where there are none,
    the page that one wanted."""
    guest = _guest_before(visit)
    games = games_of_guest(visit.state.judge, guest.user) if guest is not None else {}
    if guest is None or not games:
        return _without_guest(own_page(next))
    return _seats_page(visit, guest, games, own_page(next))


@router.post(SEATS)
def settle_seats(visit: OwnVisit, form: FormHere) -> Response:
    """Hand the seats over, or give them up, as the form says."""
    judge, then, guest = visit.state.judge, own_page(form.text("next")), _guest_before(visit)
    if guest is None:
        return _without_guest(then)
    if form.text("do") == "hand-over":
        left = hand_over(judge, guest.user, visit.user, visit.now)
        if left:
            games = games_of_guest(judge, guest.user)
            return _seats_page(visit, guest, {one: games[one] for one in left}, then, is_left=True)
    judge.forget(Actor(guest.user, is_guest=True), guest.user, visit.now)
    return _without_guest(then)


def _seats_page(
    visit: Visit,
    guest: SignInSession,
    games: Mapping[int, JudgedGame],
    then: str,
    is_left: bool = False,
) -> Response:
    """The question; or, with ``is_left``, in which games no seat could be handed over."""
    shown = [(game, g.settings.title, _power_of(visit, g, guest.user)) for game, g in games.items()]
    named = guest.called
    return page(visit, "guest_seats.html", guest=named, games=shown, next=then, is_left=is_left)


def _guest_before(visit: Visit) -> SignInSession | None:
    """The session that a visitor with an account had as a guest, in this browser."""
    secret = visit.request.cookies.get(GUEST_COOKIE, "")
    found = visit.state.judge.accounts.sign_ins.session(secret, visit.now) if secret else None
    return found if found is not None and found.is_guest and not visit.is_guest else None


def _power_of(visit: Visit, g: JudgedGame, user: int) -> str:
    """The name of the power that somebody plays, if he does."""
    power = g.players.get(user)
    return g.game.variant.power_name(power, visit.language) if power else ""


def _without_guest(then: str) -> Response:
    answer = RedirectResponse(then, 303)
    answer.delete_cookie(GUEST_COOKIE)
    return answer

"""Guests on pages: whoever wants to play at once, and has no account."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.quick_dataclass import dataclass
from dragoman.web.callers import address_of, keep_signed_in
from dragoman.web.pages.rendering import Visit

with extra("judge"):
    from fastapi.responses import Response


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


def arrive(visit: Visit, name: str = "") -> Arrival:
    """Whoever is here: the one who is signed in, or a new guest of this name.

    Raises:
        ActionRefused: if nobody plays here without an account, too many came from there, or the
            name is taken or cannot be.
    """
    if visit.user:
        return Arrival(visit.caller.actor)
    accounts, request = visit.state.judge.accounts, visit.request
    guest = accounts.guests.begin(name, address_of(request), visit.now, visit.language)
    device = request.headers.get("User-Agent", "")
    secret = accounts.sign_ins.begin(guest.number, device, visit.now)
    return Arrival(Actor(guest.number, is_guest=True), secret)

"""The caller of a request: a person with a session in a cookie, a program with a token, or a
visitor; and the scopes of tokens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from enum import Enum
from ipaddress import IPv6Address, ip_address
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from dragoman.extras import extra
from dragoman.judge.accounts.preferences import AS_EVERYBODY, Look
from dragoman.judge.accounts.sign_ins import LONGEST, SignInSession
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import WHO_MAY, Actor, GameRole
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap
from dragoman.web.game_keys import shown_by_key
from dragoman.web.languages import prefer
from dragoman.web.one_thread import in_one_thread
from dragoman.web.problems import Problem, refused
from dragoman.web.web_state import GameNumber, StateHere, WebState, state_of

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.concurrency import run_in_threadpool
    from fastapi.responses import Response


# Scopes


class Scope(Enum):
    """Rights that somebody gives a program. None of them gives more than he may do himself."""

    READ = "read"
    """See what he may see."""
    PLAY = "play"
    """Join games, order, vote."""
    PRESS = "press"
    """Write and sort press."""
    MASTER = "master"
    """Do what only masters do; set up games and variants."""
    MODERATE = "moderate"
    """Count as a moderator, where he is one."""
    ADMIN = "admin"
    """Count as an admin, where he is one."""


ALL: Final = frozenset(Scope)
_PRESS: Final = ("Send", "ReportMessage", "ReportPower", "Mute", "SaveNote")


def scope_of(command: type[c.Command]) -> Scope:
    """The scope that a command takes."""
    if command.__name__ in _PRESS:
        return Scope.PRESS
    roles, _ = WHO_MAY[command]
    return Scope.MASTER if roles <= {GameRole.MASTER, GameRole.ADMIN} else Scope.PLAY


COMMAND_SCOPES: Final[Mapping[str, Scope]] = FrozenMap(
    {kind.__name__: scope_of(kind) for kind in WHO_MAY if kind not in (c.Tick, c.Halt)}
)
"""The scope of each command by its name; the clock's have none, for nobody gives them."""


# Callers

COOKIE: Final = "dragoman"
_DEVICE_COOKIE: Final = "dragoman-device"
GUEST_COOKIE: Final = "dragoman-guest"
"""The session that somebody had as a guest before he signed in: with it he can hand his seats
over."""
GUARD: Final = "X-Dragoman"
"""A header that no form and no link of another site can send: with a cookie, every request that
changes something has it, or comes from a form of ours."""
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_ALSO_BARRED: Final = (
    "/sign-out", "/sign-in", "/api/session", "/decisions", "/api/me", "/account", "/settings",
    "/games/", "/api/games/",
)  # fmt: skip
"""Addresses below which somebody whom moderators have barred still changes something: his own
account, his appeal, and games, where the judge decides by each command."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request, with the scopes of his token or session."""

    actor: Actor
    scopes: frozenset[Scope]
    by: Literal["", "session", "token"]
    key: str
    """The name under which his requests are counted: his account, or the address he came from."""
    called: str = ""
    """His name; empty for a visitor."""
    look: Look = AS_EVERYBODY
    """His choices for pages."""

    @property
    def is_visitor(self) -> bool:
        return not self.actor.user


def _caller_here(request: Request) -> Caller:
    known: Caller | None = getattr(request.state, "caller", None)
    return known or look_up(request)


@in_one_thread(_caller_here)
async def caller_of(request: Request) -> Caller:
    """A dependency: who is asking, as ``look_up`` says. Where that is known it is no work for
    another thread: to go there takes longer.

    Raises:
        Problem: if he shows a token that is none, or asks for too much.
    """
    known: Caller | None = getattr(request.state, "caller", None)
    return known or await run_in_threadpool(look_up, request)


def look_up(request: Request) -> Caller:
    """The caller, looked up anew, and noted with the request.

    Raises:
        Problem: if he shows a token that is none, or asks for too much.
    """
    state = state_of(request)
    address = address_of(request)
    caller = Caller(Actor(), ALL, "", address)
    accounts, now = state.judge.accounts, state.now()
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    if kind:
        found = accounts.tokens.holder(secret.strip(), now) if kind.lower() == "bearer" else None
        if found is None:
            state.buckets.take("wrong-token", address, state.limits.sign_ins)
            challenge = {"WWW-Authenticate": "Bearer"}
            fault = refused("not-signed-in", "this token is not valid", "make another one")
            raise Problem(fault.diagnostics, headers=challenge)
        scopes = frozenset(one for one in Scope if one.value in found.scopes)
        is_admin = found.is_admin and Scope.ADMIN in scopes
        is_moderator = found.is_moderator and Scope.MODERATE in scopes
        actor = Actor(found.user, is_admin, is_program=found.is_program, is_moderator=is_moderator)
        caller = Caller(actor, scopes, "token", f"user {found.user}", found.called)
    elif cookie := request.cookies.get(COOKIE):
        session = accounts.sign_ins.session(cookie, now)
        if session is not None:
            if request.method not in _SAFE and not is_from_here(request):
                what = f"with a cookie, changes need the header {GUARD}: 1"
                raise refused("no-csrf-header", what, "send it, or use a token")
            if session.is_due:
                note_sighting(request, state, session.user)
            caller = caller_in(session)
            prefer(request, session.look.language)
    is_write = request.method not in _SAFE
    state.buckets.take("requests", caller.key, state.limits.requests)
    if is_write:
        state.buckets.take("writes", caller.key, state.limits.writes)
        if caller.actor.user and not request.url.path.startswith(_ALSO_BARRED):
            state.judge.check_not_banned(caller.actor, now)
    if shown := shown_by_key(request, state.judge.game_keys):
        caller = replace(caller, actor=replace(caller.actor, shown=shown))
    request.state.caller = caller
    return caller


def caller_in(session: SignInSession) -> Caller:
    """The caller of whom a session is."""
    actor = Actor(
        session.user,
        session.is_admin,
        is_guest=session.is_guest,
        is_moderator=session.is_moderator,
    )
    return Caller(actor, ALL, "session", f"user {session.user}", session.called, session.look)


def keep_signed_in(answer: Response, secret: str, is_https: bool) -> None:
    """Have a browser keep the session that an answer begins."""
    answer.set_cookie(
        COOKIE,
        secret,
        max_age=int(LONGEST.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=is_https,
    )


def keep_device(answer: Response, request: Request, state: WebState, person: int) -> None:
    """Have a browser know that somebody showed in it who he is: there, nobody else's guesses keep
    him out."""
    known = device_of(request)
    secret = state.judge.accounts.sign_ins.know(person, known, state.now())
    note_sighting(request, state, person, secret)
    answer.set_cookie(
        _DEVICE_COOKIE,
        secret,
        max_age=365 * 24 * 60 * 60,
        httponly=True,
        samesite="lax",
        secure=state.is_https,
    )


def note_sighting(request: Request, state: WebState, person: int, *devices: str) -> None:
    """Note from where somebody came, and in which browser: the one that others have signed in in
    as well, and ``devices`` that are known as his from now on."""
    accounts, known = state.judge.accounts, device_of(request)
    if known and accounts.sign_ins.is_known_browser(known):
        devices = (known, *devices)
    accounts.sightings.note(person, address_of(request), *devices, now=state.now())


def device_of(request: Request) -> str:
    """By what a browser is known as somebody's; empty where it is not."""
    return request.cookies.get(_DEVICE_COOKIE, "")


def keep_guest(answer: Response, request: Request, caller: Caller, is_https: bool) -> None:
    """Have the browser of a guest who signs in keep the session that he had, for a day."""
    if caller.actor.is_guest:
        answer.set_cookie(
            GUEST_COOKIE,
            request.cookies[COOKIE],
            max_age=24 * 60 * 60,
            httponly=True,
            samesite="lax",
            secure=is_https,
        )


def ending_of(request: Request, caller: Caller) -> str:
    """The secret of the session that ends when somebody signs in: the one he had, but not that of a
    guest, whose seats depend on it."""
    return "" if caller.actor.is_guest else request.cookies.get(COOKIE, "")


def is_from_here(request: Request) -> bool:
    """True if no page of another site can have sent a request: it has a header that those cannot
    send, or its browser says that it comes from a page of this site."""
    if request.headers.get(GUARD) == "1":
        return True
    origin = urlsplit(request.headers.get("Origin", "")).netloc
    return origin != "" and origin == request.headers.get("Host", "")


def address_of(request: Request) -> str:
    """The address that a request came from; of IPv6 the network, for one person has all of it."""
    host = request.client.host if request.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        return found.exploded[:19]
    return host


def may(scope: Scope) -> Callable[..., Awaitable[Caller]]:
    """A dependency: the caller, who has to have a scope."""

    async def check(caller: Annotated[Caller, Depends(caller_of)]) -> Caller:
        check_scope(caller, scope)
        return caller

    return check


def signed_in(scope: Scope) -> Callable[..., Awaitable[Caller]]:
    """A dependency: the caller, who has to have an account and a scope."""

    async def check(caller: Annotated[Caller, Depends(caller_of)]) -> Caller:
        check_scope(caller, scope)
        if caller.is_visitor:
            raise refused("not-signed-in", "this is for those who are signed in", "sign in")
        return caller

    return check


def check_scope(caller: Caller, scope: Scope) -> None:
    """See that a caller has a scope.

    Raises:
        Problem: if not.
    """
    if scope not in caller.scopes:
        what = f"this token is not for that: it lacks the scope {scope.value!r}"
        raise refused("missing-scope", what, "make another token")


async def by_session(caller: Annotated[Caller, Depends(caller_of)]) -> Caller:
    """A dependency: the caller, who has to be signed in himself.

    Raises:
        Problem: if he is not, or only a program of his is.
    """
    if caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    if caller.by != "session":
        what = "a token is not enough for that"
        raise refused("session-needed", what, "sign in with a password or a passkey")
    return caller


def viewer_here(request: Request, game: GameNumber, state: StateHere) -> Viewer:
    """The game that an address names, as whoever asks may see it. Both are looked up at once, in
    the same thread: to go to another takes longer than either."""
    caller = _caller_here(request)
    return Viewer(state.judge.game(game, caller.actor), caller.actor)


ViewerHere = Annotated[Viewer, Depends(viewer_here)]
"""A route that wants it names it before whoever asks, who is known by then."""

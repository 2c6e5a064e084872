"""Calls for wishes over HTTP: a director asks which powers his players wish to play, and each says
it by a link of his own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from dragoman.extras import extra
from dragoman.judge.accounts.credentials import read_code
from dragoman.judge.boards.wish_calls import PlayersWish, WishCall
from dragoman.refusal import ActionRefused
from dragoman.tournament.rules.played_variant import played_variant
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, address_of, may, signed_in
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import MOST_ITEMS, Body, Number, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.tournaments import check_director
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import Response
    from pydantic import Field

router = api_router("tournaments")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Director = Annotated[Caller, Depends(signed_in(Scope.MASTER))]
Name = Annotated[Text, Path(max_length=60, description="As addresses have it: `nz-1999`.")]
WishCode = Annotated[str, Path(max_length=40, description="That of the player's link.")]
_Found = TypeVar("_Found")
_LINKS = "links"
"""What wrong codes of links are counted as, lest somebody try them all."""


class WishCallBody(Body):
    """Players who are asked, and what they can wish."""

    title: Annotated[Text, Field(min_length=1, max_length=200)]
    variant: Annotated[Text, Field(max_length=80)] = "standard"
    bid_points: Number = 0
    """What each may bid in all; 0 where powers go by lists."""
    players: Annotated[dict[Text, Text], Field(max_length=MOST_ITEMS)]
    """Their names by their numbers, as `{"12": "Ann Lee"}`: whoever is asked already keeps his
    link, and who is left out is asked no more."""
    is_open: bool = True
    """Wishes are taken; else they stand as they are."""


class WishBody(Body):
    """The wishes of a player."""

    wished: Annotated[list[Text], Field(max_length=MOST_ITEMS)]
    """Powers, best first, as `["FRANCE", "TURKEY"]`, or what he bids, as `["FRANCE=60"]`."""


class WishShape(View):
    player: int
    name: str
    wished: list[str]
    """Powers, best first, or as they were bid on."""
    bids: list[int]
    """Of each of them, where powers go to bids."""


class LinkedWish(WishShape):
    code: str
    """That of the player's link, `/powers/CODE`."""


class WishCallShape(View):
    tournament: str
    title: str
    variant: str
    bid_points: int
    is_open: bool
    players: list[LinkedWish]


class OwnWish(WishShape):
    tournament: str
    title: str
    powers: list[str]
    bid_points: int
    is_open: bool


@router.put("/tournaments/{name}/wishes", response_model=WishCallShape)
def call_for_wishes(
    body: WishCallBody, request: Request, name: Name, caller: Director, state: StateHere
) -> Response:
    """Ask the players of a tournament which powers they wish, or what they bid on them. Whoever
    asks first is its director here: he alone and admins ask again, and read what was said."""
    check_director(name, caller, state)
    if strange := [one for one in body.players if not (one.isascii() and one.isdecimal())]:
        raise refused("unknown-player", f"players go by their numbers, and {strange[0]!r} is none")
    by = caller.actor.user
    call = WishCall(name, by, body.title, body.variant, body.bid_points, body.is_open)
    players = {int(one): called for one, called in body.players.items()}
    state.judge.wish_calls.call(call, players, takes_any=caller.actor.is_admin)
    return tagged(request, json_bytes(_all(name, state)))


@router.get("/tournaments/{name}/wishes", response_model=WishCallShape)
def read_wishes(request: Request, name: Name, caller: Director, state: StateHere) -> Response:
    """The wishes of a tournament's players, for its director."""
    state.judge.wish_calls.named(name)
    _check_caller(name, caller, state)
    return tagged(request, json_bytes(_all(name, state)))


@router.delete("/tournaments/{name}/wishes", status_code=204)
def forget_wishes(name: Name, caller: Director, state: StateHere) -> Response:
    """Forget a call for wishes, with all that was said."""
    state.judge.wish_calls.named(name)
    _check_caller(name, caller, state)
    state.judge.wish_calls.end(name)
    return Response(status_code=204)


@router.get("/wishes/{wish_code}", response_model=OwnWish)
def read_own_wish(
    request: Request, wish_code: WishCode, caller: Reader, state: StateHere
) -> Response:
    """One's wishes, by one's link."""
    call, wish = guarded(request, state, lambda: state.judge.wish_calls.of_code(_code(wish_code)))
    return tagged(request, json_bytes(own_wish(call, wish)))


@router.put("/wishes/{wish_code}", response_model=OwnWish)
def say_wish(
    body: WishBody, request: Request, wish_code: WishCode, caller: Reader, state: StateHere
) -> Response:
    """Say which powers one wishes, best first, or what one bids; it takes the place of what one
    said before."""
    calls, code = state.judge.wish_calls, _code(wish_code)
    wish = guarded(request, state, lambda: calls.say(code, body.wished))
    return tagged(request, json_bytes(own_wish(calls.of_code(code)[0], wish)))


def guarded(request: Request, state: WebState, ask: Callable[[], _Found]) -> _Found:
    """Look the code of a link up. Wrong ones cost whoever tries them."""
    try:
        return ask()
    except ActionRefused as why:
        if why.diagnostic.code == "no-such-link":
            state.buckets.take(_LINKS, address_of(request), state.limits.sign_ins)
        raise


def own_wish(call: WishCall, wish: PlayersWish) -> OwnWish:
    """A wish as its player sees it."""
    return {
        "tournament": call.tournament,
        "title": call.title,
        "powers": [*played_variant(call.variant).powers],
        "bid_points": call.bid_points,
        "is_open": call.is_open,
        **_shape(wish),
    }


def _code(text: str) -> str:
    return read_code(text)


def _shape(wish: PlayersWish) -> WishShape:
    wished, bids = [*wish.wished], [*wish.bids]
    return {"player": wish.player, "name": wish.name, "wished": wished, "bids": bids}


def _all(name: str, state: WebState) -> WishCallShape:
    call = state.judge.wish_calls.named(name)
    return {
        "tournament": name,
        "title": call.title,
        "variant": call.variant,
        "bid_points": call.bid_points,
        "is_open": call.is_open,
        "players": [
            {**_shape(one), "code": one.code} for one in state.judge.wish_calls.wishes(name)
        ],
    }


def _check_caller(name: str, caller: Caller, state: WebState) -> None:
    """Make sure that somebody is the director of a tournament here, of its page and of its call.

    Raises:
        Problem: if another is.
    """
    check_director(name, caller, state)
    try:
        by = state.judge.wish_calls.named(name).by
    except ActionRefused:
        return
    if by != caller.actor.user and not caller.actor.is_admin:
        raise refused("not-allowed", "only its director and admins may ask these players")

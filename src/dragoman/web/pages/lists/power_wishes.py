"""A page on which a player of a tournament says which powers he wishes to play, by his link."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.game import find_variant
from dragoman.judge.accounts.credentials import read_code
from dragoman.judge.boards.wish_calls import PlayersWish, WishCall
from dragoman.refusal import ActionRefused
from dragoman.tournament.rules.played_variant import played_variant
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.power_wishes import guarded
from dragoman.web.problems import page_router, status_of
from dragoman.words import refusal_in_language

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import RedirectResponse, Response


router = page_router("/powers")
WishCode = Annotated[str, Path(max_length=40)]


@router.get("")
def find_wish(visit: VisitHere, code: Annotated[str, Query(max_length=40)] = "") -> Response:
    """A field for the code of a link, or the page that it leads to."""
    if code.strip():
        return RedirectResponse(f"/powers/{read_code(code)}", 303)
    return page(visit, "power_wishes.html", call=None, told=())


@router.get("/{wish_code}")
def show_wish(visit: VisitHere, wish_code: WishCode, done: str = "") -> Response:
    """A player's wishes, to be changed."""
    return _answer(visit, read_code(wish_code), done=bool(done))


@router.post("/{wish_code}")
def say_wish(visit: VisitHere, wish_code: WishCode, form: FormHere) -> Response:
    """Note what a player wishes."""
    code, words = read_code(wish_code), _words(form)
    try:
        guarded(visit.request, visit.state, lambda: visit.state.judge.wish_calls.say(code, words))
    except ActionRefused as fault:
        told = (_in_words(visit, fault.diagnostic),)
        return _answer(visit, code, told, status_of(told), form)
    return RedirectResponse(f"/powers/{code}?done=true", 303)


def _answer(
    visit: Visit,
    code: str,
    told: tuple[Diagnostic, ...] = (),
    status: int = 200,
    form: SentForm | None = None,
    done: bool = False,
) -> Response:
    """The page of a link, with what was written in a form that was refused."""
    calls = visit.state.judge.wish_calls
    try:
        call, wish = guarded(visit.request, visit.state, lambda: calls.of_code(code))
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return page(visit, "power_wishes.html", status_of(told), call=None, told=told)
    facts = _facts(visit, call, wish, form)
    return page(visit, "power_wishes.html", status, call=call, told=told, done=done, **facts)


def _in_words(visit: Visit, fault: Diagnostic) -> Diagnostic:
    """A refusal of the desk in the words of the player; what the judge itself says stays as it is,
    and is put into words as all pages do."""
    what, remedy = (refusal_in_language(one, visit.language) for one in (fault.what, fault.remedy))
    return replace(fault, what=what, remedy=remedy)


def _facts(
    visit: Visit, call: WishCall, wish: PlayersWish, form: SentForm | None
) -> dict[str, Any]:
    """All there is to wish, and what is wished; or what was typed, where that was refused."""
    variant, powers = find_variant(call.variant), played_variant(call.variant).powers
    bids = dict(zip(wish.wished, wish.bids, strict=False))
    if form is None:
        bid = {power: str(bids.get(power, "") or "") for power in powers}
        chosen = [*wish.wished, *[""] * (len(powers) - len(wish.wished))]
    else:
        bid = {power: form.text(_bid(power)) for power in powers}
        chosen = form.every("choice")
    return {
        "wish": wish,
        "powers": [(power, variant.power_name(power, visit.language)) for power in powers],
        "bid": bid,
        "chosen": chosen,
    }


def _words(form: SentForm) -> list[str]:
    """A form as the words of a wish: choices in their sequence, or bids."""
    chosen = [one for one in form.every("choice") if one]
    bids = [(name, form.text(name).strip()) for name in form.names(_bid(""))]
    return chosen + [
        f"{name.removeprefix(_bid(''))}={text}" for name, text in bids if text.strip("0")
    ]


def _bid(power: str) -> str:
    """The field in which one bids on a power."""
    return f"bid:{power}"

"""Signals of several accounts, as a moderator reads them; and the household that people declare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.judge.moderation.signals import SignalKind
from dragoman.refusal import ActionRefused
from dragoman.web.pages.html.forms import FormHere, Told, done
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.pages.moderation.queue import ModeratorVisit, Number
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import Response


router = page_router()

EXPLAINED: Final[dict[SignalKind, tuple[str, str]]] = {
    SignalKind.DEVICE: (
        "%(count)s of %(total)s browsers are shared",
        "Both signed in in the same browser. It weighs much, but people who live together "
        "share one, too.",
    ),
    SignalKind.ADDRESS: (
        "%(count)s of %(total)s addresses are shared",
        "Both came from the same network address. It weighs the less, the more accounts came "
        "from there: a school or a mobile network is shared by many.",
    ),
    SignalKind.TOGETHER: (
        "%(count)s games were played together",
        "It says little by itself: friends play together, and small judges have few tables.",
    ),
    SignalKind.SUPPORTS: (
        "%(count)s of %(total)s supports for others were for each other",
        "It is weighed against an even share among all other powers. Good allies support each "
        "other as well.",
    ),
    SignalKind.PEACE: (
        "%(count)s of %(total)s attacks were on each other",
        "It is weighed against an even share. Powers that are far apart attack each other seldom.",
    ),
    SignalKind.VOTES: (
        "%(count)s of %(total)s votes were the same",
        "Only proposals that are closed are looked at. Many votes are unanimous.",
    ),
    SignalKind.MISSED: (
        "%(count)s of %(total)s missed deadlines were missed by both",
        "One person who is away misses all of his deadlines. So do people who travel together.",
    ),
    SignalKind.HOURS: (
        "Both act at the same hours of the day (%(count)s of 100)",
        "It weighs hardly anything: people of one continent are awake at the same time.",
    ),
    SignalKind.IN_TURN: (
        "%(count)s of %(total)s times one acted within ten minutes of the other",
        "Who changes from one account to the other acts in turn. In games with short "
        "deadlines everybody does.",
    ),
}
"""Each signal as pages tell it, and why it weighs what it does."""
_WEIGHTS: Final = ((2.0, "strong"), (1.0, "some"), (0.4, "weak"))


@router.get("/moderation/people/{number}/signals")
def show_signals(visit: ModeratorVisit, number: Number) -> Response:
    """The accounts that are linked to somebody, with the evidence."""
    judge = visit.state.judge
    found = judge.moderation.signals.of(visit.caller.actor, number)
    numbers = frozenset(one.person for one in found)
    shown: dict[str, Any] = {
        "person": judge.accounts.people.person(number),
        "linked": found,
        "names": judge.accounts.people.names(numbers),
        "explained": EXPLAINED,
        "weigh": weight_called,
    }
    return page(visit, "signals.html", **shown)


def weight_called(weight: float) -> str:
    """The word for a weight."""
    return next((word for least, word in _WEIGHTS if weight >= least), "hardly any")


# Households

Other = Annotated[int, Path(ge=1, le=LARGEST_ID)]


@router.get("/account/household")
def show_household(visit: OwnVisit, done: bool = False) -> Response:
    """The people with whom somebody says that he lives."""
    return _household_page(visit, is_done=done)


@router.post("/account/household")
def declare(visit: OwnVisit, form: FormHere) -> Response:
    """Say that one lives with somebody, by his name."""
    accounts, name = visit.state.judge.accounts, form.text("name")

    def act() -> None:
        visit.state.buckets.take("names", visit.caller.key, visit.state.limits.names)
        person = accounts.people.called(name)
        if person is None:
            raise ActionRefused("no-person", f"nobody is called {name!r}", "write the whole name")
        accounts.households.declare(visit.caller.actor, person.number, visit.now)

    return _household_done(visit, act, name)


@router.post("/account/household/{other}/{act}")
def answer(visit: OwnVisit, other: Other, act: str, form: FormHere) -> Response:
    """Say so as well, or no more."""
    households, actor = visit.state.judge.accounts.households, visit.caller.actor
    acts: dict[str, Callable[[], None]] = {
        "confirm": lambda: households.declare(actor, other, visit.now),
        "withdraw": lambda: households.withdraw(actor, other),
    }
    if act not in acts:
        raise refused("no-page", f"nothing here is called {act!r}")
    return _household_done(visit, acts[act])


def _household_done(visit: Visit, act: Callable[[], None], name: str = "") -> Response:
    def again(told: Told, status: int) -> Response:
        return _household_page(visit, status, told, name=name)

    return done(act, "/account/household", again)


def _household_page(
    visit: Visit, status: int = 200, told: Told = (), is_done: bool = False, name: str = ""
) -> Response:
    accounts = visit.state.judge.accounts
    found = accounts.households.of(visit.user)
    everybody = found.members | found.named | found.asking
    shown: dict[str, Any] = {
        "household": found,
        "names": accounts.people.names(everybody),
        "name": name,
    }
    return page(visit, "household.html", status, told=told, is_done=is_done, **shown)

"""Settings: the look and language of pages, mails about games, and push notifications by device."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.formats import load_variant
from dragoman.game import handwriting
from dragoman.judge.accounts.preferences import (
    Look,
    MailWishes,
    PressMails,
    Scheme,
    notation_called,
)
from dragoman.judge.notices.push_devices import KINDS
from dragoman.orders import NOTATIONS, Support, UnitRef, language_of
from dragoman.refusal import ActionRefused
from dragoman.reports import Phrasebook
from dragoman.values import FrozenMap
from dragoman.web.pages.account.account import device_name
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.html.zones import zone_groups
from dragoman.web.problems import page_router
from dragoman.web.web_state import LARGEST_ID
from dragoman.words import LANGUAGES, facts

with extra("judge"):
    from babel import Locale
    from fastapi import Path
    from fastapi.responses import Response


router = page_router("/settings")

_MAILS: Final = ("results", "course", "votes", "seats")
_EXAMPLE: Final = Support(UnitRef("NTH", "F"), UnitRef("YOR", "A"), "NWY")
"""The order by which notations are shown."""
_NOTATIONS: Final = FrozenMap(
    {
        "dragoman": "Dragoman",
        "datc": "DATC",
        "diplomacy": "The package “diplomacy”",
        "njudge": "nJudge",
        "dipwork": "DipWork",
    }
)
"""Names of notations, but for those of languages."""


@router.get("")
def show_look(visit: OwnVisit, done: bool = False) -> Response:
    """The page of look, language and notation."""
    return _look_page(visit, visit.caller.look, is_done=done)


@router.post("")
def choose_look(visit: OwnVisit, form: FormHere) -> Response:
    """Choose that."""
    scheme, notation = form.text("scheme"), form.text("notation")
    look = Look(
        form.text("language"),
        form.text("zone").strip(),
        Scheme(scheme) if scheme in {one.value for one in Scheme} else Scheme.AUTO,
        form.text("colours") == "apart",
        form.text("motion") == "less",
        notation_called(notation) if notation in NOTATIONS else None,
        form.text("units") == "letters",
    )
    looks, actor = visit.state.judge.accounts.looks, visit.caller.actor
    return done(
        lambda: looks.choose(actor, visit.user, look),
        "/settings",
        lambda told, status: _look_page(visit, look, status, told),
    )


@router.get("/mails")
def show_mails(visit: OwnVisit, done: bool = False) -> Response:
    """Mails that one gets about games."""
    return _mails_page(visit, _wishes(visit), is_done=done)


@router.post("/mails")
def choose_mails(visit: OwnVisit, form: FormHere) -> Response:
    """Choose that."""
    wishes, actor, before = visit.state.judge.accounts.wishes, visit.caller.actor, _wishes(visit)

    def choose() -> None:
        wishes.choose(actor, visit.user, _wished(form, before), visit.now)

    def again(told: Told, status: int) -> Response:
        return _mails_page(visit, before, form, status, told)

    return done(choose, "/settings/mails", again)


def _look_page(
    visit: Visit, look: Look, status: int = 200, told: Told = (), is_done: bool = False
) -> Response:
    standard = load_variant("standard")
    shown: dict[str, Any] = {"look": look, "mails": _wishes(visit), "zones": zone_groups(visit.now)}
    shown["usual"] = Phrasebook(standard, visit.language).order(_EXAMPLE)
    shown["language_of_mails"] = _language_named(shown["mails"].language, visit.language)
    shown["languages"] = [(one, str(facts(one)["name"])) for one in LANGUAGES]
    shown["notations"] = [
        (one, _notation_named(one, visit.language), handwriting(standard, one).order(_EXAMPLE))
        for one in NOTATIONS
    ]
    return page(visit, "settings.html", status, told=told, is_done=is_done, **shown)


def _mails_page(
    visit: Visit,
    wished: MailWishes,
    form: SentForm | None = None,
    status: int = 200,
    told: Told = (),
    is_done: bool = False,
) -> Response:
    """The page; what was refused stays as it was written."""
    chosen = {one: getattr(wished, one) for one in _MAILS}
    shown: dict[str, Any] = {
        "press": wished.press.value,
        "hours": ", ".join(map(str, wished.hours)),
        "digest_hour": str(wished.digest_hour),
    }
    if form is not None:
        chosen = {one: one in form for one in _MAILS}
        shown = {name: form.text(name) for name in shown}
    named = _language_named(wished.language, visit.language)
    shown |= {"chosen": chosen, "language_of_mails": named, "zone": wished.zone}
    return page(visit, "mails.html", status, told=told, is_done=is_done, **shown)


def _language_named(one: str, language: str) -> str:
    return str(Locale(one).get_language_name(language))


def _notation_named(notation: str, language: str) -> str:
    if (one := language_of(notation)) is not None:
        return in_words(f"{Locale(one).english_name} words", language)
    return in_words(_NOTATIONS.get(notation, notation), language)


def _wishes(visit: Visit) -> MailWishes:
    return visit.state.judge.accounts.wishes.of(visit.caller.actor, visit.user)


def _wished(form: SentForm, before: MailWishes) -> MailWishes:
    """The choices in a form.

    Raises:
        ActionRefused: if something in it is no number, or no answer.
    """
    press = form.text("press")
    if press not in {one.value for one in PressMails}:
        raise ActionRefused("no-such-answer", f"there is no answer {press!r}", "choose another")
    hours = form.text("hours").replace(",", " ").split()
    return MailWishes(
        before.language,
        before.zone,
        "results" in form,
        "course" in form,
        "votes" in form,
        "seats" in form,
        PressMails(press),
        _number(form.text("digest_hour")),
        tuple(map(_number, hours)),
    )


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise ActionRefused("no-number", f"{text!r} is not a number of hours", "write it in digits")
    return int(text)


# Push notifications

Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
_PUSH = "/settings/push"


@router.get("/push")
def show_devices(visit: OwnVisit, done: bool = False) -> Response:
    """The devices on which one is told."""
    return _devices_page(visit, is_done=done)


@router.post("/push")
def add_device(visit: OwnVisit, form: FormHere) -> Response:
    """Be told on a device from now on: what its browser says of its push service."""
    devices, request = visit.state.judge.push_devices, visit.request
    said = (form.text(one) for one in ("endpoint", "key", "auth"))
    name = device_name(request.headers.get("User-Agent", ""))
    act = partial(devices.add, visit.caller.actor, visit.user, *said, name, visit.now)
    return done(act, _PUSH, partial(_devices_again, visit))


@router.post("/push/{number}/kinds")
def choose_kinds(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Choose what one is told of on a device."""
    devices = visit.state.judge.push_devices
    act = partial(devices.choose, visit.caller.actor, visit.user, number, form.every("kinds"))
    return done(act, _PUSH, partial(_devices_again, visit))


@router.post("/push/{number}/remove")
def remove_device(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Be told on a device no more."""
    devices = visit.state.judge.push_devices
    act = partial(devices.remove, visit.caller.actor, visit.user, number)
    return done(act, _PUSH, partial(_devices_again, visit))


def _devices_again(visit: Visit, told: Told, status: int) -> Response:
    return _devices_page(visit, status, told)


def _devices_page(
    visit: Visit, status: int = 200, told: Told = (), is_done: bool = False
) -> Response:
    devices = visit.state.judge.push_devices
    shown: dict[str, Any] = {
        "devices": devices.of(visit.caller.actor, visit.user),
        "key": devices.public_key(),
        "kinds": KINDS,
    }
    return page(visit, "push.html", status, told=told, is_done=is_done, **shown)

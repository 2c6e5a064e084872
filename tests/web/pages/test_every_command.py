"""Every command of the judge has its place on a page: whoever may give it is offered a form there.

The list is the judge's own (``requests.COMMANDS``), and so is who may give what, and when
(``permissions.WHO_MAY``). Pages are shown to somebody in each role, in each stage, of games in
which there is something to do by every command; what has no form there stands below, with the
reason.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman.judge.commands.permissions import WHO_MAY, GameRole
from dragoman.judge.log.state import Stage
from dragoman.web.requests import COMMANDS, route_name
from tests.web.conftest import House
from tests.web.pages.reader import Reader, reader

USER, APPLICANT, GUEST, OBSERVER = 60, 20, 40, 50
MASTER, ADMIN, PLAYER, PLAYING_MASTER = 1, 99, 12, 13

PEOPLE = {
    GameRole.USER: (USER, GUEST),
    GameRole.APPLICANT: (APPLICANT,),
    GameRole.OBSERVER: (OBSERVER,),
    GameRole.PLAYER: (PLAYER,),
    GameRole.MASTER: (MASTER,),
    GameRole.ADMIN: (ADMIN,),
}
"""Who is in each role. The guest is invited, and a seat is offered to him."""

OTHER_ROUTES = {
    "settings": "change-settings",
    "bots": "change-settings",
    "listed-orders": "save-orders",
    "invite": "invite",
    "beginning": "set-beginning",
}
"""Addresses below a game's to which forms go that make another command of what they hold."""

NO_FORM = {
    (GameRole.OBSERVER, "Send", Stage.FORMING): "there is no press before a game begins",
    (GameRole.MASTER, "Send", Stage.FORMING): "there is no press before a game begins",
    (GameRole.MASTER, "LetThrough", Stage.FORMING): "nothing waits before a game begins",
    (GameRole.MASTER, "TurnBack", Stage.FORMING): "nothing waits before a game begins",
    (GameRole.MASTER, "HideMessage", Stage.FORMING): "nothing was written before a game begins",
    (GameRole.USER, "Observe", Stage.OVER): "nothing comes any more of which he would be told",
}
"""Commands without a form, and why."""

NOT_FOR_WHO_PLAYS = {
    "SaveOrders": "he orders for his own power alone, which is on his page as a player",
    "SaveStanding": "he orders for his own power alone",
    "SetReady": "he is ready for his own power alone",
    "SetPosition": "in Machiavelli it holds secrets of the other powers",
    "LetThrough": "no master who approves press plays",
    "TurnBack": "no master who approves press plays",
    "HideMessage": "complaints are not shown to who plays, nor are messages of others",
    "Send": "he writes as his power, which is on his page as a player",
}
"""Commands for masters that one who plays himself is offered no form for, and why."""


def set_up(house: House, stage: Stage, **settings: object) -> int:
    """A game in Italy in which there is something to do by every command."""
    master = house.person(MASTER)
    wished = {
        "title": "Everything",
        "variant": "machiavelli",
        "switches": {"standing_orders": "yes"},
        "press": ["private", "public", "grey"],
        "observers_write": True,
        **settings,
    }
    game = master("POST", "/games", wished).json()["game"]
    for number in (APPLICANT, GUEST, USER, OBSERVER, ADMIN, 51):
        house.account(number)
    house.person(OBSERVER).do(game, "observe")
    master.do(game, "invite", user=house.account(GUEST))
    master.do(game, "make-link")
    if stage is Stage.FORMING:
        if settings.get("seating") == "master":
            free = master.get(f"/games/{game}")["seats"][0]["power"]
            master.do(game, "offer-seat", user=house.account(USER), power=free)
        house.person(APPLICANT).do(game, "join")
        return game
    powers = [one["power"] for one in master.get(f"/games/{game}")["seats"]]
    for at, power in enumerate(powers):
        house.person(11 + at).do(game, "join", wishes=[power])
    master.do(game, "begin")
    one = house.person(PLAYER)
    house.person(14).do(game, "resign")
    seats = master.get(f"/games/{game}")["seats"]
    kept = next(one["power"] for one in seats if one["user"] == house.account(17))
    house.person(17).do(game, "resign")
    master.do(game, "offer-seat", user=house.account(51), power=kept)
    seats = master.get(f"/games/{game}")["seats"]
    powers = [one["power"] for one in seats if one["user"]]
    house.person(APPLICANT).do(game, "join", wishes=[powers[0]])
    other = next(p["power"] for p in seats if p["user"] == house.account(15))
    house.person(15).do(game, "send", text="Peace?")
    if settings.get("press_approved"):
        master.do(game, "let-through", number=1)
    house.person(15).do(game, "send", text="Peace!")
    one.do(game, "mute", other=other)
    soon, later = "2026-02-01T00:00:00Z", "2026-02-03T00:00:00Z"
    one.do(game, "announce-absence", start=soon, end=later)
    one.do(game, "offer-seat", user=house.account(GUEST))
    master.do(game, "silence", power=powers[-1], why="spam")
    house.person(16).do(game, "report-message", number=1, why="rude")
    master.do(game, "process-now")
    house.person(15).do(game, "propose", what="draw")
    if stage is Stage.PAUSED:
        master.do(game, "pause")
    if stage is Stage.OVER:
        master.do(game, "terminate")
    return game


def offered(one: Reader, game: int) -> set[str]:
    """The commands that somebody finds forms for, on the page of the game and on those that it
    leads to."""
    page = one.get(f"/games/{game}")
    assert page.status == 200
    pages = [page]
    for place in ("settings", "position"):
        if f"/games/{game}/{place}" in page.links:
            pages.append(one.get(f"/games/{game}/{place}"))
    threads = {to.partition("#")[0] for to in page.links if "?thread=" in to}
    pages += [one.get(to) for to in sorted(threads)]
    letters = {to for page in pages for to in page.links if f"/games/{game}/letters/" in to}
    pages += [one.get(to) for to in sorted(letters)]
    return set(_commands(pages, game))


def _commands(pages: list, game: int) -> Iterator[str]:
    for form in (form for page in pages for form in page.forms):
        if not form.action.startswith(f"/games/{game}/") or form.method != "post":
            continue
        place = form.action.removeprefix(f"/games/{game}/")
        if place.startswith("do/"):
            yield place.removeprefix("do/")
        elif place in OTHER_ROUTES:
            yield OTHER_ROUTES[place]


@pytest.mark.slow
@pytest.mark.parametrize("stage", Stage)
def test_every_command_has_a_form_for_whoever_may_give_it(house: House, stage: Stage) -> None:
    several = [{}, {"press_approved": True}]
    if stage is Stage.FORMING:
        several = [{}, {"entry": "master"}, {"seating": "master"}]
    games = [set_up(house, stage, **wished) for wished in several]
    forms = {
        role: {
            command
            for number in numbers
            for game in games
            for command in offered(reader(house, number), game)
        }
        for role, numbers in PEOPLE.items()
        if stage is not Stage.FORMING or role is not GameRole.PLAYER
        if stage is not Stage.OVER or role is not GameRole.APPLICANT
    }
    lacking = [
        (role, name)
        for name, kind in COMMANDS.items()
        for role, found in forms.items()
        if role in WHO_MAY[kind][0] and stage in WHO_MAY[kind][1]
        if route_name(name) not in found and (role, name, stage) not in NO_FORM
    ]
    assert lacking == []
    needless = [
        (role, name)
        for role, name, when in NO_FORM
        if when is stage and route_name(name) in forms[role]
    ]
    assert needless == []


@pytest.mark.slow
@pytest.mark.parametrize("stage", [Stage.RUNNING, Stage.PAUSED])
def test_a_master_who_plays_has_the_same_but_for_what_he_must_not_see(
    house: House, stage: Stage
) -> None:
    game = set_up(house, stage)
    house.person(MASTER).do(game, "promote", user=house.account(PLAYING_MASTER))
    found = offered(reader(house, PLAYING_MASTER), game)
    for name, kind in COMMANDS.items():
        roles, stages = WHO_MAY[kind]
        if GameRole.MASTER in roles and stage in stages and name not in NOT_FOR_WHO_PLAYS:
            assert route_name(name) in found, name


def test_nobody_is_offered_what_he_may_not_do(house: House) -> None:
    game = set_up(house, Stage.RUNNING)
    for role, numbers in PEOPLE.items():
        if role in (GameRole.MASTER, GameRole.ADMIN):
            continue
        for number in numbers:
            for command in offered(reader(house, number), game):
                kind = next(kind for name, kind in COMMANDS.items() if route_name(name) == command)
                assert WHO_MAY[kind][0] & {role, GameRole.USER}, (role, command)

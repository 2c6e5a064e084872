"""What is secret, looked for in every view of everybody after every event of played games.

The games are played with texts that stand nowhere else. The test knows who may read each, and
that whoever may not know of an event must not see any difference that it makes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.fold import apply, rebuild
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.orders_view import orders_view
from dragoman.judge.views.press_view import (
    held_view,
    notes_view,
    press_view,
    reports_view,
    threads_view,
)
from dragoman.judge.views.turn_view import summary_view, turn_view
from dragoman.judge.views.viewer import Viewer
from tests.judge.notices_of import written
from tests.judge.table import MASTER, POWERS, START, Table

OBSERVER, VISITOR, RESERVE, GUEST = 90099, 0, 90098, 90097
PLAYERS = {power: 90011 + number for number, power in enumerate(POWERS)}


@dataclass
class Secrets:
    """Texts, and the accounts that may read them before the game is over (None: for ever)."""

    until_over: dict[str, set[int]] = field(default_factory=dict)
    for_ever: dict[str, set[int]] = field(default_factory=dict)


@dataclass
class Played:
    table: Table
    secrets: Secrets

    def text(self, *may: int | str, for_ever: bool = False) -> str:
        """A new text that only these may read."""
        known = self.secrets.for_ever if for_ever else self.secrets.until_over
        text = f"xq{len(self.secrets.until_over) + len(self.secrets.for_ever):03}zx"
        known[text] = {PLAYERS.get(str(one), one) for one in may}  # type: ignore[misc]
        return text


def sheet(played: Played, power: str, orders: str, phase: str = "") -> None:
    text = f"{orders}\n# {played.text(power, MASTER)}"
    played.table.do(c.SaveOrders(text, phase), PLAYERS[power])


def play(**settings: Any) -> Played:
    """A game in which everything happens that anybody could want to know of."""
    code = "sesame-xyzzy"
    seating: dict[str, Any] = {"seating": "wishes", "entry": "code", "code": code}
    table = Table(switches={"standing_orders": "yes"}, **seating, **settings)
    played = Played(table, Secrets())
    played.secrets.for_ever[code] = {MASTER}
    played.secrets.for_ever[str(table.g.lot)] = set()
    table.done(c.MakeLink())
    played.secrets.for_ever[table.g.link] = {MASTER}
    for power, user in PLAYERS.items():
        table.done(c.Join((power,), code), user)
    table.done(c.Begin())
    table.do(c.Observe(), OBSERVER)
    table.done(c.Invite(GUEST))
    table.done(c.Join((), code), RESERVE)
    sheet(played, "FRANCE", "A par-bur\nA mar S A par-bur")
    sheet(played, "FRANCE", "IF A bur\nA bur-mun\nELSE\nA par-pic\nENDIF", "F1901M")
    sheet(played, "GERMANY", "A mun-ruh\nF kie-hol")
    text = f"F lon H\n# {played.text('ENGLAND', MASTER)}"
    table.done(c.SaveStanding(text), PLAYERS["ENGLAND"])
    table.done(c.SetReady(), PLAYERS["ITALY"])
    table.done(c.SetReady(False), PLAYERS["TURKEY"])
    away = c.AnnounceAbsence(START + timedelta(days=9), START + timedelta(days=10))
    table.done(away, PLAYERS["ITALY"])
    if settings.get("press") != []:
        private = played.text("FRANCE", "GERMANY", MASTER)
        table.done(c.Send(private, ("Germany",)), PLAYERS["FRANCE"])
        fake = played.text("FRANCE", "ITALY", MASTER)
        table.done(c.Send(fake, ("Italy",), "Turkey"), PLAYERS["FRANCE"])
        table.done(c.Send("grey word", (), "-"), PLAYERS["AUSTRIA"])
        for held in [one.number for one in table.g.held]:
            table.done(c.LetThrough(held))
        why = played.text("GERMANY", MASTER)
        table.done(c.ReportMessage(1, why), PLAYERS["GERMANY"])
        table.done(c.HideMessage(3, "spam"))
    table.done(c.Send(played.text("RUSSIA", MASTER), ("MASTER",)), PLAYERS["RUSSIA"])
    table.done(c.SaveNote(played.text("RUSSIA", for_ever=True)), PLAYERS["RUSSIA"])
    table.done(c.SaveNote(played.text("RUSSIA", for_ever=True), "F1901M"), PLAYERS["RUSSIA"])
    table.done(c.Mute("Italy"), PLAYERS["RUSSIA"])
    about = played.text("RUSSIA", MASTER)
    table.done(c.ReportPower("Italy", about), PLAYERS["RUSSIA"])
    table.done(c.OfferSeat(GUEST), PLAYERS["TURKEY"])
    table.done(c.Decline(), GUEST)
    table.done(c.OfferSeat(GUEST), PLAYERS["TURKEY"])
    table.done(c.WithdrawOffer(), PLAYERS["TURKEY"])
    table.done(c.Remind())
    if settings.get("press_approved"):
        table.done(c.Send(played.text("TURKEY", MASTER), ("Italy",)), PLAYERS["TURKEY"])
        table.done(c.TurnBack(len(table.g.held), played.text("TURKEY", MASTER, for_ever=True)))
    table.done(c.Propose("draw"), PLAYERS["FRANCE"])
    table.done(c.Vote(1, True), PLAYERS["GERMANY"])
    table.done(c.Vote(1, False), PLAYERS["ITALY"])
    table.done(c.ProcessNow())
    sheet(played, "GERMANY", "A ruh-mun")
    sheet(played, "ENGLAND", "F edi-nwg")
    table.done(c.Propose("extension", until=table.now + timedelta(days=3)), PLAYERS["ENGLAND"])
    for power in POWERS:
        table.do(c.Vote(2, True), PLAYERS[power])
    table.wait(days=4)
    table.done(c.Resign(), PLAYERS["AUSTRIA"])
    sheet(played, "TURKEY", "A con-bul")
    table.done(c.Propose("draw"), PLAYERS["TURKEY"])
    for power in POWERS[1:]:
        table.do(c.Vote(3, True), PLAYERS[power])
    table.do(c.Vote(3, True), RESERVE)
    assert table.g.ending is not None and table.g.ending[0] == "draw"
    return played


def views(g: JudgedGame, log: list[GameLogEntry], user: int) -> dict[str, Any]:
    """All that somebody can look at, by the name of the view."""
    viewer = Viewer(g, Actor(user))
    found: dict[str, Any] = {
        "game": game_view(viewer),
        "press": press_view(viewer),
        "threads": threads_view(viewer),
        "found": press_view(viewer, search="xq"),
        "notes": notes_view(viewer),
        "reports": reports_view(viewer),
        "held": held_view(viewer),
        "events": [said for one in log if (said := event_view(viewer, one)) is not None],
    }
    for name, look in [
        ("summary", lambda: summary_view(viewer)),
        *((f"turn {n}", lambda n=n: turn_view(viewer, n)) for n in range(len(g.history) + 1)),
        ("orders", lambda: orders_view(viewer, viewer.power or "FRANCE")),
        ("orders of another", lambda: orders_view(viewer, _another(viewer))),
    ]:
        try:
            found[name] = look()
        except LookupError as error:
            found[name] = str(error)
    return found


def _another(viewer: Viewer) -> str:
    return "FRANCE" if viewer.power != "FRANCE" else "GERMANY"


def stages(table: Table) -> Iterator[tuple[JudgedGame, list[GameLogEntry], GameLogEntry]]:
    """The game after each event, with its log so far."""
    g = rebuild(table.log[:1])
    for number, one in enumerate(table.log[1:], 2):
        apply(g, one)
        yield g, table.log[:number], one


EVERYBODY = (*PLAYERS.values(), MASTER, OBSERVER, VISITOR, RESERVE, GUEST)

GAMES: dict[str, dict[str, Any]] = {
    "plain": {"press": ["private", "public", "grey", "fake"]},
    "anonymous": {"press": ["private", "public", "grey", "fake"], "anonymous": True},
    "blind": {"blind": True, "press": []},
    "approved": {"press_approved": True, "press": ["private", "public", "grey", "fake"]},
    "closed": {"observers": False, "press": ["private", "public", "grey", "fake"]},
}


@dataclass
class Stage:
    """A game after an event: whether it is over, and what everybody sees, as JSON."""

    event: GameLogEntry
    over: bool
    may: set[int] | None
    players: set[int]
    seen: dict[int, dict[str, str]]
    mails: dict[int, list[str]]
    """What each of them is mailed of the event, and of the game as it stands."""


@dataclass
class Watched:
    played: Played
    stages: list[Stage]


@pytest.fixture(scope="module", params=GAMES)
def watched(request: pytest.FixtureRequest) -> Watched:
    return watch(request.param)


@cache
def watch(name: str) -> Watched:
    """A game as everybody saw it."""
    played = play(**GAMES[name])
    return Watched(
        played,
        [
            Stage(
                one,
                g.ending is not None,
                who_may_notice(g, one),
                set(g.players),
                {
                    user: {name: json.dumps(view) for name, view in views(g, log, user).items()}
                    for user in EVERYBODY
                },
                {user: mails(g, one, user) for user in EVERYBODY},
            )
            for g, log, one in stages(played.table)
        ],
    )


NAMES = {user: f"Name{user}" for user in EVERYBODY}
WISHES = (MailWishes(), MailWishes("de", "Europe/Berlin", press=PressMails.DIGEST))


def mails(g: JudgedGame, one: GameLogEntry, user: int) -> list[str]:
    """All that somebody is mailed of an event, whatever his wishes."""
    found = (told for wishes in WISHES for told in written(g, [one], user, wishes, NAMES))
    return [f"{told.subject}\n{told.text}" for told in found]


def who_may_notice(g: JudgedGame, one: GameLogEntry) -> set[int] | None:
    """The accounts that may see that something happened; None for everybody."""
    event, users = one.event, g.players
    seat = {power: user for user, power in users.items()}
    match event:
        case ev.OrdersSaved() | ev.StandingSaved() | ev.ReadySet() | ev.MessageReported():
            return {MASTER, *(seat[power] for power in [event.power] if power in seat)}
        case ev.BotSpoke():
            return set()
        case ev.Voted() | ev.Muted() | ev.NoteSaved():
            return {seat[event.power]}
        case ev.MessageSent(_, sender, to) if to:
            return {MASTER, *(seat[power] for power in (sender, *to) if power in seat)}
        case ev.Observing() | ev.ObservingEnded() | ev.Invited() | ev.InvitationEnded():
            return {event.user, MASTER}
        case ev.SeatOffered() | ev.SeatOfferEnded():
            return {event.user, seat[event.power], MASTER}
        case ev.Reminded():
            return None
        case ev.MessageHeld():
            return {seat[event.sender], MASTER}
        case ev.MessageTurnedBack(held):
            return {seat[g.held[held - 1].sender], MASTER}
        case ev.MessageLetThrough(_, number) if g.messages[number - 1].to:
            message = g.messages[number - 1]
            return {MASTER, *(seat[p] for p in (message.sender, *message.to) if p in seat)}
        case ev.Absent() if g.settings.anonymous:
            return {event.user, MASTER}
        case _:
            return None


@pytest.mark.slow
def test_no_text_is_read_by_who_may_not(watched: Watched) -> None:
    secrets = watched.played.secrets
    for stage in watched.stages:
        hidden = [*secrets.for_ever.items()]
        hidden += [] if stage.over else [*secrets.until_over.items()]
        for user, seen in stage.seen.items():
            told = "".join([*seen.values(), *stage.mails[user]])
            for text, may in hidden:
                assert user in may or text not in told, (user, text, stage.event)


@pytest.mark.slow
def test_who_may_not_know_of_an_event_sees_no_difference(watched: Watched) -> None:
    compared = 0
    for before, now in pairwise(watched.stages):
        for user in EVERYBODY:
            if now.may is not None and user not in now.may:
                assert now.seen[user] == before.seen[user], (user, now.event)
                compared += 1
    assert compared > 200


@pytest.mark.slow
def test_each_secret_is_read_by_who_may(watched: Watched) -> None:
    """So that the tests above cannot pass because nobody sees anything."""
    secrets = watched.played.secrets
    running = [stage for stage in watched.stages if not stage.over]
    for text, may in {**secrets.until_over, **secrets.for_ever}.items():
        for user in may:
            assert any(text in told for one in running for told in one.seen[user].values())


@pytest.mark.slow
def test_nobody_knows_who_plays_what_in_an_anonymous_game() -> None:
    for stage in watch("anonymous").stages:
        for user in (*PLAYERS.values(), OBSERVER, VISITOR):
            told = "".join([*stage.seen[user].values(), *stage.mails[user]])
            for other in {*PLAYERS.values()} - {user}:
                assert stage.over or str(other) not in told, (user, other, stage.event)
    assert str(PLAYERS["FRANCE"]) in stage.seen[OBSERVER]["game"]


@pytest.mark.slow
def test_mails_tell_of_nothing_that_their_reader_may_not_know(watched: Watched) -> None:
    """Of an event that somebody may not know of he is mailed nothing, and a reminder or a digest
    says no more than before it."""
    compared = 0
    for before, now in pairwise(watched.stages):
        for user in EVERYBODY:
            if now.may is not None and user not in now.may:
                assert set(now.mails[user]) <= set(before.mails[user]), (user, now.event)
                compared += 1
    assert compared > 200
    told = "".join(text for stage in watched.stages for text in stage.mails[PLAYERS["FRANCE"]])
    assert "S1901M" in told or "Frühjahr 1901" in told


@pytest.mark.slow
def test_each_mail_is_written_for_somebody(watched: Watched) -> None:
    """So that the tests above cannot pass because nobody is mailed anything."""
    kinds = {type(one.event.event) for one in watched.stages if any(one.mails.values())}
    expected = {ev.Judged, ev.Began, ev.Ended, ev.Seated, ev.Vacated, ev.Proposed, ev.Invited}
    assert expected <= kinds
    settings = watched.played.table.g.settings
    if settings.press:
        sent = ev.MessageHeld if settings.press_approved else ev.MessageSent
        users = {
            user
            for one in watched.stages
            if isinstance(one.event.event, sent)
            for user, found in one.mails.items()
            if any("xq" in text for text in found)
        }
        assert MASTER in users


def test_a_fake_is_told_from_no_true_message() -> None:
    table = watch("plain").played.table
    fake = next(one for one in table.g.messages if one.signed == "TURKEY")
    seen = press_view(Viewer(rebuild(table.log[:-2]), Actor(PLAYERS["ITALY"])))
    (message,) = (one for one in seen if one["text"] == fake.text)
    assert message["from"] == "TURKEY" and "FRANCE" not in json.dumps(message)
    (true,) = (one for one in seen if one["number"] != fake.number) if len(seen) == 2 else (None,)
    assert true is None or set(true) == set(message)


@pytest.mark.slow
def test_units_out_of_sight_in_a_blind_game() -> None:
    table = watch("blind").played.table
    board = table.g.game.variant.board
    near: dict[str, set[str]] = {province: {province} for province in board.provinces}
    for path in board.paths:
        one, other = board.province_of[path.source], board.province_of[path.target]
        near[one].add(other)
        near[other].add(one)
    for g, log, _ in stages(table):
        if g.ending is not None:
            break
        for power, user in PLAYERS.items():
            if g.seats[power].user != user:
                continue
            seen: set[str] = set()
            there: set[str] = set()
            for position in (g.game.start, *(one.position for one in g.history)):
                own = {board.province_of[unit.location] for unit in position.units_of(power)}
                own |= set(position.centers_of(power))
                sight = set().union(*(near[place] for place in own))
                for unit in position.units:
                    there.add(str(unit))
                    if board.province_of[unit.location] in sight:
                        seen.add(str(unit))
            told = json.dumps(views(g, log, user))
            assert not [unit for unit in there - seen if f'"{unit}' in told], (power, log[-1])
            assert [unit for unit in seen if f'"{unit}' in told]
        told = json.dumps(views(g, log, OBSERVER))
        assert not [unit for unit in g.game.position.units if str(unit) in told]


def test_what_bots_say_and_hear_is_theirs_and_of_whom_they_say_it_to() -> None:
    table = Table(bot="loeb:press")
    for power in ("AUSTRIA", "TURKEY"):
        table.done(c.Join((power,)), PLAYERS[power])
    table.done(c.Begin())
    table.g.lot = 5  # two powers trust Turkey
    table.wait(seconds=0)
    table.done(c.Send("(WHT)", ("FRANCE", "ITALY")), PLAYERS["TURKEY"])
    table.done(c.Send("xq-secret", ("RUSSIA",)), PLAYERS["AUSTRIA"])
    table.wait(minutes=5)
    users = [PLAYERS["AUSTRIA"], PLAYERS["TURKEY"], MASTER, OBSERVER, VISITOR]
    before: dict[int, str] = {}
    compared = said = 0
    for g, log, one in stages(table):
        may = who_may_notice(g, one)
        for user in users:
            seen = json.dumps(views(g, log, user))
            if may is not None and user not in may:
                assert seen == before[user], (user, one.event)
                compared += 1
            elif isinstance(one.event, ev.MessageSent):
                assert json.dumps(one.event.text) in seen
                said += 1
            before[user] = seen
    kinds = {type(one.event) for one in table.log}
    assert compared > 100 and said > 10 and ev.BotSpoke in kinds

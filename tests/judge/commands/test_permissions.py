"""Who may give which command: a table written down here, against what the judge does."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.decide import decide
from dragoman.judge.commands.permissions import CLOCK, WHO_MAY, Actor, bot_of
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.fold import rebuild
from tests.judge.table import MASTER, START, Table, seven

COMMANDS: dict[str, c.Command] = {
    "ChangeSettings": c.ChangeSettings({"title": "Others"}),
    "Join": c.Join(("Italy",)),
    "Leave": c.Leave(),
    "Admit": c.Admit(21),
    "TurnAway": c.TurnAway(21),
    "Invite": c.Invite(55),
    "Uninvite": c.Uninvite(56),
    "Decline": c.Decline(),
    "MakeLink": c.MakeLink(),
    "CloseLink": c.CloseLink(),
    "SetBeginning": c.SetBeginning(START + timedelta(days=9)),
    "Observe": c.Observe(),
    "StopObserving": c.StopObserving(),
    "Begin": c.Begin(),
    "SeatPlayer": c.SeatPlayer("Austria", 21),
    "TakeSeat": c.TakeSeat("Austria"),
    "Resign": c.Resign(),
    "OfferSeat": c.OfferSeat(88),
    "WithdrawOffer": c.WithdrawOffer(),
    "Eject": c.Eject("France"),
    "AnnounceAbsence": c.AnnounceAbsence(START, START + timedelta(days=5)),
    "EndAbsence": c.EndAbsence(),
    "SaveOrders": c.SaveOrders("A mar H", power="France"),
    "SaveStanding": c.SaveStanding("A mar H", "France"),
    "SetReady": c.SetReady(power="France"),
    "Propose": c.Propose("draw"),
    "Vote": c.Vote(1, True),
    "Send": c.Send("hello"),
    "LetThrough": c.LetThrough(1),
    "TurnBack": c.TurnBack(1, "rude"),
    "HideMessage": c.HideMessage(1, "spam"),
    "ReportMessage": c.ReportMessage(1, "rude"),
    "ReportPower": c.ReportPower("Italy", "asleep"),
    "Silence": c.Silence("Italy", why="spam"),
    "Mute": c.Mute("Italy"),
    "SaveNote": c.SaveNote("hm"),
    "ProcessNow": c.ProcessNow(),
    "Remind": c.Remind(),
    "SetDeadline": c.SetDeadline(START + timedelta(days=9)),
    "Pause": c.Pause(),
    "Resume": c.Resume(),
    "RollBack": c.RollBack("S1901M"),
    "SetPosition": c.SetPosition({"phase": "F1901M", "units": {"ITALY": ["A ROM"]}}),
    "ThrowDice": c.ThrowDice("none"),
    "Promote": c.Promote(77),
    "Demote": c.Demote(2),
    "StepDown": c.StepDown(),
    "DeclareResult": c.DeclareResult("draw"),
    "Terminate": c.Terminate(),
    "Tick": c.Tick(),
    "Halt": c.Halt(),
}
"""Each as France's player would give it, who is 13."""

ROLES = {
    "visitor": Actor(),
    "user": Actor(99),
    "waiting": Actor(21),
    "looking": Actor(22),
    "france": Actor(13),
    "italy": Actor(15),
    "master": Actor(MASTER),
    "admin": Actor(3, is_admin=True),
    "clock": CLOCK,
    "bot": bot_of("GERMANY"),
}

# F: while the game forms, R: while it runs, P: paused, O: over; "." nobody in this column.
TABLE = """
                visitor  user  waiting  looking  france  italy  master  admin  clock  bot
ChangeSettings  .        .     .        .        .       .      FRP     FRP    .      .
Join            .        FRP   FRP      FRP      FRP     FRP    FRP     FRP    .      .
Leave           .        .     FRP      .        .       .      .       .      .      .
Admit           .        .     .        .        .       .      FRP     FRP    .      .
TurnAway        .        .     .        .        .       .      FRP     FRP    FRP    .
Invite          .        .     .        .        .       .      FRP     FRP    .      .
Uninvite        .        .     .        .        .       .      FRP     FRP    .      .
Decline         .        FRP   FRP      FRP      FRP     FRP    FRP     FRP    .      .
MakeLink        .        .     .        .        .       .      FRP     FRP    .      .
CloseLink       .        .     .        .        .       .      FRP     FRP    .      .
SetBeginning    .        .     .        .        .       .      F       F      F      .
Observe         .        FRPO  FRPO     FRPO     FRPO    FRPO   FRPO    FRPO   .      .
StopObserving   .        .     .        FRPO     .       .      .       .      .      .
Begin           .        .     .        .        .       .      F       F      .      .
SeatPlayer      .        .     .        .        .       .      FRP     FRP    .      .
TakeSeat        .        RP    RP       RP       RP      RP     RP      RP     .      .
Resign          .        .     .        .        RP      RP     .       .      .      .
OfferSeat       .        .     .        .        RP      RP     FRP     FRP    .      .
WithdrawOffer   .        .     .        .        RP      RP     FRP     FRP    .      .
Eject           .        .     .        .        .       .      RP      RP     RP     .
AnnounceAbsence .        .     .        .        RP      RP     .       .      .      .
EndAbsence      .        .     .        .        RP      RP     .       .      .      .
SaveOrders      .        .     .        .        RP      -      RP      RP     .      -
SaveStanding    .        .     .        .        RP      -      RP      RP     .      .
SetReady        .        .     .        .        R       -      R       R      .      .
Propose         .        .     .        .        RP      RP     .       .      .      RP
Vote            .        .     .        .        RP      RP     .       .      .      RP
Send            .        .     .        FRPO     RPO     RPO    FRPO    FRPO   .      RPO
LetThrough      .        .     .        .        .       .      FRPO    FRPO   .      .
TurnBack        .        .     .        .        .       .      FRPO    FRPO   .      .
HideMessage     .        .     .        .        .       .      FRPO    FRPO   .      .
ReportMessage   .        .     .        .        RPO     RPO    .       .      .      .
ReportPower     .        .     .        .        RPO     RPO    .       .      .      .
Silence         .        .     .        .        .       .      RP      RP     .      .
Mute            .        .     .        .        RP      RP     .       .      .      .
SaveNote        .        .     .        .        RPO     RPO    .       .      .      .
ProcessNow      .        .     .        .        .       .      RP      RP     .      .
Remind          .        .     .        .        .       .      R       R      .      .
SetDeadline     .        .     .        .        .       .      R       R      R      .
Pause           .        .     .        .        .       .      R       R      .      .
Resume          .        .     .        .        .       .      P       P      .      .
RollBack        .        .     .        .        .       .      RPO     RPO    .      .
SetPosition     .        .     .        .        .       .      RP      RP     .      .
ThrowDice       .        .     .        .        .       .      RP      RP     .      .
Promote         .        .     .        .        .       .      FRPO    FRPO   .      .
Demote          .        .     .        .        .       .      .       FRPO   .      .
StepDown        .        .     .        .        .       .      FRPO    FRPO   .      .
DeclareResult   .        .     .        .        .       .      RP      RP     .      .
Terminate       .        .     .        .        .       .      FRP     FRP    .      .
Tick            .        .     .        .        .       .      .       .      FRPO   .
Halt            .        .     .        .        .       .      .       .      RP     .
"""
HEAD, *ROWS = (line.split() for line in TABLE.strip().splitlines())
BARRED = frozenset({"not-allowed", "wrong-stage", "not-your-power"})


@cache
def game(stage: str) -> tuple[GameLogEntry, ...]:
    settings = {"switches": {"standing_orders": "yes"}, "observers_write": True, "bot": "random"}
    table = Table(**settings) if stage == "F" else seven(**settings)
    table.done(c.Promote(2))
    table.done(c.Join(("Turkey",)), 21)
    table.done(c.Observe(), 22)
    if stage != "F":
        table.done(c.Resign(), "GERMANY")
        table.wait(seconds=0)
        assert table.g.seats["GERMANY"].bot
        table.done(c.Send("first"), "ITALY")
        table.done(c.ProcessNow())
    if stage == "P":
        table.done(c.Pause())
    if stage == "O":
        table.done(c.Terminate())
    return tuple(table.log)


def test_every_command_stands_in_the_table() -> None:
    names = [kind.__name__ for kind in c.Command.__args__]
    assert set(c.Command.__args__) == set(WHO_MAY)
    assert sorted(names) == sorted(COMMANDS) == sorted(row[0] for row in ROWS)
    assert list(ROLES) == HEAD


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_who_may(row: list[str]) -> None:
    name, *cells = row
    for stage in "FRPO":
        g = rebuild(game(stage))
        for role, cell in zip(HEAD, cells, strict=True):
            answer = decide(g, COMMANDS[name], ROLES[role], START + timedelta(hours=1))
            codes = {one.code for one in answer.told} & BARRED
            if stage == "F" and role in ("france", "italy"):
                continue  # nobody plays yet
            may = stage in cell
            assert bool(codes) != may or (may and name == "Tick"), (stage, role, answer)
            assert not codes or (answer.refused and not answer.events)


def test_seats_of_another_game_help_nobody() -> None:
    """Whoever plays elsewhere is a stranger here: roles come from the game alone."""
    table = Table()
    for name in ("SaveOrders", "Vote", "Resign", "Propose", "SaveNote", "SetReady"):
        answer = decide(table.g, COMMANDS[name], Actor(13), START)
        assert answer.refused and answer.told[0].code == "not-allowed"

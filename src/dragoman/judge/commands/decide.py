"""Commands decided: the one way in which a judged game goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeAlias

from dragoman.judge.commands import (
    command as c,
    forming,
    mastering,
    playing,
    press,
    seats,
    voting,
)
from dragoman.judge.commands.command import Decision, check_plain
from dragoman.judge.commands.permissions import Actor, check_may
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_Decide: TypeAlias = Callable[[JudgedGame, Any, Actor, datetime], Decision]

_DECIDE: Final = FrozenMap[type[c.Command], _Decide](
    {
        c.ChangeSettings: forming.change_settings,
        c.Join: forming.join,
        c.Leave: forming.leave,
        c.Admit: forming.admit,
        c.TurnAway: forming.turn_away,
        c.Invite: seats.invite,
        c.Uninvite: seats.uninvite,
        c.Decline: seats.decline,
        c.MakeLink: seats.make_link,
        c.CloseLink: seats.close_link,
        c.SetBeginning: forming.set_beginning,
        c.Observe: forming.observe,
        c.StopObserving: forming.stop_observing,
        c.Begin: forming.begin,
        c.SeatPlayer: forming.seat_player,
        c.TakeSeat: forming.take_seat,
        c.Resign: seats.resign,
        c.OfferSeat: seats.offer_seat,
        c.WithdrawOffer: seats.withdraw_offer,
        c.AnnounceAbsence: seats.announce_absence,
        c.EndAbsence: seats.end_absence,
        c.SaveOrders: playing.save_orders,
        c.SaveStanding: playing.save_standing,
        c.SetReady: playing.set_ready,
        c.Propose: voting.propose,
        c.Vote: voting.vote,
        c.Send: press.send,
        c.LetThrough: press.let_through,
        c.TurnBack: press.turn_back,
        c.HideMessage: press.hide_message,
        c.ReportMessage: press.report_message,
        c.ReportPower: press.report_power,
        c.Silence: press.silence,
        c.Mute: press.mute,
        c.SaveNote: press.save_note,
        c.ProcessNow: mastering.process_now,
        c.Remind: mastering.remind,
        c.Eject: seats.eject,
        c.SetDeadline: mastering.set_deadline,
        c.Pause: mastering.pause,
        c.Resume: mastering.resume,
        c.RollBack: mastering.roll_back,
        c.SetPosition: mastering.set_position,
        c.ThrowDice: mastering.throw_dice,
        c.Demote: mastering.demote,
        c.Promote: mastering.promote,
        c.StepDown: mastering.step_down,
        c.DeclareResult: voting.declare_result,
        c.Terminate: mastering.terminate,
        c.Tick: mastering.tick,
        c.Halt: mastering.halt,
    }
)


def decide(g: JudgedGame, command: c.Command, actor: Actor, now: datetime) -> Decision:
    """The decision on a command as things stand; the game is not changed. ``now`` is an aware
    moment.

    The same game, command and moment always give the same answer, so that whoever lost a race
    for the log decides again on the log as it is then.
    """
    try:
        check_may(g, command, actor)
        check_plain(command)
        return _DECIDE[type(command)](g, command, actor, now)
    except ActionRefused as refused:
        return Decision((), (refused.diagnostic,), refused=True)

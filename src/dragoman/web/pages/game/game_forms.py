"""The commands of a game on its page: the form that each has, its words, and where it stands. A
command without a form here has one made of its declaration alone, among those of whoever may give
it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import WHO_MAY, GameRole
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap
from dragoman.web.pages.game import game_choices as choices
from dragoman.web.pages.html.command_forms import CommandForm, OptionsOf
from dragoman.web.requests import COMMANDS


@dataclass(frozen=True, slots=True)
class FormPart:
    """Forms that stand together under a heading."""

    title: str
    forms: tuple[CommandForm, ...]


def _of(**options: OptionsOf) -> Mapping[str, OptionsOf]:
    return FrozenMap(options)


def _labels(**labels: str) -> Mapping[str, str]:
    return FrozenMap(labels)


def _fixed(**fixed: str) -> Mapping[str, str]:
    return FrozenMap(fixed)


_WHY: Final = "Reason, for all to read"

VOTES: Final = FormPart(
    "Propose something",
    (
        CommandForm(
            c.Propose,
            "Propose a draw",
            "Propose a draw…",
            "All who are left share the game if everybody agrees. Nobody learns who proposed it.",
            fixed=_fixed(what="draw"),
            without=("powers", "until"),
            is_offered=choices.draws_are_of_all,
        ),
        CommandForm(
            c.Propose,
            "Propose a draw",
            "Propose it",
            "Those whom you tick share the game if everybody agrees. Nobody learns who proposed "
            "it.",
            fixed=_fixed(what="draw"),
            labels=_labels(powers="Who shares it"),
            of=_of(powers=choices.survivors),
            without=("until",),
            is_offered=choices.draws_are_listed,
        ),
        CommandForm(
            c.Propose,
            "Propose a concession",
            "Propose it",
            "The game is over, and won by this power, if everybody else agrees. Nobody learns who "
            "proposed it.",
            fixed=_fixed(what="concession"),
            labels=_labels(powers="To whom"),
            of=_of(powers=choices.other_survivors),
            without=("until",),
            one_of=("powers",),
        ),
        CommandForm(
            c.Propose,
            "Ask for more time",
            "Propose it",
            "The deadline is moved once enough players agree.",
            fixed=_fixed(what="extension"),
            labels=_labels(until="New deadline"),
            without=("powers",),
            is_offered=choices.is_running,
        ),
        CommandForm(
            c.Propose,
            "Propose a pause",
            "Propose a pause",
            "The clock stands still, once enough players agree, until the game master goes on.",
            fixed=_fixed(what="pause"),
            without=("powers", "until"),
            is_offered=choices.is_running,
        ),
    ),
)
"""What a player puts to the vote."""

MORE: Final = (
    FormPart(
        "Being away",
        (
            CommandForm(
                c.AnnounceAbsence,
                "Say when you are away",
                "Announce it",
                "If orders of yours are missing at a deadline in that time, the game waits until "
                "you are back. At most three weeks at once, and six weeks a year.",
                labels=_labels(start="From", end="Until"),
            ),
            CommandForm(
                c.EndAbsence,
                "I am here again",
                "I am here again",
                "Ends your absence, and takes back those to come.",
                is_offered=choices.said_when_away,
            ),
        ),
    ),
    FormPart(
        "Other players",
        (
            CommandForm(
                c.Mute,
                "Mute somebody",
                "Mute",
                "Messages of this power are folded away, and you get no notices about them. Nobody "
                "learns of it, and you can undo it at any time.",
                fixed=_fixed(muted="yes"),
                labels=_labels(other="Power"),
                of=_of(other=choices.unmuted),
                is_offered=choices.has_press,
            ),
            CommandForm(
                c.Mute,
                "Hear somebody again",
                "Hear again",
                fixed=_fixed(muted="no"),
                labels=_labels(other="Power"),
                of=_of(other=choices.muted),
            ),
            CommandForm(
                c.ReportPower,
                "Report a player",
                "Report",
                "The game master and those who run this judge read which power you play, which you "
                "report, and your reason. A game master who plays reads it when the game is over. "
                "Whoever plays the power learns nothing. A message is reported beside it, in the "
                "press.",
                labels=_labels(other="Power", why="What happened"),
                of=_of(other=choices.others),
            ),
        ),
    ),
    FormPart(
        "Your seat",
        (
            CommandForm(
                c.OfferSeat,
                "Hand your power over",
                "Offer it",
                "To somebody who has an account here. You play on until it is accepted. Your "
                "orders and the press of your power go with it, your notes do not.",
                fixed=_fixed(power=""),
                labels=_labels(user="Player name"),
                is_offered=choices.plays,
            ),
            CommandForm(
                c.WithdrawOffer,
                "Keep your power",
                "Keep your power",
                "Takes back the offer that you have made.",
                fixed=_fixed(power=""),
                is_offered=choices.was_offered,
            ),
            CommandForm(
                c.Resign,
                "Resign",
                "Resign…",
                "You give up your power for good.",
            ),
        ),
    ),
)
"""What a player does seldom."""

MASTERS: Final = (
    FormPart(
        "Time",
        (
            CommandForm(c.ProcessNow, "Judge now", "Judge now…"),
            CommandForm(
                c.Remind,
                "Remind those who are missing",
                "Remind those who are missing",
                "They get an email or a push message at once, as they have set it.",
            ),
            CommandForm(
                c.SetDeadline,
                "Set the deadline",
                "Set it",
                labels=_labels(deadline="Due", why=_WHY),
            ),
            CommandForm(
                c.Pause,
                "Pause",
                "Pause",
                "The clock stands still; the time that is left stays.",
                labels=_labels(why=_WHY),
            ),
            CommandForm(c.Resume, "Resume", "Resume"),
        ),
    ),
    FormPart(
        "Players",
        (
            CommandForm(
                c.SeatPlayer,
                "Give a power to somebody who waits",
                "Seat",
                labels=_labels(power="Power", user="Player"),
                of=_of(power=choices.unplayed, user=choices.waiting),
            ),
            CommandForm(
                c.Admit,
                "Let somebody in",
                "Let in",
                labels=_labels(user="Player"),
                of=_of(user=choices.not_let_in),
                is_offered=choices.has_begun,
            ),
            CommandForm(
                c.TurnAway,
                "Turn somebody away",
                "Turn away",
                labels=_labels(user="Player"),
                of=_of(user=choices.waiting),
                is_offered=choices.has_begun,
            ),
            CommandForm(
                c.Invite,
                "Invite somebody",
                "Invite",
                "Invited players need neither the code nor to be let in, and can take a seat at "
                "once.",
                labels=_labels(user="Player name"),
                is_offered=choices.is_settled,
            ),
            CommandForm(
                c.OfferSeat,
                "Keep a seat for somebody",
                "Keep it",
                "For somebody who has an account here; nobody else can take the seat meanwhile.",
                labels=_labels(power="Power", user="Player name"),
                of=_of(power=choices.free),
                is_offered=choices.are_dealt,
            ),
            CommandForm(
                c.WithdrawOffer,
                "Keep a seat for nobody any more",
                "Let others have it",
                labels=_labels(power="Power"),
                of=_of(power=choices.kept),
            ),
            CommandForm(
                c.Uninvite,
                "Take an invitation back",
                "Take it back",
                labels=_labels(user="Player"),
                of=_of(user=choices.invited),
                is_offered=choices.is_settled,
            ),
            CommandForm(
                c.CloseLink,
                "Close the link for friends",
                "Close the link",
                "Should a seat become free, nobody can take it by the link any more. Who plays "
                "stays.",
                fixed=_fixed(power=""),
                is_offered=choices.has_idle_link,
            ),
            CommandForm(
                c.Eject,
                "Take a power from its player",
                "Eject…",
                "The first who waits for the seat gets it at once; else it is open.",
                labels=_labels(power="Power", why=_WHY),
                of=_of(power=choices.played),
            ),
            CommandForm(
                c.Silence,
                "Bar a power from press",
                "Bar",
                fixed=_fixed(silenced="yes"),
                labels=_labels(power="Power", why=_WHY),
                of=_of(power=choices.heard),
            ),
            CommandForm(
                c.Silence,
                "Allow a power press again",
                "Allow",
                fixed=_fixed(silenced="no"),
                labels=_labels(power="Power", why=_WHY),
                of=_of(power=choices.silenced),
            ),
        ),
    ),
    FormPart(
        "The board",
        (
            CommandForm(
                c.RollBack,
                "Roll back",
                "Roll back…",
                "Begins again with a phase that was judged. Its orders are on file again.",
                labels=_labels(phase="Back to", why=_WHY),
                of=_of(phase=choices.judged),
            ),
            CommandForm(
                c.ThrowDice,
                "Dice that were thrown on a table",
                "Note them",
                "One throw a line, such as famine severity: 4 2. They replace what was noted "
                "before.",
                labels=_labels(text="What the dice showed"),
                is_offered=choices.throws_dice,
            ),
            CommandForm(
                c.SaveStanding,
                "Standing orders for a power",
                "Save",
                "They replace the standing orders that the power has.",
                labels=_labels(power="Power", text="Orders for every movement"),
                of=_of(power=choices.seats),
                is_offered=choices.has_standing,
            ),
            CommandForm(
                c.SetReady,
                "Say that a power is ready, or is not",
                "Set it",
                labels=_labels(power="Power", ready="Ready"),
                of=_of(power=choices.to_order),
                is_offered=choices.is_master_alone,
            ),
        ),
    ),
    FormPart(
        "Game masters",
        (
            CommandForm(
                c.Promote,
                "Make somebody a game master",
                "Promote",
                labels=_labels(user="Player name"),
            ),
            CommandForm(
                c.Demote,
                "Take the game from a game master",
                "Demote…",
                labels=_labels(user="Game master"),
                of=_of(user=choices.masters),
            ),
            CommandForm(
                c.StepDown,
                "Step down",
                "Step down…",
                "Another game master has to be left.",
                is_offered=choices.is_master_himself,
            ),
        ),
    ),
    FormPart(
        "The end",
        (
            CommandForm(
                c.DeclareResult,
                "End it with a draw",
                "End the game…",
                "For a result on which the players agreed elsewhere.",
                fixed=_fixed(how="draw"),
                labels=_labels(why=_WHY),
                without=("powers",),
                is_offered=choices.draws_are_of_all,
            ),
            CommandForm(
                c.DeclareResult,
                "End it with a draw",
                "End the game…",
                "For a result on which the players agreed elsewhere.",
                fixed=_fixed(how="draw"),
                labels=_labels(powers="Who shares it", why=_WHY),
                of=_of(powers=choices.survivors),
                is_offered=choices.draws_are_listed,
            ),
            CommandForm(
                c.DeclareResult,
                "End it with a concession",
                "End the game…",
                "For a result on which the players agreed elsewhere.",
                fixed=_fixed(how="concession"),
                labels=_labels(powers="To whom", why=_WHY),
                of=_of(powers=choices.survivors),
                one_of=("powers",),
            ),
            CommandForm(
                c.Terminate,
                "Cancel the game",
                "Cancel the game…",
                "It ends without a result.",
                labels=_labels(why=_WHY),
            ),
        ),
    ),
)
"""What a master does."""

IN_TEMPLATES: Final = frozenset(
    (
        c.ChangeSettings, c.Join, c.Leave, c.Decline, c.Observe, c.StopObserving, c.Begin,
        c.TakeSeat, c.SaveOrders, c.Vote, c.Send, c.LetThrough, c.TurnBack, c.HideMessage,
        c.ReportMessage, c.SaveNote, c.SetPosition, c.MakeLink, c.SetBeginning,
    )
)  # fmt: skip
"""Commands whose forms stand in templates: what they need is beside them there."""


def _without_a_place() -> tuple[type[c.Command], ...]:
    placed = {one.kind for part in (VOTES, *MORE, *MASTERS) for one in part.forms}
    return tuple(kind for kind in COMMANDS.values() if kind not in placed | IN_TEMPLATES)


def _plain(kind: type[c.Command]) -> CommandForm:
    """The form of a command by its declaration alone."""
    name = "".join(f" {one.lower()}" if one.isupper() else one for one in kind.__name__).strip()
    title = name[:1].upper() + name[1:]
    return CommandForm(kind, title, title, " ".join((kind.__doc__ or "").split()))


@cache
def others(of_masters: bool) -> FormPart:
    """Commands that have no place yet: those of masters alone, or all others."""
    forms = (
        _plain(kind)
        for kind in _without_a_place()
        if (WHO_MAY[kind][0] <= {GameRole.MASTER, GameRole.ADMIN}) == of_masters
    )
    return FormPart("More", tuple(forms))

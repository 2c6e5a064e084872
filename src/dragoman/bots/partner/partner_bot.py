"""The partner as a bot: it proposes, answers at once, and orders what was agreed, or breaks its
word for a reason that it can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Final

from dragoman.bots.bot import Heard, Spoken, View
from dragoman.bots.partner.answering import reply_to
from dragoman.bots.partner.deciding import Resolve, resolved
from dragoman.bots.partner.endings import end_wanted, on_draw, on_win
from dragoman.bots.partner.explaining import afterthoughts, people_of
from dragoman.bots.partner.hearing import in_daide, in_its_language
from dragoman.bots.partner.promises import exchange_with
from dragoman.bots.partner.proposing import proposals
from dragoman.bots.partner.reply import Reply, ReplyKind
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.thoughts import Why
from dragoman.bots.partner.traits import USUAL, Traits
from dragoman.bots.simple_bots import DumbBot
from dragoman.orders import Order
from dragoman.press.afterthoughts import KINDS as NOTES, Afterthought
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import Speech
from dragoman.press.dpp import messages as dpp
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind

if TYPE_CHECKING:
    from dragoman.press.press_texts import Said

UNDERSTOOD = ("PCE", "ALY", "DMZ", "DST", "UDO", "UNO", "IDO", "INO", "XDO", "HOW", "WHT", "DWR")
"""The words of DPP that it names when it did not understand."""


_SEARCHING: Final = RLock()
"""Held by whoever searches: a process has one room for that, and a judge's pages have threads."""


@dataclass(frozen=True, slots=True)
class PartnerBot:
    """A player that talks: it hears every offer, weighs it and answers, proposes by itself, and
    keeps its word as far as its ``traits`` have it."""

    traits: Traits = USUAL
    evaluations: int = 0
    """How many evaluations it searches with for a movement; 0 for what it finds at once."""

    def __call__(self, view: View) -> Iterable[Order]:
        if view.position.phase.kind is not PhaseKind.MOVEMENT:
            return DumbBot()(view)
        return self.resolve(view).orders.values()

    def resolve(self, view: View) -> Resolve:
        """The orders that it has resolved to order in a movement, and what it thought."""
        with self._alone():
            return resolved(self._before(view))

    def thoughts(self, view: View) -> Iterable[Mapping[str, str | float]]:
        """The reasons of its orders in a movement, and how it stands with each power: what its
        word is worth, what it could do, and what there is to be had of it."""
        if view.position.phase.kind is not PhaseKind.MOVEMENT:
            return
        for one in self.resolve(view).thoughts:
            yield {"why": one.why.value, "with": one.power, "gain": one.gain, "name": one.name}
        stance = self._before(view).stance
        for power, trust in stance.trust.items():
            held = "ally" if power in stance.allies else "friend" if power in stance.friends else ""
            if power == stance.target:
                held = f"{held} target".strip()
            yield {
                "why": "stands",
                "with": power,
                "as": held,
                "trust": round(trust, 3),
                "threat": round(stance.threat[power], 3),
                "lure": round(stance.lure[power], 3),
            }

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Said]]:
        """The messages that it sends by itself when a movement begins; later it only answers."""
        with self._alone():
            return list(self._said_first(view, turn))

    def _said_first(self, view: View, turn: int) -> Iterator[tuple[str, Said]]:
        if turn > 0 or view.position.phase.kind is not PhaseKind.MOVEMENT:
            return
        if not view.position.units_of(view.power):
            return
        if self.traits.explains:
            for to in people_of(view):
                for said in afterthoughts(view, self.traits, to):
                    yield to, said
        now = self._before(view)
        for to, said in proposals(now):
            exchange = exchange_with(view, now.lines, to).turned()
            for message in in_its_language((said,), None, exchange):
                yield to, message

    def replies(self, view: View, heard: Sequence[Heard]) -> Iterable[tuple[str, Said]]:
        """The answers to what it was just told."""
        for one in heard:
            for to, said in self.answers(view, one.sender, one.message):
                spoken = Spoken(view.position.phase, to, said, _next(view))
                view = replace(view, spoken=(*view.spoken, spoken))
                yield to, said

    def answers(self, view: View, sender: str, message: Said) -> list[tuple[str, Said]]:
        """The answers to a message of a power, in the language of that, and what it was asked to
        send to others."""
        with self._alone():
            return self._answers(view, sender, message)

    def _answers(self, view: View, sender: str, message: Said) -> list[tuple[str, Said]]:
        now = self._before(view)
        exchange = exchange_with(view, now.lines, sender)
        said = in_daide(message, exchange)
        if not said:
            return [(sender, one) for one in _without_words(message, exchange.last)]
        found: list[tuple[str, Said]] = []
        for part in said:
            reply = reply_to(now, sender, part)
            answering = replace(exchange.turned(), last=part)
            first = in_its_language(_first_word(reply, part), message, answering)
            reason = _reason(reply) if now.is_person(sender) else ()
            follows = in_its_language(reply.follows, message, answering)
            found += [(sender, one) for one in (*first, *reason, *follows)]
            for to, sent in reply.sends:
                other = exchange_with(view, now.lines, to).turned()
                found += [(to, one) for one in in_its_language((sent,), None, other)]
        return _merged(found)

    def _alone(self) -> AbstractContextManager[object]:
        """A block in which nobody else searches in this process, if it does."""
        return _SEARCHING if self.evaluations else nullcontext()

    def _before(self, view: View) -> Situation:
        return Situation(view, self.traits, self.evaluations)

    def agrees_to(self, view: View, how: str, powers: tuple[str, ...]) -> bool:
        """True if it agrees to a draw, or concedes (see ``endings``)."""
        now = self._before(view)
        with self._alone():
            return (on_draw(now, powers) if how == "draw" else on_win(now, powers[0]))[0]

    def would_end(self, view: View) -> tuple[str, tuple[str, ...]] | None:
        """The end that it proposes: a draw where nothing changes any more, or to stop a win."""
        with self._alone():
            return end_wanted(self._before(view))


def _first_word(reply: Reply, said: Speech) -> tuple[Speech, ...]:
    match reply.kind:
        case ReplyKind.AGREES:
            return (s.Agreeing(said),)
        case ReplyKind.REFUSES:
            return (s.Refusing(said),)
        case ReplyKind.NO_COMMENT:
            return (s.NoComment(said),)
        case ReplyKind.PUZZLED:
            return (s.Understood(_WORDS),)
        case ReplyKind.NOTHING:
            return ()


def _reason(reply: Reply) -> Iterator[Afterthought]:
    """The reason of a refusal, for people."""
    why = reply.thought.why
    is_no = reply.kind is ReplyKind.REFUSES
    if reply.kind is ReplyKind.NO_COMMENT and why is not Why.DISTRUSTED:  # which that says
        is_no = True
    if is_no and (kind := f"because-{why.value}") in NOTES:
        yield Afterthought(kind)


def _merged(told: Iterable[tuple[str, Said]]) -> list[tuple[str, Said]]:
    """The same with all that it says at a time of its orders to somebody in one message."""
    found: list[tuple[str, Said]] = []
    for to, said in told:
        match said, found[-1] if found else None:
            case dpp.IWill(orders), (before, dpp.IWill(first)) if before == to:
                found[-1] = to, dpp.IWill((*first, *orders))
            case _:
                found.append((to, said))
    return found


_WORDS = ("PRP", "PCE", "ALY", "VSS", "DMZ", "XDO", "AND", "ORR", "NOT", "SCD", "DRW", "FCT")
"""The words of DAIDE that it names when it did not understand."""


def _without_words(message: Said, last: Speech | None) -> list[Said]:
    """The answer to what DAIDE has no words for; ``last`` is what it said last."""
    match message:
        case (
            Afterthought() | dpp.Try() | dpp.Passive() | dpp.Active() | dpp.Puzzled() | dpp.Sorry()
        ):
            return []
        case dpp.Yes() | dpp.No() | dpp.NoComment() | dpp.Denial() | dpp.Discard():
            return []
        case dpp.CitedRule():
            return [dpp.Yes(message)]
        case dpp.BrokenPromise():
            return [dpp.Denial()]
        case dpp.Distribution():
            return [dpp.NoComment()]
        case dpp.Repeat():
            return [] if last is None else [last]
        case _:
            return [dpp.Try(UNDERSTOOD)]


def _next(view: View) -> int:
    return len(view.heard) + len(view.spoken)

"""Messages to a partner, in the language in which it thinks: DAIDE's press, which has words for
nearly all that DPP can say; and its answers, in the language in which it was spoken to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from dragoman.orders import UnitRef
from dragoman.press.afterthoughts import Afterthought
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import Speech
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import Said
from dragoman.press.to_daide import to_daide
from dragoman.press.to_dpp import to_dpp

_MOST_SEEN: Final = 4096
_seen: Final[dict[int, tuple[Said, Exchange, tuple[Speech, ...]]]] = {}
"""Messages by their identity, each held with what it is: every one is read again whenever somebody
thinks, and to work out the hash of its content takes longer than all else."""


def in_daide(message: Said, exchange: Exchange) -> tuple[Speech, ...]:
    """The same as DAIDE says it; nothing where DAIDE has no words for it."""
    seen = _seen.get(id(message))
    if seen is not None and seen[0] is message and seen[1] == exchange:
        return seen[2]
    found = _in_daide(message, exchange)
    if len(_seen) >= _MOST_SEEN:
        _seen.clear()
    _seen[id(message)] = message, exchange, found
    return found


@lru_cache(maxsize=4096)
def _in_daide(message: Said, exchange: Exchange) -> tuple[Speech, ...]:
    if isinstance(message, Speech):
        return (message,)
    if isinstance(message, Afterthought):
        return ()
    both = (exchange.sender, exchange.receiver)
    match message:
        case dpp.Alliance(allies, ()):
            return (s.Proposal(s.Alliance(tuple(dict.fromkeys((*both, *allies))), ())),)
        case dpp.Puppet():
            return (s.Proposal(s.Alliance(both, ())),)
        case dpp.AskedUnits(()):
            own = exchange.position.units_of(exchange.receiver)
            return tuple(s.AskedUnit(UnitRef(u.location, u.kind, u.power)) for u in own)
        case dpp.Prediction(results):
            bare = tuple(
                (power, tuple(replace(one, notes=()) for one in annotated))
                for power, annotated in results
            )
            return _translated(dpp.Prediction(bare), exchange)
        case _:
            return _translated(message, exchange)


def _translated(message: dpp.Message, exchange: Exchange) -> tuple[Speech, ...]:
    try:
        found = to_daide(message, exchange)
    except Unsayable:
        return ()
    return tuple(one for one in found if isinstance(one, Speech))


def in_its_language(
    messages: Iterable[Speech], heard: Said | None, exchange: Exchange
) -> Iterable[Said]:
    """Messages to a power, in DPP where that was spoken to the partner, or where nothing was, as
    far as DPP has words for it."""
    for message in messages:
        if heard is not None and isinstance(heard, Speech):
            yield message
            continue
        try:
            yield to_dpp(message, exchange)
        except Unsayable:
            yield message

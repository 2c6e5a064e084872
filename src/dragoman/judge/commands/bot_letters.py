"""The letters of people to bots that answer: what they say, and what is said to people of that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from dragoman.bots import View
from dragoman.bots.partner.hearing import in_daide
from dragoman.game import Variant
from dragoman.judge.log.state import JudgedGame, PressMessage
from dragoman.press.afterthoughts import Afterthought
from dragoman.press.daide import speech as s
from dragoman.press.daide.speech import FreeText, Speech
from dragoman.press.exchange import Exchange
from dragoman.press.letter_clauses import LetterClauses, clauses_of
from dragoman.press.letter_meanings import LetterMeaning, LetterTable, meaning_of
from dragoman.press.press_texts import read_press
from dragoman.rules import Phase, PhaseKind, Position

_OF_PROGRAMS: Final = ("(", "DPP:", "DAIDE:")
_OFFERS: Final = (s.Proposal, s.Insisting, s.Suggestion, s.Conditional)


def is_letter(text: str) -> bool:
    """True if a text is not meant for programs."""
    return not text.lstrip().startswith(_OF_PROGRAMS)


def told(g: JudgedGame, power: str) -> Iterator[tuple[PressMessage, str]]:
    """The messages of powers to a power or to all, and who signed them: more no player is told."""
    for one in g.messages:
        if one.sender != power and one.signed in g.seats and g.reads(power, one):
            yield one, one.signed


def position_then(g: JudgedGame, one: PressMessage) -> Position:
    """The position in which press was sent."""
    before = (each.before for each in g.history if str(each.phase) == one.phase)
    return next(before, g.game.position)


def read_letter(g: JudgedGame, power: str, one: PressMessage) -> LetterMeaning:
    """The meaning of a letter to a power; none where it is to all, for then nobody is meant."""
    letter = _clauses(g, power, one)
    if letter is None or not letter.clauses:
        return LetterMeaning((), letter is None or letter.is_read)
    game, position = g.game, position_then(g, one)
    exchange = Exchange(game.variant.board, one.signed, power, position)
    before = [each.before.phase for each in g.history if each.before.phase < position.phase]
    moved = [phase for phase in before if phase.kind is PhaseKind.MOVEMENT]
    return _meaning(
        letter,
        replace(game.variant, rule_set=game.rule_set),
        exchange,
        _offers(g, power, one),
        moved[-1] if moved else None,
    )


def _clauses(g: JudgedGame, power: str, one: PressMessage) -> LetterClauses | None:
    """The clauses of a letter to a power; None where press is none."""
    said = read_press(one.text, g.game.variant)
    if power not in one.to or not any(isinstance(each, FreeText) for each in said):
        return None
    return clauses_of(one.text, g.game.variant.board, power) if is_letter(one.text) else None


@lru_cache(maxsize=256)
def _meaning(
    letter: LetterClauses,
    variant: Variant,
    exchange: Exchange,
    offers: tuple[Speech, ...],
    before: Phase | None,
) -> LetterMeaning:
    view = View(variant, exchange.position, exchange.receiver, 0)
    return meaning_of(letter, LetterTable(exchange, view.everybodys_orders(), offers, before))


def _offers(g: JudgedGame, power: str, letter: PressMessage) -> tuple[Speech, ...]:
    """The offers in what a power last said to the writer of a letter, in the same phase."""
    exchange = Exchange(g.game.variant.board, power, letter.signed, position_then(g, letter))
    for one in reversed(g.messages[: letter.number - 1]):
        if one.sender != power or letter.signed not in one.to or one.phase != letter.phase:
            continue
        found = [
            each
            for said in read_press(one.text, g.game.variant)
            for each in in_daide(said, exchange)
            if isinstance(each, _OFFERS)
        ]
        if found:
            return tuple(found)
    return ()


def language_with(g: JudgedGame, power: str, other: str) -> str:
    """The language in which a power last wrote to another."""
    for one, sender in reversed([*told(g, power)]):
        if sender == other and (letter := _clauses(g, power, one)) is not None:
            return letter.language
    return "en"


def notes_on_letters(g: JudgedGame, power: str) -> Iterator[tuple[str, Afterthought]]:
    """The sentences on letters that a power got in this phase since it last spoke."""
    spoken = g.spoken.get(power, ())
    since = spoken[-1] if spoken else 0
    for one, sender in told(g, power):
        if one.number <= since or one.phase != str(g.phase) or g.seats[sender].bot:
            continue
        letter = _clauses(g, power, one)
        if letter is None:
            continue
        meaning = read_letter(g, power, one)
        for message in meaning.messages:
            if isinstance(message, s.Agreeing | s.Refusing):
                kind = "agreed" if isinstance(message, s.Agreeing) else "refused"
                yield sender, Afterthought(kind)
                break
        asides = {
            "whom": meaning.is_whom,
            "unasked": meaning.is_unasked,
            "idle": meaning.is_idle,
        }
        for kind, is_said in asides.items():
            if is_said:
                yield sender, Afterthought(kind)
        if not meaning.is_whole:
            is_known = _has_been_told(g, power, sender)
            yield sender, Afterthought("unread-again" if is_known else "unread")


def _has_been_told(g: JudgedGame, power: str, other: str) -> bool:
    """True if a power ever said to another what it understands of letters."""
    return any(
        one.sender == power
        and other in one.to
        and Afterthought("unread") in read_press(one.text, g.game.variant)
        for one in g.messages
    )

"""DAIDE's messages read, written and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic
from dragoman.formats.daide_words import WORDS
from dragoman.press.daide.messages import (
    Accepted,
    CivilDisorder,
    Delivery,
    DrawVote,
    Eliminated,
    GameSummary,
    GoFlag,
    Hello,
    History,
    Identify,
    Load,
    MapDefinition,
    MapName,
    Message,
    Missing,
    Name,
    NotUnderstood,
    Now,
    Observe,
    Off,
    Option,
    Ordered,
    OrderResult,
    PlayerSummary,
    Rejected,
    Remark,
    Save,
    Scores,
    Seat,
    Send,
    Situation,
    SoloWin,
    Submit,
    Summary,
    Thanks,
    TimeLeft,
    Unbalanced,
    Undo,
)
from dragoman.press.daide.order_patterns import ORDER, STANDING
from dragoman.press.daide.patterns import (
    CENTER,
    MARKED,
    NUMBER,
    OWNER,
    POWER,
    RAW,
    STRING,
    TURN,
    nothing,
    word_among,
    words_among,
)
from dragoman.press.daide.speech import Speech
from dragoman.press.daide.speech_grammar import DRAWERS, SPEECH
from dragoman.press.daide.tokens import Token, to_text
from dragoman.press.daide.vocabulary import DaideVocabulary
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    MessageForm,
    MessageMisread,
    Pattern,
    Reader,
    balanced,
    bracketed,
    later,
    many,
    one_of,
    optional,
    pair_of,
    record,
)

NOTES: Final = frozenset(word for word, number in WORDS.items() if number >> 8 == 0x44)
"""What is said of an order that has arrived."""
RESULTS: Final = frozenset(word for word, number in WORDS.items() if number >> 8 == 0x45)
"""What becomes of orders."""
_OPTIONS: Final = frozenset(["LVL", "MTL", "RTL", "BTL", "PTL", "DSD", "AOA", "PDA", "NPR", "NPB"])


class Sender(Enum):
    """The sender of a message: a program has fewer messages than its server."""

    PROGRAM = "program"
    SERVER = "server"
    EITHER = "either"


class MessageFault(ValueError):
    """A message that DAIDE does not have. ``reply`` is the answer to it: ``PRN`` where brackets do
    not match, ``HUH`` with ``ERR`` before the first token that does not fit; nothing where the
    message is one of these itself."""

    def __init__(self, diagnostic: Diagnostic, reply: tuple[Token, ...]) -> None:
        self.diagnostic, self.reply = diagnostic, reply
        super().__init__(diagnostic, reply)

    def __str__(self) -> str:
        return str(self.diagnostic)


def read_message(
    tokens: Sequence[Token],
    words: DaideVocabulary,
    level: int = 0,
    options: Iterable[str] = (),
    sender: Sender = Sender.EITHER,
) -> Message:
    """A message between a program and its server.

    Press is read to the ``level`` of the game; draws may leave powers out where ``PDA`` is among
    its ``options``.

    Raises:
        MessageFault: if DAIDE has no such message.
    """
    _check_brackets(tokens)
    reader = Reader(tokens, words, level, frozenset(options))
    return cast(Message, _whole(reader, _MESSAGES[sender]))


def read_speech(
    tokens: Sequence[Token], words: DaideVocabulary, level: int = 130, options: Iterable[str] = ()
) -> Speech:
    """A message from one power to others, without what it is sent in.

    Raises:
        MessageFault: if DAIDE has no such message on this level.
    """
    _check_brackets(tokens)
    return cast(Speech, _whole(Reader(tokens, words, level, frozenset(options)), SPEECH))


def write_message(message: Message, words: DaideVocabulary) -> tuple[Token, ...]:
    """The tokens of a message.

    Raises:
        Unsayable: if it names something that DAIDE has no word for.
    """
    return cast("tuple[Token, ...]", tuple(_ANY.write(words, message)))


def write_speech(said: Speech, words: DaideVocabulary) -> tuple[Token, ...]:
    """The tokens of a message from one power to others.

    Raises:
        Unsayable: if it names something that DAIDE has no word for.
    """
    return cast("tuple[Token, ...]", tuple(SPEECH.write(words, said)))


def unbalanced_in(tokens: Sequence[Token]) -> bool:
    """True if brackets do not match, in a message in which they should: ``PRN`` quotes one in
    which they do not."""
    return tokens[:1] != ("PRN",) and not balanced(tokens)


def _check_brackets(tokens: Sequence[Token]) -> None:
    if unbalanced_in(tokens):
        what = "the brackets of this message do not match"
        fault = Diagnostic("unbalanced", what, "close each that is opened")
        reply = () if tokens[:1] == ("HUH",) else ("PRN", OPEN, *tokens, CLOSE)
        raise MessageFault(fault, reply)


def _whole(reader: Reader, pattern: Pattern) -> Any:
    try:
        found = pattern.read(reader)
        reader.end()
    except MessageMisread as error:
        tokens = cast("Sequence[Token]", reader.tokens)
        before, rest = tokens[: error.at], tokens[error.at :]
        text = to_text((*before, "ERR", *rest))
        fault = Diagnostic("misread", f"{error.what}: {text}", column=error.at + 1)
        is_complaint = tokens[:1] in (("HUH",), ("PRN",))
        reply = () if is_complaint else ("HUH", OPEN, *before, "ERR", *rest, CLOSE)
        raise MessageFault(fault, reply) from None
    return found


# The grammar.

_A_POWER = bracketed(POWER)
_A_STRING = bracketed(STRING)
_A_TURN = bracketed(TURN)
_ITS_TURN = optional(bracketed(TURN, is_told_apart=True))
_A_NUMBER = bracketed(NUMBER)
_AN_ORDER = bracketed(ORDER)
_PRESS = bracketed(later(lambda: SPEECH))
_SOME_POWERS = bracketed(many(POWER, 1))

_SEND = MessageForm("SND", Send, (_ITS_TURN, _SOME_POWERS, _PRESS), 10)
_SENT = optional(bracketed(one_of((_SEND,), "SND", "daide")))

_SEAT = record(
    Seat,
    bracketed(OWNER),
    _A_NUMBER,
    bracketed(
        many(
            bracketed(
                record(Option, word_among(_OPTIONS, "an option of the game"), optional(NUMBER))
            ),
            1,
        )
    ),
)
_SITUATION = record(Situation, _A_TURN, many(bracketed(STANDING)))
_ORDER_RESULT = record(
    OrderResult,
    _A_TURN,
    _AN_ORDER,
    bracketed(words_among(RESULTS | NOTES, "a result", 1, 2)),
)
_SUMMARY = record(
    GameSummary,
    _A_TURN,
    many(
        bracketed(record(PlayerSummary, POWER, _A_STRING, _A_STRING, NUMBER, optional(NUMBER))), 1
    ),
)


def _read_number_due(reader: Reader) -> int | None:
    return _NUMBER_DUE.read(reader) if reader.tokens[reader.at - 1] == "MIS" else None


_NUMBER_DUE = optional(_A_NUMBER)

_QUOTED = bracketed(later(lambda: _ANY))
_REQUESTS: Final = (
    MessageForm("HLO", Hello, (nothing(None),)),
    MessageForm("MAP", MapName, (nothing(None),)),
    MessageForm("MDF", MapDefinition, (nothing(()),)),
    MessageForm("SCO", Scores, (nothing(()),)),
    MessageForm("NOW", Now, (nothing(None),)),
    MessageForm("ORD", Ordered, (nothing(None),)),
    MessageForm("MIS", Missing, (nothing(()), nothing(None))),
    MessageForm("SMR", Summary, (nothing(None),)),
)
"""What a program asks for with a word alone."""

_DATA: Final = (
    MessageForm("HLO", Hello, (optional(_SEAT),)),
    MessageForm("MAP", MapName, (optional(_A_STRING),)),
    MessageForm("MDF", MapDefinition, (RAW,)),
    MessageForm(
        "SCO",
        Scores,
        (many(bracketed(pair_of(OWNER, many(CENTER), "press.share"))),),
    ),
    MessageForm("NOW", Now, (optional(_SITUATION),)),
    MessageForm("ORD", Ordered, (optional(_ORDER_RESULT),)),
    MessageForm(
        "MIS",
        Missing,
        (
            many(bracketed(STANDING, is_told_apart=True)),
            replace(_NUMBER_DUE, read=_read_number_due),
        ),
    ),
    MessageForm("SMR", Summary, (optional(_SUMMARY),)),
)

_OF_PROGRAMS: Final = (
    MessageForm("NME", Name, (_A_STRING, _A_STRING)),
    MessageForm("OBS", Observe, (optional(_A_STRING), optional(_A_STRING))),
    MessageForm("IAM", Identify, (_A_POWER, _A_NUMBER)),
    MessageForm("HST", History, (optional(_A_TURN),)),
    MessageForm("SUB", Submit, (_ITS_TURN, many(_AN_ORDER, 1))),
    MessageForm("GOF", GoFlag),
    _SEND,
)
_OF_SERVERS: Final = (
    MessageForm("THX", Thanks, (_AN_ORDER, bracketed(word_among(NOTES, "a note")))),
    MessageForm("SLO", SoloWin, (_A_POWER,)),
    MessageForm("OFF", Off),
    MessageForm("CCD", CivilDisorder, (_A_POWER, _ITS_TURN, _SENT)),
    MessageForm("OUT", Eliminated, (_A_POWER, _SENT)),
    MessageForm("SVE", Save, (_A_STRING,)),
    MessageForm("LOD", Load, (_A_STRING,)),
    MessageForm("FRM", Delivery, (_A_POWER, _SOME_POWERS, _PRESS), 10),
)
_TIME = MessageForm("TME", TimeLeft, (optional(_A_NUMBER),))
_DRAW = MessageForm("DRW", DrawVote, (DRAWERS,))
_OF_BOTH: Final = (
    _TIME,
    _DRAW,
    MessageForm("ADM", Remark, (_A_STRING, _A_STRING)),
    MessageForm("YES", Accepted, (_QUOTED,)),
    MessageForm("REJ", Rejected, (_QUOTED,)),
    MessageForm("HUH", NotUnderstood, (bracketed(MARKED),)),
)


def _read_unbalanced(reader: Reader) -> tuple[Token, ...]:
    """The tokens that ``PRN`` quotes: all between its own brackets, whatever is in there."""
    reader.need(OPEN)
    last = len(reader.tokens) - 1
    end = last if reader.tokens[last] == CLOSE and last >= reader.at else last + 1
    found = tuple(reader.tokens[reader.at : end])
    reader.at = len(reader.tokens)
    return cast("tuple[Token, ...]", found)


def _write_unbalanced(_: DaideVocabulary, tokens: Sequence[Token]) -> Any:
    yield from (OPEN, *tokens, CLOSE)


_UNBALANCED = MessageForm(
    "PRN",
    Unbalanced,
    (Pattern(_read_unbalanced, _write_unbalanced, lambda _, __: True, RAW.part),),
)


def _undo(*undone: MessageForm) -> MessageForm:
    return MessageForm("NOT", Undo, (bracketed(one_of(undone, "what can be taken back", "daide")),))


_SUBMITTED = MessageForm("SUB", Submit, (_ITS_TURN, many(_AN_ORDER)))
_UNDO_OF_PROGRAMS = _undo(MessageForm("GOF", GoFlag), _SUBMITTED, _DRAW, _TIME)
_UNDO = _undo(
    MessageForm("GOF", GoFlag),
    _SUBMITTED,
    _DRAW,
    _TIME,
    MessageForm("CCD", CivilDisorder, (_A_POWER, _ITS_TURN, nothing(None))),
)

_ANY = one_of(
    (*_OF_PROGRAMS, *_OF_SERVERS, *_DATA, *_OF_BOTH, _UNDO, _UNBALANCED), "a message", "daide"
)
_MESSAGES: Final = {
    Sender.EITHER: _ANY,
    Sender.PROGRAM: one_of(
        (*_OF_PROGRAMS, *_REQUESTS, *_OF_BOTH, _UNDO_OF_PROGRAMS, _UNBALANCED),
        "a message of a program",
        "daide",
    ),
    Sender.SERVER: one_of(
        (*_OF_SERVERS, *_DATA, *_OF_BOTH, _UNDO, _UNBALANCED), "a message of a server", "daide"
    ),
}

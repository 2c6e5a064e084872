"""DPP's messages read, written and checked."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from dragoman.diagnostics import Diagnostic
from dragoman.press.dpp.messages import (
    Active,
    Alliance,
    AskedPlan,
    AskedUnits,
    BrokenPromise,
    CeaseFire,
    CitedRule,
    CivilDisorder,
    Conditional,
    Demilitarised,
    Denial,
    Discard,
    Distribution,
    During,
    End,
    IWill,
    IWillNot,
    Message,
    No,
    NoComment,
    OtherProtocol,
    Passive,
    Prediction,
    Puppet,
    Puzzled,
    Received,
    Repeat,
    SendOn,
    Sent,
    Sorry,
    Submit,
    TheyWill,
    TheyWillNot,
    TimeLeft,
    Try,
    TurnResults,
    War,
    Yes,
    YouShould,
    YouShouldNot,
)
from dragoman.press.dpp.order_patterns import ABOUT, ORDER, ORDERS, RESULTS, UNIT_ASKED
from dragoman.press.dpp.patterns import (
    INTEGER,
    LOCATION,
    MARKED,
    NAME,
    PERIOD,
    POWER,
    SHARE,
    TURN,
    words_among,
)
from dragoman.press.dpp.reading import MARK, TextReader, text_of
from dragoman.press.dpp.vocabulary import DppVocabulary
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    MessageForm,
    MessageMisread,
    Pattern,
    Reader,
    Tokens,
    after,
    balanced,
    later,
    many,
    one_of,
    optional,
    told_if_any,
)
from dragoman.reports.statements.statement import Part, Statement, Verbatim

_OTHER_WORDS: Final = {"WAR": "DWR", "YEP": "YES", "OUT": "END"}
"""Words of the first draft, of examples and of replies, and what the protocol has for them."""


class TextFault(ValueError):
    """A text that is no message of DPP. ``reply`` is the answer to it: ``HUH`` with an asterisk
    after what was understood, ``TRY`` with all words where not even the first was, ``RPT`` where
    more brackets are closed than opened."""

    def __init__(self, diagnostic: Diagnostic, reply: str) -> None:
        self.diagnostic, self.reply = diagnostic, reply
        super().__init__(diagnostic, reply)

    def __str__(self) -> str:
        return str(self.diagnostic)


def read_message(text: str, words: DppVocabulary) -> Message:
    """The message of a text.

    What is written otherwise than the protocol has it, and is plain all the same, is read:
    ``check_message`` tells of it.

    Raises:
        TextFault: if it is no message.
    """
    return _read(TextReader(text, words))


def write_message(message: Message, words: DppVocabulary) -> str:
    """The text of a message.

    Raises:
        Unsayable: if it names something that DPP has no word for.
    """
    return text_of(tuple(_MESSAGE.write(words, message)))


def check_message(text: str, words: DppVocabulary) -> tuple[Diagnostic, ...]:
    """The faults of a text: errors where it cannot be read, and warnings of what is read, but
    written otherwise in the protocol."""
    reader = TextReader(text, words)
    try:
        _read(reader)
    except TextFault as fault:
        return (fault.diagnostic,)
    return tuple(sorted(reader.remarks, key=lambda remark: remark.column))


def _read(reader: TextReader) -> Message:
    try:
        found = _MESSAGE.read(reader)
        reader.end()
    except MessageMisread as error:
        at = error.at
        fault = Diagnostic("misread", error.what, line=1, column=reader.place(at) + 1)
        raise TextFault(fault, _reply(reader, at)) from None
    return cast(Message, found)


def _reply(reader: TextReader, at: int) -> str:
    tokens = reader.tokens
    lead = tokens[1:2] if tokens[:1] == [OPEN] else tokens[:1]
    if not lead or lead[0] not in KEYWORDS:
        return text_of((OPEN, "TRY", *KEYWORDS, CLOSE))
    if lead[0] == "HUH" or not balanced(tokens):
        return text_of((OPEN, "RPT", CLOSE))
    return text_of((OPEN, "HUH", *tokens[:at], MARK, *tokens[at:], CLOSE))


# The grammar.


def _read_form(reader: Reader) -> object:
    """A message in brackets, or without them as in the first draft."""
    is_bare = reader.ahead() in _BEGINNINGS
    if not is_bare:
        reader.need(OPEN)
    if isinstance(reader, TextReader):
        if is_bare:
            reader.remark("no-brackets", f"({reader.ahead()} ...) is written in brackets")
        if (usual := _OTHER_WORDS.get(str(reader.ahead()))) is not None:
            reader.remark("other-word", f"{reader.ahead()} is written {usual}")
    found = _BARE.read(reader)
    if not is_bare:
        reader.need(CLOSE)
    return found


def _write_form(words: DppVocabulary, message: object) -> Tokens:
    yield OPEN
    yield from _BARE.write(words, message)
    yield CLOSE


def _begins(reader: Reader, further: int) -> bool:
    return reader.ahead(further) == OPEN or reader.ahead(further) in _BEGINNINGS


def _powers_after(word: str, told: str) -> Pattern:
    """Powers after a word; none where it is left out."""
    inner = optional(many(POWER, 1), word)
    return Pattern(
        lambda reader: inner.read(reader) or (),
        lambda words, powers: inner.write(words, powers or None),
        inner.begins,
        told_if_any(many(POWER), told, "powers").part,
    )


_BARE: Pattern = later(lambda: FORMS)
_MESSAGE = Pattern(_read_form, _write_form, _begins, _BARE.part)
_MESSAGES = many(_MESSAGE, 1)


def _names_part(names: tuple[str, ...]) -> Part:
    return Verbatim(" ".join(names)) if names else Statement("press.nothing", {})


_WORDS = replace(many(NAME), part=_names_part)

_ALLIES = _powers_after("WTH", "press.with")
_ENEMIES = _powers_after("VSS", "press.against")
_BEFORE = optional(TURN, told=("press.before", "turn"))
_OTHERWISE = optional(_MESSAGE, "ELS", ("press.otherwise", "message"))
_SAID = optional(_MESSAGE, told=("press.said", "message"))
_PUPPET_IN = words_among(("IDO", "SND", "FRM", "DST"), "IDO, SND, FRM or DST")

_FORMS: Final = (
    MessageForm("TRY", Try, (_WORDS,)),
    MessageForm("PSV", Passive, (_WORDS,)),
    MessageForm("ACT", Active, (_WORDS,)),
    MessageForm("HUH", Puzzled, (MARKED,)),
    MessageForm("ALT", OtherProtocol, (many(NAME, 1),)),
    MessageForm("YES", Yes, (_SAID,)),
    MessageForm("NOP", No, (_SAID,)),
    MessageForm("RPT", Repeat),
    MessageForm("BWX", NoComment),
    MessageForm("END", End),
    MessageForm("CDD", CivilDisorder),
    MessageForm("TME", TimeLeft, (INTEGER,)),
    MessageForm("SUB", Submit, (many(ORDER),)),
    MessageForm("ORD", TurnResults, (TURN, RESULTS)),
    MessageForm("DWR", War),
    MessageForm("PCE", CeaseFire),
    MessageForm("DMZ", Demilitarised, (told_if_any(many(LOCATION), "press.in", "places"),)),
    MessageForm("ALY", Alliance, (_ALLIES, _ENEMIES)),
    MessageForm("DST", Distribution, (many(SHARE, 1),)),
    MessageForm("UNO", YouShouldNot, (ORDERS,)),
    MessageForm("UDO", YouShould, (ORDERS,)),
    MessageForm("INO", IWillNot, (ORDERS,)),
    MessageForm("IDO", IWill, (ORDERS,)),
    MessageForm("XNO", TheyWillNot, (POWER, ORDERS)),
    MessageForm("XDO", TheyWill, (POWER, ORDERS)),
    MessageForm(
        "EXP",
        BrokenPromise,
        (
            _BEFORE,
            told_if_any(many(_MESSAGE), "press.said", "message"),
        ),
    ),
    MessageForm("SRY", Sorry),
    MessageForm("DNY", Denial),
    MessageForm("FOR", During, (PERIOD, _MESSAGES)),
    MessageForm(
        "IFF",
        Conditional,
        (
            _MESSAGE,
            after("THN", _MESSAGE),
            _OTHERWISE,
        ),
    ),
    MessageForm("WHT", AskedUnits, (told_if_any(many(UNIT_ASKED), "press.units", "units"),)),
    MessageForm("HOW", AskedPlan, (ABOUT,)),
    MessageForm("THK", Prediction, (RESULTS,)),
    MessageForm("CTE", CitedRule, (NAME,)),
    MessageForm(
        "FRM", Received, (POWER, optional(POWER, told=("press.received", "power")), _MESSAGES)
    ),
    MessageForm("SND", SendOn, (POWER, _MESSAGES)),
    MessageForm("SNT", Sent, (POWER, _MESSAGES)),
    MessageForm("DFM", Discard, (optional(INTEGER, told=("press.next", "number")),)),
    MessageForm("PPT", Puppet, (told_if_any(_PUPPET_IN, "press.these", "words"),)),
)

KEYWORDS: Final = tuple(form.word for form in _FORMS)
"""The words that messages begin with, in the order of the protocol."""

_BEGINNINGS: Final = frozenset((*KEYWORDS, *_OTHER_WORDS))
_USUAL: Final = {form.word: form for form in _FORMS}
FORMS: Final = one_of(
    (
        *(replace(_USUAL[usual], word=word) for word, usual in _OTHER_WORDS.items()),
        *_FORMS,  # the last form of a class is the one that is written
    ),
    "the word of a message",
    "dpp",
)
"""Any message, without its brackets."""

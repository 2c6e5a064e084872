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
from dragoman.press.dpp.vocabulary import Vocabulary
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    Form,
    Misread,
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


def read_message(text: str, words: Vocabulary) -> Message:
    """The message of a text.

    What is written otherwise than the protocol has it, and is plain all the same, is read:
    ``check_message`` tells of it.

    Raises:
        TextFault: if it is no message.
    """
    return _read(TextReader(text, words))


def write_message(message: Message, words: Vocabulary) -> str:
    """The text of a message.

    Raises:
        Unsayable: if it names something that DPP has no word for.
    """
    return text_of(tuple(_MESSAGE.write(words, message)))


def check_message(text: str, words: Vocabulary) -> tuple[Diagnostic, ...]:
    """What is wrong with a text: errors where it cannot be read, and warnings of what is read, but
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
    except Misread as error:
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


def _write_form(words: Vocabulary, message: object) -> Tokens:
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
    Form("TRY", Try, (_WORDS,)),
    Form("PSV", Passive, (_WORDS,)),
    Form("ACT", Active, (_WORDS,)),
    Form("HUH", Puzzled, (MARKED,)),
    Form("ALT", OtherProtocol, (many(NAME, 1),)),
    Form("YES", Yes, (_SAID,)),
    Form("NOP", No, (_SAID,)),
    Form("RPT", Repeat),
    Form("BWX", NoComment),
    Form("END", End),
    Form("CDD", CivilDisorder),
    Form("TME", TimeLeft, (INTEGER,)),
    Form("SUB", Submit, (many(ORDER),)),
    Form("ORD", TurnResults, (TURN, RESULTS)),
    Form("DWR", War),
    Form("PCE", CeaseFire),
    Form("DMZ", Demilitarised, (told_if_any(many(LOCATION), "press.in", "places"),)),
    Form("ALY", Alliance, (_ALLIES, _ENEMIES)),
    Form("DST", Distribution, (many(SHARE, 1),)),
    Form("UNO", YouShouldNot, (ORDERS,)),
    Form("UDO", YouShould, (ORDERS,)),
    Form("INO", IWillNot, (ORDERS,)),
    Form("IDO", IWill, (ORDERS,)),
    Form("XNO", TheyWillNot, (POWER, ORDERS)),
    Form("XDO", TheyWill, (POWER, ORDERS)),
    Form(
        "EXP",
        BrokenPromise,
        (
            _BEFORE,
            told_if_any(many(_MESSAGE), "press.said", "message"),
        ),
    ),
    Form("SRY", Sorry),
    Form("DNY", Denial),
    Form("FOR", During, (PERIOD, _MESSAGES)),
    Form(
        "IFF",
        Conditional,
        (
            _MESSAGE,
            after("THN", _MESSAGE),
            _OTHERWISE,
        ),
    ),
    Form("WHT", AskedUnits, (told_if_any(many(UNIT_ASKED), "press.units", "units"),)),
    Form("HOW", AskedPlan, (ABOUT,)),
    Form("THK", Prediction, (RESULTS,)),
    Form("CTE", CitedRule, (NAME,)),
    Form("FRM", Received, (POWER, optional(POWER, told=("press.received", "power")), _MESSAGES)),
    Form("SND", SendOn, (POWER, _MESSAGES)),
    Form("SNT", Sent, (POWER, _MESSAGES)),
    Form("DFM", Discard, (optional(INTEGER, told=("press.next", "number")),)),
    Form("PPT", Puppet, (told_if_any(_PUPPET_IN, "press.these", "words"),)),
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

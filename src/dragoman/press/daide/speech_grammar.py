"""The grammar of press, by level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from dragoman.formats.daide_words import WORDS
from dragoman.press.daide.order_patterns import ORDER, UNIT_NAMED, UNIT_OF_ANY_KIND
from dragoman.press.daide.patterns import (
    CENTER,
    MARKED,
    NUMBER,
    PERIOD,
    POWER,
    PROVINCE,
    STRING,
    TURN,
    words_among,
)
from dragoman.press.daide.speech import (
    Agreeing,
    Alliance,
    AllOf,
    Apology,
    AskedPlan,
    AskedUnit,
    Belief,
    Cancelling,
    Choice,
    Claim,
    Command,
    Conditional,
    Copying,
    Demilitarised,
    Distribution,
    Draw,
    During,
    Explanation,
    Fact,
    Favour,
    Forwarding,
    FreeText,
    Insisting,
    NoAgreement,
    NoComment,
    NotKnown,
    Obvious,
    Occupation,
    OneOf,
    Opposite,
    Ordering,
    Peace,
    Proposal,
    Puzzled,
    Question,
    Refusing,
    Report,
    Sending,
    Solo,
    Suggestion,
    Understood,
    Why,
)
from dragoman.press.grammar import (
    MessageForm,
    MessageMisread,
    Pattern,
    Reader,
    after,
    bracketed,
    either,
    later,
    many,
    one_of,
    optional,
    pair_of,
)
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, Verbatim

LEVELS: Final = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 8000)
"""The levels of the language; each has what those below it have."""

PARTIAL_DRAWS: Final = "PDA"
"""The option of a game in which a draw may leave powers out."""

_NESTED_FROM: Final = 50
_LISTED: Final = WORDS.keys() - {"(", ")"}
_LONGEST: Final = 1 << 15

_ARRANGEMENT = bracketed(later(lambda: ARRANGEMENT))
_MESSAGE = bracketed(later(lambda: SPEECH))
_OTHERWISE = optional(_MESSAGE, "ELS", ("press.otherwise", "message"))
_SOME_POWERS = bracketed(many(POWER, 1))
_TWO_POWERS = bracketed(many(POWER, 2))
_A_POWER = bracketed(POWER)
_A_UNIT = bracketed(UNIT_NAMED)


def _read_partial(reader: Reader) -> tuple[str, ...]:
    if PARTIAL_DRAWS not in reader.options:
        raise MessageMisread(reader.at, "draws are of all survivors in this game")
    return _TWO_POWERS.read(reader)


DRAWERS: Final = optional(
    Pattern(_read_partial, _TWO_POWERS.write, _TWO_POWERS.begins, _TWO_POWERS.part),
    told=("press.among", "powers"),
)
"""Who shares a draw; None where that is everybody."""

_ARRANGEMENTS = (
    MessageForm("PCE", Peace, (_TWO_POWERS,), 10),
    MessageForm("ALY", Alliance, (_TWO_POWERS, after("VSS", _SOME_POWERS)), 10),
    MessageForm("DRW", Draw, (DRAWERS,), 10),
    MessageForm("SLO", Solo, (_A_POWER,), 10),
    MessageForm("NOT", Opposite, (_ARRANGEMENT,), 10),
    MessageForm("NAR", NoAgreement, (_ARRANGEMENT,), 10),
    MessageForm("XDO", Ordering, (bracketed(ORDER),), 20),
    MessageForm("DMZ", Demilitarised, (_SOME_POWERS, bracketed(many(PROVINCE, 1))), 20),
    MessageForm("AND", AllOf, (many(_ARRANGEMENT, 2),), 30),
    MessageForm("ORR", OneOf, (many(_ARRANGEMENT, 2),), 30),
    MessageForm(
        "SCD",
        Distribution,
        (many(bracketed(pair_of(POWER, many(CENTER, 1), "press.share")), 1),),
        40,
    ),
    MessageForm("OCC", Occupation, (many(bracketed(UNIT_OF_ANY_KIND), 1),), 40),
    MessageForm(
        "CHO",
        Choice,
        (bracketed(pair_of(NUMBER, NUMBER, "press.range")), many(_ARRANGEMENT, 1)),
        50,
    ),
    MessageForm("FOR", During, (PERIOD, _ARRANGEMENT), 90),
    MessageForm("XOY", Favour, (_A_POWER, _A_POWER), 110),
    MessageForm("YDO", Command, (_A_POWER, many(_A_UNIT, 1)), 110),
    MessageForm("SND", Sending, (_A_POWER, _SOME_POWERS, _MESSAGE), 120),
    MessageForm("FWD", Forwarding, (_SOME_POWERS, _A_POWER, _A_POWER), 120),
    MessageForm("BCC", Copying, (_A_POWER, _SOME_POWERS, _A_POWER), 120),
)


def _forbidden(reader: Reader, form: MessageForm) -> str:
    """A mistake that the tables of the grammar do not know."""
    around = reader.path[-1] if reader.path else ""
    negations = ("NOT", "NAR")
    if form.word in ("AND", "ORR") and reader.level < _NESTED_FROM and around != "PRP":
        return f"{form.word} stands inside other arrangements from level {_NESTED_FROM} on"
    if form.word in negations and around in negations:
        return f"{form.word} negates what is negated already"
    if form.word == "FOR" and "FOR" in _since_quotation(reader.path):
        return "this is inside FOR already"
    return ""


def _since_quotation(path: tuple[str, ...]) -> tuple[str, ...]:
    quoted = [place for place, word in enumerate(path) if word in ("SND", "FRM")]
    return path[quoted[-1] :] if quoted else path


ARRANGEMENT: Final = one_of(_ARRANGEMENTS, "an arrangement", "daide", _forbidden)
"""What can be agreed on."""

_QUESTION = MessageForm("QRY", Question, (_ARRANGEMENT,), 60)
_PROPOSAL = MessageForm("PRP", Proposal, (_ARRANGEMENT,), 10)
_INSISTING = MessageForm("INS", Insisting, (_ARRANGEMENT,), 60)
_SUGGESTION = MessageForm("SUG", Suggestion, (_ARRANGEMENT,), 60)

_ASKED = one_of((*_ARRANGEMENTS, _QUESTION), "an arrangement or a question", "daide", _forbidden)
_CLAIM_SAID = one_of(
    (
        *(form for form in _ARRANGEMENTS if form.word != "NAR"),
        MessageForm("NAR", NoAgreement, (bracketed(_ASKED),), 10),
        _QUESTION,
    ),
    "an arrangement or a question",
    "daide",
    _forbidden,
)


def _told_claim(claim: Claim) -> Part:
    """The claim; of a question that its answer is yes, or no."""
    match claim:
        case Question(arrangement):
            return ARRANGEMENT.part(arrangement)
        case NoAgreement(Question(arrangement)):
            return Statement("daide.NOT", {"of": ARRANGEMENT.part(arrangement)})
        case _:
            return _CLAIM_SAID.part(claim)


_CLAIM = replace(_CLAIM_SAID, part=_told_claim)

_ABOUT = either(
    Pattern(
        lambda reader: LocationKey(PROVINCE.read(reader)),
        lambda words, key: PROVINCE.write(words, key.location),
        PROVINCE.begins,
        lambda key: key,
    ),
    Pattern(
        lambda reader: PowerKey(POWER.read(reader)),
        lambda words, key: POWER.write(words, key.power),
        POWER.begins,
        lambda key: key,
    ),
    lambda key: isinstance(key, PowerKey),
)

_UNIT_ASKED = MessageForm("WHT", AskedUnit, (_A_UNIT,), 70)
_PLAN_ASKED = MessageForm("HOW", AskedPlan, (bracketed(_ABOUT),), 70)
_EXPLANATION = MessageForm("EXP", Explanation, (bracketed(TURN), _MESSAGE), 80)
_FACT = MessageForm("FCT", Fact, (bracketed(_CLAIM),), 10)
_BELIEF = MessageForm("THK", Belief, (bracketed(_CLAIM),), 60)
_ASKED_WHY = MessageForm(
    "WHY",
    Why,
    (
        bracketed(
            one_of((_SUGGESTION, _PROPOSAL, _INSISTING, _BELIEF, _FACT), "what was said", "daide")
        ),
    ),
    130,
)


def _of_level(form: MessageForm, level: int) -> MessageForm:
    return MessageForm(form.word, form.made, form.patterns, level)


_NOT_KNOWN = one_of(
    (
        *(_QUESTION, _UNIT_ASKED, _PLAN_ASKED, _EXPLANATION),
        *(_of_level(form, 130) for form in (_PROPOSAL, _INSISTING, _SUGGESTION)),
    ),
    "what was asked",
    "daide",
)

TRIED: Final = {
    10: "PRP PCE ALY VSS DRW SLO NOT NAR YES REJ BWX CCL FCT",
    20: "XDO DMZ",
    30: "AND ORR",
    40: "SCD OCC",
    50: "CHO",
    60: "INS QRY THK IDK SUG",
    70: "WHT HOW",
    80: "EXP SRY",
    90: "FOR",
    100: "IFF THN ELS",
    110: "XOY YDO",
    120: "FRM FWD BCC SND",
    130: "POB WHY",
}
"""The words that ``TRY`` may list, by level."""

_SAID = (
    _PROPOSAL,
    _FACT,
    MessageForm(
        "TRY",
        Understood,
        (bracketed(words_among(WORDS.keys() - {"(", ")"}, "a word", 0, 1 << 15)),),
        10,
    ),
    MessageForm("CCL", Cancelling, (_MESSAGE,), 10),
    MessageForm("YES", Agreeing, (_MESSAGE,), 10),
    MessageForm("REJ", Refusing, (_MESSAGE,), 10),
    MessageForm("BWX", NoComment, (_MESSAGE,), 10),
    MessageForm("HUH", Puzzled, (bracketed(MARKED),), 10),
    _INSISTING,
    _QUESTION,
    _SUGGESTION,
    _BELIEF,
    MessageForm("IDK", NotKnown, (bracketed(_NOT_KNOWN),), 60),
    _UNIT_ASKED,
    _PLAN_ASKED,
    _EXPLANATION,
    MessageForm("SRY", Apology, (bracketed(one_of((_EXPLANATION,), "EXP", "daide")),), 80),
    MessageForm(
        "IFF",
        Conditional,
        (
            _ARRANGEMENT,
            after("THN", _MESSAGE),
            _OTHERWISE,
        ),
        100,
    ),
    MessageForm("FRM", Report, (_A_POWER, _SOME_POWERS, _MESSAGE), 120),
    _ASKED_WHY,
    MessageForm("POB", Obvious, (bracketed(one_of((_ASKED_WHY,), "WHY", "daide")),), 130),
)


def _read_free_text(reader: Reader) -> FreeText:
    if reader.level < LEVELS[-1]:
        raise MessageMisread(
            reader.at, f"words of people are of level {LEVELS[-1]}, not {reader.level}"
        )
    return FreeText(STRING.read(reader))


def _write_free_text(words: Any, said: FreeText) -> Any:
    return STRING.write(words, said.text)


SPEECH: Final = either(
    one_of(_SAID, "a message", "daide"),
    Pattern(_read_free_text, _write_free_text, STRING.begins, lambda said: Verbatim(said.text)),
    lambda said: isinstance(said, FreeText),
)
"""A message from one power to others."""


def tried_at(level: int) -> frozenset[str]:
    """The words that ``TRY`` may list in a game of this level."""
    return frozenset(w for least, row in TRIED.items() if least <= level for w in row.split())


def trimmed(said: Understood, level: int) -> Understood:
    """The words of ``TRY`` that a game of this level has, each once: what a server delivers."""
    allowed = tried_at(level)
    return Understood(tuple(dict.fromkeys(word for word in said.words if word in allowed)))

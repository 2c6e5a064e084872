"""Press at the table: who may say how much to whom, in which words, and what somebody said.

Press is in words of people or, below level 8000, in DAIDE alone: a level has the words of those
below it, and a message that is of no such level is refused, as is one for which no words are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dragoman.board import Board, UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError, checked
from dragoman.formats.daide_words import WORDS
from dragoman.press.daide.language import MessageFault, read_speech
from dragoman.press.daide.speech_grammar import LEVELS, SPEECH, TRIED
from dragoman.press.daide.tokens import BadTokens, Message, from_text
from dragoman.press.daide.vocabulary import DaideVocabulary, vocabulary_of
from dragoman.press.grammar import CLOSE, OPEN, MessageMisread, Reader
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

FREE_TEXT: Final = "words of people"
_LEVEL_OF: Final = {word: level for level, row in TRIED.items() for word in row.split()}
PRESS_WORDS: Final[tuple[str, ...]] = (*_LEVEL_OF, FREE_TEXT)
"""The words of DAIDE by their level, and behind them words of people (level 8000)."""
EVERYBODY: Final = "ALL"


@checked
@dataclass(frozen=True, slots=True)
class TalkRules:
    """The rules of press: how many ``rounds`` there are before the orders of a movement, how many
    ``words`` each power has for all of them, DAIDE's ``level`` (8000 for words of people, 0 for no
    press), and whether all hear everything (``public``).

    Raises:
        DragomanError: if a number is below 0, or DAIDE has no such level.
    """

    rounds: int = 1
    words: int = 100
    level: int = 8000
    public: bool = False

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise DragomanError(f"level is one of {', '.join(map(str, LEVELS))}, not {self.level}")
        if min(self.rounds, self.words) < 0:
            raise DragomanError(
                f"rounds and words are 0 or more, not {self.rounds} and {self.words}"
            )

    def check_board(self, board: Board) -> None:
        """Refuse a board that this press has no words for.

        Raises:
            DragomanError: if press is in DAIDE, and DAIDE cannot name what is on it.
        """
        if self.rounds and 0 < self.level < LEVELS[-1]:
            try:
                vocabulary_of(board)
            except ActionRefused as refused:
                raise DragomanError(f"press of level {self.level}: {refused}") from None

    def mask(self, words_left: int) -> list[int]:
        """For each of ``PRESS_WORDS`` whether it may be said with so many words left."""
        levels = (*_LEVEL_OF.values(), LEVELS[-1])
        return [int(words_left > 0 and level <= self.level) for level in levels]


@dataclass(frozen=True, slots=True)
class TableTalk:
    """A message: in which phase and round it was said, by whom, to whom, and the words it took."""

    phase: str
    round: int
    sender: str
    to: tuple[str, ...]
    text: str
    words: int

    def __str__(self) -> str:
        return f"{self.sender} to {', '.join(self.to)}: {self.text}"

    def data(self) -> dict[str, Any]:
        """The message for programs."""
        return {
            "phase": self.phase,
            "round": self.round,
            "sender": self.sender,
            "to": [*self.to],
            "text": self.text,
            "words": self.words,
        }


@dataclass(frozen=True, slots=True)
class TalkRead:
    """The answer of a power in a round of press: ``raw`` as it came, ``said`` the messages that are
    delivered, ``diagnostics`` on the others."""

    raw: str
    said: tuple[TableTalk, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def words(self) -> int:
        """The words that were said."""
        return sum(one.words for one in self.said)

    def text(self) -> str:
        """All that is to be told to whoever wrote it; empty if nothing is."""
        return "\n".join(map(str, self.diagnostics))

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "raw": self.raw,
            "said": [one.data() for one in self.said],
            "diagnostics": [one.data() for one in self.diagnostics],
        }


@dataclass(frozen=True, slots=True)
class Speaker:
    """A power that speaks: when, to whom it can, and how many words it has left."""

    power: str
    others: tuple[str, ...]
    phase: str
    round: int
    words_left: int


def words_in(text: str) -> int:
    """The words of a message; brackets of DAIDE are none."""
    return len(text.replace("(", " ").replace(")", " ").split())


@checked
def read_talk(text: str, board: Board, rules: TalkRules, speaker: Speaker) -> TalkRead:
    """Read what a power says in a round, a message on each line: ``FRANCE, ITALY: ...`` or
    ``ALL: ...``, and in public the message alone. Whatever is not said is named; nothing is cut."""
    said: list[TableTalk] = []
    faults: list[Diagnostic] = []
    left = speaker.words_left
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = _message(line.strip(), board, rules, speaker)
        if isinstance(found, TableTalk):
            if found.words <= left:
                left -= found.words
                said.append(found)
                continue
            what = f"this message has {found.words} words, and {left} are left"
            found = Diagnostic("too-many-words", what, "say less")
        faults.append(found.at(line=number, column=1))
    return TalkRead(text, tuple(said), tuple(faults))


def _message(line: str, board: Board, rules: TalkRules, speaker: Speaker) -> TableTalk | Diagnostic:
    to, said = speaker.others, line
    if not rules.public:
        head, colon, rest = line.partition(":")
        found = _named(head, board, speaker) if colon else None
        if found is None:
            what = "this line does not say to whom"
            return Diagnostic("no-addressee", what, "begin it with FRANCE, ITALY: or ALL:")
        if isinstance(found, Diagnostic):
            return found
        to, said = found, rest.strip()
    fault = _unsaid(said, board, rules)
    if fault is not None:
        return fault
    return TableTalk(speaker.phase, speaker.round, speaker.power, to, said, words_in(said))


def _named(head: str, board: Board, speaker: Speaker) -> tuple[str, ...] | Diagnostic | None:
    """The powers that a message is for; None where these are no names of powers."""
    if head.strip().upper() == EVERYBODY:
        return speaker.others
    try:
        powers = [board.power_called(one.strip()) for one in head.split(",")]
    except UnknownName:
        return None
    for one in powers:
        if one not in speaker.others:
            near = ", ".join(speaker.others)
            what = f"nothing can be said to {board.powers[one].name}"
            return Diagnostic("nobody-hears", what, f"write to one of {near}")
    return tuple(dict.fromkeys(powers))


def _unsaid(said: str, board: Board, rules: TalkRules) -> Diagnostic | None:
    """The reason why something cannot be said; None where it can."""
    if not said:
        return Diagnostic("nothing-said", "this message is empty", "leave it out")
    if rules.level == LEVELS[-1]:
        return None
    remedy = f"say it in DAIDE, with its words up to level {rules.level}"
    if rules.level == 0:
        return Diagnostic("no-press", "there is no press in this game", "say nothing")
    try:
        read_speech(from_text(said), vocabulary_of(board), rules.level)
    except (MessageFault, BadTokens) as fault:
        return Diagnostic("not-of-this-level", fault.diagnostic.what, remedy)
    return None


def talk_told(said: Sequence[TableTalk], power: str) -> str:
    """The messages that a power said or heard, a line for each."""
    return "\n".join(str(one) for one in said if power in (one.sender, *one.to))


# What may come next in a message of DAIDE

NUMBER: Final = "1"
"""The word that stands for any whole number."""


@checked
def press_following(said: str, board: Board, level: int) -> tuple[str, ...]:
    """The words and brackets that may come next in a message of DAIDE of which this is said; ``""``
    where it may be over, and ``NUMBER`` for any number. Nothing at all where no message of this
    level begins so. For decoding that can say nothing else.

        >>> press_following("PRP (PCE (FRA", board, 10)
        ('AUS', 'ENG', 'FRA', 'GER', 'ITA', 'RUS', 'TUR')

    Raises:
        DragomanError: if DAIDE cannot name what is on the board.
    """
    TalkRules(level=level).check_board(board)
    words = vocabulary_of(board)
    try:
        before = from_text(said)
    except BadTokens:
        return ()
    every = (OPEN, CLOSE, *WORDS, *words.powers.values(), *words.provinces.values(), NUMBER)
    found = [one for one in dict.fromkeys(every) if _fits((*before, *from_text(one)), words, level)]
    return ("", *found) if before and _is_whole(before, words, level) else tuple(found)


def _fits(tokens: Message, words: DaideVocabulary, level: int) -> bool:
    """True if a message may begin so: what is wrong with it, if anything is, is its end."""
    reader = Reader(tokens, words, level)
    try:
        SPEECH.read(reader)
        reader.end()
    except MessageMisread as misread:
        return misread.at >= len(tokens)
    return True


def _is_whole(tokens: Message, words: DaideVocabulary, level: int) -> bool:
    try:
        read_speech(tokens, words, level)
    except MessageFault:
        return False
    return True

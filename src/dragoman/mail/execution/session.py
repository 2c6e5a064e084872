"""The state of a mail that is carried out: who speaks, in which game, and what is to be
answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from enum import Enum
from typing import cast

from dragoman.diagnostics import Diagnostic
from dragoman.judge.accounts.preferences import notations_of
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision as Came
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.service import Judge
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.problem_words import in_language
from dragoman.judge.wording.wording import moment_said
from dragoman.mail.language.parser import Item, MailLine
from dragoman.mail.language.verbs import said
from dragoman.mail.message import AnswerPart, Attachment, IncomingMail, MapPicture
from dragoman.orders import Notation
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """Lines of the mail, with their numbers, and what came of them. ``is_wrong`` says that
    something was not done."""

    lines: tuple[tuple[int, str], ...]
    told: tuple[str, ...]
    is_wrong: bool = False
    at: int = 0
    """The line after which it stands, if it is about no lines, and not about those before it."""


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """The answer to a command; ``is_wrong`` says that it was not carried out. ``failed`` is the
    answer to a part of it that was not, while the rest was."""

    told: tuple[str, ...] = ()
    is_wrong: bool = False
    failed: tuple[str, ...] = ()


@dataclass
class WrittenLines:
    """Lines that stand for one phase of the game that somebody is signed on to (the one at hand
    where it is empty). ``cleared`` is the line on which it was said that what was on file shall
    not stay, 0 where nobody did."""

    phase: str
    lines: list[MailLine] = field(default_factory=list[MailLine])
    cleared: int = 0


@dataclass(frozen=True, slots=True)
class ReadyLine:
    """The line which says that the judge need not wait; with ``leaves_gaps`` not even for units
    without an order."""

    line: MailLine
    leaves_gaps: bool


@dataclass
class MailSession:
    """The state of a mail while it is carried out.

    ``person`` is the account that speaks, 0 while nobody is known. Who is known by nothing but a
    reply address (``by_reply``) speaks in the game of that address alone (``bound``, where it has
    one): mails are forwarded, and the address with them. ``game`` is the game that he is signed on
    to, ``become`` the power that a master speaks for. ``shut_out`` says that a sign-on failed: what
    follows is not carried out until another one succeeds.
    """

    judge: Judge
    mail: IncomingMail
    now: datetime
    language: str = "en"
    zone: str = "UTC"
    notation: Notation | None = None
    person: int = 0
    by_reply: bool = False
    bound: int = 0
    asked: int = 0
    """The game of the sign-on at hand, whether it is believed or not."""
    game: int = 0
    become: str = ""
    shut_out: bool = False
    phase: str = ""
    items: tuple[Item, ...] = ()
    """The items of the mail."""
    written: list[WrittenLines] = field(default_factory=list[WrittenLines])
    ready: ReadyLine | None = None
    """The line which says that nothing is to be added; the judge is told after the orders."""
    entries: list[TranscriptEntry] = field(default_factory=list[TranscriptEntry])
    talk: list[MailLine] = field(default_factory=list[MailLine])
    parts: list[AnswerPart] = field(default_factory=list[AnswerPart])
    files: list[Attachment] = field(default_factory=list[Attachment])
    pictures: list[MapPicture] = field(default_factory=list[MapPicture])
    touched: dict[tuple[int, str, str], None] = field(
        default_factory=dict[tuple[int, str, str], None]
    )
    """The sheets to be shown: game, power, phase."""
    entered: dict[int, None] = field(default_factory=dict[int, None])
    """The games to be shown as they stand when all is done."""
    secrets: list[str] = field(default_factory=list[str])
    """Secrets, which answers do not repeat; their words are hidden where they were written."""
    secret_words: list[str] = field(default_factory=list[str])
    password: str = ""
    """The one that was given last."""
    subject: str = ""

    @property
    def actor(self) -> Actor:
        """The actor for the judge. Nobody is an admin by mail."""
        return Actor(self.person)

    def learn_wishes(self) -> None:
        """Speak to whoever speaks in his language, write orders in his notation, and tell moments
        by his clock."""
        wishes = self.judge.accounts.wishes.of(self.actor, self.person)
        self.language, self.zone = wishes.language, wishes.zone
        with self.judge.database.asking() as connection:
            self.notation = notations_of(connection, (self.person,)).get(self.person)

    def say(self, key: str, /, **parts: object) -> str:
        return said(self.language, key, **parts)

    def moment(self, when: datetime) -> str:
        """A moment by the clock of whoever speaks."""
        return moment_said(self.language, when, self.zone)

    def g(self) -> JudgedGame:
        """The game that he is signed on to, as it stands."""
        return self.judge.games.load(self.game)

    def viewer(self, game: int = 0) -> Viewer:
        return Viewer(self.judge.games.load(game or self.game), self.actor)

    def book(self, g: JudgedGame) -> Phrasebook:
        return Phrasebook(g.game.variant, self.language, notation=self.notation)

    def power(self, g: JudgedGame) -> str:
        """The power that he speaks for; empty where it is none."""
        return self.become or g.players.get(self.person, "")

    def current(self) -> WrittenLines:
        """The collection of lines that are no commands, for the phase at hand."""
        for one in self.written:
            if one.phase == self.phase:
                return one
        self.written.append(WrittenLines(self.phase))
        return self.written[-1]

    def act(
        self, command: c.Command, game: int = 0, check: Callable[[JudgedGame], None] | None = None
    ) -> Came:
        """Give the judge a command."""
        return self.judge.act(game or self.game, command, self.actor, self.now, check)

    def outcome(self, came: Came, key: str = "", **parts: object) -> CommandOutcome:
        """The answer to a command that was given: the reason of a refusal, or the result, with
        warnings."""
        told = self.told(came.told)
        if came.refused:
            return CommandOutcome(told, True)
        done = (self.say(key, **parts),) if key else ()
        unchanged = () if came.events or told else (self.say("unchanged"),)
        return CommandOutcome(
            (*done, *told, *(self.say("judged", phase=p) for p in judged(came)), *unchanged)
        )

    def told(self, diagnostics: Iterable[Diagnostic]) -> tuple[str, ...]:
        """Diagnostics in the language of whoever reads them; places are told elsewhere."""
        found: list[str] = []
        for one in diagnostics:
            (spoken,), language = in_language((one,), self.language)
            found.append(self._spelt(spoken, language))
        return tuple(found)

    def _spelt(self, one: Diagnostic, language: str) -> str:
        text = f"{one.source}: {one.what}" if one.source else one.what
        if one.candidates:
            text += f" ({said(language, 'candidates')}: {', '.join(one.candidates)})"
        return f"{text} - {one.remedy}" if one.remedy else text

    def add(
        self,
        lines: Sequence[tuple[int, str]],
        told: Iterable[str],
        is_wrong: bool = False,
        at: int = 0,
    ) -> None:
        """Have lines of the mail answered."""
        self.entries.append(TranscriptEntry(tuple(lines), tuple(told), is_wrong, at))


def judged(came: Came) -> tuple[str, ...]:
    """The phases that were judged by a command."""
    return tuple(one.phase for one in came.events if isinstance(one, ev.Judged))


def shown(value: object) -> str:
    """The value of a setting, as it is shown and can be set."""
    if isinstance(value, Mapping):
        pairs = cast(Mapping[str, object], value).items()
        return ", ".join(f"{name}={answer}" for name, answer in pairs) or "-"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, cast(Sequence[object], value))) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return str(value) or "-"

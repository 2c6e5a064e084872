"""The answer to a mail: what was understood, line by line, and what is on file now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from dragoman.mail.execution.queries import look_at_board, look_on_file
from dragoman.mail.execution.redaction import passwords_named, without, without_passwords
from dragoman.mail.execution.session import MailSession, TranscriptEntry
from dragoman.mail.message import AnswerPart, MailAnswer, subject_of_answer

_MOST_TALK: Final = 100
_LONGEST_ECHO: Final = 300
_LONGEST_TALK: Final = 60
_LONGEST_SUBJECT: Final = 200


def answer_of(s: MailSession) -> MailAnswer:
    """All that was told, as one mail."""
    lines = [*_lines(_joined(_sorted(s.entries)))]
    lines += ["", *_talk(s)] if lines and s.talk else _talk(s)
    if s.talk and not s.entries and not s.parts:
        lines += ["", s.say("only-talk" if s.person else "only-talk-of-stranger")]
    if not lines and not s.parts:
        lines = [s.say("nothing")]
    parts = [AnswerPart(s.say("transcript"), tuple(lines), True)] if lines else []
    for game, power, phase in s.touched:
        if (part := look_on_file(s, game, power, phase)) is not None:
            parts.append(part)
    boards = (look_at_board(s, game) for game in s.entered)
    parts += [one for one in boards if one is not None]
    parts += s.parts
    if any(one.is_wrong for one in s.entries):
        parts.append(AnswerPart("", (s.say("footer"),)))
    secrets = [*s.secrets, *passwords_named(s.mail.whole)]
    # Whoever asks twice is answered once.
    kept = tuple(dict.fromkeys(_without(part, secrets) for part in parts))
    subject = without(_subject(s), secrets)
    person, game = s.person, s.game
    files, pictures = tuple(dict.fromkeys(s.files)), tuple(dict.fromkeys(s.pictures))
    return MailAnswer(subject, kept, s.language, person, game, files, pictures)


def _subject(s: MailSession) -> str:
    given = " ".join(s.mail.subject.split())[:_LONGEST_SUBJECT]
    if not given:
        return s.say("subject", site=s.judge.site.title, title=s.subject).rstrip(": ")
    return subject_of_answer(given)


def _sorted(entries: Sequence[TranscriptEntry]) -> list[TranscriptEntry]:
    """The entries in the sequence of their lines; one without lines stays behind the one before."""
    placed: list[tuple[int, TranscriptEntry]] = []
    at = 0
    for one in entries:
        at = one.lines[0][0] if one.lines else one.at or at
        placed.append((at, one))
    return [one for _, one in sorted(placed, key=lambda pair: pair[0])]


def _joined(entries: Sequence[TranscriptEntry]) -> list[TranscriptEntry]:
    """The entries, with lines together of which the same is told."""
    found: list[TranscriptEntry] = []
    for one in entries:
        last = found[-1] if found else None
        is_like = last is not None and bool(last.lines and one.lines) and last.told == one.told
        if last is not None and is_like and not (last.is_wrong or one.is_wrong):
            found[-1] = replace(last, lines=(*last.lines, *one.lines))
            continue
        found.append(one)
    return found


def _lines(entries: Iterable[TranscriptEntry]) -> Iterable[str]:
    for one in entries:
        for number, text in one.lines:
            yield f"{_shown(number):>4}: {echo(text)}"
        mark = "  !!  " if one.is_wrong else "      "
        yield from (f"{mark}{line}" for told in one.told for line in told.split("\n"))


def _shown(number: int) -> str:
    """The number of a line; what stood elsewhere, as in the subject, has none."""
    return str(number) if number > 0 else ""


def _talk(s: MailSession) -> list[str]:
    """The lines that were taken for no order and no command, so that whoever meant one sees it."""
    if not s.talk:
        return []
    lines = sorted(s.talk, key=lambda one: one.line)
    shown = [f"{_shown(one.line):>4}: {_short(echo(one.text))}" for one in lines]
    more = shown[_MOST_TALK:]
    if more:
        numbers = f"{lines[_MOST_TALK].line}-{lines[-1].line}"
        shown = [*shown[:_MOST_TALK], "      " + s.say("talk-more", lines=numbers)]
    return [s.say("talk"), *shown]


def echo(text: str) -> str:
    """A line of the mail, as it is repeated."""
    shown = without_passwords(text.strip())
    return shown if len(shown) <= _LONGEST_ECHO else f"{shown[:_LONGEST_ECHO]}…"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_TALK else f"{text[:_LONGEST_TALK]}…"


def _without(part: AnswerPart, secrets: Sequence[str]) -> AnswerPart:
    return replace(part, lines=tuple(without(line, secrets) for line in part.lines))

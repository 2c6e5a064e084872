"""A variant that somebody mails: its files among what came with the mail, checked as everywhere at
the judge, and taken where it is known who sent it."""

from __future__ import annotations

import lzma
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.games.variants.trial import VariantTrial, try_variant
from dragoman.judge.accounts.rate_limits import RateLimit, take_attempts
from dragoman.judge.service import Judge
from dragoman.judge.storage.variant_store import MOST_OF_ONE
from dragoman.mail.message import AnswerPart, Attachment, MailAnswer
from dragoman.mail.reading.decoding import decoded
from dragoman.mail.server.replies import words_of
from dragoman.mail.server.sender_auth import MailSender
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.words import in_language

VARIANTS_OF_ONE: Final = RateLimit("variants by mail", 10, 10)
_LARGEST: Final = 1_000_000
"""Bytes of a file."""
_MOST_IN_ZIP: Final = 100
_DAMAGED: Final = (
    BadZipFile, OSError, ValueError, EOFError, RuntimeError, zlib.error, lzma.LZMAError,
    struct.error,
)  # fmt: skip
"""Errors of zip files that are damaged, or packed in an unknown way."""
_FILE: Final = re.compile(r"(map|seed)\.([a-z][a-z0-9_]{1,38})(?:\.txt)?", re.I)


@dataclass(frozen=True, slots=True)
class MailedVariant:
    """The files of a variant; empty is what did not come along."""

    name: str
    map: str
    seed: str
    toml: str


def files_of_a_variant(attachments: Sequence[Attachment]) -> MailedVariant | None:
    """The variant among the files of a mail, alone or in a zip file; None where there is none."""
    found: dict[str, dict[str, str]] = {}
    toml = ""
    for name, data in _files(attachments):
        bare = name.rpartition("/")[2]
        if (named := _FILE.fullmatch(bare)) is not None:
            found.setdefault(named[2].lower(), {}).setdefault(named[1].lower(), decoded(data))
        elif bare.lower() == "variant.toml":
            toml = decoded(data)
    if not found:
        return None
    name, files = max(found.items(), key=lambda one: len(one[1]))
    return MailedVariant(name, files.get("map", ""), files.get("seed", ""), toml)


def without_files_of_a_variant(names: Sequence[str]) -> tuple[str, ...]:
    """The names of files that are none of a variant's."""
    bare = ((one, one.lower()) for one in names)
    return tuple(
        name
        for name, small in bare
        if not _FILE.fullmatch(name) and small != "variant.toml" and not small.endswith(".zip")
    )


def _files(attachments: Sequence[Attachment]) -> Iterator[tuple[str, bytes]]:
    for one in attachments:
        if one.name.lower().endswith(".zip"):
            yield from _unpacked(one.data)
        elif len(one.data) <= _LARGEST:
            yield one.name, one.data


def _unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files in a zip file, of those that are small: what they say of their size is not taken
    at its word."""
    try:
        with ZipFile(BytesIO(data)) as file:
            for one in file.infolist()[:_MOST_IN_ZIP]:
                if one.is_dir() or one.file_size > _LARGEST or one.flag_bits & 1:
                    continue
                with file.open(one) as inside:
                    content = inside.read(_LARGEST + 1)
                if len(content) <= _LARGEST:
                    yield one.filename, content
    except _DAMAGED:
        return


def tried_by(judge: Judge, files: MailedVariant, sender: MailSender, now: datetime) -> VariantTrial:
    """The result of trying a variant.

    Raises:
        ActionRefused: if the database does not answer.
    """
    if not files.map or not files.seed:
        what = "a variant has a map file and a seed file, and one of them did not come along"
        remedy = "send map.NAME and seed.NAME together, and variant.toml, if there is one"
        return VariantTrial((Diagnostic("incomplete-variant", what, remedy),))
    try:
        take_attempts(judge.database, now, (VARIANTS_OF_ONE, str(sender.person)))
    except ActionRefused as refused:
        if refused.diagnostic.code != "too-many-attempts":
            raise
        return VariantTrial((refused.diagnostic,))
    return try_variant(files.name, (files.map, files.seed, files.toml))


def with_variant(
    judge: Judge,
    files: MailedVariant,
    tried: VariantTrial,
    sender: MailSender,
    person: int,
    carried: MailAnswer | None,
    now: datetime,
) -> MailAnswer:
    """Take a variant that is as it should be from ``person``, if it is known who that is; what is
    said of it, above what the mail's commands came to.

    Raises:
        ActionRefused: if the database does not answer.
    """
    language = sender.language
    facts = tried.facts
    lines = [words_of(language, "variant-checked", name=files.name)]
    if facts is not None and not has_errors(tried.told):
        lines.append(
            words_of(
                language,
                "variant-facts",
                powers=len(facts["powers"]),
                provinces=len(facts["provinces"]),
                centers=sum(one["center"] for one in facts["provinces"].values()),
                victory=facts["victory_centers"],
                start=facts["start"],
            )
        )
        if not person:
            lines.append(words_of(language, "variant-not-taken"))
        elif judge.variants.count_of(person) >= MOST_OF_ONE:
            lines.append(words_of(language, "variant-too-many", count=MOST_OF_ONE))
        else:
            texts = (files.map, files.seed, files.toml)
            kept = judge.variants.keep(
                files.name, tried.title, person, now, texts, tried.geometry, facts
            )
            lines.append(words_of(language, "variant-taken", variant=kept.key))
    parts = [AnswerPart(words_of(language, "variant-subject"), tuple(lines))]
    told = tuple(one.told(lambda text: in_language(text, language)) for one in tried.told)
    good = (words_of(language, "variant-good"),)
    parts.append(AnswerPart(words_of(language, "variant-faults") if told else "", told or good))
    if carried is None:
        subject = words_of(language, "variant-subject")
        return MailAnswer(subject, tuple(parts), language, person)
    return replace(carried, parts=(*parts, *carried.parts))

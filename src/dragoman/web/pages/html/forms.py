"""Forms: their fields, sent from pages of ours alone; orders chosen from lists; and the answers to
forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final
from urllib.parse import parse_qs
from zoneinfo import ZoneInfo

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.files import decode
from dragoman.files.form_parts import WITH_FILES, form_parts
from dragoman.judge.time.rhythm import time_zones
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap
from dragoman.web.callers import is_from_here
from dragoman.web.problems import Problem, field_fault, refused, status_of
from dragoman.web.requests import Body

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.responses import RedirectResponse, Response
    from pydantic import BaseModel, ValidationError


_MOST_FIELDS: Final = 400
_MOST_UPLOADS: Final = 4000


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file as it was uploaded."""

    name: str
    content: bytes


class SentForm:
    """The fields of a form; of each the texts that were sent for it, and the files."""

    def __init__(
        self,
        fields: dict[str, list[str]],
        files: Mapping[str, list[SentFile]] = FrozenMap(),
    ) -> None:
        self._fields = fields
        self._files = files

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        """The text of a field; empty where it was not sent. Browsers end lines with CR LF."""
        return self._fields.get(name, [""])[0].replace("\r\n", "\n")

    def every(self, name: str) -> list[str]:
        """All texts of a field."""
        return self._fields.get(name, [])

    def files(self, name: str) -> list[SentFile]:
        """All files of a field."""
        return self._files.get(name, [])

    def but(self, name: str, text: str) -> SentForm:
        """The form with another text in a field."""
        return SentForm({**self._fields, name: [text]}, self._files)

    def names(self, start: str) -> list[str]:
        """The fields whose names begin so."""
        return [name for name in self._fields if name.startswith(start)]


async def _form(request: Request) -> SentForm:
    return await _sent(request, _text_of_file, _MOST_FIELDS)


async def _upload(request: Request) -> SentForm:
    return await _sent(request, lambda content: "", _MOST_UPLOADS)


async def _sent(request: Request, text_of: Callable[[bytes], str], most: int) -> SentForm:
    """A form that was sent, with so many fields at most; of its files the texts are fields as well,
    as far as ``text_of`` has some."""
    if not is_from_here(request):
        # Also where nobody is signed in: another site must not sign a visitor in as somebody.
        raise refused("no-csrf-header", "this form was not sent from here", "open the page again")
    try:
        body, kind = await request.body(), request.headers.get("Content-Type", "")
        if kind.startswith(WITH_FILES):
            return _parts(body, kind, text_of, most)
        fields = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
        return SentForm(fields)
    except ValueError:
        raise refused("wrong-form", "this form cannot be read", "open the page again") from None


def _parts(body: bytes, kind: str, text_of: Callable[[bytes], str], most: int) -> SentForm:
    """A form with files (RFC 7578).

    Raises:
        ValueError: if it cannot be read.
    """
    fields: dict[str, list[str]] = {}
    files: dict[str, list[SentFile]] = {}
    for part in form_parts(body, kind, most):
        if part.file is not None:
            files.setdefault(part.name, []).append(SentFile(part.file, part.content))
        text = part.content.decode("utf-8") if part.file is None else text_of(part.content)
        fields.setdefault(part.name, []).append(text)
    return SentForm(fields, files)


def _text_of_file(content: bytes) -> str:
    """The text of a file, in whatever encoding it was kept.

    Raises:
        ValueError: if it is none.
    """
    text, encoding = decode(content)
    if not encoding:
        raise ValueError("this is not text")
    return text


FormHere = Annotated[SentForm, Depends(_form)]
UploadHere = Annotated[SentForm, Depends(_upload)]
"""A form with files of any kind."""


def body_of(model: type[BaseModel], form: SentForm) -> Body:
    """A form as the body of the same request to the API. Numbers, truths and lists are as the
    model's fields say; a field that was not sent is left out.

    Raises:
        Problem: if a field cannot be read.
    """
    data: dict[str, Any] = {}
    shape = model.model_json_schema()
    for name, one in shape.get("properties", {}).items():
        if name in form:
            data[name] = _value(form, name, {option.get("type") for option in _options(one)})
    try:
        return model.model_validate(data)  # type: ignore[return-value]
    except ValidationError as error:
        faults = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise Problem(tuple(map(field_fault, faults)), 422) from None


def moment_in(text: str, zone: str) -> datetime:
    """A moment that a form's field has by the clock of a zone, in UTC.

    Raises:
        ActionRefused: if it is none.
    """
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        what = f"{text!r} is not a moment"
        raise ActionRefused("no-moment", what, "write it as 2026-12-24T20:00") from None
    if zone not in time_zones():
        raise ActionRefused("unknown-zone", f"{zone!r} is not a time zone")
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _options(shape: dict[str, Any]) -> list[dict[str, Any]]:
    return shape.get("anyOf", [shape])


def _value(form: SentForm, name: str, kinds: set[str | None]) -> Any:
    text = form.text(name)
    if "array" in kinds:
        return [one for one in form.every(name) if one]
    if "boolean" in kinds:
        return text == "yes"
    if "integer" in kinds and text.strip().isdecimal():
        return int(text)
    return text


# Answers to forms

Told = tuple[Diagnostic, ...]


def done(act: Callable[[], Any], where: str, again: Callable[[Told, int], Response]) -> Response:
    """Do what a form asks for and go to a page that says so; where that is refused, show what
    ``again`` makes of the faults and their status, with what was written."""
    try:
        act()
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return again(told, status_of(told))
    except Problem as problem:
        return again(problem.diagnostics, problem.status)
    path, _, part = where.partition("#")
    return RedirectResponse(f"{path}?done=true" + (f"#{part}" if part else ""), 303)


# Orders chosen from lists, without script: a list for each unit

PREFIX: Final = "order:"
"""The beginning of the names of the lists; then comes the unit."""


def sheet_of(form: SentForm) -> str:
    """The sheet of the orders that were chosen, one a line."""
    return "\n".join(form.text(name) for name in form.names(PREFIX) if form.text(name))


def is_listed(sheet: Mapping[str, Any]) -> bool:
    """True if lists can show all that a sheet says: each line of it is an order that one of them
    offers. Conditions, comments and orders that are not legal can be written as text alone."""
    offered = {order for orders in sheet["possible"].values() for order in orders}
    lines = [line for line in sheet["text"].splitlines() if line.strip()]
    given = sheet["orders"]
    return len(given) == len(lines) and offered.issuperset(given)

"""What a page's form sends, and that it came from a page of ours."""

from __future__ import annotations

from email import policy
from email.parser import BytesParser
from typing import Annotated, Any, Final
from urllib.parse import parse_qs

from dragoman.extras import extra
from dragoman.files import decode
from dragoman.web.callers import is_from_here
from dragoman.web.problems import refused
from dragoman.web.requests import Body

with extra("judge"):
    from fastapi import Depends, Request
    from pydantic import BaseModel, ValidationError

_MOST_FIELDS: Final = 400
_WITH_FILES: Final = "multipart/form-data"


class Form:
    """The fields of a form; of each the texts that were sent for it."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        """The text of a field; empty where it was not sent. Browsers end lines with CR LF."""
        return self._fields.get(name, [""])[0].replace("\r\n", "\n")

    def every(self, name: str) -> list[str]:
        """All texts of a field."""
        return self._fields.get(name, [])

    def names(self, start: str) -> list[str]:
        """The fields whose names begin so."""
        return [name for name in self._fields if name.startswith(start)]


async def _form(request: Request) -> Form:
    if not is_from_here(request):
        # Also where nobody is signed in: another site must not sign a visitor in as somebody.
        raise refused("no-csrf-header", "this form was not sent from here", "open the page again")
    try:
        body, kind = await request.body(), request.headers.get("Content-Type", "")
        if kind.startswith(_WITH_FILES):
            return Form(_parts(body, kind))
        fields = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
        return Form(fields)
    except ValueError:
        raise refused("wrong-form", "this form cannot be read", "open the page again") from None


def _parts(body: bytes, kind: str) -> dict[str, list[str]]:
    """The fields of a form with files (RFC 7578), which are texts, too, in whatever encoding they
    were kept.

    Raises:
        ValueError: if it cannot be read.
    """
    head = b"Content-Type: " + kind.encode("latin-1") + b"\r\n\r\n"
    read = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    fields: dict[str, list[str]] = {}
    for number, part in enumerate(read.iter_parts()):
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes) or number >= _MOST_FIELDS:
            raise ValueError("this is no form")
        if part.get_filename() is None:
            text = content.decode("utf-8")
        elif not (found := decode(content))[1]:
            raise ValueError("this is no text")
        else:
            text = found[0]
        fields.setdefault(name, []).append(text)
    return fields


FormHere = Annotated[Form, Depends(_form)]


def body_of(model: type[BaseModel], form: Form) -> Body:
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
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise refused("wrong-field", f"{place}: {first['msg']}", "fill it in otherwise") from None


def _options(shape: dict[str, Any]) -> list[dict[str, Any]]:
    return shape.get("anyOf", [shape])


def _value(form: Form, name: str, kinds: set[str | None]) -> Any:
    text = form.text(name)
    if "array" in kinds:
        return [one for one in form.every(name) if one]
    if "boolean" in kinds:
        return text == "yes"
    if "integer" in kinds and text.strip().isdecimal():
        return int(text)
    return text

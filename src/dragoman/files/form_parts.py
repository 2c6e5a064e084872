"""Forms with files, as browsers send them (``multipart/form-data``, RFC 7578)."""

from __future__ import annotations

from email import policy
from email.parser import BytesParser
from typing import Final

from dragoman.quick_dataclass import dataclass

WITH_FILES: Final = "multipart/form-data"
"""The beginning of the ``Content-Type`` of such forms."""


@dataclass(frozen=True, slots=True)
class PostedPart:
    """A field of a form, or a file of it, which has a name of its own (``file``); None where it is
    no file."""

    name: str
    content: bytes
    file: str | None = None


def form_parts(body: bytes, kind: str, most: int) -> list[PostedPart]:
    """The parts of a form, ``most`` of them at most; ``kind`` is its ``Content-Type``.

    Raises:
        ValueError: if it cannot be read, or has more.
    """
    head = b"Content-Type: " + kind.encode("latin-1") + b"\r\n\r\n"
    read = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    found: list[PostedPart] = []
    for number, part in enumerate(read.iter_parts()):
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes) or number >= most:
            raise ValueError("this is no form")
        found.append(PostedPart(name, content, part.get_filename()))
    return found

"""The frames of DAIDE's protocol: four bytes of header, and a body.

All numbers are big-endian. A frame never ends with a TCP segment but by chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.press.daide.tokens import Numbering
from dragoman.press.grammar import Unsayable
from dragoman.quick_dataclass import dataclass

VERSION: Final = 1
MAGIC: Final = 0xDA10
HEADER_BYTES: Final = 4
_LONGEST: Final = 0xFFFF
_PROVINCES: Final = range(0x50, 0x58)
_POWERS: Final = 0x41
_ENTRY_BYTES: Final = 6


class FrameKind(IntEnum):
    """The kinds of frames."""

    INITIAL = 0
    """A client's first frame."""
    REPRESENTATION = 1
    """The server's first frame: the words of the map and their numbers, none for the standard."""
    DIPLOMACY = 2
    """A message in the language."""
    FINAL = 3
    """The sender closes the connection."""
    ERROR = 4
    """The sender closes the connection, as the other broke the protocol."""


class ErrorCode(IntEnum):
    """The ways in which the protocol can be broken."""

    LATE_INITIAL = 1
    NO_INITIAL = 2
    BYTE_ORDER = 3
    MAGIC_NUMBER = 4
    VERSION = 5
    SECOND_INITIAL = 6
    INITIAL_FROM_SERVER = 7
    UNKNOWN_KIND = 8
    TOO_SHORT = 9
    EARLY_MESSAGE = 10
    NO_REPRESENTATION = 11
    UNEXPECTED_REPRESENTATION = 12
    REPRESENTATION_FROM_CLIENT = 13
    BAD_TOKEN = 14


class BrokenProtocol(ValueError):
    """A frame that the protocol does not have; ``code`` is what is answered before the connection
    is closed."""

    def __init__(self, code: ErrorCode, diagnostic: Diagnostic) -> None:
        self.code, self.diagnostic = code, diagnostic
        super().__init__(code, diagnostic)

    def __str__(self) -> str:
        return str(self.diagnostic)


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame: its kind, and the bytes after its header."""

    kind: FrameKind
    body: bytes = b""

    def to_bytes(self) -> bytes:
        """The frame as it is sent.

        Raises:
            Unsayable: if its body is too long.
        """
        if len(self.body) > _LONGEST:
            raise Unsayable(f"a message of {len(self.body)} bytes is longer than {_LONGEST}")
        return bytes((self.kind, 0)) + len(self.body).to_bytes(2, "big") + self.body


INITIAL: Final = Frame(FrameKind.INITIAL, VERSION.to_bytes(2, "big") + MAGIC.to_bytes(2, "big"))
_INITIAL_LENGTH: Final = len(INITIAL.body).to_bytes(2, "big")
FINAL: Final = Frame(FrameKind.FINAL)


def error_frame(code: int) -> Frame:
    """The frame that says how the protocol was broken."""
    return Frame(FrameKind.ERROR, code.to_bytes(2, "big"))


def header(content: bytes) -> tuple[FrameKind, int]:
    """The kind of a frame, and how long its body is.

    Raises:
        BrokenProtocol: if there is no such kind.
    """
    kind, length = content[0], int.from_bytes(content[2:4], "big")
    if kind > FrameKind.ERROR:
        raise _broken(ErrorCode.UNKNOWN_KIND, f"there are no frames of kind {kind}")
    return FrameKind(kind), length


def first_header(content: bytes) -> tuple[FrameKind, int]:
    """The kind of a client's first frame, and how long its body is: an initial message, if the
    client does not end at once.

    Raises:
        BrokenProtocol: if it is anything else, whether there are such frames or not.
    """
    if content[0] not in (FrameKind.INITIAL, FrameKind.FINAL, FrameKind.ERROR):
        what = f"the first frame is one of kind {content[0]}"
        raise _broken(ErrorCode.NO_INITIAL, what, "begin with an initial message")
    kind, length = header(content)
    if kind is FrameKind.INITIAL and length.to_bytes(2, "little") == _INITIAL_LENGTH:
        raise _wrong_order()
    return kind, length


def check_initial(frame: Frame) -> None:
    """See that a client's initial message is as it must be.

    Raises:
        BrokenProtocol: if it is not.
    """
    magic = frame.body[2:4]
    if magic == MAGIC.to_bytes(2, "little"):
        raise _wrong_order()
    if len(frame.body) != len(INITIAL.body):
        what = f"the initial message has {len(frame.body)} bytes, not {len(INITIAL.body)}"
        raise _broken(ErrorCode.TOO_SHORT, what)
    if magic != MAGIC.to_bytes(2, "big"):
        raise _broken(ErrorCode.MAGIC_NUMBER, f"{magic.hex()} is not the magic number")
    if (version := int.from_bytes(frame.body[:2], "big")) != VERSION:
        what = f"version {version} of the protocol is not spoken here"
        raise _broken(ErrorCode.VERSION, what, f"speak version {VERSION}")


def representation(numbering: Numbering) -> Frame:
    """The frame that tells all words of a map and their numbers."""
    ranked = sorted((number, word) for word, number in numbering.of_map.items())
    entries = (number.to_bytes(2, "big") + word.encode("ascii") + b"\0" for number, word in ranked)
    return Frame(FrameKind.REPRESENTATION, b"".join(entries))


def read_representation(body: bytes) -> Mapping[str, int]:
    """The words of a map and their numbers; none for the standard map.

    Raises:
        BrokenProtocol: if the numbers of powers or provinces have gaps, something is there twice,
            or a word is none.
    """
    if len(body) % _ENTRY_BYTES:
        what = f"{len(body)} bytes are not a whole number of entries of {_ENTRY_BYTES}"
        raise _broken(ErrorCode.TOO_SHORT, what)
    found: dict[str, int] = {}
    lows: dict[bool, set[int]] = {True: set(), False: set()}
    for place in range(0, len(body), _ENTRY_BYTES):
        number = int.from_bytes(body[place : place + 2], "big")
        name = body[place + 2 : place + _ENTRY_BYTES]
        is_power = number >> 8 == _POWERS
        if not is_power and number >> 8 not in _PROVINCES:
            raise _broken(ErrorCode.BAD_TOKEN, f"{number:04X} is neither power nor province")
        word = name[:3].decode("latin-1")
        if name[3] or not (word.isascii() and word.isalnum() and word == word.upper()):
            raise _broken(ErrorCode.BAD_TOKEN, f"{name!r} is no word of three capital letters")
        if word in found or number & 0xFF in lows[is_power]:
            raise _broken(ErrorCode.BAD_TOKEN, f"{word} or {number:04X} is there twice")
        found[word] = number
        lows[is_power].add(number & 0xFF)
    for numbers in lows.values():
        if numbers != {*range(len(numbers))}:
            raise _broken(ErrorCode.BAD_TOKEN, "the numbers have gaps")
    return found


def _wrong_order() -> BrokenProtocol:
    what = "the initial message has its bytes in the wrong order"
    return _broken(ErrorCode.BYTE_ORDER, what, "send the higher byte first")


def _broken(code: ErrorCode, what: str, remedy: str = "") -> BrokenProtocol:
    return BrokenProtocol(code, Diagnostic("broken-protocol", what, remedy))

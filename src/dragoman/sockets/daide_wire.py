"""The frames of DAIDE: bytes in, tokens out, and back. No socket, no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dragoman.press.daide.frames import (
    FINAL,
    HEADER_BYTES,
    BrokenProtocol,
    ErrorCode,
    Frame,
    FrameKind,
    check_initial,
    error_frame,
    first_header,
    header,
    representation,
)
from dragoman.press.daide.tokens import BadTokens, Token
from dragoman.press.daide.vocabulary import DaideVocabulary
from dragoman.press.grammar import Unsayable

_OFF: Final[tuple[Token, ...]] = ("OFF",)
MOST_HEARD: Final = 65_400
"""Bytes of the longest message that can be answered: the answer quotes it, and has to fit into a
frame as well."""


class DaideWire:
    """One connection. ``send`` takes the bytes of a frame, ``close`` ends the connection after
    them; the tokens of a message are handed to ``hear``, and ``lost`` is called once at the end."""

    def __init__(
        self,
        words: DaideVocabulary,
        send: Callable[[bytes], None],
        close: Callable[[], None],
        greeted: Callable[[], None],
        hear: Callable[[tuple[Token, ...]], None],
        lost: Callable[[], None],
        full_representation: bool = False,
    ) -> None:
        self._words, self._send, self._close = words, send, close
        self._greeted, self._hear, self._lost = greeted, hear, lost
        self._tells_words = full_representation
        self._buffer = bytearray()
        self.is_greeted = False
        self.is_gone = False

    def take(self, content: bytes) -> None:
        """Take bytes, in pieces of any size."""
        self._buffer += content

    def step(self) -> bool:
        """Deal with the next frame; whether there was one."""
        if self.is_gone:
            return False
        try:
            frame = self._next_frame()
            if frame is not None:
                self._frame(frame)
        except BrokenProtocol as error:
            self.fail(error.code)
            return False
        return frame is not None

    @property
    def is_awaited(self) -> bool:
        """True if a frame has to come, or the rest of one."""
        return not self.is_greeted or bool(self._buffer)

    def late(self) -> None:
        """Fail: what was awaited did not come."""
        self.fail(ErrorCode.TOO_SHORT if self.is_greeted else ErrorCode.LATE_INITIAL)

    def _next_frame(self) -> Frame | None:
        if len(self._buffer) < HEADER_BYTES:
            return None
        told = bytes(self._buffer[:HEADER_BYTES])
        kind, length = header(told) if self.is_greeted else first_header(told)
        if len(self._buffer) < HEADER_BYTES + length:
            return None
        body = bytes(self._buffer[HEADER_BYTES : HEADER_BYTES + length])
        del self._buffer[: HEADER_BYTES + length]
        return Frame(kind, body)

    def _frame(self, frame: Frame) -> None:
        match frame.kind:
            case FrameKind.INITIAL if not self.is_greeted:
                check_initial(frame)
                self.is_greeted = True
                plain = Frame(FrameKind.REPRESENTATION)
                told = representation(self._words.numbering) if self._tells_words else plain
                self._send(told.to_bytes())
                self._greeted()
            case FrameKind.INITIAL:
                self.fail(ErrorCode.SECOND_INITIAL)
            case FrameKind.REPRESENTATION:
                self.fail(ErrorCode.REPRESENTATION_FROM_CLIENT)
            case FrameKind.DIPLOMACY:
                self._message(frame.body)
            case FrameKind.FINAL | FrameKind.ERROR:
                self.gone()
                self._close()

    def _message(self, body: bytes) -> None:
        if len(body) > MOST_HEARD and len(body) % 2 == 0:
            self.end()
            return
        try:
            tokens = self._words.numbering.from_bytes(body)
        except BadTokens as error:
            self.fail(ErrorCode(error.code))
            return
        if not tokens:
            self.fail(ErrorCode.TOO_SHORT)
        else:
            self._hear(tokens)

    def say(self, tokens: tuple[Token, ...]) -> None:
        """Send a message, unless the connection is gone. What is too long for a frame ends it."""
        if self.is_gone:
            return
        try:
            frame = Frame(FrameKind.DIPLOMACY, self._words.numbering.to_bytes(tokens))
            self._send(frame.to_bytes())
        except Unsayable:
            self.end()

    def fail(self, code: ErrorCode) -> None:
        """Tell the program how it broke the protocol, and end the connection."""
        self._send(error_frame(code).to_bytes())
        self.gone()
        self._close()

    def end(self) -> None:
        """End the program and the connection."""
        if self.is_greeted:
            self.say(_OFF)
            if not self.is_gone:
                self._send(FINAL.to_bytes())
        self.gone()
        self._close()

    def gone(self) -> None:
        """The connection is gone."""
        if not self.is_gone:
            self.is_gone = True
            self._lost()

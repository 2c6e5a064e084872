"""A program that speaks DAIDE, on the other side of a socket."""

import asyncio

from dragoman.press.daide.frames import INITIAL, Frame, FrameKind, header
from dragoman.press.daide.tokens import from_text
from tests.patience import SECONDS
from tests.sockets.programs import WORDS, text_of


class DaideClient:
    """A program on the other side of a socket."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def connect(cls, port, greeting=True):
        client = cls(*await asyncio.open_connection("127.0.0.1", port))
        if greeting:
            client.writer.write(INITIAL.to_bytes())
            await client.frame()
        return client

    async def frame(self):
        async with asyncio.timeout(SECONDS):
            kind, length = header(await self.reader.readexactly(4))
            return kind, await self.reader.readexactly(length)

    def say(self, text):
        body = WORDS.numbering.to_bytes(from_text(text))
        self.writer.write(Frame(FrameKind.DIPLOMACY, body).to_bytes())

    async def until(self, beginning):
        while not (line := text_of(*await self.frame())).startswith(beginning):
            pass
        return line

    async def is_closed(self):
        async with asyncio.timeout(SECONDS):
            is_over = await self.reader.read() == b""
        self.close()
        return is_over

    def close(self):
        self.writer.close()

"""What asks the judge under load: connections that its server closes while nothing is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bench.judge_load import Connections

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"


class Server:
    """Serves each connection as it is told, and counts what it is asked."""

    def __init__(
        self, serve: Callable[[Server, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
    ) -> None:
        self._serve = serve
        self.taken = 0
        self.asked = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.taken += 1
        await self._serve(self, reader, writer)
        writer.close()
        await writer.wait_closed()

    async def request(self, reader: asyncio.StreamReader) -> None:
        await reader.readuntil(b"\r\n\r\n")
        self.asked += 1


def asked(server: Server, what: Callable[[Connections], Awaitable[None]]) -> Connections:
    """The connections after something was asked of a server."""

    async def run() -> Connections:
        async with await asyncio.start_server(server, "127.0.0.1", 0) as listening:
            connections = Connections(*listening.sockets[0].getsockname()[:2])
            await what(connections)
            await connections.close()
            return connections

    return asyncio.run(run())


async def ask(connections: Connections) -> str:
    return await connections.ask("GET", "/", "token", "")


async def twice(connections: Connections) -> None:
    assert await ask(connections) == "200"
    assert await ask(connections) == "200"


def test_a_connection_that_ended_while_idle_is_opened_anew() -> None:
    async def one_each(
        server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await server.request(reader)
        writer.write(ANSWER)

    server = Server(one_each)
    connections = asked(server, twice)
    assert (connections.opened, connections.ended, server.asked) == (2, 1, 2)


@pytest.mark.parametrize("given", [b"", ANSWER[:9], ANSWER[:-1]])
def test_a_request_is_sent_again_only_where_nothing_of_an_answer_came(given: bytes) -> None:
    """The second request comes at the moment at which the server closes its idle connection."""

    async def closing(
        server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await server.request(reader)
        writer.write(ANSWER)
        if server.taken == 1:
            await server.request(reader)
            writer.write(given)

    async def told(connections: Connections) -> None:
        assert await ask(connections) == "200"
        with pytest.raises(asyncio.IncompleteReadError):
            await ask(connections)

    server = Server(closing)
    connections = asked(server, told if given else twice)
    again = 0 if given else 1
    assert connections.opened == 1 + again
    assert connections.asked_again == connections.ended == again
    assert server.asked == 2 + again


def test_a_new_connection_that_ends_without_an_answer_is_told() -> None:
    async def never(server: Server, reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await server.request(reader)

    async def once(connections: Connections) -> None:
        with pytest.raises(asyncio.IncompleteReadError):
            await ask(connections)

    server = Server(never)
    connections = asked(server, once)
    assert (connections.opened, connections.ended, server.asked) == (1, 0, 1)

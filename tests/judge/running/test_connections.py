"""Many connections at once, and those on which nobody says what he wants."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any

import pytest
import uvicorn

from dragoman.cli.judge.serving import listen
from dragoman.judge.running.connections import ConnectionLimits, Connections, room_for_connections
from tests.patience import SECONDS, wait_until

ASKED = b"GET / HTTP/1.1\r\nHost: judge\r\n\r\n"


async def program(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    headers = [(b"content-length", b"4")]  # else its end may come after what it says
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"here"})


@contextmanager
def served(connections: Connections) -> Iterator[tuple[str, int]]:
    config = uvicorn.Config(
        program, http=connections.protocol, port=0, log_config=None, lifespan="off"
    )  # type: ignore[arg-type]
    server, at = uvicorn.Server(config), listen(config)
    thread = Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield at.getsockname()
    finally:
        server.should_exit = True
        thread.join(SECONDS)


def opened(stack: ExitStack, at: tuple[str, int]) -> socket.socket:
    return stack.enter_context(socket.create_connection(at, SECONDS))


def told(line: socket.socket, asked: bytes = ASKED) -> bytes:
    """What is answered, to the end of it or of the connection."""
    line.sendall(asked)
    answer = b""
    while b"here" not in answer and (more := line.recv(4096)):
        answer += more
    return answer


def test_more_connections_than_may_be_are_told_so() -> None:
    connections = Connections(ConnectionLimits(all=3))
    with served(connections) as at, ExitStack() as stack:
        kept = [opened(stack, at) for _ in range(3)]
        assert b"200" in told(kept[0])
        assert b"503 Service Unavailable" in told(opened(stack, at), b"")
        kept[1].close()
        wait_until(lambda: connections.count == 2)
        assert b"200" in told(opened(stack, at))


@pytest.mark.parametrize(("proxies", "status"), [("", b"503"), ("127.0.0.0/8", b"200")])
def test_one_address_does_not_keep_others_out(proxies: str, status: bytes) -> None:
    connections = Connections(ConnectionLimits(all=9, of_one=2), proxies)
    with served(connections) as at, ExitStack() as stack:
        for _ in range(2):
            opened(stack, at)
        wait_until(lambda: connections.count == 2)
        assert status in told(opened(stack, at), ASKED if proxies else b"")
        assert connections.admit("192.0.2.7")


def test_addresses_of_one_network_are_one() -> None:
    connections = Connections(ConnectionLimits(all=9, of_one=1))
    assert connections.admit("2001:db8::1") and not connections.admit("2001:db8::2")
    assert connections.admit("2001:db8:0:1::1")
    connections.let_go("2001:db8::1")
    assert connections.admit("2001:db8::2")


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        ASKED[:-2],
        ASKED + b"GET",
        b"POST / HTTP/1.1\r\nHost: judge\r\nContent-Length: 9\r\n\r\nfour",
    ],
)
def test_who_does_not_say_what_he_wants_is_let_go(begun: bytes) -> None:
    connections = Connections(ConnectionLimits(all=9, head=0.2, body=0.2))
    with served(connections) as at, ExitStack() as stack:
        line = opened(stack, at)
        line.sendall(begun)
        answer = b""
        while more := line.recv(4096):
            answer += more
        if not begun.startswith((ASKED, b"POST")):
            assert b"408 Request Timeout" in answer
        wait_until(lambda: not connections.count)


def test_who_takes_his_time_between_requests_is_kept() -> None:
    connections = Connections(ConnectionLimits(all=9, head=0.2))
    with served(connections) as at, ExitStack() as stack:
        line = opened(stack, at)
        assert b"200" in told(line)
        line.settimeout(0.6)
        with pytest.raises(TimeoutError):
            line.recv(1)
        line.settimeout(SECONDS)
        assert b"200" in told(line)


def test_a_process_may_have_what_its_system_allows() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (600, before[1]))
        assert room_for_connections() > 344
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

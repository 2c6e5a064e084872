"""A stand-in for the server of a language model: it answers at a real socket, as it is told to."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class ModelServer:
    """What was asked, and how it is answered: ``answers`` is called with each request."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.answers: Callable[[dict[str, Any]], Any] = by_the_schema
        self.address = ""

    @property
    def prompts(self) -> list[str]:
        return [one["messages"][1]["content"] for one in self.asked]


class Bytes(bytes):
    """The body of an answer, whatever it is."""


class Drip(str):
    """An answer that comes sign by sign, for ever."""


class Cut(str):
    """A connection that is closed without an answer."""


def by_the_schema(asked: dict[str, Any]) -> Any:
    """The last choice of each, as a server that keeps to the schema might answer."""
    return json.dumps(made_of(asked["response_format"]["json_schema"]["schema"]))


def made_of(schema: dict[str, Any]) -> Any:
    """Something that a schema describes."""
    if "enum" in schema:
        return schema["enum"][-1]
    if schema["type"] == "object":
        return {name: made_of(one) for name, one in schema["properties"].items()}
    if schema["type"] == "array":
        return [made_of(schema["items"])] * schema.get("minItems", 0)
    return "Peace?"


@contextmanager
def served() -> Iterator[ModelServer]:
    """A server while it runs."""
    model = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            model.asked.append(body)
            model.headers.append(dict(self.headers))
            answer = model.answers(body)
            if isinstance(answer, Cut):
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            status, content = answer if isinstance(answer, tuple) else (200, answer)
            if not isinstance(content, Bytes | Drip):
                told = {"choices": [{"message": {"role": "assistant", "content": content}}],
                        "usage": {"prompt_tokens": 1000, "completion_tokens": 50}}  # fmt: skip
                content = Bytes(json.dumps(told).encode())
            self.send_response(status)
            try:
                if isinstance(content, Drip):
                    self.end_headers()
                    for _ in range(100):
                        self.wfile.write(b" ")
                        time.sleep(0.05)
                    return
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except OSError:
                pass  # the bot waited no longer

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

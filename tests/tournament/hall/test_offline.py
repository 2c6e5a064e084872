"""A hall without network: what its machine serves needs nothing from elsewhere, and asks for
nothing there."""

import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from directing import START, Hall
from test_desk_pages import TOKEN
from test_languages import asked

from dragoman.tournament.commands import NAMES
from dragoman.tournament.desk.pages import desk_pages
from dragoman.tournament.hall.display import Director, hall as display
from dragoman.tournament.log.store import Store
from dragoman.tournament.publishing import printed_pages

OUTSIDE = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")
LOADED = re.compile(
    r"""(?:src|href|action|srcset|poster|data|formaction)\s*=\s*["']?([^"'\s>]+)"""
    r"""|url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)|(?:fetch|EventSource|WebSocket|import)\(\s*["'`]([^"'`]+)"""
)


@pytest.fixture
def asked_outside() -> Iterator[list[str]]:
    """What asked for another machine since the test began. A hook cannot be taken off again: it
    stops listening."""
    found: list[str] = []
    listening = [True]

    def hear(event: str, args: tuple[object, ...]) -> None:
        if listening and event in OUTSIDE:
            found.append(f"{event} {args[1:]}")

    sys.addaudithook(hear)
    yield found
    listening.clear()


def elsewhere(page: str) -> list[str]:
    """Addresses that a page loads or leads to, and that are not its own machine's."""
    found = [one for groups in LOADED.findall(page) for one in groups if one]
    return [one for one in found if urlsplit(one).netloc or one.startswith("//")]


def test_what_is_loaded_from_elsewhere_is_found() -> None:
    for text in (
        '<img src="https://a.example/x.png">', "@import 'http://a.example/x.css'",
        "<a href=//a.example>", "p { background: url(https://a.example/x) }",
        'fetch("https://a.example/x")',
    ):  # fmt: skip
        assert elsewhere(text), text
    assert elsewhere('<a href="/desk/"><img src="data:image/png;base64,AA">') == []


def test_pages_of_a_hall_are_whole_without_network(
    tmp_path: Path, asked_outside: list[str]
) -> None:
    hall = Hall()
    hall.boards(2)
    hall.count(1901, "6 5 5 5 4 5 4")
    store = Store(tmp_path)
    store.found([one.event for one in hall.log])
    director = Director("key", lambda line, reads: (True, line))
    app = display(store.load, lambda: START, act=store.act, director=director)
    app.mount("/desk", desk_pages(tmp_path, TOKEN))
    cookies = {"dragoman-desk": TOKEN}
    pages = ("/", "/hall.json", "/board", "/vote", "/powers", "/director/key", "/desk/")
    for path in (*pages, *(f"/desk/{name}" for name in NAMES if name != "new")):
        answer = asked(app, path, cookies)
        assert answer.status_code == 200, path
        assert elsewhere(answer.text) == [], path
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "http" not in policy
    for what in printed_pages.PAGES:
        assert elsewhere(printed_pages.render(store.load(), what, 1)) == [], what
    assert asked_outside == []
    with pytest.raises(OSError, match=r".*"):
        socket.create_connection(("127.0.0.1", 9), 0.1)
    assert asked_outside, "the hook hears"

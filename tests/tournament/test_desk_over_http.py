"""The desk over HTTP: each command as a terminal has it, asked over a real socket."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import typer
from directing import Hall

from dragoman.cli.tournament.app import app as terminal
from dragoman.declared import FileText, declared
from dragoman.tournament.commands import NAMES, DeskQuestion, kind_of
from dragoman.tournament.desk.http import desk_app
from dragoman.tournament.log.store import Store

TOKEN = "a-token-for-the-test"


class Door:
    """A served desk, asked as a program asks it."""

    def __init__(self, address: str, token: str = TOKEN) -> None:
        self.address, self.token = address, token

    def __call__(
        self, method: str, name: str, /, body: Any = None, **query: Any
    ) -> tuple[int, dict[str, Any]]:
        asked = f"?{urlencode(query, doseq=True)}" if query else ""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + name + asked, data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            assert refused.headers["Content-Type"] == "application/problem+json"
            return refused.code, json.load(refused)

    def good(self, name: str, /, **given: Any) -> dict[str, Any]:
        status, answer = self("POST", name, given)
        assert status == 200, answer
        return answer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("desk")
    Store(found).found([one.event for one in Hall().log])
    return found


@pytest.fixture(scope="module")
def door(folder: Path) -> Iterator[Door]:
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(folder), "serve"]
    with subprocess.Popen(
        [*command, "--port", "0", "--token", TOKEN], stdout=subprocess.PIPE, encoding="utf-8"
    ) as serving:
        assert serving.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/api/", serving.stdout.readline())
        assert found
        assert TOKEN in serving.stdout.readline()
        yield Door(found[0])
        serving.terminate()


@pytest.mark.slow
def test_a_round_is_directed_over_http(door: Door, folder: Path) -> None:
    forms = "name,contact,home,rounds,signed\n" + "".join(
        f"Player Nr{number},021,Porirua,all,yes\n" for number in range(1, 7)
    )
    assert door.good("import-players", file=forms)["text"] == "6 players are registered"
    said = door.good("register", name="Ann Lee", contact="021", rounds="all")
    assert said["text"] == "number 7: Ann Lee; still lacking: home, signed"
    assert said["events"][0]["kind"] == "Registered"
    door.good("amend", player="ann", home="Porirua", signed=True)
    door.good("checkin", everybody=True)
    door.good("draw", round=1, seed=1)
    door.good("publish", round=1)
    door.good("start", round=1, at="1999-08-28 09:00")
    assert "verbal warning" in door.good("late", board="A", powers=["T"], season="S1901")["text"]
    door.good("count", board="A", counts=["5 5 5 5 5 5 4"])
    status, shown = door("GET", "board", board="A")
    assert (status, shown["counts"]["1901"]["TURKEY"]) == (200, 4)
    status, players = door("GET", "players", part="ann")
    assert [one["name"] for one in players["players"]] == ["Ann Lee"]
    assert door("GET", "show")[1]["in_hand"] == 1
    assert door("GET", "state")[1]["boards"]
    assert door("GET", "log", last=1)[1]["log"][0]["kind"] == "Counted"
    assert door("GET", "export", what="counts")[1]["tables"]
    action = door("GET", "log", last=1)[1]["log"][0]["action"]
    right = {"board": "A", "counts": ["5 5 5 5 5 4 5"]}
    status, said = door("POST", "count", right, correcting=action, because="a slip")
    assert (status, said["text"].splitlines()[0]) == (200, f"action {action} is corrected")
    assert door("GET", "board", board="A")[1]["counts"]["1901"]["TURKEY"] == 5
    door.good("undo")
    assert Store(folder).load().table("1A").counts[1901]["TURKEY"] == 4
    assert door("POST", "redo")[0] == 200


@pytest.mark.slow
def test_what_cannot_be_is_told_and_nothing_is_done(door: Door, folder: Path) -> None:
    before = Store(folder).log()
    status, problem = door("POST", "register", {"name": "12"})
    assert (status, problem["diagnostics"][0]["code"]) == (409, "no-name")
    status, problem = door("POST", "register", {"nmae": "Ann", "signed": "yes", "name": 3})
    assert status == 422
    assert [one["source"] for one in problem["diagnostics"]] == ["nmae", "name", "signed"]
    for method, name, body, query, expected in (
        ("POST", "register", None, {}, 422),
        ("POST", "register", b"{", {}, 422),
        ("POST", "register", ["Ann"], {}, 422),
        ("POST", "draw", {"round": 0}, {}, 422),
        ("POST", "register", {"name": "Ann"}, {"correcting": "x"}, 422),
        ("POST", "register", {"name": "Ann"}, {"correcting": 9999}, 409),
        ("POST", "undo", {}, {"correcting": 2}, 409),
        ("GET", "clock", None, {"round": "one"}, 422),
        ("GET", "clock", None, {"nothing": 1}, 422),
        ("GET", "board", None, {}, 422),
        ("GET", "board", None, {"board": "9Z"}, 409),
    ):
        status, problem = door(method, name, body, **query)
        assert (status, problem["status"]) == (expected, expected), (name, body, query, problem)
        assert problem["diagnostics"][0]["what"]
    assert Store(folder).log() == before


@pytest.mark.slow
def test_only_who_has_the_token_is_answered(door: Door) -> None:
    for token in ("", "another", TOKEN + "x", "é"):
        stranger = Door(door.address, token)
        assert stranger("GET", "players")[0] == 401
        assert stranger("POST", "register", {"name": "Eve"})[0] == 401


@pytest.mark.slow
def test_of_two_at_once_one_is_refused(door: Door) -> None:
    with ThreadPoolExecutor(8) as many:
        asked = [many.submit(door, "POST", "register", {"name": "Same Name"}) for _ in range(8)]
        others = [many.submit(door, "POST", "register", {"name": f"One N{n}"}) for n in range(8)]
    assert sorted(one.result()[0] for one in asked) == [200, *[409] * 7]
    assert [one.result()[0] for one in others] == [200] * 8
    numbers = [one["number"] for one in door("GET", "players")[1]["players"]]
    assert numbers == list(range(1, len(numbers) + 1))


EXTRA = {"export": {"target"}}
"""What a terminal takes besides: where to write."""


def test_every_command_is_what_was_declared(tmp_path: Path) -> None:
    """A terminal's command, the route, and its schema have the fields and meanings of the value."""
    commands = typer.main.get_command(terminal).commands
    paths = desk_app(tmp_path, TOKEN).openapi()["paths"]
    for name in NAMES:
        kind = kind_of(name)
        meanings = {one.name: one.says.meaning for one in declared(kind)}
        assert all(meanings.values()), name
        typed = {one.name.rstrip("_"): one.help for one in commands[name].params}
        for more in ("as_json", "help", *EXTRA.get(name, ())):
            typed.pop(more, None)
        assert typed == meanings, name
        assert commands[name].help.split() == kind.__doc__.split()

        route = paths[f"/api/{name}"]
        if issubclass(kind, DeskQuestion):
            found = route["get"]["parameters"]
            said = {one["name"]: one["schema"]["description"] for one in found}
            required = [one["name"] for one in found if one["required"]]
        else:
            schema = route["post"]["requestBody"]["content"]["application/json"]["schema"]
            said = {each: one["description"] for each, one in schema["properties"].items()}
            required = schema.get("required", [])
        assert said == meanings, name
        assert required == [one.name for one in declared(kind) if one.is_required], name


def test_every_field_can_be_asked_for_in_a_form() -> None:
    """Texts, numbers, choices, lists of texts and files: what pages have inputs for."""
    plain = (str, int, bool, tuple[str, ...], FileText)
    for name in NAMES:
        for one in declared(kind_of(name)):
            assert one.type in (*plain, *(hint | None for hint in plain)), (name, one)

"""The desk over HTTP: each command as a terminal has it, asked over a real socket."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
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
        status, _, answer = self.tagged("", method, name, body, **query)
        return status, answer

    def tagged(
        self, tag: str, method: str, name: str, /, body: Any = None, **query: Any
    ) -> tuple[int, str, dict[str, Any]]:
        """The status, the tag and the answer; only if the desk stands as the other tag says."""
        asked = f"?{urlencode(query, doseq=True)}" if query else ""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + name + asked, data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if tag:
            request.add_header("If-Match", tag)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers.get("ETag", ""), json.load(answer)
        except urllib.error.HTTPError as refused:
            assert refused.headers["Content-Type"] == "application/problem+json"
            return refused.code, refused.headers.get("ETag", ""), json.load(refused)

    def good(self, name: str, /, **given: Any) -> dict[str, Any]:
        status, answer = self("POST", name, given)
        assert status == 200, answer
        return answer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("desk")
    Store(found).found([one.event for one in Hall().log])
    return found


@contextmanager
def served(folder: Path) -> Iterator[Door]:
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(folder), "serve"]
    with subprocess.Popen(
        [*command, "--port", "0", "--token", TOKEN], stdout=subprocess.PIPE, encoding="utf-8"
    ) as serving:
        try:
            assert serving.stdout is not None
            told = [serving.stdout.readline() for _ in range(3)]
            found = re.search(r"http://127\.0\.0\.1:\d+/api/", told[0])
            assert found and "/desk/" in told[1] and TOKEN in told[2]
            yield Door(found[0])
        finally:
            serving.terminate()


@pytest.fixture(scope="module")
def door(folder: Path) -> Iterator[Door]:
    with served(folder) as found:
        yield found


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


@pytest.mark.slow
def test_a_command_with_what_one_has_seen_is_refused_where_somebody_came_between(
    door: Door, folder: Path
) -> None:
    _, seen, _ = door.tagged("", "GET", "players")
    assert seen == door.tagged("", "GET", "state")[1] == f'"{Store(folder).log()[-1].number}"'
    status, after, _ = door.tagged(seen, "POST", "register", {"name": "First Writer"})
    assert status == 200 and after != seen
    before = Store(folder).log()
    for command, given in (
        ("register", {"name": "Second Writer"}),
        ("undo", {}),
        ("cancel", {"action": 2}),
    ):
        status, tag, problem = door.tagged(seen, "POST", command, given)
        assert (status, tag, problem["status"]) == (412, after, 412)
        assert problem["diagnostics"][0]["code"] == "changed-meanwhile"
        (entry,) = problem["since"]
        assert (entry["kind"], entry["number"]) == ("Registered", before[-1].number)
    assert door.tagged(seen, "GET", "players")[0] == 412
    for tag in ('W/"1"', "nothing", '"*"', f'"{before[-1].number + 1}"'):
        assert door.tagged(tag, "POST", "register", {"name": "Second Writer"})[0] == 412
    assert Store(folder).log() == before
    assert door.tagged(f'"1", {after}', "POST", "undo", {})[0] == 200
    assert door.tagged("*", "POST", "redo", {})[0] == 200
    _, seen, _ = door.tagged("", "GET", "show")
    refused = door.tagged(seen, "POST", "register", {"name": "12"})
    assert refused[:2] == (409, seen)
    action = Store(folder).log()[-1].action
    assert door.tagged(seen, "POST", "cancel", {"action": before[-1].action})[0] == 200
    assert action < Store(folder).log()[-1].action


@pytest.mark.slow
def test_of_two_directors_at_two_desks_one_is_refused(door: Door, folder: Path) -> None:
    with served(folder) as other, ThreadPoolExecutor(8) as many:
        for turn in range(4):
            _, seen, _ = door.tagged("", "GET", "players")
            asked = [
                many.submit(
                    (door, other)[n % 2].tagged, seen, "POST", "register", {"name": f"T{turn} N{n}"}
                )
                for n in range(8)
            ]
            answers = [one.result() for one in asked]
            assert sorted(status for status, _, _ in answers) == [200, *[412] * 7]
            (tag,) = (tag for status, tag, _ in answers if status == 200)
            assert {tag for _, tag, _ in answers} == {tag}
            for _, _, problem in answers:
                assert len(problem.get("since", ("one",))) == 1


@pytest.mark.slow
def test_an_action_is_corrected_by_another_value_of_its_command(door: Door, folder: Path) -> None:
    door.good("register", name="Mary Wrong", contact="021")
    action = Store(folder).log()[-1].action
    right = {"name": "Mary Right", "contact": "022"}
    said = door.good("correct", action=action, command="register", value=right, because="a slip")
    assert said["text"].splitlines()[0] == f"action {action} is corrected"
    log = Store(folder).log()
    assert (log[-1].event.action, log[-1].event.reason) == (action, "a slip")
    assert "Mary Right" in {one.name for one in Store(folder).load().players.values()}
    _, seen, _ = door.tagged("", "GET", "show")
    for given, status in (
        ({"action": action, "command": "register", "value": right}, 409),  # it says just that
        ({"action": 9999, "command": "register", "value": right}, 409),
        (
            {"action": action, "command": "players", "value": {}},
            409,
        ),  # a question puts nothing right
        ({"action": action, "command": "undo", "value": {}}, 409),
        ({"action": action, "command": "register", "value": {"nmae": "M"}}, 422),
        ({"action": action, "command": "register", "value": "Mary"}, 422),
        ({"action": action, "command": "correct", "value": {}}, 422),
        ({"action": action, "value": right}, 422),
    ):
        found, problem = door("POST", "correct", given)
        assert (found, problem["diagnostics"][0]["what"] != "") == (status, True), (given, problem)
    wrong = {"action": action, "command": "register", "value": {"name": "Mary Third"}}
    door.good("register", name="Somebody Else")
    status, tag, problem = door.tagged(seen, "POST", "correct", wrong)
    assert (status, tag) == (412, f'"{Store(folder).log()[-1].number}"')
    assert [one["kind"] for one in problem["since"]] == ["Registered"]
    assert Store(folder).load().players[max(Store(folder).load().players)].name == "Somebody Else"


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
        if name == "new":  # a terminal makes the folder, and reads the file that a preset may be
            typed = {one: typed.get(one, meaning) for one, meaning in meanings.items()}
            typed["preset"] = meanings["preset"]
        assert typed == meanings, name
        assert commands[name].help.split() == kind.__doc__.split()

        route = paths[f"/api/{name}"]
        if issubclass(kind, DeskQuestion):
            *found, tag = route["get"]["parameters"]
            assert tag["name"] == "If-Match"
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

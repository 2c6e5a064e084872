"""The workshop on one's own machine: a folder for whoever has the key, saved as clean files."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import httpx
import pytest

from dragoman.cli.variant.workshop import application
from dragoman.formats import shipped_folder
from dragoman.games.workshop.folders import workshop_folder
from tests.cli.conftest import Run

HOME = "http://127.0.0.1:8000"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "white_winter"
    shutil.copytree(shipped_folder() / "white_winter", found)
    return found


class Browser:
    """A browser on this machine, on a page of the workshop."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def get(self, at: str, **more: Any) -> httpx.Response:
        return self._ask("GET", at, **more)

    def post(self, at: str, **more: Any) -> httpx.Response:
        return self._ask("POST", at, **more)

    def _ask(self, method: str, at: str, headers: dict[str, str] | None = None, **more: Any) -> Any:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=HOME) as here:
                told = {"Origin": HOME, **(headers or {})}
                return await here.request(method, at, headers=told, follow_redirects=True, **more)

        return asyncio.run(ask())


def client(folder: Path) -> Browser:
    found, faults = workshop_folder(str(folder))
    assert found is not None, faults
    return Browser(application(found, "key", "en"))


def asked(
    opened: dict[str, Any], change: Callable[[dict[str, Any]], object], **more: Any
) -> dict[str, Any]:
    design = json.loads(json.dumps(opened["design"]))
    change(design)
    return {"design": design, "seen": opened["seen"], **more}


def called(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda design: design["provinces"][3].update(name=name)


def test_one_name_changes_one_line_of_one_file(folder: Path) -> None:
    here = client(folder)
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    opened = here.get("/key/design").json()
    body = asked(opened, called("Grim Ridge"))
    tried = here.post("/key/try", json=body).json()
    assert tried["good"] and [*tried["lines"]] == ["map.white_winter"]
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before, "trying writes none"
    saved = here.post("/key/save", json=body)
    assert saved.status_code == 200, saved.text
    after = {one.name: one.read_bytes() for one in folder.iterdir()}
    assert [name for name in before if after[name] != before[name]] == ["map.white_winter"]
    rows = zip(
        before["map.white_winter"].splitlines(), after["map.white_winter"].splitlines(), strict=True
    )
    assert [(old, new) for old, new in rows if old != new] == [
        (b"Grey Ridge,    l  gri", b"Grim Ridge,    l  gri")
    ]
    assert saved.json()["seen"] != opened["seen"]


def test_a_file_that_an_editor_changed_is_not_overwritten_in_silence(folder: Path) -> None:
    here = client(folder)
    opened = here.get("/key/design").json()
    seed = folder / "seed.white_winter"
    seed.write_text("# Mine.\n" + seed.read_text().replace("1901", "1902"))
    body = asked(opened, called("Grim Ridge"))
    for way in ("try", "save"):
        answer = here.post(f"/key/{way}", json=body)
        assert answer.status_code == 409
        assert answer.json()["changed"] == ["seed.white_winter"]
        assert "-S1902M" in answer.json()["lines"]["seed.white_winter"]
    assert "Grey Ridge" in (folder / "map.white_winter").read_text()
    answer = here.post("/key/save", json={**body, "anyway": True})
    assert answer.status_code == 200
    assert seed.read_text().startswith("# Mine.\nS1901M\n"), "his comment stays"
    assert "Grim Ridge" in (folder / "map.white_winter").read_text()


def test_nobody_else_gets_anything(folder: Path) -> None:
    here = client(folder)
    body = asked(here.get("/key/design").json(), called("Evil"))
    assert here.get("/other/design").status_code == 404
    assert here.get("/key/design", headers={"Host": "evil.example"}).status_code == 404
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null"):
        answer = here.post("/key/save", json=body, headers={"Origin": origin})
        assert answer.status_code == 404
    assert here.get("/key/static/..%2F..%2Fapp.py").status_code == 404
    assert "Evil" not in (folder / "map.white_winter").read_text()


def test_what_is_wrong_is_told_with_its_province(folder: Path) -> None:
    here = client(folder)
    opened = here.get("/key/design").json()

    def drop(design: dict[str, Any]) -> None:
        design["ways"] = [w for w in design["ways"] if w["start"] != "WOL"]

    told = here.post("/key/try", json=asked(opened, drop)).json()
    assert not told["good"]
    (fault,) = told["told"]
    row = told["files"]["map.white_winter"].splitlines()[fault["line"] - 1]
    assert fault["source"] == "map.white_winter" and fault["province"] == "URG"
    assert row == "urg-mv: sno tar pol wol mos" and "urg, pol, bir, mos" not in fault["remedy"]
    answer = here.post("/key/save", json=asked(opened, called("a, b")))
    assert answer.status_code == 422 and "cannot stand there" in answer.json()["told"][0]["what"]
    for text in ("", "[]", "{", '{"design": {}}'):
        assert here.post("/key/try", content=text).status_code in (413, 422)


def test_an_empty_folder_and_a_page_to_play_on(tmp_path: Path, folder: Path) -> None:
    nothing = tmp_path / "atlantis"
    here = client(nothing)
    opened = here.get("/key/design").json()
    assert opened["design"]["title"] == "Atlantis" and not nothing.exists()
    assert here.post("/key/save", json=asked(opened, lambda _: None)).status_code == 200
    assert sorted(one.name for one in nothing.iterdir()) == [
        "map.atlantis",
        "seed.atlantis",
        "variant.toml",
    ]
    assert here.get("/key/play").status_code == 422
    there = client(folder)
    assert "dip-board" in there.post("/key/play").text
    page = there.get("/key/")
    assert (
        "dip-workshop" in page.text
        and "script-src 'self'" in page.headers["Content-Security-Policy"]
    )


def test_what_the_command_refuses(call: Run, tmp_path: Path) -> None:
    told = call("variant", "layout", "standard", "--edit")
    assert told.status == 2 and "variant convert standard" in told.err
    machiavelli = tmp_path / "m"
    call("variant", "convert", "machiavelli", str(machiavelli))
    told = call("variant", "layout", str(machiavelli), "--edit", "--no-open")
    assert told.status == 2 and "for variants of Diplomacy" in told.err


def test_a_map_is_laid_out_into_the_folder(call: Run, folder: Path) -> None:
    assert call("variant", "layout", str(folder)).status == 2
    assert call("variant", "layout", str(folder), "--replace").status == 0
    assert '"dragoman-geometry"' in (folder / "geometry.json").read_text()


@pytest.mark.slow
def test_the_command_serves_under_an_address_that_nobody_guesses(folder: Path) -> None:
    command = [sys.executable, "-m", "dragoman", "variant", "layout", str(folder)]
    with subprocess.Popen(
        [*command, "--edit", "--no-open"], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split(": ", 1)[1].strip()
            with urlopen(f"{address}design") as answer:
                assert json.load(answer)["name"] == "white_winter"
            assert len(address.split("/")[3]) > 30
        finally:
            server.terminate()

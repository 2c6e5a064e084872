"""Pages as a program on somebody's device: what browsers ask to install them."""

import hashlib
import json
import re
import runpy
from pathlib import Path

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import reader

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "src" / "dragoman" / "web" / "pages" / "static"


def test_the_manifest_names_what_is_there(house: House):
    browser = house.browser()
    page = reader(house).get("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page.source
    assert "manifest-src 'self'" in page.answer.headers["Content-Security-Policy"]
    answer = browser.request("GET", "/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    data = answer.json()
    assert (data["start_url"], data["scope"], data["display"]) == ("/", "/", "standalone")
    assert {"192x192", "512x512", "any"} <= {one["sizes"] for one in data["icons"]}
    assert [one for one in data["icons"] if one.get("purpose") == "maskable"]
    for one in data["icons"]:
        icon = browser.request("GET", one["src"])
        assert icon.status_code == 200
        assert icon.headers["Content-Type"] == one["type"]
        if one["type"] == "image/png":
            width, height = (int.from_bytes(icon.content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == one["sizes"]
    german = browser.request("GET", "/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert german.json()["shortcuts"][0]["name"] == "Deine Partien"


def test_the_service_worker_keeps_nothing_of_anybodys(house: House):
    browser = house.browser()
    answer = browser.request("GET", "/service-worker.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Type"].startswith("text/javascript")
    found = re.match(r"const SHELL = (\[.*\]);\nconst VERSION = \"(\w+)\";\n", answer.text)
    assert found is not None
    shell = json.loads(found[1])
    assert all(one == "/offline" or one.startswith("/static/") for one in shell)
    for path in shell:
        kept = browser.request("GET", path)
        assert kept.status_code == 200
        assert "set-cookie" not in kept.headers
    offline = browser.request("GET", "/offline")
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', offline.text):
        assert path in shell or path.endswith((".png", ".svg")), path


@pytest.mark.slow
def test_icons_are_drawn_from_what_stands_beside_them():
    tool = runpy.run_path(str(ROOT / "tools" / "icons.py"))
    for name in tool["ICONS"]:
        drawn = hashlib.sha256(tool["made"](name)).digest()
        stored = hashlib.sha256(STATIC.joinpath(name).read_bytes()).digest()
        assert drawn == stored, "run .venv/bin/python tools/icons.py"

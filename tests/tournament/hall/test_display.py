"""The hall display, asked over a socket as a browser does."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from directing import START, Hall

from dragoman.tournament.hall.announcer import announce
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.preset import preset_text


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A round that is published and has an end time that nobody may know."""
    hall = Hall(preset_text("nz1999").replace("public_counts = false", "public_counts = true"))
    hall.boards()
    hall.add(ev.EndTimeSet(1, "1999-08-28T18:45:00"))
    found = Store(tmp_path)
    found.found([one.event for one in hall.log])
    return found


@pytest.fixture
def address(store: Store) -> Iterator[str]:
    folder = str(store.path.parent)
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", folder, "hall"]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0"], stdout=subprocess.PIPE, encoding="utf-8"
    ) as serving:
        assert serving.stdout is not None
        line = serving.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        yield found[0]
        serving.terminate()


@pytest.mark.slow
def test_the_page_follows_the_log(address: str, store: Store) -> None:
    with urllib.request.urlopen(address) as answer:
        page = answer.read().decode()
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r'(?:src|href)="?http|@import|//cdn', page)
    seen = _ask(address)
    assert seen["rounds"][0]["boards"][0]["seats"][0]["player"] == "Player Nr1"
    assert "18:45" not in json.dumps(seen)
    assert "results" not in seen
    counts = dict.fromkeys(("AUSTRIA", "ENGLAND"), 17) | dict.fromkeys(
        ("FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"), 0
    )
    store.act(lambda t: [ev.Counted("1A", 1901, counts)])
    board = _ask(address)["rounds"][0]["boards"][0]
    assert (board["year"], board["seats"][0]["centers"]) == (1901, 17)
    store.act(lambda t: [ev.RoundEnded(1, "F1901")])
    assert "year" not in _ask(address)["rounds"][0]["boards"][0]
    store.act(lambda t: [ev.CeremonyHeld()])
    assert _ask(address)["results"]["standings"][0]["points"] == "50"


@pytest.mark.slow
def test_other_addresses_tell_nothing(address: str) -> None:
    for path in ("tournament.db", "docs", "openapi.json", "hall.json/../preset"):
        with pytest.raises(urllib.error.HTTPError) as why:
            urllib.request.urlopen(address + path)
        assert why.value.code == 404
        why.value.close()


@pytest.mark.slow
def test_a_port_that_is_taken_is_told(address: str, store: Store) -> None:
    port = address.rsplit(":", 1)[1].strip("/")
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(store.path.parent), "hall"]
    done = subprocess.run(
        [*command, "--host", "127.0.0.1", "--port", port],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_pause_is_heeded_at_once() -> None:
    """The announcer asks the log each second: what is paused is not called."""
    hall = Hall(preset_text("nz1999"))
    hall.boards()
    now = START + timedelta(minutes=17, seconds=58)

    def wait(seconds: float) -> None:
        nonlocal now
        now += timedelta(seconds=seconds)
        if now == START + timedelta(minutes=18, seconds=30):
            hall.add(ev.Paused(1, now.isoformat()))
        if now == START + timedelta(minutes=28, seconds=30):
            hall.add(ev.Resumed(1, now.isoformat()))

    calls = announce(lambda: hall.t, lambda: now, wait)
    said = [(f"{call.at:%M:%S}", call.seconds) for call, _ in zip(calls, range(5), strict=False)]
    assert said == [("18:00", 120), ("29:00", 60), ("29:30", 30), ("29:50", 10), ("30:00", 0)]


def test_what_was_slept_through_is_not_called() -> None:
    hall = Hall()
    hall.boards()
    moments = iter([17, 19.6, 19.9])  # the laptop slept past the first three warnings

    def now() -> datetime:
        return START + timedelta(minutes=next(moments))

    said = next(announce(lambda: hall.t, now, lambda seconds: None))
    assert said.seconds == 30


def _ask(address: str) -> dict:  # type: ignore[type-arg]
    with urllib.request.urlopen(f"{address}hall.json") as answer:
        return json.load(answer)

"""The hall display, asked over a socket as a browser does."""

import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from directing import POWERS, START, Hall

from dragoman.tournament.actions import center_counts, tournament_results
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.results import HoldCeremony
from dragoman.tournament.commands.tables import GiveCodes
from dragoman.tournament.hall.announcer import announce
from dragoman.tournament.hall.director_view import director_view
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.store import Store
from dragoman.tournament.publishing.public_view import view
from dragoman.tournament.publishing.templates import rendered
from dragoman.tournament.rules.preset import preset_text
from tests.patience import SECONDS


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A round that is published and has an end time that nobody may know."""
    hall = Hall(preset_text("nz1999").replace("public_counts = false", "public_counts = true"))
    hall.boards()
    hall.add(ev.EndTimeSet(1, "1999-08-28T18:45:00"))
    found = Store(tmp_path)
    found.found([one.event for one in hall.log])
    return found


Serving = tuple[str, str]
"""The address of the display, and that of the director's screen."""


@pytest.fixture
def address(serving: Serving) -> str:
    return serving[0]


@pytest.fixture
def serving(store: Store) -> Iterator[Serving]:
    folder = str(store.path.parent)
    command = [sys.executable, "-m", "dragoman", "tournament", "-C", folder, "hall"]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0"], stdout=subprocess.PIPE, encoding="utf-8"
    ) as serving:
        assert serving.stdout is not None
        line = serving.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        own = re.search(r"http://127\.0\.0\.1:\d+/director/\S+", serving.stdout.readline())
        assert own
        yield found[0], own[0]
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


def _post(address: str, data: object) -> dict:  # type: ignore[type-arg]
    wanted = urllib.request.Request(
        address, json.dumps(data).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(wanted) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as why:
        with why:
            return {"status": why.code, **json.load(why)}


@pytest.mark.slow
def test_a_table_tells_its_count_and_the_director_takes_it(serving: Serving, store: Store) -> None:
    """By the code of its board, from a phone; nothing of it is seen before. Then one that cannot
    be, one that is plainly wrong, and somebody who guesses codes."""
    address, director = serving
    store.act(lambda t: center_counts.give_codes(t, GiveCodes(1)))
    code = store.load().rounds[1].codes["1A"]
    with urllib.request.urlopen(f"{address}board/{code}.json") as answer:
        table = json.load(answer)
    assert (table["board"], table["year"], len(table["seats"])) == ("1A", 1901, 7)
    counts = dict(zip(POWERS, (9, 4, 5, 4, 4, 5, 3), strict=True))
    told = {"year": 1901, "counts": counts}
    assert "said" in _post(f"{address}board/{code}", told)
    before = store.log()
    assert "nothing was lost" in _post(f"{address}board/{code}", told)["said"]
    assert store.log() == before
    assert _post(f"{address}board/zzzzzz", told)["status"] == 400
    for bad in ({}, {"year": 1901, "counts": {"AUSTRIA": 34}}, told | {"year": 1905}):
        assert "error" in _post(f"{address}board/{code}", bad)
    assert "year" not in _ask(address)["rounds"][0]["boards"][0] or _counted(address) == 1900
    seen = _open(director + ".json")
    [report] = seen["reports"]
    assert report["doubts"]
    assert [one["wanted"] for one in seen["boards"]] == [1901]
    assert _post(director, {"line": "confirm 1"})["good"] is False
    assert "1A" in _post(director, {"line": "reports"})["said"]
    assert _post(director, {"line": "confirm 1 --sure"})["good"]
    assert _counted(address) == 1901
    assert _open(director + ".json")["reports"] == []


@pytest.mark.slow
def test_a_score_sheet_comes_from_a_phone_and_codes_are_not_guessed(
    serving: Serving, store: Store
) -> None:
    address, director = serving
    store.act(lambda t: [ev.CodesGiven(1, {"1A": "aaaaaa"})])
    own = f"{address}board/aaaaaa"
    sheet = {"game": "shark", "places": ["1", "2"], "unsigned": []}
    assert "said" in _post(f"{own}/sheet", sheet)
    assert "nothing was lost" in _post(f"{own}/sheet", sheet)["said"]
    for bad in ({}, {"game": 1}, sheet | {"places": [1]}, sheet | {"unsigned": "2"}):
        assert _post(f"{own}/sheet", bad)["status"] == 400
    seen = _open(f"{own}.json")
    assert "Shark" in seen["games"]
    assert {"number": 3, "name": "Player Nr3"} in seen["players"]
    assert "Shark: Player Nr1" in _post(director, {"line": "confirm 1"})["said"]
    assert len(store.load().sheets) == 1
    for path in ("zzzzzz", "zzzzzz/sheet") * 3:
        assert _post(f"{address}board/{path}", sheet)["status"] == 400
    refused = _post(f"{own}/sheet", sheet)
    assert refused["status"] == 429
    assert "again in" in refused["error"]


@pytest.mark.slow
def test_the_directors_screen_is_his_alone(serving: Serving) -> None:
    address, director = serving
    with urllib.request.urlopen(director) as answer:
        page = answer.read().decode()
    assert not re.search(r'(?:src|href)="?http|@import|//cdn', page)
    assert _open(director + ".json")["end"] == "18:45"
    for path in ("director/guess", "director/guess.json", "director/"):
        with pytest.raises(urllib.error.HTTPError) as why:
            urllib.request.urlopen(address + path)
        assert why.value.code == 404
        why.value.close()
    assert _post(address + "director/guess", {"line": "undo"})["status"] == 404
    for line, good in (("", True), ("show", True), ("hall", False), ('"open', False)):
        found = _post(director, {"line": line})
        assert found["good"] is good, line
        assert found["said"], line


def test_what_the_director_has_before_him(hall: Hall) -> None:
    hall.boards(2)
    now = START + timedelta(minutes=43)
    hall.add(ev.OrdersIn("1A", "F1901", "TURKEY", now.isoformat(), True))
    hall.add(ev.EndTimeSet(1, "1999-08-28T18:45:00"))
    hall.count(1901, "5 5 5 5 5 5 4", "1B")
    seen = director_view(hall.t, now)
    assert [(one["board"], one["wanted"]) for one in seen["boards"]] == [("1A", 1901), ("1B", None)]
    assert seen["boards"][0]["seats"][6]["late"] == 1
    assert seen["boards"][0]["reads"] == "France"
    assert [one["ruling"] for one in seen["late"]] == ["warning"]
    assert seen["calls"][0]["text"] == "2 minutes left, Spring 1902."
    assert (seen["clock"]["season"], seen["end"]) == ("Spring 1902", "18:45")
    assert json.dumps(seen)


def test_awards_are_revealed_one_by_one(hall: Hall) -> None:
    """The last of them first; no standings, no points, and nothing before the games are over."""
    hall.boards()
    assert hall.refused(tournament_results.reveal, ["Champion"]) == "not-over"
    hall.count(1901, "6 5 5 5 5 5 3")
    hall.add(ev.RoundEnded(1, "F1901"))
    titles = [one.title for one in reversed(compute(hall.t).awards)]
    assert "revealed" not in view(hall.t, START)
    for number in range(1, len(titles) + 1):
        hall.do(tournament_results.reveal, titles)
        seen = view(hall.t, START)
        assert [one["title"] for one in seen["revealed"]] == titles[:number]
        assert "results" not in seen
    assert titles[-1] == "Champion"
    assert hall.refused(tournament_results.reveal, titles) == "held-already"
    hall.do(tournament_results.hold_ceremony, HoldCeremony())
    assert "revealed" not in view(hall.t, START)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
@pytest.mark.parametrize(("boards", "least"), [(5, 0.04), (7, 0.04), (30, 0.035)])
def test_the_hall_is_read_at_five_metres(tmp_path: Path, boards: int, least: float) -> None:
    """Names as large as that part of the screen, nothing cut off, nothing over anything else: in
    chromium, on 1920 by 1080."""
    hall = Hall()
    hall.people(7 * boards)
    hall.add(ev.Amended(3, {"first": "Bartholomew", "last": "Featherstonehaugh-Nakamura"}))
    letters = [
        chr(ord("A") + n % 26) if n < 26 else f"A{chr(ord('A') + n - 26)}" for n in range(30)
    ]
    seats = {
        letters[n]: dict(zip(POWERS, range(7 * n + 1, 7 * n + 8), strict=True))
        for n in range(boards)
    }
    hall.add(ev.Drawn(1, seats), ev.Published(1), ev.RoundStarted(1, START.isoformat()))
    seen = json.dumps(view(hall.t, START + timedelta(minutes=5)))
    page = rendered("hall", "display", "en")
    page = page.replace('await fetch(at, { cache: "no-store" })', f"seen_({seen})")
    page = page.replace('"use strict";', f'"use strict"; const seen_ = s => {_ANSWER};', 1)
    page = page.replace("</script>", f"setTimeout(() => {{ {_MEASURE} }}, 500);</script>")
    file = tmp_path / "hall.html"
    file.write_text(page, "utf-8")
    done = subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={tmp_path}/profile",
            "--window-size=1920,1080",
            "--virtual-time-budget=1000",
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=SECONDS,
    )
    found = re.search(r'data-found="([^"]*)"', done.stdout)
    assert found, done.stderr
    size, over, cut, shown = map(float, found[1].split())
    assert size >= least
    assert (over, cut) == (0, 0)
    assert shown == min(boards, 8) or (boards == 30 and 7 <= shown <= 8)


_ANSWER = "({ ok: true, json: async () => s })"
_MEASURE = """
const boxes = [...document.querySelectorAll("section")].map(one => one.getBoundingClientRect());
let over = document.documentElement.scrollHeight > innerHeight ? 1 : 0;
boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
  if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) over++;
}));
const names = [...document.querySelectorAll(".player span")];
const cut = names.filter(one =>
  one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1).length;
const size = parseFloat(getComputedStyle(names[0]).fontSize) / innerHeight;
document.body.dataset.found = [size, over, cut, boxes.length].join(" ");
"""


def _counted(address: str) -> int:
    return _ask(address)["rounds"][0]["boards"][0]["year"]


def _open(address: str) -> dict:  # type: ignore[type-arg]
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def _ask(address: str) -> dict:  # type: ignore[type-arg]
    with urllib.request.urlopen(f"{address}hall.json") as answer:
        return json.load(answer)

"""The page of a game, in a browser where there is one."""

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from io import BytesIO

import pytest
from PIL import Image

from dragoman.drawing import (
    animation,
    film,
    map_of,
    replay,
    replay_page,
    replay_script,
    scene_of,
    svg,
)
from dragoman.drawing.scene.legend import picture_words
from dragoman.drawing.scene.names import names_throughout
from dragoman.game import Game
from tests.patience import SECONDS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def game(standard):
    game = Game(standard)
    game.order("England", "F lon-nth, F edi-nwg, A lvp-yor")
    game.order("France", "A par-bur, F bre-mao, A mar-spa")
    game.order("Russia", "F stp/sc-bot")
    game.process()
    game.order("England", "A yor-nwy, F nth C A yor-nwy")
    game.order("France", "F mao-por")
    game.process()
    return game


@pytest.fixture(scope="module")
def page(game, standard):
    drawn_on, _ = map_of(standard)
    return replay(game, drawn_on, title="<The> game")


def frames_of(page):
    held = re.search(r'<script type="application/json" id="game">(.*?)</script>\n', page)
    return json.loads(held[1])["frames"]


def test_it_needs_nothing_else(page):
    addresses = set(re.findall(r"https?://[^\"' )<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|<img|src=|@import", page)


def test_a_unit_stays_the_same_unit(page):
    first, second, third = frames_of(page)
    number = {unit[6]: unit[0] for unit in first["units"]}
    assert {unit[6]: unit[0] for unit in second["units"]}["F NTH"] == number["F LON"]
    assert {unit[6]: unit[0] for unit in third["units"]}["A NWY"] == number["A LVP"]
    for frame in (first, second, third):
        assert len({unit[0] for unit in frame["units"]}) == len(frame["units"])


def test_its_script_holds_nothing_of_the_game(page, game, standard, monkeypatch):
    assert page.count(f"<script>{replay_script()}</script>") == 1
    assert "{{" not in replay_script()
    # "<!--<script>" would hide the end of the element that holds it.
    words = {**picture_words("replay", "en"), "nobody": "<!--<script></script>"}
    monkeypatch.setattr(replay_page, "picture_words", lambda *_: words)
    drawn_on, _ = map_of(standard)
    odd = replay(game, drawn_on)
    assert "<!--" not in odd and len(frames_of(odd)) == 3


def test_names_cannot_break_out(page):
    assert "<The>" not in page
    assert "&lt;The&gt; game" in page


def test_orders_and_centers_stand_beside_the_map(page):
    first, second, third = frames_of(page)
    told = dict(first["told"])
    assert ["F Lon–Nth", False] in told["ENGLAND"]
    assert [frame["phase"] for frame in (first, second, third)] == ["S1901M", "F1901M", "W1901A"]
    assert first["counts"]["FRANCE"] == [3, 3, None]
    assert third["counts"]["FRANCE"][0] == 5
    assert ["Norway", "England", ""] in second["changed"]
    assert not first["changed"] and third["told"] == []


def test_words_of_the_page_are_german(game, standard):
    drawn_on, _ = map_of(standard)
    page = replay(game, drawn_on, language="de")
    for word in ("Befehle", "Zentren", "abspielen oder anhalten", "Frühjahr 1901, Züge"):
        assert word in page
    assert not re.search(r"\{\{|>Orders<|>Centres<", page)


def test_units_are_shapes_without_letters(page):
    assert 'id="mark-A"' in page and 'id="device-A"' in page
    assert "letter" not in page.partition("function makeUnit")[2].partition("function paint")[0]


def test_the_page_has_a_key_to_its_signs(page):
    key = page.partition('class="signs-key"')[2].partition("</svg>")[0]
    for word in ("army", "fleet", "home centre", "support", "convoy", "failed"):
        assert f">{word}</text>" in key


def test_the_map_by_night_is_drawn_and_not_dimmed(page):
    assert "light-dark(#d3e3ea,#10283c)" in page
    assert "filter:" not in page.partition("</style>")[0]


def test_a_game_as_a_gif(game, standard):
    drawn_on, _ = map_of(standard)
    pictures = Image.open(BytesIO(animation(game, drawn_on, 200)))
    assert (pictures.n_frames, pictures.width, pictures.info["loop"]) == (3, 200, 0)
    seen = [pictures.seek(number) or pictures.convert("RGB").tobytes() for number in range(3)]
    assert len(set(seen)) == 3


def test_names_stay_where_they_are_from_one_phase_to_the_next(game, standard):
    """Each picture alone has names move out of the way of its own arrows."""
    drawn_on, _ = map_of(standard)
    scenes = [
        scene_of(standard, drawn_on.geometry, one.before, resolution=one) for one in game.history
    ]

    def labels(picture):
        return re.findall(r'<text class="label [^>]*>.*?</text>', picture)

    assert labels(svg(scenes[0])) != labels(svg(scenes[1]))
    together = names_throughout(scenes)
    first, second = (labels(svg(scene, names=together)) for scene in scenes)
    assert first == second == labels(together)
    page = replay(game, drawn_on)
    assert len(labels(page)) == len(first)


RECORDER = """#!{python}
import json, sys
from pathlib import Path
from PIL import Image

folder = Path(sys.argv[sys.argv.index("-i") + 1]).parent
sizes = [Image.open(one).size for one in sorted(folder.glob("*.png"))]
Path({told!r}).write_text(json.dumps([sys.argv[1:], sizes]))
if {fails}:
    sys.exit("first line\\nno encoder")
Path(sys.argv[-1]).write_bytes(b"a film")
"""


def recorder(tmp_path, monkeypatch, fails=False):
    """A program called ffmpeg that notes what it is asked."""
    told, program = tmp_path / "told.json", tmp_path / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.write_text(RECORDER.format(python=sys.executable, told=str(told), fails=fails))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    return told


@pytest.mark.slow
def test_a_game_as_a_film(game, standard, tmp_path, monkeypatch):
    told = recorder(tmp_path, monkeypatch)
    drawn_on, _ = map_of(standard)
    assert film(game, drawn_on, 201) == b"a film"
    command, sizes = json.loads(told.read_text())
    assert len(sizes) == 3 and len(set(map(tuple, sizes))) == 1 and sizes[0][0] == 201
    assert command[command.index("-framerate") + 1] == "0.4"
    assert "yuv420p" in command[command.index("-vf") + 1]


@pytest.mark.slow
def test_why_there_is_no_film(game, standard, tmp_path, monkeypatch):
    drawn_on, _ = map_of(standard)
    recorder(tmp_path, monkeypatch, fails=True)
    failed = film(game, drawn_on, 200)
    assert failed.code == "no-film" and failed.what.endswith("no encoder")
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = film(game, drawn_on, 200)
    assert missing.code == "no-ffmpeg" and "apt-get install ffmpeg" in missing.remedy


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg on this machine")
def test_a_film_by_ffmpeg_itself(game, standard):
    drawn_on, _ = map_of(standard)
    made = film(game, drawn_on, 201)
    assert isinstance(made, bytes) and made[4:8] == b"ftyp"


def shown_in_browser(page, tmp_path, address="", script=""):
    """The page as it stands in a browser after a while, and after a script."""
    file = tmp_path / "game.html"
    file.write_text(page.replace("</body>", f"<script>{script}</script></body>"), "utf-8")
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=2000",
    ]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    command += [f"{file.as_uri()}{address}"]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=SECONDS
    ).stdout


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
def test_in_a_browser(page, tmp_path):
    shown = shown_in_browser(page, tmp_path, "#2")
    assert re.search(r'id="turn"[^>]*>Winter 1901, adjustments<', shown)
    assert len(re.findall(r'class="unit moving', shown)) == 22
    spain = re.search(r'<use id="province-SPA"[^>]*>', shown)[0]
    assert "owner-france" in spain


USED = """
const log = [], note = () => log.push(document.title.split(",")[0] + location.hash);
const key = one => document.dispatchEvent(new KeyboardEvent("keydown", {key: one, bubbles: true}));
const finger = (kind, x, y) => document.querySelector("main").dispatchEvent(
  new PointerEvent(kind, {pointerId: 1, clientX: x, clientY: y, bubbles: true}));
const swipe = (from, to) => { finger("pointerdown", from, 200); finger("pointermove", to, 205);
  finger("pointerup", to, 205); };
document.querySelector("main").setPointerCapture = () => {};
note(); key("ArrowRight"); note();
swipe(300, 100); note(); swipe(100, 300); note();
key("+"); swipe(300, 100); note();
log.push(document.getElementById("sheet").style.transform);
key("0"); log.push(document.getElementById("sheet").style.transform || "whole");
key(" "); log.push(document.getElementById("play").className); key(" ");
log.push(document.getElementById("play").className || "stopped");
key("End"); note();
document.body.dataset.log = JSON.stringify(log);
"""


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
def test_keys_and_fingers(page, tmp_path):
    shown = shown_in_browser(page, tmp_path, "#S1901M", USED)
    log = json.loads(unescape(re.search(r'data-log="([^"]*)"', shown)[1]))
    assert log[:4] == ["Spring 1901#S1901M", "Fall 1901#F1901M", "Winter 1901#W1901A",
                       "Fall 1901#F1901M"]  # fmt: skip
    assert log[4] == "Fall 1901#F1901M"  # a map that is larger moves instead
    assert "scale(1.5)" in log[5]
    assert log[6:] == ["whole", "playing", "stopped", "Winter 1901#W1901A"]

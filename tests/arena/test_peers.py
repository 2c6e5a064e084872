"""Programs of others as entrants, built from sources: here from our own of the same form."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from dragoman.arena import Contest, entrant_called
from dragoman.arena.playing import play_games
from dragoman.refusal import ActionRefused

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs run on Linux alone"),
]
IS_BUILDING = pytest.mark.skipif(
    not (shutil.which("cmake") and shutil.which("c++")), reason="there are no CMake and no C++ here"
)

_MAKE = """cmake_minimum_required(VERSION 3.14)
project(of_the_same_form)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/bin")
add_executable(dumbbot bots/dumbbot/dumbbot.cpp)
"""
# It is started as the real one is, and leaves the talking to a program in Python.
_BOT = """#include <cstdlib>
#include <string>
#include <unistd.h>
int main(int count, char** words) {
  std::string port = std::string("-p") + std::getenv("DRAGOMAN_PORT");
  if (count != 4 || words[1] != std::string("-i127.0.0.1") || words[2] != port) return 1;
  return execl("%s", "python", "-S", "%s", nullptr);
}
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DRAGOMAN_CACHE", str(tmp_path / "cache"))
    bot = tmp_path / "daide-client" / "bots" / "dumbbot" / "dumbbot.cpp"
    bot.parent.mkdir(parents=True)
    bot.write_text(_BOT % (sys.executable, Path(__file__).with_name("dpp_program.py")))
    (tmp_path / "daide-client" / "CMakeLists.txt").write_text(_MAKE)
    return tmp_path / "daide-client"


@IS_BUILDING
def test_it_is_built_once_and_plays(sources: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in sources.rglob("*")}
    theirs = entrant_called(f"daide-client:{sources}")
    assert theirs.name == "daide-client-dumbbot"
    program = Path(theirs.command[-1])
    first = program.stat().st_mtime_ns
    contest = Contest((theirs, entrant_called("random")), last_year=1901, turn=20)
    (played,) = play_games(contest, [0])
    assert played.result.faults == ()
    assert {path: path.stat().st_mtime_ns for path in sources.rglob("*")} == before
    entrant_called(f"daide-client:{sources}")
    assert program.stat().st_mtime_ns == first
    # Other sources are another program, and what cannot be built says why.
    (sources / "bots" / "dumbbot" / "dumbbot.cpp").write_text("int main() { return nothing; }\n")
    with pytest.raises(ActionRefused, match="nothing"):
        entrant_called(f"daide-client:{sources}")
    assert program.stat().st_mtime_ns == first


def test_a_folder_without_their_sources_is_named(sources: Path) -> None:
    for said in (f"{sources}#randbot", f"{sources}#../dumbbot", str(sources / "bots"), ""):
        with pytest.raises(ActionRefused, match="there are no sources"):
            entrant_called(f"daide-client:{said}")

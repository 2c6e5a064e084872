"""Machine code that is built on this machine: once, whoever asks for it, and never by halves."""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dragoman.native import library

if not library._compiler():
    pytest.skip("no C compiler is here", allow_module_level=True)

WAITING = """
import sys, time
from pathlib import Path
from dragoman.native.library import CodeUnit, library_of

folder = Path(sys.argv[1])

def source():
    (folder / f"at-work-{sys.argv[2]}").touch()
    time.sleep(float(sys.argv[3]))
    return '''
#include <stdint.h>
int64_t tiny_double_of(const int64_t *given) __attribute__((visibility("default")));
int64_t tiny_double_of(const int64_t *given) { return 2 * given[0]; }
'''

from dragoman.native.library import given
print(library_of(CodeUnit("tiny", "1", source)).entry("double_of")(given([21])))
"""


def process(folder, name, seconds):
    return subprocess.Popen(
        [sys.executable, "-c", WAITING, str(folder), name, str(seconds)],
        env=os.environ | {"DRAGOMAN_CACHE": str(folder / "cache")},
        stdout=subprocess.PIPE,
        text=True,
    )


def at_work(folder):
    return sorted(one.name for one in folder.glob("at-work-*"))


def test_of_several_processes_one_builds_and_one_that_was_killed_holds_up_nobody(tmp_path):
    killed = process(tmp_path, "killed", 600)
    while not at_work(tmp_path):
        time.sleep(0.01)
    others = [process(tmp_path, name, 0) for name in ("one", "two", "three")]
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert [one.communicate()[0] for one in others] == ["42\n"] * 3
    assert len(at_work(tmp_path)) == 2, "the one that was killed, and another"
    assert process(tmp_path, "later", 0).communicate()[0] == "42\n"
    assert "at-work-later" not in at_work(tmp_path)


def test_what_does_not_build_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_CACHE", str(tmp_path))
    unit = library.CodeUnit("broken", "1", lambda: "nonsense")
    with pytest.raises(library.NoMachineCode, match=r"did not build it: .*error"):
        library.library_of(unit)
    assert not [*tmp_path.glob("machine-code/*.so")]


def test_what_others_can_write_is_not_loaded(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_CACHE", str(tmp_path))
    made = (
        "#include <stdint.h>\n"
        '__attribute__((visibility("default"))) int64_t open_age(const int64_t *g) {return 3;}\n'
    )
    unit = library.CodeUnit("open", "1", lambda: made)
    library.library_of(unit)
    (kept,) = tmp_path.glob("machine-code/open-*.so")
    assert library.is_ready(unit)
    kept.chmod(0o666)
    assert not library.is_ready(unit)
    kept.parent.chmod(0o777)
    with pytest.raises(library.NoMachineCode, match="others cannot write"):
        library.library_of(unit._replace(digest="2"))


def test_a_library_that_is_out_of_date_is_not_used(tmp_path, monkeypatch):
    """What was shipped is used for the very sources that it is made of, and no others."""
    monkeypatch.setenv("DRAGOMAN_CACHE", str(tmp_path))
    text = (
        "#include <stdint.h>\n"
        '__attribute__((visibility("default"))) const char aged_digest[] = "DIGEST";\n'
        '__attribute__((visibility("default"))) int64_t aged_age(const int64_t *g) {return AGE;}\n'
    )

    def unit(digest, age):
        made = text.replace("DIGEST", digest).replace("AGE", str(age))
        return library.CodeUnit("aged", digest, lambda: made)

    library.library_of(unit("old", 1))
    (shipped,) = tmp_path.glob("machine-code/aged-*.so")
    monkeypatch.setattr(library, "_SHIPPED", shipped)
    library._loaded_as_shipped.cache_clear()
    try:
        assert library.is_ready(unit("old", 0))
        assert library.library_of(unit("old", 0)).entry("age")(library.given([])) == 1
        assert not library.is_ready(unit("new", 2))
        assert library.library_of(unit("new", 2)).entry("age")(library.given([])) == 2
    finally:
        library._loaded_as_shipped.cache_clear()


def test_a_library_is_built_alike_when_the_sources_are_installed():
    """The hook of the build knows no Dragoman, and names the flags itself."""
    where = Path(__file__).parents[2] / "tools/wheel_hook.py"
    spec = importlib.util.spec_from_file_location("wheel_hook", where)
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    assert {*hook.FLAGS} == {*library.FLAGS} - {"-shared", "-s"}
    assert hook.NAMES == library._NAMES

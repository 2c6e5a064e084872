"""The wheel: what is in it, and that it works in an environment of its own."""

import gzip
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LARGEST = 60_000_000
"""Of a light install, in bytes on disk, without pip itself."""
LONGEST = 0.05
"""Of ``import dragoman``, in seconds of a processor."""
LEFT_OUT = {"PYTHONPATH", "DRAGOMAN_HOME"}
NOT_OURS = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence.pth")


def run(*command: str | Path, cwd: Path | None = None, status: int = 0, **variables: str) -> str:
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
        env={key: value for key, value in os.environ.items() if key not in LEFT_OUT} | variables,
    )
    assert ran.returncode == status, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def fresh(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("fresh")
    run(sys.executable, "-m", "venv", folder)
    python = next(iter([*folder.glob("bin/python"), *folder.glob("Scripts/python.exe")]))
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet")
    constraints = ("--constraint", ROOT / "constraints.txt")
    needed = subprocess.run(
        [*pip, "download", "--no-deps", "--dest", folder / "tried", *constraints, "typer"],
        capture_output=True,
        check=False,
    )
    if needed.returncode:
        pytest.skip("no package index can be reached: pip could not download typer")
    (wheel,) = built.glob("*.whl")
    run(*pip, "install", *constraints, wheel)
    return python


def names(built: Path) -> Sequence[str]:
    (wheel,) = built.glob("*.whl")
    return zipfile.ZipFile(wheel).namelist()


def test_twine_finds_nothing_wrong(built: Path) -> None:
    assert "PASSED" in run(sys.executable, "-m", "twine", "check", "--strict", *built.iterdir())


def test_every_file_of_the_package_is_in_the_wheel(built: Path) -> None:
    tracked = run("git", "ls-files", "src/dragoman", cwd=ROOT).splitlines()
    inside = {name.removesuffix(".gz") for name in names(built)}
    assert [path for path in tracked if path.removeprefix("src/") not in inside] == []


def test_an_index_is_told_where_the_project_lives(tmp_path: Path) -> None:
    home = "https://forge.example/dragoman"
    command = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path)
    run(*command, ROOT, DRAGOMAN_HOME=home)
    assert "PASSED" in run(sys.executable, "-m", "twine", "check", "--strict", *tmp_path.iterdir())
    (wheel,) = tmp_path.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        metadata = archive.read(name).decode("utf-8")
    assert f"Project-URL: Changelog, {home}/blob/HEAD/CHANGELOG.md" in metadata
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", metadata)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture.removeprefix(f"{home}/raw/HEAD/")).is_file()
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)#]+)\)", metadata)
    assert links
    for link in links:
        assert (ROOT / link.removeprefix(f"{home}/blob/HEAD/")).is_file()


def test_the_wheel_holds_the_package_alone(built: Path) -> None:
    tops = {name.partition("/")[0] for name in names(built)}
    assert len(tops) == 2
    assert "dragoman" in tops


def test_the_sources_build_the_same_wheel(built: Path, tmp_path: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", folder)
    assert sorted(names(folder / "dist")) == sorted(names(built))


def test_a_wheel_with_machine_code_is_for_its_platform(tmp_path: Path) -> None:
    library = tmp_path / "dragoman.so"
    library.write_bytes(b"machine code")
    tags = "manylinux_2_17_x86_64.musllinux_1_1_x86_64"
    command = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path)
    run(*command, ROOT, DRAGOMAN_LIBRARY=str(library), DRAGOMAN_PLATFORM=tags)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith(f"-py3-none-{tags}.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("dragoman/native/shipped/dragoman.so") == b"machine code"
        (about,) = (name for name in archive.namelist() if name.endswith("/WHEEL"))
        told = archive.read(about).decode()
    assert {f"Tag: py3-none-{tag}" for tag in tags.split(".")} <= {*told.splitlines()}


def test_a_light_install_is_small(fresh: Path) -> None:
    packages = Path(
        run(fresh, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    )
    size = sum(
        path.stat().st_size
        for entry in packages.iterdir()
        if not entry.name.startswith(NOT_OURS)
        for path in ([entry] if entry.is_file() else entry.rglob("*"))
    )
    assert 5_000_000 < size < LARGEST


def test_maps_are_compressed_and_come_out_as_they_were(
    built: Path, fresh: Path, tmp_path: Path
) -> None:
    maps = [path for path in (ROOT / "src/dragoman/variants").glob("*/geometry.json")]
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for path in maps:
            packed = archive.read(f"dragoman/variants/{path.parent.name}/geometry.json.gz")
            assert gzip.decompress(packed) == path.read_bytes()
    program = (
        "import sys; from dragoman import load_variant; from dragoman.drawing import map_of; "
        "drawn_on, faults = map_of(load_variant(sys.argv[1])); "
        "print(len(faults), sorted(drawn_on.geometry.units.items()))"
    )
    for name in ("standard", "colonial", maps[-1].parent.name):
        installed = run(fresh, "-I", "-c", program, name)
        assert installed == run(sys.executable, "-c", program, name)
        assert installed.startswith("0 [(")


def test_the_import_is_quick(fresh: Path) -> None:
    program = (
        "import time; start = time.process_time(); import dragoman; "
        "print(time.process_time() - start)"
    )
    # Of the processor's time, and the least of several: a machine that does something else must not
    # fail a test.
    assert min(float(run(fresh, "-I", "-c", program)) for _ in range(7)) < LONGEST


def test_a_turn_in_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    dragoman = (fresh, "-I", "-m", "dragoman")
    assert run(*dragoman, "--version").startswith("dragoman ")
    run(*dragoman, "new", "standard", "winter", cwd=tmp_path)
    run(*dragoman, "adjudicate", "winter", "--explain", cwd=tmp_path)
    assert (tmp_path / "winter" / "result.svg").read_text("utf-8").startswith("<svg")
    told = run(*dragoman, "explain", "winter", "A", "MUN", "--language", "de", cwd=tmp_path)
    assert "keinen Befehl" in told  # words are compressed, too
    told = run(*dragoman, "draw", "winter", "--to", "map.png", cwd=tmp_path, status=2)
    assert "pip install 'dragoman[pictures]'" in told

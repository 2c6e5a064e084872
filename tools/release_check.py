"""Look whether a release can be cut from this commit, and write its notes: ``make release-check``.

    .venv/bin/python tools/release_check.py [--quick]

- Nothing lies about that is not committed; a tag that is here, and the files that name a version,
  agree (``versions``).
- The wheel and the sources are built twice and come out the same, byte for byte, and the sources
  build that wheel without git; twine finds nothing wrong with them.
- Each Python from 3.11 to 3.14, in a fresh environment into which pip installs the wheel: it judges
  a turn, says its version, and takes less than 60 MB.
- Each extra on each of these, in an environment of its own, does something (``SMOKE``).
- Three people type their first hours from the docs (``first_hours``).
- The docs go onto a scratch branch by mike, under their version (``make docs-version``).

What the release brings is written into ``dist/NOTES.md``, with digests of its files. A Python that
this machine lacks is fetched by uv, if it can be; what could not be tried is told at the end as not
tried, and so is how long each step took. ``--quick`` tries the extras ``judge`` and ``pictures``
alone, on one Python. Packages come from pip's index, in their newest versions: as whoever installs
the release will get them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
LARGEST: Final = 60_000_000
"""Of a light install, in bytes on disk, without pip."""
SMOKE: Final = {
    "fast": "from dragoman.rules.batch import Batch; v = dragoman.load_variant('standard');"
    "assert Batch(v.board, v.rule_set).pack([v.start]).shape[0] == 1",
    "numba": "from dragoman.rules.batch.in_compiled_code import draw_row",
    "pictures": "from dragoman.drawing import png; assert png(dragoman.Game().svg(), 300)",
    "pdf": "from dragoman.drawing import pdf; assert pdf(dragoman.Game().svg(), 400, 300)",
    "maps": "from dragoman.drawing.layout.from_borders import lay_out;"
    "assert lay_out(dragoman.load_variant('france_austria').board).shapes",
    "menu": "import dragoman.cli.menu",
    "web": "import fastapi, uvicorn",
    "tournament": "import dragoman.tournament.desk.http",
    "judge": "import tempfile; from dragoman.judge.service import Judge; import dragoman.web.app;"
    "Judge('sqlite:///' + tempfile.mkdtemp() + '/judge.db').close()",
    "age": "import pyrage; pyrage.x25519.Identity.generate()",
    "client": "from dragoman.client import Client; Client('https://judge.example').close()",
    "cluster": "import distributed",
    "env": "from dragoman.env import BatchEnv; BatchEnv('standard', 2).step_random()",
    "mcp": "import dragoman.env.mcp_server",
    "parquet": "import pyarrow.parquet",
    "spreadsheets": "from dragoman.formats.spreadsheets import write_spreadsheet;"
    "assert write_spreadsheet({'a': 'b,c'})",
    "all": "import dragoman.web.app, dragoman.cli.menu",
}
"""What is tried of each extra, in Python."""
NOT_TRIED: Final = {
    "cuda": "195 MB, and a card",
    "sb3": "PyTorch, some gigabytes",
    "dev": "see make venv",
    "bench": "AGPL",
}
TURN: Final = """
import dragoman
assert dragoman.Game().process()["F LON"].success
print(dragoman.__version__)
"""
SIZE: Final = """
import pathlib, sysconfig
folder = pathlib.Path(sysconfig.get_path("purelib"))
left_out = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence.pth")
print(sum(
    file.stat().st_size
    for entry in folder.iterdir() if not entry.name.startswith(left_out)
    for file in ([entry] if entry.is_file() else entry.rglob("*"))
))
"""


class Course:
    """What was done, how long it took, what failed, and what was not tried."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.took: list[tuple[str, float]] = []
        self.failed: list[str] = []
        self.not_tried: list[str] = []

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """A step; where it fails, that is told at once and at the end, and the next goes on."""
        begun = time.monotonic()
        try:
            yield
        except SystemExit as failed:
            self.failed.append(name)
            print(f"FAILED: {name}\n{failed}", flush=True)
        self.took.append((name, time.monotonic() - begun))
        print(f"{self.took[-1][1]:6.0f} s  {name}", flush=True)

    def tell(self) -> None:
        print(f"\nall of it took {(time.monotonic() - self.begun) / 60:.0f} minutes:")
        for name, took in self.took:
            print(f"{took:6.0f} s  {name}")
        for one in self.not_tried:
            print(f"NOT TRIED: {one}")
        if self.failed:
            raise SystemExit(f"no release can be cut; failed: {'; '.join(self.failed)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="look whether a release can be cut")
    parser.add_argument("--quick", action="store_true", help="two extras, on one Python")
    is_quick = parser.parse_args().quick
    course = Course()
    version = version_here()
    notes = notes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    print(f"version {version}; the changelog has {len(notes.splitlines())} lines for it")
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        with course.step("wheel and sources: built twice, the same, and from each other"):
            built(dist, folder)
        wheel = next(dist.glob(f"*-{version}-*.whl"), None)
        if wheel is None:
            raise SystemExit(f"there is no wheel of version {version}")
        uv = fresh_uv(folder)
        found = dict(pythons(uv, folder, course))
        for name, python in found.items():
            with course.step(f"Python {name}: installed by pip, a turn, its version, its size"):
                light_install(python, wheel, version, folder / name)
        tried_on = {"3.11": Path(sys.executable)} if is_quick else found
        with ThreadPoolExecutor(os.cpu_count()) as several:
            tries = [
                several.submit(
                    try_extra, course, uv, python, f"{wheel}[{one}]", folder / f"{one} {on}"
                )
                for on, python in tried_on.items()
                for one in (("judge", "pictures") if is_quick else SMOKE)
            ]
        for one in tries:
            one.result()
        course.not_tried += [f"extra {one}: {why}" for one, why in NOT_TRIED.items()]
        if is_quick:
            course.not_tried.append("--quick: all other extras, and these on other Pythons")
        with course.step("the first hours of a player, a programmer and a host"):
            wanted = f"{wheel}[judge,pictures]"
            fresh = tried(uv, Path(sys.executable), wanted, TURN, folder / "home")
            run(sys.executable, ROOT / "tools" / "first_hours.py", fresh)
        with course.step("the docs under their version, on a scratch branch by mike"):
            docs_by_version(folder / "docs", version)
    write_notes(dist, version, notes)
    print("the notes are in dist/NOTES.md")
    course.tell()


def version_here() -> str:
    """The version that a wheel of this commit has.

    Raises:
        SystemExit: if it is not that of the tag, or of a file that names one; or if something was
            changed and not committed.
    """
    if changed := said("git", "status", "--porcelain", "--untracked-files=no"):
        raise SystemExit(f"these changes are not committed:\n{changed}")
    version = said(sys.executable, "-m", "hatchling", "version")
    tags = [one for one in said("git", "tag", "--points-at", "HEAD").split() if one[:1] == "v"]
    if not tags:
        print("there is no tag here: tools/cut_release.py makes one")
        return version
    for where, found in ((f"the tag {tags[-1]}", tags[-1][1:]), *versions(ROOT).items()):
        if found != version:
            raise SystemExit(f"{where} says {found}, and the wheel {version}")
    return version


def versions(root: Path) -> dict[str, str]:
    """The versions that files of the repository name, for whoever has no git."""
    cited = re.findall(r"(?m)^version: (\S+)$", (root / "CITATION.cff").read_text("utf-8"))
    package = json.loads((root / "dragoman-judge" / "package.json").read_text("utf-8"))
    named = cited[0] if cited else "none"
    return {"CITATION.cff": named, "dragoman-judge/package.json": package["version"]}


def notes_of(changelog: str, version: str) -> str:
    """What the changelog says of a version; of one that is not tagged yet, what is unreleased.

    Raises:
        SystemExit: if there is nothing.
    """
    parts = re.split(r"^## \[(.+?)\].*$", changelog, flags=re.M)[1:]
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    text = (found.get(version) or found.get("Unreleased") or "").strip()
    if not text:
        raise SystemExit(f"CHANGELOG.md has nothing for {version}")
    return text


def built(dist: Path, folder: Path) -> None:
    """Three wheels that are the same: two of the repository, one of the sources' archive."""
    moment = said("git", "log", "-1", "--format=%ct")
    again, out_of_sources = folder / "again", folder / "out of sources"

    def build(source: Path, into: Path, *kind: str) -> None:
        command = (sys.executable, "-m", "build", "--no-isolation", *kind, "--outdir", into, source)
        run(*command, SOURCE_DATE_EPOCH=moment)

    build(ROOT, dist)
    build(ROOT, again)
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(folder / "sources", filter="data")
    build(next((folder / "sources").iterdir()), out_of_sources, "--wheel")
    for one in (*again.iterdir(), *out_of_sources.iterdir()):
        if digest_of(one) != digest_of(dist / one.name):
            raise SystemExit(f"{one.name} is another each time it is built: {one.parent.name}")
    run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir())


def fresh_uv(folder: Path) -> Path:
    """The program uv, in an environment of its own."""
    run(sys.executable, "-m", "venv", folder / "uv")
    run(folder / "uv" / "bin" / "python", "-m", "pip", "--quiet", "install", "uv>=0.8")
    return folder / "uv" / "bin" / "uv"


def pythons(uv: Path, folder: Path, course: Course) -> Iterator[tuple[str, Path]]:
    """The Pythons that are here or can be fetched, each with its version; of the others it is noted
    that they were not tried."""
    for named in PYTHONS:
        python = python_called(named)
        if python is None:
            with course.step(f"Python {named}: not here, so uv fetches it"):
                kept = {"UV_PYTHON_INSTALL_DIR": str(folder / "pythons")}
                asked = (uv, "python", "install", "--no-bin", named)
                ran = ask(*asked, **kept)
                python = Path(ask(uv, "python", "find", named, **kept).stdout.strip())
            if ran.returncode:
                reason = (ran.stderr.strip() or "no reason was given").splitlines()[-1].strip()
                course.not_tried.append(f"Python {named} is not here, and uv has none: {reason}")
                continue
        yield named, python


def python_called(named: str) -> Path | None:
    """A Python of this version that is on the machine; None where there is none."""
    shown = shutil.which(f"python{named}")
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for one in (*([Path(shown)] if shown else ()), *root.glob(f"versions/{named}.*/bin/python")):
        if ask(one, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").stdout[:-1] == named:
            return one
    return None


def light_install(python: Path, wheel: Path, version: str, folder: Path) -> None:
    """What whoever types ``pip install dragoman`` gets: judged, asked for its version, weighed."""
    run(python, "-m", "venv", folder)
    fresh = folder / "bin" / "python"
    run(fresh, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel)
    told = said(fresh, "-I", "-m", "dragoman", "-V"), said(fresh, "-I", "-c", TURN)
    if told != (f"dragoman {version}", version):
        raise SystemExit(f"the wheel is of {version}, and the program says {told}")
    size = int(said(fresh, "-I", "-c", SIZE))
    print(f"    {size / 1e6:.1f} MB")
    if size > LARGEST:
        raise SystemExit(f"a light install takes {size} bytes, more than {LARGEST}")


def try_extra(course: Course, uv: Path, python: Path, wanted: str, folder: Path) -> None:
    """One extra on one Python, in an environment that is gone afterwards."""
    one = folder.name.partition(" ")[0]
    with course.step(f"extra {folder.name}: installed, does something"):
        tried(uv, python, wanted, SMOKE[one], folder)
    shutil.rmtree(folder, ignore_errors=True)


def tried(uv: Path, python: Path, wanted: str, program: str, folder: Path) -> Path:
    """The Python of a fresh environment into which something was installed, after it has run a
    program."""
    run(uv, "venv", "--quiet", "--python", python, folder)
    fresh = folder / "bin" / "python"
    run(uv, "pip", "install", "--quiet", "--python", fresh, wanted)
    run(fresh, "-I", "-c", f"import dragoman\n{program}")
    return fresh


def docs_by_version(clone: Path, version: str) -> None:
    """Have a scratch clone publish its docs, and look what lies on its branch."""
    run("git", "clone", "--quiet", ROOT, clone)
    run(sys.executable, ROOT / "tools" / "publish_docs.py", "--branch", "pages", cwd=clone)
    listed = said("git", "show", "pages:versions.json", cwd=clone)
    (one,) = json.loads(listed)
    page = said("git", "show", f"pages:{one['version']}/index.html", cwd=clone)
    if one["title"] != version or f"Dragoman {version}." not in page:
        raise SystemExit(f"the docs are not those of {version}: {listed}")


def write_notes(dist: Path, version: str, notes: str) -> None:
    sums = "\n".join(f"{digest_of(one)}  {one.name}" for one in sorted(dist.iterdir()))
    text = f"# Dragoman {version}\n\n{notes}\n\nSHA-256:\n\n```text\n{sums}\n```\n"
    (dist / "NOTES.md").write_text(text, "utf-8")


def digest_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def ask(
    *command: str | Path, cwd: Path = ROOT, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What a program says, with the environment of nobody's own Python."""
    told = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [*map(str, command)],
        cwd=cwd, env=told | variables, capture_output=True, text=True, check=False,
    )  # fmt: skip


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """What a program prints; if it fails, what it says is the end."""
    ran = ask(*command, cwd=cwd, **variables)
    if ran.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def said(*command: str | Path, cwd: Path = ROOT) -> str:
    return run(*command, cwd=cwd).strip()


if __name__ == "__main__":
    main()

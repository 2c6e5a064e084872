"""Values kept from run to run: the same as those made anew, whatever became of their files."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.board import BoardError, Unit
from dragoman.drawing import map_of
from dragoman.files import kept, stamp_of
from dragoman.formats import load_variant, read_variant, shipped_folder, shipped_variants
from dragoman.formats.variants import loading
from dragoman.formats.variants.toml_file import base_of
from dragoman.remembered import USUAL_LIMIT, remember_at_most
from tests.variants.samples import sample

UNITS = ("board",)


def forget() -> None:
    """Let go of everything that this process remembers."""
    remember_at_most(0)
    remember_at_most(USUAL_LIMIT)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own; nothing is in it yet, and nothing in this process."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("DRAGOMAN_CACHE", str(folder))
    forget()
    return folder


def make_anew() -> list[Unit]:
    return [Unit("A", "PAR", "FRANCE")]


def never() -> list[Unit]:
    raise AssertionError("it was kept, and is made anew all the same")


def the_file(cache: Path) -> Path:
    (file,) = cache.glob("*.kept")
    return file


def test_what_is_kept_is_not_made_again(cache: Path) -> None:
    assert kept("units", b"1", UNITS, make_anew) == make_anew()
    assert kept("units", b"1", UNITS, never) == make_anew()
    if os.name == "posix":
        assert stat.S_IMODE(cache.stat().st_mode) == 0o700
        assert stat.S_IMODE(the_file(cache).stat().st_mode) == 0o600


def test_another_stamp_is_another_value() -> None:
    kept("units", b"1", UNITS, make_anew)
    assert kept("units", b"2", UNITS, lambda: []) == []
    assert kept("units", b"2", UNITS, never) == []


@pytest.mark.parametrize("damage", ["cut", "turned", "empty", "stretched"])
def test_a_damaged_file_is_as_good_as_none(cache: Path, damage: str) -> None:
    kept("units", b"1", UNITS, make_anew)
    file = the_file(cache)
    whole = file.read_bytes()
    for at in range(len(whole)):
        turned = bytearray(whole)
        turned[at] ^= 0x10
        file.write_bytes(
            {
                "cut": whole[:at],
                "turned": bytes(turned),
                "empty": b"",
                "stretched": whole + whole[at:],
            }[damage]
        )
        assert kept("units", b"1", UNITS, make_anew) == make_anew()
        assert file.read_bytes() == whole


class Bomb:
    """What runs a program when it is unpickled by whoever trusts it."""

    def __reduce__(self):
        return os.system, ("touch exploded",)


def test_no_other_code_is_run(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept("units", b"1", UNITS, lambda: [Bomb()])  # nothing that could be kept
    assert not list(cache.glob("*.kept"))
    kept("units", b"1", (*UNITS, "", "os", "posix", "nt"), lambda: [Bomb()])
    assert not list(cache.glob("*.kept"))
    assert not (tmp_path / "exploded").exists()


def test_only_values_are_kept(cache: Path) -> None:
    """Of the classes in a package those alone that do nothing when an instance is made."""
    kept("units", b"1", UNITS, lambda: [BoardError("no such place")])
    assert not list(cache.glob("*.kept"))


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_what_others_can_write_is_not_read(cache: Path, mode: int) -> None:
    kept("units", b"1", UNITS, make_anew)
    the_file(cache).chmod(mode)
    assert kept("units", b"1", UNITS, lambda: []) == []
    assert kept("units", b"1", UNITS, never) == []  # and is put right


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such owners")
def test_what_somebody_else_wrote_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    kept("units", b"1", UNITS, make_anew)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert kept("units", b"1", UNITS, lambda: []) == []


def test_a_folder_that_cannot_be_written_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/dev/null/cache")):
        monkeypatch.setenv("DRAGOMAN_CACHE", str(folder))
        assert kept("units", b"1", UNITS, make_anew) == make_anew()


def test_a_changed_file_has_another_stamp(tmp_path: Path) -> None:
    folder = tmp_path / "variant"
    folder.mkdir()
    file = folder / "map.one"
    file.write_text("one")
    stamps = [stamp_of([folder])]
    assert stamp_of([folder]) == stamps[0]
    file.write_text("two")  # as long as before
    os.utime(file, ns=(1, 1))
    stamps.append(stamp_of([folder]))
    (folder / "seed.one").write_text("")
    stamps.append(stamp_of([folder]))
    (folder / "seed.one").rename(folder / "seed.two")
    stamps.append(stamp_of([folder]))
    file.unlink()
    stamps.append(stamp_of([folder]))
    assert len({*stamps}) == len(stamps)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", *sample()])
def test_every_shipped_variant_is_kept_as_it_is_read(cache: Path, name: str) -> None:
    read, _ = read_variant(shipped_folder() / name)
    first = load_variant(name)
    assert len(list(cache.glob(f"variant-{name}-*.kept"))) == 1
    forget()
    again = load_variant(name)
    assert again is not first
    assert read == first == again
    assert hash(read) == hash(again)
    assert repr(read) == repr(again)
    assert again.board.names.spellings == first.board.names.spellings


@pytest.mark.slow
def test_a_kept_map_is_as_it_is_read(cache: Path) -> None:
    standard = load_variant("standard")
    first, again = map_of(standard), map_of(standard)
    assert list(cache.glob("map-standard-*.kept"))
    assert first == again
    assert first[0] is not None and again[0] is not None
    for key, ground in again[0].geometry.shapes.items():
        assert ground.outline == first[0].geometry.shapes[key].outline


def test_a_variant_counts_for_those_that_are_based_on_it() -> None:
    for name in shipped_variants():
        own, *others = (folder.name for folder in loading._folders(name))
        text = (shipped_folder() / name / "variant.toml").read_bytes()
        base = base_of(text) if b"based_on" in text else ""
        assert (own, others[:1]) == (name, [base] if base else [])


def test_another_base_is_another_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("standard", "fleet_rome"):
        shutil.copytree(shipped_folder() / name, tmp_path / name)
    monkeypatch.setattr(loading, "shipped_folder", lambda: tmp_path)
    stamp = stamp_of(loading._folders("fleet_rome"))
    with (tmp_path / "standard" / "variant.toml").open("a") as file:
        file.write("\n")
    assert stamp_of(loading._folders("fleet_rome")) != stamp


LOADED = """
import sys
import dragoman.formats.variants.reader, dragoman.formats.njudge
from dragoman.formats import load_variant
[load_variant(name) for name in sys.argv[1:]]
print(*(m.__file__ for n, m in sys.modules.items() if n.startswith("dragoman")), sep="\\n")
"""


@pytest.mark.slow
def test_whatever_reads_a_variant_counts_for_its_stamp() -> None:
    """But for what is loaded and has no say in what a variant becomes."""
    found = subprocess.run(
        [sys.executable, "-c", LOADED, "standard", *sample()],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.splitlines()
    package = shipped_folder().parent
    folders = {str(Path(file).parent.relative_to(package)) for file in found}
    counted = {source or "." for source in loading._SOURCES}
    assert folders - counted <= {"files", "rules", "rules/judge", "rules/engine", "words"}


READ = """
from dragoman.formats import load_variant
for _ in range(20):
    load_variant("isthmus")
    from dragoman.formats.variants import loading
    from dragoman.remembered import USUAL_LIMIT, remember_at_most
    remember_at_most(0)
    remember_at_most(USUAL_LIMIT)
    next(loading.shipped_folder().iterdir())
    import os, random
    from dragoman.files import cache_folder
    if random.random() < 0.5:
        for file in cache_folder().glob("*.kept"):
            file.unlink(missing_ok=True)
print(len(load_variant("isthmus").board.provinces))
"""


@pytest.mark.slow
def test_several_may_write_at_once(cache: Path) -> None:
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", READ], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    ended = [process.communicate() for process in begun]
    expected = str(len(load_variant("isthmus").board.provinces)).encode()
    assert [(out.strip(), err) for out, err in ended] == [(expected, b"")] * 3
    assert not [file for file in cache.iterdir() if file.suffix != ".kept"]

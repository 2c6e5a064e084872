"""Files that somebody brings: what is read of a folder and of an archive, and what is refused."""

import io
import zipfile

import pytest

from dragoman.formats.foreign import bundle
from dragoman.formats.foreign.bundle import BundleRefused, read_archive, read_folder
from dragoman.formats.foreign.reading import read_bundle
from tests.formats.foreign.small_files import WEBDIPLOMACY


def archive(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return packed.getvalue()


def test_an_archive_is_read_as_its_folder_is(tmp_path):
    for name, text in WEBDIPLOMACY.items():
        (tmp_path / "Ponds" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "Ponds" / name).write_text(text)
    packed = archive({f"Ponds/{name}": text for name, text in WEBDIPLOMACY.items()})
    in_folder, _ = read_bundle(read_folder(tmp_path / "Ponds"))
    in_archive, _ = read_bundle(read_archive(packed, "any.zip"))
    assert in_folder == in_archive


def test_nothing_leads_out_of_a_folder(tmp_path):
    (tmp_path / "secret.php").write_text("secret")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link.php").symlink_to(tmp_path / "secret.php")
    (tmp_path / "in" / "install.php").write_text("here")
    found = read_folder(tmp_path / "in")
    assert [*found] == ["install.php"]
    assert found.get("../secret.php") is None
    assert found.beside("..").get("secret.php") is None
    hidden = archive({"../up.php": "x", "/etc/root.php": "x", "C:\\boot.php": "x", "a/b.php": "x"})
    assert [*read_archive(hidden, "x.zip")] == ["a/b.php"]


def test_what_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(bundle, "LARGEST_FILE", 1_000)
    monkeypatch.setattr(bundle, "LARGEST_SUM", 2_500)
    monkeypatch.setattr(bundle, "MOST_FILES", 4)
    for files, what in (
        ({"a.php": b"0" * 1_001}, "a file is larger"),
        ({f"{n}.php": b"0" * 900 for n in range(3)}, "together"),
        ({f"{n}.php": b"" for n in range(5)}, "more than 4 files"),
    ):
        with pytest.raises(BundleRefused) as refused:
            read_archive(archive(files), "bomb.zip")
        assert what in refused.value.diagnostic.what
    assert [*read_archive(archive({"movie.mp4": b"0" * 5_000}), "x.zip")] == []


@pytest.mark.parametrize(
    "broken",
    [b"", b"PK", b"no archive at all", archive({"a.php": "x"})[:-9]],
    ids=["empty", "PK", "text", "cut short"],
)
def test_what_is_no_archive_is_refused(broken):
    with pytest.raises(BundleRefused) as refused:
        read_archive(broken, "broken.zip")
    assert refused.value.diagnostic.remedy


def test_damaged_archives_never_raise_anything_else():
    whole = archive({f"Ponds/{name}": text for name, text in WEBDIPLOMACY.items()})
    for place in range(0, len(whole), 7):
        damaged = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        try:
            read_bundle(read_archive(damaged, "damaged.zip"))
        except BundleRefused as refused:
            assert refused.diagnostic.what

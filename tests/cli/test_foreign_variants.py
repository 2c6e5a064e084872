"""Variants of other programs, by the command: checked, converted into a folder, played."""

import zipfile

from tests.formats.foreign.small_files import WEBDIPLOMACY


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_folder_of_webdiplomacy_becomes_one_of_ours(call, tmp_path):
    write(tmp_path / "Ponds", WEBDIPLOMACY)
    assert "6 provinces, 3 centres, 2 powers" in call("variant", "check", "Ponds").out
    done = call("variant", "convert", "Ponds", "mine")
    assert done.status == 0
    assert "classes/adjMove.php: warning: classes/adjMove.php is a program that" in done.err
    assert "nothing is wrong" in call("variant", "check", "mine").out
    assert call("new", "./mine", "game").status == 0


def test_an_archive_with_several(call, tmp_path):
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as pack:
        for folder in ("Ponds", "Other"):
            for name, text in WEBDIPLOMACY.items():
                pack.writestr(f"{folder}/{name}", text.replace("Ponds", folder))
    unclear = call("variant", "check", "pack.zip")
    assert (unclear.status, "did you mean Other, Ponds?" in unclear.err) == (2, True)
    assert call("variant", "check", "pack.zip#Other").status == 0
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK no archive")
    assert "pack the folder anew" in call("variant", "convert", "broken.zip", "new").err


def test_variants_are_written_for_others(call, tmp_path):
    for target in ("Mine/variants.xml", "Yours/install.php"):
        done = call("variant", "convert", "crowded", target)
        assert done.status == 0
        assert "there already" in call("variant", "convert", "crowded", target).err
    assert (tmp_path / "Yours" / "classes" / "adjudicatorPreGame.php").is_file()
    for folder, count in (("Mine", 76), ("Yours", 75)):  # one without Switzerland
        told = f"{count} provinces, 35 centres, 11 powers"
        assert told in call("variant", "check", folder).out

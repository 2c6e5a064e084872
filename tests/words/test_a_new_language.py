"""A language that there is not, added as ``languages.md`` of the docs says: by files alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dragoman

HERE = Path(dragoman.__file__).parent
PAGE = HERE.parents[1] / "docs" / "how-to" / "contributors" / "languages.md"
TOLD = """
from dragoman.formats import load_variant
from dragoman.orders import NOTATIONS
from dragoman.reports import Phrasebook
from dragoman.web.languages import Language, wished
from dragoman.web.pages.html.static_files import content_of
from dragoman.words import LANGUAGES, in_language, language_called

variant = load_variant("standard")
book = Phrasebook(variant, "nl")
print(LANGUAGES, language_called("Dutch"), "dutch" in NOTATIONS)
print(wished("nl-BE, de;q=0.5").value, Language("nl").value)
print(book.word("report.orders"), "|", book.word("report.balance"))
print(variant.power_name("GERMANY", "nl"), *(variant.place_name(p, "nl") for p in ("NTH", "MUN")))
print(in_language("winter", "nl"), content_of("dip-board-nl.js")[:14])
"""


@pytest.mark.slow
def test_a_language_is_files_alone(tmp_path: Path) -> None:
    spoken, catalogue, names = re.findall(
        r"^    ```(?:toml|po)\n(.*?)^    ```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    copy = tmp_path / "dragoman"
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HERE, copy, copy_function=os.symlink, ignore=compiled)
    for path, text in (
        ("words/spoken/nl.toml", spoken),
        ("reports/statements/words/nl.po", catalogue),
        ("variants/standard/names.nl.toml", names),
    ):
        copy.joinpath(path).write_text(re.sub("^    ", "", text, flags=re.MULTILINE), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "DRAGOMAN_CACHE": str(tmp_path / "k")}
    told = subprocess.run(
        [sys.executable, "-c", TOLD],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout.splitlines() == [
        "('en', 'de', 'fr', 'nl') nl True",
        "nl nl",
        "Bevelen | Balance",
        "Duitsland Noordzee Munich",
        "winter b'export default'",
    ], told.stderr

"""What is installed with Dragoman, and under which licence."""

import re

from tools.licences_page import PAGE, rows, written

FREE = {
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0",
    "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib",
}  # fmt: skip
OF_NVIDIA = "LicenseRef-NVIDIA-Proprietary"


def test_the_page_lists_all_that_is_installed() -> None:
    assert PAGE.read_text("utf-8") == written(), "run .venv/bin/python tools/licences_page.py"


def test_every_licence_is_known_and_asks_nothing_of_users() -> None:
    for name, licence, by in rows():
        parts = re.split(r" (?:and|or|with) ", licence, flags=re.IGNORECASE)
        assert {*parts} - FREE - {"LLVM-exception"} == ({OF_NVIDIA} & {*parts}), name
        assert OF_NVIDIA not in parts or by == "`cuda`", name

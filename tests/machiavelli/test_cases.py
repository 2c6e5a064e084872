"""The cases of Machiavelli: each under each edition that it speaks of."""

from __future__ import annotations

from typing import Any

import pytest
from case_checks import assert_case
from realm_cases import FOLDER, id_of, read_cases

CASES = [
    pytest.param(case, id=f"{path.stem}-{id_of(case)}")
    for path in sorted(FOLDER.glob("*.toml"))
    for case in read_cases(path.stem)
    if "under" not in case
]


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    assert_case(case)

"""The worked examples of movement, under each edition that they speak of."""

from __future__ import annotations

from typing import Any

import pytest
from realm_cases import judge, place, read_cases, unit

CASES = [*read_cases("movement"), *read_cases("found_in_play")]


@pytest.mark.parametrize(
    ("edition", "case"), CASES, ids=[f"{case['id']}-{edition}" for edition, case in CASES]
)
def test_movement(edition: str, case: dict[str, Any]) -> None:
    variant, _, judged = judge(edition, case)
    result = judged.result
    expected = {unit(variant, p, text) for p, all_ in case["after"].items() for text in all_}
    assert set(result.units) == expected
    dislodged = {str(d.unit): sorted(d.options) for d in result.dislodged}
    wanted = case.get("dislodged", {})
    assert {k: v for k, v in dislodged.items() if v} == {
        text.replace(text.split()[1], text.split()[1].upper()): sorted(
            key for key in map(place, ways) if key in variant.board.provinces
        )
        for text, ways in wanted.items()
    }
    affairs = result.position.affairs
    assert affairs is not None
    assert affairs.sieges == set(map(place, case.get("sieges_after", [])))
    assert affairs.rebellions == set(map(place, case.get("rebellions_after", [])))
    if edition in case.get("owned_in", case["editions"]):
        for name, owner in case.get("owned", {}).items():
            assert result.position.owners.get(place(name)) == owner, name

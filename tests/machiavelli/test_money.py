"""What money buys and the bank does, under each edition that a case speaks of."""

from __future__ import annotations

from typing import Any

import pytest
from realm_cases import judge, place, read_cases, unit

CASES = read_cases("money")


@pytest.mark.parametrize(
    ("edition", "case"), CASES, ids=[f"{case['id']}-{edition}" for edition, case in CASES]
)
def test_money(edition: str, case: dict[str, Any]) -> None:
    variant, _, judged = judge(edition, case)
    result, account = judged.result, judged.account
    affairs = result.position.affairs
    assert affairs is not None
    for power, results in case.get("spent", {}).items():
        assert [s.result.value for s in account.spendings if s.power == power] == results
    for power, minimums in case.get("minimums", {}).items():
        assert [s.minimum for s in account.spendings if s.power == power] == minimums
    for key, standing in (("after", result.units), ("after_campaign", result.position.units)):
        if key in case:
            wanted = {unit(variant, p, text) for p, all_ in case[key].items() for text in all_}
            assert set(standing) == wanted
    if "any_of" in case:
        assert sorted(s.result.value for s in account.spendings) == ["done", "tied"]
    if "ducats_after" in case:
        left = {power: ducats for power, ducats in affairs.treasuries.items() if ducats}
        assert left == case["ducats_after"]
    for power, rows in case.get("loans_after", {}).items():
        loans = [[one.principal, one.interest, one.campaigns] for one in affairs.loans[power]]
        assert sorted(loans) == sorted(rows)
    rebellions = case.get("rebellions_after", [])
    if "dead" not in case:
        assert affairs.rebellions == set(map(place, rebellions))
    if edition in case.get("owned_in", case["editions"]):
        for name, owner in case.get("owned", {}).items():
            assert result.position.owners.get(place(name)) == owner, name
    for power, count in case.get("chits_after", {}).items():
        assert len(affairs.chits[power]) == count
    if "bank" in case:
        assert case["bank"] in affairs.defaulters
        assert not affairs.loans

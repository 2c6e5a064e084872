"""Accounts that cite the rules of Machiavelli: its own, also where Diplomacy has the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from dragoman.machiavelli.sources import cited_in_machiavelli, statement
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.statements.statement import Rule

OWN_RULES: Final = frozenset(
    {
        "bank",
        "expenses",
        "assassination",
        "rebellion",
        "strait",
        "siege",
        "conversion",
        "disaster",
        "income",
        "upkeep",
        "basic-builds",
        "home",
        "elimination",
        "victory",
    }
)
"""The rules that Diplomacy does not have, by their names in the word files."""

_SOURCE: Final = "rules.machiavelli"

_STATEMENTS: Mapping[str, str] = MappingProxyType(
    {
        "stand-off": "S-2",
        "stand-off-of-more": "S-2",
        "ring": "S-2",
        "exchange": "K-1",
        "defence": "S-2",
        "stronger-attack": "S-2",
        "stronger-without-own": "S-4",
        "stronger-rival": "S-2",
        "stopped-rival-blocks": "S-2",
        "head-on": "S-3",
        "head-on-lost": "S-3",
        "loser-blocks": "S-2",
        "dislodged-loser-blocks": "S-2",
        "beleaguered": "S-2",
        "own-unit": "S-4",
        "own-unit-back": "S-4",
        "own-head-on": "S-4",
        "own-support": "S-4",
        "own-support-back": "S-4",
        "own-support-head-on": "S-4",
        "own-support-blocks": "S-4",
        "cut-hold": "S-5",
        "cut-move": "S-5",
        "cut-by-dislodging": "S-5",
        "not-cut-from-target": "S-5",
        "not-cut-by-own": "S-5",
        "no-arrival-no-cut": "K-2",
        "no-arrival-no-block": "K-2",
        "convoy-attacked": "O-1",
        "convoy-broken": "K-2",
        "retreat-origin": "R-1",
        "retreat-stand-off": "R-1",
        "retreats-met": "R-3",
        "retreats-met-of-more": "R-3",
    }
)
"""The statements of its own that say what rules of Diplomacy do, by the names of these."""


class CampaignAccount(OrderAccount):
    """An account of what happened in a game of Machiavelli."""

    def cite(self, name: str) -> None:
        if name in OWN_RULES:
            self.add(Rule(name, _SOURCE))
        else:
            super().cite(name)

    def add(self, cited: Rule) -> None:
        super().add(in_own_rules(cited))


def in_own_rules(cited: Rule) -> Rule:
    """A rule as Machiavelli cites it: one of Diplomacy with a source among its own rules."""
    if not cited.answer and (id_ := _STATEMENTS.get(cited.name)) is not None:
        return replace(cited, source=statement(id_))
    return replace(cited, source=cited_in_machiavelli(cited.source))

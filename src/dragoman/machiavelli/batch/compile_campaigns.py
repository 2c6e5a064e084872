"""The source of Machiavelli compiled for the processor: a kernel of its own, made when it is first
asked for, so that Diplomacy need not wait for it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from dragoman.machiavelli.batch.campaign_form import CampaignForm
from dragoman.machiavelli.engine.codes import DUE
from dragoman.machiavelli.engine.realm import (
    GROUPS_OF_REALM,
    Realm,
    RealmCodes,
    ScenarioTables,
)
from dragoman.remembered import made_once
from dragoman.rules.batch.arrays import KernelSize, zeros
from dragoman.rules.batch.compile import Kernel
from dragoman.rules.batch.places import Companion
from dragoman.rules.batch.source import MODULES, KernelProgram

MOST_POWERS: Final = 20
"""With nobody."""
MOST_PLACES: Final = 255
MOST_COUNTRIES: Final = 40
MOST_ORDERS: Final = 512
"""For units in an adjustment, or for money of one sort in a campaign."""
MOST_EVENTS: Final = 4096

_PER_PAIR = ("chits", "allows")
_PER_LOAN = ("principal", "interest")
_PER_POWER = ("treasury", "has_defaulted", "is_out", "assassinated", "income")
_PER_ROW = {"rolls": MOST_EVENTS, "events": MOST_EVENTS}


def _length(name: str) -> int:
    if name in _PER_POWER:
        return MOST_POWERS
    if name in _PER_PAIR:
        return MOST_POWERS * MOST_POWERS
    if name in _PER_LOAN:
        return MOST_POWERS * DUE
    return MOST_COUNTRIES if name == "home_owner" else MOST_PLACES


def _lengths() -> dict[tuple[str, str], int]:
    own = [f for f in fields(Realm) if f.type == "Cells"]
    found = {("", f.name): _length(f.name) for f in own}
    for group, rows in GROUPS_OF_REALM.items():
        for column in fields(rows):
            found[group, column.name] = _PER_ROW.get(group, MOST_ORDERS)
    return found


REALM: Final = Companion(
    name="Realm",
    tables={"scenario": ScenarioTables, "codes": RealmCodes},
    numbers=tuple(f.name for f in fields(Realm) if f.type == "int"),
    lengths=_lengths(),
    other_tables={"CampaignForm": CampaignForm},
)
"""A realm beside a turn."""

_NOT_OF_MACHIAVELLI: Final = (
    "batch.packed_position",
    "batch.kernel",
)

CAMPAIGNS: Final = KernelProgram(
    name="campaigns",
    entries=("carry_on",),
    modules=(
        *(module for module in MODULES if module not in _NOT_OF_MACHIAVELLI),
        "machiavelli.engine.events",
        "machiavelli.engine.units",
        "machiavelli.engine.rebellions",
        "machiavelli.engine.expenses",
        "machiavelli.engine.assassination",
        "machiavelli.engine.city_orders",
        "machiavelli.engine.straits",
        "machiavelli.engine.movement",
        "machiavelli.engine.sieges",
        "machiavelli.engine.retreats",
        "machiavelli.engine.control",
        "machiavelli.engine.disasters",
        "machiavelli.engine.money",
        "machiavelli.engine.upkeep",
        "machiavelli.engine.campaign",
        "machiavelli.engine.legal_orders",
        "machiavelli.batch.campaign_rows",
        "machiavelli.batch.campaign_orders",
        "machiavelli.batch.campaign_play",
        "machiavelli.batch.campaign_kernel",
    ),
    definitions=("machiavelli.engine.realm",),
    constants=("machiavelli.engine.codes", "machiavelli.batch.campaign_form"),
    companion=REALM,
    cells={"cells": "i4", "codes": "i4", "results": "i8", "dues": "i8"},
)


@made_once
def compiled_campaigns(size: KernelSize) -> Kernel:
    """The rules of Machiavelli for positions of such a size.

    Raises:
        NoMachineCode: if there is no machine code for this machine, nor a compiler.
    """
    return Kernel(CAMPAIGNS, size)


def realm_arrays(scenario: Any, codes: Any) -> dict[str, Any]:
    """The arrays of a realm, given its tables as arrays."""
    return {
        "scenario": scenario,
        "codes": codes,
        "numbers": zeros("q", len(REALM.numbers)),
        "slab": zeros("i", REALM.slab),
    }

"""Why an order was not carried out as written: codes, and what each means and rests on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dragoman.quick_dataclass import dataclass

OK: Final = 0
NO_SUCH_UNIT: Final = 1
NOT_YOURS: Final = 2
KIND_MISSING: Final = 3
KIND_WRONG: Final = 4
WRONG_COAST_OF_UNIT: Final = 5
ODD_COAST: Final = 6
NO_PATH: Final = 7
SAME_PLACE: Final = 8
COAST_NEEDED: Final = 9
COAST_MISSING: Final = 10
WRONG_COAST: Final = 11
NO_ROUTE: Final = 12
SELF_SUPPORT: Final = 13
NO_SUCH_OTHER: Final = 14
OTHER_POWER_MISSING: Final = 15
OTHER_POWER_WRONG: Final = 16
SUPPORT_OUT_OF_REACH: Final = 17
SUPPORTED_CANNOT_MOVE: Final = 18
SUPPORT_NEEDS_COAST: Final = 19
CANNOT_CONVOY: Final = 20
CANNOT_BE_CONVOYED: Final = 21
CONVOY_USELESS: Final = 22
WRONG_PHASE: Final = 23
NO_PASSAGE: Final = 26
NO_RAILWAY: Final = 28
RAIL_FOR_OTHERS: Final = 29
OFF_THE_LINE: Final = 30
NOT_CONVERTED_HERE: Final = 31
SAME_KIND: Final = 32
OVERRULED: Final = 24
CONTRADICTED: Final = 25
# Legal orders that did not match.
VOID_NOT_ORDERED: Final = 40
VOID_MOVED: Final = 41
VOID_COAST: Final = 42
VOID_DISORDER: Final = 43
UNUSED_BY_LAND: Final = 44
UNUSED_OFF_ROUTE: Final = 45
NO_CONVOY: Final = 46
CONVOY_PARADOX: Final = 47
GATE_CLOSED: Final = 48
RAIL_CROWDED: Final = 49
RAIL_STOPPED: Final = 50
VOID_HIGH_SEA: Final = 51
ROUTE_NO_PATH: Final = 52
CONVERSION_ATTACKED: Final = 53
# Campaigns of Machiavelli.
ASSASSINATED: Final = 80
STILL_BESIEGING: Final = 81
NOTHING_TO_BESIEGE: Final = 82
NO_SIEGE: Final = 83
NO_WALLS: Final = 84
NO_PORT: Final = 85
KIND_BARRED: Final = 86
CITY_GARRISONED: Final = 87
CITY_IN_REVOLT: Final = 88
BESIEGED: Final = 89
TRADES_PLACES: Final = 90
CITY_ATTACKED: Final = 91
CITY_HELD: Final = 92
STRAIT_CLOSED: Final = 93
DISBAND_BARRED: Final = 94
# Retreats and adjustments.
CANNOT_RETREAT: Final = 60
NO_RETREAT_ORDERED: Final = 61
NOT_DUE: Final = 62
NOT_HOME: Final = 63
NOT_OWNED: Final = 64
OCCUPIED: Final = 65
CANNOT_STAND: Final = 66
BUILT_TWICE: Final = 67
REMOVED_TWICE: Final = 68
MUST_BUILD: Final = 69
CIVIL_DISORDER: Final = 70
JUDGE_BUILDS: Final = 71
NOT_BUILT_THERE: Final = 72
FIFTH_EXPENSE: Final = 73
EXPENSE_REPLACED: Final = 74
BARRED_FIRST: Final = 75
WAY_OWNED: Final = 76
# Cores.
NO_CORES: Final = 95
CORE_NOT_OWNED: Final = 96
CORE_ALREADY: Final = 97
CORE_ATTACKED: Final = 98
VOID_CORE: Final = 99


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason's stable code for programs, and the source of the rule behind it."""

    code: str
    source: str


REASONS: Mapping[int, Reason] = MappingProxyType(
    {
        OK: Reason("", ""),
        NO_SUCH_UNIT: Reason("no-such-unit", "DATC 6.A.6"),
        NOT_YOURS: Reason("not-your-unit", "DATC 6.A.6"),
        KIND_MISSING: Reason("kind-missing", "DATC 4.C.1"),
        KIND_WRONG: Reason("kind-wrong", "DATC 4.C.2"),
        WRONG_COAST_OF_UNIT: Reason("wrong-coast-of-unit", "DATC 4.B.5"),
        ODD_COAST: Reason("superfluous-coast", "DATC 4.B.6"),
        NO_PATH: Reason("no-path", "DATC 6.A.1"),
        SAME_PLACE: Reason("same-place", "DATC 6.A.4"),
        COAST_NEEDED: Reason("coast-needed", "DATC 4.B.1"),
        COAST_MISSING: Reason("coast-missing", "DATC 4.B.2"),
        WRONG_COAST: Reason("coast-unreachable", "DATC 4.B.3"),
        NO_ROUTE: Reason("no-convoy-route", "DATC 4.E.1"),
        SELF_SUPPORT: Reason("supports-itself", "DATC 6.A.8"),
        NO_SUCH_OTHER: Reason("no-unit-to-help", "DATC 4.E.1"),
        OTHER_POWER_MISSING: Reason("power-missing", "DATC 4.C.5"),
        OTHER_POWER_WRONG: Reason("power-wrong", "DATC 4.C.6"),
        SUPPORT_OUT_OF_REACH: Reason("support-out-of-reach", "DATC 6.A.10"),
        SUPPORTED_CANNOT_MOVE: Reason("supported-cannot-move", "DATC 6.D.22"),
        SUPPORT_NEEDS_COAST: Reason("support-needs-coast", "DATC 4.B.4"),
        CANNOT_CONVOY: Reason("cannot-convoy", "DATC 6.F.1"),
        CANNOT_BE_CONVOYED: Reason("cannot-be-convoyed", "DATC 6.A.7"),
        CONVOY_USELESS: Reason("on-no-route", "DATC 4.E.1, 6.F.12"),
        WRONG_PHASE: Reason("wrong-phase", "DATC 6.H.1"),
        NO_PASSAGE: Reason("no-passage", "nJudge manual, gateways"),
        NO_RAILWAY: Reason("no-railway", "nJudge manual, railways"),
        RAIL_FOR_OTHERS: Reason("railway-for-others", "nJudge manual, railways"),
        OFF_THE_LINE: Reason("off-the-line", "nJudge manual, railways"),
        NOT_CONVERTED_HERE: Reason("not-converted-here", "vDiplomacy, Transform"),
        SAME_KIND: Reason("same-kind", "vDiplomacy, Transform"),
        CONVERSION_ATTACKED: Reason("attacked", "vDiplomacy, Transform"),
        GATE_CLOSED: Reason("gateway-closed", "nJudge manual, gateways"),
        RAIL_CROWDED: Reason("railway-crowded", "nJudge, railways in play"),
        RAIL_STOPPED: Reason("railway-stopped", "nJudge manual, railways"),
        ROUTE_NO_PATH: Reason("route-no-path", "DATC 4.A.6; nJudge STRICT CONVOY"),
        VOID_HIGH_SEA: Reason("high-sea", "nJudge manual, area h"),
        OVERRULED: Reason("another-order-counts", "DATC 4.D.3"),
        CONTRADICTED: Reason("contradicting-orders", "DATC 4.D.3"),
        VOID_NOT_ORDERED: Reason("not-ordered-so", "DATC 4.E.1"),
        VOID_MOVED: Reason("moved", "DATC 6.D.7"),
        VOID_COAST: Reason("other-coast", "DATC 4.B.4, 6.B.9"),
        VOID_DISORDER: Reason("in-disorder", "DATC 4.D.9"),
        UNUSED_BY_LAND: Reason("went-by-land", "DATC 4.A.3"),
        UNUSED_OFF_ROUTE: Reason("off-route", "DATC 6.G.6"),
        NO_CONVOY: Reason("no-convoy-ordered", "DATC 6.D.8"),
        CONVOY_PARADOX: Reason("convoy-paradox", "DATC 4.A.2"),
        ASSASSINATED: Reason("assassinated", "Machiavelli, assassination"),
        STILL_BESIEGING: Reason("still-besieging", "Machiavelli, sieges"),
        NOTHING_TO_BESIEGE: Reason("nothing-to-besiege", "Machiavelli, sieges"),
        NO_SIEGE: Reason("no-siege", "Machiavelli, sieges"),
        NO_WALLS: Reason("no-walls", "Machiavelli, conversion"),
        NO_PORT: Reason("no-port", "Machiavelli, conversion"),
        KIND_BARRED: Reason("kind-barred", "Machiavelli 1995, unit limits"),
        CITY_GARRISONED: Reason("city-garrisoned", "Machiavelli, conversion"),
        CITY_IN_REVOLT: Reason("city-in-revolt", "Machiavelli, rebellions"),
        BESIEGED: Reason("besieged", "Machiavelli, sieges"),
        TRADES_PLACES: Reason("trades-places", "Machiavelli, conversion"),
        CITY_ATTACKED: Reason("city-attacked", "Machiavelli, Venice"),
        CITY_HELD: Reason("city-held", "Machiavelli, Venice"),
        STRAIT_CLOSED: Reason("strait-closed", "Machiavelli, straits"),
        DISBAND_BARRED: Reason("disband-barred", "Machiavelli, disbanding"),
        FIFTH_EXPENSE: Reason("fifth-expense", "Machiavelli, expenditures"),
        EXPENSE_REPLACED: Reason("expense-replaced", "Machiavelli, expenditures"),
        CANNOT_RETREAT: Reason("cannot-retreat-there", "DATC 6.H.5"),
        NO_RETREAT_ORDERED: Reason("no-retreat-ordered", "rulebook, Retreats"),
        NOT_DUE: Reason("not-due", "DATC 4.D.4, 4.D.6"),
        NOT_HOME: Reason("no-home-centre", "DATC 6.I.6"),
        NOT_OWNED: Reason("not-owned", "DATC 6.I.5"),
        OCCUPIED: Reason("occupied", "DATC 6.I.3"),
        CANNOT_STAND: Reason("cannot-stand-there", "DATC 4.C.4"),
        BUILT_TWICE: Reason("built-twice", "DATC 4.D.5"),
        REMOVED_TWICE: Reason("removed-twice", "DATC 6.J.2"),
        MUST_BUILD: Reason("must-build", "DATC 4.D.7"),
        CIVIL_DISORDER: Reason("civil-disorder", "DATC 4.D.8"),
        JUDGE_BUILDS: Reason("judge-builds", "DATC 4.D.7"),
        NOT_BUILT_THERE: Reason("not-built-there", "DipWork UNITLIST, AllowedIn="),
        NO_CORES: Reason("no-cores", "DiplomacyGM, coring"),
        CORE_NOT_OWNED: Reason("core-not-owned", "DiplomacyGM, coring"),
        CORE_ALREADY: Reason("core-already", "DiplomacyGM, coring"),
        CORE_ATTACKED: Reason("core-attacked", "DiplomacyGM, coring"),
        VOID_CORE: Reason("core-not-supported", "DiplomacyGM, coring"),
        BARRED_FIRST: Reason("no-first-build", "rules of 1897"),
        WAY_OWNED: Reason("way-owned", "Imperial II, the Straits"),
    }
)
"""Every reason by its number."""

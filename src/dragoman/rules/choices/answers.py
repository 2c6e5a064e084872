"""The words with which each switch can be answered, as types.

They are the words of ``SWITCHES``, said once more for the type checker: a wrong answer in a
program is found before it runs.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

NoOrYes: TypeAlias = Literal["no", "yes"]
ConvoyRoutes: TypeAlias = Literal["all-needed", "one-left"]
ConvoyParadox: TypeAlias = Literal[
    "1971", "1982", "2000", "all-hold", "szykman", "never-cuts", "njudge"
]
ConvoyChoice: TypeAlias = Literal[
    "exchange-only", "intent", "own-or-via", "own-or-via-else-land", "via-only", "any"
]
ViaWithoutConvoy: TypeAlias = Literal["fails", "by-land", "by-land-if-possible"]
ConvoyedReturn: TypeAlias = Literal["not-cut", "cut"]
ConvoyRouteNamed: TypeAlias = Literal["ignored", "optional", "required"]
DislodgedByConvoy: TypeAlias = Literal["no-block", "blocks"]
WeakRetreats: TypeAlias = Literal["level", "yield"]
CoastOnePossible: TypeAlias = Literal["default", "fails"]
CoastUnreachable: TypeAlias = Literal["corrected", "fails"]
CoastInSupport: TypeAlias = Literal[
    "coast-required", "own-only", "coast-optional", "coast-if-several"
]
CoastOfUnit: TypeAlias = Literal["fails", "ignored"]
CoastSuperfluous: TypeAlias = Literal["fails", "ignored"]
KindMissing: TypeAlias = Literal["invalid", "valid", "unless-proper"]
KindWrong: TypeAlias = Literal["invalid", "valid", "unless-proper"]
BuildKindMissing: TypeAlias = Literal["fails", "army-inland", "by-coast"]
BuildFleetInland: TypeAlias = Literal["fails", "army"]
PowerMissing: TypeAlias = Literal["invalid", "valid", "unless-proper"]
PowerWrong: TypeAlias = Literal["invalid", "valid", "unless-proper"]
OrderSets: TypeAlias = Literal["merge", "merge-unless-replaced", "last-unless-added", "last"]
UnorderedSets: TypeAlias = Literal["hold", "merge"]
TwoOrders: TypeAlias = Literal["first", "last", "neither"]
ExcessBuilds: TypeAlias = Literal["none", "first", "last"]
TwoBuilds: TypeAlias = Literal["none", "first", "last"]
ExcessRemovals: TypeAlias = Literal["disorder", "first", "last"]
DisorderRemoval: TypeAlias = Literal["1971", "1982", "2000", "common", "2023"]
ImpossibleMove: TypeAlias = Literal["counts-as-move", "ignored"]
ReadTogether: TypeAlias = Literal["alone", "together"]
ProxyOrders: TypeAlias = Literal["beforehand", "in-set", "no"]
OwnSupport: TypeAlias = Literal["driven-anyway", "same-attacker", "defence-only"]
HeadOnLoser: TypeAlias = Literal["beaten", "weaker", "not-stronger"]
PartialCut: TypeAlias = Literal["whole", "by-strength", "whole-by-any-strength", "by-attack"]
BuildIn: TypeAlias = Literal["home", "one-home", "any", "cores"]
CoreTurns: TypeAlias = Literal["two", "one"]
GatewayRights: TypeAlias = Literal["wide", "strict"]
HongKong: TypeAlias = Literal["no", "manual", "unowned"]
ConvoyCoast: TypeAlias = Literal["own", "any"]
Sight: TypeAlias = Literal["all", "borders", "moves"]
CenterSight: TypeAlias = Literal["borders", "home-borders", "itself", "nothing"]
OrdersSeen: TypeAlias = Literal["own", "in-sight"]

# Of Machiavelli.
MovementDisband: TypeAlias = Literal["no", "yes", "late"]
DisasterDice: TypeAlias = Literal["njudge", "board-game", "one-die"]
ExpenseOrder: TypeAlias = Literal["by-kind", "by-power"]
BribeNearness: TypeAlias = Literal["anywhere", "unit", "control"]
EqualBribes: TypeAlias = Literal["lost", "die"]
Control: TypeAlias = Literal["continuous", "fall"]
DividedCity: TypeAlias = Literal["nobody", "garrison"]
NewHome: TypeAlias = Literal["out", "survives"]
RebelsHelp: TypeAlias = Literal["one-power", "one-unit", "all"]
SiegeLeft: TypeAlias = Literal["aborted", "goes-on", "free", "kept"]
SiegeStrength: TypeAlias = Literal["any", "not-weaker"]
AssassinatedSiege: TypeAlias = Literal["second", "first"]
CityRetreat: TypeAlias = Literal["last-resort", "always"]
CityIncome: TypeAlias = Literal["city", "both"]
Upkeep: TypeAlias = Literal["ordered", "default"]
PaymentOrder: TypeAlias = Literal["written", "listed"]
RebelsCalmed: TypeAlias = Literal["owner", "anybody"]
RebelsHandedOver: TypeAlias = Literal["end", "go-on"]
BoughtSiege: TypeAlias = Literal["over", "until-ordered"]
FirstSiege: TypeAlias = Literal["no", "by-power"]
VeniceDucat: TypeAlias = Literal["sea", "land"]
BuildSites: TypeAlias = Literal["cities", "provinces"]
BarredKinds: TypeAlias = Literal["no-purchase", "nothing"]
StraitRetreats: TypeAlias = Literal["no", "lost"]
VictoryHomes: TypeAlias = Literal["none", "by-cities", "basic"]


class Answers(TypedDict, total=False):
    """Answers to some of the switches, by the switch's name in ``RuleSet``."""

    convoy_routes: ConvoyRoutes
    convoy_paradox: ConvoyParadox
    convoy_choice: ConvoyChoice
    via_without_convoy: ViaWithoutConvoy
    convoyed_return: ConvoyedReturn
    retreat_to_embarkation: NoOrYes
    convoy_route_named: ConvoyRouteNamed
    dislodged_by_convoy: DislodgedByConvoy
    retreats: NoOrYes
    weak_retreats: WeakRetreats
    coast_one_possible: CoastOnePossible
    coast_unreachable: CoastUnreachable
    coast_in_support: CoastInSupport
    coast_of_unit: CoastOfUnit
    coast_superfluous: CoastSuperfluous
    kind_missing: KindMissing
    kind_wrong: KindWrong
    build_kind_missing: BuildKindMissing
    build_fleet_inland: BuildFleetInland
    power_missing: PowerMissing
    power_wrong: PowerWrong
    order_sets: OrderSets
    unordered_sets: UnorderedSets
    two_orders: TwoOrders
    excess_builds: ExcessBuilds
    two_builds: TwoBuilds
    excess_removals: ExcessRemovals
    waive_builds: NoOrYes
    disorder_removal: DisorderRemoval
    support_disordered: NoOrYes
    impossible_move: ImpossibleMove
    read_together: ReadTogether
    implied_orders: NoOrYes
    standing_orders: NoOrYes
    proxy_orders: ProxyOrders
    self_cut: NoOrYes
    own_support: OwnSupport
    head_on_loser: HeadOnLoser
    partial_cut: PartialCut
    build_in: BuildIn
    core_turns: CoreTurns
    core_support: NoOrYes
    hong_kong: HongKong
    gateways: NoOrYes
    gateway_rights: GatewayRights
    railways: NoOrYes
    duality: NoOrYes
    coastal_convoys: NoOrYes
    convoy_coast: ConvoyCoast
    sight: Sight
    center_sight: CenterSight
    orders_seen: OrdersSeen
    money: NoOrYes
    dice: NoOrYes
    famine: NoOrYes
    plague: NoOrYes
    storms: NoOrYes
    loans: NoOrYes
    assassination: NoOrYes
    elite_units: NoOrYes
    garrisons: NoOrYes
    summer: NoOrYes
    fortresses: NoOrYes
    free_garrisons: NoOrYes
    movement_disband: MovementDisband
    disaster_dice: DisasterDice
    expense_order: ExpenseOrder
    bribe_nearness: BribeNearness
    equal_bribes: EqualBribes
    control: Control
    divided_city: DividedCity
    new_home: NewHome
    rebels_help: RebelsHelp
    siege_left: SiegeLeft
    siege_strength: SiegeStrength
    besieged_converts: NoOrYes
    assassinated_siege: AssassinatedSiege
    strait_entered: NoOrYes
    city_retreat: CityRetreat
    city_income: CityIncome
    upkeep: Upkeep
    payment_order: PaymentOrder
    rebels_calmed: RebelsCalmed
    rebels_handed_over: RebelsHandedOver
    bought_siege: BoughtSiege
    first_siege: FirstSiege
    venice_ducat: VeniceDucat
    build_sites: BuildSites
    barred_kinds: BarredKinds
    strait_retreats: StraitRetreats
    victory_homes: VictoryHomes

"""The rule set: an answer to every question the rulebooks leave open; presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Unpack

from dragoman.errors import DragomanError, checked
from dragoman.nearest import did_you_mean, nearest
from dragoman.quick_dataclass import dataclass
from dragoman.rules.choices.answers import (
    Answers,
    AssassinatedSiege,
    BarredKinds,
    BoughtSiege,
    BribeNearness,
    BuildFleetInland,
    BuildIn,
    BuildKindMissing,
    BuildSites,
    CenterSight,
    CityIncome,
    CityRetreat,
    CoastInSupport,
    CoastOfUnit,
    CoastOnePossible,
    CoastSuperfluous,
    CoastUnreachable,
    Control,
    ConvoyChoice,
    ConvoyCoast,
    ConvoyedReturn,
    ConvoyParadox,
    ConvoyRouteNamed,
    ConvoyRoutes,
    CoreTurns,
    DisasterDice,
    DislodgedByConvoy,
    DisorderRemoval,
    DividedCity,
    EqualBribes,
    ExcessBuilds,
    ExcessRemovals,
    ExpenseOrder,
    FirstSiege,
    GatewayRights,
    HeadOnLoser,
    HongKong,
    ImpossibleMove,
    KindMissing,
    KindWrong,
    MovementDisband,
    NewHome,
    NoOrYes,
    OrderSets,
    OrdersSeen,
    OwnSupport,
    PartialCut,
    PaymentOrder,
    PowerMissing,
    PowerWrong,
    ProxyOrders,
    ReadTogether,
    RebelsCalmed,
    RebelsHandedOver,
    RebelsHelp,
    SiegeLeft,
    SiegeStrength,
    Sight,
    StraitRetreats,
    TwoBuilds,
    TwoOrders,
    UnorderedSets,
    Upkeep,
    VeniceDucat,
    ViaWithoutConvoy,
    VictoryHomes,
    WeakRetreats,
)
from dragoman.rules.choices.switches import SWITCH_BY_SECTION, SWITCHES
from dragoman.values import NamedMap, short_repr


@checked
@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every rule choice. The defaults are the preferred choices of DATC 3.0, those for Machiavelli
    the advanced game before 1995.

    Raises:
        DragomanError: if a switch is given an answer it does not have.
    """

    convoy_routes: ConvoyRoutes = "one-left"
    convoy_paradox: ConvoyParadox = "szykman"
    convoy_choice: ConvoyChoice = "own-or-via"
    via_without_convoy: ViaWithoutConvoy = "fails"
    convoyed_return: ConvoyedReturn = "not-cut"
    retreat_to_embarkation: NoOrYes = "yes"
    convoy_route_named: ConvoyRouteNamed = "ignored"
    dislodged_by_convoy: DislodgedByConvoy = "blocks"
    retreats: NoOrYes = "yes"
    weak_retreats: WeakRetreats = "level"
    coast_one_possible: CoastOnePossible = "default"
    coast_unreachable: CoastUnreachable = "fails"
    coast_in_support: CoastInSupport = "coast-optional"
    coast_of_unit: CoastOfUnit = "ignored"
    coast_superfluous: CoastSuperfluous = "ignored"
    kind_missing: KindMissing = "valid"
    kind_wrong: KindWrong = "valid"
    build_kind_missing: BuildKindMissing = "by-coast"
    build_fleet_inland: BuildFleetInland = "fails"
    power_missing: PowerMissing = "valid"
    power_wrong: PowerWrong = "valid"
    order_sets: OrderSets = "last-unless-added"
    unordered_sets: UnorderedSets = "merge"
    two_orders: TwoOrders = "neither"
    excess_builds: ExcessBuilds = "first"
    two_builds: TwoBuilds = "first"
    excess_removals: ExcessRemovals = "first"
    waive_builds: NoOrYes = "yes"
    disorder_removal: DisorderRemoval = "2023"
    support_disordered: NoOrYes = "yes"
    impossible_move: ImpossibleMove = "ignored"
    read_together: ReadTogether = "alone"
    implied_orders: NoOrYes = "no"
    standing_orders: NoOrYes = "no"
    proxy_orders: ProxyOrders = "no"
    self_cut: NoOrYes = "no"
    own_support: OwnSupport = "same-attacker"
    head_on_loser: HeadOnLoser = "beaten"
    partial_cut: PartialCut = "whole"
    build_in: BuildIn = "home"
    core_turns: CoreTurns = "two"
    core_support: NoOrYes = "no"
    hong_kong: HongKong = "manual"
    gateways: NoOrYes = "yes"
    gateway_rights: GatewayRights = "wide"
    railways: NoOrYes = "yes"
    duality: NoOrYes = "no"
    coastal_convoys: NoOrYes = "no"
    convoy_coast: ConvoyCoast = "own"
    sight: Sight = "all"
    center_sight: CenterSight = "borders"
    orders_seen: OrdersSeen = "own"
    # Of Machiavelli.
    money: NoOrYes = "yes"
    dice: NoOrYes = "yes"
    famine: NoOrYes = "yes"
    plague: NoOrYes = "no"
    storms: NoOrYes = "no"
    loans: NoOrYes = "yes"
    assassination: NoOrYes = "yes"
    elite_units: NoOrYes = "yes"
    garrisons: NoOrYes = "yes"
    summer: NoOrYes = "yes"
    fortresses: NoOrYes = "no"
    free_garrisons: NoOrYes = "no"
    movement_disband: MovementDisband = "no"
    disaster_dice: DisasterDice = "njudge"
    expense_order: ExpenseOrder = "by-kind"
    bribe_nearness: BribeNearness = "unit"
    equal_bribes: EqualBribes = "lost"
    control: Control = "continuous"
    divided_city: DividedCity = "nobody"
    new_home: NewHome = "survives"
    rebels_help: RebelsHelp = "one-power"
    siege_left: SiegeLeft = "aborted"
    siege_strength: SiegeStrength = "any"
    besieged_converts: NoOrYes = "no"
    assassinated_siege: AssassinatedSiege = "second"
    strait_entered: NoOrYes = "yes"
    city_retreat: CityRetreat = "last-resort"
    city_income: CityIncome = "city"
    upkeep: Upkeep = "ordered"
    payment_order: PaymentOrder = "written"
    rebels_calmed: RebelsCalmed = "owner"
    rebels_handed_over: RebelsHandedOver = "end"
    bought_siege: BoughtSiege = "over"
    first_siege: FirstSiege = "no"
    venice_ducat: VeniceDucat = "sea"
    build_sites: BuildSites = "cities"
    barred_kinds: BarredKinds = "no-purchase"
    strait_retreats: StraitRetreats = "no"
    victory_homes: VictoryHomes = "by-cities"

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for switch in SWITCHES.values():
            object.__setattr__(self, switch.name, switch.word(getattr(self, switch.name)))

    @classmethod
    def preset(cls, name: str) -> RuleSet:
        """One of ``PRESETS`` by name.

        Raises:
            DragomanError: if there is no such preset; the message has those it may be, or all.
        """
        try:
            return PRESETS[name.lower()]
        except KeyError:
            known = did_you_mean(name, PRESETS) or f"; there are: {', '.join(PRESETS)}"
            raise DragomanError(f"there is no rule set {name!r}{known}") from None

    @staticmethod
    def parse_setting(text: str) -> tuple[str, str]:
        """Read ``SWITCH=ANSWER``, each by word or by DATC's id and letter.

        Returns the switch's name and the answer's word, ready for ``replace``.

        Raises:
            DragomanError: if there is no such switch or answer.
        """
        name, equals, answer = text.partition("=")
        name = name.strip()
        switch = SWITCHES.get(name.lower().replace("-", "_")) or SWITCH_BY_SECTION.get(name.upper())
        if switch is None or not equals:
            near = nearest(name.lower().replace("-", "_"), SWITCHES)
            known = (
                f"The nearest: {', '.join(near)}" if near else f"Switches: {', '.join(SWITCHES)}"
            )
            raise DragomanError(f"{text!r} sets no switch; write SWITCH=ANSWER. {known}")
        return switch.name, switch.word(answer)

    def replace(self, **answers: Unpack[Answers]) -> RuleSet:
        """A rule set with some answers changed."""
        return replace(self, **answers)

    def with_settings(self, *settings: str) -> RuleSet:
        """A rule set changed by settings as ``parse_setting`` reads them.

        Raises:
            DragomanError: if there is no such switch or answer.
        """
        answers: dict[str, Any] = dict(map(self.parse_setting, settings))
        return replace(self, **answers)

    def differences(self, other: RuleSet) -> dict[str, str]:
        """The answers of this rule set that differ from another's."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) != getattr(other, f.name)
        }

    def nearest_preset(self) -> tuple[str, dict[str, str]]:
        """The name of the preset with the fewest other answers, and the answers that differ."""
        differences = {name: self.differences(preset) for name, preset in PRESETS.items()}
        nearest = min(differences, key=lambda name: len(differences[name]))
        return nearest, differences[nearest]

    def code(self, name: str) -> int:
        """The place of the chosen answer among the switch's choices, from 0."""
        switch, word = SWITCHES[name], getattr(self, name)
        return next(i for i, c in enumerate(switch.choices) if c.word == word)


def rules_called(rule_set: RuleSet | str) -> RuleSet:
    """A rule set, given as such or by the name of a preset.

    Raises:
        DragomanError: if there is no such preset.
    """
    return RuleSet.preset(rule_set) if isinstance(rule_set, str) else rule_set


def _presets() -> dict[str, RuleSet]:
    # What a book does not settle stays as DATC prefers it.
    datc = RuleSet()
    book_1982 = datc.with_settings("4.A.2=b", "4.A.3=b", "4.D.8=1982")
    machiavelli = datc.with_settings(
        *("4.A.5=no", "4.A.6=optional", "4.D.5=last", "coastal_convoys=yes"),
    )
    machiavelli2 = machiavelli.with_settings(
        *("coastal_convoys=no", "partial_cut=by-attack", "disaster_dice=one-die"),
        *("control=fall", "siege_left=free", "siege_strength=not-weaker"),
        *("besieged_converts=yes", "strait_entered=no", "city_retreat=always"),
        "victory_homes=none",
    )
    basic = [f"{name}=no" for name in ("money", "dice", "famine", "loans", "assassination")]
    basic += ["elite_units=no", "movement_disband=yes", "victory_homes=basic"]
    # What nJudge does otherwise than its rule texts say.
    practice = (
        *("4.A.2=njudge", "4.A.3=explicit", "4.A.6=required", "4.B.4=coast-required"),
        *("4.D.4=last", "4.D.6=last", "payment_order=listed", "expense_order=by-power"),
        *("divided_city=garrison", "rebels_help=one-unit", "assassinated_siege=first"),
        *("rebels_calmed=anybody", "rebels_handed_over=go-on", "bought_siege=until-ordered"),
        *("venice_ducat=land", "build_sites=provinces", "barred_kinds=nothing"),
        *("convoy_coast=any", "strait_retreats=lost"),
    )
    njudge = machiavelli.with_settings(*practice, "siege_left=goes-on", "first_siege=by-power")
    njudge2 = machiavelli2.with_settings(*practice, "besieged_converts=no", "siege_left=kept")
    return {
        "datc": datc,
        "1971": datc.with_settings("4.A.1=a", "4.A.2=a", "4.A.3=a", "4.D.8=1971"),
        "1982": book_1982,
        "2000": datc.with_settings("4.A.2=c", "4.A.3=c", "4.D.8=2000"),
        "2023": datc.with_settings("4.A.2=c", "4.A.3=c", "4.D.8=2023"),
        "dptg": datc.with_settings("4.A.3=explicit", "4.D.8=common"),
        # A judge that wants the route named: A lon-nth-nwy. Its house rules, 6 and 10: five passes
        # settle which convoyed armies cut support; a support of a fleet's move names the coast. In
        # its practice nobody retreats to where the attacker came from, in whatever way it came.
        "njudge": datc.with_settings(
            *("4.A.2=njudge", "4.A.3=explicit", "4.A.5=no", "4.A.6=required"),
            *("4.B.4=coast-required", "4.D.8=common"),
        ),
        # CONVOY_CUTS nein, SELF_CUT_OK nein, IX_3 and IX_7 0, PARTIAL_CUT_POSSIBLE 1: what the
        # manual recommends; a move that a fleet convoys goes by convoy. A unit is its nation,
        # type and field: named otherwise it is not there (NSU), or has no such order (NSO).
        "dipwork": datc.with_settings(
            *("4.A.2=never-cuts", "4.A.3=any", "self_cut=no", "own_support=0", "partial_cut=1"),
            *("4.B.4=coast-if-several", "4.C.2=invalid", "4.C.6=invalid"),
        ),
        # Rules 14, 16 and 17 of the championship, which plays by the book of 1982.
        "nz1999": book_1982.with_settings(
            "4.A.2=all-hold",
            "4.A.3=any",
            "4.A.6=optional",
            "4.A.7=a",
            "4.B.2=fails",
            "4.B.4=coast-required",
            "4.E.1=counts-as-move",
        ),
        # Only "via convoy" asks for one; where none is complete the army walks.
        "webdiplomacy": datc.with_settings("4.A.3=explicit", "via_without_convoy=by-land"),
        "vdiplomacy": datc.with_settings(
            "4.A.3=explicit", "via_without_convoy=by-land", "4.D.8=common"
        ),
        "diplomacy": datc.with_settings(
            *("via_without_convoy=by-land-if-possible", "4.C.2=invalid", "4.D.3=last"),
            "4.D.8=common",
        ),
        # It knows an order only as it would write it.
        "dipcc": datc.with_settings(
            *("4.A.3=explicit", "via_without_convoy=by-land-if-possible"),
            *("4.D.3=last", "4.D.8=common"),
            *("4.B.2=fails", "4.B.5=fails", "4.B.6=fails", "4.C.1=invalid", "4.C.2=invalid"),
        ),
        "machiavelli": machiavelli,
        "machiavelli-basic": machiavelli.with_settings(*basic),
        "machiavelli2": machiavelli2,
        "machiavelli2-basic": machiavelli2.with_settings(*basic),
        "machiavelli-njudge": njudge,
        "machiavelli-basic-njudge": njudge.with_settings(
            *basic, "victory_homes=by-cities", "movement_disband=late"
        ),
        "machiavelli2-njudge": njudge2,
        "machiavelli2-basic-njudge": njudge2.with_settings(
            *basic, "victory_homes=none", "movement_disband=late"
        ),
    }


PRESETS: Mapping[str, RuleSet] = NamedMap(_presets())
"""Rule sets by name: the rulebooks of 1971, 1982, 2000 and 2023, DPTG, nJudge, DipWork, NZ1999,
webDiplomacy, vDiplomacy, the ``diplomacy`` package, dipcc, and ``datc``, the choices the
Adjudicator Test Cases prefer (the default); for Machiavelli its two editions, each with its basic
game, and all four as nJudge judges them."""

PRESET_SOURCES: Mapping[str, str] = NamedMap(
    {
        "datc": "DATC 3.0, chapter 4",
        "1971": "the rulebook of 1971, as DATC 3.0 reads it",
        "1982": "the rulebook of 1982, as DATC 3.0 reads it",
        "2000": "the rulebook of 2000, as DATC 3.0 reads it",
        "2023": "the rulebook of 2023, as DATC 3.0 reads it",
        "dptg": "the Diplomacy Players' Technical Guide, as DATC 3.0 reads it",
        "njudge": "the house rules of the Ken Lowe judge, and how it judges",
        "dipwork": "DipWork's manual: the answers it recommends",
        "nz1999": "rules 14, 16 and 17 of the championship",
        "webdiplomacy": "its page of DATC choices, and its adjudicator and builds of 2025",
        "vdiplomacy": "its page of DATC choices, webDiplomacy's as it was before 2024",
        "diplomacy": "version 1.1.2 of the package: 8,155 turns judged by both",
        "dipcc": "the engine of diplomacy_cicero: 8,155 turns judged by both",
        "machiavelli": "Machiavelli before 1995, as nJudge's rule text has it: the advanced game",
        "machiavelli-basic": "its basic game: no money, no dice",
        "machiavelli2": "Machiavelli of 1995, as nJudge's rule text has it: the advanced game",
        "machiavelli2-basic": "its basic game: no money, no dice",
        "machiavelli-njudge": "Machiavelli before 1995, as nJudge 1.7.6 judges it",
        "machiavelli-basic-njudge": "its basic game, likewise",
        "machiavelli2-njudge": "Machiavelli of 1995, as nJudge 1.7.6 judges it",
        "machiavelli2-basic-njudge": "its basic game, likewise",
    }
)
"""Where the answers of each preset come from."""

"""The questions that the rulebooks leave open, each with its answers and its source.

Those of Machiavelli alone stand in ``machiavelli_switches``.
"""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.rules.choices.machiavelli_switches import MACHIAVELLI_SWITCHES
from dragoman.rules.choices.switch import Switch, switch
from dragoman.values import NamedMap

_ALL = (
    switch(
        "convoy_routes",
        "DATC 4.A.1",
        "A convoy has more than one route. When is it broken?",
        "a all-needed: as soon as one of its routes is broken",
        "b one-left: only when no route is left",
    ),
    switch(
        "convoy_paradox",
        "DATC 4.A.2",
        "A convoyed army attacks a unit whose support decides the fate of its own convoy.",
        "a 1971: the army does not cut support for an attack on a fleet of its convoy",
        "b 1982: no convoyed army cuts support for an action in a sea with a convoying fleet",
        "c 2000: the army does not cut support for an attack on a fleet its convoy needs",
        "d all-hold: every move in the circle fails",
        "f szykman: the convoying fleets in the circle hold instead of convoying",
        "never-cuts: a convoyed army never cuts support (DipWork CONVOY_CUTS nein)",
        "njudge: the army cuts, unless the fleets of its convoy are lost with no support cut",
    ),
    switch(
        "convoy_choice",
        "DATC 4.A.3",
        "An army could go over land or by convoy. Which way does it go?",
        "a exchange-only: by convoy only to change places with a unit coming the other way",
        "b intent: by convoy where a fleet of its own power convoys it",
        "c own-or-via: by convoy where an own fleet convoys it or the order says so",
        "c-fallback own-or-via-else-land: as own-or-via, but over land when the convoy fails",
        "explicit via-only: by convoy only where the order says so",
        "any: by convoy wherever a complete one is ordered, asked for or not (NZ1999 rule 14)",
    ),
    switch(
        "via_without_convoy",
        "the `diplomacy` package and others; see DATC 4.A.3, 6.G.8",
        "A move to a neighbour says 'via convoy', but no complete convoy is ordered.",
        "fails: the army stays",
        "by-land: the army goes over land",
        "by-land-if-possible: over land if the fleets there could convoy it, else it has no order",
    ),
    switch(
        "convoyed_return",
        "DATC 4.A.4",
        "A convoyed army attacks the supporter of an attack on the province it came from.",
        "a not-cut: the attack comes from the army's province",
        "b cut: the attack comes from the water",
    ),
    switch(
        "retreat_to_embarkation",
        "DATC 4.A.5",
        "May a unit retreat to the neighbour from which its attacker came by convoy?",
        "a no: it may not",
        "b yes: it may (rulebook 2023)",
    ),
    switch(
        "convoy_route_named",
        "DATC 4.A.6; nJudge STRICT CONVOY",
        "May or must the order of a convoyed army name its route?",
        "a ignored: a named route means nothing",
        "b optional: a named route is kept to, sea after sea; with one fleet lost it is broken",
        "c required: the same, and without a named route the convoy fails",
    ),
    switch(
        "dislodged_by_convoy",
        "DATC 4.A.7",
        "Does a unit that was not dislodged head-on block the province its attacker left?",
        "a no-block: it never does",
        "b blocks: it does; only a unit beaten head-on does not",
    ),
    switch(
        "coast_one_possible",
        "DATC 4.B.2",
        "A fleet move names no coast where only one can be reached.",
        "a default: it goes to that coast",
        "b fails: the move fails",
    ),
    switch(
        "coast_unreachable",
        "DATC 4.B.3",
        "A fleet move names a coast it cannot reach, but it can reach another.",
        "a corrected: it goes to the other",
        "b fails: the order is illegal",
    ),
    switch(
        "coast_in_support",
        "DATC 4.B.4",
        "Must a support for a fleet's move name the coast?",
        "coast-required: always",
        "own-only: not for a unit of the same power",
        "coast-optional: no; but a coast that is named must match",
        "coast-if-several: where the fleet can reach more than one (DipWork zeSupMulCoasts)",
    ),
    switch(
        "coast_of_unit",
        "DATC 4.B.5",
        "The order names the wrong coast for the place where the fleet stands.",
        "a fails: the order is illegal",
        "b ignored: the coast is ignored",
    ),
    switch(
        "coast_superfluous",
        "DATC 4.B.6",
        "The order names a coast that does not exist or does not matter.",
        "a fails: the order is illegal",
        "b ignored: the coast is ignored",
    ),
    switch(
        "kind_missing",
        "DATC 4.C.1",
        "The order leaves out the kind of unit.",
        "a invalid: it is not valid",
        "b valid: it is valid",
        "c unless-proper: it is valid unless another order names that unit properly",
    ),
    switch(
        "kind_wrong",
        "DATC 4.C.2",
        "The order names the wrong kind of unit.",
        "a invalid: it is not valid",
        "b valid: it is valid",
        "c unless-proper: it is valid unless another order names that unit properly",
    ),
    switch(
        "build_kind_missing",
        "DATC 4.C.3",
        "A build does not say what is to be built.",
        "a fails: nothing is built",
        "b army-inland: an army inland, nothing on a coast",
        "c by-coast: an army inland, a fleet where a coast is named, else nothing",
    ),
    switch(
        "build_fleet_inland",
        "DATC 4.C.4",
        "A fleet is built where no fleet can be.",
        "a fails: nothing is built",
        "b army: an army is built instead",
    ),
    switch(
        "power_missing",
        "DATC 4.C.5",
        "A support or convoy leaves out the power of a foreign unit.",
        "a invalid: it is not valid",
        "b valid: it is valid",
        "c unless-proper: it is valid unless another order names the unit properly",
    ),
    switch(
        "power_wrong",
        "DATC 4.C.6",
        "A support or convoy names the wrong power.",
        "a invalid: it is not valid",
        "b valid: it is valid",
        "c unless-proper: it is valid unless another order names the unit properly",
    ),
    switch(
        "order_sets",
        "DATC 4.D.1",
        "Several order sets came in, and it is known which is last.",
        "a merge: all are merged",
        "b merge-unless-replaced: merged, unless the last clearly replaces the rest",
        "c last-unless-added: the last alone, unless it clearly adds to earlier ones",
        "d last: the last alone",
    ),
    switch(
        "unordered_sets",
        "DATC 4.D.2",
        "Several order sets came in, and nobody knows which is last.",
        "a hold: all units hold",
        "b merge: all are merged",
    ),
    switch(
        "two_orders",
        "DATC 4.D.3",
        "One unit has two different legal orders.",
        "a first: the first counts",
        "b last: the last counts",
        "c neither: it holds and can be supported",
    ),
    switch(
        "excess_builds",
        "DATC 4.D.4",
        "More builds are ordered than are due.",
        "a none: none is carried out",
        "b first: the first legal ones are",
        "c last: the last legal ones are",
    ),
    switch(
        "two_builds",
        "DATC 4.D.5",
        "Two builds are ordered in one province.",
        "a none: both fail",
        "b first: the first counts",
        "c last: the last counts",
    ),
    switch(
        "excess_removals",
        "DATC 4.D.6",
        "More removals are ordered than are due.",
        "a disorder: all are chosen by the rule for civil disorder",
        "b first: the first legal ones are carried out",
        "c last: the last legal ones are",
    ),
    switch(
        "waive_builds",
        "DATC 4.D.7",
        "May a power do without a build it is due?",
        "a yes: it may",
        "b no: what it leaves out the judge builds, armies in free home centres by name",
    ),
    switch(
        "disorder_removal",
        "DATC 4.D.8",
        "Which unit goes when a power does not order enough removals?",
        "1971: the farthest from its home centres, counting convoys",
        "1982: as 1971, fleets before armies, then by name",
        "2000: the farthest from home, over land or water; fleets first, then by name",
        "common: the farthest from home, fleets on their own paths, armies also over water",
        "2023: the farthest from a centre it owns, over land or water; fleets first, by name",
    ),
    switch(
        "support_disordered",
        "DATC 4.D.9",
        "Can a unit of a power that gave no orders be supported in place by others?",
        "a no: it cannot",
        "b yes: it can",
    ),
    switch(
        "impossible_move",
        "DATC 4.E.1",
        "Is a move that can never be carried out still a move?",
        "counts-as-move: yes: the unit cannot be supported in place",
        "ignored: no: the unit holds",
    ),
    switch(
        "read_together",
        "DATC 4.E.2",
        "May one order be read in the light of others when it is loosely written?",
        "a alone: each order stands alone",
        "b together: a missing coast is taken from an own support that names it",
    ),
    switch(
        "implied_orders",
        "DATC 4.E.3",
        "Does a support or convoy imply the order of the own unit it names?",
        "a yes: if that unit has no order of its own",
        "b no: it does not",
    ),
    switch(
        "standing_orders",
        "DATC 4.E.4",
        "May a player leave orders that repeat every turn?",
        "a yes: orders marked so are used when no others come",
        "b no: they may not",
    ),
    switch(
        "proxy_orders",
        "DATC 4.E.5",
        "May a player let another order a unit?",
        "a beforehand: yes, told to the judge before",
        "b in-set: yes, given as part of an order set",
        "c no: no",
    ),
    switch(
        "self_cut",
        "DipWork SELF_CUT_OK",
        "Does an attack cut the support of a unit of the same power?",
        "no: it does not",
        "yes: it does",
    ),
    switch(
        "own_support",
        "DipWork IX_3_INTERPRETATION",
        "A unit's own side supports an attack on it. When may that attack drive it out?",
        "0 driven-anyway: if some attack would without that support, this one or another",
        "1 same-attacker: if this attack beats all others and the unit without that support",
        "2 defence-only: if it beats the unit without that support, and all others with it",
    ),
    switch(
        "head_on_loser",
        "DipWork IX_7_INTERPRETATION",
        "Two units attack each other. When does an attack not keep others out of its goal?",
        "0 beaten: if the other attack succeeds",
        "1 weaker: if the other attack is stronger",
        "2 not-stronger: if the other attack is stronger, or as strong",
    ),
    switch(
        "partial_cut",
        "DipWork PARTIAL_CUT_POSSIBLE; Machiavelli 1995, errata",
        "How much of a support does an attack on its giver cut?",
        "0 whole: all of it",
        "1 by-strength: as much as the attacking unit is strong",
        "2 whole-by-any-strength: all of it, if the attacking unit has any strength",
        "by-attack: as much as the strongest attack of each power is strong with its support",
    ),
    switch(
        "build_in",
        "nJudge HOME CENTRES, ONE CENTRE, ANY CENTRE; DipWork home nation All",
        "Where may a power build?",
        "home: in its home centres that it owns",
        "one-home: in any centre it owns, while it owns one of its home centres",
        "any: in any centre it owns",
    ),
    switch(
        "hong_kong",
        "nJudge HONGKONG",
        "What do the map's Hong Kong provinces mean for the powers named there?",
        "no: nothing",
        "manual: such a power may build there as others may, but does not count it",
        "unowned: nobody owns it while such a power holds it (nJudge in practice)",
    ),
    switch(
        "gateways",
        "nJudge GATEWAYS",
        "Do the map's gateways guard their passages?",
        "no: units pass freely",
        "yes: only with the gatekeeper's permission",
    ),
    switch(
        "gateway_rights",
        "nJudge in practice; its manual is silent",
        "What passes the map's gateways besides moves and supports that the gatekeeper supports?",
        "wide: a support by leave to its giver, convoys freely, the controlling power's retreats",
        "strict: nothing",
    ),
    switch(
        "railways",
        "nJudge RAILWAYS",
        "Do the map's railways run?",
        "no: no army may use them",
        "yes: one army may use each in a turn",
    ),
    switch(
        "duality",
        "nJudge DUALITY",
        "May a fleet convoy in land that the map marks as convoyable?",
        "no: only at sea",
        "yes: there too",
    ),
    switch(
        "coastal_convoys",
        "nJudge COASTAL CONVOYS",
        "May a fleet convoy in any coastal province?",
        "no: only at sea",
        "yes: everywhere that a fleet can stand",
    ),
    switch(
        "convoy_coast",
        "nJudge in practice",
        "Along which coast does a fleet convoy in a province that has several?",
        "own: along the one that it is on",
        "any: along each of them",
    ),
)

DIPLOMACY_SWITCHES: Mapping[str, Switch] = NamedMap({s.name: s for s in _ALL})
"""The switches of Diplomacy by their names in ``RuleSet``."""

SWITCHES: Mapping[str, Switch] = NamedMap(
    {**DIPLOMACY_SWITCHES, **{s.name: s for s in MACHIAVELLI_SWITCHES}}
)
"""Every switch by its name in ``RuleSet``."""

SWITCH_BY_SECTION: Mapping[str, Switch] = NamedMap(
    {
        s.source.removeprefix("DATC ").partition(";")[0]: s
        for s in _ALL
        if s.source.startswith("DATC")
    }
)
"""The switches that DATC asks about, by its section (``4.A.2``)."""

"""The questions that the rules of Machiavelli leave open, and its optional rules.

The sources are the rule books of 1980, 1983 and 1995, nJudge's rule texts for both editions
(``rules.machiavelli`` 3.1b, ``rules.machiavelli2`` 1.3c) and how it plays, and Avalon Hill's
written answers of 1995.
"""

from __future__ import annotations

from dragoman.rules.choices.switch import switch

MACHIAVELLI_SWITCHES = (
    switch(
        "money",
        "Machiavelli, advanced game; nJudge money",
        "Are armies paid in ducats?",
        "no: every city that is held with its province keeps a unit",
        "yes: with incomes, upkeep, bribes and loans",
    ),
    switch(
        "dice",
        "nJudge dice",
        "Are dice rolled?",
        "no: no disasters, no loans, no assassination; variable incomes are as for a 4 in odd "
        "years and a 3 in even ones",
        "yes: they are",
    ),
    switch("famine", "nJudge famine", "Is there famine?", "no: never", "yes: every year"),
    switch("plague", "nJudge plague", "Is there plague?", "no: never", "yes: every summer"),
    switch(
        "storms", "nJudge storm", "Do storms sink fleets at sea?", "no: never", "yes: every fall"
    ),
    switch(
        "loans",
        "nJudge loans; rulebook 1980, the bankers",
        "Does the bank lend money?",
        "no: there is none",
        "yes: up to 25 ducats, for a year or two",
    ),
    switch(
        "assassination",
        "nJudge assassination",
        "May players be assassinated by others?",
        "no: only the bank does it, to who does not pay",
        "yes: for 12, 24 or 36 ducats and a chit",
    ),
    switch(
        "elite_units",
        "nJudge special",
        "May a power have one unit of militia, mercenaries or professionals?",
        "no: all units are ordinary",
        "yes: one at a time",
    ),
    switch(
        "garrisons",
        "nJudge garrisons",
        "Do garrisons stand in cities?",
        "no: there are no garrisons, conversions and sieges",
        "yes: in those with walls",
    ),
    switch(
        "summer",
        "nJudge summer",
        "Is there a campaign in summer?",
        "no: after spring comes fall, and there is no plague",
        "yes: three campaigns a year",
    ),
    switch(
        "fortresses",
        "nJudge fortresses; rulebook 1980, optional rule",
        "Do walled places without income hold garrisons?",
        "no: as if there were none",
        "yes: they can be garrisoned and besieged",
    ),
    switch(
        "free_garrisons",
        "nJudge ForGarrisons",
        "Do autonomous garrisons hold the walls that nobody owns when the game begins?",
        "no: only those of the scenario",
        "yes: all of them",
    ),
    switch(
        "movement_disband",
        "nJudge disband; Avalon Hill's answers of 1995",
        "May a unit be disbanded in a campaign?",
        "no: only when it retreats or is not paid",
        "yes: before anything moves",
    ),
    switch(
        "disaster_dice",
        "nJudge, severity of disasters; rulebooks of 1980 and 1995",
        "Which throws strike a row of the table, a column, or both?",
        "njudge: two dice: 4 and 6 a row, 5 and 7 a column, from 8 both",
        "board-game: two dice: 4 and 7 a row, 5 and 6 a column, from 8 both",
        "one-die: 2 and 3 a row, 4 and 5 a column, 6 both",
    ),
    switch(
        "expense_order",
        "nJudge's practice; condottieri",
        "In which order does what money buys take effect?",
        "by-kind: relief, peace, rebellions, disbanding, freeing, buying; the same for all",
        "by-power: one power after the other, each in its own order",
    ),
    switch(
        "bribe_nearness",
        "nJudge adjacency; rulebook 1995",
        "From where can a unit be bribed?",
        "anywhere: from anywhere",
        "unit: by who has a unit next to it",
        "control: also by who controls land next to it",
    ),
    switch(
        "equal_bribes",
        "rulebook 1995; nJudge",
        "What of equal highest bribes for one unit?",
        "lost: none succeeds",
        "die: a die chooses one",
    ),
    switch(
        "control",
        "rulebooks of 1980 and 1995; nJudge mach2",
        "When does land change hands?",
        "continuous: with every step of a campaign",
        "fall: at the end of the year only; land that two powers stand in is nobody's",
    ),
    switch(
        "divided_city",
        "rules.machiavelli2; nJudge's practice",
        "Who has the city where land that two powers stand in is nobody's?",
        "nobody: nobody",
        "garrison: who has the garrison",
    ),
    switch(
        "new_home",
        "rules.machiavelli; nJudge since revision 1.28",
        "Is who loses the last city at home, and gains a whole country in the same campaign, out?",
        "out: yes",
        "survives: no",
    ),
    switch(
        "rebels_help",
        "rules.machiavelli 4.7; nJudge's practice; rulebook 1995",
        "Whom do rebels help into their province?",
        "one-power: the one power that tries to enter",
        "one-unit: the one unit that tries to enter",
        "all: everybody but the power that they rebel against",
    ),
    switch(
        "siege_left",
        "rules.machiavelli; nJudge's practice",
        "What if who besieges a city gives another order than to go on or to lift the siege?",
        "aborted: the unit holds and the siege is over",
        "goes-on: the unit holds and the siege may go on in the next campaign",
        "free: the order is carried out and the siege is over",
    ),
    switch(
        "siege_strength",
        "rulebook 1995",
        "Can a garrison that is stronger than its besieger be starved out?",
        "any: yes",
        "not-weaker: no, the siege begins anew",
    ),
    switch(
        "besieged_converts",
        "rulebooks of 1980 and 1995",
        "May a besieged garrison come out?",
        "no: not once the siege has begun",
        "yes: if it is strong enough",
    ),
    switch(
        "assassinated_siege",
        "rules.machiavelli; nJudge's practice",
        "Which garrisons of an assassinated power surrender?",
        "second: those besieged since the campaign before",
        "first: those first besieged in this campaign too",
    ),
    switch(
        "strait_entered",
        "rules.machiavelli 4.9; rulebook 1995",
        "Does a fleet close a strait in the campaign in which it comes to its gate?",
        "no: only one that is there before",
        "yes: as soon as it has come",
    ),
    switch(
        "city_retreat",
        "rulebooks of 1980 and 1995",
        "When may a unit retreat into the city of its province?",
        "last-resort: if it can go nowhere else",
        "always: whenever the city is open to it",
    ),
    switch(
        "city_income",
        "nJudge; rulebook 1983",
        "Who receives the variable income of a city outside the home countries?",
        "city: who owns the city",
        "both: who owns the city and its province",
    ),
    switch(
        "upkeep",
        "nJudge; machiavelli-bot",
        "What becomes of a unit without an order to maintain it?",
        "ordered: it is removed",
        "default: it is maintained, as far as there is money",
    ),
    switch(
        "payment_order",
        "ours; nJudge's practice",
        "Which units are paid for first where the money does not suffice for all?",
        "written: those whose orders stand first",
        "listed: those that positions list first: by the abbreviation of their places",
    ),
    switch(
        "victory_homes",
        "rulebooks of 1980 and 1995; rules.machiavelli",
        "What does victory take besides cities?",
        "none: nothing",
        "by-cities: a home country for every eight cities, counted from seven",
        "basic: all the cities of one's own country, and six others",
    ),
)

"""Settings of judges by mail that ours lacks, with what comes nearest to each.

The names are those of nJudge's ``SET`` (ml_set.c), and what it does with them is from its manuals.
"""

from __future__ import annotations

from typing import Final

from dragoman.values import FrozenMap

_CENTERS: Final = "how many centres win is the variant's; `last_year` ends a game sooner"
_RELIABILITY: Final = (
    "nobody has a level here; `reliability` says how many of a hundred deadlines whoever joins "
    "must have kept"
)
_LISTS: Final = (
    "`entry=master` leaves it to masters who plays: `INVITE`, `ADMIT` and `TURN AWAY`; `PROMOTE` "
    "makes somebody a master"
)
_NUMBERS: Final = "a game has the number of this judge, and those of no registry beside it"
_POWERS: Final = (
    "each plays one power, and how many there are is the variant's; `FORCE BEGIN` begins with "
    "seats empty, and `SET bot` has a bot play them"
)
_VARIANT: Final = "the variant is chosen when a game is set up: `CREATE ?name VARIANT`"
_DISBANDING: Final = (
    "how many units are removed is the rules' business; `SET DISBAND` lets them be disbanded in "
    "movements, too (Machiavelli)"
)
_KINDS: Final = "units change their kind where the rules of the variant let them (Machiavelli)"
_APPROVAL: Final = (
    "orders need nobody's leave; with `entry=master` masters let players in, and `EJECT` takes a "
    "power from one"
)

NJUDGE_VARIANTS: Final = frozenset(
    ("1898", "aberration", "african", "african2", "ancient_med", "asia", "britain", "chaos",
     "chromatic", "classical", "colonial", "colonial96", "crowded", "crowded_1898", "empire",
     "fleet_rome", "hundred", "hundred3", "layered", "loeb9", "mach2_eai", "mach2_fotl", "mach2_pa",
     "mach2_sfd1", "mach2_sfd2", "mach2_span", "mach2_ttr", "mach_aoc", "mach_aoc2", "mach_eos",
     "mach_este", "mach_sfd1", "mach_sfd2", "mach_span", "milan", "minorpower", "modern", "pure",
     "rootz", "sailho", "sailho_crowded", "shift_around", "shift_left", "shift_right", "wraparound",
     "wraparound2", "youngstown")
)  # fmt: skip
"""nJudge's names of the variants that it brings (``map.NAME``), whether they are here or not."""

NJUDGE_SETTINGS: Final = FrozenMap(
    {
        "quiet": "masters do nothing unseen here: it stands in the log for all to read, and each "
        "chooses for himself what he is mailed",
        "secret": "`anonymous` hides who plays what, `listed=false` the game from lists; who has "
        "ordered is hidden unless `readiness_shown`",
        "show": "`readiness_shown` shows who has ordered and who is ready; orders are shown when "
        "the phase is judged",
        "home_transfer": "home centres stay where they are; `build_in` of the switches says "
        "where units are built: `SET ANY CENTRES`",
        "blank_board": "`start` begins a game where one likes: a position without units, in an "
        "adjustment phase, begins with builds",
        "portage": "fleets do not cross land; `coastal_convoys` and `duality` of the switches let "
        "them convoy there",
        "allied_win": "`draws=listed` lets some share a draw, and a concession gives the game to "
        "one",
        "centers": _CENTERS,
        "centres": _CENTERS,
        "password": "a password for one game is given with `SIGNON`; that of an account is "
        "changed on the judge's pages, among its settings",
        "late": "a deadline is set with `SET DEADLINE`, late orders are taken for as long as "
        "`SET GRACE` says",
        "address": "the judge writes to the first address of an account; `I AM ALSO` and an "
        "address adds one that you write from",
        "access": "`entry` says who may take a seat: `SET entry open`, `code` or `master`",
        "level": _RELIABILITY,
        "dedication": _RELIABILITY,
        "ontimerat": _RELIABILITY,
        "resrat": _RELIABILITY,
        "variant": _VARIANT,
        "not_variant": _VARIANT,
        "players": _POWERS,
        "powers": _POWERS,
        "ep": _NUMBERS,
        "bn": _NUMBERS,
        "bnc": _NUMBERS,
        "mn": _NUMBERS,
        "mnc": _NUMBERS,
        "allow_player": _LISTS,
        "deny_player": _LISTS,
        "allow_master": _LISTS,
        "deny_master": _LISTS,
        "start": "how soon a phase may be judged is set for all of its kind: `SET MIN`; a game "
        "that must wait is paused: `PAUSE`",
        "reveal": "who played what in a game without names is told when it is over, always",
        "proxy": "nobody orders for another; who cannot go on writes `RESIGN`, and a master who "
        "does not play says orders for a power: `BECOME`",
        "watch_all_press": "masters who do not play read all press, observers what is to all",
        "comment": "`SET title` says what a game is called, in up to 80 letters",
        "concessions": "a concession can be proposed in every game, and takes the votes of all",
        "late_count": "how many deadlines in a row somebody has missed is counted in every game",
        "transform": _KINDS,
        "attack_transform": _KINDS,
        "xflag": "what can be set has a name: `HELP SET` tells them all",
        "max_absence": "an absence lasts three weeks at most, and all of a year six",
        "blank_press": "a message without a word in it is not sent",
        "air_lift": "there are no wings, and so nothing is lifted; fleets convoy, with `SET "
        "COASTAL CONVOYS` on coasts, too",
        "resume": "what is paused goes on when a master says `RESUME`",
        "auto_disband": "a dislodged unit may retreat; without an order it is disbanded",
        "any_disband": _DISBANDING,
        "normal_disband": _DISBANDING,
        "must_order": "press goes with orders or without; `press_closes` ends it early",
        "postal_press": "press is sent at once; whoever would rather have it once a day says so "
        "for himself: `SET DIGEST`",
        "bcenters": "in a blind game one sees the centres of what is in sight, and no others",
        "neutrals": "what stands where at the beginning is the variant's; `start` is another one",
        "capture_win": "what wins is the variant's and its rules'; `last_year` ends a game sooner",
        "auto_create": "a game that is over stays so; `CREATE` sets up another",
        "touch_press": "press is to anybody; `NO PARTIAL` has all of it be to all",
        "approval": _APPROVAL,
        "approved": _APPROVAL,
        "white_observer": "whoever looks on is known by name; `NO OBSERVER` has nobody look on",
        "partial_default": "press is what each message says it is: `FAKE PRESS FROM` and a power",
    }
)
"""Each setting that ours lacks, with what comes nearest to it."""

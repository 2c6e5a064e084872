"""The board as an observation: for each area, flags of what is there. Compiled only.

The channels are those of DipNet (Paquette et al. 2019, section 4.1) and of DeepMind (Anthony et
al. 2020, README of google-deepmind/diplomacy), for any number of kinds and powers: the kind of the
unit, and a flag for none; its owner, and for none; whether something can be built there, and be
removed; the same of a dislodged unit; land, sea, or coast; the owner of the centre, and for
nobody's. A unit on a coast stands in the area of its province, too.
"""

from __future__ import annotations

from typing import Any, Final

from dragoman.env.engine.forms import (
    CONVOYED,
    HELD,
    MOVED,
    MOVED_BY_CONVOY,
    NO_ORDER,
    O_OTHER,
    O_TARGET,
    O_TYPE,
    ORDER_NUMBERS,
    SUPPORTED,
    T_CHANGED,
    T_COUNTED,
    T_KIND,
    T_OWNERS,
    T_PHASE,
    T_WINNER,
    T_YEAR,
    Desk,
    Games,
    PlayGround,
)
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_PHASE,
    C_UNITS,
    C_WINNER,
    C_YEAR,
)
from dragoman.rules.engine.codes import ADJUSTMENTS, CONVOY, HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed_kind,
    packed_other,
    packed_target,
    packed_via,
)

OWNERS_STEP: Final = 25214903917
OWNERS_KEYS: Final = (1 << 48) - 1


def observe(ground: PlayGround, games: Games, index: int) -> None:
    """Write the observation of a game, and the numbers that tell of it."""
    row = games.rows[index]
    board = games.board[index]
    for cell in range(ground.areas * ground.channels):
        board[cell] = ground.blank[cell]
    for power in range(ground.powers):
        games.owned[index, power] = 0
        games.units[index, power] = 0
    games.told[index, T_PHASE] = row[C_PHASE]
    games.told[index, T_KIND] = ground.phase_kind[row[C_PHASE]]
    games.told[index, T_YEAR] = row[C_YEAR] - ground.years_from
    games.told[index, T_WINNER] = row[C_WINNER] - 1
    units = row[C_UNITS]
    for unit in range(units):
        word = row[ground.first_unit + unit]
        games.units[index, (word >> ground.owner_shift) & ground.owner_mask] += 1
        observe_unit(ground, board, word, 0)
    out = ground.kinds + ground.powers + 4
    cell = ground.first_unit + units
    for _unit in range(row[C_DISLODGED]):
        word = row[cell]
        cell += ground.cells_of_dislodged
        games.units[index, (word >> ground.owner_shift) & ground.owner_mask] += 1
        observe_unit(ground, board, word, out)
    observe_owners(ground, games, index, row, board)
    keep_counts(ground, games, index)
    if ground.phase_kind[row[C_PHASE]] == ADJUSTMENTS:
        observe_adjustments(ground, games, index, board)


def observe_unit(ground: PlayGround, board: Any, word: int, begin: int) -> None:
    """Mark a unit in its area, and in that of its province, in the channels from ``begin`` on."""
    location = word & ((1 << ground.kind_shift) - 1)
    kind = (word >> ground.kind_shift) & ((1 << (ground.owner_shift - ground.kind_shift)) - 1)
    owner = (word >> ground.owner_shift) & ground.owner_mask
    main = ground.main_area[ground.province_of[location]]
    area = ground.area_of[location]
    if main != NONE:
        mark_unit(ground, board, main * ground.channels + begin, kind, owner)
    if area != NONE and area != main:
        mark_unit(ground, board, area * ground.channels + begin, kind, owner)


def mark_unit(ground: PlayGround, board: Any, first: int, kind: int, owner: int) -> None:
    """Mark a unit in the channels from a place on."""
    owners = first + ground.kinds + 1
    board[first + kind] = 1
    board[first + ground.kinds] = 0
    board[owners + owner] = 1
    board[owners + ground.powers] = 0


def observe_owners(ground: PlayGround, games: Games, index: int, row: Any, board: Any) -> None:
    """Mark who owns each centre, and count the centres of each power."""
    each = ground.cell_bits // ground.owner_bits
    last = (1 << ground.owner_bits) - 1
    owners = ground.channels - ground.powers - 1
    digest = 0
    for center in range(ground.centers):
        word = row[ground.first_owner + center // each]
        owner = ((word >> (center % each * ground.owner_bits)) & last) - 1
        digest = (digest * OWNERS_STEP + owner + 2) & OWNERS_KEYS
        if owner != NONE:
            games.owned[index, owner] += 1
            province = ground.center_place[center]
            for place in range(ground.area_starts[province], ground.area_starts[province + 1]):
                first = ground.areas_in[place] * ground.channels + owners
                board[first + owner] = 1
                board[first + ground.powers] = 0
    if digest != games.told[index, T_OWNERS]:
        games.told[index, T_OWNERS] = digest
        games.told[index, T_CHANGED] = year_counted(ground, games, index)


def year_counted(ground: PlayGround, games: Games, index: int) -> int:
    """The last year whose centres have been counted."""
    year = games.told[index, T_YEAR]
    return year if ground.is_counted[games.told[index, T_PHASE]] == 1 else year - 1


def keep_counts(ground: PlayGround, games: Games, index: int) -> None:
    """Keep the centres of all powers as those of the last year that was counted."""
    year = year_counted(ground, games, index)
    games.told[index, T_COUNTED] = year
    place = year - ground.first_counted
    if 0 <= place < games.history.shape[1]:
        for power in range(ground.powers):
            games.history[index, place, power] = games.owned[index, power]


def observe_adjustments(ground: PlayGround, games: Games, index: int, board: Any) -> None:
    """Mark where powers can build, and which units they can remove."""
    build = ground.kinds + ground.powers + 2
    for power in range(ground.powers):
        slot = power * ground.slots
        begin = games.begins[index, slot]
        for choice in range(games.counts[index, slot]):
            code = games.codes[index, begin + choice]
            if packed_kind(code) == MOVE:
                province = ground.province_of[packed_target(code)]
                for place in range(ground.area_starts[province], ground.area_starts[province + 1]):
                    board[ground.areas_in[place] * ground.channels + build] = 1
            elif packed_kind(code) == SUPPORT and packed_other(code) < ground.locations:
                location = packed_other(code)
                main = ground.main_area[ground.province_of[location]]
                area = ground.area_of[location]
                if main != NONE:
                    board[main * ground.channels + build + 1] = 1
                if area != NONE:
                    board[area * ground.channels + build + 1] = 1


def keep_movement(ground: PlayGround, desk: Desk, games: Games, index: int) -> None:
    """Keep the observation of a movement phase, and the orders that were given in it, for the
    phases to come."""
    row = games.rows[index]
    for cell in range(ground.areas * ground.channels):
        games.before[index, cell] = games.board[index, cell]
    for area in range(ground.areas):
        games.orders[index, area * ORDER_NUMBERS + O_TYPE] = NO_ORDER
        games.orders[index, area * ORDER_NUMBERS + O_TARGET] = NONE
        games.orders[index, area * ORDER_NUMBERS + O_OTHER] = NONE
    for unit in range(row[C_UNITS]):
        location = row[ground.first_unit + unit] & ((1 << ground.kind_shift) - 1)
        area = ground.area_of[location]
        if area != NONE:
            keep_order(ground, games, index, area, desk.orders[unit])


def keep_order(ground: PlayGround, games: Games, index: int, area: int, code: int) -> None:
    """Keep one order."""
    kind, target, other = packed_kind(code), packed_target(code), packed_other(code)
    first = area * ORDER_NUMBERS
    told = HELD
    if kind == MOVE:
        told = MOVED_BY_CONVOY if packed_via(code) == 1 else MOVED
    elif kind == SUPPORT:
        told = SUPPORTED
    elif kind == CONVOY:
        told = CONVOYED
    games.orders[index, first + O_TYPE] = told
    if target != NONE and kind != HOLD:
        games.orders[index, first + O_TARGET] = ground.area_of[target]
    if other != NONE and other < ground.locations:
        games.orders[index, first + O_OTHER] = ground.area_of[other]


def forget_movement(ground: PlayGround, games: Games, index: int) -> None:
    """Begin a game: there was no movement before."""
    for cell in range(ground.areas * ground.channels):
        games.before[index, cell] = ground.blank[cell]
    for area in range(ground.areas):
        games.orders[index, area * ORDER_NUMBERS + O_TYPE] = NO_ORDER
        games.orders[index, area * ORDER_NUMBERS + O_TARGET] = NONE
        games.orders[index, area * ORDER_NUMBERS + O_OTHER] = NONE

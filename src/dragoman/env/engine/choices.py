"""Slots and what they can choose: filled from the judge's lists of legal orders, shown by masks,
and read back as orders. Compiled only."""

from __future__ import annotations

from typing import Any, Final

from dragoman.env.engine.forms import (
    FINE,
    T_DOUBLED,
    T_ILLEGAL,
    TOO_MANY_CHOICES,
    TOO_MANY_LISTED,
    TOO_MANY_SLOTS,
    Desk,
    Games,
    PlayGround,
    fail,
)
from dragoman.rules.batch.kernel_rows import list_row
from dragoman.rules.batch.packed_form import C_DISLODGED, C_PHASE, C_UNITS
from dragoman.rules.engine.codes import ADJUSTMENTS, HOLD, MOVE, MOVEMENT, NONE, RETREATS
from dragoman.rules.engine.packed_orders import packed, packed_kind, packed_target

STATES: Final = (1 << 48) - 1
STEP: Final = 25214903917


def list_choices(ground: PlayGround, desk: Desk, games: Games, index: int) -> int:
    """Fill the slots of a game with the legal orders of its phase, and show them in the mask; FINE,
    or the fault."""
    row = games.rows[index]
    if list_row(desk.room, row, games.codes[index], desk.counts, desk.due) == NONE:
        return fail(desk, TOO_MANY_LISTED, index, NONE, 2 * games.codes.shape[1])
    for power in range(ground.powers):
        desk.filled[power] = 0
        games.dues[index, power] = 0
    kind = ground.phase_kind[row[C_PHASE]]
    if kind == ADJUSTMENTS:
        fault = seat_adjustments(ground, desk, games, index)
    else:
        fault = seat_units(ground, desk, games, index, row, kind)
    if fault == FINE:
        for power in range(ground.powers):
            empty_slots(ground, desk, games, index, power)
        for slot in range(ground.powers * ground.slots):
            show_slot(games, index, slot)
    return fault


def seat_units(
    ground: PlayGround, desk: Desk, games: Games, index: int, row: Any, kind: int
) -> int:
    """Fill the slots in a movement or retreat phase, those of each power in the sequence of
    locations."""
    locations = (1 << ground.kind_shift) - 1
    units = row[C_UNITS]
    cell, step, count = ground.first_unit, 1, units
    if kind == RETREATS:
        cell += units
        step, count = ground.cells_of_dislodged, row[C_DISLODGED]
    begin = 0
    for unit in range(count):
        word = row[cell]
        cell += step
        power = (word >> ground.owner_shift) & ground.owner_mask
        ways = desk.counts[unit]
        if power != ground.nobody:
            fault = seat(ground, desk, games, index, power, word & locations, unit, begin, ways)
            if fault != FINE:
                return fault
        begin += ways
    for gate in range(ground.gates if kind == MOVEMENT else 0):
        ways = desk.counts[count + gate]
        power = gate_power(ground, row, gate)
        if ways > 0 and power != NONE and power != ground.nobody:
            at = ground.locations + gate
            fault = seat(ground, desk, games, index, power, at, count + gate, begin, ways)
            if fault != FINE:
                return fault
        begin += ways
    return FINE


def gate_power(ground: PlayGround, row: Any, gate: int) -> int:
    """The power whose unit holds a gateway; NONE for none."""
    locations = (1 << ground.kind_shift) - 1
    for unit in range(row[C_UNITS]):
        word = row[ground.first_unit + unit]
        if ground.province_of[word & locations] == ground.gate_holder[gate]:
            return (word >> ground.owner_shift) & ground.owner_mask
    return NONE


def seat(
    ground: PlayGround,
    desk: Desk,
    games: Games,
    index: int,
    power: int,
    at: int,
    place: int,
    begin: int,
    count: int,
) -> int:
    """Give a choice the slot that its location has among those of its power; FINE, or the fault."""
    filled = desk.filled[power]
    if filled == ground.slots:
        return fail(desk, TOO_MANY_SLOTS, index, power, filled + 1)
    if count > ground.choices:
        return fail(desk, TOO_MANY_CHOICES, index, power, count)
    first = power * ground.slots
    slot = first + filled
    while slot > first and games.at[index, slot - 1] > at:
        games.at[index, slot] = games.at[index, slot - 1]
        games.places[index, slot] = games.places[index, slot - 1]
        games.begins[index, slot] = games.begins[index, slot - 1]
        games.counts[index, slot] = games.counts[index, slot - 1]
        slot -= 1
    games.at[index, slot] = at
    games.places[index, slot] = place
    games.begins[index, slot] = begin
    games.counts[index, slot] = count
    desk.filled[power] = filled + 1
    return FINE


def seat_adjustments(ground: PlayGround, desk: Desk, games: Games, index: int) -> int:
    """Fill the slots in an adjustment phase: one for each build or removal, all with the same
    orders to choose among."""
    cheapest = ground.cost[0]
    for kind in range(1, ground.kinds):
        cheapest = min(cheapest, ground.cost[kind])
    begin = 0
    for power in range(ground.powers):
        ways = desk.counts[power]
        due = desk.due[power]
        if ways > 0 and due != 0 and power != ground.nobody:
            wanted = abs(due) // cheapest
            if due < 0:
                wanted = min(ways, (cheapest - 1 - due) // cheapest)
            games.dues[index, power] = wanted if due > 0 else -wanted
            for order in range(wanted):
                fault = seat(ground, desk, games, index, power, NONE, order, begin, ways)
                if fault != FINE:
                    return fault
        begin += ways
    return FINE


def empty_slots(ground: PlayGround, desk: Desk, games: Games, index: int, power: int) -> None:
    """Empty the slots of a power that were not filled."""
    for slot in range(power * ground.slots + desk.filled[power], (power + 1) * ground.slots):
        games.at[index, slot] = NONE
        games.places[index, slot] = NONE
        games.begins[index, slot] = 0
        games.counts[index, slot] = 0


def show_slot(games: Games, index: int, slot: int) -> None:
    """Bring the mask of a slot up to date: the first so many actions are open, of a slot without a
    choice the first alone."""
    now = max(1, games.counts[index, slot])
    shown = games.shown[index, slot]
    for action in range(shown, now):
        games.mask[index, slot, action] = 1
    for action in range(now, shown):
        games.mask[index, slot, action] = 0
    games.shown[index, slot] = now


def read_actions(ground: PlayGround, desk: Desk, games: Games, index: int, kind: int) -> int:
    """Make orders of the actions of a game, in ``desk.orders``; how many there are. Units whose
    action stands for no order hold. Of two builds of a power in one province the first counts,
    builds that are waived are left out."""
    games.told[index, T_ILLEGAL] = 0
    games.told[index, T_DOUBLED] = 0
    row = games.rows[index]
    end = 0
    if kind != ADJUSTMENTS:
        end = row[C_DISLODGED] if kind == RETREATS else row[C_UNITS]
    for order in range(end):
        desk.orders[order] = packed(HOLD, 0, NONE, NONE)
    for order in range(end, ground.provinces):
        desk.orders[order] = NONE
    for power in range(ground.powers):
        first = end
        for slot in range(power * ground.slots, (power + 1) * ground.slots):
            ways = games.counts[index, slot]
            pick = games.actions[index, slot]
            if ways > 0 and (pick < 0 or pick >= ways):
                games.told[index, T_ILLEGAL] += 1
            elif ways > 0:
                code = games.codes[index, games.begins[index, slot] + pick]
                if kind != ADJUSTMENTS:
                    desk.orders[games.places[index, slot]] = code
                elif packed_kind(code) == MOVE and is_built(ground, desk, first, end, code):
                    games.told[index, T_DOUBLED] += 1
                elif packed_kind(code) != HOLD and end < ground.provinces:
                    desk.orders[end] = code
                    end += 1
    return end


def is_built(ground: PlayGround, desk: Desk, first: int, end: int, code: int) -> bool:
    """True if one of the orders from ``first`` on builds in the province that a build is for."""
    province = ground.province_of[packed_target(code)]
    for order in range(first, end):
        other = desk.orders[order]
        if packed_kind(other) == MOVE and ground.province_of[packed_target(other)] == province:
            return True
    return False


def find_actions(ground: PlayGround, games: Games, index: int, codes: Any, kind: int) -> None:
    """Choose in each slot of a game the action that stands for its order among codes as the judge
    takes them; NONE where there is none."""
    for slot in range(ground.powers * ground.slots):
        games.actions[index, slot] = NONE
        ways = games.counts[index, slot]
        if ways > 0 and kind != ADJUSTMENTS:
            code = codes[games.places[index, slot]]
            games.actions[index, slot] = action_for(games, index, slot, code)
    if kind != ADJUSTMENTS:
        return
    place = 0
    while place < len(codes) and codes[place] >= 0:
        for power in range(ground.powers):
            slot = power * ground.slots
            end = slot + ground.slots
            action = NONE
            if games.counts[index, slot] > 0:
                action = action_for(games, index, slot, codes[place])
            if action != NONE:
                while slot < end and games.actions[index, slot] != NONE:
                    slot += 1
                if slot < end and games.counts[index, slot] > 0:
                    games.actions[index, slot] = action
        place += 1
    for slot in range(ground.powers * ground.slots):
        ways = games.counts[index, slot]
        if ways > 0 and games.actions[index, slot] == NONE:
            last = games.codes[index, games.begins[index, slot] + ways - 1]
            if packed_kind(last) == HOLD:
                games.actions[index, slot] = ways - 1  # waived


def action_for(games: Games, index: int, slot: int, code: int) -> int:
    """The action of a slot that stands for an order; NONE for none."""
    begin = games.begins[index, slot]
    for action in range(games.counts[index, slot]):
        if games.codes[index, begin + action] == code:
            return action
    return NONE


def drawn(games: Games, index: int, below: int) -> int:
    """A random number from 0 to ``below`` - 1, by the generator of a game: that of
    ``rules.batch.random_play``."""
    state = (games.states[index] * STEP + 11) & STATES
    games.states[index] = state
    return ((state >> 17) * below) >> 31


def draw_game(ground: PlayGround, games: Games, index: int, kind: int) -> None:
    """Choose a random open action for each slot of a game: builds in different provinces, different
    removals."""
    for power in range(ground.powers):
        first = power * ground.slots
        for slot in range(first, first + ground.slots):
            ways = games.counts[index, slot]
            games.actions[index, slot] = 0
            if ways > 0 and kind != ADJUSTMENTS:
                games.actions[index, slot] = drawn(games, index, ways)
            elif ways > 0:
                left = 0
                for pick in range(ways):
                    if is_left(ground, games, index, first, slot, pick):
                        left += 1
                wanted = drawn(games, index, left) if left > 0 else 0
                for pick in range(ways):
                    if is_left(ground, games, index, first, slot, pick):
                        if wanted == 0:
                            games.actions[index, slot] = pick
                        wanted -= 1


def is_left(ground: PlayGround, games: Games, index: int, first: int, slot: int, pick: int) -> bool:
    """True if an action of an adjustment phase is none of those chosen in slots before it, nor a
    build in the province of one; a build may be waived again."""
    begin = games.begins[index, slot]
    code = games.codes[index, begin + pick]
    if packed_kind(code) == HOLD:
        return True
    for other in range(first, slot):
        chosen = games.codes[index, begin + games.actions[index, other]]
        if chosen == code:
            return False
        if packed_kind(code) == MOVE and packed_kind(chosen) == MOVE:
            one = ground.province_of[packed_target(code)]
            if ground.province_of[packed_target(chosen)] == one:
                return False
    return True

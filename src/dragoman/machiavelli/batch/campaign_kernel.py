"""The functions that are called from outside the compiled source: they carry on chunks of positions
of Machiavelli.
"""

from __future__ import annotations

from typing import Final

from dragoman.machiavelli.batch.campaign_form import (
    ROW_DISLODGED,
    ROW_UNITS,
    ROW_WINNER,
    ROW_YEAR,
    CampaignForm,
)
from dragoman.machiavelli.batch.campaign_orders import read_campaign_orders
from dragoman.machiavelli.batch.campaign_play import draw_campaign
from dragoman.machiavelli.batch.campaign_rows import (
    read_campaign,
    read_dislodged_units,
    write_campaign,
    write_dislodged,
)
from dragoman.machiavelli.engine.campaign import (
    end_campaign,
    end_moves,
    finish_moves,
    go_on,
    spend_money,
)
from dragoman.machiavelli.engine.movement import run_moves
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.retreats import (
    list_dislodged,
    lose_in_straits,
    settle_retreats,
)
from dragoman.machiavelli.engine.upkeep import adjust
from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.engine.codes import ADJUSTMENTS, MOVEMENT, NONE, RETREATS
from dragoman.rules.engine.phases import keep_standing, run_retreats
from dragoman.rules.engine.turn import Turn

JUDGE: Final = 0
"""Carry out the phase that each position is in."""
DRAW: Final = 1
"""Choose random orders."""
PLAY: Final = 2
"""Play on with random orders."""


def carry_on(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, what: int) -> int:
    """Do something with the positions of a chunk: the first for which there was no room,
    ``chunk.end`` if there always was. All is one function, for what is called from outside is
    compiled with all that it calls."""
    if what == PLAY:
        return play_campaigns(t, r, form, chunk)
    if what == DRAW:
        return draw_campaigns(t, r, form, chunk)
    judge_campaigns(t, r, form, chunk)
    return chunk.end


def judge_campaigns(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk) -> None:
    """Carry out the phase that each of the positions is in. Won games stay."""
    for index in range(chunk.begin, chunk.end):
        if chunk.cells[index * form.row + ROW_WINNER] == 0:
            read_campaign(t, r, form, chunk, index)
            carry_out_campaign(t, r, form, chunk, index, index * chunk.width)


def carry_out_campaign(
    t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int, first: int
) -> None:
    """Carry out the phase of a position that is read, with the orders that begin at ``first``, and
    write what comes of it."""
    kind = t.calendar.kind[t.phase]
    if kind == RETREATS:
        read_dislodged_units(t, form, chunk, index)
    read_campaign_orders(t, r, form, chunk, index, first)
    if kind == RETREATS:
        before = t.unit_count
        keep_standing(t)
        lose_in_straits(t, r)
        run_retreats(t)
        settle_retreats(t, r, before)
        end_campaign(t, r)
        go_on(t, r)
    elif kind == ADJUSTMENTS:
        adjust(t, r)
        go_on(t, r)
    else:
        spend_money(t, r)
        run_moves(t, r)
        list_dislodged(t, r)
        write_dislodged(t, r, form, chunk, index)
        end_moves(t, r)
        finish_moves(t, r)
    write_campaign(t, r, form, chunk, index)


def play_campaigns(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk) -> int:
    """Play the positions on, with random orders, until each game is won, is deserted, or the last
    year is over; in ``counts`` are the campaigns of each. The first game that has to go on because
    there was no room, ``chunk.end`` if there always was."""
    for index in range(chunk.begin, chunk.end):
        while is_played_on(form, chunk, index):
            t.random_state = chunk.states[index]
            read_campaign(t, r, form, chunk, index)
            kind = t.calendar.kind[t.phase]
            if not draw_for_one(t, r, form, chunk, index, 0):
                return index
            carry_out_campaign(t, r, form, chunk, index, 0)
            chunk.states[index] = t.random_state
            if kind == MOVEMENT:
                chunk.counts[index] += 1
    return chunk.end


def is_played_on(form: CampaignForm, chunk: Chunk, index: int) -> bool:
    """True if a game is neither won nor past its last year, and has units."""
    row = index * form.row
    if chunk.cells[row + ROW_WINNER] != 0 or chunk.cells[row + ROW_YEAR] > chunk.last_year:
        return False
    return chunk.cells[row + ROW_UNITS] + chunk.cells[row + ROW_DISLODGED] > 0


def draw_campaigns(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk) -> int:
    """Random orders for the positions. The first position for which there was no room to list them,
    ``chunk.end`` if there always was."""
    for index in range(chunk.begin, chunk.end):
        t.random_state = chunk.states[index]
        read_campaign(t, r, form, chunk, index)
        if not draw_for_one(t, r, form, chunk, index, index * chunk.width):
            return index
        chunk.states[index] = t.random_state
    return chunk.end


def draw_for_one(
    t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int, first: int
) -> bool:
    """Random orders for a position that is read, from ``first`` on; whether there was room for its
    units and to list what they may do."""
    if t.unit_count > form.unit_room:
        return False
    if t.calendar.kind[t.phase] == RETREATS:
        read_dislodged_units(t, form, chunk, index)
    return draw_campaign(t, r, form, chunk, index, first) != NONE

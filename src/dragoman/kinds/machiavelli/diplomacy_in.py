"""The Diplomacy in a scenario: what programs that know no cities can be told."""

from __future__ import annotations

from dataclasses import replace

from dragoman.game.kind import DIPLOMACY_KIND
from dragoman.game.variant import LocalNames, Variant
from dragoman.machiavelli.ground import Ground
from dragoman.rules import Position


def diplomacy_in(variant: Variant, ground: Ground) -> Variant:
    """The variant without what Machiavelli adds: its provinces with cities are centres, and
    garrisons, units that obey nobody and who owns the land are left out."""
    board = ground.diplomacy
    province_of = {place: city.province for place, city in ground.city_at.items()}
    start = variant.start
    units = tuple(u for u in start.units if u.power in board.powers and u.kind in board.kinds)
    taken = {at: owner for at, owner in start.owners.items() if owner in board.powers}
    return replace(
        variant,
        board=board,
        start=Position(start.phase, units, {province_of[at]: owner for at, owner in taken.items()}),
        center_order=tuple(province_of[at] for at in variant.center_order),
        victory_centers=variant.victory_centers or len(board.centers) // 2 + 1,
        names={
            language: LocalNames(
                {at: name for at, name in names.places.items() if at in board.province_of},
                {key: name for key, name in names.powers.items() if key in board.powers},
            )
            for language, names in variant.names.items()
        },
        colours={key: c for key, c in variant.colours.items() if key in board.powers},
        ground=None,
        kind=DIPLOMACY_KIND,
    )

"""Games of a variant in arrays: begun, observed, kept and copied in machine code.

This is what an environment stands on; who wins, what a game is worth and when it ends says
``dragoman.env.batch_env``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from dragoman.env.answers import Observation, Overflow
from dragoman.env.areas import board_areas
from dragoman.env.compiled import GamesMachine, desk_for, unit_for
from dragoman.env.engine.forms import (
    FINE,
    ORDER_NUMBERS,
    T_COUNTED,
    T_KIND,
    T_PHASE,
    T_PHASES,
    T_WINNER,
    T_YEAR,
    TOLD,
    TOO_MANY_CHOICES,
    TOO_MANY_SLOTS,
    Games,
    PlayGround,
)
from dragoman.env.ground import Sizes, areas_called, batch_for, generator_states, ground_for
from dragoman.env.words import orders_of
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.native.library import CodeUnit
from dragoman.orders import Order
from dragoman.rules.batch.arrays import WORD
from dragoman.rules.batch.batch import Batch
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.model.position import Position

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.answers import Flags, Floats, Ints


class GameRows:
    """Games of a variant, in arrays that are made once and stay where they are."""

    def __init__(
        self,
        variant: Variant,
        games: int,
        sizes: Sizes,
        layout: str,
        threads: int,
        start: Position,
        last_year: int,
    ) -> None:
        self.variant, self.games, self.sizes, self.start = variant, games, sizes, start
        batch = self._batch = batch_for(variant)
        self.powers: tuple[str, ...] = tuple(batch.board.powers)
        """The powers, in board order: the sequence of every axis of powers."""
        neutral = batch.tables.nobody
        self.player_numbers = [one for one in range(len(self.powers)) if one != neutral]
        """The places in ``powers`` of those that are played: all, but for a power whose units obey
        nobody."""
        self.agents: tuple[str, ...] = tuple(self.powers[one] for one in self.player_numbers)
        """The powers that are played."""
        self.areas = areas_called(layout, batch.board)
        """The locations that are observed, in their sequence."""
        self.locations = board_areas(batch.board)
        """The locations of the board, which ``Observation.at`` counts."""
        self.first_counted = min(variant.start.phase.year, start.phase.year) - 1
        self._make_arrays(min(threads, games), last_year)

    def _make_arrays(self, threads: int, last_year: int) -> None:
        n, powers, batch = self.games, len(self.powers), self._batch
        sizes, tables = self.sizes, batch.tables
        self._ground = ground = ground_for(batch, sizes, self.areas, self.first_counted)
        years = last_year - self.first_counted + 1
        self.arrays = arrays = empty_games(n, ground, batch, sizes, years)
        self._wanted = np.zeros(n, np.uint8)
        most = max(
            tables.center_count + batch.board.build_terms.most_units,
            len(self.start.units) + len(self.start.dislodged),
        )
        if tables.nobody != NONE:
            most = batch.form.most_units
        self._desks = [desk_for(batch, ground, most) for _ in range(threads)]
        self._machine = GamesMachine(ground, self._desks, arrays, self._wanted)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        slots = (n, powers, sizes.slots)
        self.history = arrays.history
        """The centres of each power after each year that is over, ``(games, years, powers)``, from
        ``first_counted`` on, the year before the first."""
        self.owned, self.units = arrays.owned, arrays.units
        """The centres and the units of each power, ``(games, powers)``."""
        self.rewards: Floats = np.zeros((n, powers), np.float32)
        self.terminations: Flags = np.zeros((n, powers), np.bool_)
        self.truncations: Flags = np.zeros((n, powers), np.bool_)
        self.done: Flags = np.zeros(n, np.bool_)
        """The games that are over."""
        self.agreed: Flags = np.zeros((n, powers), np.bool_)
        """The powers that share an agreed draw."""
        self.actions = arrays.actions.reshape(slots)
        """Room for actions, ``(games, powers, slots)``: those that are to be carried out."""
        self.taken = self.actions.copy()
        """The actions that were carried out last, ``(games, powers, slots)``."""
        self.observation = Observation(
            board=arrays.board.view(np.int8).reshape(n, ground.areas, ground.channels),
            prev_board=arrays.before.view(np.int8).reshape(n, ground.areas, ground.channels),
            prev_orders=arrays.orders.reshape(n, ground.areas, ORDER_NUMBERS),
            phase=arrays.told[:, T_PHASE],
            year=arrays.told[:, T_YEAR],
            build_numbers=arrays.dues,
            mask=arrays.mask.view(np.int8).reshape(*slots, sizes.choices),
            counts=arrays.counts.reshape(slots),
            at=arrays.at.reshape(slots),
        )

    @property
    def winners(self) -> Ints:
        """``(games,)``: the number of the power that has won, -1 for none."""
        return self.arrays.told[:, T_WINNER]

    @property
    def counted_years(self) -> Ints:
        """``(games,)``: the last year whose centres have been counted."""
        return self.arrays.told[:, T_COUNTED]

    @property
    def phases(self) -> Ints:
        """``(games,)``: how many phases of each game have been carried out."""
        return self.arrays.told[:, T_PHASES]

    @property
    def tables(self) -> BoardTables:
        """The board as tables of numbers."""
        return self._batch.tables

    # Games begun

    def reset(self, seed: int | None = None, games: Sequence[int] | None = None) -> Observation:
        """Begin all games anew, or some; with a seed as if the environment were new, without one
        their generators go on."""
        chosen = np.arange(self.games) if games is None else self.numbers(games)
        self.begin_with(chosen, self.start_rows(), seed)
        return self.observation

    def start_rows(self) -> npt.NDArray[Any]:
        """The position that games begin with, packed: one row."""
        return np.asarray(self._batch.pack([self.start]))

    def pack(self, positions: Sequence[Position]) -> npt.NDArray[Any]:
        """Positions of this variant as rows, which ``put`` takes."""
        return np.asarray(self._batch.pack(positions))

    def pack_orders(
        self, rows: npt.NDArray[Any], orders: Sequence[Mapping[str, Sequence[Order]]]
    ) -> npt.NDArray[np.int32]:
        """The orders of each power in positions as codes, which ``actions_of`` takes.

        Raises:
            DragomanError: if one is for no unit, or does not say all that it does.
        """
        return np.asarray(self._batch.pack_orders(rows, orders))

    def begin_with(self, games: Ints, rows: npt.NDArray[Any], seed: int | None) -> None:
        self.arrays.rows[games] = rows
        if seed is not None:
            self.arrays.states[games] = generator_states(seed, games)
        for flags in (self.done, self.agreed, self.terminations, self.truncations):
            flags[games] = False
        self.arrays.history[games] = 0
        self.rewards[games] = 0
        self.run("begin_games", games)

    def put(self, games: Sequence[int], rows: npt.NDArray[Any]) -> None:
        """Begin games with packed positions (``Batch.pack``), one row for each.

        Raises:
            DragomanError: if they are no positions of this board, or have more units than there is
                room for.
        """
        columns = self._batch.columns(rows)
        room = WORD * self._desks[0].room.size.words
        most = int((columns.unit_count + columns.dislodged_count).max(initial=0))
        if most > room:
            raise DragomanError(f"positions of {most} units; here is room for {room}")
        self.begin_with(self.numbers(games), rows, None)

    # Games kept, copied, told apart

    def save(self, games: Sequence[int] | None = None) -> npt.NDArray[np.uint8]:
        """All that stands in games, ``(games, bytes)``: of a game the same bytes, in whatever
        environment of the same arguments it stands."""
        chosen = slice(None) if games is None else self.numbers(games)
        parts = [np.ascontiguousarray(one[chosen]) for one in self._kept()]
        return np.concatenate([one.reshape(len(one), -1).view(np.uint8) for one in parts], axis=1)

    def load(self, saved: npt.NDArray[np.uint8], games: Sequence[int] | None = None) -> Observation:
        """Put what was saved in the place of all games, or of some.

        Raises:
            DragomanError: if it was not saved from an environment of the same arguments, or there
                are not as many rows as games.
        """
        chosen = np.arange(self.games) if games is None else self.numbers(games)
        kept = self._kept()
        sizes = [one.itemsize * int(np.prod(one.shape[1:])) for one in kept]
        if saved.dtype != np.uint8 or saved.shape != (len(chosen), sum(sizes)):
            needed = f"uint8 of shape {(len(chosen), sum(sizes))}, as save() makes them"
            raise DragomanError(
                f"rows of {saved.dtype} and shape {saved.shape}; needed are {needed}"
            )
        begin = 0
        for one, size in zip(kept, sizes, strict=True):
            part = np.ascontiguousarray(saved[:, begin : begin + size])
            one[chosen] = part.view(one.dtype).reshape(len(chosen), *one.shape[1:])
            begin += size
        self.run("look_again", chosen)
        return self.observation

    def fork(self, game: int, copies: Sequence[int]) -> None:
        """Copy a game into the places of others, its generator too."""
        (one,), chosen = self.numbers([game]), self.numbers(copies)
        for array in (*self.arrays, self.done, *self._flags()):
            array[chosen] = array[one]

    def _kept(self) -> list[npt.NDArray[Any]]:
        """The arrays from which all others follow."""
        a = self.arrays
        parts = a.rows, a.before, a.orders, a.told, a.history, a.states, self.done, *self._flags()
        return list(parts)

    def _flags(self) -> tuple[npt.NDArray[Any], ...]:
        return self.agreed, self.terminations, self.truncations, self.rewards

    def hash(self) -> Ints:
        """A key of each game's position, ``(games,)``: the same for equal positions of one year, in
        whatever sequence their units stand, and else as good as never (Zobrist 1970)."""
        keys = np.zeros(self.games, np.int64)
        self._machine.keys(keys)
        return keys

    def positions(self, games: Sequence[int] | None = None) -> list[Position]:
        """The positions of all games, or of some, as objects."""
        chosen = np.arange(self.games) if games is None else self.numbers(games)
        return self._batch.unpack(self.arrays.rows[chosen])

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The packed positions, ``(games, cells)``, as ``dragoman.rules.batch`` has them."""
        return self.arrays.rows

    # Choices in full

    def codes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The legal orders of all games, sparse: ``codes`` of shape ``(games, listed)``, and
        ``begins`` of ``(games, powers, slots)``. The choices of a slot are
        ``codes[game, begin : begin + count]``, numbers as in
        ``dragoman.rules.engine.packed_orders``."""
        return self.arrays.codes, self.arrays.begins.reshape(self.actions.shape)

    def padded_codes(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """The same padded: ``(games, powers, slots, choices)``, -1 behind the last. ``out`` is an
        array to write them to."""
        shape = (*self.actions.shape, self.sizes.choices)
        found = np.empty(shape, np.int32) if out is None else out
        codes, begins = self.codes()
        places = begins[..., None] + np.arange(self.sizes.choices, dtype=np.int32)
        np.minimum(places, self.sizes.listed - 1, out=places)
        games = np.arange(self.games)[:, None, None, None]
        found[...] = np.where(self.observation.mask == 1, codes[games, places], NONE)
        found[self.observation.counts == 0] = NONE
        return found

    def actions_of(self, codes: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The actions that stand for orders as ``Batch.process`` takes them, ``(games, provinces)``
        of codes; -1 for a slot that none of them is for. It is ``actions``.

        Raises:
            DragomanError: if there are not as many rows and columns.
        """
        shape = (self.games, self._ground.provinces)
        if codes.dtype != np.int32 or codes.shape != shape:
            raise DragomanError(
                f"codes of {codes.dtype} and shape {codes.shape}; needed is int32 of {shape}"
            )
        self._machine.choose(np.ascontiguousarray(codes))
        return self.actions

    def orders(self, game: int, power: str) -> list[list[Order]]:
        """The legal orders of a power's slots, as objects: action ``k`` of slot ``u`` is
        ``orders(game, power)[u][k]``. Slots without a choice are left out.

        Raises:
            DragomanError: if there is no such game or power.
        """
        (number,) = self.numbers([game])
        if power not in self.powers:
            raise DragomanError(f"there is no power {power}; there are {', '.join(self.powers)}")
        place = self.powers.index(power)
        codes, begins = self.arrays.codes[number], self.codes()[1][number, place].tolist()
        counts, at = self.observation.counts[number, place], self.observation.at[number, place]
        slots = [
            (where, codes[begin : begin + count].tolist())
            for where, begin, count in zip(at.tolist(), begins, counts.tolist(), strict=True)
            if count
        ]
        (position,) = self.positions([game])
        return orders_of(self.variant, self._batch.tables, position, power, slots)

    def is_adjustment(self, game: int) -> bool:
        """True if a game is in an adjustment phase."""
        return bool(self.arrays.told[game, T_KIND] == ADJUSTMENTS)

    def numbers(self, games: Sequence[int]) -> Ints:
        chosen = np.asarray(games, np.int64).reshape(-1)
        if len(chosen) and not (chosen.min() >= 0 and chosen.max() < self.games):
            raise DragomanError(f"games are numbered from 0 to {self.games - 1}, not {games}")
        return chosen

    def run(self, name: str, games: Ints) -> None:
        """Have machine code go through some games."""
        self._wanted[:] = 0
        self._wanted[games] = 1
        calls: Sequence[Callable[[], int]] = self._machine.calls[name]
        if self._pool is None:
            faults = [call() for call in calls]
        else:
            faults = list(self._pool.map(_call, calls))
        for desk, fault in zip(self._desks, faults, strict=True):
            if fault != FINE:
                self._overflow(fault, *(int(one) for one in desk.fault[1:4]))

    def _overflow(self, fault: int, game: int, power: int, needed: int) -> None:
        argument = {TOO_MANY_SLOTS: "slots", TOO_MANY_CHOICES: "choices"}.get(fault, "listed")
        raise Overflow(game, "" if power == NONE else self.powers[power], argument, needed)


def empty_games(n: int, ground: PlayGround, batch: Batch, sizes: Sizes, years: int) -> Games:
    """The arrays of so many games, with nothing in them yet."""
    seats, flags = ground.powers * sizes.slots, ground.areas * ground.channels
    short, long, byte = np.int32, np.int64, np.uint8
    cell = np.uint16 if batch.form.cell_bits == 16 else np.uint32
    return Games(
        rows=np.zeros((n, batch.form.row), cell),
        codes=np.zeros((n, sizes.listed), short),
        begins=np.zeros((n, seats), short),
        counts=np.zeros((n, seats), short),
        places=np.full((n, seats), NONE, short),
        at=np.full((n, seats), NONE, short),
        shown=np.zeros((n, seats), short),
        mask=np.zeros((n, seats, sizes.choices), byte),
        board=np.zeros((n, flags), byte),
        before=np.zeros((n, flags), byte),
        orders=np.zeros((n, ground.areas * ORDER_NUMBERS), short),
        told=np.zeros((n, TOLD), long),
        owned=np.zeros((n, ground.powers), short),
        units=np.zeros((n, ground.powers), short),
        dues=np.zeros((n, ground.powers), short),
        history=np.zeros((n, years, ground.powers), short),
        actions=np.zeros((n, seats), short),
        states=np.zeros(n, long),
    )


def unit_of_env(variant: Variant) -> CodeUnit:
    """The machine code of environments of a variant, and of all whose boards are of its size."""
    batch, sizes = batch_for(variant), Sizes(1, 1, 1)
    ground = ground_for(batch, sizes, board_areas(batch.board), 0)
    desk = desk_for(batch, ground, batch.tables.center_count)
    return unit_for(ground, desk, empty_games(1, ground, batch, sizes, 1))


def _call(function: Callable[[], int]) -> int:
    return function()

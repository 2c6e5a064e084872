"""The reckoning of bots as machine code: its modules translated together with the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from dragoman.bots.batch_evaluator import evaluator_for, room_to_search
from dragoman.bots.engine import (
    candidates,
    dumb,
    forms,
    learned,
    pairs,
    racing,
    rollout,
    rows,
    search,
    terms,
    worth,
)
from dragoman.bots.engine.rows import BatchEvaluator
from dragoman.game import Variant
from dragoman.native.kinds import CELLS, NUMBER, Kind, RecordKind, View, flattened, kind_of
from dragoman.native.library import (
    CodeUnit,
    Library,
    address_of,
    given,
    is_ready,
    library_of,
)
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.batch import Batch
from dragoman.rules.batch.kernel_rows import room_kind
from dragoman.rules.batch.with_rules import unit_with_rules
from dragoman.values import FrozenMap

_MODULES: Final = (
    worth,
    dumb,
    rows,
    learned,
    terms,
    rollout,
    candidates,
    racing,
    search,
    pairs,
)
_EACH: Final = View(CELLS["i8"])
_EACH_OF_ALL: Final = View(CELLS["i8"], 2)
_TEMPER: Final = kind_of(forms.USUAL)
_TAKEN: Final[Mapping[str, Kind]] = FrozenMap(
    dict.fromkeys(("power", "partner", "budget", "winters", "until", "last_year"), NUMBER)
    | dict.fromkeys(("temper", "steady", "noisy"), _TEMPER)
    | dict.fromkeys(("played", "budgets", "tempers"), _EACH_OF_ALL)
    | {"seeds": _EACH, "all_played": _EACH}
    | {"codes": View(CELLS["i4"], 2), "outcomes": View(CELLS["f8"], 2)}
)
"""The kinds of what the functions are given. That of ``rows`` are positions, ``search`` is the room
of a search."""
_ENTRIES: Final[Mapping[str, str]] = FrozenMap(
    {
        "order_rows": "rows, all_played, seeds, temper, codes",
        "play_rows": "search, rows, played, budgets, seeds, tempers, steady, noisy, until, "
        "last_year",
        "search_row": "search, power, budget, steady, noisy, last_year",
        "pair_row": "search, power, partner, budget, last_year",
        "try_agreed": "search, winters, last_year, outcomes",
    }
)
"""The functions that are called from outside, and what they take behind an evaluator."""


def _entries(evaluator: BatchEvaluator) -> dict[str, Sequence[Kind]]:
    """The kinds of what the functions take, for boards and positions like those of an evaluator."""
    size: KernelSize = evaluator.room.size
    cells = f"u{size.cell_bits // 8}"
    parts = [("room", room_kind(evaluator.room.kernel.takes, size))]
    parts += [(one, kind_of(getattr(evaluator, one))) for one in evaluator._fields if one != "room"]
    room = kind_of(room_to_search(evaluator))
    taken = dict(_TAKEN) | {"search": room, "rows": View(CELLS[cells], 2)}
    whole = RecordKind("BatchEvaluator", tuple(parts))
    return {
        name: (whole, *(taken[one] for one in given.split(", ")))
        for name, given in _ENTRIES.items()
    }


def machine() -> Mapping[str, Callable[..., Any]]:
    """The functions, by their names, to be called with an evaluator and what they take.

    Raises:
        NoMachineCode: when one is called, if there is no machine code for this machine, nor a
            compiler.
    """
    return _MACHINE


def _call(name: str, evaluator: BatchEvaluator, *arguments: Any) -> Any:
    made = _made_for(evaluator)
    numbers: list[int] = []
    for kind, argument in zip(made.kinds[name], (evaluator, *arguments), strict=True):
        numbers += flattened(kind, argument, address_of)
    return made.library.entry(name)(given(numbers))


class _Made(NamedTuple):
    """Machine code for boards and positions of a size."""

    library: Library
    kinds: Mapping[str, Sequence[Kind]]


def is_ready_for(variant: Variant) -> bool:
    """True if bots can search in games of a variant at once: no machine code has to be built."""
    return is_ready(_unit_for(variant))


def build_ahead(variant: Variant) -> None:
    """Build the machine code with which bots search in games of a variant, if there is none.

    Raises:
        NoMachineCode: if it cannot be built here.
    """
    library_of(_unit_for(variant))


@lru_cache(maxsize=64)
def _unit_for(variant: Variant) -> CodeUnit:
    calendar = variant.calendar_under(variant.rule_set)
    batch = Batch(variant.board, variant.rule_set, variant.victory_centers, 1, calendar)
    evaluator = evaluator_for(batch)
    return unit_of_bots(evaluator.room.size, _entries(evaluator))


_made: dict[KernelSize, _Made] = {}
_making: Final = Lock()


def _made_for(evaluator: BatchEvaluator) -> _Made:
    """The machine code for an evaluator, made once."""
    size: KernelSize = evaluator.room.size
    if size not in _made:
        with _making:
            kinds = _entries(evaluator)
            _made.setdefault(size, _Made(library_of(unit_of_bots(size, kinds)), kinds))
    return _made[size]


def unit_of_bots(size: KernelSize, entries: Mapping[str, Sequence[Kind]]) -> CodeUnit:
    """The reckoning of bots for boards and positions of such a size. ``entries`` are the functions
    that are called from outside, and what each takes."""
    texts = Path(str(forms.__file__)), Path(__file__)
    return unit_with_rules(
        "bots", size, _MODULES, entries, *(one.read_text("utf-8") for one in texts)
    )


def unit_of_evaluator(evaluator: BatchEvaluator) -> CodeUnit:
    """The same for boards and positions like those of an evaluator."""
    return unit_of_bots(evaluator.room.size, _entries(evaluator))


_MACHINE: Final = MappingProxyType({name: partial(_call, name) for name in _ENTRIES})

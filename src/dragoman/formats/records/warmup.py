"""The compiled judge made ready: here and now, or by a process beside this one.

``python -m dragoman.formats.records.warmup VARIANT`` is that process. It is not in a hurry, and
goes on when whoever began it has ended: the next stream is glad of it.
"""

from __future__ import annotations

import os
import subprocess
import sys

from dragoman.files import FolderInUse, folder_to_keep_in, locked
from dragoman.formats.records import compiled_scanner
from dragoman.formats.variants.loading import VariantError, load_variant
from dragoman.game import Variant
from dragoman.rules.batch import Batch
from dragoman.rules.batch.arrays import KernelSize, kernel_size
from dragoman.rules.batch.compile import is_compiled
from dragoman.rules.batch.packed_form import packed_form
from dragoman.rules.judge.board_index import BoardConditions, board_index


def kernel_of(variant: Variant) -> KernelSize:
    """The size of the kernel that judges turns of the variant, as it begins."""
    tables = board_index(variant.board).tables_under(BoardConditions())
    size = kernel_size(len(variant.board.locations), len(variant.start.units))
    return size._replace(cell_bits=packed_form(tables).cell_bits)


def is_ready(variant: Variant) -> bool:
    """True if nothing need be compiled to judge turns of the variant."""
    return is_compiled(kernel_of(variant)) and compiled_scanner.is_compiled()


def make_ready(variant: Variant) -> None:
    """Compile what judges turns of the variant, unless that was done before."""
    rules, calendar = variant.rule_set, variant.calendar
    batch = Batch(variant.board, rules, variant.victory_centers, 1, calendar)
    batch.prepare(batch.pack([variant.start]))
    compiled_scanner.make_compiled()


def make_ready_beside(name: str) -> None:
    """Have another process compile what judges turns of the variant of this name."""
    subprocess.Popen(
        [sys.executable, "-m", __name__, name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _main(name: str) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        variant = load_variant(name)
        with locked(folder_to_keep_in(), "compiling"):
            if not is_ready(variant):
                make_ready(variant)
    except (VariantError, FolderInUse, OSError):
        pass  # another process is at it already, or nothing can be kept


if __name__ == "__main__":
    _main(sys.argv[1])

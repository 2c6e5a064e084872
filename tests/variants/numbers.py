"""The numbers of each shipped variant, noted in ``numbers.csv``, so that nothing changes unseen:
``python -m tests.variants.numbers`` notes them anew; read the difference before you commit it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

from dragoman.formats import load_variant, shipped_variants
from dragoman.game import Variant

NOTED = Path(__file__).with_name("numbers.csv")


def numbers(variant: Variant) -> dict[str, str]:
    """The numbers of a variant, as they are noted."""
    board, start = variant.board, variant.start
    found = {
        "variant": variant.name,
        "powers": len(board.powers),
        "provinces": len(board.provinces),
        "centres": len(board.centers),
        "homes": sum(map(len, board.homes.values())),
        "ways": len(board.paths),
        "units": len(start.units),
        "owned": len(start.owners),
        "win": variant.victory_centers,
        "first": start.phase,
    }
    return {word: str(value) for word, value in found.items()}


def noted() -> Mapping[str, dict[str, str]]:
    """The numbers that are noted, by the variant's name."""
    with NOTED.open(encoding="utf-8", newline="") as file:
        return {row["variant"]: row for row in csv.DictReader(file)}


def _shipped() -> Iterator[dict[str, str]]:
    return (numbers(load_variant(name)) for name in shipped_variants())


if __name__ == "__main__":
    rows = [*_shipped()]
    with NOTED.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)

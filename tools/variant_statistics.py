"""Games of all variants of Diplomacy among bots, kept for the pages about variants:
``python tools/variant_statistics.py``, after a variant was added or its map was changed.
"""

from __future__ import annotations

import json
import sys

from dragoman.files import write_atomically
from dragoman.formats import load_variant, shipped_variants
from dragoman.games.variants.balance import BOTS, KEPT, balance_of, plays


def main() -> None:
    """Play those that are named, or all, and keep what came of it."""
    found = json.loads(KEPT.read_text("utf-8")) if KEPT.is_file() else {}
    for name in sys.argv[1:] or shipped_variants():
        variant = load_variant(name)
        if played := [bot for bot in BOTS if plays(bot, variant)]:
            found[name] = [balance_of(variant, bot) for bot in played]
            print(name, flush=True)
    lines = [f"{json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    write_atomically(KEPT, "{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()

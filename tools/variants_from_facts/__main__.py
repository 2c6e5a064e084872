"""Folders of variants from their facts, to be looked after by hand from then on:
``python -m tools.variants_from_facts FACTS.json... --to FOLDER``.

A file of facts has a variant's powers with homes and units, its provinces and borders, its first
phase, how many centres win, who designed it and which sources say so. Each folder is read again and
compared with its facts. A variant that needs rules which facts have no form for is told, and left
out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from dragoman.files import write_atomically
from dragoman.formats import load_variant

from .comparing import differences
from .facts import is_missing_rules, read_facts
from .languages import name_files
from .own_map import own_map_files
from .usual_map import is_on_usual_map, usual_map_files


def main() -> None:
    """Make the folders that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", nargs="+", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    for path in asked.facts:
        facts = read_facts(path)
        name = facts["name"]
        if is_missing_rules(facts):
            print(f"{name}: left out, it needs rules that are made by hand")
            continue
        files = usual_map_files(facts) if is_on_usual_map(facts) else own_map_files(facts)
        folder = asked.to / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            write_atomically(folder / file, text)
        for file, text in name_files(load_variant(folder)).items():
            write_atomically(folder / file, text)
        told = differences(folder, facts)
        print(f"{name}: written", *told, sep="\n  ")


if __name__ == "__main__":
    main()

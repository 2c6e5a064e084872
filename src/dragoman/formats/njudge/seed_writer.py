"""Writing seed files in the form of the manual."""

from __future__ import annotations

from dragoman.formats.njudge.seed_file import SeedFile, SeedUnit, Treasury


def write_seed(seed_file: SeedFile) -> str:
    """The text of a seed file, which ``read_seed`` reads back as the same.

    Rows of the Machiavelli record stand one in a line, and an empty third part follows them.
    """
    lines = [seed_file.turn] if seed_file.turn else []
    lines += [_unit(unit) for unit in seed_file.units]
    lines.append("-1")
    lines += [seed_file.ownership] if seed_file.ownership else []
    lines += [f"{row.tag}:{row.text}" for row in seed_file.rows]
    lines += map(_treasury, seed_file.treasuries)
    lines += [
        f"{pledge.tag}:{pledge.power} {pledge.others}".rstrip() for pledge in seed_file.pledges
    ]
    lines += ["-1", "-1"] if seed_file.has_record else ["-1"]
    return "\n".join(lines) + "\n"


def _unit(unit: SeedUnit) -> str:
    places = ", ".join((unit.place, *unit.retreats))
    return f"{unit.owner}{unit.status} {unit.special}{unit.kind} {places}"


def _treasury(treasury: Treasury) -> str:
    owed = (amount for loan in treasury.loans for amount in (loan.principal, loan.interest))
    return "D:" + " ".join((treasury.power, *map(str, (treasury.ducats, *owed))))

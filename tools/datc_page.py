"""Write datc.md: the cases of DATC with the result of each, from the case files and a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "rules"))

from case_files import CASES, Case, Trial, read_all  # noqa: E402
from case_judging import differences  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "datc.md"

HEAD = """\
# DATC: the adjudicator test cases

The *Diplomacy Adjudicator Test Cases* by Lucas B. Kruijswijk, version 3.0 (2024-02-23), are
the hobby's agreed examples of how orders come out, and of the questions on which the
rulebooks leave the choice to the judge. Dragoman keeps all of them as data under
`tests/cases/datc/`, with titles of its own, and runs each through its order scanner and its
rules: under the choices the document prefers (the rule set `datc`, the default) and under
every other choice for which an outcome is known. A case passes when the result of every
order, every unit's place, the dislodged units, the retreats allowed, the builds and the
removals are all as expected.

This page is written by `python tools/datc_page.py` from a run; a test compares the two.

- **Preferred** lists the document's choices that bear on the case, **Result** whether it
  passes under them.
- **Other choices** are those under which the case was run as well. *Same* means that the
  same units stand and are dislodged as under the preferred ones. An asterisk marks an
  outcome that the document does not state and that we worked out from the wording of the
  choice.
- **Left open** are choices for which the document gives no outcome. They are not run.

A choice is written as `--set` takes it: `4.A.2=f` is answer f to issue 4.A.2 of the document.
"""

SECTIONS = {
    "6.A": "Basic checks",
    "6.B": "Coasts",
    "6.C": "Rings of moves",
    "6.D": "Supports and dislodgement",
    "6.E": "Head-to-head battles and beleaguered garrisons",
    "6.F": "Convoys",
    "6.G": "Convoys to adjacent provinces",
    "6.H": "Retreats",
    "6.I": "Builds",
    "6.J": "Civil disorder and removals",
}


def written() -> str:
    """The page, from the case files and a run of them."""
    cases = list(read_all(CASES / "datc"))
    passed = {trial.id: not differences(trial) for case in cases for trial in case.trials}
    return "\n".join([HEAD, *_summary(cases, passed), *_tables(cases, passed)])


def _summary(cases: Sequence[Case], passed: dict[str, bool]) -> Iterator[str]:
    others = [trial for case in cases for trial in case.trials if trial.choice]
    open_count = sum(len(case.open_choices) for case in cases)
    main = sum(passed[case.id] for case in cases)
    other = sum(passed[trial.id] for trial in others)
    yield (
        f"**{main} of {len(cases)} cases** pass under the preferred choices, and **{other} of "
        f"{len(others)} runs** under other choices; {open_count} choices are left open.\n"
    )


def _tables(cases: Sequence[Case], passed: dict[str, bool]) -> Iterator[str]:
    for section, group in groupby(cases, lambda case: case.id.rpartition(".")[0]):
        yield f"## {section} {SECTIONS[section]}\n"
        yield "| Case | About | Preferred | Result | Other choices | Left open |"
        yield "|---|---|---|---|---|---|"
        for case in group:
            others = [_other(trial, passed[trial.id]) for trial in case.trials if trial.choice]
            left_open = [f"{choice}: {why}" for choice, why in case.open_choices.items()]
            cells = [
                case.id,
                case.title,
                ", ".join(case.preferred),
                _word(passed[case.id]),
                "<br>".join(others),
                "<br>".join(left_open),
            ]
            yield f"| {' | '.join(cells)} |"
        yield ""


def _other(trial: Trial, passed: bool) -> str:
    same = " same," if trial.only_positions else ""
    return f"{trial.choice}{'*' if trial.derived else ''}:{same} {_word(passed)}"


def _word(passed: bool) -> str:
    return "passes" if passed else "**fails**"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")

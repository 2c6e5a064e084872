"""The explanations of some rule cases, as they stand in ``golden/``.

After a change that is meant, write them anew with ``python tests/reports/explained_cases.py``
and read what has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent / "rules")]

from case_judging import variant_of  # noqa: E402
from turns_to_explain import TRIALS, resolutions  # noqa: E402

from dragoman.reports import explanations  # noqa: E402
from dragoman.words import LANGUAGES  # noqa: E402

CASES = (
    *("6.A.1", "6.A.5", "6.A.6", "6.A.8", "6.A.11", "6.A.12"),
    *("6.B.2", "6.B.3", "6.B.7", "6.B.9"),
    *("6.C.1", "6.C.3", "6.C.5", "6.C.6"),
    *("6.D.2", "6.D.3", "6.D.7", "6.D.10", "6.D.12", "6.D.15", "6.D.17", "6.D.20"),
    *("6.E.1", "6.E.3", "6.E.4", "6.E.5", "6.E.7"),
    *("6.F.6", "6.F.9", "6.F.9[4.A.1=a]", "6.F.14", "6.F.14[4.A.2=d]", "6.F.16", "6.F.22"),
    *("6.G.2", "6.G.8", "6.G.8[4.A.3=c-fallback]", "6.G.10", "6.G.20"),
    *("6.H.1", "6.H.6", "6.H.8", "6.H.10", "6.H.11"),
    *("6.I.1", "6.I.4", "6.J.1", "6.J.2", "6.J.7"),
    *("gateway by leave", "gateway without leave", "gateway of nobody", "gateway one a turn"),
    *("gateway controller leaves", "gateway support without leave", "safe haven, out"),
    *("railway stopped by who is there", "railway stopped by who comes", "railway one a turn"),
    *("railway and support", "railway stopped, and supported where it was to go"),
    *("railway two own pass each other", "mx two alone", "mx with support", "mx cuts"),
    *("mx head-on, supported", "mx two supports", "hx two supports", "lx by convoy"),
    *(
        "ice under a convoy",
        "ice, no support",
        "ice, no retreat",
        "gateway supported passage",
        "duality",
        "hong kong, own home",
    ),
    *("high sea, room for two", "high sea, no dislodgement", "high sea, support void"),
    *("high sea, support not cut", "high sea, no head-on", "high sea, stand-off out of it"),
    *("high sea, support for one of two", "high sea, support by a neighbour"),
    *("high sea, no retreat to the attacker", "high sea, civil disorder"),
)
"""The rule cases, with the choice they are judged under where it is not the preferred one."""


def golden(language: str) -> Path:
    """Where the explanations in a language are kept."""
    return HERE / "golden" / f"{language}.txt"


def written(language: str) -> str:
    """The explanations of every case as the file holds them."""
    return "\n".join(line for case in CASES for line in _case(case, language)) + "\n"


def _case(id_: str, language: str) -> Iterator[str]:
    trial = TRIALS[id_]
    yield f"{id_} {trial.case.title}"
    for resolution in resolutions(trial):
        yield f"  {resolution.phase}"
        for explanation in explanations(variant_of(trial), resolution):
            yield f"    {explanation.text(language)}"
    yield ""


if __name__ == "__main__":
    for one in LANGUAGES:
        golden(one).write_text(written(one), encoding="utf-8")

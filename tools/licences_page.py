"""Write docs/reference/dependencies.md: what is installed with Dragoman and its extras, and under
which licence, from the metadata of what is installed here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "reference" / "dependencies.md"
NOT_LISTED: Final = ("dev", "bench", "sb3")
"""Extras for work on Dragoman itself, and one that is too large to be installed for this page."""
STATED: Final = {
    "cuda-toolkit": "LicenseRef-NVIDIA-Proprietary",
    "pyrage": "MIT",
    "resvg-py": "MIT",
}
"""The licences of packages whose metadata have none, from their files."""
_NAMES: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "SIL Open Font License 1.1 (OFL-1.1)": "OFL-1.1",
}
_HEAD: Final = """# Dependencies and their licences

Dragoman is under the MIT licence. A light install has what comes always; each extra adds to it.
None is under the GPL or the AGPL. NVIDIA's parts are its own, and come with the extra `cuda` alone.
The extra `sb3` brings Stable-Baselines3 (MIT) and PyTorch (BSD-3-Clause), with what these bring.
A test compares this page with what is installed.
"""


def rows() -> Iterator[tuple[str, str, str]]:
    """Each package with its licence and the extras that bring it; a light install first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    brought: dict[str, set[str]] = {}
    for extra in ("", *(one for one in optional if one not in NOT_LISTED)):
        asked = [*project["dependencies"], *(f"dragoman[{extra}]" for _ in extra[:1])]
        for name in _closure(asked, optional):
            brought.setdefault(name, set()).add(extra)
    for name, by in sorted(brought.items(), key=lambda one: ("" not in one[1], one[0])):
        said = "always" if "" in by else ", ".join(f"`{one}`" for one in sorted(by - {"all"}))
        yield name, licence_of(distribution(name)), said


def _closure(asked: Iterable[str], optional: Mapping[str, list[str]]) -> set[str]:
    """The names of all that is installed where this is asked for."""
    open_, seen = [(text, "") for text in asked], set[tuple[str, str]]()
    while open_:
        text, within = open_.pop()
        wanted = Requirement(text)
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": within}):
            continue
        name = canonicalize_name(wanted.name)
        for extra in ("", *wanted.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            if name == "dragoman":
                open_ += [(one, "") for one in optional.get(extra, ())]
                continue
            try:
                open_ += [(one, extra) for one in distribution(name).requires or ()]
            except PackageNotFoundError:  # for another system
                seen.discard((name, extra))
    return {name for name, _ in seen} - {"dragoman"}


def licence_of(found: Distribution) -> str:
    """The licence by its SPDX name where the metadata have it, else as they say it."""
    told = found.metadata
    if (name := canonicalize_name(told["Name"])) in STATED:
        return STATED[name]
    if expression := told.get("License-Expression"):
        return expression
    known = [
        one.rpartition(" :: ")[2]
        for one in told.get_all("Classifier") or ()
        if one.startswith("License :: ") and not one.endswith("OSI Approved")
    ]
    said = " or ".join(_NAMES.get(one, one) for one in known)
    return said or (told.get("License") or "").strip().partition("\n")[0]


def written() -> str:
    """The page."""
    lines = ["| package | licence | comes with |", "|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows()]
    return f"{_HEAD}\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")

"""Files of other sites and programs that a stranger brings, made into a variant in a process of its
own, which may use so much time and memory and no more.

``python -m dragoman.games.variants.converted`` is that process: a file as JSON on its input, the
texts of the variant's files on its output.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from dataclasses import asdict, replace
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.formats import read_dpjudge, write_variant
from dragoman.formats.foreign.bundle import BundleRefused, read_archive
from dragoman.formats.foreign.reading import variant_name
from dragoman.game import Variant
from dragoman.games.variants.foreign import read_files
from dragoman.games.variants.trial import CPU_SECONDS, limit_process, read_told
from dragoman.quick_dataclass import dataclass

_MOST_TOLD: Final = 100
"""So many faults and losses are told."""


@dataclass(frozen=True, slots=True)
class ConvertedFiles:
    """The texts of a variant's files, empty where there is none, and what was wrong or was lost."""

    name: str
    map: str
    seed: str
    toml: str
    told: tuple[Diagnostic, ...]


def convert_file(content: bytes, file: str, which: str = "") -> ConvertedFiles:
    """The variant in a file that somebody brings: a ``.zip`` of a folder, or a ``.map``."""
    given = {"content": base64.b64encode(content).decode(), "file": file, "which": which}
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "dragoman.games.variants.converted"],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=CPU_SECONDS * 2,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _nothing(_too_much(file))
    if ran.returncode != 0 or not ran.stdout:
        return _nothing(_too_much(file))
    found: dict[str, Any] = json.loads(ran.stdout)
    told = tuple(map(read_told, found.pop("told")))
    return ConvertedFiles(**found, told=told)


def main() -> None:
    """Convert what stands on the input."""
    limit_process()
    given = json.load(sys.stdin)
    content = base64.b64decode(given["content"])
    found = _converted(content, given["file"], given["which"])
    told = [{**asdict(one), "severity": one.severity.value} for one in found.told[:_MOST_TOLD]]
    json.dump({**asdict(found), "told": told}, sys.stdout)


def _converted(content: bytes, file: str, which: str) -> ConvertedFiles:
    if file.lower().endswith(".map"):
        variant, faults = read_dpjudge(content, file)
        return _written(variant, faults)
    try:
        bundle = read_archive(content, file)
    except BundleRefused as refused:
        return _nothing(refused.diagnostic)
    found = read_files(bundle, which, with_map=False)
    return _written(found.variant, found.faults)


def _written(variant: Variant | None, faults: tuple[Diagnostic, ...]) -> ConvertedFiles:
    if variant is None:
        return _nothing(*faults)
    named = replace(variant, name=_allowed(variant.name))
    files, losses = write_variant(named)
    texts = {word: files.get(f"{word}.{named.name}", "") for word in ("map", "seed")}
    told = (*faults, *losses)
    return ConvertedFiles(named.name, texts["map"], texts["seed"], files["variant.toml"], told)


def _allowed(name: str) -> str:
    """A name such as variants have that people bring: it begins with a letter."""
    word = variant_name(name)
    return word if word[0].isalpha() and len(word) > 1 else f"map_{word}"[:39]


def _nothing(*faults: Diagnostic) -> ConvertedFiles:
    return ConvertedFiles("", "", "", "", faults)


def _too_much(file: str) -> Diagnostic:
    what = "these files take the judge too long, or more memory than it has"
    return Diagnostic("too-much-work", what, "leave out what is no part of the variant", file)


if __name__ == "__main__":
    main()

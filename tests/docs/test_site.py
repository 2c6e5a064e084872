"""The site of the docs: pages lie where their group is, and what they have people type is there.
MkDocs looks at the links (``make check``)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.command_options import options_of_commands

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FOLDERS = {
    "Tutorials": "tutorials",
    "How-to": "how-to",
    "Reference": "reference",
    "Explanation": "explanation",
}
READERS = {
    "Players": "players",
    "Game masters": "masters",
    "Tournament directors": "directors",
    "Designers": "designers",
    "Hosts": "hosts",
    "Programmers": "programmers",
    "Contributors": "contributors",
}


ABOVE_ALL = {"index.md", "architecture.md"}
"""Pages that others, also outside, know by their names since long."""


def pages(entry: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The pages of the navigation, each with the headings over it."""
    if isinstance(entry, str):
        yield path, entry
    elif isinstance(entry, list):
        for one in entry:
            yield from pages(one, path)
    else:
        for name, inner in entry.items():
            yield from pages(inner, (*path, name))


def test_folder_and_group_agree_and_every_page_is_in_one() -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    nav = [*pages(yaml.safe_load(text[text.index("\nnav:") :])["nav"])]
    there = [one.relative_to(DOCS).as_posix() for one in DOCS.rglob("*.md")]
    assert sorted(page for _, page in nav) == sorted(there)
    for path, page in nav:
        if page not in ABOVE_ALL:
            assert page.startswith(f"{FOLDERS[path[0]]}/"), page
        if path[0] == "How-to" and path[1] in READERS:
            assert page.startswith(f"how-to/{READERS[path[1]]}/"), page


def typed(page: str) -> Iterator[list[str]]:
    """The commands of Dragoman in the blocks of a page, word by word."""
    for block in re.findall(r"(?ms)^ *```console\n(.*?)^ *```$", page):
        for line in re.findall(r"(?m)^ *[$#] (.*)$", block):
            for part in re.split(r"; |&& |\| ", line):
                words = shlex.split(re.split(r"\s#|[<>]", part)[0].rstrip("\\"))
                if words[:1] == ["dragoman"]:
                    yield words[1:]


def test_every_command_and_option_of_every_page_is_there() -> None:
    there = options_of_commands()
    count, wrong = 0, list[str]()
    for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")):
        for words in typed(file.read_text("utf-8")):
            count += 1
            options = {word.partition("=")[0] for word in words if word.startswith("--")}
            plain = [word for word in words if not word.startswith("-")]
            if plain[:2] == ["tournament", "correct"]:  # the rest is another command of the desk
                plain[1:3] = []
            named = next(n for n in (3, 2, 1, 0) if " ".join(plain[:n]) in there)
            if missing := options - there[" ".join(plain[:named])]:
                wrong.append(f"{file.name}: {' '.join(words)}: {missing}")
    assert count > 200 and wrong == []

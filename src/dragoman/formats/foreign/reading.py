"""Whose files a folder or an archive holds, and the variant in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.formats.foreign import godip, jdip, webdiplomacy
from dragoman.formats.foreign.bundle import Bundle
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass

Found = tuple[Variant | None, tuple[Diagnostic, ...]]


CONFIGS = ("config.json", "config.toml")
"""The files of DiplomacyGM, of which one lies beside a picture that is read as one."""


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """A kind of files that variants are kept in elsewhere. ``marks`` are names of files (``*.go``:
    endings) that all lie in a folder of that kind; ``read`` is given the folder, the name that the
    variant is to have, and which of several is meant (empty: the first)."""

    name: str
    marks: tuple[str, ...]
    read: Callable[[Bundle, str, str], Found]


FORMATS = (
    ForeignFormat(
        webdiplomacy.FORMAT,
        (webdiplomacy.INSTALL, webdiplomacy.VARIANT),
        webdiplomacy.read_webdiplomacy,
    ),
    ForeignFormat(jdip.FORMAT, (jdip.VARIANTS,), jdip.read_jdip),
    ForeignFormat("godip", (godip.SOURCE,), godip.read_godip),
)


def format_of(names: set[str]) -> ForeignFormat | None:
    """The format of a folder with files of these names; None where it is none of these."""

    def lies_there(mark: str) -> bool:
        if mark[0] == "*":
            return any(name.lower().endswith(mark[1:]) for name in names)
        return mark in names

    return next((one for one in FORMATS if all(map(lies_there, one.marks))), None)


def format_of_folder(folder: Path) -> ForeignFormat | None:
    """The format of the files that lie in a folder on the disk."""
    return format_of({path.name for path in folder.iterdir() if path.is_file()})


def read_bundle(bundle: Bundle, name: str = "", which: str = "") -> Found:
    """The variant in files that somebody has for another program.

    ``name`` is what it is to be called here, else it is called as its folder is. ``which`` names
    one of several: a folder, or what the files call it.
    """
    found: dict[str, ForeignFormat] = {}
    for folder in bundle.folders():
        kind = format_of({file for file in bundle.at(folder) if "/" not in file})
        if kind is not None:
            found[folder] = kind
    meant = [folder for folder in found if which and folder.rpartition("/")[2] == which]
    if len(meant) == 1:
        which = ""
    elif len(found) == 1 or "" in found:  # what lies within is a part of it
        meant = [next(iter(found))]
    if len(meant) != 1:
        return None, (_unclear(bundle, [*found], which),)
    inner = bundle.at(meant[0])
    return found[meant[0]].read(inner, name or variant_name(inner.name), which)


def variant_name(text: str) -> str:
    """A name such as folders of variants have, of what something is called elsewhere."""
    word = "".join(c if c.isascii() and c.isalnum() else "_" for c in text.lower()).strip("_")
    while "__" in word:
        word = word.replace("__", "_")
    return word[:39] or "map"


def _unclear(bundle: Bundle, folders: list[str], which: str) -> Diagnostic:
    if not folders:
        what = "nobody knows what these files are"
        remedy = (
            "give the files of a variant: of webDiplomacy install.php and variant.php, of jDip "
            "variants.xml, of godip NAME.go, of DiplomacyGM config.json with its SVG, or a PNG "
            "picture with places.csv"
        )
        return Diagnostic("unknown-format", what, remedy, bundle.name)
    names = tuple(folder.rpartition("/")[2] or bundle.name for folder in folders)
    what = f"there is no {which!r} among them" if which else "these are several variants"
    remedy = "say which one is meant: its name behind a #"
    return Diagnostic("several-variants", what, remedy, bundle.name, candidates=names)

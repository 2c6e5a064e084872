"""A variant's folder in the workshop: read, and written all at once unless somebody else did."""

from __future__ import annotations

from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.files import FolderRefused, Step, carry_out, content_of, tend
from dragoman.formats import folder_of, shipped_variants
from dragoman.games.workshop.texts import VariantTexts, empty_texts, encoded, texts_in
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused


@dataclass(frozen=True, slots=True)
class WorkshopFolder:
    """A folder, and the name of the variant in it."""

    folder: Path
    name: str

    def texts(self) -> VariantTexts:
        """The files as they are now; those of an empty map where the folder holds none.

        Raises:
            ActionRefused: if they cannot be read.
        """
        try:
            if self.folder.is_dir():
                tend(self.folder)
            found = texts_in(self.folder, self.name)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ActionRefused("unreadable-file", f"cannot read it: {reason}") from None
        return found if found.files else empty_texts(self.name, self.name.replace("_", " ").title())

    def save(self, before: VariantTexts, after: VariantTexts) -> None:
        """Write what is another now: all of it, or nothing.

        Raises:
            ActionRefused: if a file was changed since it was read, or cannot be written.
        """
        read: dict[str, bytes | None] = {}
        write: dict[str, bytes | None] = {}
        for name in {*before.files, *after.files}:
            now = content_of(self.folder / name)
            text = after.files.get(name)
            if now is None and text is None:
                continue
            if now is not None and text == before.files.get(name):
                continue
            read[name] = now
            write[name] = None if text is None else encoded(text, now or b"")
        if texts_in(self.folder, self.name).files and self.texts() != before:
            raise ActionRefused("changed", "the files were changed just now", "save it once more")
        if not write:
            return
        try:
            carry_out(self.folder, Step("dragoman, saving a variant", read, write))
        except FolderRefused as refused:
            told = refused.diagnostic
            raise ActionRefused(told.code, told.what, told.remedy) from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ActionRefused("cannot-write", f"it cannot be written: {reason}") from None


def workshop_folder(name: str) -> tuple[WorkshopFolder | None, tuple[Diagnostic, ...]]:
    """The folder that a person means: an installed variant, or a path, where there need be nothing
    yet."""
    if name in shipped_variants():
        what = f"{name} comes with Dragoman, and is not edited"
        remedy = f"make a copy first: dragoman variant convert {name} FOLDER"
        return None, (Diagnostic("shipped-variant", what, remedy),)
    folder = folder_of(name) or Path(name)
    if folder.exists() and not folder.is_dir():
        return None, (Diagnostic("no-folder", "this is a file", "name a folder", name),)
    maps = sorted(one.name[4:] for one in folder.glob("map.*")) if folder.is_dir() else []
    seeds = sorted(one.name[5:] for one in folder.glob("seed.*")) if folder.is_dir() else []
    usual = folder.resolve().name
    names = maps or seeds or [usual]
    if usual not in names and len(names) > 1:
        what = f"it holds several variants: {', '.join(names)}"
        return None, (Diagnostic("several-variants", what, "name a folder of one", name),)
    return WorkshopFolder(folder, usual if usual in names else names[0]), ()

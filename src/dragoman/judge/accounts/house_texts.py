"""The operator's own texts: files of Markdown in a folder, each in as many languages as he likes.

``imprint.md`` is in the language of the house, ``imprint.fr.md`` in French. A file that is changed
is read anew at once.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES

TEXTS: Final = ("imprint", "privacy", "rules", "welcome", "notice")
"""The texts that a house may have: those that each page links to, one for the front page, and what
whoever registers has to accept."""
LARGEST: Final = 200_000
LARGEST_LOGO: Final = 300_000


@dataclass(frozen=True, slots=True)
class HouseText:
    """A text in a language. ``version`` is another for every other wording."""

    name: str
    language: str
    text: str

    @property
    def version(self) -> str:
        return sha256(self.text.encode()).hexdigest()[:12]


class HouseTexts:
    """The texts in a folder; there are none where no folder is named."""

    def __init__(self, folder: str = "", language: str = LANGUAGES[0]) -> None:
        self.folder = Path(folder) if folder else None
        self._language = language
        self._read: dict[Path, tuple[tuple[int, int], str]] = {}

    def text(self, name: str, language: str) -> HouseText | None:
        """A text in a language: else in that of the house, else in any that there is."""
        others = [one for one in LANGUAGES if one not in (language, self._language)]
        for one in dict.fromkeys((language, self._language, *others)):
            if (found := self._in(name, one)) is not None:
                return HouseText(name, one, found)
        return None

    def versions(self, name: str) -> dict[str, HouseText]:
        """A text in all of its languages, by version."""
        found = (self._in(name, one) for one in LANGUAGES)
        texts = (
            HouseText(name, language, text)
            for language, text in zip(LANGUAGES, found, strict=True)
            if text is not None
        )
        return {one.version: one for one in texts}

    def _in(self, name: str, language: str) -> str | None:
        if self.folder is None:
            return None
        text = self.file(f"{name}.{language}.md")
        if text is None and language == self._language:
            text = self.file(f"{name}.md")
        return text

    def file(self, name: str) -> str | None:
        """The text of a file of the folder; None where there is none, or nothing in it."""
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            found = path.stat()
            if found.st_size > LARGEST:
                return None
            stamp = (found.st_mtime_ns, found.st_size)
            known = self._read.get(path)
            if known is None or known[0] != stamp:
                known = stamp, path.read_text("utf-8-sig", "replace").strip()
                self._read[path] = known
        except OSError:
            return None
        return known[1] or None

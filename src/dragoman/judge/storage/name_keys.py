"""Keys of people's names: what no two may share."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import cast

from dragoman.extras import extra


def name_key(name: str) -> str:
    """The key of a name, which no two may share: neither case nor width of letters tells people
    apart, nor what stands between them."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if unicodedata.category(letter)[0] in "LMN")


def look_key(name: str) -> str:
    """The key of what a name looks like, which no two may share: ``Pl`` and ``P1``, and digits of
    any script. Letters stand for those that Unicode says they are confused with (UTS 39)."""
    digits = {one: str(unicodedata.decimal(one)) for one in name if one.isdecimal()}
    plain = "".join(digits.get(one, one) for one in unicodedata.normalize("NFKC", name))
    # A large letter may look like another one than its small form does: both count.
    return name_key(_skeleton(_skeleton(plain).casefold()))


def _skeleton(text: str) -> str:
    return "".join(_looks_like().get(one, one) for one in text)


@cache
def _looks_like() -> Mapping[str, str]:
    """Letters by those that take the place of them and of all that look like them."""
    with extra("judge"):
        from confusable_homoglyphs import confusables  # pyright: ignore[reportMissingTypeStubs]

    data = cast(dict[str, list[dict[str, str]]], confusables.confusables_data)

    found: dict[str, str] = {}
    for letter, others in data.items():
        # What stands for many others is told with all of them, and each of these with it alone.
        if len(others) == 1:
            pair = sorted((letter, others[0]["c"]), key=lambda one: (-len(one), one))
            is_mutual = len(data.get(others[0]["c"], ())) == 1
            found[letter] = pair[0] if is_mutual else others[0]["c"]
    return found


def name_row(name: str) -> dict[str, str]:
    """A name that was checked, as a row has it, with its keys."""
    return {"name": name, "name_key": name_key(name), "look_key": look_key(name)}

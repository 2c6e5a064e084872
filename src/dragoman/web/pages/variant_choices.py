"""The variants to choose from, by their titles."""

from __future__ import annotations

from dragoman.formats import load_variant, shipped_variants
from dragoman.remembered import remembered
from dragoman.web.pages.rendering import Visit


def variant_choices(visit: Visit) -> list[tuple[str, str]]:
    """What games and addresses call each variant, and its title: those that are shipped, the
    standard game first, and those that people brought, the newest first."""
    brought = ((one.key, f"{one.title} ({one.key})") for one in visit.state.judge.variants.listed())
    return [*_shipped(), *brought]


@remembered(lambda titles: 20_000)
def _shipped() -> tuple[tuple[str, str], ...]:
    found = ((name, load_variant(name).title) for name in shipped_variants())
    titles = tuple(sorted(found, key=lambda one: (one[0] != "standard", one[1].casefold())))
    several = [title for _, title in titles]
    return tuple(
        (name, f"{title} ({name})" if several.count(title) > 1 else title) for name, title in titles
    )

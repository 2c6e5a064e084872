"""The live demonstration of the docs: private boards that judge by themselves.

MkDocs runs this as a hook, and puts them into the site (see ``dragoman variant sandbox``).
"""

from __future__ import annotations

from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from dragoman import load_variant
from dragoman.drawing import map_of
from dragoman.web.pages.alone import sandbox_page

VARIANTS: Final = ("standard", "archipelago")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs: add the boards to the pages."""
    for name in VARIANTS:
        variant = load_variant(name)
        drawn_on, _ = map_of(variant)
        assert drawn_on is not None
        page = sandbox_page(variant, drawn_on)
        files.append(File.generated(config, f"sandbox/{name}.html", content=page))
    return files

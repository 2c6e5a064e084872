"""Write the table of packages in docs/architecture.md: what each says of itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dragoman"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- tools/package_table.py -->\n\n", "\n<!-- until here -->\n"


def rows() -> Iterator[str]:
    """A row for each package that lies in another: the first paragraph of its docstring."""
    for file in sorted(SOURCE.glob("*/**/__init__.py")):
        package = ".".join(file.parent.relative_to(SOURCE).parts)
        if "." in package:
            said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
            first = " ".join(said.partition("\n\n")[0].split())
            yield f"| `{package}` | {first.replace('``', '`').removesuffix('.')} |\n"


def written() -> str:
    """The page with the table as it should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    head = "| package | what is in it |\n|---|---|\n"
    return f"{before}{BEGIN}{head}{''.join(rows())}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")

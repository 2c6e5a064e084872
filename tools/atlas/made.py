"""Notes of what each map was made of: they tell when one is not what would be made of it today.

``made.json`` has for each variant the digest of all that its map is made of, and that of the map.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
NOTES = HERE / "made.json"
MAKING = ("annealing", "build", "coastline", "ground", "growing", "outlines", "plan", "setting",
          "sheet", "touching")  # fmt: skip
SHARED = ("authored", "coasts", "inland", "lines", "natural_earth", "placing", "projection",
          "rings", "room", "shapes")  # fmt: skip
"""What is used of ``tools/standard_map``."""


def digests(name: str, folder: Path) -> list[str]:
    """That of the tools, the plan, the places and the board of a variant, whose files are in a
    folder, and that of its map."""
    like = tomllib.loads((HERE / f"{name}.toml").read_text("utf-8")).get("like", name)
    sources = [
        *(HERE / f"{one}.py" for one in MAKING),
        *(HERE.parent / "standard_map" / f"{one}.py" for one in SHARED),
        HERE / f"{like}.toml",
        HERE.parent / "places" / f"{like}.toml",
        folder / f"map.{name}",
    ]
    return [_digest(sources), _digest([folder / "geometry.json"])]


def note(name: str, folder: Path) -> None:
    """Write down that a map was made just now."""
    notes = read_notes() | {name: digests(name, folder)}
    lines = (f'  "{one}": {json.dumps(both)}' for one, both in sorted(notes.items()))
    NOTES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def read_notes() -> dict[str, list[str]]:
    """The digests of each map, as they were when it was made."""
    return json.loads(NOTES.read_text("utf-8")) if NOTES.exists() else {}


def _digest(paths: list[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:20]

"""Where the example project is, and its rounds."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[3] / "examples" / "dipwork"
ROUNDS = ("TWO01S", "TWO01F", "THREE01S", "THREE01F")

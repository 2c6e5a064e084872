"""The modules beside the rule tests, and the tools that use them, are imported by name."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "tools")]

"""The module beside the scoring tests is imported by name, by those of the standings too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

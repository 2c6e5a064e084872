"""Where the tests here find what they share."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "daide"), str(HERE / "dpp")]

"""Where the tests here find what they share."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]

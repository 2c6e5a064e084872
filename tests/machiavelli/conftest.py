"""The readers of cases beside these tests are imported by name."""

import sys
from pathlib import Path

import pytest

pytest.register_assert_rewrite("case_checks")
sys.path.insert(0, str(Path(__file__).parent))

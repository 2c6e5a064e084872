"""How long a test waits for what takes a moment, on a machine that has other things to do.

What is waited for comes at once as a rule; the limit only ends a test that waits in vain.
"""

from typing import Final

SECONDS: Final = 120

"""What lower floors ask of upper ones.

A module imports only from floors below its own; but a game is begun by the name of a variant,
and shows itself as a picture. ``dragoman`` itself puts here what does that.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

load_variant: Callable[[str | Path], Any]
"""The ``Variant`` of this name, or in this folder; raises ``ValueError`` where there is none."""

draw: Callable[[Any, Any, Any, Any, str], str]
"""An SVG picture of a ``Variant`` in a ``Position``, with a ``Resolution`` or None, else with
orders by power, in a language; raises ``ValueError`` where there is no map to draw on."""

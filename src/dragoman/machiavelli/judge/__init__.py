"""From positions and orders of Machiavelli to the engine's numbers, and back."""

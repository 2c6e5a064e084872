"""DPP: the protocol of the Diplomacy Programming Project of 1990."""

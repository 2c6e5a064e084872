"""The rules an event is run by: presets, clock, late orders, draws, misorders."""

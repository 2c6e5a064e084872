"""What the hall sees and hears: the display, and the announcer."""

"""Games between people: who plays, what they wrote, when it is due, and what each may see."""

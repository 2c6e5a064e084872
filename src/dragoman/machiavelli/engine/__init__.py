"""What Machiavelli adds to the engine of ``rules``: sieges, money, dice, disasters, in numbers."""

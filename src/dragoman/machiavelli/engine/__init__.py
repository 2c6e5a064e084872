"""The part of Machiavelli beside the engine of ``rules``: sieges, money, dice, disasters, in
numbers."""

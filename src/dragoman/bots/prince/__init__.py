"""A bot for Machiavelli: it takes land, besieges cities, pays its soldiers, and buys others'."""

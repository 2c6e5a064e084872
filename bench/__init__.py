"""How fast the judge is, beside the `diplomacy` package in the same run: ``make bench``."""

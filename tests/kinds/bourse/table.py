from typing import ClassVar

from bourse import shares

from dragoman.judge.log.table import TableKind as Usual


class Table(Usual):
    counts: ClassVar = {**Usual.counts, "shares": shares}

    def only_for(self, power, order):
        return (power,) if type(order).__name__ == "Hold" else ()

"""The bourse: Diplomacy in which every centre is worth a hundred shares."""

from dragoman.rules import Position


def shares(position: Position, power: str) -> int:
    return 100 * len(position.centers_of(power))

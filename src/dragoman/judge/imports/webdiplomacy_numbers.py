"""The numbers by which webDiplomacy calls its variants, and the countries and territories of its
classic map."""

from __future__ import annotations

from typing import Final

from dragoman.values import FrozenMap

VARIANTS: Final = FrozenMap(
    {
        1: "standard",
        3: "fleet_rome",
        4: "standard",
        5: "standard",
        15: "standard",
        17: "chaos",
        23: "standard",
    }
)
"""The variants of the site that are here, each by its number there."""

BUILD_ANYWHERE: Final = 5

CLASSIC_MAPS: Final = frozenset((1, 3, 4, 5))
"""Variants with the countries and territories below."""

COUNTRIES: Final = ("England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")

TERRITORIES: Final = (
    "Clyde", "Edinburgh", "Liverpool", "Yorkshire", "Wales", "London", "Portugal", "Spain",
    "North Africa", "Tunis", "Naples", "Rome", "Tuscany", "Piedmont", "Venice", "Apulia",
    "Greece", "Albania", "Serbia", "Bulgaria", "Rumania", "Constantinople", "Smyrna", "Ankara",
    "Armenia", "Syria", "Sevastopol", "Ukraine", "Warsaw", "Livonia", "Moscow", "St. Petersburg",
    "Finland", "Sweden", "Norway", "Denmark", "Kiel", "Berlin", "Prussia", "Silesia", "Munich",
    "Ruhr", "Holland", "Belgium", "Picardy", "Brest", "Paris", "Burgundy", "Marseilles",
    "Gascony", "Barents Sea", "Norwegian Sea", "North Sea", "Skagerrack", "Heligoland Bight",
    "Baltic Sea", "Gulf of Bothnia", "North Atlantic Ocean", "Irish Sea", "English Channel",
    "Mid-Atlantic Ocean", "Western Mediterranean", "Gulf of Lyons", "Tyrrhenian Sea",
    "Ionian Sea", "Adriatic Sea", "Aegean Sea", "Eastern Mediterranean", "Black Sea", "Tyrolia",
    "Bohemia", "Vienna", "Trieste", "Budapest", "Galicia", "Spain (North Coast)",
    "Spain (South Coast)", "St. Petersburg (North Coast)", "St. Petersburg (South Coast)",
    "Bulgaria (North Coast)", "Bulgaria (South Coast)",
)  # fmt: skip
"""The territories, from 1 on."""

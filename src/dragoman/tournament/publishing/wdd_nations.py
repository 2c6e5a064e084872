"""Nations as the World Diplomacy Database writes them: French abbreviations and two-letter codes.

The list is that of its flags (affiche_drapeaux_dispo.php), as dipvis noted it in February 2024.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.nearest import close_matches
from dragoman.values import FrozenMap

_LIST = """
ALG DZ Algeria
AD AD Andorra
AO AO Angola
ARG AR Argentina
AUS AU Australia
AUT AT Austria
BLR BY Belarus
BEL BE Belgium
BEN BJ Benin
BOT BW Botswana
BRE BR Brazil
BF BF Burkina Faso
BI BI Burundi
CAM CM Cameroon
CAN CA Canada
CV CV Cape Verde
CF CF Central African Republic
TD TD Chad
CHI CN China
COM KM Comoros
CZE CZ Czech republic
RDC CD Democratic Republic of Congo
DAN DK Denmark
DJI DJ Djibouti
EGY EG Egypt
GQ GQ Equatorial Guinea
ER ER Eritrea
ETH ET Ethiopia
FIN FI Finland
FRA FR France
GAB GA Gabon
GM GM Gambia
GEO GE Georgia
ALL DE Germany
GH GH Ghana
GRE GR Greece
GU GN Guinea
GW GW Guinea-Bissau
HON HU Hungary
ISL IS Iceland
IN IN India
IRN IR Iran
IRL IE Ireland
ISR IL Israel
ITA IT Italy
CI CI Ivory Coast
JAP JP Japan
KAZ KZ Kazakhstan
KEN KE Kenya
LB LB Lebanon
LS LS Lesotho
LR LR Liberia
LY LY Libya
LI LI Liechtenstein
LUX LU Luxembourg
MG MG Madagascar
MW MW Malawi
ML ML Mali
MT MT Malta
MR MR Mauritania
MU MU Mauritius
MEX MX Mexico
MOL MD Moldova
MON MC Monaco
MAR MA Morocco
MZ MZ Mozambique
NA NA Namibia
HOL NL Netherlands
NZE NZ New Zealand
NE NE Niger
NG NG Nigeria
NGE NO Norway
PAK PK Pakistan
PHI PH Philippines
POL PL Poland
POR PT Portugal
CG CG Republic of Congo
ROU RO Romania
RUS RU Russia
RW RW Rwanda
SM SM San Marino
ST ST Sao Tome and Principe
SN SN Senegal
SEY SC Seychelles
SL SL Sierra Leone
SG SG Singapore
SO SO Somalia
SA ZA South Africa
COR KR South Korea
ESP ES Spain
SD SD Sudan
SZ SZ Swaziland
SUE SE Sweden
SUI CH Switzerland
SY SY Syria
TJ TJ Tajikistan
TZ TZ Tanzania
THA TH Thailand
TG TG Togo
TUN TN Tunisia
TUR TR Turkey
UG UG Uganda
UKR UA Ukraine
ANG GB United Kingdom
USA US United States
VN VN Vietnam
YOU - Yugoslavia
ZM ZM Zambia
ZW ZW Zimbabwe
"""
"""The code of the database, that of ISO 3166, and the name."""

_OTHERS: Final = FrozenMap(
    {
        "BRA": "BRE", "CHE": "SUI", "CHN": "CHI", "DEN": "DAN", "DEU": "ALL", "DNK": "DAN",
        "ENG": "ANG", "GBR": "ANG", "GER": "ALL", "GRC": "GRE", "HUN": "HON", "IND": "IN",
        "JPN": "JAP", "KOR": "COR", "NED": "HOL", "NLD": "HOL", "NOR": "NGE", "NZL": "NZE",
        "PRT": "POR", "RSA": "SA", "SCO": "ANG", "SWE": "SUE", "UK": "ANG", "WAL": "ANG",
        "ZAF": "SA",
    }
)  # fmt: skip
"""Codes of ISO and of the Olympics besides, for nations that have another one in the database."""


def _codes() -> Iterator[tuple[str, str]]:
    for line in _LIST.split("\n"):
        if line:
            code, iso, name = line.split(" ", 2)
            yield name.upper(), code
            if iso != "-":
                yield iso, code
    yield from (("UNITED STATES OF AMERICA", "USA"), ("ENGLAND", "ANG"), ("SCOTLAND", "ANG"))
    yield from _OTHERS.items()
    for line in _LIST.split("\n"):
        if line:
            yield line.partition(" ")[0], line.partition(" ")[0]


NATIONS: Final = FrozenMap(dict(_codes()))
"""The code of a nation by all that it is written as, in capitals. Where one is a code of the
database for one nation and of ISO for another, as SA is, it is that of the database."""


def nation_code(text: str) -> str | None:
    """The code of a nation that is written as a code or as a name; None if there is none."""
    return NATIONS.get(" ".join(text.split()).upper())


def nation_of_place(text: str) -> str:
    """The code of the nation at the end of a place, as "Lyon, France"; nothing if it says none."""
    return nation_code(text.rpartition(",")[2]) or ""


def nations_like(text: str) -> list[str]:
    """Codes that may be meant by something that is none."""
    return [NATIONS[one] for one in close_matches(text.upper(), tuple(NATIONS))]

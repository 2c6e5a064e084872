"""What is bought with each of the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dragoman.orders.money import Purpose
from dragoman.orders.vocabulary import MoneyWord

PURPOSES: Mapping[MoneyWord, Purpose] = MappingProxyType(
    {
        MoneyWord.RELIEF: Purpose.RELIEF,
        MoneyWord.PACIFY: Purpose.PACIFY,
        MoneyWord.REBEL: Purpose.REBEL,
        MoneyWord.DISBAND: Purpose.DISBAND,
        MoneyWord.SET_FREE: Purpose.SET_FREE,
        MoneyWord.BUY: Purpose.BUY,
        MoneyWord.COUNTER: Purpose.COUNTER,
        MoneyWord.ASSASSINATE: Purpose.ASSASSINATE,
    }
)

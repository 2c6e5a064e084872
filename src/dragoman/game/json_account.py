"""What money and dice decided in a phase of Machiavelli, in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dragoman.orders import write

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Account, Event, Gift, Lending, Payment, Spending


def account_json(account: Account) -> dict[str, Any]:
    """The account of a phase, but for its dice; what there is nothing of is left out."""
    found: dict[str, list[dict[str, Any]]] = {
        "spendings": [money_json(one) for one in account.spendings],
        "payments": [money_json(one) for one in account.payments],
        "lendings": [money_json(one) for one in account.lendings],
        "gifts": [money_json(one) for one in account.gifts],
        "events": [_event_json(event) for event in account.events],
    }
    return {key: value for key, value in found.items() if value}


def money_json(one: Spending | Payment | Lending | Gift) -> dict[str, Any]:
    """An order for money or for a chit, and what became of it."""
    numbers = ("paid", "lent", "counts", "minimum", "countered")
    return {
        "power": one.power,
        "order": write(one.order),
        "result": one.result.value,
        **{name: getattr(one, name) for name in numbers if hasattr(one, name)},
    }


def _event_json(event: Event) -> dict[str, Any]:
    parts = {
        "place": event.place,
        "power": event.power,
        "unit": None if event.unit is None else event.unit.exact,
        "detail": event.detail or None,
        "ducats": event.ducats or None,
    }
    return {
        "what": event.what.value,
        **{key: value for key, value in parts.items() if value is not None},
    }

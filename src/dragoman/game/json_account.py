"""What money and dice decided in a phase of Machiavelli, in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dragoman.orders import write

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Account, Event


def account_json(account: Account) -> dict[str, Any]:
    """The account of a phase, but for its dice; what there is nothing of is left out."""
    found: dict[str, list[dict[str, Any]]] = {
        "spendings": [
            {
                "power": one.power,
                "order": write(one.order),
                "result": one.result.value,
                "paid": one.paid,
                "counts": one.counts,
                "minimum": one.minimum,
                "countered": one.countered,
            }
            for one in account.spendings
        ],
        "payments": [
            {
                "power": one.power,
                "order": write(one.order),
                "result": one.result.value,
                "paid": one.paid,
            }
            for one in account.payments
        ],
        "lendings": [
            {
                "power": one.power,
                "order": write(one.order),
                "result": one.result.value,
                "lent": one.lent,
            }
            for one in account.lendings
        ],
        "gifts": [
            {"power": one.power, "order": write(one.order), "result": one.result.value}
            for one in account.gifts
        ],
        "events": [_event_json(event) for event in account.events],
    }
    return {key: value for key, value in found.items() if value}


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

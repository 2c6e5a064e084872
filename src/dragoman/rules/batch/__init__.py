"""Many positions at once, as arrays: the compiled judge."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.rules.batch.batch import Batch
    from dragoman.rules.batch.legal_rows import LegalOrders
    from dragoman.rules.batch.packed_form import FORM_VERSION
    from dragoman.rules.batch.position_columns import PositionColumns

__all__ = ["FORM_VERSION", "Batch", "LegalOrders", "PositionColumns"]

__getattr__ = looked_up(
    __name__,
    {
        "batch": ("Batch",),
        "legal_rows": ("LegalOrders",),
        "packed_form": ("FORM_VERSION",),
        "position_columns": ("PositionColumns",),
    },
)

"""Many positions at once, as arrays: the compiled judge."""

from dragoman.rules.batch.batch import Batch, LegalOrders
from dragoman.rules.batch.packed_form import FORM_VERSION
from dragoman.rules.batch.position_columns import PositionColumns

__all__ = ["FORM_VERSION", "Batch", "LegalOrders", "PositionColumns"]

"""Many positions at once, as arrays: the compiled judge."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.rules.batch.batch import Batch
    from dragoman.rules.batch.legal_rows import LegalOrders
    from dragoman.rules.batch.order_filters import convoy_pairs, helps_own, of_powers, only
    from dragoman.rules.batch.packed_form import FORM_VERSION
    from dragoman.rules.batch.policy_play import Policy, play_by
    from dragoman.rules.batch.position_columns import PositionColumns

__all__ = [
    "FORM_VERSION",
    "Batch",
    "LegalOrders",
    "Policy",
    "PositionColumns",
    "convoy_pairs",
    "helps_own",
    "of_powers",
    "only",
    "play_by",
]

__getattr__ = looked_up(
    __name__,
    {
        "batch": ("Batch",),
        "legal_rows": ("LegalOrders",),
        "order_filters": ("convoy_pairs", "helps_own", "of_powers", "only"),
        "packed_form": ("FORM_VERSION",),
        "policy_play": ("Policy", "play_by"),
        "position_columns": ("PositionColumns",),
    },
)

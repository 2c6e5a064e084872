"""Many positions at once, as arrays: the compiled judge."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.rules.batch.batch import Batch as Batch
    from dragoman.rules.batch.legal_filters import (
        convoy_pairs as convoy_pairs,
        helps_own as helps_own,
        of_powers as of_powers,
        only as only,
    )
    from dragoman.rules.batch.number_types import LegalOrders as LegalOrders
    from dragoman.rules.batch.packed_form import FORM_VERSION as FORM_VERSION
    from dragoman.rules.batch.policy_play import Policy as Policy, play_by as play_by
    from dragoman.rules.batch.position_columns import PositionColumns as PositionColumns

__getattr__, __dir__, __all__ = exported(__name__)

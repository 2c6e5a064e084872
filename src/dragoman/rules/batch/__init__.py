"""Many positions at once, as arrays: the compiled judge."""

from dragoman.rules.batch.batch import Batch

__all__ = ["Batch"]

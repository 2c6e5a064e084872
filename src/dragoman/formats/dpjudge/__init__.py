"""The ``.map`` files of DPjudge and of the ``diplomacy`` package for Python.

``read_dpjudge`` makes a variant of one, ``write_dpjudge`` one of a variant. Both say what
was lost on the way.
"""

from dragoman.formats.dpjudge.reader import read_dpjudge
from dragoman.formats.dpjudge.writer import write_dpjudge

__all__ = ["read_dpjudge", "write_dpjudge"]

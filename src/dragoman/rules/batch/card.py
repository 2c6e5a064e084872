"""Numba's module for graphics cards, or what to do where none can be used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra


class NoDevice(RuntimeError):
    """There is no graphics card that compiled code could run on."""

    def __init__(self, why: str) -> None:
        remedy = (
            "it needs an NVIDIA card and its driver, of which `nvidia-smi` tells; without one "
            'leave out device="cuda", and the batch is judged by the processor'
        )
        self.diagnostic = Diagnostic("no-device", f"no graphics card can be used: {why}", remedy)
        super().__init__(str(self.diagnostic))
        self._why = why

    def __reduce__(self) -> tuple[type[NoDevice], tuple[str]]:
        return NoDevice, (self._why,)


def numba_cuda() -> Any:
    """Numba's module for cards, where there is one, or where it simulates one.

    Raises:
        MissingExtra: if it is not installed.
        NoDevice: if there is no card or no driver.
    """
    with extra("cuda"):
        import_module("numba_cuda")  # Numba's own module of old is none
        from numba import cuda
    found: Any = cuda
    try:
        found.current_context()
    except found.cudadrv.error.CudaSupportError as error:
        raise NoDevice(" ".join(str(error).split()).rstrip(" .:")) from None
    return found

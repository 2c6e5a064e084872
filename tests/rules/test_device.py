"""Batches judged by a graphics card: its kernels compiled without one, run in Numba's simulator of
one, and, where there is one, on it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dragoman import load_variant
from dragoman.extras import MissingExtra
from dragoman.rules.batch import Batch
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.card import NoDevice

pytest.importorskip("numba_cuda")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

HERE = Path(__file__).parent
BESIDE = HERE / "device_beside_processor.py"
STANDARD = load_variant("standard")
SMALL = KernelSize(127, 1)


def a_card_is_here() -> bool:
    from numba import cuda

    return bool(cuda.is_available())


@pytest.mark.xdist_group("card")
@pytest.mark.parametrize(
    "kernel",
    [
        "note_group",
        "choose_for_movement",
        "choose_for_retreats",
        "choose_for_adjustments",
        "process_retreats",
        "process_adjustments",
    ],
)
def test_each_kernel_compiles_for_a_card(kernel: str) -> None:
    """Down to what an H100 runs. A kernel that asks for more than there is fails to assemble."""
    from card_code import registers

    assert registers(kernel, SMALL) <= 128, "four blocks of 128 threads share 65,536"


@pytest.mark.xdist_group("card")
def test_the_largest_kernel_compiles_for_a_card() -> None:
    """To optimise and to assemble it takes a minute more, which ``DRAGOMAN_TEST_POSITIONS`` asks
    for."""
    from card_code import compiles, registers

    if "DRAGOMAN_TEST_POSITIONS" in os.environ:
        assert registers("process_movement", SMALL) <= 128
    else:
        assert compiles("process_movement", SMALL)


@pytest.mark.xdist_group("card")
def test_sets_of_several_words_compile_for_a_card() -> None:
    from card_code import registers

    assert registers("process_retreats", KernelSize(127, 4)) <= 128


def beside_processor(count: int, *presets: str, simulated: bool) -> str:
    """What differs between a device and the processor on so many positions under each of these
    presets, or under all."""
    surroundings = os.environ | {"NUMBA_ENABLE_CUDASIM": "1" if simulated else "0"}
    ran = subprocess.run(
        [sys.executable, BESIDE, str(count), *presets],
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_simulated_card_judges_as_the_processor_does() -> None:
    """The simulator takes half a second for a turn: one position under the preset that has most of
    its own, or as many as ``DRAGOMAN_TEST_POSITIONS`` says under every preset."""
    if count := int(os.environ.get("DRAGOMAN_TEST_POSITIONS", "0")):
        assert beside_processor(count, simulated=True) == ""
    else:
        assert beside_processor(1, "dipwork", simulated=True) == ""


def test_a_card_judges_as_the_processor_does() -> None:
    if not a_card_is_here():
        pytest.skip("no graphics card is here")
    assert beside_processor(2000, simulated=False) == ""


def test_without_a_card_it_is_said_what_to_do() -> None:
    if a_card_is_here():
        pytest.skip("a graphics card is here")
    with pytest.raises(NoDevice, match='leave out device="cuda"') as raised:
        Batch(STANDARD.board, device="cuda")
    assert raised.value.diagnostic.code == "no-device"
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dragoman\[cuda\]'"):
        Batch(STANDARD.board, device="cuda")


def test_there_are_two_devices() -> None:
    with pytest.raises(ValueError, match="cpu"):
        Batch(STANDARD.board, device="tpu")
    assert np.array_equal(Batch(STANDARD.board, device="cpu").states(2), Batch.states(2))

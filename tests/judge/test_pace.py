"""Games by how fast they go."""

import pytest

from dragoman.judge.time.rhythm import Pace, pace_of


@pytest.mark.parametrize(
    ("movement", "pace"),
    [
        ("10 min", Pace.LIVE),
        ("1 h", Pace.LIVE),
        ("61 min", Pace.DAILY),
        ("1 d", Pace.DAILY),
        ("24 h", Pace.DAILY),
        ("daily 20:00", Pace.DAILY),
        ("25 h", Pace.SLOW),
        ("weekdays 20:00 Europe/Berlin", Pace.SLOW),
        ("Tue and Fri 20:00", Pace.SLOW),
    ],
)
def test_a_pace_is_told_by_the_length_of_a_movement(movement: str, pace: Pace) -> None:
    assert pace_of(movement) is pace

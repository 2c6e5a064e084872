"""Numbers and moments as people read them."""

import pytest

from dragoman.web.pages.html.wording import decimal, in_column


@pytest.mark.parametrize(
    ("number", "text", "german"),
    [
        (10.66, "10.7", "10,7"),
        (-0.3, "−0.3", "−0,3"),
        (-0.04, "0.0", "0,0"),
        ("75.157", "75.157", "75,157"),
    ],
)
def test_a_number(number: float | str, text: str, german: str) -> None:
    assert decimal(number) == text
    assert decimal(number, "de") == german


def test_numbers_below_each_other_have_as_many_decimals() -> None:
    assert in_column(["75.157", "46.4", "45", "0.25"]) == ["75.157", "46.400", "45.000", "0.250"]
    assert in_column(["27", "9"]) == ["27", "9"]
    assert in_column([]) == []

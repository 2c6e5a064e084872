"""Who made a variant and who says so, read from a ``variant.toml``."""

from dragoman.formats import load_variant, read_variant_files, shipped_folder
from dragoman.game.variant import VariantSource

STANDARD = [
    shipped_folder().joinpath("standard", name).read_bytes()
    for name in ("map.standard", "seed.standard")
]


def read(toml):
    variant, faults = read_variant_files("own", *STANDARD, toml.encode())
    return variant.origin, [fault.code for fault in faults]


def test_all_of_it_is_read():
    origin, faults = read(
        'designer = "A. B."\nyear = 1997\ntags = ["asia", "asia"]\nchoice = "two of three"\n'
        '[[sources]]\nname = "judge/maps"\nlicence = "MIT"\nfiles = "x"\ndiffers = ["a=b"]\n'
    )
    assert faults == []
    assert (origin.designer, origin.year, origin.tags) == ("A. B.", 1997, ("asia",))
    assert origin.choice == "two of three"
    assert origin.sources == (VariantSource("judge/maps", "x", "MIT", ("a=b",)),)


def test_a_source_without_a_name_and_a_year_that_is_none_are_told():
    assert read('[[sources]]\nlicence = "MIT"\n')[1] == ["bad-source"]
    assert read("year = 123456\n")[1] == ["bad-value"]


def test_what_is_based_on_another_has_a_designer_of_its_own():
    assert load_variant("france_austria").origin.sources
    assert not load_variant("fleet_rome").origin.designer

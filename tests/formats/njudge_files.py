"""Map and seed files made up by Hypothesis, sound enough to be read without errors."""

from hypothesis import strategies as st

from dragoman.formats.njudge import (
    ExtraCenters,
    HongKong,
    MapCity,
    MapDisasterTable,
    MapFile,
    MapGateway,
    MapMoves,
    MapOptions,
    MapProvince,
    MapRailway,
    MapStep,
    MapUnitLimits,
    MapVariableIncome,
    Pledge,
    SeedFile,
    SeedLoan,
    SeedRow,
    SeedUnit,
    Treasury,
)
from dragoman.formats.njudge.map_file import spellings_of
from dragoman.formats.njudge.seed_file import FLAGS, LOANS

LETTERS = "abcdeghiklmnoprstuwxyzäöüßéøñABCEÉÖ0189"
NAMES = st.text(LETTERS + " .'-", min_size=1, max_size=14)
ABBREVIATIONS = st.text(LETTERS + ".'-", min_size=1, max_size=5)
POWERS = "ABEFGITR0189"
POWER = st.sampled_from(POWERS)
SEVERAL_POWERS = st.lists(POWER, min_size=1, max_size=3, unique=True).map("".join)
CITIES = st.builds(MapCity, st.integers(0, 7), st.sampled_from(".fpP"), st.booleans())
AREAS = st.sampled_from("lwxhvgr" + POWERS)


@st.composite
def provinces(draw):
    taken = set()

    def is_new(word):
        spellings = spellings_of(word)
        key = "".join(filter(str.isalnum, word.upper()))
        if not spellings or not key or (spellings | spellings_of(key)) & taken:
            return False
        taken.update(spellings | spellings_of(key))
        return True

    found = []
    for name, abbreviations in draw(
        st.lists(
            st.tuples(NAMES.map(str.strip), st.lists(ABBREVIATIONS, min_size=1, max_size=3)),
            max_size=8,
        )
    ):
        usable = tuple(word for word in abbreviations if is_new(word))
        if not usable or not name[:1].isalnum() or not is_new(name):
            continue
        key = "".join(filter(str.isalnum, usable[0].upper()))
        area = draw(AREAS)
        found.append(
            MapProvince(
                key,
                name,
                area,
                usable,
                area not in "whvgr" and draw(st.booleans()),
                draw(st.none() | CITIES),
            )
        )
    return tuple(found)


@st.composite
def moves(draw, keys):
    kind = draw(st.sampled_from(["mv", "xc", "xc", "cc"]))
    coasts = st.sampled_from(["", "", "/NC", "/SC", "/EC", "/WC"]) if kind != "mv" else st.just("")
    key = st.sampled_from(keys)
    steps = st.builds(
        lambda target, coast, lost, gatekeeper: MapStep(target + coast, *lost, gatekeeper),
        key,
        coasts,
        st.sampled_from([(0, 0), (0, 0), (2, 0), (1, 0), (1, 1)]),
        st.none() | key if kind != "mv" else st.none(),
    )
    source = draw(key) + (draw(coasts) if kind == "xc" else "")
    found: list[MapStep] = []
    for step in draw(st.lists(steps, max_size=4)):
        controller = MapStep(step.gatekeeper) if step.gatekeeper else None
        if not any(one.gatekeeper and step == MapStep(one.gatekeeper) for one in found):
            found.append(step)
            if controller and controller not in found:
                found.append(controller)
    return MapMoves(kind, source, tuple(found))


@st.composite
def options(draw, provinces, lines):
    keys = [p.key for p in provinces]
    ground = [p.key for p in provinces if p.is_ground]
    centers = [p.key for p in provinces if p.is_center or p.city]
    ways = [
        (line.kind, line.province, step.province)
        for line in lines
        for step in line.steps
        if line.province != step.province and {line.province, step.province} <= set(ground)
    ]
    keepers = [p.key for p in provinces if p.key in ground and p.area != "h"]
    gateways, railways = [], []
    for p in provinces:
        if p.area == "g" and ways and keepers:
            controller = draw(st.sampled_from(keepers))
            for _, one, other in draw(st.lists(st.sampled_from(ways), max_size=3)):
                gateways.append(MapGateway(p.key, controller, (one, other)))
        army_ways = [way[1:] for way in ways if way[0] == "mv"]
        if p.area == "r" and army_ways and draw(st.booleans()):
            stops = draw(st.sampled_from(army_ways))
            railways.append(MapRailway(p.key, draw(SEVERAL_POWERS), stops))
    cells = st.sampled_from(["", "", "", *keys])
    tables = st.none() | st.builds(
        MapDisasterTable,
        st.lists(
            st.lists(cells, min_size=11, max_size=11).map(tuple), min_size=11, max_size=11
        ).map(tuple),
    )
    amounts = st.integers(0, 999)
    each_power = st.lists(POWER, unique=True, max_size=4)
    limit = st.text("x.br", min_size=4, max_size=4)
    return MapOptions(
        center_order=tuple(draw(st.lists(st.sampled_from(centers), unique=True)))
        if centers
        else (),
        province_order=tuple(draw(st.lists(st.sampled_from(keys), unique=True))),
        hong_kong=tuple(
            HongKong(draw(SEVERAL_POWERS), tuple(keys))
            for keys in draw(
                st.lists(
                    st.lists(st.sampled_from(ground), min_size=1, max_size=3, unique=True),
                    max_size=2,
                )
                if ground
                else st.just([])
            )
        ),
        gateways=tuple(gateways),
        railways=tuple(railways),
        famine=draw(tables),
        plague=draw(tables),
        storms=draw(tables),
        incomes=tuple(
            draw(
                st.lists(
                    st.builds(
                        MapVariableIncome,
                        st.sampled_from(keys),
                        st.integers(0, 9),
                        st.tuples(*[amounts] * 6),
                        st.none() | amounts,
                    ),
                    max_size=3,
                )
            )
        ),
        limits=tuple(
            MapUnitLimits(power, draw(limit), draw(limit), draw(limit))
            for power in draw(each_power)
        ),
        extra_centers=tuple(
            ExtraCenters(power, draw(st.integers(0, 99))) for power in draw(each_power)
        ),
    )


@st.composite
def map_files(draw):
    found = draw(provinces())
    if not found:
        return MapFile()
    lines = tuple(draw(st.lists(moves([p.key for p in found]), max_size=8)))
    return MapFile(found, lines, draw(options(found, lines)))


PLACES = st.from_regex(r"[A-Za-z][A-Za-z. ]{0,9}[a-z](/[nsew]c)?", fullmatch=True)
ROW = st.text(".&=ABEF019", max_size=90)


@st.composite
def seed_files(draw):
    units = st.builds(
        SeedUnit,
        st.sampled_from(POWERS + ".&="),
        st.sampled_from(":rm"),
        st.sampled_from("AFGWR"),
        PLACES,
        st.lists(PLACES, max_size=3).map(tuple),
        st.sampled_from(["", "", "c", "m", "p"]),
    )
    turn = draw(st.from_regex(r"[SUF][0-9]{4}[MRAB]", fullmatch=True))
    row = st.one_of(
        st.builds(SeedRow, st.sampled_from("OCHSoc"), ROW),
        st.builds(SeedRow, st.just("F"), st.text(FLAGS, max_size=90)),
        st.builds(SeedRow, st.sampled_from("Nn"), st.from_regex(r"[\w.]*", fullmatch=True)),
    )
    rows = tuple(draw(st.lists(row, max_size=8)))
    amounts = st.integers(0, 999)
    loans = st.lists(st.builds(SeedLoan, amounts, amounts), max_size=LOANS).map(tuple)
    treasuries = tuple(draw(st.lists(st.builds(Treasury, POWER, amounts, loans), max_size=3)))
    pledge = st.builds(Pledge, st.sampled_from("Aa"), POWER, st.text(POWERS, max_size=9))
    pledges = tuple(draw(st.lists(pledge, max_size=3)))
    has_record = rows or treasuries or pledges
    ownership = None if has_record else draw(st.none() | ROW.filter(bool))
    placed = tuple(draw(st.lists(units, max_size=6)))
    return SeedFile(turn, placed, ownership, rows, treasuries, pledges)

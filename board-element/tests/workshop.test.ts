import { describe, expect, it } from "vitest";
import { addAt, addCoast, addOutline, addPower, adopt, changePower, dragCorner, dropCorner, furnish, join, moveLabel, moveUnit, newCorner, paint, pinned, removePower, removeProvince, rename, split, toggleBorder, toggleCenter, toggleHome, toggleUnit, toggleWay, wordFor } from "../workshop/actions";
import { hasWay, neighbours, placesOf, province } from "../workshop/design";
import type { Design, Point } from "../workshop/design";
import { begin, done, redo, renamed, undo } from "../workshop/history";
import { corners, emptySheet, holds, outline, sharing } from "../workshop/shapes";
import type { Shapes } from "../workshop/shapes";

const EMPTY: Design = { title: "Pond", about: "", credits: "", victory: 0, preset: "", settings: [], turn: "S1901M", provinces: [], powers: [], ways: [], units: [], points: {}, shapes: null };

/** Three lands in a row, and a sea below them, as points. */
function row(): Design {
  let found = addAt(EMPTY, [100, 500], "Sea", "w");
  for (const x of [0, 100, 200]) found = addAt(found, [x, 100], "Land");
  return found;
}

/** Two squares side by side, of three arcs: the border, and what is around each. */
const SQUARES: Shapes = {
  ...emptySheet(200, 100),
  arcs: [[1000, 0, 0, 1000], [1000, 1000, -1000, 0, 0, -1000, 1000, 0], [1000, 0, 1000, 0, 0, 1000, -1000, 0]],
  grounds: { n1: { rings: [[0, 1]], label: [50, 70] }, n2: { rings: [[2, -1]], label: [150, 70] } },
  units: { n1: [50, 50], n2: [150, 50] },
  dislodged: { n1: [60, 40], n2: [160, 40] },
};

function squares(): Design {
  let found = addAt(addAt(EMPTY, [50, 50], "West"), [150, 50], "East");
  found = adopt(found, SQUARES);
  return found;
}

const area = (points: Point[]) => Math.abs(points.reduce((sum, [x, y], n) => sum + points.at(n - 1)![0] * y - x * points.at(n - 1)![1], 0)) / 2;
const areaOf = (shapes: Shapes, id: string) => shapes.grounds[id]!.rings.reduce((sum, ring) => sum + area(outline(shapes, ring)), 0);

describe("a map from points", () => {
  it("joins what is put down with what it touches", () => {
    const design = row();
    const [sea, one, two, three] = design.provinces.map(found => found.id) as [string, string, string, string];
    expect([...neighbours(design, two)].sort()).toEqual([sea, one, three].sort());
    expect(hasWay(design, "mv", one, two) && hasWay(design, "mv", two, one)).toBe(true);
    expect(hasWay(design, "mv", one, sea)).toBe(false);
    expect(hasWay(design, "xc", one, two), "both lie at the sea").toBe(true);
    expect(neighbours(design, one).has(three)).toBe(false);
  });

  it("cuts one in two, and each has the borders that it touches", () => {
    const design = row();
    const [, one, two, three] = design.provinces.map(found => found.id) as [string, string, string, string];
    const next = split(design, two, [100, -500], [100, 900]);
    const fresh = next.provinces.find(found => !province(design, found.id))!;
    expect(next.provinces.indexOf(fresh)).toBe(design.provinces.indexOf(province(design, two)!) + 1);
    const around = [neighbours(next, two), neighbours(next, fresh.id)];
    expect(around.every(found => found.has(two) || found.has(fresh.id))).toBe(true);
    expect(around.filter(found => found.has(one))).toHaveLength(1);
    expect(around.filter(found => found.has(three))).toHaveLength(1);
    const back = join(next, two, fresh.id);
    expect(back.provinces).toHaveLength(4);
    expect([...neighbours(back, two)].sort()).toEqual([...neighbours(design, two)].sort());
  });

  it("is made of borders where somebody pins those down", () => {
    const design = pinned({ ...row(), points: {} }, { ...SQUARES, units: { n1: [1.4, 2.6] } });
    expect(design.points).toEqual({ n1: [1, 3] });
  });
});

describe("a map that is drawn", () => {
  it("moves a corner of both neighbours", () => {
    const design = dragCorner(squares(), [1000, 0], [800, 0]);
    expect(areaOf(design.shapes!, "n1")).toBe(900_000);
    expect(areaOf(design.shapes!, "n2")).toBe(1_100_000);
  });

  it("puts a corner into a border, and takes it out", () => {
    const more = newCorner(squares(), "n1", [1010, 500]);
    expect(corners(more.shapes!, "n2")).toContainEqual([1010, 500]);
    expect(dropCorner(more, [1010, 500]).shapes).toEqual(SQUARES);
    expect(dropCorner(more, [1000, 0]).shapes, "borders meet there").toBe(more.shapes);
  });

  it("is cut along a line, without a gap", () => {
    const design = squares();
    const next = split(design, "n1", [-10, 50], [110, 50]);
    const shapes = next.shapes!;
    const fresh = next.provinces.find(one => one.id === "n3")!;
    expect(areaOf(shapes, "n1") + areaOf(shapes, fresh.id)).toBe(1_000_000);
    expect(areaOf(shapes, "n1")).toBe(500_000);
    expect(sharing(shapes).get("n2")).toEqual(new Set(["n1", "n3"]));
    expect(holds(shapes, "n3", shapes.units["n3"]!) && holds(shapes, "n1", shapes.units["n1"]!)).toBe(true);
    expect(neighbours(next, "n2")).toEqual(new Set(["n1", "n3"]));
    const back = join(next, "n1", "n3");
    expect(areaOf(back.shapes!, "n1")).toBe(1_000_000);
    expect(back.shapes!.grounds["n1"]!.rings).toHaveLength(1);
    expect(sharing(back.shapes!).get("n2")).toEqual(new Set(["n1"]));
    expect(split(design, "n1", [-50, -10], [-10, 110]), "the line passes it").toBe(design);
  });

  it("is cut at right angles to a border that it shares with others, too", () => {
    const next = split(squares(), "n1", [50, -10], [50, 110]);
    expect(neighbours(next, "n2").size).toBe(1);
    expect(areaOf(next.shapes!, "n1") + areaOf(next.shapes!, "n3")).toBe(1_000_000);
  });

  it("takes an island into a ground, and into none across a border", () => {
    const design = addOutline(squares(), [[20, 20], [40, 20], [30, 40]], "Isle");
    expect(areaOf(design.shapes!, "n3")).toBe(20_000);
    expect(design.shapes!.grounds["n1"]!.rings).toHaveLength(2);
    expect(holds(design.shapes!, "n1", [30, 25])).toBe(false);
    expect(neighbours(design, "n3")).toEqual(new Set(["n1"]));
    expect(addOutline(design, [[90, 20], [110, 20], [100, 40]], "Isle")).toBe(design);
    const gone = join(design, "n1", "n3");
    expect(areaOf(gone.shapes!, "n1")).toBe(1_000_000);
  });

  it("holds where names and units are", () => {
    let design = moveLabel(squares(), "n1", [12.34, 56]);
    design = moveUnit(design, "n1", [60, 60]);
    expect(design.shapes!.grounds["n1"]!.label).toEqual([12.3, 56]);
    expect(design.shapes!.dislodged["n1"]).toEqual([70, 50]);
    const marked = furnish(toggleCenter(design, "n1"));
    expect(holds(marked.shapes!, "n1", marked.shapes!.grounds["n1"]!.center!)).toBe(true);
  });

  it("leaves nothing of what is removed", () => {
    const design = removeProvince(squares(), "n2");
    expect(JSON.stringify(design)).not.toContain("n2");
    expect(design.ways).toEqual([]);
  });
});

describe("what is said of provinces", () => {
  it("gives words that nobody has", () => {
    let design = rename(row(), "n2", "North Africa");
    expect(province(design, "n2")!.words).toEqual(["nor"]);
    design = rename(design, "n3", "Norway");
    expect(province(design, "n3")!.words[0]).not.toBe("nor");
    expect(wordFor(EMPTY, "Åland")).toBe("ala");
    const kept = rename({ ...design, provinces: design.provinces.map(one => ({ ...one, was: "X" })) }, "n2", "Other");
    expect(province(kept, "n2")!.words, "what is in files keeps its word").toEqual(["nor"]);
  });

  it("keeps armies off the sea", () => {
    let design = toggleHome(addPower(row(), "Elves"), "n2", "n5");
    design = toggleUnit(design, "n5", "A", "n2");
    design = paint(design, "n2", "w");
    expect(design.units).toEqual([]);
    expect(province(design, "n2")).toMatchObject({ center: false, home: "", area: "w" });
    expect(design.ways.filter(way => way.kind === "mv" && [way.start, way.end].includes("n2"))).toEqual([]);
    expect(toggleUnit(design, "n5", "A", "n2")).toBe(design);
  });

  it("has coasts, which fleets name", () => {
    let design = addCoast(row(), "n2", "NC");
    expect(placesOf(design, "n2")).toEqual(["n2", "n2/NC"]);
    expect(hasWay(design, "xc", "n1", "n2/NC") && !hasWay(design, "xc", "n1", "n2")).toBe(true);
    design = toggleUnit(addPower(addCoast(design, "n2", "SC"), "Elves"), "n5", "F", "n2");
    expect(design.units[0]!.place).toBe("n2/NC");
    design = toggleUnit(design, "n5", "F", "n2");
    expect(design.units[0]!.place).toBe("n2/SC");
    design = addCoast(addCoast(design, "n2", "SC"), "n2", "NC");
    expect(placesOf(design, "n2")).toEqual(["n2"]);
    expect(hasWay(design, "xc", "n1", "n2")).toBe(true);
  });

  it("has borders there and back, or none", () => {
    const design = row();
    const bare = toggleBorder(design, "n1", "n3");
    expect(neighbours(bare, "n3").has("n1")).toBe(false);
    const back = toggleBorder(bare, "n1", "n3");
    expect(hasWay(back, "xc", "n3", "n1")).toBe(true);
    expect(hasWay(toggleWay(back, "mv", "n2", "n4"), "mv", "n4", "n2")).toBe(true);
  });
});

describe("powers", () => {
  it("come with a letter that nobody has, and go with all that is theirs", () => {
    let design = addPower(addPower(row(), "Elves"), "Easterlings");
    expect(design.powers.map(one => one.letter)).toEqual(["E", "A"]);
    design = toggleUnit(toggleHome(design, "n2", "n5"), "n5", "A", "n2");
    design = changePower(design, "n5", { colour: "#aabbcc" });
    design = removePower(design, "n5");
    expect(design.units).toEqual([]);
    expect(province(design, "n2")).toMatchObject({ home: "", center: true });
  });
});

describe("what was done", () => {
  it("is undone and done again", () => {
    let history = begin(row());
    const first = history.now;
    history = done(history, rename(first, "n2", "Shire"));
    history = done(history, removeProvince(history.now, "n3"));
    history = done(history, history.now);
    expect(history.past).toHaveLength(2);
    history = undo(undo(undo(history)));
    expect(history.now).toBe(first);
    expect(redo(history).now.provinces[1]!.name).toBe("Shire");
    expect(redo(redo(redo(history))).now.provinces).toHaveLength(3);
    const saved = renamed(history, new Map([["n1", "SEA"]]));
    expect(redo(saved).now.provinces[0]!.was).toBe("SEA");
  });
});

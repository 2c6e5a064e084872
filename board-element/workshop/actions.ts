/** All that can be done to a design: pure functions, each from a design to the next one. What cannot be done
 * leaves it as it is. */

import { cell, centroid, halves, middles, touching } from "./cells";
import { COASTS, freshId, hasWay, isGround, isWater, keyOf, neighbours, placesOf, province, provinceOf } from "./design";
import type { Design, Id, Mover, Place, Point, Power, Province, Unit, Way } from "./design";
import { addCorner, addGround, holds, joinGrounds, middle, moveCorner, outline, removeCorner, sharing, splitGround, tenth, without } from "./shapes";
import type { Shapes } from "./shapes";

// Provinces

export function change(design: Design, id: Id, to: Partial<Province>): Design {
  return { ...design, provinces: design.provinces.map(one => (one.id === id ? { ...one, ...to } : one)) };
}

/** A word of three letters for a name, that no other province has. */
export function wordFor(design: Design, name: string, but: Id = ""): string {
  const taken = new Set(design.provinces.filter(one => one.id !== but).flatMap(one => one.words.map(word => word.toLowerCase())));
  const letters = name.toLowerCase().normalize("NFD").replace(/[^a-z0-9]/g, "") || "new";
  const parts = name.toLowerCase().normalize("NFD").split(/[^a-z0-9]+/).filter(Boolean);
  const wanted = [
    letters.slice(0, 3),
    parts.length > 2 ? parts.map(one => one[0]).join("").slice(0, 3) : "",
    parts.length > 1 ? `${parts[0]![0]}${parts[1]!.slice(0, 2)}` : "",
    ...[...letters.slice(2)].flatMap((one, n) => [...letters.slice(n + 3)].map(other => `${letters[0]}${one}${other}`)),
    ...Array.from({ length: 999 }, (_, n) => `${letters.slice(0, n < 9 ? 2 : 1)}${n + 1}`),
  ];
  return wanted.find(word => word.length === 3 && !taken.has(word)) ?? letters.slice(0, 3);
}

/** Another name; the abbreviation of a province that is new follows, as long as nobody chose one. */
export function rename(design: Design, id: Id, name: string): Design {
  const one = province(design, id);
  if (!one || !name.trim()) return design;
  const follows = !one.was && one.words.length === 1 && one.words[0] === wordFor(design, one.name, id);
  return change(design, id, { name: name.trim(), ...(follows ? { words: [wordFor(design, name.trim(), id)] } : {}) });
}

/** Another kind of area. What is water is no centre, and nobody marches there. */
export function paint(design: Design, id: Id, area: string): Design {
  const one = province(design, id);
  if (!one || one.area === area) return design;
  const isSea = "whv".includes(area);
  const next = change(design, id, isSea || "gr".includes(area) ? { area, center: false, home: "", convoys: false } : { area });
  const ways = next.ways.filter(way => !isSea || way.kind !== "mv" || ![way.start, way.end].some(place => provinceOf(place) === id));
  const units = isSea ? next.units.filter(unit => unit.kind !== "A" || provinceOf(unit.place) !== id) : next.units;
  const bare = { ...next, ways, units };
  return isSea && !isWater(one) ? withCoasts(bare, id, []) : bare;
}

export function toggleCenter(design: Design, id: Id): Design {
  const one = province(design, id);
  if (!one || one.area !== "l") return design;
  return change(design, id, one.center ? { center: false, home: "" } : { center: true });
}

/** A home centre of a power, or not any more; nobody's where no power is named. */
export function toggleHome(design: Design, id: Id, power: Id): Design {
  const one = province(design, id);
  if (!one || one.area !== "l") return design;
  return change(design, id, !power || one.home === power ? { home: "" } : { home: power, center: true });
}

export function removeProvince(design: Design, id: Id): Design {
  const isLeft = (place: Place) => provinceOf(place) !== id;
  return {
    ...design,
    provinces: design.provinces.filter(one => one.id !== id),
    ways: design.ways.filter(way => isLeft(way.start) && isLeft(way.end)),
    units: design.units.filter(unit => isLeft(unit.place)),
    points: Object.fromEntries(Object.entries(design.points).filter(([place]) => isLeft(place))),
    shapes: design.shapes && without(design.shapes, id),
  };
}

// Borders

const way = (kind: Mover, start: Place, end: Place, cost = ""): Way => ({ kind, start, end, cost });

/** With ways there and back, or without them. */
export function setWay(design: Design, kind: Mover, one: Place, other: Place, isThere: boolean): Design {
  const isIt = (found: Way) => found.kind === kind && ((found.start === one && found.end === other) || (found.start === other && found.end === one));
  const rest = design.ways.filter(found => !isIt(found));
  if (!isThere) return { ...design, ways: rest };
  const old = design.ways.filter(isIt);
  const added = [way(kind, one, other), way(kind, other, one)].filter(found => !old.some(kept => kept.start === found.start));
  return added.length ? { ...design, ways: [...design.ways, ...added] } : design;
}

export function toggleWay(design: Design, kind: Mover, one: Place, other: Place): Design {
  return setWay(design, kind, one, other, !hasWay(design, kind, one, other) || !hasWay(design, kind, other, one));
}

/** The usual border of two provinces that touch: armies go from land to land, fleets over water and along a
 * shore that both have at the same sea. */
export function usualWays(design: Design, one: Id, other: Id): Way[] {
  const [a, b] = [province(design, one), province(design, other)];
  if (!a || !b || !isGround(a) || !isGround(b)) return [];
  const both = (kind: Mover, x: Place, y: Place) => [way(kind, x, y), way(kind, y, x)];
  if (!isWater(a) && !isWater(b)) {
    const sea = [...neighbours(design, one)].some(id => isWater(province(design, id)!) && neighbours(design, other).has(id));
    const [x, y] = [placesOf(design, one), placesOf(design, other)];
    const along = sea && x.length === 1 && y.length === 1;
    return [...both("mv", one, other), ...(along ? both("xc", one, other) : [])];
  }
  const shores = (id: Id, p: Province) => (isWater(p) ? [id] : placesOf(design, id).slice(placesOf(design, id).length > 1 ? 1 : 0));
  return shores(one, a).slice(0, 1).flatMap(x => shores(other, b).slice(0, 1).flatMap(y => both("xc", x, y)));
}

export function areJoined(design: Design, one: Id, other: Id): boolean {
  return neighbours(design, one).has(other) || neighbours(design, other).has(one);
}

/** The whole border of two provinces: the usual one where there is none, none where there is any. */
export function toggleBorder(design: Design, one: Id, other: Id): Design {
  if (one === other) return design;
  if (areJoined(design, one, other)) {
    const apart = (found: Way) => !([provinceOf(found.start), provinceOf(found.end)].includes(one) && [provinceOf(found.start), provinceOf(found.end)].includes(other));
    return { ...design, ways: design.ways.filter(apart) };
  }
  return { ...design, ways: [...design.ways, ...usualWays(design, one, other)] };
}

/** The usual borders with everybody who touches a province and has none with it yet. Waters come first: who
 * lies at the same sea is known then. */
export function joinTouching(design: Design, id: Id): Design {
  const near = design.shapes ? sharing(design.shapes).get(id) ?? new Set<Id>() : touching(design, id);
  const sorted = [...near].sort((one, other) => Number(isWater(province(design, other)!)) - Number(isWater(province(design, one)!)));
  return sorted.reduce((found, other) => (areJoined(found, id, other) ? found : toggleBorder(found, id, other)), design);
}

/** The named coasts of a province. Ways of fleets that name none go to the first, and lose the name with the last. */
export function withCoasts(design: Design, id: Id, coasts: readonly string[]): Design {
  const wanted = COASTS.filter(one => coasts.includes(one)).map(one => `${id}/${one}`);
  const at = (place: Place, kind: string): Place => {
    if (provinceOf(place) !== id || kind === "mv") return place;
    if (!wanted.length) return id;
    return wanted.includes(place) ? place : wanted[0]!;
  };
  const ways = new Map(design.ways.map(one => {
    const next = way(one.kind, at(one.start, one.kind), at(one.end, one.kind), one.cost);
    return [`${next.kind} ${next.start} ${next.end}`, next];
  }));
  const units = design.units.map(one => (one.kind === "F" ? { ...one, place: at(one.place, "xc") } : one));
  const kept = (place: Place) => provinceOf(place) !== id || place === id || wanted.includes(place);
  const points = Object.fromEntries(Object.entries(design.points).filter(([place]) => kept(place)));
  const next = { ...design, ways: [...ways.values()], units, points };
  if (!design.shapes) return next;
  const spots = (part: Readonly<Record<Place, Point>>, aside: number) => {
    const found = Object.fromEntries(Object.entries(part).filter(([place]) => kept(place)));
    const [x, y] = part[id] ?? [0, 0];
    const size = design.shapes!.unit_size * aside;
    const way: Record<string, Point> = { NC: [0, -size], EC: [size, 0], SC: [0, size], WC: [-size, 0] };
    for (const place of wanted) {
      const [dx, dy] = way[place.split("/")[1]!]!;
      found[place] ??= [tenth(x + dx), tenth(y + dy)];
    }
    return found;
  };
  return { ...next, shapes: { ...design.shapes, units: spots(design.shapes.units, 0.9), dislodged: spots(design.shapes.dislodged, 1) } };
}

/** A coast that no fleet uses yet is there once one does. */
export function addCoast(design: Design, id: Id, coast: string): Design {
  const now = placesOf(design, id).slice(1).map(place => place.split("/")[1]!);
  if (now.includes(coast)) return withCoasts(design, id, now.filter(one => one !== coast));
  const next = withCoasts(design, id, [...now, coast]);
  const seas = [...neighbours(next, id)].filter(other => isWater(province(next, other)!));
  const sea = seas.find(other => !COASTS.some(one => hasWay(next, "xc", `${id}/${one}`, other)));
  const to = sea ?? seas[0];
  return to ? setWay(next, "xc", `${id}/${coast}`, to, true) : next;
}

// Units

export function toggleUnit(design: Design, power: Id, kind: string, id: Id): Design {
  const one = province(design, id);
  if (!one || !isGround(one) || !power || (kind === "A" && isWater(one))) return design;
  const there = design.units.find(unit => provinceOf(unit.place) === id);
  const rest = design.units.filter(unit => unit !== there);
  const coasts = kind === "F" && !isWater(one) ? placesOf(design, id).slice(1) : [];
  if (there && there.power === power && there.kind === kind) {
    const next = coasts[coasts.indexOf(there.place) + 1];
    return next && coasts.includes(there.place) ? { ...design, units: [...rest, { ...there, place: next }] } : { ...design, units: rest };
  }
  const unit: Unit = { power, kind, place: coasts[0] ?? id };
  return { ...design, units: [...rest, unit] };
}

// Powers

export function changePower(design: Design, id: Id, to: Partial<Power>): Design {
  return { ...design, powers: design.powers.map(one => (one.id === id ? { ...one, ...to } : one)) };
}

export function addPower(design: Design, name: string): Design {
  const taken = new Set(design.powers.map(one => one.letter));
  const letter = [...name.toUpperCase().replace(/[^A-Z]/g, ""), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].find(one => !taken.has(one));
  if (!letter || !name.trim()) return design;
  const power: Power = { id: freshId(design), was: "", letter, name: name.trim(), adjective: "", colour: "" };
  return { ...design, powers: [...design.powers, power] };
}

export function removePower(design: Design, id: Id): Design {
  return {
    ...design,
    powers: design.powers.filter(one => one.id !== id),
    provinces: design.provinces.map(one => (one.home === id ? { ...one, home: "" } : one)),
    units: design.units.filter(unit => unit.power !== id),
  };
}

// Grounds

/** With the map that is shown as one's own: from now on its shapes are edited. */
export function adopt(design: Design, shapes: Shapes): Design {
  return { ...design, shapes, points: {} };
}

/** With points where the map that was laid out from borders has its units. */
export function pinned(design: Design, shapes: Shapes): Design {
  const points = Object.fromEntries(
    design.provinces.filter(isGround).filter(one => shapes.units[one.id]).map(one => {
      const [x, y] = shapes.units[one.id]!;
      return [one.id, [Math.round(x), Math.round(y)] as const];
    }),
  );
  return { ...design, points };
}

function blank(design: Design, name: string, like?: Province): Province {
  const word = wordFor(design, name);
  return { id: freshId(design), was: "", name, words: [word], area: like?.area ?? "l", convoys: false, center: false, home: "" };
}

/** A name such as "New 3" that nobody has. */
function newName(design: Design, name: string): string {
  const taken = new Set(design.provinces.map(one => one.name));
  for (let number = 1; ; number++) {
    const found = `${name} ${number}`;
    if (!taken.has(found)) return found;
  }
}

/** A new province at a point, with the usual borders to everybody whom it touches. */
export function addAt(design: Design, at: Point, name: string, area = "l"): Design {
  const one = { ...blank(design, newName(design, name)), area };
  const points = { ...design.points, [one.id]: [Math.round(at[0]), Math.round(at[1])] as const };
  return joinTouching({ ...design, provinces: [...design.provinces, one], points }, one.id);
}

/** A new province of an outline. */
export function addOutline(design: Design, ring: readonly Point[], name: string, area = "l"): Design {
  const one = { ...blank(design, newName(design, name)), area };
  const shapes = design.shapes && addGround(design.shapes, one.id, ring);
  return shapes ? joinTouching({ ...design, provinces: [...design.provinces, one], shapes }, one.id) : design;
}

/** A province cut in two along a line. The part at its left is a new province, which has the borders that it
 * touches; the other keeps those that it still touches, and those that it had over the water. */
export function split(design: Design, id: Id, from: Point, to: Point): Design {
  const one = province(design, id);
  if (!one) return design;
  const fresh: Province = { ...blank(design, newName(design, one.name), one) };
  const before = design.shapes ? sharing(design.shapes).get(id) ?? new Set<Id>() : touching(design, id);
  const at = design.provinces.indexOf(one) + 1;
  const provinces = [...design.provinces.slice(0, at), fresh, ...design.provinces.slice(at)];
  let next: Design;
  if (design.shapes) {
    const shapes = splitGround(design.shapes, id, fresh.id, from, to);
    if (!shapes) return design;
    next = { ...design, provinces, shapes };
  } else {
    if (!design.points[id]) return design;
    const [left, right] = halves(cell(middles(design), id).ring, from, to);
    if (left.length < 3 || right.length < 3) return design;
    next = { ...design, provinces, points: { ...design.points, [id]: centroid(right), [fresh.id]: centroid(left) } };
  }
  const near = (which: Id) => (next.shapes ? sharing(next.shapes).get(which) ?? new Set<Id>() : touching(next, which));
  const [own, its] = [near(id), near(fresh.id)];
  const ofOld = (place: Place) => provinceOf(place) === id;
  const ways = design.ways.flatMap(found => {
    if (!ofOld(found.start) && !ofOld(found.end)) return [found];
    const other = provinceOf(ofOld(found.start) ? found.end : found.start);
    const moved = way(found.kind, ofOld(found.start) ? fresh.id : found.start, ofOld(found.end) ? fresh.id : found.end, found.cost);
    return [...(own.has(other) || !before.has(other) ? [found] : []), ...(its.has(other) ? [moved] : [])];
  });
  const bare = { ...next, ways: unique(ways) };
  return areJoined(bare, id, fresh.id) ? bare : toggleBorder(bare, id, fresh.id);
}

function unique(ways: readonly Way[]): Way[] {
  return [...new Map(ways.map(one => [`${one.kind} ${one.start} ${one.end}`, one])).values()];
}

/** One province of two: the first keeps its name, and has the borders and what stood on the other. */
export function join(design: Design, into: Id, other: Id): Design {
  const [one, two] = [province(design, into), province(design, other)];
  if (!one || !two || one === two) return design;
  const at = (place: Place) => (provinceOf(place) === other ? `${into}${place.slice(other.length)}` : place);
  const ways = design.ways.map(found => way(found.kind, at(found.start), at(found.end), found.cost)).filter(found => provinceOf(found.start) !== provinceOf(found.end));
  const isTaken = design.units.some(unit => provinceOf(unit.place) === into);
  const units = design.units.filter(unit => !isTaken || provinceOf(unit.place) !== other).map(unit => ({ ...unit, place: at(unit.place) }));
  const shapes = design.shapes && joinGrounds(design.shapes, into, other);
  const kept = { ...design, ways: unique(ways), units, shapes };
  const points = { ...design.points };
  if (points[into] && points[other]) {
    points[into] = [Math.round((points[into][0] + points[other][0]) / 2), Math.round((points[into][1] + points[other][1]) / 2)];
  }
  const joined = change({ ...kept, points }, into, { center: one.center || (two.center && one.area === "l"), home: one.home || (one.area === "l" ? two.home : "") });
  return { ...removeProvince({ ...joined, shapes: null }, other), shapes };
}

export function movePoint(design: Design, place: Place, [x, y]: Point): Design {
  return { ...design, points: { ...design.points, [place]: [Math.round(x), Math.round(y)] } };
}

const inTenths = ([x, y]: Point): Point => [tenth(x), tenth(y)];

export function moveLabel(design: Design, id: Id, at: Point): Design {
  const ground = design.shapes?.grounds[id];
  if (!design.shapes || !ground) return design;
  return { ...design, shapes: { ...design.shapes, grounds: { ...design.shapes.grounds, [id]: { ...ground, label: inTenths(at) } } } };
}

export function moveCenter(design: Design, id: Id, at: Point): Design {
  const ground = design.shapes?.grounds[id];
  if (!design.shapes || !ground) return design;
  return { ...design, shapes: { ...design.shapes, grounds: { ...design.shapes.grounds, [id]: { ...ground, center: inTenths(at) } } } };
}

/** Elsewhere a unit stands, and beside it the one that was driven out. */
export function moveUnit(design: Design, place: Place, at: Point): Design {
  const { shapes } = design;
  const from = shapes?.units[place];
  if (!shapes || !from) return design;
  const beside = shapes.dislodged[place];
  const dislodged = beside ? { ...shapes.dislodged, [place]: inTenths([beside[0] + at[0] - from[0], beside[1] + at[1] - from[1]]) } : shapes.dislodged;
  return { ...design, shapes: { ...shapes, units: { ...shapes.units, [place]: inTenths(at) }, dislodged } };
}

export function dragCorner(design: Design, from: Point, to: Point): Design {
  return design.shapes ? { ...design, shapes: moveCorner(design.shapes, from, to) } : design;
}

export function newCorner(design: Design, id: Id, at: Point): Design {
  return design.shapes ? { ...design, shapes: addCorner(design.shapes, id, at) } : design;
}

export function dropCorner(design: Design, at: Point): Design {
  return design.shapes ? { ...design, shapes: removeCorner(design.shapes, at) } : design;
}

/** Centres have a mark, where the map is drawn: beside the unit unless somebody chose a place. */
export function furnish(design: Design): Design {
  const { shapes } = design;
  if (!shapes) return design;
  const lacking = design.provinces.filter(one => one.center && shapes.grounds[one.id] && !shapes.grounds[one.id]!.center);
  if (!lacking.length) return design;
  const grounds = { ...shapes.grounds };
  for (const { id } of lacking) {
    const ground = grounds[id]!;
    const [x, y] = shapes.units[id] ?? middle(ground.rings.map(ring => outline(shapes, ring)));
    const size = shapes.unit_size * 0.6;
    const spots: Point[] = [[x - size, y - size], [x + size, y - size], [x - size, y + size], [x + size, y + size]];
    grounds[id] = { ...ground, center: inTenths(spots.find(at => holds(shapes, id, at)) ?? spots[0]!) };
  }
  return { ...design, shapes: { ...shapes, grounds } };
}

export const sameKey = (design: Design, word: string, but: Id): boolean =>
  design.provinces.some(one => one.id !== but && keyOf(one) === word.toUpperCase());

/** The shapes of a drawn map, as `geometry.json` has them: every border once, as an arc, and outlines as lists
 * of arcs. Whatever is done here keeps it so, and leaves no gap between neighbours.
 *
 * An arc is `[x, y, dx, dy, …]` in steps of the grid; a ring names arcs by number, `~n` for one backwards. */

import type { Id, Place, Point } from "./design";

export type Arc = readonly number[];
export type Ring = readonly number[];

export interface Ground {
  readonly rings: readonly Ring[];
  readonly label: Point;
  readonly lines?: readonly string[];
  readonly size?: number;
  readonly angle?: number;
  readonly center?: Point;
}

export interface Shapes {
  readonly format: string;
  readonly version: number;
  readonly width: number;
  readonly height: number;
  readonly unit_size: number;
  readonly center_size?: number;
  readonly grid: number;
  readonly grounds: Readonly<Record<Id, Ground>>;
  readonly units: Readonly<Record<Place, Point>>;
  readonly dislodged: Readonly<Record<Place, Point>>;
  readonly outside: readonly Ring[];
  readonly holes?: readonly Ring[];
  readonly lakes: readonly Ring[];
  readonly rivers: readonly Arc[];
  readonly straits: readonly { readonly between: readonly [Id, Id]; readonly line: Arc }[];
  readonly bridges: readonly (readonly [Id, Id])[];
  readonly arcs: readonly Arc[];
}

const decoded = new WeakMap<Arc, Point[]>();

/** The points of an arc, in steps of the grid. */
export function pointsOf(arc: Arc): Point[] {
  let found = decoded.get(arc);
  if (!found) {
    found = [];
    let [x, y] = [0, 0];
    for (let at = 0; at + 1 < arc.length; at += 2) {
      x += arc[at]!;
      y += arc[at + 1]!;
      found.push([x, y]);
    }
    decoded.set(arc, found);
  }
  return found;
}

function arcOf(points: readonly Point[]): Arc {
  const found: number[] = [];
  let [x, y] = [0, 0];
  for (const [toX, toY] of points) {
    found.push(toX - x, toY - y);
    [x, y] = [toX, toY];
  }
  return found;
}

const same = (one: Point, other: Point): boolean => one[0] === other[0] && one[1] === other[1];

/** The points of a ring, in steps of the grid; the last is joined to the first. */
export function outline(shapes: Shapes, ring: Ring): Point[] {
  return ring.flatMap(number => {
    const points = pointsOf(shapes.arcs[number < 0 ? ~number : number]!);
    return (number < 0 ? [...points].reverse() : points).slice(0, -1);
  });
}

/** The data of a path for a ground. */
export function pathOf(shapes: Shapes, rings: readonly Ring[]): string {
  const grid = shapes.grid;
  return rings.map(ring => `M${outline(shapes, ring).map(([x, y]) => `${x / grid},${y / grid}`).join("L")}Z`).join("");
}

/** True if a point, in the sheet's units, lies within a ground. */
export function holds(shapes: Shapes, id: Id, [x, y]: Point): boolean {
  const rings = shapes.grounds[id]?.rings ?? [];
  return inRings(rings.map(ring => outline(shapes, ring)), [x * shapes.grid, y * shapes.grid]);
}

function inRings(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const points of rings) {
    points.forEach(([bx, by], at) => {
      const [ax, ay] = points.at(at - 1)!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    });
  }
  return inside;
}

/** A roomy point within outlines, in their own units: for a name, or a unit. */
export function middle(rings: readonly (readonly Point[])[]): Point {
  const all = rings.flat();
  const [left, top] = [Math.min(...all.map(one => one[0])), Math.min(...all.map(one => one[1]))];
  const [right, bottom] = [Math.max(...all.map(one => one[0])), Math.max(...all.map(one => one[1]))];
  let best: Point = [(left + right) / 2, (top + bottom) / 2];
  let room = -1;
  for (let row = 1; row < 16; row++) {
    for (let column = 1; column < 16; column++) {
      const at: Point = [left + ((right - left) * column) / 16, top + ((bottom - top) * row) / 16];
      if (!inRings(rings, at)) continue;
      const near = Math.min(...rings.flatMap(ring => ring.map((one, n) => away(at, ring.at(n - 1)!, one))));
      if (near > room) [best, room] = [at, near];
    }
  }
  return best;
}

/** The distance of a point from a line between two. */
export function away([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** All corners of a ground's outlines, in steps of the grid. */
export function corners(shapes: Shapes, id: Id): Point[] {
  return (shapes.grounds[id]?.rings ?? []).flatMap(ring => outline(shapes, ring));
}

/** With a corner elsewhere, in all arcs that have it. */
export function moveCorner(shapes: Shapes, from: Point, to: Point): Shapes {
  const arcs = shapes.arcs.map(arc => {
    const points = pointsOf(arc);
    return points.some(one => same(one, from)) ? arcOf(points.map(one => (same(one, from) ? to : one))) : arc;
  });
  return { ...shapes, arcs };
}

/** With one more corner in the border next to a point. */
export function addCorner(shapes: Shapes, id: Id, at: Point): Shapes {
  let [best, found, behind] = [Infinity, -1, 0];
  for (const number of (shapes.grounds[id]?.rings ?? []).flat()) {
    const arc = number < 0 ? ~number : number;
    const points = pointsOf(shapes.arcs[arc]!);
    points.slice(1).forEach((one, n) => {
      const distance = away(at, points[n]!, one);
      if (distance < best) [best, found, behind] = [distance, arc, n + 1];
    });
  }
  if (found < 0 || corners(shapes, id).some(one => same(one, at))) return shapes;
  const points = pointsOf(shapes.arcs[found]!);
  const arc = arcOf([...points.slice(0, behind), at, ...points.slice(behind)]);
  return { ...shapes, arcs: shapes.arcs.map((one, n) => (n === found ? arc : one)) };
}

/** Without a corner, unless borders meet there or too little would be left. */
export function removeCorner(shapes: Shapes, at: Point): Shapes {
  const ends = shapes.arcs.some(arc => {
    const points = pointsOf(arc);
    const isEnd = same(points[0]!, at) || same(points.at(-1)!, at);
    return isEnd || (points.some(one => same(one, at)) && same(points[0]!, points.at(-1)!) && points.length < 5);
  });
  if (ends) return shapes;
  const arcs = shapes.arcs.map(arc => {
    const points = pointsOf(arc);
    return points.some(one => same(one, at)) ? arcOf(points.filter(one => !same(one, at))) : arc;
  });
  return { ...shapes, arcs };
}

/** Pairs of grounds that have a border in common, by each. */
export function sharing(shapes: Shapes): Map<Id, Set<Id>> {
  const owners = new Map<number, Id[]>();
  for (const [id, ground] of Object.entries(shapes.grounds)) {
    for (const number of ground.rings.flat()) {
      const arc = number < 0 ? ~number : number;
      owners.set(arc, [...(owners.get(arc) ?? []), id]);
    }
  }
  const found = new Map<Id, Set<Id>>(Object.keys(shapes.grounds).map(id => [id, new Set()]));
  for (const [one, other] of owners.values()) {
    if (!one || !other || one === other) continue;
    found.get(one)!.add(other);
    found.get(other)!.add(one);
  }
  return found;
}

/** One ground of two: the borders between them are gone. */
export function joinGrounds(shapes: Shapes, into: Id, other: Id): Shapes {
  const [one, two] = [shapes.grounds[into], shapes.grounds[other]];
  if (!one || !two) return shapes;
  const all = [...one.rings, ...two.rings].flat();
  const left = all.filter(number => !all.includes(~number));
  const rings: Ring[] = [];
  const isWhole = left.length === all.length;
  if (isWhole) rings.push(...one.rings, ...two.rings);
  else {
    const rest = [...left];
    const start = (number: number): Point => endsOf(shapes, number)[0];
    while (rest.length) {
      const ring = [rest.shift()!];
      for (;;) {
        const end = endsOf(shapes, ring.at(-1)!)[1];
        if (same(end, start(ring[0]!))) break;
        const next = rest.findIndex(number => same(start(number), end));
        if (next < 0) break;
        ring.push(...rest.splice(next, 1));
      }
      if (same(endsOf(shapes, ring.at(-1)!)[1], start(ring[0]!))) rings.push(ring);
    }
  }
  return { ...without(shapes, other), grounds: { ...without(shapes, other).grounds, [into]: { ...one, rings } } };
}

function endsOf(shapes: Shapes, number: number): [Point, Point] {
  const points = pointsOf(shapes.arcs[number < 0 ? ~number : number]!);
  return number < 0 ? [points.at(-1)!, points[0]!] : [points[0]!, points.at(-1)!];
}

/** Without a province: its ground is nobody's. */
export function without(shapes: Shapes, id: Id): Shapes {
  const kept = <Of>(part: Readonly<Record<string, Of>>) =>
    Object.fromEntries(Object.entries(part).filter(([place]) => place.split("/")[0] !== id));
  return {
    ...shapes,
    grounds: kept(shapes.grounds),
    units: kept(shapes.units),
    dislodged: kept(shapes.dislodged),
    straits: shapes.straits.filter(one => !one.between.includes(id)),
    bridges: shapes.bridges.filter(pair => !pair.includes(id)),
  };
}

/** With places for the name and the units of a ground, in its roomiest point. */
function furnished(shapes: Shapes, id: Id, rings: readonly Ring[], lakes = rings): Shapes {
  const grid = shapes.grid;
  const [x, y] = middle(lakes.map(ring => outline(shapes, ring)));
  const at: Point = [tenth(x / grid), tenth(y / grid)];
  const size = shapes.unit_size;
  const ground: Ground = { ...shapes.grounds[id], rings, label: [at[0], tenth(at[1] + size * 0.7)] };
  return {
    ...shapes,
    grounds: { ...shapes.grounds, [id]: ground },
    units: { ...shapes.units, [id]: at },
    dislodged: { ...shapes.dislodged, [id]: [tenth(at[0] + size * 0.5), tenth(at[1] - size * 0.4)] },
  };
}

export const tenth = (number: number): number => Math.round(number * 10) / 10;

/** A ground cut in two along a line from one point to another, in the sheet's units; the part at the line's
 * left is `fresh`. None where the line does not cross the ground from side to side. */
export function splitGround(shapes: Shapes, id: Id, fresh: Id, from: Point, to: Point): Shapes | null {
  const grid = shapes.grid;
  const [a, b]: [Point, Point] = [[from[0] * grid, from[1] * grid], [to[0] * grid, to[1] * grid]];
  const ground = shapes.grounds[id];
  if (!ground) return null;
  const found: { ring: number; share: number; cut: Cut }[] = [];
  ground.rings.forEach((ring, number) => {
    for (const cut of crossings(shapes, ring, a, b)) found.push({ ring: number, share: cut.share, cut });
  });
  found.sort((one, other) => one.share - other.share);
  // The first stretch of the line that lies within the ground, from outline to outline.
  const first = found.findIndex((one, n) => {
    const next = found[n + 1];
    if (!next || next.ring !== one.ring) return false;
    const half = (one.share + next.share) / 2;
    return inRings(ground.rings.map(ring => outline(shapes, ring)), [a[0] + (b[0] - a[0]) * half, a[1] + (b[1] - a[1]) * half]);
  });
  if (first < 0) return null;
  const [one, other] = [found[first]!, found[first + 1]!];
  const cuts = [one.cut, other.cut];
  if (same(cuts[0]!.at, cuts[1]!.at)) return null;
  const { shapes: cut, ends } = withCuts(shapes, cuts);
  const ring = cut.grounds[id]!.rings[one.ring]!;
  const line = cut.arcs.length;
  const begins = (at: Point) => ring.findIndex(number => same(endsOf(cut, number)[0], at));
  const [start, end] = [begins(ends[0]!), begins(ends[1]!)];
  if (start < 0 || end < 0 || start === end) return null;
  const between = (n: number, m: number) => (n < m ? ring.slice(n, m) : [...ring.slice(n), ...ring.slice(0, m)]);
  const arcs = [...cut.arcs, arcOf([ends[0]!, ends[1]!])];
  const whole = { ...cut, arcs };
  const halves: [Ring, Ring] = [[...between(start, end), ~line], [...between(end, start), line]];
  const others = whole.grounds[id]!.rings.filter((_, n) => n !== one.ring);
  const side = (part: Ring): number => {
    const [x, y] = middle([outline(whole, part)]);
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  };
  const [left, right] = side(halves[0]) < 0 ? halves : [halves[1], halves[0]];
  const own: Ring[][] = [[left], [right]];
  for (const island of others) {
    const [x, y] = outline(whole, island)[0]!;
    own[inRings([outline(whole, left)], [x, y]) ? 0 : 1]!.push(island);
  }
  return furnished(furnished(whole, id, own[1]!), fresh, own[0]!);
}

interface Cut {
  readonly arc: number;
  readonly behind: number;
  readonly at: Point;
  readonly share: number;
}

/** Where a line crosses a ring. */
function crossings(shapes: Shapes, ring: Ring, a: Point, b: Point): Cut[] {
  const found: Cut[] = [];
  for (const number of ring) {
    const arc = number < 0 ? ~number : number;
    const points = pointsOf(shapes.arcs[arc]!);
    points.slice(1).forEach((d, n) => {
      const c = points[n]!;
      const across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
      if (!across) return;
      const share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across;
      const along = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across;
      if (share < 0 || share > 1 || along < 0 || along >= 1) return;
      const at: Point = [Math.round(c[0] + (d[0] - c[0]) * along), Math.round(c[1] + (d[1] - c[1]) * along)];
      found.push({ arc, behind: n + 1, at, share });
    });
  }
  return found;
}

/** With arcs cut in two at points, in all rings that have them. */
function withCuts(shapes: Shapes, cuts: readonly Cut[]): { shapes: Shapes; ends: Point[] } {
  const arcs = [...shapes.arcs];
  const parts = new Map<number, number[]>();
  for (const arc of new Set(cuts.map(one => one.arc))) {
    let points: Point[] = [...pointsOf(shapes.arcs[arc]!)];
    const closed = same(points[0]!, points.at(-1)!);
    const own = cuts.filter(one => one.arc === arc).sort((one, other) => other.behind - one.behind || along(points, other) - along(points, one));
    for (const { behind, at } of own) {
      if (!points.some(one => same(one, at))) points = [...points.slice(0, behind), at, ...points.slice(behind)];
    }
    // A closed arc begins at the first cut: where it began before, nothing meets.
    const ats = own.map(one => one.at);
    if (closed) {
      const first = points.findIndex(one => ats.some(at => same(at, one)));
      points = [...points.slice(first, -1), ...points.slice(0, first), points[first]!];
    }
    const pieces: Point[][] = [[points[0]!]];
    points.slice(1).forEach((one, n) => {
      pieces.at(-1)!.push(one);
      if (n + 2 < points.length && ats.some(at => same(at, one))) pieces.push([one]);
    });
    const numbers = pieces.map((piece, n) => {
      if (n === 0) {
        arcs[arc] = arcOf(piece);
        return arc;
      }
      return arcs.push(arcOf(piece)) - 1;
    });
    parts.set(arc, numbers);
  }
  const recut = (ring: Ring): Ring =>
    ring.flatMap(number => {
      const found = parts.get(number < 0 ? ~number : number);
      return !found ? [number] : number < 0 ? found.map(one => ~one).reverse() : found;
    });
  const all = (rings: readonly Ring[]) => rings.map(recut);
  const grounds = Object.fromEntries(Object.entries(shapes.grounds).map(([id, ground]) => [id, { ...ground, rings: all(ground.rings) }]));
  const holes = shapes.holes ? { holes: all(shapes.holes) } : {};
  return { shapes: { ...shapes, arcs, grounds, outside: all(shapes.outside), lakes: all(shapes.lakes), ...holes }, ends: cuts.map(one => one.at) };
}

function along(points: readonly Point[], cut: Cut): number {
  const [x, y] = points[cut.behind - 1]!;
  return Math.hypot(cut.at[0] - x, cut.at[1] - y);
}

/** With a new ground of an outline, in the sheet's units: an island in whatever ground it lies in, or on
 * empty paper. None where it crosses a border. */
export function addGround(shapes: Shapes, id: Id, points: readonly Point[]): Shapes | null {
  const grid = shapes.grid;
  const corners = points.map(([x, y]): Point => [Math.round(x * grid), Math.round(y * grid)]);
  if (corners.length < 3) return null;
  const around = corners.map(at => Object.keys(shapes.grounds).find(one => inRings(shapes.grounds[one]!.rings.map(ring => outline(shapes, ring)), at)));
  if (new Set(around).size !== 1) return null;
  const number = shapes.arcs.length;
  const whole: Shapes = { ...shapes, arcs: [...shapes.arcs, arcOf([...corners, corners[0]!])] };
  const host = around[0];
  if (!host) return furnished(whole, id, [[number]]);
  const ground = whole.grounds[host]!;
  const grounds = { ...whole.grounds, [host]: { ...ground, rings: [...ground.rings, [~number]] } };
  return furnished({ ...whole, grounds }, id, [[number]]);
}

/** Shapes for a sheet on which nothing is yet. */
export function emptySheet(width: number, height: number): Shapes {
  return {
    format: "dragoman-geometry", version: 1, width, height, unit_size: 30, center_size: 12, grid: 10,
    grounds: {}, units: {}, dislodged: {}, outside: [], lakes: [], rivers: [], straits: [], bridges: [], arcs: [],
  };
}

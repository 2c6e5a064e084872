/** The grounds of a map that is laid out from points: each is what lies nearest to its point. The server lays
 * such a map out; here is what has to be known at once, while a point is dragged. */

import type { Design, Id, Point } from "./design";
import { isGround } from "./design";

type Side = { readonly at: Point; readonly behind: Id };

/** The outline of a cell, and who is behind each of its sides; nobody at the edge of the sheet. */
export function cell(points: Readonly<Record<Id, Point>>, id: Id, margin = 80): { ring: Point[]; touched: Set<Id> } {
  const own = points[id]!;
  const all = Object.values(points);
  const [left, top] = [Math.min(...all.map(one => one[0])) - margin, Math.min(...all.map(one => one[1])) - margin];
  const [right, bottom] = [Math.max(...all.map(one => one[0])) + margin, Math.max(...all.map(one => one[1])) + margin];
  const frame: Point[] = [[left, top], [right, top], [right, bottom], [left, bottom]];
  let sides: Side[] = frame.map(at => ({ at, behind: "" }));
  for (const [other, at] of Object.entries(points)) {
    const [dx, dy] = [at[0] - own[0], at[1] - own[1]];
    if (other === id || (!dx && !dy)) continue;
    const half: Point = [(own[0] + at[0]) / 2, (own[1] + at[1]) / 2];
    sides = cutOff(sides, point => (point[0] - half[0]) * dx + (point[1] - half[1]) * dy, other);
  }
  const touched = new Set(sides.filter((side, n) => side.behind && long(side.at, sides[(n + 1) % sides.length]!.at)).map(side => side.behind));
  return { ring: sides.map(side => side.at), touched };
}

/** A border so short is a corner where four meet. */
const long = (one: Point, other: Point): boolean => Math.hypot(one[0] - other[0], one[1] - other[1]) > 4;

/** What is left of an outline on the near side of a line. */
function cutOff(sides: readonly Side[], beyond: (point: Point) => number, other: Id): Side[] {
  const found: Side[] = [];
  sides.forEach((side, n) => {
    const next = sides[(n + 1) % sides.length]!;
    const [da, db] = [beyond(side.at), beyond(next.at)];
    if (da <= 0) found.push(side);
    if (da <= 0 !== db <= 0) {
      const share = da / (da - db);
      const at: Point = [side.at[0] + (next.at[0] - side.at[0]) * share, side.at[1] + (next.at[1] - side.at[1]) * share];
      found.push({ at, behind: da <= 0 ? other : side.behind });
    }
  });
  return found;
}

/** The parts of an outline on both sides of a line through two points. */
export function halves(ring: readonly Point[], from: Point, to: Point): [Point[], Point[]] {
  const sides = ring.map(at => ({ at, behind: "" }));
  const side = ([x, y]: Point) => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  return [cutOff(sides, side, "").map(one => one.at), cutOff(sides, at => -side(at), "").map(one => one.at)];
}

export function centroid(ring: readonly Point[]): Point {
  const [x, y] = ring.reduce(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0]);
  return [Math.round(x / ring.length), Math.round(y / ring.length)];
}

/** The points of the provinces themselves, without coasts. */
export function middles(design: Design): Record<Id, Point> {
  const found: Record<Id, Point> = {};
  for (const one of design.provinces) {
    const at = design.points[one.id];
    if (at && isGround(one)) found[one.id] = at;
  }
  return found;
}

/** Who lies next to whom, whether borders join them or not. */
export function touching(design: Design, id: Id): Set<Id> {
  const points = middles(design);
  return id in points ? cell(points, id).touched : new Set();
}

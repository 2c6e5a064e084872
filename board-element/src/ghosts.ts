/** The ghost of an order that the judge has not drawn yet: his own signs, by the classes of his own
 * (`drawing/scene/style.py` lists them), dashed. Once it is saved his drawing takes its place. */

import { bare, placeOf, provinceOf } from "./board";
import type { Ground, Order, Place, UnitId } from "./board";

type Point = readonly [number, number];

export interface GhostsOf {
  ground: Ground;
  css: string;
  /** Units that were driven out stand beside. */
  isRetreat: boolean;
}

export function ghost(of: GhostsOf, unit: UnitId, order: Order): string {
  const size = of.ground.unit;
  const at = spot(of.ground, placeOf(unit), of.isRetreat);
  if (!at) return "";
  const drawn = picture(of, unit, order, at, size);
  return drawn && `<g class="order given ghosted power-${of.css}" data-ghost="${escape(unit)}">${drawn}</g>`;
}

/** A bare arrow, for a unit that is being dragged: its shaft gets twice as broad on the way to its head. */
export function arrow(from: Point, to: Point, size: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const start = along(from, dx, dy, Math.min(size * 0.45, length / 4));
  const tip = along(to, -dx, -dy, Math.min(size * 0.5, length / 4));
  const head = Math.min(size * 0.46, length * 0.3);
  const base = along(tip, -dx, -dy, head);
  const aside = (at: Point, far: number) => p([at[0] - dy * far, at[1] + dx * far]);
  const sides = (way: 1 | -1) => [aside(start, way * size * 0.0625), aside(base, way * size * 0.125), aside(base, way * head * 0.56)];
  return cased("path", "arrow", `d="M${[...sides(1), p(tip), ...sides(-1).reverse()].join("L")}Z"`);
}

export function picture(of: GhostsOf, unit: UnitId, order: Order, at: Point, size: number): string {
  switch (order[0]) {
    case "h":
      return corners(at, size * 0.66);
    case "m":
    case "r": {
      const to = spot(of.ground, order[1]);
      return to ? arrow(at, to, size) : "";
    }
    case "s":
    case "c": {
      const from = spot(of.ground, placeOf(order[1]));
      if (!from) return "";
      const name = order[0] === "s" ? "dashes" : "dots";
      if (!order[2]) return line(name, at, from, size, size * RING) + ring("ring", from, size * RING);
      const to = spot(of.ground, order[2]);
      if (!to) return "";
      const goal = middle(from, to);
      const knob = `<circle class="knob" cx="${goal[0].toFixed(1)}" cy="${goal[1].toFixed(1)}" r="${(size * 0.13).toFixed(1)}"/>`;
      return line(name, at, goal, size, 0) + knob;
    }
    case "d":
      return cross(at, size * 0.55);
    case "b": {
      const kind = bare(unit).split(" ")[0] ?? "";
      const scale = (size / 100).toFixed(3);
      return (
        `<g class="unit" transform="translate(${p(at)}) scale(${scale})">` +
        `<use href="#mark-${escape(kind)}" class="casing"/><use href="#mark-${escape(kind)}" class="body"/>` +
        `<use href="#device-${escape(kind)}" class="device"/></g>`
      );
    }
    case "x":
      return ring("siege-ring", at, size * 0.66);
    default:
      return "";
  }
}

/** Where a unit is drawn; one that was driven out, beside. */
export function spot(ground: Ground, place: Place, beside = false): [number, number] | null {
  const found = ground.places[place]?.at ?? ground.places[provinceOf(place)]?.at;
  if (!found) return null;
  return beside ? [found[2], found[3]] : [found[0], found[1]];
}

/** How far the ring round a unit is from its middle, in sizes of it. */
const RING = 0.74;

function cased(element: string, name: string, shape: string): string {
  return `<${element} class="${name} casing" ${shape}/><${element} class="${name}" ${shape}/>`;
}

function ring(name: string, at: Point, radius: number): string {
  return cased("circle", name, `cx="${at[0].toFixed(1)}" cy="${at[1].toFixed(1)}" r="${radius.toFixed(1)}"`);
}

function corners([x, y]: Point, reach: number): string {
  const s = reach / 2;
  const corner = (dx: number, dy: number) => `M${p([x + dx * reach, y + dy * (reach - s)])}v${(dy * s).toFixed(1)}h${(-dx * s).toFixed(1)}`;
  return cased("path", "corners", `d="${corner(-1, -1)}${corner(1, -1)}${corner(1, 1)}${corner(-1, 1)}"`);
}

function line(name: string, from: Point, to: Point, size: number, gap: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const end = along(to, -dx, -dy, gap);
  return cased("path", name, `d="M${p(along(from, dx, dy, size * 0.45))}L${p(end)}"`);
}

function cross(at: Point, size: number): string {
  const [x, y, s] = [at[0], at[1], size];
  const path = `M${p([x - s, y - s])}L${p([x + s, y + s])}M${p([x - s, y + s])}L${p([x + s, y - s])}`;
  return `<path class="strike casing" d="${path}"/><path class="strike" d="${path}"/>`;
}

function middle(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}

function along(from: Point, dx: number, dy: number, far: number): Point {
  return [from[0] + dx * far, from[1] + dy * far];
}

function p([x, y]: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}

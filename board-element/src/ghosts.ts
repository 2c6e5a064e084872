/** The ghost of an order that the judge has not drawn yet: his own signs, dashed. Once it is saved his
 * drawing takes its place. */

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

/** A bare arrow, for a unit that is being dragged. */
export function arrow(from: Point, to: Point, size: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const start = along(from, dx, dy, size * 0.45);
  const tip = along(to, -dx, -dy, Math.min(size * 0.5, length / 3));
  const base = along(tip, -dx, -dy, size * 0.36);
  const half = size * 0.19;
  const shaft = `M${p(start)}L${p(base)}`;
  const head = `${p(tip)} ${p([base[0] - dy * half, base[1] + dx * half])} ${p([base[0] + dy * half, base[1] - dx * half])}`;
  return `<path class="casing" d="${shaft}"/><path class="shaft" d="${shaft}"/><polygon class="head" points="${head}"/>`;
}

function picture(of: GhostsOf, unit: UnitId, order: Order, at: Point, size: number): string {
  switch (order[0]) {
    case "h":
      return ring(at, size * 0.58);
    case "m":
    case "r": {
      const to = spot(of.ground, order[1]);
      return to ? arrow(at, to, size) : "";
    }
    case "s":
    case "c": {
      const from = spot(of.ground, placeOf(order[1]));
      if (!from) return "";
      if (!order[2]) return dashes(at, from, size);
      const to = spot(of.ground, order[2]);
      return to ? dashes(at, middle(from, to), size) : "";
    }
    case "d":
      return cross(at, size * 0.55);
    case "b": {
      const kind = bare(unit).split(" ")[0] ?? "";
      const scale = (size / 100).toFixed(3);
      return (
        `<g class="unit" transform="translate(${p(at)}) scale(${scale})">` +
        `<use href="#mark-${escape(kind)}" class="casing"/><use href="#mark-${escape(kind)}" class="body"/></g>`
      );
    }
    case "x":
      return ring(at, size * 0.66);
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

function ring(at: Point, radius: number): string {
  const circle = `cx="${at[0].toFixed(1)}" cy="${at[1].toFixed(1)}" r="${radius.toFixed(1)}"`;
  return `<circle class="ring casing" ${circle}/><circle class="ring" ${circle}/>`;
}

function dashes(from: Point, to: Point, size: number): string {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const start = along(from, (to[0] - from[0]) / length, (to[1] - from[1]) / length, size * 0.45);
  const line = `M${p(start)}L${p(to)}`;
  return (
    `<path class="casing" d="${line}"/><path class="dashes" d="${line}"/>` +
    `<circle class="knob" cx="${to[0].toFixed(1)}" cy="${to[1].toFixed(1)}" r="${(size * 0.13).toFixed(1)}"/>`
  );
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

/** What stands on the map, drawn as the judge draws it (`drawing/scene`), by the classes of his style; his arrows
 * bend around each other, and these are straight. */

import { placeOf } from "../../board-element/src/board";
import type { Fate, Ground, Order, Place, UnitId } from "../../board-element/src/board";
import { escape, picture, spot } from "../../board-element/src/ghosts";

const KINDS: Record<Order[0], string> = { h: "hold", m: "move", s: "support", c: "convoy", r: "retreat", d: "disband", b: "build", w: "waive", x: "other" };
const DRIVEN_OUT = 0.85;

export interface Standing {
  power: string;
  unit: UnitId;
  at: Place;
  isDislodged?: boolean;
}

export function unitsLayer(ground: Ground, units: readonly Standing[]): string {
  return units.map(one => unitPiece(ground, one)).join("");
}

function unitPiece(ground: Ground, { power, unit, at, isDislodged = false }: Standing): string {
  const found = spot(ground, at, isDislodged);
  if (!found) return "";
  const [kind = ""] = unit.split(" ");
  const size = ground.unit * (isDislodged ? DRIVEN_OUT : 1);
  const name = `${isDislodged ? "dislodged-" : ""}unit-${unit.replace(/[ /]/g, "-")}`;
  const classes = `unit kind-${kind.toLowerCase()} power-${ground.powers[power]?.css ?? ""}${isDislodged ? " dislodged" : ""}`;
  const mark = `<use href="#mark-${kind}" class="casing"/><use href="#mark-${kind}" class="body"/><use href="#device-${kind}" class="device"/>`;
  return (
    `<g id="${escape(name)}" class="${classes}" data-unit="${escape(unit)}" data-province="${escape(at.split("/")[0]!)}">` +
    `<title>${escape(unit)}</title>${isDislodged ? burst(found, size) : ""}` +
    `<g transform="translate(${point(found)}) scale(${(size / 100).toFixed(3)})">${mark}</g></g>`
  );
}

/** An order with what became of it, to be drawn. */
export interface Drawn {
  fate: Pick<Fate, "power" | "unit" | "text" | "failed">;
  order: Order;
}

export function ordersLayer(ground: Ground, all: readonly Drawn[], isRetreat: boolean): string {
  // What failed goes under what did not, and what helps over the arrows that it ends on.
  const rank = ({ order, fate }: Drawn) => (order[0] === "m" ? 0 : 2) + (fate.failed ? 0 : 1);
  return [...all].sort((one, other) => rank(one) - rank(other)).map(one => orderPiece(ground, one, isRetreat)).join("");
}

function orderPiece(ground: Ground, { fate, order }: Drawn, isRetreat: boolean): string {
  const at = spot(ground, placeOf(fate.unit), isRetreat);
  if (!at) return "";
  const css = ground.powers[fate.power]?.css ?? "";
  const drawn = picture({ ground, css, isRetreat }, fate.unit, order, at, ground.unit);
  if (!drawn) return "";
  const name = `order-${fate.unit.replace(/[ /]/g, "-")}-${KINDS[order[0]]}`;
  const classes = `order ${KINDS[order[0]]} ${fate.failed ? "failed" : "done"} power-${css}`;
  const failed = fate.failed && order[0] !== "h" ? cross(ground, at, order) : "";
  return `<g id="${escape(name)}" class="${classes}" data-unit="${escape(fate.unit)}"><title>${escape(fate.text)}</title>${drawn}${failed}</g>`;
}

/** The cross on what failed: beside the head of an arrow, in the middle of a support. */
function cross(ground: Ground, at: readonly [number, number], order: Order): string {
  const to = goalOf(ground, order);
  if (!to) return "";
  const share = order[0] === "m" || order[0] === "r" ? 0.66 : 0.5;
  const [x, y, s] = [at[0] + (to[0] - at[0]) * share, at[1] + (to[1] - at[1]) * share, ground.unit * 0.09];
  const path = `M${point([x - s, y - s])}l${point([2 * s, 2 * s])}m${point([0, -2 * s])}l${point([-2 * s, 2 * s])}`;
  return `<g class="cross"><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(ground.unit * 0.18).toFixed(1)}"/><path d="${path}"/></g>`;
}

/** Where the line of an order ends. */
function goalOf(ground: Ground, order: Order): readonly [number, number] | null {
  if (order[0] === "m" || order[0] === "r") return spot(ground, order[1]);
  if (order[0] !== "s" && order[0] !== "c") return null;
  const from = spot(ground, placeOf(order[1]));
  const to = order[2] ? spot(ground, order[2]) : from;
  return from && to && [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}

/** The jagged star behind a unit that is dislodged. */
function burst([x, y]: readonly [number, number], size: number): string {
  const points = Array.from({ length: 24 }, (_, at) => {
    const [reach, angle] = [size * (at % 2 ? 0.66 : 0.82), (Math.PI * at) / 12];
    return point([x + reach * Math.cos(angle), y + reach * Math.sin(angle)]);
  });
  return `<polygon class="burst" points="${points.join(" ")}"/>`;
}

function point([x, y]: readonly [number, number]): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

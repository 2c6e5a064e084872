/** The legal orders of a position, to choose from. */

import type { Board, Standing } from "./board.js";
import { HOLD, MOVE, NONE, SUPPORT } from "./codes.js";
import type { Named, Notation, Read } from "./orders.js";
import { openRetreats } from "./retreats.js";
import type { Choices, Order, Power } from "./tables.js";

export function legalMoves(board: Board, notation: Notation, before: Standing): Choices[] {
  const { machine: m, tables } = board;
  board.load(before);
  if (m.call("list_orders") === NONE) throw new Error("too many legal orders to be listed");
  const gateCount = m.fact("board", "gate_count");
  const starts = [...m.cells("starts", before.rows.length + gateCount + 1)];
  const codes = m.cells("found", starts.at(-1)!);
  const listed = new Map<string, Choices>();
  const givers = before.rows.map(row => ({ ...board.unit(row), named: board.named(row) }));
  const holder = new Map(before.rows.map(row => [tables.provinces[board.provinceOf[row.location]!], tables.powers[row.owner]!]));
  for (const [place, controller] of tables.gates.slice(0, gateCount)) {
    givers.push({ power: holder.get(controller) ?? "", unit: place, named: { power: "", kind: "", location: place } });
  }
  givers.forEach(({ power, unit, named }, number) => {
    const orders = [...codes.subarray(starts[number]!, starts[number + 1]!)].map(code => notation.write(unpacked(board, before, power, named, code)));
    // Equal units on a high sea are one.
    if (orders.length) listed.set(`${power} ${unit}`, { power, unit, orders });
  });
  return [...listed.values()];
}

export function legalRetreats(board: Board, notation: Notation, before: Standing): Choices[] {
  return before.dislodged.map(one => {
    const unit = board.named(board.row(one.power, one.unit));
    const retreats = openRetreats(board, before, one).map(target => notation.write({ is: "retreat", unit, target }));
    return { power: one.power, unit: one.unit, orders: [...retreats, notation.write({ is: "disband", unit })] };
  });
}

export function legalAdjustments(board: Board, notation: Notation, before: Standing): Choices[] {
  const { machine: m, tables } = board;
  board.load(before);
  m.call("list_adjustments", 0);
  const counts = m.counts(tables.powers.length);
  const codes = [...m.cells("found", counts.reduce((sum, one) => sum + one, 0))];
  return tables.powers.flatMap((power, number): Choices[] =>
    codes.splice(0, counts[number]!).map(code => {
      const order = adjustment(board, before, power, code);
      const orders: Order[] = [notation.write(order)];
      return { power, unit: order.is === "waive" ? "" : orders[0]!.slice(0, -2), orders };
    }),
  );
}

export function duesOf(board: Board, before: Standing): Record<Power, number> {
  board.load(before);
  board.machine.call("list_adjustments", 0);
  const dues = board.machine.column("dues");
  return Object.fromEntries(board.tables.powers.map((power, number) => [power, dues[number]!]));
}

// Packed orders (see `rules/engine/packed_orders.py`)

const kindOf = (code: number) => code & 3;
const targetOf = (code: number) => ((code >> 3) & 16383) - 1;
const otherOf = (code: number) => (code >>> 17) - 1;

function unpacked(board: Board, before: Standing, power: string, unit: Named, code: number): Read {
  const { tables } = board;
  const [kind, target, other] = [kindOf(code), targetOf(code), otherOf(code)];
  const name = (number: number) => tables.locations[number]!;
  if (kind === HOLD && target !== NONE) {
    const becomes = tables.kinds[board.machine.call("becomes", before.rows.findIndex(row => tables.locations[row.location] === unit.location))]!;
    return { is: "convert", unit, kind: becomes, coast: name(target).split("/")[1] ?? "" };
  }
  if (kind === HOLD) return { is: (code & 4) !== 0 ? "core" : "hold", unit };
  if (kind === MOVE) return { is: "move", unit, target: name(target), via: (code & 4) !== 0, route: other === NONE ? [] : [name(other)] };
  const helped = named(board, before, power, other);
  if (kind === SUPPORT) return { is: "support", unit, other: helped, target: target === NONE ? null : name(target) };
  return { is: "convoy", unit, other: helped, target: name(target) };
}

/** The unit that an order helps, as the rule set wants it named. */
function named(board: Board, before: Standing, own: string, other: number): Named {
  const { tables } = board;
  const onSea = other - tables.locations.length;
  const asksPower = tables.switches["power_missing"] !== "valid";
  if (onSea >= 0) {
    const row = onHighSea(board, onSea);
    const power = tables.powers[row.owner];
    if (power !== undefined) return { ...board.named(row), power: power === own ? "" : power };
    other = row.location;
  }
  const row = before.rows.find(one => one.location === other)!;
  const power = tables.powers[row.owner]!;
  const isTold = asksPower || board.highSeas.has(other);
  return { ...board.named(row), power: isTold && power !== own ? power : "" };
}

function onHighSea(board: Board, unit: number): { owner: number; kind: number; location: number } {
  const { tables } = board;
  const kinds = tables.kinds.length + 1;
  const powers = tables.powers.length + 1;
  return { owner: (Math.floor(unit / kinds) % powers) - 1, kind: (unit % kinds) - 1, location: [...board.highSeas][Math.floor(unit / (kinds * powers))]! };
}

function adjustment(board: Board, before: Standing, power: string, code: number): Read {
  const { tables } = board;
  if (kindOf(code) === HOLD) return { is: "waive" };
  if (kindOf(code) === MOVE) return { is: "build", unit: { power: "", kind: tables.kinds[otherOf(code)]!, location: tables.locations[targetOf(code)]! } };
  return { is: "disband", unit: { ...named(board, before, power, otherOf(code)), power: "" } };
}

/** A private board that needs no judge elsewhere: turns are judged in the tab, and kept on this device. */

import type { Board, Ground, Order, Own, Told, UnitId, Why } from "../../board-element/src/board";
import { Keeper } from "../../board-element/src/keeper";
import { Late } from "../../board-element/src/late";
import type { Asked, Kept } from "../../board-element/src/saver";
import type { Source } from "../../board-element/src/source";
import { JudgeError, Notation, Teller } from "../src/index.js";
import type { Judge, Orders, Position, Power, Resolution } from "../src/index.js";
import { choicesOf } from "./choices.js";
import type { Possible } from "./choices.js";
import { ordersLayer, unitsLayer } from "./drawing.js";
import type { Drawn } from "./drawing.js";
import { listed, phaseInWords, shownOf } from "./judged.js";
import type { Given } from "./judged.js";

/** A map without anything on it, and the marks of its centres: of nobody's, of whose home it is and of others. */
export interface Map_ {
  ground: Ground;
  /** The address of its picture, ... */
  picture: string;
  /** ... and that of the same facts. */
  facts: string;
  names: string;
  centers: Record<string, { neutral: string; home: string; foreign: string }>;
  homes: Record<string, Power>;
}

/** A position on the way, with the orders that were given there, by power. */
interface Node_ {
  position: Position;
  orders: Record<Power, string>;
  resolution: Resolution | null;
}

/** A line of a sheet that is no order. */
export type Refused = (line: string, error: JudgeError) => string;

export class SandboxAlone implements Source {
  readonly keeper = new Keeper<Kept>("dip-board alone");
  readonly late = new Late("dip-board alone");
  readonly kept = null;
  window = "";
  step: number | null = null;
  private readonly notation: Notation;
  private readonly teller: Teller;
  private readonly way: Node_[] = [];
  private readonly done: Keeper<Orders[]>;
  private side = "";

  constructor(
    private readonly judge: Judge,
    private readonly given: Given,
    private readonly map: Map_,
    private readonly refused: Refused,
  ) {
    this.notation = new Notation(given.tables);
    this.teller = new Teller(given.tables, given.words);
    this.done = new Keeper(`dragoman sandbox ${given.tables.variant}`);
    this.begin();
    this.playAgain(this.done.kept ?? []);
  }

  // What the page around the board asks for

  /** What became of the turn before the one at hand. */
  get last(): Resolution | null {
    return this.way.at(-2)?.resolution ?? null;
  }

  get turnInWords(): string {
    return phaseInWords(this.given.words, this.here.position.phase);
  }

  get winner(): Power | null {
    return this.last?.winner ?? null;
  }

  /** What became of the orders of a turn, by power. */
  told(resolution: Resolution): Map<Power, { unit: UnitId; text: string; why: string; failed: boolean }[]> {
    const found = new Map<Power, { unit: UnitId; text: string; why: string; failed: boolean }[]>();
    for (const one of resolution.outcomes) {
      // Of units that nobody ordered only those are told of to which something happened.
      if (one.order === null && one.result === "succeeds" && resolution.phase.endsWith("M")) continue;
      const told = { unit: one.unit, text: this.teller.fate(resolution, one), why: this.teller.short(resolution, one), failed: one.result !== "succeeds" };
      found.set(one.power, [...(found.get(one.power) ?? []), told]);
    }
    for (const { power, order, reason } of resolution.unused) {
      const told = { unit: "", text: this.teller.order(resolution.phase, order), why: this.teller.unused(resolution, power, order, reason), failed: true };
      found.set(power, [...(found.get(power) ?? []), told]);
    }
    return found;
  }

  /** Judge the turn at hand. */
  adjudicate(): void {
    const { here } = this;
    here.resolution = this.judge.adjudicate(here.position, this.legible(here.orders));
    this.way.push({ position: here.resolution.position, orders: {}, resolution: null });
    this.keepDone();
  }

  /** Go back to the turn before, with the orders that were given there. */
  back(): void {
    if (this.way.length < 2) return;
    this.way.pop();
    this.here.resolution = null;
    this.keepDone();
  }

  again(): void {
    this.begin();
    this.keepDone();
  }

  get isAtStart(): boolean {
    return this.way.length < 2;
  }

  // What the board asks for

  board(): Promise<Board> {
    const sides = this.sides();
    const powers = Object.keys(sides);
    if (!powers.includes(this.side)) this.side = powers.find(one => Object.keys(sides[one]!.units).length || sides[one]!.builds?.length) ?? powers[0] ?? "";
    const past = this.way.slice(0, -1).map(one => one.position.phase);
    const board: Board = {
      ...this.seen(this.here.position, this.drafted(this.here)),
      stage: this.winner ? "over" : "running",
      past,
      past_turns: past.map(one => phaseInWords(this.given.words, one)),
      sides,
      node: this.way.length,
    };
    return Promise.resolve(this.as(board, this.side));
  }

  as(board: Board, power: Power): Board {
    this.side = power;
    const phase = `${board.phase.split(" ")[0]} ${board.node} ${power}`;
    return { ...board, phase, power, own: board.sides?.[power] ?? null };
  }

  turn(name: string): Promise<Board> {
    const one = this.way.find(other => other.position.phase === name && other.resolution);
    return one ? Promise.resolve(this.judged(one.position, one.resolution!)) : Promise.reject(new Error(name));
  }

  why(): Promise<Why[]> {
    return Promise.resolve([]); // each turn comes with it
  }

  whatIf(_: Board, text: string): Promise<Board> {
    const { position, orders } = this.here;
    const resolution = this.judge.adjudicate(position, this.legible({ ...orders, [this.side]: text }));
    return Promise.resolve(this.judged(position, resolution));
  }

  /** The board asks anew how things stand then, for all sides. */
  save({ power }: Board, text: string): Promise<Asked> {
    this.here.orders[power] = text;
    this.keepDone();
    return Promise.resolve({ status: 200, tag: this.sheet(power).tag, data: {} });
  }

  async unready(): Promise<void> {
    // Nobody waits for anybody.
  }

  keep(): void {
    // What was ordered is kept with the turns.
  }

  page(): string {
    return "";
  }

  later(milliseconds: number, act: () => void): void {
    setTimeout(act, milliseconds);
  }

  now(): Date {
    return new Date();
  }

  // Positions and sheets

  private get here(): Node_ {
    return this.way.at(-1)!;
  }

  private begin(): void {
    this.way.splice(0, this.way.length, { position: this.judge.start, orders: {}, resolution: null });
  }

  /** The orders of each turn are kept, those of the turn at hand last: all else follows. */
  private keepDone(): void {
    this.done.keep(this.way.map(({ orders }) => Object.fromEntries(Object.entries(orders).map(([power, text]) => [power, text.split("\n")]))));
  }

  private playAgain(done: readonly Orders[]): void {
    done.forEach((orders, turn) => {
      this.here.orders = Object.fromEntries(Object.entries(orders).map(([power, lines]) => [power, lines.join("\n")]));
      if (turn < done.length - 1) this.adjudicate();
    });
  }

  private sides(): Record<Power, Own> {
    if (this.winner) return {};
    const possible = choicesOf(this.judge, this.notation, this.map.ground, this.here.position);
    const hasSide = ([power, { units, due }]: [Power, Possible]) => Object.keys(units).length || due || (this.here.position.units[power] ?? []).length;
    return Object.fromEntries(
      Object.entries(possible)
        .filter(hasSide)
        .map(([power, one]) => [power, { ...one, ...this.sheet(power), text: this.here.orders[power] ?? "", conditional: false, ready: false, early: "never" }]),
    );
  }

  /** What is made of the lines of a sheet. */
  private sheet(power: Power): Pick<Own, "tag" | "lines" | "told"> {
    const lines: Own["lines"] = [];
    const told: Told[] = [];
    const seen = new Map<UnitId, number>();
    const texts: string[] = [];
    (this.here.orders[power] ?? "").split("\n").forEach((text, at) => {
      if (!text.trim()) return;
      try {
        const [unit, order] = this.inFewLetters(text);
        const count = (seen.get(unit) ?? 0) + 1;
        seen.set(unit, count);
        const several = (this.here.position.units[power] ?? []).filter(one => one === unit).length;
        lines.push([at + 1, count > 1 && several > 1 ? `${unit} #${Math.min(count, several)}` : unit, order]);
        texts[at] = text;
      } catch (error) {
        if (!(error instanceof JudgeError)) throw error;
        told.push({ code: error.code, severity: "error", what: this.refused(text, error), line: at + 1 });
      }
    });
    return { tag: this.here.orders[power] ?? "", lines, told: [...told, ...this.warnings(power, texts)] };
  }

  /** What the judge would not carry out of the orders of a power, whatever the others do. */
  private warnings(power: Power, texts: readonly string[]): Told[] {
    const written = texts.filter(Boolean);
    if (!written.length) return [];
    const resolution = this.judge.adjudicate(this.here.position, { [power]: written });
    return resolution.outcomes.flatMap((one): Told[] => {
      if (one.result !== "illegal" || one.order === null) return [];
      return [{ code: one.reason, severity: "warning", what: `${this.teller.fate(resolution, one)}: ${this.teller.short(resolution, one)}`, line: texts.indexOf(one.order) + 1 }];
    });
  }

  /** The orders of sheets without the lines that are none. */
  private legible(orders: Record<Power, string>): Orders {
    const isOrder = (line: string) => {
      try {
        this.notation.read(line);
        return true;
      } catch {
        return false;
      }
    };
    return Object.fromEntries(Object.entries(orders).map(([power, text]) => [power, text.split("\n").filter(line => line.trim() && isOrder(line))]));
  }

  /** An order as boards have it, and its unit as it stands. */
  private inFewLetters(text: string): [UnitId, Order] {
    const read = this.notation.read(text);
    if (read.is === "waive") return ["WAIVE", ["w"]];
    const { position } = this.here;
    const all = [...Object.values(position.units).flat(), ...(position.dislodged ?? []).map(one => one.unit)];
    const there = (location: string, kind: string) => all.find(one => one.split(" ")[1]!.split("/")[0] === location.split("/")[0]) ?? [kind, location].filter(Boolean).join(" ");
    const unit = read.is === "build" ? `${read.unit.kind} ${read.unit.location}` : there(read.unit.location, read.unit.kind);
    switch (read.is) {
      case "hold":
        return [unit, ["h"]];
      case "move":
        if (read.route.length) return [unit, ["x", text]];
        if (position.phase.endsWith("R")) return [unit, ["r", read.target]];
        return [unit, read.via ? ["m", read.target, 1] : ["m", read.target]];
      case "support": {
        const other = there(read.other.location, read.other.kind);
        return [unit, read.target === null ? ["s", other] : ["s", other, read.target]];
      }
      case "convoy":
        return [unit, ["c", there(read.other.location, read.other.kind), read.target]];
      case "convert":
      case "core":
        return [unit, ["x", text]];
      case "retreat":
        return [unit, ["r", read.target]];
      case "disband":
        return [unit, ["d"]];
      case "build":
        return [unit, ["b"]];
    }
  }

  // Drawings

  private seen(position: Position, orders: string): Omit<Board, "stage"> {
    const { ground, picture, facts, names } = this.map;
    this.scale();
    const { units, dislodged } = listed(position);
    const pieces = [...units.map(([power, unit, at]) => ({ power, unit, at })), ...dislodged.map(([power, unit, at]) => ({ power, unit, at, isDislodged: true }))];
    return {
      variant: this.given.tables.variant,
      phase: position.phase,
      turn: phaseInWords(this.given.words, position.phase),
      kind: position.phase.at(-1) as Board["kind"],
      deadline: null,
      power: "",
      units,
      dislodged,
      step: this.step,
      ground: picture,
      map: facts,
      layers: { owners: this.owners(position), unit: ground.unit, centers: this.centers(position), orders, names, units: unitsLayer(ground, pieces) },
    };
  }

  private judged(position: Position, resolution: Resolution): Board {
    this.scale();
    const { fates, why, orders } = shownOf(this.given, this.map.ground, resolution);
    return { ...this.seen(position, orders()), stage: "judged", fates, why: why() };
  }

  /** Have what is drawn as large as it is to be at the step of zoom. */
  private scale(): void {
    const { zoom } = this.map.ground;
    this.map.ground.unit = this.unitAtFirst / zoom.ratio ** Math.max(this.step ?? 0, 0);
  }

  private get unitAtFirst(): number {
    return (this.first ??= this.map.ground.unit);
  }

  private first: number | undefined;

  /** The orders of all sides as they are given. */
  private drafted(node: Node_): string {
    const all = Object.entries(node.orders).flatMap(([power, text]) => this.legible({ [power]: text })[power]!.map(line => [power, line] as const));
    const drawn = all.flatMap(([power, line]): Drawn[] => {
      const [unit, order] = this.inFewLetters(line);
      return order[0] === "w" || order[0] === "x" ? [] : [{ fate: { power, unit, text: this.teller.order(node.position.phase, line), failed: false }, order }];
    });
    return ordersLayer(this.map.ground, drawn, node.position.phase.endsWith("R"));
  }

  private owners(position: Position): Record<string, string> {
    return Object.fromEntries(Object.entries(position.centers).flatMap(([power, centers]) => centers.map(one => [one, this.map.ground.powers[power]!.css])));
  }

  private centers(position: Position): string {
    const owner = new Map(Object.entries(position.centers).flatMap(([power, centers]) => centers.map(one => [one, power] as const)));
    return Object.entries(this.map.centers)
      .map(([key, { neutral, home, foreign }]) => {
        const power = owner.get(key);
        if (!power) return neutral;
        return (this.map.homes[key] === power ? home : foreign).replace(/power-[^ "]+/, `power-${this.map.ground.powers[power]!.css}`);
      })
      .join("");
  }
}

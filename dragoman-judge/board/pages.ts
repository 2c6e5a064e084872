/** What the pages of a judge load when somebody first tries his orders: the turn is judged in the tab. */

import type { Board, Ground, Why } from "../../board-element/src/board";
import { pause } from "../../board-element/src/pauses";
import { Judge, Notation } from "../src/index.js";
import type { Position, Power } from "../src/index.js";
export { Judge, Teller } from "../src/index.js";
import { shownOf } from "./judged.js";
import type { Given } from "./judged.js";

export class Tried {
  private constructor(
    private readonly judge: Judge,
    private readonly given: Given,
    private readonly ground: Ground,
  ) {}

  /** The judge of a game, by the addresses of the machine code, of the tables and of the facts of the map. */
  static async load(wasm: string, tables: string, facts: string): Promise<Tried> {
    const [module, given, ground] = await Promise.all([
      fetched(wasm).then(async answer => WebAssembly.compile(await answer.arrayBuffer())),
      fetched(tables).then(answer => answer.json() as Promise<Given>),
      fetched(facts).then(answer => answer.json() as Promise<Ground>),
    ]);
    return new Tried(await Judge.load(module, given.tables), given, ground);
  }

  /** What would come of the phase at hand if these orders were given, by power, and no others. Null where the judge
   * elsewhere has to say: where something was written in another way than boards write it.
   *
   * `why` tells why at length, for who asks. It is done in pieces, between which the browser draws and hears. */
  async tryOut(board: Board, texts: Record<Power, string>, why: () => Promise<Why[]>): Promise<Board | null> {
    const [phase = ""] = board.phase.split(" ");
    const notation = new Notation(this.given.tables);
    const orders = Object.fromEntries(Object.entries(texts).map(([power, text]) => [power, text.split("\n").filter(line => line.trim())]));
    try {
      for (const line of Object.values(orders).flat()) if (notation.write(notation.read(line)) !== line) return null;
    } catch {
      return null;
    }
    await pause();
    const resolution = this.judge.adjudicate(this.positionOf(board, phase), orders);
    await pause();
    const shown = shownOf(this.given, this.ground, resolution);
    await pause();
    this.ground.unit = board.layers.unit;
    const found: Board = { ...board, phase, own: null, fates: shown.fates, layers: { ...board.layers, orders: shown.orders() } };
    // What the judge elsewhere says is more; without a network there is what is known here. Nobody is asked before
    // somebody wants to know, and who copies the board does not.
    let asked: Promise<Why[]> | undefined;
    return Object.defineProperty(found, "why", { get: () => (asked ??= why().catch(() => shown.why())) });
  }

  /** The position that a board shows: whoever has to retreat is asked for nothing but his own. */
  private positionOf(board: Board, phase: string): Position {
    const units: Position["units"] = {};
    for (const [power, unit, at] of board.units) (units[power] ??= []).push(`${unit.split(" ")[0]} ${at}`);
    const power = new Map(Object.entries(this.ground.powers).map(([key, { css }]) => [css, key] as [string, Power]));
    const centers: Position["centers"] = {};
    for (const [province, css] of Object.entries(board.layers.owners)) {
      if (this.ground.provinces[province]?.center) (centers[power.get(css) ?? css] ??= []).push(province);
    }
    const sides = [...(board.own ? [board.own] : []), ...Object.values(board.sides ?? {})];
    const dislodged = board.dislodged.map(([whose, unit, at]) => ({ power: whose, unit: `${unit.split(" ")[0]} ${at}`, retreats: sides.flatMap(own => own.units[unit]?.r ?? []) }));
    return { phase, units, centers, ...(dislodged.length ? { dislodged } : {}) };
  }
}

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** Boards as the judge sends them, cut down to what a test is about. */

import type { Board, Choices, UnitId } from "../src/board";
import { sheetOf } from "../src/sheet";
import { begin } from "../src/state";
import { step } from "../src/step";
import type { Event, State } from "../src/state";
import { ordersOf, written } from "../src/sheet";

export function board(
  units: Record<UnitId, Choices>,
  more: { kind?: "M" | "R" | "A"; foreign?: UnitId[]; text?: string; builds?: UnitId[]; due?: number; waive?: boolean } = {},
): Board {
  const kind = more.kind ?? "M";
  const place = (unit: UnitId) => unit.slice(unit.lastIndexOf(" ") + 1);
  const own = Object.keys(units).map(unit => ["ENGLAND", unit, place(unit)] as [string, string, string]);
  const foreign = (more.foreign ?? []).map(unit => ["FRANCE", unit, place(unit)] as [string, string, string]);
  return {
    variant: "standard", stage: "running", phase: "S1901M", turn: "", kind, deadline: null, power: "ENGLAND",
    units: kind === "R" ? foreign : [...own, ...foreign],
    dislodged: kind === "R" ? own : [],
    ground: "", map: "", layers: { owners: {}, unit: 25, centers: "", orders: "", names: "", units: "" },
    own: {
      units, text: more.text ?? "", tag: '"0"', conditional: false, lines: [], told: [], ready: false, early: "ready",
      ...(more.builds ? { builds: more.builds } : {}), ...(more.due === undefined ? {} : { due: more.due, waive: more.waive ?? true }),
    },
  };
}

export const MIDDLE = board(
  {
    "A MUN": { h: 1, m: ["BUR", "TYR", "BER"], s: { "A RUH": [".", "BUR"], "A PAR": ["BUR"], "A MAR": ["BUR"], "A VEN": ["TYR"] } },
    "A RUH": { h: 1, m: ["BUR", "BEL"], s: { "A MUN": [".", "BUR"], "A PAR": ["BUR"], "A MAR": ["BUR"] } },
    "F KIE": { h: 1, m: ["HOL", "BAL"] },
  },
  { foreign: ["A PAR", "A MAR", "A VEN", "A TYR"] },
);

export const NORTH = board(
  {
    "A YOR": { h: 1, m: ["EDI", "LON"], v: { NWY: [["F NTH"], ["F NTH", "F NWG"]], BEL: [["F ENG"], ["F NTH"]], EDI: [["F NTH"]] } },
    "F NTH": { h: 1, m: ["NWY", "EDI"], s: { "A YOR": ["EDI"] }, c: { "A YOR": ["NWY", "BEL", "EDI"], "A PIC": ["NWY"] } },
    "F NWG": { h: 1, m: ["NWY"], c: { "A YOR": ["NWY"] }, s: { "F NTH": ["NWY"] } },
    "F MAO": { h: 1, m: ["POR", "SPA/NC", "SPA/SC"] },
    "F WES": { h: 1, m: ["SPA/SC"], s: { "F MAO": ["SPA/NC", "SPA/SC"] } },
  },
  { foreign: ["F ENG", "A PIC"] },
);

export class Hand {
  state: State;
  constructor(readonly board: Board, state?: State) {
    this.state = state ?? begin(board.own ? sheetOf(board.own) : []);
  }
  does(...events: Event[]): this {
    for (const event of events) this.state = step(this.state, event, this.board);
    return this;
  }
  pick(...places: string[]): this {
    return this.does(...places.map(place => ({ do: "pick", place }) as Event));
  }
  chip(word: string, about = ""): this {
    const at = this.state.chips.findIndex(chip => chip.word === word && JSON.stringify(chip).includes(about));
    if (at < 0) throw new Error(`no ${word} among ${this.state.chips.map(chip => chip.word).join(", ")}`);
    return this.does({ do: "choose", chip: at });
  }
  get orders(): string[] {
    return [...ordersOf(this.state.sheet)].map(([unit, order]) => written({ unit, order }));
  }
  get chips(): string[] {
    return this.state.chips.map(chip => chip.word);
  }
}

/** Steps of zoom as the judge has them. */
export const ZOOM = { scale: 0.42, ratio: 1.15, first: -20, last: 14 };

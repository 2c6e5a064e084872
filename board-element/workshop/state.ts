/** All that the workshop knows: the designs, what the server says of the last of them, and what is in hand. */

import type { Design, Id, Place, Point } from "./design";
import type { History } from "./history";
import type { Shapes } from "./shapes";

export const TOOLS = ["select", "add", "split", "join", "border", "kind", "center", "home", "unit"] as const;
export type Tool = (typeof TOOLS)[number];
export const TABS = ["province", "powers", "rules", "files"] as const;
export type Tab = (typeof TABS)[number];

/** A fault, with its place in the files and the province that it is in. */
export interface Told {
  readonly code: string;
  readonly what: string;
  readonly severity: "error" | "warning";
  readonly remedy?: string;
  readonly source?: string;
  readonly line?: number;
  readonly province: Id;
}

export interface Drawn {
  /** points, borders, map (that of another variant) or picture. */
  readonly way: string;
  readonly shift: Point;
  readonly shapes: Shapes;
}

export interface Switch {
  readonly name: string;
  readonly question: string;
  readonly choices: readonly (readonly [string, string])[];
}

/** What the server makes of a design. */
export interface Tried {
  readonly told: readonly Told[];
  readonly good: boolean;
  /** What saving changes: the lines that go and come, by file. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, string>>;
  readonly drawn: Drawn | null;
  /** By the letters of powers. */
  readonly colours: Readonly<Record<string, string>>;
  readonly victory: number;
}

export interface Opened extends Tried {
  readonly name: string;
  readonly design: Design;
  readonly presets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly switches: readonly Switch[];
  readonly seen: Readonly<Record<string, string>>;
}

/** Files that were changed by somebody else, and what saving would do to them. */
export interface Conflict {
  readonly changed: readonly string[];
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly seen: Readonly<Record<string, string>>;
}

export interface Hand {
  readonly tool: Tool;
  readonly tab: Tab;
  /** Where the keys are; with most tools the province that is selected, too. */
  readonly cursor: Id;
  readonly selected: Id;
  readonly area: string;
  readonly power: Id;
  readonly unit: string;
  /** The line of a file to be shown. */
  readonly place: { readonly file: string; readonly line: number } | null;
  /** Corners of an outline that is being drawn. */
  readonly outline: readonly Point[];
}

export interface State {
  readonly history: History;
  readonly hand: Hand;
  readonly tried: Tried;
  readonly opened: Opened;
  /** The design as it was saved last. */
  readonly saved: Design;
  readonly seen: Readonly<Record<string, string>>;
}

export const design = (state: State): Design => state.history.now;

/** The shapes to be seen, and what they are moved by from the points of the design. */
export function shown(state: State): { shapes: Shapes; shift: Point } | null {
  const { shapes } = design(state);
  if (shapes) return { shapes, shift: [0, 0] };
  const { drawn } = state.tried;
  return drawn && { shapes: drawn.shapes, shift: drawn.shift };
}

/** Where a province, or a coast, is on the sheet. */
export function spotOf(state: State, place: Place): Point | undefined {
  const { points, shapes } = design(state);
  if (!shapes && points[place]) return points[place];
  const found = shown(state);
  const at = found?.shapes.units[place];
  return at && [at[0] - found.shift[0], at[1] - found.shift[1]];
}

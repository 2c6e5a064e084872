/** What the board is at while somebody orders: gestures, what is at work, what is offered, what is said. */

import type { Order, Place, UnitId } from "./board";
import type { Ordered, Sheet } from "./sheet";

export type Verb = "hold" | "move" | "support" | "convoy" | "via" | "remove" | "army" | "fleet";

export type Event =
  /** A province, a unit in it where one was hit, or the arrow of another unit; `anyway` where it
   * need not be legal; `isDragged` where the unit was taken there, which is a move and nothing else. */
  | { do: "pick"; place: Place; unit?: UnitId | undefined; arrow?: { unit: UnitId; to: Place }; anyway?: boolean; isDragged?: boolean }
  /** Every order that a unit can be given. */
  | { do: "list"; unit: UnitId }
  | { do: "verb"; verb: Verb }
  | { do: "choose"; chip: number }
  | { do: "order"; unit: UnitId; order: Order | null }
  | { do: "waive"; more: boolean }
  | { do: "text"; text: string }
  /** A step back; or all the way, to nothing picked. */
  | { do: "back" }
  | { do: "cancel" }
  | { do: "undo" }
  | { do: "redo" };

export type Mode =
  | { at: "idle" }
  | { at: "unit"; unit: UnitId; only?: "move" | "via" }
  | { at: "support"; unit: UnitId }
  /** `isOpen` where the other unit was picked without saying that it is to be supported. */
  | { at: "support-to"; unit: UnitId; other: UnitId; isOpen?: true }
  | { at: "convoy"; unit: UnitId }
  | { at: "convoy-to"; unit: UnitId; other: UnitId }
  | { at: "center"; place: Place }
  | { at: "refine"; unit: UnitId };

/** Something that is offered beside what was done. `word` is looked up in the language at hand. */
export interface Chip {
  readonly word: string;
  readonly unit?: UnitId;
  readonly order?: Order;
  readonly place?: Place;
  readonly put?: readonly Ordered[];
  readonly taken?: readonly UnitId[];
  readonly mode?: Mode;
  /** Something that has a key, or goes without saying: it is not read out. */
  readonly isQuiet?: true;
  /** Orders that no longer fit stay as they are. */
  readonly leaves?: true;
  /** Whether it may come to nothing. */
  readonly doubtful?: boolean;
}

/** What is said of the last event: a word of the language at hand, and what it is about. */
export interface Said {
  readonly word: string;
  readonly unit?: UnitId | undefined;
  readonly order?: Order | undefined;
  readonly place?: Place | undefined;
  readonly units?: readonly UnitId[];
  readonly count?: number;
  /** Units whose orders no longer fit after it. */
  readonly unfit?: readonly UnitId[];
  /** What is said as it stands. */
  readonly text?: string;
}

export interface State {
  readonly mode: Mode;
  readonly sheet: Sheet;
  readonly chips: readonly Chip[];
  readonly said: Said;
  /** Units whose orders fitted until another was changed. */
  readonly unfit: readonly UnitId[];
  readonly past: readonly Sheet[];
  readonly future: readonly Sheet[];
}

export const IDLE: Mode = { at: "idle" };
export const NOTHING: Said = { word: "" };

export function begin(sheet: Sheet): State {
  return { mode: IDLE, sheet, chips: [], said: NOTHING, unfit: [], past: [], future: [] };
}

/** The orders that somebody is writing: what gestures make of them, how they get to the judge, and what
 * comes back from there. */

import { homeOf } from "./board";
import type { Board, Order, Own, Saved, UnitId } from "./board";
import { orderable, unordered } from "./choices";
import { followed } from "./repairs";
import { Saver } from "./saver";
import type { Heard, Kept, Status } from "./saver";
import { alike, differing, merged, ordersOf, same, sheetOf, textOf } from "./sheet";
import type { Conflict, Sheet } from "./sheet";
import type { Source } from "./source";
import { begin } from "./state";
import type { Event as Gesture, State } from "./state";
import { step } from "./step";

/** The board around the orders. */
export interface Around {
  changed(): void;
  status(status: Status): void;
  /** Another device wrote meanwhile: this is what the judge has by now. */
  took(board: Board): void;
  /** The judge has what was written, and may say more of it. */
  saved(board: Saved | null, at: string): void;
  /** Something was written for a phase that is over, and is among the late drafts now. */
  left(): void;
}

export class Draft implements Heard {
  state: State = begin([]);
  conflicts: Conflict[] = [];
  /** How often something was changed here. */
  edits = 0;
  private saver: Saver | null = null;
  /** How many places were gone through. */
  private walked = 0;

  constructor(
    private readonly source: Source,
    private readonly around: Around,
    private board: Board,
  ) {
    const { kept } = source;
    if (kept && (kept.phase !== board.phase || board.stage === "over")) this.comesTooLate(kept);
    const { own } = board;
    if (!own) return;
    this.saver = new Saver(source, this, board as Board & { own: Own });
    this.state = begin(sheetOf(own));
    this.restore(own);
  }

  /** Whether there is anything that can be ordered here. */
  get isOpen(): boolean {
    return this.saver !== null;
  }

  get isPending(): boolean {
    return this.saver?.isPending ?? false;
  }

  /** Where somebody would begin. */
  get home(): string | null {
    return this.homes[0] ?? null;
  }

  /** Where something can be ordered, or built. */
  private get homes(): string[] {
    return [...orderable(this.board), ...(this.board.own?.builds ?? [])].map(homeOf);
  }

  /** The next place where something can be built or removed. */
  nextHome(): string | undefined {
    const all = [...new Set(this.homes)];
    return all[this.walked++ % all.length];
  }

  /** What was kept here of another phase is shown, where it was not sent, and goes nowhere. */
  private comesTooLate(kept: Kept): void {
    if (!kept.sent) this.source.late.add({ phase: kept.phase, text: textOf(kept.sheet) });
    this.source.keep(null);
    if (!kept.sent) this.around.left();
  }

  /** What was kept here of the same phase goes on. */
  private restore(own: Own): void {
    const { kept } = this.source;
    if (!kept || !this.saver) return;
    if (kept.sent) {
      if (textOf(kept.sheet) === own.text) this.state = { ...this.state, past: kept.past, future: kept.future };
    } else if (this.saver.fits(kept)) {
      this.state = { ...this.state, sheet: kept.sheet, past: kept.past, future: kept.future };
      this.saver.change(kept.sheet, kept.past, kept.future);
    } else {
      const found = merged(kept.base, kept.sheet, this.state.sheet, this.board.hand);
      this.state = { ...this.state, sheet: found.sheet };
      this.conflicts = found.conflicts;
      if (textOf(found.sheet) !== own.text) this.saver.change(found.sheet, [], []);
    }
  }

  /** Another tab of this browser keeps what it could not send either: both keep all of it. */
  beside(): void {
    const { kept } = this.source;
    if (!kept || kept.sent || !this.saver?.isPending || !this.saver.fits(kept)) return;
    const found = merged(kept.base, this.state.sheet, kept.sheet, this.board.hand);
    if (textOf(found.sheet) === textOf(this.state.sheet)) return;
    this.conflicts = found.conflicts;
    this.state = { ...this.state, sheet: found.sheet };
    this.edits++;
    this.saver.change(found.sheet, this.state.past, this.state.future);
    this.around.changed();
  }

  /** The next unit without an order; where all have one, the next of all. */
  next(): UnitId | undefined {
    const waiting = unordered(this.state, this.board);
    const all = waiting.length ? waiting : orderable(this.board);
    const { mode } = this.state;
    return all[(("unit" in mode ? all.indexOf(mode.unit) : -1) + 1) % all.length];
  }

  does(event: Gesture): void {
    if (!this.saver) return;
    const isFree = event.do === "text" || event.do === "undo" || event.do === "redo" || event.do === "back" || event.do === "cancel";
    if (this.board.own?.conditional && !isFree) {
      this.state = { ...this.state, said: { word: "conditional" } };
      return;
    }
    const before = this.state.sheet;
    this.state = step(this.state, event, this.board);
    if (this.state.sheet !== before) {
      const again = differing(this.state.sheet, before);
      // Who orders a unit anew has said what counts.
      this.conflicts = this.conflicts.filter(({ unit }) => !again.includes(unit));
      this.edits++;
      this.saver.change(this.state.sheet, this.state.past, this.state.future);
    }
  }

  /** What a gesture would order, while a unit is at work. */
  would(event: Gesture): [UnitId, Order][] {
    const { mode, sheet } = this.state;
    if (mode.at === "idle" || mode.at === "refine" || mode.at === "center") return [];
    const before = ordersOf(sheet);
    return [...ordersOf(step(this.state, event, this.board).sheet)].filter(([unit, order]) => !same(order, before.get(unit)));
  }

  /** Say which of two orders of one unit counts. */
  settle(mine: boolean): void {
    const [conflict, ...others] = this.conflicts;
    this.conflicts = others;
    if (conflict && mine) this.does({ do: "order", unit: conflict.unit, order: conflict.here ?? null });
  }

  /** The judge has read the sheet: what he makes of its lines; or another device wrote it. */
  learn(board: Board, isElsewhere: boolean): void {
    this.board = board;
    if (!board.own || !this.saver?.know(board as Board & { own: Own })) return;
    const sheet = alike(sheetOf(board.own), this.state.sheet);
    const units = isElsewhere ? differing(sheet, this.state.sheet) : [];
    const learnt: State = { ...this.state, sheet, ...(units.length ? { said: { word: "elsewhere", units } } : {}) };
    this.state = followed(this.state, learnt, board);
  }

  send(): void {
    void this.saver?.send();
  }

  // What the judge answers.

  status(status: Status): void {
    this.around.status(status);
  }

  merged(sheet: Sheet, board: Board, conflicts: Conflict[]): void {
    this.board = board;
    // What he was asked before and did not answer he is asked still.
    this.conflicts = [...this.conflicts.filter(({ unit }) => !conflicts.some(one => one.unit === unit)), ...conflicts];
    this.state = { ...begin(sheet), past: this.state.past, said: { word: "merged" } };
    this.around.took(board);
  }

  saved(board: Saved | null, at: string): void {
    this.around.saved(board, at);
  }

  wasReady(): void {
    this.state = { ...this.state, said: { word: "ready-back" } };
    this.around.changed();
  }

  over(kept: Kept): void {
    this.comesTooLate(kept);
  }
}

/** Keeps what was changed: at the judge at once, and here until the judge has it. */

import type { Board, Own, Saved, Told } from "./board";
import type { Form } from "./keeper";
import { changed, merged, ordersOf, same, sheetOf, textOf } from "./sheet";
import type { Conflict, Line, Sheet } from "./sheet";

export type Status =
  | { is: "idle" }
  | { is: "saving" }
  | { is: "saved"; at: Date }
  | { is: "offline" }
  | { is: "refused"; why: string }
  | { is: "over" };

/** What is kept on this device: nothing of it is sent to another phase. */
export interface Kept {
  phase: string;
  tag: string;
  base: Sheet;
  sheet: Sheet;
  past: readonly Sheet[];
  future: readonly Sheet[];
  sent: boolean;
}

/** The same in few letters: each line is written once, and sheets are the numbers of theirs. */
interface Packed extends Pick<Kept, "phase" | "tag" | "sent"> {
  lines: Line[];
  base: number[];
  sheet: number[];
  past: number[][];
  future: number[][];
}

export const IN_FEW_LETTERS: Form<Kept> = {
  packed({ phase, tag, sent, base, sheet, past, future }): Packed {
    const numbers = new Map<Line, number>();
    const of = (some: Sheet) => some.map(line => numbers.get(line) ?? (numbers.set(line, numbers.size), numbers.size - 1));
    const sheets = { base: of(base), sheet: of(sheet), past: past.map(of), future: future.map(of) };
    return { phase, tag, sent, lines: [...numbers.keys()], ...sheets };
  },
  unpacked(found): Kept {
    const { phase, tag, sent, lines, base, sheet, past, future } = found as Packed;
    // As it was kept before: each sheet with its lines.
    if (!(lines as Line[] | undefined)) return found as Kept;
    const of = (some: number[]) => some.map(number => lines[number]!);
    return { phase, tag, sent, base: of(base), sheet: of(sheet), past: past.map(of), future: future.map(of) };
  },
};

export interface Asked {
  status: number;
  tag: string | null;
  data: { detail?: string; diagnostics?: Told[]; board?: Saved | null; at?: string | null };
}

/** The judge, and this device: what a test puts something else in place of. */
export interface Outside {
  /** Send the text over what has this tag. Rejects where the judge cannot be reached. */
  save(board: Board, text: string, tag: string): Promise<Asked>;
  unready(board: Board): Promise<void>;
  board(): Promise<Board>;
  keep(kept: Kept | null): void;
  later(milliseconds: number, act: () => void): void;
  now(): Date;
}

export interface Heard {
  status(status: Status): void;
  /** The sheet has become another: what another device wrote came in. */
  merged(sheet: Sheet, board: Board, conflicts: Conflict[]): void;
  /** With what the judge makes of it, where he says so, and the moment of it. */
  saved(board: Saved | null, at: string): void;
  wasReady(): void;
  over(kept: Kept): void;
}

export class Saver {
  private base: Sheet;
  private tag: string;
  private wanted: Kept | null = null;
  private isSending = false;
  private isRefused = false;
  private wait = 1000;
  /** What was sent and not answered: it may be what the judge has. */
  private lost: Sheet[] = [];

  constructor(
    private readonly outside: Outside,
    private readonly heard: Heard,
    private board: Board & { own: Own },
  ) {
    this.base = sheetOf(board.own);
    this.tag = board.own.tag;
  }

  get isPending(): boolean {
    return this.wanted !== null;
  }

  /** Whether something that was kept belongs to the sheet on file: the same phase and revision. */
  fits(kept: Kept): boolean {
    return kept.phase === this.board.phase && kept.tag === this.tag;
  }

  /** What the judge has by now. It is not taken in, nor is anything lost, while something waits to be
   * sent, or was refused: then he who wrote that goes on from there. */
  know(board: Board & { own: Own }): boolean {
    if (this.wanted || this.isRefused) return false;
    this.board = board;
    this.base = sheetOf(board.own);
    this.tag = board.own.tag;
    return true;
  }

  change(sheet: Sheet, past: readonly Sheet[], future: readonly Sheet[]): void {
    this.wanted = { phase: this.board.phase, tag: this.tag, base: this.base, sheet, past, future, sent: false };
    this.isRefused = false;
    this.outside.keep(this.wanted);
    void this.send();
  }

  /** Send what waits, if anything does. */
  async send(): Promise<void> {
    if (this.isSending || !this.wanted) return;
    this.isSending = true;
    const sending = this.wanted;
    this.heard.status({ is: "saving" });
    try {
      if (this.board.own.ready && this.board.own.early === "ready") {
        await this.outside.unready(this.board);
        this.board.own.ready = false;
        this.heard.wasReady();
      }
      this.answered(sending, await this.outside.save(this.board, textOf(sending.sheet), this.tag));
    } catch {
      this.lost.push(sending.sheet);
      this.heard.status({ is: "offline" });
      this.again();
    } finally {
      this.isSending = false;
    }
    if (this.wanted && this.wanted !== sending) await this.send();
  }

  private answered(sending: Kept, answer: Asked): void {
    const code = answer.data.diagnostics?.[0]?.code;
    if (answer.status < 300) {
      this.wait = 1000;
      this.lost = [];
      this.base = sending.sheet;
      this.tag = answer.tag ?? this.tag;
      if (this.wanted === sending) {
        this.wanted = null;
        this.outside.keep({ ...sending, tag: this.tag, base: sending.sheet, sent: true });
        this.heard.status({ is: "saved", at: this.outside.now() });
        this.heard.saved(answer.data.board ?? null, answer.data.at ?? "");
      } else if (this.wanted) this.wanted = { ...this.wanted, tag: this.tag, base: this.base };
    } else if (answer.status === 412) {
      void this.merge(sending);
    } else if (answer.status === 409 || code === "phase-is-over") {
      const kept = this.wanted ?? sending;
      this.wanted = null;
      this.heard.status({ is: "over" });
      this.heard.over(kept);
    } else if (answer.status >= 500 || answer.status === 429) {
      this.lost.push(sending.sheet);
      this.heard.status({ is: "offline" });
      this.again();
    } else {
      const fault = answer.data.diagnostics?.[0];
      const why = fault ? [fault.what, fault.remedy].filter(Boolean).join("; ") : (answer.data.detail ?? "");
      // Who is no longer signed in does so in another window; until then it waits.
      if (answer.status === 401) this.again();
      else if (this.wanted === sending) {
        this.wanted = null;
        this.isRefused = true;
      }
      this.heard.status({ is: "refused", why });
    }
  }

  /** Another device wrote meanwhile: what both did is put together, and where they did different
   * things with one unit somebody is asked. */
  private async merge(sending: Kept): Promise<void> {
    let board: Board;
    try {
      board = await this.outside.board();
    } catch {
      this.heard.status({ is: "offline" });
      this.again();
      return;
    }
    const mine = this.wanted ?? sending;
    if (!board.own || board.phase !== mine.phase) {
      this.wanted = null;
      this.heard.status({ is: "over" });
      this.heard.over(mine);
      return;
    }
    if (board.own.text === textOf(sending.sheet)) {
      // It was this one that wrote: the answer to that was lost.
      this.answered(sending, { status: 200, tag: board.own.tag, data: {} });
      if (this.wanted) await this.send();
      return;
    }
    const there = sheetOf(board.own);
    // What of it was sent from here is nobody else's.
    const own = [...ordersOf(there)].filter(([unit, order]) => this.lost.some(one => same(order, ordersOf(one).get(unit))));
    const base = changed(mine.base, own.map(([unit, order]) => ({ unit, order })), [], board.hand);
    this.lost = [];
    const found = merged(base, mine.sheet, there, board.hand);
    this.board = board as Board & { own: Own };
    this.base = there;
    this.tag = board.own.tag;
    const isNew = textOf(found.sheet) !== board.own.text;
    this.wanted = isNew ? { ...mine, tag: this.tag, base: there, sheet: found.sheet } : null;
    this.outside.keep(this.wanted ?? { ...mine, tag: this.tag, base: there, sheet: there, sent: true });
    this.heard.merged(found.sheet, board, found.conflicts);
    if (this.wanted) await this.send();
    else this.heard.status({ is: "saved", at: this.outside.now() });
  }

  private again(): void {
    this.outside.later(this.wait, () => void this.send());
    this.wait = Math.min(this.wait * 2, 30_000);
  }
}

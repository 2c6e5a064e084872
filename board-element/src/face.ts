/** What is seen of a board: the map's marks, the lines and chips below it, the lists, and what is said
 * to whoever sees none of it. */

import type { Board, Ground, Order, UnitId } from "./board";
import { unordered } from "./choices";
import { button, put, tell } from "./desk";
import type { Parts } from "./desk";
import type { Grid } from "./grid";
import type { Late, LateDraft } from "./late";
import { told } from "./past";
import type { Picture } from "./picture";
import type { Rows } from "./rows";
import type { Status } from "./saver";
import { ordersOf, sheetOf, textOf, waivesOf } from "./sheet";
import type { Conflict } from "./sheet";
import type { Sketches } from "./sketches";
import { NOTHING } from "./state";
import type { Said, State } from "./state";
import { reachable } from "./step";
import { counted, described, doubtful, line, offers, statusLine } from "./telling";
import type { Offer } from "./telling";
import type { Words } from "./words";

/** How things stand on a board. */
export interface Standing {
  /** The turn at hand, and the board that is seen, which may be another. */
  now: Board;
  board: Board;
  state: State;
  /** Whether somebody orders here, and whether he does so on the board that is seen. */
  canOrder: boolean;
  isOpen: boolean;
  conflict: Conflict | undefined;
  names: readonly string[];
  cursor: string | null;
  sketches: Sketches;
  rows: Rows | null;
}

const TOGETHER = 60;

export class Face {
  private said: string[] = [];
  private line: Said = NOTHING;
  private stood = "";
  private offered: readonly Offer[] = [];
  private counted = "";
  private todo = "";
  private listing = 0;
  private latest: Standing | null = null;
  private drawnOf: Board | null = null;
  private drawnOrders: ReadonlyMap<UnitId, Order> = new Map();

  constructor(
    private readonly parts: Parts,
    private readonly picture: Picture,
    private readonly words: Words,
    private readonly ground: Ground,
    private readonly grid: Grid,
    private readonly choose: (number: number) => void,
    private readonly take: (unit: UnitId) => void,
    private readonly count: (detail: object) => void,
  ) {}

  render(at: Standing): void {
    const { parts, picture, words } = this;
    const { board, state, isOpen, now } = at;
    const held = (parts.view.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement | null;
    const drawn = this.drawn(board);
    const can = isOpen ? reachable(state, board) : new Set<string>();
    picture.draft(board, isOpen ? ordersOf(state.sheet) : drawn, drawn);
    picture.preview(board, []);
    picture.mark({
      selected: selectedIn(at),
      reachable: can,
      unordered: !isOpen || board.kind === "A" || board.own?.conditional ? [] : unordered(state, board),
      cursor: at.cursor,
      isRetreat: board.kind === "R",
    });
    this.latest = at;
    this.listing ||= setTimeout(() => this.renderList(this.latest!));
    this.renderLine(at);
    this.renderChips(at);
    this.renderTodos(at);
    put(parts.cancel, "hidden", !isOpen || state.mode.at === "idle" || state.mode.at === "refine");
    put(parts.undo, "disabled", !isOpen || !state.past.length);
    put(parts.redo, "disabled", !isOpen || !state.future.length);
    put(parts.undo, "hidden", !isOpen);
    put(parts.redo, "hidden", !isOpen || !state.future.length);
    put(parts.wipe, "hidden", !at.sketches.all.length);
    put(parts.sketch, "ariaPressed", String(at.sketches.isOn));
    if (!parts.side.hidden) put(parts.side, "value", now.power);
    if (at.cursor) put(parts.cursor, "ariaLabel", described(words, this.ground, board, state, can, at.cursor));
    const { area } = parts;
    const isTyping = (area.getRootNode() as Document | ShadowRoot).activeElement === area;
    if (!isTyping && at.canOrder) {
      const text = textOf(state.sheet);
      if (area.value !== text) area.value = text;
    }
    this.renderCount(at);
    // Who pressed a button that is no more goes on at the map.
    if (held && (!held.isConnected || held.disabled || held.hidden)) parts.view.focus({ preventScroll: true });
  }

  status(status: Status): void {
    const { text, isBad } = statusLine(this.words, status);
    tell(this.parts.status, text);
    this.parts.status.classList.toggle("bad", isBad);
    if (status.is === "idle" || status.is === "saving") return;
    // As often as it is tried in vain.
    if (status.is !== "offline" || this.stood !== "offline") this.announce(text);
    this.stood = status.is;
  }

  /** What the judge says of the text. */
  told(board: Board): void {
    const told = board.own?.told ?? [];
    this.parts.told.replaceChildren(
      ...told.map(one => {
        const item = document.createElement("li");
        const what = [one.what, one.remedy].filter(Boolean).join("; ");
        item.textContent = one.line ? this.words.say("line-of", { line: one.line, what }) : what;
        return item;
      }),
    );
  }

  /** Drafts that came too late, until their writer puts them away. */
  late(late: Late, now: Board): void {
    this.parts.notes.replaceChildren(...late.all.map(draft => this.note(draft, late, told(now, draft.phase))));
  }

  private note(draft: LateDraft, late: Late, phase: string): HTMLElement {
    const note = document.createElement("div");
    note.className = "dip-note";
    const title = document.createElement("strong");
    title.textContent = this.words.say("kept", { phase });
    const text = document.createElement("pre");
    text.textContent = draft.text;
    const away = button("×", this.words.say("away"), () => {
      late.putAway(draft);
      note.remove();
    });
    note.append(title, text, away);
    return note;
  }

  /** Say something to whoever does not see it; what comes at once is said together. */
  announce(text: string): void {
    if (!text || this.said.includes(text)) return;
    this.said.push(text);
    if (this.said.length > 1) return;
    setTimeout(() => {
      this.parts.live.textContent = this.said.join(". ");
      this.said = [];
    }, TOGETHER);
  }

  /** The line below the map; whatever it says of something new is heard, too. */
  private renderLine({ board, now, state: { said }, conflict }: Standing): void {
    const { words } = this;
    const text = conflict ? words.say("conflict", { unit: words.unit(conflict.unit) }) : board !== now && !said.word ? board.turn : line(words, board, said);
    tell(this.parts.said, text);
    if (this.line !== said) this.announce(text);
    this.line = said;
  }

  /** The orders as the judge has drawn them. */
  private drawn(board: Board): ReadonlyMap<UnitId, Order> {
    if (this.drawnOf !== board) {
      this.drawnOf = board;
      this.drawnOrders = board.own ? ordersOf(sheetOf(board.own)) : new Map<UnitId, Order>();
    }
    return this.drawnOrders;
  }

  /** The lists come after the map, which is where somebody looks. */
  private renderList(at: Standing): void {
    this.listing = 0;
    const orders = ordersOf(at.state.sheet);
    at.rows?.show(orders, selectedIn(at), doubtful(at.now, orders));
    if (this.parts.grid.open) void this.grid.show(at.board);
  }

  private renderChips({ isOpen, names, conflict, state, now }: Standing): void {
    const offered = isOpen || names.length ? offers(this.words, names, conflict, state, now) : [];
    const isSame = offered.length === this.offered.length && offered.every(({ text, look }, at) => text === this.offered[at]!.text && look === this.offered[at]!.look);
    if (isSame) return;
    this.offered = offered;
    // That an order can be taken back goes without saying.
    this.announce(offered.flatMap(({ text, look }, number) => (look === "plain" ? [] : `${number + 1} ${text}`)).join(", "));
    const made = offered.map(({ text, look }, number) => {
      const one = button(text, "", () => this.choose(number));
      if (number < 9) {
        const hint = document.createElement("kbd");
        hint.textContent = String(number + 1);
        hint.setAttribute("aria-hidden", "true");
        one.prepend(hint);
      }
      one.className = look;
      return one;
    });
    this.parts.chips.replaceChildren(...made);
  }

  /** Units without an order, while nothing else is offered: each is a button that picks it. */
  private renderTodos({ isOpen, state, board }: Standing): void {
    const isIdle = isOpen && state.mode.at === "idle" && board.kind !== "A" && !board.own?.conditional && !this.offered.length;
    const left = isIdle ? unordered(state, board) : [];
    const key = left.join();
    if (key === this.todo) return;
    this.todo = key;
    this.parts.todos.replaceChildren(...left.map(unit => button(this.words.say("todo", { unit: this.words.unit(unit) }), "", () => this.take(unit))));
  }

  private renderCount({ now, state, isOpen }: Standing): void {
    const { parts } = this;
    if (!now.own) return;
    const detail = counted(this.words, now, state);
    tell(parts.count, detail.text);
    put(parts.waive, "hidden", !isOpen || !(now.kind === "A" && (now.own.due ?? 0) > 0 && now.own.waive));
    put(parts.less, "hidden", !waivesOf(state.sheet));
    if (this.counted === detail.text) return;
    this.counted = detail.text;
    this.count(detail);
  }
}

/** The unit that is at work. */
function selectedIn({ isOpen, state: { mode } }: Standing): UnitId | null {
  return isOpen && "unit" in mode && mode.at !== "refine" ? mode.unit : null;
}

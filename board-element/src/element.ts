/** `<dip-board game="7" lang="en">`: the board on which orders are made.
 *
 * `power` names whose orders a master writes. `rows` is the id of an element of the page that is to
 * hold the orders as a list, `text` that of the text area of the form without script, which becomes
 * the orders as text; else both stand below the map. `instead` has the ids of what the page shows to
 * browsers without script alone, and is hidden. What the element holds is for browsers without
 * script. What happens is told
 * as events: `dip-orders` with how many are ordered, `dip-step` when somebody
 * asks for the phase before or after by `[` and `]`. */

import { homeOf, placeOf, provinceOf } from "./board";
import type { Board, Ground, Order, Own, UnitId } from "./board";
import { JudgeHere, fetched } from "./judge";
import { Picture } from "./picture";
import type { Hit } from "./picture";
import { Rows, neighbour } from "./rows";
import { Saver } from "./saver";
import type { Heard, Kept, Status } from "./saver";
import { merged, ordersOf, same, sheetOf, textOf, waivesOf } from "./sheet";
import type { Conflict, Sheet } from "./sheet";
import { begin, orderable, reachable, step, unordered } from "./step";
import type { Event as Gesture, Said, State, Verb } from "./step";
import { View } from "./view";
import type { Tap } from "./view";
import { Words } from "./words";
import css from "./style.css";
import rowsCss from "./rows.css";

const VERBS: Record<string, Verb> = { h: "hold", m: "move", s: "support", c: "convoy", v: "via", r: "remove", d: "remove", a: "army", f: "fleet" };
const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const TYPING_PAUSE = 600;
const FINDING_PAUSE = 1500;

const looks = new CSSStyleSheet();
looks.replaceSync(css);
const rowLooks = new CSSStyleSheet();
rowLooks.replaceSync(rowsCss);

interface Parts {
  view: HTMLElement;
  said: HTMLElement;
  status: HTMLElement;
  chips: HTMLElement;
  live: HTMLElement;
  cursor: HTMLElement;
  count: HTMLElement;
  told: HTMLElement;
  notes: HTMLElement;
  area: HTMLTextAreaElement;
  undo: HTMLButtonElement;
  redo: HTMLButtonElement;
  waive: HTMLElement;
}

export class DipBoard extends HTMLElement implements Heard {
  private readonly root = this.attachShadow({ mode: "open" });
  private judge!: JudgeHere;
  private board!: Board;
  private ground!: Ground;
  private words!: Words;
  private picture!: Picture;
  private view!: View;
  private saver: Saver | null = null;
  private rows: Rows | null = null;
  private list!: HTMLOListElement;
  private parts!: Parts;
  private state: State = begin([]);
  private status_: Status = { is: "idle" };
  private conflicts: Conflict[] = [];
  private names: string[] = [];
  private cursor: string | null = null;
  private dragged: UnitId | null = null;
  private letters = "";
  private isFinding = false;
  private timer = 0;
  private readonly clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  private isBegun = false;
  private edits = 0;
  private listing = 0;
  private drawnOf: Board | null = null;
  private drawnOrders: ReadonlyMap<UnitId, Order> = new Map();

  connectedCallback(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.root.adoptedStyleSheets = [looks, rowLooks];
    this.judge = new JudgeHere(this.getAttribute("game") ?? "", this.getAttribute("power") ?? "", this.language);
    void this.open().catch((fault: Error) => {
      const line = document.createElement("p");
      line.setAttribute("role", "alert");
      line.textContent = fault.message;
      this.root.replaceChildren(line, document.createElement("slot"));
    });
  }

  /** Ask the judge how things stand: for a page that hears of something. */
  async refresh(): Promise<void> {
    if (!this.board || this.saver?.isPending) return;
    const edits = this.edits;
    const board = await this.judge.board();
    // What was asked before an edit says nothing of it; when that is saved it is asked again.
    if (this.saver?.isPending || edits !== this.edits) return;
    if (board.phase !== this.board.phase || board.stage !== this.board.stage) this.turnOver(board);
    else this.learn(board);
  }

  private get language(): string {
    const said = this.closest("[lang]")?.getAttribute("lang") ?? "en";
    return said.startsWith("de") ? "de" : "en";
  }

  private async open(): Promise<void> {
    this.board = await this.judge.board();
    const [ground, svg] = await Promise.all([
      fetched(this.board.map).then(answer => answer.json() as Promise<Ground>),
      fetched(this.board.ground).then(answer => answer.text()),
    ]);
    this.ground = ground;
    this.words = new Words(this.language, ground);
    this.picture = new Picture(svg, ground);
    this.root.adoptedStyleSheets = [this.picture.sheet, looks, rowLooks];
    this.build();
    this.picture.show(this.board);
    this.start();
    addEventListener("online", () => void this.saver?.send());
    for (const id of (this.getAttribute("instead") ?? "").split(" ")) document.getElementById(id)?.setAttribute("hidden", "");
    this.dispatchEvent(new CustomEvent("dip-open"));
  }

  /** Begin with a phase: with what is on file, and what was kept here of the same phase. */
  private start(): void {
    const { own } = this.board;
    this.conflicts = [];
    this.names = [];
    this.cursor ??= Object.keys(this.ground.provinces)[0] ?? null;
    if (!own) {
      this.saver = null;
      this.state = begin([]);
    } else {
      this.saver = new Saver(this.judge, this, this.board as Board & { own: Own });
      this.state = begin(sheetOf(own));
      this.cursor = orderable(this.board).map(homeOf)[0] ?? this.cursor;
      this.restore();
    }
    this.rows = new Rows(this.list, this.board, this.words, event => this.does(event));
    this.learnText();
    this.render();
  }

  private restore(): void {
    const { kept } = this.judge;
    if (!kept || !this.saver || !this.board.own) return;
    if (kept.phase !== this.board.phase) {
      if (!kept.sent) this.over(kept);
      this.judge.keep(null);
    } else if (kept.sent) {
      if (textOf(kept.sheet) === this.board.own.text) this.state = { ...this.state, past: kept.past, future: kept.future };
    } else if (this.saver.fits(kept)) {
      this.state = { ...this.state, sheet: kept.sheet, past: kept.past, future: kept.future };
      this.saver.change(kept.sheet, kept.past, kept.future);
    } else {
      const found = merged(kept.base, kept.sheet, this.state.sheet);
      this.state = { ...this.state, sheet: found.sheet };
      this.conflicts = found.conflicts;
      if (textOf(found.sheet) !== this.board.own.text) this.saver.change(found.sheet, [], []);
    }
  }

  // What the judge answers.

  status(status: Status): void {
    this.status_ = status;
    this.renderStatus();
    if (status.is === "refused" || status.is === "offline" || status.is === "saved") this.announce(this.parts.status.textContent ?? "");
  }

  merged(sheet: Sheet, board: Board, conflicts: Conflict[]): void {
    this.board = board;
    this.conflicts = conflicts;
    this.state = { ...begin(sheet), past: this.state.past, said: { word: "merged" } };
    this.picture.show(board);
    this.render();
  }

  saved(): void {
    void this.refresh().catch(() => undefined);
  }

  wasReady(): void {
    this.state = { ...this.state, said: { word: "ready-back" } };
    this.render();
  }

  /** A draft of a phase that is over stays where its writer sees it, and goes nowhere. */
  over(kept: Kept): void {
    const note = document.createElement("div");
    note.className = "note";
    const title = document.createElement("strong");
    title.textContent = this.words.say("kept", { phase: kept.phase });
    const text = document.createElement("pre");
    text.textContent = textOf(kept.sheet);
    const away = button("×", this.words.say("remove"), () => note.remove());
    note.append(title, text, away);
    this.parts.notes.append(note);
    this.judge.keep(null);
    if (this.status_.is === "over") void this.refresh().catch(() => undefined);
  }

  private turnOver(board: Board): void {
    this.board = board;
    this.state = begin([]);
    this.picture.show(board);
    this.start();
    this.state = { ...this.state, said: { word: "new-phase", place: board.turn } };
    this.announce(this.words.say("new-phase", { phase: board.turn }));
    this.render();
    this.dispatchEvent(new CustomEvent("dip-phase", { detail: { phase: board.phase } }));
  }

  /** The judge has read the sheet: what he makes of its lines, and his drawing of it. */
  private learn(board: Board): void {
    this.board = board;
    if (board.own && this.saver) {
      this.saver.know(board as Board & { own: Own });
      this.state = { ...this.state, sheet: sheetOf(board.own) };
    }
    this.picture.show(board);
    this.learnText();
    this.render();
  }

  private learnText(): void {
    const told = this.board.own?.told ?? [];
    this.parts.told.replaceChildren(
      ...told.map(one => {
        const item = document.createElement("li");
        const what = [one.what, one.remedy].filter(Boolean).join("; ");
        item.textContent = one.line ? this.words.say("line-of", { line: one.line, what }) : what;
        return item;
      }),
    );
  }

  // What people do.

  private does(event: Gesture): void {
    if (!this.saver) {
      if (event.do === "pick") this.look(event.place);
      return;
    }
    this.names = [];
    const isFree = event.do === "text" || event.do === "undo" || event.do === "redo" || event.do === "back";
    if (this.board.own?.conditional && !isFree) {
      this.state = { ...this.state, said: { word: "conditional" } };
    } else {
      const before = this.state.sheet;
      this.state = step(this.state, event, this.board);
      if (this.state.sheet !== before) {
        this.edits++;
        this.saver.change(this.state.sheet, this.state.past, this.state.future);
      }
    }
    if (event.do === "pick") this.cursor = provinceOf(event.place);
    this.announce(this.words.of(this.state.said));
    this.render();
  }

  private look(place: string): void {
    const unit = this.board.units.find(([, , at]) => provinceOf(at) === provinceOf(place))?.[1];
    this.state = { ...this.state, said: { word: "place", place: provinceOf(place), unit } };
    this.cursor = provinceOf(place);
    this.announce(this.words.of(this.state.said));
    this.render();
  }

  private pick(hit: Hit, anyway: boolean): void {
    const { mode } = this.state;
    if (hit.arrowOf) {
      const order = ordersOf(this.state.sheet).get(hit.arrowOf);
      const isTarget = mode.at === "unit" && order && (order[0] === "m" || order[0] === "r") && hit.arrowOf !== mode.unit;
      if (isTarget) this.does({ do: "pick", place: order[1], arrow: { unit: hit.arrowOf, to: order[1] }, anyway });
      else this.does({ do: "pick", place: hit.place, unit: hit.arrowOf, anyway });
    } else this.does({ do: "pick", place: hit.place, ...(hit.unit ? { unit: hit.unit } : {}), anyway });
  }

  private tapped(at: Tap): void {
    this.parts.view.focus({ preventScroll: true });
    const hit = this.picture.hit(this.root, at.x, at.y, this.board.kind === "R");
    if (!hit) return;
    if (at.isTouch && !hit.unit && !hit.arrowOf) {
      const meant = this.picture.meant(this.root, at.x, at.y);
      if (meant.length > 1) {
        this.names = meant;
        this.render();
        return;
      }
    }
    this.pick(hit, at.anyway);
  }

  private takes(at: Tap): boolean {
    if (!this.saver || this.board.kind === "A") return false;
    const hit = this.picture.hit(this.root, at.x, at.y, this.board.kind === "R");
    if (!hit?.unit || !(hit.unit in this.board.own!.units)) return false;
    const { mode } = this.state;
    if (at.isTouch && !("unit" in mode && mode.unit === hit.unit)) return false;
    this.dragged = hit.unit;
    return true;
  }

  private drag(at: Tap): void {
    const unit = this.dragged!;
    const { mode } = this.state;
    if (mode.at !== "unit" || mode.unit !== unit) {
      this.state = { ...this.state, mode: { at: "idle" } };
      this.does({ do: "pick", place: placeOf(unit), unit });
    }
    this.picture.dragging(unit, this.css, this.view.point(at.x, at.y));
  }

  private drop(at: Tap): void {
    this.picture.dragging(null, "");
    const hit = this.picture.hit(this.root, at.x, at.y, this.board.kind === "R");
    if (hit && !(hit.unit === this.dragged)) this.pick({ place: hit.place, ...(hit.unit ? { unit: hit.unit } : {}) }, at.anyway);
    this.dragged = null;
  }

  private key(event: KeyboardEvent): void {
    const { key } = event;
    if (key !== "Shift" && !/^\p{L}$/u.test(key)) this.isFinding = false;
    if (event.ctrlKey || event.metaKey) {
      const isBack = key.toLowerCase() === "z" && !event.shiftKey;
      const isForth = key.toLowerCase() === "y" || (key.toLowerCase() === "z" && event.shiftKey);
      if (!isBack && !isForth) return;
      this.does({ do: isBack ? "undo" : "redo" });
    } else if (event.altKey) return;
    else if (this.isFinding && /^\p{L}$/u.test(key)) this.find(key);
    else if (key in ARROWS) this.go(ARROWS[key]!);
    else if (key === "Enter" || key === " ") {
      if (this.cursor) this.does({ do: "pick", place: this.cursor, anyway: event.shiftKey });
    } else if (key === "Escape") this.does({ do: "back" });
    else if (key === ".") this.beginFinding();
    else if (key === "?") this.sayHelp();
    else if (key === "/") this.parts.area.focus();
    else if (key === "[" || key === "]") this.dispatchEvent(new CustomEvent("dip-step", { detail: key === "[" ? -1 : 1 }));
    else if (key === "+" || key === "=") this.view.zoom(1.4);
    else if (key === "-") this.view.zoom(1 / 1.4);
    else if (/^[1-9]$/.test(key)) this.choose(Number(key) - 1);
    else if (key.toLowerCase() === "n") this.next();
    else if (key.toLowerCase() in VERBS) this.does({ do: "verb", verb: VERBS[key.toLowerCase()]! });
    else return;
    event.preventDefault();
  }

  private go(direction: [number, number]): void {
    if (!this.cursor) return;
    const near = this.ground.provinces[this.cursor]?.near ?? [];
    const at = (place: string) => this.picture.at(place);
    const to = neighbour(this.cursor, direction, near, at) ?? neighbour(this.cursor, direction, Object.keys(this.ground.provinces).filter(one => one !== this.cursor), at);
    if (to) this.moveTo(to);
  }

  private moveTo(province: string): void {
    this.cursor = province;
    const at = this.picture.at(province);
    if (at) this.view.reveal(at);
    this.render();
    this.announce(this.parts.cursor.getAttribute("aria-label") ?? "");
  }

  private next(): void {
    const waiting = unordered(this.state, this.board);
    const all = waiting.length ? waiting : orderable(this.board);
    const now = "unit" in this.state.mode ? all.indexOf(this.state.mode.unit) : -1;
    const unit = all[(now + 1) % all.length];
    if (!unit) return;
    this.state = { ...this.state, mode: { at: "idle" } };
    const at = this.picture.at(placeOf(unit));
    if (at) this.view.reveal(at);
    this.does({ do: "pick", place: placeOf(unit), unit });
  }

  private beginFinding(): void {
    this.letters = "";
    this.isFinding = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.isFinding = false), FINDING_PAUSE);
  }

  private find(letter: string): void {
    const letters = this.letters + letter.toLowerCase();
    this.beginFinding();
    this.letters = letters;
    const provinces = Object.keys(this.ground.provinces);
    const begins = (text: string) => text.toLowerCase().startsWith(letters);
    const found = provinces.find(begins) ?? provinces.find(one => begins(this.ground.places[one]!.short)) ?? provinces.find(one => begins(this.words.place(one)));
    if (found) this.moveTo(found);
  }

  private choose(number: number): void {
    if (this.names.length) {
      const place = this.names[number];
      if (place) this.does({ do: "pick", place });
    } else if (this.conflicts.length) this.settle(number === 0);
    else this.does({ do: "choose", chip: number });
  }

  private settle(mine: boolean): void {
    const [conflict, ...others] = this.conflicts;
    this.conflicts = others;
    if (conflict && mine) this.does({ do: "order", unit: conflict.unit, order: conflict.here ?? null });
    else this.render();
  }

  private sayHelp(): void {
    this.announce(this.words.say("help"));
    this.parts.said.textContent = this.words.say("help");
  }

  // What is seen.

  private get css(): string {
    return this.ground.powers[this.board.power]?.css ?? "";
  }

  private build(): void {
    const say = (word: string) => this.words.say(word);
    const box = document.createElement("div");
    box.innerHTML =
      `<div class="desk"><div class="view" role="application" tabindex="0" aria-activedescendant="cursor"><div id="cursor" role="img" class="hidden"></div></div>` +
      `<div class="tools"></div><div class="bottom"><p class="said"></p><p class="status"></p><span class="waive"></span><div class="chips" role="group"></div></div></div>` +
      `<div class="hidden" role="status" aria-live="polite"></div><div class="notes"></div>` +
      `<section class="rows"><h3 class="heading"><span></span> <small></small></h3><ol></ol></section>` +
      `<details class="text"><summary></summary><ul class="told dip-told"></ul></details>`;
    const part = <T extends HTMLElement>(selector: string) => box.querySelector<T>(selector)!;
    const view = part(".view");
    view.setAttribute("aria-label", say("board"));
    view.style.setProperty("--ratio", `${this.ground.size[0]} / ${this.ground.size[1]}`);
    view.prepend(this.picture.svg);
    const undo = button("↶", say("undo"), () => this.does({ do: "undo" }));
    const redo = button("↷", say("redo"), () => this.does({ do: "redo" }));
    const tools = [
      button("+", say("zoom-in"), () => this.view.zoom(1.5)),
      button("−", say("zoom-out"), () => this.view.zoom(1 / 1.5)),
      button("◎", say("mine"), () => this.showMine()),
      undo,
      redo,
    ];
    part(".tools").append(...tools);
    part(".heading span").textContent = say("orders");
    part("summary").textContent = say("text_label");
    const ofPage = document.getElementById(this.getAttribute("text") ?? "");
    const area = ofPage instanceof HTMLTextAreaElement ? ofPage : document.createElement("textarea");
    if (area !== ofPage) part("summary").after(area);
    area.setAttribute("aria-label", say("text_label"));
    area.spellcheck = false;
    let waiting = 0;
    const send = () => {
      clearTimeout(waiting);
      if (area.value !== textOf(this.state.sheet)) this.does({ do: "text", text: area.value });
    };
    area.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(send, TYPING_PAUSE);
    });
    area.addEventListener("change", send);
    const told = part(".told");
    const elsewhere = document.getElementById(this.getAttribute("rows") ?? "");
    this.list = part<HTMLOListElement>(".rows ol");
    const count = part(".heading small");
    if (elsewhere) {
      elsewhere.append(this.list);
      part(".rows").hidden = true;
    }
    if (elsewhere || area === ofPage) document.adoptedStyleSheets = [...document.adoptedStyleSheets, rowLooks];
    this.parts = {
      view, undo, redo, area, count,
      said: part(".said"), status: part(".status"), chips: part(".chips"), live: part("[aria-live]"),
      cursor: part("#cursor"), told, notes: part(".notes"), waive: part(".waive"),
    };
    part(".rows").hidden ||= !this.board.own;
    part(".text").hidden = !this.board.own || area === ofPage;
    if (area === ofPage) area.after(told);
    this.root.replaceChildren(...box.childNodes);
    this.view = new View(view, this.picture.svg, this.ground.size, {
      tap: at => this.tapped(at),
      takes: at => this.takes(at),
      dragged: at => this.drag(at),
      dropped: at => this.drop(at),
      cancelled: () => {
        this.dragged = null;
        this.picture.dragging(null, "");
      },
    });
    view.addEventListener("keydown", event => this.key(event));
  }

  private showMine(): void {
    const units = orderable(this.board).map(unit => this.picture.at(placeOf(unit)));
    const centers = (this.board.own?.builds ?? []).map(unit => this.picture.at(placeOf(unit)));
    const points = [...units, ...centers].filter(one => one !== null);
    if (points.length) this.view.show(points, this.ground.unit * 3);
    else this.view.whole();
  }

  private render(): void {
    const { state, board } = this;
    const orders = ordersOf(state.sheet);
    const selected = "unit" in state.mode && state.mode.at !== "refine" ? state.mode.unit : null;
    const can = reachable(state, board);
    const waiting = board.kind === "A" ? [] : unordered(state, board);
    this.picture.draft(board, orders, this.drawn());
    this.picture.mark({ selected, reachable: can, unordered: board.own?.conditional ? [] : waiting, cursor: this.cursor });
    this.listing ||= setTimeout(() => this.renderList());
    this.renderChips();
    this.parts.said.textContent = this.conflicts.length ? this.words.say("conflict", { unit: this.words.unit(this.conflicts[0]!.unit) }) : this.spoken(state.said);
    this.parts.undo.disabled = !state.past.length;
    this.parts.redo.disabled = !state.future.length;
    if (this.cursor) this.parts.cursor.setAttribute("aria-label", this.described(this.cursor, can));
    const { area } = this.parts;
    const isTyping = (area.getRootNode() as Document | ShadowRoot).activeElement === area;
    if (!isTyping && area.value !== textOf(state.sheet)) area.value = textOf(state.sheet);
    this.renderCount(orders);
  }

  private spoken(what: Said): string {
    if (what.word === "new-phase") return this.words.say("new-phase", { phase: what.place ?? "" });
    if (what.word) return this.words.of(what);
    if (!this.board.own) return this.words.say("watching");
    const due = this.board.own.due ?? 0;
    const first = this.board.kind === "R" ? "start-R" : this.board.kind === "A" ? (due < 0 ? "start-remove" : "start-build") : "start";
    return this.words.say(first);
  }

  /** The orders as the judge has drawn them. */
  private drawn(): ReadonlyMap<UnitId, Order> {
    if (this.drawnOf !== this.board) {
      this.drawnOf = this.board;
      this.drawnOrders = this.board.own ? ordersOf(sheetOf(this.board.own)) : new Map<UnitId, Order>();
    }
    return this.drawnOrders;
  }

  /** Units with an order that the judge warns of. */
  private doubtful(orders: ReadonlyMap<UnitId, Order>): Set<UnitId> {
    const found = new Set<UnitId>();
    const { own } = this.board;
    for (const [line, unit, order] of own?.lines ?? []) {
      if (own!.told.some(one => one.line === line) && same(order, orders.get(unit))) found.add(unit);
    }
    return found;
  }

  private described(province: string, can: ReadonlySet<string>): string {
    const facts = this.ground.provinces[province];
    const here = [...this.board.units, ...this.board.dislodged].filter(([, , at]) => provinceOf(at) === province);
    const units = here.map(([power, unit]) =>
      this.words.say("of", { kind: this.words.kind(unit.charAt(0)), power: this.ground.powers[power]?.name ?? power }),
    );
    const waiting = unordered(this.state, this.board).some(unit => homeOf(unit) === province);
    const parts = [this.words.place(province), facts ? this.words.say(facts.terrain) : "", ...units];
    if (waiting) parts.push(this.words.say("unordered"));
    if (can.has(province)) parts.push(this.words.say("reachable"));
    return parts.filter(Boolean).join(", ");
  }

  /** The list comes after the map, which is where somebody looks. */
  private renderList(): void {
    this.listing = 0;
    const { mode, sheet } = this.state;
    const orders = ordersOf(sheet);
    const selected = "unit" in mode && mode.at !== "refine" ? mode.unit : null;
    this.rows?.show(orders, selected, this.doubtful(orders));
  }

  private renderChips(): void {
    const made: HTMLButtonElement[] = [];
    const add = (text: string, number: number, look = "") => {
      const one = button(text, "", () => this.choose(number));
      if (number < 9) {
        const hint = document.createElement("kbd");
        hint.textContent = String(number + 1);
        hint.setAttribute("aria-hidden", "true");
        one.prepend(hint);
      }
      one.className = look;
      made.push(one);
    };
    const [conflict] = this.conflicts;
    if (this.names.length) this.names.forEach((place, at) => add(this.words.place(place), at));
    else if (conflict) {
      const told = (order: Order | undefined) => (order ? this.words.order(conflict.unit, order) : this.words.say("none"));
      add(this.words.say("use-here", { order: told(conflict.here) }), 0);
      add(this.words.say("use-there", { order: told(conflict.there) }), 1);
    } else this.state.chips.forEach((chip, at) => add(this.words.of(chip), at, chip.doubtful ? "doubtful" : chip.taken ? "plain" : ""));
    this.parts.chips.replaceChildren(...made);
  }

  private renderStatus(): void {
    const { status_: status } = this;
    const time = status.is === "saved" ? this.clock.format(status.at) : "";
    const why = status.is === "refused" ? status.why : "";
    this.parts.status.textContent = this.words.say(`is-${status.is}`, { time, why });
    this.parts.status.classList.toggle("bad", status.is === "refused" || status.is === "offline" || status.is === "over");
  }

  private renderCount(orders: ReadonlyMap<UnitId, Order>): void {
    const { own, kind } = this.board;
    if (!own) return;
    const all = kind === "A" && own.due ? Math.abs(own.due) : orderable(this.board).length;
    const waives = waivesOf(this.state.sheet);
    const done = kind === "A" && own.due ? [...orders.values()].filter(one => one[0] !== "w").length + waives : orderable(this.board).filter(unit => orders.has(unit)).length;
    const word = kind === "A" && own.due ? (own.due > 0 ? "build-count" : "remove-count") : "count";
    const text = this.words.say(word, { done, all });
    this.parts.count.textContent = text;
    const wants = kind === "A" && (own.due ?? 0) > 0 && !!own.waive;
    if (wants && !this.parts.waive.childElementCount) {
      this.parts.waive.append(
        button(this.words.say("waive-more"), "", () => this.does({ do: "waive", more: true })),
        button("−", this.words.say("waive-less"), () => this.does({ do: "waive", more: false })),
      );
    }
    this.parts.waive.hidden = !wants;
    (this.parts.waive.lastElementChild as HTMLElement | null)?.toggleAttribute("hidden", !waives);
    this.dispatchEvent(new CustomEvent("dip-orders", { bubbles: true, detail: { done, all, text } }));
  }

  private announce(text: string): void {
    if (text) this.parts.live.textContent = text;
  }
}

function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) {
    made.setAttribute("aria-label", label);
    made.title = label;
  }
  made.addEventListener("click", act);
  return made;
}

customElements.define("dip-board", DipBoard);

/** `<dip-board game="7">`: the board on which orders are made, and turns are looked at.
 *
 * `power` names whose orders a master writes. `turn` is a turn that was judged, to begin with; `results` is
 * one whose results the page tells beside the board, which it begins with as well. In place
 * of `game` there may be `sandbox`, or `link`, and `node`: a private board at one of its positions.
 * `rows` is the id of an element of the page that is to hold the orders as a list, `turns` that of one
 * for the way from turn to turn, `text` that of the text area of the form without script, which becomes
 * the orders as text, `late` that of one for drafts that came too late; else these stand with the map.
 * The element itself makes no box: in a grid of the page the map takes the area `map`, and what is said and offered the area `say`. `instead` has the ids of what the page shows to browsers without script alone, and is hidden.
 * `words` is the address of what it says in another language than English. What the element holds is
 * for browsers without script, and is shown where the board cannot be opened: then it has the attribute
 * `failed`. `covered` has the pixels that something lies upon, above, at the right, below and at the left:
 * `0 0 340 0`; what is shown of the map lies between. What happens is told as events: `dip-orders` with how many are ordered,
 * `dip-turn` with the turn that is looked at. */

import { homeOf, placeOf, provinceOf } from "./board";
import type { Board, Ground, Saved, UnitId } from "./board";
import { ownUnitAt } from "./choices";
import { Cursor } from "./cursor";
import { laidOut } from "./desk";
import type { Parts } from "./desk";
import { Draft } from "./draft";
import type { Around } from "./draft";
import { Face } from "./face";
import { Grid } from "./grid";
import { Hands } from "./hands";
import type { Table } from "./hands";
import { Keys } from "./keys";
import { Looked } from "./looking";
import type { Around as AroundLooks } from "./looking";
import { pause } from "./pauses";
import { Picture } from "./picture";
import type { Hit } from "./picture";
import { Playback } from "./results";
import { Rows } from "./rows";
import type { Status } from "./saver";
import { ordersOf, textOf } from "./sheet";
import { otherSide } from "./sides";
import { Sketches } from "./sketches";
import { fetched, sourceOf, withNames } from "./source";
import type { Source } from "./source";
import { NOTHING } from "./state";
import type { Event as Gesture, Mode } from "./state";
import { reachable } from "./step";
import { View } from "./view";
import { Words } from "./words";
import { theatre } from "./zoom";
import css from "./style.css";
import rowsCss from "./rows.css";

/** A window that shows the map so much smaller than units are first drawn shows most of that one. */
const NEARLY = 0.8;
const looks = new CSSStyleSheet();
looks.replaceSync(css);
const rowLooks = new CSSStyleSheet();
rowLooks.replaceSync(rowsCss);

export class DipBoard extends HTMLElement implements Around, AroundLooks, Table {
  static readonly observedAttributes = ["covered"];
  /** Where boards come from: a page may have another source. */
  static from: (element: Element) => Source = sourceOf;
  private readonly root = this.attachShadow({ mode: "open" });
  private source!: Source;
  /** The turn at hand. */
  private now!: Board;
  private ground!: Ground;
  private words!: Words;
  private picture!: Picture;
  private playback!: Playback;
  /** The turn that is shown with what it came to. */
  private played = "";
  private view!: View;
  private draft!: Draft;
  private looked!: Looked;
  private rows: Rows | null = null;
  private parts!: Parts;
  private face!: Face;
  private names: string[] = [];
  private cursor!: Cursor;
  private sketches!: Sketches;
  private isBegun = false;
  /** Done once the board is open. Before, no other turn is shown. */
  private opened: Promise<void> = Promise.resolve();
  /** How often the judge was asked how things stand, and the last time of these that he has answered. */
  private asked = 0;
  private answered = 0;
  /** How much was written when what the judge said was taken in. */
  private learnt = 0;
  /** News that came while something of one's own was on its way, and those that are of it. */
  private missed: string[] = [];
  private readonly own = new Set<string>();
  /** What waits for the orders of another side to be saved. */
  private afterwards: (() => void) | null = null;

  connectedCallback(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.root.adoptedStyleSheets = [looks, rowLooks];
    // What the page has in it keeps its place until it opens.
    this.root.append(document.createElement("slot"));
    this.source = DipBoard.from(this);
    this.opened = this.open();
    this.opened.catch((fault: Error) => {
      const told = document.createElement("p");
      told.setAttribute("role", "alert");
      told.textContent = fault.message;
      this.root.replaceChildren(told, document.createElement("slot"));
      this.setAttribute("failed", "");
    });
  }

  attributeChangedCallback(): void {
    if (this.view as View | undefined) this.cover();
  }

  private cover(): void {
    const [above = 0, right = 0, below = 0, left = 0] = (this.getAttribute("covered") ?? "").split(" ").map(one => Number(one) || 0);
    this.view.cover([above, right, below, left]);
  }

  /** Ask the judge how things stand: for a page that hears of something, and of when it was. */
  async refresh(at = ""): Promise<void> {
    // What comes while it opens is asked for then.
    await this.opened;
    if (!this.now || this.own.delete(at)) return;
    const { edits } = this.draft;
    const asked = ++this.asked;
    const board = this.draft.isPending ? null : await this.source.board();
    if (board && board !== this.now) await this.ready(board);
    // An answer that was overtaken by a later one tells how things stood before.
    if (asked < this.answered) return;
    this.answered = asked;
    // What was asked before an edit says nothing of it; when that is saved it is asked again.
    if (!board || this.draft.isPending || edits !== this.draft.edits) {
      this.missed.push(at);
      return;
    }
    if (board === this.now && edits === this.learnt) return;
    if (this.now.past?.some((one, at) => board.past?.[at] !== one)) this.looked.forget();
    if (board.phase !== this.now.phase || board.stage !== this.now.stage) this.turnOver(board);
    else this.learn(board);
  }

  /** Look at a turn that was judged; at none, the turn at hand. */
  turnTo(name: string): void {
    void this.opened.then(() => this.looked.turnTo(name), () => undefined);
  }

  /** Show how a turn went that was judged, whose results the page tells; it is done when all has moved. */
  async play(name: string): Promise<void> {
    await this.showTurn(name);
    const { board } = this.looked;
    if (board?.phase !== name) return;
    this.played = name;
    await this.playback.play(board.fates ?? [], this.now.power);
  }

  /** Point at the order of a unit in a turn that was judged; at none, show all of it. */
  async point(name: string, unit: UnitId): Promise<void> {
    await this.showTurn(name);
    const { board } = this.looked;
    if (board?.phase !== name) return;
    if (this.played !== name) this.playback.show(board.fates ?? []);
    this.played = name;
    this.playback.pointAt(unit);
    if (unit) this.cursor.reveal(placeOf(unit));
  }

  private async showTurn(name: string): Promise<void> {
    await this.opened;
    if (this.looked.board?.phase !== name) await this.looked.turnTo(name, true);
  }

  /** Why the order of a unit came out as it did, in the turn that is looked at. */
  whyOf(unit: UnitId): void {
    this.looked.ask(unit);
  }

  /** How much room there is for the map. */
  private room(): string {
    const board = document.createElement("div");
    board.className = "board";
    this.root.append(board);
    const { clientWidth, clientHeight } = board;
    board.remove();
    return clientWidth && clientHeight ? `${clientWidth}x${clientHeight}` : "";
  }

  private async open(): Promise<void> {
    this.source.window = this.room();
    this.now = await this.source.board();
    this.source.step = this.now.step ?? null;
    const words = this.getAttribute("words");
    const [ground, svg, told] = await Promise.all([
      fetched(this.now.map).then(answer => answer.json() as Promise<Ground>),
      fetched(this.now.ground).then(answer => answer.text()),
      words ? import(words).then((found: { default: Record<string, string> }) => found.default) : undefined,
      withNames(this.now),
    ]);
    this.ground = ground;
    this.words = new Words(ground, told);
    this.picture = new Picture(svg, ground);
    this.playback = new Playback(this.picture);
    this.root.adoptedStyleSheets = [this.picture.sheet, looks, rowLooks];
    const page = document.getElementById(this.getAttribute("text") ?? "") as HTMLTextAreaElement | null;
    const early = page && page.value !== page.defaultValue ? page.value : null;
    const all = this.build();
    const [turn, results] = [this.getAttribute("turn"), this.getAttribute("results")];
    if (results) this.played = results;
    if (!turn && !results) this.picture.show(this.now);
    this.start();
    addEventListener("storage", () => this.draft.beside());
    // What somebody wrote before there was a board.
    if (early !== null) this.does({ do: "text", text: early });
    for (const back of ["online", "focus"]) addEventListener(back, () => this.draft.send());
    if (turn) await this.looked.turnTo(turn);
    else if (results) await this.looked.turnTo(results, true);
    // All of it is seen at once, and nothing moves from then on.
    for (const id of (this.getAttribute("instead") ?? "").split(" ")) document.getElementById(id)?.setAttribute("hidden", "");
    this.root.replaceChildren(all);
    this.view.fit();
    this.cover();
    this.showFirst();
    this.dispatchEvent(new CustomEvent("dip-open", { bubbles: true }));
  }

  /** Begin with a phase: with what is on file, and what was kept here of the same phase. */
  private start(said = NOTHING): void {
    this.names = [];
    this.learnt = 0;
    this.draft = new Draft(this.source, this, this.now);
    this.draft.state = { ...this.draft.state, said };
    this.cursor.province = this.draft.home ?? this.cursor.province;
    const { list, view } = this.parts;
    const isAtList = list.matches(":focus-within");
    this.rows = new Rows(list, this.now, this.words, event => this.does(event));
    this.looked.know(this.now);
    this.face.told(this.now);
    this.face.late(this.source.late, this.now);
    this.render();
    // Who was at the list of another phase goes on at that of this one, or at the map.
    if (isAtList) (list.querySelector("button") ?? view).focus({ preventScroll: true });
  }

  // What the orders, and the judge, say.

  changed(): void {
    this.render();
  }

  status(status: Status): void {
    this.face.status(status);
    // The page has what is done with the orders wait for them.
    this.toggleAttribute("saving", status.is === "saving");
    if (status.is === "over") void this.refresh().catch(() => undefined);
  }

  took(board: Board): void {
    this.now = board;
    if (!this.looked.board) this.picture.show(board);
    this.render();
  }

  saved(board: Saved | null, at: string): void {
    const { afterwards, missed } = this;
    this.afterwards = null;
    this.missed = [];
    if (at && !missed.includes(at)) this.own.add(at);
    const isTold = board?.phase === this.now.phase;
    if (isTold) {
      const { own, layers } = this.now;
      this.learn({ ...this.now, own: { ...own!, ...board.own }, layers: { ...layers, orders: board.orders } });
    }
    const rest = isTold && missed.every(one => one === at) ? Promise.resolve() : this.refresh();
    void rest.catch(() => undefined).then(() => afterwards?.());
  }

  left(): void {
    this.face.late(this.source.late, this.now);
  }

  private turnOver(board: Board): void {
    // One that is paused is no new one.
    const said = board.phase === this.now.phase ? this.draft.state.said : { word: "new-phase", place: board.turn };
    this.now = board;
    if (!this.looked.board) this.picture.show(board);
    this.start(said);
    this.dispatchEvent(new CustomEvent("dip-phase", { bubbles: true, detail: { phase: board.phase } }));
  }

  /** The judge has read the sheet: what he makes of its lines, and his drawing of it. */
  private learn(board: Board): void {
    this.now = board;
    this.draft.learn(board, this.learnt === this.draft.edits);
    this.learnt = this.draft.edits;
    this.looked.know(board);
    if (!this.looked.board) this.picture.show(board);
    this.face.told(this.now);
    this.render();
  }

  // What people do.

  /** The board that is seen: the turn at hand, one that was judged, or what somebody tries; nothing
   * before the judge has answered. */
  get board(): Board {
    return (this.looked as Looked | undefined)?.board ?? this.now;
  }

  get mode(): Mode {
    return this.looked.board ? { at: "idle" } : this.draft.state.mode;
  }

  get isOpen(): boolean {
    return this.draft.isOpen && !this.looked.board;
  }

  get reachable(): ReadonlySet<string> {
    return this.isOpen ? reachable(this.draft.state, this.now) : new Set();
  }

  does(event: Gesture): void {
    this.names = [];
    if (this.looked.board) {
      if (event.do === "pick") this.look(event.place, event.unit);
      else if (event.do === "back") this.turnTo("");
      return;
    }
    if (!this.draft.isOpen) {
      if (event.do === "pick") this.look(event.place, event.unit);
      return;
    }
    const other = event.do === "pick" && otherSide(this.now, this.mode, event.place, event.unit);
    if (other) {
      this.side(other, () => this.does(event));
      return;
    }
    if (event.do === "pick") this.cursor.province = provinceOf(event.place);
    this.draft.does(event);
    this.render();
  }

  /** Something is picked that nobody orders here: it is named, and what became of its order is told. */
  private look(place: string, unit?: UnitId): void {
    const province = provinceOf(place);
    this.cursor.province = province;
    const seen = this.board;
    const there = [...seen.dislodged, ...seen.units].filter(([, , at]) => provinceOf(at) === province);
    const one = unit ?? there[0]?.[1];
    this.draft.state = { ...this.draft.state, said: { word: "place", place: province, unit: one } };
    if (this.looked.board) this.looked.ask(one ?? null);
    this.render();
  }

  pick(hit: Hit, anyway: boolean, isDragged = false): void {
    const { mode } = this;
    if (this.sketches.isOn) {
      this.cursor.province = provinceOf(hit.place);
      this.sketches.pick(this.cursor.province);
      return;
    }
    const order = hit.arrowOf && !this.looked.board ? ordersOf(this.draft.state.sheet).get(hit.arrowOf) : undefined;
    const isTarget = mode.at === "unit" && order && (order[0] === "m" || order[0] === "r") && hit.arrowOf !== mode.unit;
    if (isTarget) this.does({ do: "pick", place: order[1] as string, arrow: { unit: hit.arrowOf!, to: order[1] as string }, anyway });
    else {
      const unit = hit.unit ?? hit.arrowOf;
      this.does({ do: "pick", place: hit.place, unit, anyway, isDragged });
    }
  }

  takenUp(unit: UnitId): void {
    this.draft.state = { ...this.draft.state, mode: { at: "idle" } };
    this.does({ do: "pick", place: placeOf(unit), unit });
  }

  list(unit: UnitId): void {
    this.cursor.province = homeOf(unit);
    this.does({ do: "list", unit });
  }

  offer(places: string[]): void {
    this.names = places;
    this.render();
  }

  /** What a pick there would order, before it is made. */
  preview(hit: Hit | null): void {
    const isAsked = this.isOpen && hit && !hit.arrowOf;
    this.picture.preview(this.now, isAsked ? this.draft.would({ do: "pick", place: hit.place, unit: hit.unit }) : []);
  }

  turn(by: -1 | 1): void {
    this.looked.step(by);
  }

  /** All of the map, but on a phone one's own theatre; and rather than an overview a map that is a little
   * larger than the window. */
  private showFirst(): void {
    const { view, ground, now } = this;
    const least = this.picture.steps.scale(0);
    const plays = !!now.power && Object.keys(now.sides ?? {}).length < 2;
    if (plays && view.isNarrow) this.showTheatre();
    else if (view.scale < least && plays) view.show(theatre(now, now.power, ground), least, least);
    else if (view.scale < least && view.scale >= NEARLY * least) view.show([[ground.size[0] / 2, ground.size[1] / 2]], least, least);
  }

  /** One's own units and centres, as large as a unit is drawn at least; all of the map if one has none. */
  private showTheatre(): void {
    const { steps } = this.picture;
    const { view, ground, board, now } = this;
    const least = steps.scale(0);
    view.show(theatre(board, now.power, ground), least, view.isNarrow ? least : undefined);
  }

  /** Have what is drawn as large as it is to be at a scale. */
  rested(scale: number): void {
    if (!scale) return;
    const step = this.picture.steps.below(scale);
    const { source, now, looked } = this;
    if (step === (now.step ?? null) && step === ((looked.board ?? now).step ?? null)) return;
    source.step = step;
    // Where it cannot be drawn anew all is scaled as it is.
    void Promise.all([looked.again(), this.refresh()]).catch(() => undefined);
  }

  get isSketching(): boolean {
    return this.sketches.isOn;
  }

  sketch(from: string, to: string): void {
    this.sketches.put(from, to);
  }

  private next(): void {
    if (!this.isOpen) return;
    if (this.now.kind === "A") {
      // A pick there builds or removes.
      const home = this.draft.nextHome();
      if (home) this.cursor.moveTo(home);
      return;
    }
    const unit = this.draft.next();
    if (unit) this.takeUp(unit);
  }

  private takeUp(unit: UnitId): void {
    this.cursor.reveal(placeOf(unit));
    this.takenUp(unit);
  }

  private choose(number: number): void {
    const place = this.names[number];
    if (place) this.does({ do: "pick", place });
    else if (this.draft.conflicts.length) {
      this.draft.settle(number === 0);
      this.render();
    } else this.does({ do: "choose", chip: number });
  }

  /** On a private board: write the orders of another side. */
  private side(power: string, then?: () => void): void {
    if (!this.source.as) return;
    if (this.draft.isPending) {
      this.afterwards = () => this.side(power, then);
      return;
    }
    this.now = this.source.as(this.now, power);
    this.start();
    then?.();
  }

  // What is seen.

  /** Make all that is seen; it is not in its place yet. */
  private build(): DocumentFragment {
    const ofPage = document.getElementById(this.getAttribute("text") ?? "");
    const area = ofPage instanceof HTMLTextAreaElement ? ofPage : null;
    const rows = document.getElementById(this.getAttribute("rows") ?? "");
    const turns = document.getElementById(this.getAttribute("turns") ?? "");
    const late = document.getElementById(this.getAttribute("late") ?? "");
    const undo = () => this.does({ do: "undo" });
    const redo = () => this.does({ do: "redo" });
    const sketch = () => this.sketches.toggle();
    const bare = () => this.parts.bare.setAttribute("aria-pressed", String(this.parts.desk.classList.toggle("bare")));
    const turn = (by: -1 | 1) => this.turn(by);
    const zoom = (by: number) => this.view.zoom(by);
    const { picture, ground, words } = this;
    const { all, ...made } = laidOut(picture.svg, ground.size, words, { rows, turns, late, area }, {
      undo, redo, zoom, sketch, bare,
      cancel: () => this.does({ do: "cancel" }),
      step: turn,
      mine: () => (this.view.isFramed ? this.view.whole() : this.showTheatre()),
      wipe: () => this.sketches.wipe(),
      turn: name => this.turnTo(name),
      side: power => this.side(power),
      waive: more => this.does({ do: "waive", more }),
      whatIf: () => void this.looked.tryOut(textOf(this.draft.state.sheet)),
      write: text => text !== textOf(this.draft.state.sheet) && this.does({ do: "text", text }),
    });
    const parts = (this.parts = made);
    if (rows || turns || late || area) document.adoptedStyleSheets = [...document.adoptedStyleSheets, rowLooks];
    parts.rows.hidden = !!rows || !this.now.own;
    parts.text.hidden = !!area || !this.now.own;
    const hands = new Hands(this, picture, this.root);
    this.view = hands.view = new View(parts.view, picture.svg, ground.size, picture.steps.scale(ground.zoom.last), hands);
    this.cursor = new Cursor(ground, words, picture, this.view, () => {
      this.render();
      this.announce(parts.cursor.getAttribute("aria-label") ?? "");
    });
    const name = ["game", "sandbox", "link"].map(one => this.getAttribute(one) ?? "").join(" ");
    this.sketches = new Sketches(name, (word, from = "", to = "") => {
      picture.sketch(this.sketches.all);
      this.tell(words.say(word, { from: words.place(from), to: words.place(to) }));
    });
    picture.sketch(this.sketches.all);
    this.looked = new Looked(this.source, words, parts, this, (name, page) => this.dispatchEvent(new CustomEvent("dip-turn", { bubbles: true, detail: { turn: name, page } })));
    const grid = new Grid(parts.grid, ground, words, (place, unit) => this.does({ do: "pick", place, unit }));
    parts.grid.addEventListener("toggle", () => this.render());
    const count = (detail: object) => this.dispatchEvent(new CustomEvent("dip-orders", { bubbles: true, detail }));
    this.face = new Face(parts, picture, words, ground, grid, number => this.choose(number), unit => this.takeUp(unit), count);
    for (const power of Object.keys(this.now.sides ?? {})) parts.side.append(new Option(ground.powers[power]?.name ?? power, power));
    const keys = new Keys({
      undo, redo, zoom, sketch, bare, turn,
      arrow: direction => this.cursor.go(direction),
      enter: anyway => this.cursor.province && this.pick({ place: this.cursor.province }, anyway),
      back: () => (this.sketches.isOn ? sketch() : this.does({ do: "back" })),
      verb: verb => this.does({ do: "verb", verb }),
      choose: number => this.choose(number),
      next: () => this.next(),
      list: () => {
        const unit = this.isOpen && this.cursor.province ? ownUnitAt(this.now, this.cursor.province) : undefined;
        if (unit) this.list(unit);
      },
      find: letters => this.cursor.find(letters),
      help: () => this.tell(words.say("help")),
      write: () => parts.area.focus(),
    });
    parts.view.addEventListener("keydown", event => keys.pressed(event));
    return all;
  }

  ready(board: Board): Promise<void> {
    return this.picture.ready(board);
  }

  async seen(): Promise<void> {
    this.names = [];
    const { board } = this.looked;
    if (board?.phase !== this.played) this.played = "";
    if (!this.played) this.playback.rest();
    this.picture.show(this.board);
    if (this.played) this.playback.show(board?.fates ?? []);
    await pause();
    this.render();
    this.rested(this.view.scale);
  }

  private render(): void {
    const { now, board, isOpen, names, sketches, rows } = this;
    const { state, conflicts } = this.draft;
    this.face.render({ now, board, state, isOpen, canOrder: this.draft.isOpen, conflict: conflicts[0], names, cursor: this.cursor.province, sketches, rows });
  }

  private tell(text: string): void {
    this.draft.state = { ...this.draft.state, said: { word: "told", text } };
    this.render();
  }

  announce(text: string): void {
    this.face.announce(text);
  }
}

customElements.define("dip-board", DipBoard);

/** What is looked at in place of the turn at hand: a turn that was judged, or what would come of the
 * orders as they are; and why each order came out as it did. */

import type { Board, UnitId, Why } from "./board";
import { put } from "./desk";
import type { Parts } from "./desk";
import { afterFrame } from "./pauses";
import { Past, beside, isAbout, listed } from "./past";
import type { Source } from "./source";
import type { Words } from "./words";

export interface Around {
  /** A board will be seen: have its map made. */
  ready(board: Board): Promise<void>;
  /** Another board is seen: its map, and what is said of it when that is in its place. */
  seen(): Promise<void>;
  announce(text: string): void;
}

export class Looked {
  /** What is looked at; null is the turn at hand. */
  board: Board | null = null;
  private now!: Board;
  private wanted = "";
  private isTried = false;
  private tried = "";
  private unit: UnitId | null = null;
  private names = "";
  private readonly past: Past;

  constructor(
    private readonly source: Source,
    private readonly words: Words,
    private readonly parts: Parts,
    private readonly around: Around,
    private readonly tell: (turn: string, page: string) => void,
  ) {
    this.past = new Past(source);
  }

  /** The turn at hand, and with it which ones were before. */
  know(now: Board): void {
    this.now = now;
    const all = listed(now);
    const names = JSON.stringify(all);
    if (this.names !== names) {
      this.names = names;
      this.parts.turn.replaceChildren(...all.map(([name, told]) => new Option(told, name)));
    }
    this.render();
  }

  forget(): void {
    this.past.forget();
    if (this.wanted || this.isTried) void this.turnTo("");
  }

  step(by: -1 | 1): void {
    const name = this.isTried ? "" : beside(this.wanted, this.now.past ?? [], by);
    if (name === undefined) this.around.announce(this.words.say(by < 0 ? "first-turn" : "last-turn"));
    else void this.turnTo(name);
  }

  /** It is done once the turn is seen. The page tells of it elsewhere where it is looked at quietly. */
  async turnTo(name: string, isQuiet = false): Promise<void> {
    this.wanted = name;
    this.isTried = false;
    if (!isQuiet) this.tell(name, this.source.page(name));
    try {
      const board = name ? await this.past.turn(name) : null;
      await this.around.ready(board ?? this.now);
      if (this.wanted !== name || this.isTried) return;
      await this.show(board);
      if (this.board !== board) return;
      if (!isQuiet) this.around.announce(board ? this.words.say("turn-of", { phase: board.turn }) : this.now.turn);
      if (board) this.past.ahead(name, this.now.past ?? []);
    } catch (fault) {
      this.fails(fault as Error);
    }
  }

  /** What would come of the orders as they are, as far as somebody can know. */
  async tryOut(text: string): Promise<void> {
    this.wanted = "";
    this.isTried = true;
    this.tried = text;
    try {
      const board = await this.source.whatIf!(this.now, text);
      await this.around.ready(board);
      if (!this.isTried) return;
      void this.show(board);
      this.around.announce(this.words.say("tried", { phase: board.turn }));
    } catch (fault) {
      this.fails(fault as Error);
    }
  }

  /** What is looked at, as it is drawn for another step of zoom. */
  async again(): Promise<void> {
    const { board, wanted, unit, tried } = this;
    if (!board) return;
    const drawn = this.isTried ? await this.source.whatIf!(this.now, tried) : await this.past.turn(wanted);
    await this.around.ready(drawn);
    if (this.board !== board) return;
    this.board = drawn;
    this.unit = unit;
    await this.around.seen();
  }

  /** Have it told why the order of a unit came out as it did. */
  ask(unit: UnitId | null): void {
    this.unit = unit;
    this.parts.why.hidden = !unit;
    if (!unit || !this.board) return;
    const fates = (this.board.fates ?? []).filter(one => one.unit === unit).map(one => one.text);
    this.tellWhy(fates);
    const name = this.wanted;
    const whys = this.board.why ? Promise.resolve(this.board.why) : this.past.why(name);
    whys.then(
      found => {
        if (this.unit !== unit || this.wanted !== name) return;
        const about = found.filter(one => isAbout(one, unit)).map((one: Why) => one.text);
        if (!about.length) return;
        this.tellWhy(about);
        this.around.announce(about.join(" "));
      },
      (fault: Error) => this.unit === unit && this.tellWhy([...fates, fault.message]),
    );
  }

  private tellWhy(texts: readonly string[]): void {
    this.parts.why.replaceChildren(
      ...texts.map(text => {
        const made = document.createElement("p");
        made.textContent = text;
        return made;
      }),
    );
    this.parts.why.hidden = !texts.length;
  }

  private fails(fault: Error): void {
    this.wanted = "";
    this.isTried = false;
    void this.show(null);
    this.tellWhy([fault.message]);
    this.around.announce(fault.message);
  }

  private show(board: Board | null): Promise<void> {
    this.board = board;
    this.unit = null;
    this.tellWhy([]);
    this.render();
    return this.around.seen();
  }

  private render(): void {
    const { parts } = this;
    const held = (parts.turns.getRootNode() as ShadowRoot).activeElement;
    // When nothing else is to be laid out: a browser does that at once where a list is told what it shows.
    afterFrame(() => put(parts.turn, "value", this.wanted));
    for (const one of [parts.desk, parts.turns]) {
      one.classList.toggle("past", !!this.board && !this.isTried);
      one.classList.toggle("tried", !!this.board && this.isTried);
    }
    put(parts.whatIf, "hidden", !this.source.whatIf || this.now.stage !== "running" || !this.now.units.length);
    const all = this.now.past ?? [];
    for (const one of parts.turns.querySelectorAll<HTMLElement>(".of-turns")) put(one, "hidden", !all.length);
    put(parts.side, "hidden", !!this.board || Object.keys(this.now.sides ?? {}).length < 2);
    put(parts.turns, "hidden", !all.length && !this.board && parts.whatIf.hidden && parts.side.hidden);
    // Who pressed a button that is no more goes on where he can go back, or on the map.
    if (held instanceof HTMLElement && parts.turns.contains(held) && (held.hidden || parts.turns.hidden || held === (this.board ? parts.whatIf : parts.back))) afterFrame(() => (this.board ? parts.back : parts.view).focus({ preventScroll: true }));
  }
}

/** The orders as a list: a row for each unit, with native selects. Its parts are those of any page, for
 * whoever cannot or would not use a map. */

import { placeOf } from "./board";
import type { Board, Choices, Order, Place, UnitId } from "./board";
import { same } from "./sheet";
import { choicesOf, orderable } from "./choices";
import type { Event } from "./state";
import type { Words } from "./words";

interface Row {
  box: HTMLLIElement;
  /** The order that its parts show, and the one that it has. */
  shown: Order | undefined;
  order: Order | undefined;
  /** Whether the order at hand was chosen here. */
  isChosen: boolean;
}

type Verb = "h" | "m" | "v" | "s" | "c" | "r" | "d" | "b" | "x";

export class Rows {
  private readonly rows = new Map<UnitId, Row>();

  constructor(
    readonly list: HTMLOListElement,
    private readonly board: Board,
    private readonly words: Words,
    private readonly tell: (event: Event) => void,
  ) {
    list.replaceChildren();
    list.className = "dip-rows";
    for (const unit of [...orderable(board), ...(board.own?.builds ?? [])]) {
      const box = document.createElement("li");
      list.append(box);
      const row: Row = { box, shown: undefined, order: undefined, isChosen: false };
      box.append(...this.beginning(unit));
      this.rows.set(unit, row);
      // Once it is clear where the focus went.
      box.addEventListener("focusout", () => setTimeout(() => this.catchUp(unit, row)));
      this.fill(unit, row);
    }
  }

  show(orders: ReadonlyMap<UnitId, Order>, selected: UnitId | null, doubtful: ReadonlySet<UnitId>): void {
    for (const [unit, row] of this.rows) {
      const order = orders.get(unit);
      row.order = order;
      this.catchUp(unit, row);
      row.isChosen = false;
      row.box.classList.toggle("selected", unit === selected);
      row.box.classList.toggle("ordered", order !== undefined);
      row.box.classList.toggle("doubtful", doubtful.has(unit));
    }
  }

  /** A row in which somebody is choosing stays as it is, whatever comes from elsewhere, until he
   * has chosen or left it. */
  private catchUp(unit: UnitId, row: Row): void {
    if (row.isChosen || (!same(row.order, row.shown) && focusedIn(row) < 0)) this.fill(unit, row);
  }

  /** Lists that show what they should stay, and whoever is at one of them. */
  private fill(unit: UnitId, row: Row): void {
    row.shown = row.order;
    const verb = verbOf(row.order, choicesOf(this.board, unit));
    const wanted = [verb, ...valuesOf(row.order)];
    const shown = [...row.box.querySelectorAll("select")];
    if (shown.length === wanted.length && shown.every((one, at) => one.value === wanted[at])) return;
    const focused = focusedIn(row);
    // A list in the place of another would have Chromium look for forms to fill in, for as long as all else takes.
    if (verb && !shown[0]!.querySelector(`[value=${verb}]`)) shown[0]!.append(option(verb, this.words.say(`v-${verb}`)));
    shown[0]!.value = verb;
    this.goesOn(row.box, this.rest(unit, verb, row.order));
    const selects = row.box.querySelectorAll("select");
    if (focused > 0) selects[Math.min(focused, selects.length - 1)]?.focus({ preventScroll: true });
  }

  /** An order was chosen in its row, which is put right with all the others. */
  private chosen(unit: UnitId, order: Order | null): void {
    this.rows.get(unit)!.isChosen = true;
    this.tell({ do: "order", unit, order });
  }

  /** The unit, and what it does. */
  private beginning(unit: UnitId): [HTMLButtonElement, HTMLSelectElement] {
    const name = document.createElement("button");
    name.type = "button";
    name.textContent = this.words.unit(unit);
    name.addEventListener("click", () => this.tell({ do: "pick", place: placeOf(unit), unit }));
    return [name, this.verbs(unit)];
  }

  private verbs(unit: UnitId): HTMLSelectElement {
    const { own } = this.board;
    const can = choicesOf(this.board, unit);
    const isBuild = own?.builds?.includes(unit) && !(unit in own.units);
    const verbs = isBuild ? (["b"] as Verb[]) : verbsOf(can);
    const select = this.select(this.label(unit), verbs.map(one => [one, this.words.say(`v-${one}`)]), "", "none");
    select.addEventListener("change", () => {
      const chosen = select.value as Verb | "";
      if (!chosen) this.chosen(unit, null);
      else if (chosen === "h" || chosen === "d" || chosen === "b") this.chosen(unit, [chosen]);
      else this.redraw(unit, chosen);
    });
    return select;
  }

  /** Whom that is about, and where it is to go. */
  private rest(unit: UnitId, verb: Verb | "", order: Order | undefined): Node[] {
    const can = choicesOf(this.board, unit);
    const label = `${this.label(unit)}: ${this.words.say(`v-${verb}`)}`;
    const parts: Node[] = [];
    if (verb === "m" || verb === "v" || verb === "r") {
      const places = verb === "m" ? (can.m ?? []) : verb === "r" ? (can.r ?? []) : Object.keys(can.v ?? {});
      const to = order && (order[0] === "m" || order[0] === "r") ? order[1] : "";
      parts.push(this.targets(label, places, to, place => this.chosen(unit, orderTo(verb, place, can))));
    } else if (verb === "s" || verb === "c") {
      parts.push(...this.help(label, unit, verb, can, order));
    } else if (verb === "x") {
      const now = order?.[0] === "x" ? order[1] : "";
      const which = this.select(label, (can.x ?? []).map(([text]) => [text, text]), now);
      which.addEventListener("change", () => which.value && this.chosen(unit, ["x", which.value]));
      parts.push(which);
    }
    return parts;
  }

  private help(label: string, unit: UnitId, verb: "s" | "c", can: Choices, order: Order | undefined): Node[] {
    const some = can[verb] ?? {};
    const now = order && (order[0] === "s" || order[0] === "c") ? order : null;
    const names = Object.keys(some);
    if (now && !names.includes(now[1])) names.push(now[1]);
    const whom = this.select(label, names.map(one => [one, this.words.unit(one)]), now?.[1] ?? "");
    const parts: Node[] = [whom];
    const where = (other: UnitId, chosen: string) => {
      const places = [...(some[other] ?? [])];
      return this.targets(`${label} ${this.words.unit(other)}`, places, chosen, place => {
        const made: Order = verb === "c" ? ["c", other, place] : place === "." ? ["s", other] : ["s", other, place];
        this.chosen(unit, made);
      });
    };
    if (now) parts.push(where(now[1], now[2] ?? "."));
    whom.addEventListener("change", () => {
      const other = whom.value;
      if (verb === "s" && other && (some[other] ?? []).join() === ".") {
        this.chosen(unit, ["s", other]);
        return;
      }
      while (whom.nextSibling) whom.nextSibling.remove();
      if (other) whom.after(where(other, ""));
    });
    return parts;
  }

  private targets(label: string, places: readonly Place[], chosen: Place, tell: (place: Place) => void): HTMLSelectElement {
    const all = chosen && !places.includes(chosen) ? [...places, chosen] : places;
    const select = this.select(label, all.map(one => [one, one === "." ? this.words.say("to-hold") : `→ ${this.words.place(one)}`]), chosen);
    select.addEventListener("change", () => select.value && tell(select.value));
    return select;
  }

  private redraw(unit: UnitId, verb: Verb): void {
    this.goesOn(this.rows.get(unit)!.box, this.rest(unit, verb, undefined));
  }

  private goesOn(box: HTMLLIElement, rest: readonly Node[]): void {
    const select = box.querySelector("select")!;
    while (select.nextSibling) select.nextSibling.remove();
    box.append(...rest);
  }

  private label(unit: UnitId): string {
    return this.words.say("unit_label", { unit: this.words.unit(unit) });
  }

  /** A list of these, and of none of them. */
  private select(label: string, options: [string, string][], chosen: string, none = "choose"): HTMLSelectElement {
    const select = document.createElement("select");
    select.setAttribute("aria-label", label);
    for (const [value, text] of [["", this.words.say(none)] as const, ...options]) select.append(option(value, text, value === chosen));
    return select;
  }
}

/** By its label: for a text inside it Chromium looks over all forms of the page at once. */
function option(value: string, text: string, isChosen = false): HTMLOptionElement {
  const one = new Option("", value, false, isChosen);
  one.label = text;
  // Chromium does not read labels out.
  one.ariaLabel = text;
  return one;
}

/** What the lists after the verb show of an order. */
function valuesOf(order: Order | undefined): string[] {
  if (!order) return [];
  if (order[0] === "s" || order[0] === "c") return [order[1], order[2] ?? "."];
  return order[0] === "m" || order[0] === "r" || order[0] === "x" ? [order[1]] : [];
}

/** Which of its lists has the focus. */
function focusedIn(row: Row): number {
  const active = (row.box.getRootNode() as Document | ShadowRoot).activeElement;
  return [...row.box.querySelectorAll("select")].findIndex(one => one === active);
}

function verbsOf(can: Choices): Verb[] {
  const has: [Verb, unknown][] = [
    ["h", can.h],
    ["m", can.m?.length],
    ["v", Object.keys(can.v ?? {}).length],
    ["s", Object.keys(can.s ?? {}).length],
    ["c", Object.keys(can.c ?? {}).length],
    ["r", can.r?.length],
    ["d", can.d],
    ["x", can.x?.length],
  ];
  return has.filter(([, some]) => some).map(([verb]) => verb);
}

function verbOf(order: Order | undefined, can: Choices): Verb | "" {
  if (!order || order[0] === "w") return "";
  if (order[0] !== "m") return order[0];
  const isOnFoot = can.m?.includes(order[1]) ?? false;
  return order[2] || (!isOnFoot && order[1] in (can.v ?? {})) ? "v" : "m";
}

function orderTo(verb: "m" | "v" | "r", place: Place, can: Choices): Order {
  if (verb === "r") return ["r", place];
  return verb === "v" && can.m?.includes(place) ? ["m", place, 1] : ["m", place];
}

/** The board as a list, for whoever does not see it: a heading for each power, a row for each of its
 * units, and in the row its neighbours with who stands there. Arrows go through it as through a table,
 * and Enter picks, just as on the map. */

import { provinceOf } from "./board";
import type { Board, Ground, Place, UnitId } from "./board";
import { pause } from "./pauses";
import { everywhere } from "./telling";
import type { Words } from "./words";

export type Picked = (place: Place, unit?: UnitId) => void;

/** What a cell says, and what is picked there. */
type Cell = readonly [text: string, place: Place, unit?: UnitId];

interface Section {
  power: string;
  /** What its rows say. */
  told: string;
  box: HTMLElement;
}

export class Grid {
  /** The sections that are shown, in the order of the powers. */
  private sections: Section[] = [];
  private stop: HTMLElement | null = null;
  private shown = "";

  constructor(
    private readonly box: HTMLElement,
    private readonly ground: Ground,
    private readonly words: Words,
    private readonly pick: Picked,
  ) {
    box.addEventListener("keydown", event => this.key(event));
    box.addEventListener("focusin", event => this.roam(event.target as HTMLElement));
  }

  /** Show a position; where it stands already nothing is touched. It is made section by section, so
   * that nobody has to wait for all of them. */
  async show(board: Board): Promise<void> {
    const held = this.stop?.matches(":focus") && this.stop;
    const key = JSON.stringify([board.units, board.dislodged, board.layers.owners]);
    if (key === this.shown) return;
    this.shown = key;
    const there = everywhere(this.words, this.ground, board);
    for (const power of Object.keys(this.ground.powers)) {
      const rows = this.rows(power, board, there);
      const told = JSON.stringify(rows);
      if (this.sections.find(one => one.power === power)?.told === told || !(this.drop(power) || rows.length)) continue;
      const box = rows.length ? this.section(power, rows) : null;
      if (box) this.put({ power, told, box });
      if (!this.stop?.isConnected) this.stopAt((box ?? this.box).querySelector("[role=row] > *"));
      await pause();
      if (held && !held.isConnected) this.stop?.focus({ preventScroll: true });
      if (key !== this.shown) return;
    }
  }

  private drop(power: string): boolean {
    const old = this.sections.find(one => one.power === power);
    old?.box.remove();
    this.sections = this.sections.filter(one => one !== old);
    return !!old;
  }

  private put(section: Section): void {
    const order = Object.keys(this.ground.powers);
    const next = this.sections.findIndex(one => order.indexOf(one.power) > order.indexOf(section.power));
    this.box.insertBefore(section.box, this.sections[next]?.box ?? null);
    this.sections.splice(next < 0 ? this.sections.length : next, 0, section);
  }

  private rows(power: string, board: Board, there: ReadonlyMap<string, string[]>): Cell[][] {
    const of = (units: Board["units"], more: string) =>
      units.filter(([owner]) => owner === power).map(([, unit, at]) => this.row(unit, at, there, more));
    return [...of(board.units, ""), ...of(board.dislodged, this.words.say("driven-out"))];
  }

  private row(unit: UnitId, at: Place, there: ReadonlyMap<string, string[]>, more: string): Cell[] {
    const { words } = this;
    const name = `${words.kind(unit.charAt(0))} ${words.place(at)}`;
    const cells: Cell[] = [[more ? `${name}, ${more}` : name, at, unit]];
    for (const near of this.ground.provinces[provinceOf(at)]?.near ?? []) {
      cells.push([[words.place(near), ...(there.get(near) ?? [words.say("empty")])].join(", "), near]);
    }
    return cells;
  }

  private section(power: string, rows: readonly Cell[][]): HTMLElement {
    const made = document.createElement("section");
    const name = this.ground.powers[power]!.name;
    const heading = document.createElement("h3");
    heading.textContent = name;
    const table = document.createElement("div");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", this.words.say("units-of", { power: name }));
    for (const cells of rows) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.append(...cells.map(([text, place, unit], at) => this.cell(at ? "gridcell" : "rowheader", text, place, unit)));
      table.append(row);
    }
    made.append(heading, table);
    return made;
  }

  private cell(role: string, text: string, place: Place, unit?: UnitId): HTMLElement {
    const made = document.createElement("span");
    made.setAttribute("role", role);
    made.tabIndex = -1;
    made.textContent = text;
    made.addEventListener("click", () => this.pick(place, unit));
    return made;
  }

  private stopAt(cell: HTMLElement | null): void {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = cell;
    if (cell) cell.tabIndex = 0;
  }

  private roam(cell: HTMLElement): void {
    if (cell.matches("[role=row] > *")) this.stopAt(cell);
  }

  private key(event: KeyboardEvent): void {
    const cell = event.target as HTMLElement;
    if (!cell.matches("[role=row] > *")) return;
    const all = [...this.box.querySelectorAll("[role=row]")];
    const row = all.indexOf(cell.parentElement!);
    const column = [...all[row]!.children].indexOf(cell);
    const go = (y: number, x: number) => {
      const to = Math.min(Math.max(y, 0), all.length - 1);
      const { children } = all[to]!;
      (children[Math.min(Math.max(x, 0), children.length - 1)] as HTMLElement).focus();
    };
    if (event.key === "ArrowDown") go(row + 1, column);
    else if (event.key === "ArrowUp") go(row - 1, column);
    else if (event.key === "ArrowRight") go(row, column + 1);
    else if (event.key === "ArrowLeft") go(row, column - 1);
    else if (event.key === "Home") go(row, 0);
    else if (event.key === "End") go(row, Infinity);
    else if (event.key === "Enter" || event.key === " ") cell.click();
    else return;
    event.preventDefault();
  }
}

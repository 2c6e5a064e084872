/** The board as a list, for whoever does not see it: a heading for each power, a row for each of its
 * units, and in the row its neighbours with who stands there. Arrows go through it as through a table,
 * and Enter picks, just as on the map. */

import { provinceOf } from "./board";
import type { Board, Ground, Place, UnitId } from "./board";
import { standing } from "./telling";
import type { Words } from "./words";

export type Picked = (place: Place, unit?: UnitId) => void;

export class Grid {
  private at: [number, number] = [0, 0];
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

  /** Show a position; where it stands already nothing is touched. */
  show(board: Board): void {
    const key = JSON.stringify([board.units, board.dislodged, board.layers.owners]);
    if (key === this.shown) return;
    this.shown = key;
    const units = [...board.units, ...board.dislodged];
    const powers = Object.keys(this.ground.powers).filter(power => units.some(([owner]) => owner === power));
    this.box.querySelectorAll("section").forEach(old => old.remove());
    for (const power of powers) this.box.append(this.section(power, board));
    this.at = [0, 0];
    this.cells()[0]?.[0]?.setAttribute("tabindex", "0");
  }

  private section(power: string, board: Board): HTMLElement {
    const made = document.createElement("section");
    const name = this.ground.powers[power]!.name;
    const heading = document.createElement("h4");
    heading.textContent = name;
    const table = document.createElement("div");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", this.words.say("units-of", { power: name }));
    for (const [owner, unit, at] of board.units) if (owner === power) table.append(this.row(unit, at, board, ""));
    for (const [owner, unit, at] of board.dislodged) if (owner === power) table.append(this.row(unit, at, board, this.words.say("driven-out")));
    made.append(heading, table);
    return made;
  }

  private row(unit: UnitId, at: Place, board: Board, more: string): HTMLElement {
    const made = document.createElement("div");
    made.setAttribute("role", "row");
    const place = provinceOf(at);
    const name = `${this.words.kind(unit.charAt(0))} ${this.words.place(at)}`;
    made.append(this.cell("rowheader", more ? `${name}, ${more}` : name, at, unit));
    for (const near of this.ground.provinces[place]?.near ?? []) {
      const who = standing(this.words, this.ground, board, near);
      made.append(this.cell("gridcell", [this.words.place(near), ...(who.length ? who : [this.words.say("empty")])].join(", "), near));
    }
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

  private cells(): HTMLElement[][] {
    return [...this.box.querySelectorAll("[role=row]")].map(row => [...row.children] as HTMLElement[]);
  }

  private roam(cell: HTMLElement): void {
    if (!cell.matches("[role=row] > *")) return;
    const all = this.cells();
    all[this.at[0]]?.[this.at[1]]?.setAttribute("tabindex", "-1");
    const row = all.findIndex(one => one.includes(cell));
    this.at = [row, all[row]!.indexOf(cell)];
    cell.tabIndex = 0;
  }

  private key(event: KeyboardEvent): void {
    const cell = event.target as HTMLElement;
    if (!cell.matches("[role=row] > *")) return;
    const all = this.cells();
    const [row, column] = this.at;
    const go = (y: number, x: number) => {
      const to = Math.min(Math.max(y, 0), all.length - 1);
      all[to]![Math.min(Math.max(x, 0), all[to]!.length - 1)]!.focus();
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

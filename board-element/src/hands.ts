/** What a mouse and fingers do on the map. */

import { placeOf, provinceOf } from "./board";
import type { Board, UnitId } from "./board";
import type { Hit, Picture } from "./picture";
import type { Mode } from "./state";
import type { Gestures, Tap, View } from "./view";

export interface Table {
  readonly board: Board;
  readonly mode: Mode;
  /** Whether what is picked here becomes orders. */
  readonly isOpen: boolean;
  readonly isSketching: boolean;
  /** Where what is picked could go, or what it could help. */
  readonly reachable: ReadonlySet<string>;
  pick(hit: Hit, anyway: boolean, isDragged?: boolean): void;
  /** A unit is taken along by a drag. */
  takenUp(unit: UnitId): void;
  /** A finger may have meant any of these. */
  offer(places: string[]): void;
  preview(hit: Hit | null): void;
  turn(step: -1 | 1): void;
  /** The map rests at a scale. */
  rested(scale: number): void;
  sketch(from: string, to: string): void;
  /** All orders of a unit are asked for. */
  list(unit: UnitId): void;
}

export class Hands implements Gestures {
  view!: View;
  private dragged: UnitId | null = null;
  private hovering = "";

  constructor(
    private readonly table: Table,
    private readonly picture: Picture,
    private readonly root: DocumentOrShadowRoot,
  ) {}

  tap(at: Tap): void {
    const { table, picture, root } = this;
    this.view.focus();
    const hit = this.hit(at);
    if (!hit) return;
    if (!at.isTouch) table.pick(hit, at.anyway);
    else if (!table.reachable.size) table.pick(this.ownNear(at) ?? hit, at.anyway);
    else {
      const meant = picture.around(root, at.x, at.y).filter(province => table.reachable.has(province));
      const isUnclear = meant.length > 1 && meant.includes(provinceOf(hit.place)) && picture.isSmall(provinceOf(hit.place));
      if (isUnclear) table.offer(meant);
      else table.pick(hit, at.anyway);
    }
  }

  /** An own unit that a finger came near to. */
  private ownNear(at: Tap): Hit | null {
    const { table, picture } = this;
    if (!table.isOpen || table.isSketching) return null;
    const unit = picture.nearest(Object.keys(table.board.own!.units), at.x, at.y, table.board.kind === "R");
    return unit ? { place: placeOf(unit), unit } : null;
  }

  takes(at: Tap): boolean {
    const { table } = this;
    if (!table.isOpen || table.isSketching || table.board.kind === "A") return false;
    const hit = this.hit(at);
    if (!hit?.unit || !(hit.unit in table.board.own!.units)) return false;
    const { mode } = table;
    if (at.isTouch && !("unit" in mode && mode.unit === hit.unit)) return false;
    this.dragged = hit.unit;
    return true;
  }

  moved(at: Tap): void {
    const unit = this.dragged!;
    const { mode } = this.table;
    if (mode.at !== "unit" || mode.unit !== unit) this.table.takenUp(unit);
    this.picture.dragging(placeOf(unit), this.table.board.power, this.view.point(at.x, at.y));
  }

  dropped(at: Tap): void {
    const unit = this.dragged;
    this.cancelled();
    const hit = this.hit(at);
    if (hit && hit.unit !== unit) this.table.pick({ place: hit.place, unit: hit.unit }, at.anyway, true);
  }

  cancelled(): void {
    this.dragged = null;
    this.picture.dragging(null);
  }

  hovered(at: Tap): void {
    const hit = this.hit(at);
    const over = hit ? `${hit.place} ${hit.unit ?? ""} ${hit.arrowOf ?? ""}` : "";
    if (over === this.hovering) return;
    this.hovering = over;
    this.table.preview(hit);
  }

  held(at: Tap): boolean {
    const { table } = this;
    const unit = table.isOpen && !table.isSketching ? this.hit(at)?.unit : undefined;
    if (!unit || !(unit in table.board.own!.units)) return false;
    table.list(unit);
    return true;
  }

  swiped(step: -1 | 1): void {
    this.table.turn(step);
  }

  sketching(from: Tap, to: Tap): void {
    const start = this.hit(from);
    if (start) this.picture.dragging(provinceOf(start.place), "", this.view.point(to.x, to.y));
  }

  sketched(from: Tap, to: Tap): void {
    this.picture.dragging(null);
    const [start, end] = [this.hit(from), this.hit(to)];
    if (start && end) this.table.sketch(provinceOf(start.place), provinceOf(end.place));
  }

  rested(scale: number): void {
    this.table.rested(scale);
  }

  private hit(at: Tap): Hit | null {
    return this.picture.hit(this.root, at.x, at.y, this.table.board.kind === "R", at.under);
  }
}

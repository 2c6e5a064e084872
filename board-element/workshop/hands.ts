/** Mouse, pen and fingers on the sheet: what is taken hold of, dragged, clicked; two fingers and the wheel zoom. */

import type { Point } from "./design";
import type { DipWorkshop } from "./element";
import { design } from "./state";
import type { Drag } from "./sheet";

/** Pixels from which on a press is a drag. */
const SLACK = 5;

export class Hands {
  private readonly fingers = new Map<number, Point>();
  private pressed: { readonly at: Point; readonly target: Element | null } | null = null;
  private hasMoved = false;

  constructor(
    private readonly of: DipWorkshop,
    private readonly view: HTMLElement,
  ) {
    view.addEventListener("pointerdown", event => this.down(event));
    view.addEventListener("pointermove", event => this.move(event));
    for (const name of ["pointerup", "pointercancel"] as const) view.addEventListener(name, event => this.up(event, name === "pointercancel"));
    view.addEventListener("dblclick", event => this.twice(event));
    view.addEventListener("wheel", event => {
      event.preventDefault();
      of.zoom(Math.exp(-event.deltaY * 0.0015), this.at(event));
    }, { passive: false });
  }

  /** Where on the sheet something happened. */
  private at(event: MouseEvent): Point {
    const box = this.view.getBoundingClientRect();
    const { look } = this.of;
    return [look.x + (event.clientX - box.left - box.width / 2) / look.scale, look.y + (event.clientY - box.top - box.height / 2) / look.scale];
  }

  private down(event: PointerEvent): void {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.button !== 0 && event.button !== 1) return;
    this.view.setPointerCapture(event.pointerId);
    this.view.focus({ preventScroll: true });
    this.hasMoved = false;
    this.pressed = { at: [event.clientX, event.clientY], target: event.target as Element };
    if (this.fingers.size > 1) this.of.drag = null;
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.pressed) return;
    const now: Point = [event.clientX, event.clientY];
    this.fingers.set(event.pointerId, now);
    const { of } = this;
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)![1];
      const [far, near] = [Math.hypot(now[0] - other[0], now[1] - other[1]), Math.hypot(before[0] - other[0], before[1] - other[1])];
      this.hasMoved = true;
      of.look = { ...of.look, x: of.look.x - (now[0] - before[0]) / of.look.scale / 2, y: of.look.y - (now[1] - before[1]) / of.look.scale / 2 };
      return of.zoom(far / (near || 1));
    }
    if (!this.hasMoved && Math.hypot(now[0] - this.pressed.at[0], now[1] - this.pressed.at[1]) < SLACK) return;
    if (!this.hasMoved) of.drag = this.taken(event);
    this.hasMoved = true;
    if (!of.drag) return;
    if (of.drag.what === "look") of.look = { ...of.look, x: of.look.x - (now[0] - before[0]) / of.look.scale, y: of.look.y - (now[1] - before[1]) / of.look.scale };
    else of.drag = { ...of.drag, to: this.at(event) };
    of.draw();
  }

  /** What a drag moves that begins where somebody pressed. */
  private taken(event: PointerEvent): Drag {
    const { tool } = this.of.state.hand;
    const at = this.at(event);
    const drag = (what: Drag["what"], id = ""): Drag => ({ what, id, from: at, to: at, start: [event.clientX, event.clientY] });
    if (tool === "split") return drag("line");
    const held = this.pressed?.target?.closest("[data-drag]");
    if (tool !== "select" || !held || event.button === 1) return drag("look");
    return drag(held.getAttribute("data-drag") as Drag["what"], held.getAttribute("data-id") ?? "");
  }

  private up(event: PointerEvent, isOff: boolean): void {
    this.fingers.delete(event.pointerId);
    const { of, pressed } = this;
    const { drag } = of;
    if (!pressed || this.fingers.size) return;
    this.pressed = null;
    of.drag = null;
    if (isOff) return of.draw();
    if (drag?.what === "line") of.splitAlong(this.crossed(drag.from, drag.to), drag.from, drag.to);
    else if (drag && drag.what !== "look") of.dropped(drag);
    else if (!this.hasMoved) this.click(event, pressed.target);
    of.draw();
  }

  /** The province that a line goes through: the one that is selected, else the one in its middle. */
  private crossed(from: Point, to: Point): string {
    const { selected } = this.of.state.hand;
    if (selected) return selected;
    const box = this.view.getBoundingClientRect();
    const { look } = this.of;
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const found = document.elementFromPoint((x - look.x) * look.scale + box.left + box.width / 2, (y - look.y) * look.scale + box.top + box.height / 2);
    return idOf(found);
  }

  private click(event: PointerEvent, target: Element | null): void {
    const { of } = this;
    const { tool } = of.state.hand;
    const id = idOf(target);
    if (tool === "add") return of.addAt(this.at(event));
    if (id) return of.apply(id);
    if (!target?.classList.contains("handle")) of.take({ selected: "", cursor: "" });
  }

  private twice(event: MouseEvent): void {
    const { of } = this;
    const handle = document.elementFromPoint(event.clientX, event.clientY);
    if (of.state.hand.tool === "add" && of.state.hand.outline.length) return of.closeOutline();
    if (of.state.hand.tool !== "select") return;
    if (handle?.classList.contains("handle")) return of.corner(this.at(event), handle.getAttribute("data-id") ?? "");
    if (design(of.state).shapes && handle?.classList.contains("around")) return of.corner(this.at(event), "");
    if (idOf(handle)) of.renameHere();
  }
}

function idOf(target: Element | null): string {
  const found = target?.closest("[data-id]");
  return found && found.getAttribute("data-drag") !== "corner" ? found.getAttribute("data-id")!.split("/")[0]! : "";
}

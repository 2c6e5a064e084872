/** Keys on the sheet. */

import type { DipWorkshop } from "./element";
import { spotOf } from "./state";
import type { Tool } from "./state";
import { say } from "./words";

const TOOL_OF: Readonly<Record<string, Tool>> = { v: "select", a: "add", x: "split", j: "join", b: "border", k: "kind", c: "center", o: "home", u: "unit" };
const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function pressed(event: KeyboardEvent, on: DipWorkshop): void {
  if (event.ctrlKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  const { hand } = on.state;
  const tool = TOOL_OF[event.key.toLowerCase()];
  if (arrow && event.altKey) on.nudge(arrow[0] * (event.shiftKey ? 25 : 5), arrow[1] * (event.shiftKey ? 25 : 5));
  else if (arrow) on.go(...arrow);
  else if (event.altKey) return;
  else if (event.key === "Enter" || event.key === " ") {
    const at = spotOf(on.state, hand.cursor);
    if (hand.tool === "add") on.state.hand.outline.length ? on.closeOutline() : on.addProvince();
    else if (hand.tool === "split" && at) {
      const far = 5000;
      on.splitAlong(hand.cursor, event.shiftKey ? [at[0] - far, at[1]] : [at[0], at[1] - far], event.shiftKey ? [at[0] + far, at[1]] : [at[0], at[1] + far]);
    } else if (hand.tool === "select") on.renameHere();
    else on.apply(hand.cursor);
  } else if (event.key === "F2") on.renameHere();
  else if (event.key === "Delete" || event.key === "Backspace") on.remove();
  else if (event.key === "Escape") on.take(hand.outline.length ? { outline: [] } : { tool: "select", selected: "", cursor: "" });
  else if (event.key === "+" || event.key === "=") on.zoom(1.25);
  else if (event.key === "-") on.zoom(0.8);
  else if (event.key === "0") (on.fit(), on.draw());
  else if (event.key === "?") on.tell(say("help"));
  else if (tool) on.take({ tool });
  else return;
  event.preventDefault();
}

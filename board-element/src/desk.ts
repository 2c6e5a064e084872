/** What the element is made of: the map in its window, tools upon it, lines below it. */

import type { Words } from "./words";

export interface Parts {
  desk: HTMLElement;
  view: HTMLElement;
  cursor: HTMLElement;
  tools: HTMLElement;
  undo: HTMLButtonElement;
  redo: HTMLButtonElement;
  bare: HTMLButtonElement;
  sketch: HTMLButtonElement;
  wipe: HTMLButtonElement;
  turns: HTMLElement;
  turn: HTMLSelectElement;
  side: HTMLSelectElement;
  said: HTMLElement;
  status: HTMLElement;
  waive: HTMLElement;
  more: HTMLButtonElement;
  less: HTMLButtonElement;
  cancel: HTMLButtonElement;
  chips: HTMLElement;
  /** The units that have no order yet. */
  todos: HTMLElement;
  why: HTMLElement;
  whatIf: HTMLButtonElement;
  back: HTMLButtonElement;
  live: HTMLElement;
  notes: HTMLElement;
  list: HTMLOListElement;
  rows: HTMLElement;
  count: HTMLElement;
  grid: HTMLDetailsElement;
  text: HTMLElement;
  area: HTMLTextAreaElement;
  told: HTMLElement;
}

export interface Pressed {
  undo(): void;
  redo(): void;
  cancel(): void;
  zoom(by: number): void;
  mine(): void;
  bare(): void;
  sketch(): void;
  wipe(): void;
  step(by: -1 | 1): void;
  turn(name: string): void;
  side(power: string): void;
  waive(more: boolean): void;
  whatIf(): void;
  write(text: string): void;
}

/** What of the page takes the place of parts that would stand below the map. */
export interface Page {
  /** Where the orders stand as a list, with the board as a list. */
  rows: Element | null;
  /** Where one goes from turn to turn. */
  turns: Element | null;
  /** Where drafts stand that came too late. */
  late: Element | null;
  area: HTMLTextAreaElement | null;
}

const TYPING_PAUSE = 600;

/** The parts, and what is to be put into the root. */
export function laidOut(svg: SVGSVGElement, size: readonly [number, number], words: Words, page: Page, does: Pressed): Parts & { all: DocumentFragment } {
  const say = (word: string) => words.say(word);
  const box = document.createElement("div");
  box.innerHTML =
    `<div class="desk"><div class="board"><div class="view" role="application" tabindex="0" aria-activedescendant="cursor"><div id="cursor" role="img" class="hidden"></div></div>` +
    `<div class="tools"></div><nav class="dip-turns" hidden></nav></div>` +
    `<div class="bottom"><div class="lines"><p class="said"></p><p class="status"></p></div><div class="choice"><div class="chips" role="group"></div><div class="todos" role="group"></div><span class="waive" hidden></span></div><div class="why" hidden></div></div></div>` +
    `<div class="hidden" role="status" aria-live="polite"></div>` +
    `<section class="rows"><h2 class="heading"><span></span> <small></small></h2><ol></ol></section>` +
    `<details class="text"><summary></summary><ul class="told dip-told"></ul></details>` +
    `<div class="dip-notes"></div><details class="dip-grid"><summary></summary></details>`;
  const part = <T extends HTMLElement>(selector: string) => box.querySelector<T>(selector)!;
  const view = part(".view");
  view.setAttribute("aria-label", say("board"));
  part(".board").style.setProperty("--ratio", `${size[0]} / ${size[1]}`);
  view.prepend(svg);
  const sign = (text: string, label: string, act: () => void) => {
    const made = button(text, say(label), act);
    made.className = "sign";
    return made;
  };
  const undo = button(say("undo"), "", does.undo);
  const redo = button(say("redo"), "", does.redo);
  const bare = button(say("bare"), "", does.bare);
  bare.setAttribute("aria-pressed", "false");
  const sketch = button(say("sketch"), "", does.sketch);
  sketch.setAttribute("aria-pressed", "false");
  const wipe = button(say("wipe"), "", does.wipe);
  const tools = part(".tools");
  const seldom = document.createElement("details");
  const opener = document.createElement("summary");
  opener.textContent = "✎";
  opener.setAttribute("aria-label", say("tools"));
  opener.title = say("tools");
  const folded = document.createElement("div");
  folded.append(bare, sketch, wipe);
  seldom.append(opener, folded);
  tools.append(seldom, sign("+", "zoom-in", () => does.zoom(1.5)), sign("−", "zoom-out", () => does.zoom(1 / 1.5)), sign("◎", "mine", does.mine));
  const turns = part(".dip-turns");
  turns.setAttribute("aria-label", say("turns"));
  const turn = select(say("turn"), does.turn);
  const back = button(say("now"), "", () => does.turn(""));
  const whatIf = button(say("what-if"), "", does.whatIf);
  whatIf.className = "what-if";
  back.className = "back";
  const side = select(say("side"), does.side);
  const before = button("‹", say("turn-before"), () => does.step(-1));
  const after = button("›", say("turn-after"), () => does.step(1));
  for (const one of [before, turn, after]) one.classList.add("of-turns");
  turns.append(before, turn, after, back, side, whatIf);
  const more = button(say("waive-more"), "", () => does.waive(true));
  const less = button("−", say("waive-less"), () => does.waive(false));
  part(".waive").append(more, less);
  const cancel = button("✕", say("cancel"), does.cancel);
  cancel.className = "cancel";
  cancel.hidden = true;
  for (const one of [undo, redo]) one.className = "past-ones";
  part(".choice").append(cancel, undo, redo);
  part(".todos").setAttribute("aria-label", say("todos"));
  part(".heading span").textContent = say("orders");
  part(".text summary").textContent = say("text_label");
  part(".dip-grid summary").textContent = say("grid");
  const area = page.area ?? document.createElement("textarea");
  if (!page.area) part(".text summary").after(area);
  area.setAttribute("aria-label", say("text_label"));
  area.spellcheck = false;
  listen(area, does);
  const [told, list] = [part(".told"), part<HTMLOListElement>(".rows ol")];
  if (page.area) page.area.after(told);
  const [text, notes, grid] = [part(".text"), part(".dip-notes"), part<HTMLDetailsElement>(".dip-grid")];
  if (page.rows) page.rows.append(list, ...(page.area ? [] : [text]), notes, grid);
  if (page.late) page.late.append(notes);
  if (page.turns) page.turns.append(turns);
  const all = document.createDocumentFragment();
  const parts = {
    all, view, tools, undo, redo, bare, sketch, wipe, turns, turn, side, more, less, whatIf, back, cancel, list, area, told,
    desk: part(".desk"), cursor: part("#cursor"), said: part(".said"), status: part(".status"), waive: part(".waive"),
    chips: part(".chips"), todos: part(".todos"), why: part(".why"), live: part("[aria-live]"), notes, grid, rows: part(".rows"), count: part(".heading small"), text,
  };
  all.append(...box.childNodes);
  return parts;
}

function listen(area: HTMLTextAreaElement, does: Pressed): void {
  let waiting = 0;
  const send = () => {
    clearTimeout(waiting);
    does.write(area.value);
  };
  area.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(send, TYPING_PAUSE);
  });
  area.addEventListener("change", send);
}

/** Have an element say something; where it does already nothing is laid out anew. */
export function tell(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Give an element a property that it has not; to give what it has costs a browser as much as a change. */
export function put<E extends Element, K extends keyof E>(element: E, name: K, value: E[K]): void {
  if (element[name] !== value) element[name] = value;
}

export function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) {
    // Its title is its name: beside another name it would be read as well.
    const sign = document.createElement("span");
    sign.setAttribute("aria-hidden", "true");
    sign.textContent = text;
    made.replaceChildren(sign);
    made.title = label;
  }
  made.addEventListener("click", act);
  return made;
}

function select(label: string, act: (value: string) => void): HTMLSelectElement {
  const made = document.createElement("select");
  made.setAttribute("aria-label", label);
  made.addEventListener("change", () => act(made.value));
  return made;
}

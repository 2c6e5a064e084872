/** `<dip-workshop at="/workshop/3" words="…">`: a variant edited on its map.
 *
 * `at` is the address of its server: `design` there is what it begins with. `play` has the address of the page
 * that begins a game of it. `words` is the address of what it says in another language than English. What the
 * element holds is for browsers without script. */

import * as act from "./actions";
import { isGround, keyOf, province, provinceOf } from "./design";
import type { Design, Id, Point } from "./design";
import { h, isTyped, replaced, svg } from "./dom";
import { begin, done, redo, renamed, undo } from "./history";
import { Hands } from "./hands";
import { pressed } from "./keys";
import { difference, panel } from "./panel";
import type { Desk } from "./panel";
import { described, drawnSheet, extent, toward } from "./sheet";
import type { Background, Drag, Look } from "./sheet";
import { Source } from "./source";
import { TOOLS, design, shown, spotOf } from "./state";
import type { Conflict, Hand, State, Tool, Told } from "./state";
import { forget, kept, keep, readPicture } from "./tracing";
import { say, speak } from "./words";

const KEYS: Record<Tool, string> = { select: "V", add: "A", split: "X", join: "J", border: "B", kind: "K", center: "C", home: "O", unit: "U" };
/** After so many milliseconds without a change the server looks it over. */
const PAUSE = 350;

export class DipWorkshop extends HTMLElement implements Desk {
  state!: State;
  look: Look = { x: 500, y: 350, scale: 0.8 };
  drag: Drag | null = null;
  private source!: Source;
  private background: Background | null = null;
  private asked = 0;
  private waits = 0;
  private isSaving = false;
  private trouble: readonly Told[] = [];
  private readonly map = svg("svg", { class: "map" }) as SVGSVGElement;
  private readonly view = h("div", { class: "view", tabindex: 0, role: "application" });
  private readonly bar = h("div", { class: "tools" });
  private readonly side = h("section", { class: "side" });
  private readonly checks = h("section", { class: "checks-told" });
  private readonly voice = h("p", { class: "voice", role: "status", "aria-live": "polite" });
  private readonly dialog = h("dialog", { class: "conflict" }) as HTMLDialogElement;

  connectedCallback(): void {
    if (this.source) return;
    this.source = new Source(this.getAttribute("at") ?? "");
    void this.open().catch((fault: Error) => this.append(h("p", { role: "alert" }, fault.message)));
  }

  private async open(): Promise<void> {
    const words = this.getAttribute("words");
    if (words) speak(((await import(words)) as { default: Record<string, string> }).default);
    const answer = await this.source.open();
    if (answer.is !== "done") {
      this.replaceChildren(h("p", { role: "alert" }, answer.is === "refused" ? answer.told.map(one => one.what).join(" ") : ""));
      return;
    }
    const opened = answer.with;
    const hand: Hand = { tool: opened.design.provinces.length ? "select" : "add", tab: "province", cursor: "", selected: "", area: "w", power: opened.design.powers[0]?.id ?? "", unit: "A", place: null, outline: [] };
    this.state = { history: begin(opened.design), hand, tried: opened, opened, saved: opened.design, seen: opened.seen };
    this.background = await kept(this.key);
    this.view.setAttribute("aria-label", say("map", { name: opened.design.title || opened.name }));
    this.view.append(this.map);
    this.replaceChildren(this.bar, h("div", { class: "desk" }, h("div", { class: "field-of-view" }, this.view, this.voice), h("div", { class: "beside" }, this.side, this.checks)), this.dialog);
    new Hands(this, this.view);
    this.view.addEventListener("keydown", event => pressed(event, this));
    this.addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const letter = event.key.toLowerCase();
      const isText = event.target instanceof HTMLTextAreaElement || (event.target instanceof HTMLInputElement && !["checkbox", "color"].includes(event.target.type));
      if (letter === "s") this.save();
      else if (isText) return;
      else if (letter === "z" && !event.shiftKey) this.undo();
      else if (letter === "y" || letter === "z") this.redo();
      else return;
      event.preventDefault();
    });
    addEventListener("beforeunload", event => this.isChanged && event.preventDefault());
    addEventListener("focus", () => this.later(0));
    new ResizeObserver(() => this.draw()).observe(this.view);
    this.fit();
    this.render();
    this.setAttribute("open", "");
  }

  private get key(): string {
    return `${this.getAttribute("at")} ${this.state.opened.name}`;
  }

  get isChanged(): boolean {
    return design(this.state) !== this.state.saved;
  }

  // What is done

  do(next: Design, told = ""): void {
    const before = design(this.state);
    if (told) this.tell(told);
    if (next === before) {
      this.render();
      return;
    }
    const { hand } = this.state;
    const isThere = (id: Id) => next.provinces.some(one => one.id === id);
    this.state = { ...this.state, history: done(this.state.history, next), hand: { ...hand, selected: isThere(hand.selected) ? hand.selected : "", cursor: isThere(hand.cursor) ? hand.cursor : "", place: null } };
    this.render();
    this.later();
  }

  take(to: Partial<Hand>): void {
    const { tool, selected } = this.state.hand;
    this.state = { ...this.state, hand: { ...this.state.hand, ...(to.tool && to.tool !== tool ? { outline: [] } : {}), ...(to.tool === "border" || to.tool === "join" ? { selected: "" } : {}), ...to } };
    if (to.selected && to.selected !== selected) this.tell(described(this.state, to.selected));
    if (to.tool) this.tell(say(`tool-${to.tool}-how`));
    this.render();
    const at = this.side.querySelector(".code .at");
    if (to.place && at) at.scrollIntoView({ block: "center" });
  }

  undo(): void {
    this.travel(undo(this.state.history), say("undone"));
  }

  redo(): void {
    this.travel(redo(this.state.history), say("redone"));
  }

  private travel(history: State["history"], told: string): void {
    if (history === this.state.history) return;
    this.state = { ...this.state, history };
    const { selected } = this.state.hand;
    this.tell(told);
    this.take(province(design(this.state), selected) ? {} : { selected: "", cursor: "" });
    this.later();
  }

  /** A new province where keys, or a form, ask for one: beside the one at hand. */
  addProvince(): void {
    const beside = spotOf(this.state, this.state.hand.cursor);
    this.addAt(beside ? [beside[0] + 80, beside[1]] : [this.look.x, this.look.y]);
  }

  fixShapes(): void {
    const map = shown(this.state);
    if (map) this.do(act.furnish(act.adopt(design(this.state), map.shapes)), say("shapes-fixed"));
  }

  /** The design as it has to be for its grounds to be edited: with points, or with shapes of its own. */
  private grounded(): Design | null {
    const now = design(this.state);
    const { drawn } = this.state.tried;
    if (now.shapes || !now.provinces.length || now.provinces.filter(isGround).every(one => now.points[one.id])) return now;
    if (drawn?.way === "borders") return act.pinned(now, drawn.shapes);
    if (drawn?.way === "map") return act.adopt(now, drawn.shapes);
    this.tell(say(drawn ? "way-picture" : "no-map"));
    return null;
  }

  addAt(at: Point): void {
    const now = this.grounded();
    if (!now) return;
    if (now.shapes) {
      this.take({ outline: [...this.state.hand.outline, at] });
      return;
    }
    const area = this.state.hand.tool === "kind" ? this.state.hand.area : "l";
    const next = act.addAt(now, at, say("new-name"), area);
    const one = next.provinces.at(-1)!;
    this.do(next, say("added", { name: one.name }));
    this.take({ selected: one.id, cursor: one.id, tab: "province" });
  }

  closeOutline(): void {
    const { outline } = this.state.hand;
    if (outline.length < 3) return this.take({ outline: [] });
    const now = design(this.state);
    const next = act.addOutline(now, outline, say("new-name"));
    this.take({ outline: [] });
    if (next === now) return this.tell(say("outline-crosses"));
    this.do(next, say("added", { name: next.provinces.at(-1)!.name }));
    this.take({ selected: next.provinces.at(-1)!.id, cursor: next.provinces.at(-1)!.id });
  }

  splitAlong(id: Id, from: Point, to: Point): void {
    const now = this.grounded();
    if (!now || !id) return;
    const next = act.split(now, id, from, to);
    if (next === now) return this.tell(say("not-split"));
    const one = next.provinces[next.provinces.findIndex(found => found.id === id) + 1]!;
    this.do(next, say("was-split", { name: province(now, id)!.name, other: one.name }));
    this.take({ selected: one.id, cursor: one.id });
  }

  /** The tool in hand, applied to a province. */
  apply(id: Id): void {
    const now = design(this.state);
    const { hand } = this.state;
    const one = province(now, id);
    const other = province(now, hand.selected);
    if (!one) return;
    switch (hand.tool) {
      case "select":
      case "add":
        return this.take({ selected: id, cursor: id, tab: "province" });
      case "split":
        return this.take({ selected: id, cursor: id });
      case "join": {
        if (!other || other === one) return this.take({ selected: other ? "" : id, cursor: id });
        const grounded = this.grounded();
        if (!grounded) return;
        return this.do(act.join(grounded, other.id, id), say("joined", { name: other.name, other: one.name }));
      }
      case "border": {
        if (!other || other === one) return this.take({ selected: other ? "" : id, cursor: id });
        const told = say(act.areJoined(now, other.id, id) ? "border-gone" : "border-made", { name: other.name, other: one.name });
        this.state = { ...this.state, hand: { ...hand, cursor: id } };
        return this.do(act.toggleBorder(now, other.id, id), told);
      }
      case "kind":
        return this.did(act.paint(now, id, hand.area), id);
      case "center":
        return this.did(act.furnish(act.toggleCenter(now, id)), id);
      case "home":
        return this.did(act.furnish(act.toggleHome(now, id, hand.power)), id);
      case "unit":
        return this.did(act.toggleUnit(now, hand.power, hand.unit, id), id);
    }
  }

  private did(next: Design, id: Id): void {
    this.state = { ...this.state, hand: { ...this.state.hand, selected: id, cursor: id } };
    this.do(next);
    this.tell(described(this.state, id));
  }

  /** A drag that has ended. */
  dropped(drag: Drag): void {
    const now = this.grounded();
    if (!now) return;
    const [x, y] = [Math.round(drag.to[0]), Math.round(drag.to[1])];
    if (drag.what === "point") return this.do(act.movePoint(now, drag.id, [x, y]));
    if (!now.shapes) return this.tell(say("points-only"));
    const { grid } = now.shapes;
    if (drag.what === "label") return this.do(act.moveLabel(now, drag.id, drag.to));
    if (drag.what === "unit") return this.do(act.moveUnit(now, drag.id, drag.to));
    if (drag.what === "center") return this.do(act.moveCenter(now, drag.id, drag.to));
    if (drag.what !== "corner") return;
    const [from, to] = [drag.id.split(",").map(Number) as unknown as Point, [Math.round(drag.to[0] * grid), Math.round(drag.to[1] * grid)] as Point];
    this.do(act.dragCorner(now, from, to));
  }

  /** A corner put into the border of the province that is selected, or one taken out. */
  corner(at: Point, old: string): void {
    const now = design(this.state);
    if (!now.shapes) return;
    const { grid } = now.shapes;
    if (old) this.do(act.dropCorner(now, old.split(",").map(Number) as unknown as Point));
    else this.do(act.newCorner(now, this.state.hand.selected, [Math.round(at[0] * grid), Math.round(at[1] * grid)]));
  }

  go(dx: number, dy: number): void {
    const { hand } = this.state;
    const cursor = toward(this.state, hand.cursor || hand.selected, dx, dy);
    const isHeld = (hand.tool === "border" || hand.tool === "join") && hand.selected;
    this.take({ cursor, ...(isHeld ? {} : { selected: cursor }) });
    this.tell(described(this.state, cursor));
    this.reveal(cursor);
  }

  /** Move the province at hand by keys: its point, or its name where the map is drawn. */
  nudge(dx: number, dy: number): void {
    const now = this.grounded();
    const { cursor } = this.state.hand;
    const at = spotOf(this.state, cursor);
    if (!now || !at) return;
    if (!now.shapes) return this.do(act.movePoint(now, cursor, [at[0] + dx, at[1] + dy]));
    const label = now.shapes.grounds[cursor]?.label;
    if (label) this.do(act.moveLabel(now, cursor, [label[0] + dx, label[1] + dy]));
  }

  remove(): void {
    const one = province(design(this.state), this.state.hand.cursor);
    if (one) this.do(act.removeProvince(this.grounded() ?? design(this.state), one.id), say("removed", { name: one.name }));
  }

  renameHere(): void {
    const { cursor } = this.state.hand;
    if (!cursor) return;
    this.take({ selected: cursor, tab: "province" });
    const input = this.side.querySelector<HTMLInputElement>('[data-k="name"]');
    input?.focus();
    input?.select();
  }

  // The server

  private later(pause = PAUSE): void {
    clearTimeout(this.waits);
    this.waits = window.setTimeout(() => void this.try().catch(() => this.tell(say("no-answer"))), pause);
  }

  private async try(): Promise<void> {
    const asked = ++this.asked;
    const now = design(this.state);
    const answer = await this.source.try(now, this.state.seen);
    if (asked !== this.asked || this.isSaving) return;
    if (answer.is === "changed") return this.askAbout(answer.with);
    if (answer.is === "refused") this.trouble = answer.told;
    else {
      this.trouble = [];
      this.state = { ...this.state, tried: answer.with };
    }
    this.render(true);
  }

  async save(anyway = false): Promise<boolean> {
    clearTimeout(this.waits);
    (document.activeElement as HTMLElement | null)?.dispatchEvent(new Event("change"));
    const now = design(this.state);
    this.isSaving = true;
    const answer = await this.source.save(now, this.state.seen, anyway).finally(() => (this.isSaving = false));
    if (answer.is === "changed") {
      this.askAbout(answer.with);
      return false;
    }
    if (answer.is === "refused") {
      this.trouble = answer.told;
      this.tell(answer.told[0]?.what ?? "");
      this.render(true);
      return false;
    }
    // What the files call everything now; the ids stay, and what was done can still be undone.
    const made = answer.with.design;
    const was = new Map<string, string>();
    now.provinces.forEach(one => was.set(one.id, keyOf(one)));
    now.powers.forEach(one => was.set(one.id, one.letter));
    const isSame = design(this.state) === now;
    const history = renamed(this.state.history, was);
    const saved = isSame ? history.now : this.state.saved;
    this.state = { ...this.state, history, saved, seen: answer.with.seen };
    this.trouble = [];
    this.tell(say(made.provinces.length === now.provinces.length ? "saved" : "saved-otherwise"));
    await this.try();
    return true;
  }

  private askAbout(conflict: Conflict): void {
    if (this.dialog.open) return;
    const close = (then?: () => void) => () => {
      this.dialog.close();
      then?.();
    };
    this.dialog.replaceChildren(
      h("h2", {}, say("changed-meanwhile")),
      h("p", {}, say("changed-files", { files: conflict.changed.join(", ") })),
      ...Object.entries(conflict.lines).map(([name, rows]) => h("details", { open: true }, h("summary", {}, name), difference(rows))),
      h("p", { class: "row" },
        h("button", { type: "button", class: "strong", onclick: close() }, say("keep-editing")),
        h("button", { type: "button", onclick: close(() => location.reload()) }, say("take-theirs")),
        h("button", { type: "button", class: "danger", onclick: close(() => void this.save(true)) }, say("save-anyway"))),
    );
    this.dialog.showModal();
  }

  private async play(): Promise<void> {
    if (this.isChanged && !(await this.save())) return;
    if (!this.state.tried.good) return this.tell(say("not-good"));
    const form = h("form", { method: "post", action: this.getAttribute("play") ?? "", hidden: true }) as HTMLFormElement;
    this.append(form);
    form.submit();
  }

  // What is seen

  tell(text: string): void {
    this.voice.textContent = text;
  }

  /** An answer of the judge leaves a field that somebody is typing in as it is. */
  private render(isAnswer = false): void {
    this.tools();
    if (!isAnswer || !isTyped(this.side)) replaced(this.side, ...panel(this));
    this.told();
    this.draw();
  }

  private tools(): void {
    const { hand, history } = this.state;
    const now = design(this.state);
    const options = {
      kind: () => this.list("palette-area", hand.area, [..."lwhvgr"].map(area => [area, say(`area-${area}`)] as const), area => this.take({ area })),
      home: () => this.list("palette-power", hand.power, now.powers.map(one => [one.id, one.name] as const), power => this.take({ power })),
      unit: () => [
        ...this.list("palette-power", hand.power, now.powers.map(one => [one.id, one.name] as const), power => this.take({ power })),
        ...this.list("palette-unit", hand.unit, [["A", say("kind-A")], ["F", say("kind-F")]], unit => this.take({ unit })),
      ],
    } as Partial<Record<Tool, () => HTMLElement[]>>;
    const button = (word: string, click: () => void, props: Record<string, unknown> = {}) => h("button", { type: "button", "data-k": word, onclick: click, ...props }, say(word));
    replaced(this.bar,
      h("div", { class: "group", role: "toolbar", "aria-label": say("tools") }, ...TOOLS.map(tool => h("button", { type: "button", "data-k": `tool-${tool}`, class: "tool", "aria-pressed": String(hand.tool === tool), title: `${say(`tool-${tool}-how`)} (${KEYS[tool]})`, onclick: () => this.take({ tool }) }, say(`tool-${tool}`)))),
      h("div", { class: "group palette" }, ...(options[hand.tool]?.() ?? [])),
      h("div", { class: "group" },
        button("undo", () => this.undo(), { disabled: !history.past.length, title: "Ctrl+Z" }),
        button("redo", () => this.redo(), { disabled: !history.future.length, title: "Ctrl+Y" }),
        button("whole", () => (this.fit(), this.draw())),
        this.tracing()),
      h("div", { class: "group last" },
        button("save", () => void this.save(), { class: this.isChanged ? "strong" : "", title: "Ctrl+S" }),
        this.getAttribute("play") ? button("play", () => void this.play()) : null),
    );
  }

  private list(key: string, value: string, options: readonly (readonly [string, string])[], changed: (value: string) => void): HTMLElement[] {
    return [h("select", { "data-k": key, "aria-label": say(key), onchange: (event: Event) => changed((event.target as HTMLSelectElement).value) }, ...options.map(([one, text]) => h("option", { value: one, selected: one === value }, text)))];
  }

  /** A picture under the map, to draw after: it stays in this browser. */
  private tracing(): HTMLElement {
    const set = (background: Background | null) => {
      this.background = background;
      void (background ? keep(this.key, background) : forget(this.key));
      this.render();
    };
    const file = h("input", { type: "file", id: "workshop-picture", accept: "image/png,image/jpeg,image/webp,image/svg+xml", "data-k": "picture", onchange: async (event: Event) => {
      const chosen = (event.target as HTMLInputElement).files?.[0];
      const found = chosen && (await readPicture(chosen));
      if (!found) return this.tell(say("no-picture"));
      const [left, , right] = extent(this.state);
      const width = design(this.state).provinces.length ? right - left : found.width;
      set({ ...found, width, height: (found.height * width) / found.width, opacity: 0.5 });
      if (!design(this.state).provinces.length) this.look = { x: found.width / 2, y: found.height / 2, scale: Math.min(this.view.clientWidth / found.width, this.view.clientHeight / found.height) };
      this.draw();
    } });
    const { background } = this;
    return h("details", { class: "tracing", "data-k": "tracing" }, h("summary", {}, say("tracing")),
      h("div", { class: "popup" }, h("p", { class: "hint" }, say("tracing-stays")), h("p", {}, h("label", { for: "workshop-picture" }, say("picture")), file),
        background && h("p", {}, h("label", { for: "workshop-opacity" }, say("opacity")), h("input", { type: "range", id: "workshop-opacity", min: 0, max: 1, step: 0.1, value: String(background.opacity), "data-k": "opacity", onchange: (event: Event) => set({ ...background, opacity: Number((event.target as HTMLInputElement).value) }) })),
        background && h("button", { type: "button", "data-k": "no-picture", onclick: () => set(null) }, say("take-picture-out"))));
  }

  private told(): void {
    const { tried } = this.state;
    const all = [...this.trouble, ...tried.told];
    const errors = all.filter(one => one.severity === "error").length;
    const go = (one: Told) => {
      if (one.province) this.reveal(one.province);
      this.take({ ...(one.province ? { selected: one.province, cursor: one.province } : {}), tab: one.source && one.line ? "files" : one.province ? "province" : this.state.hand.tab, place: one.source && one.line ? { file: one.source, line: one.line } : null });
    };
    replaced(this.checks,
      h("h2", {}, all.length ? say("faults", { errors, warnings: all.length - errors }) : say("no-faults")),
      h("ul", { class: "told" }, ...all.slice(0, 200).map((one, n) => h("li", { class: one.severity },
        h("button", { type: "button", class: "quiet", "data-k": `fault-${n}`, onclick: () => go(one) }, one.source ? h("span", { class: "where" }, `${one.source}${one.line ? `:${one.line}` : ""}`) : "", " ", one.what, one.remedy ? `: ${one.remedy}` : "")))));
  }

  draw(): void {
    const { look, view, map } = this;
    const [wide, high] = [view.clientWidth || 600, view.clientHeight || 400];
    map.setAttribute("viewBox", `${look.x - wide / look.scale / 2} ${look.y - high / look.scale / 2} ${wide / look.scale} ${high / look.scale}`);
    map.replaceChildren(...drawnSheet(this.state, look, this.drag, this.background));
  }

  fit(): void {
    const [left, top, right, bottom] = extent(this.state);
    const scale = Math.min((this.view.clientWidth || 600) / (right - left), (this.view.clientHeight || 400) / (bottom - top), 4);
    this.look = { x: (left + right) / 2, y: (top + bottom) / 2, scale };
  }

  zoom(by: number, about: Point = [this.look.x, this.look.y]): void {
    const scale = Math.max(0.05, Math.min(20, this.look.scale * by));
    const share = this.look.scale / scale;
    this.look = { x: about[0] + (this.look.x - about[0]) * share, y: about[1] + (this.look.y - about[1]) * share, scale };
    this.draw();
  }

  /** Have a province in the window. */
  private reveal(id: Id): void {
    const at = spotOf(this.state, provinceOf(id));
    if (!at) return;
    const [x, y] = [(at[0] - this.look.x) * this.look.scale, (at[1] - this.look.y) * this.look.scale];
    if (Math.abs(x) > this.view.clientWidth / 2 - 30 || Math.abs(y) > this.view.clientHeight / 2 - 30) this.look = { ...this.look, x: at[0], y: at[1] };
    this.draw();
  }
}

customElements.define("dip-workshop", DipWorkshop);

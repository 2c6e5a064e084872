/** The map as the judge draws it: a ground, his layers upon it, and what this board marks there. */

import { placeOf, provinceOf } from "./board";
import type { Board, Ground, Order, Place, UnitId } from "./board";
import { arrow, ghost, spot } from "./ghosts";
import { afterFrame, pause } from "./pauses";
import { Pieces, Signs, drawn, piecesOf } from "./pieces";
import { same } from "./sheet";
import { drawnSketches } from "./sketches";
import type { Sketch } from "./sketches";
import { strengths } from "./strengths";
import { Steps } from "./zoom";

export interface Hit {
  place: Place;
  unit?: UnitId | undefined;
  /** The unit whose order was hit. */
  arrowOf?: UnitId;
}

export interface Marks {
  selected: UnitId | null;
  reachable: ReadonlySet<string>;
  unordered: readonly UnitId[];
  cursor: string | null;
  /** Units that were driven out are ordered: they stand beside, and so do their rings. */
  isRetreat: boolean;
}

const LAYERS = ["centers", "orders", "names", "units"] as const;
type Layer = (typeof LAYERS)[number];
const each = <T>(make: (name: Layer) => T) => Object.fromEntries(LAYERS.map(name => [name, make(name)])) as Record<Layer, T>;

/** What lies so near to a tap may be meant by it; an own unit within the larger distance is. */
const FINGER_PIXELS = 12;
const OWN_PIXELS = 22;
const SMALL_PIXELS = 44;

export class Picture {
  readonly svg: SVGSVGElement;
  readonly steps: Steps;
  readonly sheet = new CSSStyleSheet();
  private readonly groups: Record<Layer, Element>;
  private readonly drawn: Record<Layer, Pieces>;
  private readonly marks: Signs;
  private readonly ghosts: Element;
  private readonly rings: Signs;
  private readonly drag: Element;
  private readonly preview_: Element;
  private readonly sketches: Element;
  private readonly strengths: Element;
  private readonly provinces: SVGElement[];
  private readonly layers = each(() => "");
  private readonly owners = new Map<SVGElement, string>();
  private readonly cursor: Signs;
  private unit = 0;
  private sketched: readonly Sketch[] = [];
  private fates: Board["fates"];
  private previewed = "";
  private ghosted = "";
  /** The orders that the judge has drawn and that are none any more. */
  private stale: Element[] = [];

  constructor(
    text: string,
    private readonly ground: Ground,
  ) {
    // The style sheet is taken out before anything is parsed: a page's policy lets none stand inline.
    const bare = text.replace(/<style>([^<]*)<\/style>/, (_, style: string) => {
      this.sheet.replaceSync(style.replace(/&gt;/g, ">").replace(/&amp;/g, "&"));
      return "";
    });
    const read = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
    this.svg = document.importNode(read, true) as unknown as SVGSVGElement;
    this.steps = new Steps(ground);
    this.svg.setAttribute("aria-hidden", "true");
    this.groups = each(name => this.svg.querySelector(`:scope > g.${name}`)!);
    this.drawn = each(name => new Pieces(this.groups[name]));
    const made = (name: string, before: Element) => {
      const found = drawn("g", { class: name });
      before.before(found);
      return found;
    };
    this.marks = new Signs(made("marks", this.groups.centers), name => this.shape(name));
    this.cursor = new Signs(made("marks", this.groups.centers), name => this.shape(name));
    this.provinces = [...this.svg.querySelectorAll<SVGElement>(".province[data-province]")];
    this.ghosts = made("orders ghosts", this.groups.units);
    this.rings = new Signs(made("rings", this.groups.units), name => this.ring(name));
    this.preview_ = made("orders ghosts preview", this.groups.units);
    this.sketches = made("orders sketches", this.groups.units);
    this.drag = made("orders ghosts drag", this.groups.units);
    this.strengths = made("strengths", this.groups.units);
    this.groups.units.after(this.strengths);
  }

  /** Have what is new on a board made before it is shown, each layer in a piece of work of its own. */
  async ready({ layers }: Board): Promise<void> {
    for (const name of LAYERS) {
      if (this.layers[name] === layers[name]) continue;
      await pause();
      this.drawn[name].make(piecesOf(layers[name]));
    }
    await pause();
  }

  show(board: Board): void {
    this.size(board.layers.unit);
    const { owners } = board.layers;
    for (const shape of this.provinces) {
      const owner = owners[shape.dataset.province!] ?? "";
      if (this.owners.get(shape) === owner) continue;
      this.owners.set(shape, owner);
      const kept = [...shape.classList].filter(name => !/^owner-|^unowned$/.test(name));
      shape.setAttribute("class", [...kept, owner ? `owner-${owner}` : "unowned"].join(" "));
    }
    // After most changes of a sheet nothing but the orders is drawn otherwise.
    for (const name of LAYERS) {
      if (this.layers[name] === board.layers[name]) continue;
      this.layers[name] = board.layers[name];
      this.drawn[name].show(piecesOf(board.layers[name]));
    }
    this.weigh(board.fates);
    this.preview(board, []);
    this.ghosted = "?";
  }

  /** Have what this board draws as large as what the judge has drawn. */
  private size(unit: number): void {
    if (this.unit === unit) return;
    this.unit = unit;
    this.steps.take(unit);
    this.svg.style.setProperty("--u", `${unit}px`);
    this.sketch(this.sketched);
  }

  /** The strengths of a turn that was judged. Where arrows lie is known once they are laid out. */
  private weigh(fates: Board["fates"]): void {
    if (this.fates === fates) return;
    this.fates = fates;
    this.strengths.replaceChildren();
    if (!fates) return;
    afterFrame(() => {
      if (this.fates === fates) this.strengths.innerHTML = strengths(fates, this.groups.orders, this.ground);
    });
  }

  /** What was ordered since the judge drew the orders: his drawings of it go, and ghosts come. */
  draft(board: Board, now: ReadonlyMap<UnitId, Order>, drawn: ReadonlyMap<UnitId, Order>): void {
    const changed = [...new Set([...now.keys(), ...drawn.keys()])].filter(unit => !same(now.get(unit), drawn.get(unit)));
    const key = JSON.stringify(changed.map(unit => [unit, now.get(unit)]));
    if (key === this.ghosted) return;
    this.ghosted = key;
    this.ghosts.innerHTML = this.ghostsOf(board, changed.flatMap(unit => (now.has(unit) ? [[unit, now.get(unit)!]] : [])));
    for (const one of this.stale) one.classList.remove("stale");
    const { orders, units } = this.groups;
    const drawnOf = (layer: Element, name: string, unit: UnitId) => [...layer.querySelectorAll(`${name}[data-unit="${CSS.escape(unit)}"]`)];
    this.stale = changed.flatMap(unit => [...drawnOf(orders, ".order", unit), ...drawnOf(units, ".built", unit)]);
    for (const one of this.stale) one.classList.add("stale");
  }

  /** What a pick would order. */
  preview(board: Board, orders: readonly (readonly [UnitId, Order])[]): void {
    const drawn = this.ghostsOf(board, orders);
    if (drawn === this.previewed) return;
    this.previewed = drawn;
    this.preview_.innerHTML = drawn;
  }

  sketch(all: readonly Sketch[]): void {
    this.sketched = all;
    this.sketches.innerHTML = drawnSketches(all, place => this.at(place), this.ground.unit);
  }

  private ghostsOf(board: Board, orders: readonly (readonly [UnitId, Order])[]): string {
    const of = { ground: this.ground, css: this.css(board.power), isRetreat: board.kind === "R" };
    return orders.map(([unit, order]) => ghost(of, unit, order)).join("");
  }

  private css(power: string): string {
    return this.ground.powers[power]?.css ?? "";
  }

  mark({ selected, reachable, unordered, cursor, isRetreat }: Marks): void {
    // How far beside goes with the size.
    const stands = isRetreat ? `beside${this.unit}` : "within";
    const one = (name: string, what: string | null) => (what ? [`${name} ${what}`] : []);
    this.marks.show([...[...reachable].map(province => `can ${province}`), ...one("selected", selected && provinceOf(placeOf(selected)))]);
    this.cursor.show(one("cursor", cursor));
    this.rings.show([...unordered.map(unit => `todo ${stands} ${unit}`), ...one(`chosen ${stands}`, selected)]);
  }

  /** `can par`: a sign that has the shape of a province. */
  private shape(sign: string): Element {
    const [name, province] = parted(sign);
    return drawn("use", { href: `#shape-${province}`, class: `mark ${name}` });
  }

  /** `todo within A PAR`: a ring about a unit. */
  private ring(sign: string): Element {
    const [name, rest] = parted(sign);
    const [stands, unit] = parted(rest);
    const [cx, cy] = spot(this.ground, placeOf(unit), stands !== "within") ?? [];
    return cx === undefined ? drawn("g", {}) : drawn("circle", { class: name, cx, cy: cy! });
  }

  /** An arrow from a place to a point of the map: a unit of a power that is dragged, or a sketch. */
  dragging(place: Place | null, power = "", to: readonly [number, number] = [0, 0]): void {
    const from = place && this.at(place);
    const look = power ? `power-${this.css(power)} ghosted` : "sketch";
    this.drag.innerHTML = from ? `<g class="order ${look}">${arrow(from, to, this.ground.unit)}</g>` : "";
  }

  at(place: Place, beside = false): [number, number] | null {
    return spot(this.ground, place, beside);
  }

  /** What lies at a place of the window; `under`, where the browser has looked there already. */
  hit(root: DocumentOrShadowRoot, x: number, y: number, isRetreat: boolean, under: Element | null = null): Hit | null {
    const found = under && this.svg.contains(under) ? under : root.elementFromPoint(x, y);
    if (!found || !this.svg.contains(found)) return null;
    const unit = found.closest<SVGElement>(".unit[data-unit]");
    if (unit && (!isRetreat || unit.classList.contains("dislodged"))) {
      return { place: unit.dataset.province!, unit: unit.dataset.unit! };
    }
    if (unit) return { place: unit.dataset.province! };
    const order = found.closest<SVGElement>(".order[data-unit], .order[data-ghost]");
    if (order) {
      const arrowOf = (order.dataset.unit ?? order.dataset.ghost)!;
      return { place: placeOf(arrowOf), arrowOf };
    }
    const province = found.closest<SVGElement>("[data-province]");
    return province ? { place: province.dataset.province! } : null;
  }

  /** The provinces that lie under a finger. */
  around(root: DocumentOrShadowRoot, x: number, y: number): string[] {
    const found = new Set<string>();
    for (const [dx, dy] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]] as const) {
      const hit = this.hit(root, x + dx * FINGER_PIXELS, y + dy * FINGER_PIXELS, false);
      if (hit) found.add(provinceOf(hit.place));
    }
    return [...found];
  }

  /** Whether a province is smaller than what a finger hits for certain. */
  isSmall(province: string): boolean {
    const box = this.svg.querySelector(`[id="province-${CSS.escape(province)}"]`)?.getBoundingClientRect();
    return !!box && Math.min(box.width, box.height) < SMALL_PIXELS;
  }

  /** The one of these units that stands nearest, and near enough for a finger. */
  nearest(units: readonly UnitId[], x: number, y: number, isRetreat: boolean): UnitId | null {
    const screen = this.svg.getScreenCTM();
    let [best, least]: [UnitId | null, number] = [null, OWN_PIXELS];
    for (const unit of units) {
      const at = screen && spot(this.ground, placeOf(unit), isRetreat);
      if (!at) continue;
      const { x: ux, y: uy } = new DOMPoint(...at).matrixTransform(screen);
      const far = Math.hypot(ux - x, uy - y);
      if (far <= least) [best, least] = [unit, far];
    }
    return best;
  }
}

/** The name of a sign, and what it is on. */
function parted(sign: string): [string, string] {
  const at = sign.indexOf(" ");
  return [sign.slice(0, at), sign.slice(at + 1)];
}

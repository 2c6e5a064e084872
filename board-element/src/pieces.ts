/** A group of the map, piece by piece: what stays as it was is not touched, for whatever is made anew
 * is laid out and painted anew, too. */

const SVG = "http://www.w3.org/2000/svg";

export class Pieces {
  private kept = new Map<string, Element[]>();
  private readonly ahead = new Map<string, Element[]>();

  constructor(private readonly group: Element) {}

  /** Make these, for when they are shown. */
  make(pieces: readonly string[]): void {
    const { kept, ahead } = this;
    const fresh = pieces.filter(one => !kept.has(one) && !ahead.has(one));
    for (const one of fresh) ahead.set(one, []);
    const box = document.createElementNS(SVG, "g");
    box.innerHTML = fresh.join("<!---->");
    let at = 0;
    for (const made of box.childNodes) {
      if (made instanceof Element) ahead.get(fresh[at]!)!.push(made);
      else at++;
    }
  }

  /** Show these, in this order. */
  show(pieces: readonly string[]): void {
    const { group, kept, ahead } = this;
    this.make(pieces);
    this.kept = new Map(pieces.map(one => [one, kept.get(one) ?? ahead.get(one)!]));
    ahead.clear();
    const all = [...this.kept.values()].flat();
    if (!pieces.some(one => kept.has(one))) return group.replaceChildren(...all);
    for (const [one, elements] of kept) if (!this.kept.has(one)) for (const element of elements) element.remove();
    let next: Element | null = null;
    for (const element of all.reverse()) {
      if (element.parentNode !== group || element.nextSibling !== next) group.insertBefore(element, next);
      next = element;
    }
  }
}

/** A group of signs, each by a name of its own: they come and go, and are made once. */
export class Signs {
  private readonly made = new Map<string, Element>();
  private shown = new Set<string>();

  constructor(
    private readonly group: Element,
    private readonly make: (name: string) => Element,
  ) {}

  show(names: Iterable<string>): void {
    const wanted = new Set(names);
    for (const one of this.shown) if (!wanted.has(one)) this.made.get(one)!.remove();
    for (const one of wanted) {
      if (this.shown.has(one)) continue;
      const element = this.made.get(one) ?? this.make(one);
      this.made.set(one, element);
      this.group.append(element);
    }
    this.shown = wanted;
  }
}

/** An element of a picture. */
export function drawn(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [one, value] of Object.entries(attributes)) made.setAttribute(one, String(value));
  return made;
}

/** The pieces of a layer as the judge draws it: units, orders, and whatever else has a name. */
export function piecesOf(layer: string): string[] {
  return layer ? layer.split(/(?=<g id=")/) : [];
}

/** A group of the map, piece by piece: what stays as it was is not touched, for whatever is made anew
 * is laid out and painted anew, too. */

const SVG = "http://www.w3.org/2000/svg";

export class Pieces {
  private readonly kept = new Map<string, Element>();

  constructor(private readonly group: Element) {}

  /** Show these, each the text of one element, and in this order. */
  show(pieces: readonly string[]): void {
    const { group, kept } = this;
    const wanted = new Set(pieces);
    const fresh = [...wanted].filter(one => !kept.has(one));
    if (!fresh.length && wanted.size === kept.size) return;
    const box = document.createElementNS(SVG, "g");
    box.innerHTML = fresh.join("");
    const made = [...box.children];
    if (!kept.size) group.replaceChildren();
    if (made.length !== fresh.length) {
      // The text of a piece was not that of one element: then they are shown as they are.
      kept.clear();
      group.innerHTML = pieces.join("");
      return;
    }
    fresh.forEach((one, at) => kept.set(one, made[at]!));
    for (const [one, element] of kept) {
      if (wanted.has(one)) continue;
      element.remove();
      kept.delete(one);
    }
    let next: Element | null = null;
    for (const one of [...wanted].reverse()) {
      const element = kept.get(one)!;
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

  /** Have all of them made anew when they come again. */
  forget(): void {
    this.show([]);
    this.made.clear();
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

/** Orders as Dragoman writes them, read and written. */

import type { Location, Order, Power, Tables } from "./tables.js";

/** A unit as an order names it; what is left out is empty. */
export interface Named {
  power: Power;
  kind: string;
  location: Location;
}

export type Read =
  | { is: "hold" | "disband" | "build"; unit: Named }
  | { is: "core"; unit: Named }
  | { is: "move"; unit: Named; target: Location; via: boolean; route: Location[] }
  | { is: "support"; unit: Named; other: Named; target: Location | null }
  | { is: "convoy"; unit: Named; other: Named; target: Location }
  | { is: "convert"; unit: Named; kind: string; coast: string }
  | { is: "retreat"; unit: Named; target: Location }
  | { is: "waive" };

/** An order or a position that this judge cannot take; `code` for programs. */
export class JudgeError extends Error {
  constructor(
    readonly code: "unknown-order" | "unknown-place" | "unknown-kind" | "unknown-power" | "unknown-phase" | "wrong-position" | "wrong-tables",
    message: string,
  ) {
    super(message);
    this.name = "JudgeError";
  }
}

export class Notation {
  private readonly places: Set<string>;

  constructor(private readonly tables: Tables) {
    this.places = new Set(tables.locations);
  }

  /** What an order says.
   *
   * @throws JudgeError where it is not written as Dragoman writes it, or names what is not on the board. */
  read(order: Order): Read {
    const text = order.trim().replace(/\s+/g, " ");
    if (text === "WAIVE") return { is: "waive" };
    const plain = /^(.+) ([HDB])$/.exec(text);
    if (plain) return { is: plain[2] === "H" ? "hold" : plain[2] === "D" ? "disband" : "build", unit: this.unit(plain[1]!, order) };
    const core = /^(.+) cores$/.exec(text);
    if (core) return { is: "core", unit: this.unit(core[1]!, order) };
    const convert = /^(.+) converts to (\S+?)(?: (\S+))?$/.exec(text);
    if (convert) return { is: "convert", unit: this.unit(convert[1]!, order), kind: convert[2]!, coast: (convert[3] ?? "").toUpperCase() };
    const retreat = /^(.+) R (\S+)$/.exec(text);
    if (retreat) return { is: "retreat", unit: this.unit(retreat[1]!, order), target: this.place(retreat[2]!, order) };
    const helping = /^(.+?) ([SC]) ([^-]+)(?:-(\S+))?$/.exec(text);
    if (helping) {
      const [unit, other] = [this.unit(helping[1]!, order), this.unit(helping[3]!, order)];
      const target = helping[4] === undefined ? null : this.place(helping[4], order);
      if (helping[2] === "S") return { is: "support", unit, other, target };
      if (target !== null) return { is: "convoy", unit, other, target };
    }
    const move = /^([^-]+)((?:-[^\s-]+)+)( VIA)?$/.exec(text);
    if (!move) throw new JudgeError("unknown-order", `${order} is no order; orders are written A PAR-BUR, A PAR S A MAR-BUR, F NTH C A YOR-NWY`);
    const way = move[2]!.slice(1).split("-").map(one => this.place(one, order));
    return { is: "move", unit: this.unit(move[1]!, order), target: way.at(-1)!, via: !!move[3], route: way.slice(0, -1) };
  }

  write(order: Read): Order {
    if (order.is === "waive") return "WAIVE";
    const unit = written(order.unit);
    switch (order.is) {
      case "hold":
        return `${unit} H`;
      case "core":
        return `${unit} cores`;
      case "disband":
        return `${unit} D`;
      case "build":
        return `${unit} B`;
      case "convert":
        return `${unit} converts to ${order.kind}${order.coast && ` ${order.coast.toLowerCase()}`}`;
      case "retreat":
        return `${unit} R ${order.target}`;
      case "move":
        return `${unit}-${[...order.route, order.target].join("-")}${order.via ? " VIA" : ""}`;
      case "support":
        return `${unit} S ${written(order.other)}${order.target === null ? "" : `-${order.target}`}`;
      case "convoy":
        return `${unit} C ${written(order.other)}-${order.target}`;
    }
  }

  private unit(text: string, order: Order): Named {
    const words = text.split(" ");
    const location = this.place(words.pop()!, order);
    const kind = this.tables.kinds.includes(words.at(-1) ?? "") ? words.pop()! : "";
    const power = words.join(" ");
    if (power && !this.tables.powers.includes(power)) throw new JudgeError("unknown-power", `${order}: there is no power ${power}`);
    return { power, kind, location };
  }

  /** A place on the board; a coast that its province lacks is one that is odd. */
  private place(text: string, order: Order): Location {
    if (!this.places.has(text.split("/")[0]!)) throw new JudgeError("unknown-place", `${order}: there is no place ${text}`);
    return text;
  }
}

export function written({ power, kind, location }: Named): string {
  return [power, kind, location].filter(Boolean).join(" ");
}

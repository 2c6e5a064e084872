/** Outcomes in words, by the messages of Dragoman's reports in a language. */

import { Notation } from "./orders.js";
import type { Named, Read } from "./orders.js";
import type { Force, Location, Order, Outcome, Power, Resolution, Tables, UnitOf } from "./tables.js";

/** Words of a language to tell of a variant's turns (`dragoman variant tables --language`). */
export interface Words {
  language: string;
  /** By their tables. */
  words: Record<string, Record<string, string>>;
  places: Record<Location, string>;
  powers: Record<Power, string>;
}

/** What fills the gaps of a message. */
type Parts = Record<string, string | undefined>;

export class Teller {
  private readonly notation: Notation;

  constructor(
    readonly tables: Tables,
    readonly words: Words,
  ) {
    this.notation = new Notation(tables);
  }

  /** An order of a phase in short: `A Ruh S A Bur–Mun`. */
  order(phase: string, order: Order): string {
    return this.ordered(phase, this.notation.read(order));
  }

  /** An order as the judge carried it out, or as it was given where that was not possible, and what it failed by. */
  fate({ phase }: Resolution, outcome: Outcome): string {
    const text = this.order(phase, shown(outcome));
    return outcome.result === "succeeds" ? text : `${text} (${this.mark(outcome.result)})`;
  }

  /** What became of an order, as whoever gave it is told: `bounced with Finland, 1 against 1`. Of one that was
   * not carried out as it was written, why. */
  short(resolution: Resolution, outcome: Outcome): string {
    if (!resolution.phase.endsWith("M")) return this.ofOtherPhase(resolution.phase, outcome);
    const { result } = outcome;
    if (outcome.dislodgedBy) return this.ofDislodged(resolution, outcome);
    const order = this.notation.read(outcome.carriedOut);
    if (order.is === "move" && outcome.force && (result === "succeeds" || result === "bounce")) return this.ofMove(resolution, outcome, outcome.force);
    if (order.is === "support" && result === "cut") {
      const by = outcome.cutBy;
      return by ? this.say("short.cut", { power: this.words.powers[by.power], place: this.place(placeOf(by)) }) : this.mark("cut");
    }
    if (order.is === "support" && result === "succeeds") return this.ofSupport(resolution, outcome, order);
    if (order.is === "convoy" && result === "succeeds") return this.ofConvoy(resolution, outcome, order);
    if ((order.is === "support" || order.is === "convoy") && result === "void" && !outcome.reason) return this.say("short.ordered-otherwise", { place: this.place(order.other.location) });
    if (result !== "succeeds") return this.known(resolution, outcome);
    if (outcome.order === null) return this.say(outcome.power === "AUTONOMOUS" ? "short.neutral" : "short.no-order");
    const strongest = strongestOf(outcome.met);
    return outcome.force && strongest ? this.say("short.stood", against(outcome.force, strongest)) : this.say("short.done");
  }

  /** Why an order was not used at all. */
  unused(resolution: Resolution, power: Power, order: Order, reason: string): string {
    const read = this.notation.read(order);
    const location = read.is === "waive" ? "" : read.unit.location;
    return this.say("order.refused", { order: this.order(resolution.phase, order), reason: this.reason(resolution, reason, read, location, power) });
  }

  private known(resolution: Resolution, outcome: Outcome): string {
    if (!outcome.reason || outcome.order === null || !this.words.words["reasons"]![outcome.reason]) return this.mark(outcome.result);
    const order = this.notation.read(outcome.order);
    return `${this.mark(outcome.result)}: ${this.reason(resolution, outcome.reason, order, placeOf(outcome), outcome.power)}`;
  }

  private ofMove(resolution: Resolution, outcome: Outcome, force: Force): string {
    const there = at(resolution, goalOf(this.notation, outcome) ?? "");
    const strongest = strongestOf(outcome.met);
    if (outcome.result === "succeeds") {
      const numbers = { own: half(force.halves), other: half(strongest?.halves ?? 0) };
      if (there?.dislodgedBy && isSame(there.dislodgedBy, outcome)) return this.say("short.dislodges", { power: this.words.powers[there.power], ...numbers });
      if (strongest || force.supporters.length) return this.say("short.beats", numbers);
      return this.say(outcome.byConvoy ? "short.by-convoy" : "short.free");
    }
    if (force.whyZero === "own" && there) {
      return this.say(goalOf(this.notation, there) ? "short.own-stayed" : "short.own-stands", { place: this.place(provinceOf(placeOf(there))) });
    }
    if (!strongest) return this.say("short.too-weak", { strength: half(force.halves) });
    const parts = { place: this.place(provinceOf(placeOf(strongest))), ...against(force, strongest) };
    if (strongest.role === "head-on") return this.say("short.head-on", parts);
    if (strongest.role === "prevent") return this.say("short.bounced", parts);
    const other = resolution.outcomes.find(one => isSame(one, strongest));
    if (other && goalOf(this.notation, other)) return this.say("short.stayed", parts);
    return this.say("short.stood-there", { ...parts, power: this.words.powers[strongest.power] });
  }

  private ofDislodged(resolution: Resolution, outcome: Outcome): string {
    const by = outcome.dislodgedBy!;
    // Of equal units on a high sea the one that came here.
    const attack = resolution.outcomes.find(one => isSame(one, by) && provinceOf(one.movedTo ?? "") === provinceOf(placeOf(outcome)));
    const met = attack?.met.find(one => isSame(one, outcome));
    const parts = { power: this.words.powers[by.power], place: this.place(provinceOf(placeOf(by))) };
    if (!attack?.force) return this.say("short.driven-out-somehow", parts);
    return this.say("short.driven-out", { ...parts, own: half(met?.halves ?? 0), other: half(attack.force.halves) });
  }

  private ofSupport(resolution: Resolution, outcome: Outcome, order: Extract<Read, { is: "support" }>): string {
    const place = this.place(provinceOf(order.target ?? order.other.location));
    const all = resolution.outcomes.filter(one => provinceOf(placeOf(one)) === provinceOf(order.other.location));
    const helped = all.find(one => one.force?.supporters.some(other => isSame(other, outcome))) ?? at(resolution, provinceOf(order.other.location));
    const mine = helped?.force?.supporters.find(one => isSame(one, outcome));
    if (!helped?.force || !mine) return this.say("short.not-attacked", { place });
    if (!mine.counted || helped.force.whyZero) return this.say("short.did-not-count");
    const isInVain = helped.dislodgedBy !== null || helped.result !== "succeeds";
    return this.say(isInVain && order.target !== null ? "short.made-in-vain" : "short.made", { strength: half(helped.force.halves), place });
  }

  private ofConvoy(resolution: Resolution, outcome: Outcome, order: Extract<Read, { is: "convoy" }>): string {
    const army = at(resolution, provinceOf(order.other.location));
    const isCarrying = !["went-by-land", "off-route"].includes(outcome.reason) && army && goalOf(this.notation, army) === provinceOf(order.target);
    if (!isCarrying) return this.say("short.done");
    return this.say(army.result === "succeeds" ? "short.carried" : "short.carried-in-vain", { place: this.place(provinceOf(placeOf(army))) });
  }

  private ofOtherPhase(phase: string, { order, result, carriedOut }: Outcome): string {
    if (phase.endsWith("R")) {
      if (order === null) return this.say("short.disbanded-unordered");
      if (result === "succeeds") return this.say("short.retreated");
      return result === "bounce" ? this.say("short.met-another") : this.mark(result);
    }
    if (order === null) return this.say("short.judge-chose");
    if (result !== "succeeds") return this.mark(result);
    return this.say(carriedOut.endsWith(" B") ? "short.built" : carriedOut.endsWith(" D") ? "short.removed" : "short.done");
  }

  /** Why an order was not carried out as written: the end of a sentence about it. `here` is where the order looks
   * for the unit. */
  private reason(resolution: Resolution, code: string, order: Read, here: Location, power: Power): string {
    const parts: Parts = { power: this.words.powers[power] };
    if (order.is !== "waive") {
      const unit = this.unitAt(resolution, here, power, "");
      parts["place"] = this.place(here);
      parts["unit"] = unit ? this.unitOf(unit) : this.place(here);
      let target = "target" in order ? order.target : order.is === "build" || order.is === "convert" ? order.unit.location : null;
      if (order.is === "support" || order.is === "convoy") {
        const { other } = order;
        const helped = this.unitAt(resolution, other.location, other.power || power, other.kind);
        const meant = this.meant(resolution, other, order);
        parts["other"] = helped && meant.length < 2 ? this.unitOf(helped) : this.place(other.location);
        parts["other_place"] = this.place(other.location);
        parts["did"] = meant.length < 2 ? this.did(resolution.phase, meant[0]) : this.say("did.none-so");
        if (helped) parts["other_power"] = this.words.powers[helped.power];
        target ??= other.location;
      } else if (order.is === "move") parts["other"] = parts["unit"];
      if (target !== null) {
        if (["coast-needed", "coast-missing", "support-needs-coast"].includes(code)) target = provinceOf(target);
        parts["target"] = this.place(target);
        if (code === "other-coast" && !target.includes("/")) code = "support-needs-coast";
      }
    }
    return this.say(`reasons.${code}`, parts);
  }

  /** The outcome of the unit that stood in the province of a location: of several on a high sea, of one of this
   * power and kind, if there is one. */
  private unitAt(resolution: Resolution, location: Location, power: Power, kind: string): Outcome | undefined {
    const province = provinceOf(location);
    const all = resolution.outcomes.filter(one => one.unit.includes(" ") && provinceOf(placeOf(one)) === province);
    if (!this.isHighSea(province)) return all.at(-1);
    const claim = (one: Outcome) => (one.power === power ? 2 : 0) + (one.unit.split(" ")[0] === kind ? 1 : 0);
    return all.reduce<Outcome | undefined>((best, one) => (best && claim(best) >= claim(one) ? best : one), undefined);
  }

  /** The outcomes of the units that an order may mean: several only on a high sea. */
  private meant(resolution: Resolution, other: Named, order: Read): Outcome[] {
    const there = resolution.outcomes.filter(one => provinceOf(placeOf(one)) === provinceOf(other.location));
    if (!this.isHighSea(provinceOf(other.location))) return there.slice(-1);
    const text = this.notation.write(order);
    return there.filter(one => one.order !== text && [one.unit.split(" ")[0], ""].includes(other.kind) && [one.power, ""].includes(other.power));
  }

  private isHighSea(province: Location): boolean {
    return this.tables.high_seas.includes(province);
  }

  /** The order of a unit, as the end of a sentence. */
  private did(phase: string, outcome: Outcome | undefined): string {
    if (!outcome || outcome.order === null) return this.say("did.nothing");
    const order = this.order(phase, outcome.order);
    if ((outcome.result === "illegal" || outcome.result === "fails") && outcome.reason) return this.say("did.impossible", { order });
    return outcome.order.endsWith(" H") ? this.say("did.hold") : this.say("did.ordered", { order });
  }

  private ordered(phase: string, order: Read): string {
    if (order.is === "waive") return this.say("orders.waive");
    const unit = this.unit(order.unit);
    switch (order.is) {
      case "move":
        return this.say(order.via ? "orders.via" : "orders.move", { unit, target: [...order.route, order.target].map(one => this.place(one)).join("–") });
      case "support":
        if (order.target === null) return this.say("orders.support", { unit, other: this.unit(order.other) });
        return this.say("orders.support_move", { unit, other: this.unit(order.other), target: this.place(order.target) });
      case "convoy":
        return this.say("orders.convoy", { unit, other: this.unit(order.other), target: this.place(order.target) });
      case "convert":
        return this.say("orders.convert", { unit, target: order.coast ? `${order.kind}/${order.coast.toLowerCase()}` : order.kind });
      case "retreat":
        return this.say("orders.retreat", { unit, target: this.place(order.target) });
      case "disband":
        return this.say(phase.endsWith("A") ? "orders.remove" : "orders.disband", { unit });
      default:
        return this.say(`orders.${order.is}`, { unit });
    }
  }

  /** A unit by kind and place; on a high sea, where others may stand, also by power. */
  private unit({ power, kind, location }: Named): string {
    const whose = power && this.isHighSea(location) ? `(${this.words.powers[power]})` : "";
    return [kind, this.place(location), whose].filter(Boolean).join(" ");
  }

  private unitOf({ power, unit }: UnitOf): string {
    const [kind = "", location = ""] = unit.split(" ");
    return this.unit({ power, kind, location });
  }

  private place(location: Location): string {
    const known = this.words.places[location];
    if (known) return known;
    const [province = "", coast = ""] = location.split("/");
    return `${this.words.places[province] ?? province}/${coast.toLowerCase()}`;
  }

  private mark(result: string): string {
    return this.say(`marks.${result.replace(" ", "-")}`);
  }

  private say(key: string, parts: Parts = {}): string {
    const [table = "", name = ""] = key.split(".");
    return this.words.words[table]![name]!.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "");
  }
}

/** The order as the judge carried it out; one that was impossible as it was given. */
function shown(outcome: Outcome): Order {
  return (outcome.result === "illegal" || outcome.result === "fails") && outcome.order !== null ? outcome.order : outcome.carriedOut;
}

function provinceOf(location: Location): Location {
  return location.split("/")[0]!;
}

function placeOf(one: UnitOf): Location {
  return one.unit.slice(one.unit.lastIndexOf(" ") + 1);
}

function isSame(one: UnitOf, other: UnitOf): boolean {
  return one.power === other.power && one.unit === other.unit;
}

/** The outcome of the unit that stood in a province. */
function at(resolution: Resolution, province: Location): Outcome | undefined {
  return resolution.outcomes.findLast(one => provinceOf(placeOf(one)) === province);
}

/** The province that a unit was to move to. */
function goalOf(notation: Notation, outcome: Outcome): Location | null {
  const order = notation.read(outcome.carriedOut);
  return order.is === "move" ? provinceOf(order.target) : null;
}

function strongestOf(forces: readonly Force[]): Force | undefined {
  return forces.reduce<Force | undefined>((best, one) => (one.halves > (best?.halves ?? 0) ? one : best), undefined);
}

function against(own: Force, other: Force): { own: string; other: string } {
  return { own: half(own.halves), other: half(other.halves) };
}

/** Half points as players write them. */
function half(halves: number): string {
  return halves % 2 ? `${Math.floor(halves / 2) || ""}½` : String(halves / 2);
}

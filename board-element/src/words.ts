/** What the board says, in the language of its page. */

import ENGLISH from "../../src/dragoman/web/pages/board/words.pot";
import { bare, placeOf } from "./board";
import type { Ground, Order, Place, UnitId } from "./board";
import type { Chip, Said } from "./state";

export class Words {
  constructor(
    private readonly ground: Ground,
    private readonly told: Record<string, string> = ENGLISH,
  ) {}

  say(word: string, about: Record<string, string | number> = {}): string {
    return (this.told[word] ?? word).replace(/\{(\w+)\}/g, (_, name: string) => String(about[name] ?? ""));
  }

  place(place: Place): string {
    return this.ground.places[place]?.name ?? place;
  }

  unit(unit: UnitId): string {
    const parts = bare(unit).split(" ");
    const number = unit.split(" #")[1];
    return parts.length > 1 ? `${parts[0]} ${this.place(placeOf(unit))}${number ? ` (${number})` : ""}` : this.place(unit);
  }

  kind(letter: string): string {
    const name = this.ground.kinds[letter] ?? letter;
    return this.told[`n-${name}`] ?? name;
  }

  order(unit: UnitId, order: Order): string {
    const who = this.unit(unit);
    const to = (place: Place) => `→ ${this.place(place)}`;
    switch (order[0]) {
      case "h":
        return `${who}: ${this.say("v-h")}`;
      case "m":
        return `${who} ${to(order[1])}${order[2] ? ` (${this.say("via-convoy")})` : ""}`;
      case "s":
        return `${who}: ${this.say("v-s")} ${this.unit(order[1])} ${order[2] ? to(order[2]) : ""}`.trim();
      case "c":
        return `${who}: ${this.say("v-c")} ${this.unit(order[1])} ${to(order[2])}`;
      case "r":
        return `${who} ${to(order[1])}`;
      case "d":
        return `${who}: ${this.say("v-d")}`;
      case "b":
        return `${this.say("v-b")}: ${who}`;
      case "w":
        return this.say("waive-more");
      case "x":
        return order[1];
    }
  }

  of(about: Said | Chip): string {
    if ("text" in about && about.text) return about.text;
    const { unit, order, place, word } = about;
    const units = "units" in about ? (about.units ?? []).map(one => this.unit(one)).join(", ") : "";
    const count = "count" in about ? (about.count ?? 0) : 0;
    const key = word === "place" && unit ? "place-unit" : word;
    const where = place && place.includes(" ") ? place.split(" ").map(one => this.place(one)).join(", ") : place && this.place(place);
    const told = this.say(key, {
      unit: unit ? this.unit(unit) : "",
      order: unit && order ? this.order(unit, order) : "",
      place: where ?? "",
      units,
      count,
    }).replace(/: $/, "");
    const unfit = "unfit" in about ? (about.unfit ?? []).map(one => this.unit(one)).join(", ") : "";
    return unfit ? `${told}. ${this.say("unfit", { units: unfit })}` : told;
  }
}

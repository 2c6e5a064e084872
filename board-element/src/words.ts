/** What the board says, in English and in German. Names of places and powers come with the map. */

import { bare, placeOf } from "./board";
import type { Ground, Order, Place, UnitId } from "./board";
import type { Chip, Said } from "./step";

const ENGLISH: Record<string, string> = {
  "": "",
  board: "Board: arrows go to neighbours, Enter picks, N is the next unit, question mark for help",
  help: "Pick a unit, then where it goes. Keys: arrows and Enter; N next unit; H hold, M move, S support, C convoy, V via convoy, R no order; full stop and letters find a place; 1-9 choose; Escape back; Ctrl+Z undo.",
  start: "Pick one of your units, then where it goes",
  "start-R": "Pick a unit that was driven out, then where it goes; itself to disband it",
  "start-build": "Pick a home centre to build there",
  "start-remove": "Pick the units that you give up",
  watching: "You are watching",
  text: "Text changed",
  selected: "{unit}: where to?",
  place: "{place}",
  "place-unit": "{place}: {unit}",
  ordered: "{order}",
  "ordered-all": "{order}, with {units}",
  ask: "{order}. Ask for {units}: it is not yours",
  removed: "{unit} has no order",
  undone: "Undone",
  redone: "Done again",
  "nothing-to-undo": "Nothing to undo",
  "nothing-to-redo": "Nothing to do again",
  "which-coast": "Which coast?",
  which: "What is {unit} to do?",
  "not-possible": "That is not possible as things stand",
  "cannot-support": "{unit} cannot be supported from there",
  "cannot-convoy": "{unit} cannot be carried from there",
  "no-unit-there": "No unit stands in {place}",
  "no-build-there": "Nothing can be built in {place}",
  "no-convoy": "{unit} cannot be carried anywhere",
  "too-many-builds": "Only {count}, and all are chosen: take one back first",
  "too-many-removals": "Only {count} to give up, and all are chosen: take one back first",
  "build-what": "Build what in {place}?",
  waived: "Waived: {count}",
  "choose-unit": "Pick a unit first",
  "move-where": "{unit} moves: where to?",
  "via-where": "{unit} goes by convoy: where to?",
  "support-whom": "{unit} supports: whom?",
  "support-where": "Support {unit}: where to? Itself to hold",
  "convoy-whom": "{unit} carries: whom?",
  "convoy-where": "Carry {unit}: where to?",
  // Chips.
  remove: "No order",
  "support-hold": "Support it to hold",
  "support-its-move": "Support its move…",
  "support-foreign-move": "Support its move…",
  "move-there": "Move to {place}",
  "convoy-it": "Convoy it",
  "convoy-it-to": "Convoy it to…",
  "via-convoy": "By convoy",
  "other-way": "By {place}",
  "fleet-too": "{unit} carries it, too",
  "army-too": "{order}, too",
  "to-place": "{place}",
  anyway: "Order it anyway: {order}",
  "support-anyway": "Support a move of {unit} anyway…",
  "convoy-anyway": "Convoy {unit} anyway…",
  "other-unit": "{unit}",
  select: "Select {unit}",
  build: "{unit}",
  "order-text": "{order}",
  "pick-place": "{place}",
  "use-here": "Yours: {order}",
  "use-there": "Elsewhere: {order}",
  // Status.
  "is-idle": "",
  "is-saving": "Saving…",
  "is-saved": "Saved {time}",
  "is-offline": "Offline: kept here",
  "is-refused": "Not saved: {why}",
  "is-over": "The phase is over: your changes are kept below, and were not sent",
  merged: "Changed elsewhere meanwhile: both are kept",
  conflict: "{unit} was changed elsewhere, too. Which counts?",
  "ready-back": "You were ready: now you are not",
  "new-phase": "A new phase: {phase}",
  conditional: "These orders depend on conditions: change them as text",
  kept: "Not sent, from {phase}:",
  // Tools.
  undo: "Undo",
  redo: "Redo",
  "zoom-in": "Closer",
  "zoom-out": "Farther",
  fit: "Whole map",
  mine: "My units",
  "waive-more": "Waive a build",
  "waive-less": "Waive one fewer",
  orders: "Orders",
  count: "{done} of {all} ordered",
  "build-count": "{done} of {all} builds",
  "remove-count": "{done} of {all} to give up",
  text_label: "Orders as text",
  none: "no order",
  choose: "choose…",
  other: "other, as text…",
  "v-h": "hold", "v-m": "move to", "v-v": "by convoy to", "v-s": "support", "v-c": "convoy", "v-r": "retreat to", "v-d": "disband", "v-b": "build", "v-x": "other",
  "to-hold": "to hold",
  unit_label: "Order of {unit}",
  water: "water", land: "land", reachable: "reachable", unordered: "no order yet", of: "{kind} of {power}",
  "n-army": "army", "n-fleet": "fleet", "n-garrison": "garrison",
  "line-of": "line {line}: {what}",
};

const GERMAN: Record<string, string> = {
  "": "",
  board: "Karte: Pfeile gehen zu Nachbarn, Eingabe wählt, N ist die nächste Einheit, Fragezeichen für Hilfe",
  help: "Erst die Einheit wählen, dann das Ziel. Tasten: Pfeile und Eingabe; N nächste Einheit; H halten, M ziehen, S unterstützen, C Geleit, V mit Geleit, R kein Befehl; Punkt und Buchstaben finden ein Feld; 1-9 wählen; Escape zurück; Strg+Z rückgängig.",
  start: "Eine eigene Einheit wählen, dann ihr Ziel",
  "start-R": "Eine vertriebene Einheit wählen, dann ihr Ziel; sie selbst, um sie aufzulösen",
  "start-build": "Ein Heimatzentrum wählen, um dort aufzustellen",
  "start-remove": "Die Einheiten wählen, die aufgelöst werden",
  watching: "Sie sehen zu",
  text: "Text geändert",
  selected: "{unit}: wohin?",
  place: "{place}",
  "place-unit": "{place}: {unit}",
  ordered: "{order}",
  "ordered-all": "{order}, mit {units}",
  ask: "{order}. Um {units} bitten: gehört Ihnen nicht",
  removed: "{unit} hat keinen Befehl",
  undone: "Rückgängig gemacht",
  redone: "Wiederhergestellt",
  "nothing-to-undo": "Nichts rückgängig zu machen",
  "nothing-to-redo": "Nichts wiederherzustellen",
  "which-coast": "Welche Küste?",
  which: "Was soll {unit} tun?",
  "not-possible": "Das geht nicht, wie die Dinge stehen",
  "cannot-support": "{unit} kann von dort nicht unterstützt werden",
  "cannot-convoy": "{unit} kann von dort nicht befördert werden",
  "no-unit-there": "In {place} steht keine Einheit",
  "no-build-there": "In {place} kann nichts aufgestellt werden",
  "no-convoy": "{unit} kann nirgendwohin befördert werden",
  "too-many-builds": "Nur {count}, und alle sind gewählt: erst eine zurücknehmen",
  "too-many-removals": "Nur {count} aufzulösen, und alle sind gewählt: erst eine zurücknehmen",
  "build-what": "Was wird in {place} aufgestellt?",
  waived: "Verzichtet: {count}",
  "choose-unit": "Erst eine Einheit wählen",
  "move-where": "{unit} zieht: wohin?",
  "via-where": "{unit} fährt mit Geleit: wohin?",
  "support-whom": "{unit} unterstützt: wen?",
  "support-where": "{unit} unterstützen: wohin? Sie selbst, um zu halten",
  "convoy-whom": "{unit} befördert: wen?",
  "convoy-where": "{unit} befördern: wohin?",
  remove: "Kein Befehl",
  "support-hold": "Beim Halten unterstützen",
  "support-its-move": "Ihren Zug unterstützen…",
  "support-foreign-move": "Ihren Zug unterstützen…",
  "move-there": "Nach {place} ziehen",
  "convoy-it": "Befördern",
  "convoy-it-to": "Befördern nach…",
  "via-convoy": "Mit Geleit",
  "other-way": "Über {place}",
  "fleet-too": "{unit} befördert sie auch",
  "army-too": "auch {order}",
  "to-place": "{place}",
  anyway: "Trotzdem befehlen: {order}",
  "support-anyway": "Trotzdem einen Zug von {unit} unterstützen…",
  "convoy-anyway": "{unit} trotzdem befördern…",
  "other-unit": "{unit}",
  select: "{unit} wählen",
  build: "{unit}",
  "order-text": "{order}",
  "pick-place": "{place}",
  "use-here": "Hier: {order}",
  "use-there": "Anderswo: {order}",
  "is-idle": "",
  "is-saving": "Wird gespeichert…",
  "is-saved": "Gespeichert {time}",
  "is-offline": "Offline: hier aufgehoben",
  "is-refused": "Nicht gespeichert: {why}",
  "is-over": "Die Phase ist vorbei: Ihre Änderungen stehen unten und wurden nicht gesendet",
  merged: "Inzwischen anderswo geändert: beides ist erhalten",
  conflict: "{unit} wurde auch anderswo geändert. Was gilt?",
  "ready-back": "Sie waren bereit: jetzt sind Sie es nicht mehr",
  "new-phase": "Eine neue Phase: {phase}",
  conditional: "Diese Befehle hängen von Bedingungen ab: ändern Sie sie als Text",
  kept: "Nicht gesendet, aus {phase}:",
  undo: "Rückgängig",
  redo: "Wiederherstellen",
  "zoom-in": "Näher",
  "zoom-out": "Ferner",
  fit: "Ganze Karte",
  mine: "Meine Einheiten",
  "waive-more": "Auf eine Aufstellung verzichten",
  "waive-less": "Auf eine weniger verzichten",
  orders: "Befehle",
  count: "{done} von {all} befohlen",
  "build-count": "{done} von {all} Aufstellungen",
  "remove-count": "{done} von {all} aufzulösen",
  text_label: "Befehle als Text",
  none: "kein Befehl",
  choose: "wählen…",
  other: "anderes, als Text…",
  "v-h": "hält", "v-m": "zieht nach", "v-v": "mit Geleit nach", "v-s": "unterstützt", "v-c": "befördert", "v-r": "zurück nach", "v-d": "auflösen", "v-b": "aufstellen", "v-x": "anderes",
  "to-hold": "beim Halten",
  unit_label: "Befehl für {unit}",
  water: "Wasser", land: "Land", ice: "Eis", "high sea": "hohe See", reachable: "erreichbar", unordered: "noch ohne Befehl", of: "{kind} von {power}",
  "n-army": "Armee", "n-fleet": "Flotte", "n-garrison": "Garnison",
  "line-of": "Zeile {line}: {what}",
};

export class Words {
  private readonly told: Record<string, string>;

  constructor(
    readonly language: string,
    private readonly ground: Ground,
  ) {
    this.told = language.startsWith("de") ? GERMAN : ENGLISH;
  }

  say(word: string, about: Record<string, string | number> = {}): string {
    return (this.told[word] ?? word).replace(/\{(\w+)\}/g, (_, name: string) => String(about[name] ?? ""));
  }

  place(place: Place): string {
    return this.ground.places[place]?.name ?? place;
  }

  unit(unit: UnitId): string {
    const parts = bare(unit).split(" ");
    return parts.length > 1 ? `${parts[0]} ${this.place(placeOf(unit))}` : this.place(unit);
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
    const { unit, order, place, word } = about;
    const units = "units" in about ? (about.units ?? []).map(one => this.unit(one)).join(", ") : "";
    const count = "count" in about ? (about.count ?? 0) : 0;
    const key = word === "place" && unit ? "place-unit" : word;
    const where = place && place.includes(" ") ? place.split(" ").map(one => this.place(one)).join(", ") : place && this.place(place);
    return this.say(key, {
      unit: unit ? this.unit(unit) : "",
      order: unit && order ? this.order(unit, order) : "",
      place: where ?? "",
      units,
      count,
    });
  }
}

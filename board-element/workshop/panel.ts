/** The forms beside the map: a province, the powers, the rules, the files. */

import * as act from "./actions";
import { COASTS, hasWay, isGround, isWater, keyOf, neighbours, placesOf, province, provinceOf } from "./design";
import type { Design, Id, Mover, Place, Power, Province } from "./design";
import { h } from "./dom";
import { TABS, design } from "./state";
import type { Hand, State } from "./state";
import { say } from "./words";

/** What forms may have done. */
export interface Desk {
  readonly state: State;
  do(next: Design, told?: string): void;
  take(hand: Partial<Hand>): void;
  addProvince(): void;
  fixShapes(): void;
}

export function panel(desk: Desk): HTMLElement[] {
  const { tab } = desk.state.hand;
  const tabs = h("div", { role: "tablist", "aria-label": say("tabs"), class: "tabs" },
    ...TABS.map(one => h("button", {
      type: "button", role: "tab", id: `tab-${one}`, "aria-selected": String(tab === one), "aria-controls": "workshop-pane", "data-k": `tab-${one}`, tabindex: tab === one ? 0 : -1,
      onclick: () => desk.take({ tab: one }),
      onkeydown: (event: KeyboardEvent) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        const next = TABS[(TABS.indexOf(one) + by + TABS.length) % TABS.length]!;
        desk.take({ tab: next });
        document.getElementById(`tab-${next}`)?.focus();
      },
    }, say(`tab-${one}`))));
  const pane = h("div", { role: "tabpanel", id: "workshop-pane", "aria-labelledby": `tab-${tab}`, tabindex: -1 }, ...{ province: provincePane, powers: powersPane, rules: rulesPane, files: filesPane }[tab](desk));
  return [tabs, pane];
}

let fields = 0;

/** A field with its label; what was typed counts when one leaves it, or with Enter. */
function field(label: string, key: string, value: string, changed: (text: string) => void, props: Record<string, unknown> = {}): HTMLElement {
  const id = `workshop-${key}-${++fields}`;
  const input = h(props["rows"] ? "textarea" : "input", { id, "data-k": key, value, autocomplete: "off", spellcheck: "false", ...props, onchange: (event: Event) => changed((event.target as HTMLInputElement).value) });
  return h("p", { class: "field" }, h("label", { for: id }, label), input);
}

function choice(label: string, key: string, value: string, options: readonly (readonly [string, string])[], changed: (value: string) => void): HTMLElement {
  const id = `workshop-${key}-${++fields}`;
  const select = h("select", { id, "data-k": key, onchange: (event: Event) => changed((event.target as HTMLSelectElement).value) },
    ...options.map(([one, text]) => h("option", { value: one, selected: one === value }, text)));
  return h("p", { class: "field" }, h("label", { for: id }, label), select);
}

const check = (label: string, key: string, checked: boolean, changed: () => void, name = label): HTMLElement =>
  h("label", { class: "check" }, h("input", { type: "checkbox", "data-k": key, checked, "aria-label": name, onchange: changed }), label);

const button = (label: string, key: string, click: () => void, props: Record<string, unknown> = {}): HTMLElement => h("button", { type: "button", "data-k": key, onclick: click, ...props }, label);

// A province

function provincePane(desk: Desk): HTMLElement[] {
  const { state } = desk;
  const now = design(state);
  const one = province(now, state.hand.selected);
  const list = choice(say("which-province"), "which", one?.id ?? "", [["", say("none-chosen")], ...[...now.provinces].sort((a, b) => a.name.localeCompare(b.name)).map(found => [found.id, `${found.name} (${keyOf(found)})`] as const)],
    id => desk.take({ selected: id, cursor: id }));
  const add = button(say("add-province"), "add", () => desk.addProvince());
  if (!one) return [list, h("p", {}, add), h("p", { class: "hint" }, say(now.provinces.length ? "choose-one" : "begin-empty"))];
  const set = (to: Partial<Province>) => desk.do(act.change(now, one.id, to));
  const powers = now.powers.map(found => [found.id, found.name] as const);
  const unit = now.units.find(found => provinceOf(found.place) === one.id);
  return [
    list,
    field(say("name"), "name", one.name, text => nameChanged(desk, one, text), { maxlength: 80, required: true }),
    field(say("abbreviations"), "words", one.words.join(" "), text => wordsChanged(desk, one, text), { maxlength: 80, required: true }),
    choice(say("area"), "area", one.area, [..."lwhvgr"].map(area => [area, say(`area-${area}`)] as const), area => desk.do(act.paint(now, one.id, area))),
    ...(one.area === "l" ? [
      h("p", { class: "checks" }, check(say("center"), "center", one.center, () => desk.do(act.furnish(act.toggleCenter(now, one.id)))), check(say("convoys"), "convoys", one.convoys, () => set({ convoys: !one.convoys }))),
      choice(say("home"), "home", one.home, [["", say("nobody")], ...powers], power => desk.do(act.furnish(change(now, one.id, power)))),
    ] : []),
    ...(isGround(one) ? [
      choice(say("unit"), "unit", unit ? `${unit.power} ${unit.kind}` : "", [["", say("none")], ...powers.flatMap(([id, name]) => [...(isWater(one) ? "F" : "AF")].map(kind => [`${id} ${kind}`, `${name}: ${say(`kind-${kind}`)}`] as const))], chosen => {
        const rest = { ...now, units: now.units.filter(found => found !== unit) };
        const [power, kind] = chosen.split(" ");
        desk.do(power && kind ? act.toggleUnit(rest, power, kind, one.id) : rest);
      }),
      ...(isWater(one) ? [] : [h("fieldset", { class: "coasts" }, h("legend", {}, say("coasts")), ...COASTS.map(coast => check(say(`coast-${coast}`), `coast-${coast}`, placesOf(now, one.id).includes(`${one.id}/${coast}`), () => desk.do(act.addCoast(now, one.id, coast)))))]),
      borderTable(desk, one),
    ] : []),
    h("p", { class: "row" },
      button(say("join-touching"), "touching", () => desk.do(act.joinTouching(now, one.id))),
      button(say("remove-province"), "remove", () => desk.do(act.removeProvince(now, one.id), say("removed", { name: one.name })), { class: "danger" }),
      add),
    ...(now.shapes || !state.tried.drawn || state.tried.drawn.way === "picture" ? [] : [h("p", { class: "hint" }, say(`way-${state.tried.drawn.way}`), " ", button(say("fix-shapes"), "fix", () => desk.fixShapes(), { class: "little" }))]),
  ];
}

const change = (now: Design, id: Id, power: Id): Design => {
  const one = province(now, id);
  return one && one.home !== power ? act.toggleHome(now, id, power) : now;
};

function nameChanged(desk: Desk, one: Province, text: string): void {
  const name = text.trim();
  if (!/^[\p{L}\p{N}][^,]*$/u.test(name)) return desk.take({}), desk.do(design(desk.state), say("bad-name"));
  desk.do(act.rename(design(desk.state), one.id, name), say("renamed", { name }));
}

function wordsChanged(desk: Desk, one: Province, text: string): void {
  const now = design(desk.state);
  const words = text.split(/\s+/).filter(Boolean);
  if (!words.length || words.some(word => /[,/():#]/.test(word)) || !keyOf({ ...one, words })) return desk.do(now, say("bad-word"));
  if (act.sameKey(now, keyOf({ ...one, words }), one.id)) return desk.do(now, say("word-taken", { word: words[0]! }));
  desk.do(act.change(now, one.id, { words }));
}

/** A row for each neighbour, and one for a new one: who goes there, and from which coast. */
function borderTable(desk: Desk, one: Province): HTMLElement {
  const now = design(desk.state);
  const [own, ...coasts] = placesOf(now, one.id);
  const from = coasts.length ? coasts : [own!];
  const rows = [...neighbours(now, one.id)].map(id => province(now, id)!).filter(Boolean).sort((a, b) => a.name.localeCompare(b.name));
  const box = (kind: Mover, start: Place, end: Place, name: string) =>
    check("", `way-${kind}-${start}-${end}`, hasWay(now, kind, start, end) && hasWay(now, kind, end, start), () => desk.do(act.toggleWay(now, kind, start, end)), name);
  const coastOf = (place: Place) => (place.includes("/") ? ` ${say(`coast-${place.split("/")[1]}`)}` : "");
  const shores = (id: Id): Place[] => (placesOf(now, id).length > 1 ? placesOf(now, id).slice(1) : [id]);
  const others = now.provinces.filter(found => found !== one && isGround(found) && !rows.includes(found)).sort((a, b) => a.name.localeCompare(b.name));
  const lines = rows.flatMap(other => shores(other.id).map((place, n) => h("tr", {},
    h("th", { scope: "row" }, button(other.name + coastOf(place), `to-${place}`, () => desk.take({ selected: other.id, cursor: other.id }), { class: "quiet" })),
    h("td", {}, n === 0 && !isWater(one) && !isWater(other) ? box("mv", one.id, other.id, say("armies-to", { name: other.name })) : ""),
    ...from.map(start => h("td", {}, box("xc", start, place, say("fleets-to", { name: other.name + coastOf(place), coast: coastOf(start) })))))));
  return h("div", { class: "borders" },
    h("table", { class: "list" }, h("caption", {}, say("borders")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("to")), h("th", { scope: "col" }, say("armies")), ...from.map(start => h("th", { scope: "col" }, say("fleets") + coastOf(start))))),
      h("tbody", {}, ...lines)),
    choice(say("new-border"), "new-border", "", [["", say("none-chosen")], ...others.map(found => [found.id, found.name] as const)], id => id && desk.do(act.toggleBorder(now, one.id, id))));
}

// The powers

function powersPane(desk: Desk): HTMLElement[] {
  const { state } = desk;
  const now = design(state);
  const set = (id: Id, to: Partial<Power>) => desk.do(act.changePower(now, id, to));
  const names = (found: Province[]) => found.map(one => one.name).join(", ") || "–";
  const input = h("input", { id: "workshop-new-power", "data-k": "new-power", maxlength: 80, autocomplete: "off" }) as HTMLInputElement;
  const form = h("form", { class: "row", onsubmit: (event: Event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    input.value = "";
    const next = act.addPower(now, name);
    desk.do(next, say("power-added", { name }));
    desk.take({ power: next.powers.at(-1)?.id ?? "" });
  } }, h("label", { for: "workshop-new-power" }, say("new-power")), input, h("button", { "data-k": "add-power" }, say("add")));
  return [
    form,
    ...now.powers.map(one => h("fieldset", { class: "power" },
      h("legend", {}, one.name),
      field(say("name"), `power-name-${one.id}`, one.name, text => text.trim() && set(one.id, { name: text.trim() }), { maxlength: 80 }),
      h("div", { class: "pair" },
        field(say("letter"), `power-letter-${one.id}`, one.letter, text => {
          const letter = text.trim().toUpperCase();
          if (!/^[A-Z0-9]$/.test(letter) || now.powers.some(other => other !== one && other.letter === letter)) return desk.do(now, say("bad-letter"));
          set(one.id, { letter });
        }, { maxlength: 1 }),
        field(say("adjective"), `power-adjective-${one.id}`, one.adjective, text => set(one.id, { adjective: text.trim() }), { maxlength: 80 }),
        field(say("colour"), `power-colour-${one.id}`, one.colour || state.tried.colours[one.letter] || "#888888", colour => set(one.id, { colour: colour.toLowerCase() }), { type: "color" })),
      h("p", { class: "hint" }, say("homes-are", { names: names(now.provinces.filter(found => found.home === one.id)) })),
      h("p", { class: "hint" }, say("units-are", { names: now.units.filter(unit => unit.power === one.id).map(unit => `${unit.kind} ${province(now, provinceOf(unit.place))?.name ?? ""}${unit.place.slice(provinceOf(unit.place).length).toLowerCase()}`).join(", ") || "–" })),
      h("p", { class: "row" },
        button(say("set-homes"), `homes-${one.id}`, () => desk.take({ tool: "home", power: one.id }), { class: "little" }),
        button(say("set-units"), `units-${one.id}`, () => desk.take({ tool: "unit", power: one.id }), { class: "little" }),
        button(say("remove-power"), `remove-power-${one.id}`, () => desk.do(act.removePower(now, one.id), say("removed", { name: one.name })), { class: "little danger" })))),
  ];
}

// The rules

function rulesPane(desk: Desk): HTMLElement[] {
  const { state } = desk;
  const now = design(state);
  const { presets, switches } = state.opened;
  const centers = now.provinces.filter(one => one.center).length;
  const own = new Map(now.settings.map(one => one.split("=") as [string, string]));
  const usual = presets[now.preset] ?? presets["2023"] ?? {};
  const season = now.turn[0]!;
  const year = Number(now.turn.slice(1, 5));
  const answered = (name: string, word: string) => {
    const rest = now.settings.filter(one => one.split("=")[0] !== name);
    desk.do({ ...now, settings: word ? [...rest, `${name}=${word}`] : rest });
  };
  return [
    field(say("title"), "title", now.title, title => desk.do({ ...now, title: title.trim() }), { maxlength: 120 }),
    field(say("about"), "about", now.about, about => desk.do({ ...now, about: about.replace(/\s+/g, " ").trim() }), { maxlength: 400, rows: 2 }),
    field(say("credits"), "credits", now.credits, credits => desk.do({ ...now, credits: credits.replace(/\s+/g, " ").trim() }), { maxlength: 800, rows: 2 }),
    field(say("victory", { majority: Math.floor(centers / 2) + 1, centers }), "victory", now.victory ? String(now.victory) : "", text => desk.do({ ...now, victory: Math.max(0, Math.min(600, Number(text) || 0)) }), { type: "number", min: 0, max: 600, inputmode: "numeric" }),
    h("div", { class: "pair" },
      choice(say("season"), "season", season, [["S", say("season-S")], ["F", say("season-F")]], letter => desk.do({ ...now, turn: `${letter}${now.turn.slice(1)}` })),
      field(say("year"), "year", String(year), text => Number(text) >= 0 && Number(text) < 10000 && desk.do({ ...now, turn: `${season}${String(Math.floor(Number(text))).padStart(4, "0")}${now.turn[5]}` }), { type: "number", min: 0, max: 9999, inputmode: "numeric" })),
    choice(say("preset"), "preset", now.preset, [["", say("preset-usual")], ...Object.keys(presets).map(one => [one, one] as const)], preset => desk.do({ ...now, preset })),
    h("details", { "data-k": "switches" }, h("summary", {}, say("switches", { number: own.size })),
      ...switches.map(one => choice(one.question, `switch-${one.name}`, own.get(one.name) ?? "", [["", say("as-preset", { answer: usual[one.name] ?? "" })], ...one.choices.map(([word, meaning]) => [word, `${word}: ${meaning}`] as const)], word => answered(one.name, word)))),
  ];
}

// The files

function filesPane(desk: Desk): HTMLElement[] {
  const { tried, hand } = desk.state;
  const changed = Object.entries(tried.lines);
  return [
    h("h2", {}, say("to-be-saved")),
    ...(changed.length ? changed.map(([name, rows]) => h("details", { "data-k": `lines-${name}`, open: changed.length < 3 }, h("summary", {}, name), difference(rows))) : [h("p", { class: "hint" }, say("nothing-changed"))]),
    h("h2", {}, say("files")),
    ...Object.entries(tried.files).map(([name, text]) => h("details", { "data-k": `file-${name}`, open: hand.place?.file === name }, h("summary", {}, name),
      h("ol", { class: "code", tabindex: 0, "aria-label": name }, ...text.split("\n").slice(0, 3000).map((row, n) => h("li", hand.place?.file === name && hand.place.line === n + 1 ? { class: "at", "aria-current": "true" } : {}, row || " "))))),
  ];
}

export function difference(rows: readonly string[]): HTMLElement {
  const kinds: Record<string, string> = { "+": "came", "-": "went", "@": "gap" };
  return h("pre", { class: "difference", tabindex: 0 }, ...rows.map(row => h("span", { class: kinds[row[0] ?? ""] ?? "same" }, `${row.startsWith("@@") ? "⋯" : row}\n`)));
}

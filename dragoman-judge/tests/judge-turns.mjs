/** Judges the turns of a file and writes the answers: node judge-turns.mjs JUDGE.js JUDGE.wasm TURNS.json ANSWERS.json */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , script, wasm, turns, answers] = process.argv;
const { Judge, Teller } = await import(pathToFileURL(script));
const module = await WebAssembly.compile(readFileSync(wasm));
const found = [];
for (const { tables, words, turns: all } of JSON.parse(readFileSync(turns))) {
  const judge = await Judge.load(module, tables);
  const teller = new Teller(tables, words);
  found.push(all.map(({ position, orders }) => {
    const resolution = judge.adjudicate(position, orders);
    const { unused, ...judged } = resolution;
    const told = judged.outcomes.map(one => [teller.fate(resolution, one), teller.short(resolution, one)]);
    const legal = judge.legalOrders(position).map(one => [one.power, one.unit, one.orders]);
    return { ...judged, unused: unused.map(one => [one.power, one.order, one.reason]).sort(), legal, told };
  }));
}
writeFileSync(answers, JSON.stringify(found));

/** A page with a private board that needs nothing but itself (`dragoman variant sandbox`). */

import type { DipBoard } from "../../board-element/src/element";
import { Judge } from "../src/index.js";
import type { Resolution } from "../src/index.js";
import type { Given } from "./judged.js";
import { SandboxAlone } from "./sandbox.js";
import type { Map_ } from "./sandbox.js";

interface Data extends Given {
  map: Omit<Map_, "picture" | "facts"> & { picture: string };
  /** The judge, in base 64. */
  wasm: string;
  /** What the board says in another language than English. */
  board: Record<string, string> | null;
  labels: { unreadable: string; won: string };
}

const data = JSON.parse(document.getElementById("data")!.textContent!) as Data;
const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

void begin();

async function begin(): Promise<void> {
  const judge = await Judge.load(Uint8Array.from(atob(data.wasm), one => one.charCodeAt(0)), data.tables);
  const facts = address("application/json", JSON.stringify(data.map.ground));
  const picture = address("image/svg+xml", data.map.picture);
  const source = new SandboxAlone(judge, data, { ...data.map, picture, facts }, () => data.labels.unreadable);
  (customElements.get("dip-board") as typeof DipBoard).from = () => source;
  const board = document.createElement("dip-board") as DipBoard;
  board.setAttribute("rows", "order-rows");
  board.setAttribute("sandbox", "");
  if (data.board) board.setAttribute("words", address("text/javascript", `export default ${JSON.stringify(data.board)};`));
  part("board").append(board);
  const show = () => {
    part("turn").textContent = source.turnInWords;
    const { winner, last } = source;
    part("won").textContent = winner ? data.labels.won.replace("{power}", data.words.powers[winner]!) : "";
    part<HTMLButtonElement>("back").disabled = part<HTMLButtonElement>("again").disabled = source.isAtStart;
    part<HTMLButtonElement>("judge").disabled = winner !== null;
    part("results").hidden = !last;
    if (last) tell(source, board, last);
  };
  const press = (id: string, act: () => void) =>
    part(id).addEventListener("click", () => {
      act();
      board.turnTo("");
      show();
      void board.refresh();
    });
  press("judge", () => source.adjudicate());
  press("back", () => source.back());
  press("again", () => source.again());
  show();
}

/** What became of each order of a turn; one that is pressed is shown on the map. */
function tell(source: SandboxAlone, board: DipBoard, resolution: Resolution): void {
  const parts = [...source.told(resolution)].map(([power, all]) => {
    const section = document.createElement("section");
    const heading = document.createElement("h3");
    heading.textContent = data.words.powers[power] ?? power;
    const list = document.createElement("ul");
    for (const { unit, text, why, failed } of all) {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = `quiet${failed ? " failed" : ""}`;
      button.textContent = text;
      button.addEventListener("click", () => void board.point(resolution.phase, unit));
      const told = document.createElement("span");
      told.textContent = why;
      item.append(button, " ", told);
      list.append(item);
    }
    section.append(heading, list);
    return section;
  });
  part("told").replaceChildren(...parts);
}

function address(type: string, text: string): string {
  return URL.createObjectURL(new Blob([text], { type }));
}

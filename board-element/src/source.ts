/** Where a board comes from: a game of the judge, or a private board. And what is kept on this device. */

import type { Board, Why } from "./board";
import { Keeper } from "./keeper";
import { Late } from "./late";
import type { Records } from "./past";
import { pause } from "./pauses";
import { IN_FEW_LETTERS } from "./saver";
import type { Asked, Kept, Outside } from "./saver";
import { written } from "./sheet";

export interface Source extends Outside, Records {
  /** The page of a turn. */
  page(turn: string): string;
  readonly kept: Kept | null;
  readonly keeper: Keeper<Kept>;
  readonly late: Late;
  /** What comes of the orders at hand. */
  whatIf?: ((board: Board, text: string) => Promise<Board>) | undefined;
  /** A private board with the orders of one of its sides to be written. */
  as?(board: Board, power: string): Board;
  /** The width and height of the window in which a board is seen first, and then the step of zoom for
   * which all of it is laid out. */
  window: string;
  step: number | null;
}

/** What the attributes of an element name. */
export function sourceOf(element: Element): Source {
  const named = (name: string) => element.getAttribute(name) ?? "";
  const [language = ""] = (element.closest("[lang]")?.getAttribute("lang") ?? "en").split("-");
  const isPrivate = element.hasAttribute("sandbox") || element.hasAttribute("link");
  const source = isPrivate ? new SandboxHere(named("sandbox"), named("link"), named("node"), language) : new GameHere(named("game"), named("power"), language, element.hasAttribute("turn"));
  source.judge = named("judge");
  return source;
}

/** What judges in the tab (`dragoman-judge/board/pages.ts`). */
interface Tried {
  tryOut(board: Board, orders: Record<string, string>, why: () => Promise<Why[]>): Promise<Board | null>;
}

/** What both kinds of board have of the network and this device. */
abstract class Here implements Outside {
  readonly keeper: Keeper<Kept>;
  readonly late: Late;
  window = "";
  step: number | null = null;
  /** The addresses of the judge for the tab: his script, his machine code and his tables; nothing where there is
   * none. */
  judge = "";
  private tried: Promise<Tried> | undefined;
  private triedOn = "";

  constructor(
    name: string,
    protected readonly language: string,
  ) {
    this.keeper = new Keeper(`dip-board ${name}`, IN_FEW_LETTERS);
    this.late = new Late(`dip-board ${name}`);
  }

  abstract board(): Promise<Board>;
  abstract save(board: Board, text: string, tag: string): Promise<Asked>;
  abstract unready(board: Board): Promise<void>;

  keep(kept: Kept | null): void {
    this.keeper.keep(kept);
  }

  get kept(): Kept | null {
    return this.keeper.kept;
  }

  later(milliseconds: number, act: () => void): void {
    setTimeout(act, milliseconds);
  }

  now(): Date {
    return new Date();
  }

  protected answer(address: string, asked: Record<string, string> = {}, headers?: Record<string, string>): Promise<Response> {
    return fetched(`${address}?${new URLSearchParams({ language: this.language, ...asked })}`, headers);
  }

  /** A board as it is drawn where it is seen. */
  protected drawn(address: string, asked: Record<string, string> = {}, headers?: Record<string, string>): Promise<Response> {
    return this.answer(address, { ...asked, ...this.sight(this.step) }, headers);
  }

  /** What would come of orders, judged here; by `elsewhere`, where they are written in other ways than here, or
   * drawn for another step. */
  protected async judged(board: Board, orders: Record<string, string>, elsewhere: () => Promise<Board>): Promise<Board> {
    const [script, wasm, tables] = this.judge.split(" ");
    if (script && (this.step ?? null) === (board.step ?? null)) {
      try {
        // Another map is another board: an earthquake, say.
        if (this.triedOn !== board.map) this.tried = undefined;
        this.triedOn = board.map;
        this.tried ??= import(script).then(found => found.Tried.load(wasm, tables, board.map));
        const found = await (await this.tried!).tryOut(board, orders, async () => (await (await elsewhere()).why) ?? []);
        if (found) return found;
      } catch {
        this.tried = undefined;
      }
    }
    return elsewhere();
  }

  protected sight(step: number | null | undefined): Record<string, string> {
    const names_apart = "true";
    if (typeof step === "number") return { step: `${step}`, names_apart };
    return this.window ? { window: this.window, names_apart } : {};
  }

  /** At first names are fetched beside the map. */
  protected async boardOf<T extends Board>(answer: Response): Promise<T> {
    const board = await dataOf<T>(answer);
    if (this.step !== null) await withNames(board);
    return board;
  }

  protected async read<T>(address: string): Promise<T> {
    return dataOf<T>(await this.answer(address));
  }

  protected async ordered(address: string, body: object, headers: Record<string, string>): Promise<Asked> {
    const answer = await sent(address, body, headers);
    return { status: answer.status, tag: answer.headers.get("ETag"), data: (await answer.json()) as Asked["data"] };
  }
}

export class GameHere extends Here implements Source {
  private readonly begin: string;
  private last: { tag: string | null; board: Board } | null = null;

  constructor(
    private readonly game: string,
    private readonly power: string,
    language: string,
    /** A board to look at turns that were judged takes no orders. */
    private readonly isOfThePast: boolean,
  ) {
    super(`${game} ${power}`, language);
    this.begin = `/api/games/${game}`;
  }

  /** The same object as before where nothing is otherwise. */
  async board(): Promise<Board> {
    const { last } = this;
    const known = last?.tag && last.board.step === this.step ? { "If-None-Match": last.tag } : undefined;
    const answer = await this.drawn(`${this.begin}/board`, this.power ? { power: this.power } : {}, known);
    const tag = answer.headers.get("ETag");
    // The one that was asked about, whatever came meanwhile.
    if (last && (answer.status === 304 || (tag && last.tag === tag))) return last.board;
    const board = await this.boardOf(answer);
    this.last = { tag, board: this.isOfThePast ? { ...board, own: null } : board };
    return this.last.board;
  }

  turn(name: string): Promise<Board> {
    return this.drawn(`${this.begin}/turns/${name}/board`).then(answer => this.boardOf(answer));
  }

  async why(name: string): Promise<Why[]> {
    return (await this.read<{ items: Why[] }>(`${this.begin}/turns/${name}/explanations`)).items;
  }

  page(turn: string): string {
    return turn ? `/games/${this.game}/turns/${turn}` : `/games/${this.game}`;
  }

  save(board: Board, text: string, tag: string): Promise<Asked> {
    const headers = { "If-Match": tag, Prefer: "return=representation" };
    return this.ordered(`${this.begin}/commands/save-orders?${new URLSearchParams({ language: this.language, ...this.sight(board.step) })}`, { text, phase: board.phase, power: board.power }, headers);
  }

  async unready(board: Board): Promise<void> {
    const { status } = await sent(`${this.begin}/commands/set-ready`, { ready: false, power: board.power });
    if (status >= 500) throw new Error(`${status}`);
  }

  whatIf(board: Board, text: string): Promise<Board> {
    const orders = board.power ? { [board.power]: text } : {};
    return this.judged(board, orders, () => this.askWhatIf(orders));
  }

  private async askWhatIf(orders: Record<string, string>): Promise<Board> {
    return this.boardOf(await checked(await sent(`${this.begin}/what-if/board?${new URLSearchParams({ language: this.language, ...this.sight(this.step) })}`, { orders })));
  }
}

/** A private board: its owner's, or one that somebody reads by its link. */
export class SandboxHere extends Here implements Source {
  private readonly begin: string;
  /** The positions from the first to the one at hand, and the turns between them. */
  private way: number[] = [];
  private past: string[] = [];
  private side = "";

  constructor(
    private readonly sandbox: string,
    private readonly link: string,
    private readonly node: string,
    language: string,
  ) {
    super(`sandbox ${sandbox || link}`, language);
    this.begin = link ? `/api/shared-sandboxes/${link}` : `/api/sandboxes/${sandbox}`;
  }

  async board(): Promise<Board> {
    const found = await this.boardOf<Board & { way: number[] }>(await this.drawn(`${this.begin}/nodes/${this.node}/board`));
    this.way = found.way;
    this.past = found.past ?? [];
    return this.as(found, this.side || Object.keys(found.sides ?? {})[0] || "");
  }

  /** A board with the orders of one of its sides to be written. */
  as(board: Board, power: string): Board {
    this.side = power;
    // What was drafted at one position, or for one side, is not for another of the same phase.
    const phase = `${board.phase.split(" ")[0]} ${board.node} ${power}`;
    return { ...board, phase, power, own: board.sides?.[power] ?? null };
  }

  turn(name: string): Promise<Board> {
    return this.drawn(`${this.begin}/nodes/${this.after(name)}/came-by/board`).then(answer => this.boardOf(answer));
  }

  async why(name: string): Promise<Why[]> {
    return (await this.read<{ items: Why[] }>(`${this.begin}/nodes/${this.after(name)}/came-by/explanations`)).items;
  }

  /** With the orders of all sides; there is nobody else to ask. */
  get whatIf(): Source["whatIf"] {
    if (!this.judge) return undefined;
    return (board, text) => {
      const sheets = Object.entries(board.sides ?? {}).map(([power, own]) => [power, own.lines.map(([, unit, order]) => written({ unit, order })).join("\n")]);
      const mine = board.own?.text === text ? {} : { [board.power]: text };
      return this.judged(board, { ...Object.fromEntries(sheets), ...mine }, () => Promise.reject(new Error(text)));
    };
  }

  page(): string {
    return this.link ? `/shared-sandboxes/${this.link}` : `/sandboxes/${this.sandbox}`;
  }

  save(board: Board, text: string, tag: string): Promise<Asked> {
    return this.ordered(`${this.begin}/commands/order`, { power: board.power, text }, { "If-Match": tag });
  }

  async unready(): Promise<void> {
    // Nobody waits for anybody.
  }

  /** The position that a turn led to. */
  private after(name: string): number {
    return this.way[this.past.indexOf(name) + 1] ?? 0;
  }
}

/** Something that the judge has, or an error that says why not. */
export async function fetched(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return checked(await fetch(address, { credentials: "same-origin", headers }));
}

const names = new Map<string, Promise<string>>();

/** A board with the names on its map, which are fetched once where they are the same for many positions. */
export async function withNames(board: Board): Promise<Board> {
  const { layers } = board;
  const address = layers.names_at;
  if (!address) return board;
  const found = names.get(address) ?? fetched(address).then(answer => answer.text());
  names.set(address, found);
  found.catch(() => names.delete(address));
  layers.names = await found;
  return board;
}

/** What an answer holds; to read it and to show it are two pieces of work. */
async function dataOf<T>(answer: Response): Promise<T> {
  const found = (await answer.json()) as T;
  await pause();
  return found;
}

async function checked(answer: Response): Promise<Response> {
  // Who says what he has is told that there is nothing else.
  if (!answer.ok && answer.status !== 304) {
    const said = (await answer.json().catch(() => ({}))) as { detail?: string };
    throw new Error(said.detail ?? `${answer.status}`);
  }
  return answer;
}

function sent(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const all = { "Content-Type": "application/json", "X-Dragoman": "1", ...headers };
  return fetch(address, { method: "POST", headers: all, body: JSON.stringify(body), credentials: "same-origin" });
}

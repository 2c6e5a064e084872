/** How the board speaks with the judge, and what it keeps on this device. */

import type { Board } from "./board";
import type { Asked, Kept, Outside } from "./saver";

export class JudgeHere implements Outside {
  private keeping: Kept | null | undefined;

  constructor(
    private readonly game: string,
    private readonly power: string,
    private readonly language: string,
  ) {
    addEventListener("pagehide", () => this.write());
  }

  async board(): Promise<Board> {
    const asked = new URLSearchParams({ language: this.language });
    if (this.power) asked.set("power", this.power);
    return (await fetched(`/api/games/${this.game}/board?${asked}`)).json() as Promise<Board>;
  }

  async save(board: Board, text: string, tag: string): Promise<Asked> {
    const answer = await this.send("save-orders", { text, phase: board.phase, power: board.power }, tag);
    return { status: answer.status, tag: answer.headers.get("ETag"), data: (await answer.json()) as Asked["data"] };
  }

  async unready(board: Board): Promise<void> {
    await this.send("set-ready", { ready: false, power: board.power });
  }

  /** Kept after the gesture that it is about, which it would make slow; at the latest as the page goes. */
  keep(kept: Kept | null): void {
    if (this.keeping === undefined) setTimeout(() => this.write());
    this.keeping = kept;
  }

  write(): void {
    const kept = this.keeping;
    this.keeping = undefined;
    if (kept === undefined) return;
    try {
      if (kept) localStorage.setItem(this.key, JSON.stringify(kept));
      else localStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing: then what is here lasts as long as the page.
    }
  }

  get kept(): Kept | null {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "null") as Kept | null;
    } catch {
      return null;
    }
  }

  later(milliseconds: number, act: () => void): void {
    setTimeout(act, milliseconds);
  }

  now(): Date {
    return new Date();
  }

  private get key(): string {
    return `dip-board ${this.game} ${this.power}`;
  }

  private send(command: string, body: object, tag = ""): Promise<Response> {
    const headers: Record<string, string> = { "Content-Type": "application/json", "X-Dragoman": "1" };
    if (tag) headers["If-Match"] = tag;
    return fetch(`/api/games/${this.game}/commands/${command}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      credentials: "same-origin",
    });
  }
}

/** Something that the judge has, or an error that says why not. */
export async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) {
    const said = (await answer.json().catch(() => ({}))) as { detail?: string };
    throw new Error(said.detail ?? `${answer.status}`);
  }
  return answer;
}

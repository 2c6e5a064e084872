/** The server of the workshop: what it is asked, and how it answers that files are others now. */

import type { Design } from "./design";
import type { Conflict, Opened, Told, Tried } from "./state";

export type Seen = Readonly<Record<string, string>>;
export type Answer<Of> = { readonly is: "done"; readonly with: Of } | { readonly is: "changed"; readonly with: Conflict } | { readonly is: "refused"; readonly told: readonly Told[] };

export class Source {
  constructor(private readonly at: string) {}

  open(): Promise<Answer<Opened>> {
    return this.ask("design");
  }

  try(design: Design, seen: Seen): Promise<Answer<Tried>> {
    return this.ask("try", { design, seen });
  }

  save(design: Design, seen: Seen, anyway: boolean): Promise<Answer<Opened>> {
    return this.ask("save", { design, seen, anyway });
  }

  private async ask<Of>(what: string, body?: object): Promise<Answer<Of>> {
    const sent = body ? { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {};
    const answer = await fetch(`${this.at}/${what}`, { credentials: "same-origin", ...sent });
    const found = (await answer.json()) as Of & Conflict & { diagnostics?: Told[]; told?: Told[] };
    if (answer.ok) return { is: "done", with: found };
    if (answer.status === 409 && found.changed) return { is: "changed", with: found };
    return { is: "refused", told: found.diagnostics ?? found.told ?? [{ code: "refused", what: answer.statusText, severity: "error", province: "" }] };
  }
}

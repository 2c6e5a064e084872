/** Drafts that came too late for their phase: on this device until their writer puts them away. */

import { Keeper } from "./keeper";

export interface LateDraft {
  phase: string;
  text: string;
}

export class Late {
  private readonly keeper: Keeper<LateDraft[]>;

  constructor(name: string) {
    this.keeper = new Keeper(`${name} late`);
  }

  get all(): readonly LateDraft[] {
    return this.keeper.kept ?? [];
  }

  /** Once only: two tabs may both find what was not sent. */
  add(draft: LateDraft): void {
    this.keeper.keep([...this.without(draft), draft]);
  }

  putAway(draft: LateDraft): void {
    const rest = this.without(draft);
    this.keeper.keep(rest.length ? rest : null);
  }

  private without({ phase, text }: LateDraft): LateDraft[] {
    return this.all.filter(one => one.phase !== phase || one.text !== text);
  }
}

/** What is kept on this device for whoever is signed in, under a name of its own: where several
 * use one browser, nobody finds what another has not sent. */

/** The form in which something is kept. */
export interface Form<T> {
  packed(what: T): unknown;
  unpacked(found: unknown): T;
}

const AS_IT_IS: Form<never> = { packed: what => what, unpacked: found => found as never };

export class Keeper<T> {
  private waiting: T | null | undefined;
  private readonly name: string;

  constructor(
    name: string,
    private readonly form: Form<T> = AS_IT_IS as Form<T>,
  ) {
    this.name = `${name} ${document.documentElement.dataset.account ?? ""}`;
    addEventListener("pagehide", () => this.write());
  }

  /** Kept after the gesture that it is about, which it would make slow; at the latest as the page goes. */
  keep(what: T | null): void {
    if (this.waiting === undefined) setTimeout(() => this.write());
    this.waiting = what;
  }

  get kept(): T | null {
    if (this.waiting !== undefined) return this.waiting;
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.name) ?? "null");
      return found === null ? null : this.form.unpacked(found);
    } catch {
      return null;
    }
  }

  private write(): void {
    const what = this.waiting;
    this.waiting = undefined;
    if (what === undefined) return;
    try {
      if (what) localStorage.setItem(this.name, JSON.stringify(this.form.packed(what)));
      else localStorage.removeItem(this.name);
    } catch {
      // A browser that keeps nothing: then what is here lasts as long as the page.
    }
  }
}

/** What is kept on this device for whoever is signed in, under a name of its own: where several
 * use one browser, nobody finds what another has not sent. */

export class Keeper<T> {
  private waiting: T | null | undefined;
  private readonly name: string;

  constructor(name: string) {
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
      return JSON.parse(localStorage.getItem(this.name) ?? "null") as T | null;
    } catch {
      return null;
    }
  }

  private write(): void {
    const what = this.waiting;
    this.waiting = undefined;
    if (what === undefined) return;
    try {
      if (what) localStorage.setItem(this.name, JSON.stringify(what));
      else localStorage.removeItem(this.name);
    } catch {
      // A browser that keeps nothing: then what is here lasts as long as the page.
    }
  }
}

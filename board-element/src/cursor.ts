/** Where keys are on the map, and what of it is in sight. */

import type { Ground } from "./board";
import { neighbour } from "./keys";
import type { Picture } from "./picture";
import type { View } from "./view";
import type { Words } from "./words";

export class Cursor {
  province: string | null;

  constructor(
    private readonly ground: Ground,
    private readonly words: Words,
    private readonly picture: Picture,
    private readonly view: View,
    private readonly moved: () => void,
  ) {
    this.province = Object.keys(ground.provinces)[0] ?? null;
  }

  /** To the neighbour that lies there; where none does, to whatever comes next that way. */
  go(direction: readonly [number, number]): void {
    const from = this.province;
    if (!from) return;
    const at = (place: string) => this.picture.at(place);
    const all = Object.keys(this.ground.provinces).filter(one => one !== from);
    const to = neighbour(from, direction, this.ground.provinces[from]?.near ?? [], at) ?? neighbour(from, direction, all, at);
    if (to) this.moveTo(to);
  }

  /** To the first province whose key, short name or name begins so. */
  find(letters: string): void {
    const all = Object.keys(this.ground.provinces);
    const begins = (text: string) => text.toLowerCase().startsWith(letters);
    const to = all.find(begins) ?? all.find(one => begins(this.ground.places[one]!.short)) ?? all.find(one => begins(this.words.place(one))) ?? this.province;
    // Where it is is said once, and where there is none, where it stays.
    if (to && (to !== this.province || letters.length < 2)) this.moveTo(to);
  }

  /** So that a place can be seen. */
  reveal(place: string): void {
    const at = this.picture.at(place);
    if (at) this.view.reveal(at);
  }

  moveTo(province: string): void {
    this.province = province;
    this.reveal(province);
    this.moved();
  }
}

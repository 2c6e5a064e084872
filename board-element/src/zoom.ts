/** The steps of zoom: what stands on the map is laid out for each of them, so that it is as large on the
 * screen at all, and scaled with the ground up to the next. */

import { provinceOf } from "./board";
import type { Board, Ground } from "./board";

export class Steps {
  private readonly unit: number;
  private readonly beside: ReadonlyMap<string, readonly [number, number, number, number]>;

  constructor(private readonly ground: Ground) {
    this.unit = ground.unit;
    this.beside = new Map(Object.entries(ground.places).flatMap(([key, { at }]) => (at ? [[key, [...at]]] : [])));
  }

  /** The pixels that a unit of the map takes at a step. */
  scale(step: number): number {
    const { scale, ratio } = this.ground.zoom;
    return scale * ratio ** step;
  }

  /** The step that serves a scale, which is the one below it. */
  below(scale: number): number {
    const { ratio, first, last } = this.ground.zoom;
    const step = Math.floor(Math.log(scale / this.scale(0)) / Math.log(ratio) + 0.01);
    return Math.min(Math.max(step, first), last);
  }

  /** Have units as large as they are drawn, and what stands beside them as far off. */
  take(unit: number): void {
    const { ground } = this;
    const share = unit / this.unit;
    ground.unit = unit;
    for (const [key, [x, y, besideX, besideY]] of this.beside) {
      ground.places[key]!.at = [x, y, x + (besideX - x) * share, y + (besideY - y) * share];
    }
  }
}

/** Where the units and centres of a power are, on the map. */
export function theatre(board: Board, power: string, ground: Ground): [number, number][] {
  const css = ground.powers[power]?.css;
  const units = [...board.units, ...board.dislodged].filter(([whose]) => whose === power).map(([, , place]) => place);
  const centers = Object.keys(ground.provinces).filter(key => ground.provinces[key]!.center && css && board.layers.owners[key] === css);
  const places = [...units.map(provinceOf), ...centers];
  return places.flatMap(key => {
    const at = ground.places[key]?.at;
    return at ? [[at[0], at[1]] as [number, number]] : [];
  });
}

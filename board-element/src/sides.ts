/** The sides of a private board, of which all are ordered by one person. */

import { provinceOf } from "./board";
import type { Board, Place, UnitId } from "./board";
import type { Mode } from "./state";

/** The side whose unit is picked where no unit is at work, if it is another than the one at hand. */
export function otherSide(now: Board, mode: Mode, place: Place, unit?: UnitId): string | null {
  if (!now.sides || (mode.at !== "idle" && mode.at !== "refine")) return null;
  const here = (now.kind === "R" ? now.dislodged : now.units).filter(([, , at]) => provinceOf(at) === provinceOf(place));
  const owner = (here.find(([, one]) => one === unit) ?? here[0])?.[0];
  return owner && owner !== now.power && owner in now.sides ? owner : null;
}

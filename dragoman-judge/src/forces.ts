/** The strengths of one settled movement phase; units are given by their numbers. */

import type { Board, Standing } from "./board.js";
import { ABSENT, MOVE, NO, NONE, OPEN_LAND, OWN_SAME_ATTACKER, YES } from "./codes.js";
import type { Force, UnitOf } from "./tables.js";

export class Forces {
  private readonly attacks = new Map<number, Force>();
  private readonly units: UnitOf[];
  private readonly stands: Set<number>;

  constructor(
    private readonly board: Board,
    private readonly before: Standing,
  ) {
    this.units = before.rows.map(row => board.unit(row));
    this.stands = new Set(board.machine.members("stands_yes"));
  }

  /** A move's own strength, and what it met at its goal. */
  ofMove(unit: number): [Force, Force[]] {
    const goal = this.column("goal")[unit]!;
    const met = this.column("at")[goal] === NONE ? [] : [this.opposition(unit)];
    for (const rival of this.board.machine.members("rivals", goal)) if (rival !== unit) met.push(this.prevent(rival));
    return [this.attack(unit), met];
  }

  /** The strength of a unit that stayed, and the attacks it met. */
  ofStay(unit: number): [Force, Force[]] {
    return [this.hold(unit), this.attackers(unit).map(rival => this.attack(rival))];
  }

  /** The unit that cut this support. */
  cutter(unit: number): UnitOf | null {
    const found = this.attackers(unit).find(attacker => this.ask("strikes", attacker, unit) === YES);
    return found === undefined ? null : this.units[found]!;
  }

  private attackers(unit: number): number[] {
    return this.board.machine.members("rivals", this.column("place")[unit]!);
  }

  private attack(unit: number): Force {
    const known = this.attacks.get(unit);
    if (known) return known;
    const made = this.newAttack(unit);
    this.attacks.set(unit, made);
    return made;
  }

  private newAttack(unit: number): Force {
    const there = this.column("at")[this.column("goal")[unit]!]!;
    const own = this.ask("own_halves", unit);
    if (there === NONE && !this.board.machine.members("supporters", unit).length && this.column("route")[unit] === OPEN_LAND) {
      return this.force(unit, "attack", own, own, [], "");
    }
    let spared = NONE;
    let whyZero: Force["whyZero"] = "";
    if (this.ask("arrives", unit) === NO) whyZero = "no-convoy";
    else if (this.ask("stays_put", unit, there) === YES) {
      spared = this.before.rows[there]!.owner;
      if (spared === this.before.rows[unit]!.owner) whyZero = "own";
    }
    let halves = this.ask("attack_halves", unit);
    if (this.ask("moves", unit) === YES && spared !== NONE && this.board.machine.fact("rules", "own_support") !== OWN_SAME_ATTACKER) {
      spared = NONE; // the support of the unit's own side counted after all
      halves = own + this.ask("support_halves", unit, NONE);
    }
    if (whyZero === "no-convoy") halves = 0;
    return this.force(unit, "attack", whyZero ? 0 : own, halves, this.supporters(unit, spared), whyZero);
  }

  private opposition(unit: number): Force {
    const there = this.column("at")[this.column("goal")[unit]!]!;
    if (this.column("order")[there] !== MOVE) return this.hold(there);
    if (this.ask("facing", unit) === NONE || this.ask("head_on", unit, there) !== YES) return this.hold(there);
    const halves = this.ask("opposition_halves", unit);
    const helpers = this.supporters(there, NONE);
    return this.force(there, "head-on", halves - counted(helpers), halves, helpers, "");
  }

  private hold(unit: number): Force {
    const halves = this.ask("hold_halves", unit);
    if (this.column("order")[unit] === MOVE) return this.force(unit, "hold", halves, halves, [], halves ? "" : "left");
    return this.force(unit, "hold", this.column("strength")[unit]!, halves, this.supporters(unit, NONE), "");
  }

  private prevent(unit: number): Force {
    let halves = this.ask("prevent_halves", unit, NONE);
    let whyZero: Force["whyZero"] = "";
    if (halves === ABSENT) {
      halves = 0;
      whyZero = this.ask("arrives", unit) === NO ? "no-convoy" : "beaten";
    } else if (halves === 0) whyZero = "weak";
    return this.force(unit, "prevent", whyZero ? 0 : this.ask("own_halves", unit), halves, this.supporters(unit, NONE), whyZero);
  }

  private supporters(unit: number, spared: number): Force["supporters"] {
    return this.board.machine.members("supporters", unit).map(supporter => {
      const halves = this.column("strength")[supporter]! - this.column("loss")[supporter]!;
      const whyNot = !this.stands.has(supporter) ? "cut" : this.before.rows[supporter]!.owner === spared ? "own" : "";
      return { ...this.units[supporter]!, halves, counted: !whyNot, whyNot };
    });
  }

  private force(unit: number, role: Force["role"], own: number, halves: number, supporters: Force["supporters"], whyZero: Force["whyZero"]): Force {
    return { ...this.units[unit]!, role, own, halves, supporters, whyZero };
  }

  private ask(name: string, ...numbers: number[]): number {
    return this.board.machine.call(name, ...numbers);
  }

  private column(name: string): Int32Array {
    return this.board.machine.column(name);
  }
}

function counted(supporters: Force["supporters"]): number {
  return supporters.reduce((sum, one) => sum + (one.counted ? one.halves : 0), 0);
}

/** A judge for Diplomacy and its variants: Dragoman's rules as WebAssembly. */

import { judgeAdjustments } from "./adjustments.js";
import { Board } from "./board.js";
import { duesOf, legalAdjustments, legalMoves, legalRetreats } from "./legal.js";
import { Machine } from "./machine.js";
import { judgeMovement } from "./movement.js";
import type { Given } from "./movement.js";
import { JudgeError, Notation } from "./orders.js";
import { judgeRetreats } from "./retreats.js";
import type { Choices, Orders, Position, Resolution, Tables } from "./tables.js";

export { JudgeError, Notation } from "./orders.js";
export { Teller } from "./words.js";
export type { Words } from "./words.js";
export type * from "./tables.js";

export class Judge {
  private readonly notation: Notation;

  private constructor(
    readonly tables: Tables,
    private readonly board: Board,
  ) {
    this.notation = new Notation(tables);
  }

  /** The judge of a variant, by `judge.wasm` and the tables of the variant.
   *
   * @throws JudgeError where the tables were exported for another version of the judge. */
  static async load(wasm: BufferSource | WebAssembly.Module, tables: Tables): Promise<Judge> {
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const instance = await WebAssembly.instantiate(module);
    const { board, ice, rules, calendar } = tables;
    const machine = new Machine(instance, { open: board, ice: ice ?? [], rules, calendar });
    if (machine.digest !== tables.digest) throw new JudgeError("wrong-tables", "these tables are for another version of the judge: export them again");
    return new Judge(tables, new Board(tables, machine));
  }

  /** The position at the start. */
  get start(): Position {
    return this.tables.start;
  }

  /** Carry out the phase that a position is in; units without an order do what the rules say. Nothing that is
   * given is changed.
   *
   * @throws JudgeError where something is not written as Dragoman writes it, or not on the board. */
  adjudicate(position: Position, orders: Orders): Resolution {
    const before = this.board.read(position);
    const given = Object.entries(orders).flatMap(([power, all]) => all.map((text): Given => this.given(power, text)));
    const judge = { M: judgeMovement, R: judgeRetreats, A: judgeAdjustments }[position.phase.at(-1) as "M" | "R" | "A"];
    return { phase: position.phase, ...judge(this.board, this.notation, before, given) };
  }

  /** Every order that each unit can be given. Loose writing that the rules would let pass is not repeated in every
   * spelling.
   *
   * @throws JudgeError where the position is not on the board. */
  legalOrders(position: Position): Choices[] {
    const before = this.board.read(position);
    const list = { M: legalMoves, R: legalRetreats, A: legalAdjustments }[position.phase.at(-1) as "M" | "R" | "A"];
    return list(this.board, this.notation, before);
  }

  /** How many units each power has to build in an adjustment phase; below zero, to remove. Where units or
   * centres count otherwise than one, these are points. */
  due(position: Position): Record<string, number> {
    return duesOf(this.board, this.board.read(position));
  }

  private given(power: string, text: string): Given {
    if (!this.board.power.has(power)) throw new JudgeError("unknown-power", `there is no power ${power}`);
    return { power, text, read: this.notation.read(text) };
  }
}
